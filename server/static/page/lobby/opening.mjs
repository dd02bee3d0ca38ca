// @ts-check
/** Opening a table: which game, how it is played, and who runs it. */

import { html, useId, useMemo, useState } from "../../vendor/preact.mjs";
import { Words } from "../labels.mjs";
import { Dialog, Field, Fold, Problem, codeOf, useWork } from "../parts.mjs";
import { go, tablePath } from "../place.mjs";
import { openerFor } from "../server.mjs";
import { remember, set, settings } from "../session.mjs";
import { newKey } from "./joining.mjs";
import { OptionsForm } from "./options.mjs";

/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @import { Games } from "../api.d.mts" */

/** @param {{catalogue: Games, game?: string, onClose: () => void}} props */
export function OpenDialog({ catalogue, game: first, onClose }) {
  const id = useId();
  const [game, setGame] = useState(first ?? catalogue.games[0].id);
  const [options, setOptions] = useState(/** @type {Record<string, unknown>} */ ({}));
  const [name, setName] = useState("");
  const [gm, setGm] = useState(() => settings().name);
  const [listed, setListed] = useState(false);
  const [hostKey, setHostKey] = useState("");
  const [asksKey, setAsksKey] = useState(false);
  const { busy, error, run } = useWork();
  // Pressing twice opens one table.
  const key = useMemo(newKey, [game, options, name, gm, listed]);
  const words = new Words(catalogue, game);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    run(async () => {
      try {
        const opened = await openerFor(hostKey).openTable({
          game,
          options,
          listed,
          key,
          ...(name.trim() ? { name: name.trim() } : {}),
          ...(gm.trim() ? { gm: { name: gm.trim() } } : {}),
        });
        if (gm.trim()) set({ name: gm.trim() });
        remember(opened.table, {
          gm: opened.gm_token,
          invite: opened.invite,
          name: name.trim(),
          game,
          seen: Date.now(),
        });
        go(tablePath(opened.table));
      } catch (problem) {
        if (codeOf(problem) === "host_key_needed") setAsksKey(true);
        throw problem;
      }
    });
  };
  // The game that was asked for comes first.
  const games = [...catalogue.games].sort((one, other) => Number(other.id === first) - Number(one.id === first));
  return html`<${Dialog} title="Open a table" wide onClose=${onClose}><form onSubmit=${submit}>
    <div class="twocolumns">
      <${Field} label="Name of the table" optional id="${id}n"><input id="${id}n" maxlength="60" dir="auto" placeholder="The Wobbly Flagon" value=${name} onInput=${(/** @type {FieldEvent} */ event) => setName(event.target.value)} /></${Field}>
      <${Field} label="Your name, as the GM" optional id="${id}m"><input id="${id}m" maxlength="60" dir="auto" autocomplete="nickname" value=${gm} onInput=${(/** @type {FieldEvent} */ event) => setGm(event.target.value)} /></${Field}>
    </div>
    <fieldset class="gamepicker"><legend class="unseen">Game</legend>
      ${games.map(
        (one) =>
          html`<label class="gamecard" key=${one.id}>
            <input
              type="radio"
              name="${id}g"
              checked=${one.id === game}
              onChange=${() => {
                setGame(one.id);
                setOptions({});
              }}
            />
            <span class="gamecard-face"
              ><strong>${one.name}</strong><span>${one.summary}</span
              ><small>${one.seats.min} to ${one.seats.max} seats</small></span
            ></label
          >`,
      )}
    </fieldset>
    <label class="switch"><input type="checkbox" checked=${listed} onChange=${(/** @type {FieldEvent} */ event) => setListed(event.target.checked)} /><span>List it in the lobby, so that everybody can watch</span></label>
    <${Fold} summary="Options of ${words.game?.name ?? "the game"}" key=${game}><${OptionsForm} schema=${words.game?.options} words=${words} values=${options} onChange=${setOptions} common=${false} /></${Fold}>
    <${Fold} summary="Clock, door and dice"><${OptionsForm} schema=${words.game?.options} words=${words} values=${options} onChange=${setOptions} common /></${Fold}>
    ${
      asksKey
        ? html`<${Field} label="Host key" id="${id}k" help="This server asks for a key to open tables. Its operator has it.">
      <input id="${id}k" type="password" autocomplete="off" value=${hostKey} onInput=${(/** @type {FieldEvent} */ event) => setHostKey(event.target.value)} /></${Field}>`
        : null
    }
    <${Problem} error=${error} />
    <div class="formend"><button type="submit" class="main big" disabled=${busy} aria-busy=${busy}>Open the table</button></div>
  </form></${Dialog}>`;
}
