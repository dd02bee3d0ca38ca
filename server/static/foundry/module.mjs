// @ts-check
// The module's entry: what it registers with Foundry, and its API. docs/foundry.md explains it to GMs, players and authors
// of macros.

import { MODULE, addTools, coins, globals, inChat, t, write } from "./adapter.mjs";
import { registerSettings } from "./settings.mjs";
import { Visit } from "./visit.mjs";

/** @type {Visit} */
let visit;

/** What the module offers to macros and other modules: `game.modules.get("tavern-table").api`. */
const api = {
  /** Open the window; first open a table, or sit down, if there is none yet. */
  open: () => visit.open(),
  /** Choose what to do from a list. */
  menu: () => visit.menu(),
  /** Open a table; what is not given is asked for. Returns its id, or null.
   *  @param {{ game?: string, name?: string, options?: Record<string, unknown> }} [given] */
  openTable: (given) => visit.openTable(given),
  /** Sit down with the selected token's actor, or the user's own. Returns the seat, or null.
   *  @param {{ purse_cp?: number, luck?: string, name?: string }} [given] */
  sitDown: (given) => visit.sitDown(given),
  /** Leave the table, and take the coins home. */
  leave: () => visit.leave(),
  /** Say which users are at the table, to the GM. */
  who: () => visit.who(),
  /** Which users are at the table, and who is missing. */
  rollCall: () => visit.rollCall(),
  /** Seat the selected actor as an NPC. */
  seatNpc: () => visit.seatNpc(),
  /** Give coins that are at a table back by hand. */
  settle: () => visit.settle(),
  /** Test the connection: `{ code, data }`. */
  test: () => visit.test(),
  /** The table as this user has it, a handle of docs/client-js.md: views, commands, following. Throws if there is none. */
  table: () => visit.table(),
  /** The view of the table, as this user sees it. */
  view: async () => (await visit.table()).look(),
  /** Give a command, such as `{ type: "start_round" }`; the GM names the seat to act for.
   *  @param {{ type: string, [param: string]: unknown }} command @param {{ seat?: string }} [options] */
  send: async (command, options) => (await visit.table()).send(command, options),
  /** Write to the chat, to all or only to some users, by their ids. It is shown as text, never as HTML or a roll.
   *  @param {string} text @param {string[]} [users] */
  say: (text, users) => write(`<p>${inChat(text)}</p>`, { users }),
  /** Copper as people count it, such as "5 gp 3 cp". @param {number} copper */
  coins: (copper) => coins(copper),
};
/** @typedef {typeof api} Api */

/** The settings' button has a class behind it: showing it tests the connection. */
function menuClass() {
  return class extends globals.foundry.applications.api.ApplicationV2 {
    async render() {
      await visit.tell();
      return this;
    }
  };
}

globals.Hooks.once("init", () => {
  registerSettings({ react: () => visit?.start(), menu: menuClass() });
  globals.game.modules.get(MODULE).api = api;
});

globals.Hooks.on("getSceneControlButtons", (/** @type {any} */ controls) => {
  addTools(controls, [
    { name: "tavern-table", title: t("tools.open"), icon: "fa-solid fa-dice", run: () => visit.open() },
    { name: "tavern-table-menu", title: t("tools.menu"), icon: "fa-solid fa-beer-mug-empty", run: () => visit.menu() },
  ]);
});

globals.Hooks.once("ready", () => {
  visit = new Visit(String(globals.game.modules.get(MODULE).version));
  // The GM who acts for all may be another one now.
  globals.Hooks.on("userConnected", () => visit.follow());
  globals.Hooks.on("createChatMessage", (/** @type {any} */ message) => visit.heard(message));
  visit.start();
});
