// @ts-check
/** Trickster's Tavern: the bids, the dice in play and those that were lost; bidding; and how likely a bid is. */

import { html, useId, useRef } from "../../vendor/preact.mjs";
import { nameOf } from "../labels.mjs";
import { Chips, Fold } from "../parts.mjs";
import { fits, paramNames } from "../table/choosing.mjs";
import { DieSign } from "../table/dice.mjs";
import { ParamFields, numbersIn } from "../table/fields.mjs";
import { inPercent, prospectOf } from "./odds.mjs";
import { SeatSign } from "./signs.mjs";

/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */
/** @import { Entry } from "../table/live.mjs" */
/** @import { Action, Announcement, Board, FormProps, HandProps, TableProps, Words } from "./boards.mjs" */

/** @typedef {{seat: string, amount: number, value: number}} Bid */
/** The dice that were counted after a call of Liar.
 *  @typedef {{type: string, amount: number, value: number, count: number, holds: boolean, winner: string, loser: string}}
 *   Counted */

/** So many of the last bids are shown. */
const LAST = 4;
/** So many amounts are one tap away. */
const USUAL = 5;
/** A parameter with more numbers than these is not for this form. */
const MOST = 1000;

/** A number of dice of a score value in words: "1 four", "2 fours".
 *  @param {Words} words
 *  @param {number} amount
 *  @param {number} value */
function bidInWords(words, amount, value) {
  const several = words.param("bet", "value").values?.[value] ?? `of ${value}`;
  return `${amount} ${amount === 1 ? several.replace(/(?<=x)es$|s$/, "") : several}`;
}

/** The bids since the last throw, the first one first.
 *  @param {View} view
 *  @returns {Bid[]} */
function bidsOf(view) {
  const { bets } = view.details;
  return Array.isArray(bets) ? bets.filter((bid) => Number.isInteger(bid?.amount) && Number.isInteger(bid?.value)) : [];
}

/** Dice of one kind, counted.
 *  @param {string[]} kinds
 *  @returns {[string, number][]} */
function counted(kinds) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => Number(one.slice(1)) - Number(other.slice(1)));
}

/** @param {{kinds: string[]}} props */
const Kinds = ({ kinds }) =>
  html`<span class="kinds"
    >${counted(kinds).map(
      ([kind, count]) =>
        html`<span class="kind" key=${kind}
          >${count}<span aria-hidden="true">×</span><${DieSign} kind=${kind} /><span class="unseen"
            >${` ${kind}`}</span
          ></span
        >`,
    )}</span
  >`;

/** @param {TableProps} props */
function Table({ view, words, me }) {
  const bids = bidsOf(view);
  const { bet, middle, wild_faces: wild } = view.details;
  const standing = bids.at(-1);
  const said = /** @type {{says?: unknown, seat?: unknown} | null | undefined} */ (bet)?.says;
  const dice = view.seats.flatMap((seat) => seat.dice.map((die) => die.die));
  const lost = Object.values(middle && typeof middle === "object" ? middle : {})
    .flat()
    .filter((kind) => typeof kind === "string");
  if (view.phase === "lobby" && !view.result) return null;
  if (!standing && !said && !dice.length && !lost.length) return null;
  return html`<section class="bids" aria-label="The bids">
    ${
      standing
        ? html`<p class="standingbid">
            <strong>${standing.amount}</strong><span aria-hidden="true">×</span
            ><${DieSign} kind="d6" face=${standing.value} />
            <span class="standingbid-words"
              ><span>${typeof said === "string" ? said : bidInWords(words, standing.amount, standing.value)}</span>
              <small>bid by <bdi>${nameOf(view, standing.seat, me)}</bdi></small></span
            >
          </p>`
        : typeof said === "string"
          ? html`<p class="standingbid"><span class="standingbid-words">${said}</span></p>`
          : view.phase === "betting"
            ? html`<p class="help">No bid yet.</p>`
            : null
    }
    ${
      bids.length > 1
        ? html`<ol class="bidline" aria-label="The last bids, the first one first">
            ${bids
              .slice(-LAST)
              .map(
                (bid) =>
                  html`<li key="${bid.amount} ${bid.value}">
                    <${SeatSign} view=${view} seat=${bid.seat} me=${me} /> ${bidInWords(words, bid.amount, bid.value)}
                  </li>`,
              )}
          </ol>`
        : null
    }
    <dl class="inplay">
      ${
        dice.length
          ? html`<div>
              <dt>In play</dt>
              <dd><${Kinds} kinds=${dice} /></dd>
            </div>`
          : null
      }
      ${
        lost.length
          ? html`<div>
              <dt>Lost</dt>
              <dd><${Kinds} kinds=${lost} /></dd>
            </div>`
          : null
      }
      ${
        Array.isArray(wild) && wild.length
          ? html`<div>
              <dt>Wild</dt>
              <dd>${wild.map(String).join("; ")}</dd>
            </div>`
          : null
      }
    </dl>
  </section>`;
}

/** How likely a bid is, by what its viewer knows.
 *  @param {{view: View, words: Words, bid: {amount: number, value: number}, whose: string}} props */
function Odds({ view, words, bid, whose }) {
  const { needed, known, unseen, missing, chance } = prospectOf(view, bid.amount, bid.value);
  const what = bidInWords(words, bid.amount, bid.value);
  if (!chance)
    return html`<p class="odds">
      ${whose} <strong>${what}</strong>: the odds cannot be
      told${missing ? `, at least ${missing} ${missing === 1 ? "die" : "dice"} unknown` : ", the wild faces are unknown"}.
    </p>`;
  const hidden = `${unseen} hidden ${unseen === 1 ? "die" : "dice"}`;
  return html`<p class="odds">
    ${whose} <strong>${what}</strong>: <strong class="odds-part">${inPercent(chance)}</strong> likely to be true
    <small
      >${known} in sight${needed ? `, ${needed} more needed from ${hidden}` : ""}. For fair dice, without abilities to
      come.</small
    >
  </p>`;
}

/** Where the table does not show the odds, they are one tap away: everybody can work them out.
 *  @param {{view: View, children?: unknown}} props */
const Reckoned = ({ view, children }) =>
  view.options?.odds_hint === "on"
    ? children
    : html`<${Fold} class="reckoned" summary="Work out the odds" later>${children}</${Fold}>`;

/** Who loses a challenge, and why.
 *  @param {Entry} entry
 *  @param {View} view
 *  @param {Words} words
 *  @returns {Announcement | null} */
function challengeIn({ events = [] }, view, words) {
  for (const event of events) {
    const { type, amount, value, count, holds, winner, loser } = /** @type {Counted} */ (
      /** @type {unknown} */ (event)
    );
    if (type !== "trickster.dice_counted") continue;
    const bettor = holds ? winner : loser;
    return {
      said: html`<bdi>${nameOf(view, loser)}</bdi> loses the challenge`,
      why: html`${bidInWords(words, count, value)}; <bdi>${nameOf(view, bettor)}</bdi> bid ${amount}`,
      to: loser,
      good: false,
    };
  }
  return null;
}

/** @param {HandProps} props */
function Hand({ view, words, seat }) {
  const { challenge } = view.details;
  // Who is asked for a die looks here, and not at the table.
  if (typeof challenge === "string" && view.to_act.includes(seat.seat))
    return html`<p class="challenge"><strong>${challenge}</strong></p>`;
  const standing = bidsOf(view).at(-1);
  // Who bids is told beside the bid.
  const bids = view.you?.actions.some((action) => action.type === "bet");
  if (!standing || view.phase !== "betting" || !seat.dice.length || standing.seat === seat.seat || bids) return null;
  return html`<${Reckoned} view=${view}>
    <${Odds} view=${view} words=${words} bid=${standing} whose="The bid of" />
  </${Reckoned}>`;
}

/** Whether the numbers of a bid can be told apart one by one.
 *  @param {Action} variant */
const isBid = ({ params: { amount, value } }) =>
  [amount, value].every(
    (param) =>
      param &&
      (param.choices
        ? param.choices.every((one) => Number.isInteger(one))
        : param.min !== undefined && param.max !== undefined && param.max - param.min < MOST),
  );

/** How many, and of which value: only what is offered can be chosen. A value that needs more dice takes as many.
 *  @param {FormProps} props */
function BidForm(props) {
  const { variants, chosen, onChange, words, view, actor } = props;
  const id = useId();
  if (!variants.every(isBid)) return html`<${ParamFields} ...${props} />`;
  /** @param {unknown} amount
   *  @param {unknown} value */
  const isOffered = (amount, value) =>
    variants.some(({ params }) => fits(params.amount, amount, {}) && fits(params.value, value, {}));
  /** @param {"amount" | "value"} name */
  const all = (name) =>
    [...new Set(variants.flatMap((variant) => numbersIn(variant.params[name])))].sort((one, other) => one - other);
  const amount = Number(chosen.amount);
  // While a number is typed that is not offered, its value waits.
  const last = useRef(chosen.value);
  last.current = chosen.value ?? last.current;
  const value = Number(last.current);
  /** @param {number} of
   *  @returns {number[]} */
  const amountsOf = (of) => all("amount").filter((one) => Number.isNaN(of) || isOffered(one, of));
  const amounts = amountsOf(value);
  /** @param {number | undefined} next */
  const pickAmount = (next) => onChange({ ...chosen, amount: next, value: last.current });
  /** @param {number} next */
  const pickValue = (next) => {
    const possible = amountsOf(next);
    const enough = possible.find((one) => one >= amount) ?? possible.at(-1);
    onChange({ ...chosen, value: next, amount: enough });
  };
  const named = Object.keys(words.param("bet", "value").values ?? {}).map(Number);
  const values = [...new Set([...named, ...all("value")])].sort((one, other) => one - other);
  const less = amounts.filter((one) => one < amount).at(-1);
  const more = amounts.find((one) => one > amount);
  const standing = bidsOf(view).at(-1);
  const fine = isOffered(chosen.amount, chosen.value);
  const asks = words.param("bet", "amount");
  const [fewest] = all("amount");
  const extra = paramNames(variants).some((name) => name !== "amount" && name !== "value");
  return html`<div class="bidform">
    ${standing ? html`<p class="help">To beat: <strong>${bidInWords(words, standing.amount, standing.value)}</strong>, bid by <bdi>${nameOf(view, standing.seat, actor)}</bdi>.</p>` : null}
    <div class="field">
      <label for=${id}>${asks.label}</label>
      <div class="stepper">
        <button
          type="button"
          class="bidstep"
          aria-label="Fewer"
          disabled=${less === undefined}
          onClick=${() => pickAmount(less)}
        >
          −
        </button>
        <input
          id=${id}
          type="number"
          inputmode="numeric"
          min=${amounts[0]}
          max=${amounts.at(-1)}
          value=${Number.isNaN(amount) ? "" : amount}
          onFocus=${(/** @type {FieldEvent} */ event) => event.target.select()}
          onInput=${(/** @type {FieldEvent} */ event) => pickAmount(event.target.value === "" ? NaN : Number(event.target.value))}
        />
        <button
          type="button"
          class="bidstep"
          aria-label="More"
          disabled=${more === undefined}
          onClick=${() => pickAmount(more)}
        >
          +
        </button>
        <span class="usualcounts" role="group" aria-label="Usual numbers"
          >${amounts
            .slice(0, USUAL)
            .map(
              (one) =>
                html`<button
                  type="button"
                  class="bidcount"
                  key=${one}
                  aria-pressed=${one === amount}
                  onClick=${() => pickAmount(one)}
                >
                  ${one}
                </button>`,
            )}</span
        >
      </div>
    </div>
    <div class="faces">
      <${Chips}
        label=${words.param("bet", "value").label}
        value=${last.current}
        values=${values.map((one) => {
          const [least] = amountsOf(one);
          return {
            value: one,
            label: html`<span class="face"
              ><${DieSign} kind="d6" face=${one} /><span
                >${words.param("bet", "value").values?.[one] ?? String(one)}</span
              ></span
            >`,
            hint: least === undefined ? "not now" : least > fewest ? `from ${least}` : undefined,
            disabled: least === undefined,
          };
        })}
        onPick=${pickValue}
      />
    </div>
    ${extra ? html`<${ParamFields} ...${props} fixed=${["amount", "value"]} />` : null}
    ${
      fine || standing
        ? html`<${Reckoned} view=${view}>
            ${fine ? html`<${Odds} ...${{ view, words, bid: { amount, value }, whose: "Your bid of" }} />` : null}
            ${standing ? html`<${Odds} ...${{ view, words, bid: standing, whose: "The bid of" }} />` : null}
          </${Reckoned}>`
        : null
    }
  </div>`;
}

/** @type {Board} */
export const board = {
  Table,
  Hand,
  announced: challengeIn,
  forms: { bet: BidForm },
  shown: { table: ["bet", "middle", "wild_faces"] },
};
