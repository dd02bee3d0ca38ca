// @ts-check
/** What happened, and what people say: the chronicle and the chat. */

import { html, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Still } from "../later.mjs";
import { Empty, Problem, useWork } from "../parts.mjs";
import { nameOf } from "../labels.mjs";
import { namesIn, withNames } from "./news.mjs";

/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */
/** @import { Shown } from "./live.mjs" */
/** @typedef {import("./live.mjs").Entry} Entry */

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
