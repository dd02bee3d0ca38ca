"""The OpenAPI document: made from the routes, the types that decode requests, and recorded examples."""
