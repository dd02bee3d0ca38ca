// @ts-check
// The tavern's page in a window of Foundry: a frame, and the port over which the two talk. Other modules cannot read the
// frame, because it has another origin, or at least its own document.

import { colorScheme, globals, onColorScheme, t } from "./adapter.mjs";

/**
 * What the page knows of a table, which is also what is kept of it: tokens are secrets.
 * @typedef {{ token?: string, gm?: string, seat?: string, invite?: string, who?: string, admitted?: boolean }} Place
 */
/**
 * What the page keeps, and where. A promise is fulfilled once it is durable.
 * @typedef {{ stored(): Record<string, string>, store(changes: Record<string, string | null>): Promise<void>,
 *   placed(table: string, place: Place): Promise<void> }} Keeping
 */

/** The name by which the page knows that it is in this frame. */
const FRAME = "tavern-table";
const PATIENCE_MS = 5_000;
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
 * the page begins anew with what was kept.
 */
export class Bridge {
  #frame;
  #origin;
  #hello;
  #keeping;
  /** @type {MessagePort | null} */
  #port = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  #forgetScheme;
  /** Changes that are not written yet, and the number of the newest. */
  #changes = /** @type {Record<string, string | null>} */ ({});
  #newest = 0;
  #isWriting = false;

  /**
   * @param {HTMLIFrameElement} frame @param {string} address of the page @param {{ table: string, place: () => Place }} hello
   * @param {Keeping} keeping @param {(isThere: boolean) => void} answered whether the page answered, after each load
   */
  constructor(frame, address, hello, keeping, answered) {
    this.#frame = frame;
    this.#origin = new URL(address).origin;
    this.#hello = hello;
    this.#keeping = keeping;
    this.answered = answered;
    this.onload = () => this.#greet();
    frame.addEventListener("load", this.onload);
    this.#forgetScheme = onColorScheme(() => this.#port?.postMessage({ type: "scheme", scheme: colorScheme() }));
  }

  #greet() {
    this.#hangUp();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#heard(port1, data);
    const { table, place } = this.#hello;
    const hello = { tavern: 1, table, scheme: colorScheme(), stored: this.#keeping.stored(), place: place() };
    this.#timer = setTimeout(() => this.answered(false), PATIENCE_MS);
    this.#frame.contentWindow?.postMessage(hello, this.#origin, [port2]);
  }

  /** @param {MessagePort} port @param {any} said */
  async #heard(port, said) {
    if (port !== this.#port) return;
    if (said.type === "ready") {
      clearTimeout(this.#timer);
      this.answered(true);
    } else if (said.type === "set") {
      this.#changes[String(said.key)] = said.value === null ? null : String(said.value);
      this.#newest = said.n;
      await this.#write(port);
    } else if (said.type === "place") {
      await this.#keeping.placed(this.#hello.table, said.place);
    }
  }

  /** Write what has changed, all of it at once, until there is nothing more. What could not be written is written with the
   *  next change: what is said to be kept includes all before it. @param {MessagePort} port */
  async #write(port) {
    if (this.#isWriting) return;
    this.#isWriting = true;
    let isKept = true;
    while (isKept && Object.keys(this.#changes).length) {
      const [changes, n] = [this.#changes, this.#newest];
      this.#changes = {};
      isKept = await this.#keeping.store(changes).then(
        () => true,
        () => false,
      );
      if (!isKept) this.#changes = { ...changes, ...this.#changes };
      port.postMessage({ type: isKept ? "kept" : "failed", n });
    }
    this.#isWriting = false;
  }

  #hangUp() {
    clearTimeout(this.#timer);
    this.#port?.close();
    this.#port = null;
  }

  /** End it. The frame stays. */
  close() {
    this.#hangUp();
    this.#forgetScheme();
    this.#frame.removeEventListener("load", this.onload);
  }
}

/**
 * Show the tavern's page at an address in a frame that nobody sees, and say whether it answers: it does if the server lets
 * Foundry show it. Browsers fire `load` for what they refuse to show, too.
 * @param {string} address @returns {Promise<boolean>}
 */
export function framed(address) {
  return new Promise((done) => {
    const frame = makeFrame(address);
    frame.hidden = true;
    const nothing = { stored: () => ({}), store: async () => {}, placed: async () => {} };
    const bridge = new Bridge(frame, address, { table: "", place: () => ({}) }, nothing, (isThere) => {
      bridge.close();
      frame.remove();
      done(isThere);
    });
    globals.document.body.append(frame);
  });
}

/** The class of the window. Foundry's own classes are there from its `init` hook on. */
export function windowClass() {
  const { ApplicationV2 } = globals.foundry.applications.api;
  return class TavernWindow extends ApplicationV2 {
    static DEFAULT_OPTIONS = {
      id: "tavern-table",
      classes: ["tavern-table"],
      window: { title: "tavern-table.window.title", icon: "fa-solid fa-dice", resizable: true, minimizable: true },
      position: { width: 960, height: 720 },
    };

    /** @param {{ frame: HTMLIFrameElement, bridge: Bridge, closed(): void }} parts @param {object} [options] */
    constructor(parts, options) {
      super(options);
      this.parts = parts;
    }

    async _renderHTML() {
      return this.parts.frame;
    }

    /** The frame is put there once: it loads again whenever it is moved.
     *  @param {HTMLIFrameElement} frame @param {HTMLElement} content */
    _replaceHTML(frame, content) {
      if (frame.parentElement !== content) content.replaceChildren(frame);
    }

    /** @param {object} options */
    _onClose(options) {
      super._onClose(options);
      this.parts.bridge.close();
      this.parts.closed();
    }
  };
}
