"""PostgreSQL that has to wait for a standby, which is not there: nothing unconfirmed is acknowledged or decided on."""

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest

from events.store import AlreadyAnswered, AlreadySaid, AppendRecords, StoreUnavailable
from events.store.sharing import Newest
from events.stores.postgresql import PostgresqlStore
from events.stores.postgresql.connections import confirming
from events.stores.postgresql.connections.connecting import addresses
from tests.events.stores.filling import AT, NOTHING, fill, request, seqs
from tests.postgres import Postgres

_WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%floor AS%'"


@pytest.fixture
async def store(postgres: Postgres) -> AsyncIterator[PostgresqlStore]:
    store = await PostgresqlStore.open(postgres.address, "the store", shared=True)
    yield store
    await store.close()


@pytest.fixture
async def standby(postgres: Postgres, store: PostgresqlStore) -> AsyncIterator[Postgres]:
    """A server with a table, whose named standby is absent from now on."""
    await fill(store, "t", 1)
    postgres.name_standby("absent")
    yield postgres
    postgres.name_standby("")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that wait less long for standbys than they do."""
    monkeypatch.setattr(confirming, "CONFIRM_SECONDS", 0.3)
    monkeypatch.setattr(confirming, "_COMMIT_SECONDS", 1.0)


async def _waits(postgres: Postgres) -> None:
    while not await asyncio.to_thread(postgres.sql, _WAITING):
        pass


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("how", ["pg_cancel_backend", "pg_terminate_backend"])
async def test_a_commit_whose_wait_for_a_standby_was_cancelled_is_unknown(
    standby: Postgres, store: PostgresqlStore, how: str
) -> None:
    records = AppendRecords(request=request("1", ""))
    appending = asyncio.create_task(store.append("t", 2, b"{}", records))
    await _waits(standby)
    standby.sql(_WAITING.replace("pid", f"{how}(pid)"))
    with pytest.raises(StoreUnavailable) as caught:
        await appending
    assert caught.value.kept is None
    # PostgreSQL shows it, though it is on one server alone: so nobody may rely on it.
    assert standby.sql("SELECT seq FROM heads") == "2\n"
    for unconfirmed in (store.newest("t"), store.table("t"), store.answered("", "t", "1"), store.check()):
        with pytest.raises(StoreUnavailable):
            await unconfirmed
    standby.name_standby("")
    assert await store.newest("t") == Newest(2, 0)
    with pytest.raises(AlreadyAnswered):
        await store.append("t", 3, b"{}", records)


@pytest.mark.usefixtures("impatient")
async def test_a_first_answer_is_repeated_only_once_it_is_confirmed(standby: Postgres, store: PostgresqlStore) -> None:
    records = AppendRecords(request=request("1", ""))
    standby.name_standby("")
    await store.append("t", 2, b"{}", records)
    await store.say("t", "gm", AT, "hello", "1")
    standby.name_standby("absent")
    with pytest.raises(StoreUnavailable) as caught:
        await store.append("t", 3, b"{}", records)
    assert caught.value.kept is None
    standby.name_standby("")
    with pytest.raises(AlreadyAnswered):
        await store.append("t", 3, b"{}", records)
    with pytest.raises(AlreadySaid):
        await store.say("t", "gm", AT, "hello", "1")


@pytest.mark.usefixtures("impatient")
async def test_a_commit_that_nobody_confirms_in_time_stays_unseen_until_it_is(
    standby: Postgres, store: PostgresqlStore
) -> None:
    with pytest.raises(StoreUnavailable) as caught:
        await fill(store, "t", 1, after=1)
    assert caught.value.kept is None
    assert standby.sql("SELECT seq FROM heads") == "1\n"
    # Where nothing is confirmed, no more commits are begun that would wait, and nothing was kept.
    for _ in range(3):
        with pytest.raises(StoreUnavailable) as caught:
            await store.append("u", 1, b"{}", NOTHING)
        assert caught.value.kept is False
    assert len(standby.sql(_WAITING).split()) == 1
    standby.name_standby("")
    while await seqs(store, "t") != [1, 2]:
        pass
    await store.append("u", 1, b"{}", NOTHING)


async def test_a_commit_waits_for_a_standby_whatever_the_database_sets(postgres: Postgres) -> None:
    postgres.sql("ALTER DATABASE postgres SET synchronous_commit = local")
    try:
        store = await PostgresqlStore.open(postgres.address, "the store", shared=True)
        await fill(store, "t", 1)
    finally:
        postgres.sql("ALTER DATABASE postgres RESET ALL")
    postgres.name_standby("absent")
    appending = asyncio.create_task(fill(store, "t", 1, after=1))
    await _waits(postgres)
    assert not appending.done()
    postgres.name_standby("")
    await appending
    await store.close()


async def test_a_server_that_does_not_answer_does_not_keep_from_the_next(postgres: Postgres) -> None:
    # The first accepts connections and says nothing.
    with socket.create_server(("127.0.0.1", 0)) as silent:
        others = f"@127.0.0.1:{silent.getsockname()[1]},127.0.0.1:9,"
        several = postgres.address.replace("@", others) + "?target_session_attrs=read-write"
        store = await PostgresqlStore.open(several, "the store", shared=True)
        await fill(store, "t", 1)
        assert await store.newest("t") == Newest(1, 0)
        assert store.primary() == f"127.0.0.1:{postgres.port}"
        await store.close()
        reader = await PostgresqlStore.open(several, "the store", read_only=True)
        assert await seqs(reader, "t") == [1]
        await reader.close()


def test_an_address_names_servers() -> None:
    assert addresses("postgresql://u:p@a,b:5433/db?target_session_attrs=read-write") == [
        "postgresql://u:p@a/db?target_session_attrs=read-write",
        "postgresql://u:p@b:5433/db?target_session_attrs=read-write",
    ]
    assert addresses("postgresql:///db?host=a") == ["postgresql:///db?host=a"]
