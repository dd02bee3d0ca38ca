// @ts-check
/** Twelve Nights: how far everybody's cards are from twelve, and how far the House draws. */

import { html } from "../../vendor/preact.mjs";
import { inOrder } from "../table/seats.mjs";
import { Tracks, numberOf } from "./race.mjs";

/** @import { Die, View } from "../api.d.mts" */
/** @import { Board, HandProps, TableProps } from "./boards.mjs" */
/** @import { Runner } from "./race.mjs" */

const TWELVE = 12;

/** How far a total is from twelve, in a few words; once a round is over, nothing is to go.
 *  @param {number} total
 *  @param {View} view */
const farInWords = (total, view) =>
  total > TWELVE ? "bust" : total === TWELVE ? "twelve" : view.phase === "lobby" ? "" : `${TWELVE - total} to go`;

/** Whether an ace counts ten in a total.
 *  @param {Die[]} dice
 *  @param {number} total */
const isAceTen = (dice, total) =>
  dice.some((die) => die.face === 1) && total > dice.reduce((sum, die) => sum + (die.face ?? 0), 0);

/** @param {TableProps} props */
function Table({ view, me }) {
  const house = numberOf(view.details, "house_total");
  const least = numberOf(/** @type {Record<string, unknown>} */ (view.options ?? {}), "house_stands_on");
  if (view.phase === "lobby" && !view.result) return null;
  /** @type {Runner[]} */
  const runners = inOrder(view)
    .filter((seat) => seat.dice.length)
    .map(({ seat, total }) => ({
      seat,
      points: total ?? 0,
      note: total === null ? "face down" : farInWords(total, view),
    }));
  if (house) runners.push({ seat: "house", points: house, note: house > TWELVE ? "bust" : null });
  const goals = html`<p class="race-goal">
    <span><strong>12</strong> wins, more is bust</span>
    ${least ? html`<span>The House draws until it has <strong>${least}</strong></span>` : null}
  </p>`;
  return runners.length
    ? html`<${Tracks} ...${{ view, me, goal: TWELVE, runners }} label="To twelve">${goals}</${Tracks}>`
    : goals;
}

/** How far my cards are from twelve, and what a 1 among them counts.
 *  @param {HandProps} props */
function Hand({ seat: { dice, total }, view }) {
  if (!dice.length || total === null) return null;
  return html`<p class="ownbet">
    <strong>${total} of ${TWELVE}</strong>
    <span>${farInWords(total, view)}</span>
    ${isAceTen(dice, total) ? html`<span>a 1 counts ten</span>` : null}
  </p>`;
}

/** @type {Board} */
export const board = { Table, Hand, shown: { table: ["house_total"] } };
