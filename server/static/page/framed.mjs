// @ts-check
/** The page in the window of Foundry's module. Its frame is of another origin, where a browser may keep nothing, so the
 * module keeps everything for it, says which table to show and whose seat to take, and learns what becomes of them.
 *
 * After each load, the module sends a hello with a port. Over it, the page answers `ready`, and sends `set` for each
 * value to keep, counted by `n`, and `place` when what it knows of the table has changed. The module answers each with
 * `kept` (it is durable) or `failed`, in order, and sends `scheme`, and `stored`: values that another tab has changed. */

import { NotKept } from "../client/tavern.mjs";
import { CHANGED, dressFor, keepIn, knownTable, remember } from "./session.mjs";

/** @import { Known } from "./session.mjs" */
/** @typedef {"light" | "dark"} Scheme */
/** @typedef {{tavern: 1, table: string, scheme: Scheme, stored: Record<string, string>, place: Partial<Known>}} Hello */
/** @typedef {{type: "kept" | "failed", n: number} | {type: "scheme", scheme: Scheme} |
 *   {type: "stored", values: Record<string, string | null>}} Said */

const PATIENCE_MS = 10_000;

/** What the module keeps for the page. It is here at once, and durable later. */
class Kept {
  #sent = 0;
  /** The newest value that the module has answered, and the newest of those that it could not keep. */
  #answered = 0;
  #failed = 0;
  /** Who waits until `n` is durable.
   *  @type {Set<{n: number, settle: (error?: NotKept) => void}>} */
  #waiting = new Set();
  /** @type {Map<string, string>} */
  #values;
  #port;

  /** @param {MessagePort} port
   *  @param {Record<string, string>} stored */
  constructor(port, stored) {
    this.#port = port;
    this.#values = new Map(Object.entries(stored));
  }

  /** @param {string} key */
  getItem(key) {
    return this.#values.get(key) ?? null;
  }

  /** @param {string} key
   *  @param {string} value */
  setItem(key, value) {
    this.#values.set(key, value);
    this.#send(key, value);
  }

  /** @param {string} key */
  removeItem(key) {
    this.#values.delete(key);
    this.#send(key, null);
  }

  /** @param {number} index */
  key(index) {
    return [...this.#values.keys()][index] ?? null;
  }

  get length() {
    return this.#values.size;
  }

  /** @param {string} key
   *  @param {string | null} value */
  #send(key, value) {
    this.#port.postMessage({ type: "set", n: ++this.#sent, key, value });
  }

  /** Once what was set last is durable. Rejected with `NotKept` if it is not, or if no answer comes.
   *  @returns {Promise<void>} */
  kept() {
    const n = this.#sent;
    if (n <= this.#answered) return n === this.#failed ? Promise.reject(new NotKept()) : Promise.resolve();
    return new Promise((resolve, reject) => {
      /** @param {NotKept} [error] */
      const settle = (error) => {
        clearTimeout(timer);
        this.#waiting.delete(one);
        if (error) reject(error);
        else resolve();
      };
      const timer = setTimeout(() => settle(new NotKept()), PATIENCE_MS);
      const one = { n, settle };
      this.#waiting.add(one);
    });
  }

  /** @param {Record<string, string | null>} values */
  wereStored(values) {
    for (const [key, value] of Object.entries(values)) {
      if (value === null) this.#values.delete(key);
      else this.#values.set(key, value);
    }
  }

  /** @param {number} n
   *  @param {NotKept} [error] */
  wasAnswered(n, error) {
    this.#answered = n;
    if (error) this.#failed = n;
    for (const one of [...this.#waiting]) if (one.n === n) one.settle(error);
  }
}

/** What the module wants to know of a table.
 *  @param {Partial<Known>} known */
const placeIn = ({ token, gm, seat, invite, who, admitted }) =>
  JSON.stringify([token, gm, seat, invite, who, admitted]);

/** Links that lead out of the page open a tab of their own: in the frame, nothing would lead back.
 *  @param {MouseEvent} event */
function leaveOutside(event) {
  const anchor = /** @type {Element} */ (event.target).closest("a");
  if (!anchor?.href || event.defaultPrevented || anchor.hasAttribute("download")) return;
  anchor.target = "_blank";
  anchor.rel = "noopener";
}

/** Wait for the module. Returns the table that it shows.
 *  @param {Promise<MessageEvent<Hello>>} hello its first message */
export async function connect(hello) {
  const waiting = document.createElement("p");
  waiting.className = "page loading";
  waiting.textContent = "Waiting for Foundry…";
  document.getElementById("app")?.replaceChildren(waiting);
  const {
    data: { table, scheme, stored, place },
    ports: [port],
  } = await hello;
  const kept = new Kept(port, stored);
  port.onmessage = (/** @type {MessageEvent<Said>} */ { data }) => {
    if (data.type === "kept") kept.wasAnswered(data.n);
    else if (data.type === "failed") kept.wasAnswered(data.n, new NotKept());
    else if (data.type === "stored") kept.wereStored(data.values);
    else if (data.type === "scheme") dressFor(data.scheme);
  };
  port.postMessage({ type: "ready" });
  keepIn(kept);
  dressFor(scheme);
  // What was stored may be of a seat that was left since.
  remember(table, { token: undefined, gm: undefined, seat: undefined, admitted: undefined, ...place });
  let told = placeIn(place);
  const tell = () => {
    const known = knownTable(table);
    if (placeIn(known) === told) return;
    told = placeIn(known);
    port.postMessage({ type: "place", place: known });
  };
  tell();
  addEventListener(CHANGED, tell);
  addEventListener("click", leaveOutside);
  return table;
}
