// @ts-check
/** The steps of a round, as one viewer saw them, or two beside each other. */

import { same } from "../parts.mjs";

/** @import { Frame } from "../api.d.mts" */

/** A step: what the viewer and, beside them, the other last saw, at this step or before it.
 * @typedef {object} Step
 * @property {Frame} frame
 * @property {Frame | null} other null: nothing yet, or there is no other
 * @property {string} at the moment, which is the same for all viewers; versions are not
 * @property {boolean} seen whether the viewer saw the step itself
 * @property {boolean} seenByOther
 * @property {number} beyond how many steps that only the other saw have followed the viewer's last
 */

/** The steps of both, in the order in which they happened; those before the viewer's first are left out.
 *  @param {Frame[]} frames
 *  @param {Frame[]} others
 *  @returns {Step[]} */
export function stepsOf(frames, others) {
  /** @type {Step[]} */
  const steps = [];
  let mine = 0;
  let theirs = 0;
  while (mine < frames.length || theirs < others.length) {
    const [one, other] = [frames[mine], others[theirs]];
    const both = isOne(one, other);
    const seen = both || comesFirst(one, others, theirs);
    const seenByOther = both || !seen;
    if (seen) mine += 1;
    if (seenByOther) theirs += 1;
    if (mine)
      steps.push({
        frame: frames[mine - 1],
        other: others[theirs - 1] ?? null,
        at: (seen ? one : other).at,
        seen,
        seenByOther,
        beyond: seen ? 0 : (steps[steps.length - 1]?.beyond ?? 0) + 1,
      });
  }
  return steps;
}

/** Whether two viewers' frames are of the same entry.
 *  @param {Frame | undefined} one
 *  @param {Frame | undefined} other */
const isOne = (one, other) =>
  Boolean(one && other && one.at === other.at && one.actor === other.actor && one.seat === other.seat);

/** Whether a frame is of an earlier entry than those of the other viewer from `from` on. Several can be of one moment.
 *  @param {Frame | undefined} one
 *  @param {Frame[]} others
 *  @param {number} from */
function comesFirst(one, others, from) {
  const other = others[from];
  if (!one || !other) return Boolean(one);
  if (one.at !== other.at) return one.at < other.at;
  return !others.slice(from).some((later) => isOne(one, later));
}

/** Whether the two saw a step in different ways.
 *  @param {Step} step */
export const differs = ({ frame, other, seen, seenByOther }) =>
  !seen || !seenByOther || !same([frame.events, frame.chronicle], [other?.events, other?.chronicle]);

/** The sentences of a step, as each of the two read them.
 *  @param {Step} step
 *  @returns {[string[], string[]]} */
export const sentencesOf = ({ frame, other, seen, seenByOther }) => [
  seen ? frame.chronicle : [],
  (seenByOther && other?.chronicle) || [],
];

/** Those of its sentences that only one of the two read.
 *  @param {Step} step
 *  @returns {[string[], string[]]} */
export function onlyRead(step) {
  const [mine, theirs] = sentencesOf(step);
  return [mine.filter((sentence) => !theirs.includes(sentence)), theirs.filter((sentence) => !mine.includes(sentence))];
}
