// @ts-check
/** A table at one moment, to look at: as it was, or as somebody else sees it. */

import { html } from "../../vendor/preact.mjs";
import { Later } from "../later.mjs";
import { Notes } from "../table/facts.mjs";
import { waitingFor } from "../table/middle.mjs";
import { Stage } from "../table/stage.mjs";
import { seatOf } from "./frames.mjs";

/** @import { Frame, View } from "../api.d.mts" */

const loadThrows = () => import("../table/throws.mjs").then((module) => module.Throws);

/** @param {{view: View, words: import("../labels.mjs").Words, thrown?: Record<string, number>, entry?: Frame | null, own?: boolean}} props
 *   `own`: seen by the one who looks; `entry`: what has just happened, whose dice roll */
export function Board({ view, words, thrown = {}, entry = null, own = false }) {
  const me = seatOf(view);
  // Nobody waits for a deadline that is long past.
  const still = { ...view, deadline: null };
  return html`<div class="board still">
    <${Stage} ...${{ view: { ...still, table: "" }, words, thrown, me: null, said: waitingFor(still, null, words) }}>
      <${Later} inside of=${loadThrows} entry=${words.cards ? null : entry} view=${view} />
    </${Stage}>
    <${Notes} notes=${view.you?.notes} view=${still} words=${words} me=${null} of=${own ? null : me} />
  </div>`;
}
