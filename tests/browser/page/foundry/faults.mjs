// What went wrong in this browser is told to the test, which fails because of it.

export function fault(text) {
  globalThis.standInSend(JSON.stringify({ kind: "fault", data: text }));
}

export const generation = () => globalThis.standIn.generation;

/** What scripts look for in any object, and what Foundry may lack. */
const ASKED = ["then", "toJSON", "constructor", "hasOwnProperty", "nodeType", "tagName", "jquery"];

/** An object in which it is a fault to look for what this version does not have. `in` may be used to find out. */
export function strict(object, path, optional = []) {
  return new Proxy(object, {
    get(target, key) {
      if (typeof key === "string" && !(key in target) && ![...ASKED, ...optional].includes(key)) {
        fault(`${path}.${key} does not exist in version ${generation()}`);
      }
      return Reflect.get(target, key);
    },
  });
}

/** A global that this version does not have, or has only for modules that are old. */
export function withdrawn(names) {
  for (const name of names) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => fault(`the global ${name} is not for version ${generation()}`),
    });
  }
}

/** The storage of this browser. Modules may use it by way of settings, and under keys that begin with their id. */
export const storage = globalThis.localStorage;

/** @param {string} key */
function owned(key) {
  const { game } = globalThis;
  if (![...game.modules.keys()].some((id) => key.startsWith(`${id}.`))) fault(`${key} in localStorage has no owner`);
  if (game.settings.settings.has(key)) fault(`the setting ${key} is used in localStorage`);
  return key;
}

const modules = {
  getItem: (key) => storage.getItem(owned(key)),
  setItem(key, value) {
    if (globalThis.game.settings.isFull) throw new DOMException(`the storage is full: ${key}`, "QuotaExceededError");
    storage.setItem(owned(key), value);
  },
  removeItem: (key) => storage.removeItem(owned(key)),
  key: (index) => storage.key(index),
  get length() {
    return storage.length;
  },
};

export function guardStorage() {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: modules });
  const { sessionStorage, indexedDB } = globalThis;
  for (const [name, value] of Object.entries({ sessionStorage, indexedDB })) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        fault(`${name} is used instead of a setting`);
        return value;
      },
    });
  }
}

globalThis.addEventListener("unhandledrejection", ({ reason }) => fault(`rejected: ${reason?.stack ?? reason}`));
globalThis.addEventListener("error", ({ error, message }) => fault(`thrown: ${error?.stack ?? message}`));
