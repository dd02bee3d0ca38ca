// @ts-check
/** Reads a character from a file: the JSON of D&D Beyond, a Foundry actor of dnd5e, or a sheet as this server takes it.
 *
 * Everything happens in the browser; the file itself is sent nowhere. What a file does not have is left out, and what is
 * in it but cannot be added up, such as a bonus of 1d4, is noted for the player to look at. */

import { bonusAt, modifierOf, numberIn, signed } from "./plausible.mjs";

/** @typedef {import("./plausible.mjs").Texts} Texts */
/** What was read. `about` says what it is, such as "Odo, level 5, from D&D Beyond"; `notes` what to look at.
 *  @typedef {{name: string, about: string, texts: Texts, notes: string[]}} Read */
/** Parsed JSON, of which nothing is known.
 *  @typedef {{[key: string]: unknown}} Data */

/** A file larger than this is no character. */
export const MOST_BYTES = 20_000_000;
const LONGEST_NAME = 60;

const ABILITIES = ["str", "dex", "con", "int", "wis", "cha"];
/** As in names of modifiers: `dexterity-score`. */
const LONG = ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"];
/** The skills that games check: the sheet's key, dnd5e's key, and the ability. */
const SKILLS = /** @type {const} */ ([
  ["sleight_of_hand", "slt", "dex"],
  ["deception", "dec", "cha"],
  ["insight", "ins", "wis"],
  ["intimidation", "itm", "cha"],
  ["investigation", "inv", "int"],
  ["perception", "prc", "wis"],
  ["persuasion", "per", "cha"],
]);
/** The sheet's key of a tool, and D&D Beyond's. */
const TOOLS = /** @type {const} */ ([
  ["dice", "dice-set"],
  ["card", "playing-card-set"],
]);

/** The file is none that can be read, as its message says. */
export class NoCharacter extends Error {}

/** Read a character.
 *  @param {string} text the file's
 *  @returns {Read} */
export function readCharacter(text) {
  if (text.startsWith("%PDF"))
    throw new NoCharacter("This is a PDF. What can be read is JSON: see “A character from a file” in the manual.");
  /** @type {unknown} */
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new NoCharacter("This file is not JSON.");
  }
  const found = data(parsed);
  // The server of D&D Beyond answers with the character in `data`; older Foundry actors have their system in it.
  const inner = data(found.data);
  if (Array.isArray(found.stats)) return fromBeyond(found);
  if (Array.isArray(inner.stats)) return fromBeyond(inner);
  const system = [data(found.system), inner].find((one) => Object.keys(data(one.abilities)).length);
  if (system) return fromFoundry(found, system);
  if (isSheet(found) || isSheet(data(found.character)))
    return fromSheet(isSheet(found) ? found : data(found.character));
  throw new NoCharacter("This file is neither a character of D&D Beyond nor a Foundry actor of dnd5e.");
}

/** A value as an object; empty if it is none.
 *  @param {unknown} value
 *  @returns {Data} */
const data = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? /** @type {Data} */ (value) : {};

/** @param {unknown} value
 *  @returns {Data[]} */
const list = (value) => (Array.isArray(value) ? value.map(data) : []);

/** @param {unknown} value
 *  @returns {number | null} */
const whole = (value) => (typeof value === "number" && Number.isFinite(value) ? Math.trunc(value) : null);

/** @param {unknown} value */
const nameIn = (value) => (typeof value === "string" ? value.trim().slice(0, LONGEST_NAME) : "");

/** @param {string} name
 *  @param {number} level
 *  @param {string} source */
const described = (name, level, source) =>
  [name || "A character", level ? `level ${level}` : "", `from ${source}`].filter(Boolean).join(", ");

/** A character of D&D Beyond: base scores, and modifiers from race, class, background, feats and items.
 *  @param {Data} character
 *  @returns {Read} */
function fromBeyond(character) {
  /** @type {string[]} */
  const notes = [];
  const modifiers = modifiersOf(character);
  const classes = list(character.classes);
  const level = classes.reduce((sum, one) => sum + (whole(one.level) ?? 0), 0);
  const bonus = bonusAt(level);
  /** @param {string} type
   *  @param {string} about */
  const having = (type, about) => modifiers.filter((one) => one.type === type && one.subType === about);
  /** @param {string} about */
  const added = (about) => having("bonus", about).reduce((sum, one) => sum + (whole(one.value) ?? 0), 0);
  /** @param {string} about */
  const share = (about) =>
    having("expertise", about).length ? 2 : having("proficiency", about).length ? 1 : halfOf(having, about);
  /** @type {Record<string, number>} */
  const abilities = {};
  for (const [at, key] of ABILITIES.entries()) {
    /** @param {string} field */
    const stat = (field) => whole(list(character[field]).find((one) => one.id === at + 1)?.value);
    const about = `${LONG[at]}-score`;
    const base = stat("stats");
    if (base === null && stat("overrideStats") === null) continue;
    const set = Math.max(0, ...having("set", about).map((one) => whole(one.value) ?? 0));
    const score = stat("overrideStats") ?? Math.max((base ?? 0) + (stat("bonusStats") ?? 0) + added(about), set);
    abilities[key] = modifierOf(score);
  }
  const texts = textsOf(abilities);
  for (const [key, , ability] of SKILLS) {
    const about = key.replaceAll("_", "-");
    const plus = Math.floor(share(about) * bonus) + added(about) + added("ability-checks");
    if (ability in abilities) texts[`skills.${key}`] = signed(abilities[ability] + plus);
  }
  if ("con" in abilities) {
    const about = "constitution-saving-throws";
    const plus = Math.floor(share(about) * bonus) + added(about) + added("saving-throws");
    texts["saves.con"] = signed(abilities.con + plus);
  }
  if (level) texts["proficiency."] = signed(bonus);
  for (const [key, about] of TOOLS) if (share(about) >= 1) texts[`tools.${key}`] = "yes";
  if (classes.length > 1) notes.push("With several classes, the CON save may be proficient where it is not: check it.");
  if (list(character.characterValues).length)
    notes.push("Numbers that were changed by hand on D&D Beyond are not in the file as numbers: check them.");
  const name = nameIn(character.name);
  return { name, about: described(name, level, "D&D Beyond"), texts, notes };
}

/** The share of the bonus that a check gets without proficiency, as with Jack of All Trades.
 *  @param {(type: string, about: string) => Data[]} having
 *  @param {string} about */
function halfOf(having, about) {
  const isCheck = !about.endsWith("-saving-throws");
  return having("half-proficiency", about).length || (isCheck && having("half-proficiency", "ability-checks").length)
    ? 0.5
    : 0;
}

/** All modifiers of a character of D&D Beyond; those of items only if the item is worn and attuned.
 *  @param {Data} character */
function modifiersOf(character) {
  const works = new Set(
    list(character.inventory)
      .filter((item) => item.equipped && (item.isAttuned || !data(item.definition).canAttune))
      .map((item) => data(item.definition).id),
  );
  return Object.entries(data(character.modifiers)).flatMap(([from, found]) =>
    list(found).filter((one) => from !== "item" || works.has(one.componentId)),
  );
}

/** An actor of dnd5e as Foundry exports it: scores, shares of proficiency, and bonuses as formulas.
 *  @param {Data} actor
 *  @param {Data} system
 *  @returns {Read} */
function fromFoundry(actor, system) {
  /** @type {string[]} */
  const notes = [];
  const items = list(actor.items);
  /** @param {Data} item */
  const systemOf = (item) => data(item.system ?? item.data);
  const levels = items
    .filter((item) => item.type === "class")
    .reduce((sum, item) => sum + (whole(systemOf(item).levels) ?? 0), 0);
  const level = levels || (whole(data(system.details).level) ?? 0);
  const stored = whole(data(system.attributes).prof);
  const bonus = level ? bonusAt(level) : (stored ?? 2);
  if (!level && stored === null) notes.push("The file has no level: the proficiency bonus is taken to be +2.");
  const general = data(data(system.bonuses).abilities);
  const isJack = Boolean(data(data(actor.flags).dnd5e).jackOfAllTrades);
  /** What formulas add up to. One that is no number is noted.
   *  @param {string} label
   *  @param {unknown[]} formulas */
  const sum = (label, ...formulas) => {
    let total = 0;
    for (const formula of formulas) {
      const value = typeof formula === "number" ? formula : numberIn(String(formula ?? "").replaceAll(" ", ""));
      if (value !== null) total += value;
      else if (String(formula ?? "").trim()) notes.push(`${label} has a bonus of ${formula}, which is not counted.`);
    }
    return total;
  };
  /** @type {Record<string, number>} */
  const abilities = {};
  for (const key of ABILITIES) {
    const score = whole(data(data(system.abilities)[key]).value);
    if (score !== null) abilities[key] = modifierOf(score);
  }
  const texts = textsOf(abilities);
  for (const [key, abbreviated, usual] of SKILLS) {
    const skill = data(data(system.skills)[abbreviated]);
    const ability = typeof skill.ability === "string" && skill.ability in abilities ? skill.ability : usual;
    if (!(ability in abilities)) continue;
    const label = key.replaceAll("_", " ");
    const plus = sum(label, data(skill.bonuses).check, general.check, general.skill);
    const share = Math.max(shareIn(skill), isJack ? 0.5 : 0);
    texts[`skills.${key}`] = signed(abilities[ability] + Math.floor(share * bonus) + plus);
  }
  const con = data(data(system.abilities).con);
  if ("con" in abilities) {
    const plus = sum("The CON save", data(con.bonuses).save, general.save);
    texts["saves.con"] = signed(abilities.con + Math.floor((whole(con.proficient) ?? 0) * bonus) + plus);
  }
  texts["proficiency."] = signed(bonus);
  for (const [key] of TOOLS) if (shareIn(data(data(system.tools)[key])) >= 1) texts[`tools.${key}`] = "yes";
  if (hasEffects(actor, items)) notes.push("Effects change this character in Foundry, and are not counted: check it.");
  const name = nameIn(actor.name);
  return { name, about: described(name, level, "Foundry"), texts, notes: [...new Set(notes)] };
}

/** The share of the bonus: 0, a half, 1, or 2 for expertise.
 *  @param {Data} skill */
const shareIn = (skill) => (typeof skill.value === "number" ? Math.min(Math.max(skill.value, 0), 2) : 0);

/** Whether effects that are on change numbers that are read.
 *  @param {Data} actor
 *  @param {Data[]} items */
function hasEffects(actor, items) {
  return [actor, ...items]
    .flatMap((owner) => list(owner.effects))
    .filter((effect) => !effect.disabled)
    .flatMap((effect) => [...list(effect.changes), ...list(data(effect.system).changes)])
    .some(({ key }) =>
      /^(system|data)\.(abilities|skills|tools|bonuses\.abilities|attributes\.prof)\b/.test(String(key)),
    );
}

/** Whether this is a sheet as the server takes it, or only abilities by name.
 *  @param {Data} found */
const isSheet = (found) =>
  [data(found.abilities), data(found.skills), found].some((one) =>
    Object.entries(one).some(([key, value]) => isKey(key) && typeof value === "number"),
  );

/** @param {string} key */
const isKey = (key) => ABILITIES.includes(key) || SKILLS.some(([skill]) => skill === key);

/** @param {Data} sheet
 *  @returns {Read} */
function fromSheet(sheet) {
  /** @type {Texts} */
  const texts = {};
  for (const [section, keys] of [
    ["abilities", ABILITIES],
    ["skills", SKILLS.map(([key]) => key)],
    ["saves", ABILITIES],
    ["passive", SKILLS.map(([key]) => key)],
  ]) {
    // Without sections, there are only abilities and skills.
    const values = {
      ...(section === "abilities" || section === "skills" ? sheet : {}),
      ...data(sheet[String(section)]),
    };
    for (const key of keys) {
      const value = whole(values[key]);
      if (value !== null) texts[`${section}.${key}`] = section === "passive" ? String(value) : signed(value);
    }
  }
  const bonus = whole(sheet.proficiency);
  if (bonus !== null) texts["proficiency."] = signed(bonus);
  for (const [key] of TOOLS) if (data(sheet.tools)[key] === true) texts[`tools.${key}`] = "yes";
  const name = nameIn(sheet.name);
  return { name, about: described(name, 0, "the file"), texts, notes: [] };
}

/** @param {Record<string, number>} abilities
 *  @returns {Texts} */
const textsOf = (abilities) =>
  Object.fromEntries(Object.entries(abilities).map(([key, value]) => [`abilities.${key}`, signed(value)]));
