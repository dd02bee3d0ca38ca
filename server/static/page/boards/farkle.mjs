// @ts-check
/** Farkle: the race, what a turn puts at risk, and the dice to set aside as buttons. */

import { html, useEffect, useState } from "../../vendor/preact.mjs";
import { withCommas } from "../money.mjs";
import { same } from "../parts.mjs";
import { DieView } from "../table/dice.mjs";
import { ParamFields } from "../table/fields.mjs";
import { AtRisk, Race, numberOf } from "./race.mjs";

/** @import { Die } from "../api.d.mts" */
/** @import { Board, FormProps } from "./boards.mjs" */

/** A die that lies open in the throw.
 *  @typedef {Die & {face: number}} Thrown */

/** What can be set aside. `points` and `left`, the dice for the next throw, are known if the round's details list them.
 *  @typedef {{faces: number[], points: number | null, left: number | null}} Choice */

/** The dice of the throw as buttons. What is not known here is asked with the common fields.
 *  @param {FormProps} props */
function SetAside(props) {
  const { variants, view, actor } = props;
  const choices = choicesOf(props);
  const thrown = thrownBy(view.seats.find((one) => one.seat === actor)?.dice ?? []);
  const known =
    variants.every((one) => Object.keys(one.params).join() === "faces") &&
    choices.length > 0 &&
    choices.every(({ faces }) => picked(thrown, faces).length === faces.length);
  // A new throw is a new choice.
  return known
    ? html`<${Throw} ...${{ ...props, choices, thrown }} key=${JSON.stringify(thrown)} />`
    : html`<${ParamFields} ...${props} />`;
}

/** @param {FormProps & {choices: Choice[], thrown: Thrown[]}} props */
function Throw({ choices, thrown, onChange, view }) {
  const best = choices.reduce((most, one) => ((one.points ?? 0) > (most.points ?? 0) ? one : most));
  const [taken, setTaken] = useState(() => (choices.length === 1 ? picked(thrown, best.faces) : []));
  const faces = facesOf(thrown, taken);
  const choice = choices.find((one) => same(one.faces, faces)) ?? null;
  useEffect(() => onChange(choice ? { faces: choice.faces } : null), [JSON.stringify(choice?.faces ?? null)]);
  /** @param {number} n */
  const toggle = (n) => setTaken((was) => (was.includes(n) ? was.filter((one) => one !== n) : [...was, n]));
  return html`<div class="farkle">
    <div
      class="farkle-dice"
      role="group"
      aria-label="Dice to set aside"
      style=${{ "--count": Math.max(6, thrown.length) }}
    >
      ${thrown.map(
        (die) =>
          html`<button
            type="button"
            class="farkle-die"
            key=${die.n}
            aria-pressed=${taken.includes(die.n) ? "true" : "false"}
            onClick=${() => toggle(die.n)}
          >
            <${DieView} die=${die} /><span class="farkle-taken" aria-hidden="true"
              >${taken.includes(die.n) ? "aside" : ""}</span
            >
          </button>`,
      )}
    </div>
    <div class="farkle-line">
      <p class="farkle-worth" role="status">
        <${Worth}
          choice=${choice}
          count=${taken.length}
          total=${thrown.length}
          risk=${numberOf(view.details, "at_risk")}
        />
      </p>
      ${
        choice === best
          ? null
          : html`<button type="button" class="farkle-best" onClick=${() => setTaken(picked(thrown, best.faces))}>
              All that score${best.points === null ? "" : `: ${withCommas(best.points)}`}
            </button>`
      }
    </div>
  </div>`;
}

/** What the tapped dice are worth, and what is at risk with them.
 *  @param {{choice: Choice | null, count: number, total: number, risk: number}} props */
function Worth({ choice, count, total, risk }) {
  if (!count) return "Tap the dice to set aside.";
  if (!choice) return "Not all of these score yet: add what makes a set with them, or take some back.";
  const left = choice.left ?? total - count;
  const next = left ? `${left} ${left === 1 ? "die" : "dice"} left to throw` : "All have scored: you may throw anew";
  return html`${choice.points === null ? null : html`<strong>${withCommas(choice.points)} points</strong>, then ${withCommas(risk + choice.points)} at risk. `}${next}.`;
}

/** The offered choices, with what the details of the round say about them.
 *  @param {FormProps} props
 *  @returns {Choice[]} */
function choicesOf({ variants, view }) {
  /** @type {unknown} */
  const listed = view.details.choices;
  /** @type {{faces?: unknown, points?: number, dice_left?: number}[]} */
  const about = Array.isArray(listed) ? listed : [];
  return variants
    .flatMap((one) => one.params.faces?.choices ?? [])
    .filter((faces) => Array.isArray(faces))
    .map((faces) => {
      const found = about.find((one) => same(one?.faces, faces));
      return { faces, points: found?.points ?? null, left: found?.dice_left ?? null };
    });
}

/** The dice that can be set aside.
 *  @param {Die[]} dice
 *  @returns {Thrown[]} */
const thrownBy = (dice) =>
  /** @type {Thrown[]} */ (dice.filter((die) => die.place !== "aside" && typeof die.face === "number"));

/** The numbers of dice that show these faces, one for each.
 *  @param {Thrown[]} thrown
 *  @param {number[]} faces
 *  @returns {number[]} */
function picked(thrown, faces) {
  const free = [...thrown];
  return faces.flatMap((face) => {
    const at = free.findIndex((die) => die.face === face);
    return at < 0 ? [] : free.splice(at, 1).map((die) => die.n);
  });
}

/** The faces of some dice, the lowest first, as they are offered.
 *  @param {Thrown[]} thrown
 *  @param {number[]} ns
 *  @returns {number[]} */
const facesOf = (thrown, ns) =>
  thrown
    .filter((die) => ns.includes(die.n))
    .map((die) => die.face)
    .sort((one, other) => one - other);

/** @type {Board} */
export const board = {
  Table: Race,
  Hand: AtRisk,
  forms: { set_aside: SetAside },
  shown: { table: ["at_risk", "target", "bank_from"], seat: ["points"] },
};
