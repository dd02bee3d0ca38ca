// @ts-check
/** Twins of Chance: numbers on either die or on one of them, odd or even. */

import { layoutBoard } from "./layout.mjs";

/** @import { Fields } from "./layout.mjs" */

/** @type {Record<string, [number, number]>} */
const ODDS = { number: [3, 1], black: [9, 1], white: [9, 1], both: [1, 1], total: [1, 2] };

/** @param {string} on */
const kindOf = (on) => on.split(":")[0];
/** @param {string} on */
const wantedOf = (on) => on.split(":")[1] ?? "";

/** @type {Fields} */
export const fields = {
  dice: 2,
  groups: {
    number: "Either die",
    black: "Black die",
    white: "White die",
    both: "Both dice",
    total: "The total",
  },
  tabs: { number: "Either", black: "Black", white: "White", both: "Both", total: "Total" },
  groupOf: kindOf,
  short: (on) => wantedOf(on).replace("odd", "Odd").replace("even", "Even"),
  odds: (on) => ODDS[kindOf(on)] ?? null,
  isRight(on, [black, white]) {
    const shown = {
      number: [black, white],
      black: [black],
      white: [white],
      both: [black, white],
      total: [black + white],
    }[kindOf(on)];
    const wanted = wantedOf(on);
    if (!shown) return false;
    if (wanted === "odd" || wanted === "even") return shown.every((face) => (face % 2 ? "odd" : "even") === wanted);
    return shown.includes(Number(wanted));
  },
};

export const board = layoutBoard(fields);
