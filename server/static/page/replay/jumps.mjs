// @ts-check
/** The steps that count, to jump to: cheats, accusations, mishaps, duels, disputes, rulings and the end. */

import { html } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { nameOf } from "../labels.mjs";
import { MISHAPS } from "../table/live.mjs";

/** @import { Event, View } from "../api.d.mts" */
/** @import { Step } from "./steps.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */
/** @typedef {{icon: string, label: string}} Moment */

/** What such events are called in any game, after its namespace.
 *  @type {[RegExp, Moment][]} */
const KINDS = [
  [/^(cheat_|die_altered$|dice_loaded$)/, { icon: "hand", label: "Cheat" }],
  [/^(accused|denounced|liar_called)$/, { icon: "warn", label: "Accusation" }],
  [/^points_lost$/, { icon: "close", label: "Points lost" }],
  [/^duel_/, { icon: "dice", label: "Duel" }],
  [/^dispute_raised$/, { icon: "note", label: "Dispute" }],
  [/^dispute_ruled$/, { icon: "scales", label: "Ruling" }],
  [/^round_ended$/, { icon: "trophy", label: "End of the round" }],
  [/^round_voided$/, { icon: "close", label: "Called off" }],
];

/** What counts in a step, as far as the viewer or the other saw it; null if nothing does.
 *  @param {Step} step
 *  @param {Words} words
 *  @returns {Moment | null} */
export function momentOf({ frame, other, seen, seenByOther }, words) {
  const events = [...(seen ? frame.events : []), ...(seenByOther ? (other?.events ?? []) : [])];
  const found = events.flatMap((event) => momentIn(event, frame.view, words) ?? []);
  const labels = [...new Set(found.map(({ label }) => label))];
  return found.length ? { icon: found[0].icon, label: labels.join(". ") } : null;
}

/** @param {Event} event
 *  @param {View} view
 *  @param {Words} words
 *  @returns {Moment | null} */
function momentIn(event, view, words) {
  const kind =
    event.type === "status_changed" && MISHAPS.has(event.status)
      ? { icon: "close", label: words.status(event.status) }
      : KINDS.find(([name]) => name.test(event.type.replace(/^.*\./, "")))?.[1];
  if (!kind) return null;
  const who = "by" in event ? event.by : "seat" in event ? event.seat : null;
  return { icon: kind.icon, label: who ? `${kind.label}: ${nameOf(view, who)}` : kind.label };
}

/** The nearest steps before and after one in which something counts.
 *  @param {(Moment | null)[]} moments those of all steps
 *  @param {number} index
 *  @returns {{before: number, after: number}} -1: none */
export const aroundOf = (moments, index) => ({
  before: moments.findLastIndex((moment, at) => at < index && moment !== null),
  after: moments.findIndex((moment, at) => at > index && moment !== null),
});

/** @param {{moments: (Moment | null)[], to: number, back?: boolean, onStep: (index: number) => void}} props */
export function Jump({ moments, to, back = false, onStep }) {
  const which = back ? "Previous moment" : "Next moment";
  const label = to < 0 ? which : `${which}: ${moments[to]?.label}`;
  return html`<button
    type="button"
    class="square"
    title="${label} (Shift + ${back ? "←" : "→"})"
    aria-keyshortcuts="Shift+Arrow${back ? "Left" : "Right"}"
    disabled=${to < 0}
    onClick=${() => onStep(to)}
  >
    <svg class="icon" viewBox="0 0 24 24" role="img" aria-label=${label} focusable="false">
      <path d=${back ? "M20 5l-7 7 7 7M6 8l4 4-4 4-4-4z" : "M4 5l7 7-7 7M18 8l4 4-4 4-4-4z"} />
    </svg>
  </button>`;
}

/** What counts in a step, as a sign.
 *  @param {{moment: Moment | null}} props */
export const Sign = ({ moment }) =>
  moment &&
  html`<span class="moment-sign" title=${moment.label}
    ><${Icon} name=${moment.icon} label=${`${moment.label}.`}
  /></span>`;
