// @ts-check
/** Mountains: the House's two cards on a strip of all cards, the winning ones between them, and where own cards fell. */

import { html } from "../../vendor/preact.mjs";
import { nameOf } from "../labels.mjs";
import { Coins } from "../money.mjs";
import { listed } from "../parts.mjs";
import { ParamFields } from "../table/fields.mjs";
import { hueOf, inOrder } from "../table/seats.mjs";

/** @import { Die, SeatView, View } from "../api.d.mts" */
/** @import { Board, FormProps, HandProps, TableProps } from "./boards.mjs" */

/** A seat's bet, as its details say it.
 *  @typedef {{amount_cp: number, could_win_cp: number, back_cp?: number | null}} Bet */

/** How many faces a die has.
 *  @param {Die | undefined} die */
const sidesOf = (die) => Number(die?.die.slice(1)) || 0;

/** The cards that win, unless nobody can say yet.
 *  @param {View} view
 *  @returns {number[] | null} */
function winningCards({ details }) {
  const cards = details.winning_cards;
  return Array.isArray(cards) ? cards.filter((card) => typeof card === "number") : null;
}

/** @param {TableProps} props */
function Strip({ view, me }) {
  const sides = sidesOf(view.house_dice[0]);
  const winning = winningCards(view);
  if (!sides || !winning) return null;
  const faces = Array.from({ length: sides }, (_, at) => at + 1);
  const seats = inOrder(view).filter((seat) => seat.dice.length);
  return html`<section class="mountains" aria-label="The House’s cards, and those that win">
    <p class="mountains-said">
      ${winning.length ? html`<strong>${inWords(winning)}</strong> ${winning.length === 1 ? "wins" : "win"}: ${winning.length} of ${sides} cards` : "No card lies between the two: all bets are lost."}
    </p>
    <ol class="mountains-strip" style=${{ "--cards": sides }}>
      ${faces.map((face) => {
        const house = view.house_dice.filter((die) => die.face === face).length;
        const drawn = seats.filter((seat) => seat.dice.some((die) => die.face === face));
        return html`<li key=${face} class="${winning.includes(face) ? "wins" : ""} ${house ? "house-card" : ""}">
          <span class="mountains-card">${face}</span>
          <span class="mountains-mark"
            >${house ? (house > 1 ? "House ×2" : "House") : winning.includes(face) ? "wins" : html`<span class="unseen">loses</span>`}</span
          >
          ${
            drawn.length
              ? html`<span class="mountains-drawn"
                  >${drawn.map((seat) => html`<${Drawn} ...${{ seat, view, me }} key=${seat.seat} />`)}</span
                >`
              : null
          }
        </li>`;
      })}
    </ol>
  </section>`;
}

/** Whose card fell here, as the sign of the seat.
 *  @param {{seat: SeatView, view: View, me: string | null}} props */
const Drawn = ({ seat, view, me }) =>
  html`<span class="sign ${hueOf(view, seat.seat)}" title=${nameOf(view, seat.seat, me)}
    ><span aria-hidden="true">${[...seat.name.trim()][0]?.toUpperCase()}</span
    ><span class="unseen">${nameOf(view, seat.seat, me)}</span></span
  >`;

/** Cards in a row as "3 to 6", others one by one.
 *  @param {number[]} cards */
function inWords(cards) {
  const [first, last] = [cards[0], cards[cards.length - 1]];
  return cards.length > 2 && last - first === cards.length - 1 ? `${first} to ${last}` : listed(cards.map(String));
}

/** What a seat has bet.
 *  @param {SeatView | undefined} seat
 *  @returns {Bet | null} */
function betOf(seat) {
  const bet = /** @type {Bet | null | undefined} */ (seat?.details.bet);
  return typeof bet?.amount_cp === "number" ? bet : null;
}

/** What a card may win or lose on a bet. A win pays as much again.
 *  @param {{view: View, win: number, lose: number}} props */
function Chances({ view, win, lose }) {
  const winning = winningCards(view);
  const sides = sidesOf(view.house_dice[0]);
  if (!winning || !sides) return null;
  return html`<p class="ownbet">
    <span>${winning.length} in ${sides}: you win <${Coins} cp=${win} /></span>
    <span>${sides - winning.length} in ${sides}: you lose <${Coins} cp=${lose} /></span>
  </p>`;
}

/** What my bet may win or lose, until it is settled. Who is asked for more sees it below the amount.
 *  @param {HandProps} props */
function OwnBet({ view, me, seat }) {
  const bet = betOf(seat);
  if (!bet || typeof bet.back_cp === "number" || view.to_act.includes(me)) return null;
  return html`<${Chances} view=${view} win=${bet.could_win_cp} lose=${bet.amount_cp} />`;
}

/** An amount to bet, and what it may win or lose together with what is on the table.
 *  @param {FormProps} props */
function BetForm(props) {
  const { view, actor, chosen } = props;
  const amount = typeof chosen.amount_cp === "number" ? chosen.amount_cp : 0;
  const bet = betOf(view.seats.find((one) => one.seat === actor));
  return html`<div class="betmore">
    <${ParamFields} ...${props} />
    ${bet ? html`<${Chances} view=${view} win=${bet.could_win_cp + amount} lose=${bet.amount_cp + amount} />` : null}
  </div>`;
}

/** @type {Board} */
export const board = {
  Table: Strip,
  Hand: OwnBet,
  forms: { bet: BetForm },
  shown: { table: ["winning_cards"] },
};
