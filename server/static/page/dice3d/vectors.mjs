// @ts-check
/** Vectors and rotations as plain arrays: what the throw computes with, in Node, in a worker and on the page.
 *
 * Only sums, products, quotients and square roots, which every machine rounds alike. Sines and cosines are not exact
 * everywhere, so none is used here. */

/** @typedef {readonly [number, number, number]} Vector  x to the right, y up from the table, z towards the viewer */
/** @typedef {readonly [number, number, number, number]} Rotation  a unit quaternion: x, y, z, w */

/** @type {(a: Vector, b: Vector) => Vector} */
export const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
/** @type {(a: Vector, b: Vector) => Vector} */
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** @type {(a: Vector, by: number) => Vector} */
export const times = (a, by) => [a[0] * by, a[1] * by, a[2] * by];
/** @type {(a: Vector, b: Vector) => number} */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @type {(a: Vector, b: Vector) => Vector} */
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** @type {(a: Vector) => number} */
export const length = (a) => Math.sqrt(dot(a, a));
/** @type {(a: Vector) => Vector} */
export const unit = (a) => times(a, 1 / length(a));
/** @type {(all: readonly Vector[]) => Vector} */
export const middle = (all) => times(all.reduce(plus, [0, 0, 0]), 1 / all.length);

/** First `b`, then `a`.
 *  @type {(a: Rotation, b: Rotation) => Rotation} */
export const after = (a, b) => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

/** @type {(by: Rotation, a: Vector) => Vector} */
export function turned(by, a) {
  const axis = /** @type {Vector} */ ([by[0], by[1], by[2]]);
  const twice = times(cross(axis, a), 2);
  return plus(plus(a, times(twice, by[3])), cross(axis, twice));
}

/** @type {(a: Rotation) => Rotation} */
export function normal(a) {
  const by = 1 / Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3]);
  return [a[0] * by, a[1] * by, a[2] * by, a[3] * by];
}

/** The shortest rotation from one direction to another that is not opposite to it.
 *  @type {(from: Vector, to: Vector) => Rotation} */
export function shortest(from, to) {
  const [x, y, z] = cross(from, to);
  return normal([x, y, z, 1 + dot(from, to)]);
}

/** Part of the way from one rotation to another.
 *  @type {(from: Rotation, to: Rotation, part: number) => Rotation} */
export function between(from, to, part) {
  const near = from[0] * to[0] + from[1] * to[1] + from[2] * to[2] + from[3] * to[3] < 0 ? -part : part;
  const [x, y, z, w] = from.map((one, at) => one * (1 - part) + to[at] * near);
  return normal([x, y, z, w]);
}

/** The rotation that takes the axes to three others: unit vectors at right angles, right-handed.
 *  @type {(x: Vector, y: Vector, z: Vector) => Rotation} */
export function toAxes(x, y, z) {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) return normal([y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + trace]);
  if (x[0] >= y[1] && x[0] >= z[2]) return normal([1 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]]);
  if (y[1] >= z[2]) return normal([x[1] + y[0], 1 + y[1] - x[0] - z[2], y[2] + z[1], z[0] - x[2]]);
  return normal([z[0] + x[2], y[2] + z[1], 1 + z[2] - x[0] - y[1], x[1] - y[0]]);
}

/** @type {(a: Rotation) => Rotation} */
export const back = (a) => [-a[0], -a[1], -a[2], a[3]];
