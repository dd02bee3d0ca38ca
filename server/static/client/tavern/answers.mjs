// The types of what the server answers (docs/api.md), and the verifier. No program loads
// this file: it has no code.

export {};

/**
 * Data whose members differ by game.
 * @typedef {Record<string, any>} Data
 */
/** @typedef {{ type: string, v: number, [name: string]: any }} TavernEvent */

/**
 * A parameter of an action; one of these forms (docs/api.md, "Actions").
 * @typedef {{ choices?: any[], of?: string, die?: string, min?: number, max?: number, step?: number, text?: number,
 *   schema?: Data, seal?: string, table?: string, round?: number, seat?: string, call?: string, optional?: boolean,
 *   [name: string]: any }} ParamOffer
 */
/** @typedef {{ type: string, params: Record<string, ParamOffer>, cost_cp: number }} Action */
/** @typedef {{ type: string, code: string, detail: string, params?: Data }} Refusal */
/** @typedef {{ actions: Action[], refused: Refusal[] }} Doing */
/** @typedef {{ n: number, die: string, face: number | null, hole: boolean, place: string, details: Data }} Die */
/**
 * @typedef {{ seat: string, name: string, kind: string, played_by: string, temperament?: string, luck: string,
 *   luck_seal?: string, sets?: SetView[], purse_cp: number, playing: boolean, status: string, conditions: string[], dice: Die[],
 *   total: number | null, character: Character | null, details: Data }} SeatView
 */
/** @typedef {{ kind: "dice" | "card", look: string, set?: string, faces?: Record<string, number> }} SetView */
/** @typedef {{ set: string, faces?: Record<string, number> }} GamingSet */
/**
 * @typedef {{ seat: string, name: string, kind: string, purse_cp?: number | null, character?: Character | null,
 *   sets?: GamingSet[] }} Asking
 */
/**
 * @typedef {{ roots: { from: number, to: number, root: string }[], commitment: string | null, luck: "open" | "sealed",
 *   holds: string, opening?: string, called?: string[], seals?: Record<string, string>,
 *   revealed?: Record<string, string>, withheld?: string[] }} Fair
 */
/** @typedef {Doing & { seat: string | null, notes: Data[], acts_for?: Record<string, Doing> }} You */
/**
 * @typedef {{ abilities?: Record<string, number>, skills?: Record<string, number>, saves?: Record<string, number>,
 *   passive?: Record<string, number>, proficiency?: number, tools?: Record<string, boolean> }} Character
 */
/**
 * @typedef {{ dispute: number, seat: string, round: number, text: string, version?: number, ruling: Data | null }} Dispute
 */

/**
 * The table as the caller may see it (docs/api.md, "The view").
 * @typedef {{ table: string, name: string, gm: string, game: string, rules: number, options: Data | null,
 *   version: number, viewer: string, seeded: boolean, closed: boolean, round: number, phase: string,
 *   turn: string | null, to_act: string[], question: string | null, deadline: string | null, paused: boolean,
 *   order: string[], pot_cp: number, accounts: Record<string, number>, fair: Fair, seats: SeatView[],
 *   asking: Asking[], house_dice: Die[], you: You | null, result: Data | null, standings: Record<string, Data>,
 *   disputes: Dispute[], details: Data, damage?: { detail: string, seq?: number } }} View
 */

/**
 * What the caller saw at one version; the `receipt` commits to it. Replays have none. In a live stream only the newest
 * entry has the `view`.
 * @typedef {{ version: number, at: string, actor: string, seat?: string, events: TavernEvent[], chronicle: string[],
 *   receipt?: string, view?: View }} Entry
 */

/**
 * A position in a log: the version, the log's epoch, and a digest of what the viewer saw up to it.
 * @typedef {{ version: number, epoch: string, seen: string }} Cursor
 */
/** @typedef {Cursor & { view: View }} Reset */
/** @typedef {Cursor & { entries: Entry[], more: boolean }} EventsPage */
/** @typedef {{ n: number, at: string, by: string, text: string | null, erases: number[] | null }} ChatMessage */
/**
 * @typedef {{ version: number, events: TavernEvent[], chronicle: string[], view: View, receipt: string,
 *   token?: string, invite?: string }} CommandAnswer
 */

/**
 * What a round was called with, and is answered by a reveal of luck. All hashes are hex.
 * @typedef {{ game: string, rules: number, opening: string, root: string, first: number, commitment: string,
 *   seats: string[], seals: Record<string, string> }} Call
 */
/** @typedef {{ table: string, gm_token: string, invite: string }} Opened */
/** @typedef {{ seat: string, token: string, admitted: boolean }} Seated */
/**
 * @typedef {{ table: string, name: string, game: string, gm: string, opened_at: string, seats: number, round: number }}
 *   ListedTable
 */
/**
 * @typedef {{ round: number, game: string, rules: number, viewer: string, frames: (Entry & { view: View })[],
 *   next: number | null, facts_only?: string | null }} ReplayPage
 */
/**
 * @typedef {{ round: number, game: string, rules: number, started_at: string, ended_at: string | null,
 *   outcome: string | null, winners: string[], won_cp: Record<string, number>, unsealed: boolean,
 *   disputes: { dispute: number, seat: string, verdict: string | null }[] }} Round
 */

/**
 * What a verifier says of a proof or an export (docs/verify.md).
 * @typedef {{ right: boolean, wrong: { seq: number | null, code: string, detail: string }[], table: string | null,
 *   rounds: Data[], not_shown: string[], altered: string[], [name: string]: any }} Report
 */
