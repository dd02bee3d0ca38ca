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

const STORAGE = { localStorage: globalThis.localStorage, sessionStorage: globalThis.sessionStorage };

/** The storage of this browser, which modules may use only by way of settings. */
export const storage = STORAGE.localStorage;

export function guardStorage() {
  for (const [name, value] of Object.entries({ ...STORAGE, indexedDB: globalThis.indexedDB })) {
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
