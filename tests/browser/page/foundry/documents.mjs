// Users, actors and messages. Their data is frozen, and changes only when an update arrives from the world.

import { fault, generation, strict } from "./faults.mjs";
import { onArrival, send } from "./link.mjs";
import * as utils from "./utils.mjs";

const { asJson, Collection, deepClone, diffObject, expandObject, frozen, isEmpty, isPlain, mergeObject } = utils;

export const LEVELS = { INHERIT: -1, NONE: 0, LIMITED: 1, OBSERVER: 2, OWNER: 3 };
export const ROLES = { NONE: 0, PLAYER: 1, TRUSTED: 2, ASSISTANT: 3, GAMEMASTER: 4 };

/** Everything that this browser knows, by UUID. */
export const known = new Map();

const asChanges = { performDeletions: true };

/** The scopes of flags: a module's only while it is active. */
function requireScope(scope) {
  const { modules, system } = globalThis.game;
  if (["core", "world", system.id].includes(scope) || modules.get(scope)?.active) return;
  throw new Error(`Flag scope "${scope}" is not valid or not currently active`);
}

export class Document {
  static hasName = true;

  constructor(data) {
    this._apply(data);
  }

  _apply(data) {
    this._source = frozen(deepClone(data));
    this.flags = this._source.flags ?? frozen({});
    if (data.name !== undefined) this.name = data.name;
  }

  get documentName() {
    return this.constructor.documentName;
  }

  get id() {
    return this._source._id;
  }

  get uuid() {
    return this._source.uuid ?? `${this.documentName}.${this.id}`;
  }

  get isOwner() {
    return this.testUserPermission(globalThis.game.user, "OWNER");
  }

  toObject() {
    const { uuid: _uuid, prepared: _prepared, ...source } = deepClone(this._source);
    return source;
  }

  testUserPermission(user, permission, { exact = false } = {}) {
    const level = typeof permission === "string" ? LEVELS[permission] : permission;
    if (level === undefined) throw new Error(`there is no permission ${permission}`);
    const { ownership = {} } = this._source;
    const own = user.isGM ? LEVELS.OWNER : (ownership[user.id] ?? ownership.default ?? LEVELS.NONE);
    return exact ? own === level : own >= level;
  }

  canUserModify(user, _action) {
    return user.isGM || this.testUserPermission(user, "OWNER");
  }

  getFlag(scope, key) {
    requireScope(scope);
    return utils.getProperty(this.flags[scope], key);
  }

  setFlag(scope, key, value) {
    requireScope(scope);
    return this.update({ flags: { [scope]: { [key]: value } } });
  }

  unsetFlag(scope, key) {
    requireScope(scope);
    const keys = key.split(".");
    const last = `-=${keys.pop()}`;
    return this.update({ [["flags", scope, ...keys, last].join(".")]: null });
  }

  /** Resolves with the document once the world has the update, or with undefined if there was nothing to do. */
  async update(data = {}, operation = {}) {
    const what = `update of ${this.uuid}`;
    const given = expandObject(asJson(data, what));
    for (const scope of Object.keys(given.flags ?? {})) requireScope(scope.replace(/^-=/, ""));
    this._validate(given);
    if (known.get(this.uuid) === undefined) throw new Error(`${this.documentName} "${this.id}" does not exist!`);
    const { user } = globalThis.game;
    if (!this.canUserModify(user, "update")) {
      throw new Error(`User ${user.name} lacks permission to update ${this.documentName} "${this.id}"`);
    }
    const { _source: before } = known.get(this.uuid);
    const changes = operation.diff === false ? given : diffObject(before, given);
    if (isEmpty(changes)) return undefined;
    const isAllowed = globalThis.Hooks.call(`preUpdate${this.documentName}`, this, changes, operation, user.id);
    if (isAllowed === false) return undefined;
    return send("update", { uuid: this.uuid, changes, options: asJson(operation, what) });
  }

  async delete() {
    if (!this.canUserModify(globalThis.game.user, "delete")) throw new Error(`${this.uuid} may not be deleted`);
    return send("delete", { uuid: this.uuid });
  }

  _validate(changes) {
    for (const key of Object.keys(changes)) {
      if (!this.constructor.fields.includes(key)) fault(`${this.documentName} has no field ${key}`);
    }
  }
}

export class User extends Document {
  static documentName = "User";
  static fields = ["name", "flags", "character", "color", "role"];

  active = false;

  get role() {
    return this._source.role;
  }

  get isGM() {
    return this.role >= ROLES.ASSISTANT;
  }

  get isSelf() {
    return this.id === globalThis.game.userId;
  }

  get isActiveGM() {
    return globalThis.game.users.activeGM === this;
  }

  get character() {
    return globalThis.game.actors.get(this._source.character) ?? null;
  }

  get color() {
    return this._source.color ?? "#884422";
  }

  canUserModify(user, _action) {
    return user.isGM || user.id === this.id;
  }

  hasRole(role) {
    return this.role >= (ROLES[role] ?? role);
  }
}

/** A number of coins: dnd5e refuses what is not whole, or less than none. */
function validateCurrency(currency) {
  for (const [coin, amount] of Object.entries(currency)) {
    if (coin.startsWith("-=") || !(coin in globalThis.CONFIG.DND5E.currencies)) {
      fault(`the system has no coin ${coin}`);
      delete currency[coin];
    } else if (!Number.isSafeInteger(amount) || amount < 0) {
      throw new Error(`DataModelValidationError: system.currency.${coin} is ${JSON.stringify(amount)}`);
    }
  }
}

export class Actor extends Document {
  static documentName = "Actor";
  static fields = ["name", "img", "system", "flags", "ownership"];

  _apply(data) {
    super._apply(data);
    const { system = {}, prepared = {} } = deepClone(data);
    // Prepared data, such as modifiers, is what modules read, and nothing that they can write.
    this.system = frozen(mergeObject(system, prepared));
  }

  get type() {
    return this._source.type;
  }

  get img() {
    return this._source.img ?? "icons/svg/mystery-man.svg";
  }

  /** The actor of a token that is not linked has data of its own, and the id of the actor that it was made from. */
  get isToken() {
    return this.uuid.startsWith("Scene.");
  }

  get token() {
    return this.isToken ? { uuid: this.uuid.replace(/\.Actor\..*/, ""), actor: this } : null;
  }

  get hasPlayerOwner() {
    return globalThis.game.users.some((user) => !user.isGM && this.testUserPermission(user, "OWNER"));
  }

  _validate(changes) {
    super._validate(changes);
    const { system = {} } = changes;
    if (isPlain(system.currency)) validateCurrency(system.currency);
    const derived = Object.keys(utils.flattenObject(system)).filter((path) =>
      utils.hasProperty(this._source.prepared ?? {}, path),
    );
    if (derived.length) fault(`derived data is written: ${derived.join(", ")}`);
  }
}

export class ChatMessage extends Document {
  static documentName = "ChatMessage";
  static fields = ["content", "whisper", "speaker", "flags", "flavor", "style", "blind", "sound", "author", "rolls"];

  _apply(data) {
    super._apply(data);
    const { content = "", whisper = [], speaker = {}, blind = false, timestamp, style = 0 } = this._source;
    Object.assign(this, { content, whisper, speaker, blind, timestamp, style });
  }

  /** Null if the user was deleted. */
  get author() {
    return globalThis.game.users.get(this._source.author) ?? null;
  }

  get user() {
    return fault(`ChatMessage.user is deprecated in version ${generation()}`);
  }

  get isAuthor() {
    return this._source.author === globalThis.game.userId;
  }

  get isOwner() {
    return this.canUserModify(globalThis.game.user);
  }

  /** Whether it is shown. Everybody is sent everything. */
  get visible() {
    return !this.whisper.length || this.isAuthor || this.whisper.includes(globalThis.game.userId);
  }

  canUserModify(user, _action) {
    return user.isGM || this._source.author === user.id;
  }

  static async create(data, operation = {}) {
    const { _id, ...given } = expandObject(asJson(data, "ChatMessage.create"));
    const { users, user } = globalThis.game;
    if (_id !== undefined && !(operation.keepId && /^[A-Za-z0-9]{16}$/.test(_id))) fault(`a message cannot be ${_id}`);
    for (const key of Object.keys(given)) if (!this.fields.includes(key)) fault(`ChatMessage has no field ${key}`);
    for (const scope of Object.keys(given.flags ?? {})) requireScope(scope);
    if (typeof given.content !== "string") throw new Error("ChatMessage.content is no string");
    if (!Array.isArray(given.whisper))
      fault("ChatMessage.create without whisper: the chat's mode decides who reads it");
    for (const id of given.whisper ?? []) if (!users.has(id)) throw new Error(`ChatMessage.whisper: ${id} is no user`);
    if (given.author !== undefined && given.author !== user.id)
      throw new Error("a message in the name of another user");
    if (globalThis.Hooks.call("preCreateChatMessage", this, given, operation, user.id) === false) return undefined;
    return send("create", { whisper: [], ...given, ...(operation.keepId && _id ? { _id } : {}) });
  }

  static getSpeaker({ actor, alias } = {}) {
    return {
      scene: null,
      actor: actor?.id ?? null,
      token: null,
      alias: alias ?? actor?.name ?? globalThis.game.user.name,
    };
  }

  static getWhisperRecipients(name) {
    const { users } = globalThis.game;
    return ["gm", "dm"].includes(name.toLowerCase())
      ? users.filter(({ isGM }) => isGM)
      : users.filter((one) => one.name === name);
  }
}

export class Macro extends Document {
  static documentName = "Macro";
  static fields = ["name", "type", "img", "command"];

  get command() {
    return this._source.command;
  }

  get isAuthor() {
    return this._source.author === globalThis.game.userId;
  }

  static async create(data) {
    const given = asJson(data, "Macro.create");
    for (const key of Object.keys(given)) if (!this.fields.includes(key)) fault(`Macro has no field ${key}`);
    if (!given.name || !["script", "chat"].includes(given.type)) throw new Error("a macro needs a name and a type");
    return send("create", { documentName: "Macro", ...given });
  }
}

class Users extends Collection {
  get current() {
    return this.get(globalThis.game.userId);
  }

  get players() {
    return this.filter((user) => !user.isGM);
  }

  /** As far as this browser knows: two may each believe that theirs is the one. */
  get activeGM() {
    const active = this.filter((user) => user.active && user.isGM);
    active.sort((one, other) => other.role - one.role || (one.id < other.id ? -1 : 1));
    return active[0] ?? null;
  }
}

/** The UUIDs of the own actors of tokens, such as `Scene.inn.Token.harpy.Actor.harpy`. */
const tokenActors = () => [...known.keys()].filter((uuid) => uuid.startsWith("Scene."));

const sceneOf = (uuid) => uuid.split(".")[1];

/** A token by its actor's UUID. If it is not linked, it has what differs from the actor that it was made from. */
const tokenOf = (uuid) =>
  strict(
    {
      actorLink: !uuid.startsWith("Scene."),
      uuid: uuid.replace(/\.Actor\..*/, ""),
      get _source() {
        return { delta: { flags: known.get(uuid).flags } };
      },
      get actor() {
        return fromUuidSync(uuid);
      },
    },
    "token.document",
  );

class Scene {
  constructor(id) {
    this.id = id;
  }

  get tokens() {
    const here = tokenActors().filter((uuid) => sceneOf(uuid) === this.id);
    return new Collection(here.map((uuid) => [uuid.split(".")[3], tokenOf(uuid)]));
  }
}

const CLASSES = { User, Actor, ChatMessage, Macro };
const collections = {
  ...{ User: new Users(), Actor: new Collection() },
  ...{ ChatMessage: new Collection(), Macro: new Collection() },
};

const classOf = (uuid) => CLASSES[uuid.split(".").at(-2)];

function add(data) {
  const document = new (classOf(data.uuid))(data);
  known.set(document.uuid, document);
  if (!document.isToken) collections[document.documentName].set(document.id, document);
  return document;
}

/** The documents of the world as they are when somebody joins. */
export function initialize({ documents, active }) {
  documents.forEach(add);
  for (const user of collections.User) user.active = active.includes(user.id);
  const { User: users, Actor: actors, ChatMessage: messages, Macro: macros } = collections;
  const scenes = new Collection([...new Set(tokenActors().map(sceneOf))].map((id) => [id, new Scene(id)]));
  return { users, actors, messages, macros, scenes, user: users.current };
}

onArrival("create", (data, user, options) => {
  const document = add(data);
  globalThis.Hooks.callAll(`create${document.documentName}`, document, options ?? {}, user);
  return document;
});

onArrival("update", ({ uuid, changes }, user, options) => {
  let document = known.get(uuid);
  if (!document) return undefined;
  const merged = mergeObject(deepClone(document._source), changes, asChanges);
  // A token's own actor may be made anew at any time. Whoever kept the old one has old data.
  if (document.isToken) document = add(merged);
  else document._apply(merged);
  globalThis.Hooks.callAll(`update${document.documentName}`, document, deepClone(changes), options ?? {}, user);
  return document;
});

onArrival("delete", ({ uuid }, user) => {
  const document = known.get(uuid);
  if (!document) return undefined;
  known.delete(uuid);
  if (!document.isToken) collections[document.documentName].delete(document.id);
  globalThis.Hooks.callAll(`delete${document.documentName}`, document, {}, user);
  return document;
});

onArrival("connected", ({ id, active }) => {
  const user = collections.User.get(id);
  if (!user) return;
  user.active = active;
  globalThis.Hooks.callAll("userConnected", user, active);
});

/** Null for what does not exist, or is no UUID. */
export const fromUuidSync = (uuid) => known.get(uuid) ?? null;

export async function fromUuid(uuid) {
  await new Promise((done) => setTimeout(done));
  return fromUuidSync(uuid);
}

/** What is under the pointer's selection: tokens, whose actors may be made anew. */
export const tokensOf = (uuids) =>
  uuids.map((uuid) =>
    strict(
      {
        get actor() {
          return fromUuidSync(uuid);
        },
        document: tokenOf(uuid),
        get name() {
          return this.actor?.name ?? "";
        },
      },
      "token",
    ),
  );
