// What dice3d.mjs offers to the page, for tsc. Its sources, in page/dice3d, are checked against this.

export type Pattern = "plain" | "stripes" | "dots" | "rings" | "checks" | "waves";

/** A die to throw. A die whose `face` is null, for it is hidden, is not in the throw at all. */
export interface ThrownDie {
  /** 2, 4, 6, 8, 10, 12 or 20 (`hasDie`). */
  sides: number;
  /** What the server decided. */
  face: number | null;
  /** Of its seat, as `#rrggbb` or a CSS name; the theme's if not given. */
  colour?: string;
  /** Of its seat, for those who do not see colours. */
  pattern?: Pattern;
  /** Marked by a crack on every face. */
  crooked?: boolean;
  /** A few words, written beside the die on the felt once it lies still. */
  label?: string;
}

/** The same seed, kinds of dice, direction and shape of the canvas (wide, square or tall) give the same motion. */
export interface ThrowToShow {
  seed: string;
  dice: readonly ThrownDie[];
  /** Where the thrower sits: the angle from the middle of the canvas, clockwise from the right as in `Math.atan2(y, x)`;
   * or a point, in CSS pixels from the corner of the canvas. Below it, if not given. */
  from?: number | { x: number; y: number };
}

export interface Theme {
  /** The colour of dice that have none of their own. */
  die?: string;
  /** How dark shadows are, from 0 to 1. */
  shadow?: number;
  /** The colour of the lamp. */
  light?: string;
  /** The colour of labels. */
  text?: string;
}

/** A number as drawn, in CSS pixels: its middle, and a centimetre along and across it. */
export interface Mark {
  x: number;
  y: number;
  right: readonly [number, number];
  up: readonly [number, number];
}

/** Where a die lies, in CSS pixels: its middle, how wide it is, and the numbers that lie up (three on a d4). */
export interface DieSpot {
  sides: number;
  face: number;
  x: number;
  y: number;
  across: number;
  marks: Mark[];
}

export interface Roller {
  /** Throw dice, in place of those that lie there. It resolves when they lie still, at once if the page is hidden; and
   * when they are skipped, cleared away or replaced. It is rejected with `DiceLost` when nothing can be drawn any more,
   * and with a `TypeError` for dice that there are not. */
  throwDice(thrown: ThrowToShow): Promise<void>;
  /** Show at once how the dice come to lie. */
  skip(): void;
  /** Take all dice away. */
  clear(): void;
  /** To call when the canvas has another size. The dice that lie there stay. */
  resize(): void;
  /** Where the dice lie that lie still, in the order of the throw. */
  spots(): DieSpot[];
  /** How much is held for drawing. It does not grow with the number of throws. */
  readonly held: { geometries: number; textures: number; programs: number };
  /** Give everything back. The roller cannot be used any more. */
  destroy(): void;
}

/** Nothing can be drawn: the browser has taken the drawing away, or never gave one. */
export class DiceLost extends Error {}

/** All patterns. */
export const PATTERNS: readonly Pattern[];

/** Whether dice should roll here: WebGL by hardware (or, with `software`, by the processor), no wish for less motion or
 * less data, and a machine with two cores and 2 GB or more. */
export function canRoll(options?: { software?: boolean }): boolean;

/** Dice on a canvas, which has its size from the page. Throws `DiceLost` if nothing can be drawn. */
export function createRoller(canvas: HTMLCanvasElement, options?: { theme?: Theme }): Roller;

/** Whether there is a die with so many sides. */
export function hasDie(sides: unknown): boolean;
