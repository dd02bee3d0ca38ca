// @ts-check
/** Disputes that wait for the GM: look at the step, perhaps unseal the round, and rule. */

import { html, useId, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { CoinsField } from "../money.mjs";
import { Chips, Dialog, Field, Problem, useWork } from "../parts.mjs";
import { link, roundPath } from "../place.mjs";
import { nameOf } from "../labels.mjs";

/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @import { Case } from "../api.d.mts" */
/** @typedef {import("./desk.mjs").DeskProps} DeskProps */
/** @typedef {import("../table/choosing.mjs").Action} Action */

/** @param {DeskProps} props */
export function Rulings(props) {
  const { view, words } = props;
  const [ruling, setRuling] = useState(/** @type {number | null} */ (null));
  const open = view.disputes.filter((one) => !one.ruling);
  const ruled = open.find((one) => one.dispute === ruling);
  if (!open.length) return null;
  return html`<section class="card rulings">
    <h2>Disputes</h2>
    <ul class="disputes">
      ${open.map(
        (one) =>
          html`<li key=${one.dispute}>
            <p class="dispute-head">
              <strong><bdi dir="auto">${nameOf(view, one.seat)}</bdi></strong> on round ${one.round}
            </p>
            <p dir="auto">${one.text}</p>
            <p class="formend">
              <button type="button" class="main" onClick=${() => setRuling(one.dispute)}>Rule…</button>
              <a
                class="button"
                href=${link(roundPath(view.table, one.round, { as: `seat:${one.seat}`, ...(one.version ? { at: one.version } : {}) }))}
                ><${Icon} name="eye" />${one.version ? "See the step" : "See the round"}</a
              >
              <a class="button" href=${link(roundPath(view.table, one.round, { as: "gm" }))}>See everything</a>
            </p>
          </li>`,
      )}
    </ul>
    ${ruled ? html`<${RulingDialog} ...${props} dispute=${ruled} onClose=${() => setRuling(null)} key=${ruled.dispute} />` : null}
    <span class="unseen" aria-live="polite">${open.length} ${words.command("dispute").label}</span>
  </section>`;
}

/** @param {DeskProps & {dispute: Case, onClose: () => void}} props */
function RulingDialog({ view, words, send, offline, dispute, onClose }) {
  const id = useId();
  const [verdict, setVerdict] = useState(/** @type {string | null} */ (null));
  const [remedy, setRemedy] = useState("none");
  const [payer, setPayer] = useState("house");
  const [payee, setPayee] = useState(dispute.seat);
  const [cp, setCp] = useState(/** @type {number | null} */ (null));
  const [text, setText] = useState("");
  const { busy, error, run } = useWork();
  const type = "rule_on_dispute";
  /** @type {Action[]} */
  const actions = view.you?.actions ?? [];
  const variants = actions.filter(
    (one) => one.type === type && (one.params.dispute?.choices ?? []).includes(dispute.dispute),
  );
  /** What may be chosen in any of the offered forms.
   *  @param {string} name
   *  @returns {string[]} */
  const offered = (name) => [
    ...new Set(variants.flatMap((one) => /** @type {string[]} */ (one.params[name]?.choices ?? []))),
  ];
  const remedies = ["none", "coins", "round"];
  const may = (/** @type {string} */ one) => one === "none" || offered("remedy").includes(one);
  const barred = (view.you?.refused ?? []).filter(
    (one) =>
      one.type === type &&
      remedies.includes(String(one.params.remedy)) &&
      (one.params.dispute ?? dispute.dispute) === dispute.dispute,
  );
  const accounts = offered("payer").length ? offered("payer") : [...view.seats.map((one) => one.seat), "pot", "house"];
  /** @param {string} one */
  const account = (one) => (one === "pot" ? "The pot" : one === "house" ? "The House" : nameOf(view, one));
  const upheld = verdict === "upheld";
  const pays = upheld && remedy === "coins";
  const ready = verdict && text.trim() && (!pays || (cp && payer !== payee));
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    run(async () => {
      await send({
        type,
        dispute: dispute.dispute,
        verdict,
        text: text.trim(),
        ...(upheld && remedy !== "none" ? { remedy } : {}),
        ...(pays ? { payer, payee, amount_cp: cp } : {}),
      });
      onClose();
    });
  };
  /** @param {"payer" | "payee"} name
   *  @param {string} value
   *  @param {(value: string) => void} pick */
  const accountField = (
    name,
    value,
    pick,
  ) => html`<${Field} label=${words.param(type, name).label} help=${words.param(type, name).help} id="${id}${name}">
    <select id="${id}${name}" value=${value} onChange=${(/** @type {FieldEvent} */ event) => pick(event.target.value)}>${accounts.map((one) => html`<option value=${one} key=${one}>${account(one)}</option>`)}</select></${Field}>`;
  return html`<${Dialog} title="Rule on the dispute" onClose=${onClose}><form onSubmit=${submit}>
    <blockquote class="quoted" dir="auto">${dispute.text}</blockquote>
    <${Chips} label=${words.param(type, "verdict").label} value=${verdict} onPick=${setVerdict} values=${["upheld", "denied"].map((value) => ({ value, label: words.param(type, "verdict").values?.[value] ?? value }))} />
    ${
      upheld
        ? html`<${Chips}
              label=${words.param(type, "remedy").label}
              value=${remedy}
              onPick=${setRemedy}
              values=${remedies.map((value) => ({ value, label: words.param(type, "remedy").values?.[value] ?? value, disabled: !may(value) }))}
            />
            ${barred.map((one) => html`<p class="help" key=${String(one.params.remedy)}>${one.detail}</p>`)}`
        : null
    }
    ${
      pays
        ? html`<div class="twocolumns">
              ${accountField("payer", payer, setPayer)}${accountField("payee", payee, setPayee)}
            </div>
            <div class="field">
              <span class="fieldlabel">${words.param(type, "amount_cp").label}</span
              ><${CoinsField} label=${words.param(type, "amount_cp").label} cp=${cp} onInput=${setCp} />
            </div>`
        : null
    }
    <${Field} label=${words.param(type, "text").label} help=${words.param(type, "text").help} id="${id}t"><textarea id="${id}t" rows="3" maxlength="1000" required dir="auto" value=${text} onInput=${(/** @type {FieldEvent} */ event) => setText(event.target.value)}></textarea></${Field}>
    <${Problem} error=${error} />
    <div class="formend"><button type="submit" class="main" disabled=${offline || busy || !ready}>Rule</button><button type="button" class="quiet" onClick=${onClose}>Cancel</button></div>
  </form></${Dialog}>`;
}
