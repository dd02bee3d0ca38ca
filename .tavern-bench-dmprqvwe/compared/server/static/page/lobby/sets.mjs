// @ts-check
/** The dice and cards that a player brings to the table. */

import { html, useId } from "../../vendor/preact.mjs";
import { Coins, inWords } from "../money.mjs";
import { Field } from "../parts.mjs";

/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @import { SetOnSale } from "../api.d.mts" */

/** What was chosen, by kind: a set's name, and the face of its d6s that it favours or is loaded on.
 *  @typedef {Record<string, {set: string, face: number}>} Brought */

const KINDS = [
  ["dice", "Dice"],
  ["card", "Cards"],
];
/** The die that players throw where sets act. */
const DIE = "d6";
const FACES = [1, 2, 3, 4, 5, 6];

/** The sets as the server takes them.
 *  @param {Brought} brought
 *  @param {SetOnSale[]} sets
 *  @returns {{set: string, faces?: Record<string, number>}[]} */
export function setsOf(brought, sets) {
  return Object.values(brought)
    .filter(({ set }) => set)
    .map(({ set, face }) => (favoursFace(sets, set) ? { set, faces: { [DIE]: face } } : { set }));
}

/** What they cost, in copper.
 *  @param {Brought} brought
 *  @param {SetOnSale[]} sets */
function priceOf(brought, sets) {
  const chosen = Object.values(brought).map(({ set }) => set);
  return sets.filter(({ set }) => chosen.includes(set)).reduce((sum, { price_cp: cp }) => sum + cp, 0);
}

/** @param {SetOnSale[]} sets @param {string} name */
function favoursFace(sets, name) {
  return sets.some(({ set, favours }) => set === name && favours);
}

/** @param {{sets: SetOnSale[], brought: Brought, onChange: (brought: Brought) => void}} props */
export function SetFields({ sets, brought, onChange }) {
  const price = priceOf(brought, sets);
  return html`${KINDS.map(([kind, label]) => html`<${SetField} key=${kind} ...${{ kind, label, sets, brought, onChange }} />`)}
    <p class="help">
      Everybody sees how they look, and only you and the GM what they are.
      ${price ? html` They cost <${Coins} cp=${price} />. Your purse is what you have left after that, so it gives nothing away.` : null}
    </p>`;
}

/** @param {{kind: string, label: string, sets: SetOnSale[], brought: Brought, onChange: (brought: Brought) => void}} props */
function SetField({ kind, label, sets, brought, onChange }) {
  const id = useId();
  const { set, face } = brought[kind] ?? { set: "", face: 6 };
  const chosen = sets.find((one) => one.set === set);
  /** @param {Partial<{set: string, face: number}>} changed */
  const change = (changed) => onChange({ ...brought, [kind]: { set, face, ...changed } });
  return html`<${Field} label=${label} id=${id} help=${chosen?.help}>
      <select id=${id} value=${set} onChange=${(/** @type {FieldEvent} */ event) => change({ set: event.target.value, face: 6 })}>
        <option value="">The tavern’s, common</option>
        ${sets
          .filter((one) => one.kind === kind)
          .map((one) => html`<option value=${one.set} key=${one.set}>${one.label}, ${inWords(one.price_cp)}</option>`)}
      </select>
    </${Field}>
    ${
      chosen?.favours
        ? html`<${FaceField}
            id="${id}f"
            face=${face}
            onChange=${(/** @type {number} */ next) => change({ face: next })}
          />`
        : null
    }`;
}

/** @param {{id: string, face: number, onChange: (face: number) => void}} props */
export function FaceField({ id, face, onChange }) {
  return html`<${Field} label=${`Face of a ${DIE}`} id=${id}>
    <select id=${id} value=${String(face)} onChange=${(/** @type {FieldEvent} */ event) => onChange(Number(event.target.value))}>
      ${FACES.map((one) => html`<option value=${String(one)} key=${one}>${one}</option>`)}
    </select></${Field}>`;
}
