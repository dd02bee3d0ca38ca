// @ts-check
/** Dice as drawings. The outline shows the kind; outline and badge show where a die lies, without any colour. */

import { html, useLayoutEffect, useRef } from "../../vendor/preact.mjs";

/** @typedef {{n: number, die: string, face: number | null, hole: boolean, place: string, details: Record<string, any>}} Die */

/** A corner of a regular shape around the middle of the drawing.
 *  @param {number} corners
 *  @param {number} radius
 *  @param {number} [turned] by how many corners
 *  @returns {[number, number][]} */
function ring(corners, radius, turned = 0) {
  return Array.from({ length: corners }, (_, at) => {
    const angle = ((at + turned) / corners) * 2 * Math.PI - Math.PI / 2;
    return [round(24 + radius * Math.cos(angle)), round(24 + radius * Math.sin(angle))];
  });
}

/** @param {number} x */
const round = (x) => Math.round(x * 10) / 10;
/** @param {[number, number][]} points */
const closed = (points) => `M${points.map((point) => point.join(" ")).join("L")}Z`;
/** @param {[number, number]} from
 *  @param {[number, number]} to */
const line = (from, to) => `M${from.join(" ")}L${to.join(" ")}`;

const HEXAGON = ring(6, 22.5);
const TRIANGLE = ring(3, 15.5);
const DECAGON = ring(10, 22);
const PENTAGON = ring(5, 14);

/** The outline, the lines of the facets, and the position and size of the number.
 *  @type {Record<string, {outline: string, facets: string, y: number, size: number}>} */
const SHAPES = {
  d2: {
    outline: "M24 3a21 21 0 1 0 0 42 21 21 0 0 0 0-42z",
    facets: "M24 7a17 17 0 1 0 0 34 17 17 0 0 0 0-34z",
    y: 24,
    size: 17,
  },
  d4: { outline: "M24 3 46 42H2z", facets: "", y: 30, size: 18 },
  d6: {
    outline: "M10 5h28a5 5 0 0 1 5 5v28a5 5 0 0 1-5 5H10a5 5 0 0 1-5-5V10a5 5 0 0 1 5-5z",
    facets: "",
    y: 24,
    size: 20,
  },
  d8: { outline: "M24 2 44 30 24 46 4 30z", facets: "M4 30h40", y: 22, size: 16 },
  d10: {
    outline: "M24 2 45 25v5L24 46 3 30v-5z",
    facets: "M24 2 35 30 24 36 13 30zM35 30l10-3M13 30 3 27M24 36v10",
    y: 23.5,
    size: 17,
  },
  d12: {
    outline: closed(DECAGON),
    facets: closed(PENTAGON) + PENTAGON.map((from, at) => line(from, DECAGON[at * 2])).join(""),
    y: 24.5,
    size: 14.5,
  },
  d20: {
    outline: closed(HEXAGON),
    facets:
      closed(TRIANGLE) +
      TRIANGLE.map((from, at) => line(from, HEXAGON[at * 2])).join("") +
      line(TRIANGLE[0], HEXAGON[1]) +
      line(TRIANGLE[1], HEXAGON[1]) +
      line(TRIANGLE[1], HEXAGON[3]) +
      line(TRIANGLE[2], HEXAGON[3]) +
      line(TRIANGLE[2], HEXAGON[5]) +
      line(TRIANGLE[0], HEXAGON[5]),
    y: 25.5,
    size: 12.5,
  },
  d100: {
    outline: "M24 2a22 22 0 1 0 0 44 22 22 0 0 0 0-44z",
    facets: "M4 16 24 9l20 7M4 32l20 7 20-7M24 2v7M24 39v7",
    y: 24,
    size: 16,
  },
};
/** Where the pips of a d6 lie, in thirds. */
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
/** A leather cup, upside down. */
const CUP = "M5 41 11 9c1-3 6-5 13-5s12 2 13 5l6 32c0 3-8 5-19 5S5 44 5 41z";
const CUP_BANDS = "M10.5 16q13.5 5 27 0M6.5 35q17.5 6.5 35 0";

/** @type {Record<string, string>} */
const PLACES = { hole: "under the cup", hand: "in the hand", blind: "rolled blind", aside: "set aside" };
const CROOKED = /crooked|loaded|bent|weighted/;

/** Whether it is known that a die is not fair.
 *  @param {Die} die */
export const isCrooked = (die) => Object.entries(die.details ?? {}).some(([key, value]) => CROOKED.test(key) && value);

/** A die's description for screen readers.
 *  @param {Die} die */
export function dieInWords(die) {
  const where = PLACES[die.place];
  const seen = die.face === null ? "hidden" : `${die.face}`;
  return [die.die, seen, where, isCrooked(die) ? "crooked" : ""].filter(Boolean).join(", ");
}

/** @param {{die: string, face: number | null}} props */
function Face({ die, face }) {
  const shape = SHAPES[die] ?? SHAPES.d100;
  if (face === null) return html`<text class="die-number" x="24" y=${shape.y} font-size=${shape.size}>?</text>`;
  if (die === "d2") return html`<text class="die-number" x="24" y="24" font-size="15">${face === 2 ? "H" : "T"}</text>`;
  if (die !== "d6" || !PIPS[face]) {
    return html`<text class="die-number" x="24" y=${shape.y} font-size=${face > 99 ? shape.size - 3 : shape.size}
      >${face}</text
    >`;
  }
  return PIPS[face].map(
    (at) => html`<circle class="pip" cx=${13 + (at % 3) * 11} cy=${13 + Math.floor(at / 3) * 11} r="4" key=${at} />`,
  );
}

/** The badge of a die that does not simply lie there.
 *  @param {{place: string}} props */
function Badge({ place }) {
  /** @type {Record<string, string>} */
  const drawings = {
    hole: "M-4 5-2.5-5h5L4 5zM-5.5 5h11",
    blind: "M-6 0s2.5-4 6-4 6 4 6 4-2.5 4-6 4-6-4-6-4zM-5-5 5 5",
    hand: "M-4 1v-4M-1.5 0v-5.5M1.5 0v-5.5M4 1v-4M-4 1c0 3 2 5 4 5s4-2 4-5",
    aside: "M-4 0l3 3.5 5-7",
  };
  const drawing = drawings[place];
  return drawing
    ? html`<g class="badge" transform="translate(38 38)"><circle r="9.5" /><path d=${drawing} /></g>`
    : null;
}

/** A die. `thrown` changes with every throw of it; the drawing then tumbles, unless motion is unwelcome.
 *  @param {{die: Die, thrown?: number, small?: boolean, caption?: boolean}} props */
export function DieView({ die, thrown = 0, small = false, caption = false }) {
  /** @type {{current: SVGSVGElement | null}} */
  const drawing = useRef(null);
  const last = useRef(thrown);
  useLayoutEffect(() => {
    if (thrown && thrown !== last.current) tumble(drawing.current, die.n);
    last.current = thrown;
  }, [thrown]);
  // A die just thrown may be drawn for the first time: then it mounts with its throw.
  const mounted = useRef(false);
  useLayoutEffect(() => {
    if (!mounted.current && thrown) tumble(drawing.current, die.n);
    mounted.current = true;
  }, []);
  const covered = die.face === null && (die.place === "hole" || die.place === "blind");
  const shape = SHAPES[die.die] ?? SHAPES.d100;
  const words = dieInWords(die);
  const classes = [
    "die",
    `is-${die.place}`,
    die.face === null ? "unseen-face" : "",
    small ? "small" : "",
    isCrooked(die) ? "crooked" : "",
  ];
  return html`<span class=${classes.filter(Boolean).join(" ")} title=${words}>
    <svg ref=${drawing} viewBox="-1 -1 50 50" role="img" aria-label=${words}>
      ${
        covered
          ? html`<path class="cup" d=${CUP} /><path class="cup-band" d=${CUP_BANDS} />`
          : html`<path class="die-body" d=${shape.outline} /><path class="die-facets" d=${shape.facets} />
              <${Face} die=${die.die} face=${die.face} />`
      }
      ${isCrooked(die) ? html`<g class="badge crooked-badge" transform="translate(9 9)"><circle r="8.5" /><path d="M0-4.5V1M0 4v.1" /></g>` : null}
      ${covered && die.place === "hole" ? null : html`<${Badge} place=${die.place} />`}
    </svg>
    ${caption ? html`<span class="die-caption" aria-hidden="true">${die.die}</span>` : null}
  </span>`;
}

/** A die as a sign for its kind, for example where one is bought.
 *  @param {{kind: string, face?: number | null}} props */
export function DieSign({ kind, face }) {
  const shape = SHAPES[kind];
  if (!shape) return null;
  return html`<svg class="diesign" viewBox="-1 -1 50 50" aria-hidden="true">
    <path class="die-body" d=${shape.outline} />
    ${
      face === undefined
        ? html`<text class="die-number" x="24" y=${shape.y} font-size=${shape.size}>${kind.slice(1)}</text>`
        : html`<${Face} die=${kind} face=${face} />`
    }
  </svg>`;
}

/** @param {SVGSVGElement | null} drawing
 *  @param {number} n dice thrown together do not move alike */
function tumble(drawing, n) {
  if (!drawing?.animate || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const aside = n % 2 ? -1 : 1;
  drawing.animate(
    [
      { transform: `translate(${aside * 26}px, -42px) rotate(${aside * -300}deg) scale(1.25)`, opacity: 0 },
      { transform: `translate(${aside * 8}px, 0) rotate(${aside * -110}deg) scale(1.05)`, opacity: 1, offset: 0.5 },
      { transform: `translate(${aside * 3}px, -9px) rotate(${aside * -45}deg)`, offset: 0.72 },
      { transform: "none" },
    ],
    { duration: 520 + (n % 5) * 60, easing: "cubic-bezier(.3,.7,.4,1)" },
  );
}
