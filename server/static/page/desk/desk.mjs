// @ts-check
/** The GM's desk: who sits here and who acts for them, disputes to rule on, and everything about the table itself. */

import { html, useEffect, useState } from "../../vendor/preact.mjs";
import { Icon } from "../icons.mjs";
import { Coins } from "../money.mjs";
import { Problem } from "../parts.mjs";
import { Moves, OtherMoves, movesOf } from "../table/actions.mjs";
import { nameOf } from "../labels.mjs";
import { seated, roleOf } from "../table/seats.mjs";
import { Rulings } from "./rulings.mjs";
import { SeatDialog } from "./seat.mjs";
import { TableTools } from "./tools.mjs";

/** @import { CommandAnswer, Doing, SeatView, View } from "../api.d.mts" */
/** @import { Command, Handle } from "../server.mjs" */
/** @import { Shown } from "../table/live.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */
/** @typedef {(command: Command, options?: {seat?: string}) => Promise<CommandAnswer>} Send */
/** @typedef {{view: View, words: Words, send: Send, offline: boolean}} DeskProps */

/** @param {{live: Shown, words: Words, offline: boolean}} props */
export function Desk({ live, words, offline }) {
  const { view, handle } = live;
  const [acting, setActing] = useState(/** @type {string | null} */ (null));
  const [open, setOpen] = useState(/** @type {string | null} */ (null));
  // What the GM plays waits for the GM.
  const taken = view.seats.find((one) => one.played_by === "gm" && one.kind !== "gm" && view.to_act.includes(one.seat));
  const seat = view.seats.some((one) => one.seat === acting) ? acting : (taken?.seat ?? null);
  /** @type {Send} */
  const send = async (command, options) => {
    const answer = await handle.send(command, options);
    live.take(answer.view);
    return answer;
  };
  const desk = { view, words, send, offline };
  const shown = view.closed ? null : seat;
  const opened = view.seats.find((one) => one.seat === open);
  return html`<section class="desk" aria-label="The GM’s desk">
    ${shown ? html`<${Acting} ...${desk} handle=${handle} seat=${shown} key=${shown} onStop=${acting ? () => setActing(null) : null} />` : null}
    <section class="card desk-seats">
      <h2>Seats</h2>
      ${
        view.seats.length
          ? html`<ul>
              ${seated(view).map((one) => html`<${Row} key=${one.seat} ...${desk} seat=${one} acting=${seat === one.seat} onAct=${() => setActing(acting === one.seat ? null : one.seat)} onOpen=${() => setOpen(one.seat)} />`)}
            </ul>`
          : html`<p class="help">Nobody sits here yet. Invite players, or add some of the house’s.</p>`
      }
    </section>
    <div class="desk-rest">
      <${Rulings} ...${desk} />
      <${TableTools} ...${desk} live=${live} />
    </div>
    ${opened ? html`<${SeatDialog} ...${desk} seat=${opened} onClose=${() => setOpen(null)} />` : null}
  </section>`;
}

/** @param {DeskProps & {seat: SeatView, acting: boolean, onAct: () => void, onOpen: () => void}} props */
function Row({ view, words, seat, acting, offline, onAct, onOpen }) {
  const mayAct = seat.kind !== "npc" || seat.played_by === "gm";
  const turn = view.to_act.includes(seat.seat);
  return html`<li class="desk-row ${turn ? "acts" : ""}">
    <span class="desk-who"
      ><span class="desk-name"
        >${turn ? html`<span class="turnmark" aria-label="to act">▶</span> ` : null}<bdi dir="auto"
          >${seat.name}</bdi
        ></span
      >
      <span class="desk-what"
        >${roleOf(seat, words)}<${Coins}
          cp=${seat.purse_cp}
        />${seat.temperament ? html`<span class="soft">${seat.temperament.replaceAll("_", " ")}</span>` : null}</span
      ></span
    >
    ${mayAct && seat.kind !== "watcher" && view.phase !== "lobby" && !view.closed ? html`<button type="button" class="tiny" aria-pressed=${acting} disabled=${offline} onClick=${onAct}>Act for<span class="unseen"> ${seat.name}</span></button>` : null}
    <button type="button" class="tiny" onClick=${onOpen}>Manage<span class="unseen"> ${seat.name}</span></button>
  </li>`;
}

/** The moves of a seat, made by the GM: exactly those that the seat itself has.
 *  @param {DeskProps & {handle: Handle, seat: string, onStop: (() => void) | null}} props */
function Acting({ view, words, send, offline, handle, seat, onStop }) {
  const [seen, setSeen] = useState(/** @type {View | null} */ (null));
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    const stop = new AbortController();
    handle.look({ actsFor: seat, signal: stop.signal }).then(
      (looked) => {
        if (stop.signal.aborted) return;
        setSeen(looked);
        setProblem(null);
      },
      (error) => stop.signal.aborted || setProblem(error),
    );
    return () => stop.abort();
  }, [handle, seat, view.version]);
  /** @type {Doing | null} */
  const current = seen?.you?.acts_for?.[seat] ?? null;
  // Until the seat's actions of the next version are here, its last ones stay, without being sent.
  const waits = offline || seen?.version !== view.version;
  /** @param {Command} command */
  const act = (command) => send(command, { seat });
  // A dispute is the seat's own affair, and its luck word too.
  const others = movesOf(current, words).others.filter(({ type }) => !["dispute", "set_luck"].includes(type));
  const idle = current && !current.actions.some(({ type }) => !words.ofTable(type));
  return html`<section class="card acting" aria-label="Acting for ${nameOf(view, seat)}">
    <header class="acting-head">
      <h2>Acting for <bdi dir="auto">${nameOf(view, seat)}</bdi></h2>
      ${onStop ? html`<button type="button" class="quiet square" onClick=${onStop}><${Icon} name="close" label="Stop acting" /></button>` : null}
    </header>
    <${Problem} error=${problem} />
    ${current ? html`<${Moves} view=${seen} words=${words} actor=${seat} doing=${current} send=${act} offline=${waits} />` : html`<p class="help" aria-busy=${!problem}>…</p>`}
    ${others.length ? html`<${OtherMoves} view=${view} words=${words} actor=${seat} send=${act} offline=${waits} groups=${others} />` : null}
    ${idle ? html`<p class="help">${nameOf(view, seat)} has no move to make now.</p>` : null}
  </section>`;
}
