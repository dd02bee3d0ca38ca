// @ts-check
/** Weighted Scales: a number, on any of the House's three dice. */

import { layoutBoard } from "./layout.mjs";

/** @import { Fields } from "./layout.mjs" */

/** @param {string} on */
const numberOf = (on) => Number(on.split(":")[1]);

/** @type {Fields} */
export const fields = {
  dice: 3,
  groups: { number: "Numbers" },
  groupOf: (on) => on.split(":")[0],
  short: (on) => String(numberOf(on)),
  odds: () => [2, 1],
  note: "One die of your number gives your bet back, two give back twice as much, three three times.",
  there: (on, view) => numberOf(on) <= (view.options?.light === "on" ? 4 : 6),
  isRight: (on, faces) => faces.includes(numberOf(on)),
};

export const board = layoutBoard(fields);
