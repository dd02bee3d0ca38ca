// Settings: `client` stays in this browser, `world` and (from version 13 on) `user` are read by everybody.

import { fault, generation, storage } from "./faults.mjs";
import { onArrival, send } from "./link.mjs";
import { asJson, deepClone, frozen, objectsEqual } from "./utils.mjs";

const SCOPES = () => (generation() < 13 ? ["client", "world"] : ["client", "world", "user"]);

/** Fields that a setting's type can be, beside a class such as Object. */
class DataField {
  constructor(options = {}) {
    this.options = options;
  }

  validate(value) {
    const { nullable = false, choices } = this.options;
    if (value === null && nullable) return;
    if (!this._is(value)) throw new Error(`${JSON.stringify(value)} is not valid for ${this.constructor.name}`);
    const allowed = Array.isArray(choices) ? choices : choices && Object.keys(choices);
    if (allowed && !allowed.includes(value)) throw new Error(`${value} is not a valid choice`);
  }
}

class StringField extends DataField {
  _is(value) {
    return typeof value === "string" && (value !== "" || this.options.blank !== false);
  }
}

class NumberField extends DataField {
  _is(value) {
    const { integer, min = -Infinity, max = Infinity } = this.options;
    return Number.isFinite(value) && (!integer || Number.isInteger(value)) && min <= value && value <= max;
  }
}

class BooleanField extends DataField {
  _is(value) {
    return typeof value === "boolean";
  }
}

class ObjectField extends DataField {
  _is(value) {
    return typeof value === "object" && value !== null;
  }
}

export const fields = { DataField, StringField, NumberField, BooleanField, ObjectField };

function validate(type, value, id) {
  if (type instanceof DataField) return type.validate(value);
  const kinds = new Map([
    [String, typeof value === "string"],
    [Number, Number.isFinite(value)],
    [Boolean, typeof value === "boolean"],
    [Array, Array.isArray(value)],
    [Object, typeof value === "object" && value !== null && !Array.isArray(value)],
  ]);
  if (kinds.get(type) === false) throw new Error(`${id}: ${JSON.stringify(value)} is no ${type.name}`);
  return undefined;
}

/** What everybody reads, by scope and user. */
export const shared = { world: {}, user: {} };

export class Settings {
  settings = new Map();
  menus = new Map();
  /** The browser's storage is full: test it with this. */
  isFull = false;

  /** What every client was told when it joined. */
  load({ world, user }) {
    Object.assign(shared, { world, user });
  }

  #requireNamespace(namespace) {
    const { modules, system } = globalThis.game;
    if (!["core", "world", system.id].includes(namespace) && !modules.get(namespace)?.active) {
      throw new Error(`"${namespace}" is not a valid package scope`);
    }
  }

  register(namespace, key, data) {
    if (!namespace || !key) throw new Error("You must specify both namespace and key portions of the setting");
    this.#requireNamespace(namespace);
    const id = `${namespace}.${key}`;
    if (this.settings.has(id)) fault(`the setting ${id} is registered twice`);
    if (!SCOPES().includes(data.scope)) {
      fault(`${id}: there is no scope ${data.scope} in version ${generation()}`);
      throw new Error(`${id}: no scope ${data.scope}`);
    }
    if (data.type === undefined) fault(`${id}: a setting without a type is a text`);
    this.settings.set(id, { type: String, ...data, namespace, key, id });
  }

  registerMenu(namespace, key, data) {
    this.#requireNamespace(namespace);
    if (!(data.type?.prototype instanceof globalThis.foundry.applications.api.ApplicationV2)) {
      throw new Error(`${namespace}.${key}: a menu's type must be an ApplicationV2`);
    }
    this.menus.set(`${namespace}.${key}`, { ...data, namespace, key, restricted: data.restricted ?? false });
  }

  #found(namespace, key) {
    const setting = this.settings.get(`${namespace}.${key}`);
    if (!setting) throw new Error(`"${namespace}.${key}" is not a registered game setting`);
    return setting;
  }

  #stored({ scope, id }) {
    if (scope === "client") return JSON.parse(storage.getItem(id) ?? "null") ?? undefined;
    return scope === "world" ? shared.world[id] : shared.user[globalThis.game.userId]?.[id];
  }

  get(namespace, key) {
    const setting = this.#found(namespace, key);
    const initial = setting.default ?? setting.type?.options?.initial;
    return frozen(deepClone(this.#stored(setting) ?? initial));
  }

  async set(namespace, key, value) {
    const setting = this.#found(namespace, key);
    const { id, scope } = setting;
    const data = asJson(value, `the setting ${id}`);
    if (data === undefined) throw new Error(`${id}: nothing is set`);
    validate(setting.type, data, id);
    if (scope !== "client") {
      const { user } = globalThis.game;
      if (!user) throw new Error(`${id} is set before the users are known`);
      if (scope === "world" && !user.isGM)
        throw new Error(`User ${user.name} lacks permission to update Setting "${id}"`);
      if (objectsEqual(this.#stored(setting), data)) return data;
      return send("setting", { id, scope, value: data });
    }
    if (this.isFull) throw new DOMException(`the storage is full: ${id}`, "QuotaExceededError");
    const isSame = objectsEqual(this.#stored(setting), data);
    storage.setItem(id, JSON.stringify(data));
    if (!isSame) {
      setting.onChange?.(frozen(deepClone(data)), {}, globalThis.game.userId);
      globalThis.Hooks.callAll("clientSettingChanged", id, data, {});
    }
    return data;
  }
}

onArrival("setting", ({ id, scope, value }, user, options) => {
  const values = scope === "world" ? shared.world : (shared.user[user] ??= {});
  const hook = id in values ? "updateSetting" : "createSetting";
  values[id] = value;
  const setting = globalThis.game.settings.settings.get(id);
  const isMine = scope === "world" || user === globalThis.game.userId;
  if (isMine) setting?.onChange?.(frozen(deepClone(value)), options ?? {}, user);
  globalThis.Hooks.callAll(hook, { key: id, value, user: scope === "user" ? user : null }, { value }, {}, user);
  return value;
});
