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
 * `onOtherTab` is called when another tab has changed what is stored.
 * @typedef {{ stored(): Record<string, string>, store(changes: Record<string, string | null>): Promise<void>,
 *   onOtherTab?: (heard: () => void) => void, placed(table: string, place: Place): Promise<void> }} Keeping
 */

/** The name by which the page knows that it is in this frame. */
const FRAME = "tavern-table";
const PATIENCE_MS = 5_000;
const ALLOWED = "local-network-access; local-network; loopback-network; clipboard-write; fullscreen";

/** What is stored once changes are. @param {Record<string, string>} was @param {Record<string, string | null>} changes
 *  @returns {Record<string, string>} */
const changed = (was, changes) =>
  Object.fromEntries(
    Object.entries({ ...was, ...changes }).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  );

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
  /** What the page has of what is stored. @type {Record<string, string>} */
  #pages = {};

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
    keeping.onOtherTab?.(() => this.#share());
    this.#forgetScheme = onColorScheme(() => this.#port?.postMessage({ type: "scheme", scheme: colorScheme() }));
  }

  #greet() {
    this.#hangUp();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#heard(port1, data);
    const { table, place } = this.#hello;
    // What is not written yet is known here alone.
    this.#pages = changed(this.#keeping.stored(), this.#changes);
    const hello = { tavern: 1, table, scheme: colorScheme(), stored: this.#pages, place: place() };
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
      const change = { [String(said.key)]: said.value === null ? null : String(said.value) };
      this.#changes = { ...this.#changes, ...change };
      this.#pages = changed(this.#pages, change);
      this.#newest = said.n;
      await this.#write(port);
    } else if (said.type === "place") {
      await this.#keeping.placed(this.#hello.table, said.place);
    }
  }

  /** Tell the page what another tab has stored: both seal the luck of the same seat. */
  #share() {
    const now = changed(this.#keeping.stored(), this.#changes);
    const keys = [...new Set([...Object.keys(now), ...Object.keys(this.#pages)])];
    const values = Object.fromEntries(
      keys.filter((key) => now[key] !== this.#pages[key]).map((key) => [key, now[key] ?? null]),
    );
    this.#pages = now;
    this.#port?.postMessage({ type: "stored", values });
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
