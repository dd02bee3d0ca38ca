// @ts-check
/** What happened, and what people say: the chronicle and the chat. */

import { html, useEffect, useRef, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Still } from "../later.mjs";
import { Empty, Problem, useWork } from "../parts.mjs";
import { nameOf } from "./fields.mjs";

/** @import { ComponentChildren, FieldEvent } from "../../vendor/preact.mjs" */
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

/** @param {{entries: Entry[], earlier: boolean, more: () => Promise<void>, view: View}} props */
export function Chronicle({ entries, earlier, more, view }) {
  const names = namesIn(view);
  const listed = names.join();
  const written = entries.filter((entry) => entry.chronicle.length);
  const { busy, run } = useWork();
  if (!written.length) return html`<${Empty} icon="scroll" title="Nothing has happened yet." />`;
  return html`<div class="log" tabindex="0" role="region" aria-label="Chronicle">
    <div class="logged">
      ${earlier ? html`<button type="button" class="quiet" disabled=${busy} onClick=${() => run(more)}>Earlier</button>` : null}
      <ol class="chronicle">
        ${written.map(
          (entry) =>
            html`<${Still} key=${entry.version} of="${entry.version} ${listed}">
            <li>
              ${entry.chronicle.map(
                (sentence, at) =>
                  html`<p key=${at} class=${/^(Round \d+|A Set) begins/.test(sentence) ? "begins" : ""}>
                    ${withNames(sentence, names)}
                  </p>`,
              )}
            </li>
          </${Still}>`,
        )}
      </ol>
    </div>
  </div>`;
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

/** The name of who wrote a message. The GM has a mark beside it, which no name can contain.
 *  @param {string} by
 *  @param {View} view */
function authorOf(by, view) {
  return by === "gm" ? view.gm : by.startsWith("seat:") ? nameOf(view, by.slice(5)) : by;
}

/** @param {{live: Shown, maySay: boolean}} props */
export function Chat({ live, maySay }) {
  const { chat, view } = live;
  const [text, setText] = useState("");
  const { busy, error, run } = useWork();
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const said = text.trim();
    if (said)
      run(async () => {
        await live.say(said);
        setText("");
      });
  };
  return html`<div class="chat">
    ${
      chat.length
        ? html`<div class="log" tabindex="0" role="region" aria-label="Messages">
            <div class="logged">
              <ul class="messages">
                ${chat.map(
                  (message) =>
                    html`<li key=${message.n} class=${message.by === view.viewer ? "own" : ""}>
                      <span class="author"
                        ><bdi>${authorOf(message.by, view)}</bdi>
                        ${message.by === "gm" ? html`<span class="gmmark"><${Icon} name="crown" />GM</span>` : null}</span
                      >
                      <p dir="auto">${message.text}</p>
                      ${
                        maySay && (message.by === view.viewer || view.viewer === "gm")
                          ? html`<button
                              type="button"
                              class="quiet square erase"
                              onClick=${() => run(() => live.handle.erase(message.n))}
                            >
                              <${Icon} name="close" label="Erase this message" />
                            </button>`
                          : null
                      }
                    </li>`,
                )}
              </ul>
            </div>
          </div>`
        : html`<${Empty} icon="chat" title="Nobody has said anything." />`
    }
    ${
      maySay
        ? html`<form class="sayform" onSubmit=${submit}>
            <input
              aria-label="Message"
              placeholder="Say something"
              maxlength="1000"
              dir="auto"
              autocomplete="off"
              value=${text}
              onInput=${(/** @type {FieldEvent} */ event) => setText(event.target.value)}
            />
            <button type="submit" disabled=${busy || !text.trim() || live.connection === "offline"}>Say</button>
          </form>`
        : html`<p class="help">Sit down to talk.</p>`
    }
    <${Problem} error=${error} />
  </div>`;
}
