// @ts-check
/** A race to a number of points: a track for each seat, with what the running turn puts at risk. */

import { html } from "../../vendor/preact.mjs";
import { nameOf } from "../labels.mjs";
import { withCommas } from "../money.mjs";
import { hueOf, inOrder } from "../table/seats.mjs";

/** @import { TableProps } from "./boards.mjs" */

/** The seats of a round, with banked points; the points at risk belong to the seat whose turn it is.
 *  @param {TableProps} props */
export function Race({ view, me }) {
  const target = Number(view.details.target ?? 0);
  const running = view.phase !== "lobby";
  const racing = inOrder(view).filter((seat) => typeof seat.details.points === "number");
  if (!racing.length || !target) return null;
  return html`<ul class="race" aria-label="Race to ${withCommas(target)}">
    ${racing.map((seat) => {
      const points = Number(seat.details.points);
      const risk = running && view.to_act.includes(seat.seat) ? Number(view.details.at_risk ?? 0) : 0;
      return html`<li key=${seat.seat} class=${hueOf(view, seat.seat)}>
        <span class="race-name"><bdi dir="auto">${nameOf(view, seat.seat, me)}</bdi></span>
        <span class="race-track" aria-hidden="true">
          <span class="race-banked" style=${{ "--part": part(points, target) }}></span>
          ${risk ? html`<span class="race-risk" style=${{ "--part": part(Math.min(risk, target - points), target) }}></span>` : null}
        </span>
        <span class="race-points"
          ><span class="unseen">banked </span><strong>${withCommas(points)}</strong>${
            risk
              ? html`<span class="race-more"
                  ><span aria-hidden="true"> + </span>${withCommas(risk)}<span class="unseen"> at risk</span></span
                >`
              : null
          }</span
        >
      </li>`;
    })}
    <li class="race-target">
      <span class="help"
        >${withCommas(target)} to
        win${running && Number(view.details.at_risk) ? html`; <strong>${withCommas(Number(view.details.at_risk))}</strong> at risk` : null}</span
      >
    </li>
  </ul>`;
}

/** A part of the track, for CSS.
 *  @param {number} points
 *  @param {number} target */
const part = (points, target) => `${Math.max(0, Math.min(100, (100 * points) / target)).toFixed(1)}%`;
