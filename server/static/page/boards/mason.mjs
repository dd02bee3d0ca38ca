// @ts-check
/** Mason: everybody's score, who is still to throw, and who is out. */

import { html } from "../../vendor/preact.mjs";
import { withCommas } from "../money.mjs";
import { DieSign } from "../table/dice.mjs";
import { Tracks, numberOf, scorers } from "./race.mjs";

/** @import { SeatView, View } from "../api.d.mts" */
/** @import { Board, TableProps } from "./boards.mjs" */

/** The scores: against the target, or without one, against the highest.
 *  @param {TableProps} props */
function Scores({ view, words, me }) {
  const seats = scorers(view);
  if (!seats.length) return null;
  const target = numberOf(view.details, "target");
  const scores = seats.map((seat) => numberOf(seat.details, "points"));
  const highest = Math.max(...scores);
  const runners = seats.map((seat, at) => ({
    seat: seat.seat,
    points: scores[at],
    risk: view.to_act.includes(seat.seat) ? numberOf(view.details, "at_risk") : 0,
    note: noteOn(view, seat, words),
    shown: html`<${Counted} throws=${seat.details.counted} />`,
  }));
  return html`<${Tracks} ...${{ view, me, goal: Math.max(target, highest), runners }} label="Scores">
    <p class="race-goal">
      ${highest ? html`<span>Highest <strong>${withCommas(highest)}</strong></span>` : null}
      ${target ? html`<span>Ends at <strong>${withCommas(target)}</strong></span>` : null}
    </p>
  </${Tracks}>`;
}

/** The dice that counted in a turn, throw by throw: each of them is a point.
 *  @param {{throws: unknown}} props */
function Counted({ throws }) {
  if (!Array.isArray(throws) || !throws.length) return null;
  return html`<span class="race-counted"
    >${throws.map(
      (faces, at) =>
        html`${at ? html`<span class="soft"> then </span>` : null}<span
            role="img"
            key=${at}
            aria-label=${faces.join(", ")}
            >${faces.map((/** @type {number} */ face, /** @type {number} */ n) => html`<${DieSign} kind="d6" face=${face} key=${n} />`)}</span
          >`,
    )}</span
  >`;
}

/** Whether a seat has yet to throw, or why it throws no more. Seats throw in their order.
 *  @param {View} view
 *  @param {SeatView} seat
 *  @param {import("../labels.mjs").Words} words */
function noteOn(view, seat, words) {
  if (seat.status !== "active") return words.of("statuses", seat.status).label.toLowerCase();
  const acting = view.order.findIndex((one) => view.to_act.includes(one));
  const at = view.order.indexOf(seat.seat);
  if (view.phase === "lobby" || acting < 0 || at < 0) return null;
  return at > acting ? "has yet to throw" : null;
}

/** @type {Board} */
export const board = {
  Table: Scores,
  shown: { table: ["at_risk", "target"], seat: ["points", "counted"] },
};
