"""Carries out commands: authorization, idempotency keys, and the command handler with its steps from request to
result."""
