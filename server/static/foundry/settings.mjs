// @ts-check
// What is kept. World settings reach every client: the tavern's address, the table, and where the chronicle goes.
// All that is secret stays in this browser, in settings of the scope `client` or in its storage, by world and user: one
// browser may have several of both.

import { MODULE, globals } from "./adapter/globals.mjs";

/** @import { KeyStorage } from "../client/tavern/storage.mjs" */
/** @import { Place } from "./bridge.mjs" */
/** @import { Pending } from "./purses.mjs" */

/** The world's table. Its id is no secret. @typedef {{ id: string, name: string, game: string }} WorldTable */
/** Where this user sits, with which actor. @typedef {Place & { table: string, actor?: string }} Seated */

/** @param {string} key */
const get = (key) => globals.game.settings.get(MODULE, key);
/** @param {string} key @param {unknown} value @returns {Promise<unknown>} */
const set = (key, value) => globals.game.settings.set(MODULE, key, value);

/** The address of the tavern from which the module was installed. @returns {string} */
const installedFrom = () => globals.game.modules.get(MODULE)?.flags?.[MODULE]?.address ?? "";

/** @param {{ react(): void, moved(user: string): void, menu: unknown }} around what to do when a setting, or a user the
 *  address, changed; and the class behind the button */
export function registerSettings({ react, moved, menu }) {
  const { settings } = globals.game;
  const text = (/** @type {string} */ key) => ({
    name: `${MODULE}.settings.${key}.name`,
    hint: `${MODULE}.settings.${key}.hint`,
  });
  const world = { scope: "world", onChange: react };
  settings.register(MODULE, "address", {
    ...text("address"),
    scope: "world",
    onChange: (/** @type {unknown} */ _value, /** @type {unknown} */ _options, /** @type {string} */ user) =>
      moved(user),
    config: true,
    type: String,
    default: installedFrom(),
  });
  settings.register(MODULE, "chronicle", {
    ...world,
    ...text("chronicle"),
    config: true,
    type: String,
    default: "all",
    choices: Object.fromEntries(["all", "results", "off"].map((one) => [one, `${MODULE}.settings.chronicle.${one}`])),
  });
  settings.register(MODULE, "table", { ...world, config: false, type: Object, default: {} });
  const client = { scope: "client", config: false, type: Object, default: {} };
  settings.register(MODULE, "dice", {
    ...text("dice"),
    scope: "client",
    config: true,
    type: Boolean,
    default: true,
    onChange: react,
  });
  for (const key of ["places", "pending", "hostKeys", "window"]) settings.register(MODULE, key, client);
  settings.registerMenu(MODULE, "test", {
    name: `${MODULE}.settings.test.name`,
    label: `${MODULE}.settings.test.label`,
    hint: `${MODULE}.settings.test.hint`,
    icon: "fa-solid fa-plug-circle-check",
    type: menu,
    restricted: false,
  });
}

export const address = () => String(get("address") ?? "");
/** @returns {"all" | "results" | "off"} */
export const chronicleChoice = () => get("chronicle");
export const wantsDice = () => get("dice") === true;
/** @returns {WorldTable | null} */
export const worldTable = () => (get("table")?.id ? get("table") : null);
/** @param {WorldTable | null} table */
export const setWorldTable = (table) => set("table", table ?? {});

/**
 * What one setting of this browser has for this world and user. Changes wait for each other: of two at once, one
 * would be undone. @template T
 * @typedef {{ get(): T | null, change(how: (was: T | null) => T | null): Promise<void> }} Own
 */

/** @template T @param {string} key @returns {Own<T>} */
function own(key) {
  const mine = () => `${globals.game.world.id}/${globals.game.user.id}`;
  /** @type {Promise<unknown>} */
  let turn = Promise.resolve();
  return {
    get: () => get(key)?.[mine()] ?? null,
    change: (how) => {
      const done = turn.then(async () => {
        const all = { ...get(key) };
        const value = how(all[mine()] ?? null);
        if (value === null) delete all[mine()];
        else all[mine()] = value;
        await set(key, all);
      });
      turn = done.catch(() => {});
      return done;
    },
  };
}

/** @type {Own<Seated[]>} */
const places = own("places");

/** Where this user is. What gives rights at a table stays while they are at another, until they leave it. */
export const place = {
  get: () => places.get()?.[0] ?? null,
  /** @param {string} table @returns {Seated | null} */
  at: (table) => places.get()?.find((one) => one.table === table) ?? null,
  /** Go to a table, or change what is known there; null leaves. @param {(was: Seated | null) => Seated | null} how */
  change: (how) =>
    places.change((all) => {
      const [was = null, ...others] = all ?? [];
      const now = how(was);
      if (!now) return others.length ? others : null;
      return [now, ...(all ?? []).filter(({ table }) => table !== now.table)];
    }),
  /** The seat at a table is gone, or else all of it: whose seat is gone may still be the GM. @param {string} table */
  forget: (table) =>
    places.change((all) => {
      const left = (all ?? []).flatMap((one) => {
        if (one.table !== table) return [one];
        return one.seat && one.gm ? [{ table, gm: one.gm, ...(one.invite ? { invite: one.invite } : {}) }] : [];
      });
      return left.length ? left : null;
    }),
};
/** The key that the server's operator gave the GM, to open tables. @type {Own<string>} */
export const hostKey = own("hostKeys");

/** Where the window was left. @type {Own<import("./window.mjs").Position>} */
export const windowAt = own("window");

/** @type {Own<Record<string, Pending>>} */
const waiting = own("pending");

/** Requests to sit down whose outcome is not known yet, by their keys. */
export const pending = {
  /** @param {string} id */
  get: (id) => waiting.get()?.[id] ?? null,
  /** @param {string} id @param {Pending | null} one */
  set: (id, one) =>
    waiting.change((was) => {
      const { [id]: _, ...others } = was ?? {};
      return one ? { ...others, [id]: one } : others;
    }),
};

/** Browsers name this differently. @param {any} error */
const isFull = (error) => /quota/i.test(`${error?.name} ${error?.message}`);

/** What the page knows of tables, without one of them. @param {string} key @param {string} text
 *  @param {string} table */
function withoutTable(key, text, table) {
  if (!/^tavern .* tables$/.test(key)) return text;
  const { [table]: _, ...others } = JSON.parse(text);
  return JSON.stringify(others);
}

/**
 * What the page in a frame, and the client in this window, keep in this browser for this world and user: receipts, sealed
 * luck, and tables with their tokens. Each value is under a key of the browser's storage, because one setting for all of
 * them would be overwritten by tabs that write at the same moment.
 * @implements {KeyStorage}
 */
export class Stored {
  #prefix = `${MODULE}.stored.${globals.game.world.id}/${globals.game.user.id}.`;

  /** Everything. Other tabs write there, too. @returns {Record<string, string>} */
  all() {
    const keys = Array.from({ length: this.length }, (_, index) => this.key(index)).filter((key) => key !== null);
    return Object.fromEntries(keys.map((key) => [key, this.getItem(key) ?? ""]));
  }

  /** @param {string} key @returns {string | null} */
  getItem(key) {
    return globals.localStorage.getItem(this.#prefix + key);
  }

  /** If the storage is full, the records of tables, which are long, make room. @param {string} key @param {string} value */
  setItem(key, value) {
    try {
      globals.localStorage.setItem(this.#prefix + key, value);
    } catch (error) {
      if (!isFull(error)) throw error;
      for (const record of Object.keys(this.all())) if (record.startsWith("tavern-record:")) this.removeItem(record);
      globals.localStorage.setItem(this.#prefix + key, value);
    }
  }

  /** @param {string} key */
  removeItem(key) {
    globals.localStorage.removeItem(this.#prefix + key);
  }

  /** Null for what others keep in this browser. @param {number} index */
  key(index) {
    const key = globals.localStorage.key(index);
    return key?.startsWith(this.#prefix) ? key.slice(this.#prefix.length) : null;
  }

  /** @returns {number} */
  get length() {
    return globals.localStorage.length;
  }

  /** Forget a table and its tokens. @param {string} table */
  forget(table) {
    for (const [key, text] of Object.entries(this.all())) {
      const left = withoutTable(key, text, table);
      if (left !== text) this.setItem(key, left);
    }
  }

  /**
   * Call with what another tab has changed; null is removed. Returns a function that ends it.
   * @param {(values: Record<string, string | null>) => void} changed
   */
  onOtherTab(changed) {
    const heard = (/** @type {StorageEvent} */ event) => {
      if (!event.key?.startsWith(this.#prefix)) return;
      // This tab may have stored another value since.
      const key = event.key.slice(this.#prefix.length);
      changed({ [key]: this.getItem(key) });
    };
    globals.addEventListener("storage", heard);
    return () => globals.removeEventListener("storage", heard);
  }
}
