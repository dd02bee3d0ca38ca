// @ts-check
/** A GM's tools for one seat: its coins, who plays it, its link, its character, and its place. */

import { html, useEffect, useId, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { CharacterFields } from "../lobby/sheet.mjs";
import { Coins, CoinsField, inWords } from "../money.mjs";
import { Chips, CopyButton, Dialog, Field, Fold, Problem, useWork } from "../parts.mjs";
import { link, tablePath } from "../place.mjs";
import { QrCode } from "../table/hosting.mjs";
import { roleOf } from "../table/seats.mjs";
import { GiftForm } from "./gifts.mjs";

/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @import { Character, SeatView } from "../api.d.mts" */
/** @import { Sheet } from "../lobby/sheet.mjs" */
/** @typedef {import("./desk.mjs").DeskProps} DeskProps */
/** @typedef {import("../table/choosing.mjs").Action} Action */

/** @param {DeskProps & {seat: SeatView, onClose: () => void}} props */
export function SeatDialog({ seat, onClose, ...desk }) {
  const { view, words } = desk;
  const between = view.phase === "lobby";
  return html`<${Dialog} title=${seat.name} onClose=${onClose}>
    <p class="seat-summary">${roleOf(seat, words)}<span><${Coins} cp=${seat.purse_cp} /></span></p>
    ${view.closed ? null : html`<${CoinsForm} ...${desk} seat=${seat} />`}
    ${view.closed ? null : html`<${WhoPlays} ...${desk} seat=${seat} />`}
    <${NewLink} ...${desk} target=${seat.seat} name=${seat.name} npc=${seat.kind === "npc"} />
    ${
      seat.kind === "watcher" || view.closed
        ? null
        : between
          ? html`<${Fold} summary="Character sheet"><${SheetForm} ...${desk} seat=${seat} /></${Fold}>`
          : html`<p class="help">The character sheet can be changed between rounds.</p>`
    }
    ${
      seat.kind === "watcher" || view.closed
        ? null
        : html`<${Fold} summary=${words.command("give_set").label}><${GiftForm} ...${desk} seat=${seat} /></${Fold}>`
    }
    ${view.closed ? null : html`<${Removal} ...${desk} seat=${seat} onDone=${onClose} />`}
  </${Dialog}>`;
}

/** Loans and cash-outs.
 *  @param {DeskProps & {seat: SeatView}} props */
function CoinsForm({ view, words, send, offline, seat }) {
  const id = useId();
  const [way, setWay] = useState(/** @type {"give_coins" | "take_coins"} */ ("give_coins"));
  const [cp, setCp] = useState(/** @type {number | null} */ (null));
  const [reason, setReason] = useState("");
  const [done, setDone] = useState("");
  const { busy, error, run, clear } = useWork();
  /** @type {Action | undefined} */
  const action = view.you?.actions.find(
    (/** @type {Action} */ one) => one.type === way && one.params.target?.choices?.includes(seat.seat),
  );
  const refused = view.you?.refused.find((one) => one.type === way && (one.params.target ?? seat.seat) === seat.seat);
  const most = action?.params.amount_cp?.max ?? 0;
  const after = seat.purse_cp + (way === "give_coins" ? (cp ?? 0) : -(cp ?? 0));
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    run(async () => {
      const amount = cp ?? 0;
      await send({ type: way, target: seat.seat, amount_cp: amount, reason: reason.trim() });
      setDone(`${way === "give_coins" ? "Given" : "Taken"}: ${inWords(amount)}.`);
      setCp(null);
      setReason("");
    });
  };
  return html`<form class="desk-part" onSubmit=${submit}>
    <${Chips}
      label="Coins"
      value=${way}
      onPick=${(/** @type {typeof way} */ value) => {
        setWay(value);
        clear();
        setDone("");
      }}
      values=${["give_coins", "take_coins"].map((value) => ({ value, label: words.command(value).label }))}
    />
    ${
      action
        ? html`
      <${CoinsField} label=${words.param(way, "amount_cp").label} cp=${cp} onInput=${(
        /** @type {number | null} */ next,
      ) => {
        setCp(next);
        setDone("");
      }} />
      <${Field} label=${words.param(way, "reason").label} id=${id}><input id=${id} required maxlength="200" dir="auto" autocomplete="off" placeholder=${way === "give_coins" ? "A loan" : "Cashed out"} value=${reason} onInput=${(/** @type {FieldEvent} */ event) => setReason(event.target.value)} /></${Field}>
      ${cp ? html`<p class="help ${cp > most ? "warn" : ""}">${cp > most ? `At most ${inWords(most)}.` : `The purse then holds ${inWords(after)}.`}</p>` : null}
      <${Problem} error=${error} />
      <div class="formend"><button type="submit" class="main" disabled=${offline || busy || !cp || cp > most}>${words.command(way).label}</button><span role="status" class="help">${done}</span></div>`
        : html`<p class="help">${refused?.detail ?? "There is nothing to take."}</p>`
    }
  </form>`;
}

/** Taking a seat over, and giving it back.
 *  @param {DeskProps & {seat: SeatView}} props */
function WhoPlays({ view, words, send, offline, seat }) {
  const { busy, error, run } = useWork();
  const offers = ["take_over", "give_back"].filter((type) =>
    view.you?.actions.some(
      (/** @type {Action} */ one) => one.type === type && one.params.target?.choices?.includes(seat.seat),
    ),
  );
  if (!offers.length) return null;
  return html`<div class="desk-part">
    <h3>Who plays this seat</h3>
    ${offers.map(
      (type) =>
        html`<p key=${type} class="offer">
          <button
            type="button"
            class="second"
            disabled=${offline || busy}
            onClick=${() => run(() => send({ type, target: seat.seat }))}
          >
            ${words.command(type).label}
          </button>
          <span class="help">${words.command(type).help}</span>
        </p>`,
    )}
    <${Problem} error=${error} />
  </div>`;
}

/** A new token, as a link to hand over. The old one stops working.
 *  @param {DeskProps & {target: string, name: string, npc?: boolean}} props */
function NewLink({ view, send, offline, target, name, npc = false }) {
  const [address, setAddress] = useState("");
  const { busy, error, run } = useWork();
  useEffect(() => setAddress(""), [target]);
  const renew = () =>
    run(async () => {
      const answer = await send({ type: "new_token", target });
      setAddress(`${link(tablePath(view.table))}#token=${encodeURIComponent(answer.token ?? "")}`);
    });
  return html`<div class="desk-part">
    <h3>Link to this seat</h3>
    ${
      address
        ? html`<${QrCode} text=${address} label="QR code of the link" />
            <div class="copyline">
              <input
                readonly
                aria-label="Link"
                value=${address}
                onFocus=${(/** @type {FieldEvent} */ event) => event.target.select()}
              /><${CopyButton} text=${address} label="Copy link" />
            </div>
            <p class="help">Hand it to <bdi>${name}</bdi> alone: who has it plays this seat. It is shown once.</p>`
        : html`<p class="offer">
            <button type="button" class="second" disabled=${offline || busy} onClick=${renew}>
              <${Icon} name="link" />New link
            </button>
            <span class="help"
              >${npc ? "To watch as this seat. Its old link stops working." : "For a player whose browser lost the seat. The old link stops working at once."}</span
            >
          </p>`
    }
    <${Problem} error=${error} />
  </div>`;
}

/** @param {DeskProps & {seat: SeatView}} props */
function SheetForm({ words, send, offline, seat }) {
  const [first] = useState(() => textsOf(seat.character));
  const [character, setCharacter] = useState(/** @type {Sheet} */ ({ sheet: undefined, doubtful: false }));
  const [saved, setSaved] = useState(/** @type {Sheet | null} */ (null));
  const { busy, error, run } = useWork();
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    run(async () => {
      await send({ type: "set_character", target: seat.seat, character: character.sheet ?? {} });
      setSaved(character);
    });
  };
  return html`<form onSubmit=${submit}>
    <p class="help">${words.command("set_character").help}</p>
    <${CharacterFields} first=${first} onChange=${setCharacter} />
    <${Problem} error=${error} />
    <div class="formend">
      <button type="submit" class="main" disabled=${offline || busy || character.doubtful}>
        ${words.command("set_character").label}</button
      ><span role="status" class="help">${saved === character ? "Saved." : ""}</span>
    </div>
  </form>`;
}

/** A sheet as texts, also what the form does not show: the new sheet replaces all of the old one.
 *  @param {Character | null} character
 *  @returns {Record<string, string>} */
function textsOf(character) {
  /** @type {Record<string, string>} */
  const texts = {};
  for (const [section, values] of Object.entries(character ?? {})) {
    for (const [key, value] of Object.entries(typeof values === "number" ? { "": values } : values))
      if (value !== false) texts[`${section}.${key}`] = value === true ? "yes" : String(value);
  }
  return texts;
}

/** @param {DeskProps & {seat: SeatView, onDone: () => void}} props */
function Removal({ view, words, send, offline, seat, onDone }) {
  const [sure, setSure] = useState(false);
  const { busy, error, run } = useWork();
  const label = words.command("remove_seat");
  if (
    !view.you?.actions.some(
      (/** @type {Action} */ one) => one.type === "remove_seat" && one.params.target?.choices?.includes(seat.seat),
    )
  )
    return null;
  const remove = () =>
    run(async () => {
      await send({ type: "remove_seat", target: seat.seat });
      onDone();
    });
  return html`<div class="desk-part">
    ${
      sure
        ? html`<p>${label.help}</p>
            <div class="formend">
              <button type="button" class="danger" disabled=${offline || busy} onClick=${remove}>
                Remove <bdi>${seat.name}</bdi>
              </button>
              <button type="button" class="quiet" onClick=${() => setSure(false)}>Keep the seat</button>
            </div>`
        : html`<button type="button" class="second grave" onClick=${() => setSure(true)}>
            Remove <bdi>${seat.name}</bdi>…
          </button>`
    } <${Problem} error=${error} />
  </div>`;
}
