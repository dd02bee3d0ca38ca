// @ts-check
/** Coins: 1 gp is 10 sp, 1 sp is 10 cp. Amounts are whole copper pieces. */

import { html, useEffect, useState } from "../vendor/preact.mjs";

/** @import { FieldEvent } from "../vendor/preact.mjs" */

const COINS = /** @type {const} */ ([
  ["gp", 100, "gold"],
  ["sp", 10, "silver"],
  ["cp", 1, "copper"],
]);

/** A number with commas: 12,750. Browsers take long to load what `toLocaleString` needs.
 *  @param {number} value */
export const withCommas = (value) => String(value).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

/** An amount in words: 275 is "2 gp 7 sp 5 cp".
 *  @param {number} cp */
export function inWords(cp) {
  const parts = split(Math.abs(cp)).filter(([, count]) => count);
  const words = parts.map(([coin, count]) => `${withCommas(count)} ${coin}`).join(" ") || "0 gp";
  return cp < 0 ? `−${words}` : words;
}

/** @param {number} cp
 *  @returns {["gp" | "sp" | "cp", number][]} */
function split(cp) {
  return [
    ["gp", Math.floor(cp / 100)],
    ["sp", Math.floor((cp % 100) / 10)],
    ["cp", cp % 10],
  ];
}

/** An amount with its coins.
 *  @param {{cp: number, sign?: boolean}} props */
export function Coins({ cp, sign = false }) {
  const parts = split(Math.abs(cp)).filter(([, count]) => count);
  const shown = parts.length ? parts : [/** @type {const} */ (["gp", 0])];
  return html`<span class="coins">
    ${cp < 0 ? "−" : sign && cp > 0 ? "+" : ""}
    ${shown.map(([coin, count], at) => html`${at ? " " : ""}<span class="coin ${coin}" key=${coin}>${withCommas(count)}<small>${" "}${coin}</small></span>`)}
  </span>`;
}

/** Three small fields for an amount.
 *  @param {{cp: number | null, onInput: (cp: number | null) => void, label: string, id?: string, optional?: boolean}} props */
export function CoinsField({ cp, onInput, label, id, optional = false }) {
  const [texts, setTexts] = useState(() => textsOf(cp));
  useEffect(() => {
    if (valueOf(texts) !== cp) setTexts(textsOf(cp));
  }, [cp]);
  /** @param {number} at
   *  @param {string} text */
  const change = (at, text) => {
    const next = texts.map((was, n) => (n === at ? text.replace(/\D/g, "").slice(0, 9) : was));
    setTexts(next);
    const value = valueOf(next);
    onInput(value === null && !optional ? 0 : value);
  };
  return html`<span class="coinsfield" role="group" aria-label=${label}>
    ${COINS.map(
      ([coin, , metal], at) =>
        html`<label class="coinfield ${coin}" key=${coin}>
          <input
            id=${at ? undefined : id}
            inputmode="numeric"
            autocomplete="off"
            size="4"
            value=${texts[at]}
            placeholder="0"
            aria-label="${label}, ${metal}"
            onFocus=${(/** @type {FieldEvent} */ event) => event.target.select()}
            onInput=${(/** @type {FieldEvent} */ event) => change(at, event.target.value)}
          />
          <span aria-hidden="true">${coin}</span>
        </label>`,
    )}
  </span>`;
}

/** @param {number | null} cp */
const textsOf = (cp) => (cp === null ? ["", "", ""] : split(cp).map(([, count]) => (count ? String(count) : "")));

/** @param {string[]} texts
 *  @returns {number | null} */
function valueOf(texts) {
  if (texts.every((text) => text === "")) return null;
  return texts.reduce((sum, text, at) => sum + Number(text || 0) * COINS[at][1], 0);
}
