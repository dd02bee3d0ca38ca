// @ts-check
/** A GM's tools for the table: its clock, options and game, who sees what, TVs and streams, the log, and its end. */

import { html, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Words } from "../labels.mjs";
import { OptionsForm, propertiesOf } from "../lobby/options.mjs";
import { CopyButton, Dialog, Field, Fold, Problem, useWork } from "../parts.mjs";
import { link, roundPath, tablePath } from "../place.mjs";
import { download } from "../replay/check.mjs";
import { knownTable, remember } from "../session.mjs";
import { MoveForm } from "../table/actions.mjs";
import { ViewAs } from "./viewas.mjs";

/** @import { ComponentChildren } from "../../vendor/preact.mjs" */
/** @import { FieldEvent } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */
/** @import { Handle } from "../server.mjs" */
/** @import { Shown } from "../table/live.mjs" */
/** @typedef {import("./desk.mjs").DeskProps} DeskProps */

/** Tools that are one command, with a form of their own if it has parameters: for the round, for the table, and those
 *  that take something away for good. */
const ROUND = ["pause", "resume", "unseal"];
const TABLE = ["set_listed"];
const DANGER = ["void_round", "close_table"];
const COMMANDS = [...ROUND, ...TABLE, ...DANGER];
/** @type {Record<string, string>} */
const ICONS = {
  pause: "noclock",
  resume: "clock",
  void_round: "close",
  unseal: "eye",
  set_listed: "people",
  close_table: "door",
};

/** @param {DeskProps & {live: Shown}} props */
export function TableTools({ live, ...desk }) {
  const { view, words, send, offline } = desk;
  const [open, setOpen] = useState("");
  const { busy, error, run } = useWork();
  const close = () => setOpen("");
  /** @param {string} type */
  const offered = (type) => view.you?.actions.filter((one) => one.type === type) ?? [];
  /** @param {string} type */
  const refusal = (type) => view.you?.refused.find((one) => one.type === type)?.detail;
  // Without a limit on turns there is no clock to stop.
  const clockless = !view.options?.turn_seconds && !view.options?.next_round_seconds && !view.deadline;
  /** @param {string[]} types */
  const possible = (types) => types.filter((type) => offered(type).length && !(type === "pause" && clockless));
  /** @param {string} type */
  const press = (type) =>
    Object.keys(offered(type)[0].params).length || type === "close_table" ? setOpen(type) : run(() => send({ type }));
  /** @type {(type: string, label: string, icon: string) => ComponentChildren} */
  const tool = (type, label, icon) => {
    const why = offered(type).length ? undefined : refusal(type);
    return html`<button
      type="button"
      class="second"
      aria-disabled=${why ? "true" : undefined}
      title=${why ?? words.command(type).help}
      onClick=${() => why || setOpen(type)}
    >
      <${Icon} name=${icon} />${label}
    </button>`;
  };
  /** @param {string} type */
  const command = (type) =>
    html`<button
      type="button"
      class="second ${DANGER.includes(type) ? "grave" : ""}"
      key=${type}
      disabled=${offline || busy}
      title=${words.command(type).help}
      onClick=${() => press(type)}
    >
      <${Icon} name=${ICONS[type]} />${words.command(type).label}
    </button>`;
  const dangers = possible(DANGER);
  return html`<section class="card desk-tools">
    <h2>Play</h2>
    <div class="toolrow" role="group" aria-label="Play">
      ${possible(ROUND).map(command)}
      <button type="button" class="second" onClick=${() => setOpen("as")}><${Icon} name="eye" />See as…</button>
      <a class="button" href=${link(roundPath(view.table))}><${Icon} name="scroll" />Rounds</a>
    </div>
    <h2>Table</h2>
    <div class="toolrow" role="group" aria-label="Table">
      ${view.closed ? null : tool("set_options", "Options", "sliders")}
      ${view.closed ? null : tool("set_game", words.command("set_game").label, "dice")} ${possible(TABLE).map(command)}
      <button type="button" class="second" onClick=${() => setOpen("screens")}>
        <${Icon} name="screen" />TV and stream
      </button>
      <button type="button" class="second" onClick=${() => setOpen("log")}><${Icon} name="save" />Save the log</button>
      <button type="button" class="second" onClick=${() => setOpen("token")}><${Icon} name="key" />My GM link</button>
    </div>
    ${
      dangers.length
        ? html`<${Fold} class="desk-danger" summary="Danger">
            <div class="toolrow" role="group" aria-label="Danger">${dangers.map(command)}</div>
          </${Fold}>`
        : null
    }
    ${view.phase !== "lobby" && !view.closed ? html`<p class="help">Options, the game and sheets can be changed between rounds.</p>` : null}
    <${Problem} error=${error} />
    ${open === "as" ? html`<${ViewAs} ...${desk} onClose=${close} />` : null}
    ${open === "screens" ? html`<${Screens} view=${view} onClose=${close} />` : null}
    ${open === "set_options" ? html`<${OptionsDialog} ...${desk} onClose=${close} />` : null}
    ${open === "set_game" ? html`<${GameDialog} ...${desk} onClose=${close} />` : null}
    ${open === "log" ? html`<${LogDialog} handle=${live.handle} table=${view.table} onClose=${close} />` : null}
    ${open === "token" ? html`<${TokenDialog} ...${desk} onClose=${close} />` : null}
    ${
      COMMANDS.includes(open)
        ? html`<${Dialog} title=${words.command(open).label} onClose=${close}>
      <${MoveForm} ...${{ words, view, actor: null, send, offline }} group=${{ type: open, variants: offered(open) }} gone=${offered(open).length ? undefined : (refusal(open) ?? "This cannot be done now.")} onDone=${close} inDialog /></${Dialog}>`
        : null
    }
  </section>`;
}

/** @param {DeskProps & {onClose: () => void}} props */
function OptionsDialog({ view, words, send, offline, onClose }) {
  const schema = words.game?.options;
  const properties = propertiesOf(schema);
  /** @type {Record<string, unknown>} */
  const now = view.options ?? {};
  const [values, setValues] = useState(() =>
    Object.fromEntries(
      Object.entries(now).filter(
        ([name, value]) => name in properties && JSON.stringify(value) !== JSON.stringify(properties[name].default),
      ),
    ),
  );
  const { busy, error, run } = useWork();
  const changed = Object.fromEntries(
    Object.entries(properties)
      .map(([name, property]) => /** @type {const} */ ([name, name in values ? values[name] : property.default]))
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name])),
  );
  const count = Object.keys(changed).length;
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    run(async () => {
      await send({ type: "set_options", options: changed });
      onClose();
    });
  };
  return html`<${Dialog} title="Options" wide onClose=${onClose}><form onSubmit=${submit}>
    <p class="help">${words.command("set_options").help}</p>
    <${OptionsForm} schema=${schema} words=${words} values=${values} onChange=${setValues} />
    <${Problem} error=${error} />
    <div class="formend sticky"><button type="submit" class="main" disabled=${offline || busy || !count}>${count ? `Change ${count} ${count === 1 ? "option" : "options"}` : "Nothing changed"}</button><button type="button" class="quiet" onClick=${onClose}>Cancel</button></div>
  </form></${Dialog}>`;
}

/** @param {DeskProps & {onClose: () => void}} props */
function GameDialog({ view, words, send, offline, onClose }) {
  const others = (words.catalogue?.games ?? []).filter((one) => one.id !== view.game);
  const [game, setGame] = useState(others[0]?.id ?? "");
  const [values, setValues] = useState(/** @type {Record<string, unknown>} */ ({}));
  const { busy, error, run } = useWork();
  const next = new Words(words.catalogue, game);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    run(async () => {
      await send({ type: "set_game", game, ...(Object.keys(values).length ? { options: values } : {}) });
      onClose();
    });
  };
  return html`<${Dialog} title=${words.command("set_game").label} wide onClose=${onClose}><form onSubmit=${submit}>
    <p class="help">Seats keep purses, sheets and luck words. The clock, the door and how luck works stay as they are.</p>
    <fieldset class="gamepicker"><legend class="unseen">Game</legend>
      ${others.map(
        (one) =>
          html`<label class="gamecard" key=${one.id}
            ><input
              type="radio"
              name="next-game"
              checked=${one.id === game}
              onChange=${() => {
                setGame(one.id);
                setValues({});
              }}
            />
            <span class="gamecard-face"
              ><strong>${one.name}</strong><span>${one.summary}</span
              ><small>${one.seats.min} to ${one.seats.max} seats</small></span
            ></label
          >`,
      )}
    </fieldset>
    <${OptionsForm} key=${game} schema=${next.game?.options} words=${next} values=${values} onChange=${setValues} common=${false} />
    <${Problem} error=${error} />
    <div class="formend sticky"><button type="submit" class="main" disabled=${offline || busy || !game}>Play ${next.game?.name}</button><button type="button" class="quiet" onClick=${onClose}>Cancel</button></div>
  </form></${Dialog}>`;
}

/** @param {{handle: Handle, table: string, onClose: () => void}} props */
function LogDialog({ handle, table, onClose }) {
  const { busy, error, run } = useWork();
  return html`<${Dialog} title="Save the log" onClose=${onClose}>
    <p>The log holds everything that ever happened at this table, hidden dice and disputed steps included. Only the seeds of running and future rounds are missing. <strong>Guard it.</strong></p>
    <${Problem} error=${error} />
    <div class="formend"><button type="button" class="main" disabled=${busy} aria-busy=${busy} onClick=${() =>
      run(async () => {
        download(`${table}.jsonl`, await handle.export(), "application/x-ndjson");
        onClose();
      })}>Save it</button>
      <button type="button" class="quiet" onClick=${onClose}>Cancel</button></div>
  </${Dialog}>`;
}

/** The GM's own link: to continue on another device, or to replace.
 *  @param {DeskProps & {onClose: () => void}} props */
function TokenDialog({ view, send, offline, onClose }) {
  const { busy, error, run } = useWork();
  const { gm } = knownTable(view.table);
  const [sure, setSure] = useState(false);
  const renew = () =>
    run(async () => {
      const answer = await send({ type: "new_token", target: "gm" });
      remember(view.table, { gm: answer.token ?? undefined });
      setSure(false);
    });
  const [shown, setShown] = useState(false);
  const address = `${link(tablePath(view.table))}#gm=${encodeURIComponent(gm ?? "")}`;
  return html`<${Dialog} title="My GM link" onClose=${onClose}>
    <p>With this link another browser of yours runs the table. Who has it sees every die: show it to nobody.</p>
    ${
      shown
        ? html`<div class="copyline">
            <input
              readonly
              aria-label="GM link"
              value=${address}
              onFocus=${(/** @type {FieldEvent} */ event) => event.target.select()}
            /><${CopyButton} text=${address} label="Copy link" />
          </div>`
        : html`<div class="formend">
            <button type="button" class="second" onClick=${() => setShown(true)}>Show the link</button
            ><${CopyButton} text=${address} label="Copy it unseen" />
          </div>`
    }
    <hr />
    ${
      sure
        ? html`<p>The old link stops working at once, in every other browser.</p>
            <div class="formend">
              <button type="button" class="danger" disabled=${offline || busy} onClick=${renew}>Replace it</button
              ><button type="button" class="quiet" onClick=${() => setSure(false)}>Keep it</button>
            </div>`
        : html`<p class="help">
            Has somebody else got it?
            <button type="button" class="textbutton" onClick=${() => setSure(true)}>Replace it</button>.
          </p>`
    }
    <${Problem} error=${error} />
  </${Dialog}>`;
}

/** Links for spectators, TVs, streams and frames.
 *  @param {{view: View, onClose: () => void}} props */
function Screens({ view, onClose }) {
  const { invite } = knownTable(view.table);
  const table = link(tablePath(view.table));
  const secret = invite ? `#invite=${encodeURIComponent(invite)}` : "";
  const open = view.options?.watch !== "closed";
  /** @type {{label: string, address: string, help: string}[]} */
  const links = [
    {
      label: "TV",
      address: `${table}/overlay?on=tv${secret}`,
      help: `Large, with a ground of its own.${invite ? " Between rounds it shows the QR code and the join code." : ""}`,
    },
    {
      label: "Stream",
      address: `${table}/overlay${open ? "" : secret}`,
      help: "Transparent, for a browser source. With ?chronicle=off it leaves out the sentences.",
    },
    {
      label: "Spectators",
      address: open ? table : `${table}${secret}`,
      help: open
        ? "Everybody who has this link can watch."
        : "Watching is closed at this table: this link has the invite.",
    },
    {
      label: "In a frame",
      address: `<iframe src="${table}/overlay" title="Tavern Table"></iframe>`,
      help: "For another site, if the operator lets it show this server’s pages.",
    },
  ];
  return html`<${Dialog} title="TV and stream" wide onClose=${onClose}>
    <p class="help">These show what everybody may see, and never a hidden die.</p>
    ${links.map(
      ({ label, address, help }, at) => html`<${Field} key=${label} label=${label} help=${help} id="screen${at}">
      <div class="copyline"><input id="screen${at}" readonly value=${address} onFocus=${(/** @type {FieldEvent} */ event) => event.target.select()} /><${CopyButton} text=${address} />
        ${at < 2 ? html`<a class="button" href=${address} target="_blank" rel="noopener">Open</a>` : null}</div></${Field}>`,
    )}
  </${Dialog}>`;
}
