// @ts-check
/** The hands of Ruler's Bluff and of Triangle. (Seeds 003.) */

/** The hands of Ruler's Bluff, the lowest first. */
export const HANDS = [
  "no_pair",
  "pair",
  "two_pairs",
  "three_of_a_kind",
  "low_straight",
  "high_straight",
  "full_house",
  "four_of_a_kind",
  "five_of_a_kind",
];

/** By how many dice show the same, and how many others do.
 *  @type {Record<string, string>} */
const ALIKE = { 11: "no_pair", 21: "pair", 22: "two_pairs", 31: "three_of_a_kind", 32: "full_house" };

/** The hand that up to five dice make, and their faces: first those that make it, then the others, highest first.
 *  @param {number[]} faces
 *  @returns {{hand: string, faces: number[], makes: number} | null} `makes` of the faces make the hand; null without dice */
export function handOf(faces) {
  if (!faces.length) return null;
  /** @param {number} face */
  const count = (face) => faces.filter((one) => one === face).length;
  const ordered = [...faces].sort((one, other) => count(other) - count(one) || other - one);
  const counts = [...new Set(ordered)].map(count);
  const [most, second = 0] = counts;
  const straight = { 54321: "low_straight", 65432: "high_straight" }[ordered.join("")];
  if (straight) return { hand: straight, faces: ordered, makes: 5 };
  if (most > 3) return { hand: most > 4 ? "five_of_a_kind" : "four_of_a_kind", faces: ordered, makes: most };
  const hand = ALIKE[`${most}${most > 1 && second > 1 ? 2 : 1}`];
  return { hand, faces: ordered, makes: most > 1 ? most + (second > 1 ? second : 0) : 0 };
}

/** The dice of a hand of Triangle, in their order. */
export const TRIANGLE = [12, 8, 6];

/** What a hand of Triangle comes to: the total so far, and what it can be in the end. Three ones beat everything.
 *  @param {number[]} faces */
export function triangleOf(faces) {
  const total = faces.reduce((sum, face) => sum + face, 0);
  const left = TRIANGLE.slice(faces.length);
  const ones = faces.length > 0 && faces.every((face) => face === 1);
  return {
    total,
    left,
    least: total + left.length,
    most: total + left.reduce((sum, sides) => sum + sides, 0),
    beatsAll: ones && !left.length,
    mayBeatAll: ones && left.length > 0,
  };
}
