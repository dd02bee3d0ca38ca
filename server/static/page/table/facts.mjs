// @ts-check
/** What a game says beside the common table: the details of a round, a seat or a die, and private notes. */

import { html, useEffect, useRef } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { nameOf, readable } from "../labels.mjs";
import { Coins, withCommas } from "../money.mjs";
import { listed } from "../parts.mjs";

/** @import { Die, Note, View } from "../api.d.mts" */
/** @import { Handle } from "../server.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */
/** @typedef {import("../labels.mjs").Label} Label */

/** Whether there is anything to say.
 *  @param {unknown} value */
export const says = (value) =>
  !(
    value === null ||
    value === undefined ||
    value === false ||
    value === "" ||
    (Array.isArray(value) && !value.length) ||
    (typeof value === "object" && !Array.isArray(value) && !Object.keys(value).length)
  );

/** A value, by its label's kind or by what it looks like.
 *  @param {{value: unknown, label?: Label, name?: string, view: View, words: Words, dice?: Die[], me?: string | null}} props */
export function Fact({ value, label, name = "", view, words, dice = [], me = null }) {
  const kind = label?.kind;
  const said =
    label?.values?.[typeof value === "string" ? value : JSON.stringify(value)] ?? givenAs(words, name, value);
  if (said !== undefined) return html`<span>${said}</span>`;
  if (typeof value === "number") {
    if (kind === "coins" || name.endsWith("_cp")) return html`<${Coins} cp=${value} />`;
    if (kind === "die") return html`<span>${dieName(dice, value)}</span>`;
    if (kind === "seconds") return html`<span>${value} s</span>`;
    return html`<span>${withCommas(value).replace("-", "−")}</span>`;
  }
  if (typeof value === "boolean") return html`<span>${value ? "yes" : "no"}</span>`;
  if (typeof value === "string") {
    const seat = view.seats.some((one) => one.seat === value);
    return html`<bdi
      >${seat ? nameOf(view, value, me) : /^d\d+$/.test(value) ? value : /^[a-z_]+$/.test(value) ? readable(value).toLowerCase() : value}</bdi
    >`;
  }
  if (kind === "coins" && value) {
    return html`<span class="factpairs"
      >${Object.entries(value).map(
        ([seat, cp]) =>
          html`<span key=${seat}
            ><span class="factkey"><bdi>${nameOf(view, seat, me)}</bdi></span
            >${" "}<${Coins} cp=${cp}
          /></span>`,
      )}</span
    >`;
  }
  if (Array.isArray(value)) {
    if (kind === "dice") return html`<span>${listed(value.map((n) => dieName(dice, n)))}</span>`;
    if (value.every((one) => typeof one !== "object")) {
      return html`<span
        >${value.map((one, at) => html`${at ? ", " : ""}<${Fact} ...${{ value: one, label: label && { ...label, kind: undefined }, view, words, me }} key=${at} />`)}</span
      >`;
    }
    return html`<ul class="factlist">
      ${value.map((one, at) => html`<li key=${at}><${Fact} ...${{ value: one, view, words, me }} /></li>`)}
    </ul>`;
  }
  if (value && typeof value === "object") {
    // A bet that has given something back, or nothing, can win no more.
    const { target, back_cp: back } = /** @type {{target?: string, back_cp?: unknown}} */ (value);
    return html`<span class="factpairs"
      >${Object.entries(value)
        .filter(([key, one]) => says(one) && !(key === "could_win_cp" && typeof back === "number"))
        .map(
          ([key, one]) =>
            html`<span key=${key}>
              ${
                isSaid(key)
                  ? null
                  : html`<span class="factkey"><bdi>${label?.values?.[key] ?? keyName(key, view, words, me)}</bdi></span
                      >${" "}`
              }<${Fact}
                ...${{ value: one, label: NUMBERED[key], name: key, view, words, dice: diceOf(view, target), me }}
            /></span>`,
        )}</span
    >`;
  }
  return null;
}

/** @param {Words} words
 *  @param {string} name
 *  @param {unknown} value */
const givenAs = (words, name, value) => (name && typeof value === "string" ? words.given(name, value) : undefined);

/** The numbers of dice in what has no labels of its own.
 *  @type {Record<string, Label>} */
const NUMBERED = { n: { label: "", kind: "die" }, dice: { label: "", kind: "dice" } };

/** Whether a value needs no key beside it.
 *  @param {string} key */
const isSaid = (key) => key === "seat" || key === "n";

/** @param {View} view
 *  @param {string | undefined} seat
 *  @returns {Die[] | undefined} */
const diceOf = (view, seat) => view.seats.find((one) => one.seat === seat)?.dice;

/** @param {string} key
 *  @param {View} view
 *  @param {Words} words
 *  @param {string | null} me */
function keyName(key, view, words, me) {
  if (view.seats.some((one) => one.seat === key)) return nameOf(view, key, me);
  if (/^d\d+$/.test(key)) return key;
  const label = words.detail("seat", key) ?? words.detail("table", key) ?? words.detail("die", key);
  return label?.label ?? (key === "target" ? "on" : key === "amount_cp" ? "" : key === "on" ? "on" : readable(key));
}

/** Which die is meant, and of which kind: people count from 1.
 *  @param {Die[]} dice
 *  @param {number} n */
function dieName(dice, n) {
  const kind = dice.find((die) => die.n === n)?.die ?? "d6";
  return kind === "d6" ? `die ${n + 1}` : `die ${n + 1} (${kind})`;
}

/** From so many characters on, what a fact says is one tap away. */
const LONG = 80;

/** The facts of some details that are for people, as a list of terms.
 *  @param {{of: "table" | "seat" | "die", details: Record<string, unknown>, view: View, words: Words, dice?: Die[], me?: string | null,
 *   without?: string[], said?: string}} props with `said`, what is said beside them, and no flag repeats */
export function Facts({ of, details, view, words, dice, me = null, without = [], said }) {
  const shown = factsIn(of, details, words).filter(
    ([key, , label]) => !without.includes(key) && !(label.kind === "flag" && label.label === said),
  );
  if (!shown.length) return null;
  return html`<dl class="facts">
    ${shown.map(([key, value, label]) => {
      const fact = html`<${Fact} ...${{ value, label, name: key, view, words, dice, me }} />`;
      return of === "seat" && JSON.stringify(value).length > LONG
        ? html`<div key=${key} class="long">
            <dt class="unseen">${label.label}</dt>
            <dd>
              <details>
                <summary title=${label.help}>${label.label}</summary>
                <div class="longfact">${fact}</div>
              </details>
            </dd>
          </div>`
        : html`<div key=${key} class=${label.kind === "flag" ? "flag" : ""} title=${label.help}>
            <dt>${label.label}</dt>
            ${label.kind === "flag" ? null : html`<dd>${fact}</dd>`}
          </div>`;
    })}
  </dl>`;
}

/** The details to show. Zero counts are left out if a game counts many things.
 *  @param {"table" | "seat" | "die"} of
 *  @param {Record<string, unknown>} details
 *  @param {Words} words
 *  @returns {[string, unknown, Label][]} */
export function factsIn(of, details, words) {
  const known = Object.keys(words.own.details?.[of] ?? {}).length;
  /** @type {[string, unknown, Label][]} */
  const shown = [];
  for (const [key, value] of Object.entries(details)) {
    const label = words.detail(of, key);
    if (!label || !says(value) || (value === 0 && (of === "table" || known > 4 || label.kind === "coins"))) continue;
    shown.push([key, value, label]);
  }
  return shown;
}

/** The facts of a note: here a "no" and a "not known" say something, too. Dice belong to the seat that it is `about`.
 *  @param {{facts: Record<string, unknown>, about?: string, view: View, words: Words, me: string | null}} props */
function Learned({ facts, about, view, words, me }) {
  const dice = diceOf(view, about);
  return html`<span class="factpairs"
    >${Object.entries(facts).map(
      ([key, value]) =>
        html`<span key=${key}>
          ${isSaid(key) ? null : html`<span class="factkey">${keyName(key, view, words, me)}</span>${" "}`}${value === null ? "not known" : html`<${Fact} ...${{ value, label: NUMBERED[key], name: key, view, words, dice, me }} />`}</span
        >`,
    )}</span
  >`;
}

/** Whether one's own sealed luck is in the round. Where luck is open, there is nothing to say.
 *  @param {{view: View, handle: Handle}} props */
export function OwnLuck({ view, handle }) {
  /** @type {import("../../client/tavern/luck/own_luck.mjs").LuckInRound | null} */
  const luck = handle.luckIn(view);
  if (!luck || luck.why === "not_playing" || (view.fair.luck === "open" && !luck.included)) return null;
  const over = view.phase === "lobby";
  const headline = `Your luck ${over ? "was" : "is"} ${luck.included ? "" : "not "}in ${over ? `round ${luck.round}` : "this round"}: `;
  /** @type {string[]} */
  const withheld = view.fair.withheld ?? [];
  const names = listed(withheld.map((seat) => nameOf(view, seat)));
  const but = withheld.length ? `, except by withholding theirs, as ${names} did` : "";
  return html`<p class="ownluck">
    <${Icon} name=${luck.included ? "check" : "warn"} />
    <span>${headline}${luck.included ? `nobody can have chosen its rolls${but}.` : `${luck.detail}.`}</span>
  </p>`;
}

/** What a seat learned in private.
 *  @param {{notes: Note[] | undefined, view: View, words: Words, me: string | null, of?: string | null}}
 *   props with `of`, somebody else looks at what that seat knows */
export function Notes({ notes, view, words, me, of = null }) {
  const count = notes?.length ?? 0;
  const before = useRef(count);
  /** @type {{current: HTMLElement | null}} */
  const own = useRef(null);
  useEffect(() => {
    // What one has just paid to learn is looked for at once.
    if (count > before.current) own.current?.scrollIntoView({ block: "nearest" });
    before.current = count;
  }, [count]);
  if (!notes?.length) return null;
  return html`<section ref=${own} class="notes" aria-label="Private notes">
    <h2 class="small">Only ${of ? html`<bdi dir="auto">${nameOf(view, of)}</bdi> knows` : "you know"}</h2>
    <ul>
      ${notes.map(({ kind, facts }, at) => {
        const label = words.of("notes", kind);
        const { about: whom, ...rest } = facts;
        const about = typeof whom === "string" ? whom : undefined;
        return html`<li key=${at} title=${label.help}>
          <strong>${label.label}${about ? html`: <bdi>${nameOf(view, about, me)}</bdi>` : null}</strong>
          <${Learned} ...${{ facts: rest, about, view, words, me }} />
        </li>`;
      })}
    </ul>
  </section>`;
}
