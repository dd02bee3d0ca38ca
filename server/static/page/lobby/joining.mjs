// @ts-check
/** Sitting down: a name, a purse, and perhaps a luck word and a character; and waiting to be let in. */

import { html, useId, useMemo, useState } from "../../vendor/preact.mjs";
import { CoinsField } from "../money.mjs";
import { Field, Fold, Problem, useWork } from "../parts.mjs";
import { tableFor } from "../server.mjs";
import { remember, set, settings } from "../session.mjs";

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
    ],
  },
];

/** The modifiers of a character, as far as they were given.
 *  @param {Record<string, string>} texts
 *  @returns {Record<string, Record<string, number>> | undefined} */
export function sheetOf(texts) {
  /** @type {Record<string, Record<string, number>>} */
  const sheet = {};
  for (const [path, text] of Object.entries(texts)) {
    const value = Number(text.replace("−", "-").replace("+", ""));
    if (text.trim() === "" || !Number.isInteger(value)) continue;
    const [section, key] = path.split(".");
    sheet[section] = { ...sheet[section], [key]: value };
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
                onInput=${(/** @type {any} */ event) => onChange({ ...texts, [path]: event.target.value })}
            /></label>`;
          })}
        </div>
      </fieldset>`,
  );
}

/** The form to sit down at a table.
 *  @param {{table: string, invite?: string, gm?: string, mayWatch?: boolean, sealed?: boolean}} props */
export function SitForm({ table, invite, gm, mayWatch = true, sealed = false }) {
  const [name, setName] = useState(() => settings().name);
  const [purse, setPurse] = useState(/** @type {number | null} */ (5000));
  const [luck, setLuck] = useState("");
  const [watch, setWatch] = useState(false);
  const [texts, setTexts] = useState(/** @type {Record<string, string>} */ ({}));
  const { busy, error, run } = useWork();
  const id = useId();
  // One key for each way the form is filled in: pressing twice sits down once.
  const key = useMemo(newKey, [name, purse, luck, watch, texts]);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    run(async () => {
      const who = name.trim();
      const handle = tableFor(table, gm ?? invite);
      /** @type {any} */
      const asked = { name: who, purse_cp: purse ?? 0, key };
      if (luck.trim()) asked.luck = luck.trim();
      if (watch) asked.watch = true;
      const character = watch ? undefined : sheetOf(texts);
      if (character) asked.character = character;
      if (!gm && invite) asked.invite = invite;
      const seated = await handle.sit(asked);
      set({ name: who });
      remember(table, { token: seated.token, seat: seated.seat, who, admitted: seated.admitted });
    });
  };
  return html`<form class="card sitform" onSubmit=${submit} aria-labelledby="${id}h">
    <h2 id="${id}h">Take a seat</h2>
    <${Field} label="Your name" id="${id}n">
      <input id="${id}n" required maxlength="60" dir="auto" autocomplete="nickname" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
    </${Field}>
    <div class="field"><span class="fieldlabel">Your purse</span>
      <${CoinsField} label="Purse" cp=${purse} onInput=${setPurse} />
      <p class="help">The coins that you bring to the table.</p></div>
    ${
      sealed
        ? null
        : html`<${Field} label="Luck word" optional id="${id}l" help="Mixed into every die, so that nobody can choose the rolls in advance. Everybody can read it.">
      <input id="${id}l" maxlength="60" dir="auto" autocomplete="off" value=${luck} onInput=${(/** @type {any} */ event) => setLuck(event.target.value)} />
    </${Field}>`
    }
    ${
      mayWatch
        ? html`<label class="switch"
            ><input
              type="checkbox"
              checked=${watch}
              onChange=${(/** @type {any} */ event) => setWatch(event.target.checked)}
            />
            <span>Only watch, with a purse for side bets</span></label
          >`
        : null
    }
    ${
      watch
        ? null
        : html`<${Fold} summary="Character sheet (optional)"><p class="help">Modifiers that skill checks use. Empty ones count as 0.</p>
      <${SheetFields} texts=${texts} onChange=${setTexts} /></${Fold}>`
    }
    <${Problem} error=${error} />
    <button type="submit" class="main big" disabled=${busy || !name.trim()} aria-busy=${busy}>${watch ? "Watch" : "Sit down"}</button>
  </form>`;
}

/** A fresh idempotency key. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
