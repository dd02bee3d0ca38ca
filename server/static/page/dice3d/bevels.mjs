// @ts-check
/** The surface of a die, with rounded edges and corners: faces, strips along the edges, and caps at the corners. */

import { SOLIDS } from "./geometry.mjs";
import { cross, dot, length, middle, minus, plus, times, unit } from "./vectors.mjs";

/** @import { Sides } from "./geometry.mjs" */
/** @import { Vector } from "./vectors.mjs" */

/** What is drawn. `frames`: the middle of each face, and its axes to the right and upwards.
 *  @typedef {{corners: readonly Vector[], faces: readonly (readonly number[])[], normals: readonly Vector[]}} Shape */
/** @typedef {{at: Vector, right: Vector, up: Vector}} Frame */
/** Of each corner of each triangle: its place, its normal, and where it lies on its face, with 1 on a face and 0 on an
 * edge. `face` is the number of the face, or -1.
 *  @typedef {{positions: number[], normals: number[], locals: number[], faces: number[]}} Surface */

/** How far from an edge the rounding starts, in centimetres.
 *  @type {Readonly<Record<Sides, number>>} */
const ROUNDED = { 2: 0.05, 4: 0.09, 6: 0.13, 8: 0.09, 10: 0.08, 12: 0.08, 20: 0.07 };
const COIN_CORNERS = 64;

/** @param {Sides} sides
 *  @returns {Shape} */
export const shapeOf = (sides) => (sides === 2 ? coin() : SOLIDS[sides]);

/** The faces on which something is written, as frames: each of a d4 has three numbers and one frame.
 *  @param {Sides} sides
 *  @returns {Frame[]} */
export function framesOf(sides) {
  const { marks, normals, faces, corners } = SOLIDS[sides];
  const written = new Set(marks.map(({ face }) => face));
  return [...written]
    .sort((one, other) => one - other)
    .map((face) => {
      const own = marks.filter((mark) => mark.face === face);
      const at = own.length === 1 ? own[0].at : middle(faces[face].map((corner) => corners[corner]));
      return { at, up: own[0].up, right: cross(own[0].up, normals[face]) };
    });
}

/** The coin, as round as it looks.
 *  @returns {Shape} */
function coin() {
  const { corners, normals } = SOLIDS[2];
  const [radius, half] = [length([corners[0][0], 0, corners[0][2]]), corners[0][1]];
  /** @type {(n: number, y: number, long: number) => Vector} */
  const onRim = (n, y, long) => {
    const angle = (n / COIN_CORNERS) * 2 * Math.PI;
    return [long * Math.cos(angle), y, long * Math.sin(angle)];
  };
  const each = Array.from({ length: COIN_CORNERS }, (_, n) => n);
  const next = (/** @type {number} */ n) => (n + 1) % COIN_CORNERS;
  return {
    corners: [half, -half].flatMap((y) => each.map((n) => onRim(n, y, radius))),
    faces: [
      [...each].reverse(),
      each.map((n) => n + COIN_CORNERS),
      ...each.map((n) => [n, next(n), next(n) + COIN_CORNERS, n + COIN_CORNERS]),
    ],
    normals: [...normals.slice(0, 2), ...each.map((n) => onRim(n + 0.5, 0, 1))],
  };
}

/** @param {Sides} sides
 *  @returns {Surface} */
export function surfaceOf(sides) {
  const shape = shapeOf(sides);
  const by = ROUNDED[sides];
  const frames = framesOf(sides);
  /** @type {Surface} */
  const surface = { positions: [], normals: [], locals: [], faces: [] };
  const inner = shape.faces.map((on) =>
    inset(
      on.map((at) => shape.corners[at]),
      by,
    ),
  );
  for (const [face, points] of inner.entries()) {
    const frame = frames[face];
    const corners = points.map((at) => ({ at, out: shape.normals[face], local: frame ? local(frame, at) : null }));
    for (let n = 2; n < points.length; n++)
      triangle(surface, [corners[0], corners[n - 1], corners[n]], frame ? face : -1);
  }
  rounded(surface, shape, inner);
  return surface;
}

/** @param {Frame} frame
 *  @param {Vector} point
 *  @returns {[number, number]} */
export function local({ at, right, up }, point) {
  const from = minus(point, at);
  return [dot(from, right), dot(from, up)];
}

/** A face whose edges have moved inwards.
 *  @param {readonly Vector[]} on
 *  @param {number} by */
function inset(on, by) {
  return on.map((corner, n) => {
    const before = unit(minus(on[(n + on.length - 1) % on.length], corner));
    const next = unit(minus(on[(n + 1) % on.length], corner));
    const sine = length(cross(before, next));
    return plus(corner, times(plus(before, next), by / sine));
  });
}

/** @typedef {{at: Vector, out: Vector, local?: [number, number] | null}} Point */

/** @param {Surface} surface
 *  @param {Point[]} points in either order
 *  @param {number} [face] */
function triangle(surface, points, face = -1) {
  const [a, b, c] = points.map(({ at }) => at);
  const facing = dot(cross(minus(b, a), minus(c, a)), plus(plus(points[0].out, points[1].out), points[2].out));
  for (const { at, out, local: where } of facing < 0 ? [points[0], points[2], points[1]] : points) {
    surface.positions.push(...at);
    surface.normals.push(...out);
    surface.locals.push(...(where ?? [0, 0]), where ? 1 : 0);
    surface.faces.push(face);
  }
}

/** The strips along the edges, in two halves, and the caps at the corners.
 *  @param {Surface} surface
 *  @param {Shape} shape
 *  @param {readonly (readonly Vector[])[]} inner */
function rounded(surface, { corners, faces, normals }, inner) {
  /** The points around each corner.
   *  @type {Point[][]} */
  const caps = corners.map(() => []);
  for (const [face, on] of faces.entries()) {
    for (const [n, corner] of on.entries()) {
      caps[corner].push({ at: inner[face][n], out: normals[face] });
      const next = on[(n + 1) % on.length];
      const other = faces.findIndex((one, at) => at !== face && one.includes(corner) && one.includes(next));
      if (other < face) continue;
      /** @type {(end: number) => Point[]} */
      const across = (end) => {
        const [near, far] = [inner[face][on.indexOf(end)], inner[other][faces[other].indexOf(end)]];
        const out = unit(plus(normals[face], normals[other]));
        // The arc that touches both faces where the rounding starts.
        const cosine = Math.sqrt((1 + dot(normals[face], normals[other])) / 2);
        const chord = middle([near, far]);
        const edge = times(out, dot(minus(corners[end], chord), out));
        const top = plus(chord, times(edge, 1 - 1 / (1 + cosine)));
        return [
          { at: near, out: normals[face] },
          { at: top, out },
          { at: far, out: normals[other] },
        ];
      };
      const [one, two] = [across(corner), across(next)];
      caps[corner].push(one[1]);
      caps[next].push(two[1]);
      for (const half of [0, 1]) {
        triangle(surface, [one[half], one[half + 1], two[half]]);
        triangle(surface, [one[half + 1], two[half + 1], two[half]]);
      }
    }
  }
  for (const [n, points] of caps.entries()) cap(surface, corners[n], points);
}

/** @param {Surface} surface
 *  @param {Vector} corner
 *  @param {Point[]} points */
function cap(surface, corner, points) {
  const out = unit(points.reduce((/** @type {Vector} */ sum, point) => plus(sum, point.out), [0, 0, 0]));
  const centre = middle(points.map(({ at }) => at));
  const top = { at: plus(centre, times(out, 0.42 * dot(minus(corner, centre), out))), out };
  const right = unit(minus(points[0].at, plus(centre, times(out, dot(minus(points[0].at, centre), out)))));
  const up = cross(out, right);
  const angle = (/** @type {Point} */ { at }) => Math.atan2(dot(minus(at, centre), up), dot(minus(at, centre), right));
  const ring = [...points].sort((one, other) => angle(one) - angle(other));
  for (const [at, point] of ring.entries()) triangle(surface, [top, point, ring[(at + 1) % ring.length]]);
}
