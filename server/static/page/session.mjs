// @ts-check
/** What this browser remembers: tables with their tokens, and settings. In localStorage alone: no cookies, no accounts.
 *  In a window of Foundry, its module remembers it. */

import { Memory } from "../client/tavern.mjs";
import { useEffect, useState } from "../vendor/preact.mjs";
import { BASE } from "./place.mjs";

/**
 * A table that this browser knows. `gm` and `token` are secrets, `invite` lets others sit down.
 * @typedef {object} Known
 * @property {string} table
 * @property {string} [name]
 * @property {string} [game]
 * @property {string} [gm] the game master's token
 * @property {string} [token] the token of the seat
 * @property {string} [seat] the seat's id
 * @property {string} [who] the name given when sitting down
 * @property {boolean} [admitted] whether the GM has let the seat in
 * @property {boolean} [practice] a table for oneself
 * @property {string} [invite]
 * @property {string} [epoch] the epoch of its log
 * @property {Record<string, string | undefined>} [notices] what its viewer has not dismissed yet, by code
 * @property {string} [dismissedRoot] the notice of another root that was dismissed last
 * @property {number} [seen] when it was last looked at, in milliseconds
 */
/** @import { KeyStorage } from "../client/tavern/storage.mjs" */
/** @typedef {{theme: "tavern" | "parchment" | "plain", scheme: "auto" | "light" | "dark", name: string,
 *   sounds: boolean, calls: boolean, learned: string[]}} Settings sounds, being told when it is one's turn, and the games whose
 *   steps were seen */

const PREFIX = `tavern ${new URL(BASE).pathname}`;
const TABLES = `${PREFIX} tables`;
const SETTINGS = `${PREFIX} settings`;
export const CHANGED = "tavern-session";
/** @type {Settings} */
const DEFAULTS = { theme: "tavern", scheme: "auto", name: "", sounds: false, calls: false, learned: [] };

/** Whether the page is in a window of Foundry's module. The frame keeps its name when it is loaded again. */
export const isFramed = parent !== window && window.name === "tavern-table";

/** The browser's storage, or memory if it refuses to store anything.
 *  @returns {KeyStorage} */
function openStorage() {
  try {
    const probe = `${PREFIX} probe`;
    localStorage.setItem(probe, "1");
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return new Memory();
  }
}

export let storage = isFramed ? new Memory() : openStorage();

/** @param {KeyStorage} other */
export const keepIn = (other) => void (storage = other);

/** @template T
 *  @param {string} key
 *  @param {T} otherwise
 *  @returns {T} */
function read(key, otherwise) {
  try {
    return JSON.parse(storage.getItem(key) ?? "") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key
 *  @param {unknown} value */
function write(key, value) {
  storage.setItem(key, JSON.stringify(value));
  dispatchEvent(new Event(CHANGED));
}

/** The known tables, the last one seen first.
 *  @returns {Known[]} */
export function knownTables() {
  /** @type {Record<string, Known>} */
  const known = read(TABLES, {});
  return Object.values(known).sort((one, other) => (other.seen ?? 0) - (one.seen ?? 0));
}

/** @param {string} table
 *  @returns {Known} */
export function knownTable(table) {
  /** @type {Record<string, Known>} */
  const known = read(TABLES, {});
  return Object.hasOwn(known, table) ? known[table] : { table };
}

/** Remember more of a table. What is set to undefined is forgotten.
 *  @param {string} table
 *  @param {Partial<Known>} more */
export function remember(table, more) {
  const was = knownTable(table);
  const is = { ...was, ...more, table };
  if (JSON.stringify(was) === JSON.stringify(is)) return;
  write(TABLES, { ...read(TABLES, {}), [table]: is });
}

/** @param {string} table */
export function forget(table) {
  /** @type {Record<string, Known>} */
  const known = { ...read(TABLES, {}) };
  delete known[table];
  write(TABLES, known);
}

/** @returns {Settings} */
export const settings = () => ({ ...DEFAULTS, ...read(SETTINGS, {}) });

/** @param {Partial<Settings>} change */
export const set = (change) => write(SETTINGS, { ...settings(), ...change });

/** The steps of a game were seen.
 *  @param {string} game */
export const learn = (game) => set({ learned: [...new Set([...settings().learned, game])] });

/** Render again whenever the stored session changes, in this tab or another. */
export function useSession() {
  const [, again] = useState(0);
  useEffect(() => {
    const changed = () => again((n) => n + 1);
    addEventListener(CHANGED, changed);
    addEventListener("storage", changed);
    return () => {
      removeEventListener(CHANGED, changed);
      removeEventListener("storage", changed);
    };
  }, []);
}

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Foundry's own choice, in its window.
 *  @type {"light" | "dark" | null} */
let around = null;

/** @param {"light" | "dark"} scheme Foundry's */
export function dressFor(scheme) {
  around = scheme;
  dress();
}

/** Dress the page in the chosen theme. */
function dress() {
  const { theme, scheme } = settings();
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.dataset.scheme = scheme === "auto" ? (around ?? (dark.matches ? "dark" : "light")) : scheme;
}

/** Dress the page now, and whenever the choice or the device's changes. */
export function keepDressed() {
  dress();
  dark.addEventListener("change", dress);
  addEventListener(CHANGED, dress);
  addEventListener("storage", dress);
}
