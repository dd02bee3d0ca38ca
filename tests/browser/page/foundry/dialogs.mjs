// Dialogs, which validate nothing, and notifications.

import { instances } from "./application.mjs";
import { fault, generation, strict } from "./faults.mjs";
import { FormDataExtended, listOf, localized, made, parsed } from "./html.mjs";
import { randomID } from "./utils.mjs";

const contentOf = (content) => {
  if (typeof content === "string") return parsed(content);
  if (generation() < 13) fault("in version 12, a dialog's content is a string");
  else if (!(content instanceof HTMLDivElement)) fault("a dialog's content is a string or a div");
  return content;
};

/** Show a dialog. Resolves with what the button's callback returned, or else with the button's action. */
function show({ window: { title = "" } = {}, content = "", buttons, ...config }) {
  if (!buttons?.length) throw new Error("You must define at least one entry in options.buttons");
  return new Promise((resolve, reject) => {
    const element = made("dialog", { class: "application dialog" });
    element.setAttribute("aria-label", localized(title));
    // `required`, `min` and `max` are not looked at.
    const form = made("form", { class: "dialog-form", autocomplete: "off", novalidate: "" });
    element.id = `dialog-${randomID()}`;
    const dialog = strict({ element, form, close: () => element.close() }, "dialog");
    instances.set(element.id, dialog);
    const footer = made("footer", { class: "form-footer" });
    form.append(made("div", { class: "dialog-content" }, contentOf(content)), footer);
    for (const { action, label, callback, default: isDefault } of buttons) {
      if (!action) throw new Error("a button needs an action");
      // Later versions take a label for text.
      const shown = generation() < 13 ? parsed(localized(label)) : localized(label);
      const button = made("button", { type: "submit", "data-action": action }, shown);
      if (isDefault) button.autofocus = true;
      button.addEventListener("click", async (event) => {
        event.preventDefault();
        // A callback that throws leaves the dialog open, and a second click calls it again.
        const result = await callback?.(event, button, generation() < 13 ? element : dialog);
        resolve(result ?? action);
        element.close();
      });
      footer.append(button);
    }
    element.addEventListener("close", () => {
      element.remove();
      instances.delete(element.id);
      // Nothing comes of this when a button was pressed.
      if (config.rejectClose === false) resolve(null);
      else reject(new Error("Dialog was dismissed without pressing a button."));
    });
    element.append(made("h1", { class: "window-title" }, localized(title)), form);
    document.body.append(element);
    if (config.modal) element.showModal();
    else element.show();
    config.render?.(new Event("render"), generation() < 13 ? element : dialog);
  });
}

globalThis.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") [...document.querySelectorAll("dialog:not(:modal)")].at(-1)?.close();
});

const forms = {
  input: ({ ok, ...config }) =>
    DialogV2.prompt({
      ...config,
      ok: { ...ok, callback: ok?.callback ?? ((_event, button) => new FormDataExtended(button.form).object) },
    }),
};

export class DialogV2 {
  static async wait({ close: _close, ...config }) {
    if (config.rejectClose !== false) fault("a dialog that is closed throws: say rejectClose: false");
    return show(config);
  }

  static prompt({ ok = {}, ...config }) {
    return this.wait({ ...config, buttons: [{ action: "ok", label: "OK", default: true, ...ok }] });
  }

  static confirm({ yes = {}, no = {}, ...config }) {
    const buttons = [
      { action: "yes", label: "Yes", callback: () => true, ...yes },
      { action: "no", label: "No", default: true, callback: () => false, ...no },
    ];
    return this.wait({ ...config, buttons });
  }
}

/** What later versions have. */
export function addInput() {
  if (generation() >= 13) Object.assign(DialogV2, forms);
}

/** All that was shown: the kind, and the text as it was read. */
export const notified = [];

export class Notifications {
  #last = 0;

  notify(message, type = "info", { localize = false, format, permanent: _permanent } = {}) {
    let text = String(message);
    if (format && generation() >= 13) text = globalThis.game.i18n.format(text, format);
    else if (localize) text = globalThis.game.i18n.localize(text);
    const shown = parsed(text);
    notified.push([type, shown.textContent]);
    listOf("notifications").append(made("li", { class: `notification ${type}`, role: "alert" }, shown));
    this.#last += 1;
    return generation() < 13 ? this.#last : { id: this.#last, type, message: text };
  }

  info(message, options) {
    return this.notify(message, "info", options);
  }

  success(message, options) {
    return this.notify(message, "success", options);
  }

  warn(message, options) {
    return this.notify(message, "warn", options);
  }

  error(message, options) {
    return this.notify(message, "error", options);
  }
}
