"""All routes of the API and of the pages. The server serves only these; each module describes its own."""

from typing import Final

from server.http.contract import Route
from server.http.routes import chat, documentation, games, history, live, page, proof, rounds, tables

_BY_TRAFFIC: Final = (
    "give_command", "get_table", "get_events", "follow_table", "get_chronicle", "get_ledger", "get_standings",
    "get_chat", "say", "erase_message", "erase_chat", "list_rounds", "get_round", "get_proof", "export_table",
    "sit_down", "open_table", "list_tables", "list_games", "is_alive", "is_ready", "get_openapi",
    "get_python_verifier", "get_key", "get_javascript_verifier", "get_page_asset", "get_library", "get_client",
    "get_table_page", "get_page", "get_overlay_page", "get_rounds_page", "get_round_page", "get_documentation",
    "get_documentation_asset",
)  # fmt: skip
"""The ids of all routes, busiest first: the router tries them in this order."""

ROUTES: Final[tuple[Route, ...]] = tuple(
    sorted(
        (
            route
            for module in (tables, history, live, chat, rounds, proof, games, documentation, page)
            for route in module.ROUTES
        ),
        key=lambda route: _BY_TRAFFIC.index(route.id),
    )
)
