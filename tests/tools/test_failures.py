"""How a command says why the operating system refused."""

from errno import EADDRINUSE

import pytest

from tools.failures import why

ASYNCIO = "error while attempting to bind on address ('127.0.0.1', 8521): [winerror 10048] …"


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(EADDRINUSE, ASYNCIO), "address already in use"),
        (OSError(10048, ASYNCIO), "address already in use"),
        (OSError(10013, "Der Zugriff auf einen Socket war unzulässig"), "permission denied"),
        (OSError(10061, "No connection could be made"), "connection refused"),
        (OSError(11001, "getaddrinfo failed"), "getaddrinfo failed"),
        (OSError(-2, "Name or service not known"), "name or service not known"),
        (TimeoutError("Timed out"), "timed out"),
    ],
)
def test_the_reason_of_an_error_is_given_where_strerror_has_none(error: OSError, reason: str) -> None:
    assert why(error) == reason
