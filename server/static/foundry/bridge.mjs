// @ts-check
// The tavern's page in a frame, and the port over which the two talk. Other modules cannot read the frame, because it has
// another origin, or at least its own document.

import { globals } from "./adapter/globals.mjs";
import { colorScheme, onColorScheme } from "./adapter/interface.mjs";
import { t } from "./adapter/texts.mjs";

/** @import { Stored } from "./settings.mjs" */

/**
 * What the page knows of a table, which is also what is kept of it: tokens are secrets.
 * @typedef {{ token?: string, gm?: string, seat?: string, invite?: string, who?: string, admitted?: boolean }} Place
 */
/**
 * Where the page's values are stored, and what is called with its place.
 * @typedef {{ stored: Pick<Stored, "all" | "setItem" | "removeItem" | "onOtherTab">,
 *   placed(table: string, place: Place): Promise<void> }} Keeping
 */

/** The name by which the page knows that it is in this frame. */
const FRAME = "tavern-table";
const PATIENCE_MS = 5_000;
const LOAD_MS = 15_000;
const RELOAD_MS = 5_000;
const MOST_RELOAD_MS = 300_000;
const ALLOWED = "local-network-access; local-network; loopback-network; clipboard-write; fullscreen";

/** The frame of a table's page. @param {string} address */
export function makeFrame(address) {
  const frame = globals.document.createElement("iframe");
  frame.name = FRAME;
  frame.allow = ALLOWED;
  frame.title = t("window.frame");
  frame.src = address;
  return /** @type {HTMLIFrameElement} */ (frame);
}

/**
 * Talks to the page in a frame. A frame loads again when its window moves, so after every load there is a new port, and
 * the page starts again from what was kept.
 */
export class Bridge {
  #frame;
  #address;
  #origin;
  #hello;
  #keeping;
  /** @type {MessagePort | null} */
  #port = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  #ends;
  #wait = RELOAD_MS;
  /** What the page knows of its place. @type {Place} */
  #place;

  /**
   * @param {HTMLIFrameElement} frame @param {string} address of the page
   * @param {{ table: string, place: () => Place }} hello
   * @param {Keeping} keeping @param {(isThere: boolean) => void} answered whether the page answered, after each load
   */
  constructor(frame, address, hello, keeping, answered) {
    this.#frame = frame;
    this.#address = address;
    this.#origin = new URL(address).origin;
    this.#hello = hello;
    this.#place = hello.place();
    this.#keeping = keeping;
    this.answered = answered;
    this.onload = () => this.#greet();
    frame.addEventListener("load", this.onload);
    this.#ends = [
      // Two tabs seal the luck of the same seat.
      keeping.stored.onOtherTab((values) => this.#port?.postMessage({ type: "stored", values })),
      onColorScheme(() => this.#port?.postMessage({ type: "scheme", scheme: colorScheme(frame) })),
    ];
  }

  #greet() {
    this.#hangUp();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#heard(port1, data);
    const { table, place } = this.#hello;
    const stored = this.#keeping.stored.all();
    this.#place = place();
    const hello = { tavern: 1, table, scheme: colorScheme(this.#frame), stored, place: this.#place };
    this.#timer = setTimeout(() => this.#missed(), PATIENCE_MS);
    this.#frame.contentWindow?.postMessage(hello, this.#origin, [port2]);
  }

  /** Nothing answered: the server may be down, so the page is loaded again after a while. */
  #missed() {
    this.#timer = setTimeout(() => (this.#frame.src = this.#address), this.#wait);
    this.#wait = Math.min(2 * this.#wait, MOST_RELOAD_MS);
    this.answered(false);
  }

  /** @param {MessagePort} port @param {any} said */
  async #heard(port, said) {
    if (port !== this.#port) return;
    if (said.type === "ready") {
      clearTimeout(this.#timer);
      this.#wait = RELOAD_MS;
      this.answered(true);
    } else if (said.type === "set") {
      port.postMessage({ type: this.#keeps(said) ? "kept" : "failed", n: said.n });
    } else if (said.type === "place") {
      this.#place = said.place;
      await this.#keeping.placed(this.#hello.table, said.place);
    }
  }

  /** Store what the page set, or remove it. Returns whether this worked. @param {any} said */
  #keeps({ key, value }) {
    const { stored } = this.#keeping;
    try {
      if (value === null) stored.removeItem(String(key));
      else stored.setItem(String(key), String(value));
      return true;
    } catch {
      return false;
    }
  }

  /** Whether the page shows a table as somebody. @param {string} table @param {Place} place */
  shows(table, { token, gm }) {
    return table === this.#hello.table && token === this.#place.token && gm === this.#place.gm;
  }

  #hangUp() {
    clearTimeout(this.#timer);
    this.#port?.close();
    this.#port = null;
  }

  /** End it: nothing more is heard. The frame stays. */
  close() {
    this.#hangUp();
    for (const end of this.#ends.splice(0)) end();
    this.#frame.removeEventListener("load", this.onload);
  }
}

/**
 * Show the tavern's page at an address in a frame that nobody sees, and say whether it answers: it does if the
 * server lets Foundry show it. Browsers fire `load` for what they refuse to show, too.
 * @param {string} address @returns {Promise<boolean>}
 */
export function framed(address) {
  return new Promise((done) => {
    const frame = makeFrame(address);
    frame.hidden = true;
    const stored = { all: () => ({}), setItem() {}, removeItem() {}, onOtherTab: () => () => {} };
    const nothing = { stored, placed: async () => {} };
    const end = (/** @type {boolean} */ isThere) => {
      clearTimeout(timer);
      bridge.close();
      frame.remove();
      done(isThere);
    };
    const bridge = new Bridge(frame, address, { table: "", place: () => ({}) }, nothing, end);
    // A server that never answers has the frame wait for minutes.
    const timer = setTimeout(() => end(false), LOAD_MS);
    globals.document.body.append(frame);
  });
}
