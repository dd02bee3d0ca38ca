// @ts-check
/** Bluffmaster: where the Set is, which cards are left and were played, and one's own cards. */

import { html } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { nameOf, readable } from "../labels.mjs";
import { inOrder } from "../table/seats.mjs";
import { Bettings } from "./bettings.mjs";
import { SeatSign } from "./signs.mjs";

/** @import { SeatView, View } from "../api.d.mts" */
/** @import { Board, HandProps, TableProps, Words } from "./boards.mjs" */

/** @typedef {{ability: string, left: number, amount: number}} Card */
/** @typedef {{seat: string, ability: string, target: string, n?: number | null, change?: number, lands?: boolean}} Play */

const ROUNDS = 3;
/** By how much cards change a total, unless the GM has granted more. */
const AMOUNT = 3;

/** @param {Words} words
 *  @param {string} ability */
const nameOfCard = (words, ability) => words.detail("seat", "cards")?.values?.[ability] ?? readable(ability);

/** The cards that a seat holds or, if they are unknown, may hold.
 *  @param {SeatView} seat
 *  @returns {Card[]} */
function cardsOf({ details }) {
  const uses = details.uses_left && typeof details.uses_left === "object" ? details.uses_left : {};
  const granted = /** @type {Record<string, {amount?: number} | undefined>} */ (details.granted ?? {});
  return Object.entries(uses)
    .filter(([, left]) => typeof left === "number")
    .map(([ability, left]) => ({ ability, left: Number(left), amount: granted[ability]?.amount ?? AMOUNT }));
}

/** The card that a seat has laid down, as far as the viewer knows: an empty one if it plays none.
 *  @param {SeatView} seat
 *  @returns {{ability?: string, target?: string, n?: number | null} | null} */
const choiceOf = ({ details: { choice } }) => (choice && typeof choice === "object" ? choice : null);

/** What a card changes, in a few signs.
 *  @param {Card} card */
function signOf({ ability, amount }) {
  if (ability === "reroll") return html`<${Icon} name="dice" />`;
  return { subtract: `−${amount}`, add: `+${amount}` }[ability] ?? "?";
}

/** Whether there is something to say about a card that another seat holds.
 *  @param {Card} card */
const isTold = ({ left, amount }) => left !== 1 || amount !== AMOUNT;

/** How often a card can still be played.
 *  @param {number} left */
const leftInWords = (left) => (left ? `${left} ${left === 1 ? "use" : "uses"} left` : "used up");

/** What a played card did.
 *  @param {Words} words
 *  @param {View} view
 *  @param {Play} play
 *  @param {string | null} me */
function playInWords(words, view, { seat, ability, target, n, change = 0, lands = true }, me) {
  const whom = target === seat ? "themselves" : nameOf(view, target, me);
  const what = nameOfCard(words, ability).toLowerCase();
  const die = typeof n === "number" ? `, die ${n + 1}` : "";
  const did = !lands ? ", without effect" : change ? `: ${change > 0 ? "+" : "−"}${Math.abs(change)}` : "";
  const sign = signOf({ ability, left: 0, amount: Math.abs(change) || AMOUNT });
  return html`<span class="minicard" aria-hidden="true">${sign}</span
    >${" "}<bdi>${nameOf(view, seat, me)}</bdi>${`: ${what}, on `}<bdi>${whom}</bdi>${die}${did}`;
}

/** @param {TableProps} props */
function Table({ view, words, me }) {
  const { round_of_set: round, abilities } = view.details;
  const plays = /** @type {Play[]} */ (Array.isArray(abilities) ? abilities : []).filter(
    (play) => typeof play?.seat === "string" && typeof play?.target === "string",
  );
  const running = view.phase !== "lobby";
  // A card that is not turned yet is seen by its owner, who has it beside their dice, and by a GM.
  const laid = view.seats.flatMap((seat) => {
    const choice = choiceOf(seat);
    const turned = seat.seat === me || plays.some((play) => play.seat === seat.seat);
    return !running || turned || !choice?.ability || !choice.target
      ? []
      : [{ seat: seat.seat, ability: choice.ability, target: choice.target, n: choice.n }];
  });
  // All cards are there at first: that need not be said.
  const holders = running ? inOrder(view).filter((seat) => cardsOf(seat).some(isTold)) : [];
  if (!running && !plays.length) return null;
  return html`<section class="setboard" aria-label="The Set">
    <${Bettings}
      ...${{ view, words, me }}
      phases=${{ first_betting: "", second_betting: "", abilities: "" }}
      label=${typeof round === "number" && round ? `Set, round ${round} of ${ROUNDS}` : "The round"}
      said
    />
    ${
      holders.length
        ? html`<ul class="cardsleft" aria-label="Cards that are left">
            ${holders.map(
              (seat) =>
                html`<li key=${seat.seat}>
                  <${SeatSign} view=${view} seat=${seat.seat} me=${me} />
                  ${seat.details.cards ? null : html`<small>one of</small>`}
                  ${cardsOf(seat).map(
                    (card) =>
                      html`<span
                        class="minicard ${card.left ? "" : "used"}"
                        key=${card.ability}
                        title="${nameOfCard(words, card.ability)}: ${leftInWords(card.left)}"
                        ><span aria-hidden="true"
                          >${signOf(card)}${card.left > 1 ? html`<small>×${card.left}</small>` : null}</span
                        ><span class="unseen"
                          >${nameOfCard(words, card.ability)}, ${leftInWords(card.left)}.</span
                        ></span
                      >`,
                  )}
                </li>`,
            )}
          </ul>`
        : null
    }
    ${laid.map((play) => html`<p key=${play.seat}>Laid down: ${playInWords(words, view, play, me)}</p>`)}
    ${
      plays.length
        ? html`<div class="plays">
            <h2 class="small">${words.detail("table", "abilities")?.label ?? "Cards played"}</h2>
            <ul>
              ${plays.map((play, at) => html`<li key=${at}>${playInWords(words, view, play, me)}</li>`)}
            </ul>
          </div>`
        : null
    }
  </section>`;
}

/** The seat's own cards, and which of them lies on the table.
 *  @param {HandProps} props */
function Hand({ view, words, me, seat }) {
  const held = Array.isArray(seat.details.cards) ? seat.details.cards : null;
  const cards = cardsOf(seat).filter((card) => held?.includes(card.ability));
  if (view.phase === "lobby" || !cards.length) return null;
  const choice = choiceOf(seat);
  return html`<section class="owncards">
    <h2>Your cards</h2>
    <ul>
      ${cards.map((card) => {
        const lies = choice?.ability === card.ability;
        return html`<li class="abilitycard ${card.left ? "" : "used"} ${lies ? "lies" : ""}" key=${card.ability}>
          <span class="abilitycard-sign" aria-hidden="true">${signOf(card)}</span>
          <span class="abilitycard-name">${nameOfCard(words, card.ability)}</span>
          ${
            lies
              ? html`<small
                  >laid
                  down${choice.target ? html`, on <bdi>${nameOf(view, choice.target, me)}</bdi>` : null}${typeof choice.n === "number" ? `, die ${choice.n + 1}` : ""}</small
                >`
              : html`<small class=${card.left === 1 ? "unseen" : ""}>${leftInWords(card.left)}</small>`
          }
        </li>`;
      })}
    </ul>
    ${choice && !choice.ability ? html`<p class="help">You play no card in this round.</p>` : null}
  </section>`;
}

/** @type {Board} */
export const board = {
  Table,
  Hand,
  shown: { table: ["betting", "round_of_set", "abilities"], seat: ["cards", "uses_left", "choice"] },
};
