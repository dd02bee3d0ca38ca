// @ts-check
// The coins that an actor has at a table. They leave the actor once and come back once, whatever is reloaded, closed or
// killed in between.
//
// One update of the actor writes its currency and the record of its purse together, so neither is ever without the
// other. The record's id is the idempotency key of sitting down. Its states:
//
//     taken      the coins have left the actor; whether the seat was taken is not known yet
//     seated     the coins are at the table
//     returning  the player leaves the table, or has left; the coins are not back yet
//     returned   what was left of them is back
//
// Two clients, such as a player's and the GM's, may each make an update before they hear of the other's. If both
// bring the coins back, it is the same update: both count from what the actor has. No other step writes `back_cp`, so
// coins that are back stay so.

import { coinsOf, copperOf, paid, received, worldCoins } from "./adapter/coins.mjs";
import { MODULE } from "./adapter/globals.mjs";
import { actorAt, flaggedActors } from "./adapter/world.mjs";

/** @import { View } from "../client/tavern/answers.mjs" */
/** @import { Table } from "../client/tavern/table.mjs" */
/** @import { Coins } from "./adapter/coins.mjs" */

/** @typedef {"taken" | "seated" | "returning" | "returned"} State */
/**
 * What an actor's flag has about its coins at a table. `actor` is its UUID: a copy of the actor has the flag, too,
 * and no coins there. `cp` left the actor, in copper. `user` sat down with it. `seat` is "" until it is known. Of what
 * came home, `back_cp` is in the actor's purse: it is null until then. `rest_cp` is not there, because the world has no
 * coins for it; it comes home the next time. Both are negative if the actor had to pay back what the GM lent, and
 * `rest_cp` is what it still owes.
 * @typedef {{ id: string, actor: string, cp: number, state: State, table: string, user: string, seat: string,
 *   back_cp: number | null, rest_cp: number }} Purse
 */
/** How somebody sits down: what the server is sent. @typedef {Parameters<Table["sit"]>[0]} Sitting */
/** What has to be sent again under its key until the outcome is known.
 *  @typedef {{ table: string, actor: string, sitting: Sitting }} Pending */
/** @typedef {{ seat: string, token: string, admitted: boolean }} Seated */
/**
 * What the state machine needs of the rest. `pending` is this browser's own record: what is written there is durable
 * when its promise is fulfilled. `table` is with the token of a seat, or else the GM's, if there is one. `seated` is
 * told of a seat before the actor is. A `reader` may read a table's view and ledger.
 * @typedef {{ user: string, pending: { get(id: string): Pending | null, set(id: string, one: Pending | null):
 *   Promise<void> }, table(id: string, token?: string): Table, reader(id: string): Promise<Table>, fresh(): string,
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
export function purseOf(actor) {
  const purse = actor?.flags?.[MODULE]?.purse;
  return purse?.actor === actor?.uuid ? (purse ?? null) : null;
}

/** Whether coins of the actor are at a table, or on the way. @param {any} actor */
export const isOut = (actor) => purseOf(actor)?.back_cp === null;

/** The actors whose coins are at a table, or on the way. @returns {any[]} */
export const actorsOut = () => flaggedActors().filter(isOut);

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

/** The coins of actors, as one user moves them. An update may replace an actor, so each step looks it up. */
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
  sit({ uuid }, table, sitting) {
    return this.#inTurn(uuid, async () => {
      if (isOut(actorAt(uuid))) throw new PurseError("coinsAreOut");
      const { pending, user, fresh } = this.#around;
      const id = fresh();
      const cp = sitting.purse_cp ?? 0;
      await pending.set(id, { table, actor: uuid, sitting: { ...sitting, key: id } });
      try {
        await this.#write(uuid, (actor) => {
          const kinds = worldCoins();
          const left = paid(coinsOf(actor, kinds), cp, kinds);
          if (!left) throw new PurseError("noSuchCoins");
          const rest = purseOf(actor)?.rest_cp ?? 0;
          const purse = { id, actor: uuid, cp, table, user, seat: "", back_cp: null, rest_cp: rest };
          return [{ ...purse, state: "taken" }, left];
        });
      } catch (error) {
        if (purseOf(actorAt(uuid))?.id !== id) await pending.set(id, null);
        throw error;
      }
      return this.#seat(uuid, true);
    });
  }

  /** Ask for the seat; again by the same request if the outcome is not known.
   *  @param {string} uuid @param {boolean} isFirst @returns {Promise<Seated>} */
  async #seat(uuid, isFirst) {
    const purse = /** @type {Purse} */ (purseOf(actorAt(uuid)));
    const pending = this.#around.pending.get(purse.id);
    if (!pending) throw new PurseError("outcomeUnknown");
    const { table, sitting } = pending;
    /** @type {Seated} */
    let seated;
    try {
      seated = await this.#around.table(table).sit(sitting);
    } catch (error) {
      if (isRefusal(error, isFirst)) {
        await this.#bringBack(uuid, purse, purse.cp + purse.rest_cp);
        await this.#around.pending.set(purse.id, null);
      }
      throw error;
    }
    const now = actorAt(uuid);
    if (purseOf(now)?.id !== purse.id || !isOut(now)) {
      await this.#standUp(table, sitting, seated);
      await this.#around.pending.set(purse.id, null);
      throw new PurseError("settledMeanwhile");
    }
    await this.#around.seated(table, sitting, seated);
    await this.#become(uuid, purse, { state: "seated", seat: seated.seat });
    await this.#around.pending.set(purse.id, null);
    return seated;
  }

  /** The GM gave the coins back before the seat was taken: leave it. Who waits to be let in cannot, and still has the
   *  seat.
   *  @param {string} table @param {Sitting} sitting @param {Seated} seated */
  async #standUp(table, sitting, seated) {
    const { token } = seated;
    await this.#around
      .table(table, token)
      .send({ type: "leave", id: `leave-${sitting.key}` })
      .catch(() => this.#around.seated(table, sitting, seated));
  }

  /**
   * Leave the table by a command, and take the coins home. Returns whether they came back now. Who is refused, such as
   * somebody who waits to be let in, sits there as before.
   * @param {any} actor @param {Table} table as the seat
   */
  leave({ uuid }, table) {
    return this.#inTurn(uuid, async () => {
      const actor = actorAt(uuid);
      if (isOut(actor) && purseOf(actor)?.state === "taken") await this.#seat(uuid, false);
      const purse = purseOf(actorAt(uuid));
      if (purse?.back_cp !== null) return false;
      await this.#become(uuid, purse, { state: "returning" });
      try {
        return await this.#finish(uuid, table);
      } catch (error) {
        if (isRefusal(error, true)) await this.#become(uuid, { ...purse, state: "returning" }, { state: "seated" });
        throw error;
      }
    });
  }

  /**
   * Do what an actor's coins still need: sit down again under the same key, leave again, or come home from a seat
   * that is gone. Returns whether they came back now. Throws the client's error.
   * @param {any} actor @param {Table | null} [table] as the seat, if its token is here
   */
  settle({ uuid }, table = null) {
    return this.#inTurn(uuid, async () => {
      const purse = purseOf(actorAt(uuid));
      if (purse?.back_cp !== null) return false;
      if (purse.state === "taken") {
        await this.#seat(uuid, false);
        return false;
      }
      return this.#finish(uuid, table);
    });
  }

  /** What an actor takes home from a seat that is gone, in copper: null while it is at the table. Negative is what
   *  it has to pay. @param {Purse} purse */
  async home(purse) {
    return takenHome(await this.#around.reader(purse.table), purse);
  }

  /**
   * Bring coins back by hand, for a table that is gone or cannot be asked: the GM says how many.
   * @param {any} actor @param {Purse} purse which the GM saw: nothing is done if it came home meanwhile
   * @param {number} copper
   */
  bringBack({ uuid }, purse, copper) {
    return this.#inTurn(uuid, () => this.#bringBack(uuid, purse, copper));
  }

  /** @param {string} uuid @param {Table | null} table */
  async #finish(uuid, table) {
    const purse = /** @type {Purse} */ (purseOf(actorAt(uuid)));
    let home = await this.home(purse);
    if (home === null && purse.state === "returning" && table) {
      await table.send({ type: "leave", id: `leave-${purse.id}` });
      home = await this.home(purse);
    }
    return home !== null && this.#bringBack(uuid, purse, home);
  }

  /** Returns whether it was done: another client may have done it meanwhile.
   *  @param {string} uuid @param {Purse} from @param {number} copper */
  async #bringBack(uuid, { id }, copper) {
    const purse = purseOf(actorAt(uuid));
    if (purse?.id !== id || purse.back_cp !== null) return false;
    await this.#write(uuid, (actor) => {
      const { purse: after, rest } = settled(actor, copper);
      return [{ ...purse, state: "returned", back_cp: copper - rest, rest_cp: rest }, after];
    });
    return true;
  }

  /** Note a step that moves no coins, unless another client has done another meanwhile.
   *  @param {string} uuid @param {Purse} from @param {Partial<Purse>} step */
  async #become(uuid, from, step) {
    const { id, state } = purseOf(actorAt(uuid)) ?? {};
    if (id === from.id && state === from.state) await this.#write(uuid, () => [{ ...from, ...step }]);
  }

  /**
   * Change the actor as it is now, in one update. Throws if that had no effect: other modules may forbid an update.
   * @param {string} uuid @param {(actor: any) => [Purse, Coins?]} change
   */
  async #write(uuid, change) {
    const actor = actorAt(uuid);
    if (!actor) throw new PurseError("noActor");
    const [purse, currency] = change(actor);
    const coins = currency ? { "system.currency": currency } : {};
    await actor.update({ ...coins, [`flags.${MODULE}.purse`]: purse });
    const after = purseOf(actorAt(uuid));
    if (after?.id !== purse.id || after.state !== purse.state) throw new PurseError("notWritten");
  }

  /**
   * One step at a time for each actor, over all tabs of a browser where it can tell them apart.
   * @template T @param {string} uuid @param {() => Promise<T>} work @returns {Promise<T>}
   */
  #inTurn(uuid, work) {
    const locks = globalThis.navigator?.locks;
    /** @type {Promise<T>} */
    const mine = (this.#turns.get(uuid) ?? Promise.resolve()).then(() =>
      locks ? locks.request(`${MODULE} ${uuid}`, work) : /** @type {any} */ (work()),
    );
    this.#turns.set(
      uuid,
      mine.catch(() => {}),
    );
    return mine;
  }
}

/**
 * An actor's coins after a sum came home, and the rest that the world has no coins for. A negative sum is paid, as
 * far as the actor's coins go. @param {any} actor @param {number} copper
 */
function settled(actor, copper) {
  const kinds = worldCoins();
  const has = coinsOf(actor, kinds);
  if (copper >= 0) return received(has, copper, kinds);
  const due = Math.min(-copper, copperOf(actor));
  const left = paid(has, due, kinds);
  return left ? { purse: left, rest: copper + due } : { purse: has, rest: copper };
}

/** Whether a seat, or the request for one, is at the table. At a closed one, everybody has taken their coins home.
 *  @param {View} view @param {string} seat */
export const isHere = ({ closed, seats, asking }, seat) =>
  !closed &&
  (seats.some((one) => one.seat === seat && one.played_by !== "nobody") || asking.some((one) => one.seat === seat));

/**
 * What an actor takes home from a seat that is gone, in copper; null if it is still at the table. That is what it
 * brought, and what it won or lost there. What the GM gave at the table was lent, and what the GM took was kept for it:
 * neither changes how many coins there are in the world.
 * @param {Table} table who may read the ledger: everybody, unless the table is closed to watchers
 * @param {Purse} purse
 */
async function takenHome(table, { seat, cp, rest_cp: rest }) {
  if (isHere(await table.look(), seat)) return null;
  let home = cp + rest;
  /** @type {Awaited<ReturnType<Table["ledger"]>>} */
  let page;
  let after = 0;
  do {
    page = await table.ledger(after);
    for (const { payer, payee, amount_cp: amount } of page.lines) {
      if (payer === OUTSIDE && payee === seat) home -= amount;
      if (payer === seat && payee === OUTSIDE) home += amount;
    }
    after = page.version;
  } while (page.more);
  return home;
}
