"""What PostgreSQL's errors become: types that the server knows, and sentences without values or passwords."""

import asyncpg
import pytest

from events.store import StoreDamaged, StoreError, StoreFull, StoreReadOnly, StoreUnavailable, StoreUnreadable
from events.stores.postgresql.connections.errors import explain, explain_opening


@pytest.mark.parametrize(
    ("error", "kind", "sentence"),
    [
        (asyncpg.DiskFullError("could not extend file"), StoreFull, "the disk is full, nothing was kept"),
        (
            asyncpg.ReadOnlySQLTransactionError("cannot execute INSERT"),
            StoreReadOnly,
            "cannot be written: cannot execute",
        ),
        (asyncpg.DataCorruptedError("invalid page in block 7"), StoreDamaged, "is damaged: invalid page in block 7"),
        (asyncpg.UndefinedTableError('relation "log" does not exist'), StoreUnreadable, "does not have the tables"),
        (
            asyncpg.DeadlockDetectedError("deadlock detected."),
            StoreUnavailable,
            r"deadlock detected \(DeadlockDetected",
        ),
        (TimeoutError(), StoreUnavailable, "it did not answer in time"),
        (ConnectionResetError("Connection reset by peer"), StoreUnavailable, "Connection reset by peer"),
        (OSError(111, "Connect call failed"), StoreUnavailable, "Connect call failed"),
        (asyncpg.PostgresError(), StoreUnavailable, "PostgresError"),
    ],
)
def test_an_error_of_the_driver_is_one_of_the_store(error: Exception, kind: type[StoreError], sentence: str) -> None:
    explained = explain(error, "the store")
    assert (type(explained), explained.kept) == (kind, None if kind is StoreDamaged else False)
    with pytest.raises(kind, match=f"^the store.*{sentence}"):
        raise explained


@pytest.mark.parametrize("error", [asyncpg.DiskFullError("full"), asyncpg.ReadOnlySQLTransactionError("read-only")])
def test_after_a_commit_that_failed_it_is_unknown_what_was_kept(error: Exception) -> None:
    explained = explain(error, "the store", kept=None)
    assert (type(explained), explained.kept) == (StoreUnavailable, None)


def test_what_is_the_stores_own_error_stays() -> None:
    error = StoreFull("full")
    assert explain(error, "the store") is error


def test_a_refused_login_is_reported_when_the_store_is_opened() -> None:
    error = asyncpg.InvalidPasswordError('password authentication failed for user "tavern"')
    assert type(explain_opening(error, "the store")) is StoreUnreadable


def test_details_which_hold_values_are_left_out() -> None:
    error = asyncpg.UniqueViolationError("duplicate key")
    error.detail = "Key (hash)=(a secret) already exists."
    assert "secret" not in str(explain(error, "the store"))
