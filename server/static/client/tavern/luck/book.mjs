// The luck of a seat, as its client keeps it.

import { NotKept } from "../errors.mjs";
import { isSame } from "./beginning.mjs";
import { Memory, listIn, store } from "../storage.mjs";

/** @import { Call } from "../answers.mjs" */
/** @import { KeyStorage } from "../storage.mjs" */

/**
 * Luck that was drawn for one round, nonce and word, the seed of the key that signs its call, and what became of it.
 * `after` is the version before it was sealed. `call` is the only one that it may be revealed to. `differed` and
 * `forgotten` were reported.
 * @typedef {{ seat: string, round: number, luck: string, seed: string, after: number, seal: string, sealed?: boolean,
 *   call?: Call, revealed?: boolean, settled?: boolean, gone?: boolean, differed?: boolean, forgotten?: boolean }} Luck
 */

const KEPT_ROUNDS = 200;
export const MOST_WORD = 60;

/** Whether it can be a luck word. @param {string} word */
export const isWord = (word) =>
  [...word].length <= MOST_WORD &&
  !/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]|[\u{e0000}-\u{e007f}]/u.test(word);

/**
 * A seat's turns at its luck, the newest version handled, and by seal the luck that was seen here, and the calls that were
 * signed here.
 * @typedef {{ turn: Promise<unknown>, newest: number, seen: Map<string, Luck>, signed: Map<string, Call> }} Turns
 */

/** By storage, and the key in it. @type {WeakMap<KeyStorage, Map<string, Turns>>} */
const TURNS = new WeakMap();

/**
 * The luck of a seat, stored before the server learns of it. Each step reads it again, because other pages may write
 * there, and may not have read what was written last.
 */
export class LuckBook {
  /** @param {KeyStorage} storage @param {string} table @param {string} seat */
  constructor(storage, table, seat) {
    this.storage = storage;
    this.isShared = !(storage instanceof Memory);
    this.key = `tavern-luck:${table}:${seat}`;
    /** @type {Map<string, Turns>} */
    const turns = TURNS.get(storage) ?? new Map();
    TURNS.set(storage, turns);
    this.turns = turns.get(this.key) ?? { turn: Promise.resolve(), newest: 0, seen: new Map(), signed: new Map() };
    turns.set(this.key, this.turns);
  }

  /** @returns {Luck[]} */
  all() {
    return this.#withSeen(this.#stored());
  }

  /** All luck, after what another page has overwritten was stored again: it must outlast this page. @returns {Luck[]} */
  restored() {
    const stored = this.#stored();
    const all = this.#withSeen(stored);
    if (all.length > stored.length) this.#write(all);
    return all;
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

  /**
   * The call that is stored for a seal, whatever was seen here.
   * @param {string} seal
   */
  callStored(seal) {
    return this.#stored().find((one) => one.seal === seal)?.call;
  }

  /**
   * Take note that a key signs a call. Returns false if it signed another one here: that must never happen.
   * @param {string} seal @param {Call} call
   */
  maySign(seal, call) {
    const { signed } = this.turns;
    const first = signed.get(seal);
    signed.set(seal, first ?? call);
    return !first || isSame(first, call);
  }

  /** @returns {Luck[]} */
  #stored() {
    return listIn(this.storage, this.key);
  }

  /**
   * With the luck that was seen here and is not stored any more, unless its round is over: another page wrote at the same
   * moment, or the storage was cleared. A step that another page has not read of is not undone.
   * @param {Luck[]} stored
   */
  #withSeen(stored) {
    const { seen } = this.turns;
    const now = stored.map((one) => ({ ...seen.get(one.seal), ...one }));
    const lost = [...seen.values()].filter((one) => !one.settled && !stored.some(({ seal }) => seal === one.seal));
    return this.#see([...now, ...lost]);
  }

  /** @param {Luck[]} all */
  #see(all) {
    this.turns.seen = new Map(all.map((one) => [one.seal, one]));
    return all;
  }

  /** @param {Luck[]} all */
  #write(all) {
    try {
      store(this.storage, this.key, JSON.stringify(this.#see(all)));
    } catch {
      throw new NotKept();
    }
  }

  /** Wait until all that was stored is durable. Throws `NotKept`. */
  async kept() {
    const { storage } = this;
    // `localStorage` has everything that was stored in it as a property.
    if (typeof storage.kept !== "function") return;
    try {
      await storage.kept();
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
