// @ts-check
/** What on a character sheet is probably a slip: a score where a modifier belongs, a level for a bonus. */

/** A sheet as the form has it: what was typed, by `section.key`.
 *  @typedef {Record<string, string>} Texts */
/** A question about a sheet. `use` is the sheet if the answer is yes; `keep`: whether it may stay as it is.
 *  @typedef {{about: string, asks: string, yes: string, use: Texts, keep: boolean}} Doubt */

const ABILITIES = ["str", "dex", "con", "int", "wis", "cha"];
/** Of a score from 1 to 30. */
const LEAST_MODIFIER = -5;
const MOST_MODIFIER = 10;
const MOST_SCORE = 30;
/** A modifier above this takes a score that no player reaches without magic. */
const USUAL_MODIFIER = 5;
/** The best ability, and twice the best bonus. */
const USUAL_SKILL = 17;
const MOST_SKILL = 30;
const USUAL_BONUS = 6;
const MOST_LEVEL = 20;
/** A passive score below this is rather the modifier. */
const USUAL_PASSIVE = 5;

/** What was typed as a whole number; null if it is none, or nothing.
 *  @param {string | undefined} text */
export function numberIn(text) {
  const plain = (text ?? "").trim().replace("−", "-").replace("+", "");
  return /^-?\d+$/.test(plain) ? Number(plain) : null;
}

/** A modifier with its sign, as on a sheet.
 *  @param {number} value */
export const signed = (value) => (value < 0 ? `−${-value}` : `+${value}`);

/** @param {number} score */
export const modifierOf = (score) => Math.floor((score - 10) / 2);

/** @param {number} level */
export const bonusAt = (level) => 2 + Math.floor((Math.min(Math.max(level, 1), MOST_LEVEL) - 1) / 4);

/** The questions about a sheet, without those that were answered with "keep".
 *  @param {Texts} texts
 *  @param {ReadonlySet<string>} kept what they were `about`
 *  @returns {Doubt[]} */
export function doubtsAbout(texts, kept) {
  return [...abilityDoubts(texts), ...skillDoubts(texts), ...bonusDoubts(texts), ...passiveDoubts(texts)].filter(
    (doubt) => !(doubt.keep && kept.has(doubt.about)),
  );
}

/** @param {Texts} texts
 *  @returns {Doubt[]} */
function abilityDoubts(texts) {
  const given = ABILITIES.flatMap((key) => {
    const value = numberIn(texts[`abilities.${key}`]);
    return value === null ? [] : [{ key, value }];
  });
  const high = given.filter(({ value }) => value > USUAL_MODIFIER);
  if (!high.length) return belowLeast(given, texts);
  // On a whole sheet without a negative number, one score means that all are scores.
  const allScores = given.length === ABILITIES.length && given.every(({ value }) => value > 0);
  const suspects = (allScores ? given : high).filter(({ value }) => value <= MOST_SCORE);
  const named = suspects.map(({ key, value }) => `${key.toUpperCase()} ${value}`).join(", ");
  const about = high.map(({ key, value }) => `${key} ${value}`).join(", ");
  if (!suspects.length)
    return [{ ...cleared(texts, high), about, asks: `${about.toUpperCase()}: a modifier is at most +10.` }];
  const use = { ...texts };
  for (const { key, value } of suspects) use[`abilities.${key}`] = signed(modifierOf(value));
  return [
    {
      about,
      asks: `${named} ${suspects.length === 1 ? "looks like a score" : "look like scores"}, not ${suspects.length === 1 ? "a modifier" : "modifiers"}.`,
      yes: `Use ${suspects.map(({ value }) => signed(modifierOf(value))).join(", ")}`,
      use,
      keep: high.every(({ value }) => value <= MOST_MODIFIER),
    },
  ];
}

/** @param {{key: string, value: number}[]} given
 *  @param {Texts} texts
 *  @returns {Doubt[]} */
function belowLeast(given, texts) {
  const low = given.filter(({ value }) => value < LEAST_MODIFIER);
  if (!low.length) return [];
  const about = low.map(({ key, value }) => `${key} ${value}`).join(", ");
  return [{ ...cleared(texts, low), about, asks: `${about.toUpperCase()}: a modifier is at least −5.` }];
}

/** @param {Texts} texts
 *  @param {{key: string}[]} abilities */
function cleared(texts, abilities) {
  const use = { ...texts };
  for (const { key } of abilities) delete use[`abilities.${key}`];
  return { yes: "Clear it", use, keep: false };
}

/** @param {Texts} texts
 *  @returns {Doubt[]} */
function skillDoubts(texts) {
  return Object.entries(texts).flatMap(([path, text]) => {
    const [section, key] = path.split(".");
    const value = numberIn(text);
    if (!["skills", "saves"].includes(section) || value === null) return [];
    if (value <= USUAL_SKILL && value >= 2 * LEAST_MODIFIER) return [];
    const use = { ...texts };
    delete use[path];
    const name = section === "saves" ? `The ${key.toUpperCase()} save` : readable(key);
    return [
      {
        about: `${path} ${value}`,
        asks: `${name} ${signed(value)} is hardly possible.`,
        yes: "Clear it",
        use,
        keep: value <= MOST_SKILL && value >= 2 * LEAST_MODIFIER,
      },
    ];
  });
}

/** @param {Texts} texts
 *  @returns {Doubt[]} */
function bonusDoubts(texts) {
  const value = numberIn(texts["proficiency."]);
  if (value === null || (value >= 0 && value <= USUAL_BONUS)) return [];
  const bonus = bonusAt(value);
  return [
    {
      about: `proficiency ${value}`,
      asks: `The proficiency bonus ${signed(value)} looks like a level: at level ${Math.max(value, 1)} it is ${signed(bonus)}.`,
      yes: `Use ${signed(bonus)}`,
      use: { ...texts, "proficiency.": signed(bonus) },
      keep: value >= 0 && value <= MOST_LEVEL,
    },
  ];
}

/** @param {Texts} texts
 *  @returns {Doubt[]} */
function passiveDoubts(texts) {
  return Object.entries(texts).flatMap(([path, text]) => {
    const [section, key] = path.split(".");
    const value = numberIn(text);
    if (section !== "passive" || value === null || value >= USUAL_PASSIVE) return [];
    return [
      {
        about: `${path} ${value}`,
        asks: `Passive ${readable(key)} ${signed(value)} looks like the modifier: the passive score is 10 more.`,
        yes: `Use ${10 + value}`,
        use: { ...texts, [path]: String(10 + value) },
        keep: value >= 0,
      },
    ];
  });
}

/** @param {string} key */
const readable = (key) =>
  key
    .split("_")
    .map((word) => (word === "of" ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(" ");
