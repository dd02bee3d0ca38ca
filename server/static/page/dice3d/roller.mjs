// @ts-check
/** Dice on a canvas: thrown, shown at once, or cleared away. Between throws nothing is drawn. */

import { simulator } from "./apart.mjs";
import { isKnown } from "./geometry.mjs";
import { PATTERNS } from "./looks.mjs";
import { sceneOn } from "./scene.mjs";
import { FRAMES_PER_SECOND, poseIn, shown } from "./throwing.mjs";
import { between, plus, times } from "./vectors.mjs";

/** @import { Sides } from "./geometry.mjs" */
/** @import { DieSpot, Pattern, Theme, ThrownDie, ThrowToShow } from "../../vendor/dice3d.mjs" */
/** @import { Track } from "./throwing.mjs" */

/** The browser has taken the canvas's drawing context away, or never gave one. */
export class DiceLost extends Error {
  /** @override */
  name = "DiceLost";
}

const PLAIN = { die: "#f3e6cd", shadow: 0.34, light: "#fff1d6", text: "#f4e6d0" };
/** Half the width and depth of the tray, for six dice: as the canvas is wide, square or tall. */
const TRAYS = /** @type {const} */ ([
  [8.6, 4.9],
  [6.4, 6.4],
  [4.9, 8.6],
]);
const ROOM_FOR = 6;
const WIDE = 1.3;
/** Dice are not drawn larger than for so many. */
const FEWEST = 3;

/** What vendor/dice3d.d.mts describes. */
export class Roller {
  #canvas;
  #theme;
  #scene;
  #simulator;
  #warm;
  #lost = false;
  /** @type {{die: {sides: Sides, face: number}, label: string}[]} */
  #dice = [];
  /** @type {Track | null} */
  #track = null;
  /** @type {readonly [number, number]} */
  #tray = TRAYS[0];
  /** Ends the throw that is under way. @type {((lost?: DiceLost) => void) | null} */
  #finish = null;
  #throws = 0;
  #skipped = false;
  #frame = 0;

  /** @param {HTMLCanvasElement} canvas
   *  @param {Theme} theme
   *  @param {string} module the address of this module, bundled */
  constructor(canvas, theme, module) {
    this.#canvas = canvas;
    this.#theme = { ...PLAIN, ...theme };
    try {
      this.#scene = sceneOn(canvas, this.#theme);
    } catch (error) {
      throw new DiceLost("this browser does not draw in three dimensions", { cause: error });
    }
    this.#simulator = simulator(module);
    canvas.addEventListener("webglcontextlost", this.#onLost);
    document.addEventListener("visibilitychange", this.#onHidden);
    this.resize();
    this.#warm = this.#scene.warm().catch(() => {});
  }

  /** @param {ThrowToShow} thrown
   *  @returns {Promise<void>} */
  async throwDice({ seed, dice, from = Math.PI / 2 }) {
    if (this.#lost) throw new DiceLost("the drawing was lost");
    const known = dice.flatMap((die) => checked(die));
    this.clear();
    if (!known.length) return;
    this.#skipped = document.hidden;
    const own = ++this.#throws;
    const over = new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
      this.#finish = (lost) => (lost ? reject(lost) : resolve());
    });
    this.#begin(own, seed, known, this.#direction(from)).catch((error) => {
      if (own === this.#throws) this.#finish?.(error);
    });
    await over;
  }

  skip() {
    this.#skipped = true;
    if (this.#track && this.#finish) this.#rest(this.#track);
  }

  clear() {
    this.#throws++;
    cancelAnimationFrame(this.#frame);
    this.#track = null;
    this.#dice = [];
    this.#finish?.();
    this.#finish = null;
    this.#scene.clear();
    if (!this.#lost) this.#scene.draw();
  }

  resize() {
    if (this.#lost) return;
    this.#scene.look(this.#tray);
    this.#scene.draw();
  }

  /** @returns {DieSpot[]} */
  spots() {
    if (!this.#track || this.#finish) return [];
    return this.#scene.spots().map((spot, n) => ({ ...this.#dice[n].die, ...spot }));
  }

  get held() {
    const { geometries, textures } = this.#scene.renderer.info.memory;
    return { geometries, textures, programs: this.#scene.renderer.info.programs?.length ?? 0 };
  }

  destroy() {
    this.clear();
    this.#lost = true;
    this.#simulator.end();
    this.#canvas.removeEventListener("webglcontextlost", this.#onLost);
    document.removeEventListener("visibilitychange", this.#onHidden);
    this.#scene.destroy();
  }

  #onLost = () => {
    this.#lost = true;
    cancelAnimationFrame(this.#frame);
    this.#finish?.(new DiceLost("the drawing was lost"));
    this.#finish = null;
  };

  #onHidden = () => {
    if (document.hidden) this.skip();
  };

  /** @param {number} own
   *  @param {string} seed
   *  @param {readonly Known[]} dice
   *  @param {readonly [number, number]} towards */
  async #begin(own, seed, dice, towards) {
    const tray = this.#trayFor(dice.length);
    const kinds = dice.map(({ sides }) => sides);
    const simulated = this.#simulator.simulate({ seed, kinds, towards, tray });
    await this.#warm;
    if (own === this.#throws && !this.#lost) await this.#scene.prepare(kinds);
    const track = await simulated;
    if (own !== this.#throws || this.#lost) return;
    this.#track = track;
    this.#tray = tray;
    this.#dice = dice.map(({ sides, face, label }) => ({ die: { sides, face }, label }));
    const dressed = dice.map((die) => ({ ...die, colour: die.colour || this.#theme.die }));
    this.#scene.put(dressed, shown(track, dice));
    this.#scene.look(tray);
    if (this.#skipped) this.#rest(track);
    else this.#play(track);
  }

  /** @param {Track} track */
  #play(track) {
    let start = -1;
    const next = (/** @type {number} */ now) => {
      if (start < 0) start = now;
      const at = ((now - start) / 1000) * FRAMES_PER_SECOND;
      if (at >= track.length - 1) {
        this.#rest(track);
        return;
      }
      this.#pose(track, at);
      this.#scene.draw();
      this.#frame = requestAnimationFrame(next);
    };
    this.#frame = requestAnimationFrame(next);
  }

  /** @param {Track} track
   *  @param {number} at in frames */
  #pose(track, at) {
    const [frame, part] = [Math.floor(at), at % 1];
    for (let n = 0; n < track.dice; n++) {
      const here = poseIn(track, frame, n);
      if (!part) {
        this.#scene.place(n, here.at, here.turn);
        continue;
      }
      const next = poseIn(track, frame + 1, n);
      const place = plus(times(here.at, 1 - part), times(next.at, part));
      this.#scene.place(n, place, between(here.turn, next.turn, part));
    }
  }

  /** @param {Track} track */
  #rest(track) {
    cancelAnimationFrame(this.#frame);
    this.#pose(track, track.length - 1);
    for (const [n, { label }] of this.#dice.entries()) if (label) this.#scene.label(n, label);
    this.#scene.draw();
    this.#finish?.();
    this.#finish = null;
  }

  /** @param {number | {x: number, y: number}} from
   *  @returns {[number, number]} */
  #direction(from) {
    if (typeof from === "number") return [-Math.cos(from), -Math.sin(from)];
    const { clientWidth, clientHeight } = this.#canvas;
    return [clientWidth / 2 - from.x, clientHeight / 2 - from.y];
  }

  /** @param {number} dice
   *  @returns {[number, number]} */
  #trayFor(dice) {
    const { clientWidth, clientHeight } = this.#canvas;
    const shape = clientWidth / Math.max(clientHeight, 1);
    const [width, depth] = TRAYS[shape > WIDE ? 0 : shape > 1 / WIDE ? 1 : 2];
    const scale = Math.sqrt(Math.max(dice, FEWEST) / ROOM_FOR);
    return [width * scale, depth * scale];
  }
}

/** @typedef {{sides: Sides, face: number, colour: string, pattern: Pattern, crooked: boolean, label: string}} Known */

/** A die that can be thrown; nothing for one whose face is hidden.
 *  @param {ThrownDie} die
 *  @returns {Known[]} */
function checked({ sides, face, colour = "", pattern = "plain", crooked = false, label = "" }) {
  if (face === null) return [];
  if (!isKnown(sides)) throw new TypeError(`there is no die with ${sides} sides`);
  if (!(Number.isInteger(face) && face >= 1 && face <= sides)) throw new TypeError(`a d${sides} has no ${face}`);
  if (!PATTERNS.includes(pattern)) throw new TypeError(`there is no pattern ${pattern}`);
  return [{ sides, face, colour, pattern, crooked, label }];
}
