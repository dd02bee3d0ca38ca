// @ts-check
/** Dice as drawings. The outline shows the kind, and the face has the drawing to itself: whatever else there is to say
 * about a die, such as where it lies, is said below it. Nothing is said by colour alone. Where dice stand for cards, cards
 * are drawn. */

import { html, useLayoutEffect, useRef } from "../../vendor/preact.mjs";

/** @import { Die } from "../api.d.mts" */

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

/** The outline, the facet that lies up, the lines of the facets, and the position and size of the number.
 *  @type {Record<string, {outline: string, lit?: string, facets: string, y: number, size: number}>} */
const SHAPES = {
  d2: {
    lit: "M24 7a17 17 0 1 0 0 34 17 17 0 0 0 0-34z",
    outline: "M24 3a21 21 0 1 0 0 42 21 21 0 0 0 0-42z",
    facets: "M24 7a17 17 0 1 0 0 34 17 17 0 0 0 0-34z",
    y: 24,
    size: 20,
  },
  d4: { outline: "M24 3 46 42H2z", lit: "M24 3 24 42H2z", facets: "", y: 30, size: 19 },
  d6: {
    lit: "M13 8h22a5 5 0 0 1 5 5v22a5 5 0 0 1-5 5H13a5 5 0 0 1-5-5V13a5 5 0 0 1 5-5z",
    outline: "M10 5h28a5 5 0 0 1 5 5v28a5 5 0 0 1-5 5H10a5 5 0 0 1-5-5V10a5 5 0 0 1 5-5z",
    facets: "",
    y: 24,
    size: 20,
  },
  d8: { outline: "M24 2 44 30 24 46 4 30z", lit: "M24 2 44 30H4z", facets: "M4 30h40", y: 22.5, size: 19 },
  d10: {
    lit: "M24 2 35 30 24 36 13 30z",
    outline: "M24 2 45 25v5L24 46 3 30v-5z",
    facets: "M24 2 35 30 24 36 13 30zM35 30l10-3M13 30 3 27M24 36v10",
    y: 23.5,
    size: 19,
  },
  d12: {
    lit: closed(PENTAGON),
    outline: closed(DECAGON),
    facets: closed(PENTAGON) + PENTAGON.map((from, at) => line(from, DECAGON[at * 2])).join(""),
    y: 24.5,
    size: 19,
  },
  d20: {
    lit: closed(TRIANGLE),
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
    y: 25,
    size: 18,
  },
  d100: {
    outline: "M24 2a22 22 0 1 0 0 44 22 22 0 0 0 0-44z",
    facets: "M4 16 24 9l20 7M4 32l20 7 20-7M24 2v7M24 39v7",
    y: 24,
    size: 20,
  },
  card: {
    outline: "M12 1h24a4 4 0 0 1 4 4v38a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V5a4 4 0 0 1 4-4z",
    facets: "",
    y: 25,
    size: 22,
  },
};
/** The pattern on the back of a card. */
const CARD_BACK = "M12.5 5.5h23v37h-23zM12.5 24 24 5.5 35.5 24 24 42.5z";
/** Where the pips of a d6 lie, in thirds. */
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
/** A leather cup, upside down. */
const CUP = "M5 41 11 9c1-3 6-5 13-5s12 2 13 5l6 32c0 3-8 5-19 5S5 44 5 41z";
const CUP_BANDS = "M10.5 16q13.5 5 27 0M6.5 35q17.5 6.5 35 0";

/** Where a die lies unless it lies open: in words, and in a word below it. Dice set aside have a tray that says so.
 *  @type {Record<string, {words: string, word?: string}>} */
const PLACES = {
  hole: { words: "under the cup", word: "hidden" },
  hand: { words: "in the hand", word: "in hand" },
  blind: { words: "rolled blind", word: "blind" },
  aside: { words: "set aside" },
};

/** The words for where a die or a card lies, unless it lies open.
 *  @param {Die} die
 *  @param {boolean} card
 *  @returns {string | undefined} */
export const whereOf = (die, card) => (card && die.place === "hole" ? "face down" : PLACES[die.place]?.words);

/** What the face of a die counts as, where that is something else than the number on it.
 *  @param {Die} die
 *  @returns {string} */
function countsAs(die) {
  const { scores } = die.details;
  return typeof scores !== "string" || scores === `{${die.face}}` ? "" : scores;
}

/** A die's description for screen readers.
 *  @param {Die} die
 *  @param {boolean} card */
function dieInWords(die, card) {
  const seen = die.face === null ? "hidden" : `${die.face}`;
  const counts = countsAs(die);
  const kind = card ? `card of ${upTo(die.die)}` : die.die;
  return [kind, seen, counts && `counts as ${counts}`, whereOf(die, card)].filter(Boolean).join(", ");
}

/** The numbers of the cards that a die stands for.
 *  @param {string} kind */
const upTo = (kind) => `1–${kind.slice(1)}`;

/** @param {{die: string, face: number | null, card?: boolean}} props */
function Face({ die, face, card = false }) {
  if (card && face !== null)
    return html`<${Middle} shape=${SHAPES.card} text=${String(face)} />${[0, 180].map(
        (turned) =>
          html`<text class="die-corner" x="14" y="11" transform="rotate(${turned} 24 24)" key=${turned}>${face}</text>`,
      )}`;
  if (!card && die === "d6" && face !== null && PIPS[face]) {
    return PIPS[face].map(
      (at) => html`<circle class="pip" cx=${13 + (at % 3) * 11} cy=${13 + Math.floor(at / 3) * 11} r="4" key=${at} />`,
    );
  }
  return html`<${Middle}
    shape=${SHAPES[card ? "card" : die] ?? SHAPES.d100}
    text=${face === null ? "?" : String(face)}
  />`;
}

/** @param {{shape: {y: number, size: number}, text: string}} props */
const Middle = ({ shape, text }) =>
  html`<text class="die-number" x="24" y=${shape.y} font-size=${text.length > 2 ? shape.size - 4 : shape.size}
    >${text}</text
  >`;

/** What is to be said about a die: its kind, what it counts as, and where it lies. A cup says that by itself.
 *  @param {{die: Die, covered: boolean, kind: boolean, card: boolean}} props */
function Foot({ die, covered, kind, card }) {
  const coin = die.die === "d2" && die.face !== null ? (die.face === 2 ? "heads" : "tails") : "";
  const what = [kind ? (card ? upTo(die.die) : die.die) : "", coin, countsAs(die)].filter(Boolean).join(" ");
  const place = covered && die.place === "hole" ? undefined : PLACES[die.place]?.word;
  if (!what && !place) return null;
  return html`<span class="die-caption" aria-hidden="true">
    ${what ? html`<span>${what}</span>` : null}${place ? html`<strong>${place}</strong>` : null}
  </span>`;
}

/** A die, or the card that it stands for. `thrown` changes with every throw of it; the drawing then tumbles, unless motion
 *  is unwelcome. Another viewer sees a die that `differs` in another way.
 *  @param {{die: Die & {differs?: boolean}, thrown?: number, small?: boolean, caption?: boolean, card?: boolean}} props */
export function DieView({ die, thrown = 0, small = false, caption = false, card = false }) {
  /** @type {{current: SVGSVGElement | null}} */
  const drawing = useRef(null);
  const last = useRef(thrown);
  useLayoutEffect(() => {
    if (thrown && thrown !== last.current) tumble(drawing.current, die.n, card);
    last.current = thrown;
  }, [thrown]);
  // A die just thrown may be drawn for the first time: then it mounts with its throw.
  const mounted = useRef(false);
  useLayoutEffect(() => {
    if (!mounted.current && thrown) tumble(drawing.current, die.n, card);
    mounted.current = true;
  }, []);
  const covered = die.face === null && (die.place === "hole" || die.place === "blind");
  const shape = SHAPES[card ? "card" : die.die] ?? SHAPES.d100;
  const words = dieInWords(die, card);
  const classes = [
    "die",
    card ? "playing-card" : "",
    `is-${die.place}`,
    die.face === null ? "unseen-face" : "",
    small ? "small" : "",
    die.differs ? "differs" : "",
  ];
  return html`<span class=${classes.filter(Boolean).join(" ")} title=${words} data-thrown=${thrown || undefined}>
    <svg ref=${drawing} viewBox="-1 -1 50 50" role="img" aria-label=${words}>
      ${
        covered
          ? html`<path class="cup" d=${card ? SHAPES.card.outline : CUP} /><path
                class="cup-band"
                d=${card ? CARD_BACK : CUP_BANDS}
              />`
          : html`<path class="die-body" d=${shape.outline} />
              ${shape.lit ? html`<path class="die-lit" d=${shape.lit} />` : null}<path
                class="die-facets"
                d=${shape.facets}
              />
              <${Face} die=${die.die} face=${die.face} card=${card} />`
      }
    </svg>
    <${Foot} ...${{ die, covered, kind: caption, card }} />
  </span>`;
}

/** A die, or a card, as a sign for its kind, for example where one is bought.
 *  @param {{kind: string, face?: number | null, card?: boolean}} props */
export function DieSign({ kind, face, card = false }) {
  const shape = SHAPES[card ? "card" : kind];
  if (!shape) return null;
  return html`<svg class="diesign" viewBox="-1 -1 50 50" aria-hidden="true">
    <path class="die-body" d=${shape.outline} />
    ${
      face === undefined
        ? html`<${Middle} shape=${shape} text=${kind.slice(1)} />`
        : html`<${Face} ...${{ die: kind, face, card }} />`
    }
  </svg>`;
}

/** @param {SVGSVGElement | null} drawing
 *  @param {number} n dice thrown together do not move alike
 *  @param {boolean} card it is dealt */
function tumble(drawing, n, card) {
  if (!drawing?.animate || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const aside = n % 2 ? -1 : 1;
  if (card) {
    drawing.animate([{ transform: "translate(0, -60px) rotate(-12deg)", opacity: 0 }, { transform: "none" }], {
      duration: 300 + (n % 5) * 60,
      easing: "ease-out",
    });
    return;
  }
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
