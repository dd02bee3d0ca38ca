// @ts-check
/** How likely a bid of Trickster's Tavern is, for fair dice: exact, from the dice that a viewer sees and the kinds of all
 *  others. (Seeds 002, "Dice".) */

/** @import { View } from "../api.d.mts" */

/** The chance of something, as so many ways of so many.
 *  @typedef {{ways: bigint, whole: bigint}} Chance */
/** A die that lies hidden: how many sides it has, and which of its faces count as everything.
 *  @typedef {{sides: number, wild: number[]}} Unseen */
/** Faces that count as everything: of all seats or of one, of all kinds of dice or of some.
 *  @typedef {{faces: number[], seat: string | null, sizes: string[] | null}} WildFaces */
/** What a viewer can know of a bid. Without a chance, `missing` dice at least are of unknown kinds, or the wild faces are
 *  unknown.
 *  @typedef {{needed: number, known: number, unseen: number, missing: number, chance: Chance | null}} Prospect */

const LARGEST = 20;

/** How many of a score value a die counts as: a 14 is two sixes and a two. On a d20, 1 is nothing, and 20 three of all.
 *  @param {number} sides
 *  @param {number} face
 *  @param {number} value
 *  @param {number[]} [wild] */
export function counted(sides, face, value, wild = []) {
  if (wild.includes(face)) return 1;
  if (sides === LARGEST && face === 1) return 0;
  if (sides === LARGEST && face === LARGEST) return 3;
  return (value === 6 ? Math.floor(face / 6) : 0) + (face % 6 === value ? 1 : 0);
}

/** The chance that hidden dice count as at least `needed` of a score value.
 *  @param {number} needed
 *  @param {number} value
 *  @param {Unseen[]} unseen
 *  @returns {Chance} */
export function chanceOf(needed, value, unseen) {
  let ways = [1n];
  let whole = 1n;
  for (const { sides, wild } of unseen) {
    /** @type {bigint[]} */
    const more = Array.from({ length: ways.length + 3 }, () => 0n);
    for (let face = 1; face <= sides; face += 1) {
      const counts = counted(sides, face, value, wild);
      for (const [count, so] of ways.entries()) more[count + counts] += so;
    }
    ways = more;
    whole *= BigInt(sides);
  }
  const enough = ways.filter((_, count) => count >= needed);
  return { ways: enough.reduce((sum, one) => sum + one, 0n), whole };
}

/** @param {View} view
 *  @returns {WildFaces[] | null} null if there are wild faces that cannot be told */
function wildIn(view) {
  const { wild, wild_faces: said } = view.details;
  if (Array.isArray(wild) && wild.every((rule) => Array.isArray(rule?.faces))) return wild;
  return Array.isArray(said) && said.length ? null : [];
}

/** What a viewer can know of a bid, by the dice in their view.
 *  @param {View} view
 *  @param {number} amount
 *  @param {number} value
 *  @returns {Prospect} */
export function prospectOf(view, amount, value) {
  const rules = wildIn(view);
  /** @type {Unseen[]} */
  const unseen = [];
  let known = 0;
  let missing = 0;
  for (const { seat, playing, status, dice } of view.seats) {
    if (!playing) continue;
    // Who is still in has at least one.
    if (!dice.length && status === "active") missing += 1;
    for (const { die, face } of dice) {
      const sides = Number(/^d(\d+)$/.exec(die)?.[1]);
      const wild = (rules ?? [])
        .filter((rule) => (rule.seat ?? seat) === seat && (rule.sizes?.includes(die) ?? true))
        .flatMap((rule) => rule.faces);
      if (!sides) missing += 1;
      else if (face === null) unseen.push({ sides, wild });
      else known += counted(sides, face, value, wild);
    }
  }
  const needed = Math.max(0, amount - known);
  const chance = missing || !rules ? null : chanceOf(needed, value, unseen);
  return { needed, known, unseen: unseen.length, missing, chance };
}

/** A chance in words: only what is certain is 0 or 100 %.
 *  @param {Chance} chance */
export function inPercent({ ways, whole }) {
  if (!ways) return "0 %";
  if (ways === whole) return "100 %";
  const percent = Number((ways * 1000n) / whole) / 10;
  if (percent < 1) return "under 1 %";
  return percent > 99 ? "over 99 %" : `${Math.round(percent)} %`;
}
