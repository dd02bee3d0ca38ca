// @ts-check
/** What a GM needs to host: start rounds, invite, admit, and add players that the server plays. */

import { html, useEffect, useId, useMemo, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { SitForm, newKey } from "../lobby/joining.mjs";
import { pairingWord } from "../lobby/pairing.mjs";
import { refill } from "../lobby/practice.mjs";
import { Coins, CoinsField } from "../money.mjs";
import { Chips, CopyButton, Dialog, Field, Problem, explained, useWork } from "../parts.mjs";
import { link, tablePath } from "../place.mjs";
import { tableFor } from "../server.mjs";
import { isFramed, knownTable, remember } from "../session.mjs";
import { JoinCode } from "./joincode.mjs";

/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */
/** @typedef {import("../labels.mjs").Words} Words */

/** Names for players that the server plays. */
const NPC_NAMES = [
  "Odo",
  "Wren",
  "Mirela",
  "Tamsin",
  "Barnaby",
  "Isolde",
  "Grim",
  "Hesper",
  "Corwin",
  "Old Pell",
  "Sable",
  "Fenwick",
  "Marigold",
  "Thorn",
  "Ludo",
  "Quill",
];

/** A name that nobody at the table has.
 *  @param {View} view */
function freeName(view) {
  const taken = new Set([...view.seats, ...view.asking].map((seat) => seat.name));
  return NPC_NAMES.find((name) => !taken.has(name)) ?? `Guest ${view.seats.length + 1}`;
}

/** The link with which others sit down.
 *  @param {string} table
 *  @param {string} invite */
export const inviteLink = (table, invite) => `${link(tablePath(table))}#invite=${encodeURIComponent(invite)}`;

/** A QR code, drawn when its library is there.
 *  @param {{text: string, label: string}} props */
export function QrCode({ text, label }) {
  const [path, setPath] = useState(/** @type {{d: string, size: number} | null} */ (null));
  useEffect(() => {
    let over = false;
    import("../../vendor/uqr.mjs").then(
      ({ encode }) => {
        if (over) return;
        const { size, data } = encode(text, { ecc: "M", border: 2 });
        setPath({
          size,
          d: data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join(""),
        });
      },
      () => {},
    );
    return () => void (over = true);
  }, [text]);
  return html`<div class="qr">
    ${
      path
        ? html`<svg viewBox="0 0 ${path.size} ${path.size}" role="img" aria-label=${label} shape-rendering="crispEdges">
            <rect width=${path.size} height=${path.size} fill="#fff" />
            <path d=${path.d} fill="#000" />
          </svg>`
        : null
    }
  </div>`;
}

/** @param {{table: string, gm: string, onClose: () => void}} props */
function InviteDialog({ table, gm, onClose }) {
  return html`<${Dialog} title="Invite players" onClose=${onClose}><${Invite} table=${table} gm=${gm} /></${Dialog}>`;
}

/** The invite: as a QR code, and as a link to send.
 *  @param {{table: string, gm: string}} props */
export function Invite({ table, gm }) {
  const { busy, error, run } = useWork();
  const [invite, setInvite] = useState(knownTable(table).invite);
  const renew = () =>
    run(async () => {
      const answer = await tableFor(table, gm).send({ type: "new_invite" });
      remember(table, { invite: answer.invite ?? undefined });
      setInvite(answer.invite ?? undefined);
    });
  const address = invite ? inviteLink(table, invite) : "";
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const share = () => navigator.share({ title: "Tavern Table", url: address }).catch(() => {});
  return html`<div class="invite">
    ${
      invite
        ? html` <${QrCode} text=${address} label="QR code of the invite link" />
            <p class="invite-hint">Scan it with a phone’s camera, or send the link.</p>
            <${JoinCode} table=${table} token=${gm} make key=${invite} />
            <div class="copyline">
              <input
                readonly
                value=${address}
                aria-label="Invite link"
                onFocus=${(/** @type {FieldEvent} */ event) => event.target.select()}
              /><${CopyButton} text=${address} label="Copy link" />
              ${"share" in navigator && !isFramed ? html`<button type="button" class="second" onClick=${share}><${Icon} name="share" />Share</button>` : null}
            </div>
            ${local ? html`<p class="help warn">This address works on this computer only. For phones, start the server with <code>--host 0.0.0.0</code>, and open this page at the computer’s address in your network.</p>` : null}
            <p class="help">
              Anyone with the link or the code can take a seat, or ask you for one.${" "}
              <button type="button" class="textbutton" disabled=${busy} onClick=${renew}>Replace it</button>${" "}and
              the old ones stop working.
            </p>`
        : html`<p>This browser does not have the invite of this table.</p>
            <button type="button" class="main" disabled=${busy} onClick=${renew}>Make a new invite</button>`
    }
    <${Problem} error=${error} />
  </div>`;
}

/** @param {{view: View, words: Words, gm: string, onClose: () => void}} props */
function NpcDialog({ view, words, gm, onClose }) {
  const temperaments = words.game?.temperaments ?? ["cautious"];
  const [name, setName] = useState(() => freeName(view));
  const [npc, setNpc] = useState(temperaments[0]);
  const [purse, setPurse] = useState(/** @type {number | null} */ (5000));
  const { busy, error, run } = useWork();
  const id = useId();
  /** @param {string} one */
  const called = (one) => words.of("temperaments", one);
  // Pressing twice sits one down.
  const key = useMemo(newKey, [name, npc, purse]);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    run(async () => {
      await tableFor(view.table, gm).sit({ name: name.trim(), npc, purse_cp: purse ?? 0, key });
      onClose();
    });
  };
  return html`<${Dialog} title="Add a player of the house" onClose=${onClose}><form onSubmit=${submit}>
    <p class="help">The server plays it. It sees only what its seat sees.</p>
    <${Field} label="Name" id="${id}n"><input id="${id}n" required maxlength="60" dir="auto" value=${name} onInput=${(/** @type {FieldEvent} */ event) => setName(event.target.value)} /></${Field}>
    <div class="field">
      <${Chips} label="Temperament" value=${npc} onPick=${setNpc} values=${temperaments.map((value) => ({ value, label: called(value).label }))} />
      <p class="help" role="status">${called(npc).help}</p>
    </div>
    <div class="field"><span class="fieldlabel">Purse</span><${CoinsField} label="Purse" cp=${purse} onInput=${setPurse} /></div>
    <${Problem} error=${error} />
    <div class="formend"><button type="submit" class="main" disabled=${busy}>Add</button></div>
  </form></${Dialog}>`;
}

/** Newcomers who wait to be let in. Both sides see the pairing word.
 *  @param {{view: View, words: Words, gm: string}} props */
export function Admissions({ view, words, gm }) {
  const { busy, error, run } = useWork();
  if (!view.asking.length) return null;
  /** @param {string} type
   *  @param {string} target */
  const decide = (type, target) => run(() => tableFor(view.table, gm).send({ type, target }));
  return html`<section class="admissions card" aria-label="Waiting to be let in">
    <h2 class="small">Waiting to be let in</h2>
    <ul>
      ${view.asking.map(
        (one) =>
          html`<li key=${one.seat}>
            <span class="asking-name"
              ><bdi dir="auto">${one.name}</bdi
              >${one.kind === "watcher" ? html` <span class="tag">${words.of("roles", "watcher").label}</span>` : null}
              ${typeof one.purse_cp === "number" ? html`<span class="purse"><${Coins} cp=${one.purse_cp} /></span>` : null}</span
            >
            <span class="pairing"
              >their screen shows <strong>${pairingWord(view.table, one.seat, one.name)}</strong></span
            >
            <span class="formend"
              ><button type="button" class="main" disabled=${busy} onClick=${() => decide("admit_seat", one.seat)}>
                ${words.command("admit_seat").label}
              </button>
              <button type="button" class="second" disabled=${busy} onClick=${() => decide("refuse_seat", one.seat)}>
                ${words.command("refuse_seat").label}
              </button></span
            >
          </li>`,
      )}
    </ul>
    <${Problem} error=${error} />
  </section>`;
}

/** Seats that have asked for coins: the GM brings them, or says no.
 *  @param {{view: View, words: Words, gm: string}} props */
export function Requests({ view, words, gm }) {
  const { busy, error, run } = useWork();
  const asking = view.seats.filter((seat) => seat.asks_cp && seat.played_by !== "nobody");
  if (!asking.length) return null;
  /** @param {import("../server.mjs").Command} command */
  const answer = (command) => run(() => tableFor(view.table, gm).send(command));
  return html`<section class="admissions card" aria-label="Asking for coins">
    <h2 class="small">Asking for coins</h2>
    <ul>
      ${asking.map(
        ({ seat, name, asks_cp }) =>
          html`<li key=${seat}>
            <span class="asking-name"
              ><bdi dir="auto">${name}</bdi> <span class="purse"><${Coins} cp=${asks_cp} /></span
            ></span>
            <span class="formend"
              ><button
                type="button"
                class="main"
                disabled=${busy}
                onClick=${() => answer({ type: "give_coins", target: seat, amount_cp: asks_cp, reason: "as asked" })}
              >
                ${words.command("give_coins").label}
              </button>
              <button
                type="button"
                class="second"
                disabled=${busy}
                onClick=${() => answer({ type: "refuse_coins", target: seat })}
              >
                ${words.command("refuse_coins").label}
              </button></span
            >
          </li>`,
      )}
    </ul>
    <${Problem} error=${error} />
  </section>`;
}

/** The GM's bar. It works beside a seat of the GM's own as well: then without looking at what the GM could see.
 *  @param {{view: View, words: Words, gm: string, seated: boolean, offline: boolean, start: boolean}} props */
export function HostBar({ view, words, gm, seated, offline, start }) {
  const [open, setOpen] = useState(/** @type {"" | "invite" | "npc" | "sit"} */ (""));
  const close = () => setOpen("");
  const between = view.phase === "lobby";
  const style = seated && !between ? "tiny" : "second";
  if (view.closed) return null;
  return html`<div class="hostbar" role="group" aria-label="Hosting">
    ${between && start ? html`<${StartButton} ...${{ view, words, gm, offline }} />` : null}
    <button type="button" class=${style} onClick=${() => setOpen("invite")}><${Icon} name="qr" />Invite</button>
    <button type="button" class=${style} onClick=${() => setOpen("npc")}><${Icon} name="bot" />Add NPC</button>
    ${seated ? null : html`<button type="button" class="second" onClick=${() => setOpen("sit")}><${Icon} name="people" />Play along</button>`}
    ${open === "invite" ? html`<${InviteDialog} table=${view.table} gm=${gm} onClose=${close} />` : null}
    ${open === "npc" ? html`<${NpcDialog} ...${{ view, words, gm }} onClose=${close} />` : null}
    ${
      open === "sit"
        ? html`<${Dialog} title="Play along" onClose=${close}><p class="help">Your seat sees only what a player sees. You can change between it and the GM’s view at any time.</p>
      <${SitForm} view=${view} gm=${gm} mayWatch=${false} /></${Dialog}>`
        : null
    }
  </div>`;
}

/** Starts the next round. What the server says against it is shown.
 *  @param {{view: View, words: Words, gm: string, offline: boolean}} props */
export function StartButton({ view, words, gm, offline }) {
  const { busy, error, run } = useWork();
  const refused = view.viewer === "gm" ? view.you?.refused.find((one) => one.type === "start_round") : null;
  const start = () =>
    run(async () => {
      if (knownTable(view.table).practice) await refill(view, gm);
      await tableFor(view.table, gm).send({ type: "start_round" });
      scrollTo(0, 0);
    });
  return html`<span class="startround">
    <button
      type="button"
      class="main big"
      disabled=${busy || offline || Boolean(refused)}
      aria-busy=${busy}
      onClick=${start}
    >
      <${Icon} name="play" />${view.round ? "Next round" : words.command("start_round").label}
    </button>
    ${refused ? html`<span class="help">${refused.detail}</span>` : error ? html`<span class="help warn" role="alert">${explained(error)}</span>` : null}
  </span>`;
}
