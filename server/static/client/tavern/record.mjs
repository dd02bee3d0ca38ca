// The record of what a table's viewers were shown (docs/verify.md).

import { cursorIn, cursorText } from "./cursors.mjs";
import { RECORDED_TABLES, listIn, readLine, recordKey, shortened, store, textIn } from "./storage.mjs";

/** @import { Call, Cursor, Die, Fair, TavernEvent, View } from "./answers.mjs" */
/** @import { KeyStorage } from "./storage.mjs" */

/**
 * A line of the record of what a viewer was shown (docs/verify.md): a root, a call and the luck that was revealed to it,
 * or an entry.
 * @typedef {{ table: string, viewer: string, root: { from: number, to: number, root: string } }} RootLine
 */
/** @typedef {{ table: string, viewer: string, round: number, call: Call, luck: string }} CallLine */
/**
 * @typedef {{ table: string, viewer: string, round: number | null, version: number, receipt: string,
 *   events?: TavernEvent[], coins?: Record<string, number>, dice?: Record<string, [string, number | null][]> }} EntryLine
 */
/** @typedef {RootLine | CallLine | EntryLine} RecordLine */

const MOST_RECORD = 1_000_000;

/** The records of tables, by storage. @type {WeakMap<KeyStorage, Map<string, TableRecord>>} */
const RECORDS = new WeakMap();

/** The record of a table: what its viewers were shown in this storage, as JSON Lines. Handles share it. */
export class TableRecord {
  /** What the storage did not take. */
  #unkept = "";
  /** The newest root of each range, by its first round. @type {Map<number, string>} */
  #roots = new Map();
  /** What is recorded of a viewer's version. @type {Map<string, { receipt: string, round: number | null, events: boolean, view: boolean }>} */
  #had = new Map();
  /** @type {Set<string>} */
  #calls = new Set();
  #isListed = false;
  #storage;

  /** @param {KeyStorage} storage @param {string} table */
  constructor(storage, table) {
    this.#storage = storage;
    this.table = table;
    for (const line of this.lines()) this.#know(line);
  }

  /** @param {KeyStorage} storage @param {string} table */
  static at(storage, table) {
    /** @type {Map<string, TableRecord>} */
    const records = RECORDS.get(storage) ?? new Map();
    RECORDS.set(storage, records);
    const record = records.get(table) ?? new TableRecord(storage, table);
    records.set(table, record);
    return record;
  }

  text() {
    return textIn(this.#storage, recordKey(this.table)) + this.#unkept;
  }

  /** @returns {RecordLine[]} */
  lines() {
    return this.text()
      .split("\n")
      .flatMap((line) => readLine(line) ?? []);
  }

  /** Where a viewer's last visit ended. @param {string} viewer */
  cursor(viewer) {
    return cursorIn(textIn(this.#storage, `tavern-cursor:${this.table}:${viewer}`));
  }

  /** @param {string} viewer @param {Cursor} cursor */
  keepCursor(viewer, cursor) {
    try {
      this.#storage.setItem(`tavern-cursor:${this.table}:${viewer}`, cursorText(cursor));
    } catch {
      // The next visit continues from an earlier one.
    }
  }

  /** Note a range's root. Returns the root that it had before, or this one. @param {string} viewer @param {Fair["roots"][0]} root */
  root(viewer, { from, to, root }) {
    const was = this.#roots.get(from);
    if (was === undefined) this.#add({ table: this.table, viewer, root: { from, to, root } });
    this.#roots.set(from, root);
    return was ?? root;
  }

  /** @param {string} viewer @param {number} round @param {Call} call @param {string} luck */
  call(viewer, round, call, luck) {
    if (!this.#calls.has(`${viewer}/${round}`)) this.#add({ table: this.table, viewer, round, call, luck });
  }

  /**
   * @param {string} viewer @param {number | null} round @param {number} version @param {string} receipt
   * @param {TavernEvent[]} events @param {View} [view]
   */
  entry(viewer, round, version, receipt, events, view) {
    const found = this.#had.get(`${viewer}/${version}`);
    const had = found?.receipt === receipt ? found : undefined;
    if (had?.events && (had.view || !view)) return;
    this.#add({
      table: this.table,
      viewer,
      round,
      version,
      receipt,
      ...(had?.events ? {} : { events }),
      ...(view && !had?.view ? shownIn(view) : {}),
    });
  }

  /** @param {View} view */
  view(view) {
    const { viewer, version } = view;
    const had = this.#had.get(`${viewer}/${version}`);
    if (!had || had.view) return;
    this.#add({ table: this.table, viewer, round: had.round, version, receipt: had.receipt, ...shownIn(view) });
  }

  /** Versions of this viewer may be those of other entries now. @param {string} viewer */
  forget(viewer) {
    for (const key of [...this.#had.keys()]) if (key.startsWith(`${viewer}/`)) this.#had.delete(key);
  }

  /** @param {RecordLine} line */
  #add(line) {
    this.#know(line);
    const text = `${JSON.stringify(line)}\n`;
    const key = recordKey(this.table);
    try {
      if (!this.#isListed) {
        const others = listIn(this.#storage, RECORDED_TABLES).filter((table) => table !== this.table);
        store(this.#storage, RECORDED_TABLES, JSON.stringify([...others, this.table]));
        this.#isListed = true;
      }
      store(this.#storage, key, shortened(textIn(this.#storage, key) + text, MOST_RECORD));
    } catch {
      // A full storage takes no more; what it does not have lasts as long as the page.
      this.#unkept = shortened(this.#unkept + text, MOST_RECORD);
    }
  }

  /** @param {RecordLine} line */
  #know(line) {
    if ("root" in line) {
      if (!this.#roots.has(line.root.from)) this.#roots.set(line.root.from, line.root.root);
    } else if ("call" in line) {
      this.#calls.add(`${line.viewer}/${line.round}`);
    } else {
      const { viewer, version, round, receipt } = line;
      const found = this.#had.get(`${viewer}/${version}`);
      const had = found?.receipt === receipt ? found : undefined;
      const [events, view] = ["events" in line || !!had?.events, "dice" in line || !!had?.view];
      this.#had.set(`${viewer}/${version}`, { receipt, round, events, view });
    }
  }
}

/** What a view shows of coins and dice. @param {View} view */
function shownIn({ seats, pot_cp: pot, house_dice: house }) {
  /** @param {Die[]} dice @returns {[string, number | null][]} */
  const shown = (dice) => [...dice].sort((one, other) => one.n - other.n).map(({ die, face }) => [die, face]);
  const holders = [...seats.map(({ seat, dice }) => ({ seat, dice })), { seat: "house", dice: house }];
  return {
    coins: { ...Object.fromEntries(seats.map(({ seat, purse_cp: purse }) => [seat, purse])), pot },
    dice: Object.fromEntries(holders.filter(({ dice }) => dice.length).map(({ seat, dice }) => [seat, shown(dice)])),
  };
}
