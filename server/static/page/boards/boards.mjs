// @ts-check
/** Boards: what a game has beyond the common table. Each is a module of its own, loaded with the first table of its game
 *  and fed by the view and the offered actions alone. A game without one is played with the common table. */

import { useEffect, useState } from "../../vendor/preact.mjs";
import { dressed } from "../later.mjs";

/** @import { ComponentChildren } from "../../vendor/preact.mjs" */
/** @import { SeatView, View } from "../api.d.mts" */
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

/** A game's board. `shown` names the details that it shows itself, those of `own` beside one's own dice; `forms` has a
 *  component for each move that is made on the board, by the command's type: its form is open while the move is offered.
 *  @typedef {object} Board
 *  @property {boolean} [loading] whether it is still to come
 *  @property {(props: TableProps) => ComponentChildren} [Table]
 *  @property {(props: HandProps) => ComponentChildren} [Hand]
 *  @property {Record<string, (props: FormProps) => ComponentChildren>} [forms]
 *  @property {{table?: string[], seat?: string[], own?: string[]}} [shown] */

/** The modules of the games that have a board.
 *  @type {Record<string, () => Promise<{board: Board}>>} */
const MODULES = {
  bluffmaster: () => import("./bluffmaster.mjs"),
  farkle: () => import("./farkle.mjs"),
  goblin: () => import("./goblin.mjs"),
  mason: () => import("./mason.mjs"),
  "middles-seven": () => import("./middles-seven.mjs"),
  mountains: () => import("./mountains.mjs"),
  pig: () => import("./pig.mjs"),
  "rulers-bluff": () => import("./rulers-bluff.mjs"),
  scales: () => import("./scales.mjs"),
  triangle: () => import("./triangle.mjs"),
  trickster: () => import("./trickster.mjs"),
  twentyone: () => import("./twentyone.mjs"),
  "twentyone-v3": () => import("./twentyone.mjs"),
  twins: () => import("./twins.mjs"),
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
  const board = loaded.get(game) ?? (MODULES[game] ? LOADING : NONE);
  useEffect(() => {
    const load = MODULES[game];
    const known = loaded.get(game) ?? NONE;
    // Another part of the page may have loaded it since this one was drawn.
    if (known !== NONE && known !== board) redraw((n) => n + 1);
    if (!load || known !== NONE) return undefined;
    let over = false;
    /** @param {Board} found */
    const take = (found) => {
      loaded.set(game, found);
      if (!over) redraw((n) => n + 1);
    };
    dressed("page/boards/boards.css", load()).then(
      (module) => take(module.board),
      // The common table has all that is needed to play.
      () => take(NONE),
    );
    return () => void (over = true);
  }, [game]);
  return board;
}
