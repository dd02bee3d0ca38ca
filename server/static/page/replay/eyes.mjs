// @ts-check
/** Whose eyes to look with, and with whose to compare. A GM may choose; once the round is unsealed, everybody may see
 * everything. */

import { html } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { nameOf } from "../labels.mjs";
import { viewerName } from "./frames.mjs";

/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */

/** Somebody's eyes: `as` in the address; `name` within a sentence; `unseen` says that they did not see something; `own`:
 *  those of who looks.
 *  @typedef {{as: string, label: string, name: string, unseen: string, own: boolean}} Eye */

/** The eyes that this browser may look with.
 *  @param {View} view
 *  @param {import("../session.mjs").Known} known
 *  @param {string} as those that it looks with
 *  @param {boolean} unsealed
 *  @returns {Eye[]} */
export function eyesFor(view, known, as, unsealed) {
  /** @type {Eye[]} */
  const eyes = [];
  /** @param {string} seat */
  const name = (seat) => nameOf(view, seat);
  /** @param {string} one
   *  @param {string} label
   *  @param {string} called */
  const add = (one, label, called) =>
    eyes.push({
      as: one,
      label,
      name: called,
      unseen: `Hidden from ${called}`,
      own: one === "" && Boolean(known.token),
    });
  // A browser that came with a token alone learns from the view whose it is.
  const own = as === "" && view.viewer.startsWith("seat:") ? view.viewer.slice(5) : known.seat;
  if (known.token && own) add("", `You (${name(own)})`, "you");
  if (known.gm) {
    add(known.token ? "gm" : "", "The GM: everything", "the GM");
    for (const { seat } of view.seats) if (!known.token || seat !== own) add(`seat:${seat}`, name(seat), name(seat));
    add("public", "Everybody (public)", "the public");
  }
  if (!eyes.length)
    if (view.viewer === "public") add("", "Everybody (public)", "the public");
    else add("", viewerName(view.viewer, name), viewerName(view.viewer, name));
  if (unsealed) add("house", "Everything, unsealed", "everybody, unsealed");
  if (!eyes.some((one) => one.as === as)) add(as, viewerName(view.viewer, name), viewerName(view.viewer, name));
  return eyes;
}

/** Lists to choose from: whose eyes to look with and, beside them, with whose to compare; null: with nobody's.
 *  @param {{eyes: Eye[], as: string, beside: string | null, onLook: (as: string) => void,
 *   onCompare: (as: string | null) => void}} props */
export function Eyes({ eyes, as, beside, onLook, onCompare }) {
  if (eyes.length === 1)
    return html`<p class="eyes">
      <${Icon} name="eye" /><span
        >Seen by <strong><bdi>${eyes[0].label}</bdi></strong></span
      >
    </p>`;
  const others = eyes.filter((one) => one.as !== as);
  /** @param {Eye} one */
  const option = (one) => html`<option value=${one.as} key=${one.as}>${one.label}</option>`;
  return html`<div class="eyes-choice">
    <label class="eyes"
      ><${Icon} name="eye" /><span>Seen by</span>
      <select value=${as} onChange=${(/** @type {FieldEvent} */ event) => onLook(event.target.value)}>
        ${eyes.map(option)}
      </select></label
    >
    <label class="eyes"
      ><${Icon} name="people" /><span>Compare with</span>
      <select
        value=${beside ?? NOBODY}
        onChange=${(/** @type {FieldEvent} */ { target }) => onCompare(target.value === NOBODY ? null : target.value)}
      >
        <option value=${NOBODY}>nobody</option>
        ${others.map(option)}
      </select></label
    >
  </div>`;
}

/** No seat is called so. */
const NOBODY = "-";
