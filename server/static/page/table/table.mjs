// @ts-check
/** A table: what its viewer sees of it, and what they may do. Shows only what the server has confirmed. */

import { html, useEffect, useRef, useState } from "../../vendor/preact.mjs";
import { useBoard } from "../boards/boards.mjs";
import { Icon } from "../icons.mjs";
import { Later, Soon, dressed } from "../later.mjs";
import { SitForm } from "../lobby/joining.mjs";
import { Empty, Problem, codeOf, useTitle } from "../parts.mjs";
import { useWords } from "../server.mjs";
import { knownTable, remember, settings, useSession } from "../session.mjs";
import { Notes, OwnLuck } from "./facts.mjs";
import { gainOf, useTable } from "./live.mjs";
import { Aloud, Ticker, countsOf, lastSaid } from "./news.mjs";
import { Notices, noticed } from "./notices.mjs";
import { Seat } from "./seats.mjs";
import { Stage } from "./stage.mjs";

/** @import { ComponentType } from "../../vendor/preact.mjs" */
/** @import { View } from "../api.d.mts" */
/** @import { Command } from "../server.mjs" */
/** @import { Known } from "../session.mjs" */
/** @import { Followed, Shown } from "./live.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */

/** The GM's desk is loaded when a GM comes to it. */
const loadDesk = () =>
  Promise.all([
    dressed("page/replay/replay.css", Promise.resolve()),
    dressed(["page/styles/beside.css", "page/desk/desk.css"], import("../desk/desk.mjs")),
  ]).then(([, module]) => module.Desk);

/** A part of the page that only the GM needs, loaded when it is first shown.
 *  @param {"Admissions" | "HostBar" | "Invite" | "Requests" | "StartButton"} name */
const gmPart = (name) => () => import("./hosting.mjs").then((module) => module[name]);
const loadAdmissions = gmPart("Admissions");
const loadHostBar = gmPart("HostBar");
const loadInvite = gmPart("Invite");
const loadStart = gmPart("StartButton");
const loadRequests = gmPart("Requests");

/** What a seat or a GM may do. Who comes with an invite has no moves yet. */
const loadMoves = () => import("./actions.mjs").then((module) => module.Moves);
const loadTableMoves = () => import("./actions.mjs").then((module) => module.TableMoves);

/** Why the table cannot be shown: seldom needed. */
const loadNotShown = () => import("./notshown.mjs").then((module) => module.NotShown);

/** What happens is more than the first view needs. */
const loadMoments = () => import("./moments.mjs").then((module) => module.Moments);

/** Once a round has ended. */
const loadEnded = () => dressed("page/replay/replay.css", import("./ended.mjs")).then((module) => module.Ended);

/** Only with `admit: gm`. */
const loadWaiting = () => import("./waiting.mjs").then((module) => module.Waiting);

/** Once for each game that somebody comes to play. */
const loadFirstSteps = () => import("../lobby/about.mjs").then((module) => module.FirstSteps);

/** Behind a button: loaded when they are first opened. */
const loadRules = () => import("./rules.mjs").then((module) => module.Rules);

/** Beside the table: loaded when it is first opened. */
const loadSide = () => dressed("page/styles/beside.css", import("./side.mjs")).then((module) => module.Side);

/** With these nothing more can be seen: the token was replaced, or the table is closed to watchers now. */
const LOST = new Set(["wrong_token", "token_needed", "watch_closed", "no_such_table"]);

/** @param {{table: string, bar: ComponentType}} props */
export function TablePage({ table, bar: Bar }) {
  useSession();
  const known = knownTable(table);
  const [asGm, setAsGm] = useState(false);
  const hosting = Boolean(known.gm) && (asGm || !known.token);
  const token = hosting ? known.gm : (known.token ?? known.invite);
  const live = useTable(table, token);
  const { view, epoch } = live;
  const words = useWords(view?.game);
  useEffect(() => {
    if (!epoch) return;
    if (known.epoch && known.epoch !== epoch)
      noticed(table, { code: "log_replaced", detail: `its log had the epoch ${known.epoch}, and now has ${epoch}` });
    remember(table, { epoch });
  }, [epoch]);
  useEffect(() => {
    if (view)
      remember(table, {
        name: view.name,
        game: view.game,
        seen: Math.floor(Date.now() / 60_000) * 60_000,
      });
  }, [view?.name, view?.game]);
  const me = view?.you?.seat ?? null;
  useEffect(() => {
    // A link with a token does not say whose seat it is.
    if (me && !hosting) remember(table, { seat: me, admitted: true });
  }, [me, hosting]);
  const acts = Boolean(view && me && view.to_act.includes(me));
  useEffect(() => {
    // Beside the first view, not after it.
    if (token && token !== known.invite) loadMoves().catch(() => {});
  }, [token]);
  const knocked = Boolean(known.gm && view && (view.asking.length || view.seats.some((one) => one.asks_cp)));
  useTitle(
    `${acts ? "● Your turn · " : knocked ? "● Somebody asks · " : ""}${view?.name || words.game?.name || "Table"} · Tavern Table`,
  );
  const lost = LOST.has(codeOf(live.problem) ?? "");
  if (!view || lost) return html`<${Arriving} ...${{ Bar, table, live, known, hosting }} />`;
  return html`<${TableView} ...${{ Bar, table, live, known, hosting, words, me, onSwitch: () => setAsGm(!asGm) }} />`;
}

/** Until the first view, or instead of it.
 *  @param {{Bar: ComponentType, table: string, live: Followed, known: Known, hosting: boolean}} props */
function Arriving({ Bar, table, live, known, hosting }) {
  const { problem } = live;
  return html`<${Bar} />
    <main class="page narrow" id="main" aria-busy=${!problem}>
      ${
        problem
          ? html`<${Later} inside of=${loadNotShown} ...${{ table, problem, known, hosting }} />`
          : html`<p class="loading">
              ${live.connection === "offline" ? "The server cannot be reached. Trying again…" : "Coming to the table…"}
            </p>`
      }
    </main>`;
}

/** @param {{Bar: ComponentType, table: string, live: Shown, known: Known, hosting: boolean, words: Words, me: string | null,
 *   onSwitch: () => void}} props */
function TableView({ Bar, table, live, known, hosting, words, me, onSwitch }) {
  const { view } = live;
  const [rules, setRules] = useState(false);
  const [side, setSide] = useState(false);
  const [seen, setSeen] = useState(0);
  const first = useRef(view);
  const { Hand, shown = {} } = useBoard(view);
  const news = live.entries.some((entry) => entry.events && entry.version > first.current.version);
  const said = lastSaid(live);
  useEffect(() => {
    // What was said before is not new.
    if (!seen) setSeen(said);
  }, [said]);
  const offline = live.connection !== "online";
  const seat = me ? view.seats.find((one) => one.seat === me) : null;
  const asks = !me && view.asking.find((one) => one.seat === (known.seat ?? view.viewer.replace(/^seat:/, "")));
  /** @param {Command} command */
  const send = async (command) => {
    const answer = await live.handle.send(command);
    live.take(answer?.view);
    if (command.type === "leave") remember(table, { token: undefined, seat: undefined });
    return answer;
  };
  const desk = { words, view, actor: me, send, offline };
  return html`
    <${Bar} end=${html` ${known.gm && known.token && !known.practice ? html`<button type="button" class="quiet" aria-label=${hosting ? "My seat" : "GM’s view"} aria-pressed=${hosting} onClick=${onSwitch}><${Icon} name=${hosting ? "people" : "crown"} /><span class="wideonly">${hosting ? "My seat" : "GM’s view"}</span></button>` : null}
      <button type="button" class="quiet" aria-label="Rules" onClick=${() => setRules(true)}>
        <${Icon} name="book" /><span class="wideonly">Rules</span>
      </button>
      <${SideButton} ...${{ live, open: side, seen, onPress: () => setSide(!side) }} />`}>
      <div class="tabletitle"><h1><bdi dir="auto">${view.name || words.game?.name}</bdi></h1>
        <p>${view.name && words.game ? html`<span class="gamename">${words.game.name}</span>` : null}${view.round ? html`<span>Round ${view.round}</span>` : null}</p></div>
    </${Bar}>
    <main class="tablepage ${seat || hosting || asks ? "has-place" : ""}" id="main" data-version=${view.version}>
      ${known.gm ? html`<div class="knocks"><${Later} inside of=${loadAdmissions} view=${view} words=${words} gm=${known.gm} /><${Later} inside of=${loadRequests} view=${view} words=${words} gm=${known.gm} /></div>` : null}
      <div class="screen">
      <div class="board">
        <${Banners} live=${live} known=${known} />
        ${seat && known.who && words.game && !settings().learned.includes(view.game) ? html`<${Later} inside of=${loadFirstSteps} game=${words.game} />` : null}
        <${Stage}
          ...${{ view, words, me, thrown: live.thrown, lag: live.lag, away: live.away }}
          winning=${html`<${Later} inside of=${loadEnded} ...${{ view, words, known, offline, gain: gainOf(view, me, live.balance) }} />`}
        >
          ${
            // Until the first round, players still come: the code stays on the GM's screen.
            hosting && !view.closed && !view.round
              ? html`<section class="firstinvite">
                  <h2>Seat your players</h2>
                  <${Later} inside of=${loadStart} ...${{ view, words, gm: known.gm, offline }} />
                  <${Later} inside of=${loadInvite} table=${table} gm=${known.gm} />
                </section>`
              : view.seats.length
                ? null
                : html`<${Empty} icon="people" title="Nobody sits here yet." />`
          }
          ${hosting && view.phase !== "lobby" ? html`<p class="help"><${Icon} name="eye" /> Only you see everything here, hidden dice too. Players see less.</p>` : null}
          <${Soon}><${Ticker} entries=${live.entries} view=${view} /></${Soon}>
          ${news ? html`<${Later} inside of=${loadMoments} ...${{ entries: live.entries, view, words, me, balance: live.balance, first: first.current }} />` : null}
        </${Stage}>
      </div>
      <section class="place" aria-label="Your place"><${Soon}>
        ${asks ? html`<${Later} inside of=${loadWaiting} view=${view} asks=${asks} />` : null}
        ${
          seat
            ? html`<div class="ownside">
                  <ul class="ownseat">
                    <${Seat}
                      mine
                      ...${{ seat, view, words, thrown: live.thrown, lag: live.lag, me }}
                      without=${[...(shown.seat ?? []), ...(shown.own ?? [])]}
                    />
                  </ul>
                  ${Hand ? html`<${Hand} ...${{ view, words, me, seat }} />` : null}
                  <${OwnLuck} view=${view} handle=${live.handle} />
                  <${Notes} notes=${view.you?.notes} view=${view} words=${words} me=${me} />
                </div>
                <${Later} inside of=${loadMoves} ...${desk} doing=${view.you} />`
            : null
        }
        ${hosting && view.you ? html`<${Later} inside of=${loadMoves} ...${desk} doing=${view.you} />` : null}
        ${!me && !asks && !hosting ? html`<${Standing} ...${{ known, view, words }} />` : null}
      </${Soon}></section>
      </div>
      <section class="beneath" aria-label="More"><${Soon}>
        ${known.gm ? html`<${Later} inside of=${loadHostBar} ...${{ view, words, gm: known.gm, seated: Boolean(known.token), offline }} start=${view.round ? !view.result : !hosting} />` : null}
        ${hosting && view.you ? html`<${Later} inside of=${loadDesk} ...${{ live, words, offline }} />` : null}
        ${view.you && !hosting ? html`<${Later} inside of=${loadTableMoves} ...${desk} doing=${view.you} />` : null}
      </${Soon}></section>
      ${side ? html`<${Later} inside of=${loadSide} ...${{ live, words, me, hosting, token: known.token, seen, onSeen: setSeen, onClose: () => setSide(false) }} />` : null}
      <${Aloud} entries=${live.entries} version=${view.version} />
    </main>
    ${rules ? html`<${Later} inside of=${loadRules} words=${words} view=${view} onClose=${() => setRules(false)} />` : null}`;
}

/** What everybody should know at once.
 *  @param {{live: Shown, known: Known}} props */
function Banners({ live, known }) {
  const { view, connection, problem } = live;
  return html`<div role="status">
    <${Notices} known=${known} />
    ${
      connection !== "online"
        ? html`<p class="banner offline">
            <${Icon} name="offline" /><span
              >${
                connection === "offline"
                  ? "Offline. What you see may be old; the page goes on as soon as the server answers."
                  : "Connecting…"
              }</span
            >
          </p>`
        : null
    }
    ${problem ? html`<${Problem} error=${problem} />` : null}
    ${view.damage ? html`<p class="banner bad"><${Icon} name="warn" /><span>${view.damage.detail}</span></p>` : null}
    ${view.paused ? html`<p class="banner"><${Icon} name="noclock" /><span>The GM has stopped the clock: nobody’s time runs out. Play goes on.</span></p>` : null}
    ${view.seeded ? html`<p class="banner"><${Icon} name="warn" /><span>Demonstration: the opener of this table chose its secret, and knows every roll.</span></p>` : null}
    ${view.closed ? html`<p class="banner"><span>This table is closed. Its rounds can still be replayed.</span></p>` : null}
  </div>`;
}

/** Somebody without a seat: sit down, if there is an invite.
 *  @param {{known: Known, view: View, words: Words}} props */
function Standing({ known, view, words }) {
  if (view.closed) return null;
  if (known.invite) return html`<${SitForm} view=${view} words=${words} invite=${known.invite} />`;
  return html`<p class="watching">
    <${Icon} name="eye" /><span>You are watching. To play, open the invite link that the GM hands out.</span>
  </p>`;
}

/** Opens and closes what lies beside the table.
 *  @param {{live: Shown, open: boolean, seen: number, onPress: () => void}} props */
function SideButton({ live, open, seen, onPress }) {
  const counts = countsOf(live, seen);
  const count = counts.said + counts.open;
  const unread = count > 9 ? "9+" : String(count);
  return html`<button
    type="button"
    class="quiet sidebutton"
    aria-label="Chronicle${count ? ` ${unread} new` : ""}"
    aria-expanded=${open}
    onClick=${onPress}
  >
    <${Icon} name="scroll" /><span class="wideonly">Chronicle</span>
    ${count ? html`${" "}<span class="count">${unread}<span class="unseen"> new</span></span>` : null}
  </button>`;
}
