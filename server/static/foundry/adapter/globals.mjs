// @ts-check
// Foundry's globals, of versions 12 to 14. All that is specific to Foundry, its dnd5e system and Dice So Nice is in this
// folder. The module and the macros of docs/foundry-macros.md use it.

/** Foundry's globals. Their types are known to `make foundry-types` alone. */
export const globals = /** @type {FoundryGlobals} */ (globalThis);

export const MODULE = "tavern-table";

export const generation = () => Number(globals.game.release.generation);
