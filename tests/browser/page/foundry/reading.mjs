// What a script on this page can read, for tests that look for secrets.

import { known } from "./documents.mjs";
import { storage } from "./faults.mjs";
import { traffic } from "./link.mjs";
import { shared } from "./settings.mjs";

function read(value, seen, found) {
  if (["string", "number", "bigint"].includes(typeof value)) return void found.push(String(value));
  if (value === null || !["object", "function"].includes(typeof value) || seen.has(value)) return undefined;
  seen.add(value);
  if (value instanceof Node || value === globalThis) return undefined;
  if (value instanceof Map || value instanceof Set) for (const one of value.entries()) read(one, seen, found);
  for (const key of Reflect.ownKeys(value)) {
    const { value: one, get } = Object.getOwnPropertyDescriptor(value, key);
    found.push(String(key));
    try {
      read(get ? get.call(value) : one, seen, found);
    } catch {
      // It cannot be read.
    }
  }
  return undefined;
}

/** What everybody was sent, and what lies open on this page: objects, the document, and what its fields hold. */
export function readable() {
  const { game, ui, canvas, CONFIG, foundry } = globalThis;
  const found = [];
  const { settings: _settings, ...others } = game;
  read([others, ui, canvas, CONFIG, foundry.applications.instances], new Set([globalThis.standIn]), found);
  const windows = [
    document,
    ...[...foundry.applications.instances.values()].map(({ element }) => element?.ownerDocument),
  ];
  for (const one of new Set(windows.filter(Boolean))) {
    found.push(one.documentElement.outerHTML);
    for (const field of one.querySelectorAll("input, textarea, select")) found.push(field.value);
  }
  const documents = [...known.values()].map(({ _source }) => _source);
  return [JSON.stringify({ shared, documents, traffic }), ...found].join("\n");
}

/** What this browser keeps, which no other browser can read. */
export const stored = () => JSON.stringify({ ...storage });
