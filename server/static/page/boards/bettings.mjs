// @ts-check
/** Rounds of betting, each on more dice: where the round is, for all who look. */

import { html } from "../../vendor/preact.mjs";
import { Steps } from "./steps.mjs";

/** @import { TableProps } from "./boards.mjs" */
/** @import { Step } from "./steps.mjs" */

/** @param {TableProps & {phases: Record<string, Step["about"]>, label?: string, said?: boolean}} props `phases` in their order, with what
 *   is new in each. What is `said` is also seen. In other phases the betting's number says where the round is */
export function Bettings({ view, words, phases, label = "The round", said = false }) {
  if (view.phase === "lobby") return null;
  const keys = Object.keys(phases);
  const steps = keys.map((key) => ({ key, label: words.phase(key), about: phases[key] }));
  const { betting } = view.details;
  const now = keys.includes(view.phase) ? keys.indexOf(view.phase) : typeof betting === "number" ? betting - 1 : -1;
  return html`<${Steps} steps=${steps} now=${now} label=${label} said=${said} />`;
}
