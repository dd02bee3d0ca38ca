// Seals and reveals a seat's luck, and checks that the log has it.

import { BadAnswer, BrokenLuck, NotKept, Problem } from "../errors.mjs";
import { randomHex } from "../hashing.mjs";
import { CALLED, askedIn, beginningOf, callIn, faultIn, forSeat, isSame, wasReplaced } from "./beginning.mjs";
import { isWord } from "./book.mjs";
import { OneTimeKey, digestOf, sealOf } from "./seals.mjs";

/** @import { Call, CommandAnswer, Data, EventsPage, View } from "../answers.mjs" */
/** @import { TableRecord } from "../record.mjs" */
/** @import { Luck, LuckBook } from "./book.mjs" */

/**
 * What happened to a seat's sealed luck. `broken` comes with the `BrokenLuck`.
 * @typedef {{ step: "sealed" | "revealed" | "withheld" | "broken", round: number, error?: BrokenLuck }} LuckStep
 */
/**
 * The seat's handle of its table.
 * @typedef {{ id: string, word: string | null, look(): Promise<View>, events(after: number): Promise<EventsPage>,
 *   give(command: { type: string, id: string, [param: string]: unknown }): Promise<CommandAnswer> }} Handle
 */

const NONCE_BYTES = 16;
const SEED_BYTES = 32;
const CLAIM_SECONDS = 0.1;
const CLAIMS = 3;

/**
 * Does what each view of a seat asks for: between rounds, it draws luck for the next one and seals it; when asked, it
 * reveals it; once the round has started, it checks the log.
 */
export class Sealing {
  /**
   * @param {Handle} table @param {string} seat @param {LuckBook} book @param {TableRecord} record
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
      const offered = new Set(view.you?.actions.map(({ type }) => type));
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
    let isSure = false;
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
        if (!isSure) {
          // The view may have been sent before another page sealed.
          view = await this.table.look();
          isSure = true;
          if (!view.you?.actions.some(({ type }) => type === "seal_luck")) return view;
          continue;
        }
        this.book.note(drawn, { settled: true });
        throw this.#complaint(round, "seal_lost", "the table no longer has the seal that it accepted");
      }
      const secret = (await randomHex(NONCE_BYTES)) + this.#word(view);
      const seed = await randomHex(SEED_BYTES);
      const seal = sealOf(this.table.id, round, this.seat, secret, this.#key(round, seed).public);
      const luck = { seat: this.seat, round, luck: secret, seed, after: view.version, seal };
      this.book.draw(luck);
      await this.book.kept();
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
    if ((luck.call && !isSame(luck.call, call)) || !this.book.maySign(seal, call)) {
      if (luck.settled) return view;
      this.book.note([luck], { settled: true });
      throw this.#complaint(round, "asked_again", "its luck is to be revealed again, under another call");
    }
    if (!(luck.revealed && luck.call) && !(await this.#claims(luck, call))) {
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
   * Store the call that luck is revealed under, and wait until it is durable. Returns false if another page that has the
   * same storage stored another call at the same moment: pages see what others wrote only after a moment, and then all
   * see the last. Throws `NotKept`.
   * @param {Luck} luck @param {Call} call
   */
  async #claims(luck, call) {
    for (let tried = 0; tried < CLAIMS; tried += 1) {
      this.book.claim(luck, call);
      await this.book.kept();
      if (!this.book.isShared) return true;
      await this.pause(CLAIM_SECONDS);
      const stored = this.book.callStored(luck.seal);
      if (stored) return isSame(stored, call);
      // The storage was cleared.
    }
    throw new NotKept();
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
        await this.#checkCall(view);
      } else if (round <= view.round) {
        // Each fault of a round is reported once; if it cannot be read, it is tried again.
        const fault = await this.#faultOf(round, ofRound);
        this.book.note(ofRound, { settled: true });
        if (fault) throw fault;
      }
    }
  }

  /** @param {View} view */
  async #checkCall(view) {
    const plays = view.seats.some(({ seat, playing }) => seat === this.seat && playing);
    const ofRound = () => this.#unsettled().filter(({ round }) => round === view.round);
    const isReplaced = () => wasReplaced(ofRound(), forSeat(view.fair.seals, this.seat));
    if (!plays || !isReplaced()) return;
    // What another page sealed may not have been read here yet.
    if (this.book.isShared) await this.pause(CLAIM_SECONDS);
    if (!isReplaced()) return;
    this.book.note(ofRound(), { settled: true, differed: true });
    throw this.#complaint(view.round, "seal_replaced", "the round was called with another seal");
  }

  /** @param {number} round @param {Luck[]} ofRound */
  async #faultOf(round, ofRound) {
    const read = (/** @type {number} */ after) => this.table.events(after);
    const after = Math.min(...ofRound.map((luck) => luck.after));
    // If the log went back, the round may have begun at an earlier version.
    const beginning = (await beginningOf(read, round, after)) ?? (await beginningOf(read, round, 0));
    try {
      if (beginning) {
        const fault = faultIn(beginning, this.table.id, this.seat, round, ofRound);
        return fault && this.#complaint(round, ...fault);
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    throw new BadAnswer(`the events do not say how round ${round} began`);
  }

  /** @param {number} round @param {string} code @param {string} detail */
  #complaint(round, code, detail) {
    return new BrokenLuck(this.table.id, this.seat, round, code, detail);
  }
}
