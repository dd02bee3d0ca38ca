"""The section that measures several servers on databases."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from events.storage.opening import open_store
from tests.postgres import Postgres
from tests.tools.running import failure_of, json_of, tavern
from tools.bench.report import Report


def test_servers_are_measured_on_databases_that_are_left_empty(postgres: Postgres, tmp_path: Path) -> None:
    addresses = ("--postgres", postgres.address, "--replicated", postgres.second)

    ran = tavern("bench", "scaling", "--quick", "--json", "--folder", tmp_path, *addresses)

    (scaling,) = msgspec.convert(json_of(ran), Report).sections
    figures = {one.what: one for one in scaling.figures}
    for what in ("two servers, each table at one of them", "two servers, one at random for each command"):
        assert figures[f"{what}: rate"].beside == "one server"
        assert figures[f"{what}: servers' processor"].value > 0
    assert figures["one server, a synchronous standby: rate"].value > 0
    there = "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'tavern%'"
    assert postgres.sql(there).strip() == "0"
    assert postgres.sql(there, postgres.second).strip() == "0"


def test_a_database_that_has_a_store_is_not_measured(postgres: Postgres, tmp_path: Path) -> None:
    asyncio.run(_opened_once(postgres.address))

    words = failure_of(tavern("bench", "scaling", "--quick", "--folder", tmp_path, "--postgres", postgres.address))

    assert words.endswith("has a store already: a benchmark needs an empty database")
    assert postgres.sql("SELECT count(*) FROM meta").strip() != "0"


async def _opened_once(address: str) -> None:
    await (await open_store(address)).close()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["scaling"], "Error: scaling needs --postgres with the address of an empty database"),
        (
            ["scaling", "--postgres", "sqlite:///x.db"],
            "Error: sqlite:///x.db is not the address of a PostgreSQL database",
        ),
        (
            ["scaling", "--postgres", "postgresql://tavern:secret@127.0.0.1:1/x"],
            "Error: postgresql://tavern@127.0.0.1:1/x cannot be reached: ",
        ),
    ],
)
def test_a_database_that_cannot_be_measured_is_reported_in_one_line(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    assert failure_of(tavern("bench", *arguments, "--quick", "--folder", tmp_path)).startswith(words)
