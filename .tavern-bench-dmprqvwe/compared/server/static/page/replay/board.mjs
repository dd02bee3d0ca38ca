// @ts-check
/** A table at one moment, to look at: as it was, or as somebody else sees it. */

import { html } from "../../vendor/preact.mjs";
import { Notes } from "../table/facts.mjs";
import { Middle, waitingFor } from "../table/middle.mjs";
import { Result, SideBets } from "../table/panels.mjs";
import { Seats } from "../table/seats.mjs";
import { seatOf } from "./frames.mjs";

/** @import { View } from "../api.d.mts" */

/** @param {{view: View, words: import("../labels.mjs").Words, thrown?: Record<string, number>, own?: boolean}} props `own`: seen by the one who looks */
export function Board({ view, words, thrown = {}, own = false }) {
  const me = seatOf(view);
  // Nobody waits for a deadline that is long past.
  const still = { ...view, deadline: null };
  const phase = view.phase === "lobby" ? null : words.of("phases", view.phase);
  return html`<div class="board still">
    <div class="statusline">
      <p class="who">${waitingFor(still, null, words)}</p>
      ${phase ? html`<span class="phase" title=${phase.help}>${phase.label}</span>` : null}
    </div>
    <${Result} view=${{ ...still, table: "" }} words=${words} me=${null} />
    <${Middle} live=${{ view: still, thrown }} words=${words} me=${me} />
    <${Seats} view=${still} words=${words} thrown=${thrown} lag=${0} me=${null} />
    <${SideBets} view=${still} words=${words} me=${null} />
    <${Notes} notes=${view.you?.notes} view=${still} words=${words} me=${null} of=${own ? null : me} />
  </div>`;
}
