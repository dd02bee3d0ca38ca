// @ts-check
/** Boards: what a game has beyond the common table. Each is a module of its own, loaded with the first table of its game
 *  and fed by the view and the offered actions alone. A game without one is played with the common table. */

import { useEffect, useState } from "../../vendor/preact.mjs";
import { dressed } from "../later.mjs";

/** @import { ComponentChildren } from "../../vendor/preact.mjs" */
/** @import { SeatView, View } from "../api.d.mts" */
/** @import { Entry } from "../table/live.mjs" */
/** @typedef {import("../labels.mjs").Words} Words */
/** @typedef {import("../table/choosing.mjs").Action} Action */
/** @typedef {import("../table/choosing.mjs").Chosen} Chosen */

/** What everybody looks at in the middle of the table, on TVs and in replays, too.
 *  @typedef {{view: View, words: Words, me: string | null}} TableProps */
/** What a seat's owner looks at beside their own dice.
 *  @typedef {{view: View, words: Words, me: string, seat: SeatView}} HandProps */
/** The choices of one move, in place of the generic fields. The form around it sends the command: none while what is
 *  picked cannot be chosen (`null`).
 *  @typedef {{variants: Action[], chosen: Chosen, onChange: (chosen: Chosen | null) => void, words: Words, view: View,
 *   actor: string | null}} FormProps */

/** What a game announces over the table for a moment: what has happened, and why; `to` whom, and whether it is good or
 *  bad.
 *  @typedef {{said: ComponentChildren, why: ComponentChildren, to: string, good: boolean}} Announcement */

/** A game's board. `announced` finds in an entry what is to be announced. `shown` names the details that it shows
 *  itself, those of `own` beside one's own dice; `forms` has a component for each move that is made on the board, by
 *  the command's type: its form is open while the move is offered.
 *  @typedef {object} Board
 *  @property {boolean} [loading] whether it is still to come
 *  @property {(props: TableProps) => ComponentChildren} [Table]
 *  @property {(props: HandProps) => ComponentChildren} [Hand]
 *  @property {Record<string, (props: FormProps) => ComponentChildren>} [forms]
 *  @property {(entry: Entry, view: View, words: Words) => Announcement | Promise<Announcement | null> | null} [announced]
 *  @property {{table?: string[], seat?: string[], own?: string[]}} [shown] */

/** The games that have a board: its module, and its style sheets beside the common one.
 *  @type {Record<string, {load: () => Promise<{board: Board}>, sheets: string[]}>} */
const BOARDS = {
  bluffmaster: { load: () => import("./bluffmaster.mjs"), sheets: ["steps", "bluffmaster"] },
  farkle: { load: () => import("./farkle.mjs"), sheets: ["race", "farkle"] },
  goblin: { load: () => import("./goblin.mjs"), sheets: ["goblin"] },
  mason: { load: () => import("./mason.mjs"), sheets: ["race"] },
  "middles-seven": { load: () => import("./middles-seven.mjs"), sheets: ["layout"] },
  mountains: { load: () => import("./mountains.mjs"), sheets: ["mountains"] },
  pig: { load: () => import("./pig.mjs"), sheets: ["race"] },
  "rulers-bluff": { load: () => import("./rulers-bluff.mjs"), sheets: ["steps", "hands"] },
  scales: { load: () => import("./scales.mjs"), sheets: ["layout"] },
  triangle: { load: () => import("./triangle.mjs"), sheets: ["steps", "hands"] },
  trickster: { load: () => import("./trickster.mjs"), sheets: ["trickster"] },
  twentyone: { load: () => import("./twentyone.mjs"), sheets: ["twentyone"] },
  "twentyone-v3": { load: () => import("./twentyone.mjs"), sheets: ["twentyone"] },
  "twelve-nights": { load: () => import("./twelve-nights.mjs"), sheets: ["race"] },
  twins: { load: () => import("./twins.mjs"), sheets: ["layout"] },
};

/** @type {Board} */
const NONE = {};
/** @type {Board} */
const LOADING = { loading: true };

/** The boards that were loaded, by game; an empty one if that failed.
 *  @type {Map<string, Board>} */
const loaded = new Map();

/** The board of a table's game: an empty one while it is not loaded, if that fails, if the game has none, and for somebody
 *  who has yet to sit down before the first round.
 *  @param {View} view
 *  @returns {Board} */
export function useBoard(view) {
  const game = view.round || view.you ? view.game : "";
  const [, redraw] = useState(0);
  const board = loaded.get(game) ?? (BOARDS[game] ? LOADING : NONE);
  useEffect(() => {
    const own = BOARDS[game];
    const known = loaded.get(game) ?? NONE;
    // Another part of the page may have loaded it since this one was drawn.
    if (known !== NONE && known !== board) redraw((n) => n + 1);
    if (!own || known !== NONE) return undefined;
    let over = false;
    /** @param {Board} found */
    const take = (found) => {
      loaded.set(game, found);
      if (!over) redraw((n) => n + 1);
    };
    const sheets = ["boards", ...own.sheets].map((name) => `page/boards/${name}.css`);
    dressed(sheets, own.load()).then(
      (module) => take(module.board),
      // The common table has all that is needed to play.
      () => take(NONE),
    );
    return () => void (over = true);
  }, [game]);
  return board;
}
