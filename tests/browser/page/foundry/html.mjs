// What becomes of strings that are HTML.

import { fault, generation } from "./faults.mjs";

const REMOVED = ["SCRIPT", "STYLE", "IFRAME", "OBJECT", "EMBED", "LINK", "META", "BASE", "FORM"];
const STRIPPED = /^(on.*|style|id|min|max|formaction|srcdoc)$/;
const HARMFUL = /^\s*javascript:/i;

/** Version 13 and later clean a string; version 12 takes it as it is, so that nothing harmful may be in it. */
export function parsed(html) {
  if (typeof html !== "string") fault(`HTML is ${typeof html}`);
  const template = document.createElement("template");
  template.innerHTML = html;
  const isCleaned = generation() >= 13;
  for (const element of template.content.querySelectorAll("*")) {
    const isHarmful = REMOVED.includes(element.tagName);
    if (isHarmful) fault(`HTML has a ${element.tagName}: ${html}`);
    for (const { name, value } of [...element.attributes]) {
      if (/^on/.test(name) || HARMFUL.test(value)) fault(`HTML has a script in ${name}: ${html}`);
      if (isCleaned && (STRIPPED.test(name) || HARMFUL.test(value))) element.removeAttribute(name);
    }
    if (isHarmful && isCleaned) element.remove();
  }
  return template.content;
}

/** Chat is enriched: links to documents and rolls are looked for in each piece of text, after escapes were read. */
export function enriched(html) {
  const content = parsed(html);
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    text.data = text.data.replace(/\[\[.+?\]\]+|[@&]\w+\[.+?\]/g, "(enriched)");
  }
  return content;
}

/** A text that may be the key of a translation. */
export const localized = (text) => globalThis.game.i18n.localize(text, { mayBeText: true });

export function made(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A list of the page, such as that of notifications. */
export const listOf = (id) => document.getElementById(id) ?? document.body.appendChild(made("ol", { id }));

/** What a form holds, as Foundry hands it to handlers. */
export class FormDataExtended extends FormData {
  get object() {
    const typed = {
      number: (field) => (field.value === "" ? null : Number(field.value)),
      checkbox: (field) => field.checked,
    };
    const named = [...this.form.elements].filter(({ name, tagName }) => name && tagName !== "BUTTON");
    return Object.fromEntries(named.map((field) => [field.name, (typed[field.type] ?? (() => field.value))(field)]));
  }

  constructor(form) {
    super(form);
    this.form = form;
  }
}
