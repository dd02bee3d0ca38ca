// @ts-check
/** What lies beside the table: standings, disputes, and how a round ended. */

import { html } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Coins, withCommas } from "../money.mjs";
import { Empty, listed } from "../parts.mjs";
import { tablePath, link } from "../place.mjs";
import { says } from "./facts.mjs";
import { nameOf } from "../labels.mjs";

/** @import { ComponentChildren } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */
/** @typedef {import("../labels.mjs").Words} Words */

/** @param {{view: View, me: string | null}} props */
export function Standings({ view, me }) {
  const rows = Object.entries(view.standings).sort(
    ([, one], [, other]) => other.wins - one.wins || other.coins_cp - one.coins_cp,
  );
  if (!rows.length || !rows.some(([, score]) => score.rounds))
    return html`<${Empty} icon="trophy" title="No round has ended yet." />`;
  return html`<div class="scroller">
    <table class="standings">
      <thead>
        <tr>
          <th scope="col">Seat</th>
          <th scope="col">Rounds</th>
          <th scope="col">Won</th>
          <th scope="col">Coins</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([seat, score]) =>
            html`<tr key=${seat} class=${seat === me ? "own" : ""}>
              <th scope="row">
                <bdi dir="auto">${nameOf(view, seat)}</bdi
                >${score.caught ? html` <span class="tag" title="Times caught cheating">caught ${score.caught}×</span>` : null}
              </th>
              <td>${score.rounds}</td>
              <td>${score.wins}</td>
              <td class=${score.coins_cp < 0 ? "loss" : "gain"}><${Coins} cp=${score.coins_cp} sign /></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {{view: View, words: Words, me: string | null}} props */
export function Disputes({ view, words, me }) {
  if (!view.disputes.length)
    return html`<${Empty} icon="scales" title="No disputes."><p class="help">A seat can dispute a round; the GM rules on it.</p></${Empty}>`;
  return html`<ul class="disputes">
    ${[...view.disputes].reverse().map(
      (one) =>
        html`<li key=${one.dispute}>
          <p class="dispute-head">
            <strong><bdi>${nameOf(view, one.seat, me)}</bdi></strong> on${" "}
            <a href=${link(`${tablePath(view.table)}/rounds/${one.round}`)}>round ${one.round}</a>
            <span class="tag"
              >${one.ruling ? (words.param("rule_on_dispute", "verdict").values?.[one.ruling.verdict] ?? one.ruling.verdict) : "open"}</span
            >
          </p>
          <p dir="auto">${one.text}</p>
          ${one.ruling ? html`<p class="ruling" dir="auto"><strong>Ruling:</strong> ${one.ruling.text}</p>` : null}
        </li>`,
    )}
  </ul>`;
}

/** The side bets of a round, where the game has them.
 *  @param {{view: View, words: Words, me: string | null}} props */
export function SideBets({ view, words, me }) {
  const bets = /** @type {{seat: string, target: string, amount_cp: number}[]} */ (view.details.side_bets);
  if (!says(bets)) return null;
  const label = words.detail("table", "side_bets");
  return html`<section class="sidebets">
    <h2 class="small">${label?.label ?? "Side bets"}</h2>
    <ul>
      ${bets.map(
        (bet, at) =>
          html`<li key=${at}>
            <bdi>${nameOf(view, bet.seat, me)}</bdi> on${" "}
            <bdi>${bet.target === bet.seat ? "themselves" : nameOf(view, bet.target, me)}</bdi>${" "}
            <${Coins} cp=${bet.amount_cp} />
          </li>`,
      )}
    </ul>
  </section>`;
}

/** What seats scored in a game that counts points, the most first.
 *  @param {View} view
 *  @returns {{seat: string, score: number}[]} */
const scoresOf = (view) =>
  view.seats
    .flatMap(({ seat, details }) => {
      const score = details.points ?? details.score;
      return typeof score === "number" ? [{ seat, score }] : [];
    })
    .sort((one, other) => other.score - one.score);

/** How the last round ended, until the next begins.
 *  @param {{view: View, words: Words, me: string | null, children?: ComponentChildren}} props */
export function Result({ view, words, me, children }) {
  const { result } = view;
  if (!result || view.phase !== "lobby") return null;
  const names = result.winners.map((seat) => nameOf(view, seat, me));
  const outcome = words.of("outcomes", result.outcome);
  const won = me !== null && result.winners.includes(me);
  const scores = names.length ? scoresOf(view) : [];
  const winnings = Object.entries(result.won_cp).filter(([, cp]) => cp);
  const headline = !names.length
    ? outcome.label
    : won && names.length === 1
      ? "You win!"
      : `${listed(names)} ${names.length === 1 ? "wins" : "win"}`;
  return html`<section class="result ${won ? "ours" : ""}" aria-label="Result of round ${result.round}">
    <p class="result-round">Round ${result.round}</p>
    <h2>${names.length ? html`<${Icon} name="trophy" /> ` : null}<span dir="auto">${headline}</span></h2>
    <p class="help">${names.length ? `${outcome.label}. ` : ""}${outcome.help}</p>
    ${scores.length > 1 ? html`<p class="result-scores">${scores.map(({ seat, score }, at) => html`${at ? " · " : ""}<bdi>${nameOf(view, seat, me)}</bdi> <strong>${withCommas(score)}</strong>`)}</p>` : null}
    ${
      winnings.length
        ? html`<ul class="winnings">
            ${winnings.map(([seat, cp]) => html`<li key=${seat}><bdi>${nameOf(view, seat, me)}</bdi> takes <${Coins} cp=${cp} /></li>`)}
          </ul>`
        : null
    }
    ${children}
    ${view.table ? html`<p class="result-links"><a href=${link(`${tablePath(view.table)}/rounds/${result.round}`)}>Replay the round</a></p>` : null}
  </section>`;
}
