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

/** A game's board. `shown` names the details that it shows itself; `forms` has a component for each move that is made on
 *  the board, by the command's type: its form is open while the move is offered.
 *  @typedef {object} Board
 *  @property {(props: TableProps) => ComponentChildren} [Table]
 *  @property {(props: HandProps) => ComponentChildren} [Hand]
 *  @property {Record<string, (props: FormProps) => ComponentChildren>} [forms]
 *  @property {{table?: string[], seat?: string[]}} [shown] */

/** The modules of the games that have a board.
 *  @type {Record<string, () => Promise<{board: Board}>>} */
const MODULES = {
  farkle: () => import("./farkle.mjs"),
  goblin: () => import("./goblin.mjs"),
  mason: () => import("./mason.mjs"),
  mountains: () => import("./mountains.mjs"),
  pig: () => import("./pig.mjs"),
  twentyone: () => import("./twentyone.mjs"),
  "twentyone-v3": () => import("./twentyone.mjs"),
};

/** @type {Board} */
const NONE = {};

/** The boards that were loaded, by game.
 *  @type {Map<string, Board>} */
const loaded = new Map();

/** The board of a game: an empty one while it is not loaded, if that fails, and if the game has none.
 *  @param {string | undefined} game
 *  @returns {Board} */
export function useBoard(game = "") {
  const [, redraw] = useState(0);
  useEffect(() => {
    const load = MODULES[game];
    if (!load || loaded.has(game)) return undefined;
    let over = false;
    dressed("page/boards/boards.css", load()).then(
      ({ board }) => {
        loaded.set(game, board);
        if (!over) redraw((n) => n + 1);
      },
      // The common table has all that is needed to play.
      () => {},
    );
    return () => void (over = true);
  }, [game]);
  return loaded.get(game) ?? NONE;
}
