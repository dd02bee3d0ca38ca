// @ts-check
/** A race to a number of points: a track for each seat, with what the running turn puts at risk. */

import { html } from "../../vendor/preact.mjs";
import { nameOf } from "../labels.mjs";
import { withCommas } from "../money.mjs";
import { hueOf, inOrder } from "../table/seats.mjs";

/** @import { ComponentChildren } from "../../vendor/preact.mjs" */
/** @import { SeatView, View } from "../api.d.mts" */
/** @import { HandProps, TableProps } from "./boards.mjs" */

/** A seat's track: what it has for good, what its turn may add, what else there is to say of it in a word, and what is
 *  shown below it.
 *  @typedef {{seat: string, points: number, risk?: number, note?: string | null, shown?: ComponentChildren}} Runner */

/** A number among a round's or a seat's details; what is missing counts nothing.
 *  @param {Record<string, unknown>} details
 *  @param {string} key */
export const numberOf = (details, key) => (typeof details[key] === "number" ? Number(details[key]) : 0);

/** The seats that have points, in the order of turns.
 *  @param {View} view
 *  @returns {SeatView[]} */
export const scorers = (view) => inOrder(view).filter((seat) => typeof seat.details.points === "number");

/** The tracks of all seats, to a `goal`. What is below them is a last row.
 *  @param {{view: View, me: string | null, label: string, goal: number, runners: Runner[], children?: ComponentChildren}}
 *   props */
export function Tracks({ view, me, label, goal, runners, children }) {
  const running = view.phase !== "lobby";
  return html`<div class="race" style=${{ "--runners": runners.length }}>
    <ul class="race-tracks" aria-label=${label}>
      ${runners.map(({ seat, points, risk = 0, note, shown }) => {
        const acts = running && view.to_act.includes(seat);
        return html`<li
          key=${seat}
          class="${hueOf(view, seat)} ${acts ? "acts" : ""}"
          aria-current=${acts ? "true" : undefined}
        >
          <span class="race-name"
            >${acts ? html`<span class="turnmark" aria-label="to act">▶</span> ` : null}<bdi dir="auto"
              >${seat === me ? "You" : nameOf(view, seat, null)}</bdi
            ></span
          >
          <span class="race-track" aria-hidden="true">
            <span class="race-banked" style=${{ "--part": part(points, goal) }}></span>
            ${risk ? html`<span class="race-risk" style=${{ "--part": part(Math.min(risk, goal - points), goal) }}></span>` : null}
          </span>
          <span class="race-points"
            ><span class="unseen">has </span><strong>${withCommas(points)}</strong>${
              risk
                ? html`<span class="race-more"> +${withCommas(risk)}<span class="unseen"> at risk</span></span>`
                : note
                  ? html` <span class="race-note">${note}</span>`
                  : null
            }</span
          >
          ${shown}
        </li>`;
      })}
    </ul>
    ${children}
  </div>`;
}

/** The seats of a round, with banked points; the points at risk belong to the seat whose turn it is.
 *  @param {TableProps} props */
export function Race({ view, me }) {
  const target = numberOf(view.details, "target");
  const seats = scorers(view);
  if (!seats.length || !target) return null;
  const risk = view.phase === "lobby" ? 0 : numberOf(view.details, "at_risk");
  const least = view.phase === "lobby" ? 0 : numberOf(view.details, "bank_from");
  const runners = seats.map(({ seat, details }) => ({
    seat,
    points: numberOf(details, "points"),
    risk: view.to_act.includes(seat) ? risk : 0,
  }));
  return html`<${Tracks} ...${{ view, me, goal: target, runners }} label="Race to ${withCommas(target)}">
    <p class="race-goal">
      ${risk ? html`<span><strong>${withCommas(risk)}</strong> at risk</span>` : null}
      ${least ? html`<span>Bank from <strong>${withCommas(least)}</strong></span>` : null}
      <span><strong>${withCommas(target)}</strong> points to win</span>
    </p>
  </${Tracks}>`;
}

/** To the player whose turn it is: what banking would write down, and what the next throw may lose.
 *  @param {HandProps} props */
export function AtRisk({ view, me, seat }) {
  if (view.phase === "lobby" || !view.to_act.includes(me) || typeof view.details.at_risk !== "number") return null;
  const banked = numberOf(seat.details, "points");
  const risk = numberOf(view.details, "at_risk");
  const least = numberOf(view.details, "bank_from");
  const target = numberOf(view.details, "target");
  return html`<p class="atrisk">
    <strong class="atrisk-points">${risk ? `+${withCommas(risk)} at risk` : "Nothing at risk yet"}</strong>
    <span>${withCommas(banked)} banked</span>
    ${risk < least ? html`<span>${withCommas(least - risk)} more before you can bank</span>` : null}
    ${
      risk && risk >= least
        ? html`<span
            >${target && banked + risk >= target ? `Enough to win: ${withCommas(banked + risk)} if you bank` : `${withCommas(banked + risk)} if you bank`}</span
          >`
        : null
    }
  </p>`;
}

/** A part of the track, for CSS.
 *  @param {number} points
 *  @param {number} goal */
const part = (points, goal) => `${goal > 0 ? Math.max(0, Math.min(100, (100 * points) / goal)).toFixed(1) : 0}%`;
