// @ts-check
/** Goblin Mode: the Chamber, stage by stage, with the seats where they roll, hold, or died. */

import { html } from "../../vendor/preact.mjs";
import { nameOf } from "../labels.mjs";
import { DieSign } from "../table/dice.mjs";
import { hueOf, inOrder } from "../table/seats.mjs";

/** @import { SeatView, View } from "../api.d.mts" */
/** @import { Board, HandProps, TableProps } from "./boards.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */

/** The dice of the stages. */
const STAGES = ["d20", "d12", "d10", "d8", "d6", "d4"];
/** Who has held since one of these wins only half the pot. */
const TAXED = new Set(["d12", "d10"]);

/** The stage in which a seat rolls, holds, or died: one that died lies where its last die of a stage fell.
 *  @param {SeatView} seat
 *  @param {string} now the die of the stage */
function stageOf(seat, now) {
  const { held_in: held } = seat.details;
  if (typeof held === "string") return held;
  if (seat.status !== "dead") return now;
  return seat.dice.filter(({ die }) => STAGES.includes(die)).at(-1)?.die ?? now;
}

/** The stages in which there are seats, the present one among them, and the dice that are still to come.
 *  @param {TableProps} props */
function Chamber({ view, words, me }) {
  const now = view.details.die;
  const seats = inOrder(view).filter((seat) => typeof seat.details.score === "number");
  if (typeof now !== "string" || !STAGES.includes(now) || !seats.length) return null;
  const over = view.phase === "lobby";
  const later = over ? [] : STAGES.slice(STAGES.indexOf(now) + 1);
  const stages = STAGES.map((die) => ({ die, here: seats.filter((seat) => stageOf(seat, now) === die) })).filter(
    ({ die, here }) => here.length || (die === now && !over),
  );
  return html`<section class="chamber" aria-label=${words.of("phases", "chamber").label}>
    <ol class="chamber-stages">
      ${stages.map(
        ({ die, here }) =>
          html`<li
            key=${die}
            class=${die === now && !over ? "now" : ""}
            aria-current=${die === now && !over ? "step" : undefined}
          >
            <span class="chamber-die"><${DieSign} kind=${die} /><span>${die}</span></span>
            <span class="chamber-seats">
              ${here.map((seat) => html`<${Goblin} ...${{ seat, view, words, me }} key=${seat.seat} />`)}
              ${TAXED.has(die) && here.some((seat) => seat.status === "held") ? html`<span class="chamber-tax">these win half the pot</span>` : null}
            </span>
          </li>`,
      )}
    </ol>
    ${
      later.length
        ? html`<p class="chamber-later">
            then ${later.map((die) => html`<span key=${die}><${DieSign} kind=${die} />${die}</span>`)}
          </p>`
        : null
    }
  </section>`;
}

/** A seat in the Chamber: its score, and whether it leads, holds, is dead, or has Boots.
 *  @param {{seat: SeatView, view: View, words: Words, me: string | null}} props */
function Goblin({ seat, view, words, me }) {
  const { score, boots } = seat.details;
  const leads = Array.isArray(view.details.highest) && view.details.highest.includes(seat.seat);
  const dead = seat.status === "dead";
  const acts = view.phase !== "lobby" && view.to_act.includes(seat.seat);
  return html`<span class="goblin ${hueOf(view, seat.seat)} ${acts ? "acts" : ""} ${dead ? "dead" : ""}">
    ${acts ? html`<span class="turnmark" aria-label="to act">▶</span>` : null}
    <span class="goblin-dot" aria-hidden="true"></span>
    <bdi class="goblin-name" dir="auto">${nameOf(view, seat.seat, me)}</bdi>
    ${dead ? null : html`<strong>${score}</strong>`}
    ${seat.status === "active" ? null : html`<small>${words.of("statuses", seat.status).label.toLowerCase()}</small>`}
    ${leads ? html`<small class="goblin-leads">highest</small>` : null}
    ${boots && !dead ? html`<small>${boots} ${boots === 1 ? "Boot" : "Boots"}</small>` : null}
  </span>`;
}

/** To the player whose turn it is: what the next roll, or a hold, means.
 *  @param {HandProps} props */
function NextRoll({ view, me, seat }) {
  const { die } = view.details;
  if (view.phase === "lobby" || !view.to_act.includes(me) || typeof die !== "string" || !STAGES.includes(die))
    return null;
  const sides = die.slice(1);
  return html`<p class="nextroll">
    <strong>${die}: 1 in ${sides} is death</strong>
    <span>a ${sides} earns a Boot</span>
    ${seat.details.may_hold && TAXED.has(die) ? html`<span>a hold now halves what you can win</span>` : null}
  </p>`;
}

/** @type {Board} */
export const board = {
  Table: Chamber,
  Hand: NextRoll,
  shown: { table: ["stage", "die", "highest"], seat: ["score", "boots", "held_in"] },
};
