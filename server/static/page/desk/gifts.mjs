// @ts-check
/** What a GM gives a seat in secret: a crooked set of dice or cards. */

import { html, useId, useState } from "../../vendor/preact.mjs";
import { FaceField } from "../lobby/sets.mjs";
import { Field, Problem, useWork } from "../parts.mjs";

/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @import { SeatView } from "../api.d.mts" */
/** @typedef {import("./desk.mjs").DeskProps} DeskProps */
/** @typedef {import("../table/choosing.mjs").Action} Action */

/** @param {DeskProps & {seat: SeatView}} props */
export function GiftForm({ view, words, send, offline, seat }) {
  const id = useId();
  const [set, setSet] = useState("");
  const [face, setFace] = useState(6);
  const [done, setDone] = useState("");
  const { busy, error, run } = useWork();
  /** @type {Action[]} */
  const actions = view.you?.actions ?? [];
  const offered = actions.filter((one) => one.type === "give_set" && one.params.target?.choices?.includes(seat.seat));
  const names = offered.flatMap((one) => /** @type {string[]} */ (one.params.set.choices));
  const favours = offered.some((one) => one.params.faces && one.params.set.choices?.includes(set));
  const refused = view.you?.refused.find((one) => one.type === "give_set");
  if (!names.length)
    return html`<p class="help">${refused?.detail ?? "No crooked set looks like what this seat plays with."}</p>`;
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    run(async () => {
      const faces = favours ? { faces: { d6: face } } : {};
      await send({ type: "give_set", target: seat.seat, set, ...faces });
      setDone(`Given: ${words.set(set).label}.`);
      setSet("");
    });
  };
  return html`<form class="desk-part" onSubmit=${submit}>
    <${Field} label=${words.param("give_set", "set").label} id=${id} help=${words.command("give_set").help}>
      <select id=${id} required value=${set} onChange=${(/** @type {FieldEvent} */ event) => setSet(event.target.value)}>
        <option value="" disabled>Choose</option>
        ${names.map((name) => html`<option value=${name} key=${name}>${words.set(name).label}</option>`)}
      </select>
    </${Field}>
    ${favours ? html`<${FaceField} id="${id}f" face=${face} onChange=${setFace} />` : null}
    <${Problem} error=${error} />
    <button type="submit" class="second" disabled=${busy || offline}>${words.command("give_set").label}</button>
    <p class="help" role="status">${done}</p>
  </form>`;
}
