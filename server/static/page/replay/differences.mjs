// @ts-check
/** What differs between two viewers' views of one moment, as far as a board shows it. */

import { html } from "../../vendor/preact.mjs";
import { nameOf } from "../labels.mjs";
import { Coins } from "../money.mjs";
import { listed, same } from "../parts.mjs";
import { whereOf } from "../table/dice.mjs";
import { Fact, factsIn } from "../table/facts.mjs";

/** @import { ComponentChildren } from "../../vendor/preact.mjs" */
/** @import { Die, SeatView, View } from "../api.d.mts" */
/** @typedef {import("../labels.mjs").Words} Words */

/** What each of the two sees; undefined: nothing.
 *  @typedef {[ComponentChildren, ComponentChildren]} Seen */
/** Something that differs: whose it is (a seat, the House or the table), its key in the view or its number, and its name.
 *  @typedef {{of: string, key: string, what: string, seen: Seen}} Difference */

/** The holders of what differs, beside the seats. No seat is called so. */
export const HOUSE = "house";
export const TABLE = "";

/** @template T
 *  @template U
 *  @param {[T, T]} both
 *  @param {(one: T, at: 0 | 1) => U} change
 *  @returns {[U, U]} */
const each = ([one, other], change) => [change(one, 0), change(other, 1)];

/** @param {Die} die
 *  @param {boolean} card */
function dieName(die, card) {
  const about = [die.die === "d6" || card ? "" : die.die, whereOf(die, card)].filter(Boolean).join(", ");
  return `${card ? "card" : "die"} ${die.n + 1}${about ? ` (${about})` : ""}`;
}

/** All that is drawn of a die.
 *  @param {Die} die
 *  @param {boolean} card */
function drawnOf(die, card) {
  const { scores } = die.details;
  const counts = typeof scores === "string" ? `counts as ${scores}` : "";
  return [die.die, die.face ?? "hidden", counts, whereOf(die, card)].filter(Boolean).join(", ");
}

/** @param {[Die[], Die[]]} dice
 *  @param {string} of
 *  @param {boolean} card
 *  @returns {Difference[]} */
function diceBetween(dice, of, card) {
  const numbers = [...new Set(dice.flat().map(({ n }) => n))].sort((one, other) => one - other);
  return numbers.flatMap((n) => {
    const both = each(dice, (some) => some.find((die) => die.n === n));
    const drawn = each(both, (die) => die && drawnOf(die, card));
    const known = both.find((die) => die && die.face !== null) ?? both[0] ?? both[1];
    if (!known || drawn[0] === drawn[1]) return [];
    const faces = each(both, (die) => die?.face ?? undefined);
    // Both see the same face, but not that it counts as another, for example.
    const seen = faces[0] === faces[1] ? drawn : faces;
    return [{ of, key: `${n}`, what: dieName(known, card), seen }];
  });
}

/** The facts that the game adds.
 *  @param {"table" | "seat"} kind
 *  @param {string} of
 *  @param {[View, View]} views
 *  @param {[Pick<SeatView, "details" | "dice">, Pick<SeatView, "details" | "dice">]} places
 *  @param {Words} words
 *  @returns {Difference[]} */
function factsBetween(kind, of, views, places, words) {
  const shown = each(
    places,
    ({ details }) => new Map(factsIn(kind, details, words).map(([key, value]) => [key, value])),
  );
  const keys = [...new Set([...shown[0].keys(), ...shown[1].keys()])];
  return keys
    .filter((name) => !same(shown[0].get(name), shown[1].get(name)))
    .map((name) => {
      const label = words.detail(kind, name) ?? undefined;
      const seen = each(shown, (facts, at) => {
        const value = facts.get(name);
        const { dice } = places[at];
        return value === undefined
          ? undefined
          : html`<${Fact} ...${{ value, label, name, view: views[at], words, dice }} />`;
      });
      return { of, key: "details", what: label?.label.toLowerCase() ?? name, seen };
    });
}

/** The parts of something that differ, as they are shown.
 *  @template T
 *  @param {string} of
 *  @param {[T, T]} both
 *  @param {[key: string, what: string, part: (one: T) => unknown, shown?: (part: never) => ComponentChildren][]} parts
 *  @returns {Difference[]} */
function partsBetween(of, both, parts) {
  return parts.flatMap(([key, what, part, shown]) => {
    const found = each(both, part);
    if (same(found[0], found[1])) return [];
    const seen = each(found, (one) =>
      one === null || one === "" ? undefined : (shown?.(/** @type {never} */ (one)) ?? String(one)),
    );
    return [{ of, key, what, seen }];
  });
}

/** @param {number} cp */
const coins = (cp) => html`<${Coins} cp=${cp} />`;

/** What a seat plays with, as far as its board shows it.
 *  @param {SeatView} seat
 *  @param {Words} words */
const setsOf = ({ sets = [] }, words) =>
  sets
    .filter(({ set }) => words.isCrooked(set))
    .map(({ set, faces = {} }) =>
      [words.set(set).label, ...Object.entries(faces).map(([die, face]) => `${die} on ${face}`)].join(", "),
    )
    .join("; ");

/** @param {[View, View]} views
 *  @param {[SeatView, SeatView]} seats
 *  @param {Words} words
 *  @returns {Difference[]} */
const seatsBetween = (views, seats, words) => [
  ...partsBetween(seats[0].seat, seats, [
    ["purse_cp", "purse", (seat) => seat.purse_cp, coins],
    ["total", "total", (seat) => seat.total],
    ["status", "status", (seat) => words.status(seat.status)],
    ["conditions", "conditions", (seat) => listed(seat.conditions.map((one) => words.of("conditions", one).label))],
    ["sets", "plays with", (seat) => setsOf(seat, words)],
  ]),
  ...factsBetween("seat", seats[0].seat, views, seats, words),
];

/** @param {[View, View]} views
 *  @param {Words} words
 *  @returns {Difference[]} */
const middleBetween = (views, words) => [
  ...partsBetween(TABLE, views, [
    ["pot_cp", "pot", (view) => view.pot_cp, coins],
    ["phase", "phase", (view) => words.phase(view.phase)],
    ["to_act", "to act", (view) => listed(view.to_act.map((seat) => nameOf(view, seat)))],
  ]),
  ...factsBetween(
    "table",
    TABLE,
    views,
    each(views, ({ details }) => ({ details, dice: [] })),
    words,
  ),
];

/** All that differs, and the views with marks for their boards; `middle`: what differs in the middle of the table.
 *  @param {[View, View]} views
 *  @param {Words} words
 *  @returns {{found: Difference[], middle: string, marked: [View, View]}} */
export function between(views, words) {
  const middle = middleBetween(views, words);
  const dice = diceBetween(
    each(views, (view) => view.house_dice),
    HOUSE,
    words.cards,
  );
  /** @type {Difference[]} */
  const rest = [];
  for (const seat of views[0].seats) {
    const other = views[1].seats.find((one) => one.seat === seat.seat);
    if (!other) continue;
    dice.push(...diceBetween([seat.dice, other.dice], seat.seat, words.cards));
    rest.push(...seatsBetween(views, [seat, other], words));
  }
  const marks = new Set(dice.map(({ of, key }) => `${of} ${key}`));
  /** @param {string} of
   *  @returns {(die: Die) => Die & {differs: boolean}} */
  const marked = (of) => (die) => ({ ...die, differs: marks.has(`${of} ${die.n}`) });
  return {
    found: [...middle, ...dice, ...rest],
    middle: keysOf(middle),
    marked: each(views, (view) => ({
      ...view,
      house_dice: view.house_dice.map(marked(HOUSE)),
      seats: view.seats.map((seat) => ({
        ...seat,
        dice: seat.dice.map(marked(seat.seat)),
        differs: keysOf(rest.filter(({ of }) => of === seat.seat)) || undefined,
      })),
    })),
  };
}

/** @param {Difference[]} some */
const keysOf = (some) => some.map(({ key }) => key).join(" ");
