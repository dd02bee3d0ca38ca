// @ts-check
/** The stage: a table with its seats around it and the pot in the middle. Live tables, replays and TVs use it. */

import { html } from "../../vendor/preact.mjs";
import { useBoard } from "../boards/boards.mjs";
import { Soon } from "../later.mjs";
import { Middle, awaited } from "./middle.mjs";
import { Result, SideBets } from "./panels.mjs";
import { Countdown, Seats, sides } from "./seats.mjs";

/** @import { ComponentChildren } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */
/** @typedef {import("../labels.mjs").Words} Words */

/** @param {{view: View, words: Words, thrown: Record<string, number>, lag?: number, me: string | null, away?: string[], said?: string,
 *   children?: ComponentChildren, winning?: ComponentChildren}} props `said` replaces whose turn it is; `winning` goes
 *   below a result, `children` below everything in the middle */
export function Stage({ view, words, thrown, lag = 0, me, away, said, children, winning }) {
  const phase = view.phase === "lobby" ? null : words.of("phases", view.phase);
  const others = view.seats.filter((seat) => seat.seat !== me).length;
  const own = me !== null && view.to_act.includes(me);
  const { Table, shown = {} } = useBoard(view);
  const size = others > 8 ? "crowded" : others > 5 ? "many" : "few";
  const beside = Math.max(1, sides(others, others < view.seats.length).beside);
  return html`<section class="stage ${size}" style=${{ "--beside": beside }} aria-label="The table">
    <div class="centre">
      <div class="statusline">
        <p class="who ${own ? "ours" : ""}">${said ?? awaited(view, me, words)}</p>
        ${phase ? html`<span class="phase" title=${phase.help}>${phase.label}</span>` : null}
        <${Countdown} deadline=${view.deadline} paused=${view.paused} lag=${lag} />
      </div>
      <${Result} view=${view} words=${words} me=${me}>${winning}</${Result}>
      <${Middle} live=${{ view, thrown }} words=${words} me=${me} without=${shown.table} />
      ${Table ? html`<${Table} view=${view} words=${words} me=${me} />` : null}
      ${phase ? html`<${SideBets} view=${view} words=${words} me=${me} />` : null}
      ${children}
    </div>
    <${Soon}><${Seats} ...${{ view, words, thrown, lag, me, away, without: shown.seat }} /></${Soon}>
  </section>`;
}
