// foundry.utils, as far as modules use it, and the same for the stand-in itself.

import { fault } from "./faults.mjs";

export const isPlain = (value) =>
  value !== null && typeof value === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(value));

export const isEmpty = (value) =>
  value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);

export function deepClone(value) {
  if (Array.isArray(value)) return value.map(deepClone);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, deepClone(one)]));
}

/** Nobody changes data but by an update: whoever tries is thrown at. */
export function frozen(value) {
  if (value !== null && typeof value === "object" && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** A copy as it travels. What JSON does not have is a fault. */
export function asJson(value, what) {
  const text = JSON.stringify(value, function (key, one) {
    const original = this[key];
    const isData = original === null || ["string", "boolean"].includes(typeof original) || Number.isFinite(original);
    if (!isData && !Array.isArray(original) && !isPlain(original)) {
      fault(`${what}: ${key || "the value"} is not JSON: ${String(original)}`);
    }
    return one;
  });
  return text === undefined ? undefined : JSON.parse(text);
}

export const objectsEqual = (one, other) =>
  one === other ||
  (one !== null &&
    other !== null &&
    typeof one === "object" &&
    typeof other === "object" &&
    Array.isArray(one) === Array.isArray(other) &&
    Object.keys(one).length === Object.keys(other).length &&
    Object.keys(one).every((key) => key in other && objectsEqual(one[key], other[key])));

export const getProperty = (object, path) =>
  path.split(".").reduce((found, key) => found?.[key], path in (object ?? {}) ? { [path]: object[path] } : object);

export const hasProperty = (object, path) => getProperty(object, path) !== undefined;

export function setProperty(object, path, value) {
  const keys = path.split(".");
  const last = keys.pop();
  let at = object;
  for (const key of keys) at = at[key] = isPlain(at[key]) ? at[key] : {};
  const isNew = !objectsEqual(at[last], value);
  at[last] = value;
  return isNew;
}

/** Keys with dots become objects, on every level: that is so for the keys of flags, too. */
export function expandObject(value) {
  if (Array.isArray(value)) return value.map(expandObject);
  if (!isPlain(value)) return value;
  const expanded = {};
  for (const [key, one] of Object.entries(value)) {
    const given = expandObject(one);
    const before = getProperty(expanded, key);
    setProperty(expanded, key, isPlain(before) && isPlain(given) ? mergeObject(before, given) : given);
  }
  return expanded;
}

export function flattenObject(object) {
  const flat = {};
  for (const [key, value] of Object.entries(object)) {
    if (isPlain(value) && !isEmpty(value)) {
      for (const [inner, one] of Object.entries(flattenObject(value))) flat[`${key}.${inner}`] = one;
    } else flat[key] = value;
  }
  return flat;
}

export function mergeObject(original, other = {}, options = {}) {
  const { insertKeys = true, insertValues = true, overwrite = true, recursive = true, inplace = true } = options;
  const merged = inplace ? original : deepClone(original);
  for (const [key, value] of Object.entries(expandObject(other))) {
    if (key.startsWith("-=")) {
      if (options.performDeletions) delete merged[key.slice(2)];
      else merged[key] = value;
    } else if (!(key in merged)) {
      if (options.depth ? insertValues : insertKeys) {
        merged[key] = isPlain(value) ? mergeObject({}, value, { ...options, inplace: true }) : value;
      }
    } else if (isPlain(merged[key]) && isPlain(value) && recursive) {
      merged[key] = mergeObject(merged[key], value, { ...options, inplace: true, depth: 1 });
    } else if (overwrite) merged[key] = value;
  }
  return merged;
}

/** What an update changes. It is compared with what this browser knows, as in Foundry, be that old or not. */
export function diffObject(original, other) {
  const changed = {};
  for (const [key, value] of Object.entries(other)) {
    const before = original?.[key];
    if (key.startsWith("-=")) {
      if (key.slice(2) in (original ?? {})) changed[key] = value;
    } else if (isPlain(before) && isPlain(value)) {
      const inner = diffObject(before, value);
      if (!isEmpty(inner)) changed[key] = inner;
    } else if (!objectsEqual(before, value)) changed[key] = value;
  }
  return changed;
}

/** Whether the first version is newer. */
export function isNewerVersion(one, other) {
  const [parts, others] = [one, other].map((version) => String(version).split("."));
  for (let at = 0; at < Math.max(parts.length, others.length); at += 1) {
    const [part = "0", than = "0"] = [parts[at], others[at]];
    if (part !== than) return isNaN(part) || isNaN(than) ? part > than : Number(part) > Number(than);
  }
  return false;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export const randomID = (length = 16) =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => LETTERS[byte % LETTERS.length]).join("");

export function debounce(callback, delay) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => callback(...given), delay);
  };
}

export const getRoute = (path) => `${globalThis.standIn.prefix}/${path.replace(/^\//, "")}`;

export const escapeHTML = (text) =>
  String(text).replace(
    /[&<>"']/g,
    (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" })[one],
  );

/** Foundry's: an iterable of values, not of pairs. */
export class Collection extends Map {
  get contents() {
    return [...this.values()];
  }

  [Symbol.iterator]() {
    return this.values();
  }

  get(key, { strict = false } = {}) {
    if (strict && !this.has(key)) throw new Error(`The key ${key} does not exist in the Collection`);
    return super.get(key);
  }

  getName(name) {
    return this.find((one) => one.name === name);
  }

  forEach(callback) {
    this.contents.forEach((one) => callback(one));
  }

  find(test) {
    return this.contents.find((one) => test(one));
  }

  filter(test) {
    return this.contents.filter((one) => test(one));
  }

  map(change) {
    return this.contents.map((one) => change(one));
  }

  some(test) {
    return this.contents.some((one) => test(one));
  }

  every(test) {
    return this.contents.every((one) => test(one));
  }

  reduce(join, first) {
    return this.contents.reduce((sum, one) => join(sum, one), first);
  }
}
