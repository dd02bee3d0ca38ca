/** Foundry's globals, whose types `make foundry-types` has: everywhere else, nothing is known of them. */
type FoundryGlobals = any;
