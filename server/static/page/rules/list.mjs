// @ts-check
/** The games whose rules have a page here. Made by `python -m tools.development.rules_pages`. */

export const RULES = ["bluffmaster", "farkle", "goblin", "middles-seven", "mountains", "twentyone-v3", "twentyone"];
