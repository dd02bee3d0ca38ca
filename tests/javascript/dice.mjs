/** Throws dice of one kind again and again, and prints what is wrong with how they come to rest, as JSON.
 *
 * node dice.mjs BUNDLE '{"kinds": [6, 6], "throws": 1000}'
 *
 * It computes with its own vectors: of the bundle it uses the throw, the corners, the normals and where numbers are. */

import { pathToFileURL } from "node:url";
import { createHash } from "node:crypto";

const [bundle, given] = process.argv.slice(2);
const { SOLIDS, poseIn, shown, thrownAtOnce } = await import(pathToFileURL(bundle).href);
const { kinds, throws } = JSON.parse(given);

const TRAYS = [
  [8.6, 4.9],
  [6.4, 6.4],
  [4.9, 8.6],
];
const [LONGEST, LEVEL, DEEP, FASTEST] = [2.5, 0.9999, 0.04, 90];
const scale = Math.sqrt(Math.max(kinds.length, 3) / 6);

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** A vector, turned by the matrix of a quaternion. */
function turned([x, y, z, w], [a, b, c]) {
  return [
    (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - z * w) * b + 2 * (x * z + y * w) * c,
    2 * (x * y + z * w) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - x * w) * c,
    2 * (x * z - y * w) * a + 2 * (y * z + x * w) * b + (1 - 2 * (x * x + y * y)) * c,
  ];
}
/** Points on the edges of a solid. */
function onEdges({ corners, faces }) {
  return faces.flatMap((face) =>
    face.flatMap((from, n) => {
      const to = face[(n + 1) % face.length];
      return Array.from({ length: 12 }, (_, at) =>
        corners[from].map((one, k) => one + ((corners[to][k] - one) * at) / 12),
      );
    }),
  );
}
/** How deep a point is in a solid: at most how far it would have to move out of it. */
const depth = ({ normals, corners, faces }, point) =>
  Math.min(...normals.map((out, n) => dot(out, corners[faces[n][0]]) - dot(out, point)));

/** The number that lies up, from where the die lies and how it was turned first. */
function lookedUp(solid, turn, first) {
  let best = null;
  for (const mark of solid.marks) {
    const [, high] = turned(turn, turned(first, mark.out));
    if (!best || high > best.high) best = { high, value: mark.value };
  }
  return best;
}

/** What is wrong with a throw. */
function wrong(n) {
  const angle = n * 2.4;
  const tray = TRAYS[n % 3].map((half) => half * scale);
  const track = thrownAtOnce({ seed: `throw ${n}`, kinds, towards: [Math.cos(angle), Math.sin(angle)], tray });
  const dice = kinds.map((sides, at) => ({ sides, face: ((n + at) % sides) + 1 }));
  const firsts = shown(track, dice);
  const found = [];
  const fault = (what, ...facts) => found.push([n, what, ...facts]);
  if (track.attempts < 1) fault("was laid, not thrown");
  if (track.length / 60 > LONGEST) fault("took too long", track.length);
  const last = track.length - 1;
  const placed = dice.map(({ sides }, at) => ({ solid: SOLIDS[sides], ...poseIn(track, last, at) }));
  for (const [at, { sides, face }] of dice.entries()) {
    const { solid, at: place, turn } = placed[at];
    const { high, value } = lookedUp(solid, turn, firsts[at]);
    if (value !== face) fault("shows another face", sides, face, value);
    if (high < LEVEL) fault("does not lie flat", sides, high);
    const corners = solid.corners.map((corner) => turned(turn, corner).map((one, k) => one + place[k]));
    if (Math.abs(Math.min(...corners.map(([, y]) => y))) > 0.01) fault("does not lie on the table", sides);
    // Turned first, it fills the same space.
    for (const corner of solid.corners) {
      const there = turned(firsts[at], corner);
      if (!solid.corners.some((one) => Math.hypot(...one.map((x, k) => x - there[k])) < 1e-6))
        fault("is skewed", sides);
    }
    if (corners.some(([x, , z]) => Math.abs(x) > tray[0] + 0.05 || Math.abs(z) > tray[1] + 0.05)) fault("is outside");
    for (let frame = 1; frame < track.length; frame++) {
      const [from, to] = [poseIn(track, frame - 1, at).at, poseIn(track, frame, at).at];
      if (Math.hypot(...to.map((one, k) => one - from[k])) * 60 > FASTEST) fault("jumps", sides, frame);
      if (!to.every(Number.isFinite)) fault("is nowhere", sides, frame);
    }
    for (const [other, beside] of placed.entries()) {
      if (other === at) continue;
      const back = [-beside.turn[0], -beside.turn[1], -beside.turn[2], beside.turn[3]];
      for (const point of onEdges(solid)) {
        const seen = turned(
          back,
          turned(turn, point).map((one, k) => one + place[k] - beside.at[k]),
        );
        if (depth(beside.solid, seen) > DEEP) fault("is in another", sides);
      }
    }
  }
  return { found, track };
}

const faults = [];
const hash = createHash("sha256");
let [attempts, frames, longest] = [0, 0, 0];
for (let n = 0; n < throws; n++) {
  const { found, track } = wrong(n);
  faults.push(...found);
  hash.update(track.frames);
  attempts += track.attempts;
  frames += track.length;
  longest = Math.max(longest, track.length / 60);
}
process.stdout.write(
  `${JSON.stringify({ faults: faults.slice(0, 20), hash: hash.digest("hex"), attempts, longest, mean: frames / throws / 60 })}\n`,
);
