// Requests to one server, with retries where they are safe and errors that say what happened.

import { BadAnswer, Problem, TavernError, Unreachable } from "./errors.mjs";
import { Deadline, LEAST_SECONDS, patienceOf, sleeping } from "./waiting.mjs";

/** @import { Patience } from "./waiting.mjs" */

/**
 * @typedef {{ patience?: Partial<Patience>, fetch?: typeof globalThis.fetch,
 *   sleep?: (seconds: number) => Promise<unknown> }} TransportOptions
 */
/**
 * `longer` is added to the timeout for the answer. A request that is not `repeatable` is retried only if a rate limit
 * refused it.
 * @typedef {{ token?: string | null, body?: unknown, headers?: Record<string, string>, repeatable?: boolean,
 *   longer?: number, attempts?: number, signal?: AbortSignal }} RequestOptions
 */
/** @typedef {{ status: number, etag: string | null, text: string }} Answer */

const MOST_ASKED = 24 * 60 * 60;
const RETRYABLE = new Set([429, 502, 503, 504]);
const LASTING = new Set([
  "log_damaged",
  "secret_damaged",
  "store_read_only",
  "store_doubted",
  "tokens_damaged",
  "command_ids_damaged",
  "report_too_long",
]);

/** Whether the same request may succeed later. @param {TavernError} error */
export const mayPass = (error) =>
  error instanceof Unreachable || (error instanceof Problem && RETRYABLE.has(error.status) && !LASTING.has(error.code));

/** @param {Record<string, unknown>} query */
export function asQuery(query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}

/** Requests to one server, with retries where they are safe and errors that say what happened. */
export class Transport {
  /** @param {URL} base @param {TransportOptions} options */
  constructor(base, { patience = {}, fetch = (...args) => globalThis.fetch(...args), sleep = sleeping }) {
    this.base = base;
    this.fetch = fetch;
    this.patience = patienceOf(patience);
    this.sleep = sleep;
    this.name = base.href.replace(/\/$/, "");
  }

  /** How long to wait before the next attempt. @param {number} failed */
  backoff(failed) {
    const { firstWait, longestWait } = this.patience;
    return Math.min(firstWait * 2 ** Math.min(failed - 1, 1000), longestWait) * (0.5 + Math.random() / 2);
  }

  /** How long to wait before following goes on, if the server asks for so many seconds. @param {number} [asked] */
  reconnect(asked = 0) {
    return Math.max(Math.min(asked, this.patience.longestAsked), LEAST_SECONDS);
  }

  /**
   * Send a request, retrying if that is safe, and read the whole answer.
   * @param {string} method @param {string} path @param {RequestOptions} [options] @returns {Promise<Answer>}
   */
  async call(method, path, options = {}) {
    const { repeatable = true, longer = 0, attempts = this.patience.attempts, signal } = options;
    for (let failed = 1; ; failed += 1) {
      const deadline = new Deadline(signal);
      try {
        deadline.set(this.patience.answer + longer);
        const response = await this.sent(method, path, options, deadline);
        return {
          status: response.status,
          etag: response.headers.get("ETag"),
          text: await this.read(response, deadline),
        };
      } catch (error) {
        if (!(error instanceof TavernError) || !mayPass(error)) throw error;
        if (!repeatable && !(error instanceof Problem && error.status === 429)) throw error;
        const asked = (error instanceof Problem && error.retryAfter) || 0;
        if (failed >= attempts || asked > this.patience.longestAsked) throw error;
        await this.sleep(Math.max(this.backoff(failed), asked));
        if (signal?.aborted) throw error;
      } finally {
        deadline.clear();
      }
    }
  }

  /**
   * POST what takes effect once under its id: if nobody answers, the error has the id.
   * @param {string} path @param {string} id @param {RequestOptions} options
   */
  async once(path, id, options) {
    try {
      return await this.call("POST", path, options);
    } catch (error) {
      if (error instanceof Unreachable) error.id = id;
      throw error;
    }
  }

  /**
   * Send a request once. The body of the answer is not read yet.
   * @param {string} method @param {string} path @param {RequestOptions} options @param {Deadline} deadline
   */
  async sent(method, path, { token, body, headers = {} }, deadline) {
    const sending = /** @type {Record<string, string>} */ ({ ...headers });
    if (token) sending.Authorization = `Bearer ${token}`;
    if (body !== undefined) sending["Content-Type"] = "application/json";
    /** @type {Response} */
    let response;
    try {
      response = await this.fetch(new URL(path, this.base).href, {
        method,
        headers: sending,
        body: body === undefined ? undefined : JSON.stringify(body),
        cache: "no-store",
        credentials: "omit",
        redirect: "manual",
        referrerPolicy: "no-referrer",
        signal: deadline.signal,
      });
    } catch (error) {
      throw this.broken(deadline, error);
    }
    if (response.ok || response.status === 304) return response;
    throw problemOf(response, await this.read(response, deadline));
  }

  /** @param {Response} response @param {Deadline} deadline */
  async read(response, deadline) {
    try {
      return await response.text();
    } catch (error) {
      throw this.broken(deadline, error);
    }
  }

  /** What a request that broke is reported as. @param {Deadline} deadline @param {unknown} error */
  broken(deadline, error) {
    if (deadline.cancelled) return new Unreachable(`the request to ${this.name} was given up`);
    if (deadline.expired) return new Unreachable(`the server at ${this.name} does not answer`);
    // For a network error, `fetch` throws a TypeError, with a reason that differs from browser to browser.
    if (error instanceof TypeError || deadline.signal.aborted)
      return new Unreachable(`the server at ${this.name} cannot be reached`);
    return new Unreachable(`the connection to ${this.name} broke`);
  }
}

/** @param {Response} response @param {string} text */
function problemOf(response, text) {
  const { status } = response;
  const asked = response.headers.get("Retry-After") ?? "";
  const retryAfter = /^[0-9]+$/.test(asked) ? Math.min(Number(asked), MOST_ASKED) : null;
  try {
    const problem = JSON.parse(text);
    if (typeof problem?.code === "string") return new Problem(status, problem, retryAfter);
  } catch {
    // It comes from something in front of the server.
  }
  if (!RETRYABLE.has(status)) return new BadAnswer(`the address does not belong to a tavern (status ${status})`);
  const detail = `Something in front of the server answered with ${status}.`;
  return new Problem(status, { code: "unavailable", detail }, retryAfter);
}

/** @template T @param {string} text @returns {T} */
export function readJson(text) {
  try {
    const found = JSON.parse(text);
    if (typeof found === "object" && found !== null) return found;
  } catch {
    // As below.
  }
  throw new BadAnswer("the answer is not one of this API");
}

/** A page after which there are more, unless they would never end. @template T @param {T} page @param {boolean} leadsOn */
export function leading(page, leadsOn) {
  if (!leadsOn) throw new BadAnswer("the pages go on, but lead no further");
  return page;
}
