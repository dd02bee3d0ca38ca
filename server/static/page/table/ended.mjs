// @ts-check
/** What a round's end offers to people at the table: to check it, and for the GM to show its seed and go on. */

import { html, useEffect, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Coins } from "../money.mjs";
import { Problem, useWork } from "../parts.mjs";
import { CheckButton } from "../replay/check.mjs";
import { tableFor } from "../server.mjs";
import { fits } from "./choosing.mjs";
import { StartButton } from "./hosting.mjs";

/** @import { View } from "../api.d.mts" */
/** @import { Known } from "../session.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */

/** `gain`: what the viewer's seat gained or lost, in copper, if all of it was seen.
 *  @param {{view: View, words: Words, known: Known, offline: boolean, gain: number | null}} props */
export function Ended({ view, words, known, offline, gain: seen }) {
  const round = view.result?.round;
  const gain = useGain(view, known.token, seen);
  if (!round) return null;
  const sealed = view.you?.actions.some(({ type, params }) => type === "unseal" && fits(params.round, round, {}));
  return html`<div class="ended">
    ${gain ? html`<p class="result-own ${gain < 0 ? "lost" : ""}">You ${gain < 0 ? "lose" : "gain"} <${Coins} cp=${Math.abs(gain)} /></p>` : null}
    ${known.gm ? html`<${StartButton} ...${{ view, words, gm: known.gm, offline }} />` : null}
    <span class="formend">
      <${CheckButton} table=${view.table} round=${round} known=${known} view=${view} lead="second" />
      ${sealed ? html`<${SeedButton} view=${view} round=${round} gm=${known.gm} />` : null}
    </span>
  </div>`;
}

/** What the viewer's seat gained or lost in the last round: if not all of it was `seen`, by its standing before the round.
 *  Rulings change standings, too: after one, nothing is said.
 *  @param {View} view
 *  @param {string | undefined} token
 *  @param {number | null} seen */
function useGain(view, token, seen) {
  const [before, setBefore] = useState(/** @type {Record<string, {coins_cp: number}>} */ ({}));
  const me = view.you?.seat;
  const round = view.result?.round;
  const asks = round && me && seen === null && !view.disputes.some((one) => one.ruling) ? round : 0;
  useEffect(() => {
    let over = false;
    setBefore({});
    if (asks)
      tableFor(view.table, token)
        .round(asks, { limit: 1 })
        .then(
          ({ frames }) => over || setBefore(frames[0]?.view.standings ?? {}),
          () => {},
        );
    return () => void (over = true);
  }, [asks]);
  return asks && me && before[me] ? view.standings[me].coins_cp - before[me].coins_cp : seen;
}

/** Publishes the seed of a round, from which anybody can check its dice.
 *  @param {{view: View, round: number, gm: string | undefined}} props */
function SeedButton({ view, round, gm }) {
  const { busy, error, run } = useWork();
  const show = () => run(() => tableFor(view.table, gm).send({ type: "unseal", round }));
  return html`<button type="button" class="second" disabled=${busy} onClick=${show}>
      <${Icon} name="eye" />Show the seed</button
    ><${Problem} error=${error} />`;
}
