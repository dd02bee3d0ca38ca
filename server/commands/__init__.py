"""Carrying out commands: who may act, idempotency keys, and the steps from a request to its result."""
