// @ts-check
// The module's entry: what it registers with Foundry, and its API. docs/foundry.md explains it to GMs, players and
// authors of macros.

import { MODULE, globals } from "./adapter/globals.mjs";
import { addTools } from "./adapter/interface.mjs";
import { coins, inChat, t } from "./adapter/texts.mjs";
import { write } from "./adapter/world.mjs";
import { registerSettings } from "./settings.mjs";
import { Visit } from "./visit.mjs";

/** @type {Visit} */
let visit;

/** What the module offers to macros and other modules. @type {import("../client/foundry-api.d.ts").TavernApi} */
const api = {
  open: () => visit.open(),
  menu: () => visit.menu(),
  openTable: (given) => visit.host.openTable(given),
  sitDown: (given) => visit.player.sitDown(given),
  leave: () => visit.player.leave(),
  who: () => visit.host.who(),
  rollCall: () => visit.host.rollCall(),
  seatNpc: () => visit.host.seatNpc(),
  settle: () => visit.host.settle(),
  test: () => visit.link.test(),
  // The class of a handle has private members, so its declaration stands for another one.
  table: () => /** @type {Promise<any>} */ (visit.link.table()),
  view: async () => (await visit.link.table(true)).look(),
  send: async (command, options) => (await visit.link.table()).send(command, options),
  say: (text, users) => write(`<p>${inChat(text)}</p>`, { users }),
  coins,
};

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
  registerSettings({ react: () => visit?.start(), moved: (user) => visit?.moved(user), menu: menuClass() });
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
  visit.beJudge();
});
