// @ts-check
/** The seats of a table: their owners, purses, dice and status, and whose turn it is. */

import { html, useEffect, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Still } from "../later.mjs";
import { Coins } from "../money.mjs";
import { DieView } from "./dice.mjs";
import { Facts } from "./facts.mjs";

/** @import { Die, SeatView, SetView, View } from "../api.d.mts" */
/** @typedef {import("../labels.mjs").Words} Words */

/** Time that is left, in words that fit a badge.
 *  @param {number} seconds */
function timeLeft(seconds) {
  if (seconds < 0) return "0:00";
  const whole = Math.floor(seconds);
  if (whole >= 3600) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Counts down to a deadline on the server's clock.
 *  @param {{deadline: string | null, paused: boolean, lag: number}} props */
export function Countdown({ deadline, paused, lag }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!deadline || paused) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [deadline, paused]);
  if (paused) return html`<span class="countdown"><${Icon} name="noclock" />clock stopped</span>`;
  if (!deadline) return null;
  const left = (Date.parse(deadline) - now - lag) / 1000;
  return html`<span class="countdown ${left < 10 ? "soon" : ""}" role="timer"
    ><${Icon} name="clock" />${timeLeft(left)}</span
  >`;
}

/** The dice of a seat or the House: those set aside in a tray of their own.
 *  @param {{dice: Die[], holder: string, thrown: Record<string, number>, small?: boolean, card: boolean}} props */
export function DiceRow({ dice, holder, thrown, small = false, card }) {
  if (!dice.length) return null;
  const aside = dice.filter((die) => die.place === "aside");
  const lying = dice.filter((die) => die.place !== "aside");
  /** @param {Die} die */
  const drawn = (die) =>
    html`<li key=${die.n}>
      <${DieView} ...${{ die, small, card, caption: die.die !== "d6", thrown: thrown[`${holder}:${die.n}`] ?? 0 }} />
    </li>`;
  return html`<div class="dice">
    ${
      lying.length
        ? html`<ul class="dicerow" aria-label="Dice">
            ${lying.map(drawn)}
          </ul>`
        : null
    }
    ${
      aside.length
        ? html`<div class="tray">
            <span class="tray-label">set aside</span>
            <ul class="dicerow" aria-label="Dice set aside">
              ${aside.map(drawn)}
            </ul>
          </div>`
        : null
    }
  </div>`;
}

/** Who a seat belongs to, as a small sign.
 *  @param {SeatView} seat
 *  @param {Words} words */
export function roleOf(seat, words) {
  const role =
    seat.played_by === "nobody" ? "nobody" : seat.played_by === "gm" || seat.kind === "gm" ? "gm" : seat.kind;
  if (role === "player") return null;
  const label = words.of("roles", role);
  /** @type {Record<string, string>} */
  const icons = { npc: "bot", gm: "crown", watcher: "eye", nobody: "back" };
  return html`<span class="role" title="${label.label}: ${label.help}"
    ><${Icon} name=${icons[role] ?? "people"} label=${label.label}
  /></span>`;
}

/** A seat's standing in the round, and the conditions it is under.
 *  @param {{seat: SeatView, words: Words, running: boolean, away: boolean}} props */
function Standing({ seat, words, running, away }) {
  const status = words.of("statuses", seat.status);
  const quiet = seat.status === "active" || (!running && seat.status === "waiting");
  return html`<span class="tags">
    ${away ? html`<span class="tag" title="Nobody has this seat’s page open.">Offline</span>` : null}
    ${quiet || seat.kind === "watcher" ? null : html`<span class="tag status-${seat.status}" title=${status.help}>${status.label}</span>`}
    ${seat.sits_out && seat.status !== "sitting_out" ? html`<span class="tag">Sits out next</span>` : null}
    ${seat.asks_cp ? html`<span class="tag">Asks for <${Coins} cp=${seat.asks_cp} /></span>` : null}
    ${seat.conditions.map((one) => html`<span class="tag condition" key=${one} title=${words.of("conditions", one).help}>${words.of("conditions", one).label}</span>`)}
  </span>`;
}

/** The statuses of seats that are out of the round. */
const OUT = new Set(["folded", "bust", "caught", "dead", "out", "sitting_out", "left", "forfeited"]);

/** Where a seat stands around the table, as lines of the stage's grid.
 *  @typedef {{column: string, row: string, side: "left" | "top" | "right" | "bottom"}} Place */

/** A seat's colour, which its sign and its dice have: the same for all who look.
 *  @param {View} view
 *  @param {string} seat */
export const hueOf = (view, seat) =>
  `hue-${
    Math.max(
      0,
      view.seats.findIndex((one) => one.seat === seat),
    ) % HUES
  }`;
const HUES = 12;

/** The first letter of a name.
 *  @param {string} name */
const initial = (name) => [...name.trim()][0]?.toUpperCase() ?? "";

/** A seat, `without` the details that the game's board shows. Another viewer sees what `differs` in another way.
 *  @param {{seat: SeatView & {differs?: string}, view: View, words: Words, thrown: Record<string, number>, lag: number, me: string | null, mine?: boolean, place?: Place,
 *   away?: boolean, without?: string[]}} props */
export function Seat({ seat, view, words, thrown, lag, me, mine = false, place, away = false, without }) {
  const acts = view.to_act.includes(seat.seat);
  const running = view.phase !== "lobby";
  const won = !running && view.result?.winners?.includes(seat.seat);
  const classes = [
    "seat",
    hueOf(view, seat.seat),
    place ? `at-${place.side}` : "",
    acts ? "acts" : "",
    mine ? "mine" : "",
    running && OUT.has(seat.status) ? "is-out" : "",
    won ? "won" : "",
    seat.dice.length ? "" : "no-dice",
  ];
  return html`<li
    class=${classes.filter(Boolean).join(" ")}
    style=${place ? { "--column": place.column, "--row": place.row } : undefined}
    aria-current=${acts ? "true" : undefined}
    data-differs=${seat.differs}
  >
    <div class="seat-head">
      <span class="sign" aria-hidden="true">${initial(seat.name)}</span>
      <span class="nameline">
        ${acts ? html`<span class="turnmark" aria-label="to act">▶</span>` : won ? html`<span class="turnmark"><${Icon} name="trophy" label="won" /></span>` : null}
        <span class="seat-name"
          ><bdi dir="auto">${seat.name}</bdi>${seat.seat === me ? html` <span class="you">you</span>` : null}</span
        >
        ${roleOf(seat, words)}
      </span>
      <span class="purse" title="Purse"><${Coins} cp=${seat.purse_cp} /></span>
      ${mine && acts ? html`<${Countdown} deadline=${view.deadline} paused=${view.paused} lag=${lag} />` : null}
    </div>
    <div class="seat-body">
      <${DiceRow} dice=${seat.dice} holder=${seat.seat} thrown=${thrown} small=${!mine} card=${words.cards} />
      ${seat.total !== null && seat.dice.length ? html`<span class="total"><span>total</span> <strong>${seat.total}</strong></span>` : null}
    </div>
    <div class="seat-foot">
      ${
        mine && acts && view.pot_cp
          ? html`<span class="dockturn" aria-hidden="true"
              ><b>Your turn</b> <span>Pot <${Coins} cp=${view.pot_cp} /></span
            ></span>`
          : null
      }
      <${OwnSets} sets=${seat.sets} words=${words} />
      <${Standing} ...${{ seat, words, running, away }} />
      ${acts && !mine ? html`<${Countdown} deadline=${view.deadline} paused=${view.paused} lag=${lag} />` : null}
      <${Facts}
        of="seat"
        details=${seat.details}
        view=${view}
        words=${words}
        dice=${seat.dice}
        me=${me}
        without=${without}
        said=${words.of("statuses", seat.status).label}
      />
    </div>
  </li>`;
}

/** A seat's own dice and cards: how they look and, to those who know, what they are.
 *  @param {{sets?: SetView[], words: Words}} props */
function OwnSets({ sets = [], words }) {
  const shown = sets.filter(({ look, set }) => look !== "common" || words.isCrooked(set));
  return shown.map(({ kind, look, set, faces }) => {
    const plain = `${look} ${kind === "dice" ? "dice" : "cards"}`;
    const own = words.isCrooked(set) ? words.set(set).label.toLowerCase() : plain;
    const on = Object.entries(faces ?? {}).map(([die, face]) => `${die} on ${face}`);
    const secret = words.isCrooked(set);
    return html`<span class=${secret ? "ownset secret" : "ownset"} key=${kind}
      >${secret ? html`<${Icon} name="blind" label="in secret" /> ` : null}${[own, ...on].join(", ")}</span
    >`;
  });
}

/** The seats in the order of turns, those who only watch last.
 *  @param {View} view
 *  @returns {SeatView[]} */
export function inOrder(view) {
  /** @param {SeatView} seat */
  const rank = (seat) => {
    const at = view.order.indexOf(seat.seat);
    return seat.kind === "watcher" ? 2000 : at < 0 ? 1000 : at;
  };
  return [...view.seats].sort((one, other) => rank(one) - rank(other));
}

/** The seats as they sit around the table, in every round the same: by arrival, those who only watch last.
 *  @param {View} view
 *  @returns {SeatView[]} */
export const seated = (view) =>
  [...view.seats].sort((one, other) => Number(one.kind === "watcher") - Number(other.kind === "watcher"));

/** All that a seat's drawing depends on, for `Still`.
 *  @param {SeatView} seat
 *  @param {Place} place
 *  @param {SeatsProps} props */
function shownOf(seat, place, { view, words, thrown, lag, me, away, without }) {
  const acts = view.to_act.includes(seat.seat);
  const over = view.phase === "lobby";
  return JSON.stringify([
    seat,
    place,
    seat.dice.map((die) => thrown[`${seat.seat}:${die.n}`]),
    acts && [view.deadline, view.paused, lag],
    over && Boolean(view.result?.winners?.includes(seat.seat)),
    over,
    // Facts may name other seats.
    view.seats.map((one) => [one.seat, one.name]),
    Boolean(words.catalogue),
    view.game,
    me,
    away?.includes(seat.seat),
    without,
  ]);
}

/** How many seats stand at the left (and as many at the right) and at the bottom; the rest are at the top. Opposite my
 *  own place nobody sits at the bottom.
 *  @param {number} count
 *  @param {boolean} opposite */
export function sides(count, opposite) {
  if (opposite) {
    const beside = count < 2 ? 0 : count < 6 ? 1 : count < 10 ? 2 : 3;
    return { beside, bottom: 0 };
  }
  if (count < 4) return { beside: count < 2 ? 0 : 1, bottom: 0 };
  const beside = count < 7 ? 0 : 1;
  return { beside, bottom: Math.floor((count - 2 * beside) / 2) };
}

/** The columns of the stage's grid, which divide by 1 to 6. */
const COLUMNS = 60;
/** The columns of the seats at either side. */
const BESIDE = 16;

/** Where seats stand, clockwise from the lower left.
 *  @param {number} count
 *  @param {boolean} opposite the viewer has a place at the bottom
 *  @returns {Place[]} */
function placesAround(count, opposite) {
  const { beside, bottom } = sides(count, opposite);
  const top = count - 2 * beside - bottom;
  const rows = Math.max(1, beside);
  /** @param {number} at
   *  @param {number} of */
  const columns = (at, of) => `${(at * COLUMNS) / of + 1} / ${((at + 1) * COLUMNS) / of + 1}`;
  /** @type {Place[]} */
  const left = Array.from({ length: beside }, (_, at) => ({
    side: "left",
    column: `1 / ${BESIDE + 1}`,
    row: `${rows + 1 - at}`,
  }));
  /** @type {Place[]} */
  const above = Array.from({ length: top }, (_, at) => ({ side: "top", column: columns(at, top), row: "1" }));
  /** @type {Place[]} */
  const right = Array.from({ length: beside }, (_, at) => ({
    side: "right",
    column: `${COLUMNS - BESIDE + 1} / ${COLUMNS + 1}`,
    row: `${at + 2}`,
  }));
  /** @type {Place[]} */
  const below = Array.from({ length: bottom }, (_, at) => ({
    side: "bottom",
    column: columns(bottom - 1 - at, bottom),
    row: `${rows + 2}`,
  }));
  return [...left, ...above, ...right, ...below];
}

/** `away`: the seats that are offline, if the viewer may know.
 *  @typedef {{view: View, words: Words, thrown: Record<string, number>, lag: number, me: string | null, away?: string[],
 *   without?: string[]}} SeatsProps */
/** The seats but one's own, around the table.
 *  @param {SeatsProps} props */
export function Seats(props) {
  const { view, me, away, ...shown } = props;
  const all = seated(view);
  const own = all.findIndex((seat) => seat.seat === me);
  // The next one sits at my left.
  const others = own < 0 ? all : [...all.slice(own + 1), ...all.slice(0, own)];
  if (!others.length) return null;
  const places = placesAround(others.length, own >= 0);
  return html`<ul class="seats" aria-label="Seats">
    ${others.map(
      (seat, at) =>
        html`<${Still} key=${seat.seat} of=${shownOf(seat, places[at], props)}>
          <${Seat} ...${{ seat, view, me, ...shown, place: places[at], away: away?.includes(seat.seat) }} />
        </${Still}>`,
    )}
  </ul>`;
}
