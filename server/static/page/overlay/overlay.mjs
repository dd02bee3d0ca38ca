// @ts-check
/** A table for a stream or a TV: what everybody may see, large, with nothing to press. It never shows a GM's or a
 * player's view, even to them. `?on=tv` has a ground of its own, and between rounds the QR code of an invite that
 * its link carries; without it, the ground is transparent. `?chronicle=off` leaves out the sentences. */

import { html, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Coins } from "../money.mjs";
import { explained, listed, useTitle } from "../parts.mjs";
import { useWords } from "../server.mjs";
import { knownTable } from "../session.mjs";
import { nameOf } from "../table/fields.mjs";
import { awaited } from "../table/gathering.mjs";
import { QrCode, inviteLink } from "../table/hosting.mjs";
import { JoinCode } from "../table/joincode.mjs";
import { namesIn, withNames } from "../table/log.mjs";
import { useTable } from "../table/live.mjs";
import { SideBets } from "../table/panels.mjs";
import { Countdown, DiceRow, inOrder } from "../table/seats.mjs";

/** @import { View } from "../api.d.mts" */

/** @param {{table: string}} props */
export function OverlayPage({ table }) {
  const asked = new URLSearchParams(location.search);
  const onTv = asked.get("on") === "tv";
  // An invite lets its bearer watch a table that is closed to watchers; it sees the public view.
  const [invite, setInvite] = useState(() => knownTable(table).invite);
  const live = useTable(table, invite);
  const { view } = live;
  useEffect(() => {
    // A replaced invite is none.
    if (live.problem && !view) setInvite(undefined);
  }, [live.problem]);
  const words = useWords(view?.game);
  useEffect(() => {
    const root = document.documentElement;
    root.classList.add("overlaid", ...(onTv ? ["on-tv"] : []));
    return () => root.classList.remove("overlaid", "on-tv");
  }, [onTv]);
  useTitle(`${view?.name || words.game?.name || "Table"} · Tavern Table`);
  if (!view)
    return html`<main class="overlay" id="main">
      <p class="overlay-note">${live.problem ? explained(live.problem) : "Coming to the table…"}</p>
    </main>`;
  const said = live.entries
    .filter((entry) => entry.chronicle.length)
    .slice(-3)
    .flatMap((entry) => entry.chronicle.map((sentence, n) => ({ key: `${entry.version}.${n}`, sentence })))
    .slice(-3);
  const between = view.phase === "lobby";
  return html`<main class="overlay" id="main">
    <header class="overlay-head">
      <h1><bdi dir="auto">${view.name || words.game?.name}</bdi></h1>
      <p class="overlay-who">
        <span>${awaited(view, null, words)}</span>
        ${between ? null : html`<span class="phase">${words.phase(view.phase)}</span>`}
        <${Countdown} deadline=${view.deadline} paused=${view.paused} lag=${live.lag} />
      </p>
      <p class="overlay-pot">
        ${view.round ? html`<span class="pot-label">Round ${view.round}</span>` : null}
        ${view.pot_cp || !between ? html`<span class="pot-label">Pot</span> <strong><${Coins} cp=${view.pot_cp} /></strong>` : null}
      </p>
    </header>
    ${live.connection === "offline" ? html`<p class="overlay-note"><${Icon} name="offline" /> No connection</p>` : null}
    <${Winner} view=${view} words=${words} />
    ${view.house_dice.length ? html`<section class="overlay-house"><span class="pot-label">The House</span><${DiceRow} dice=${view.house_dice} holder="house" thrown=${live.thrown} /></section>` : null}
    <${Places} view=${view} words=${words} thrown=${live.thrown} />
    ${between ? null : html`<${SideBets} view=${view} words=${words} me=${null} />`}
    <footer class="overlay-foot">
      ${asked.get("chronicle") === "off" ? null : html`<div class="overlay-said" aria-live="polite">${said.map(({ key, sentence }) => html`<p key=${key}>${withNames(sentence, namesIn(view))}</p>`)}</div>`}
      ${
        onTv && between && invite && !view.closed
          ? html`<section class="overlay-join">
              <${QrCode} text=${inviteLink(table, invite)} label="QR code to join" />
              <p>Scan to sit down</p>
              <${JoinCode} table=${table} token=${invite} />
            </section>`
          : null
      }
    </footer>
  </main>`;
}

/** The seats. The more there are, the smaller; all of them fit a screen.
 *  @param {{view: View, words: import("../labels.mjs").Words, thrown: Record<string, number>}} props */
function Places({ view, words, thrown }) {
  const seats = inOrder(view).filter((seat) => seat.kind !== "watcher");
  /** @type {{current: HTMLElement | null}} */
  const list = useRef(null);
  const columns = seats.length <= 3 ? seats.length : seats.length <= 4 ? 2 : seats.length <= 9 ? 3 : 4;
  useLayoutEffect(() => {
    list.current?.style.setProperty("--columns", String(Math.max(1, columns)));
  }, [columns]);
  const running = view.phase !== "lobby";
  return html`<ul class="overlay-seats ${seats.length > 6 ? "many" : ""}" ref=${list}>
    ${seats.map((seat) => {
      const acts = view.to_act.includes(seat.seat);
      const won = !running && view.result?.winners.includes(seat.seat);
      const quiet = seat.status === "active" || !running;
      return html`<li
        key=${seat.seat}
        class="overlay-seat ${acts ? "acts" : ""} ${won ? "won" : ""} ${running && !seat.playing ? "is-out" : ""}"
      >
        <p class="overlay-name">
          ${acts ? html`<span class="turnmark" aria-label="to act">▶</span>` : won ? html`<span class="turnmark"><${Icon} name="trophy" label="won" /></span>` : null}
          <bdi dir="auto">${seat.name}</bdi><span class="overlay-purse"><${Coins} cp=${seat.purse_cp} /></span>
        </p>
        <div class="overlay-dice">
          <${DiceRow} dice=${seat.dice} holder=${seat.seat} thrown=${thrown} />
          ${seat.total !== null && seat.dice.length ? html`<strong class="overlay-total">${seat.total}</strong>` : null}
        </div>
        <p class="overlay-tags">
          ${quiet ? null : html`<span class="tag">${words.status(seat.status)}</span>`}
          ${seat.conditions.map((one) => html`<span class="tag condition" key=${one}>${words.of("conditions", one).label}</span>`)}
        </p>
      </li>`;
    })}
  </ul>`;
}

/** @param {{view: View, words: import("../labels.mjs").Words}} props */
function Winner({ view, words }) {
  const { result } = view;
  if (!result || view.phase !== "lobby") return null;
  const names = result.winners.map((seat) => nameOf(view, seat));
  const outcome = words.of("outcomes", result.outcome);
  return html`<section class="overlay-winner">
    <${Icon} name="trophy" />
    <p>
      <strong dir="auto"
        >${names.length ? `${listed(names)} ${names.length === 1 ? "wins" : "win"}` : outcome.label}</strong
      >
      ${Object.entries(result.won_cp).map(([seat, cp]) => html`<span key=${seat}>${names.length > 1 ? html`<bdi>${nameOf(view, seat)}</bdi> ` : null}<${Coins} cp=${cp} /></span>`)}
    </p>
  </section>`;
}
