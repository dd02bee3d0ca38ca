// Hooks. Nobody waits for what they return, and an error in one does not keep the others from being called.

import { fault, generation } from "./faults.mjs";

const registered = new Map();
const called = new Set();
let last = 0;

/** What goes in version 15, and has its successor since 13. */
const WITHDRAWN = { renderChatMessage: 13 };
const ONCE = ["init", "i18nInit", "setup", "ready"];

function add(hook, callback, once) {
  if (typeof callback !== "function") throw new Error(`${hook}: a hook needs a function`);
  if (WITHDRAWN[hook] <= generation()) fault(`the hook ${hook} is deprecated in version ${generation()}`);
  if (ONCE.includes(hook) && called.has(hook)) fault(`the hook ${hook} was called already, and will not be again`);
  last += 1;
  if (!registered.has(hook)) registered.set(hook, []);
  registered.get(hook).push({ id: last, callback, once });
  return last;
}

function run(hook, entry, given) {
  if (entry.once) Hooks.off(hook, entry.id);
  try {
    return entry.callback(...given);
  } catch (error) {
    fault(`thrown in the hook ${hook}: ${error?.stack ?? error}`);
    return undefined;
  }
}

export const Hooks = {
  on: (hook, callback, { once = false } = {}) => add(hook, callback, once),
  once: (hook, callback) => add(hook, callback, true),
  off(hook, which) {
    const entries = registered.get(hook) ?? [];
    registered.set(
      hook,
      entries.filter(({ id, callback }) => id !== which && callback !== which),
    );
  },
  callAll(hook, ...given) {
    called.add(hook);
    for (const entry of [...(registered.get(hook) ?? [])]) run(hook, entry, given);
    return true;
  },
  call(hook, ...given) {
    called.add(hook);
    return [...(registered.get(hook) ?? [])].every((entry) => run(hook, entry, given) !== false);
  },
};
