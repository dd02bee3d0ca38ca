// @ts-check
/** The analysis of a round: what each decision was worth, from what its player knew then. */

import { html, useEffect, useState } from "../../vendor/preact.mjs";
import { nameOf } from "../labels.mjs";
import { inWords } from "../money.mjs";
import { Dialog, Problem, useWork } from "../parts.mjs";
import { request } from "../server.mjs";
import { valueInWords } from "../table/fields.mjs";
import { ChancesPlot } from "./chances.mjs";

/** @import { AnalysisAnswer, Decision, SeatAnalysis, View } from "../api.d.mts" */

const OFTEN_MS = 500;
const VERDICTS = { good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @typedef {{table: string, round: number, token: string | undefined, view: View,
 *   times: string[], words: import("../labels.mjs").Words, onStep: (index: number) => void, onClose: () => void}} Analysing */

/** @param {Analysing} props */
export function Analysis({ table, round, token, view, times, words, onStep, onClose }) {
  const { answer, error, busy, start, cancel } = useAnalysis(table, round, token);
  /** @param {number} index */
  const show = (index) => {
    // Closing the dialog goes back to the address from before it.
    addEventListener("popstate", () => onStep(index), { once: true });
    onClose();
  };
  const seats =
    answer?.state === "done" ? answer.seats.filter((one) => one.decisions.length || one.left_out || one.no_time) : [];
  const judged = seats.filter((one) => one.decisions.length);
  return html`<${Dialog} title="How well was round ${round} played?" wide onClose=${onClose}>
    <${Problem} error=${error} again=${error ? start : undefined} />
    ${answer?.state === "running" ? html`<${Working} answer=${answer} busy=${busy} onCancel=${cancel} />` : null}
    ${
      answer?.state === "none" && !error
        ? html`<p>The analysis was stopped.</p>
            <p><button type="button" class="second" disabled=${busy} onClick=${start}>Analyse again</button></p>`
        : null
    }
    ${
      answer?.state === "failed" && !error
        ? html`<p>Something went wrong on the server: this round could not be analysed.</p>
            <p><button type="button" class="second" disabled=${busy} onClick=${start}>Try again</button></p>`
        : null
    }
    ${answer?.state === "done" && !seats.length ? html`<p>There was nothing to decide in this round.</p>` : null}
    ${judged.length ? html`<${ChancesPlot} seats=${judged} view=${view} />` : null}
    ${seats.map((seat) => html`<${Seat} key=${seat.seat} seat=${seat} view=${view} words=${words} times=${times} onShow=${show} />`)}
    ${
      seats.some((one) => one.no_time)
        ? html`<p><button type="button" class="second" disabled=${busy} onClick=${start}>Go on</button></p>`
        : null
    }
    ${judged.length ? html`<${Explained} samples=${Math.max(...judged.map((one) => one.samples))} />` : null}
  </${Dialog}>`;
}

/** Starts the analysis unless it is there, and follows it.
 *  @param {string} table
 *  @param {number} round
 *  @param {string | undefined} token */
function useAnalysis(table, round, token) {
  const [answer, setAnswer] = useState(/** @type {AnalysisAnswer | null} */ (null));
  const [lost, setLost] = useState(/** @type {unknown} */ (null));
  const { busy, error, run } = useWork();
  const path = `api/tables/${table}/rounds/${round}/analysis`;
  /** @param {"GET" | "POST" | "DELETE"} method */
  const ask = async (method) => /** @type {AnalysisAnswer} */ (await request(path, { method, token }));
  /** @param {"POST" | "DELETE"} method */
  const give = (method) => {
    setLost(null);
    return run(async () => setAnswer(await ask(method)));
  };
  useEffect(() => {
    give("POST");
  }, []);
  useEffect(() => {
    if (answer?.state !== "running") return undefined;
    let current = true;
    // Not as the dialog's work: Cancel can be pressed meanwhile, and keeps the focus.
    const timer = setTimeout(async () => {
      try {
        const next = await ask("GET");
        if (current) setAnswer(next);
      } catch (problem) {
        if (current) setLost(problem);
      }
    }, OFTEN_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [answer]);
  return { answer, error: error ?? lost, busy, start: () => give("POST"), cancel: () => give("DELETE") };
}

/** @param {{answer: AnalysisAnswer, busy: boolean, onCancel: () => void}} props */
function Working({ answer: { done, of }, busy, onCancel }) {
  return html`<div class="analysing" role="status">
    <p>${of === null ? "Waiting to begin…" : `${done} of ${of} moves analysed`}</p>
    <progress max=${of ?? 1} value=${of === null ? undefined : done} aria-label="Analysed"></progress>
    <button type="button" class="quiet" disabled=${busy} onClick=${onCancel}>Cancel</button>
  </div>`;
}

/** @param {{seat: SeatAnalysis, view: View, words: import("../labels.mjs").Words, times: string[],
 *   onShow: (index: number) => void}} props */
function Seat({ seat, view, words, times, onShow }) {
  const { decisions, left_out: leftOut, no_time: noTime, accuracy } = seat;
  return html`<section class="analysed">
    <h3>
      <bdi>${nameOf(view, seat.seat)}</bdi>
      ${accuracy === null ? null : html` <small>accuracy ${Math.round(accuracy)} %</small>`}
    </h3>
    ${leftOut ? html`<p class="help">Decisions that could not be judged: ${leftOut}.</p>` : null}
    ${noTime ? html`<p class="help">Moves for which there was no time: ${noTime}.</p>` : null}
    <ol>
      ${decisions.map(
        (decision) =>
          html`<li key=${decision.step} class=${decision.verdict}>
            <${Said} decision=${decision} view=${view} words=${words} />
            <${StepButton} index=${times.findIndex((at) => at >= decision.at)} onShow=${onShow} />
          </li>`,
      )}
    </ol>
  </section>`;
}

/** @param {{index: number, onShow: (index: number) => void}} props */
function StepButton({ index, onShow }) {
  if (index < 0) return null;
  return html`<button type="button" class="tiny" onClick=${() => onShow(index)}>Step ${index + 1}</button>`;
}

/** @param {{decision: Decision, view: View, words: import("../labels.mjs").Words}} props */
function Said({ decision, view, words }) {
  const { options, loss, verdict, ante_cp: ante, chance } = decision;
  const [best] = options;
  const chosen = options.find((one) => one.chosen) ?? best;
  /** @param {{type?: unknown}} command */
  const say = (command) => {
    const { type, ...params } = command;
    const values = Object.entries(params).map(([name, value]) => valueInWords(words, view, String(type), name, value));
    return `${words.command(String(type)).label}${values.length ? ` (${values.join(", ")})` : ""}`;
  };
  const good = verdict === "good";
  return html`<div>
    <p>
      <strong>${say(chosen.command)}</strong>${" "}
      ${good ? null : html`<span class="judged">${VERDICTS[verdict]} ${verdict}</span>`}${" "}
      <small>then won ${percent(chance.value)} of the time</small>
    </p>
    ${
      good
        ? null
        : html`<p class="help">
            <strong>${say(best.command)}</strong> was worth
            ${` about ${worth(loss.value, ante)} more (${worth(loss.low, ante)} to ${worth(loss.high, ante)}).`}
          </p>`
    }
  </div>`;
}

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;

/** A worth in coins, to a tenth of an ante, or in chances where nothing is at stake.
 *  @param {number} value
 *  @param {number} ante */
const worth = (value, ante) =>
  ante ? inWords(Math.round((Math.round(10 * value) * ante) / 10)) : `${Math.round(100 * value)} % of a win`;

/** @param {{samples: number}} props */
function Explained({ samples }) {
  return html`<p class="help">
    Each choice was tried against the others in up to ${samples} whole tables that fit what the player had seen, and
    everybody played on cautiously. “Then won” is how often, after that choice. A choice is marked only if chance does
    not explain what it lost: ?! from a tenth of an ante, ? from three tenths, ?? from a whole one. Accuracy is 100 %
    without such a choice, and 37 % with an ante lost each time. Others' choices are no evidence here.
  </p>`;
}
