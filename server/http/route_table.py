"""All routes of the API and of the pages. The server serves only these; each module describes its own."""

from typing import Final

from server.http.contract import Route
from server.http.routes import (
    analysis,
    chat,
    documentation,
    foundry,
    games,
    history,
    joining,
    live,
    notation,
    page,
    proof,
    report,
    rounds,
    tables,
    what_if,
)

ROUTES: Final[tuple[Route, ...]] = tuple(
    route
    for module in (
        tables,
        joining,
        history,
        live,
        chat,
        rounds,
        notation,
        what_if,
        analysis,
        report,
        proof,
        games,
        documentation,
        page,
        foundry,
    )
    for route in module.ROUTES
)
