// @ts-check
/** Tavern Twenty-One: how far a hand is from 21, what drinking has done, and the dice on sale, each with its price and its
 * chance to bust. */

import { html } from "../../vendor/preact.mjs";
import { Later } from "../later.mjs";
import { Coins } from "../money.mjs";
import { Chips } from "../parts.mjs";
import { paramNames, possible } from "../table/choosing.mjs";
import { DieSign } from "../table/dice.mjs";
import { ParamFields } from "../table/fields.mjs";

/** @import { Die, SeatView } from "../api.d.mts" */
/** @import { Action, Board, Chosen, FormProps, HandProps } from "./boards.mjs" */
/** @import { DrinksTaken } from "./drinking.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */

/** More than this is bust. */
const MOST = 21;
/** A bought die of this kind that shows its highest face makes exactly 21. */
const MAKES_MOST = "d20";

/** What a seat has, as far as the viewer sees it: `unseen` dice count on top of it, those in the hand do not yet.
 *  @typedef {{total: number, unseen: number, hand: Die[]}} Standing */

/** @param {SeatView} seat
 *  @returns {Standing} */
function standingOf(seat) {
  const lying = seat.dice.filter((die) => die.place !== "hand");
  const counted = lying.map(({ details, face }) => (typeof details.counts === "number" ? details.counts : face));
  return {
    total: seat.total ?? counted.reduce((/** @type {number} */ sum, one) => sum + (one ?? 0), 0),
    unseen: seat.total === null ? counted.filter((one) => one === null).length : 0,
    hand: seat.dice.filter((die) => die.place === "hand"),
  };
}

/** How many faces of a die would bust a total.
 *  @param {string} kind
 *  @param {number} total */
export function busts(kind, total) {
  const sides = Number(kind.slice(1));
  const over = Math.max(0, Math.min(sides, sides - (MOST - total)));
  return kind === MAKES_MOST && total <= MOST ? Math.max(0, over - 1) : over;
}

/** The die that costs two drinks; others cost one. */
const STRONG = "d4";
const loadDrunk = () => import("./drinking.mjs").then((module) => module.Drunk);
const loadTab = () => import("./drinking.mjs").then((module) => module.Tab);

/** What a seat drank in an entry, and what that did to it. Few entries need this module.
 *  @type {NonNullable<Board["announced"]>} */
const announced = ({ events = [] }, view, words) => {
  const drunk = /** @type {DrinksTaken | undefined} */ (
    /** @type {unknown} */ (events.find(({ type }) => String(type) === "twentyone.drinks_taken"))
  );
  return drunk ? import("./drinking.mjs").then(({ drinkingBy }) => drinkingBy(drunk, events, view, words)) : null;
};

/** How far my hand is from 21.
 *  @param {HandProps} props */
function ToTwentyOne({ seat, words, view }) {
  if (!seat.dice.length) return null;
  const { total, unseen, hand } = standingOf(seat);
  const left = MOST - total;
  const part = `${Math.min(100, (100 * total) / MOST).toFixed(1)}%`;
  return html`${seat.details.drinks && view.phase !== "lobby" ? html`<${Later} inside of=${loadDrunk} ...${{ seat, words }} />` : null}
    <div class="to21 ${left < 0 ? "over" : ""}">
      <span class="to21-bar" aria-hidden="true"><span style=${{ "--part": part }}></span></span>
      <p>
        <strong>${unseen ? "at least " : ""}${total} of ${MOST}</strong>
        <span
          >${left < 0 ? `${-left} too many` : !left ? "exactly" : view.phase === "lobby" ? "" : `${left} to go`}</span
        >
        ${unseen ? html`<span>${unseen === 1 ? "one die is" : `${unseen} dice are`} hidden from you</span>` : null}
        ${hand.map((die) => html`<${InHand} ...${{ die, total, unseen }} key=${die.n} />`)}
      </p>
    </div>`;
}

/** What a die in the hand will make of a total.
 *  @param {{die: Die, total: number, unseen: number}} props */
function InHand({ die, total, unseen }) {
  if (die.face === null) return null;
  if (die.die === MAKES_MOST && die.face === 20 && total <= MOST)
    return html`<span>the 20 in your hand makes ${MOST}</span>`;
  const then = total + die.face;
  return html`<span
    >with the ${die.face} in your hand ${unseen ? "at least " : ""}<strong
      >${then}${then > MOST ? ": bust" : ""}</strong
    ></span
  >`;
}

/** The dice on sale. What else is asked than the die and how to pay is asked with the common fields.
 *  @param {FormProps} props */
function BuyADie(props) {
  const { variants, chosen, onChange, words, view, actor } = props;
  const kinds = offered(variants, "die").sort((one, other) => Number(other.slice(1)) - Number(one.slice(1)));
  const seat = view.seats.find((one) => one.seat === actor);
  const drawn = kinds.length && kinds.every((kind) => /^d\d+$/.test(kind));
  if (!seat || !drawn) return html`<${ParamFields} ...${props} />`;
  const type = variants[0].type;
  const standing = standingOf(seat);
  const ways = offered(variants, "pay", chosen);
  const foreseen = actor === view.you?.seat && view.you?.notes?.some((note) => note.kind === "foresight");
  return html`<div class="diceonsale">
      <div class="diceonsale-kinds" style=${{ "--kinds": kinds.length }}>
        <${Chips}
          label=${words.param(type, "die").label}
          hideLabel
          value=${chosen.die}
          onPick=${(/** @type {unknown} */ die) => onChange({ ...chosen, die })}
          values=${kinds.map((kind) => ({
            value: kind,
            label: html`<${OnSale} ...${{ kind, variants, chosen, words, standing }} />`,
          }))}
        />
      </div>
      ${standing.unseen ? html`<p class="help">You do not see all your dice: the chance to bust is at least that.</p>` : null}
      ${foreseen ? html`<p class="help">The chances leave out what you foresaw.</p>` : null}
      ${
        ways.length > 1
          ? html`<div class="diceonsale-ways">
              <${Chips}
                label=${words.param(type, "pay").label}
                hideLabel
                value=${chosen.pay}
                onPick=${(/** @type {unknown} */ pay) => onChange({ ...chosen, pay })}
                values=${ways.map((way) => ({ value: way, label: words.param(type, "pay").values?.[way] ?? way }))}
              />
            </div>`
          : null
      }
      ${chosen.pay === "drinks" && typeof chosen.die === "string" ? html`<${Later} inside of=${loadTab} ...${{ seat, drinks: chosen.die === STRONG ? 2 : 1 }} />` : null}
    </div>
    <${ParamFields} ...${{ ...props, fixed: ["die", "pay"] }} />`;
}

/** A die on sale.
 *  @param {{kind: string, variants: Action[], chosen: Chosen, words: Words, standing: Standing}} props */
function OnSale({ kind, variants, chosen, words, standing }) {
  const sides = Number(kind.slice(1));
  const over = busts(kind, standing.total);
  const chance = Math.round((100 * over) / sides);
  return html`<span class="onsale ${chance > 50 ? "risky" : ""}" title="${over} of ${sides} faces bust">
    <${DieSign} kind=${kind} /><span class="unseen">${kind}</span>
    <span class="onsale-price"><${PriceOf} ...${{ kind, variants, chosen, words }} /></span>
    <span class="onsale-risk"
      >${standing.unseen ? "≥ " : ""}${chance}%<small>${" "}bust</small
      ><span class="unseen">, ${over} in ${sides} busts</span></span
    >
    ${kind === MAKES_MOST && standing.total > 1 && standing.total <= MOST ? html`<small>a 20 makes ${MOST}</small>` : null}
  </span>`;
}

/** What a die costs, paid in the chosen way if that is possible.
 *  @param {{kind: string, variants: Action[], chosen: Chosen, words: Words}} props */
function PriceOf({ kind, variants, chosen, words }) {
  const selling = variants.filter((one) => one.params.die?.choices?.includes(kind));
  const paying = selling.find((one) => one.params.pay?.choices?.includes(chosen.pay)) ?? selling[0];
  if (paying.cost_cp) return html`<${Coins} cp=${paying.cost_cp} />`;
  const ways = paying.params.pay?.choices ?? [];
  const way = String(ways.includes(chosen.pay) ? chosen.pay : (ways[0] ?? "coins"));
  if (way === "drinks") return kind === STRONG ? "2 drinks" : "1 drink";
  return way === "coins" ? "free" : (words.param(paying.type, "pay").values?.[way] ?? way).toLowerCase();
}

/** The choices of a parameter in all variants that are possible with what is chosen.
 *  @param {Action[]} variants
 *  @param {string} name
 *  @param {Chosen} [chosen]
 *  @returns {string[]} */
function offered(variants, name, chosen = {}) {
  const open = possible(variants, paramNames(variants), name, chosen);
  return [...new Set(open.flatMap((one) => one.params[name]?.choices ?? []).map(String))];
}

/** @type {Board} */
export const board = { Hand: ToTwentyOne, announced, forms: { roll: BuyADie }, shown: { own: ["drinks"] } };
