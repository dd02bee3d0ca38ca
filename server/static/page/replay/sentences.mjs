// @ts-check
/** The chronicle of a round: its sentences, each a way to its step. */

import { html, useLayoutEffect, useRef } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { namesIn, withNames } from "../table/news.mjs";
import { Sign } from "./jumps.mjs";
import { onlyRead, sentencesOf } from "./steps.mjs";

/** @import { Frame } from "../api.d.mts" */
/** @import { Moment } from "./jumps.mjs" */
/** @import { Step } from "./steps.mjs" */

/** The chronicle; each sentence leads to its step. Signs mark what counts and, if two viewers are compared, what they saw
 *  in two ways.
 *  @param {{steps: Step[], moments: (Moment | null)[], index: number, unlike: (step: Step) => string, other?: string,
 *   hrefOf: (frame: Frame) => string, onStep: (index: number) => void}} props */
export function Sentences({ steps, moments, index, unlike, other, hrefOf, onStep }) {
  /** @type {{current: HTMLElement | null}} */
  const list = useRef(null);
  const names = namesIn(steps[steps.length - 1].frame.view);
  useLayoutEffect(() => {
    const shown = list.current;
    const here = /** @type {HTMLElement | null | undefined} */ (shown?.querySelector("[aria-current]"));
    if (!shown || !here) return;
    const top = here.offsetTop;
    if (top < shown.scrollTop || top + here.offsetHeight > shown.scrollTop + shown.clientHeight)
      shown.scrollTop = top - Math.max(0, shown.clientHeight - here.offsetHeight) / 2;
  }, [index, steps]);
  /** @param {MouseEvent} event
   *  @param {number} at */
  const follow = (event, at) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onStep(at);
  };
  return html`<nav class="sentences" ref=${list} aria-label="Chronicle of the round">
    <ol>
      ${steps.map((step, at) => {
        const [mine] = sentencesOf(step);
        const [ours, theirs] = onlyRead(step);
        const said = unlike(step);
        return html`<li key="${step.frame.version} ${step.beyond}">
          <a
            href=${hrefOf(step.frame)}
            aria-current=${at === index ? "step" : undefined}
            class=${at > index ? "to-come" : ""}
            onClick=${(/** @type {MouseEvent} */ event) => follow(event, at)}
          >
            <small class="stepno">${at + 1} <${Sign} moment=${moments[at]} /></small>
            ${mine.length || theirs.length ? null : html`<span class="nothing">…</span>`}
            ${mine.map((sentence, n) => html`<span class=${said && ours.includes(sentence) ? "alone" : ""} key=${n}>${withNames(sentence, names)}</span>`)}
            ${theirs.map((sentence, n) => html`<span class="alone" key="theirs ${n}">${ours.length && !n ? html`<small>To <bdi>${other}</bdi>:</small> ` : null}${withNames(sentence, names)}</span>`)}
            ${said ? html`<span class="unlike"><${Icon} name="blind" /> ${said}</span>` : null}
          </a>
        </li>`;
      })}
    </ol>
  </nav>`;
}
