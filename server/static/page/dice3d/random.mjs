// @ts-check
/** Numbers that look random and follow from a text: the same on every machine, since they are whole numbers of 32 bits
 * until the last division. They decide how dice tumble, never what they show. */

/** @typedef {() => number} Random  the next number, from 0 up to but not including 1 */

/** The numbers of a text: the small fast counter (sfc32) of 128 bits, which are four hashes of the text.
 *  @param {string} seed
 *  @returns {Random} */
export function randomOf(seed) {
  let a = hash(seed, 0x9e3779b9);
  let b = hash(seed, 0x243f6a88);
  let c = hash(seed, 0xb7e15162);
  let counter = hash(seed, 0x2545f491);
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 0x100000000;
  };
  // The first ones are still alike for seeds that are.
  for (let at = 0; at < 12; at++) next();
  return next;
}

/** FNV-1a over the text's code units, mixed until each bit depends on every other.
 *  @param {string} text
 *  @param {number} start */
function hash(text, start) {
  let mixed = start ^ 0x811c9dc5;
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
