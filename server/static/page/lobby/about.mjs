// @ts-check
/** What game is played, for somebody who may sit down: what it is, what it costs, and how it goes in three steps. */

import { html } from "../../vendor/preact.mjs";
import { inWords } from "../money.mjs";
import { learn } from "../session.mjs";

/** @import { Game, View } from "../api.d.mts" */
/** @typedef {import("../labels.mjs").Words} Words */

/** The options that say what a round costs at least. */
const STAKES = ["ante_cp", "buy_in_cp"];

/** The steps of a game, in short.
 *  @param {{game: Game}} props */
export function HowToPlay({ game }) {
  return html`<section class="howto" aria-label="How to play">
    <ol>
      ${game.how_to_play.map((step) => html`<li key=${step}>${step}</li>`)}
    </ol>
  </section>`;
}

/** The steps of a game, to somebody who sits at it and has not seen them.
 *  @param {{game: Game}} props */
export function FirstSteps({ game }) {
  return html`<section class="card firststeps" aria-label="How to play ${game.name}">
    <h2 class="small">How to play ${game.name}</h2>
    <${HowToPlay} game=${game} />
    <button type="button" class="second" onClick=${() => learn(game.id)}>Got it</button>
  </section>`;
}

/** What a round costs, in words: "Ante 5 gp".
 *  @param {View} view
 *  @param {Words} words */
function stakesOf(view, words) {
  /** @type {Record<string, unknown>} */
  const options = view.options ?? {};
  const name = STAKES.find((one) => typeof options[one] === "number");
  if (!name) return "";
  const cp = Number(options[name]);
  const { label } = words.of("options", name);
  return cp ? `${label} ${inWords(cp)} a round` : "Played without stakes";
}

/** @param {{view: View, words: Words}} props */
export function AboutGame({ view, words }) {
  const { game } = words;
  if (!game) return null;
  return html`<section class="aboutgame" aria-label="The game">
    <h2>${game.name}</h2>
    <p>${game.summary}</p>
    <p class="stakes">${stakesOf(view, words)}</p>
    <${HowToPlay} game=${game} />
  </section>`;
}
