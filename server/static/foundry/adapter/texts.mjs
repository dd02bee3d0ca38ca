// @ts-check
// What people read: in their language, and as Foundry takes it.

import { MODULE, generation, globals } from "./globals.mjs";

const MOST_NAME = 60;

/** What is said without the module: the same as its lang/en.json. @type {Record<string, string>} */
const ENGLISH = {
  speaker: "Tavern",
  "dialog.ok": "OK",
  "coins.gp": "{amount} gp",
  "coins.sp": "{amount} sp",
  "coins.cp": "{amount} cp",
  "fault.needed": "{label} is required.",
  "fault.choice": "{label}: choose one from the list.",
  "fault.whole": "{label}: a whole number is needed.",
  "fault.step": "{label} must be {from} or more, in steps of {step}.",
  "fault.least": "{label}: at least {bound}.",
  "fault.most": "{label}: at most {bound}.",
};

/**
 * A text in the user's language, by its key below `tavern-table` in lang/en.json.
 * @param {string} key @param {Record<string, unknown>} [data] what stands in the text in braces
 */
export function t(key, data = {}) {
  const whole = `${MODULE}.${key}`;
  const i18n = globals.game?.i18n;
  const isMacro = Object.hasOwn(ENGLISH, key) && !i18n?.has(whole);
  const text = isMacro ? ENGLISH[key] : i18n.localize(whole);
  return text.replace(/\{(\w+)\}/g, (/** @type {string} */ all, /** @type {string} */ name) =>
    String(data[name] ?? all),
  );
}

/** A text as HTML. @param {unknown} text */
export const escaped = (text) => String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * A text as HTML for the chat, where Foundry looks for `[[rolls]]` and `@links[to documents]` in each piece of text.
 * @param {unknown} text
 */
export const inChat = (text) => escaped(text).replaceAll("[", "<span>[</span>");

/** A name as a tavern takes it: Foundry's may be longer. @param {string} name */
export const nameOf = (name) => [...name].slice(0, MOST_NAME).join("");

/** A text for a button: version 12 takes it for HTML. @param {string} text */
export const asLabel = (text) => (generation() < 13 ? escaped(text) : text);

/** A notification. Foundry takes it for HTML, and cleans it only from version 13 on.
 *  @param {"info" | "warn" | "error"} kind @param {string} text */
export const notify = (kind, text) => globals.ui.notifications[kind](escaped(`${t("speaker")}: ${text}`));

/** Coins as people count them. @param {number} copper */
export function coins(copper) {
  const parts = [
    ["gp", Math.floor(copper / 100)],
    ["sp", Math.floor((copper % 100) / 10)],
    ["cp", copper % 10],
  ];
  const said = parts.filter(([, amount]) => amount).map(([coin, amount]) => t(`coins.${coin}`, { amount }));
  return said.join(" ") || t("coins.cp", { amount: 0 });
}
