// A client of a tavern's HTTP API, for browsers, Node 18 or later and Deno: one file without dependencies, which uses
// only web standards.
//
//     import { Tavern } from "./tavern.mjs";
//     const tavern = new Tavern("https://dice.example/tavern");
//     const { table: id, gm_token } = await tavern.openTable({ game: "twentyone" });
//     const table = tavern.table(id, { token: gm_token });
//     const live = table.follow({ view: (view) => draw(view) });
//     await table.send({ type: "start_round" });
//
// docs/client-js.md explains it. No error, and no handle that is printed, shows a token, an invite or sealed luck.

// ---- Types

/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 * @typedef {{ getItem(key: string): string | null, setItem(key: string, value: string): void }} KeyStorage
 *
 * Timeouts and retries; all in seconds, but `attempts`. `answer` is the timeout for an answer, `silence` that of a live
 * stream, on which the server sends something every 15 seconds. The wait before the second attempt is `firstWait`; it
 * doubles with each, up to `longestWait`, and is shortened at random by up to half. If the server asks for a wait, the
 * client waits that long, or gives up if it exceeds `longestAsked`. Following a table does not end then: it reconnects
 * after a second at least and `longestAsked` at most, lengthened at random by up to half.
 * @typedef {{ answer: number, silence: number, attempts: number, firstWait: number, longestWait: number,
 *   longestAsked: number }} Patience
 *
 * @typedef {"online" | "connecting" | "offline"} State
 * @typedef {Record<string, any>} Data
 * @typedef {{ type: string, v: number, [name: string]: any }} TavernEvent
 *
 * A parameter of an action; one of these forms (docs/api.md, "Actions").
 * @typedef {{ choices?: any[], of?: string, die?: string, min?: number, max?: number, step?: number, text?: number,
 *   schema?: Data, seal?: string, table?: string, round?: number, seat?: string, call?: string, optional?: boolean,
 *   [name: string]: any }} ParamOffer
 * @typedef {{ type: string, params: Record<string, ParamOffer>, cost_cp: number }} Action
 * @typedef {{ type: string, code: string, detail: string, params?: Data }} Refusal
 * @typedef {{ actions: Action[], refused: Refusal[] }} Doing
 *
 * @typedef {{ n: number, die: string, face: number | null, hole: boolean, place: string, details: Data }} Die
 * @typedef {{ seat: string, name: string, kind: string, played_by: string, temperament?: string, luck: string,
 *   luck_seal?: string, sets?: SetView[], purse_cp: number, playing: boolean, status: string, conditions: string[], dice: Die[],
 *   total: number | null, character: Character | null, details: Data }} SeatView
 * @typedef {{ kind: "dice" | "card", look: string, set?: string, faces?: Record<string, number> }} SetView
 * @typedef {{ set: string, faces?: Record<string, number> }} GamingSet
 * @typedef {{ seat: string, name: string, kind: string, purse_cp?: number | null, character?: Character | null,
 *   sets?: GamingSet[] }} Asking
 * @typedef {{ roots: { from: number, to: number, root: string }[], commitment: string | null, luck: "open" | "sealed",
 *   holds: string, opening?: string, called?: string[], seals?: Record<string, string>,
 *   revealed?: Record<string, string>, withheld?: string[] }} Fair
 * @typedef {Doing & { seat: string | null, notes: Data[], acts_for?: Record<string, Doing> }} You
 * @typedef {{ abilities?: Record<string, number>, skills?: Record<string, number>, saves?: Record<string, number>,
 *   passive?: Record<string, number>, proficiency?: number, tools?: Record<string, boolean> }} Character
 * @typedef {{ dispute: number, seat: string, round: number, text: string, version?: number, ruling: Data | null }} Dispute
 *
 * The table as the caller may see it (docs/api.md, "The view").
 * @typedef {{ table: string, name: string, gm: string, game: string, rules: number, options: Data | null,
 *   version: number, viewer: string, seeded: boolean, closed: boolean, round: number, phase: string,
 *   turn: string | null, to_act: string[], question: string | null, deadline: string | null, paused: boolean,
 *   order: string[], pot_cp: number, accounts: Record<string, number>, fair: Fair, seats: SeatView[],
 *   asking: Asking[], house_dice: Die[], you: You | null, result: Data | null, standings: Record<string, Data>,
 *   disputes: Dispute[], details: Data, damage?: { detail: string, seq?: number } }} View
 *
 * What the caller saw at one version; the `receipt` commits to it. Replays have none. In a live stream only the newest
 * entry has the `view`.
 * @typedef {{ version: number, at: string, actor: string, seat?: string, events: TavernEvent[], chronicle: string[],
 *   receipt?: string, view?: View }} Entry
 *
 * A position in a log: the version, the log's epoch, and a digest of what the viewer saw up to it.
 * @typedef {{ version: number, epoch: string, seen: string }} Cursor
 * @typedef {Cursor & { view: View }} Reset
 * @typedef {Cursor & { entries: Entry[], more: boolean }} EventsPage
 * @typedef {{ n: number, at: string, by: string, text: string | null, erases: number[] | null }} ChatMessage
 * @typedef {{ version: number, events: TavernEvent[], chronicle: string[], view: View, receipt: string,
 *   token?: string, invite?: string }} CommandAnswer
 *
 * What a round was called with, and is answered by a reveal of luck. All hashes are hex.
 * @typedef {{ game: string, rules: number, opening: string, root: string, first: number, commitment: string,
 *   seats: string[], seals: Record<string, string> }} Call
 *
 * A line of the record of what a viewer was shown (docs/verify.md): a root, a call and the luck that was revealed to it,
 * or an entry.
 * @typedef {{ table: string, viewer: string, root: { from: number, to: number, root: string } }} RootLine
 * @typedef {{ table: string, viewer: string, round: number, call: Call, luck: string }} CallLine
 * @typedef {{ table: string, viewer: string, round: number | null, version: number, receipt: string,
 *   events?: TavernEvent[], coins?: Record<string, number>, dice?: Record<string, [string, number | null][]> }} EntryLine
 * @typedef {RootLine | CallLine | EntryLine} RecordLine
 * @typedef {{ table: string, gm_token: string, invite: string }} Opened
 * @typedef {{ seat: string, token: string, admitted: boolean }} Seated
 * @typedef {{ table: string, name: string, game: string, gm: string, opened_at: string, seats: number, round: number }}
 *   ListedTable
 * @typedef {{ round: number, game: string, rules: number, viewer: string, frames: (Entry & { view: View })[],
 *   next: number | null, facts_only?: string | null }} ReplayPage
 * @typedef {{ round: number, game: string, rules: number, started_at: string, ended_at: string | null,
 *   outcome: string | null, winners: string[], won_cp: Record<string, number>, unsealed: boolean,
 *   disputes: { dispute: number, seat: string, verdict: string | null }[] }} Round
 * @typedef {{ right: boolean, wrong: { seq: number | null, code: string, detail: string }[], table: string | null,
 *   rounds: Data[], not_shown: string[], altered: string[], [name: string]: any }} Report
 *
 * What happened to a seat's sealed luck. `broken` comes with the `BrokenLuck`.
 * @typedef {{ step: "sealed" | "revealed" | "withheld" | "broken", round: number, error?: BrokenLuck }} LuckStep
 *
 * Whether a seat's own sealed luck is in a round, and `why` (in words: `detail`). If it is, nobody can have chosen the
 * round's rolls, except by withholding their own luck.
 * @typedef {"revealed" | "asked" | "withheld" | "called_off" | "too_late" | "not_sealed" | "open" | "not_playing"} WhyLuck
 * @typedef {{ round: number, included: boolean, why: WhyLuck, detail: string }} LuckInRound
 *
 * The handlers that `follow` calls. `reset`: discard what was read before, and continue from this view. `entry`: the
 * next version. `view`: each view, of resets and entries. `chat`: each message once, in order. `problem`: an error that
 * retrying cannot solve; if the stream had to end, its `closed` is true.
 * @typedef {{ view?: (view: View) => void, entry?: (entry: Entry) => void, chat?: (message: ChatMessage) => void,
 *   reset?: (reset: Reset) => void, state?: (state: State) => void, problem?: (error: TavernError) => void,
 *   luck?: (step: LuckStep) => void }} Handlers
 *
 * `cursor` continues from an earlier stream's; `chatAfter` skips messages up to that number; `poll` uses long polls
 * only.
 * @typedef {{ actsFor?: string, signal?: AbortSignal, cursor?: string, chatAfter?: number, poll?: boolean }} FollowOptions
 */

// ---- Errors

/** The base of the client's errors. `code` is stable. */
export class TavernError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

/**
 * The server refused. `code` never changes, `detail` is for people, `actions` are the legal moves instead, if a move was
 * refused, `retryAfter` the wait in seconds, up to a day, that the server wants, and `problem` its whole answer.
 */
export class Problem extends TavernError {
  /** @param {number} status @param {Data} problem @param {number | null} retryAfter */
  constructor(status, problem, retryAfter) {
    const detail = typeof problem.detail === "string" ? problem.detail : "";
    super(String(problem.code), `${detail} (${status} ${problem.code})`);
    this.status = status;
    this.title = typeof problem.title === "string" ? problem.title : "";
    this.detail = detail;
    /** @type {Action[]} */
    this.actions = Array.isArray(problem.actions) ? problem.actions : [];
    this.retryAfter = retryAfter;
    this.problem = problem;
  }
}

/**
 * No answer came after all attempts: whether the request took effect is unknown. A command can be sent again under the
 * same `id`, opening a table and sitting down under the same `key`: it takes effect once.
 */
export class Unreachable extends TavernError {
  /** @param {string} message */
  constructor(message) {
    super("unreachable", message);
    /** @type {string | undefined} */
    this.id = undefined;
  }
}

/** The answer is not one of this API: the address belongs to another server, or a proxy answered. */
export class BadAnswer extends TavernError {
  /** @param {string} message */
  constructor(message) {
    super("bad_answer", message);
  }
}

/** Luck must be stored before it is sealed, but the storage is full or blocked. Nothing was sealed. */
export class NotKept extends TavernError {
  constructor() {
    super("not_kept", "What is sealed has to be kept first, and this browser's storage does not take it.");
  }
}

/**
 * The table's log does not continue what it showed before: an older copy was put back, or it was rewritten. The client
 * goes on from the new state.
 */
export class LogWentBack extends TavernError {
  /** @param {string} table @param {string} detail */
  constructor(table, detail) {
    super("log_went_back", `table ${table}: ${detail} (log_went_back)`);
    this.table = table;
    this.detail = detail;
  }
}

/** The table shows another root for a range of rounds than before: their seeds were replaced. */
export class RootChanged extends TavernError {
  /** @param {string} table @param {number} from @param {string} was @param {string} root */
  constructor(table, from, was, root) {
    const detail = `the root for the rounds from ${from} on was ${was}, and is now ${root}`;
    super("root_changed", `table ${table}: ${detail} (root_changed)`);
    this.table = table;
    this.detail = detail;
  }
}

/** The server does not keep to the protocol of sealed luck, so the dice of that round may have been chosen. */
export class BrokenLuck extends TavernError {
  /** @param {string} table @param {string} seat @param {number} round @param {string} code @param {string} detail */
  constructor(table, seat, round, code, detail) {
    super(code, `round ${round}, seat ${seat}: ${detail} (${code})`);
    this.table = table;
    this.seat = seat;
    this.round = round;
    this.detail = detail;
  }
}

const MEDIA_TYPE = "text/event-stream";
const RETRYABLE = new Set([429, 502, 503, 504]);
const LASTING = new Set([
  "log_damaged",
  "secret_damaged",
  "store_read_only",
  "store_doubted",
  "tokens_damaged",
  "command_ids_damaged",
]);
const LONGEST_EVENT = 16 * 1024 * 1024;
const POLL_SECONDS = 10;
const POLL_FOR_MS = 5 * 60 * 1000;
const NONCE_BYTES = 16;
const SEED_BYTES = 32;
const MOST_WORD = 60;
const KEPT_ROUNDS = 200;
const CLAIM_SECONDS = 0.1;
const LEAST_SECONDS = 1;
const MOST_ASKED = 24 * 60 * 60;
const LONGEST_TIMER = 2 ** 31 - 1;
const KEPT_RECEIPTS = 100;
const MOST_RECORD = 1_000_000;
const CALLED = "luck";
const WENT_BACK = "log_went_back";
const REPLACED = "log_replaced";

/** @type {Patience} */
const PATIENCE = { answer: 20, silence: 45, attempts: 10, firstWait: 0.1, longestWait: 5, longestAsked: 60 };

/** @param {TavernError} error */
const mayPass = (error) =>
  error instanceof Unreachable || (error instanceof Problem && RETRYABLE.has(error.status) && !LASTING.has(error.code));

// ---- Small things

/** A page after which there are more, unless they would never end. @template T @param {T} page @param {boolean} leadsOn */
function leading(page, leadsOn) {
  if (!leadsOn) throw new BadAnswer("the pages go on, but lead no further");
  return page;
}

/** Do something later. Without the limit, a longer timer would end at once. @param {() => void} work @param {number} seconds */
const later = (work, seconds) => setTimeout(work, Math.min(seconds * 1000, LONGEST_TIMER));

/** @param {number} seconds @returns {Promise<void>} */
const sleeping = (seconds) => new Promise((done) => later(done, seconds));

/** @param {Partial<Patience>} given @returns {Patience} */
function patienceOf(given) {
  const patience = { ...PATIENCE, ...given };
  for (const [name, value] of Object.entries(patience)) {
    if (typeof value !== "number" || !(value >= (name === "attempts" ? 1 : 0))) {
      throw new RangeError(`the patience has ${name}: ${value}`);
    }
  }
  return patience;
}

/** @param {Uint8Array} data */
const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of an even number of hex digits. @param {string} digits */
const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);

/** @param {ArrayLike<number>[]} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Each part after its length: `p` of docs/dice.md. Numbers are those of 8 bytes.
 * @param {(string | number | Uint8Array)[]} parts
 */
function prefixed(...parts) {
  /** @param {number} number @param {number} bytes */
  const asBytes = (number, bytes) => unhex(number.toString(16).padStart(2 * bytes, "0"));
  const encoded = parts.map((part) =>
    typeof part === "string" ? utf8(part) : typeof part === "number" ? asBytes(part, 8) : part,
  );
  return joined(...encoded.flatMap((part) => [asBytes(part.length, 4), part]));
}

/**
 * What an object has for a seat: one may have the name of something that all objects have (`constructor`).
 * @template T @param {Record<string, T> | undefined} of @param {string} seat @returns {T | undefined}
 */
const forSeat = (of, seat) => (of && Object.hasOwn(of, seat) ? of[seat] : undefined);

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {number} bytes */
async function randomHex(bytes) {
  // Node 18 has it only in a module. Pages without TLS do have this part of `crypto`.
  const source = "node:crypto";
  const found = globalThis.crypto ?? (await import(source)).webcrypto;
  return hex(found.getRandomValues(new Uint8Array(bytes)));
}

/** @param {Record<string, unknown>} query */
function asQuery(query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}

/** @implements {KeyStorage} */
class Memory {
  constructor() {
    /** @type {Map<string, string>} */
    this.kept = new Map();
  }

  /** @param {string} key */
  getItem(key) {
    return this.kept.get(key) ?? null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    this.kept.set(key, value);
  }
}

/** @param {KeyStorage | null | undefined} given @returns {KeyStorage} */
function storageOf(given) {
  if (given !== undefined) return given ?? new Memory();
  try {
    // Node has a `localStorage` that warns; a browser that blocks storage throws.
    const found = typeof globalThis.document === "undefined" ? undefined : globalThis.localStorage;
    return found ?? new Memory();
  } catch {
    return new Memory();
  }
}

/** @param {KeyStorage} storage @param {string} key */
function textIn(storage, key) {
  try {
    return storage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** @param {KeyStorage} storage @param {string} key @returns {any[]} */
function listIn(storage, key) {
  try {
    const found = JSON.parse(textIn(storage, key) || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

// ---- Requests

/**
 * @typedef {{ token?: string | null, body?: unknown, headers?: Record<string, string>, repeatable?: boolean,
 *   longer?: number, attempts?: number, signal?: AbortSignal }} Request_
 * @typedef {{ status: number, etag: string | null, text: string }} Answered
 */

/** Requests to one server, with retries where they are safe and errors that say what happened. */
class Wire {
  /**
   * @param {URL} base @param {typeof globalThis.fetch} fetch @param {Patience} patience
   * @param {(seconds: number) => Promise<unknown>} sleep
   */
  constructor(base, fetch, patience, sleep) {
    this.base = base;
    this.fetch = fetch;
    this.patience = patience;
    this.sleep = sleep;
    this.name = base.href.replace(/\/$/, "");
  }

  /** How long to wait before the next attempt. @param {number} failed */
  backoff(failed) {
    const { firstWait, longestWait } = this.patience;
    return Math.min(firstWait * 2 ** Math.min(failed - 1, 1000), longestWait) * (0.5 + Math.random() / 2);
  }

  /** How long to wait before following goes on, if the server asks for so many seconds. @param {number} [asked] */
  reconnect(asked = 0) {
    return Math.max(Math.min(asked, this.patience.longestAsked), LEAST_SECONDS);
  }

  /**
   * Send a request, retrying if that is safe, and read the whole answer. A request that is not `repeatable` is retried
   * only if a rate limit refused it.
   * @param {string} method @param {string} path @param {Request_} [asking] @returns {Promise<Answered>}
   */
  async call(method, path, asking = {}) {
    const { repeatable = true, longer = 0, attempts = this.patience.attempts, signal } = asking;
    for (let failed = 1; ; failed += 1) {
      const cut = new Cut(signal);
      try {
        cut.after(this.patience.answer + longer);
        const response = await this.sent(method, path, asking, cut);
        return { status: response.status, etag: response.headers.get("ETag"), text: await this.read(response, cut) };
      } catch (error) {
        if (!(error instanceof TavernError) || !mayPass(error)) throw error;
        if (!repeatable && !(error instanceof Problem && error.status === 429)) throw error;
        const asked = (error instanceof Problem && error.retryAfter) || 0;
        if (failed >= attempts || asked > this.patience.longestAsked) throw error;
        await this.sleep(Math.max(this.backoff(failed), asked));
        if (signal?.aborted) throw error;
      } finally {
        cut.done();
      }
    }
  }

  /**
   * Send a request once. The body of the answer is not read yet.
   * @param {string} method @param {string} path @param {Request_} asking @param {Cut} cut
   */
  async sent(method, path, { token, body, headers = {} }, cut) {
    const sending = /** @type {Record<string, string>} */ ({ ...headers });
    if (token) sending.Authorization = `Bearer ${token}`;
    if (body !== undefined) sending["Content-Type"] = "application/json";
    /** @type {Response} */
    let response;
    try {
      response = await this.fetch(new URL(path, this.base).href, {
        method,
        headers: sending,
        body: body === undefined ? undefined : JSON.stringify(body),
        cache: "no-store",
        credentials: "omit",
        redirect: "manual",
        referrerPolicy: "no-referrer",
        signal: cut.signal,
      });
    } catch (error) {
      throw this.broken(cut, error);
    }
    if (response.ok || response.status === 304) return response;
    throw problemOf(response, await this.read(response, cut));
  }

  /** @param {Response} response @param {Cut} cut */
  async read(response, cut) {
    try {
      return await response.text();
    } catch (error) {
      throw this.broken(cut, error);
    }
  }

  /** What a request that broke is reported as. @param {Cut} cut @param {unknown} error */
  broken(cut, error) {
    if (cut.wanted) return new Unreachable(`the request to ${this.name} was given up`);
    if (cut.late) return new Unreachable(`the server at ${this.name} does not answer`);
    // For a network error, `fetch` throws a TypeError, with a reason that differs from browser to browser.
    if (error instanceof TypeError || cut.signal.aborted)
      return new Unreachable(`the server at ${this.name} cannot be reached`);
    return new Unreachable(`the connection to ${this.name} broke`);
  }
}

/** Ends a request when its time is up, or when its caller aborts it. */
class Cut {
  /** @param {AbortSignal} [outer] */
  constructor(outer) {
    this.controller = new AbortController();
    this.signal = this.controller.signal;
    this.late = false;
    this.wanted = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.outer = outer;
    this.stop = () => {
      this.wanted = true;
      this.controller.abort();
    };
    if (outer?.aborted) this.stop();
    else outer?.addEventListener("abort", this.stop);
  }

  /** Set, or reset, when its time is up. @param {number} seconds */
  after(seconds) {
    clearTimeout(this.timer);
    this.timer = later(() => {
      this.late = true;
      this.controller.abort();
    }, seconds);
  }

  done() {
    clearTimeout(this.timer);
    this.outer?.removeEventListener("abort", this.stop);
  }
}

/** @param {Response} response @param {string} text */
function problemOf(response, text) {
  const { status } = response;
  const asked = response.headers.get("Retry-After") ?? "";
  const retryAfter = /^[0-9]+$/.test(asked) ? Math.min(Number(asked), MOST_ASKED) : null;
  try {
    const problem = JSON.parse(text);
    if (typeof problem?.code === "string") return new Problem(status, problem, retryAfter);
  } catch {
    // It comes from something in front of the server.
  }
  if (!RETRYABLE.has(status)) return new BadAnswer(`the address does not belong to a tavern (status ${status})`);
  const detail = `Something in front of the server answered with ${status}.`;
  return new Problem(status, { code: "unavailable", detail }, retryAfter);
}

/** @param {string} text @returns {any} */
function readJson(text) {
  try {
    const found = JSON.parse(text);
    if (typeof found === "object" && found !== null) return found;
  } catch {
    // As below.
  }
  throw new BadAnswer("the answer is not one of this API");
}

// ---- A tavern

/**
 * One server. `base` is its address, with its path prefix if it has one; by default the one that this file was loaded
 * from (`…/client/tavern.mjs`).
 */
export class Tavern {
  #wire;
  #hostKey;
  #token;
  #storage;

  /**
   * `token` is used at tables without a token of their own, `hostKey` to open tables. `storage` keeps sealed luck and
   * the record: by default `localStorage` in browsers, memory if it is null. `fetch` and `sleep` can be replaced.
   * @param {string | URL} [base]
   * @param {{ token?: string | null, hostKey?: string | null, storage?: KeyStorage | null, patience?: Partial<Patience>,
   *   fetch?: typeof globalThis.fetch, sleep?: (seconds: number) => Promise<unknown> }} [options]
   */
  constructor(base = new URL("..", import.meta.url), options = {}) {
    const { token = null, hostKey = null, storage, patience = {}, sleep = sleeping } = options;
    const fetching = options.fetch ?? ((...args) => globalThis.fetch(...args));
    const url = new URL(base, globalThis.document?.baseURI);
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) {
      throw new TypeError("a tavern's address begins with http: or https:, and has no user or password in it");
    }
    url.search = url.hash = "";
    if (!url.pathname.endsWith("/")) url.pathname += "/";
    this.url = url.href;
    this.#wire = new Wire(url, fetching, patienceOf(patience), sleep);
    this.#hostKey = hostKey;
    this.#token = token;
    this.#storage = storageOf(storage);
  }

  /**
   * The server's games, with their options, commands and labels.
   * @returns {Promise<{ games: Data[], commands: Data[], refusals: Data, labels?: Data }>}
   */
  async games() {
    return readJson((await this.#wire.call("GET", "api/games")).text);
  }

  /** All listed tables, oldest first. @returns {Promise<ListedTable[]>} */
  async tables() {
    const found = [];
    let after;
    do {
      const page = readJson((await this.#wire.call("GET", `api/tables${asQuery({ after })}`)).text);
      found.push(...page.tables);
      after = page.next;
    } while (after);
    return found;
  }

  /**
   * Open a table. `key` is the idempotency key, generated by default; anyone who has it can get the tokens again.
   * @param {{ game: string, options?: Data, name?: string, gm?: { name: string }, listed?: boolean, seed?: string,
   *   key?: string }} opening
   * @returns {Promise<Opened>}
   */
  async openTable({ key, ...body }) {
    const id = key ?? (await randomHex(24));
    return readJson(await posted(this.#wire, "api/tables", this.#hostKey, body, id));
  }

  /**
   * A table, for the holder of the token: the GM, a player, or (null) the public.
   * @param {string} id @param {{ token?: string | null, storage?: KeyStorage | null, seals?: boolean }} [options]
   */
  table(id, { token = this.#token, storage, seals = true } = {}) {
    const kept = storage === undefined ? this.#storage : storageOf(storage);
    return new Table(this.#wire, id, token, kept, seals);
  }
}

/**
 * Send what has an idempotency key.
 * @param {Wire} wire @param {string} path @param {string | null} token @param {unknown} body @param {string} key
 */
async function posted(wire, path, token, body, key) {
  try {
    return (await wire.call("POST", path, { token, body, headers: { "Idempotency-Key": key } })).text;
  } catch (error) {
    if (error instanceof Unreachable) error.id = key;
    throw error;
  }
}

// ---- A table

/** A table, as one viewer uses it. Handles share only their tavern and its storage; use as many as you like. */
export class Table {
  #wire;
  #path;
  #token;
  #storage;
  /** @type {Sealing | null} */
  #sealing = null;
  #seals;
  /** @type {Map<string, { etag: string, view: View }>} */
  #seen = new Map();
  /** @type {string | null} */
  #newest = null;
  /** @type {string | null} */
  #word = null;
  /** @type {Set<Live>} */
  #lives = new Set();
  #record;
  #watch;

  /**
   * @param {Wire} wire @param {string} id @param {string | null} token @param {KeyStorage} storage
   * @param {boolean} seals
   */
  constructor(wire, id, token, storage, seals) {
    this.id = id;
    this.#wire = wire;
    this.#path = `api/tables/${encodeURIComponent(id)}`;
    this.#token = token;
    this.#storage = storage;
    this.#seals = seals;
    this.#record = TableRecord.at(storage, id);
    this.#watch = new Watch(
      this.#record,
      (query, asking) => this.#events(query, asking),
      (error) => this.#notify("problem", error),
    );
  }

  /** The token: a secret. It changes if the GM replaces their own. */
  get token() {
    return this.#token;
  }

  /** The word sealed with the nonce, from the next seal on; null stands for the seat's luck word. */
  get word() {
    return this.#word;
  }

  set word(word) {
    if (word !== null && !isWord(word)) {
      throw new RangeError(`a luck word has up to ${MOST_WORD} characters, none of them invisible`);
    }
    this.#word = word;
  }

  /**
   * The current view; nothing is transferred while it is unchanged. Whatever it asks of the seat's luck is done before
   * it is returned. The GM gets the actions of the seat `actsFor`.
   * @param {{ actsFor?: string, signal?: AbortSignal }} [options] @returns {Promise<View>}
   */
  async view(options = {}) {
    const view = await this.look(options);
    return (await this.#attended(view)) ? this.look(options) : view;
  }

  /**
   * The current view, without sealing or revealing anything.
   * @param {{ actsFor?: string, signal?: AbortSignal, attempts?: number }} [options] @returns {Promise<View>}
   */
  async look({ actsFor = "", signal, attempts } = {}) {
    const seen = this.#seen.get(actsFor);
    const asked = this.#watch.now();
    /** @type {Record<string, string>} */
    const headers = seen ? { "If-None-Match": seen.etag } : {};
    const path = this.#path + asQuery({ acts_for: actsFor });
    const answer = await this.#wire.call("GET", path, { token: this.#token, headers, signal, attempts });
    const known = answer.status === 304 && seen;
    const view = known ? seen.view : this.#saw(readJson(answer.text), answer.etag, actsFor);
    await this.#watch.view(view, asked, !known && seen?.view.version === view.version);
    return view;
  }

  /** @param {View} view @param {string | null} etag @param {string} actsFor */
  #saw(view, etag, actsFor) {
    this.#newest = etag;
    if (etag === null) this.#seen.delete(actsFor);
    else this.#seen.set(actsFor, { etag, view });
    return view;
  }

  /**
   * Sit somebody down, with the table's invite or, without one, with the GM's token. The purse is in copper, and is
   * what is left after buying the `sets`; `npc` is the temperament of a player that the server plays. The seat has its
   * own token: `tavern.table(id, { token })` is its handle; this handle does not change. `key` is the idempotency key,
   * generated by default; anyone who has it can get the token again.
   * @param {{ invite?: string, name: string, purse_cp?: number, luck?: string, character?: Character,
   *   sets?: GamingSet[], watch?: boolean, npc?: string, key?: string }} sitting
   * @returns {Promise<Seated>}
   */
  async sit({ invite, npc, key, ...body }) {
    const sitting = npc === undefined ? body : { ...body, npc: { temperament: npc } };
    const token = invite ?? this.#token;
    const id = key ?? (await randomHex(24));
    return { admitted: true, ...readJson(await posted(this.#wire, `${this.#path}/seats`, token, sitting, id)) };
  }

  /**
   * Give a command: an action's type, with its parameters. It is retried until the outcome is known, always with the
   * same id, so it takes effect once. If the patience ends first, it throws `Unreachable`, whose `id` sends the same
   * command again. The GM names the `seat` to act for, and the seat whose actions the new view has (`actsFor`). With
   * `ifMatch` the command is refused (412, `newer_version`) unless the last view that this handle received by `view` or
   * `send` is the newest.
   * @param {{ type: string, id?: string, [param: string]: any }} command
   * @param {{ seat?: string, actsFor?: string, ifMatch?: boolean, signal?: AbortSignal }} [options]
   * @returns {Promise<CommandAnswer>}
   */
  async send(command, options = {}) {
    const answer = await this.give(command, options);
    try {
      await this.#attended(answer.view);
    } catch (error) {
      // What the new view asks of the seat's luck is left to the next one.
      if (!(error instanceof TavernError) || !(error instanceof BrokenLuck || error instanceof NotKept)) return answer;
      throw error;
    }
    return answer;
  }

  /**
   * Give a command, without sealing or revealing anything after it.
   * @param {{ type: string, id?: string, [param: string]: any }} command
   * @param {{ seat?: string, actsFor?: string, ifMatch?: boolean, signal?: AbortSignal }} [options]
   * @returns {Promise<CommandAnswer>}
   */
  async give(command, { seat, actsFor = "", ifMatch = false, signal } = {}) {
    /** @type {Data} */
    const body = { ...command, id: command.id ?? (await randomHex(16)) };
    if (seat !== undefined) body.seat = seat;
    const headers = /** @type {Record<string, string>} */ ({});
    if (ifMatch && this.#newest !== null) headers["If-Match"] = this.#newest;
    /** @type {Answered} */
    let answered;
    try {
      const path = `${this.#path}/commands${asQuery({ acts_for: actsFor })}`;
      answered = await this.#wire.call("POST", path, { token: this.#token, body, headers, signal });
    } catch (error) {
      if (error instanceof Unreachable) error.id = body.id;
      throw error;
    }
    /** @type {CommandAnswer} */
    const answer = readJson(answered.text);
    this.#saw(answer.view, answered.etag, actsFor);
    if (answer.token !== undefined && command.target === "gm") this.#token = answer.token;
    this.#watch.answer(answer);
    return answer;
  }

  // The record

  /**
   * What this storage has of what viewers were shown at this table: roots, calls of rounds with the luck revealed to
   * them, and entries. Handles add what they see from their first view on.
   * @returns {RecordLine[]}
   */
  record() {
    return this.#record.lines();
  }

  /** The record as a file that every verifier reads (JSON Lines). */
  recordFile() {
    return this.#record.text();
  }

  // Reading

  /** @param {string} path @param {Record<string, unknown>} [query] @param {Request_} [asking] @returns {Promise<any>} */
  async #get(path, query = {}, asking = {}) {
    return readJson(await this.#text(path, query, asking));
  }

  /** @param {string} path @param {Record<string, unknown>} [query] @param {Request_} [asking] */
  async #text(path, query = {}, asking = {}) {
    const where = this.#path + path + asQuery(query);
    return (await this.#wire.call("GET", where, { ...asking, token: this.#token })).text;
  }

  /**
   * The entries after a version; if there are none, wait for one up to `wait` seconds. With the `epoch` and `seen` of an
   * earlier answer, a replaced log throws the problem `log_replaced`, and one that went back `LogWentBack`.
   * @param {number} [after]
   * @param {{ epoch?: string, seen?: string, wait?: number, signal?: AbortSignal, attempts?: number }} [options]
   * @returns {Promise<EventsPage>}
   */
  async events(after = 0, { epoch, seen, wait, signal, attempts } = {}) {
    const asked = this.#watch.now();
    try {
      const page = await this.#events({ after, epoch, seen, wait }, { longer: wait ?? 0, signal, attempts });
      this.#watch.page(page, asked);
      return page;
    } catch (error) {
      if (error instanceof Problem && error.code === WENT_BACK) throw this.#watch.refused(after);
      throw error;
    }
  }

  /** @param {Record<string, unknown>} query @param {Request_} [asking] @returns {Promise<EventsPage>} */
  async #events(query, asking) {
    const page = await this.#get("/events", query, asking);
    if (!Array.isArray(page.entries) || !page.entries.every((/** @type {any} */ one) => Array.isArray(one?.events))) {
      throw new BadAnswer("the answer has no entries");
    }
    return page;
  }

  /**
   * The sentences after a version.
   * @param {number} [after]
   * @returns {Promise<Cursor & { entries: { version: number, at: string, chronicle: string[] }[], more: boolean }>}
   */
  async chronicle(after = 0) {
    const page = await this.#get("/chronicle", { after });
    return leading(page, !page.more || page.version > after);
  }

  /**
   * The coins that moved after a version, and the current accounts.
   * @param {number} [after]
   * @returns {Promise<{ version: number, accounts: Record<string, number>, lines: Data[], more: boolean }>}
   */
  async ledger(after = 0) {
    const page = await this.#get("/ledger", { after });
    return leading(page, !page.more || page.version > after);
  }

  /** Everyone who ever sat down to play, most wins first. @returns {Promise<Data[]>} */
  async standings() {
    return (await this.#get("/standings")).standings;
  }

  /**
   * The rounds with higher numbers, in order: one page, or at most `limit`.
   * @param {number} [after] @param {number} [limit] @returns {Promise<Round[]>}
   */
  async rounds(after = 0, limit = undefined) {
    return (await this.#get("/rounds", { after, limit })).rounds;
  }

  /**
   * A page of a round, step by step, as this viewer saw it, or `as` another, if that is allowed. Continue `from` its
   * `next`.
   * @param {number} number @param {{ as?: string, from?: number | null, limit?: number }} [options]
   * @returns {Promise<ReplayPage>}
   */
  async round(number, { as, from, limit } = {}) {
    const page = await this.#get(`/rounds/${number}`, { as, from, limit });
    return leading(page, page.next === null || page.next > (from ?? -1));
  }

  /**
   * All frames of a round: `for await (const frame of table.replay(2))`.
   * @param {number} number @param {{ as?: string }} [options]
   */
  async *replay(number, { as } = {}) {
    /** @type {number | null} */
    let from = null;
    do {
      const page = await this.round(number, { as, from });
      yield* page.frames;
      from = page.next;
    } while (from !== null);
  }

  /** The proof of a round, as the text to save for a verifier. @param {number} number */
  async proof(number) {
    return this.#text(`/rounds/${number}/proof`);
  }

  /**
   * Check a round's proof, with the record. `luck` has pairs of a seat and the open word that it played with.
   * @param {number} number @param {{ luck?: [string, string][] }} [options] @returns {Promise<Report>}
   */
  async verify(number, { luck = [] } = {}) {
    return verifyProof(await this.proof(number), { record: this.recordFile(), luck });
  }

  /** The table's whole log, as stored; for the GM. It reveals almost everything: guard it. */
  async export() {
    const text = await this.#text("/export", {}, { longer: 280 });
    const expected = readJson(text.slice(0, text.indexOf("\n"))).entries + 1;
    const received = text.split("\n").length - 1;
    if (received !== expected) throw new BadAnswer(`received ${received} of the ${expected} lines of the log`);
    return text;
  }

  // Chat

  /**
   * The messages after a number. Continue with `last`; `more` says whether there already are more.
   * @param {number} [after] @param {{ signal?: AbortSignal, attempts?: number }} [options]
   * @returns {Promise<{ last: number, messages: ChatMessage[], more: boolean }>}
   */
  async chat(after = 0, { signal, attempts } = {}) {
    const page = await this.#get("/chat", { after }, { signal, attempts });
    return leading(page, !page.more || page.last > after);
  }

  /**
   * Send a message, and retry if it is unknown whether it arrived: it has an `id`, so it is stored once.
   * @param {string} text @param {{ id?: string }} [options] @returns {Promise<ChatMessage>}
   */
  async say(text, { id } = {}) {
    return this.#chatted("POST", "", { id: id ?? (await randomHex(NONCE_BYTES)), text }, true);
  }

  /** Erase a message: your own, or any as the GM. @param {number} number @returns {Promise<ChatMessage>} */
  async erase(number) {
    return this.#chatted("DELETE", `/${number}`);
  }

  /** Erase the whole chat, as the GM. @returns {Promise<ChatMessage>} */
  async clearChat() {
    return this.#chatted("DELETE", "");
  }

  /** @param {string} method @param {string} path @param {unknown} [body] @param {boolean} [repeatable] */
  async #chatted(method, path, body, repeatable = false) {
    const where = `${this.#path}/chat${path}`;
    return readJson((await this.#wire.call(method, where, { token: this.#token, body, repeatable })).text);
  }

  // Following

  /**
   * Follow the table: its live stream, or long polls where no stream comes through. Every version arrives once and in
   * order, across lost connections and restarts, until `close` or the `signal`. A seat's luck is sealed and revealed
   * automatically.
   * @param {Handlers} [handlers] @param {FollowOptions} [options]
   */
  follow(handlers = {}, options = {}) {
    /** @type {Live} */
    const live = new Live(this, this.#wire, `${this.#path}/live`, handlers, options, this.#watch, (view) =>
      this.#sealed(view),
    );
    this.#lives.add(live);
    live.done.finally(() => this.#lives.delete(live));
    return live;
  }

  // Sealed luck

  /**
   * Whether the seat's own luck is in the round that a view shows, and why. Null before the first round, and without a
   * seat.
   * @param {View} view @returns {LuckInRound | null}
   */
  luckIn(view) {
    const seat = view.you?.seat;
    if (!seat || !view.round) return null;
    const why = whyLuck(view, seat, () =>
      new LuckBook(this.#storage, this.id, seat).all().some(({ round }) => round === view.round),
    );
    return { round: view.round, included: why === "revealed", why, detail: LUCK[why] };
  }

  /** Whether something was done. @param {View} view */
  async #attended(view) {
    try {
      return await this.#sealed(view);
    } catch (error) {
      // Followers of the table get it there.
      if (!(error instanceof BrokenLuck) || !this.#notify("luck", { step: "broken", round: error.round, error }))
        throw error;
      return true;
    }
  }

  /** Do what a view asks of the seat's luck. @param {View} view @returns {Promise<boolean>} */
  async #sealed(view) {
    const seat = view.you?.seat;
    if (!this.#seals || !seat) return false;
    if (this.#sealing?.seat !== seat) {
      const book = new LuckBook(this.#storage, this.id, seat);
      const notify = (/** @type {LuckStep} */ step) => this.#notify("luck", step);
      this.#sealing = new Sealing(this, seat, book, this.#record, notify, this.#wire.sleep);
    }
    return this.#sealing.attend(view);
  }

  /**
   * Call a handler of all followers. Returns whether there are any.
   * @param {"luck" | "problem"} name @param {any} about
   */
  #notify(name, about) {
    const open = [...this.#lives].filter(({ closed }) => !closed);
    for (const live of open) live.tell(name, about);
    return open.length > 0;
  }
}

/**
 * Check the proof of a round, or the export of a table, with a `record` (JSON Lines) and `luck` (pairs of a seat and the
 * word that it played with). The check is in `verify.mjs`, beside this file, which is loaded when needed.
 * @param {string} text @param {{ record?: string | null, luck?: [string, string][] }} [kept]
 * @returns {Promise<Report>}
 */
export async function verifyProof(text, { record = null, luck = [] } = {}) {
  const beside = new URL("./verify.mjs", import.meta.url).href;
  const { check } = await import(beside);
  return check(text, record || null, luck);
}

// ---- Following a table

/** A table that is followed. */
export class Live {
  #table;
  #wire;
  #path;
  #handlers;
  #options;
  #watch;
  #seal;
  /** @type {Cursor | null} */
  #cursor = null;
  /** @type {string | null} */
  #epoch = null;
  #asked;
  #stop = new AbortController();
  /** @type {State | null} */
  #state = null;
  #retry;
  #failed = 0;
  #mute = 0;
  #heard = 0;
  /** @type {Cut | null} */
  #cut = null;
  /** @type {(() => void) | null} */
  #wake = null;
  #said = 0;
  /** @type {ChatMessage[] | null} */
  #waiting = null;
  /** @type {View | null} */
  #unattended = null;
  #attending = false;

  /**
   * @param {Table} table @param {Wire} wire @param {string} path @param {Handlers} handlers @param {FollowOptions} options
   * @param {Watch} watch @param {(view: View) => Promise<boolean>} seal
   */
  constructor(table, wire, path, handlers, options, watch, seal) {
    this.#table = table;
    this.#wire = wire;
    this.#retry = wire.reconnect();
    this.#path = path;
    this.#handlers = handlers;
    this.#options = options;
    this.#watch = watch;
    this.#seal = seal;
    this.#asked = watch.now();
    this.#said = options.chatAfter ?? 0;
    this.#cursor = cursorIn(options.cursor ?? "");
    this.#epoch = this.#cursor?.epoch ?? null;
    this.close = this.close.bind(this);
    if (options.signal?.aborted) this.#stop.abort();
    options.signal?.addEventListener("abort", this.close, { once: true });
    /** Fulfilled when the stream has ended, by `close` or a problem. @type {Promise<void>} */
    this.done = this.#run();
  }

  /** The current position: pass this text as `cursor` to continue later. */
  get cursor() {
    return this.#cursor && cursorText(this.#cursor);
  }

  /** @returns {State} */
  get state() {
    return this.#state ?? "connecting";
  }

  /** Whether it has ended. */
  get closed() {
    return this.#stop.signal.aborted;
  }

  /** End it. No handlers are called any more. */
  close() {
    this.#stop.abort();
    this.#wake?.();
  }

  /** @param {"luck" | "problem"} name @param {any} about */
  tell(name, about) {
    if (name === "luck" && about.error && !this.#handlers.luck) this.#call("problem", about.error);
    this.#call(name, about);
  }

  async #run() {
    // The caller has the handle before anything is called.
    await null;
    const unwatch = this.#watched();
    this.#become("connecting");
    while (!this.closed) {
      let asked = 0;
      try {
        const polls = this.#options.poll || this.#mute > 1;
        await (polls ? this.#poll() : this.#stream());
        if (!this.closed) this.#become("connecting");
      } catch (error) {
        if (this.closed) break;
        if (!(error instanceof TavernError)) throw error;
        if (this.#cursor && (error.code === REPLACED || error.code === WENT_BACK)) {
          if (error.code === WENT_BACK) {
            this.#watch.back(this.#cursor.version, this.#asked);
            // Its chat may have been put back, too.
            this.#epoch = "";
          }
          this.#cursor = null;
        } else {
          this.#failed += 1;
          // A page of another server, such as a hotel network's login page, may go away.
          const lasts = !mayPass(error) && !(error instanceof BadAnswer);
          this.#become(this.#failed > 1 || lasts ? "offline" : "connecting");
          if (lasts || (error instanceof BadAnswer && this.#failed === 2)) this.#call("problem", error, lasts);
          if (lasts) break;
          asked = this.#wire.reconnect((error instanceof Problem && error.retryAfter) || 0);
        }
      }
      // If a server restarts, its many readers must not return at the same moment.
      const retry = this.#retry * (1 + Math.random() / 2);
      await this.#pause(Math.max(this.#failed ? this.#wire.backoff(this.#failed) : 0, asked, retry));
    }
    this.#stop.abort();
    unwatch();
    this.#options.signal?.removeEventListener("abort", this.close);
  }

  /** Check the connection at once when the browser reports that it may be lost or back. */
  #watched() {
    if (typeof globalThis.addEventListener !== "function") return () => {};
    const woken = (/** @type {Event} */ { type }) => {
      if (type !== "offline" && globalThis.document?.visibilityState === "hidden") return;
      const silent = Date.now() - this.#heard > 20_000;
      if (this.#state === "online" && (silent || type === "offline")) this.#cut?.stop();
      this.#wake?.();
    };
    const kinds = ["online", "offline", "pageshow", "visibilitychange"];
    const targets = [globalThis, globalThis.document].filter((target) => target !== undefined);
    for (const target of targets) for (const kind of kinds) target.addEventListener(kind, woken);
    return () => {
      for (const target of targets) for (const kind of kinds) target.removeEventListener(kind, woken);
    };
  }

  /** @param {number} seconds */
  async #pause(seconds) {
    if (this.closed || seconds <= 0) return;
    const woken = new Promise((wake) => (this.#wake = () => wake(null)));
    await Promise.race([this.#wire.sleep(seconds), woken]);
    this.#wake = null;
  }

  /** @param {State} state */
  #become(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.#call("state", state);
  }

  /**
   * Call a handler. Its errors are the page's own problem and do not end the stream.
   * @param {keyof Handlers} name @param {any} given @param {boolean} [last]
   */
  #call(name, given, last = false) {
    if (this.closed) return;
    if (last) this.#stop.abort();
    try {
      this.#handlers[name]?.(given);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  #working() {
    this.#failed = 0;
    this.#mute = 0;
    this.#heard = Date.now();
    this.#become("online");
  }

  // The stream

  /** The items of one connection, until it ends. */
  async #stream() {
    const { silence, answer } = this.#wire.patience;
    const cut = (this.#cut = new Cut(this.#stop.signal));
    this.#asked = this.#watch.now();
    const headers = /** @type {Record<string, string>} */ ({ Accept: MEDIA_TYPE });
    if (this.cursor) headers["Last-Event-ID"] = this.cursor;
    const path = this.#path + asQuery({ acts_for: this.#options.actsFor });
    // A proxy that buffers the stream shows neither an error nor an event.
    let mute = true;
    try {
      cut.after(answer);
      const response = await this.#wire.sent("GET", path, { token: this.#table.token, headers }, cut);
      const kind = response.headers.get("Content-Type") ?? "";
      if (response.status !== 200 || !kind.startsWith(MEDIA_TYPE) || !response.body) {
        throw new BadAnswer(`the answer is not a live stream: ${response.status}`);
      }
      const [parser, decoder, reader] = [new EventStream(), new TextDecoder(), response.body.getReader()];
      for (;;) {
        const piece = await reader.read().catch((error) => {
          throw this.#wire.broken(cut, error);
        });
        if (piece.done || this.closed) return;
        if (mute) this.#catchUpOnChat();
        mute = false;
        this.#working();
        cut.after(silence);
        for (const event of parser.feed(decoder.decode(piece.value, { stream: true }))) {
          if (event.type === "close") {
            const { retry_ms: retry, reason } = readJson(event.data);
            this.#retry = this.#wire.reconnect((Number(retry) || 0) / 1000);
            // The token may be that of another viewer now, who saw something else: the seat was admitted.
            if (reason === "token_changed") this.#cursor = null;
            return;
          }
          this.#take(event);
        }
        if (parser.retry !== null) this.#retry = this.#wire.reconnect(parser.retry / 1000);
      }
    } catch (error) {
      if (mute && error instanceof BadAnswer) this.#mute = 2;
      else if (mute && cut.late) this.#mute += 1;
      throw error;
    } finally {
      cut.done();
      cut.controller.abort();
      this.#cut = null;
    }
  }

  /** @param {{ type: string, data: string, id: string }} event */
  #take(event) {
    if (event.type === "entry") {
      const entry = readJson(event.data);
      const next = this.#cursor && cursorAfter(this.#cursor, entry);
      if (!next || event.id !== cursorText(next) || entry.version !== next.version) {
        // It cannot be continued; the next connection begins with a reset.
        this.#cursor = null;
        throw new BadAnswer(`the stream sent ${event.id}, expected ${next ? cursorText(next) : "a reset"}`);
      }
      this.#tookEntry(entry, next);
    } else if (event.type === "reset") {
      this.#tookReset(readJson(event.data));
    } else if (event.type === "chat") {
      const message = readJson(event.data);
      if (this.#waiting) this.#waiting.push(message);
      else this.#tookMessages([message]);
    }
  }

  /** @param {Reset} reset */
  #tookReset(reset) {
    const isContinued = this.#cursor?.epoch === reset.epoch;
    const isBack = this.#watch.reset(reset, this.#asked, isContinued);
    const isAnother = this.#epoch !== null && (isBack || this.#epoch !== reset.epoch);
    this.#cursor = { version: reset.version, epoch: reset.epoch, seen: reset.seen };
    this.#epoch = reset.epoch;
    this.#asked = this.#watch.now();
    this.#call("reset", reset);
    this.#tookView(reset.view);
    if (!isAnother) return;
    // A restored table has the chat that it had then.
    this.#said = 0;
    if (this.#cut) this.#catchUpOnChat();
  }

  /** @param {Entry} entry @param {Cursor} cursor */
  #tookEntry(entry, cursor) {
    this.#cursor = cursor;
    this.#watch.entry(entry, cursor);
    this.#call("entry", entry);
    if (entry.view) this.#tookView(entry.view);
  }

  /** @param {View} view */
  #tookView(view) {
    this.#call("view", view);
    this.#unattended = view;
    if (!this.#attending) this.#attend();
  }

  // Chat

  /** Messages are not part of the order of versions: those missed in between are read separately. */
  #catchUpOnChat() {
    if (!this.#handlers.chat) return;
    const waiting = (this.#waiting = /** @type {ChatMessage[]} */ ([]));
    const read = async () => {
      try {
        await this.#readChat();
      } catch {
        // The next connection retries it.
      }
      if (this.#waiting !== waiting) return;
      this.#waiting = null;
      this.#tookMessages(waiting);
    };
    read();
  }

  /** @param {{ attempts?: number }} [options] */
  async #readChat({ attempts } = {}) {
    let page;
    do {
      const epoch = this.#epoch;
      page = await this.#table.chat(this.#said, { signal: this.#stop.signal, attempts });
      // It is the chat of a log that was replaced meanwhile.
      if (this.#epoch !== epoch && epoch !== null) return;
      this.#tookMessages(page.messages);
      this.#said = Math.max(this.#said, page.last);
    } while (page.more && !this.closed);
  }

  /** @param {ChatMessage[]} messages */
  #tookMessages(messages) {
    for (const message of messages) {
      if (message.n <= this.#said) continue;
      this.#said = message.n;
      this.#call("chat", message);
    }
  }

  // Long polls

  /** The same with long polls, for some minutes; then the stream is tried again. */
  async #poll() {
    const until = Date.now() + POLL_FOR_MS;
    const { actsFor, poll } = this.#options;
    const [signal, attempts] = [this.#stop.signal, 1];
    while (!this.closed && (poll || Date.now() < until)) {
      if (this.#cursor === null) {
        this.#tookReset(await this.#begun());
      } else {
        const { version, epoch, seen } = this.#cursor;
        const wait = this.#state === "online" ? POLL_SECONDS : 0;
        const begun = Date.now();
        this.#asked = this.#watch.now();
        const query = { after: version, epoch, seen, wait };
        const page = await this.#watch.read(query, { longer: wait, signal, attempts });
        if (this.closed) return;
        const last = page.entries.at(-1);
        const view = last && !page.more ? await this.#table.look({ actsFor, signal, attempts }) : undefined;
        if (last && view?.version === last.version) last.view = view;
        for (const entry of page.entries) this.#tookEntry(entry, cursorAfter(this.#cursor, entry));
        if (this.cursor !== cursorText(page)) {
          this.#cursor = null;
          throw new BadAnswer("the entries are not those that the answer says");
        }
        if (view && !last?.view) this.#tookView(view);
        const isHasty = wait > 0 && !last && Date.now() - begun < LEAST_SECONDS * 1000;
        if (isHasty) await this.#pause(this.#wire.reconnect());
      }
      if (this.#handlers.chat) await this.#readChat({ attempts });
      this.#working();
    }
    // After one more silent stream, it returns to polls.
    this.#mute = 1;
  }

  /** A view with the epoch that it belongs to. @returns {Promise<Reset>} */
  async #begun() {
    const { actsFor } = this.#options;
    const asking = { actsFor, signal: this.#stop.signal, attempts: 1 };
    for (;;) {
      const view = await this.#table.look(asking);
      const query = { after: view.version };
      const { epoch, seen, entries } = await this.#watch.read(query, { signal: asking.signal, attempts: 1 });
      // The tag of a view stands for its version and epoch: the same view again shows that the epoch is its own.
      if (!entries.length && (await this.#table.look(asking)) === view) {
        return { version: view.version, epoch, seen, view };
      }
      await this.#pause(this.#wire.reconnect());
    }
  }

  // Sealed luck

  async #attend() {
    this.#attending = true;
    let failed = 0;
    while (this.#unattended && !this.closed) {
      const view = this.#unattended;
      this.#unattended = null;
      try {
        await this.#seal(view);
        failed = 0;
      } catch (error) {
        if (!(error instanceof TavernError)) throw error;
        if (error instanceof BrokenLuck) {
          this.tell("luck", { step: "broken", round: error.round, error });
          this.#unattended ??= view;
        } else if (mayPass(error)) {
          // The round may be waiting for this seat, and then no other view comes.
          failed += 1;
          await this.#wire.sleep(this.#wire.backoff(failed));
          this.#unattended ??= view;
        } else {
          this.#call("problem", error);
        }
      }
    }
    this.#attending = false;
  }
}

/** An incremental parser of text/event-stream (WHATWG HTML, section 9.2.6). */
export class EventStream {
  /** The stream's reconnection time in milliseconds. @type {number | null} */
  retry = null;
  #rest = "";
  #afterCr = false;
  #type = "";
  /** @type {string[]} */
  #data = [];
  #size = 0;
  #id = "";

  /** The events that end in this piece. @param {string} piece @returns {{ type: string, data: string, id: string }[]} */
  feed(piece) {
    const found = [];
    let text = piece;
    if (this.#afterCr && text) {
      if (text[0] === "\n") text = text.slice(1);
      this.#afterCr = false;
    }
    if (piece.endsWith("\r")) this.#afterCr = true;
    const lines = (this.#rest + text).split(/\r\n|\r|\n/);
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length + this.#size > LONGEST_EVENT) throw new BadAnswer("an event of the stream is too long");
    for (const line of lines) {
      if (line) {
        this.#take(line);
        continue;
      }
      if (this.#data.length) found.push({ type: this.#type || "message", data: this.#data.join("\n"), id: this.#id });
      [this.#type, this.#data, this.#size] = ["", [], 0];
    }
    return found;
  }

  /** @param {string} line */
  #take(line) {
    const end = line.indexOf(":");
    const name = end < 0 ? line : line.slice(0, end);
    const value = end < 0 ? "" : line.slice(end + 1).replace(/^ /, "");
    if (name === "event") this.#type = value;
    else if (name === "data") this.#size += this.#data.push(value) && value.length;
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^[0-9]+$/.test(value)) this.retry = Number(value);
  }
}

// ---- What was shown

/** @param {Cursor} cursor */
const cursorText = ({ version, epoch, seen }) => `${version}.${epoch}.${seen}`;

/** @param {string} text @returns {Cursor | null} */
function cursorIn(text) {
  const found = /^([0-9]+)\.(.+)\.([0-9a-f]*)$/.exec(text);
  return found && { version: Number(found[1]), epoch: found[2], seen: found[3] };
}

/** The cursor after the next entry (docs/api.md). @param {Cursor} cursor @param {{ receipt?: string }} entry @returns {Cursor} */
const cursorAfter = ({ version, epoch, seen }, { receipt = "" }) => ({
  version: version + 1,
  epoch,
  seen: hex(sha256(prefixed("tavern seen v1", seen, receipt))).slice(0, 32),
});

/** The round that a view shows, or null between rounds. @param {View} view */
const roundOf = ({ phase, round }) => (phase === "lobby" ? null : round);

/**
 * Notices if the log does not continue what was seen of it, and keeps the record. Errors go to the followers, or else
 * are thrown.
 *
 * @typedef {{ version: number, logs: number }} Asked what was known when a request was sent: the newest version, and
 *   how many logs ended before: they went back, or were replaced
 */
class Watch {
  /** @type {string | null} */
  #viewer = null;
  /** @type {Cursor | null} */
  #cursor = null;
  #newest = 0;
  /** The receipts of the newest entries, by version. @type {Map<number, string>} */
  #receipts = new Map();
  #logs = 0;
  /** To be asked: whether the log still continues from a cursor (null: where it is), and reaches the version. */
  #doubt = { cursor: /** @type {Cursor | null} */ (null), version: 0, isOpen: true };
  /** The round after a version. */
  #at = { version: 0, round: /** @type {number | null} */ (null) };
  #record;
  #tell;

  /**
   * @param {TableRecord} record
   * @param {(query: Record<string, unknown>, asking?: Request_) => Promise<EventsPage>} read the entries after a version
   * @param {(error: TavernError) => boolean} tell whether there was somebody to tell
   */
  constructor(record, read, tell) {
    this.#record = record;
    this.read = read;
    this.#tell = tell;
  }

  /** Call it before a request whose answer will be looked at. @returns {Asked} */
  now() {
    return { version: this.#newest, logs: this.#logs };
  }

  /**
   * A view was read. `isOther`: its version had another tag before.
   * @param {View} view @param {Asked} asked @param {boolean} isOther
   */
  async view(view, asked, isOther) {
    this.#meet(view);
    if ((view.version < asked.version || isOther) && asked.logs === this.#logs && !this.#doubt.isOpen) {
      this.#doubt = { cursor: this.#cursor, version: asked.version, isOpen: true };
    }
    await this.#ask(view);
    this.#saw(view);
  }

  /**
   * A stream, or polls, begin with this view. Returns whether the log went back.
   * @param {Reset} reset @param {Asked} asked @param {boolean} isContinued it was to continue from a cursor of this epoch
   */
  reset(reset, asked, isContinued) {
    const isOther = this.#meet(reset.view);
    const last = this.#cursor;
    const { cursor, version } = this.#doubt;
    const known = Math.max(isOther ? 0 : asked.version, version);
    const isLower = last?.epoch === reset.epoch && reset.version < known;
    const isBack = this.#reach(reset, asked, (isContinued && !isOther) || isLower);
    const isOpen = !isBack && cursor?.epoch === reset.epoch && cursor.version < reset.version;
    this.#doubt.isOpen &&= isOpen;
    if (!isBack && !this.#doubt.isOpen && last?.epoch === reset.epoch && last.version < reset.version) {
      // The stream does not say whether its view continues what was seen.
      this.#doubt = { cursor: last, version: last.version, isOpen: true };
    }
    this.#ask(reset.view).catch(() => {});
    this.#saw(reset.view);
    return isBack;
  }

  /** The next entry. @param {Entry} entry @param {Cursor} cursor */
  entry(entry, cursor) {
    if (entry.view) this.#meet(entry.view);
    this.#keep([entry]);
    this.#compare(entry);
    this.#goTo(cursor);
    if (!entry.view) return;
    this.#ask(entry.view).catch(() => {});
    this.#saw(entry.view);
  }

  /** @param {EventsPage} page @param {Asked} asked */
  page(page, asked) {
    if (this.#viewer === null) return;
    this.#keep(page.entries);
    this.#reach(page, asked);
  }

  /** @param {CommandAnswer} answer */
  answer(answer) {
    this.#meet(answer.view);
    this.#keep([answer]);
    this.#compare(answer);
    const next = this.#cursor && cursorAfter(this.#cursor, answer);
    if (next?.version === answer.version) this.#goTo(next);
    this.#newest = Math.max(this.#newest, answer.version);
  }

  /** The server refused a cursor of the caller. @param {number} version */
  refused(version) {
    this.#forget();
    return this.#error(version);
  }

  /** The log no longer has what was seen up to a version. @param {number} version @param {Asked} asked @param {Cursor} [at] */
  back(version, asked, at) {
    // Another reader has reported it.
    if (asked.logs !== this.#logs) return;
    this.#forget();
    if (at) this.#goTo(at);
    this.#report(this.#error(version));
  }

  /**
   * Learn from a view who the viewer is, and what an earlier visit saw. A seat that waits sees what the public sees, until
   * it is admitted. Returns whether it was another viewer before.
   * @param {View} view
   */
  #meet(view) {
    const isOther = this.#viewer !== null && this.#viewer !== view.viewer;
    if (this.#viewer !== view.viewer) {
      this.#viewer = view.viewer;
      this.#cursor = this.#record.cursor(view.viewer);
      this.#newest = 0;
      this.#at = { version: 0, round: null };
      this.#doubt = { cursor: this.#cursor, version: this.#cursor?.version ?? 0, isOpen: true };
    }
    if (view.version >= this.#at.version) this.#at = { version: view.version, round: roundOf(view) };
    return isOther;
  }

  /** Ask whether the log still continues from a cursor, if that is in doubt. @param {View} view */
  async #ask(view) {
    const doubt = this.#doubt;
    if (!doubt.isOpen) return;
    const { cursor, version } = doubt;
    const asked = this.now();
    const query = cursor
      ? { ...cursor, after: cursor.version, version: null }
      : { after: Math.max(view.version - 1, 0) };
    let page;
    try {
      page = await this.read(query, { attempts: 1 });
    } catch (error) {
      if (!(error instanceof TavernError)) throw error;
      // Any other failure settles nothing: it is asked again with the next view.
      if (this.#doubt !== doubt || !cursor) return;
      if (error.code === REPLACED) this.#forget();
      else if (error.code === WENT_BACK) this.back(cursor.version, asked);
      return;
    }
    if (this.#doubt !== doubt) return;
    doubt.isOpen = false;
    this.#keep(page.entries.map((entry) => (entry.version === view.version ? { ...entry, view } : entry)));
    this.#reach(page, asked, cursor !== null && view.version < version);
  }

  /**
   * Compare a position that the server states with the last one. Returns whether the log went back.
   * @param {Cursor} at @param {Asked} asked
   */
  #reach({ version, epoch, seen }, asked, isBack = false) {
    const at = { version, epoch, seen };
    const last = this.#cursor;
    if (last?.epoch === epoch) {
      isBack ||= version === last.version && seen !== last.seen;
    } else if (last) {
      this.#forget();
    }
    if (isBack) this.back(Math.max(last?.version ?? 0, asked.version), asked, at);
    this.#goTo(at);
    return isBack;
  }

  /** A stream and the answer to a command show the same entry. @param {Entry | CommandAnswer} entry */
  #compare({ version, receipt = "" }) {
    const known = this.#receipts.get(version);
    if (known !== undefined && known !== receipt) this.back(version, this.now());
    this.#receipts.set(version, receipt);
    if (this.#receipts.size > KEPT_RECEIPTS) this.#receipts.delete([...this.#receipts.keys()][0]);
  }

  /** @param {Cursor} cursor */
  #goTo(cursor) {
    const last = this.#cursor;
    if (last?.epoch === cursor.epoch && last.version >= cursor.version) return;
    this.#cursor = cursor;
    if (!this.#doubt.cursor) this.#doubt.isOpen = false;
    this.#newest = Math.max(this.#newest, cursor.version);
    if (this.#viewer !== null) this.#record.keepCursor(this.#viewer, cursor);
  }

  #forget() {
    this.#logs += 1;
    this.#cursor = null;
    this.#newest = 0;
    this.#receipts.clear();
    this.#at = { version: 0, round: null };
    this.#doubt = { cursor: null, version: 0, isOpen: true };
    if (this.#viewer !== null) this.#record.forget(this.#viewer);
  }

  /** Record entries with consecutive versions. @param {(Entry | CommandAnswer)[]} entries */
  #keep(entries) {
    const viewer = this.#viewer;
    if (viewer === null || !entries.length) return;
    const isNext = entries[0].version === this.#at.version + 1;
    let round = isNext ? this.#at.round : null;
    for (const { version, events, receipt, view } of entries) {
      const shown = view?.version === version ? view : undefined;
      const begins = events.find(({ type }) => type === "luck_called" || type === "round_started");
      const ends = events.find(({ type }) => type === "round_ended" || type === "round_voided");
      const own = (ends ?? begins)?.round ?? (shown ? roundOf(shown) : round);
      if (receipt) this.#record.entry(viewer, own, version, receipt, events, shown);
      round = ends ? null : own;
      if (version > this.#at.version) this.#at = { version, round };
    }
  }

  /** @param {View} view */
  #saw(view) {
    this.#newest = Math.max(this.#newest, view.version);
    if (!this.#doubt.isOpen) this.#record.view(view);
    for (const root of view.fair.roots ?? []) {
      const was = this.#record.root(view.viewer, root);
      if (was !== root.root) this.#report(new RootChanged(this.#record.table, root.from, was, root.root));
    }
  }

  /** @param {number} version */
  #error(version) {
    return new LogWentBack(
      this.#record.table,
      `the log no longer has what it showed up to version ${version}: an older copy was put back, or it was rewritten`,
    );
  }

  /** @param {TavernError} error */
  #report(error) {
    if (!this.#tell(error)) throw error;
  }
}

/** The records of tables, by storage. @type {WeakMap<KeyStorage, Map<string, TableRecord>>} */
const RECORDS = new WeakMap();
const RECORDED_TABLES = "tavern-records";
/** @param {string} table */
const recordKey = (table) => `tavern-record:${table}`;

/** The record of a table: what its viewers were shown in this storage, as JSON Lines. Handles share it. */
class TableRecord {
  /** What the storage did not take. */
  #unkept = "";
  /** The newest root of each range, by its first round. @type {Map<number, string>} */
  #roots = new Map();
  /** What is recorded of a viewer's version. @type {Map<string, { receipt: string, round: number | null, events: boolean, view: boolean }>} */
  #had = new Map();
  /** @type {Set<string>} */
  #calls = new Set();
  #isListed = false;
  #storage;

  /** @param {KeyStorage} storage @param {string} table */
  constructor(storage, table) {
    this.#storage = storage;
    this.table = table;
    for (const line of this.lines()) this.#know(line);
  }

  /** @param {KeyStorage} storage @param {string} table */
  static at(storage, table) {
    const records = RECORDS.get(storage) ?? new Map();
    RECORDS.set(storage, records);
    const record = records.get(table) ?? new TableRecord(storage, table);
    records.set(table, record);
    return record;
  }

  text() {
    return textIn(this.#storage, recordKey(this.table)) + this.#unkept;
  }

  /** @returns {RecordLine[]} */
  lines() {
    return this.text()
      .split("\n")
      .flatMap((line) => readLine(line) ?? []);
  }

  /** Where a viewer's last visit ended. @param {string} viewer */
  cursor(viewer) {
    return cursorIn(textIn(this.#storage, `tavern-cursor:${this.table}:${viewer}`));
  }

  /** @param {string} viewer @param {Cursor} cursor */
  keepCursor(viewer, cursor) {
    try {
      this.#storage.setItem(`tavern-cursor:${this.table}:${viewer}`, cursorText(cursor));
    } catch {
      // The next visit continues from an earlier one.
    }
  }

  /** Note a range's root. Returns the root that it had before, or this one. @param {string} viewer @param {Fair["roots"][0]} root */
  root(viewer, { from, to, root }) {
    const was = this.#roots.get(from);
    if (was === undefined) this.#add({ table: this.table, viewer, root: { from, to, root } });
    this.#roots.set(from, root);
    return was ?? root;
  }

  /** @param {string} viewer @param {number} round @param {Call} call @param {string} luck */
  call(viewer, round, call, luck) {
    if (!this.#calls.has(`${viewer}/${round}`)) this.#add({ table: this.table, viewer, round, call, luck });
  }

  /**
   * @param {string} viewer @param {number | null} round @param {number} version @param {string} receipt
   * @param {TavernEvent[]} events @param {View} [view]
   */
  entry(viewer, round, version, receipt, events, view) {
    const found = this.#had.get(`${viewer}/${version}`);
    const had = found?.receipt === receipt ? found : undefined;
    if (had?.events && (had.view || !view)) return;
    this.#add({
      table: this.table,
      viewer,
      round,
      version,
      receipt,
      ...(had?.events ? {} : { events }),
      ...(view && !had?.view ? shownIn(view) : {}),
    });
  }

  /** @param {View} view */
  view(view) {
    const { viewer, version } = view;
    const had = this.#had.get(`${viewer}/${version}`);
    if (!had || had.view) return;
    this.#add({ table: this.table, viewer, round: had.round, version, receipt: had.receipt, ...shownIn(view) });
  }

  /** Versions of this viewer may be those of other entries now. @param {string} viewer */
  forget(viewer) {
    for (const key of [...this.#had.keys()]) if (key.startsWith(`${viewer}/`)) this.#had.delete(key);
  }

  /** @param {RecordLine} line */
  #add(line) {
    this.#know(line);
    const text = `${JSON.stringify(line)}\n`;
    const key = recordKey(this.table);
    try {
      if (!this.#isListed) {
        const others = listIn(this.#storage, RECORDED_TABLES).filter((table) => table !== this.table);
        store(this.#storage, RECORDED_TABLES, JSON.stringify([...others, this.table]));
        this.#isListed = true;
      }
      store(this.#storage, key, shortened(textIn(this.#storage, key) + text, MOST_RECORD));
    } catch {
      // A full storage takes no more; what it does not have lasts as long as the page.
      this.#unkept = shortened(this.#unkept + text, MOST_RECORD);
    }
  }

  /** @param {RecordLine} line */
  #know(line) {
    if ("root" in line) {
      if (!this.#roots.has(line.root.from)) this.#roots.set(line.root.from, line.root.root);
    } else if ("call" in line) {
      this.#calls.add(`${line.viewer}/${line.round}`);
    } else {
      const { viewer, version, round, receipt } = line;
      const found = this.#had.get(`${viewer}/${version}`);
      const had = found?.receipt === receipt ? found : undefined;
      const [events, view] = ["events" in line || !!had?.events, "dice" in line || !!had?.view];
      this.#had.set(`${viewer}/${version}`, { receipt, round, events, view });
    }
  }
}

/** @param {string} line @returns {RecordLine | null} */
function readLine(line) {
  try {
    const found = JSON.parse(line);
    return typeof found === "object" ? found : null;
  } catch {
    return null;
  }
}

/** What a view shows of coins and dice. @param {View} view */
function shownIn({ seats, pot_cp: pot, house_dice: house }) {
  /** @param {Die[]} dice @returns {[string, number | null][]} */
  const shown = (dice) => [...dice].sort((one, other) => one.n - other.n).map(({ die, face }) => [die, face]);
  const holders = [...seats.map(({ seat, dice }) => ({ seat, dice })), { seat: "house", dice: house }];
  return {
    coins: { ...Object.fromEntries(seats.map(({ seat, purse_cp: purse }) => [seat, purse])), pot },
    dice: Object.fromEntries(holders.filter(({ dice }) => dice.length).map(({ seat, dice }) => [seat, shown(dice)])),
  };
}

/** A record without its oldest entries, if it is longer than `most`. Roots and calls stay. @param {string} text @param {number} most */
function shortened(text, most) {
  if (text.length <= most) return text;
  // Each time, some more is removed than needed.
  let excess = text.length - most * 0.9;
  const kept = text.split("\n").filter((line) => {
    if (excess <= 0 || !line || !("receipt" in (readLine(line) ?? { receipt: "" }))) return true;
    excess -= line.length + 1;
    return false;
  });
  return kept.join("\n");
}

/**
 * Store a value. If the storage is full, the entries of the tables that have not been used for longest make room.
 * @param {KeyStorage} storage @param {string} key @param {string} value
 */
function store(storage, key, value) {
  for (const table of listIn(storage, RECORDED_TABLES)) {
    try {
      return storage.setItem(key, value);
    } catch {
      const record = recordKey(table);
      if (record !== key) storage.setItem(record, shortened(textIn(storage, record), 0));
    }
  }
  storage.setItem(key, value);
}

// ---- Sealed luck

/**
 * Luck that was drawn for one round, nonce and word, the seed of the key that signs its call, and what became of it.
 * `after` is the version before it was sealed. `call` is the only one that it may be revealed to. `differed` and
 * `forgotten` were reported.
 * @typedef {{ seat: string, round: number, luck: string, seed: string, after: number, seal: string, sealed?: boolean,
 *   call?: Call, revealed?: boolean, settled?: boolean, gone?: boolean, differed?: boolean, forgotten?: boolean }} Luck
 *
 * How a round was called and how it started, the `luck_revealed` of its seats, and whether luck was made open before.
 * @typedef {{ called: TavernEvent | null, started: TavernEvent | null, revealed: Record<string, Data>, opened: boolean }}
 *   Beginning
 */

/** @param {string} word */
const isWord = (word) =>
  [...word].length <= MOST_WORD &&
  !/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]|[\u{e0000}-\u{e007f}]/u.test(word);

/**
 * The seal of a seat's luck in a round, with the public key that signs its call (docs/dice.md).
 * @param {string} table @param {number} round @param {string} seat @param {string} luck @param {string} key
 */
export const sealOf = (table, round, seat, luck, key) =>
  hex(sha256(prefixed("tavern luck seal v1", table, round, seat, luck, unhex(key))));

/**
 * The digest (hex) of a call, which a reveal signs (docs/dice.md).
 * @param {string} table @param {number} round @param {Call} call
 */
export function digestOf(table, round, { game, rules, opening, root, first, commitment, seats, seals }) {
  const [about, of] = [[table, round, game, rules], [opening, root].map(unhex)];
  const sealed = seats.filter((seat) => Object.hasOwn(seals, seat)).flatMap((seat) => [seat, unhex(seals[seat])]);
  return hex(
    sha256(
      prefixed(
        "tavern luck call v1",
        ...about,
        ...of,
        first,
        unhex(commitment),
        prefixed(...seats),
        prefixed(...sealed),
      ),
    ),
  );
}

// A one-time signature: LM-OTS of RFC 8554, section 4, with the parameters LMOTS_SHA256_N32_W4.
const LMOTS_TYPE = Uint8Array.of(0, 0, 0, 3);
const CHAINS = 67;
const STEPS = 15;

/** What separates a key's hashes from those of others: `I`, and `q`, which is 0. @param {string} table @param {number} round @param {string} seat */
const keyId = (table, round, seat) =>
  joined(sha256(prefixed("tavern luck key v1", table, round, seat)).slice(0, 16), new Uint8Array(4));

/** A chain's value after the steps up to one. @param {Uint8Array} id @param {number} chain @param {Uint8Array} start @param {number} from @param {number} to */
function stepped(id, chain, start, from, to) {
  let value = start;
  for (let step = from; step < to; step += 1) value = sha256(joined(id, [0, chain, step], value));
  return value;
}

/** The public key (hex), of the ends of its chains. @param {Uint8Array} id @param {Uint8Array[]} ends */
const publicOf = (id, ends) => hex(sha256(joined(id, [0x80, 0x80], ...ends)));

/** How far each chain is hashed to sign a digest. @param {Uint8Array} id @param {Uint8Array} randomizer @param {string} digest */
function digitsOf(id, randomizer, digest) {
  const hash = sha256(joined(id, [0x81, 0x81], randomizer, unhex(digest)));
  const digits = [...hash].flatMap((byte) => [byte >> 4, byte & 15]);
  const checksum = digits.reduce((sum, digit) => sum + STEPS - digit, 0);
  return [...digits, checksum >> 8, (checksum >> 4) & 15, checksum & 15];
}

/** The key that signs the one call to which a seat reveals its luck in a round, made from a secret seed. */
export class OneTimeKey {
  #id;
  #seed;

  /** @param {string} table @param {number} round @param {string} seat @param {string} seed 32 bytes (hex) */
  constructor(table, round, seat, seed) {
    this.#id = keyId(table, round, seat);
    this.#seed = unhex(seed);
  }

  /** The public key (hex). */
  get public() {
    return publicOf(this.#id, this.#chains(new Array(CHAINS).fill(STEPS)));
  }

  /** The signature (hex) of a digest (hex). Never sign two: that tells enough to sign others. @param {string} digest */
  sign(digest) {
    const randomizer = sha256(prefixed("tavern luck randomizer v1", this.#seed, unhex(digest)));
    return hex(joined(LMOTS_TYPE, randomizer, ...this.#chains(digitsOf(this.#id, randomizer, digest))));
  }

  /** @param {number[]} steps */
  #chains(steps) {
    return steps.map((to, chain) =>
      stepped(this.#id, chain, sha256(joined(this.#id, [0, chain, 0xff], this.#seed)), 0, to),
    );
  }
}

/**
 * Whether a signature (hex) by a seat's key for a round is one of this digest.
 * @param {string} table @param {number} round @param {string} seat
 * @param {{ key: string, signature: string }} revealed @param {string} digest
 */
export function isSigned(table, round, seat, { key, signature }, digest) {
  if (!/^00000003([0-9a-f]{64}){68}$/.test(signature)) return false;
  const id = keyId(table, round, seat);
  const [randomizer, ...chains] = (signature.slice(8).match(/.{64}/g) ?? []).map(unhex);
  const digits = digitsOf(id, randomizer, digest);
  const ends = chains.map((value, chain) => stepped(id, chain, value, digits[chain], STEPS));
  return publicOf(id, ends) === key;
}

/**
 * The seats' turns at their luck, and the newest version handled, by storage.
 * @type {WeakMap<KeyStorage, Map<string, { turn: Promise<unknown>, newest: number }>>}
 */
const TURNS = new WeakMap();

/**
 * The luck of a seat, stored before the server learns of it. Each step reads it again, because other pages may write
 * there.
 */
class LuckBook {
  /** @param {KeyStorage} storage @param {string} table @param {string} seat */
  constructor(storage, table, seat) {
    this.storage = storage;
    this.isShared = !(storage instanceof Memory);
    this.key = `tavern-luck:${table}:${seat}`;
    const turns = TURNS.get(storage) ?? new Map();
    TURNS.set(storage, turns);
    this.turns = turns.get(this.key) ?? { turn: Promise.resolve(), newest: 0 };
    turns.set(this.key, this.turns);
  }

  /** @returns {Luck[]} */
  all() {
    return listIn(this.storage, this.key);
  }

  /** @param {Luck} luck */
  draw(luck) {
    const recent = this.all().filter((one) => !one.settled || one.round > luck.round - KEPT_ROUNDS);
    this.#write([...recent, luck]);
  }

  /**
   * Take note of a step. Luck that is not there any more is stored again: another page wrote at the same moment, or the
   * storage was cleared.
   * @param {Luck[]} of @param {Partial<Luck>} step
   */
  note(of, step) {
    const all = this.all();
    const lost = of.filter(({ seal }) => !all.some((one) => one.seal === seal));
    const seals = new Set(of.map(({ seal }) => seal));
    this.#write([...all, ...lost].map((one) => (seals.has(one.seal) ? { ...one, ...step } : one)));
  }

  /** @param {Luck[]} all */
  #write(all) {
    try {
      store(this.storage, this.key, JSON.stringify(all));
    } catch {
      throw new NotKept();
    }
  }

  /** One at a time seals, reveals and checks. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  inTurn(work) {
    const mine = this.turns.turn.then(work);
    this.turns.turn = mine.catch(() => {});
    return mine;
  }
}

/**
 * Does what each view of a seat asks for: between rounds, it draws luck for the next one and seals it; when asked, it
 * reveals it; once the round has started, it checks the log.
 */
class Sealing {
  /**
   * @param {Table} table @param {string} seat @param {LuckBook} book @param {TableRecord} record
   * @param {(step: LuckStep) => void} notify @param {(seconds: number) => Promise<unknown>} pause
   */
  constructor(table, seat, book, record, notify, pause) {
    this.pause = pause;
    this.table = table;
    this.seat = seat;
    this.book = book;
    this.record = record;
    this.notify = notify;
  }

  /**
   * Check, seal and reveal as a view asks for. Returns whether this changed the table. Throws `BrokenLuck` once for
   * each round and reason.
   * @param {View} given
   */
  attend(given) {
    return this.book.inTurn(async () => {
      let view = given;
      const known = this.book.all().filter(({ gone }) => !gone);
      if (view.fair.luck === "open" && !known.length) return false;
      if (view.version < Math.max(this.book.turns.newest, ...known.map(({ after }) => after))) {
        // Another handle has seen a newer version. If the table's version is still lower now, its log was replaced.
        view = await this.table.look();
      }
      this.book.turns.newest = view.version;
      this.#checkLog(view, known);
      await this.#checkRounds(view);
      const offered = new Map((view.you?.actions ?? []).map((action) => [action.type, action]));
      const before = view;
      if (offered.has("reveal_luck")) view = await this.#reveal(view);
      else if (offered.has("seal_luck")) view = await this.#seal(view);
      this.book.turns.newest = view.version;
      return view !== before;
    });
  }

  #unsettled() {
    return this.book.all().filter(({ settled }) => !settled);
  }

  /** Seal luck for the next round, unless it is sealed. @param {View} given */
  async #seal(given) {
    for (let view = given; ;) {
      const round = view.round + 1;
      const shown = view.seats.find(({ seat }) => seat === this.seat)?.luck_seal;
      const drawn = this.#unsettled().filter((luck) => luck.round === round && luck.call === undefined);
      const mine = drawn.find(({ seal }) => seal === shown);
      if (mine) {
        if (!mine.sealed) this.book.note([mine], { sealed: true });
        return view;
      }
      if (drawn.some(({ sealed }) => sealed)) {
        // Another client of this player sealed later. They must not replace each other's seals forever.
        if (shown !== undefined) return view;
        this.book.note(drawn, { settled: true });
        throw this.#complaint(round, "seal_lost", "the table no longer has the seal that it accepted");
      }
      const secret = (await randomHex(NONCE_BYTES)) + this.#word(view);
      const seed = await randomHex(SEED_BYTES);
      const seal = sealOf(this.table.id, round, this.seat, secret, this.#key(round, seed).public);
      const luck = { seat: this.seat, round, luck: secret, seed, after: view.version, seal };
      this.book.draw(luck);
      const answer = await this.#given("seal_luck", seal, { seal });
      if (answer === null) return view;
      view = answer.view;
      if (view.round + 1 === round) {
        this.book.note([luck], { sealed: true });
        this.notify({ step: "sealed", round });
        return view;
      }
      // A round began in the meantime, so this seal cannot be revealed in the next one.
      this.book.note([luck], { settled: true });
      if (!view.you?.actions.some(({ type }) => type === "seal_luck")) return view;
    }
  }

  /** @param {number} round @param {string} seed */
  #key(round, seed) {
    return new OneTimeKey(this.table.id, round, this.seat, seed);
  }

  /** @param {View} view */
  #word(view) {
    if (this.table.word !== null) return this.table.word;
    const word = view.seats.find(({ seat }) => seat === this.seat)?.luck ?? "";
    return isWord(word) ? word : "";
  }

  /** Reveal what was sealed: for this round, and under one call only. @param {View} given */
  async #reveal(given) {
    let view = given;
    let asked = askedIn(view);
    const luck = this.book.all().find(({ seal }) => seal === asked?.seal);
    if (!luck) return view;
    const isAskedAgain = luck.revealed && !luck.forgotten;
    if (isAskedAgain) {
      // The view may have been sent before the luck was revealed.
      view = await this.table.look();
      asked = askedIn(view);
      if (asked?.seal !== luck.seal) return view;
    }
    const { round, seal } = luck;
    if (round !== view.round) {
      // It was sealed for a round that began before the seal arrived, and cannot be revealed in this one.
      const answer = await this.#given("withhold_luck", `${view.round}-${seal}`);
      if (answer === null) return view;
      this.notify({ step: "withheld", round: view.round });
      return answer.view;
    }
    const call = callIn(view);
    const digest = call && digestOf(this.table.id, round, call);
    if (!call || digest !== asked?.call) {
      if (luck.differed) return view;
      this.book.note([luck], { differed: true });
      throw this.#complaint(round, "call_differs", "its luck was asked for under another call than the view shows");
    }
    if (luck.call && !isSame(luck.call, call)) {
      if (luck.settled) return view;
      this.book.note([luck], { settled: true });
      throw this.#complaint(round, "asked_again", "its luck is to be revealed again, under another call");
    }
    if (!luck.call && !(await this.#claims(luck, call))) {
      throw this.#complaint(round, "asked_again", "another page revealed its luck under another call");
    }
    this.record.call(view.viewer, round, call, luck.luck);
    const key = this.#key(round, luck.seed);
    const answer = await this.#given("reveal_luck", seal, {
      luck: luck.luck,
      key: key.public,
      signature: key.sign(digest),
    });
    if (answer === null) return view;
    this.book.note([luck], isAskedAgain ? { forgotten: true, settled: false } : { revealed: true });
    if (isAskedAgain) {
      throw this.#complaint(round, "reveal_forgotten", "its luck was asked for again after the server had received it");
    }
    this.notify({ step: "revealed", round });
    if (answer.view.phase !== CALLED) await this.#checkRounds(answer.view);
    return answer.view;
  }

  /**
   * Store the call that luck is revealed under. Returns false if another page that has the same storage stored another
   * call at the same moment: pages see what others wrote only after a moment, and then all see the last.
   * @param {Luck} luck @param {Call} call
   */
  async #claims(luck, call) {
    this.book.note([luck], { call });
    if (this.book.isShared) await this.pause(CLAIM_SECONDS);
    const stored = this.book.all().find(({ seal }) => seal === luck.seal)?.call;
    return !stored || isSame(stored, call);
  }

  /**
   * Give a command with an id that is the same after a restart. Null if the command comes too late.
   * @param {string} type @param {string} about @param {Data} [params]
   */
  async #given(type, about, params = {}) {
    try {
      return await this.table.give({ type, id: `${type}-${about}`, ...params });
    } catch (error) {
      if (error instanceof Problem && error.status === 409) return null;
      throw error;
    }
  }

  /** @param {View} view @param {Luck[]} known */
  #checkLog(view, known) {
    const gone = known.filter(({ after }) => view.version < after);
    if (!gone.length) return;
    this.book.note(gone, { settled: true, gone: true });
    if (!gone.some(({ call }) => call)) return;
    const round = Math.max(...gone.map((luck) => luck.round));
    throw this.#complaint(round, "log_replaced", "the log is shorter than when its luck was revealed");
  }

  /** Compare what the log says of rounds that have started with what was sealed and revealed. @param {View} view */
  async #checkRounds(view) {
    const known = this.#unsettled();
    for (const round of [...new Set(known.map((luck) => luck.round))].sort((one, other) => one - other)) {
      const ofRound = known.filter((luck) => luck.round === round);
      if (round === view.round && view.phase === CALLED) {
        this.#checkCall(view, ofRound);
      } else if (round <= view.round) {
        // Each fault of a round is reported once; if it cannot be read, it is tried again.
        const fault = await this.#faultOf(round, ofRound);
        this.book.note(ofRound, { settled: true });
        if (fault) throw fault;
      }
    }
  }

  /** @param {View} view @param {Luck[]} ofRound */
  #checkCall(view, ofRound) {
    const plays = view.seats.some(({ seat, playing }) => seat === this.seat && playing);
    if (!plays || !wasReplaced(ofRound, forSeat(view.fair.seals, this.seat))) return;
    this.book.note(ofRound, { settled: true, differed: true });
    throw this.#complaint(view.round, "seal_replaced", "the round was called with another seal");
  }

  /** @param {number} round @param {Luck[]} ofRound */
  async #faultOf(round, ofRound) {
    const after = Math.min(...ofRound.map((luck) => luck.after));
    // If the log went back, the round may have begun at an earlier version.
    const beginning = (await this.#beginning(round, after)) ?? (await this.#beginning(round, 0));
    try {
      if (beginning) return this.#compared(round, ofRound, beginning);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    throw new BadAnswer(`the events do not say how round ${round} began`);
  }

  /**
   * What is wrong with a round's beginning, or null.
   * @param {number} round @param {Luck[]} ofRound @param {Beginning} beginning
   */
  #compared(round, ofRound, { called, started, revealed, opened }) {
    const own = this.seat;
    if (!called) {
      const isLeftOut = started?.seats.includes(own) && !opened && ofRound.some(({ sealed }) => sealed);
      if (!isLeftOut) return null;
      return this.#complaint(round, "not_asked", "the round started without asking for what was sealed");
    }
    /** @type {Record<string, string>} */
    const seals = Object.fromEntries(called.seals.map((/** @type {Data} */ { seat, seal }) => [seat, seal]));
    if (called.seats.includes(own) && wasReplaced(ofRound, forSeat(seals, own))) {
      return this.#complaint(round, "seal_replaced", "the round was called with another seal");
    }
    const mine = ofRound.find(({ seal }) => seal === forSeat(seals, own));
    if (mine?.call && !isSame(mine.call, { ...mine.call, ...parts(called, CALL), seals })) {
      return this.#complaint(round, "call_changed", "the log has another call than the one that was answered");
    }
    if (!started) return null;
    if (!isSame(parts(started, PROMISE), parts(called, PROMISE))) {
      return this.#complaint(round, "commitment_changed", "the round started with another commitment than called");
    }
    const seats = started.luck.map((/** @type {Data} */ { seat }) => seat);
    if (!isSame(seats, called.seats)) {
      return this.#complaint(round, "luck_changed", "the round started with the luck of other seats than called");
    }
    const digest = mine?.call && digestOf(this.table.id, round, mine.call);
    for (const { seat, luck } of started.luck) {
      const shown = forSeat(revealed, seat);
      if (luck && !(shown && sealOf(this.table.id, round, seat, luck, shown.key) === forSeat(seals, seat))) {
        return this.#complaint(round, "luck_changed", `the round started with luck that ${seat} never sealed`);
      }
      if (luck && digest && !isSigned(this.table.id, round, seat, /** @type {any} */ (shown), digest)) {
        return this.#complaint(round, "luck_changed", `the luck of ${seat} answers another call`);
      }
      if (seat === own && mine?.call && luck !== mine.luck) {
        return this.#complaint(round, "luck_changed", "the round started without what was revealed");
      }
    }
    return null;
  }

  /**
   * How a round was called and how it started, if the events after a version say it.
   * @param {number} round @param {number} from @returns {Promise<Beginning | null>}
   */
  async #beginning(round, from) {
    /** @type {TavernEvent | null} */
    let called = null;
    /** @type {Record<string, Data>} */
    const revealed = Object.create(null);
    let opened = false;
    for (let after = from; ;) {
      const page = await this.table.events(after);
      for (const event of page.entries.flatMap(({ events }) => events)) {
        if (event.type === "options_set" || event.type === "game_set")
          opened = called ? opened : (event.options.luck ?? "open") === "open";
        else if (event.type === "luck_revealed" && called) revealed[event.seat] = event;
        else if (event.round !== round) continue;
        else if (event.type === "luck_called") called = event;
        else if (event.type === "round_started") return { called, started: event, revealed, opened };
        else if (event.type === "round_voided" || event.type === "round_ended")
          return { called, started: null, revealed, opened };
      }
      if (!page.more || page.version <= after) return null;
      after = page.version;
    }
  }

  /** @param {number} round @param {string} code @param {string} detail */
  #complaint(round, code, detail) {
    return new BrokenLuck(this.table.id, this.seat, round, code, detail);
  }
}

/** Why a seat's own luck is in a round, or is not. @type {Record<WhyLuck, string>} */
const LUCK = {
  revealed: "it was revealed",
  asked: "it is still to be revealed",
  withheld: "it was sealed, and withheld",
  called_off: "the round was called off before it was revealed",
  too_late: "its seal came too late for this round, or the table's luck was open by then",
  not_sealed: "nothing was sealed for this round",
  open: "this round is played with open luck words",
  not_playing: "the seat does not play in this round",
};

/**
 * `hasDrawn` says whether this client drew luck for the round.
 * @param {View} view @param {string} seat @param {() => boolean} hasDrawn @returns {WhyLuck}
 */
function whyLuck({ fair, phase, seats }, seat, hasDrawn) {
  if (forSeat(fair.revealed, seat) !== undefined) return "revealed";
  if (fair.withheld?.includes(seat)) return "withheld";
  if (forSeat(fair.seals, seat) !== undefined) return phase === CALLED ? "asked" : "called_off";
  const plays = phase === CALLED ? fair.called?.includes(seat) : seats.some((one) => one.seat === seat && one.playing);
  if (!plays) return "not_playing";
  if (fair.luck === "open" && phase !== "lobby") return "open";
  return hasDrawn() ? "too_late" : "not_sealed";
}

/** Whether luck was sealed for the round, and another seal, or none, is called. @param {Luck[]} ofRound @param {string} [called] */
const wasReplaced = (ofRound, called) =>
  ofRound.some(({ sealed }) => sealed) && !ofRound.some(({ seal }) => seal === called);

/** What the log must have as the call that was answered, and what a round must start with as called. */
const CALL = ["game", "rules", "opening", "first", "commitment", "seats"];
const PROMISE = ["opening", "first", "commitment", "path"];

/** @param {Data} event @param {string[]} names */
const parts = (event, names) => Object.fromEntries(names.map((name) => [name, event[name]]));

/** The luck that a view asks for. @param {View} view */
const askedIn = ({ you }) => you?.actions.find(({ type }) => type === "reveal_luck")?.params.luck;

/** The call that a view shows, or null if it does not show all of one. @param {View} view @returns {Call | null} */
function callIn({ game, rules, round, fair }) {
  const { opening, commitment, called: seats, seals: of } = fair;
  const range = fair.roots.find(({ from, to }) => from <= round && round <= to);
  if (!range || !opening || !commitment || !seats || !of) return null;
  const seals = Object.fromEntries(seats.filter((seat) => Object.hasOwn(of, seat)).map((seat) => [seat, of[seat]]));
  const { root, from: first } = range;
  const isWhole = [opening, root, commitment, ...Object.values(seals)].every((hash) => /^[0-9a-f]{64}$/.test(hash));
  return isWhole ? { game, rules, opening, root, first, commitment, seats, seals } : null;
}

// ---- SHA-256 (FIPS 180-4): pages without TLS have none to offer

const [ROUND_CONSTANTS, FIRST_STATE] = (() => {
  /** @param {number} root */
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  return [
    primes.map((prime) => fraction(Math.cbrt(prime))),
    primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
  ];
})();

/** @param {Uint8Array} data */
export function sha256(data) {
  const padded = new Uint8Array((((data.length + 8) >> 6) + 1) << 6);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, data.length << 3);
  /** @param {number} word @param {number} by */
  const rotated = (word, by) => (word >>> by) | (word << (32 - by));
  const state = [...FIRST_STATE];
  const words = new Uint32Array(64);
  for (let start = 0; start < padded.length; start += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(start + 4 * at);
    for (let at = 16; at < 64; at += 1) {
      const [early, late] = [words[at - 15], words[at - 2]];
      const low = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const high = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      words[at] = words[at - 16] + low + words[at - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at += 1) {
      const sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const first = (h + sum + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[at] + words[at]) | 0;
      const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] + word) | 0;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) digest.setUint32(4 * at, word);
  return new Uint8Array(digest.buffer);
}
