// @ts-check
/** Drinking in Tavern Twenty-One: what it risks, and what it has done. */

import { html } from "../../vendor/preact.mjs";
import { nameOf } from "../labels.mjs";

/** @import { SeatView, View } from "../api.d.mts" */
/** @import { Entry } from "../table/live.mjs" */
/** @import { Announcement } from "./boards.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */
/** A seat drank; `total` counts all its drinks of the round.
 *  @typedef {{seat: string, total: number}} DrinksTaken */

/** What a save against drinking has to reach: more with every drink of the round. */
const FIRST_DC = 10;
const DC_PER_DRINK = 2;
/** @param {number} count */
const drinksInWords = (count) => `${count} ${count === 1 ? "drink" : "drinks"}`;
/** @param {SeatView} seat */
const drunkBy = ({ details }) => (typeof details.drinks === "number" ? details.drinks : 0);
/** The conditions that drinking leads to. */
const DRUNK = ["sloppy", "passed_out"];

/** What a seat drank in an entry, and what that did to it.
 *  @param {DrinksTaken} taken
 *  @param {NonNullable<Entry["events"]>} events those of the entry
 *  @param {View} view
 *  @param {Words} words
 *  @returns {Announcement} */
export function drinkingBy({ seat, total }, events, view, words) {
  /** @type {string[]} */
  const said = [];
  let condition = "";
  for (const event of events) {
    if (event.type === "check_rolled" && event.check === "constitution_save" && event.seat === seat)
      said.push(
        `${words.of("checks", event.check).label}: ${event.total}${event.against ? ` of ${event.against}` : ""}.`,
      );
    if (event.type === "condition_set" && event.seat === seat && event.on && DRUNK.includes(event.condition))
      condition = event.condition;
  }
  const label = condition ? words.of("conditions", condition) : null;
  return {
    said: html`<bdi>${nameOf(view, seat)}</bdi>: ${drinksInWords(total)}${label ? `, ${label.label}` : ""}`,
    why: [...said, label?.help ?? "Holds the drink."].join(" "),
    to: seat,
    good: !label,
  };
}

/** What I have drunk in this round, and what it does.
 *  @param {{seat: SeatView, words: Words}} props */
export function Drunk({ seat, words }) {
  const drinks = drunkBy(seat);
  const condition = seat.conditions.find((one) => DRUNK.includes(one));
  if (!drinks) return null;
  return html`<p class="drunk">
    <strong>${drinksInWords(drinks)}</strong>
    <span
      >${condition ? `${words.of("conditions", condition).label}: ${words.of("conditions", condition).help}` : `Held so far. One more: Constitution save against ${dcAfter(drinks + 1)}.`}</span
    >
  </p>`;
}

/** @param {number} drinks */
const dcAfter = (drinks) => FIRST_DC + DC_PER_DRINK * drinks;

/** What drinking for a die risks.
 *  @param {{seat: SeatView, drinks: number}} props */
export function Tab({ seat, drinks }) {
  const before = drunkBy(seat);
  const total = before + drinks;
  return html`<p class="diceonsale-tab">
    ${drinksInWords(drinks)}${before ? `, ${total} this round` : ""}: Constitution save against
    ${" "}<strong>${dcAfter(total)}</strong>, or you are Sloppy. On a natural 1 you pass out.
  </p>`;
}
