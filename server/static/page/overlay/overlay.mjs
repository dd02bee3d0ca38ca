// @ts-check
/** A table for a stream or a TV: what everybody may see, large, with nothing to press. It never shows a GM's or a
 * player's view, even to them. `?on=tv` has a ground of its own, and between rounds the QR code of an invite that
 * its link carries; without it, the ground is transparent. `?chronicle=off` leaves out the sentences. */

import { html, useEffect, useRef, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { explained, useTitle } from "../parts.mjs";
import { useWords } from "../server.mjs";
import { knownTable } from "../session.mjs";
import { QrCode, inviteLink } from "../table/hosting.mjs";
import { JoinCode } from "../table/joincode.mjs";
import { Ticker } from "../table/news.mjs";
import { useTable } from "../table/live.mjs";
import { Moments } from "../table/moments.mjs";
import { Stage } from "../table/stage.mjs";

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
  const first = useRef(view);
  first.current ??= view;
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
  const between = view.phase === "lobby";
  return html`<main class="overlay" id="main">
    <header class="overlay-head">
      <h1><bdi dir="auto">${view.name || words.game?.name}</bdi></h1>
      <p>
        ${view.name ? html`<span>${words.game?.name}</span>` : null}${view.round ? html`<span>Round ${view.round}</span>` : null}
      </p>
    </header>
    ${live.connection === "offline" ? html`<p class="overlay-note"><${Icon} name="offline" /> No connection</p>` : null}
    <${Stage}
      ...${{ view, words, thrown: live.thrown, lag: live.lag, me: null }}
    >
      ${asked.get("chronicle") === "off" ? null : html`<${Ticker} entries=${live.entries} view=${view} aloud />`}
      <${Moments} ...${{ entries: live.entries, view, words, me: null, balance: live.balance, first: first.current }} />
    </${Stage}>
    ${
      onTv && between && invite && !view.closed
        ? html`<section class="overlay-join">
            <${QrCode} text=${inviteLink(table, invite)} label="QR code to join" />
            <p>Scan to sit down</p>
            <${JoinCode} table=${table} token=${invite} />
          </section>`
        : null
    }
  </main>`;
}
