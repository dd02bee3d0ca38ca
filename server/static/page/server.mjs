// @ts-check
/** The one connection of the page to the server: the client, and the catalogue of games. */

import { Problem, Tavern, Unreachable } from "../client/tavern.mjs";
import { useEffect, useState } from "../vendor/preact.mjs";
import { Words } from "./labels.mjs";
import { BASE, link } from "./place.mjs";
import { storage } from "./session.mjs";

/** @import { FollowOptions } from "../client/tavern/live.mjs" */
/** @import { LuckInRound } from "../client/tavern/luck/own_luck.mjs" */
/** @import { Table } from "../client/tavern/table.mjs" */
/** @import { CommandAnswer, Games, LedgerPage, LiveEntry, ReplayPage, Reset, View } from "./api.d.mts" */
/** @typedef {{type: string, [param: string]: unknown}} Command */
/** A table as the client handles it, with the types of the server's answers.
 *  @typedef {Omit<Table, "look" | "send" | "ledger" | "round" | "follow" | "luckIn"> & {
 *   look(options?: {actsFor?: string, signal?: AbortSignal}): Promise<View>,
 *   send(command: Command, options?: {seat?: string}): Promise<CommandAnswer>,
 *   ledger(after?: number): Promise<LedgerPage>,
 *   round(number: number, options?: {as?: string, from?: number | null, limit?: number}): Promise<ReplayPage>,
 *   follow(handlers: Handlers, options?: FollowOptions): {close(): void},
 *   luckIn(view: View): LuckInRound | null}} Handle */
/** @typedef {Omit<import("../client/tavern/live.mjs").Handlers, "view" | "entry" | "reset"> & {view(view: View): void,
 *   entry(entry: LiveEntry): void, reset(reset: Reset): void}} Handlers */

export const tavern = new Tavern(BASE, { storage });

/** A client for a table, for the holder of a token; none: a spectator.
 *  @param {string} table
 *  @param {string} [token] */
export const tableFor = (table, token) =>
  /** @type {Handle} */ (/** @type {unknown} */ (tavern.table(table, { token, storage })));

/** @type {Promise<Games> | null} */
let asked = null;
/** @type {Games | null} */
let catalogue = null;

/** The catalogue, asked for once.
 *  @returns {Promise<Games>} */
export function games() {
  asked ??= /** @type {Promise<Games>} */ (tavern.games()).then(
    (answer) => (catalogue = answer),
    (problem) => {
      asked = null;
      throw problem;
    },
  );
  return asked;
}

/** The milliseconds before something is asked for again: as long as the server wants, up to a minute.
 *  @param {number} least in seconds
 *  @param {unknown} [error] why it failed */
export const againIn = (least, error) =>
  1000 * Math.min(Math.max(least, error instanceof Problem ? (error.retryAfter ?? 0) : 0), 60);

/** The catalogue, once it is there; it is asked for again every few seconds while the server cannot be reached.
 *  @returns {{catalogue: Games | null, error: unknown}} */
export function useGames() {
  const [state, setState] = useState({ catalogue, error: /** @type {unknown} */ (null) });
  useEffect(() => {
    let timer = 0;
    let over = false;
    const ask = () =>
      games().then(
        (answer) => over || setState({ catalogue: answer, error: null }),
        (error) => {
          if (over) return;
          setState({ catalogue: null, error });
          timer = setTimeout(ask, againIn(3, error));
        },
      );
    if (!state.catalogue) ask();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, []);
  return state;
}

/** The words of a game, in the page's language.
 *  @param {string} [game]
 *  @returns {Words} */
export function useWords(game) {
  const { catalogue: known } = useGames();
  return new Words(known, game);
}

/** Something of the server's that the client has no method for.
 *  @param {string} path below the root
 *  @param {{method?: "GET" | "POST" | "DELETE", token?: string, body?: unknown}} [asking]
 *  @returns {Promise<unknown>} */
export async function request(path, { method = "GET", token, body } = {}) {
  const response = await fetch(link(path), {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
  }).catch(() => {
    throw new Unreachable("The server cannot be reached.");
  });
  const answer = await response.json().catch(() => ({ detail: "The server did not answer as it should." }));
  if (response.ok) return answer;
  throw new Problem(response.status, answer, Number(response.headers.get("Retry-After")) || null);
}

/** A client that may open tables, with the host key if the server asks for one.
 *  @param {string} [hostKey] */
export const openerFor = (hostKey) => (hostKey ? new Tavern(BASE, { storage, hostKey }) : tavern);
