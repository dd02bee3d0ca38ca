// @ts-check
/** The rules of a table: how to play in three steps, and then what the labels say. Loaded when they are opened. */

import { html } from "../../vendor/preact.mjs";
import { HowToPlay } from "../lobby/about.mjs";
import { Dialog, Fold } from "../parts.mjs";
import { link } from "../place.mjs";
import { RULES } from "../rules/list.mjs";
import { Fact } from "./facts.mjs";

/** @import { View } from "../api.d.mts" */
/** @typedef {import("../labels.mjs").Words} Words */

/** The rules, as far as the labels say them.
 *  @param {{words: Words, view: View, onClose: () => void}} props */
export function Rules({ words, view, onClose }) {
  const { game } = words;
  if (!game) return null;
  /** @param {"commands" | "phases" | "statuses" | "conditions" | "outcomes"} section
   *  @param {string} title */
  const list = (section, title) => {
    const entries = Object.entries(words.own[section] ?? {});
    return entries.length
      ? html`<h3>${title}</h3>
          <dl class="rulelist">
            ${entries.map(
              ([key, label]) =>
                html`<div key=${key}>
                  <dt>${label.label}</dt>
                  <dd>${label.help}</dd>
                </div>`,
            )}
          </dl>`
      : null;
  };
  const options = Object.entries(view.options ?? {}).filter(([, value]) => value !== null);
  return html`<${Dialog} title=${game.name} wide onClose=${onClose}>
    <p class="lead">${game.summary}</p>
    <${HowToPlay} game=${game} />
    <p class="help">${game.seats.min} to ${game.seats.max} seats · rules version ${view.rules}${RULES.includes(game.id) ? html`${" · "}<a href=${link(`page/rules/${game.id}.html`)} target="_blank">The full rules</a>` : null}</p>
    ${list("commands", "What you can do")}
    ${list("phases", "How a round goes")}
    ${list("statuses", "How a seat can stand")}
    ${list("conditions", "What can happen to a seat")}
    ${list("outcomes", "How a round ends")}
    <h3>At this table</h3>
    <dl class="rulelist">${options.map(([key, value]) => {
      const label = words.of("options", key);
      return html`<div key=${key}>
        <dt>${label.label}</dt>
        <dd>
          <strong><${Fact} ...${{ value, label, name: key, view, words }} /></strong> ${label.help}
        </dd>
      </div>`;
    })}</dl>
    <${Fold} summary="Why a move is refused"><dl class="rulelist">${Object.entries(game.refusals).map(([code, meaning]) => html`<div key=${code}><dd>${meaning}</dd></div>`)}</dl></${Fold}>
    <h3>The dice</h3>
    <p>${view.fair.holds}</p>
    ${view.seeded ? html`<p class="problem">The opener of this table chose its secret, and so knows every roll.</p>` : null}
  </${Dialog}>`;
}
