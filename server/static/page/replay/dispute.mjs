// @ts-check
/** Disputing a round, or a step of it. */

import { html, useId, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Dialog, Field, Problem, useWork } from "../parts.mjs";
import { tableFor } from "../server.mjs";

/** @import { FieldEvent } from "../../vendor/preact.mjs" */

/** @param {{table: string, token: string, round: number, version?: number, sentence?: string}} props */
export function DisputeButton(props) {
  const [open, setOpen] = useState(false);
  return html`<button type="button" class="second" onClick=${() => setOpen(true)}>
      <${Icon} name="scales" />Dispute ${props.version ? "step" : "round"}
    </button>
    ${open ? html`<${DisputeDialog} ...${props} onClose=${() => setOpen(false)} />` : null}`;
}

/** @param {{table: string, token: string, round: number, version?: number, sentence?: string, rounds?: number, onClose: () => void}} props
 *    `rounds`: how many there are to choose from */
export function DisputeDialog({ table, token, round: first, version, sentence, rounds = 0, onClose }) {
  const [round, setRound] = useState(first);
  const id = useId();
  const [text, setText] = useState("");
  const [done, setDone] = useState(false);
  const { busy, error, run } = useWork();
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    run(async () => {
      await tableFor(table, token).send({ type: "dispute", round, text: text.trim(), ...(version ? { version } : {}) });
      setDone(true);
    });
  };
  return html`<${Dialog} title="Dispute round ${round}" onClose=${onClose}>
    ${
      done
        ? html`<p role="status">
              The dispute is raised. The GM rules on it; you see the ruling at the table, under Disputes.
            </p>
            <div class="formend"><button type="button" class="main" onClick=${onClose}>Done</button></div>`
        : html`<form onSubmit=${submit}>
          ${
            rounds > 1
              ? html`<${Field} label="Round" id="${id}r" help="To dispute a single step of it, replay the round.">
            <input id="${id}r" type="number" min="1" max=${rounds} required value=${round} onInput=${(/** @type {FieldEvent} */ event) => setRound(Number(event.target.value))} /></${Field}>`
              : null
          }
          ${sentence ? html`<blockquote class="quoted" dir="auto">${sentence}</blockquote>` : null}
          <${Field} label="What is wrong?" id=${id} help=${version ? "Everybody can read the text. Only the GM sees which step you mean." : "Everybody can read the text."}>
            <textarea id=${id} rows="4" required maxlength="1000" dir="auto" value=${text} onInput=${(/** @type {FieldEvent} */ event) => setText(event.target.value)}></textarea></${Field}>
          <${Problem} error=${error} />
          <div class="formend"><button type="submit" class="main" disabled=${busy} aria-busy=${busy}>Raise the dispute</button>
            <button type="button" class="quiet" onClick=${onClose}>Cancel</button></div></form>`
    }
  </${Dialog}>`;
}
