// @ts-check
// Foundry's dialogs, which check nothing of what they are given.

import { globals } from "./globals.mjs";
import { asLabel, escaped, notify, t } from "./texts.mjs";

/**
 * What a dialog asks for. With `choices` (label by value) it is a list, with `type: "number"` a number.
 * @typedef {{ name: string, label: string, type?: "text" | "number" | "url" | "password", value?: string | number,
 *   hint?: string, choices?: Record<string, string>, min?: number, max?: number, step?: number, optional?: boolean }}
 *   Field
 */

/** Version 13 and later remove `id`, so that no label can point to a field. @param {Field} field */
function inputOf({ name, label, type = "text", value = "", hint, choices, min, max, step, optional }) {
  const shared = `name="${escaped(name)}" aria-label="${escaped(label)}"${optional ? "" : " required"}`;
  const bounds = Object.entries({ min, max, step }).filter(([, bound]) => bound !== undefined);
  const options = Object.entries(choices ?? {}).map(
    ([key, text]) =>
      `<option value="${escaped(key)}"${key === String(value) ? " selected" : ""}>${escaped(text)}</option>`,
  );
  const input = choices
    ? `<select ${shared}>${optional ? '<option value=""></option>' : ""}${options.join("")}</select>`
    : `<input type="${type}" ${shared} value="${escaped(value)}" ${bounds.map(([key, bound]) => `${key}="${escaped(bound)}"`).join(" ")}>`;
  const note = hint ? `<p class="hint">${escaped(hint)}</p>` : "";
  return `<div class="form-group"><label>${escaped(label)}</label><div class="form-fields">${input}</div>${note}</div>`;
}

/** What is wrong with a value, in words, or null: Foundry's dialogs check nothing, and may lose the bounds.
 *  @param {Field} field @param {string} value */
function faultIn({ label, type, choices, min = -Infinity, max = Infinity, step = 1, optional }, value) {
  if (value === "") return optional ? null : t("fault.needed", { label });
  if (choices) return Object.hasOwn(choices, value) ? null : t("fault.choice", { label });
  if (type !== "number") return null;
  const number = Number(value);
  if (!Number.isInteger(number)) return t("fault.whole", { label });
  const from = Number.isFinite(min) ? min : 0;
  if ((number - from) % step) return t("fault.step", { label, from, step });
  if (number < min) return t("fault.least", { label, bound: min });
  return number > max ? t("fault.most", { label, bound: max }) : null;
}

/**
 * Ask for values: an object by the fields' names, or null if the dialog was closed. It asks again, with what was given,
 * until everything fits.
 * @param {string} title @param {Field[]} fields @param {{ ok?: string, text?: string }} [options]
 * @returns {Promise<Record<string, any> | null>}
 */
export async function ask(title, fields, { ok = t("dialog.ok"), text = "" } = {}) {
  /** @type {Record<string, string> | null} */
  const given = await globals.foundry.applications.api.DialogV2.prompt({
    window: { title },
    content: `${text ? `<p>${escaped(text)}</p>` : ""}${fields.map(inputOf).join("")}`,
    ok: {
      label: asLabel(ok),
      callback: (/** @type {Event} */ _event, /** @type {HTMLButtonElement} */ button) => {
        const { elements } = /** @type {HTMLFormElement} */ (button.form);
        const values = fields.map(({ name }) => [
          name,
          /** @type {HTMLInputElement} */ (elements.namedItem(name)).value,
        ]);
        return Object.fromEntries(values);
      },
    },
    rejectClose: false,
  });
  if (!given || typeof given !== "object") return null;
  const fault = fields.map((field) => faultIn(field, given[field.name])).find(Boolean);
  if (fault) {
    notify("warn", fault);
    const again = fields.map((field) => ({ ...field, value: given[field.name] }));
    return ask(title, again, { ok, text });
  }
  const typed = fields.map(({ name, type }) => {
    const value = given[name];
    return [name, type === "number" && value !== "" ? Number(value) : value];
  });
  return Object.fromEntries(typed);
}

/**
 * Choose one of several: returns its index, or null if the dialog was closed, as it is when `until` is aborted.
 * @param {string} title @param {string[]} labels @param {string} [text] @param {AbortSignal} [until]
 * @returns {Promise<number | null>}
 */
export async function choose(title, labels, text = "", until = undefined) {
  /** Version 12 gives the dialog's element. @param {Event} _event @param {any} given */
  const render = (_event, given) => {
    const dialog = given instanceof Element ? globals.foundry.applications.instances.get(given.id) : given;
    if (until?.aborted) dialog?.close();
    until?.addEventListener("abort", () => dialog?.close());
  };
  const found = await globals.foundry.applications.api.DialogV2.wait({
    window: { title },
    content: `<p>${escaped(text).replaceAll("\n", "<br>")}</p>`,
    buttons: labels.map((label, at) => ({ action: `choice-${at}`, label: asLabel(label), callback: () => at })),
    ...(until ? { render } : {}),
    rejectClose: false,
  });
  return typeof found === "number" ? found : null;
}

/** @param {string} title @param {string} text @returns {Promise<boolean>} */
export async function confirmed(title, text) {
  const content = `<p>${escaped(text)}</p>`;
  const window = { title };
  return (await globals.foundry.applications.api.DialogV2.confirm({ window, content, rejectClose: false })) === true;
}
