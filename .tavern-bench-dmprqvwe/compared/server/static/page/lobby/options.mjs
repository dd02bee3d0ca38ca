// @ts-check
/** A form for a game's options, from their JSON Schema and labels. */

import { html, useId, useState } from "../../vendor/preact.mjs";
import { CoinsField, inWords } from "../money.mjs";
import { Chips, Field } from "../parts.mjs";

/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */

/** What is read of a JSON Schema.
 *  @typedef {{type?: string, enum?: unknown[], default?: unknown, description?: string, minimum?: number, maximum?: number,
 *   multipleOf?: number, anyOf?: JsonSchema[], properties?: Record<string, JsonSchema>, minProperties?: number,
 *   $ref?: string, $defs?: Record<string, JsonSchema>}} JsonSchema */

/** The properties of a schema, behind its reference if it is one.
 *  @param {JsonSchema | undefined} schema
 *  @returns {Record<string, JsonSchema>} */
export function propertiesOf(schema) {
  const name = schema?.$ref?.split("/").pop();
  const found = name ? schema?.$defs?.[name] : schema;
  return found?.properties ?? {};
}

/** A value's schema, and whether it may be null.
 *  @param {JsonSchema} property
 *  @returns {{kind: JsonSchema, nullable: boolean}} */
function plainOf(property) {
  const kinds = property.anyOf ?? [property];
  return {
    kind: { ...property, ...kinds.find((one) => one.type !== "null") },
    nullable: kinds.length > 1,
  };
}

/** With more choices than these, a list takes less room than buttons. */
const MOST_CHIPS = 8;
const PRESETS = [15, 30, 60, 120, 300, 900, 3600, 86400];

/** @param {number} seconds */
const duration = (seconds) =>
  seconds % 86400 === 0
    ? `${seconds / 86400} d`
    : seconds % 3600 === 0
      ? `${seconds / 3600} h`
      : seconds % 60 === 0
        ? `${seconds / 60} min`
        : `${seconds} s`;

/** The options of a game, or those of every table. `values` has what differs from the defaults.
 *  @param {{schema: JsonSchema | undefined, words: Words, values: Record<string, unknown>, onChange: (values: Record<string, unknown>) => void, common: boolean}} props */
export function OptionsForm({ schema, words, values, onChange, common }) {
  const properties = Object.entries(propertiesOf(schema));
  const everyTable = new Set(Object.keys(words.common.options ?? {}));
  /** @param {string} name
   *  @param {unknown} value */
  const change = (name, value) => {
    const next = { ...values, [name]: value };
    if (JSON.stringify(value) === JSON.stringify(propertiesOf(schema)[name].default)) delete next[name];
    onChange(next);
  };
  /** @param {[string, JsonSchema]} entry */
  const field = ([name, property]) =>
    html`<${Option}
      key=${name}
      ...${{ name, property, words, change }}
      value=${name in values ? values[name] : property.default}
    />`;
  return html`<div class="options">${properties.filter(([name]) => everyTable.has(name) === common).map(field)}</div>`;
}

/** @param {{name: string, property: JsonSchema, value: unknown, words: Words, change: (name: string, value: unknown) => void}} props */
function Option({ name, property, value, words, change }) {
  const id = useId();
  const label = words.of("options", name);
  const help = label.help || property.description;
  const { kind, nullable } = plainOf(property);
  const { minimum = -Infinity, maximum = Infinity, multipleOf = 1 } = kind;
  if (kind.type === "boolean") {
    return html`<div class="field">
      <label class="switch"
        ><input
          type="checkbox"
          checked=${value}
          onChange=${(/** @type {FieldEvent} */ event) => change(name, event.target.checked)}
        />
        <span>${label.label}</span></label
      >${help ? html`<p class="help">${help}</p>` : null}
    </div>`;
  }
  if (kind.enum) {
    // The default comes first.
    const choices = [kind.default, ...kind.enum.filter((one) => one !== kind.default)];
    const named = choices.map((choice) => label.values?.[String(choice)] ?? words.of("options", String(choice)).label);
    if (choices.length > MOST_CHIPS) {
      return html`<${Field} label=${label.label} help=${help} id=${id}><select id=${id} value=${choices.indexOf(value)} onChange=${(/** @type {FieldEvent} */ event) => change(name, choices[Number(event.target.value)])}>
        ${named.map((choice, index) => html`<option value=${index} key=${index}>${choice}</option>`)}</select></${Field}>`;
    }
    return html`<div class="field">
      <${Chips}
        label=${label.label}
        value=${value}
        onPick=${(/** @type {unknown} */ next) => change(name, next)}
        values=${choices.map((choice, index) => ({ value: choice, label: named[index] }))}
      />
      ${help ? html`<p class="help">${help}</p>` : null}
    </div>`;
  }
  if (kind.type === "array") {
    return html`<${ListField}
      ...${{ id, label: label.label, help, value }}
      change=${(/** @type {unknown} */ next) => change(name, next)}
    />`;
  }
  if (label.kind === "seconds" || name.endsWith("_seconds")) {
    const presets = [...new Set([...PRESETS, ...(typeof value === "number" ? [value] : [])])]
      .filter((one) => one >= minimum && one <= maximum)
      .sort((one, other) => one - other);
    return html`<${Field} label=${label.label} help=${help} id=${id}><select id=${id} value=${String(value)} onChange=${(/** @type {FieldEvent} */ event) => change(name, event.target.value === "null" ? null : Number(event.target.value))}>
      ${nullable ? html`<option value="null">No limit</option>` : null}${presets.map((one) => html`<option value=${String(one)} key=${one}>${duration(one)}</option>`)}</select></${Field}>`;
  }
  const none = nullable
    ? html`<label class="switch"
        ><input
          type="checkbox"
          checked=${value === null}
          onChange=${(/** @type {FieldEvent} */ event) => change(name, event.target.checked ? null : (kind.minimum ?? 1))}
        /><span>No limit</span></label
      >`
    : null;
  if (label.kind === "coins" || name.endsWith("_cp")) {
    const wrong = typeof value === "number" && (value < minimum || value > maximum || value % multipleOf !== 0);
    return html`<div class="field">
      <span class="fieldlabel">${label.label}</span>${none}
      ${value === null ? null : html`<${CoinsField} label=${label.label} cp=${value} onInput=${(/** @type {number | null} */ cp) => change(name, cp ?? 0)} />`}
      <p class="help ${wrong ? "warn" : ""}">
        ${wrong ? `From ${inWords(minimum)} to ${inWords(maximum)}${multipleOf > 1 ? `, in steps of ${inWords(multipleOf)}` : ""}.` : help}
      </p>
    </div>`;
  }
  return html`<${Field} label=${label.label} help=${help} id=${id}>${none}
    ${
      value === null
        ? null
        : html`<input
            id=${id}
            type="number"
            min=${kind.minimum}
            max=${kind.maximum}
            step=${multipleOf}
            value=${value}
            onInput=${(/** @type {FieldEvent} */ event) => event.target.value !== "" && change(name, Number(event.target.value))}
          />`
    }</${Field}>`;
}

/** A list of objects, such as a GM's own cards, as JSON. What is wrong with an object, the server says.
 *  @param {{id: string, label: string, help: string | undefined, value: unknown, change: (value: unknown[]) => void}} props */
function ListField({ id, label, help, value, change }) {
  const [text, setText] = useState(() => (Array.isArray(value) && value.length ? JSON.stringify(value, null, 2) : ""));
  const [isList, setIsList] = useState(true);
  /** @param {string} written */
  const write = (written) => {
    setText(written);
    const read = listIn(written);
    setIsList(read !== null);
    if (read !== null) change(read);
  };
  return html`<${Field} label=${label} help=${help} id=${id}>
    <textarea
      id=${id}
      rows="4"
      spellcheck=${false}
      placeholder="[ ]"
      aria-invalid=${!isList}
      value=${text}
      onInput=${(/** @type {FieldEvent} */ event) => write(event.target.value)}
    />
    ${isList ? null : html`<p class="help warn" role="alert">This is not a list in JSON yet; the last one that was is kept.</p>`}
  </${Field}>`;
}

/** The list that a text is in JSON; null if it is none.
 *  @param {string} text
 *  @returns {unknown[] | null} */
function listIn(text) {
  try {
    const read = text.trim() ? JSON.parse(text) : [];
    return Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}
