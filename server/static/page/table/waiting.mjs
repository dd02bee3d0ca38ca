// @ts-check
/** What a newcomer sees until the GM has let them in. */

import { html } from "../../vendor/preact.mjs";
import { pairingWord } from "../lobby/pairing.mjs";

/** @import { AskingView, View } from "../api.d.mts" */

/** @param {{view: View, asks: AskingView}} props */
export function Waiting({ view, asks }) {
  return html`<section class="card waiting" aria-live="polite">
    <h2>Waiting for the GM</h2>
    <p>Tell the GM that your screen shows</p>
    <p class="pairing-big">${pairingWord(view.table, asks.seat, asks.name)}</p>
    <p class="help">You sit down as soon as they have.</p>
  </section>`;
}
