// @ts-check
/** The middle of a table, and who has to act: on the table itself, in replays and on streams. */

import { html } from "../../vendor/preact.mjs";
import { Coins } from "../money.mjs";
import { listed } from "../parts.mjs";
import { knownTable } from "../session.mjs";
import { Facts, factsIn } from "./facts.mjs";
import { nameOf } from "../labels.mjs";
import { DiceRow } from "./seats.mjs";

/** @import { View } from "../api.d.mts" */
/** @import { Shown } from "./live.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */

/** Shown elsewhere than among the round's facts. */
const ELSEWHERE = ["side_bets", "choices", "retaliation"];

/** Who has to act, in words.
 *  @param {View} view
 *  @param {string | null} me
 *  @param {Words} words */
export function waitingFor(view, me, words) {
  if (view.closed) return "The table is closed.";
  if (view.phase === "lobby") return words.phase("lobby");
  if (!view.to_act.length) return "";
  if (me && view.to_act.includes(me)) {
    const others = view.to_act.length - 1;
    return others ? `Your answer, and ${others} more` : "Your turn";
  }
  const names = view.to_act.map((seat) => nameOf(view, seat));
  return names.length === 1
    ? `${shortened(names[0])}’s turn`
    : names.length > 3
      ? `Waiting for ${names.length} seats`
      : `Waiting for ${listed(names)}`;
}

/** A name that leaves room for the rest of a headline.
 *  @param {string} name */
const shortened = (name) => ([...name].length > 28 ? `${[...name].slice(0, 26).join("").trim()}…` : name);

/** The middle of the table: pot, the House's dice, and what the round is about, `without` what is shown elsewhere.
 *  @param {{live: Pick<Shown, "view" | "thrown">, words: Words, me: string | null, without?: string[]}} props */
export function Middle({ live, words, me, without = [] }) {
  const { view, thrown } = live;
  const elsewhere = [...ELSEWHERE, ...without];
  const facts = factsIn("table", view.details, words).some(([key]) => !elsewhere.includes(key));
  if (!view.pot_cp && !view.house_dice.length && (!facts || view.phase === "lobby")) return null;
  return html`<section class="middle" aria-label="The middle of the table">
    ${view.pot_cp ? html`<div class="pot"><span class="pot-label">Pot</span><${Coins} cp=${view.pot_cp} /><${Pile} cp=${view.pot_cp} /></div>` : null}
    ${view.house_dice.length ? html`<div class="house"><span class="pot-label">The House</span><${DiceRow} dice=${view.house_dice} holder="house" thrown=${thrown} card=${words.cards} /></div>` : null}
    <${Facts} of="table" details=${view.details} view=${view} words=${words} me=${me} without=${elsewhere} />
  </section>`;
}

/** A pile of coins: a few more, the more there are.
 *  @param {{cp: number}} props */
function Pile({ cp }) {
  if (!cp) return null;
  const coins = [
    ["gold", Math.min(9, Math.ceil(Math.log2(1 + cp / 100)))],
    ["silver", Math.floor((cp % 100) / 10) ? 2 : 0],
    ["copper", cp % 10 ? 2 : 0],
  ];
  return html`<span class="pile" aria-hidden="true"
    >${coins.map(([metal, count]) => Array.from({ length: Number(count) }, (_, at) => html`<i class=${metal} key="${metal}${at}"></i>`))}</span
  >`;
}

/** More names than these are counted. */
const MOST_NAMES = 3;

/** Whom a live table waits for, in words: in a round, who has to act.
 *  @param {View} view
 *  @param {string | null} me
 *  @param {Words} words */
export function awaited(view, me, words) {
  if (view.phase !== "lobby" || view.closed || !words.game) return waitingFor(view, me, words);
  if (view.deadline) return "The next round starts by itself in";
  const door = view.asking.filter((one) => one.seat !== me);
  if (door.length)
    return `Waiting for ${door.length > MOST_NAMES ? `${door.length} people` : listed(door.map((one) => one.name))} to be let in`;
  return gathered(view, words);
}

/** Who is here, and what is missing for a round.
 *  @param {View} view
 *  @param {Words} words */
function gathered(view, words) {
  const { min, max } = words.game?.seats ?? { min: 1, max: 1 };
  const here = view.seats.filter((one) => one.kind !== "watcher" && one.played_by !== "nobody").length;
  const players = max === 1 ? "1 player" : `${min === max ? max : `${min}–${max}`} players`;
  if (here < min) {
    const more = min - here;
    return here ? `${here} of ${players}; ${more} more ${more === 1 ? "is" : "are"} needed` : `Waiting for ${players}`;
  }
  const who = knownTable(view.table).gm ? "you" : "the GM";
  if (view.result && here <= max) return `${who === "you" ? "You" : "The GM"} can start the next round`;
  return `${here > max ? `${here} players, of whom ${max} play` : `${here} of ${players}`}; ${who} can start`;
}
