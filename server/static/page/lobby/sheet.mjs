// @ts-check
/** A character sheet: typed in, or read from a file, and asked about where it is hardly meant so. */

import { html, useEffect, useId, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { explained } from "../parts.mjs";
import { doubtsAbout, numberIn } from "./plausible.mjs";

/** @import { Character } from "../../client/tavern/answers.mjs" */
/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @import { Read } from "./characters.mjs" */
/** @import { Texts } from "./plausible.mjs" */
/** A sheet that is filled in; none if nothing is. While it is `doubtful`, it is not to be sent.
 *  @typedef {{sheet: Character | undefined, doubtful: boolean}} Sheet */
/** @typedef {[section: string, key: string, label: string]} SheetField */
/** What games read of a character sheet.
 *  @type {{title: string, fields: SheetField[]}[]} */
const SHEET = [
  {
    title: "Abilities",
    fields: ["str", "dex", "con", "int", "wis", "cha"].map((key) => ["abilities", key, key.toUpperCase()]),
  },
  {
    title: "Skills",
    fields: [
      ["skills", "sleight_of_hand", "Sleight of Hand"],
      ["skills", "deception", "Deception"],
      ["skills", "insight", "Insight"],
      ["skills", "intimidation", "Intimidation"],
      ["skills", "investigation", "Investigation"],
      ["skills", "perception", "Perception"],
      ["skills", "persuasion", "Persuasion"],
      ["saves", "con", "CON save"],
      ["passive", "deception", "Passive Deception"],
      ["proficiency", "", "Proficiency bonus"],
    ],
  },
];
/** What somebody can be proficient with, by the sheet's key. */
const TOOLS = [
  ["dice", "Proficient with dice"],
  ["card", "Proficient with cards"],
];

/** What was given of a character.
 *  @param {Record<string, string>} texts
 *  @returns {Character | undefined} */
function sheetOf(texts) {
  /** @type {Record<string, number | Record<string, number | boolean>>} */
  const sheet = {};
  for (const [path, text] of Object.entries(texts)) {
    const [section, key] = path.split(".");
    const value = section === "tools" ? Boolean(text) || null : numberIn(text);
    if (value === null) continue;
    sheet[section] = key ? { .../** @type {Record<string, number>} */ (sheet[section]), [key]: value } : Number(value);
  }
  return Object.keys(sheet).length ? sheet : undefined;
}

/** The fields of a sheet, a button to fill them in from a file, and what is asked about them.
 *  @param {{first?: Texts, onChange: (sheet: Sheet) => void, onName?: (name: string) => void}} props */
export function CharacterFields({ first = {}, onChange, onName }) {
  const [texts, write] = useState(first);
  const [kept, setKept] = useState(/** @type {ReadonlySet<string>} */ (new Set()));
  const doubts = doubtsAbout(texts, kept);
  useEffect(() => onChange({ sheet: sheetOf(texts), doubtful: doubts.length > 0 }), [texts, kept]);
  const id = useId();
  const [read, setRead] = useState(/** @type {Read | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {unknown} */ (null));
  /** @param {FieldEvent & {target: {files?: FileList | null}}} event */
  const chosen = async (event) => {
    const field = event.target;
    const file = field.files?.[0];
    if (!file) return;
    setWrong(null);
    setRead(null);
    try {
      const { MOST_BYTES, NoCharacter, readCharacter } = await import("./characters.mjs");
      if (file.size > MOST_BYTES) throw new NoCharacter("This file is too large for a character.");
      const found = readCharacter(await file.text());
      write(found.texts);
      setRead(found);
      if (found.name) onName?.(found.name);
    } catch (problem) {
      setWrong(problem);
    }
    // The same file can be chosen again.
    field.value = "";
  };
  return html`<div class="fromfile">
      <label class="button second" for=${id}><${Icon} name="scroll" />Read a file</label>
      <input id=${id} class="unseen" type="file" accept=".json,application/json" onChange=${chosen} />
      <span class="help"
        >D&D Beyond or Foundry (dnd5e), as JSON. It stays in this browser; only these numbers are sent.</span
      >
    </div>
    <div role="status">
      ${
        read
          ? html`<div class="readfile">
              <p>
                <strong>Read: <bdi dir="auto">${read.about}</bdi></strong>
              </p>
              ${read.notes.map((note) => html`<p class="help" key=${note}>${note}</p>`)}
            </div>`
          : null
      }
      ${wrong ? html`<p class="problem">${explained(wrong)}</p>` : null}
      ${doubts.map(
        (doubt) =>
          html`<div class="doubt" key=${doubt.about}>
            <p><${Icon} name="warn" /> ${doubt.asks}</p>
            <p class="formend">
              <button type="button" class="main" onClick=${() => write(doubt.use)}>${doubt.yes}</button>
              ${doubt.keep ? html`<button type="button" class="second" onClick=${() => setKept(new Set([...kept, doubt.about]))}>Keep it</button>` : null}
            </p>
          </div>`,
      )}
    </div>
    <${SheetFields} texts=${texts} onChange=${write} />`;
}

/** @param {{texts: Record<string, string>, onChange: (texts: Record<string, string>) => void}} props */
function SheetFields({ texts, onChange }) {
  return SHEET.map(
    ({ title, fields }) =>
      html`<fieldset class="sheet" key=${title}>
        <legend>${title}</legend>
        <div class="sheetgrid">
          ${fields.map(([section, key, label]) => {
            const path = `${section}.${key}`;
            return html`<label key=${path}
              ><span>${label}</span>
              <input
                inputmode="text"
                size="3"
                maxlength="3"
                autocomplete="off"
                placeholder="+0"
                value=${texts[path] ?? ""}
                onInput=${(/** @type {FieldEvent} */ event) => onChange({ ...texts, [path]: event.target.value })}
            /></label>`;
          })}
          ${title === "Skills" ? TOOLS.map(([key, label]) => toolField(`tools.${key}`, label, texts, onChange)) : null}
        </div>
      </fieldset>`,
  );
}

/** @param {string} path @param {string} label @param {Record<string, string>} texts
 *  @param {(texts: Record<string, string>) => void} onChange */
function toolField(path, label, texts, onChange) {
  return html`<label key=${path} class="switch"
    ><input
      type="checkbox"
      checked=${Boolean(texts[path])}
      onChange=${(/** @type {FieldEvent} */ event) => onChange({ ...texts, [path]: event.target.checked ? "yes" : "" })}
    /><span>${label}</span></label
  >`;
}
