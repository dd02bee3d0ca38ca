// @ts-check
/** How each seat's chance to win changed over a round, as it knew at its decisions. */

import { html } from "../../vendor/preact.mjs";
import { nameOf } from "../labels.mjs";
import { hueOf } from "../table/seats.mjs";
import { DASHES, useWidth } from "./coins.mjs";

/** @import { SeatAnalysis, View } from "../api.d.mts" */

const HEIGHT = 160;
const LEFT = 52;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 10;

/** @param {{seats: SeatAnalysis[], view: View}} props */
export function ChancesPlot({ seats, view }) {
  const [drawing, width] = useWidth();
  const times = [...new Set(seats.flatMap((seat) => seat.decisions.map((one) => one.at)))].sort();
  const won = new Set(view.result?.winners);
  const x = (/** @type {number} */ at) => LEFT + ((width - LEFT - RIGHT) * at) / times.length;
  const y = (/** @type {number} */ share) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
  const lines = seats.map((seat) => {
    const points = seat.decisions.map((one) => ({ x: x(times.indexOf(one.at)), y: y(one.chance.value) }));
    return { seat, points: [...points, { x: x(times.length), y: y(won.has(seat.seat) ? 1 : 0) }] };
  });
  const said = seats.map((seat) => {
    const shares = seat.decisions.map((one) => `${Math.round(100 * one.chance.value)} %`).join(", ");
    return `${nameOf(view, seat.seat)}: ${shares}, then ${won.has(seat.seat) ? "won" : "lost"}`;
  });
  return html`<figure class="chances" ref=${drawing}>
    <svg viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="Chances to win. ${said.join(". ")}">
      ${[0, 0.5, 1].map(
        (share) =>
          html`<g key=${share}>
            <path class="tick" d="M${LEFT} ${y(share)}H${width - RIGHT}" />
            <text x=${LEFT - 6} y=${y(share) + 5} text-anchor="end">${100 * share} %</text>
          </g>`,
      )}
      ${lines.map(
        ({ seat, points }, n) =>
          html`<g key=${seat.seat} class="line ${hueOf(view, seat.seat)}">
            <path
              stroke-dasharray=${DASHES[n % DASHES.length]}
              d=${points.map((one, at) => `${at ? "L" : "M"}${one.x.toFixed(1)} ${one.y.toFixed(1)}`).join("")}
            />
            ${points.map((one, at) => html`<circle key=${at} cx=${one.x.toFixed(1)} cy=${one.y.toFixed(1)} r="3.5" />`)}
          </g>`,
      )}
    </svg>
    <figcaption>
      Chances to win after each decision, as its player knew then, and how it ended:
      ${lines.map(
        ({ seat }, n) =>
          html` <span key=${seat.seat} class="key ${hueOf(view, seat.seat)}"
            ><svg viewBox="0 0 28 8" aria-hidden="true">
              <path stroke-dasharray=${DASHES[n % DASHES.length]} d="M0 4H28" />
            </svg>
            <bdi>${nameOf(view, seat.seat)}</bdi></span
          >`,
      )}
    </figcaption>
  </figure>`;
}
