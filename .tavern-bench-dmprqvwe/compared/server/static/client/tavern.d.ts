/**
 * Check the proof of a round, or the export of a table, with a `record` (JSON Lines) and `luck` (pairs of a seat and the
 * word that it played with). The check is in `verify.mjs`, beside this file, which is loaded when needed.
 * @param {string} text @param {{ record?: string | null, luck?: [string, string][] }} [kept]
 * @returns {Promise<Report>}
 */
export function verifyProof(text: string, { record, luck }?: {
    record?: string | null;
    luck?: [string, string][];
}): Promise<Report>;
/**
 * The digest (hex) of a call, which a reveal signs (docs/dice.md).
 * @param {string} table @param {number} round @param {Call} call
 */
export function digestOf(table: string, round: number, { game, rules, opening, root, first, commitment, seats, seals }: Call): string;
/**
 * Whether a signature (hex) by a seat's key for a round is one of this digest.
 * @param {string} table @param {number} round @param {string} seat
 * @param {{ key: string, signature: string }} revealed @param {string} digest
 */
export function isSigned(table: string, round: number, seat: string, { key, signature }: {
    key: string;
    signature: string;
}, digest: string): boolean;
/** @param {Uint8Array} data */
export function sha256(data: Uint8Array): Uint8Array<ArrayBuffer>;
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 * @typedef {{ getItem(key: string): string | null, setItem(key: string, value: string): void }} KeyStorage
 *
 * Timeouts and retries; all in seconds, but `attempts`. `answer` is the timeout for an answer, `silence` that of a live
 * stream, on which the server sends something every 15 seconds. The wait before the second attempt is `firstWait`; it
 * doubles with each, up to `longestWait`, and is shortened at random by up to half. If the server asks for a wait, the
 * client waits that long, or gives up if it exceeds `longestAsked`. Following a table does not end then: it reconnects
 * after a second at least and `longestAsked` at most, lengthened at random by up to half.
 * @typedef {{ answer: number, silence: number, attempts: number, firstWait: number, longestWait: number,
 *   longestAsked: number }} Patience
 *
 * @typedef {"online" | "connecting" | "offline"} State
 * @typedef {Record<string, any>} Data
 * @typedef {{ type: string, v: number, [name: string]: any }} TavernEvent
 *
 * A parameter of an action; one of these forms (docs/api.md, "Actions").
 * @typedef {{ choices?: any[], of?: string, die?: string, min?: number, max?: number, step?: number, text?: number,
 *   schema?: Data, seal?: string, table?: string, round?: number, seat?: string, call?: string, optional?: boolean,
 *   [name: string]: any }} ParamOffer
 * @typedef {{ type: string, params: Record<string, ParamOffer>, cost_cp: number }} Action
 * @typedef {{ type: string, code: string, detail: string, params?: Data }} Refusal
 * @typedef {{ actions: Action[], refused: Refusal[] }} Doing
 *
 * @typedef {{ n: number, die: string, face: number | null, hole: boolean, place: string, details: Data }} Die
 * @typedef {{ seat: string, name: string, kind: string, played_by: string, temperament?: string, luck: string,
 *   luck_seal?: string, sets?: SetView[], purse_cp: number, playing: boolean, status: string, conditions: string[], dice: Die[],
 *   total: number | null, character: Character | null, details: Data }} SeatView
 * @typedef {{ kind: "dice" | "card", look: string, set?: string, faces?: Record<string, number> }} SetView
 * @typedef {{ set: string, faces?: Record<string, number> }} GamingSet
 * @typedef {{ seat: string, name: string, kind: string, purse_cp?: number | null, character?: Character | null,
 *   sets?: GamingSet[] }} Asking
 * @typedef {{ roots: { from: number, to: number, root: string }[], commitment: string | null, luck: "open" | "sealed",
 *   holds: string, opening?: string, called?: string[], seals?: Record<string, string>,
 *   revealed?: Record<string, string>, withheld?: string[] }} Fair
 * @typedef {Doing & { seat: string | null, notes: Data[], acts_for?: Record<string, Doing> }} You
 * @typedef {{ abilities?: Record<string, number>, skills?: Record<string, number>, saves?: Record<string, number>,
 *   passive?: Record<string, number>, proficiency?: number, tools?: Record<string, boolean> }} Character
 * @typedef {{ dispute: number, seat: string, round: number, text: string, version?: number, ruling: Data | null }} Dispute
 *
 * The table as the caller may see it (docs/api.md, "The view").
 * @typedef {{ table: string, name: string, gm: string, game: string, rules: number, options: Data | null,
 *   version: number, viewer: string, seeded: boolean, closed: boolean, round: number, phase: string,
 *   turn: string | null, to_act: string[], question: string | null, deadline: string | null, paused: boolean,
 *   order: string[], pot_cp: number, accounts: Record<string, number>, fair: Fair, seats: SeatView[],
 *   asking: Asking[], house_dice: Die[], you: You | null, result: Data | null, standings: Record<string, Data>,
 *   disputes: Dispute[], details: Data, damage?: { detail: string, seq?: number } }} View
 *
 * What the caller saw at one version; the `receipt` commits to it. Replays have none. In a live stream only the newest
 * entry has the `view`.
 * @typedef {{ version: number, at: string, actor: string, seat?: string, events: TavernEvent[], chronicle: string[],
 *   receipt?: string, view?: View }} Entry
 *
 * A position in a log: the version, the log's epoch, and a digest of what the viewer saw up to it.
 * @typedef {{ version: number, epoch: string, seen: string }} Cursor
 * @typedef {Cursor & { view: View }} Reset
 * @typedef {Cursor & { entries: Entry[], more: boolean }} EventsPage
 * @typedef {{ n: number, at: string, by: string, text: string | null, erases: number[] | null }} ChatMessage
 * @typedef {{ version: number, events: TavernEvent[], chronicle: string[], view: View, receipt: string,
 *   token?: string, invite?: string }} CommandAnswer
 *
 * What a round was called with, and is answered by a reveal of luck. All hashes are hex.
 * @typedef {{ game: string, rules: number, opening: string, root: string, first: number, commitment: string,
 *   seats: string[], seals: Record<string, string> }} Call
 *
 * A line of the record of what a viewer was shown (docs/verify.md): a root, a call and the luck that was revealed to it,
 * or an entry.
 * @typedef {{ table: string, viewer: string, root: { from: number, to: number, root: string } }} RootLine
 * @typedef {{ table: string, viewer: string, round: number, call: Call, luck: string }} CallLine
 * @typedef {{ table: string, viewer: string, round: number | null, version: number, receipt: string,
 *   events?: TavernEvent[], coins?: Record<string, number>, dice?: Record<string, [string, number | null][]> }} EntryLine
 * @typedef {RootLine | CallLine | EntryLine} RecordLine
 * @typedef {{ table: string, gm_token: string, invite: string }} Opened
 * @typedef {{ seat: string, token: string, admitted: boolean }} Seated
 * @typedef {{ table: string, name: string, game: string, gm: string, opened_at: string, seats: number, round: number }}
 *   ListedTable
 * @typedef {{ round: number, game: string, rules: number, viewer: string, frames: (Entry & { view: View })[],
 *   next: number | null, facts_only?: string | null }} ReplayPage
 * @typedef {{ round: number, game: string, rules: number, started_at: string, ended_at: string | null,
 *   outcome: string | null, winners: string[], won_cp: Record<string, number>, unsealed: boolean,
 *   disputes: { dispute: number, seat: string, verdict: string | null }[] }} Round
 * @typedef {{ right: boolean, wrong: { seq: number | null, code: string, detail: string }[], table: string | null,
 *   rounds: Data[], not_shown: string[], altered: string[], [name: string]: any }} Report
 *
 * What happened to a seat's sealed luck. `broken` comes with the `BrokenLuck`.
 * @typedef {{ step: "sealed" | "revealed" | "withheld" | "broken", round: number, error?: BrokenLuck }} LuckStep
 *
 * Whether a seat's own sealed luck is in a round, and `why` (in words: `detail`). If it is, nobody can have chosen the
 * round's rolls, except by withholding their own luck.
 * @typedef {"revealed" | "asked" | "withheld" | "called_off" | "too_late" | "not_sealed" | "open" | "not_playing"} WhyLuck
 * @typedef {{ round: number, included: boolean, why: WhyLuck, detail: string }} LuckInRound
 *
 * The handlers that `follow` calls. `reset`: discard what was read before, and continue from this view. `entry`: the
 * next version. `view`: each view, of resets and entries. `chat`: each message once, in order. `problem`: an error that
 * retrying cannot solve; if the stream had to end, its `closed` is true.
 * @typedef {{ view?: (view: View) => void, entry?: (entry: Entry) => void, chat?: (message: ChatMessage) => void,
 *   reset?: (reset: Reset) => void, state?: (state: State) => void, problem?: (error: TavernError) => void,
 *   luck?: (step: LuckStep) => void }} Handlers
 *
 * `cursor` continues from an earlier stream's; `chatAfter` skips messages up to that number; `poll` uses long polls
 * only.
 * @typedef {{ actsFor?: string, signal?: AbortSignal, cursor?: string, chatAfter?: number, poll?: boolean }} FollowOptions
 */
/** The base of the client's errors. `code` is stable. */
export class TavernError extends Error {
    /** @param {string} code @param {string} message */
    constructor(code: string, message: string);
    code: string;
}
/**
 * The server refused. `code` never changes, `detail` is for people, `actions` are the legal moves instead, if a move was
 * refused, `retryAfter` the wait in seconds, up to a day, that the server wants, and `problem` its whole answer.
 */
export class Problem extends TavernError {
    /** @param {number} status @param {Data} problem @param {number | null} retryAfter */
    constructor(status: number, problem: Data, retryAfter: number | null);
    status: number;
    title: string;
    detail: string;
    /** @type {Action[]} */
    actions: Action[];
    retryAfter: number | null;
    problem: Data;
}
/**
 * No answer came after all attempts: whether the request took effect is unknown. A command can be sent again under the
 * same `id`, opening a table and sitting down under the same `key`: it takes effect once.
 */
export class Unreachable extends TavernError {
    /** @param {string} message */
    constructor(message: string);
    /** @type {string | undefined} */
    id: string | undefined;
}
/** The answer is not one of this API: the address belongs to another server, or a proxy answered. */
export class BadAnswer extends TavernError {
    /** @param {string} message */
    constructor(message: string);
}
/** Luck must be stored before it is sealed, but the storage is full or blocked. Nothing was sealed. */
export class NotKept extends TavernError {
    constructor();
}
/**
 * The table's log does not continue what it showed before: an older copy was put back, or it was rewritten. The client
 * goes on from the new state.
 */
export class LogWentBack extends TavernError {
    table: string;
    detail: string;
}
/** The table shows another root for a range of rounds than before: their seeds were replaced. */
export class RootChanged extends TavernError {
    /** @param {string} table @param {number} from @param {string} was @param {string} root */
    constructor(table: string, from: number, was: string, root: string);
    table: string;
    detail: string;
}
/** The server does not keep to the protocol of sealed luck, so the dice of that round may have been chosen. */
export class BrokenLuck extends TavernError {
    /** @param {string} table @param {string} seat @param {number} round @param {string} code @param {string} detail */
    constructor(table: string, seat: string, round: number, code: string, detail: string);
    table: string;
    seat: string;
    round: number;
    detail: string;
}
/**
 * One server. `base` is its address, with its path prefix if it has one; by default the one that this file was loaded
 * from (`…/client/tavern.mjs`).
 */
export class Tavern {
    /**
     * `token` is used at tables without a token of their own, `hostKey` to open tables. `storage` keeps sealed luck and
     * the record: by default `localStorage` in browsers, memory if it is null. `fetch` and `sleep` can be replaced.
     * @param {string | URL} [base]
     * @param {{ token?: string | null, hostKey?: string | null, storage?: KeyStorage | null, patience?: Partial<Patience>,
     *   fetch?: typeof globalThis.fetch, sleep?: (seconds: number) => Promise<unknown> }} [options]
     */
    constructor(base?: string | URL, options?: {
        token?: string | null;
        hostKey?: string | null;
        storage?: KeyStorage | null;
        patience?: Partial<Patience>;
        fetch?: typeof globalThis.fetch;
        sleep?: (seconds: number) => Promise<unknown>;
    });
    url: string;
    /**
     * The server's games, with their options, commands and labels.
     * @returns {Promise<{ games: Data[], commands: Data[], refusals: Data, labels?: Data }>}
     */
    games(): Promise<{
        games: Data[];
        commands: Data[];
        refusals: Data;
        labels?: Data;
    }>;
    /** All listed tables, oldest first. @returns {Promise<ListedTable[]>} */
    tables(): Promise<ListedTable[]>;
    /**
     * Open a table. `key` is the idempotency key, generated by default; anyone who has it can get the tokens again.
     * @param {{ game: string, options?: Data, name?: string, gm?: { name: string }, listed?: boolean, seed?: string,
     *   key?: string }} opening
     * @returns {Promise<Opened>}
     */
    openTable({ key, ...body }: {
        game: string;
        options?: Data;
        name?: string;
        gm?: {
            name: string;
        };
        listed?: boolean;
        seed?: string;
        key?: string;
    }): Promise<Opened>;
    /**
     * A table, for the holder of the token: the GM, a player, or (null) the public.
     * @param {string} id @param {{ token?: string | null, storage?: KeyStorage | null, seals?: boolean }} [options]
     */
    table(id: string, { token, storage, seals }?: {
        token?: string | null;
        storage?: KeyStorage | null;
        seals?: boolean;
    }): Table;
    #private;
}
/** A table, as one viewer uses it. Handles share only their tavern and its storage; use as many as you like. */
export class Table {
    /**
     * @param {Wire} wire @param {string} id @param {string | null} token @param {KeyStorage} storage
     * @param {boolean} seals
     */
    constructor(wire: Wire, id: string, token: string | null, storage: KeyStorage, seals: boolean);
    id: string;
    /** The token: a secret. It changes if the GM replaces their own. */
    get token(): string | null;
    set word(word: string | null);
    /** The word sealed with the nonce, from the next seal on; null stands for the seat's luck word. */
    get word(): string | null;
    /**
     * The current view; nothing is transferred while it is unchanged. Whatever it asks of the seat's luck is done before
     * it is returned. The GM gets the actions of the seat `actsFor`.
     * @param {{ actsFor?: string, signal?: AbortSignal }} [options] @returns {Promise<View>}
     */
    view(options?: {
        actsFor?: string;
        signal?: AbortSignal;
    }): Promise<View>;
    /**
     * The current view, without sealing or revealing anything.
     * @param {{ actsFor?: string, signal?: AbortSignal, attempts?: number }} [options] @returns {Promise<View>}
     */
    look({ actsFor, signal, attempts }?: {
        actsFor?: string;
        signal?: AbortSignal;
        attempts?: number;
    }): Promise<View>;
    /**
     * Sit somebody down, with the table's invite or, without one, with the GM's token. The purse is in copper, and is
     * what is left after buying the `sets`; `npc` is the temperament of a player that the server plays. The seat has its
     * own token: `tavern.table(id, { token })` is its handle; this handle does not change. `key` is the idempotency key,
     * generated by default; anyone who has it can get the token again.
     * @param {{ invite?: string, name: string, purse_cp?: number, luck?: string, character?: Character,
     *   sets?: GamingSet[], watch?: boolean, npc?: string, key?: string }} sitting
     * @returns {Promise<Seated>}
     */
    sit({ invite, npc, key, ...body }: {
        invite?: string;
        name: string;
        purse_cp?: number;
        luck?: string;
        character?: Character;
        sets?: GamingSet[];
        watch?: boolean;
        npc?: string;
        key?: string;
    }): Promise<Seated>;
    /**
     * Give a command: an action's type, with its parameters. It is retried until the outcome is known, always with the
     * same id, so it takes effect once. If the patience ends first, it throws `Unreachable`, whose `id` sends the same
     * command again. The GM names the `seat` to act for, and the seat whose actions the new view has (`actsFor`). With
     * `ifMatch` the command is refused (412, `newer_version`) unless the last view that this handle received by `view` or
     * `send` is the newest.
     * @param {{ type: string, id?: string, [param: string]: any }} command
     * @param {{ seat?: string, actsFor?: string, ifMatch?: boolean, signal?: AbortSignal }} [options]
     * @returns {Promise<CommandAnswer>}
     */
    send(command: {
        type: string;
        id?: string;
        [param: string]: any;
    }, options?: {
        seat?: string;
        actsFor?: string;
        ifMatch?: boolean;
        signal?: AbortSignal;
    }): Promise<CommandAnswer>;
    /**
     * Give a command, without sealing or revealing anything after it.
     * @param {{ type: string, id?: string, [param: string]: any }} command
     * @param {{ seat?: string, actsFor?: string, ifMatch?: boolean, signal?: AbortSignal }} [options]
     * @returns {Promise<CommandAnswer>}
     */
    give(command: {
        type: string;
        id?: string;
        [param: string]: any;
    }, { seat, actsFor, ifMatch, signal }?: {
        seat?: string;
        actsFor?: string;
        ifMatch?: boolean;
        signal?: AbortSignal;
    }): Promise<CommandAnswer>;
    /**
     * What this storage has of what viewers were shown at this table: roots, calls of rounds with the luck revealed to
     * them, and entries. Handles add what they see from their first view on.
     * @returns {RecordLine[]}
     */
    record(): RecordLine[];
    /** The record as a file that every verifier reads (JSON Lines). */
    recordFile(): any;
    /**
     * The entries after a version; if there are none, wait for one up to `wait` seconds. With the `epoch` and `seen` of an
     * earlier answer, a replaced log throws the problem `log_replaced`, and one that went back `LogWentBack`.
     * @param {number} [after]
     * @param {{ epoch?: string, seen?: string, wait?: number, signal?: AbortSignal, attempts?: number }} [options]
     * @returns {Promise<EventsPage>}
     */
    events(after?: number, { epoch, seen, wait, signal, attempts }?: {
        epoch?: string;
        seen?: string;
        wait?: number;
        signal?: AbortSignal;
        attempts?: number;
    }): Promise<EventsPage>;
    /**
     * The sentences after a version.
     * @param {number} [after]
     * @returns {Promise<Cursor & { entries: { version: number, at: string, chronicle: string[] }[], more: boolean }>}
     */
    chronicle(after?: number): Promise<Cursor & {
        entries: {
            version: number;
            at: string;
            chronicle: string[];
        }[];
        more: boolean;
    }>;
    /**
     * The coins that moved after a version, and the current accounts.
     * @param {number} [after]
     * @returns {Promise<{ version: number, accounts: Record<string, number>, lines: Data[], more: boolean }>}
     */
    ledger(after?: number): Promise<{
        version: number;
        accounts: Record<string, number>;
        lines: Data[];
        more: boolean;
    }>;
    /** Everyone who ever sat down to play, most wins first. @returns {Promise<Data[]>} */
    standings(): Promise<Data[]>;
    /**
     * The rounds with higher numbers, in order: one page, or at most `limit`.
     * @param {number} [after] @param {number} [limit] @returns {Promise<Round[]>}
     */
    rounds(after?: number, limit?: number): Promise<Round[]>;
    /**
     * A page of a round, step by step, as this viewer saw it, or `as` another, if that is allowed. Continue `from` its
     * `next`.
     * @param {number} number @param {{ as?: string, from?: number | null, limit?: number }} [options]
     * @returns {Promise<ReplayPage>}
     */
    round(number: number, { as, from, limit }?: {
        as?: string;
        from?: number | null;
        limit?: number;
    }): Promise<ReplayPage>;
    /**
     * All frames of a round: `for await (const frame of table.replay(2))`.
     * @param {number} number @param {{ as?: string }} [options]
     */
    replay(number: number, { as }?: {
        as?: string;
    }): AsyncGenerator<Entry & {
        view: View;
    }, void, unknown>;
    /** The proof of a round, as the text to save for a verifier. @param {number} number */
    proof(number: number): Promise<string>;
    /**
     * Check a round's proof, with the record. `luck` has pairs of a seat and the open word that it played with.
     * @param {number} number @param {{ luck?: [string, string][] }} [options] @returns {Promise<Report>}
     */
    verify(number: number, { luck }?: {
        luck?: [string, string][];
    }): Promise<Report>;
    /** The table's whole log, as stored; for the GM. It reveals almost everything: guard it. */
    export(): Promise<string>;
    /**
     * The messages after a number. Continue with `last`; `more` says whether there already are more.
     * @param {number} [after] @param {{ signal?: AbortSignal, attempts?: number }} [options]
     * @returns {Promise<{ last: number, messages: ChatMessage[], more: boolean }>}
     */
    chat(after?: number, { signal, attempts }?: {
        signal?: AbortSignal;
        attempts?: number;
    }): Promise<{
        last: number;
        messages: ChatMessage[];
        more: boolean;
    }>;
    /**
     * Send a message, and retry if it is unknown whether it arrived: it has an `id`, so it is stored once.
     * @param {string} text @param {{ id?: string }} [options] @returns {Promise<ChatMessage>}
     */
    say(text: string, { id }?: {
        id?: string;
    }): Promise<ChatMessage>;
    /** Erase a message: your own, or any as the GM. @param {number} number @returns {Promise<ChatMessage>} */
    erase(number: number): Promise<ChatMessage>;
    /** Erase the whole chat, as the GM. @returns {Promise<ChatMessage>} */
    clearChat(): Promise<ChatMessage>;
    /**
     * Follow the table: its live stream, or long polls where no stream comes through. Every version arrives once and in
     * order, across lost connections and restarts, until `close` or the `signal`. A seat's luck is sealed and revealed
     * automatically.
     * @param {Handlers} [handlers] @param {FollowOptions} [options]
     */
    follow(handlers?: Handlers, options?: FollowOptions): Live;
    /**
     * Whether the seat's own luck is in the round that a view shows, and why. Null before the first round, and without a
     * seat.
     * @param {View} view @returns {LuckInRound | null}
     */
    luckIn(view: View): LuckInRound | null;
    #private;
}
/** A table that is followed. */
export class Live {
    /**
     * @param {Table} table @param {Wire} wire @param {string} path @param {Handlers} handlers @param {FollowOptions} options
     * @param {Watch} watch @param {(view: View) => Promise<boolean>} seal
     */
    constructor(table: Table, wire: Wire, path: string, handlers: Handlers, options: FollowOptions, watch: Watch, seal: (view: View) => Promise<boolean>);
    /** End it. No handlers are called any more. */
    close(): void;
    /** Fulfilled when the stream has ended, by `close` or a problem. @type {Promise<void>} */
    done: Promise<void>;
    /** The current position: pass this text as `cursor` to continue later. */
    get cursor(): string | null;
    /** @returns {State} */
    get state(): State;
    /** Whether it has ended. */
    get closed(): boolean;
    /** @param {"luck" | "problem"} name @param {any} about */
    tell(name: "luck" | "problem", about: any): void;
    #private;
}
/** An incremental parser of text/event-stream (WHATWG HTML, section 9.2.6). */
export class EventStream {
    /** The stream's reconnection time in milliseconds. @type {number | null} */
    retry: number | null;
    /** The events that end in this piece. @param {string} piece @returns {{ type: string, data: string, id: string }[]} */
    feed(piece: string): {
        type: string;
        data: string;
        id: string;
    }[];
    #private;
}
export function sealOf(table: string, round: number, seat: string, luck: string, key: string): string;
/** The key that signs the one call to which a seat reveals its luck in a round, made from a secret seed. */
export class OneTimeKey {
    /** @param {string} table @param {number} round @param {string} seat @param {string} seed 32 bytes (hex) */
    constructor(table: string, round: number, seat: string, seed: string);
    /** The public key (hex). */
    get public(): string;
    /** The signature (hex) of a digest (hex). Never sign two: that tells enough to sign others. @param {string} digest */
    sign(digest: string): string;
    #private;
}
/**
 * Timeouts and retries; all in seconds, but `attempts`. `answer` is the timeout for an answer, `silence` that of a live
 * stream, on which the server sends something every 15 seconds. The wait before the second attempt is `firstWait`; it
 * doubles with each, up to `longestWait`, and is shortened at random by up to half. If the server asks for a wait, the
 * client waits that long, or gives up if it exceeds `longestAsked`. Following a table does not end then: it reconnects
 * after a second at least and `longestAsked` at most, lengthened at random by up to half.
 */
export type KeyStorage = {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type Patience = {
    answer: number;
    silence: number;
    attempts: number;
    firstWait: number;
    longestWait: number;
    longestAsked: number;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type State = "online" | "connecting" | "offline";
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type Data = Record<string, any>;
/**
 * A parameter of an action; one of these forms (docs/api.md, "Actions").
 */
export type TavernEvent = {
    type: string;
    v: number;
    [name: string]: any;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type ParamOffer = {
    choices?: any[];
    of?: string;
    die?: string;
    min?: number;
    max?: number;
    step?: number;
    text?: number;
    schema?: Data;
    seal?: string;
    table?: string;
    round?: number;
    seat?: string;
    call?: string;
    optional?: boolean;
    [name: string]: any;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type Action = {
    type: string;
    params: Record<string, ParamOffer>;
    cost_cp: number;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type Refusal = {
    type: string;
    code: string;
    detail: string;
    params?: Data;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type Doing = {
    actions: Action[];
    refused: Refusal[];
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type Die = {
    n: number;
    die: string;
    face: number | null;
    hole: boolean;
    place: string;
    details: Data;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type SeatView = {
    seat: string;
    name: string;
    kind: string;
    played_by: string;
    temperament?: string;
    luck: string;
    luck_seal?: string;
    sets?: SetView[];
    purse_cp: number;
    playing: boolean;
    status: string;
    conditions: string[];
    dice: Die[];
    total: number | null;
    character: Character | null;
    details: Data;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type SetView = {
    kind: "dice" | "card";
    look: string;
    set?: string;
    faces?: Record<string, number>;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type GamingSet = {
    set: string;
    faces?: Record<string, number>;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type Asking = {
    seat: string;
    name: string;
    kind: string;
    purse_cp?: number | null;
    character?: Character | null;
    sets?: GamingSet[];
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type Fair = {
    roots: {
        from: number;
        to: number;
        root: string;
    }[];
    commitment: string | null;
    luck: "open" | "sealed";
    holds: string;
    opening?: string;
    called?: string[];
    seals?: Record<string, string>;
    revealed?: Record<string, string>;
    withheld?: string[];
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type You = Doing & {
    seat: string | null;
    notes: Data[];
    acts_for?: Record<string, Doing>;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type Character = {
    abilities?: Record<string, number>;
    skills?: Record<string, number>;
    saves?: Record<string, number>;
    passive?: Record<string, number>;
    proficiency?: number;
    tools?: Record<string, boolean>;
};
/**
 * The table as the caller may see it (docs/api.md, "The view").
 */
export type Dispute = {
    dispute: number;
    seat: string;
    round: number;
    text: string;
    version?: number;
    ruling: Data | null;
};
/**
 * What the caller saw at one version; the `receipt` commits to it. Replays have none. In a live stream only the newest
 * entry has the `view`.
 */
export type View = {
    table: string;
    name: string;
    gm: string;
    game: string;
    rules: number;
    options: Data | null;
    version: number;
    viewer: string;
    seeded: boolean;
    closed: boolean;
    round: number;
    phase: string;
    turn: string | null;
    to_act: string[];
    question: string | null;
    deadline: string | null;
    paused: boolean;
    order: string[];
    pot_cp: number;
    accounts: Record<string, number>;
    fair: Fair;
    seats: SeatView[];
    asking: Asking[];
    house_dice: Die[];
    you: You | null;
    result: Data | null;
    standings: Record<string, Data>;
    disputes: Dispute[];
    details: Data;
    damage?: {
        detail: string;
        seq?: number;
    };
};
/**
 * A position in a log: the version, the log's epoch, and a digest of what the viewer saw up to it.
 */
export type Entry = {
    version: number;
    at: string;
    actor: string;
    seat?: string;
    events: TavernEvent[];
    chronicle: string[];
    receipt?: string;
    view?: View;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type Cursor = {
    version: number;
    epoch: string;
    seen: string;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type Reset = Cursor & {
    view: View;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type EventsPage = Cursor & {
    entries: Entry[];
    more: boolean;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type ChatMessage = {
    n: number;
    at: string;
    by: string;
    text: string | null;
    erases: number[] | null;
};
/**
 * What a round was called with, and is answered by a reveal of luck. All hashes are hex.
 */
export type CommandAnswer = {
    version: number;
    events: TavernEvent[];
    chronicle: string[];
    view: View;
    receipt: string;
    token?: string;
    invite?: string;
};
/**
 * A line of the record of what a viewer was shown (docs/verify.md): a root, a call and the luck that was revealed to it,
 * or an entry.
 */
export type Call = {
    game: string;
    rules: number;
    opening: string;
    root: string;
    first: number;
    commitment: string;
    seats: string[];
    seals: Record<string, string>;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type RootLine = {
    table: string;
    viewer: string;
    root: {
        from: number;
        to: number;
        root: string;
    };
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type CallLine = {
    table: string;
    viewer: string;
    round: number;
    call: Call;
    luck: string;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type EntryLine = {
    table: string;
    viewer: string;
    round: number | null;
    version: number;
    receipt: string;
    events?: TavernEvent[];
    coins?: Record<string, number>;
    dice?: Record<string, [string, number | null][]>;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type RecordLine = RootLine | CallLine | EntryLine;
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type Opened = {
    table: string;
    gm_token: string;
    invite: string;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type Seated = {
    seat: string;
    token: string;
    admitted: boolean;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type ListedTable = {
    table: string;
    name: string;
    game: string;
    gm: string;
    opened_at: string;
    seats: number;
    round: number;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type ReplayPage = {
    round: number;
    game: string;
    rules: number;
    viewer: string;
    frames: (Entry & {
        view: View;
    })[];
    next: number | null;
    facts_only?: string | null;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type Round = {
    round: number;
    game: string;
    rules: number;
    started_at: string;
    ended_at: string | null;
    outcome: string | null;
    winners: string[];
    won_cp: Record<string, number>;
    unsealed: boolean;
    disputes: {
        dispute: number;
        seat: string;
        verdict: string | null;
    }[];
};
/**
 * What happened to a seat's sealed luck. `broken` comes with the `BrokenLuck`.
 */
export type Report = {
    right: boolean;
    wrong: {
        seq: number | null;
        code: string;
        detail: string;
    }[];
    table: string | null;
    rounds: Data[];
    not_shown: string[];
    altered: string[];
    [name: string]: any;
};
/**
 * Whether a seat's own sealed luck is in a round, and `why` (in words: `detail`). If it is, nobody can have chosen the
 * round's rolls, except by withholding their own luck.
 */
export type LuckStep = {
    step: "sealed" | "revealed" | "withheld" | "broken";
    round: number;
    error?: BrokenLuck;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type WhyLuck = "revealed" | "asked" | "withheld" | "called_off" | "too_late" | "not_sealed" | "open" | "not_playing";
/**
 * The handlers that `follow` calls. `reset`: discard what was read before, and continue from this view. `entry`: the
 * next version. `view`: each view, of resets and entries. `chat`: each message once, in order. `problem`: an error that
 * retrying cannot solve; if the stream had to end, its `closed` is true.
 */
export type LuckInRound = {
    round: number;
    included: boolean;
    why: WhyLuck;
    detail: string;
};
/**
 * `cursor` continues from an earlier stream's; `chatAfter` skips messages up to that number; `poll` uses long polls
 * only.
 */
export type Handlers = {
    view?: (view: View) => void;
    entry?: (entry: Entry) => void;
    chat?: (message: ChatMessage) => void;
    reset?: (reset: Reset) => void;
    state?: (state: State) => void;
    problem?: (error: TavernError) => void;
    luck?: (step: LuckStep) => void;
};
/**
 * Storage between visits: `localStorage`, or anything with these two methods. A value must be durable when `setItem`
 * returns.
 */
export type FollowOptions = {
    actsFor?: string;
    signal?: AbortSignal;
    cursor?: string;
    chatAfter?: number;
    poll?: boolean;
};
export type Request_ = {
    token?: string | null;
    body?: unknown;
    headers?: Record<string, string>;
    repeatable?: boolean;
    longer?: number;
    attempts?: number;
    signal?: AbortSignal;
};
export type Answered = {
    status: number;
    etag: string | null;
    text: string;
};
/**
 * what was known when a request was sent: the newest version, and
 *   how many logs ended before: they went back, or were replaced
 */
export type Asked = {
    version: number;
    logs: number;
};
/**
 * How a round was called and how it started, the `luck_revealed` of its seats, and whether luck was made open before.
 */
export type Luck = {
    seat: string;
    round: number;
    luck: string;
    seed: string;
    after: number;
    seal: string;
    sealed?: boolean;
    call?: Call;
    revealed?: boolean;
    settled?: boolean;
    gone?: boolean;
    differed?: boolean;
    forgotten?: boolean;
};
/**
 * Luck that was drawn for one round, nonce and word, the seed of the key that signs its call, and what became of it.
 * `after` is the version before it was sealed. `call` is the only one that it may be revealed to. `differed` and
 * `forgotten` were reported.
 */
export type Beginning = {
    called: TavernEvent | null;
    started: TavernEvent | null;
    revealed: Record<string, Data>;
    opened: boolean;
};
/**
 * @typedef {{ token?: string | null, body?: unknown, headers?: Record<string, string>, repeatable?: boolean,
 *   longer?: number, attempts?: number, signal?: AbortSignal }} Request_
 * @typedef {{ status: number, etag: string | null, text: string }} Answered
 */
/** Requests to one server, with retries where they are safe and errors that say what happened. */
declare class Wire {
    /**
     * @param {URL} base @param {typeof globalThis.fetch} fetch @param {Patience} patience
     * @param {(seconds: number) => Promise<unknown>} sleep
     */
    constructor(base: URL, fetch: typeof globalThis.fetch, patience: Patience, sleep: (seconds: number) => Promise<unknown>);
    base: URL;
    fetch: typeof fetch;
    patience: Patience;
    sleep: (seconds: number) => Promise<unknown>;
    name: string;
    /** How long to wait before the next attempt. @param {number} failed */
    backoff(failed: number): number;
    /** How long to wait before following goes on, if the server asks for so many seconds. @param {number} [asked] */
    reconnect(asked?: number): number;
    /**
     * Send a request, retrying if that is safe, and read the whole answer. A request that is not `repeatable` is retried
     * only if a rate limit refused it.
     * @param {string} method @param {string} path @param {Request_} [asking] @returns {Promise<Answered>}
     */
    call(method: string, path: string, asking?: Request_): Promise<Answered>;
    /**
     * Send a request once. The body of the answer is not read yet.
     * @param {string} method @param {string} path @param {Request_} asking @param {Cut} cut
     */
    sent(method: string, path: string, { token, body, headers }: Request_, cut: Cut): Promise<Response>;
    /** @param {Response} response @param {Cut} cut */
    read(response: Response, cut: Cut): Promise<string>;
    /** What a request that broke is reported as. @param {Cut} cut @param {unknown} error */
    broken(cut: Cut, error: unknown): Unreachable;
}
/**
 * Notices if the log does not continue what was seen of it, and keeps the record. Errors go to the followers, or else
 * are thrown.
 *
 * @typedef {{ version: number, logs: number }} Asked what was known when a request was sent: the newest version, and
 *   how many logs ended before: they went back, or were replaced
 */
declare class Watch {
    /**
     * @param {TableRecord} record
     * @param {(query: Record<string, unknown>, asking?: Request_) => Promise<EventsPage>} read the entries after a version
     * @param {(error: TavernError) => boolean} tell whether there was somebody to tell
     */
    constructor(record: TableRecord, read: (query: Record<string, unknown>, asking?: Request_) => Promise<EventsPage>, tell: (error: TavernError) => boolean);
    read: (query: Record<string, unknown>, asking?: Request_) => Promise<EventsPage>;
    /** Call it before a request whose answer will be looked at. @returns {Asked} */
    now(): Asked;
    /**
     * A view was read. `isOther`: its version had another tag before.
     * @param {View} view @param {Asked} asked @param {boolean} isOther
     */
    view(view: View, asked: Asked, isOther: boolean): Promise<void>;
    /**
     * A stream, or polls, begin with this view. Returns whether the log went back.
     * @param {Reset} reset @param {Asked} asked @param {boolean} isContinued it was to continue from a cursor of this epoch
     */
    reset(reset: Reset, asked: Asked, isContinued: boolean): boolean;
    /** The next entry. @param {Entry} entry @param {Cursor} cursor */
    entry(entry: Entry, cursor: Cursor): void;
    /** @param {EventsPage} page @param {Asked} asked */
    page(page: EventsPage, asked: Asked): void;
    /** @param {CommandAnswer} answer */
    answer(answer: CommandAnswer): void;
    /** The server refused a cursor of the caller. @param {number} version */
    refused(version: number): LogWentBack;
    /** The log no longer has what was seen up to a version. @param {number} version @param {Asked} asked @param {Cursor} [at] */
    back(version: number, asked: Asked, at?: Cursor): void;
    #private;
}
/** Ends a request when its time is up, or when its caller aborts it. */
declare class Cut {
    /** @param {AbortSignal} [outer] */
    constructor(outer?: AbortSignal);
    controller: AbortController;
    signal: AbortSignal;
    late: boolean;
    wanted: boolean;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    timer: ReturnType<typeof setTimeout> | undefined;
    outer: AbortSignal | undefined;
    stop: () => void;
    /** Set, or reset, when its time is up. @param {number} seconds */
    after(seconds: number): void;
    done(): void;
}
/** The record of a table: what its viewers were shown in this storage, as JSON Lines. Handles share it. */
declare class TableRecord {
    /** @param {KeyStorage} storage @param {string} table */
    static at(storage: KeyStorage, table: string): any;
    /** @param {KeyStorage} storage @param {string} table */
    constructor(storage: KeyStorage, table: string);
    table: string;
    text(): string;
    /** @returns {RecordLine[]} */
    lines(): RecordLine[];
    /** Where a viewer's last visit ended. @param {string} viewer */
    cursor(viewer: string): Cursor | null;
    /** @param {string} viewer @param {Cursor} cursor */
    keepCursor(viewer: string, cursor: Cursor): void;
    /** Note a range's root. Returns the root that it had before, or this one. @param {string} viewer @param {Fair["roots"][0]} root */
    root(viewer: string, { from, to, root }: Fair["roots"][0]): string;
    /** @param {string} viewer @param {number} round @param {Call} call @param {string} luck */
    call(viewer: string, round: number, call: Call, luck: string): void;
    /**
     * @param {string} viewer @param {number | null} round @param {number} version @param {string} receipt
     * @param {TavernEvent[]} events @param {View} [view]
     */
    entry(viewer: string, round: number | null, version: number, receipt: string, events: TavernEvent[], view?: View): void;
    /** @param {View} view */
    view(view: View): void;
    /** Versions of this viewer may be those of other entries now. @param {string} viewer */
    forget(viewer: string): void;
    #private;
}
export {};
