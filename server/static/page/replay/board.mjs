// @ts-check
/** A table at one moment, to look at: as it was, or as somebody else sees it. */

import { html } from "../../vendor/preact.mjs";
import { Notes } from "../table/facts.mjs";
import { waitingFor } from "../table/middle.mjs";
import { Stage } from "../table/stage.mjs";
import { seatOf } from "./frames.mjs";

/** @import { View } from "../api.d.mts" */

/** @param {{view: View, words: import("../labels.mjs").Words, thrown?: Record<string, number>, own?: boolean}} props `own`: seen by the one who looks */
export function Board({ view, words, thrown = {}, own = false }) {
  const me = seatOf(view);
  // Nobody waits for a deadline that is long past.
  const still = { ...view, deadline: null };
  return html`<div class="board still">
    <${Stage} ...${{ view: { ...still, table: "" }, words, thrown, me: null, said: waitingFor(still, null, words) }} />
    <${Notes} notes=${view.you?.notes} view=${still} words=${words} me=${null} of=${own ? null : me} />
  </div>`;
}
