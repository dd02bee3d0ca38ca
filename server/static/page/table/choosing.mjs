// @ts-check
/** Choosing an action's parameters: what can still be chosen, given what is. An action may be listed several times. */

import { same } from "../parts.mjs";

/** @import { Bounds, Choices, Schema, Sealed, Text } from "../api.d.mts" */
/** @import { Command } from "../server.mjs" */
/** @typedef {Partial<Choices & Bounds & Text & Schema & Sealed>} Param */
/** @typedef {{type: string, params: Record<string, Param>, cost_cp: number}} Action */
/** @typedef {Record<string, unknown>} Chosen */

/** From so many choices on, they are a list to open. */
export const LISTED = 25;

/** The actions by type, in their order.
 *  @param {Action[]} actions
 *  @returns {{type: string, variants: Action[]}[]} */
export function grouped(actions) {
  /** @type {Map<string, Action[]>} */
  const groups = new Map();
  for (const action of actions) groups.set(action.type, [...(groups.get(action.type) ?? []), action]);
  return [...groups].map(([type, variants]) => ({ type, variants }));
}

/** The parameters of an action: those that it always has come first, and the target before others.
 *  @param {Action[]} variants
 *  @returns {string[]} */
export function paramNames(variants) {
  const names = [...new Set(variants.flatMap((variant) => Object.keys(variant.params)))];
  /** @param {string} name */
  const rank = (name) => (variants.every((variant) => name in variant.params) ? 0 : 2) + (name === "target" ? 0 : 1);
  return names.sort((one, other) => rank(one) - rank(other));
}

/** The bounds of a number.
 *  @param {Param} param
 *  @returns {{min: number, max: number, step: number}} */
export const boundsOf = ({ min = 0, max = Number.MAX_SAFE_INTEGER, step = 1 }) => ({ min, max, step });

/** Whether a value may be given for a parameter.
 *  @param {Param | undefined} param
 *  @param {unknown} value
 *  @param {Chosen} chosen */
export function fits(param, value, chosen) {
  if (!param) return value === undefined;
  if (value === undefined) return Boolean(param.optional);
  if (param.choices) {
    const taken = param.unlike !== undefined && same(chosen[param.unlike], value);
    return !taken && param.choices.some((choice) => same(choice, value));
  }
  if (param.min !== undefined || param.max !== undefined) {
    const { min, max, step } = boundsOf(param);
    return (
      typeof value === "number" && Number.isInteger(value) && value >= min && value <= max && (value - min) % step === 0
    );
  }
  if (param.text !== undefined) return typeof value === "string" && value !== "" && [...value].length <= param.text;
  return !param.schema || (typeof value === "object" && value !== null);
}

/** The listed actions that agree with what was chosen before the parameter `name`.
 *  @param {Action[]} variants
 *  @param {string[]} names
 *  @param {string} name
 *  @param {Chosen} chosen */
export function possible(variants, names, name, chosen) {
  const before = names.slice(0, names.indexOf(name)).filter((one) => chosen[one] !== undefined);
  return variants.filter(
    (variant) => name in variant.params && before.every((one) => fits(variant.params[one], chosen[one], chosen)),
  );
}

/** The bounds of all of some numbers together, if they have the same steps.
 *  @param {Param[]} params
 *  @returns {Param} */
function widest(params) {
  const bounds = params.map(boundsOf);
  if (params.some(({ min, max }) => min === undefined || max === undefined)) return {};
  if (bounds.some(({ step }) => step !== bounds[0].step)) return {};
  return { min: Math.min(...bounds.map(({ min }) => min)), max: Math.max(...bounds.map(({ max }) => max)) };
}

/** A parameter as it can be given now: choices, or bounds, of all listed actions that are still possible, together.
 *  @param {Action[]} variants
 *  @param {string[]} names
 *  @param {string} name
 *  @param {Chosen} chosen
 *  @returns {Param | null} */
export function paramNow(variants, names, name, chosen) {
  const found = possible(variants, names, name, chosen).map((variant) => variant.params[name]);
  if (!found.length) return null;
  if (!found[0].choices) return { ...found[0], ...widest(found) };
  /** @type {unknown[]} */
  const choices = [];
  for (const choice of found.flatMap((param) => param.choices ?? [])) {
    if (found[0].unlike !== undefined && same(chosen[found[0].unlike], choice)) continue;
    if (!choices.some((one) => same(one, choice))) choices.push(choice);
  }
  return { ...found[0], choices, optional: found.every((param) => param.optional) };
}

/** Complete a choice if only one is left, and drop choices that are no longer possible: those stay open. Numbers stay as
 *  they were given; `fits` tells whether they are possible.
 *  @param {Action[]} variants
 *  @param {Chosen} chosen
 *  @param {(name: string) => unknown} [usual] what to begin with: the nearest possible number, or the choice if it is
 *   possible; undefined: the person has to choose
 *  @returns {Chosen} */
export function settled(variants, chosen, usual = () => undefined) {
  const names = paramNames(variants);
  const next = { ...chosen };
  for (const name of names) {
    const param = paramNow(variants, names, name, next);
    if (!param) delete next[name];
    else if (param.choices) {
      if (next[name] !== undefined && !fits(param, next[name], next)) delete next[name];
      if (chosen[name] !== undefined || param.optional) continue;
      const first = param.choices.length === 1 ? param.choices[0] : usual(name);
      if (fits(param, first, next)) next[name] = first;
    } else if (param.min !== undefined && next[name] === undefined && !param.optional) {
      const { min, max, step } = boundsOf(param);
      const first = min === max ? min : usual(name);
      if (typeof first !== "number") continue;
      const near = Math.min(Math.max(first, min), max);
      next[name] = near - ((near - min) % step);
    }
  }
  return next;
}

/** The parameters that are still to be chosen.
 *  @param {Action[]} variants
 *  @param {Chosen} chosen
 *  @returns {string[]} */
export function missingIn(variants, chosen) {
  const names = paramNames(variants);
  return names.filter((name) => {
    const param = paramNow(variants, names, name, chosen);
    return param && !param.optional && (chosen[name] === undefined || chosen[name] === "");
  });
}

/** The command that is chosen, with its price; null while something is missing.
 *  @param {Action[]} variants
 *  @param {Chosen} chosen
 *  @returns {{command: Command, cost: number} | null} */
export function commandOf(variants, chosen) {
  const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined && value !== ""));
  for (const variant of variants) {
    const names = Object.keys(variant.params);
    if (!Object.keys(given).every((name) => name in variant.params)) continue;
    if (!names.every((name) => fits(variant.params[name], given[name], given))) continue;
    return { command: { type: variant.type, ...given }, cost: variant.cost_cp };
  }
  return null;
}

/** Whether nothing has to be chosen, nor to be shown before it is done.
 *  @param {Action[]} variants */
export const isPlain = (variants) => variants.length === 1 && Object.entries(variants[0].params).every(isDecided);

/** @param {[string, Param]} named */
function isDecided([name, param]) {
  if (!param.choices) return Boolean(param.optional);
  return param.choices.length === 1 && name !== "target" && !Array.isArray(param.choices[0]);
}
