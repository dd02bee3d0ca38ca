// @ts-check
/** Whom a table waits for between rounds: newcomers at the door, more players, or the GM. */

import { listed } from "../parts.mjs";
import { knownTable } from "../session.mjs";
import { waitingFor } from "./middle.mjs";

/** @import { View } from "../api.d.mts" */
/** @typedef {import("../labels.mjs").Words} Words */

/** More names than these are counted. */
const MOST_NAMES = 3;

/** Whom a live table waits for, in words: in a round, who has to act.
 *  @param {View} view
 *  @param {string | null} me
 *  @param {Words} words */
export function awaited(view, me, words) {
  if (view.phase !== "lobby" || view.closed || !words.game) return waitingFor(view, me, words);
  const door = view.asking.filter((one) => one.seat !== me);
  if (door.length)
    return `Waiting for ${door.length > MOST_NAMES ? `${door.length} people` : listed(door.map((one) => one.name))} to be let in`;
  return gathered(view, words);
}

/** Who is here, and what is missing for a round.
 *  @param {View} view
 *  @param {Words} words */
function gathered(view, words) {
  const { min, max } = words.game?.seats ?? { min: 1, max: 1 };
  const here = view.seats.filter((one) => one.kind !== "watcher" && one.played_by !== "nobody").length;
  const players = max === 1 ? "1 player" : `${min === max ? max : `${min}–${max}`} players`;
  if (here < min) {
    const more = min - here;
    return here ? `${here} of ${players}; ${more} more ${more === 1 ? "is" : "are"} needed` : `Waiting for ${players}`;
  }
  const who = knownTable(view.table).gm ? "you" : "the GM";
  return `${here > max ? `${here} players, of whom ${max} play` : `${here} of ${players}`}; ${who} can start`;
}
