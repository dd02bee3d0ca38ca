// @ts-check
/** A table as the server confirms it: its view, chronicle and chat, kept up to date by the live stream. */

import { useEffect, useMemo, useReducer, useRef } from "../../vendor/preact.mjs";
import { tableFor } from "../server.mjs";
import { noticed } from "./notices.mjs";

/** @import { ChronicleEntry, LiveEntry, Message, View } from "../api.d.mts" */
/** @import { Handle } from "../server.mjs" */

/** What the chronicle shows of an entry. Only those that arrive live have events.
 *  @typedef {ChronicleEntry & Partial<LiveEntry>} Entry */
/**
 * @typedef {object} Live
 * @property {View | null} view what the server last confirmed; null until then
 * @property {string} epoch the epoch of the table's log
 * @property {Entry[]} entries the newest last
 * @property {Message[]} chat
 * @property {"connecting" | "online" | "offline"} connection
 * @property {unknown} problem why nothing more can be followed, such as a token that was replaced
 * @property {Record<string, number>} thrown the version at which a die ("seat:n") was last thrown, since we look
 * @property {number} lag by how many milliseconds the server's clock is ahead
 * @property {Balance | null} balance what each seat has won or lost in the round, if all of it was seen live
 * @property {string[]} away to the GM: the seats that are offline
 * @property {boolean} earlier whether the chronicle goes further back
 */

/** Coins by seat, in copper, since a round began.
 *  @typedef {{round: number, of: Record<string, number>}} Balance */

/** The events by which dice change, except by a throw. */
export const CHANGES = new Set([
  "die_rerolled",
  "die_rerolled_secretly",
  "die_altered",
  "die_replaced",
  "die_thrown_unseen",
  "die_gained",
  "die_lost",
]);

/** The statuses that a seat comes into by a mishap. Who folds or sits out does so by choice. */
export const MISHAPS = new Set(["bust", "caught", "dead", "exposed"]);

const KEPT = 400;
const SHOWN_AT_FIRST = 60;

/** A followed table.
 *  @typedef {Live & {handle: Handle, take: (view: View | undefined) => void, say: (text: string) => Promise<void>,
 *   more: () => Promise<void>}} Followed */
/** A followed table whose view is there.
 *  @typedef {Followed & {view: View}} Shown */
/**
 * @typedef {{type: "start"} | {type: "reset", view: View, epoch: string} | {type: "view", view: View} |
 *   {type: "entries", entries: Entry[], live?: boolean, lag?: number, earlier?: boolean} |
 *   {type: "chat", messages: Message[]} | {type: "connection", connection: Live["connection"]} | {type: "away", away: string[]} |
 *   {type: "problem", problem: unknown}} Change
 */

/** @type {Live} */
const NOTHING = {
  view: null,
  epoch: "",
  entries: [],
  chat: [],
  connection: "connecting",
  problem: null,
  thrown: {},
  lag: 0,
  balance: null,
  away: [],
  earlier: false,
};

/** @param {Live} was
 *  @param {Change} change
 *  @returns {Live} */
function reduce(was, change) {
  switch (change.type) {
    case "reset":
      return { ...was, view: change.view, epoch: change.epoch, entries: [], thrown: {}, balance: null, problem: null };
    case "view":
      return was.view && change.view.version < was.view.version ? was : { ...was, view: change.view };
    case "entries": {
      const known = new Set(was.entries.map((entry) => entry.version));
      const fresh = change.entries.filter((entry) => !known.has(entry.version));
      if (!fresh.length) return { ...was, earlier: change.earlier ?? was.earlier };
      const entries = [...was.entries, ...fresh].sort((one, other) => one.version - other.version);
      const thrown = change.live ? { ...was.thrown, ...throwsIn(fresh) } : was.thrown;
      return {
        ...was,
        entries: entries.slice(-KEPT),
        thrown,
        balance: change.live ? fresh.reduce(balanceAfter, was.balance) : was.balance,
        earlier: change.earlier ?? was.earlier,
        lag: change.lag ?? was.lag,
      };
    }
    case "chat":
      return { ...was, chat: withMessages(was.chat, change.messages) };
    case "connection":
      return { ...was, connection: change.connection, away: [] };
    case "away":
      return { ...was, away: change.away };
    case "problem":
      return { ...was, problem: change.problem };
    default:
      return NOTHING;
  }
}

/** @param {Message[]} was
 *  @param {Message[]} messages */
function withMessages(was, messages) {
  const byNumber = new Map(was.map((message) => [message.n, message]));
  for (const message of messages) {
    for (const n of message.erases ?? []) byNumber.delete(n);
    if (!message.erases && message.text !== null) byNumber.set(message.n, message);
  }
  return [...byNumber.values()].sort((one, other) => one.n - other.n).slice(-KEPT);
}

/** The version at which each die was last thrown in some entries, by "seat:n".
 *  @param {Pick<Entry, "version" | "events">[]} entries */
export function throwsIn(entries) {
  /** @type {Record<string, number>} */
  const thrown = {};
  for (const { version, events } of entries) {
    for (const event of events ?? []) {
      if (event.type === "die_rolled" || event.type === "die_rerolled") thrown[`${event.seat}:${event.n}`] = version;
      else if (event.type === "dice_thrown") for (const n of event.ns) thrown[`${event.seat}:${n}`] = version;
    }
  }
  return thrown;
}

/** Coins that the GM brings in or pays out are no gain and no loss. */
const OUTSIDE = "outside";

/** What a seat gained or lost in the last round, in copper: if all of it was seen live, or it is the seat's only round.
 *  @param {View} view
 *  @param {string | null} seat
 *  @param {Balance | null} balance
 *  @returns {number | null} */
export function gainOf(view, seat, balance) {
  const round = view.result?.round;
  if (!round || !seat || view.phase !== "lobby") return null;
  if (balance?.round === round) return balance.of[seat] ?? 0;
  const score = view.standings[seat];
  return score?.rounds === 1 && view.seats.some((one) => one.seat === seat && one.playing) ? score.coins_cp : null;
}

/** @param {Balance | null} was
 *  @param {Pick<Entry, "events">} entry
 *  @returns {Balance | null} */
function balanceAfter(was, { events = [] }) {
  let balance = was;
  for (const event of events) {
    if (event.type === "round_started" || event.type === "luck_called") balance = { round: event.round, of: {} };
    else if (event.type === "coins_moved" && balance && event.payer !== OUTSIDE && event.payee !== OUTSIDE) {
      const { payer, payee, amount_cp } = event;
      const of = { ...balance.of };
      of[payer] = (of[payer] ?? 0) - amount_cp;
      of[payee] = (of[payee] ?? 0) + amount_cp;
      balance = { ...balance, of };
    }
  }
  return balance;
}

/** Follow a table, as the holder of a token.
 *  @param {string} table
 *  @param {string | undefined} token none: as a spectator
 *  @returns {Followed} */
export function useTable(table, token) {
  const handle = useMemo(() => tableFor(table, token), [table, token]);
  const [state, dispatch] = useReducer(reduce, NOTHING);
  const first = useRef(0);

  useEffect(() => {
    dispatch({ type: "start" });
    const stop = new AbortController();
    /** @param {number} version */
    const history = async (version) => {
      const after = Math.max(0, version - SHOWN_AT_FIRST);
      first.current = after;
      const entries = await chronicleFrom(handle, after, version, stop.signal).catch(() => []);
      if (!stop.signal.aborted) dispatch({ type: "entries", entries, earlier: after > 0 });
    };
    const live = handle.follow(
      {
        reset: ({ view, epoch }) => {
          dispatch({ type: "reset", view, epoch });
          history(view.version);
        },
        view: (view) => dispatch({ type: "view", view }),
        entry: (entry) => {
          const lag = Date.parse(entry.at) - Date.now();
          dispatch({ type: "entries", entries: [entry], live: true, lag: Math.abs(lag) < 3_000 ? 0 : lag });
        },
        chat: (message) => dispatch({ type: "chat", messages: [message] }),
        presence: ({ offline }) => dispatch({ type: "away", away: offline }),
        state: (connection) => dispatch({ type: "connection", connection }),
        problem: (problem) => noticed(table, problem) || dispatch({ type: "problem", problem }),
      },
      { signal: stop.signal },
    );
    return () => {
      stop.abort();
      live.close();
    };
  }, [handle]);

  return {
    ...state,
    handle,
    take: (view) => view && dispatch({ type: "view", view }),
    say: async (text) => {
      const message = await handle.say(text);
      dispatch({ type: "chat", messages: [message] });
    },
    more: async () => {
      const before = first.current;
      const after = Math.max(0, before - 200);
      const entries = await chronicleFrom(handle, after, before);
      first.current = after;
      dispatch({ type: "entries", entries, earlier: after > 0 });
    },
  };
}

/** The chronicle after one version up to another.
 *  @param {Handle} handle
 *  @param {number} after
 *  @param {number} last
 *  @param {AbortSignal} [signal]
 *  @returns {Promise<Entry[]>} */
async function chronicleFrom(handle, after, last, signal) {
  /** @type {Entry[]} */
  const entries = [];
  let from = after;
  for (let more = true; more && from < last && !signal?.aborted;) {
    const page = await handle.chronicle(from);
    entries.push(...page.entries);
    more = page.more;
    from = page.version;
  }
  return entries.filter((entry) => entry.version <= last);
}
