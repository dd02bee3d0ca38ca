// @ts-check
/** Triangle: the bettings of the round, and what one's own dice may still come to. */

import { html } from "../../vendor/preact.mjs";
import { DieSign } from "../table/dice.mjs";
import { Bettings } from "./bettings.mjs";
import { TRIANGLE, triangleOf } from "./ranks.mjs";

/** @import { Board, HandProps, TableProps } from "./boards.mjs" */

/** @param {number} sides */
const kindOf = (sides) => html`<${DieSign} kind=${`d${sides}`} card /><span class="unseen">1–${sides}</span>`;

/** @param {TableProps} props */
const Table = (props) =>
  html`<${Bettings}
    ...${props}
    phases=${{
      first_betting: kindOf(TRIANGLE[0]),
      second_betting: kindOf(TRIANGLE[1]),
      third_betting: kindOf(TRIANGLE[2]),
      showdown: "",
    }}
  />`;

/** @param {HandProps} props */
function Hand({ seat }) {
  const faces = seat.dice.map((die) => die.face);
  const known = faces.length > 0 && faces.length <= TRIANGLE.length && faces.every((face) => face !== null);
  if (!known || seat.dice.some((die, at) => die.die !== `d${TRIANGLE[at]}`)) return null;
  const hand = triangleOf(/** @type {number[]} */ (faces));
  const [lowest, highest] = [TRIANGLE.length, TRIANGLE.reduce((sum, sides) => sum + sides, 0)];
  /** @param {number} points */
  const part = (points) => `${((100 * (points - lowest)) / (highest - lowest)).toFixed(1)}%`;
  return html`<section class="ownhand" aria-label="Your hand">
    <p class="ownhand-name">
      <span>${hand.left.length ? "So far" : "Your hand"}</span>
      <strong>${hand.beatsAll ? "Three ones" : hand.total}</strong>
      <span
        >${hand.left.length ? `will be ${hand.least} to ${hand.most}` : hand.beatsAll ? "beat everything" : `of at most ${highest}`}</span
      >
    </p>
    <div class="reach" aria-hidden="true">
      <span style=${{ "--from": part(hand.least), "--to": part(hand.most) }}></span>
    </div>
    ${hand.mayBeatAll ? html`<p class="help">With nothing but ones to the end, you beat everything.</p>` : null}
  </section>`;
}

/** @type {Board} */
export const board = { Table, Hand, shown: { table: ["betting"] } };
