// @ts-check
// Dice So Nice.

import { globals } from "./globals.mjs";

/** @import { View } from "../../client/tavern/answers.mjs" */

/** @typedef {{ result: number, resultLabel: string, type: string, vectors: never[], options: {} }} ShownDie */

/** The dice that Dice So Nice has, besides the d100. */
const SHOWN_DICE = new Set(["d2", "d4", "d6", "d8", "d10", "d12", "d20"]);

/** @param {string} type @param {number} result @param {string} [resultLabel] @returns {ShownDie} */
const shown = (type, result, resultLabel = String(result)) => ({ result, resultLabel, type, vectors: [], options: {} });

/** A die as Dice So Nice shows it: a d100 is one die for the tens and one for the ones.
 *  @param {string} die @param {number} face @returns {ShownDie[]} */
function shownDice(die, face) {
  if (die !== "d100") return SHOWN_DICE.has(die) ? [shown(die, face)] : [];
  const tens = Math.floor((face % 100) / 10);
  return [shown("d100", tens, tens ? `${tens}0` : "00"), shown("d10", face % 10)];
}

/**
 * The dice that lie in the open in one view and did not in the one before, for Dice So Nice. Use views of the public
 * table: a seat's views contain faces that only this seat can see.
 * @param {View | null} before @param {View} after @returns {ShownDie[]}
 */
export function diceThrown(before, after) {
  if (!before) return [];
  const old = new Map(openDice(before).map(({ at, die, face }) => [at, `${die}:${face}`]));
  return openDice(after)
    .filter(({ at, die, face }) => old.get(at) !== `${die}:${face}`)
    .flatMap(({ die, face }) => shownDice(die, face));
}

/** @param {View} view */
function openDice(view) {
  const seats = view.seats.flatMap(({ seat, dice }) =>
    dice.map((die) => ({ ...die, at: `${view.round}/${seat}/${die.n}` })),
  );
  const house = view.house_dice.map((die) => ({ ...die, at: `${view.round}/house/${die.n}` }));
  return [...seats, ...house].flatMap(({ at, die, face, hole }) => (face === null || hole ? [] : [{ at, die, face }]));
}

/** Show dice to this user alone: the last argument keeps them from all others. @param {ShownDie[]} dice */
export async function showDice(dice) {
  if (dice.length && globals.game.dice3d)
    await globals.game.dice3d.show({ throws: [{ dice }] }, globals.game.user, false);
}
