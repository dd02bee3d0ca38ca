// @ts-check
/** What is written on the faces of a kind of die: one picture for all dice of the kind, whatever their colour.
 *
 * Red is ink: numbers, or pips on a d6. Green is around it, where a seat's pattern gives way. Blue is ink on crooked
 * dice only: a crack from an edge of each face. */

import { framesOf, local, shapeOf } from "./bevels.mjs";
import { SOLIDS } from "./geometry.mjs";

/** @import { Sides } from "./geometry.mjs" */
/** @import { Frame } from "./bevels.mjs" */

/** Each face has a cell: in how many columns, how many pixels wide, and how many centimetres that is.
 *  @type {Readonly<Record<Sides, {columns: number, pixels: number, across: number}>>} */
export const CELLS = {
  2: { columns: 2, pixels: 384, across: 2.5 },
  4: { columns: 2, pixels: 384, across: 2.8 },
  6: { columns: 3, pixels: 256, across: 1.8 },
  8: { columns: 4, pixels: 256, across: 2.5 },
  10: { columns: 4, pixels: 224, across: 2.4 },
  12: { columns: 4, pixels: 224, across: 1.9 },
  20: { columns: 5, pixels: 192, across: 1.9 },
};
/** As on the page: figures of one height, that are heavy enough for a phone. */
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';
/** Where the pips of a d6 lie, in thirds. */
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const [INK, CLEAR, CRACK] = ["#f00", "#0f0", "#00f"];

/** The cell's middle in the picture, from 0 to 1, upwards, and what of the picture is a centimetre.
 *  @param {Sides} sides
 *  @param {number} cell */
export function cellAt(sides, cell) {
  const { columns, across } = CELLS[sides];
  const rows = Math.ceil(framesOf(sides).length / columns);
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  return {
    at: [(column + 0.5) / columns, 1 - (row + 0.5) / rows],
    centimetre: [1 / columns / across, 1 / rows / across],
  };
}

/** @param {Sides} sides
 *  @returns {HTMLCanvasElement} */
export function pictureOf(sides) {
  const { columns, pixels, across } = CELLS[sides];
  const frames = framesOf(sides);
  const canvas = document.createElement("canvas");
  canvas.width = columns * pixels;
  canvas.height = Math.ceil(frames.length / columns) * pixels;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = "#000";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.globalCompositeOperation = "lighter";
  pen.lineJoin = pen.lineCap = "round";
  for (const [face, frame] of frames.entries()) {
    pen.save();
    pen.beginPath();
    pen.rect((face % columns) * pixels, Math.floor(face / columns) * pixels, pixels, pixels);
    pen.clip();
    pen.translate(((face % columns) + 0.5) * pixels, (Math.floor(face / columns) + 0.5) * pixels);
    pen.scale(pixels / across, pixels / across);
    drawFace(pen, sides, face, frame);
    pen.restore();
  }
  return canvas;
}

/** A face, in centimetres, y downwards.
 *  @param {CanvasRenderingContext2D} pen
 *  @param {Sides} sides
 *  @param {number} face
 *  @param {Frame} frame */
function drawFace(pen, sides, face, frame) {
  const { marks, faces, corners } = SOLIDS[sides];
  for (const mark of marks.filter((one) => one.face === face)) {
    const [x, y] = local(frame, mark.at);
    const [towards, aside] = local({ ...frame, at: [0, 0, 0] }, mark.up);
    pen.save();
    pen.translate(x, -y);
    pen.rotate(Math.atan2(towards, aside));
    if (sides === 6) drawPips(pen, mark.value);
    else drawNumber(pen, mark.value, mark.room * SIZES[sides]);
    pen.restore();
  }
  if (sides === 2) {
    drawRim(pen, shapeOf(2).corners[0]);
    return;
  }
  const on = faces[face].map((at) => local(frame, corners[at]));
  const highest = on.reduce((best, one) => (one[1] > best[1] ? one : best));
  // Where no number and no pip is.
  if (sides === 4) drawCrack(pen, [(on[0][0] + on[1][0]) / 2, (on[0][1] + on[1][1]) / 2]);
  else drawCrack(pen, sides === 6 ? [0, 0.8] : highest);
}

/** How far a number reaches from its middle, as a part of the room that is there.
 *  @type {Readonly<Record<Sides, number>>} */
const SIZES = { 2: 0.58, 4: 0.92, 6: 1, 8: 0.94, 10: 0.92, 12: 0.86, 20: 1.02 };

/** A number that reaches `room` from its middle. 6 and 9 are underlined.
 *  @param {CanvasRenderingContext2D} pen
 *  @param {number} value
 *  @param {number} room */
function drawNumber(pen, value, room) {
  const text = String(value);
  // Fonts are as good as never smaller than a pixel: the drawing is in hundredths.
  const [size, scale] = [100, room / 100];
  pen.font = `750 ${size}px ${FONT}`;
  const { width, actualBoundingBoxAscent: high } = pen.measureText(text);
  const underlined = value === 6 || value === 9;
  const tall = high + (underlined ? size * 0.2 : 0);
  const fit = (2 * size * scale) / Math.hypot(width, tall);
  pen.scale(fit, fit);
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  const foot = tall / 2 - (underlined ? size * 0.2 : 0);
  const draw = () => {
    pen.fillText(text, 0, foot);
    if (underlined) pen.fillRect(-width / 2, foot + size * 0.1, width, size * 0.1);
  };
  pen.fillStyle = pen.strokeStyle = CLEAR;
  pen.lineWidth = size * 0.36;
  pen.strokeText(text, 0, foot);
  if (underlined) pen.strokeRect(-width / 2, foot + size * 0.1, width, size * 0.1);
  pen.fillStyle = INK;
  draw();
}

/** @param {CanvasRenderingContext2D} pen
 *  @param {number} value */
function drawPips(pen, value) {
  for (const at of PIPS[value]) {
    const [x, y] = [((at % 3) - 1) * 0.44, (Math.floor(at / 3) - 1) * 0.44];
    disc(pen, x, y, 0.25, CLEAR);
    disc(pen, x, y, value === 1 ? 0.21 : 0.155, INK);
  }
}

/** @type {(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, style: string) => void} */
function disc(pen, x, y, radius, style) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = style;
  pen.fill();
}

/** The ring of beads around a coin, and its cracks.
 *  @param {CanvasRenderingContext2D} pen
 *  @param {readonly [number, number, number]} edge */
function drawRim(pen, [x, , z]) {
  const radius = Math.hypot(x, z) * 0.83;
  for (let n = 0; n < 28; n++) {
    const angle = (n / 28) * 2 * Math.PI;
    disc(pen, radius * Math.cos(angle), radius * Math.sin(angle), 0.045, INK);
  }
  drawCrack(pen, [0.72, 0.96]);
}

/** A crack from an edge or a corner towards the middle.
 *  @param {CanvasRenderingContext2D} pen
 *  @param {readonly [number, number]} from */
function drawCrack(pen, [x, y]) {
  const far = Math.hypot(x, y);
  const long = Math.min(far * 0.55, 0.62);
  pen.save();
  pen.rotate(Math.atan2(-y, x));
  pen.translate(far - 0.08, 0);
  pen.strokeStyle = CRACK;
  pen.lineWidth = 0.05;
  pen.beginPath();
  pen.moveTo(0, 0);
  for (const [along, aside] of ZIGZAG) pen.lineTo(-along * long, aside);
  pen.stroke();
  pen.restore();
}
const ZIGZAG = [
  [0.3, 0.06],
  [0.5, -0.08],
  [0.75, 0.08],
  [1, -0.04],
];
