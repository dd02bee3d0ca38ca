// The luck of a seat, as its client keeps it.

import { NotKept } from "../errors.mjs";
import { isSame } from "./beginning.mjs";
import { Memory, keysIn, readLine, store, textIn } from "../storage.mjs";

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
 * A seat's turns at its luck, the newest version handled, and by seal the calls that were signed here.
 * @typedef {{ turn: Promise<unknown>, newest: number, signed: Map<string, Call> }} Turns
 */

/** By storage, and the prefix of the keys in it. @type {WeakMap<KeyStorage, Map<string, Turns>>} */
const TURNS = new WeakMap();

/**
 * The luck of a seat, stored before the server learns of it: each under a key of its own, because other pages may store
 * theirs at the same moment, and the call that it is revealed to under another one, because a page that has not read of
 * it may store another step. Each step reads it again.
 */
export class LuckBook {
  #storage;
  #prefix;
  #calls;

  /** @param {KeyStorage} storage @param {string} table @param {string} seat */
  constructor(storage, table, seat) {
    this.#storage = storage;
    this.#prefix = `tavern-luck:${table}:${seat}:`;
    this.#calls = `tavern-call:${table}:${seat}:`;
    this.isShared = !(storage instanceof Memory);
    /** @type {Map<string, Turns>} */
    const turns = TURNS.get(storage) ?? new Map();
    TURNS.set(storage, turns);
    this.turns = turns.get(this.#prefix) ?? { turn: Promise.resolve(), newest: 0, signed: new Map() };
    turns.set(this.#prefix, this.turns);
  }

  /** By the versions before it was sealed. */
  all() {
    return keysIn(this.#storage, this.#prefix)
      .flatMap((key) => this.#read(key.slice(this.#prefix.length)) ?? [])
      .sort((one, other) => one.after - other.after);
  }

  /** @param {Luck} luck */
  draw(luck) {
    this.#change((storage) => {
      for (const { settled, round, seal } of this.all()) {
        if (!settled || round > luck.round - KEPT_ROUNDS) continue;
        storage.removeItem(this.#prefix + seal);
        storage.removeItem(this.#calls + seal);
      }
    });
    this.note([luck], {});
  }

  /** Take note of the call that luck may be revealed to. @param {Luck} luck @param {Call} call */
  claim({ seal }, call) {
    this.#change((storage) => store(storage, this.#calls + seal, JSON.stringify(call)));
  }

  /** Take note of a step. @param {Luck[]} of @param {Partial<Omit<Luck, "call">>} step */
  note(of, step) {
    for (const luck of of) {
      const { call: _, ...now } = { ...luck, ...this.#read(luck.seal), ...step };
      this.#change((storage) => store(storage, this.#prefix + luck.seal, JSON.stringify(now)));
    }
  }

  /** The call that is stored for a seal. @param {string} seal */
  callStored(seal) {
    return /** @type {Call | null} */ (readLine(textIn(this.#storage, this.#calls + seal)));
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

  /** @param {string} seal */
  #read(seal) {
    const luck = /** @type {Luck | null} */ (readLine(textIn(this.#storage, this.#prefix + seal)));
    const call = this.callStored(seal);
    return luck && call ? { ...luck, call } : luck;
  }

  /** Change what is stored. Throws `NotKept`. @param {(storage: KeyStorage) => void} how */
  #change(how) {
    try {
      how(this.#storage);
    } catch {
      throw new NotKept();
    }
  }

  /** Wait until all that was stored is durable. Throws `NotKept`. */
  async kept() {
    const storage = this.#storage;
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
