// @ts-check
/** The table as it is drawn: dice, their shadows, light, and a camera that looks down at the felt, which is the page's
 * own: where there is neither a die nor a shadow, the drawing is transparent. */

import {
  AmbientLight,
  BufferGeometry,
  CanvasTexture,
  DirectionalLight,
  Float32BufferAttribute,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  ShadowMaterial,
  Vector3,
  WebGLRenderer,
} from "three";
import { surfaceOf } from "./bevels.mjs";
import { SOLIDS } from "./geometry.mjs";
import { cellAt, pictureOf } from "./labels.mjs";
import { lookOf } from "./looks.mjs";
import { after, plus, times, turned } from "./vectors.mjs";

/** @import { Texture } from "three" */
/** @import { Mark, Pattern } from "../../vendor/dice3d.mjs" */
/** @import { Sides } from "./geometry.mjs" */
/** @import { Rotation, Vector } from "./vectors.mjs" */

/** @typedef {{sides: Sides, colour: string, pattern: Pattern, crooked: boolean, label: string}} Dressed */
/** How dark shadows are, from 0 to 1, and the colour of the light and of labels on the felt.
 *  @typedef {{shadow: number, light: string, text: string}} Light */

const [FIELD, TILT] = [22, 0.3];
/** Higher dice are drawn too, near the edges perhaps only in part. */
const HEADROOM = 1.6;
const SHADOW_PIXELS = 1024;

/** @param {HTMLCanvasElement} canvas
 *  @param {Light} light */
export function sceneOn(canvas, light) {
  const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, powerPreference: "default" });
  renderer.setClearColor(0, 0);
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  const scene = new Scene();
  const camera = new PerspectiveCamera(FIELD, 1, 1, 400);
  const lamp = lampOf(light);
  const ground = groundOf(light);
  scene.add(lamp, lamp.target, new HemisphereLight("#fff4e0", "#8a6a48", 1.15), new AmbientLight("#fff", 0.25), ground);
  const store = dieStore();
  const dark = darkening();
  /** @type {{die: Die, blot: Mesh, label: Mesh | null, first: Rotation}[]} */
  let shown = [];

  const clear = () => {
    for (const { die, blot, label } of shown) {
      scene.remove(die.mesh, blot);
      store.giveBack(die);
      dark.giveBack(blot);
      if (label) remove(scene, label);
    }
    shown = [];
  };
  return {
    renderer,
    clear,
    /** Put dice onto the table, turned by `first` before they are placed.
     *  @param {readonly Dressed[]} dice
     *  @param {readonly Rotation[]} first */
    put(dice, first) {
      clear();
      shown = dice.map(({ sides, colour, pattern, crooked }, n) => {
        const die = store.take(sides);
        die.dress(colour, pattern, crooked);
        const blot = dark.take();
        scene.add(die.mesh, blot);
        return { die, blot, label: null, first: first[n] };
      });
    },
    /** @param {number} n
     *  @param {Vector} at
     *  @param {Rotation} turn */
    place(n, at, turn) {
      const { die, blot, first } = shown[n];
      die.mesh.position.set(...at);
      die.mesh.quaternion.set(...after(turn, first));
      const high = Math.max(0, at[1] - SOLIDS[die.sides].rest);
      const wide = SOLIDS[die.sides].reach * (2.1 + 0.5 * high);
      blot.position.set(at[0], 0.004 + n * 0.0001, at[2]);
      blot.scale.set(wide, wide, 1);
      /** @type {MeshBasicMaterial} */ (blot.material).opacity = (light.shadow * 1.1) / (1 + high * 1.6);
    },
    /** Write beside a die that lies still.
     *  @param {number} n
     *  @param {string} text */
    label(n, text) {
      const { die, label } = shown[n];
      if (label) remove(scene, label);
      shown[n].label = labelOf(text, light.text);
      shown[n].label.position.set(die.mesh.position.x, 0.02, die.mesh.position.z + SOLIDS[die.sides].reach + 0.35);
      scene.add(shown[n].label);
    },
    /** Look at a tray, from so far away that all of it is seen.
     *  @param {readonly [number, number]} tray */
    look([width, depth]) {
      const { clientWidth, clientHeight } = canvas;
      renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio || 1, 2));
      renderer.setSize(clientWidth, clientHeight, false);
      camera.aspect = Math.max(clientWidth, 1) / Math.max(clientHeight, 1);
      camera.updateProjectionMatrix();
      fit(camera, width, depth);
      const reach = Math.hypot(width, depth) * 1.05;
      Object.assign(lamp.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach });
      lamp.shadow.camera.updateProjectionMatrix();
    },
    draw() {
      renderer.render(scene, camera);
    },
    /** Compile the programs before the first throw needs them, and use them once: a die that is too small to be seen.
     *  @returns {Promise<void>} */
    async warm() {
      const [die, blot] = [store.take(6), dark.take()];
      die.mesh.scale.setScalar(1e-3);
      scene.add(die.mesh, blot);
      try {
        // Where it cannot be awaited, it would only warn.
        if (renderer.extensions.has("KHR_parallel_shader_compile")) await renderer.compileAsync(scene, camera);
        blot.scale.setScalar(1e-3);
        renderer.render(scene, camera);
      } finally {
        scene.remove(die.mesh, blot);
        die.mesh.scale.setScalar(1);
        store.giveBack(die);
        dark.giveBack(blot);
      }
    },
    /** Make what dice of these kinds need, one kind at a time, so that the page can do other things in between.
     *  @param {readonly Sides[]} kinds */
    async prepare(kinds) {
      for (const sides of new Set(kinds)) {
        if (store.has(sides)) continue;
        renderer.initTexture(store.make(sides).written);
        await new Promise((done) => setTimeout(done));
      }
    },
    /** Where each die lies, and where the numbers that lie up are written.
     *  @returns {{x: number, y: number, across: number, marks: Mark[]}[]} */
    spots() {
      return shown.map(({ die }) => {
        const { x, y, z } = die.mesh.position;
        const { x: a, y: b, z: c, w: d } = die.mesh.quaternion;
        const middle = seen(camera, canvas, [x, y, z]);
        const edge = seen(camera, canvas, [x + SOLIDS[die.sides].reach, y, z]);
        const marks = SOLIDS[die.sides].marks.filter(({ out }) => turned([a, b, c, d], out)[1] > 0.99);
        const spots = marks.map(({ at, up, face }) => {
          const out = SOLIDS[die.sides].normals[face];
          const right = turned(
            [a, b, c, d],
            [up[1] * out[2] - up[2] * out[1], up[2] * out[0] - up[0] * out[2], up[0] * out[1] - up[1] * out[0]],
          );
          const centre = plus([x, y, z], turned([a, b, c, d], at));
          const upwards = turned([a, b, c, d], up);
          const here = seen(camera, canvas, centre);
          /** @type {(axis: Vector) => [number, number]} */
          const along = (axis) => {
            const there = seen(camera, canvas, plus(centre, times(axis, 0.1)));
            return [(there[0] - here[0]) * 10, (there[1] - here[1]) * 10];
          };
          return { x: here[0], y: here[1], right: along(right), up: along(upwards) };
        });
        return { x: middle[0], y: middle[1], across: 2 * (edge[0] - middle[0]), marks: spots };
      });
    },
    destroy() {
      clear();
      store.destroy();
      dark.destroy();
      ground.geometry.dispose();
      ground.material.dispose();
      lamp.dispose();
      renderer.dispose();
    },
  };
}

/** @typedef {{sides: Sides, mesh: Mesh, dress: (colour: string, pattern: Pattern, crooked: boolean) => void}} Die */

/** All dice that were ever needed: their surfaces and pictures are made once for each kind, and dice are used again. */
function dieStore() {
  /** @type {Map<Sides, {geometry: BufferGeometry, written: Texture, free: Die[], all: Die[]}>} */
  const kinds = new Map();
  const kindOf = (/** @type {Sides} */ sides) => {
    const known = kinds.get(sides);
    if (known) return known;
    const written = new CanvasTexture(pictureOf(sides));
    written.anisotropy = 8;
    /** @type {{geometry: BufferGeometry, written: Texture, free: Die[], all: Die[]}} */
    const kind = { geometry: geometryOf(sides), written, free: [], all: [] };
    kinds.set(sides, kind);
    return kind;
  };
  return {
    has: (/** @type {Sides} */ sides) => kinds.has(sides),
    make: kindOf,
    /** @param {Sides} sides
     *  @returns {Die} */
    take(sides) {
      const kind = kindOf(sides);
      const free = kind.free.pop();
      if (free) return free;
      const { material, dress } = lookOf(kind.written);
      const mesh = new Mesh(kind.geometry, material);
      mesh.castShadow = mesh.receiveShadow = true;
      const die = { sides, mesh, dress };
      kind.all.push(die);
      return die;
    },
    /** @param {Die} die */
    giveBack(die) {
      kinds.get(die.sides)?.free.push(die);
    },
    destroy() {
      for (const { geometry, written, all } of kinds.values()) {
        geometry.dispose();
        written.dispose();
        for (const { mesh } of all) /** @type {MeshBasicMaterial} */ (mesh.material).dispose();
      }
      kinds.clear();
    },
  };
}

/** @param {Sides} sides */
function geometryOf(sides) {
  const { positions, normals, locals, faces } = surfaceOf(sides);
  const written = faces.flatMap((face, n) => {
    // Nothing is written in the corner of a cell.
    if (face < 0) return [0.002, 0.998];
    const { at, centimetre } = cellAt(sides, face);
    return [at[0] + locals[n * 3] * centimetre[0], at[1] + locals[n * 3 + 1] * centimetre[1]];
  });
  return new BufferGeometry()
    .setAttribute("position", new Float32BufferAttribute(positions, 3))
    .setAttribute("normal", new Float32BufferAttribute(normals, 3))
    .setAttribute("local", new Float32BufferAttribute(locals, 3))
    .setAttribute("uv", new Float32BufferAttribute(written, 2));
}

/** @param {Light} light */
function lampOf({ light }) {
  const lamp = new DirectionalLight(light, 2.1);
  lamp.position.set(-11, 24, -12);
  lamp.castShadow = true;
  lamp.shadow.mapSize.set(SHADOW_PIXELS, SHADOW_PIXELS);
  lamp.shadow.radius = 4;
  lamp.shadow.normalBias = 0.03;
  lamp.shadow.camera.near = 1;
  lamp.shadow.camera.far = 70;
  return lamp;
}

/** What only shows shadows.
 *  @param {Light} light */
function groundOf({ shadow }) {
  const ground = new Mesh(new PlaneGeometry(200, 200), new ShadowMaterial({ opacity: shadow }));
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  return ground;
}

/** What is darker below a die because it keeps off the light of the room. */
function darkening() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const gradient = pen.createRadialGradient(32, 32, 4, 32, 32, 32);
  for (const [at, part] of [
    [0, 1],
    [0.45, 0.75],
    [0.75, 0.25],
    [1, 0],
  ]) {
    gradient.addColorStop(at, `rgb(0 0 0 / ${part * 100}%)`);
  }
  pen.fillStyle = gradient;
  pen.fillRect(0, 0, 64, 64);
  const texture = new CanvasTexture(canvas);
  const geometry = new PlaneGeometry(1, 1).rotateX(-Math.PI / 2);
  /** @type {Mesh[]} */
  const free = [];
  /** @type {Mesh[]} */
  const all = [];
  return {
    /** @returns {Mesh} */
    take() {
      const used = free.pop();
      if (used) return used;
      const made = new Mesh(geometry, new MeshBasicMaterial({ map: texture, transparent: true, depthWrite: false }));
      all.push(made);
      return made;
    },
    /** @param {Mesh} blot */
    giveBack(blot) {
      free.push(blot);
    },
    destroy() {
      texture.dispose();
      geometry.dispose();
      for (const { material } of all) /** @type {MeshBasicMaterial} */ (material).dispose();
    },
  };
}

/** A few words that lie on the felt.
 *  @param {string} text
 *  @param {string} colour */
function labelOf(text, colour) {
  const canvas = document.createElement("canvas");
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const font = "600 40px system-ui, sans-serif";
  pen.font = font;
  canvas.width = Math.ceil(pen.measureText(text).width) + 16;
  canvas.height = 56;
  pen.font = font;
  pen.textBaseline = "middle";
  pen.fillStyle = colour;
  pen.fillText(text, 8, 28);
  const material = new MeshBasicMaterial({ map: new CanvasTexture(canvas), transparent: true, depthWrite: false });
  const high = 0.62;
  const label = new Mesh(new PlaneGeometry((high * canvas.width) / canvas.height, high), material);
  label.rotation.x = -Math.PI / 2;
  return label;
}

/** @param {Scene} scene
 *  @param {Mesh} label */
function remove(scene, label) {
  const material = /** @type {MeshBasicMaterial} */ (label.material);
  scene.remove(label);
  material.map?.dispose();
  material.dispose();
  label.geometry.dispose();
}

/** @param {PerspectiveCamera} camera
 *  @param {number} width
 *  @param {number} depth */
function fit(camera, width, depth) {
  const corners = [-width, width].flatMap((x) =>
    [-depth, depth].flatMap((z) => [0, HEADROOM].map((y) => new Vector3(x, y, z))),
  );
  const spread = (/** @type {number} */ far, /** @type {number} */ aim) => {
    camera.position.set(0, far * Math.cos(TILT), far * Math.sin(TILT) + aim);
    camera.lookAt(0, 0, aim);
    camera.updateMatrixWorld();
    const seenAt = corners.map((corner) => corner.clone().project(camera));
    return {
      most: Math.max(...seenAt.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)))),
      low: Math.min(...seenAt.map(({ y }) => y)) + Math.max(...seenAt.map(({ y }) => y)),
    };
  };
  let aim = 0;
  for (let pass = 0; pass < 6; pass++) {
    let [near, far] = [4, 300];
    for (let n = 0; n < 24; n++) {
      const half = (near + far) / 2;
      if (spread(half, aim).most > 1) near = half;
      else far = half;
    }
    // Upwards and downwards alike.
    aim -= (spread(far, aim).low / 2) * far * Math.tan((FIELD * Math.PI) / 360);
    spread(far, aim);
  }
}

/** Where a place is drawn, in CSS pixels.
 *  @param {PerspectiveCamera} camera
 *  @param {HTMLCanvasElement} canvas
 *  @param {Vector} at
 *  @returns {[number, number]} */
function seen(camera, { clientWidth, clientHeight }, at) {
  const { x, y } = new Vector3(...at).project(camera);
  return [((x + 1) / 2) * clientWidth, ((1 - y) / 2) * clientHeight];
}
