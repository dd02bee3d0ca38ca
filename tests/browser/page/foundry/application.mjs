// ApplicationV2, as far as a window with a frame needs it, and the ways in which such a window is moved.

import { fault, generation } from "./faults.mjs";
import { FormDataExtended, localized, made } from "./html.mjs";
import { deepClone, isPlain, mergeObject, randomID } from "./utils.mjs";

export const instances = new Map();

let highest = 100;

export class ApplicationV2 extends EventTarget {
  static DEFAULT_OPTIONS = {
    id: "app-{id}",
    classes: [],
    tag: "div",
    window: { frame: true, positioned: true, title: "", icon: "", controls: [], minimizable: true, resizable: false },
    actions: {},
    form: {},
    position: {},
  };

  static RENDER_STATES = { ERROR: -3, CLOSING: -2, CLOSED: -1, NONE: 0, RENDERING: 1, RENDERED: 2 };

  static *inheritanceChain() {
    for (let one = this; one !== EventTarget; one = Object.getPrototypeOf(one)) yield one;
  }

  options;
  position = { top: undefined, left: undefined, width: undefined, height: undefined, scale: 1, zIndex: 0 };
  window = { title: undefined, icon: undefined, header: undefined, controls: undefined, content: undefined };
  #element = null;
  #state = 0;
  #id;
  #minimized = false;
  #rendering = Promise.resolve();

  constructor(options = {}) {
    super();
    if (this.constructor === ApplicationV2) fault("ApplicationV2 is abstract");
    this.options = this._initializeApplicationOptions(options);
    this.#id = this.options.id.replace("{id}", randomID());
    Object.assign(this.position, this.options.position);
  }

  /** Options of a class are merged with those of the classes above it; lists of classes and controls grow. */
  _initializeApplicationOptions(options) {
    const chain = [...this.constructor.inheritanceChain()].filter((one) => Object.hasOwn(one, "DEFAULT_OPTIONS"));
    const merged = {};
    for (const one of [options, ...chain.map(({ DEFAULT_OPTIONS }) => DEFAULT_OPTIONS)].reverse()) {
      const { classes = [], window: { controls = [] } = {} } = merged;
      mergeObject(merged, deepClone(one));
      if (one.classes) merged.classes = [...new Set([...classes, ...one.classes])];
      if (one.window?.controls) merged.window.controls = [...controls, ...one.window.controls];
    }
    return merged;
  }

  get id() {
    return this.#id;
  }

  get title() {
    return localized(this.options.window.title);
  }

  get element() {
    return this.#element;
  }

  get form() {
    return this.#element?.tagName === "FORM" ? this.#element : null;
  }

  get minimized() {
    return this.#minimized;
  }

  get state() {
    return this.#state;
  }

  get rendered() {
    return this.#state === 2;
  }

  get hasFrame() {
    return this.options.window.frame;
  }

  /** A window that is closed is rendered only with `force`. Renderings and closings wait for each other. */
  render(options = {}, _options = {}) {
    const given = typeof options === "boolean" ? { force: options, ..._options } : { ...options };
    return this.#inTurn(() => this.#render(given));
  }

  #inTurn(work) {
    const done = this.#rendering.then(work);
    this.#rendering = done.catch(() => {});
    return done;
  }

  async #render(options) {
    const isFirst = this.#state <= 0;
    if (isFirst && !options.force) return this;
    if (this._canRender(options) === false) return this;
    options.isFirstRender = isFirst;
    try {
      const context = await this._prepareContext(options);
      if (isFirst) await this._preFirstRender(context, options);
      await this._preRender(context, options);
      this.#state = 1;
      if (isFirst) this.#element = await this._renderFrame(options);
      const result = await this._renderHTML(context, options);
      this._replaceHTML(result, this.hasFrame ? this.window.content : this.#element, options);
      if (isFirst) {
        if (document.getElementById(this.#id)) fault(`two windows have the id ${this.#id}`);
        instances.set(this.#id, this);
        document.body.append(this.#element);
        this._attachFrameListeners();
      }
      this._updateFrame(options);
      this.#state = 2;
      this.setPosition(options.position);
      this.#event("_onFirstRender", isFirst, context, options);
      this.#event("_onRender", true, context, options);
      this.dispatchEvent(new Event("render"));
      this.#hooks("render", this.#element, context, options);
    } catch (error) {
      this.#state = -3;
      throw error;
    }
    return this;
  }

  /** What a window does when something happened to it. Nobody waits for it; if it fails, that is seen. */
  #event(name, isDue, ...given) {
    if (isDue) Promise.resolve(this[name](...given)).catch((error) => fault(`${name}: ${error?.stack ?? error}`));
  }

  #hooks(what, ...given) {
    for (const one of this.constructor.inheritanceChain()) {
      if (one.name) globalThis.Hooks.callAll(`${what}${one.name}`, this, ...given);
    }
  }

  _canRender(_options) {}
  async _prepareContext(_options) {
    return {};
  }
  async _preFirstRender(_context, _options) {}
  async _preRender(_context, _options) {}
  async _onFirstRender(_context, _options) {}
  async _onRender(_context, _options) {}
  async _preClose(_options) {}
  _onClose(_options) {}
  _onPosition(_position) {}

  async _renderHTML(_context, _options) {
    throw new Error("a subclass of ApplicationV2 must implement _renderHTML");
  }

  _replaceHTML(_result, _content, _options) {
    throw new Error("a subclass of ApplicationV2 must implement _replaceHTML");
  }

  async _renderFrame(_options) {
    const { tag, classes, window: settings } = this.options;
    const frame = made(tag, { id: this.#id, class: ["application", ...classes].join(" ") });
    if (!this.hasFrame) return frame;
    const { window: own } = this;
    own.icon = made("i", { class: `window-icon ${settings.icon || "hidden"}` });
    own.title = made("h1", { class: "window-title" });
    own.controls = made("menu", { class: "controls-dropdown" });
    own.close = made("button", {
      type: "button",
      class: "header-control",
      "data-action": "close",
      "aria-label": "Close",
    });
    own.header = made("header", { class: "window-header" }, own.icon, own.title, own.controls, own.close);
    own.content = made("section", { class: "window-content" });
    frame.setAttribute("role", "region");
    frame.append(own.header, own.content);
    return frame;
  }

  /** The entries of the menu in the window's header. */
  _getHeaderControls() {
    return this.options.window.controls.filter(({ visible = true }) =>
      typeof visible === "function" ? visible.call(this) : visible,
    );
  }

  _updateFrame(_options) {
    if (!this.hasFrame) return;
    this.window.title.innerText = this.title;
    const controls = this._getHeaderControls().map(({ action, label, onClick }) => {
      if (!onClick && !this.options.actions[action]) fault(`${this.#id}: there is no action ${action}`);
      const button = made("button", { type: "button", "data-action": action }, localized(label));
      if (onClick) button.addEventListener("click", onClick);
      return made("li", {}, button);
    });
    this.window.controls.replaceChildren(...controls);
  }

  _attachFrameListeners() {
    this.#element.addEventListener("click", (event) => this.#click(event));
    this.#element.addEventListener("pointerdown", () => this.bringToFront(), { capture: true });
    const { handler, closeOnSubmit } = this.options.form ?? {};
    if (!this.form) return;
    this.form.autocomplete = "off";
    this.form.addEventListener("submit", async (event) => {
      event.preventDefault();
      await handler?.call(this, event, this.form, new FormDataExtended(this.form));
      if (closeOnSubmit) await this.close({ submitted: true });
    });
  }

  async #click(event) {
    const target = event.target.closest("[data-action]");
    if (!target || !this.#element.contains(target)) return;
    const { action } = target.dataset;
    if (action === "close" && target === this.window.close) return void (await this.close());
    const found = this.options.actions[action];
    const handler = isPlain(found) ? found.handler : found;
    if (handler) await handler.call(this, event, target);
    else this._onClickAction(event, target);
  }

  _onClickAction(_event, _target) {}

  close(options = {}) {
    return this.#inTurn(() => this.#close(options));
  }

  async #close(options) {
    if (this.#state < 1 && this.#state !== -3) return this;
    this.#state = -2;
    await this._preClose(options);
    // It fades, and is there meanwhile.
    await new Promise((done) => setTimeout(done, 10));
    this.#element?.remove();
    this.#element = null;
    this.#minimized = false;
    this.#state = -1;
    instances.delete(this.#id);
    this._onClose(options);
    this.dispatchEvent(new Event("close"));
    this.#hooks("close");
    return this;
  }

  async minimize() {
    if (!this.rendered || !this.hasFrame || !this.options.window.minimizable) return;
    this.#minimized = true;
    this.#element.classList.add("minimized");
    this.window.content.style.display = "none";
  }

  async maximize() {
    if (!this.#minimized) return;
    this.#minimized = false;
    this.#element.classList.remove("minimized");
    this.window.content.style.removeProperty("display");
  }

  bringToFront() {
    highest += 1;
    this.position.zIndex = highest;
    if (this.#element) this.#element.style.zIndex = highest;
  }

  setPosition(position = {}) {
    Object.assign(this.position, position);
    for (const side of ["top", "left", "width", "height"]) {
      const value = this.position[side];
      if (value !== undefined) this.#element.style[side] = typeof value === "number" ? `${value}px` : value;
    }
    this._onPosition(this.position);
    return this.position;
  }
}

/** Foundry moves a window within its document: what is in its frames is loaded again. */
export function moveWindow(app) {
  const { element } = app;
  element.ownerDocument.body.append(element);
}

/** Into a window of its own, as the module PopOut! does it. The frame's parent is then that window. */
export function popOut(app) {
  const opened = globalThis.open("about:blank", "", "popup,width=600,height=500");
  opened.document.title = app.title;
  opened.document.body.append(opened.document.adoptNode(app.element));
  // Whoever closes the popup closes the application.
  opened.onpagehide = () => app.close();
}

/** Back again. */
export function popIn(app) {
  const opened = app.element.ownerDocument.defaultView;
  opened.onpagehide = null;
  document.body.append(document.adoptNode(app.element));
  opened.close();
}

/** What version 14 has of itself. */
export function addDetaching() {
  if (generation() < 14) return;
  ApplicationV2.prototype.detachWindow = async function () {
    if (!this.rendered || this.window.detached) return;
    popOut(this);
    this.window.detached = true;
    // What it is called with is not known.
    globalThis.Hooks.callAll("openDetachedWindow");
  };
  ApplicationV2.prototype.attachWindow = async function () {
    if (!this.window.detached) return;
    popIn(this);
    this.window.detached = false;
  };
}
