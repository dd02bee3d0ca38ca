// @ts-check
// The coins that an actor has at a table. They leave the actor once and come back once, whatever is reloaded, closed or
// killed in between.
//
// One update of the actor writes its currency and the record of its purse together, so neither is ever without the other.
// The record's id is the idempotency key of sitting down. Its states:
//
//     taken      the coins have left the actor; whether the seat was taken is not known yet
//     seated     the coins are at the table
//     returning  the player leaves the table, or has left; the coins are not back yet
//     returned   what was left of them is back
//
// An update that two clients make at once, such as a player's and the GM's, is the same: both count from what the actor
// has.

import { MODULE, coinsOf, paid, received, worldCoins } from "./adapter.mjs";

/** @import { View } from "../client/tavern/answers.mjs" */
/** @import { Table } from "../client/tavern/table.mjs" */
/** @import { Coins } from "./adapter.mjs" */

/** @typedef {"taken" | "seated" | "returning" | "returned"} State */
/**
 * What an actor's flag has about its coins at a table. `cp` left the actor, in copper. `user` sat down with it. `seat` is
 * "" until it is known. Of what was left, `back_cp` came back to the actor, and `rest_cp` did not, because the world has
 * no coins for it.
 * @typedef {{ id: string, cp: number, state: State, table: string, user: string, seat: string, back_cp: number,
 *   rest_cp: number }} Purse
 */
/** How somebody sits down: what the server is sent. @typedef {Parameters<Table["sit"]>[0]} Sitting */
/** What has to be sent again under its key until the outcome is known. @typedef {{ table: string, actor: string, sitting: Sitting }} Pending */
/** @typedef {{ seat: string, token: string, admitted: boolean }} Seated */
/**
 * What the state machine needs of the rest. `pending` is this browser's own record: what is written there is durable when
 * its promise is fulfilled. `seated` is told of a seat before the actor is. A `reader` may read a table's view and ledger.
 * @typedef {{ user: string, pending: { get(id: string): Pending | null, set(id: string, one: Pending | null): Promise<void> },
 *   table(id: string): Table, reader(id: string): Promise<Table>, fresh(): string,
 *   seated(table: string, sitting: Sitting, seated: Seated): Promise<void> }} Surroundings
 */

/** Why coins were not moved. `code` is a key of lang/en.json. */
export class PurseError extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

const OUTSIDE = "outside";

/** @param {any} actor @returns {Purse | null} */
export const purseOf = (actor) => actor?.flags?.[MODULE]?.purse ?? null;

/** Whether coins of the actor are at a table, or on the way. @param {any} actor */
export const isOut = (actor) => (purseOf(actor)?.state ?? "returned") !== "returned";

/**
 * Whether an answer says that nothing was done, so the coins can go back. If the seat may have been taken by an earlier
 * request, an answer that concerns only the right to ask says nothing about it.
 * @param {any} error @param {boolean} isFirst
 */
function isRefusal(error, isFirst) {
  const status = Number(error?.status);
  if (!(status >= 400 && status < 500) || status === 408 || status === 429) return false;
  return isFirst || ![401, 403, 404].includes(status);
}

/** The coins of actors, as one user moves them. */
export class Purses {
  #around;
  /** By actor: each step waits for the one before. @type {Map<string, Promise<unknown>>} */
  #turns = new Map();

  /** @param {Surroundings} around */
  constructor(around) {
    this.#around = around;
  }

  /**
   * Sit down with coins of the actor. Returns the seat. Throws a `PurseError`, after which nothing has changed, or the
   * client's error: if that is no refusal, the coins stay *taken* until `settle` knows more.
   * @param {any} actor @param {string} table @param {Sitting} sitting its purse is what leaves the actor
   * @returns {Promise<Seated>}
   */
  sit(actor, table, sitting) {
    return this.#inTurn(actor, async () => {
      if (isOut(actor)) throw new PurseError("coinsAreOut");
      const id = this.#around.fresh();
      const cp = sitting.purse_cp ?? 0;
      const kinds = worldCoins();
      const left = paid(coinsOf(actor, kinds), cp, kinds);
      if (!left) throw new PurseError("noSuchCoins");
      const pending = { table, actor: actor.uuid, sitting: { ...sitting, key: id } };
      await this.#around.pending.set(id, pending);
      const { user } = this.#around;
      await this.#write(actor, { id, cp, state: "taken", table, user, seat: "", back_cp: 0, rest_cp: 0 }, left);
      return this.#seat(actor, pending, true);
    });
  }

  /** @param {any} actor @param {Pending} pending @param {boolean} isFirst @returns {Promise<Seated>} */
  async #seat(actor, pending, isFirst) {
    const purse = /** @type {Purse} */ (purseOf(actor));
    /** @type {Seated} */
    let seated;
    try {
      seated = await this.#around.table(pending.table).sit(pending.sitting);
    } catch (error) {
      if (isRefusal(error, isFirst)) {
        await this.#bringBack(actor, purse.cp);
        await this.#around.pending.set(purse.id, null);
      }
      throw error;
    }
    await this.#around.seated(pending.table, pending.sitting, seated);
    await this.#become(actor, purse, { state: "seated", seat: seated.seat });
    await this.#around.pending.set(purse.id, null);
    return seated;
  }

  /** Find out whether a seat was taken, by the same request. @param {any} actor */
  async #seatAgain(actor) {
    const pending = this.#around.pending.get(/** @type {Purse} */ (purseOf(actor)).id);
    if (!pending) throw new PurseError("outcomeUnknown");
    return this.#seat(actor, pending, false);
  }

  /**
   * Leave the table by a command, and take the coins home. Returns whether they came back now. Who is refused, such as
   * somebody who waits to be let in, sits there as before.
   * @param {any} actor @param {Table} table as the seat
   */
  leave(actor, table) {
    return this.#inTurn(actor, async () => {
      if (purseOf(actor)?.state === "taken") await this.#seatAgain(actor);
      const purse = purseOf(actor);
      if (!purse || purse.state === "returned") return false;
      if (purse.state !== "returning") await this.#write(actor, { ...purse, state: "returning" });
      try {
        return await this.#finish(actor, table);
      } catch (error) {
        if (isRefusal(error, true)) await this.#become(actor, { ...purse, state: "returning" }, { state: "seated" });
        throw error;
      }
    });
  }

  /**
   * Do what an actor's coins still need: sit down again under the same key, leave again, or come home from a seat that is
   * gone. Returns whether they came back now. Throws the client's error.
   * @param {any} actor @param {Table | null} [table] as the seat, if its token is here
   */
  settle(actor, table = null) {
    return this.#inTurn(actor, async () => {
      const purse = purseOf(actor);
      if (!purse || purse.state === "returned") return false;
      if (purse.state === "taken") {
        await this.#seatAgain(actor);
        return false;
      }
      return this.#finish(actor, table);
    });
  }

  /** What an actor takes home from a seat that is gone, in copper: null while it is at the table. @param {Purse} purse */
  async home(purse) {
    return takenHome(await this.#around.reader(purse.table), purse);
  }

  /**
   * Bring coins back by hand, for a table that is gone or cannot be asked: the GM says how many.
   * @param {any} actor @param {number} copper
   */
  bringBack(actor, copper) {
    return this.#inTurn(actor, async () => {
      await this.#bringBack(actor, copper);
    });
  }

  /** @param {any} actor @param {Table | null} table */
  async #finish(actor, table) {
    const purse = /** @type {Purse} */ (purseOf(actor));
    let home = await this.home(purse);
    if (home === null && purse.state === "returning" && table) {
      await table.send({ type: "leave", id: `leave-${purse.id}` });
      home = await this.home(purse);
    }
    return home !== null && this.#bringBack(actor, home);
  }

  /** Returns whether it was done: another client may have done it meanwhile. @param {any} actor @param {number} copper */
  async #bringBack(actor, copper) {
    const purse = purseOf(actor);
    if (!purse || !isOut(actor)) return false;
    const kinds = worldCoins();
    const { purse: after, rest } = received(coinsOf(actor, kinds), copper, kinds);
    await this.#write(actor, { ...purse, state: "returned", back_cp: copper - rest, rest_cp: rest }, after);
    return true;
  }

  /** Note a step that moves no coins, unless another client has done another meanwhile.
   *  @param {any} actor @param {Purse} from @param {Partial<Purse>} step */
  async #become(actor, from, step) {
    const { id, state } = purseOf(actor) ?? {};
    if (id === from.id && state === from.state) await this.#write(actor, { ...from, ...step });
  }

  /** @param {any} actor @param {Purse} purse @param {Coins} [currency] */
  async #write(actor, purse, currency) {
    const coins = currency ? { "system.currency": currency } : {};
    await actor.update({ ...coins, [`flags.${MODULE}.purse`]: purse });
  }

  /**
   * One step at a time for each actor, over all tabs of a browser where it can tell them apart.
   * @template T @param {any} actor @param {() => Promise<T>} work @returns {Promise<T>}
   */
  #inTurn(actor, work) {
    const locks = globalThis.navigator?.locks;
    /** @type {Promise<T>} */
    const mine = (this.#turns.get(actor.uuid) ?? Promise.resolve()).then(() =>
      locks ? locks.request(`${MODULE} ${actor.uuid}`, work) : /** @type {any} */ (work()),
    );
    this.#turns.set(
      actor.uuid,
      mine.catch(() => {}),
    );
    return mine;
  }
}

/** Whether a seat, or the request for one, is at the table. At a closed one, everybody has taken their coins home.
 *  @param {View} view @param {string} seat */
const isHere = ({ closed, seats, asking }, seat) =>
  !closed &&
  (seats.some((one) => one.seat === seat && one.played_by !== "nobody") || asking.some((one) => one.seat === seat));

/**
 * What a seat that is gone took home, in copper; null if it is still at the table. Who was never let in brought nothing to
 * the table, and takes everything home.
 * @param {Table} table who may read the ledger: everybody, unless the table is closed to watchers
 * @param {Purse} purse
 */
async function takenHome(table, { seat, cp }) {
  if (isHere(await table.look(), seat)) return null;
  let [brought, home] = [false, 0];
  /** @type {Awaited<ReturnType<Table["ledger"]>>} */
  let page;
  let after = 0;
  do {
    page = await table.ledger(after);
    for (const { payer, payee, amount_cp: amount } of page.lines) {
      if (payer === OUTSIDE && payee === seat) brought = true;
      if (payer === seat && payee === OUTSIDE) home += amount;
    }
    after = page.version;
  } while (page.more);
  return brought ? home : cp;
}
