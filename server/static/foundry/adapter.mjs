// @ts-check
// Foundry VTT, versions 12 to 14, with its dnd5e system and Dice So Nice: everything that is specific to them is in
// this file. The module and the macros of docs/foundry-macros.md use it.

/** @import { Character, View } from "../client/tavern/answers.mjs" */

/**
 * What a dialog asks for. With `choices` (label by value) it is a list, with `type: "number"` a number.
 * @typedef {{ name: string, label: string, type?: "text" | "number" | "url" | "password", value?: string | number,
 *   hint?: string, choices?: Record<string, string>, min?: number, max?: number, step?: number, optional?: boolean }}
 *   Field
 */
/** A kind of coin: its key in an actor's purse, and its worth in copper.
 *  @typedef {{ key: string, worth: number }} Coin */
/** Coins by their keys. @typedef {Record<string, number>} Coins */

/** Foundry's globals. Their types are known to `make foundry-types` alone. */
export const globals = /** @type {FoundryGlobals} */ (globalThis);

export const MODULE = "tavern-table";

const ABILITIES = ["str", "dex", "con", "int", "wis", "cha"];
/** The skills that games check, by dnd5e's names for them. */
const SKILLS = {
  slt: "sleight_of_hand",
  itm: "intimidation",
  per: "persuasion",
  ins: "insight",
  inv: "investigation",
  dec: "deception",
  prc: "perception",
};
const TOOLS = ["dice", "card"];
/** The types of actors that have a sheet and a purse of their own: a group has that of a whole party. */
const PEOPLE = ["character", "npc"];
/** How many of each coin are worth one gold piece, unless the world says otherwise. */
const CONVERSIONS = { pp: 0.1, gp: 1, ep: 2, sp: 10, cp: 100 };
const COPPER_IN_GOLD = 100;
const MOST_NAME = 60;

const generation = () => Number(globals.game.release.generation);

// ---- Texts

/** What dialogs say without the module: the same as its lang/en.json. @type {Record<string, string>} */
const ENGLISH = {
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
  const { i18n } = globals.game;
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
const asLabel = (text) => (generation() < 13 ? escaped(text) : text);

/** A notification. Foundry takes it for HTML, and cleans it only from version 13 on.
 *  @param {"info" | "warn" | "error"} kind @param {string} text */
export const notify = (kind, text) => globals.ui.notifications[kind](escaped(`Tavern: ${text}`));

/** Coins as people count them. @param {number} copper */
export function coins(copper) {
  const parts = [
    [Math.floor(copper / 100), "gp"],
    [Math.floor((copper % 100) / 10), "sp"],
    [copper % 10, "cp"],
  ];
  const said = parts.filter(([amount]) => amount).map(([amount, coin]) => `${amount} ${coin}`);
  return said.join(" ") || "0 cp";
}

// ---- Actors of dnd5e

/** @param {unknown} value @param {number} least @param {number} most */
const whole = (value, least, most) =>
  typeof value === "number" && Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), least), most) : undefined;

/** Without what is undefined. @param {[string, any][]} pairs */
const known = (pairs) => Object.fromEntries(pairs.filter(([, value]) => value !== undefined));

/** @param {any} actor */
const isPerson = (actor) => PEOPLE.includes(actor?.type);

/** @param {any} actor */
const systemOf = (actor) => (isPerson(actor) && actor.system) || {};

/** Whether an actor's sheet can be read. Other systems have abilities, too, but not these skills. @param {any} actor */
export const hasSheet = (actor) => Object.keys(sheetOf(actor).skills ?? {}).length > 0;

/** Whether an actor has a purse of its own, with the world's coins. @param {any} actor */
export const hasPurse = (actor) => worldCoins().some(({ key }) => Number.isFinite(systemOf(actor).currency?.[key]));

/** Whether somebody is proficient with a tool. Jack of All Trades gives half a proficiency. @param {any} tool */
const isProficient = ({ effectValue, prof }) => (effectValue ?? prof?.multiplier) >= 1;

/** The sheet of a dnd5e character or NPC. What it does not have is left out. @param {any} actor @returns {Character} */
export function sheetOf(actor) {
  const { abilities, skills, tools, attributes } = systemOf(actor);
  const modifier = (/** @type {unknown} */ value) => whole(value, -10, 30);
  // A save is a number through dnd5e 4.2, and an object from 4.3 on.
  const save = (/** @type {any} */ found) => modifier(typeof found === "object" ? found?.value : found);
  /** @param {string} name */
  const tool = (name) => (typeof tools?.[name] === "object" && tools[name] ? isProficient(tools[name]) : undefined);
  return {
    abilities: known(ABILITIES.map((name) => [name, whole(abilities?.[name]?.mod, -5, 10)])),
    skills: known(Object.entries(SKILLS).map(([key, name]) => [name, modifier(skills?.[key]?.total)])),
    saves: known(ABILITIES.map((name) => [name, save(abilities?.[name]?.save)])),
    passive: known(Object.entries(SKILLS).map(([key, name]) => [name, whole(skills?.[key]?.passive, 0, 80)])),
    proficiency: whole(attributes?.prof, 0, 20) ?? 0,
    tools: known(TOOLS.map((name) => [name, tool(name)])),
  };
}

/** The skills that games check, by the server's names: for the form of those whose sheet cannot be read. */
export const skillNames = () => Object.values(SKILLS);

// ---- Coins of dnd5e

/** The world's coins that are worth whole coppers, the dearest first. @returns {Coin[]} */
export function worldCoins() {
  /** @type {Record<string, { conversion?: number }>} */
  const world = globals.CONFIG?.DND5E?.currencies ?? {};
  const conversions = Object.keys(world).length
    ? Object.entries(world).map(([key, { conversion }]) => [key, conversion])
    : Object.entries(CONVERSIONS);
  return conversions
    .map(([key, conversion]) => ({
      key: String(key),
      worth: Math.round((COPPER_IN_GOLD / Number(conversion)) * 1e6) / 1e6,
    }))
    .filter(({ worth }) => Number.isInteger(worth) && worth > 0)
    .sort((one, other) => other.worth - one.worth);
}

/** The coins that an actor has, of all of the world's kinds. @param {any} actor @param {Coin[]} [kinds]
 *  @returns {Coins} */
export const coinsOf = (actor, kinds = worldCoins()) =>
  Object.fromEntries(
    kinds.map(({ key }) => [key, whole(systemOf(actor).currency?.[key], 0, Number.MAX_SAFE_INTEGER) ?? 0]),
  );

/** The coins of a character or NPC, in copper. @param {any} actor */
export function copperOf(actor) {
  const kinds = worldCoins();
  const purse = coinsOf(actor, kinds);
  return kinds.reduce((sum, { key, worth }) => sum + worth * purse[key], 0);
}

/**
 * A purse after a sum was paid out of it: with the largest coins that fit, and change for one more if need be. Null
 * if it does not have that much, or the coins cannot make the sum.
 * @param {Coins} purse @param {number} copper @param {Coin[]} kinds the dearest first @returns {Coins | null}
 */
export function paid(purse, copper, kinds) {
  const after = { ...purse };
  let left = copper;
  for (const { key, worth } of kinds) {
    const spent = Math.min(after[key] ?? 0, Math.floor(left / worth));
    after[key] = (after[key] ?? 0) - spent;
    left -= spent * worth;
  }
  if (!left) return after;
  // What is left in the purse is worth more than what is left to pay: break the smallest of it.
  const broken = kinds.findLast(({ key, worth }) => after[key] > 0 && worth > left);
  if (!broken) return null;
  after[broken.key] -= 1;
  const { purse: changed, rest } = received(after, broken.worth - left, kinds);
  return rest ? null : changed;
}

/**
 * A purse after it received a sum, in few coins; and the `rest`, in copper, for which the world has no coins. Coins
 * dearer than gold, and half gold pieces, are given only if there is nothing else.
 * @param {Coins} purse @param {number} copper @param {Coin[]} kinds the dearest first
 */
export function received(purse, copper, kinds) {
  const after = { ...purse };
  let rest = copper;
  const usual = kinds.filter(({ worth }) => worth <= COPPER_IN_GOLD && Number.isInteger(Math.log10(worth)));
  for (const { key, worth } of usual.at(-1)?.worth === kinds.at(-1)?.worth ? usual : kinds) {
    const given = Math.floor(rest / worth);
    after[key] = (after[key] ?? 0) + given;
    rest -= given * worth;
  }
  return { purse: after, rest };
}

// ---- Dialogs

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
export async function ask(title, fields, { ok = "OK", text = "" } = {}) {
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
    content: `<p>${escaped(text)}</p>`,
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

// ---- Dice

/** @typedef {{ result: number, resultLabel: string, type: string, vectors: never[], options: {} }} ShownDie */

/** The dice that Dice So Nice has, besides the d100. */
const SHOWN_DICE = new Set(["d2", "d4", "d6", "d8", "d10", "d12", "d20"]);

/** @param {string} type @param {number} result @param {string} [resultLabel] @returns {ShownDie} */
const shown = (type, result, resultLabel = String(result)) => ({ result, resultLabel, type, vectors: [], options: {} });

/** A die as Dice So Nice shows it: a d100 is one die for the tens and one for the ones.
 *  @param {string} die @param {number} face @returns {ShownDie[]} */
function shownDice(die, face) {
  if (die !== "d100") return SHOWN_DICE.has(die) ? [shown(die, face)] : [];
  const tens = Math.floor((face % 100) / 10);
  return [shown("d100", tens, tens ? `${tens}0` : "00"), shown("d10", face % 10)];
}

/**
 * The dice that lie in the open in one view and did not in the one before, for Dice So Nice. Use views of the public
 * table: a seat's views contain faces that only this seat can see.
 * @param {View | null} before @param {View} after @returns {ShownDie[]}
 */
export function diceThrown(before, after) {
  if (!before) return [];
  const old = new Map(openDice(before).map(({ at, die, face }) => [at, `${die}:${face}`]));
  return openDice(after)
    .filter(({ at, die, face }) => old.get(at) !== `${die}:${face}`)
    .flatMap(({ die, face }) => shownDice(die, face));
}

/** @param {View} view */
function openDice(view) {
  const seats = view.seats.flatMap(({ seat, dice }) =>
    dice.map((die) => ({ ...die, at: `${view.round}/${seat}/${die.n}` })),
  );
  const house = view.house_dice.map((die) => ({ ...die, at: `${view.round}/house/${die.n}` }));
  return [...seats, ...house].flatMap(({ at, die, face, hole }) => (face === null || hole ? [] : [{ at, die, face }]));
}

/** Show dice to this user alone: the last argument keeps them from all others. @param {ShownDie[]} dice */
export async function showDice(dice) {
  if (dice.length && globals.game.dice3d)
    await globals.game.dice3d.show({ throws: [{ dice }] }, globals.game.user, false);
}

// ---- The world

/** The character or NPC of a selected token, or else the user's own character, or null. @returns {any} */
export function actorOfUser() {
  const selected = globals.canvas?.tokens?.controlled ?? [];
  const actors = [...selected.map((/** @type {any} */ token) => token.actor), globals.game.user.character];
  return actors.find(isPerson) ?? null;
}

/** The actor of a UUID as it is now, or null: an update may replace a token's. @param {string} uuid @returns {any} */
export function actorAt(uuid) {
  try {
    return globals.fromUuidSync(uuid) ?? null;
  } catch {
    return null;
  }
}

/** The actors with data of the module: the world's, and the own ones of tokens in all scenes. @returns {any[]} */
export function flaggedActors() {
  const { actors, scenes } = globals.game;
  const tokens = scenes.contents.flatMap((/** @type {any} */ scene) => scene.tokens.contents);
  // Asking a token for its own actor makes one, so look into its data first.
  const own = tokens.filter(
    (/** @type {any} */ { actorLink, _source }) => !actorLink && _source.delta?.flags?.[MODULE],
  );
  const all = [...actors.contents, ...own.map((/** @type {any} */ token) => token.actor)];
  return all.filter((actor) => actor?.flags?.[MODULE]);
}

/** Whether this client is the one that acts for all: that of the GM who is here, or of the first of several. */
export function isActingGm() {
  const { users, user } = globals.game;
  return users.activeGM ? users.activeGM.id === user.id : false;
}

/**
 * Write a message, only to `users`, or to all. Each has an explicit list of readers; an empty list is public. Of a GM's
 * messages with the same `id`, 16 letters and digits, only the first is written.
 * @param {string} html @param {{ users?: string[], flags?: Record<string, unknown>, id?: string }} [options]
 */
export async function write(html, { users = [], flags = {}, id } = {}) {
  const message = { content: html, whisper: users, speaker: { alias: "Tavern" }, flags };
  const { messages } = globals.game;
  if (id && !messages.has(id)) {
    try {
      await globals.ChatMessage.create({ ...message, _id: id }, { keepId: true });
      return;
    } catch (error) {
      if (!/already exists/.test(String(error)) && !messages.has(id)) throw error;
    }
  }
  // A player who knows the id beforehand must not keep a GM's message away.
  if (!id || messages.get(id)?.author?.isGM === false) await globals.ChatMessage.create(message);
}

/**
 * Call when another tab of this browser changes one of the module's settings of the scope `client`. Returns a function
 * that ends it.
 * @param {string} key @param {() => void} changed
 */
export function onOtherTab(key, changed) {
  const heard = (/** @type {StorageEvent} */ event) => {
    if (event.key === `${MODULE}.${key}`) changed();
  };
  globals.addEventListener("storage", heard);
  return () => globals.removeEventListener("storage", heard);
}

/**
 * "light" or "dark": how Foundry's windows look. The interface around them may have another scheme. Version 12 has one
 * look, which is light.
 * @param {Element} inside something in a window
 */
export function colorScheme(inside) {
  if (generation() < 13) return "light";
  const chosen = globals.game.settings.get("core", "uiConfig")?.colorScheme?.applications;
  const isDark = globals.matchMedia("(prefers-color-scheme: dark)").matches;
  const themed = inside.closest(".application.theme-dark, .application.theme-light");
  if (themed) return themed.classList.contains("theme-dark") ? "dark" : "light";
  return chosen || (isDark ? "dark" : "light");
}

/** Call when Foundry's look changes. Returns a function that ends it. @param {() => void} changed */
export function onColorScheme(changed) {
  // The published types of version 13 lack this hook.
  const hooks = /** @type {any} */ (globals.Hooks);
  const hook = hooks.on("clientSettingChanged", (/** @type {string} */ key) => {
    if (key === "core.uiConfig") changed();
  });
  return () => hooks.off("clientSettingChanged", hook);
}

/**
 * Put buttons beside the tools for tokens. Version 12 has arrays; version 13 has records, and version 14 may have none
 * yet.
 * @param {any} controls what the hook `getSceneControlButtons` was given
 * @param {{ name: string, title: string, icon: string, run: () => void }[]} buttons
 */
export function addTools(controls, buttons) {
  const made = buttons.map(({ name, title, icon, run }, at) => ({
    name,
    title,
    icon,
    button: true,
    visible: true,
    order: 90 + at,
    ...(generation() < 13 ? { onClick: run } : { onChange: run }),
  }));
  if (Array.isArray(controls)) {
    const tokens = controls.find(({ name }) => name === "token");
    tokens?.tools.push(...made);
  } else if (controls.tokens) {
    controls.tokens.tools ??= {};
    for (const tool of made) controls.tokens.tools[tool.name] = tool;
  }
}
