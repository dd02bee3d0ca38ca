// @ts-check
/** The coins of a round as a plot: what each seat has won or lost, and what is in the pot, step by step. */

import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.mjs";
import { Coins, inWords } from "../money.mjs";
import { hueOf } from "../table/seats.mjs";

/** @import { Step } from "./steps.mjs" */
/** `line`: how it is drawn; the pot has none, and is an area.
 *  @typedef {{key: string, name: string, line: {hue: string, dashes: string} | null, amounts: number[]}} Line */

const HEIGHT = 190;
const LEFT = 64;
const RIGHT = 16;
/** Lines go on a little, so that one can see where the last step led. */
const STUB = 10;
const TOP = 8;
const BOTTOM = 8;
const MOST_TICKS = 6;
const OUTSIDE = "outside";
/** Patterns of lines. Their number has no factor in common with that of the colours, so that lines differ. */
export const DASHES = ["", "7 3", "2 3", "10 3 2 3", "14 4", "5 2 2 2 2 2", "5 6"];

/** The lines of the seats that played, and of the pot: copper after each step.
 *  @param {Step[]} steps
 *  @returns {Line[]} */
function linesOf(steps) {
  // Somebody may leave before the end.
  const views = steps.map(({ frame }) => frame.view);
  const played = new Set(views.flatMap(({ order }) => order));
  const seats = new Map(
    views.flatMap((view) =>
      view.seats
        .filter(({ seat }) => played.has(seat))
        .map(({ seat, name }) => [seat, { name, hue: hueOf(view, seat) }]),
    ),
  );
  /** @type {Map<string, number>} */
  const now = new Map();
  const nets = steps.map(({ frame, seen }) => {
    for (const event of seen ? frame.events : []) {
      // Coins that somebody brings or takes away are neither won nor lost.
      if (event.type !== "coins_moved" || event.payer === OUTSIDE || event.payee === OUTSIDE) continue;
      now.set(event.payer, (now.get(event.payer) ?? 0) - event.amount_cp);
      now.set(event.payee, (now.get(event.payee) ?? 0) + event.amount_cp);
    }
    return new Map(now);
  });
  return [
    ...[...seats].map(([seat, { name, hue }], at) => ({
      key: seat,
      name,
      line: { hue, dashes: DASHES[at % DASHES.length] },
      amounts: nets.map((net) => net.get(seat) ?? 0),
    })),
    { key: "pot", name: "Pot", line: null, amounts: steps.map(({ frame }) => frame.view.pot_cp) },
  ];
}

/** Amounts for the scale, in even steps.
 *  @param {number} low
 *  @param {number} high */
function ticksOf(low, high) {
  let apart = 1;
  for (let at = 0; Math.floor(high / apart) - Math.ceil(low / apart) >= MOST_TICKS; at += 1)
    apart = [1, 2, 5][at % 3] * 10 ** Math.floor(at / 3);
  const first = Math.ceil(low / apart);
  return Array.from({ length: Math.floor(high / apart) - first + 1 }, (_, at) => (first + at) * apart);
}

/** The width of an element, which changes with its window.
 *  @returns {[{current: HTMLElement | null}, number]} */
export function useWidth() {
  /** @type {{current: HTMLElement | null}} */
  const element = useRef(null);
  const [width, setWidth] = useState(320);
  useLayoutEffect(() => {
    const shown = element.current;
    if (!shown) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(200, shown.clientWidth)));
    observer.observe(shown);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

/** @param {{steps: Step[], index: number, onStep: (index: number) => void}} props */
export function CoinsPlot({ steps, index, onStep }) {
  const lines = linesOf(steps);
  const [drawing, width] = useWidth();
  const last = Math.max(1, steps.length - 1);
  const all = lines.flatMap(({ amounts }) => amounts);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  /** @param {number} step */
  const x = (step) => Math.round(10 * (LEFT + ((width - LEFT - RIGHT) * step) / last)) / 10;
  /** @param {number} cp */
  const y = (cp) => Math.round(10 * (TOP + ((HEIGHT - TOP - BOTTOM) * (high - cp)) / (high - low))) / 10;
  /** @param {number[]} amounts */
  const path = (amounts) => {
    const drawn = amounts.map((cp, at) => (at && cp !== amounts[at - 1] ? `H${x(at)}V${y(cp)}` : ""));
    return `${drawn.join("")}H${x(last) + STUB}`;
  };
  /** @param {PointerEvent} event */
  const point = (event) => {
    const shown = /** @type {SVGElement} */ (event.currentTarget);
    if (event.type === "pointerdown") shown.setPointerCapture(event.pointerId);
    else if (!shown.hasPointerCapture(event.pointerId)) return;
    const there = event.clientX - shown.getBoundingClientRect().left - LEFT;
    onStep(Math.round((last * there) / (width - LEFT - RIGHT)));
  };
  const pot = lines[lines.length - 1].amounts;
  return html`<div class="coinsplot" ref=${drawing}>
      <svg
        viewBox="0 0 ${width} ${HEIGHT}"
        role="img"
        aria-label="The coins over the round. A table below has the numbers."
        onPointerDown=${point}
        onPointerMove=${point}
      >
        <path class="plot-pot" d="M${x(0)} ${y(0)}V${y(pot[0])}${path(pot)}V${y(0)}Z" />
        ${ticksOf(low, high).map(
          (cp) =>
            html`<path class="plot-tick ${cp ? "" : "zero"}" d="M${LEFT} ${y(cp)}H${width - RIGHT}" key=${cp} /><text
                x=${LEFT - 6}
                y=${y(cp) + 4}
                key="text ${cp}"
                >${cp > 0 ? "+" : ""}${cp ? inWords(cp) : "0"}</text
              >`,
        )}
        ${lines.map(
          ({ key, line, amounts }) =>
            line &&
            html`<path
              class="plot-line ${line.hue}"
              stroke-dasharray=${line.dashes || undefined}
              d="M${x(0)} ${y(amounts[0])}${path(amounts)}"
              key=${key}
            />`,
        )}
        <path class="plot-now" d="M${x(index)} ${TOP - 4}V${HEIGHT - 4}" />
      </svg>
    </div>
    <ul class="plot-keys" aria-label="Coins at step ${index + 1}">
      ${lines.map(
        ({ key, name, line, amounts }) =>
          html`<li key=${key}>
            <svg viewBox="0 0 34 12" aria-hidden="true">
              ${
                line
                  ? html`<path
                      class="plot-line ${line.hue}"
                      stroke-dasharray=${line.dashes || undefined}
                      d="M0 6H34"
                    />`
                  : html`<path class="plot-pot" d="M1 1H33V11H1Z" />`
              }
            </svg>
            <bdi>${name}</bdi> <${Coins} cp=${amounts[index]} sign=${Boolean(line)} />
          </li>`,
      )}
    </ul>
    <${Numbers} lines=${lines} steps=${steps} />`;
}

/** The plot as a table: the steps at which coins moved.
 *  @param {{lines: Line[], steps: Step[]}} props */
function Numbers({ lines, steps }) {
  const moved = steps
    .map((_, at) => at)
    .filter((at) => !at || lines.some(({ amounts }) => amounts[at] !== amounts[at - 1]));
  return html`<details class="plot-table">
    <summary>The numbers</summary>
    <div role="region" aria-label="Coins after each step" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Step</th>
            ${lines.map(({ key, name }) => html`<th scope="col" key=${key}><bdi>${name}</bdi></th>`)}
          </tr>
        </thead>
        <tbody>
          ${moved.map(
            (at) =>
              html`<tr key=${at}>
                <th scope="row">${at + 1}</th>
                ${lines.map(({ key, line, amounts }) => html`<td key=${key}><${Coins} cp=${amounts[at]} sign=${Boolean(line)} /></td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
