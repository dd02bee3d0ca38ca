"""Carries out commands: authorization, idempotency keys, and the command handler from request to result."""
