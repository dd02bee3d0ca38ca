// What is kept between visits. If the storage is full, the oldest entries of records make room.

/**
 * Storage between visits: `localStorage`, or anything with these members of Web Storage. A value must be durable when
 * `setItem` returns, or, in a storage that also has `kept`, when the promise that `kept` then returns is fulfilled. If
 * something could not be stored, that promise is rejected.
 * @typedef {{ getItem(key: string): string | null, setItem(key: string, value: string): void, removeItem(key: string): void,
 *   key(index: number): string | null, readonly length: number, kept?(): Promise<void> }} KeyStorage
 */

/** A storage that lasts as long as the page. @implements {KeyStorage} */
export class Memory {
  constructor() {
    /** @type {Map<string, string>} */
    this.stored = new Map();
  }

  /** @param {string} key */
  getItem(key) {
    return this.stored.get(key) ?? null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    this.stored.set(key, value);
  }

  /** @param {string} key */
  removeItem(key) {
    this.stored.delete(key);
  }

  /** @param {number} index @returns {string | null} */
  key(index) {
    return [...this.stored.keys()][index] ?? null;
  }

  get length() {
    return this.stored.size;
  }
}

/**
 * The storage that was given, memory for null, or else the browser's. Throws `TypeError` if it lacks a member.
 * @param {KeyStorage | null | undefined} given @returns {KeyStorage}
 */
export function storageOf(given) {
  if (given) {
    const methods = [given.getItem, given.setItem, given.removeItem, given.key];
    if (typeof given.length !== "number" || methods.some((method) => typeof method !== "function"))
      throw new TypeError("a storage has getItem, setItem, removeItem, key and length, as Web Storage does");
    return given;
  }
  if (given === null) return new Memory();
  try {
    // Node has a `localStorage` that warns; a browser that blocks storage throws.
    const found = typeof globalThis.document === "undefined" ? undefined : globalThis.localStorage;
    return found ?? new Memory();
  } catch {
    return new Memory();
  }
}

/** @param {KeyStorage} storage @param {string} key */
export function textIn(storage, key) {
  try {
    return storage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** The keys in a storage that begin with a prefix. @param {KeyStorage} storage @param {string} prefix */
export function keysIn(storage, prefix) {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  return keys.filter((key) => key.startsWith(prefix));
}

/** @template T @param {KeyStorage} storage @param {string} key @returns {T[]} */
export function listIn(storage, key) {
  try {
    const found = JSON.parse(textIn(storage, key) || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Under this key: the tables with a record, the one used for longest first. */
export const RECORDED_TABLES = "tavern-records";
/** @param {string} table */
export const recordKey = (table) => `tavern-record:${table}`;

/** A line of a record, or null if it is damaged. @template {object} T @param {string} line @returns {T | null} */
export function readLine(line) {
  try {
    const found = JSON.parse(line);
    return typeof found === "object" ? found : null;
  } catch {
    return null;
  }
}

/** A record without its oldest entries, if it is longer than `most`. Roots and calls stay. @param {string} text @param {number} most */
export function shortened(text, most) {
  if (text.length <= most) return text;
  // Each time, some more is removed than needed.
  let excess = text.length - most * 0.9;
  const kept = text.split("\n").filter((line) => {
    if (excess <= 0 || !line || !("receipt" in (readLine(line) ?? { receipt: "" }))) return true;
    excess -= line.length + 1;
    return false;
  });
  return kept.join("\n");
}

/**
 * Store a value. If the storage is full, the entries of the tables that have not been used for longest make room.
 * @param {KeyStorage} storage @param {string} key @param {string} value
 */
export function store(storage, key, value) {
  for (const table of listIn(storage, RECORDED_TABLES)) {
    try {
      return storage.setItem(key, value);
    } catch {
      const record = recordKey(table);
      if (record !== key) storage.setItem(record, shortened(textIn(storage, record), 0));
    }
  }
  storage.setItem(key, value);
}
