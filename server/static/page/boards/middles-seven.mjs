// @ts-check
/** Middle's 7: more than seven, less, or seven. */

import { layoutBoard } from "./layout.mjs";

/** @import { Fields } from "./layout.mjs" */

/** @type {Fields} */
export const fields = {
  dice: 2,
  groups: { sum: "The two dice make" },
  groupOf: (on) => (["lower", "middles_7", "higher"].includes(on) ? "sum" : ""),
  odds: (on) => (on === "middles_7" ? [2, 1] : ["lower", "higher"].includes(on) ? [1, 1] : null),
  isRight(on, faces) {
    const sum = faces.reduce((one, other) => one + other, 0);
    return on === (sum > 7 ? "higher" : sum < 7 ? "lower" : "middles_7");
  },
};

export const board = layoutBoard(fields);
