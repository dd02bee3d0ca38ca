// @ts-check
/** A table for oneself: two players of the house, a seat, and the first round, with one click. */

import { go, tablePath } from "../place.mjs";
import { openerFor, tableFor } from "../server.mjs";
import { remember, settings } from "../session.mjs";
import { newKey } from "./joining.mjs";

/** @import { Game, View } from "../api.d.mts" */

const PURSE_CP = 5_000;
const LOW_CP = 2_000;
const COMPANY = ["Odo", "Wren", "Mirela", "Barnaby", "Tamsin"];

/** Before a round of practice, purses that run low are filled again, so that nobody sits out.
 *  @param {View} view
 *  @param {string} gm */
export async function refill(view, gm) {
  const asGm = tableFor(view.table, gm);
  for (const { seat, purse_cp: purse, played_by: by } of view.seats) {
    if (purse >= LOW_CP || by === "nobody") continue;
    await asGm.send({ type: "give_coins", target: seat, amount_cp: PURSE_CP - purse, reason: "practice goes on" });
  }
}

/** Open a practice table, sit down with company, and start the first round.
 *  @param {Game} game
 *  @param {string} [hostKey] */
export async function practise(game, hostKey) {
  const who = settings().name || "Traveller";
  const opened = await openerFor(hostKey).openTable({
    game: game.id,
    name: "Practice",
    gm: { name: "The House" },
    key: newKey(),
  });
  const { table } = opened;
  const asGm = tableFor(table, opened.gm_token);
  remember(table, { gm: opened.gm_token, invite: opened.invite, practice: true, game: game.id, seen: Date.now() });
  const seated = await asGm.sit({ invite: opened.invite, name: who, purse_cp: PURSE_CP, key: newKey() });
  remember(table, { token: seated.token, seat: seated.seat, who, admitted: true });
  const temperaments = ["cautious", "reckless"].filter((one) => game.temperaments.includes(one));
  const company = COMPANY.filter((name) => name.toLowerCase() !== who.toLowerCase());
  const others = Math.min(Math.max(2, game.seats.min - 1), game.seats.max - 1);
  for (let n = 0; n < others; n += 1) {
    await asGm.sit({
      name: company[n],
      npc: temperaments[n % temperaments.length] ?? game.temperaments[0],
      purse_cp: PURSE_CP,
      key: newKey(),
    });
  }
  await asGm.send({ type: "start_round" });
  go(tablePath(table));
}
