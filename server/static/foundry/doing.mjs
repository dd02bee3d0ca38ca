// @ts-check
// What the module does for its user: nothing twice at a time, and what cannot be done is said.

import { globals } from "./adapter/globals.mjs";
import { notify, t } from "./adapter/texts.mjs";
import { PurseError } from "./purses.mjs";

/** What a person is told, by a key of lang/en.json. */
export class UserError extends Error {
  /** @param {string} key @param {Record<string, unknown>} [data] */
  constructor(key, data) {
    super(t(key, data));
  }
}

/** Say what went wrong. @param {any} error */
export function complain(error) {
  if (error instanceof UserError) notify("error", error.message);
  else if (error instanceof PurseError) notify("error", t(`purse.${error.code}`));
  else if (typeof error?.code === "string") notify("error", error.detail || error.message);
  else {
    globals.console.error(error);
    notify("error", String(error?.message ?? error));
  }
}

/** What is being done, by its name. @type {Map<string, Promise<any>>} */
const doing = new Map();

/**
 * Do something, unless it is being done: a second click opens no second dialog.
 * @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>}
 */
export function once(name, work) {
  const done = doing.get(name) ?? work().finally(() => doing.delete(name));
  doing.set(name, done);
  return done;
}

/**
 * Do something; what cannot be done is said to the user. Returns null then. With a name, it is done once at a time.
 * @template T @param {() => Promise<T>} work @param {string} [name] @returns {Promise<T | null>}
 */
export async function attempt(work, name) {
  if (name) return once(name, () => attempt(work));
  try {
    return await work();
  } catch (error) {
    complain(error);
    return null;
  }
}
