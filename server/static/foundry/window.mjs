// @ts-check
// The module's window, with the tavern's page in it.

import { globals } from "./adapter/globals.mjs";
import { notify, t } from "./adapter/texts.mjs";
import { Bridge, makeFrame } from "./bridge.mjs";
import * as settings from "./settings.mjs";

/** @import { Place } from "./bridge.mjs" */
/** @import { Link } from "./link.mjs" */

/** Where a window is, in pixels: Foundry may have its size from what is inside.
 *  @typedef {{ left: number, top: number, width: number | "auto", height: number | "auto" }} Position */

/** What Foundry has at the left and the right of its window. */
const TOOLS = 70;
const SIDEBAR = 300;
const [MOST_WIDTH, MOST_HEIGHT, LEAST] = [1100, 820, 320];

/** Where a window fits: where it was left, or else between Foundry's tools and its sidebar.
 *  @param {Partial<Position>} was */
export function fitting({ left, top, width = "auto", height = "auto" }) {
  const { innerWidth, innerHeight } = globals;
  const free = innerWidth - TOOLS - SIDEBAR;
  const [usual, tall] = [Math.min(MOST_WIDTH, free), Math.min(MOST_HEIGHT, innerHeight - 60)];
  const wide = Math.max(LEAST, Math.min(width === "auto" ? usual : width, innerWidth));
  const high = Math.max(LEAST, Math.min(height === "auto" ? tall : height, innerHeight));
  return {
    left: Math.round(Math.max(0, Math.min(left ?? TOOLS + (free - wide) / 2, innerWidth - wide))),
    top: Math.round(Math.max(0, Math.min(top ?? (innerHeight - high) / 2, innerHeight - high))),
    width: Math.round(wide),
    height: Math.round(high),
  };
}

/** The class of Foundry's window. Foundry's own classes are there from its `init` hook on. */
function windowClass() {
  const { ApplicationV2 } = globals.foundry.applications.api;
  return class TavernWindow extends ApplicationV2 {
    static DEFAULT_OPTIONS = {
      id: "tavern-table",
      classes: ["tavern-table"],
      window: { title: "tavern-table.window.title", icon: "fa-solid fa-dice", resizable: true, minimizable: true },
    };

    /** @param {{ frame: HTMLIFrameElement, moved(at: Position): void, closed(): void }} parts @param {object} [options] */
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

    /** Once it is detached, its position is that in another window. @param {any} given */
    _onPosition(given) {
      super._onPosition(given);
      if (this.element?.ownerDocument === globals.document) this.parts.moved(this.position);
    }

    /** @param {object} options */
    _onClose(options) {
      super._onClose(options);
      this.parts.closed();
    }
  };
}

/** How long after a window was last moved its position is kept. */
const REST_MS = 300;

/** The window: there is one at most. */
export class TableWindow {
  #link;
  #changed;
  /** What is open, and the tavern that it shows. @type {{ app: any, bridge: Bridge, base: string } | null} */
  #shown = null;

  /** @param {Link} link @param {() => void} changed called when it opens or closes, and when the page knows more of
   *  its place */
  constructor(link, changed) {
    this.#link = link;
    this.#changed = changed;
  }

  get isOpen() {
    return this.#shown !== null;
  }

  /** The address of the tavern that it shows, or null. */
  get base() {
    return this.#shown?.base ?? null;
  }

  /** Show a table as whoever one is there now. @param {string} table */
  async show(table) {
    const { app, bridge } = this.#shown ?? {};
    if (app?.rendered && bridge?.shows(table, this.#link.tokensFor(table))) {
      app.maximize?.();
      return app.bringToFront?.();
    }
    // It is just closing, or shows another table, or this one as somebody else.
    await app?.close();
    return this.#open(table);
  }

  /** Hear nothing more from the page. */
  hush() {
    this.#shown?.bridge.close();
  }

  async close() {
    await this.#shown?.app.close();
  }

  /** @param {string} table */
  async #open(table) {
    const { base } = this.#link;
    const address = `${base}t/${encodeURIComponent(table)}`;
    const frame = makeFrame(address);
    const hello = { table, place: () => pagesPlace(this.#link.tokensFor(table)) };
    const keeping = {
      stored: new settings.Stored(),
      placed: (/** @type {string} */ id, /** @type {any} */ said) => this.#placed(id, said),
    };
    let isExplained = false;
    const bridge = new Bridge(frame, address, hello, keeping, (isThere) => {
      if (!isThere && !isExplained) this.#explain();
      isExplained = !isThere;
    });
    const position = fitting(settings.windowAt.get() ?? {});
    /** @type {Position} */
    let at = position;
    const keep = () => settings.windowAt.change(() => at).catch(() => {});
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const moved = (/** @type {Position} */ { left, top, width, height }) => {
      at = { left, top, width, height };
      clearTimeout(timer);
      timer = setTimeout(keep, REST_MS);
    };
    const closed = () => {
      clearTimeout(timer);
      keep();
      bridge.close();
      this.#shown = null;
      this.#changed();
    };
    const app = new (windowClass())({ frame, moved, closed }, { position });
    this.#shown = { app, bridge, base };
    // From here on, the page keeps the seat's luck.
    this.#changed();
    try {
      await app.render({ force: true });
    } catch (error) {
      closed();
      throw error;
    }
  }

  /** The page did not answer: say why. */
  async #explain() {
    const { code, data } = await this.#link.test();
    notify("error", code === "ok" ? t("window.failed") : t(`connection.${code}`, data));
  }

  /** The page says what it knows of its table now: a token that was replaced, a seat that was taken there.
   *  @param {string} table @param {any} said */
  async #placed(table, said) {
    const known = pagesPlace(said);
    if (!known.token && !known.gm) return;
    await settings.place.change((was) => (was && was.table !== table ? was : { ...was, ...known, table }));
    this.#changed();
  }
}

/** What the page is told of a place, and what is taken from it: nothing else. @param {any} place */
function pagesPlace(place) {
  /** @type {Place} */
  const known = {};
  for (const name of /** @type {const} */ (["token", "gm", "seat", "invite", "who"])) {
    if (typeof place?.[name] === "string" && place[name]) known[name] = place[name];
  }
  if (typeof place?.admitted === "boolean") known.admitted = place.admitted;
  return known;
}
