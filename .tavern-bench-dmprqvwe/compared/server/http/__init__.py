"""HTTP: callers, request bodies, answers, and the OpenAPI description of the routes."""
