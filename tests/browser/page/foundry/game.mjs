// What Foundry's globals have beside documents, settings and windows: translations, sockets, controls, dice, the chat.

import { fault, generation, strict } from "./faults.mjs";
import { enriched, listOf, localized, made } from "./html.mjs";
import { onArrival, send } from "./link.mjs";
import { asJson, expandObject, getProperty, mergeObject } from "./utils.mjs";

const LOOKS_LIKE_A_KEY = /^[A-Za-z][\w-]*(\.[\w-]+)+$/;

/** Translations are there from the hook i18nInit on. */
export class Localization {
  lang = "en";
  translations = {};
  isReady = false;

  load(texts) {
    mergeObject(this.translations, expandObject(texts));
  }

  localize(key, { mayBeText = false } = {}) {
    if (typeof key !== "string") fault(`localize: ${String(key)} is no text`);
    const found = getProperty(this.translations, key);
    if (typeof found === "string") return found;
    if (!this.isReady) fault(`localize before i18nInit: ${key}`);
    else if (!mayBeText || LOOKS_LIKE_A_KEY.test(key)) fault(`there is no text for ${key}`);
    return key;
  }

  format(key, data = {}) {
    return this.localize(key).replace(/\{(\w+)\}/g, (_, name) => {
      if (!(name in data)) fault(`format: ${key} needs ${name}`);
      return data[name];
    });
  }

  has(key) {
    return typeof getProperty(this.translations, key) === "string";
  }
}

/** What is sent reaches everybody else. Who sent it is not said, and can be pretended. */
export class Socket {
  #listeners = [];

  #require(event) {
    const found = globalThis.game.modules.get(event.replace(/^module\./, ""));
    if (!event.startsWith("module.") || !found?.active) fault(`socket: ${event} is no event of an active module`);
    if (found && !found.socket) fault(`socket: the manifest of ${found.id} does not have "socket": true`);
    return Boolean(found?.socket);
  }

  emit(event, data) {
    if (this.#require(event)) send("socket", { event, data: asJson(data, event) });
    return this;
  }

  on(event, callback) {
    this.#require(event);
    this.#listeners.push({ event, callback });
    return this;
  }

  off(event, callback) {
    this.#listeners = this.#listeners.filter((one) => one.event !== event || one.callback !== callback);
    return this;
  }

  heard({ event, data }) {
    for (const one of this.#listeners) if (one.event === event) one.callback(data);
  }
}

onArrival("socket", (sent) => globalThis.game.socket.heard(sent));
onArrival("sent", () => undefined);

// ---- Dice So Nice

/** The calls of `dice3d.show`, each with the user's id. */
export const thrown = [];

export class Dice3D {
  async show(data, user, synchronize = false, whisper = null, blind = false) {
    thrown.push([data, user?.id, synchronize]);
    for (const { dice } of data.throws) {
      for (const die of dice) {
        const { result, resultLabel, type, vectors, options } = die;
        const isWhole = Number.isInteger(result) && typeof resultLabel === "string" && /^d\d+$/.test(type);
        if (!isWhole || !Array.isArray(vectors) || typeof options !== "object") fault(`no die: ${JSON.stringify(die)}`);
        const tens = dice.filter((one) => one.type === "d10").length;
        if (type === "d100" && !tens) fault("a d100 needs a d10 beside it");
      }
    }
    if (user !== globalThis.game.user) fault("dice3d.show is given another user");
    // Everybody is sent all results, and each browser decides what it shows.
    if (synchronize) send("dice", { dice: asJson(data, "dice3d.show"), whisper, blind });
    await new Promise((done) => setTimeout(done, 5));
    return true;
  }
}

onArrival("dice", () => undefined);

// ---- Sounds

export const played = [];

/** By default, a sound is for this browser alone. */
export async function play({ src, volume = 1, ...others }, push = false) {
  const isRight = typeof src === "string" && volume > 0 && volume <= 1 && !Object.keys(others).length && push === false;
  if (!isRight) fault(`no sound of one browser: ${src}`);
  played.push(src);
}

// ---- The chat

function show(message, list) {
  const content = made("div", { class: "message-content" }, enriched(message.content));
  const attributes = { class: "chat-message message", "data-message-id": message.id };
  const shown = made("li", attributes, made("header", {}, message.author?.name ?? ""), content);
  const before = list.querySelector(`[data-message-id="${message.id}"]`);
  if (before) before.replaceWith(shown);
  else list.append(shown);
  const { Hooks } = globalThis;
  if (generation() >= 13) Hooks.callAll("renderChatMessageHTML", message, shown, {});
  // It is not jQuery, but is read like it.
  Hooks.callAll("renderChatMessage", message, Object.assign([shown], { jquery: "3" }), {});
}

function render(message) {
  if (!message.visible) return;
  show(message, listOf("chat-log"));
  // Later versions show each message a second time beside the log.
  if (generation() >= 13) show(message, listOf("chat-notifications"));
}

/** Follow the messages: those that are there were shown before the hook `ready`. */
export function chat(Hooks) {
  globalThis.game.messages.forEach(render);
  Hooks.on("createChatMessage", render);
  Hooks.on("updateChatMessage", render);
  Hooks.on("deleteChatMessage", ({ id }) => {
    for (const shown of document.querySelectorAll(`[data-message-id="${id}"]`)) shown.remove();
  });
}

// ---- Scene controls

/** In version 14, `tools` may not be there, and is not at first. */
let asked = 0;

function offered() {
  asked += 1;
  if (generation() < 13) {
    const tools = [{ name: "select", title: "Select", icon: "fas fa-expand" }];
    return [{ name: "token", title: "Tokens", layer: "tokens", icon: "fas fa-user-alt", tools, activeTool: "select" }];
  }
  const tools = { select: { name: "select", order: 1, title: "Select", icon: "fa-solid fa-expand" } };
  const tokens = { name: "tokens", order: 1, title: "Tokens", icon: "fa-solid fa-user-large", activeTool: "select" };
  return { tokens: generation() >= 14 && asked === 1 ? tokens : { ...tokens, tools } };
}

function buttonOf(tool, name) {
  const { title, icon, button, visible = true, onClick, onChange, order } = tool;
  if (!title || !icon || tool.name !== name) fault(`a tool needs a name, a title and an icon: ${name}`);
  if (generation() >= 13 && (onClick || !Number.isFinite(order))) fault(`${name}: a tool has an order, and onChange`);
  const shown = made("button", { type: "button", "data-tool": name, "aria-label": localized(title) });
  shown.hidden = !visible;
  if (onClick || onChange) {
    if (!button) fault(`${name}: a tool that opens something is a button`);
    shown.addEventListener("click", (event) => (generation() < 13 ? onClick?.() : onChange?.(event, true)));
  }
  return shown;
}

/** Draw the controls, as Foundry does again and again. */
export function drawControls() {
  const controls = offered();
  globalThis.Hooks.callAll("getSceneControlButtons", controls);
  const all = Array.isArray(controls) ? controls : Object.values(controls);
  const pairs = all.flatMap(({ tools = [] }) =>
    generation() < 13 ? tools.map((tool) => [tool.name, tool]) : Object.entries(tools),
  );
  const names = pairs.map(([name]) => name);
  if (new Set(names).size < names.length) fault(`a tool is there twice: ${names.join(", ")}`);
  listOf("scene-controls").replaceChildren(...pairs.map(([name, tool]) => buttonOf(tool, name)));
}

/** Objects of this version that have little in them. */
export function world({ system, world: { id, title }, prefix }) {
  const build = { 12: 343, 13: 351, 14: 369 }[generation()];
  return {
    release: strict({ generation: generation(), build, version: `${generation()}.${build}` }, "game.release"),
    version: `${generation()}.${build}`,
    system: { id: "dnd5e", title: "Dungeons & Dragons Fifth Edition", version: system },
    world: { id, title },
    data: { prefix },
    view: "game",
    ready: false,
  };
}
