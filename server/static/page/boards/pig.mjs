// @ts-check
/** Pig: how far everybody is, and what the running turn would add or lose. */

import { AtRisk, Race } from "./race.mjs";

/** @import { Board } from "./boards.mjs" */

/** @type {Board} */
export const board = {
  Table: Race,
  Hand: AtRisk,
  shown: { table: ["at_risk", "target"], seat: ["points"] },
};
