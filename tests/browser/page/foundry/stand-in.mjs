// A strict stand-in for Foundry VTT 12, 13 and 14 with dnd5e. What Foundry might do, this does; what it might not do for
// us, this does not. Several browsers share a world, which tests/browser/foundry.py carries between them.
//
// A test finds these in `standIn`; the rest is Foundry's own globals:
//   start(snapshot)        load modules, and call init, i18nInit, setup and ready; the test's World does it
//   macro(code)            run a pasted script macro; resolves when it has ended
//   notified, thrown       [kind, text] of each notification; the arguments of each dice3d.show
//   played                 the sounds that this browser played
//   messages()             the chat as data, each with `shown`: the texts of the parts that this user sees
//   openMenu(id)           open a settings menu, such as "tavern-table.connection", as a click does
//   moveWindow(app), popOut(app), popIn(app)   move a window: its frames load again; PopOut! for 12 and 13
//   setScheme("dark", "light")   the colours of Foundry's windows, and of the interface around them
//   game.settings.isFull   true: this browser's storage takes nothing more
//   readable(), stored()   all that any client can read, and what only this browser has, to search for secrets
//   select(uuids)          which tokens are selected

import * as application from "./application.mjs";
import { addInput, DialogV2, notified, Notifications } from "./dialogs.mjs";
import * as documents from "./documents.mjs";
import { fault, guardStorage, strict, withdrawn } from "./faults.mjs";
import * as gameParts from "./game.mjs";
import { Hooks } from "./hooks.mjs";
import { FormDataExtended } from "./html.mjs";
import { begin, receive } from "./link.mjs";
import { readable, stored } from "./reading.mjs";
import { fields, Settings } from "./settings.mjs";
import * as utils from "./utils.mjs";

const GONE = [
  "$ jQuery Dialog Application FormApplication DocumentSheet renderTemplate loadTemplates mergeObject getProperty",
  "setProperty hasProperty expandObject flattenObject duplicate deepClone isNewerVersion randomID isEmpty",
].flatMap((names) => names.split(" "));

/** What Foundry has in version 12 and in later ones. */
function namespaces(generation) {
  const { Collection, escapeHTML, asJson: _asJson, frozen: _frozen, isPlain: _isPlain, ...shared } = utils;
  const { ApplicationV2, instances } = application;
  const later = generation >= 13;
  const own = later ? { ...shared, escapeHTML, Collection } : { ...shared, Collection };
  const api = strict({ ApplicationV2, DialogV2 }, "foundry.applications.api");
  const ux = later ? { ux: strict({ FormDataExtended }, "foundry.applications.ux") } : {};
  return strict(
    {
      utils: strict({ ...own, duplicate: utils.deepClone }, "foundry.utils"),
      applications: strict({ api, instances, ...ux }, "foundry.applications"),
      data: strict({ fields: strict(fields, "foundry.data.fields") }, "foundry.data"),
      audio: strict({ AudioHelper: { play: gameParts.play } }, "foundry.audio"),
      CONST: CONSTANTS,
    },
    "foundry",
  );
}

const CONSTANTS = { DOCUMENT_OWNERSHIP_LEVELS: documents.LEVELS, USER_ROLES: documents.ROLES };

const game = {};
const ui = {};
/** What may be missing from `game`. */
const OPTIONAL = ["dice3d"];

/** Before Foundry begins, `game` is empty. */
function prepare({ generation, prefix, currencies }) {
  Object.assign(standIn, { generation, prefix });
  application.addDetaching();
  addInput();
  const { fromUuid, fromUuidSync, Actor, ChatMessage, Macro, User } = documents;
  withdrawn(generation < 13 ? GONE : [...GONE, "FormDataExtended", "TextEditor"]);
  if (generation < 13) Object.assign(globalThis, { FormDataExtended });
  Object.assign(globalThis, {
    game: strict(game, "game", OPTIONAL),
    ui: strict(ui, "ui"),
    canvas: { ready: false },
    CONFIG: { DND5E: { currencies } },
    CONST: CONSTANTS,
    foundry: namespaces(generation),
    ...{ Hooks, fromUuid, fromUuidSync, Actor, ChatMessage, Macro, User },
  });
}

async function loadModules(modules) {
  for (const { esmodules, styles = [] } of modules) {
    for (const path of styles) {
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: path });
      document.head.append(link);
    }
    for (const path of esmodules ?? []) {
      await import(path).catch((error) => fault(`a module does not load: ${error?.stack ?? error}`));
    }
  }
}

/** Foundry's steps, each with what is there by then. */
async function start(snapshot) {
  const { generation, modules, user, texts, settings, selected, hasDice } = snapshot;
  prepare(snapshot);
  await loadModules(modules);
  if (modules.length) guardStorage();
  Object.assign(game, gameParts.world(snapshot), {
    userId: user,
    user: null,
    modules: new utils.Collection(modules.map((one) => [one.id, strict(one, one.id, ["api", "socket"])])),
    settings: new Settings(),
    i18n: new gameParts.Localization(),
    socket: new gameParts.Socket(),
    keybindings: { register() {} },
  });
  game.settings.load(settings);
  registerScheme(generation);
  Hooks.callAll("init");
  texts.forEach((one) => game.i18n.load(one));
  game.i18n.isReady = true;
  Hooks.callAll("i18nInit");
  Hooks.callAll("setup");
  Object.assign(game, documents.initialize(snapshot));
  Object.assign(ui, {
    notifications: new Notifications(),
    controls: { render: gameParts.drawControls, initialize: gameParts.drawControls },
  });
  if (hasDice) game.dice3d = new gameParts.Dice3D();
  globalThis.canvas = { ready: true, scene: { id: "scene" }, tokens: { controlled: [] } };
  select(selected);
  gameParts.chat(Hooks);
  begin();
  gameParts.drawControls();
  game.ready = true;
  Hooks.callAll("ready");
  gameParts.drawControls();
}

function select(uuids) {
  globalThis.canvas.tokens.controlled = documents.tokensOf(uuids);
}

/** The theme is a setting of this browser and a class of the page. */
function registerScheme(generation) {
  const [key, type] = generation < 13 ? ["colorScheme", String] : ["uiConfig", Object];
  const value = generation < 13 ? "light" : { colorScheme: { applications: "light", interface: "light" } };
  game.settings.register("core", key, { scope: "client", config: false, type, default: value });
  document.body.classList.add("theme-light");
}

/** Windows may look different from the interface around them, whose scheme is a class of the page. */
async function setScheme(applications, around) {
  document.body.classList.remove("theme-light", "theme-dark");
  document.body.classList.add(`theme-${around}`);
  const isOld = standIn.generation < 13;
  const value = isOld ? around : { colorScheme: { applications, interface: around } };
  await game.settings.set("core", isOld ? "colorScheme" : "uiConfig", value);
}

/** Foundry runs a macro inside an async function. Its errors end in the console, and in a notification. */
async function macro(code) {
  const AsyncFunction = (async () => {}).constructor;
  try {
    await new AsyncFunction("speaker", "actor", "token", "character", code)();
  } catch (error) {
    fault(`thrown in a macro: ${error?.stack ?? error}`);
    notified.push(["thrown", String(error)]);
  }
}

function messages() {
  return game.messages.map((message) => {
    const shown = document.querySelector(`#chat-log [data-message-id="${message.id}"] .message-content`);
    return { ...message.toObject(), shown: [...(shown?.childNodes ?? [])].map(({ textContent }) => textContent) };
  });
}

async function openMenu(id) {
  const { type: Type, restricted } = game.settings.menus.get(id);
  if (restricted && !game.user.isGM) throw new Error(`${id} is for GMs`);
  await new Type().render({ force: true });
}

const standIn = {
  ...{
    start,
    macro,
    select,
    receive,
    notified,
    thrown: gameParts.thrown,
    played: gameParts.played,
    messages,
    openMenu,
    setScheme,
  },
  ...{ moveWindow: application.moveWindow, popOut: application.popOut, popIn: application.popIn, readable, stored },
};

globalThis.standIn = standIn;
