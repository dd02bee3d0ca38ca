// @ts-check
// Coins of the dnd5e system, of the kinds that the world has.

import { globals } from "./globals.mjs";
import { systemOf, whole } from "./sheets.mjs";

/** A kind of coin: its key in an actor's purse, and its worth in copper.
 *  @typedef {{ key: string, worth: number }} Coin */
/** Coins by their keys. @typedef {Record<string, number>} Coins */

/** How many of each coin are worth one gold piece, unless the world says otherwise. */
const CONVERSIONS = { pp: 0.1, gp: 1, ep: 2, sp: 10, cp: 100 };
const COPPER_IN_GOLD = 100;

/** Whether an actor has a purse of its own, with the world's coins. @param {any} actor */
export const hasPurse = (actor) => worldCoins().some(({ key }) => Number.isFinite(systemOf(actor).currency?.[key]));

/** The world's coins that are worth whole coppers, the dearest first. @returns {Coin[]} */
export function worldCoins() {
  /** @type {Record<string, { conversion?: number }>} */
  const world = globals.CONFIG?.DND5E?.currencies ?? {};
  const conversions = Object.keys(world).length
    ? Object.entries(world).map(([key, { conversion }]) => [key, conversion])
    : Object.entries(CONVERSIONS);
  return conversions
    .map(([key, conversion]) => ({
      key: String(key),
      worth: Math.round((COPPER_IN_GOLD / Number(conversion)) * 1e6) / 1e6,
    }))
    .filter(({ worth }) => Number.isInteger(worth) && worth > 0)
    .sort((one, other) => other.worth - one.worth);
}

/** The coins that an actor has, of all of the world's kinds. @param {any} actor @param {Coin[]} [kinds]
 *  @returns {Coins} */
export const coinsOf = (actor, kinds = worldCoins()) =>
  Object.fromEntries(
    kinds.map(({ key }) => [key, whole(systemOf(actor).currency?.[key], 0, Number.MAX_SAFE_INTEGER) ?? 0]),
  );

/** The coins of a character or NPC, in copper. @param {any} actor */
export function copperOf(actor) {
  const kinds = worldCoins();
  const purse = coinsOf(actor, kinds);
  return kinds.reduce((sum, { key, worth }) => sum + worth * purse[key], 0);
}

/**
 * A purse after a sum was paid out of it: with the largest coins that fit, and change for one more if need be. Null
 * if it does not have that much, or the coins cannot make the sum.
 * @param {Coins} purse @param {number} copper @param {Coin[]} kinds the dearest first @returns {Coins | null}
 */
export function paid(purse, copper, kinds) {
  const after = { ...purse };
  let left = copper;
  for (const { key, worth } of kinds) {
    const spent = Math.min(after[key] ?? 0, Math.floor(left / worth));
    after[key] = (after[key] ?? 0) - spent;
    left -= spent * worth;
  }
  if (!left) return after;
  // What is left in the purse is worth more than what is left to pay: break the smallest of it.
  const broken = kinds.findLast(({ key, worth }) => after[key] > 0 && worth > left);
  if (!broken) return null;
  after[broken.key] -= 1;
  const { purse: changed, rest } = received(after, broken.worth - left, kinds);
  return rest ? null : changed;
}

/**
 * A purse after it received a sum, in few coins; and the `rest`, in copper, for which the world has no coins. Coins
 * dearer than gold, and half gold pieces, are given only if there is nothing else.
 * @param {Coins} purse @param {number} copper @param {Coin[]} kinds the dearest first
 */
export function received(purse, copper, kinds) {
  const after = { ...purse };
  let rest = copper;
  const usual = kinds.filter(({ worth }) => worth <= COPPER_IN_GOLD && Number.isInteger(Math.log10(worth)));
  for (const { key, worth } of usual.at(-1)?.worth === kinds.at(-1)?.worth ? usual : kinds) {
    const given = Math.floor(rest / worth);
    after[key] = (after[key] ?? 0) + given;
    rest -= given * worth;
  }
  return { purse: after, rest };
}
