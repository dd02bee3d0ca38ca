// @ts-check
// The list of what a user can do, and macros for the hotbar.

import { choose } from "./adapter/dialogs.mjs";
import { MODULE, globals } from "./adapter/globals.mjs";
import { notify, t } from "./adapter/texts.mjs";
import { attempt } from "./doing.mjs";
import * as settings from "./settings.mjs";

/** @import { Visit } from "./visit.mjs" */

/** Choose what to do, and do it. @param {Visit} visit */
export async function menu(visit) {
  const place = settings.place.get();
  const table = settings.worldTable();
  const { isGM } = globals.game.user;
  /** @type {[string, boolean, () => unknown][]} */
  const all = [
    ["menu.window", !!(place ?? table), () => visit.show()],
    ["menu.open", isGM && !place && !table, () => visit.host.openTable()],
    ["menu.sit", !isGM && !place, () => visit.player.sitDown()],
    ["menu.who", !!place?.gm, () => visit.host.who()],
    ["menu.invite", !!place?.gm, () => visit.host.inviteAgain()],
    ["menu.npc", !!place?.gm, () => visit.host.seatNpc()],
    ["menu.settle", isGM, () => visit.host.settle()],
    ["menu.another", isGM && !!(place ?? table), () => visit.host.openTable()],
    ["menu.macros", true, () => attempt(makeMacros)],
    ["menu.test", true, () => visit.tell()],
    ["menu.leave", !!place, () => visit.player.leave()],
  ];
  const offered = all.filter(([, isOffered]) => isOffered);
  const labels = offered.map(([key]) => t(key));
  const at = await choose(t("menu.title"), labels, table?.name ?? "");
  if (at !== null) await offered[at][2]();
}

const MACROS = ["open", "sitDown", "leave", "menu"];

/** Make macros of one line for the hotbar, unless they are there. */
async function makeMacros() {
  for (const name of MACROS) {
    const command = `game.modules.get("${MODULE}").api.${name}();`;
    const type = /** @type {const} */ ("script");
    const macro = { name: t(`macros.${name}`), type, img: "icons/svg/d20-black.svg", command };
    if (!globals.game.macros.some((/** @type {any} */ one) => one.isAuthor && one.command === command))
      await globals.Macro.create(macro);
  }
  notify("info", t("macros.made"));
}
