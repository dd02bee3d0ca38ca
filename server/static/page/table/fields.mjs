// @ts-check
/** The fields in which an action's parameters are chosen. */

import { html, useId } from "../../vendor/preact.mjs";
import { nameOf, readable } from "../labels.mjs";
import { CoinsField, inWords, withCommas } from "../money.mjs";
import { Chips, Field } from "../parts.mjs";
import { LISTED, boundsOf, paramNames, paramNow, possible } from "./choosing.mjs";
import { DieSign, DieView } from "./dice.mjs";

/** @import { ComponentChildren } from "../../vendor/preact.mjs" */
/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */
/** @typedef {import("./choosing.mjs").Action} Action */
/** @typedef {import("./choosing.mjs").Chosen} Chosen */
/** @typedef {import("./choosing.mjs").Param} Param */
/** @typedef {import("../labels.mjs").Words} Words */
/** @typedef {import("../lobby/options.mjs").JsonSchema} JsonSchema */

/** What a die is called: people count from 1.
 *  @param {import("../labels.mjs").Label} label of the parameter that numbers it
 *  @param {number} n */
export const dieName = (label, n) => label.values?.[n] ?? `${label.label} ${n + 1}`;

/** Whether a parameter is the number of a die.
 *  @param {import("../labels.mjs").Label} label */
const isDie = (label) => label.kind === "die";

/** Whose dice a parameter numbers: of the seat in `of`, or of the chosen seat, or of the acting seat.
 *  @param {Param} param
 *  @param {Chosen} chosen
 *  @param {string | null} actor
 *  @returns {string | null} */
const holderOf = (param, chosen, actor) => param.of ?? /** @type {string | undefined} */ (chosen.target) ?? actor;

/** A die as a choice: its drawing, its name, and where it lies.
 *  @param {{words: Words, view: View, type: string, name: string, chosen: Chosen, actor: string | null, param: Param}} about
 *  @param {number} n */
function dieFace({ words, view, type, name, chosen, actor, param }, n) {
  const holder = holderOf(param, chosen, actor);
  const dice = holder === "house" ? view.house_dice : view.seats.find((one) => one.seat === holder)?.dice;
  const known = dice?.find((one) => one.n === n);
  const die = param.die ? { n, die: param.die, face: null, hole: false, place: "open", details: {} } : known;
  const called = dieName(words.param(type, name), n);
  if (!die) return { label: called };
  return {
    label: html`<span class="diechoice">
      <${DieView} die=${die} small caption=${die.die !== "d6"} card=${words.cards} /><span>${called}</span>
    </span>`,
  };
}

/** The label and the look of a choice.
 *  @param {{words: Words, view: View, type: string, name: string, chosen: Chosen, actor: string | null, param: Param,
 *   many: boolean}} about
 *  @param {unknown} value
 *  @returns {{label: ComponentChildren, hint?: string}} */
function faceOf(about, value) {
  const { words, view, type, name, actor, many } = about;
  const label = words.param(type, name);
  const said =
    givenName(view, name, value) ?? label.values?.[typeof value === "string" ? value : JSON.stringify(value)];
  if (label.kind === "seat" || label.kind === "seats" || name === "target") {
    return {
      label: Array.isArray(value)
        ? value.map((seat) => nameOf(view, seat, actor)).join(", ")
        : (said ?? nameOf(view, String(value), actor)),
    };
  }
  if (typeof value === "string" && /^d\d+$/.test(value)) {
    return { label: html`<span class="withsign"><${DieSign} kind=${value} /> ${said ?? value}</span>` };
  }
  if (isDie(label)) return dieFace(about, Number(value));
  if (Array.isArray(value) && value.length && value.every((face) => Number.isInteger(face) && face >= 1 && face <= 6)) {
    return {
      label: html`<span class="withsign" role="img" aria-label=${value.join(", ")}
        >${value.map((face, at) => html`<${DieSign} kind="d6" face=${face} key=${at} />`)}</span
      >`,
      hint: remarkOn(view, name, value),
    };
  }
  if (said) return { label: said };
  if (typeof value === "boolean") return { label: value ? "Yes" : "No" };
  if (typeof value === "number") {
    if (label.kind === "coins") return { label: inWords(value) };
    return { label: String(value).replace("-", "−") };
  }
  if (typeof value !== "string") return { label: JSON.stringify(value) };
  return { label: many ? value : readable(value), hint: remarkOn(view, name, value) };
}

/** What the round's details say about a choice, if they list the choices.
 *  @param {View} view
 *  @param {string} name
 *  @param {unknown} value
 *  @returns {Record<string, unknown> | undefined} */
const listedAs = (view, name, value) =>
  Object.values(view.details)
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .find((one) => one && JSON.stringify(one[name]) === JSON.stringify(value));

/** The name that a choice has in this round, if its details list the choices by name.
 *  @param {View} view
 *  @param {string} name
 *  @param {unknown} value
 *  @returns {string | undefined} */
export function givenName(view, name, value) {
  const found = listedAs(view, name, value)?.name;
  return typeof found === "string" ? found : undefined;
}

/** What else is to be said of a choice that the round's details list.
 *  @param {View} view
 *  @param {string} name
 *  @param {unknown} value */
function remarkOn(view, name, value) {
  const found = listedAs(view, name, value);
  if (!found) return undefined;
  return Object.entries(found)
    .filter(([key]) => key !== name)
    .map(([key, more]) => (typeof more === "string" ? more : `${withCommas(Number(more))} ${key.replaceAll("_", " ")}`))
    .join(" · ");
}

/** The value of a command's parameter in plain words.
 *  @param {Words} words
 *  @param {View} view
 *  @param {string} type
 *  @param {string} name
 *  @param {unknown} value
 *  @returns {string} */
export function valueInWords(words, view, type, name, value) {
  const label = words.param(type, name);
  if (Array.isArray(value)) return value.map((one) => valueInWords(words, view, type, name, one)).join(", ");
  if (isDie(label)) return dieName(label, Number(value));
  const said = givenName(view, name, value) ?? label.values?.[String(value)];
  if (said !== undefined) return said;
  if (label.kind === "seat" || label.kind === "seats") return nameOf(view, String(value));
  if (typeof value === "boolean") return value ? "yes" : "no";
  return label.kind === "coins" ? inWords(Number(value)) : String(value);
}

/** One field for each parameter that is still open.
 *  @param {{variants: Action[], chosen: Chosen, onChange: (chosen: Chosen) => void, words: Words, view: View, actor: string | null,
 *   fixed?: string[]}} props */
export function ParamFields({ variants, chosen, onChange, words, view, actor, fixed = [] }) {
  const names = paramNames(variants);
  const type = variants[0].type;
  return names.map((name) => {
    const param = paramNow(variants, names, name, chosen);
    if (!param || fixed.includes(name)) return null;
    // Whose die it is comes before which.
    const whose = possible(variants, names, name, chosen).some((variant) => "target" in variant.params);
    if (isDie(words.param(type, name)) && whose && chosen.target === undefined) return null;
    return html`<${ParamField} key=${name} ...${{ type, name, param, chosen, onChange, words, view, actor }} />`;
  });
}

/** @param {{type: string, name: string, param: Param, chosen: Chosen, onChange: (chosen: Chosen) => void,
 *   words: Words, view: View, actor: string | null}} props */
function ParamField({ type, name, param, chosen, onChange, words, view, actor }) {
  const id = useId();
  const label = words.param(type, name);
  const value = chosen[name];
  // A die of one seat is no choice for another.
  const kept = Object.entries(chosen).filter(([other]) => name !== "target" || !isDie(words.param(type, other)));
  /** @param {unknown} next */
  const pick = (next) => onChange({ ...Object.fromEntries(kept), [name]: next });
  const choices = isDie(label) ? numbersIn(param) : param.choices;
  if (choices) {
    if (choices.length === 1 && !param.optional) {
      return onlyChoice(choices[0], { words, view, type, name, chosen, actor, param, many: false });
    }
    const about = { words, view, type, name, chosen, actor, param, many: choices.length > 8 };
    const values = choices.map((choice) => ({ value: choice, ...faceOf(about, choice) }));
    if (choices.length >= LISTED && choices.every((choice) => typeof choice !== "object")) {
      return html`<${Field} label=${label.label} help=${label.help} id=${id} optional=${param.optional}>
        <select id=${id} value=${String(choices.indexOf(value))} onChange=${(/** @type {FieldEvent} */ event) => pick(choices[Number(event.target.value)])}>
          <option value="-1" disabled>Choose</option>
          ${choices.map((choice, at) => html`<option value=${String(at)} key=${at}>${typeof choice === "number" ? String(choice) : (words.param(type, name).values?.[String(choice)] ?? nameOf(view, String(choice)))}</option>`)}
        </select></${Field}>`;
    }
    return html`<div class="field">
      <${Chips}
        label=${isDie(label) ? legendOf(label, view, holderOf(param, chosen, actor), actor) : label.label}
        values=${values}
        value=${value}
        onPick=${pick}
        onClear=${param.optional ? () => pick(undefined) : undefined}
      />
      ${label.help ? html`<p class="help">${label.help}</p>` : null}
    </div>`;
  }
  if (param.min !== undefined || param.max !== undefined) {
    const { min, max, step } = boundsOf(param);
    if (min === max && value === min && !param.optional)
      return onlyChoice(min, { words, view, type, name, chosen, actor, param, many: false });
    if (label.kind === "coins")
      return html`<${AmountField}
        ...${{ id, label: label.label, min, max, value: value ?? null, pick, view, paid: !words.ofTable(type) }}
      />`;
    const many = (max - min) / step > 20;
    if (!many && !param.optional) {
      return html`<${Chips}
        label=${label.label}
        value=${value}
        onPick=${pick}
        values=${numbersIn(param).map((one) => ({ value: one, label: label.values?.[one] ?? String(one).replace("-", "−") }))}
      />`;
    }
    return html`<${Field} label=${label.label} help=${label.help || `${min} to ${max}`} id=${id} optional=${param.optional}>
      <input id=${id} type="number" min=${min} max=${max} step=${step} value=${value ?? ""}
        onInput=${(/** @type {FieldEvent} */ event) => pick(event.target.value === "" ? undefined : Number(event.target.value))} /></${Field}>`;
  }
  if (param.text !== undefined) {
    const long = param.text > 120;
    return html`<${Field} label=${label.label} help=${label.help} id=${id} optional=${param.optional}>
      ${
        long
          ? html`<textarea
              id=${id}
              rows="3"
              maxlength=${param.text}
              dir="auto"
              value=${value ?? ""}
              onInput=${(/** @type {FieldEvent} */ event) => pick(event.target.value || undefined)}
            />`
          : html`<input
              id=${id}
              maxlength=${param.text}
              dir="auto"
              autocomplete="off"
              value=${value ?? ""}
              onInput=${(/** @type {FieldEvent} */ event) => pick(event.target.value || undefined)}
            />`
      }
    </${Field}>`;
  }
  if (param.schema)
    return html`<${NumbersField} ...${{ schema: param.schema, label, value: value ?? {}, pick, view, actor }} />`;
  return null;
}

/** The numbers that a parameter allows, one by one.
 *  @param {Param} param
 *  @returns {number[]} */
export function numbersIn(param) {
  if (param.choices) return /** @type {number[]} */ (param.choices);
  const { min, max, step } = boundsOf(param);
  return Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, at) => min + at * step);
}

/** What is asked, and whose dice it is about unless they are the acting seat's own.
 *  @param {import("../labels.mjs").Label} label
 *  @param {View} view
 *  @param {string | null} holder
 *  @param {string | null} actor */
const legendOf = (label, view, holder, actor) =>
  holder === null || holder === actor ? label.label : html`${label.label} of <bdi>${nameOf(view, holder)}</bdi>`;

/** The only choice there is: shown, not asked.
 *  @param {unknown} value
 *  @param {Parameters<typeof faceOf>[0]} about */
function onlyChoice(value, about) {
  if (typeof value === "boolean") return null;
  const { label, hint } = faceOf(about, value);
  const of = about.words.param(about.type, about.name);
  const named = isDie(of)
    ? legendOf(of, about.view, holderOf(about.param, about.chosen, about.actor), about.actor)
    : of.label;
  return html`<p class="only" key=${about.name}>
    <span class="only-label">${named}</span> <bdi>${label}</bdi>
    ${hint ? html` <small>${hint}</small>` : null}
  </p>`;
}

/** What a table usually plays for, in copper.
 *  @param {View} view
 *  @returns {number} */
export const usualAmount = (view) => Number(view.options?.ante_cp || view.options?.buy_in_cp || 500);

/** An amount of coins between two bounds, with the usual ones at hand. The bounds are among those that are `paid`: a purse,
 *  a limit or the least bet set them.
 *  @param {{id: string, label: string, min: number, max: number, value: number | null, pick: (cp: number | undefined) => void, view: View,
 *   paid: boolean}} props */
function AmountField({ id, label, min, max, value, pick, view, paid }) {
  const unit = usualAmount(view);
  const amounts = paid ? [min, unit, 2 * unit, 5 * unit, max] : [unit, 2 * unit, 5 * unit, 10 * unit];
  const usual = [...new Set(amounts)].filter((cp) => cp >= min && cp <= max).sort((one, other) => one - other);
  return html`<div class="field">
    <span class="fieldlabel">${label}</span>
    <${CoinsField}
      id=${id}
      label=${label}
      cp=${value}
      onInput=${(/** @type {number | null} */ cp) => pick(cp ?? undefined)}
    />
    <div class="chiprow usual">
      ${usual.map((cp) => html`<button type="button" class="tiny" key=${cp} onClick=${() => pick(cp)}>${inWords(cp)}</button>`)}
    </div>
    ${value !== null && (value < min || value > max) ? html`<p class="help warn">${min === max ? `Only ${inWords(min)} is possible.` : `From ${inWords(min)} to ${inWords(max)}.`}</p>` : null}
  </div>`;
}

/** Whole numbers by name, such as each seat's part of a pot. Names without a number are left out.
 *  @param {{schema: JsonSchema, label: import("../labels.mjs").Label, value: Record<string, number>, pick: (value: unknown) => void, view: View,
 *   actor: string | null}} props */
function NumbersField({ schema, label, value, pick, view, actor }) {
  const entries = Object.entries(schema.properties ?? {});
  if (!entries.length || entries.some(([, one]) => one.type !== "integer")) return null;
  /** @param {string} key
   *  @param {string} text */
  const change = (key, text) => {
    const next = { ...value, [key]: Number(text) };
    if (text === "" || !Number.isInteger(next[key])) delete next[key];
    pick(Object.keys(next).length >= (schema.minProperties ?? 1) ? next : undefined);
  };
  return html`<fieldset class="numbers">
    <legend>${label.label}</legend>
    ${entries.map(
      ([key, one]) =>
        html`<label key=${key}>
          <bdi>${nameOf(view, key, actor)}</bdi>
          <input
            type="number"
            min=${one.minimum}
            max=${one.maximum}
            value=${value[key] ?? ""}
            onInput=${(/** @type {FieldEvent} */ event) => change(key, event.target.value)}
          />
        </label>`,
    )}
    ${label.help ? html`<p class="help">${label.help}</p>` : null}
  </fieldset>`;
}
