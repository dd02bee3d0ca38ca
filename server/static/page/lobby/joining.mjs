// @ts-check
/** Sitting down: a name, a purse, and perhaps a luck word and a character; and waiting to be let in. */

import { html, useId, useMemo, useState } from "../../vendor/preact.mjs";
import { CoinsField } from "../money.mjs";
import { Field, Fold, Problem, useWork } from "../parts.mjs";
import { tableFor, useGames } from "../server.mjs";
import { remember, set, settings } from "../session.mjs";
import { AboutGame } from "./about.mjs";
import { SetFields, setsOf } from "./sets.mjs";

/** @import { Character } from "../../client/tavern.mjs" */
/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */
/** @typedef {import("../labels.mjs").Words} Words */
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
export function sheetOf(texts) {
  /** @type {Record<string, number | Record<string, number | boolean>>} */
  const sheet = {};
  for (const [path, text] of Object.entries(texts)) {
    const [section, key] = path.split(".");
    const value = section === "tools" ? true : Number(text.replace("−", "-").replace("+", ""));
    if (text.trim() === "" || (value !== true && !Number.isInteger(value))) continue;
    sheet[section] = key ? { .../** @type {Record<string, number>} */ (sheet[section]), [key]: value } : Number(value);
  }
  return Object.keys(sheet).length ? sheet : undefined;
}

/** @param {{texts: Record<string, string>, onChange: (texts: Record<string, string>) => void}} props */
export function SheetFields({ texts, onChange }) {
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

/** The form to sit down at a table. With `words`, it begins with what game is played.
 *  @param {{view: View, words?: Words, invite?: string, gm?: string, mayWatch?: boolean}} props */
export function SitForm({ view, words, invite, gm, mayWatch = true }) {
  const { table } = view;
  const sealed = view.options?.luck === "sealed";
  const [name, setName] = useState(() => settings().name);
  const [purse, setPurse] = useState(/** @type {number | null} */ (5000));
  const [luck, setLuck] = useState("");
  const [watch, setWatch] = useState(false);
  const [texts, setTexts] = useState(/** @type {Record<string, string>} */ ({}));
  const [brought, setBrought] = useState(/** @type {import("./sets.mjs").Brought} */ ({}));
  const sets = useGames().catalogue?.sets ?? [];
  const { busy, error, run } = useWork();
  const id = useId();
  // One key for each way the form is filled in: pressing twice sits down once.
  const key = useMemo(newKey, [name, purse, luck, watch, texts, brought]);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    run(async () => {
      const who = name.trim();
      const handle = tableFor(table, gm ?? invite);
      /** @type {Parameters<typeof handle.sit>[0]} */
      const asked = { name: who, purse_cp: purse ?? 0, key };
      if (luck.trim()) asked.luck = luck.trim();
      if (watch) asked.watch = true;
      const character = sheetOf(texts);
      if (character) asked.character = character;
      const own = watch ? [] : setsOf(brought, sets);
      if (own.length) asked.sets = own;
      if (!gm && invite) asked.invite = invite;
      const seated = await handle.sit(asked);
      set({ name: who });
      remember(table, { token: seated.token, seat: seated.seat, who, admitted: seated.admitted });
    });
  };
  return html`<form class="card sitform ${words ? "with-game" : ""}" onSubmit=${submit} aria-labelledby="${id}h">
    ${words ? html`<${AboutGame} view=${view} words=${words} />` : null}
    <div>
    <h2 id="${id}h">Take a seat</h2>
    <${Field} label="Your name" id="${id}n">
      <input id="${id}n" required maxlength="60" dir="auto" autocomplete="nickname" value=${name} onInput=${(/** @type {FieldEvent} */ event) => setName(event.target.value)} />
    </${Field}>
    <div class="field"><span class="fieldlabel">Your purse</span>
      <${CoinsField} label="Purse" cp=${purse} onInput=${setPurse} />
      <p class="help">The coins that you bring to the table.</p></div>
    ${
      sealed
        ? null
        : html`<${Field} label="Luck word" optional id="${id}l" help="Mixed into every die, so that nobody can choose the rolls in advance. Everybody can read it.">
      <input id="${id}l" maxlength="60" dir="auto" autocomplete="off" value=${luck} onInput=${(/** @type {FieldEvent} */ event) => setLuck(event.target.value)} />
    </${Field}>`
    }
    ${
      mayWatch
        ? html`<label class="switch"
            ><input
              type="checkbox"
              checked=${watch}
              onChange=${(/** @type {FieldEvent} */ event) => setWatch(event.target.checked)}
            />
            <span>Only watch, with a purse for side bets</span></label
          >`
        : null
    }
    <${Fold} summary="Character sheet (optional)"><p class="help">Modifiers that skill checks use. Empty ones count as 0.${
      watch ? " With a sheet you can notice cheats." : ""
    }</p>
      <${SheetFields} texts=${texts} onChange=${setTexts} /></${Fold}>
    ${
      watch || !sets.length
        ? null
        : html`<${Fold} summary="Dice and cards of your own (optional)">
      <${SetFields} sets=${sets} brought=${brought} onChange=${setBrought} /></${Fold}>`
    }
    <${Problem} error=${error} />
    <button type="submit" class="main big" disabled=${busy || !name.trim()} aria-busy=${busy}>${watch ? "Watch" : "Sit down"}</button>
    </div>
  </form>`;
}

/** A fresh idempotency key. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
