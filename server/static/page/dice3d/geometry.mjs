// @ts-check
/** The solids of the dice, in centimetres: corners, faces, what is written where, and which number is up.
 *
 * Like real ones, dice are numbered so that opposite faces add up to one more than their number of faces. A d4 lies with
 * a corner up: each corner has a number, which is written beside it on the three faces that meet there. */

import { after, back, cross, dot, length, middle, minus, plus, times, toAxes, turned, unit } from "./vectors.mjs";

/** @import { Rotation, Vector } from "./vectors.mjs" */

/** @typedef {2 | 4 | 6 | 8 | 10 | 12 | 20} Sides */
/** A number on a die: in the middle of `at`, upright towards `up`, on face `face`. What lies up with it is `out`, which
 *  is the normal of its face, but for a d4 the direction of its corner.
 *  @typedef {{value: number, face: number, at: Vector, up: Vector, out: Vector, room: number}} Mark */
/** `corners` and `faces` (corners counter-clockwise, seen from outside) are what collides. `normals` of the faces;
 *  `marks` of all numbers. `rest` is the middle's height above the table at rest, `reach` its largest distance to a
 *  corner. `fold` is in how many ways the die can lie with the same number up.
 *  @typedef {{
 *    sides: Sides, corners: readonly Vector[], faces: readonly (readonly number[])[], normals: readonly Vector[],
 *    marks: readonly Mark[], rest: number, reach: number, fold: number,
 *  }} Solid */

const GOLDEN = (1 + Math.sqrt(5)) / 2;
/** Cosines and sines of a twelfth and a tenth of a turn, as roots. */
const COS_30 = Math.sqrt(3) / 2;
const COS_36 = GOLDEN / 2;
const SIN_36 = Math.sqrt(1 - COS_36 * COS_36);
const COS_72 = (GOLDEN - 1) / 2;
const SIN_72 = Math.sqrt(1 - COS_72 * COS_72);

/** Points on a circle of radius 1 in the plane of the table.
 *  @type {readonly (readonly [number, number])[]} */
const TENTHS = [
  [1, 0],
  [COS_36, SIN_36],
  [COS_72, SIN_72],
  [-COS_72, SIN_72],
  [-COS_36, SIN_36],
  [-1, 0],
  [-COS_36, -SIN_36],
  [-COS_72, -SIN_72],
  [COS_72, -SIN_72],
  [COS_36, -SIN_36],
];
/** @type {readonly (readonly [number, number])[]} */
const TWELFTHS = [
  [1, 0],
  [COS_30, 0.5],
  [0.5, COS_30],
  [0, 1],
  [-0.5, COS_30],
  [-COS_30, 0.5],
  [-1, 0],
  [-COS_30, -0.5],
  [-0.5, -COS_30],
  [0, -1],
  [0.5, -COS_30],
  [COS_30, -0.5],
];

/** The corners around each face, found as those that lie furthest in the direction of its normal.
 *  @param {readonly Vector[]} corners
 *  @param {readonly Vector[]} normals
 *  @returns {number[][]} */
function around(corners, normals) {
  return normals.map((normal) => {
    const furthest = Math.max(...corners.map((corner) => dot(corner, normal)));
    const on = corners.flatMap((corner, at) => (dot(corner, normal) > furthest - 1e-6 ? [at] : []));
    const centre = middle(on.map((at) => corners[at]));
    const start = minus(corners[on[0]], centre);
    const aside = cross(normal, start);
    /** Grows with the angle from the first corner. @param {number} at */
    const turn = (at) => {
      const spoke = minus(corners[at], centre);
      const along = dot(spoke, start) / (length(spoke) * length(start));
      return dot(spoke, aside) >= -1e-9 ? 1 - along : 3 + along;
    };
    return on.sort((one, other) => turn(one) - turn(other));
  });
}

/** @type {(x: number, y: number, z: number) => Vector[]} */
const withSigns = (x, y, z) =>
  [x, -x].flatMap((a) => (y ? [y, -y] : [0]).flatMap((b) => (z ? [z, -z] : [0]).map((c) => vector(a, b, c))));
/** @type {(x: number, y: number, z: number) => Vector} */
const vector = (x, y, z) => [x, y, z];
/** @type {(all: readonly Vector[]) => Vector[]} */
const cycled = (all) => all.flatMap(([x, y, z]) => [vector(x, y, z), vector(y, z, x), vector(z, x, y)]);

const CUBE = withSigns(1, 1, 1);
/** The 6 axes, in pairs of opposites. */
const AXES = [vector(1, 0, 0), vector(0, 1, 0), vector(0, 0, 1)].flatMap((axis) => [axis, times(axis, -1)]);
const ICOSAHEDRON = cycled([...[1, -1].flatMap((a) => [GOLDEN, -GOLDEN].map((b) => vector(0, b, a)))]);
const DODECAHEDRON = [
  ...CUBE,
  ...cycled([1, -1].flatMap((a) => [1, -1].map((b) => vector(0, a / GOLDEN, b * GOLDEN)))),
];

/** A solid of some corners, as large as `across` from a face to the opposite one, or to the corner above it.
 *  @param {readonly Vector[]} corners
 *  @param {readonly Vector[]} outward directions of the faces, in the order of `values`
 *  @param {number} across
 *  @param {Pick<Solid, "sides" | "fold">} kind
 *  @param {(solid: Omit<Solid, "marks">) => Mark[]} marked
 *  @returns {Solid} */
function solid(corners, outward, across, kind, marked) {
  const normals = outward.map(unit);
  const inner = Math.max(...corners.map((corner) => dot(corner, normals[0])));
  const outer = Math.max(...corners.map((corner) => -dot(corner, normals[0])));
  const scaled = corners.map((corner) => times(corner, across / (inner + outer)));
  const plain = {
    ...kind,
    corners: scaled,
    faces: around(scaled, normals),
    normals,
    rest: (across * inner) / (inner + outer),
    reach: Math.max(...scaled.map(length)),
  };
  return { ...plain, marks: marked(plain) };
}

/** One number in the middle of each face. `towards` is the direction in which it is upright, across the face.
 *  @param {readonly number[]} values
 *  @param {(face: number, solid: Omit<Solid, "marks">) => Vector} [towards] a corner of the face, if not given
 *  @returns {(solid: Omit<Solid, "marks">) => Mark[]} */
function inTheMiddle(values, towards = (face, { corners, faces }) => corners[faces[face][0]]) {
  return (plain) =>
    values.map((value, face) => {
      const out = plain.normals[face];
      const on = plain.faces[face].map((at) => plain.corners[at]);
      const goal = towards(face, plain);
      const up = unit(minus(goal, times(out, dot(goal, out))));
      const at = centreOf(on, out);
      return { value, face, at, up, out, room: roomAt(at, on, out) };
    });
}

/** How far a point of a face is from its edges.
 *  @param {Vector} at
 *  @param {readonly Vector[]} on
 *  @param {Vector} out */
function roomAt(at, on, out) {
  const distances = on.map((corner, n) => {
    const edge = minus(on[(n + 1) % on.length], corner);
    return dot(minus(at, corner), unit(cross(out, edge)));
  });
  return Math.min(...distances);
}

/** The point of a face that is furthest from its edges, on the line from the first corner through the middle.
 *  @param {readonly Vector[]} on
 *  @param {Vector} out */
function centreOf(on, out) {
  const centre = middle(on);
  const along = minus(centre, on[0]);
  const points = Array.from({ length: 61 }, (_, n) => plus(on[0], times(along, 0.7 + n * 0.01)));
  return points.reduce((best, one) => (roomAt(one, on, out) > roomAt(best, on, out) + 1e-9 ? one : best), centre);
}

/** Each face of a d4 has the numbers of its three corners.
 *  @param {Omit<Solid, "marks">} plain
 *  @returns {Mark[]} */
function besideCorners({ corners, faces, normals }) {
  return faces.flatMap((on, face) =>
    on.map((corner) => {
      const centre = middle(on.map((at) => corners[at]));
      const spoke = minus(corners[corner], centre);
      const at = plus(centre, times(spoke, 0.41));
      const room = roomAt(
        at,
        on.map((one) => corners[one]),
        normals[face],
      );
      return { value: corner + 1, face, at, up: unit(spoke), out: unit(corners[corner]), room };
    }),
  );
}

/** The d10: two poles, and ten corners around the middle which are a little higher and lower in turn, so that its
 *  faces, kites, are flat. */
function kites() {
  const pole = 1.06;
  const step = (pole * (1 - COS_36)) / (1 + COS_36);
  const ring = TENTHS.map(([x, z], at) => vector(x, at % 2 ? -step : step, z));
  const corners = [...ring, vector(0, pole, 0), vector(0, -pole, 0)];
  const normals = TENTHS.map((_, at) => {
    const [one, tip, other] = [ring[(at + 9) % 10], ring[at], ring[(at + 1) % 10]];
    const up = at % 2 ? 1 : -1;
    const out = cross(minus(other, tip), minus(one, tip));
    return dot(out, vector(tip[0], up, tip[2])) > 0 ? out : times(out, -1);
  });
  const poleOf = (/** @type {number} */ face) => vector(0, face % 2 ? 1 : -1, 0);
  return solid(corners, normals, 1.62, { sides: 10, fold: 1 }, inTheMiddle([10, 7, 8, 5, 2, 1, 4, 3, 6, 9], poleOf));
}

/** The coin: what collides has twelve corners. */
function coin() {
  const [radius, half] = [1.12, 0.13];
  const corners = [half, -half].flatMap((y) => TWELFTHS.map(([x, z]) => vector(x * radius, y, z * radius)));
  const rim = TWELFTHS.map(([x, z], at) => {
    const [next, beyond] = TWELFTHS[(at + 1) % 12];
    return vector(x + next, 0, z + beyond);
  });
  const towards = () => vector(0, 0, -1);
  const flat = solid(
    corners,
    [vector(0, 1, 0), vector(0, -1, 0), ...rim],
    half * 2,
    { sides: 2, fold: 12 },
    inTheMiddle([2, 1], towards),
  );
  return { ...flat, marks: flat.marks.map((mark) => ({ ...mark, room: radius * 0.92 })) };
}

/** @type {Readonly<Record<Sides, Solid>>} */
export const SOLIDS = {
  2: coin(),
  4: solid(
    CUBE.filter(([x, y, z]) => x * y * z > 0),
    CUBE.filter(([x, y, z]) => x * y * z < 0),
    2,
    { sides: 4, fold: 3 },
    besideCorners,
  ),
  6: solid(
    CUBE,
    AXES,
    1.6,
    { sides: 6, fold: 4 },
    inTheMiddle([3, 4, 1, 6, 2, 5], (face) => AXES[(face + 2) % 6]),
  ),
  8: solid(AXES, CUBE, 1.62, { sides: 8, fold: 3 }, inTheMiddle([2, 5, 6, 1, 8, 3, 4, 7])),
  10: kites(),
  12: solid(
    DODECAHEDRON,
    ICOSAHEDRON,
    1.86,
    { sides: 12, fold: 5 },
    inTheMiddle([10, 9, 2, 12, 7, 8, 1, 6, 5, 3, 4, 11]),
  ),
  20: solid(
    ICOSAHEDRON,
    DODECAHEDRON,
    2.05,
    { sides: 20, fold: 3 },
    inTheMiddle([6, 5, 4, 14, 7, 17, 16, 15, 11, 9, 13, 3, 2, 1, 18, 19, 20, 10, 12, 8]),
  ),
};

/** The numbers of sides that a die can have.
 *  @param {unknown} sides
 *  @returns {sides is Sides} */
export const isKnown = (sides) => typeof sides === "number" && Object.hasOwn(SOLIDS, sides);

/** The mark that lies up, for a die that is turned, and how far it is from level, as the cosine.
 *  @param {Solid} die
 *  @param {Rotation} turn
 *  @returns {{mark: Mark, level: number}} */
export function upOf(die, turn) {
  const sky = turned(back(turn), [0, 1, 0]);
  let best = die.marks[0];
  for (const mark of die.marks) if (dot(mark.out, sky) > dot(best.out, sky) + 1e-9) best = mark;
  return { mark: best, level: dot(best.out, sky) };
}

/** The number that lies up.
 *  @param {Solid} die
 *  @param {Rotation} turn */
export const valueUp = (die, turn) => upOf(die, turn).mark.value;

/** Three axes of a mark, as the rotation to them: to its right, upwards along the face, and out of the die.
 *  @param {Mark} mark
 *  @param {Vector} [towards] */
function axesOf(mark, towards = mark.up) {
  const up = unit(minus(towards, times(mark.out, dot(towards, mark.out))));
  return toAxes(cross(up, mark.out), up, mark.out);
}

/** How a die must be turned first, so that after `turn` the number `value` lies where another one would. The die then
 * fills the same space, so that what was simulated stays true. Of the ways to do so, the one in which the number is
 * most upright for the viewer.
 *  @param {Solid} die
 *  @param {Rotation} turn at rest
 *  @param {number} value
 *  @returns {Rotation} */
export function turnedFirst(die, turn, value) {
  const { mark: up } = upOf(die, turn);
  const wanted = die.marks.find((mark) => mark.value === value);
  if (!wanted) throw new RangeError(`a d${die.sides} has no ${value}`);
  const own = back(axesOf(wanted));
  const viewer = turned(back(turn), [0, 0, -1]);
  let [best, uprightness] = [after(axesOf(up), own), -2];
  for (const towards of upwards(die, up)) {
    const reached = dot(unit(minus(towards, times(up.out, dot(towards, up.out)))), viewer);
    if (reached > uprightness + 1e-9) [best, uprightness] = [after(axesOf(up, towards), own), reached];
  }
  return best;
}

/** The directions in which a number can be upright where one is.
 *  @param {Solid} die
 *  @param {Mark} mark
 *  @returns {readonly Vector[]} */
function upwards({ sides, corners, faces, normals, marks }, mark) {
  if (sides === 10) return [mark.up];
  if (sides === 2) return TWELFTHS.map(([x, z]) => vector(x, 0, z));
  if (sides === 4) return marks.filter(({ value }) => value === mark.value).map(({ up }) => up);
  if (sides === 6) return normals.filter((normal) => Math.abs(dot(normal, mark.out)) < 0.5);
  return faces[mark.face].map((at) => corners[at]);
}
