/**
 * The API of the module for Foundry VTT, for macros and other modules: `game.modules.get("tavern-table").api`, from the
 * hook `ready` on. docs/foundry-api.md has recipes. Sums are in copper. What acts on a table throws if there is none, or
 * the client's `Problem` if the server refuses; what opens dialogs says so to the user, and returns null.
 */
import type { CommandAnswer, Table, View } from "./tavern.js";

export interface TavernApi {
  /** Open the window; first open a table, or sit down, if there is none yet. */
  open(): Promise<unknown>;
  /** Choose what to do from a list. */
  menu(): Promise<void>;
  /** Open a table as the GM, and invite everybody: returns its id. With a `game` nothing is asked, and there is a name. */
  openTable(given?: { game?: string; name?: string; options?: Record<string, unknown> }): Promise<string | null>;
  /** Sit down with the selected token's actor, or the user's own: returns the seat. The dialog begins with what is given. */
  sitDown(given?: { purse_cp?: number; luck?: string; name?: string }): Promise<string | null>;
  /** Leave the table, and take the coins home. It asks first. */
  leave(): Promise<void>;
  /** Show the GM who is at the table. */
  who(): Promise<void>;
  /** Which users are at the table, with the name of their seat or request, and who is missing. */
  rollCall(): Promise<{ user: string; name: string | null; state: "seated" | "asking" | "notYet" | "away" }[]>;
  /** Seat the selected actor as an NPC, with coins of its own. It asks for the stake and the temperament. */
  seatNpc(): Promise<void>;
  /** Give coins that are at a table back by hand, as the GM. */
  settle(): Promise<void>;
  /** Test the connection: "ok", or a key of lang/en.json below `connection`, and what its text names. */
  test(): Promise<{ code: string; data: Record<string, string> }>;
  /**
   * The table as its GM, if this user opened it, or else as their seat. It is a handle of the JavaScript client
   * (docs/client-js.md): to read, to follow and to command. It does not seal luck; the module and its window do.
   */
  table(): Promise<Table>;
  /** The table as this user sees it: from their seat, if they have one. */
  view(): Promise<View>;
  /**
   * Give a command, such as `{ type: "start_round" }`: as the table's GM, if this user opened it, or else as their seat. The
   * GM names the `seat` to act for, also to play the own one.
   */
  send(command: { type: string; [param: string]: unknown }, options?: { seat?: string }): Promise<CommandAnswer>;
  /** Write to the chat, to all or only to some users, by their ids. It is shown as text, never as HTML or a roll. */
  say(text: string, users?: string[]): Promise<void>;
  /** Copper as people count it, such as "5 gp 3 cp". */
  coins(copper: number): string;
}
