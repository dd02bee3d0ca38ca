// @ts-check
/** What has just happened: the last sentences, aloud and beside the dice, and how much of it is unread. */

import { html, useEffect, useRef, useState } from "../../vendor/preact.mjs";

/** @import { ComponentChildren } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */
/** @import { Shown } from "./live.mjs" */
/** @typedef {import("./live.mjs").Entry} Entry */

/** A sentence, with the names in it set apart, so that their direction does not disturb it.
 *  @param {string} sentence
 *  @param {string[]} names the longest first
 *  @returns {ComponentChildren} */
export function withNames(sentence, names) {
  for (const name of names) {
    const at = name ? sentence.indexOf(name) : -1;
    if (at < 0) continue;
    return html`${withNames(sentence.slice(0, at), names)}<bdi>${name}</bdi>${withNames(sentence.slice(at + name.length), names)}`;
  }
  return sentence;
}

/** Names that are written from right to left; others disturb no sentence.
 *  @param {View} view
 *  @returns {string[]} */
export function namesIn(view) {
  return [...view.seats, ...view.asking]
    .map((seat) => seat.name)
    .filter((name) => /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name))
    .sort((one, other) => other.length - one.length);
}

/** Announces events to screen readers. Earlier events are not read, however late their entries arrive.
 *  @param {{entries: Entry[], version: number}} props the version of the view */
export function Aloud({ entries, version }) {
  const [said, setSaid] = useState(/** @type {{version: number, sentences: string[]}[]} */ ([]));
  const last = useRef(version);
  const newest = entries[entries.length - 1]?.version ?? -1;
  useEffect(() => {
    const fresh = entries.filter((entry) => entry.version > last.current && entry.chronicle.length);
    if (fresh.length)
      setSaid((was) =>
        [...was, ...fresh.map((entry) => ({ version: entry.version, sentences: entry.chronicle }))].slice(-8),
      );
    last.current = Math.max(last.current, newest);
  }, [newest]);
  return html`<div class="unseen" aria-live="polite" aria-relevant="additions" role="log" aria-label="News">
    ${said.map((entry) => html`<p key=${entry.version}>${entry.sentences.join(" ")}</p>`)}
  </div>`;
}

/** The last sentences, beside the dice. Screen readers are told where nothing else tells them.
 *  @param {{entries: Entry[], view: View, aloud?: boolean}} props */
export function Ticker({ entries, view, aloud = false }) {
  const last = entries
    .filter((entry) => entry.chronicle.length)
    .slice(-3)
    .flatMap((entry) => entry.chronicle.map((sentence, n) => ({ key: `${entry.version}.${n}`, sentence })))
    .slice(-3);
  if (!last.length) return null;
  return html`<div class="ticker" aria-hidden=${!aloud} aria-live=${aloud ? "polite" : undefined}>
    ${last.map(({ key, sentence }) => html`<p key=${key}>${withNames(sentence, namesIn(view))}</p>`)}
  </div>`;
}

/** The number of the newest message.
 *  @param {Shown} live */
export const lastSaid = (live) => live.chat[live.chat.length - 1]?.n ?? 0;

/** How many messages are new, and how many disputes open.
 *  @param {Shown} live
 *  @param {number} seen the newest message that was read; 0: none since the page came */
export const countsOf = ({ chat, view }, seen) => ({
  said: seen ? chat.filter((one) => one.n > seen).length : 0,
  open: view.disputes.filter((one) => !one.ruling).length,
});
