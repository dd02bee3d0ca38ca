// @ts-check
/** The games whose rules have a page here. Made by `python -m tools.development.rules_pages`. */

export const RULES = [
  "betting",
  "bluffmaster",
  "classes",
  "every-table",
  "farkle",
  "goblin",
  "mason",
  "middles-seven",
  "mountains",
  "pig",
  "rulers-bluff",
  "scales",
  "triangle",
  "tricks",
  "trickster",
  "twelve-nights",
  "twentyone-v3",
  "twentyone",
  "twins",
];
