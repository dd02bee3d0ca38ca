"""The server's log: what happened, and nothing that anybody must not know."""

import io
import logging
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from events.dice import Dice
from events.event import Command, Event
from events.storage.memory import MemoryStore
from games.engine.catalogue import Catalogue
from games.table import TABLE_RULES
from projections.game import AnyTable
from server import log
from tests.server.conftest import Starting
from tests.server.serving import KEY, SEED, start_server
from tests.server.test_commands import begun
from tests.server.test_playing_a_round import play_on
from tests.toys.race import Race

PLAIN = {"event", "level", "at"}
SAID = {
    "request": PLAIN | {"method", "route", "status", "ms"},
    "request_failed": PLAIN | {"route", "code", "error", "trace"},
    "incident": PLAIN | {"route", "incident", "error", "trace", "causes"},
}


@pytest.fixture
def written(loggers_kept: None) -> io.StringIO:
    """The log, as JSON."""
    stream = io.StringIO()
    log.configure("json", "debug", stream)
    return stream


def lines_of(stream: io.StringIO) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in stream.getvalue().splitlines()]


async def test_nothing_secret_is_in_the_log_of_a_round(written: io.StringIO, start: Starting) -> None:
    server = await start(allow_seeds=True)
    headers = {"Idempotency-Key": KEY}
    table = await server.open("twentyone", seed=SEED, options={"unseal": "round"}, name="Marlowe", headers=headers)
    seats = [await table.sit(name, luck=f"luck of {name}") for name in ("Quillon", "Rosamund", "Thaddeus")]
    await table.gm.did("start_round", id="the-first-round")
    await seats[0].give("dance", id="the-first-dance")
    await table.public.get("/events?epoch=not-this-epoch")
    await table.public.get(headers={"Authorization": "Bearer not-the-token-of-anybody"})
    await play_on(table, seats)
    await table.gm.get("/export")
    code = (await table.gm.post("/join-code", {}))["code"]
    for guess in (code, "WRONG-99"):
        await server.get(f"/api/join/{guess}")
        await server.get(f"/j/{guess}")
    text = written.getvalue()
    tokens = [code, code.replace("-", ""), "WRONG-99", table.gm.token, table.invite, *(seat.token for seat in seats)]
    private = [SEED, KEY, table.id, "Marlowe", "Quillon", "luck of", "the-first", "not-this-epoch", "not-the-token"]
    for secret in [*tokens, *private]:
        assert secret
        assert secret not in text
        assert secret.lower() not in text.lower()
    lines = lines_of(written)
    assert len(lines) > 20
    for line in lines:
        assert set(line) == SAID[line["event"]], line
        assert line["route"] == "none" or line["route"].startswith("/")
        assert isinstance(line["status"], int)
        assert line["method"] in {"GET", "POST"}
    assert "/api/tables/{table}/commands" in {line["route"] for line in lines}


def _fail(sentence: str) -> Iterator[Event]:
    raise RuntimeError(sentence)


class Loose(Race):
    """A game with a mistake in it, which talks of what it must not."""

    id = "loose"

    def act(self, table: AnyTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        yield from _fail(f"the hidden face is {dice.peek(seat, 'race', 6)}, known to seat {seat}")


async def test_a_mistake_is_a_500_with_an_incident_and_the_log_has_its_place_without_values(
    written: io.StringIO,
) -> None:
    server = await start_server(Catalogue.of([Loose()], TABLE_RULES), MemoryStore(), allow_seeds=True)
    try:
        table, ada, _ = await begun(server, "loose")
        before = (await ada.get()).body
        answer = await ada.give("roll", id="once")
        assert answer.code == (500, "internal_error")
        assert "hidden" not in answer.body.decode()
        assert (await ada.get()).body == before
        assert len(await server.store.read(table.id)) == 4
    finally:
        await server.close()
    [incident] = [line for line in lines_of(written) if line["event"] == "incident"]
    assert (incident["error"], incident["incident"]) == ("RuntimeError", answer["incident"])
    assert any("act" in place and "test_log.py" in place for place in incident["trace"])
    assert "hidden" not in written.getvalue()
    assert "known to seat" not in written.getvalue()


def test_log_lines_of_libraries_are_passed_on_without_their_text(written: io.StringIO) -> None:
    try:
        raise ValueError("the token is abc")
    except ValueError:
        logging.getLogger("aiohttp.server").exception("Error handling request with token %s", "abc")
    [line] = lines_of(written)
    assert (line["event"], line["library"], line["error"]) == ("library_logged", "aiohttp.server", "ValueError")
    assert "abc" not in written.getvalue()
    assert "token" not in written.getvalue()


def test_errors_are_logged_with_their_causes() -> None:
    try:
        try:
            raise KeyError("a secret")
        except KeyError as error:
            raise ValueError("another") from error
    except ValueError as error:
        facts = log.error_facts(error)
    assert (facts["error"], [cause["error"] for cause in facts["causes"]]) == ("ValueError", ["KeyError"])
    assert "secret" not in repr(facts)


def test_people_at_a_terminal_get_lines_that_they_can_read(written: io.StringIO) -> None:
    stream = io.StringIO()
    log.configure("console", "info", stream)
    log.get_log().info("listening", address="http://127.0.0.1:8521")
    log.get_log().debug("not told")
    assert "listening" in stream.getvalue()
    assert "address=http://127.0.0.1:8521" in stream.getvalue()
    assert "not told" not in stream.getvalue()


@pytest.mark.parametrize("form", ["console", "json"])
def test_no_fact_controls_the_terminal_on_which_the_log_is_read(written: io.StringIO, form: str) -> None:
    stream = io.StringIO()
    log.configure(form, "info", stream)

    log.get_log().error(
        "log_damaged", table="\x1b]0;owned\x07", reason="clears \x9b2J, and turns \u202e", tables=["\x9b"]
    )

    (line,) = stream.getvalue().splitlines()
    assert line.isprintable()
    assert "owned" in line
