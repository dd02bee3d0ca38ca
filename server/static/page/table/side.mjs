// @ts-check
/** Beside the table, over its edge: chronicle, chat, standings and disputes. */

import { html, useEffect, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Later } from "../later.mjs";
import { countsOf, lastSaid } from "./news.mjs";
import { Chat, Chronicle } from "./log.mjs";

/** @import { Shown } from "./live.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */

/** Behind a tab: loaded when it is first opened. */
const loadStandings = () => import("./books.mjs").then((module) => module.StandingsPanel);
const loadDisputes = () => import("./books.mjs").then((module) => module.DisputesPanel);

/** Beside the table: chronicle, chat, standings and disputes, over its edge.
 *  @param {{live: Shown, words: Words, me: string | null, hosting: boolean, token?: string, seen: number,
 *   onSeen: (n: number) => void, onClose: () => void}} props */
export function Side({ live, words, me, hosting, token, seen, onSeen, onClose }) {
  const { view } = live;
  const [tab, setTab] = useState("chronicle");
  const last = lastSaid(live);
  const counts = countsOf(live, seen);
  useEffect(() => {
    if (tab === "chat") onSeen(last);
  }, [tab, last]);
  /** @type {[key: string, label: string, count: number][]} */
  const tabs = [
    ["chronicle", "Chronicle", 0],
    ["chat", "Chat", counts.said],
    ["standings", "Standings", 0],
    ["disputes", "Disputes", counts.open],
  ];
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const at = tabs.findIndex(([key]) => key === tab);
    const [next] = tabs[(at + step + tabs.length) % tabs.length];
    setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return html`<aside class="side" aria-label="Beside the table">
    <div class="side-head">
      <div class="tabs" role="tablist" onKeyDown=${keys}>
        ${tabs.map(
          ([key, label, count]) =>
            html`<button
              type="button"
              role="tab"
              key=${key}
              id="tab-${key}"
              aria-controls="panel-${key}"
              aria-selected=${tab === key}
              tabindex=${tab === key ? 0 : -1}
              onClick=${() => setTab(key)}
            >
              ${label}${count ? html`<span class="count">${count > 9 ? "9+" : count}<span class="unseen"> ${key === "chat" ? "new" : "open"}</span></span>` : null}
            </button>`,
        )}
      </div>
      <button type="button" class="quiet square" onClick=${onClose}><${Icon} name="close" label="Close" /></button>
    </div>
    <div class="panel" role="tabpanel" id="panel-${tab}" aria-labelledby="tab-${tab}">
      ${
        tab === "chronicle"
          ? html`<${Chronicle} view=${view} entries=${live.entries} earlier=${live.earlier} more=${live.more} />`
          : tab === "chat"
            ? html`<${Chat} live=${live} maySay=${Boolean(me || hosting)} />`
            : tab === "standings"
              ? html`<${Later} inside key="standings" of=${loadStandings} live=${live} words=${words} me=${me} />`
              : html`<${Later}
                  inside
                  key="disputes"
                  of=${loadDisputes}
                  live=${live}
                  words=${words}
                  me=${me}
                  token=${token}
                />`
      }
    </div>
  </aside>`;
}
