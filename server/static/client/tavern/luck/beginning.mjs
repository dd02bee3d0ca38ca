// How a round of sealed luck begins: its call, as a view shows it and as the log has it, and what was revealed to it.

import { digestOf, isSigned, sealOf } from "./seals.mjs";

/** @import { Call, Data, EventsPage, TavernEvent, View } from "../answers.mjs" */
/** @import { Luck } from "./book.mjs" */

/** @typedef {{ key: string, signature: string }} Revealed */
/**
 * How a round was called and how it started, the `luck_revealed` of its seats, and whether luck was made open before.
 * @typedef {{ called: TavernEvent | null, started: TavernEvent | null, revealed: Record<string, Revealed>, opened: boolean }}
 *   Beginning
 */

/** The phase in which a round is called, and waits for luck. */
export const CALLED = "luck";

/** What the log must have as the call that was answered, and what a round must start with as called. */
const CALL = ["game", "rules", "opening", "first", "commitment", "seats"];
const PROMISE = ["opening", "first", "commitment", "path"];

/** @param {Data} event @param {string[]} names */
const parts = (event, names) => Object.fromEntries(names.map((name) => [name, event[name]]));

/**
 * What an object has for a seat: one may have the name of something that all objects have (`constructor`).
 * @template T @param {Record<string, T> | undefined} of @param {string} seat @returns {T | undefined}
 */
export const forSeat = (of, seat) => (of && Object.hasOwn(of, seat) ? of[seat] : undefined);

/** @param {unknown} one @param {unknown} other */
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Whether luck was sealed for the round, and another seal, or none, is called. @param {Luck[]} ofRound @param {string} [called] */
export const wasReplaced = (ofRound, called) =>
  ofRound.some(({ sealed }) => sealed) && !ofRound.some(({ seal }) => seal === called);

/** The luck that a view asks for. @param {View} view */
export const askedIn = ({ you }) => you?.actions.find(({ type }) => type === "reveal_luck")?.params.luck;

/** The call that a view shows, or null if it does not show all of one. @param {View} view @returns {Call | null} */
export function callIn({ game, rules, round, fair }) {
  const { opening, commitment, called: seats, seals: of } = fair;
  const range = fair.roots.find(({ from, to }) => from <= round && round <= to);
  if (!range || !opening || !commitment || !seats || !of) return null;
  const seals = Object.fromEntries(seats.filter((seat) => Object.hasOwn(of, seat)).map((seat) => [seat, of[seat]]));
  const { root, from: first } = range;
  const isWhole = [opening, root, commitment, ...Object.values(seals)].every((hash) => /^[0-9a-f]{64}$/.test(hash));
  return isWhole ? { game, rules, opening, root, first, commitment, seats, seals } : null;
}

/**
 * How a round was called and how it started, if the events after a version say it.
 * @param {(after: number) => Promise<EventsPage>} read @param {number} round @param {number} from
 * @returns {Promise<Beginning | null>}
 */
export async function beginningOf(read, round, from) {
  /** @type {TavernEvent | null} */
  let called = null;
  /** @type {Record<string, Revealed>} */
  const revealed = Object.create(null);
  let opened = false;
  for (let after = from; ;) {
    const page = await read(after);
    for (const event of page.entries.flatMap(({ events }) => events)) {
      if (event.type === "options_set" || event.type === "game_set")
        opened = called ? opened : (event.options.luck ?? "open") === "open";
      else if (event.type === "luck_revealed" && called)
        revealed[event.seat] = /** @type {TavernEvent & Revealed} */ (event);
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

/**
 * What is wrong with a round's beginning, as a code and in words, or null. `ofRound` is the luck that the seat drew for it.
 * @param {Beginning} beginning @param {string} table @param {string} own @param {number} round @param {Luck[]} ofRound
 * @returns {[code: string, detail: string] | null}
 */
export function faultIn({ called, started, revealed, opened }, table, own, round, ofRound) {
  if (!called) {
    const isLeftOut = started?.seats.includes(own) && !opened && ofRound.some(({ sealed }) => sealed);
    if (!isLeftOut) return null;
    return ["not_asked", "the round started without asking for what was sealed"];
  }
  /** @type {Record<string, string>} */
  const seals = Object.fromEntries(called.seals.map((/** @type {Data} */ { seat, seal }) => [seat, seal]));
  if (called.seats.includes(own) && wasReplaced(ofRound, forSeat(seals, own))) {
    return ["seal_replaced", "the round was called with another seal"];
  }
  const mine = ofRound.find(({ seal }) => seal === forSeat(seals, own));
  if (mine?.call && !isSame(mine.call, { ...mine.call, ...parts(called, CALL), seals })) {
    return ["call_changed", "the log has another call than the one that was answered"];
  }
  if (!started) return null;
  if (!isSame(parts(started, PROMISE), parts(called, PROMISE))) {
    return ["commitment_changed", "the round started with another commitment than called"];
  }
  const seats = started.luck.map((/** @type {Data} */ { seat }) => seat);
  if (!isSame(seats, called.seats)) {
    return ["luck_changed", "the round started with the luck of other seats than called"];
  }
  const digest = mine?.call && digestOf(table, round, mine.call);
  for (const { seat, luck } of started.luck) {
    if (luck) {
      const shown = forSeat(revealed, seat);
      if (!shown || sealOf(table, round, seat, luck, shown.key) !== forSeat(seals, seat)) {
        return ["luck_changed", `the round started with luck that ${seat} never sealed`];
      }
      if (digest && !isSigned(table, round, seat, shown, digest)) {
        return ["luck_changed", `the luck of ${seat} answers another call`];
      }
    }
    if (seat === own && mine?.call && luck !== mine.luck) {
      return ["luck_changed", "the round started without what was revealed"];
    }
  }
  return null;
}
