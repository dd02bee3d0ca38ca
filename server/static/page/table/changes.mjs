// @ts-check
/** Dice that change except by a throw, such as by a power: from what to what, as far as a viewer knows. */

import { html } from "../../vendor/preact.mjs";
import { nameOf } from "../labels.mjs";
import { DieSign } from "./dice.mjs";
import { CHANGES } from "./live.mjs";

/** @import { ComponentChildren } from "../../vendor/preact.mjs" */
/** @import { Die, View } from "../api.d.mts" */
/** @import { Entry } from "./live.mjs" */
/** @import { Moment } from "./moments.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */

/** A die as far as a viewer knows it: its kind and, perhaps, its face.
 *  @typedef {Pick<Die, "die" | "face">} Known */

/** A die that a viewer knows, as a sign. A cup hides the face alone.
 *  @param {Known} die
 *  @param {boolean} card */
const sign = ({ die, face }, card) => html`<${DieSign} ...${{ kind: die, face, card }} />`;

/** So many dice of a seat are drawn; more would not be read. */
const MOST_DICE = 3;

/** The dice that changed in an entry, from what to what as far as this viewer knows.
 *  @param {Entry} entry
 *  @param {View} was the view before it
 *  @param {View} view
 *  @param {Words} words
 *  @param {string | null} me
 *  @returns {Moment[]} */
export function changesIn({ version, events = [] }, was, view, words, me) {
  /** @type {Map<string, ComponentChildren[]>} */
  const changed = new Map();
  /** @param {View} of
   *  @param {string} seat
   *  @param {number} n
   *  @returns {Known | undefined} */
  const found = (of, seat, n) => of.seats.find((one) => one.seat === seat)?.dice.find((die) => die.n === n);
  for (const event of events) {
    if (!CHANGES.has(event.type) || (event.type === "die_lost" && event.by === event.seat)) continue;
    const { seat, n, die } = /** @type {{seat: string, n: number, die: string}} */ (event);
    const drawn = changed.get(seat) ?? [];
    if (event.type === "die_gained" || event.type === "die_lost") {
      drawn.push(html`${event.type === "die_gained" ? "+" : "−"}${sign({ die, face: null }, words.cards)}`);
    } else {
      const [before, after] = [found(was, seat, n), found(view, seat, n)];
      if (!before || !after) continue;
      drawn.push(html`${sign(before, words.cards)}<span>→</span>${sign(after, words.cards)}`);
    }
    changed.set(seat, drawn);
  }
  return [...changed].map(([seat, drawn]) => ({
    key: `${version} ${seat} dice`,
    tone: "news",
    said: html`<span class="moment-dice"
      ><bdi>${seat === me ? "You" : nameOf(view, seat)}</bdi>:
      ${drawn.slice(0, MOST_DICE).map((one, at) => html`<span key=${at}>${one}</span>`)}</span
    >`,
    cp: null,
  }));
}
