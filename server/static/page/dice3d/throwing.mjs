// @ts-check
/** A throw as a film: where each die is, sixty times a second, until all lie still.
 *
 * It follows from a seed, the kinds of the dice, the tray and the direction they come from, with a fixed time step and
 * without a clock. What the dice show does not enter it: they are turned afterwards so that the decided numbers lie up. */

import { Body, ContactMaterial, ConvexPolyhedron, Material, NaiveBroadphase, Plane, Vec3, World } from "cannon-es";
import { SOLIDS, turnedFirst, upOf } from "./geometry.mjs";
import { randomOf } from "./random.mjs";
import { after, between, cross, dot, minus, normal, plus, shortest, times, turned, unit } from "./vectors.mjs";

/** @import { Sides, Solid } from "./geometry.mjs" */
/** @import { Random } from "./random.mjs" */
/** @import { Rotation, Vector } from "./vectors.mjs" */

/** What a throw follows from. `towards` is the direction in which the dice fly, as seen from above: x to the right, y
 *  towards the viewer, of any length but 0. `tray`: its half width and half depth, in centimetres.
 *  @typedef {{
 *    seed: string, kinds: readonly Sides[], towards: readonly [number, number], tray: readonly [number, number],
 *  }} Throw */
/** `frames` has, for each sixtieth of a second and each die, its middle (x, y, z) and its rotation (x, y, z, w).
 *  `attempts`: how many throws were simulated until one came to rest well; 0 if none did and the dice are laid.
 *  @typedef {{dice: number, length: number, frames: Float32Array, attempts: number}} Track */

export const FRAMES_PER_SECOND = 60;
/** Of each die in each frame. */
export const NUMBERS = 7;
/** Dice lie still at the latest after this. */
export const LONGEST_SECONDS = 2.4;

const STEPS_PER_FRAME = 2;
const STEP = 1 / (FRAMES_PER_SECOND * STEPS_PER_FRAME);
const MOST_STEPS = LONGEST_SECONDS * FRAMES_PER_SECOND * STEPS_PER_FRAME;
/** How often a throw is tried: less often with many dice, whose attempts take longer. */
const [MOST_ATTEMPTS, LEAST_ATTEMPTS, DICE_TRIED] = [24, 2, 160];
/** Weaker than on Earth, since the dice are looked at from near. */
const GRAVITY = 240;
/** A die that lies flatter than this comes to lie quite flat while the last frames are shown: cosine of 4 degrees. */
const FLAT = 0.9975;
const LEVELLED_OVER = 10;
/** What lies still moves and turns less than this, in cm/s and radians/s, for so many steps. */
const [STILL, UNTURNED, STILL_STEPS] = [1.6, 1.2, 5];
/** A die that leans on another for so many steps gets a flick. */
const LEANING_STEPS = 7;
/** At which speed dice come in at least. */
const ENTERING = 26;
/** Dice may press into each other a little. */
const PRESSED = 0.025;
/** What a die loses of its speed, and of its turning, in a step. */
const [AIR, SPIN] = [0.001, 0.002];
/** From when on the felt takes more, in seconds. */
const TIRED_AFTER = 0.85;

/** A throw, a step at a time: it yields so that a page can draw in between.
 *  @param {Throw} thrown
 *  @returns {Generator<undefined, Track>} */
export function* throwing({ seed, kinds, towards, tray }) {
  const direction = exactly(towards);
  const most = Math.max(LEAST_ATTEMPTS, Math.min(MOST_ATTEMPTS, Math.floor(DICE_TRIED / kinds.length)));
  for (let attempt = 1; attempt <= most; attempt++) {
    const random = randomOf(`${seed}/${attempt}`);
    const track = yield* tried(random, kinds, direction, tray);
    if (track) return { ...track, attempts: attempt };
  }
  return laid(randomOf(seed), kinds, direction, tray);
}

/** A throw at once.
 *  @param {Throw} thrown
 *  @returns {Track} */
export function thrownAtOnce(thrown) {
  const steps = throwing(thrown);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The rotations to give to the dice first, so that they show these faces when they lie still.
 *  @param {Track} track
 *  @param {readonly {sides: Sides, face: number}[]} dice
 *  @returns {Rotation[]} */
export const shown = (track, dice) =>
  dice.map(({ sides, face }, n) => turnedFirst(SOLIDS[sides], poseIn(track, track.length - 1, n).turn, face));

/** Where a die is in a frame.
 *  @param {Track} track
 *  @param {number} frame
 *  @param {number} die
 *  @returns {{at: Vector, turn: Rotation}} */
export function poseIn({ dice, frames }, frame, die) {
  const [x, y, z, a, b, c, d] = frames.subarray((frame * dice + die) * NUMBERS);
  return { at: [x, y, z], turn: [a, b, c, d] };
}

/** A direction of length 1, rounded: whoever computed it may have used sines.
 *  @param {readonly [number, number]} towards
 *  @returns {readonly [number, number]} */
function exactly([x, y]) {
  const long = Math.sqrt(x * x + y * y);
  if (!(long > 0)) return [0, -1];
  return [Math.round((x / long) * 4096) / 4096, Math.round((y / long) * 4096) / 4096];
}

/** One attempt; nothing if a die leans on another, lies outside or does not come to rest.
 *  @param {Random} random
 *  @param {readonly Sides[]} kinds
 *  @param {readonly [number, number]} direction
 *  @param {readonly [number, number]} tray
 *  @returns {Generator<undefined, Omit<Track, "attempts"> | null>} */
function* tried(random, kinds, direction, tray) {
  const { world, walls } = tableOf(tray);
  const bodies = kinds.map((sides) => bodyOf(sides));
  for (const body of bodies) world.addBody(body);
  start(bodies, random, kinds, direction, tray);
  /** @type {number[]} */
  const numbers = [];
  /** For how many steps each has leant on another. */
  const leaning = kinds.map(() => 0);
  let still = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (step % STEPS_PER_FRAME === 0) for (const body of bodies) numbers.push(...poseOf(body));
    world.step(STEP);
    for (const [n, body] of bodies.entries()) {
      const solid = SOLIDS[kinds[n]];
      const passed = walls.filter((wall) => !wall.keepsIn(body, solid.reach));
      const inside = passed.length === 0;
      if (inside) slowed(body, step);
      for (const { inward } of passed) pushedIn(body, inward);
      leaning[n] = inside && isSlow(body) && !liesFlat(body, solid) ? leaning[n] + 1 : 0;
      if (leaning[n] > LEANING_STEPS) {
        flicked(body, random);
        leaning[n] = 0;
      }
    }
    still = bodies.every((body, n) => isSlow(body) && liesFlat(body, SOLIDS[kinds[n]])) ? still + 1 : 0;
    if (still >= STILL_STEPS) return ended(numbers, bodies, kinds, tray);
    yield;
  }
  return null;
}

/** A table with its walls, and without dice.
 *  @param {readonly [number, number]} tray */
function tableOf([width, depth]) {
  const world = new World({ gravity: new Vec3(0, -GRAVITY, 0), broadphase: new NaiveBroadphase() });
  // Friction is bounded by this instead of the real force of an impact, which is several times the weight.
  world.frictionGravity = new Vec3(0, -GRAVITY * 4, 0);
  if ("iterations" in world.solver) world.solver.iterations = 8;
  for (const [one, other, friction, restitution] of CONTACTS) {
    world.addContactMaterial(new ContactMaterial(one, other, { friction, restitution }));
  }
  const felt = new Body({ mass: 0, material: FELT, shape: new Plane(), collisionFilterGroup: FLOOR });
  felt.quaternion.set(-Math.SQRT1_2, 0, 0, Math.SQRT1_2);
  world.addBody(felt);
  const walls = [
    wallOf(world, 0, [-width, 0, 0], [0, Math.SQRT1_2, 0, Math.SQRT1_2]),
    wallOf(world, 1, [width, 0, 0], [0, -Math.SQRT1_2, 0, Math.SQRT1_2]),
    wallOf(world, 2, [0, 0, -depth], [0, 0, 0, 1]),
    wallOf(world, 3, [0, 0, depth], [0, 1, 0, 0]),
  ];
  return { world, walls };
}

const DIE = new Material("die");
const FELT = new Material("felt");
const WALL = new Material("wall");
/** Friction and bounce.
 *  @type {readonly (readonly [Material, Material, number, number])[]} */
const CONTACTS = [
  [DIE, FELT, 0.3, 0.4],
  [DIE, WALL, 0.02, 0.55],
  [DIE, DIE, 0, 0.45],
];
/** The groups of dice, the table and the first wall, which the others' follow. */
const [DICE, FLOOR, FIRST_WALL] = [1, 2, 4];

/** A wall, which holds only what has been inside: dice come from beyond it.
 *  @param {World} world
 *  @param {number} n
 *  @param {Vector} at
 *  @param {Rotation} turn from facing the viewer
 *  @returns {{inward: Vector, keepsIn: (body: Body, reach: number) => boolean}} */
function wallOf(world, n, at, turn) {
  const group = FIRST_WALL << n;
  const inward = turned(turn, [0, 0, 1]);
  const wall = new Body({ mass: 0, material: WALL, shape: new Plane(), collisionFilterGroup: group });
  wall.position.set(...at);
  wall.quaternion.set(...turn);
  world.addBody(wall);
  return {
    inward,
    keepsIn(body, reach) {
      const { x, y, z } = body.position;
      if (dot(minus([x, y, z], at), inward) > reach) body.collisionFilterMask |= group;
      return (body.collisionFilterMask & group) !== 0;
    },
  };
}

/** What collides, of each kind. All dice of the kind share it.
 *  @type {Map<Sides, ConvexPolyhedron>} */
const SHAPES = new Map();

/** @param {Sides} sides */
function shapeOf(sides) {
  let shape = SHAPES.get(sides);
  if (!shape) {
    const { corners, faces } = SOLIDS[sides];
    const vertices = corners.map((corner) => new Vec3(...corner));
    shape = new ConvexPolyhedron({ vertices, faces: faces.map((face) => [...face]) });
    SHAPES.set(sides, shape);
  }
  return shape;
}

/** @param {Sides} sides */
function bodyOf(sides) {
  const body = new Body({ mass: 1, material: DIE, shape: shapeOf(sides), linearDamping: 0, angularDamping: 0 });
  body.collisionFilterGroup = DICE;
  body.collisionFilterMask = DICE | FLOOR;
  return body;
}

/** Dice leave a hand beyond the edge of the tray, in rows, fly low towards a place near its middle, and spin as if they
 * rolled off.
 *  @param {readonly Body[]} bodies
 *  @param {Random} random
 *  @param {readonly Sides[]} kinds
 *  @param {readonly [number, number]} direction
 *  @param {readonly [number, number]} tray */
function start(bodies, random, kinds, [dx, dz], [width, depth]) {
  const spread = (/** @type {number} */ by) => (random() * 2 - 1) * by;
  const order = kinds.map((_, n) => n);
  for (let n = order.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1));
    [order[n], order[other]] = [order[other], order[n]];
  }
  const toEdge = Math.min(width / Math.max(Math.abs(dx), 1e-9), depth / Math.max(Math.abs(dz), 1e-9));
  const abreast = Math.min(4, Math.ceil(Math.sqrt(order.length)));
  const speed = 34 + 1.7 * toEdge + spread(4);
  const aim = spread(0.16);
  for (const [place, n] of order.entries()) {
    const row = Math.floor(place / abreast);
    const inRow = Math.min(abreast, order.length - row * abreast);
    const aside = ((place % abreast) - (inRow - 1) / 2) * 2.9 + spread(0.05);
    const behind = toEdge + 1.9 + row * 2.9 + spread(0.05);
    const own = speed * (1 + spread(0.07));
    const bias = aim - aside * 0.025 + spread(0.05);
    const body = bodies[n];
    body.position.set(-dx * behind - dz * aside, 3.2 + spread(0.5), -dz * behind + dx * aside);
    body.velocity.set((dx - dz * bias) * own, -14 + spread(8), (dz + dx * bias) * own);
    const spin = 15 + spread(7);
    body.angularVelocity.set(dz * spin + spread(9), spread(11), -dx * spin + spread(9));
    body.quaternion.set(...anyRotation(random));
  }
}

/** Each rotation as likely as any other.
 *  @param {Random} random
 *  @returns {Rotation} */
function anyRotation(random) {
  for (;;) {
    const [x, y, z, w] = [random() * 2 - 1, random() * 2 - 1, random() * 2 - 1, random() * 2 - 1];
    const long = x * x + y * y + z * z + w * w;
    if (long > 0.01 && long < 1) return normal([x, y, z, w]);
  }
}

/** @param {Body} body
 *  @returns {number[]} */
function poseOf({ position, quaternion }) {
  return [position.x, position.y, position.z, quaternion.x, quaternion.y, quaternion.z, quaternion.w];
}

/** The air, and the felt that gives way under what rolls: more and more, so that no die rolls on for long. The engine's
 * own damping takes powers, which are not exact.
 *  @param {Body} body
 *  @param {number} step */
function slowed(body, step) {
  const low = body.position.y < 1.6 ? 1 : 0;
  const worn = low * Math.min(Math.max(step * STEP - TIRED_AFTER, 0) / 0.6, 1);
  body.velocity.scale(1 - AIR * (1 + low) - 0.012 * worn, body.velocity);
  body.angularVelocity.scale(1 - SPIN * (1 + low) - 0.03 * worn, body.angularVelocity);
}

/** What is not yet in the tray does not slow down before it is.
 *  @param {Body} body
 *  @param {Vector} inward from the wall that it has not passed */
function pushedIn({ velocity }, [dx, , dz]) {
  const lacks = ENTERING - (velocity.x * dx + velocity.z * dz);
  if (lacks > 0) velocity.set(velocity.x + dx * lacks, velocity.y, velocity.z + dz * lacks);
}

/** A die that leans on another hops aside.
 *  @param {Body} body
 *  @param {Random} random */
function flicked({ velocity, angularVelocity }, random) {
  velocity.set(velocity.x + (random() * 2 - 1) * 16, 15 + random() * 9, velocity.z + (random() * 2 - 1) * 16);
  angularVelocity.set((random() * 2 - 1) * 9, (random() * 2 - 1) * 5, (random() * 2 - 1) * 9);
}

/** @param {Body} body */
const isSlow = ({ velocity, angularVelocity }) =>
  velocity.lengthSquared() < STILL * STILL && angularVelocity.lengthSquared() < UNTURNED * UNTURNED;

/** @param {Body} body
 *  @param {Solid} solid */
const liesFlat = (body, solid) =>
  body.position.y < solid.rest * 1.08 + 0.03 && upOf(solid, rotationOf(body)).level > FLAT;

/** @param {Body} body
 *  @returns {Rotation} */
const rotationOf = ({ quaternion: { x, y, z, w } }) => normal([x, y, z, w]);

/** The track of dice that lie still, if they lie well. Over the last frames they come to lie quite flat.
 *  @param {number[]} numbers
 *  @param {readonly Body[]} bodies
 *  @param {readonly Sides[]} kinds
 *  @param {readonly [number, number]} tray
 *  @returns {Omit<Track, "attempts"> | null} */
function ended(numbers, bodies, kinds, tray) {
  const solids = kinds.map((sides) => SOLIDS[sides]);
  const poses = bodies.map((body, n) => levelled(body, solids[n]));
  const corners = poses.map(({ at, turn }, n) => solids[n].corners.map((corner) => plus(at, turned(turn, corner))));
  if (!corners.flat().every(([x, , z]) => Math.abs(x) < tray[0] + PRESSED && Math.abs(z) < tray[1] + PRESSED))
    return null;
  for (const [n, one] of corners.entries()) {
    for (let other = 0; other < n; other++) {
      if (pressed(one, corners[other], solids[n], solids[other], poses[n].turn, poses[other].turn) > PRESSED)
        return null;
    }
  }
  const dice = bodies.length;
  for (const { at, turn } of poses) numbers.push(...at, ...turn);
  const track = { dice, length: numbers.length / NUMBERS / dice, frames: Float32Array.from(numbers) };
  for (const [n, { at, turn }] of poses.entries()) {
    for (let ago = 1; ago < Math.min(LEVELLED_OVER, track.length); ago++) {
      const part = 1 - ago / LEVELLED_OVER;
      const was = poseIn({ ...track, attempts: 0 }, track.length - 1 - ago, n);
      const eased = part * part * (3 - 2 * part);
      const place = plus(was.at, times(minus(at, was.at), eased));
      track.frames.set([...place, ...between(was.turn, turn, eased)], ((track.length - 1 - ago) * dice + n) * NUMBERS);
    }
  }
  return track;
}

/** Where a die lies that lies quite flat.
 *  @param {Body} body
 *  @param {Solid} solid
 *  @returns {{at: Vector, turn: Rotation}} */
function levelled(body, solid) {
  const turn = rotationOf(body);
  const { mark } = upOf(solid, turn);
  return {
    at: [body.position.x, solid.rest, body.position.z],
    turn: normal(after(shortest(turned(turn, mark.out), [0, 1, 0]), turn)),
  };
}

/** How deep two dice are pressed into each other at most; less than 0 if they are apart. Tried are the normals of both,
 * and the level directions from an edge of one to the other's, since dice at rest stand side by side.
 *  @param {readonly Vector[]} one
 *  @param {readonly Vector[]} other
 *  @param {Solid} oneKind
 *  @param {Solid} otherKind
 *  @param {Rotation} oneTurn
 *  @param {Rotation} otherTurn */
export function pressed(one, other, oneKind, otherKind, oneTurn, otherTurn) {
  const axes = [
    ...oneKind.normals.map((out) => turned(oneTurn, out)),
    ...otherKind.normals.map((out) => turned(otherTurn, out)),
  ];
  const edges = [edgesOf(oneKind, one), edgesOf(otherKind, other)];
  let least = Infinity;
  const tryOut = (/** @type {Vector} */ axis) => {
    const [first, second] = [one, other].map((corners) => corners.map((corner) => dot(corner, axis)));
    const overlap = Math.min(Math.max(...first) - Math.min(...second), Math.max(...second) - Math.min(...first));
    least = Math.min(least, overlap);
    return overlap < 0;
  };
  const [apart] = [minus(one[0], other[0])];
  if (dot(apart, apart) > 36 || axes.some(tryOut)) return Math.min(least, -1e-9);
  for (const along of edges[0]) {
    for (const beside of edges[1]) {
      const axis = cross(along, beside);
      if (dot(axis, axis) > 1e-9 && tryOut(unit(axis))) return least;
    }
  }
  return least;
}

/** @param {Solid} solid
 *  @param {readonly Vector[]} corners
 *  @returns {Vector[]} */
const edgesOf = ({ faces }, corners) =>
  faces.flatMap((face) =>
    face.flatMap((from, n) => {
      const to = face[(n + 1) % face.length];
      return from < to ? [unit(minus(corners[to], corners[from]))] : [];
    }),
  );

/** Dice that are laid side by side, should no attempt have come to rest: they slide in, turning.
 *  @param {Random} random
 *  @param {readonly Sides[]} kinds
 *  @param {readonly [number, number]} direction
 *  @param {readonly [number, number]} tray
 *  @returns {Track} */
function laid(random, kinds, [dx, dz], [width, depth]) {
  const columns = Math.max(1, Math.floor((2 * width) / 2.9));
  const rows = Math.ceil(kinds.length / columns);
  const length = 60;
  const dice = kinds.length;
  const frames = new Float32Array(length * dice * NUMBERS);
  for (const [n, sides] of kinds.entries()) {
    const solid = SOLIDS[sides];
    const inRow = Math.min(columns, dice - Math.floor(n / columns) * columns);
    const x = ((n % columns) - (inRow - 1) / 2) * 2.9;
    const z = (Math.floor(n / columns) - (rows - 1) / 2) * 2.9;
    const up = shortest(unit(solid.marks[n % solid.marks.length].out), [0.0001, 1, 0]);
    const turn = normal(after(shortest(turned(up, solid.marks[n % solid.marks.length].out), [0, 1, 0]), up));
    const other = anyRotation(random);
    for (let frame = 0; frame < length; frame++) {
      const left = (1 - frame / (length - 1)) ** 2;
      const at = [x - dx * left * width * 3, solid.rest + 6 * left, z - dz * left * depth * 3];
      frames.set([...at, ...between(turn, other, left)], (frame * dice + n) * NUMBERS);
    }
  }
  return { dice, length, frames, attempts: 0 };
}
