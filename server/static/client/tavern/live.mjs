// A table's live stream, or long polls where no stream comes through: every version once and in order.

import { Chat } from "./chat.mjs";
import { cursorAfter, cursorIn, cursorText } from "./cursors.mjs";
import { BadAnswer, BrokenLuck, Problem, TavernError } from "./errors.mjs";
import { REPLACED, WENT_BACK } from "./following.mjs";
import { EventStream } from "./stream.mjs";
import { asQuery, mayPass, readJson } from "./transport.mjs";
import { Deadline, LEAST_SECONDS, onWake } from "./waiting.mjs";

/** @import { ChatMessage, Cursor, Entry, Reset, View } from "./answers.mjs" */
/** @import { ChatPage } from "./chat.mjs" */
/** @import { Following } from "./following.mjs" */
/** @import { LuckStep } from "./luck/sealing.mjs" */
/** @import { Transport } from "./transport.mjs" */

/** @typedef {"online" | "connecting" | "offline"} State */
/**
 * The handlers that `follow` calls. `reset`: discard what was read before, and continue from this view. `entry`: the
 * next version. `view`: each view, of resets and entries. `chat`: each message once, in order. `problem`: an error that
 * retrying cannot solve; if the stream had to end, its `closed` is true. `presence`, to a GM: which seats are offline;
 * with each connection, nobody at first.
 * @typedef {{ view?: (view: View) => void, entry?: (entry: Entry) => void, chat?: (message: ChatMessage) => void,
 *   reset?: (reset: Reset) => void, state?: (state: State) => void, problem?: (error: TavernError) => void,
 *   luck?: (step: LuckStep) => void, presence?: (presence: { offline: string[] }) => void }} Handlers
 */
/**
 * `cursor` continues from an earlier stream's; `chatAfter` skips messages up to that number; `poll` uses long polls
 * only.
 * @typedef {{ actsFor?: string, signal?: AbortSignal, cursor?: string, chatAfter?: number, poll?: boolean }} FollowOptions
 */
/**
 * What is followed: a table, `look` and `chat` as its handle does them, and what was seen of it. `seal` does what a view
 * asks of the seat's luck.
 * @typedef {{ transport: Transport, path: string, following: Following,
 *   token(): string | null,
 *   look(options: { actsFor?: string, signal?: AbortSignal, attempts?: number }): Promise<View>,
 *   chat(after: number, options: { signal?: AbortSignal, attempts?: number }): Promise<ChatPage>,
 *   seal(view: View): Promise<boolean> }} Followed
 */

/** What a handler is called with. @template {keyof Handlers} Name @typedef {Parameters<Required<Handlers>[Name]>[0]} Given */

const MEDIA_TYPE = "text/event-stream";
const POLL_SECONDS = 10;
const POLL_FOR_MS = 5 * 60 * 1000;

/** A table that is followed. */
export class Live {
  #table;
  #transport;
  #handlers;
  #options;
  #following;
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
  /** @type {Deadline | null} */
  #deadline = null;
  /** @type {(() => void) | null} */
  #wake = null;
  #chat;
  /** @type {View | null} */
  #unattended = null;
  #attending = false;

  /** @param {Followed} table @param {Handlers} handlers @param {FollowOptions} options */
  constructor(table, handlers, options) {
    this.#table = table;
    this.#transport = table.transport;
    this.#following = table.following;
    this.#handlers = handlers;
    this.#options = options;
    this.#retry = this.#transport.reconnect();
    this.#asked = this.#following.now();
    this.#chat = new Chat({
      after: options.chatAfter,
      read: (after, attempts) => table.chat(after, { signal: this.#stop.signal, attempts }),
      epoch: () => this.#epoch,
      tell: (message) => this.#call("chat", message),
    });
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

  /**
   * Call a handler. A step of sealed luck that nobody handles is a problem, if it is an error.
   * @template {"luck" | "problem"} Name @param {Name} name @param {Given<Name>} given
   */
  tell(name, given) {
    if ("step" in given && given.error && !this.#handlers.luck) this.#call("problem", given.error);
    this.#call(name, given);
  }

  async #run() {
    // The caller has the handle before anything is called.
    await null;
    const forget = onWake((isLost) => {
      const silent = Date.now() - this.#heard > 20_000;
      if (this.#state === "online" && (silent || isLost)) this.#deadline?.cancel();
      this.#wake?.();
    });
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
            this.#following.back(this.#cursor.version, this.#asked);
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
          asked = this.#transport.reconnect((error instanceof Problem && error.retryAfter) || 0);
        }
      }
      // If a server restarts, its many readers must not return at the same moment.
      const retry = this.#retry * (1 + Math.random() / 2);
      await this.#pause(Math.max(this.#failed ? this.#transport.backoff(this.#failed) : 0, asked, retry));
    }
    this.#stop.abort();
    forget();
    this.#options.signal?.removeEventListener("abort", this.close);
  }

  /** @param {number} seconds */
  async #pause(seconds) {
    if (this.closed || seconds <= 0) return;
    const woken = new Promise((wake) => (this.#wake = () => wake(null)));
    await Promise.race([this.#transport.sleep(seconds), woken]);
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
   * @template {keyof Handlers} Name @param {Name} name @param {Given<Name>} given @param {boolean} [last]
   */
  #call(name, given, last = false) {
    if (this.closed) return;
    if (last) this.#stop.abort();
    try {
      /** @type {{ [One in Name]?: (given: Given<One>) => void }} */ (this.#handlers)[name]?.(given);
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

  /** The items of one connection, until it ends. */
  async #stream() {
    const { silence, answer } = this.#transport.patience;
    const deadline = (this.#deadline = new Deadline(this.#stop.signal));
    this.#asked = this.#following.now();
    const headers = /** @type {Record<string, string>} */ ({ Accept: MEDIA_TYPE });
    if (this.cursor) headers["Last-Event-ID"] = this.cursor;
    const path = this.#table.path + asQuery({ acts_for: this.#options.actsFor });
    // A proxy that buffers the stream shows neither an error nor an event.
    let mute = true;
    try {
      deadline.set(answer);
      const response = await this.#transport.sent("GET", path, { token: this.#table.token(), headers }, deadline);
      const kind = response.headers.get("Content-Type") ?? "";
      if (response.status !== 200 || !kind.startsWith(MEDIA_TYPE) || !response.body) {
        throw new BadAnswer(`the answer is not a live stream: ${response.status}`);
      }
      const [parser, decoder, reader] = [new EventStream(), new TextDecoder(), response.body.getReader()];
      for (;;) {
        const piece = await reader.read().catch((error) => {
          throw this.#transport.broken(deadline, error);
        });
        if (piece.done || this.closed) return;
        if (mute && this.#handlers.chat) this.#chat.catchUp();
        mute = false;
        this.#working();
        deadline.set(silence);
        for (const event of parser.feed(decoder.decode(piece.value, { stream: true }))) {
          if (event.type === "close") {
            const { retry_ms: retry, reason } = readJson(event.data);
            this.#retry = this.#transport.reconnect((Number(retry) || 0) / 1000);
            // The token may be that of another viewer now, who saw something else: the seat was admitted.
            if (reason === "token_changed") this.#cursor = null;
            return;
          }
          this.#take(event);
        }
        if (parser.retry !== null) this.#retry = this.#transport.reconnect(parser.retry / 1000);
      }
    } catch (error) {
      if (mute && error instanceof BadAnswer) this.#mute = 2;
      else if (mute && deadline.expired) this.#mute += 1;
      throw error;
    } finally {
      deadline.clear();
      deadline.controller.abort();
      this.#deadline = null;
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
      this.#chat.receive(readJson(event.data));
    } else if (event.type === "presence") {
      this.#call("presence", readJson(event.data));
    }
  }

  /** @param {Reset} reset */
  #tookReset(reset) {
    const isContinued = this.#cursor?.epoch === reset.epoch;
    const isBack = this.#following.reset(reset, this.#asked, isContinued);
    const isAnother = this.#epoch !== null && (isBack || this.#epoch !== reset.epoch);
    this.#cursor = { version: reset.version, epoch: reset.epoch, seen: reset.seen };
    this.#epoch = reset.epoch;
    this.#asked = this.#following.now();
    this.#call("reset", reset);
    this.#tookView(reset.view);
    if (!isAnother) return;
    // A restored table has the chat that it had then.
    this.#chat.restart();
    if (this.#deadline && this.#handlers.chat) this.#chat.catchUp();
  }

  /** @param {Entry} entry @param {Cursor} cursor */
  #tookEntry(entry, cursor) {
    this.#cursor = cursor;
    this.#following.entry(entry, cursor);
    this.#call("entry", entry);
    if (entry.view) this.#tookView(entry.view);
  }

  /** @param {View} view */
  #tookView(view) {
    this.#call("view", view);
    this.#unattended = view;
    if (!this.#attending) this.#attend();
  }

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
        this.#asked = this.#following.now();
        const query = { after: version, epoch, seen, wait };
        const page = await this.#following.read(query, { longer: wait, signal, attempts });
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
        if (isHasty) await this.#pause(this.#transport.reconnect());
      }
      if (this.#handlers.chat) await this.#chat.read(attempts);
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
      const { epoch, seen, entries } = await this.#following.read(query, { signal: asking.signal, attempts: 1 });
      // The tag of a view stands for its version and epoch: the same view again shows that the epoch is its own.
      if (!entries.length && (await this.#table.look(asking)) === view) {
        return { version: view.version, epoch, seen, view };
      }
      await this.#pause(this.#transport.reconnect());
    }
  }

  async #attend() {
    this.#attending = true;
    let failed = 0;
    while (this.#unattended && !this.closed) {
      const view = this.#unattended;
      this.#unattended = null;
      try {
        await this.#table.seal(view);
        failed = 0;
      } catch (error) {
        if (!(error instanceof TavernError)) throw error;
        if (error instanceof BrokenLuck) {
          this.tell("luck", { step: "broken", round: error.round, error });
          this.#unattended ??= view;
        } else if (mayPass(error)) {
          // The round may be waiting for this seat, and then no other view comes.
          failed += 1;
          await this.#transport.sleep(this.#transport.backoff(failed));
          this.#unattended ??= view;
        } else {
          this.#call("problem", error);
        }
      }
    }
    this.#attending = false;
  }
}
