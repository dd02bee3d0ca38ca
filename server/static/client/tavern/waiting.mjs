// How long the client waits, and for what.

/**
 * Timeouts and retries; all in seconds, but `attempts`. `answer` is the timeout for an answer, `silence` that of a live
 * stream, on which the server sends something every 15 seconds. The wait before the second attempt is `firstWait`; it
 * doubles with each, up to `longestWait`, and is shortened at random by up to half. If the server asks for a wait, the
 * client waits that long, or gives up if it exceeds `longestAsked`. Following a table does not end then: it reconnects
 * after a second at least and `longestAsked` at most, lengthened at random by up to half.
 * @typedef {{ answer: number, silence: number, attempts: number, firstWait: number, longestWait: number,
 *   longestAsked: number }} Patience
 */

/** @type {Patience} */
const PATIENCE = { answer: 20, silence: 45, attempts: 10, firstWait: 0.1, longestWait: 5, longestAsked: 60 };
export const LEAST_SECONDS = 1;
const LONGEST_TIMER = 2 ** 31 - 1;

/** Do something later. Without the limit, a longer timer would end at once. @param {() => void} work @param {number} seconds */
const later = (work, seconds) => setTimeout(work, Math.min(seconds * 1000, LONGEST_TIMER));

/** @param {number} seconds @returns {Promise<void>} */
export const sleeping = (seconds) => new Promise((done) => later(done, seconds));

/** @param {Partial<Patience>} given @returns {Patience} */
export function patienceOf(given) {
  const patience = { ...PATIENCE, ...given };
  for (const [name, value] of Object.entries(patience)) {
    if (typeof value !== "number" || !(value >= (name === "attempts" ? 1 : 0))) {
      throw new RangeError(`the patience has ${name}: ${value}`);
    }
  }
  return patience;
}

/** Aborts a request when its time is up, or when its caller aborts it. */
export class Deadline {
  /** @param {AbortSignal} [outer] */
  constructor(outer) {
    this.controller = new AbortController();
    this.signal = this.controller.signal;
    this.expired = false;
    this.cancelled = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.outer = outer;
    this.cancel = () => {
      this.cancelled = true;
      this.controller.abort();
    };
    if (outer?.aborted) this.cancel();
    else outer?.addEventListener("abort", this.cancel);
  }

  /** Set, or reset, when its time is up. @param {number} seconds */
  set(seconds) {
    clearTimeout(this.timer);
    this.timer = later(() => {
      this.expired = true;
      this.controller.abort();
    }, seconds);
  }

  /** Stop waiting for either. */
  clear() {
    clearTimeout(this.timer);
    this.outer?.removeEventListener("abort", this.cancel);
  }
}

/**
 * Call back when the browser reports that the connection may be lost or back. Returns what ends that.
 * @param {(isLost: boolean) => void} woken
 */
export function onWake(woken) {
  if (typeof globalThis.addEventListener !== "function") return () => {};
  const listener = (/** @type {Event} */ { type }) => {
    if (type === "offline" || globalThis.document?.visibilityState !== "hidden") woken(type === "offline");
  };
  const kinds = ["online", "offline", "pageshow", "visibilitychange"];
  const targets = [globalThis, globalThis.document].filter((target) => target !== undefined);
  for (const target of targets) for (const kind of kinds) target.addEventListener(kind, listener);
  return () => {
    for (const target of targets) for (const kind of kinds) target.removeEventListener(kind, listener);
  };
}
