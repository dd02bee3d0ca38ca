// @ts-check
/** Sitting down: a name, a purse, and perhaps a luck word and a character; and waiting to be let in. */

import { html, useId, useMemo, useState } from "../../vendor/preact.mjs";
import { Later } from "../later.mjs";
import { CoinsField } from "../money.mjs";
import { Field, Fold, Problem, useWork } from "../parts.mjs";
import { tableFor, useGames } from "../server.mjs";
import { learn, remember, set, settings } from "../session.mjs";
import { AboutGame } from "./about.mjs";

/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */
/** @import { Sheet } from "./sheet.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */

/** Few fill these in: loaded when they are opened. */
const loadCharacter = () => import("./sheet.mjs").then((module) => module.CharacterFields);
const loadSets = () => import("./sets.mjs");
const loadSetFields = () => loadSets().then((module) => module.SetFields);

/** The form to sit down at a table. With `words`, it begins with what game is played.
 *  @param {{view: View, words?: Words, invite?: string, gm?: string, mayWatch?: boolean}} props */
export function SitForm({ view, words, invite, gm, mayWatch = true }) {
  const { table } = view;
  const sealed = view.options?.luck === "sealed";
  const [name, setName] = useState(() => settings().name);
  const [purse, setPurse] = useState(/** @type {number | null} */ (5000));
  const [luck, setLuck] = useState("");
  const [watch, setWatch] = useState(false);
  const [character, setCharacter] = useState(/** @type {Sheet} */ ({ sheet: undefined, doubtful: false }));
  const [brought, setBrought] = useState(/** @type {import("./sets.mjs").Brought} */ ({}));
  const sets = useGames().catalogue?.sets ?? [];
  const { busy, error, run } = useWork();
  const id = useId();
  // One key for each way the form is filled in: pressing twice sits down once.
  const key = useMemo(newKey, [name, purse, luck, watch, character, brought]);
  // What is required is said by the browser.
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
      if (character.sheet) asked.character = character.sheet;
      if (!watch && Object.keys(brought).length) {
        const own = (await loadSets()).setsOf(brought, sets);
        if (own.length) asked.sets = own;
      }
      if (!gm && invite) asked.invite = invite;
      const seated = await handle.sit(asked);
      set({ name: who });
      if (words) learn(view.game);
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
    <${Fold} later summary="Character sheet (optional)"><p class="help">Modifiers that skill checks use. Empty ones count as 0.${
      watch ? " With a sheet you can notice cheats." : ""
    }</p>
      <${Later} inside of=${loadCharacter} onChange=${setCharacter} onName=${(/** @type {string} */ read) => setName((before) => before.trim() || read)} /></${Fold}>
    ${
      watch || !sets.length
        ? null
        : html`<${Fold} later summary="Dice and cards of your own (optional)">
      <${Later} inside of=${loadSetFields} sets=${sets} brought=${brought} onChange=${setBrought} /></${Fold}>`
    }
    <${Problem} error=${error} />
    <button type="submit" class="main big" disabled=${busy || character.doubtful} aria-busy=${busy}>${watch ? "Watch" : "Sit down"}</button>
    ${character.doubtful ? html`<p class="help warn">First answer what is asked about the character sheet.</p>` : null}
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
