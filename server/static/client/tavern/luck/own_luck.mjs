// Whether a seat's own luck is in a round, and why.

import { CALLED, forSeat } from "./beginning.mjs";

/** @import { View } from "../answers.mjs" */

/**
 * Whether a seat's own sealed luck is in a round, and `why` (in words: `detail`). If it is, nobody can have chosen the
 * round's rolls, except by withholding their own luck.
 * @typedef {"revealed" | "asked" | "withheld" | "called_off" | "too_late" | "not_sealed" | "open" | "not_playing"} WhyLuck
 */
/** @typedef {{ round: number, included: boolean, why: WhyLuck, detail: string }} LuckInRound */

/** Why a seat's own luck is in a round, or is not. @type {Record<WhyLuck, string>} */
const LUCK = {
  revealed: "it was revealed",
  asked: "it is still to be revealed",
  withheld: "it was sealed, and withheld",
  called_off: "the round was called off before it was revealed",
  too_late: "its seal came too late for this round, or the table's luck was open by then",
  not_sealed: "nothing was sealed for this round",
  open: "this round is played with open luck words",
  not_playing: "the seat does not play in this round",
};

/**
 * Whether the seat's own luck is in the round that a view shows. Null before the first round, and without a seat.
 * @param {View} view @param {(seat: string) => boolean} hasDrawn whether this client drew luck for the round
 * @returns {LuckInRound | null}
 */
export function luckInRound(view, hasDrawn) {
  const seat = view.you?.seat;
  if (!seat || !view.round) return null;
  const why = whyLuck(view, seat, hasDrawn);
  return { round: view.round, included: why === "revealed", why, detail: LUCK[why] };
}

/** @param {View} view @param {string} seat @param {(seat: string) => boolean} hasDrawn @returns {WhyLuck} */
function whyLuck({ fair, phase, seats }, seat, hasDrawn) {
  if (forSeat(fair.revealed, seat) !== undefined) return "revealed";
  if (fair.withheld?.includes(seat)) return "withheld";
  if (forSeat(fair.seals, seat) !== undefined) return phase === CALLED ? "asked" : "called_off";
  const plays = phase === CALLED ? fair.called?.includes(seat) : seats.some((one) => one.seat === seat && one.playing);
  if (!plays) return "not_playing";
  if (fair.luck === "open" && phase !== "lobby") return "open";
  return hasDrawn(seat) ? "too_late" : "not_sealed";
}
