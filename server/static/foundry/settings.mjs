// @ts-check
// What is kept. World settings reach every client: the tavern's address, the table, and where the chronicle goes. All that
// is secret is in settings of this browser (scope `client`), by world and user: one browser may have several of both.

import { MODULE, globals, onOtherTab } from "./adapter.mjs";

/** @import { Place } from "./window.mjs" */
/** @import { Pending } from "./purses.mjs" */

/** The world's table. Its id is no secret. @typedef {{ id: string, name: string, game: string }} WorldTable */
/** Where this user sits, with which actor, and whether the GMs were told. @typedef {Place & { table: string, actor?: string, claimed?: boolean }} Seated */

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
  for (const key of ["places", "stored", "pending", "hostKeys"]) settings.register(MODULE, key, client);
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
/** @param {string} value */
export const setAddress = (value) => set("address", value);
/** @returns {"all" | "results" | "off"} */
export const chronicleChoice = () => get("chronicle");
export const wantsDice = () => get("dice") === true;
/** @returns {WorldTable | null} */
export const worldTable = () => (get("table")?.id ? get("table") : null);
/** @param {WorldTable | null} table */
export const setWorldTable = (table) => set("table", table ?? {});

/**
 * What one setting of this browser has for this world and user. Changes wait for each other: of two at once, one would be
 * undone. @template T @typedef {{ get(): T | null, change(how: (was: T | null) => T | null): Promise<void> }} Own
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

/** @type {Own<Record<string, string>>} */
const kept = own("stored");

/** @template T @param {Record<string, T>} was @param {Record<string, T | null>} changes @returns {Record<string, T>} */
const changed = (was, changes) => {
  const all = { ...was, ...changes };
  return /** @type {Record<string, T>} */ (Object.fromEntries(Object.entries(all).filter(([, one]) => one !== null)));
};

/** Without the records of tables, which are long: if the storage is full, they make room for sealed luck.
 *  @param {Record<string, string>} all */
const withoutRecords = (all) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith("tavern-record:")));

/** What the page, and the client in this window, keep: receipts and sealed luck. */
export const stored = {
  get: () => kept.get() ?? {},
  /** @param {Record<string, string | null>} changes */
  change: (changes) =>
    kept
      .change((was) => changed(was ?? {}, changes))
      .catch(() => kept.change((was) => changed(withoutRecords(was ?? {}), changes))),
  /** @param {() => void} heard call when another tab has changed it */
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
 * The storage of the client while no frame is open.
 * @implements {Pick<Storage, "getItem" | "setItem">}
 */
export class Kept {
  /** What is not durable yet. @type {Record<string, string>} */
  #unkept = {};
  /** @type {Promise<void>} */
  #written = Promise.resolve();

  /** Other tabs write there, too. @param {string} key */
  getItem(key) {
    return this.#unkept[key] ?? stored.get()[key] ?? null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    this.#unkept = { ...this.#unkept, [key]: value };
    const changes = this.#unkept;
    this.#written = stored.change(changes).then(() => {
      const later = Object.entries(this.#unkept).filter(([one, text]) => changes[one] !== text);
      this.#unkept = Object.fromEntries(later);
    });
    this.#written.catch(() => {});
  }

  /** Fulfilled once all of it is durable. */
  kept() {
    return this.#written;
  }
}
