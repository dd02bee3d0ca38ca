// @ts-check
// What is kept. World settings reach every client: the tavern's address, the table, and where the chronicle goes.
// All that is secret is in settings of this browser (scope `client`), by world and user: one browser may have several
// of both.

import { MODULE, globals } from "./adapter/globals.mjs";

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
  for (const key of ["places", "stored", "pending", "hostKeys", "window"]) settings.register(MODULE, key, client);
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
 * Call when another tab of this browser changes one of the settings of the scope `client`. Returns a function that ends
 * it.
 * @param {string} key @param {() => void} changed
 */
export function onOtherTab(key, changed) {
  const heard = (/** @type {StorageEvent} */ event) => {
    if (event.key === `${MODULE}.${key}`) changed();
  };
  globals.addEventListener("storage", heard);
  return () => globals.removeEventListener("storage", heard);
}

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

/** @type {Own<Record<string, string>>} */
const kept = own("stored");

/** What is stored once changes are. @template T @param {Record<string, T>} was
 *  @param {Record<string, T | null>} changes */
const changed = (was, changes) =>
  /** @type {Record<string, T>} */ (
    Object.fromEntries(Object.entries({ ...was, ...changes }).filter(([, one]) => one !== null))
  );

/** Without the records of tables, which are long: if the storage is full, they make room for sealed luck.
 *  @param {Record<string, string>} all */
const withoutRecords = (all) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith("tavern-record:")));

/** Browsers name this differently. @param {any} error */
const isFull = (error) => /quota/i.test(`${error?.name} ${error?.message}`);

/** What the page knows of tables, without one of them. @param {string} key @param {string} text
 *  @param {string} table */
function withoutTable(key, text, table) {
  if (!/^tavern .* tables$/.test(key)) return text;
  const { [table]: _, ...others } = JSON.parse(text);
  return JSON.stringify(others);
}

/** What the page, and the client in this window, keep: receipts, sealed luck, and tables with their tokens. */
export const stored = {
  get: () => kept.get() ?? {},
  /** @param {Record<string, string | null>} changes */
  change: (changes) =>
    kept
      .change((was) => changed(was ?? {}, changes))
      .catch((error) => {
        if (!isFull(error)) throw error;
        return kept.change((was) => changed(withoutRecords(was ?? {}), changes));
      }),
  /** Forget a table and its tokens. @param {string} table */
  forget: (table) =>
    kept.change((was) =>
      Object.fromEntries(Object.entries(was ?? {}).map(([key, text]) => [key, withoutTable(key, text, table)])),
    ),
  /** Call when another tab has changed it. Returns a function that ends it. @param {() => void} heard */
  onOtherTab: (heard) => onOtherTab("stored", heard),
};

/** @type {Own<Record<string, Pending>>} */
const waiting = own("pending");

/** Requests to sit down whose outcome is not known yet, by their keys. */
export const pending = {
  /** @param {string} id */
  get: (id) => waiting.get()?.[id] ?? null,
  /** @param {string} id @param {Pending | null} one */
  set: (id, one) => waiting.change((was) => changed(was ?? {}, { [id]: one })),
};

/**
 * What the page in a frame, or the client in this window, keeps: it is there at once, and durable later.
 * @implements {Pick<Storage, "getItem" | "setItem">}
 */
export class Kept {
  /** What is not durable yet. @type {Record<string, string | null>} */
  #unkept = {};
  /** @type {Promise<void>} */
  #written = Promise.resolve();

  /** Everything. Other tabs write there, too. */
  all() {
    return changed(stored.get(), this.#unkept);
  }

  /** @param {string} key */
  getItem(key) {
    return this.all()[key] ?? null;
  }

  /** @param {string} key @param {string | null} value or null to remove it */
  setItem(key, value) {
    this.#unkept = { ...this.#unkept, [key]: value };
    this.#written = this.#written.catch(() => {}).then(() => this.#write());
    this.#written.catch(() => {});
  }

  /** Write all that is not durable yet. What cannot be written is tried again with the next change. */
  async #write() {
    const changes = this.#unkept;
    if (!Object.keys(changes).length) return;
    await stored.change(changes);
    this.#unkept = Object.fromEntries(Object.entries(this.#unkept).filter(([key, value]) => changes[key] !== value));
  }

  /** Fulfilled once all of it is durable. */
  kept() {
    return this.#written;
  }
}
