// The errors of the client. None of them shows a token, an invite or sealed luck.

/** @import { Action, Data } from "./answers.mjs" */

/** The base of the client's errors. `code` is stable. */
export class TavernError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

/**
 * The server refused. `code` never changes, `detail` is for people, `actions` are the legal moves instead, if a move was
 * refused, `retryAfter` the wait in seconds, up to a day, that the server wants, and `problem` its whole answer.
 */
export class Problem extends TavernError {
  /** @param {number} status @param {Data} problem @param {number | null} retryAfter */
  constructor(status, problem, retryAfter) {
    const detail = typeof problem.detail === "string" ? problem.detail : "";
    super(String(problem.code), `${detail} (${status} ${problem.code})`);
    this.status = status;
    this.title = typeof problem.title === "string" ? problem.title : "";
    this.detail = detail;
    /** @type {Action[]} */
    this.actions = Array.isArray(problem.actions) ? problem.actions : [];
    this.retryAfter = retryAfter;
    this.problem = problem;
  }
}

/**
 * No answer came after all attempts: whether the request took effect is unknown. A command can be sent again under the
 * same `id`, opening a table and sitting down under the same `key`: it takes effect once.
 */
export class Unreachable extends TavernError {
  /** @param {string} message */
  constructor(message) {
    super("unreachable", message);
    /** @type {string | undefined} */
    this.id = undefined;
  }
}

/** The answer is not one of this API: the address belongs to another server, or a proxy answered. */
export class BadAnswer extends TavernError {
  /** @param {string} message */
  constructor(message) {
    super("bad_answer", message);
  }
}

/** Luck must be stored before it is sealed, but the storage is full or blocked. Nothing was sealed. */
export class NotKept extends TavernError {
  constructor() {
    super("not_kept", "What is sealed has to be kept first, and this browser's storage does not take it.");
  }
}

/**
 * The table's log does not continue what it showed before: an older copy was put back, or it was rewritten. The client
 * goes on from the new state.
 */
export class LogWentBack extends TavernError {
  /** @param {string} table @param {string} detail */
  constructor(table, detail) {
    super("log_went_back", `table ${table}: ${detail} (log_went_back)`);
    this.table = table;
    this.detail = detail;
  }
}

/** The table shows another root for a range of rounds than before: their seeds were replaced. */
export class RootChanged extends TavernError {
  /** @param {string} table @param {number} from @param {string} was @param {string} root */
  constructor(table, from, was, root) {
    const detail = `the root for the rounds from ${from} on was ${was}, and is now ${root}`;
    super("root_changed", `table ${table}: ${detail} (root_changed)`);
    this.table = table;
    this.detail = detail;
  }
}

/** The server does not keep to the protocol of sealed luck, so the dice of that round may have been chosen. */
export class BrokenLuck extends TavernError {
  /** @param {string} table @param {string} seat @param {number} round @param {string} code @param {string} detail */
  constructor(table, seat, round, code, detail) {
    super(code, `round ${round}, seat ${seat}: ${detail} (${code})`);
    this.table = table;
    this.seat = seat;
    this.round = round;
    this.detail = detail;
  }
}
