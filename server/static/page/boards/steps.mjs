// @ts-check
/** The steps of a round in a strip: which are over, which one is now, and which are to come. */

import { html } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";

/** @import { ComponentChildren } from "../../vendor/preact.mjs" */

/** @typedef {{key: string, label: string, about?: ComponentChildren}} Step */

/** @param {{steps: Step[], now: number, label: string, said?: boolean}} props with `now` below 0, none of them is the
 *   current one; the label is seen if it is `said` */
export function Steps({ steps, now, label, said = false }) {
  const list = html`<ol class="steps" aria-label=${label}>
    ${steps.map(
      (step, at) =>
        html`<li
          key=${step.key}
          class=${at < now ? "over" : at === now ? "now" : ""}
          aria-current=${at === now ? "step" : undefined}
        >
          <span class="step-label"
            >${at < now ? html`<${Icon} name="check" label="over" />` : at === now ? html`<span aria-hidden="true">▶</span>` : null}${step.label}</span
          >
          ${step.about ? html`<small>${step.about}</small>` : null}
        </li>`,
    )}
  </ol>`;
  return said ? html`<div class="stepsline"><strong>${label}</strong>${list}</div>` : list;
}
