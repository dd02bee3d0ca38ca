// @ts-check
/** Ruler's Bluff: the bettings of the round, and the name of one's own hand. */

import { html } from "../../vendor/preact.mjs";
import { readable } from "../labels.mjs";
import { Fold } from "../parts.mjs";
import { DieSign } from "../table/dice.mjs";
import { Bettings } from "./bettings.mjs";
import { HANDS, handOf } from "./ranks.mjs";

/** @import { Board, HandProps, TableProps, Words } from "./boards.mjs" */

/** @param {Words} words
 *  @param {string} hand */
const nameOfHand = (words, hand) => words.detail("seat", "hand")?.values?.[hand] ?? readable(hand);

/** @param {TableProps} props */
const Table = (props) =>
  html`<${Bettings}
    ...${props}
    phases=${{
      first_betting: "3 hidden dice",
      second_betting: "1 open die",
      third_betting: "1 more",
      showdown: "5 dice",
    }}
  />`;

/** The seat's hand, with the dice that make it, and how it stands among all hands.
 *  @param {HandProps} props */
function Hand({ view, words, seat }) {
  const faces = [...seat.dice, ...view.house_dice].map((die) => die.face);
  const made = faces.every((face) => face !== null) ? handOf(/** @type {number[]} */ (faces)) : null;
  const hand = typeof seat.details.hand === "string" ? seat.details.hand : made?.hand;
  if (!hand || !seat.dice.length) return null;
  const at = HANDS.indexOf(hand);
  const agreed = made?.hand === hand ? made : null;
  return html`<section class="ownhand" aria-label="Your hand">
    <p class="ownhand-name">
      <span>${faces.length < 5 ? "So far" : "Your hand"}</span> <strong>${nameOfHand(words, hand)}</strong>
      ${
        agreed
          ? html`<span class="withsign" role="img" aria-label=${agreed.faces.join(", ")}
              >${agreed.faces.map((face, n) => html`<span class=${n < agreed.makes ? "makes" : "beside"} key=${n}><${DieSign} kind="d6" face=${face} card /></span>`)}</span
            >`
          : null
      }
    </p>
    ${
      at < 0 || view.phase === "lobby"
        ? null
        : html`<${Fold} class="ladder" summary=${placeOf(words, at)}>
            <ol>${[...HANDS].reverse().map((one) => html`<li key=${one} aria-current=${one === hand ? "true" : undefined}>${nameOfHand(words, one)}${one === hand ? html` <strong>– yours</strong>` : null}</li>`)}</ol>
          </${Fold}>`
    }
  </section>`;
}

/** Between which hands a hand stands.
 *  @param {Words} words
 *  @param {number} at */
function placeOf(words, at) {
  if (at === HANDS.length - 1) return "The highest hand there is";
  const next = nameOfHand(words, HANDS[at + 1]).toLowerCase();
  return at ? `Beats ${nameOfHand(words, HANDS[at - 1]).toLowerCase()}, loses to ${next}` : `Loses to ${next}`;
}

/** @type {Board} */
export const board = { Table, Hand, shown: { table: ["betting"], own: ["hand"] } };
