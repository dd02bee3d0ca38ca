// @ts-check
// A game's options as fields of a dialog, from what the catalogue says of them. What a dialog cannot ask for, such as a
// list of cards, is left as it is: the page asks for everything.

import { coins, t } from "./adapter/texts.mjs";

/** @import { Data, View } from "../client/tavern/answers.mjs" */
/** @import { Field } from "./adapter/dialogs.mjs" */

/** The properties of a schema, behind its reference if it is one. @param {any} schema @returns {Record<string, any>} */
function propertiesOf(schema) {
  const name = schema?.$ref?.split("/").pop();
  return (name ? schema.$defs?.[name] : schema)?.properties ?? {};
}

const YES_NO = { true: "✓", false: "✗" };

/** The game's own options that a dialog can ask for. @param {Data} game one of the catalogue @returns {Field[]} */
export function fieldsOfOptions({ options, labels }) {
  const own = labels?.options ?? {};
  return Object.entries(propertiesOf(options)).flatMap(
    /** @returns {Field[]} */ ([name, property]) => {
      const label = own[name];
      if (!label) return [];
      const shared = { name, label: label.label, hint: label.help };
      if (property.type === "boolean") return [{ ...shared, choices: YES_NO, value: String(property.default) }];
      if (property.enum) {
        const named = property.enum.map((/** @type {unknown} */ one) => [
          String(one),
          label.values?.[String(one)] ?? String(one),
        ]);
        return [{ ...shared, choices: Object.fromEntries(named), value: String(property.default) }];
      }
      if (property.type !== "integer") return [];
      const { minimum: min, maximum: max, multipleOf: step, default: value } = property;
      return [{ ...shared, type: "number", min, max, step, value }];
    },
  );
}

/** The options that a dialog was given and that differ from the defaults. @param {Data} game
 *  @param {Record<string, any>} given */
export function optionsFrom({ options }, given) {
  const properties = propertiesOf(options);
  const typed = Object.entries(given).map(([name, value]) => {
    const { type, enum: choices } = properties[name];
    if (type === "boolean") return [name, value === "true"];
    return [name, choices ? choices.find((/** @type {unknown} */ one) => String(one) === value) : value];
  });
  return Object.fromEntries(typed.filter(([name, value]) => value !== properties[name].default));
}

/** The default stake, in antes: enough for an evening's beginning. It is no more than half the purse, unless one ante
 *  is. */
const ANTES = 5;
const NO_ANTE_CP = 50;

/** What a round at a table costs, in copper. @param {View | null} view */
const anteOf = (view) => Number(view?.options?.ante_cp ?? view?.options?.buy_in_cp ?? NO_ANTE_CP);

/** What somebody brings to a table unless they say otherwise, in copper. @param {View | null} view
 *  @param {number} purse */
export function stakeOf(view, purse) {
  const ante = anteOf(view) || NO_ANTE_CP;
  return Math.min(ante * ANTES, Math.max(Math.min(ante, purse), Math.floor(purse / 2)));
}

/** The field for a stake: a few antes. Without coins of an actor there is no limit. @param {View | null} view
 *  @param {number | null} most
 *  @returns {Field} */
export function stakeField(view, most) {
  const bounds = most === null ? {} : { max: most };
  return {
    name: "purse_cp",
    label: t("sit.stake"),
    type: "number",
    min: 0,
    ...bounds,
    value: stakeOf(view, most ?? Infinity),
    hint: t("sit.stakeHint", { ante: coins(anteOf(view)) }),
  };
}
