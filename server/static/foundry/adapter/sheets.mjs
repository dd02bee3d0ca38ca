// @ts-check
// Actors of the dnd5e system: their sheets.

/** @import { Character } from "../../client/tavern/answers.mjs" */

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

/** @param {unknown} value @param {number} least @param {number} most */
export const whole = (value, least, most) =>
  typeof value === "number" && Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), least), most) : undefined;

/** Without what is undefined. @param {[string, any][]} pairs */
const known = (pairs) => Object.fromEntries(pairs.filter(([, value]) => value !== undefined));

/** @param {any} actor */
export const isPerson = (actor) => PEOPLE.includes(actor?.type);

/** @param {any} actor */
export const systemOf = (actor) => (isPerson(actor) && actor.system) || {};

/** Whether an actor's sheet can be read. Other systems have abilities, too, but not these skills. @param {any} actor */
export const hasSheet = (actor) => Object.keys(sheetOf(actor).skills ?? {}).length > 0;

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
