/** Foundry's globals, whose types `make foundry-types` has: elsewhere they are untyped. */
type FoundryGlobals = any;
