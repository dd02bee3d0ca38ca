// @ts-check
/** What if: the round played on from a step in another way, beside what happened. */

import { html, useEffect, useState } from "../../vendor/preact.mjs";
import { nameOf } from "../labels.mjs";
import { Coins } from "../money.mjs";
import { Dialog, Problem, useWork } from "../parts.mjs";
import { request } from "../server.mjs";
import { Moves } from "../table/actions.mjs";
import { namesIn, withNames } from "../table/news.mjs";

/** @import { Ending, Frame, Odds, View, WhatIfAnswer } from "../api.d.mts" */
/** @import { Command } from "../server.mjs" */

/** How the seats play when they are left to themselves. */
const POLICY = "cautious";
const SAMPLES = 100;

/** @typedef {{table: string, round: number, token: string | undefined, frames: Frame[], index: number,
 *   words: import("../labels.mjs").Words, onClose: () => void}} Asking */

/** @param {Asking} props */
export function WhatIf({ table, round, token, frames, index, words, onClose }) {
  const { version, view } = frames[index];
  const [moves, setMoves] = useState(/** @type {Command[]} */ ([]));
  const [line, setLine] = useState(/** @type {WhatIfAnswer | null} */ (null));
  const [odds, setOdds] = useState(/** @type {Odds | null} */ (null));
  const { busy, error, run } = useWork();
  /** @param {Record<string, unknown>} more
   *  @returns {Promise<WhatIfAnswer>} */
  const ask = async (more) => {
    const body = { version, as: view.viewer, ...more };
    const path = `api/tables/${table}/rounds/${round}/what-if`;
    return /** @type {WhatIfAnswer} */ (await request(path, { method: "POST", token, body }));
  };
  /** @param {Command[]} next */
  const follow = async (next) => {
    const answer = await ask({ moves: next });
    setMoves(next);
    setLine(answer);
    setOdds(null);
  };
  const playOn = () =>
    run(async () => {
      setLine(await ask({ moves, policy: POLICY }));
      setOdds(null);
    });
  const askOdds = () => run(async () => setOdds((await ask({ moves, samples: SAMPLES })).odds));
  const startOver = () => run(() => follow([]));
  useEffect(() => {
    startOver();
  }, []);
  const now = line?.frames.at(-1)?.view ?? view;
  return html`<${Dialog} title="What if, after step ${index + 1}?" wide onClose=${onClose}>
    <p class="help">
      Nothing changes: this is the round as it could have gone on, with the dice that would have fallen.
    </p>
    <div class="whatif">
      <${Line} title="What happened" frames=${frames.slice(index + 1)} view=${view} />
      <${Line} title="What if" frames=${line?.frames ?? []} view=${view} ending=${line?.ending} none="Choose a move below, or play on." />
    </div>
    <${Problem} error=${error} />
    ${(line?.asked ?? []).map(
      ({ seat, actions }) =>
        html`<section class="whatif-asked" key="${seat} ${moves.length}">
          <h3><bdi>${nameOf(now, seat)}</bdi> could</h3>
          <${Moves}
            doing=${{ seat, actions, refused: [] }}
            words=${words}
            view=${{ ...now, question: null, deadline: null }}
            actor=${seat}
            send=${(/** @type {Command} */ command) => follow([...moves, { ...command, seat }])}
            offline=${busy}
          />
        </section>`,
    )}
    ${odds ? html`<${Chances} odds=${odds} view=${now} />` : null}
    <div class="formend">
      ${line && !line.ending ? html`<button type="button" class="second" disabled=${busy} aria-busy=${busy} onClick=${playOn}>Play on to the end</button>` : null}
      ${line && !line.ending ? html`<button type="button" class="second" disabled=${busy} aria-busy=${busy} onClick=${askOdds}>Odds from here</button>` : null}
      ${line?.frames.length ? html`<button type="button" class="quiet" disabled=${busy} onClick=${startOver}>Start over</button>` : null}
    </div>
  </${Dialog}>`;
}

/** The sentences of some steps, and what each seat of the round gained in the end; `none`: what is said without a step.
 *  @param {{title: string, frames: Frame[], view: View, ending?: Ending | null, none?: string}} props */
function Line({ title, frames, view, ending = null, none = "" }) {
  const names = namesIn(view);
  return html`<section>
    <h3>${title}</h3>
    ${frames.length ? null : html`<p class="help">${none}</p>`}
    <ol class="sentences" hidden=${!frames.length}>
      ${frames.map(
        (frame) =>
          html`<li key=${frame.version}>
            ${frame.chronicle.map((sentence, n) => html`<span key=${n}>${withNames(sentence, names)}</span>`)}
          </li>`,
      )}
    </ol>
    ${
      ending
        ? html`<p class="whatif-end">
            ${Object.entries(ending.net_cp).map(
              ([seat, cp]) =>
                html`<span key=${seat}><bdi>${nameOf(view, seat)}</bdi> <${Coins} cp=${cp} sign /></span>`,
            )}
          </p>`
        : null
    }
  </section>`;
}

/** How often each seat wins, and what it gains.
 *  @param {{odds: Odds, view: View}} props */
function Chances({ odds, view }) {
  /** @param {number} share */
  const percent = (share) => `${Math.round(100 * share)} %`;
  return html`<table class="whatif-odds">
      <thead>
        <tr>
          <th scope="col">Seat</th>
          <th scope="col">Wins</th>
          <th scope="col">Gains</th>
        </tr>
      </thead>
      <tbody>
        ${odds.seats.map(
          ({ seat, wins, net_cp: net }) =>
            html`<tr key=${seat}>
              <th scope="row"><bdi>${nameOf(view, seat)}</bdi></th>
              <td>${percent(wins.value)} <small>${percent(wins.low)} to ${percent(wins.high)}</small></td>
              <td>
                <${Coins} cp=${Math.round(net.value)} sign />
                <small
                  ><${Coins} cp=${Math.round(net.low)} sign /> to <${Coins} cp=${Math.round(net.high)} sign
                /></small>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="help">
      ${odds.samples} rounds with fresh dice from here, all seats played cautiously. Dice that lay under a cup stay as
      they were. The ranges hold in 95 of 100 cases.
    </p>`;
}
