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
 * client waits that long, or gives up if it exceeds `longestAsked`.
 * @typedef {{ answer: number, silence: number, attempts: number, firstWait: number, longestWait: number,
 *   longestAsked: number }} Patience
 *
 * @typedef {"online" | "connecting" | "offline"} State
 * @typedef {Record<string, any>} Data
 * @typedef {{ type: string, v: number, [name: string]: any }} TavernEvent
 *
 * A parameter of an action; one of these forms (docs/api.md, "Actions").
 * @typedef {{ choices?: any[], min?: number, max?: number, step?: number, text?: number, schema?: Data, seal?: string,
 *   table?: string, round?: number, seat?: string, optional?: boolean, [name: string]: any }} ParamOffer
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
 *   holds: string, called?: string[], seals?: Record<string, string>, revealed?: Record<string, string>,
 *   withheld?: string[] }} Fair
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
 * What the caller saw at one version. In a live stream only the newest entry has the `view`.
 * @typedef {{ version: number, at: string, actor: string, seat?: string, events: TavernEvent[], chronicle: string[],
 *   view?: View }} Entry
 * @typedef {{ version: number, epoch: string, view: View }} Reset
 * @typedef {{ n: number, at: string, by: string, text: string | null, erases: number[] | null }} ChatMessage
 * @typedef {{ version: number, events: TavernEvent[], chronicle: string[], view: View, receipt: string,
 *   token?: string, invite?: string }} CommandAnswer
 * @typedef {{ table: string, viewer: string, version: number, round: number | null, receipt: string }} Receipt
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
 * round's rolls.
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
 * refused, `retryAfter` the wait in seconds that the server wants, and `problem` its whole answer.
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
const MOST_WORD = 60;
const KEPT_ROUNDS = 200;
const CALLED = "luck";

/** @type {Patience} */
const PATIENCE = { answer: 20, silence: 45, attempts: 10, firstWait: 0.1, longestWait: 5, longestAsked: 60 };

/** @param {TavernError} error */
const mayPass = (error) =>
  error instanceof Unreachable || (error instanceof Problem && RETRYABLE.has(error.status) && !LASTING.has(error.code));

// ---- Small things

/** @param {number} seconds */
const sleeping = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/** @param {Uint8Array} data */
const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);

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

/** @param {KeyStorage} storage @param {string} key @returns {any[]} */
function listIn(storage, key) {
  try {
    const found = JSON.parse(storage.getItem(key) ?? "[]");
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
    return Math.min(firstWait * 2 ** (failed - 1), longestWait) * (0.5 + Math.random() / 2);
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
    this.timer = setTimeout(() => {
      this.late = true;
      this.controller.abort();
    }, seconds * 1000);
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
  const retryAfter = /^[0-9]+$/.test(asked) ? Number(asked) : null;
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
   * `token` is used at tables without a token of their own, `hostKey` to open tables. `storage` keeps receipts and
   * sealed luck: by default `localStorage` in browsers, memory if it is null. `fetch` and `sleep` can be replaced.
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
    this.#wire = new Wire(url, fetching, { ...PATIENCE, ...patience }, sleep);
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
  /** @type {Receipt[]} */
  #receipts = [];
  /** @type {Set<Live>} */
  #lives = new Set();

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
    /** @type {Record<string, string>} */
    const headers = seen ? { "If-None-Match": seen.etag } : {};
    const path = this.#path + asQuery({ acts_for: actsFor });
    const answer = await this.#wire.call("GET", path, { token: this.#token, headers, signal, attempts });
    if (answer.status === 304 && seen) return seen.view;
    return this.#saw(readJson(answer.text), answer.etag, actsFor);
  }

  /** @param {View} view @param {string | null} etag @param {string} actsFor */
  #saw(view, etag, actsFor) {
    this.#newest = etag;
    if (etag === null) this.#seen.delete(actsFor);
    else this.#seen.set(actsFor, { etag, view });
    return view;
  }

  /**
   * Sit somebody down, with the table's invite or, without one, with the GM's token. The purse is in copper; `npc` is
   * the temperament of a player that the server plays, `sets` are bought from the purse. The seat has its own token:
   * `tavern.table(id, { token })` is its handle; this handle does not change. `key` is the idempotency key, generated
   * by default; anyone who has it can get the token again.
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
    this.#keep(answer);
    return answer;
  }

  // Receipts

  /** @param {CommandAnswer} answer */
  #keep({ view, version, events, receipt }) {
    const ended = events.find(({ type }) => type === "round_ended" || type === "round_voided");
    const round = view.phase === "lobby" ? (ended?.round ?? null) : view.round;
    const kept = { table: this.id, viewer: view.viewer, version, round, receipt };
    this.#receipts.push(kept);
    try {
      const all = listIn(this.#storage, `tavern-receipts:${this.id}`);
      this.#storage.setItem(`tavern-receipts:${this.id}`, JSON.stringify([...all, kept]));
    } catch {
      // A full storage takes no more; the command has taken effect, and the receipt lasts as long as this handle.
    }
  }

  /** The receipts of all commands that were given at this table, oldest first. @returns {Receipt[]} */
  receipts() {
    const kept = listIn(this.#storage, `tavern-receipts:${this.id}`);
    const known = new Set(kept.map(({ receipt }) => receipt));
    return [...kept, ...this.#receipts.filter(({ receipt }) => !known.has(receipt))];
  }

  /** The receipts as a file that every verifier reads (JSON Lines). */
  receiptsFile() {
    return this.receipts()
      .map((receipt) => `${JSON.stringify(receipt)}\n`)
      .join("");
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
   * The entries after a version; if there are none, wait for one up to `wait` seconds. With the `epoch` of an earlier
   * answer, a replaced log throws the problem `log_replaced`.
   * @param {number} [after]
   * @param {{ epoch?: string, wait?: number, signal?: AbortSignal, attempts?: number }} [options]
   * @returns {Promise<{ version: number, epoch: string, entries: Entry[], more: boolean }>}
   */
  async events(after = 0, { epoch, wait, signal, attempts } = {}) {
    return this.#get("/events", { after, epoch, wait }, { longer: wait ?? 0, signal, attempts });
  }

  /**
   * The sentences after a version.
   * @param {number} [after]
   * @returns {Promise<{ version: number, epoch: string, entries: { version: number, at: string, chronicle: string[] }[],
   *   more: boolean }>}
   */
  async chronicle(after = 0) {
    return this.#get("/chronicle", { after });
  }

  /**
   * The coins that moved after a version, and the current accounts.
   * @param {number} [after]
   * @returns {Promise<{ version: number, accounts: Record<string, number>, lines: Data[], more: boolean }>}
   */
  async ledger(after = 0) {
    return this.#get("/ledger", { after });
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
    return this.#get(`/rounds/${number}`, { as, from, limit });
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
   * Check a round's proof, with the stored receipts and sealed luck. `luck` has further pairs of a seat and the word
   * that it played with.
   * @param {number} number @param {{ luck?: [string, string][] }} [options] @returns {Promise<Report>}
   */
  async verify(number, { luck = [] } = {}) {
    const proof = await this.proof(number);
    const seat = this.#sealing?.seat;
    const own = seat === undefined ? [] : new LuckBook(this.#storage, this.id, seat).all();
    const revealed = own.filter((one) => one.round === number && one.revealed);
    const pairs = revealed.map((one) => /** @type {[string, string]} */ ([one.seat, one.luck]));
    return verifyProof(proof, { receipts: this.receiptsFile(), luck: [...pairs, ...luck] });
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
    return this.#get("/chat", { after }, { signal, attempts });
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
    const live = new Live(this, this.#wire, `${this.#path}/live`, handlers, options, (view) => this.#sealed(view));
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
      if (!(error instanceof BrokenLuck) || !this.#lives.size) throw error;
      this.#notify({ step: "broken", round: error.round, error });
      return true;
    }
  }

  /** Do what a view asks of the seat's luck. @param {View} view @returns {Promise<boolean>} */
  async #sealed(view) {
    const seat = view.you?.seat;
    if (!this.#seals || !seat) return false;
    if (this.#sealing?.seat !== seat) {
      const book = new LuckBook(this.#storage, this.id, seat);
      this.#sealing = new Sealing(this, seat, book, (step) => this.#notify(step));
    }
    return this.#sealing.attend(view);
  }

  /** @param {LuckStep} step */
  #notify(step) {
    for (const live of this.#lives) live.tellOfLuck(step);
  }
}

/**
 * Check the proof of a round, or the export of a table, with stored `receipts` (JSON Lines) and `luck` (pairs of a seat
 * and the word that it played with). The check is in `verify.mjs`, beside this file, which is loaded when needed.
 * @param {string} text @param {{ receipts?: string | null, luck?: [string, string][] }} [kept]
 * @returns {Promise<Report>}
 */
export async function verifyProof(text, { receipts = null, luck = [] } = {}) {
  const beside = new URL("./verify.mjs", import.meta.url).href;
  const { check } = await import(beside);
  return check(text, receipts || null, luck);
}

// ---- Following a table

/** @typedef {{ version: number, epoch: string }} Cursor */

/** A table that is followed. */
export class Live {
  #table;
  #wire;
  #path;
  #handlers;
  #options;
  #seal;
  /** @type {Cursor | null} */
  #cursor = null;
  /** @type {string | null} */
  #epoch = null;
  #stop = new AbortController();
  /** @type {State | null} */
  #state = null;
  #retry = 0;
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
  #asked = null;
  #attending = false;

  /**
   * @param {Table} table @param {Wire} wire @param {string} path @param {Handlers} handlers @param {FollowOptions} options
   * @param {(view: View) => Promise<boolean>} seal
   */
  constructor(table, wire, path, handlers, options, seal) {
    this.#table = table;
    this.#wire = wire;
    this.#path = path;
    this.#handlers = handlers;
    this.#options = options;
    this.#seal = seal;
    this.#said = options.chatAfter ?? 0;
    const [version, epoch] = (options.cursor ?? "").split(/\.(.*)/s);
    if (epoch) [this.#cursor, this.#epoch] = [{ version: Number(version), epoch }, epoch];
    this.close = this.close.bind(this);
    if (options.signal?.aborted) this.#stop.abort();
    options.signal?.addEventListener("abort", this.close, { once: true });
    /** Fulfilled when the stream has ended, by `close` or a problem. @type {Promise<void>} */
    this.done = this.#run();
  }

  /** The current position: pass this text as `cursor` to continue later. */
  get cursor() {
    return this.#cursor && `${this.#cursor.version}.${this.#cursor.epoch}`;
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

  /** @param {LuckStep} step */
  tellOfLuck(step) {
    if (step.error && !this.#handlers.luck) this.#call("problem", step.error);
    this.#call("luck", step);
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
        if (error.code === "log_replaced" && this.#cursor) {
          this.#cursor = null;
          continue;
        }
        this.#failed += 1;
        // A page of another server, such as a hotel network's login page, may go away.
        const lasts = !mayPass(error) && !(error instanceof BadAnswer);
        this.#become(this.#failed > 1 || lasts ? "offline" : "connecting");
        if (lasts || (error instanceof BadAnswer && this.#failed === 2)) this.#call("problem", error, lasts);
        if (lasts) break;
        asked = (error instanceof Problem && error.retryAfter) || 0;
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
            this.#retry = (Number(readJson(event.data).retry_ms) || 0) / 1000;
            return;
          }
          this.#take(event);
        }
        if (parser.retry !== null) this.#retry = parser.retry / 1000;
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
      const due = this.#cursor && `${this.#cursor.version + 1}.${this.#cursor.epoch}`;
      if (event.id !== due || entry.version !== (this.#cursor?.version ?? 0) + 1) {
        // It cannot be continued; the next connection begins with a reset.
        this.#cursor = null;
        throw new BadAnswer(`the stream sent ${event.id}, expected ${due ?? "a reset"}`);
      }
      this.#tookEntry(entry);
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
    this.#cursor = { version: reset.version, epoch: reset.epoch };
    const isAnother = this.#epoch !== null && this.#epoch !== reset.epoch;
    this.#epoch = reset.epoch;
    this.#call("reset", reset);
    this.#tookView(reset.view);
    if (!isAnother) return;
    // A restored table has the chat that it had then.
    this.#said = 0;
    if (this.#cut) this.#catchUpOnChat();
  }

  /** @param {Entry} entry */
  #tookEntry(entry) {
    this.#cursor = { version: entry.version, epoch: this.#cursor?.epoch ?? "" };
    this.#call("entry", entry);
    if (entry.view) this.#tookView(entry.view);
  }

  /** @param {View} view */
  #tookView(view) {
    this.#call("view", view);
    this.#asked = view;
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
        const { version, epoch } = this.#cursor;
        const wait = this.#state === "online" ? POLL_SECONDS : 0;
        const page = await this.#table.events(version, { epoch, wait, signal, attempts });
        if (this.closed) return;
        const last = page.entries.at(-1);
        const view = last && !page.more ? await this.#table.look({ actsFor, signal, attempts }) : undefined;
        if (last && view?.version === last.version) last.view = view;
        for (const entry of page.entries) this.#tookEntry(entry);
        if (view && !last?.view) this.#tookView(view);
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
      const { epoch, entries } = await this.#table.events(view.version, { signal: asking.signal, attempts: 1 });
      // The tag of a view stands for its version and epoch: the same view again shows that the epoch is its own.
      if (!entries.length && (await this.#table.look(asking)) === view) return { version: view.version, epoch, view };
    }
  }

  // Sealed luck

  async #attend() {
    this.#attending = true;
    let failed = 0;
    while (this.#asked && !this.closed) {
      const view = this.#asked;
      this.#asked = null;
      try {
        await this.#seal(view);
        failed = 0;
      } catch (error) {
        if (!(error instanceof TavernError)) throw error;
        if (error instanceof BrokenLuck) {
          this.tellOfLuck({ step: "broken", round: error.round, error });
          this.#asked ??= view;
        } else if (mayPass(error)) {
          // The round may be waiting for this seat, and then no other view comes.
          failed += 1;
          await this.#wire.sleep(this.#wire.backoff(failed));
          this.#asked ??= view;
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

// ---- Sealed luck

/**
 * What was fixed when a round was called: the commitment to its seed, all seals by seat, and the seats.
 * @typedef {{ commitment: string, seals: Record<string, string>, seats: string[] }} Call
 *
 * Luck that was drawn for one round, nonce and word, and what became of it. `after` is the version before it was sealed.
 * @typedef {{ seat: string, round: number, luck: string, after: number, seal: string, sealed?: boolean, call?: Call,
 *   revealed?: boolean, settled?: boolean, gone?: boolean }} Luck
 *
 * @typedef {{ called: TavernEvent | null, started: TavernEvent | null, opened: boolean }} Beginning
 */

/** @param {string} word */
const isWord = (word) =>
  [...word].length <= MOST_WORD &&
  !/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]|[\u{e0000}-\u{e007f}]/u.test(word);

/** The seal of a seat's luck in a round (docs/dice.md). @param {string} table @param {number} round @param {string} seat @param {string} luck */
export function sealOf(table, round, seat, luck) {
  const number = new Uint8Array(8);
  new DataView(number.buffer).setUint32(4, round);
  const parts = [utf8("tavern luck seal v1"), utf8(table), number, utf8(seat), utf8(luck)];
  const whole = new Uint8Array(parts.reduce((length, part) => length + 4 + part.length, 0));
  let at = 0;
  for (const part of parts) {
    new DataView(whole.buffer).setUint32(at, part.length);
    whole.set(part, at + 4);
    at += 4 + part.length;
  }
  return hex(sha256(whole));
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

  /** Take note of a step. @param {Luck[]} of @param {Partial<Luck>} step */
  note(of, step) {
    const seals = new Set(of.map(({ seal }) => seal));
    this.#write(this.all().map((one) => (seals.has(one.seal) ? { ...one, ...step } : one)));
  }

  /** @param {Luck[]} all */
  #write(all) {
    try {
      this.storage.setItem(this.key, JSON.stringify(all));
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
  /** @param {Table} table @param {string} seat @param {LuckBook} book @param {(step: LuckStep) => void} notify */
  constructor(table, seat, book, notify) {
    this.table = table;
    this.seat = seat;
    this.book = book;
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
      const reveal = offered.get("reveal_luck");
      if (reveal) view = await this.#reveal(view, reveal.params.luck);
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
      const seal = sealOf(this.table.id, round, this.seat, secret);
      const luck = { seat: this.seat, round, luck: secret, after: view.version, seal };
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

  /** @param {View} view */
  #word(view) {
    if (this.table.word !== null) return this.table.word;
    const word = view.seats.find(({ seat }) => seat === this.seat)?.luck ?? "";
    return isWord(word) ? word : "";
  }

  /** Reveal what was sealed: for this round, and under one call only. @param {View} view @param {ParamOffer} asked */
  async #reveal(view, asked) {
    const luck = this.book.all().find(({ seal }) => seal === asked.seal);
    if (!luck) return view;
    const { round, seal } = luck;
    if (round !== view.round) {
      // It was sealed for a round that began before the seal arrived, and cannot be revealed in this one.
      const answer = await this.#given("withhold_luck", `${view.round}-${seal}`);
      if (answer === null) return view;
      this.notify({ step: "withheld", round: view.round });
      return answer.view;
    }
    const call = callOf(view.fair.commitment, view.fair.seals, view.fair.called);
    if (luck.call === undefined) {
      this.book.note([luck], { call });
    } else if (!isSameCall(luck.call, call)) {
      if (luck.settled) return view;
      this.book.note([luck], { settled: true });
      throw this.#complaint(round, "asked_again", "its luck is to be revealed again, under another call");
    }
    const answer = await this.#given("reveal_luck", seal, { luck: luck.luck });
    if (answer === null) return view;
    this.book.note([luck], { revealed: true });
    this.notify({ step: "revealed", round });
    if (answer.view.phase !== CALLED) await this.#checkRounds(answer.view);
    return answer.view;
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
        const beginning = await this.#beginning(round, Math.min(...ofRound.map(({ after }) => after)));
        this.book.note(ofRound, { settled: true });
        this.#checkStart(round, ofRound, beginning);
      }
    }
  }

  /** @param {View} view @param {Luck[]} ofRound */
  #checkCall(view, ofRound) {
    const plays = view.seats.some(({ seat, playing }) => seat === this.seat && playing);
    if (!plays || !wasReplaced(ofRound, view.fair.seals?.[this.seat])) return;
    this.book.note(ofRound, { settled: true });
    throw this.#complaint(view.round, "seal_replaced", "the round was called with another seal");
  }

  /** @param {number} round @param {Luck[]} ofRound @param {Beginning} beginning */
  #checkStart(round, ofRound, { called, started, opened }) {
    const own = this.seat;
    if (!called) {
      if (started?.seats.includes(own) && !opened && ofRound.some(({ sealed }) => sealed)) {
        throw this.#complaint(round, "not_asked", "the round started without asking for what was sealed");
      }
      return;
    }
    /** @type {Record<string, string>} */
    const seals = Object.fromEntries(called.seals.map((/** @type {Data} */ { seat, seal }) => [seat, seal]));
    if (called.seats.includes(own) && wasReplaced(ofRound, seals[own])) {
      throw this.#complaint(round, "seal_replaced", "the round was called with another seal");
    }
    const mine = ofRound.find(({ seal }) => seal === seals[own]);
    if (mine?.call && !isSameCall(mine.call, callOf(called.commitment, seals, called.seats))) {
      throw this.#complaint(round, "call_changed", "the log has another call than the one that was answered");
    }
    if (!started) return;
    if (["commitment", "first", "path"].some((name) => !isSame(started[name], called[name]))) {
      throw this.#complaint(round, "commitment_changed", "the round started with another commitment than called");
    }
    if (
      !isSame(
        started.luck.map((/** @type {Data} */ { seat }) => seat),
        called.seats,
      )
    ) {
      throw this.#complaint(round, "luck_changed", "the round started with the luck of other seats than called");
    }
    for (const { seat, luck } of started.luck) {
      if (luck && sealOf(this.table.id, round, seat, luck) !== seals[seat]) {
        throw this.#complaint(round, "luck_changed", `the round started with luck that ${seat} never sealed`);
      }
      if (seat === own && mine?.call && luck !== mine.luck) {
        throw this.#complaint(round, "luck_changed", "the round started without what was revealed");
      }
    }
  }

  /**
   * How a round was called and how it started, and whether luck was made open before.
   * @param {number} round @param {number} from @returns {Promise<Beginning>}
   */
  async #beginning(round, from) {
    /** @type {TavernEvent | null} */
    let called = null;
    let opened = false;
    for (let after = from; ;) {
      const page = await this.table.events(after);
      for (const event of page.entries.flatMap(({ events }) => events)) {
        if (event.type === "options_set") opened = called ? opened : (event.options.luck ?? "open") === "open";
        else if (event.round !== round) continue;
        else if (event.type === "luck_called") called = event;
        else if (event.type === "round_started") return { called, started: event, opened };
        else if (event.type === "round_voided" || event.type === "round_ended")
          return { called, started: null, opened };
      }
      if (!page.more) return { called, started: null, opened };
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
  if (fair.revealed && seat in fair.revealed) return "revealed";
  if (fair.withheld?.includes(seat)) return "withheld";
  if (fair.seals && seat in fair.seals) return phase === CALLED ? "asked" : "called_off";
  const plays = phase === CALLED ? fair.called?.includes(seat) : seats.some((one) => one.seat === seat && one.playing);
  if (!plays) return "not_playing";
  if (fair.luck === "open" && phase !== "lobby") return "open";
  return hasDrawn() ? "too_late" : "not_sealed";
}

/** Whether luck was sealed for the round, and another seal, or none, is called. @param {Luck[]} ofRound @param {string} [called] */
const wasReplaced = (ofRound, called) =>
  ofRound.some(({ sealed }) => sealed) && !ofRound.some(({ seal }) => seal === called);

/** @param {string | null} commitment @param {Record<string, string>} [seals] @param {string[]} [seats] @returns {Call} */
const callOf = (commitment, seals, seats) => ({ commitment: commitment ?? "", seals: seals ?? {}, seats: seats ?? [] });

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {Call} one @param {Call} other */
const isSameCall = (one, other) =>
  one.commitment === other.commitment &&
  isSame(one.seats, other.seats) &&
  isSame(Object.entries(one.seals).sort(), Object.entries(other.seals).sort());

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
