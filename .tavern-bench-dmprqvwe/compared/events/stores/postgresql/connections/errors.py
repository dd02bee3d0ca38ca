"""PostgreSQL's errors as those of the store."""

import asyncio
from typing import Final

import asyncpg

from events.store import StoreDamaged, StoreError, StoreFull, StoreReadOnly, StoreUnavailable, StoreUnreadable

FAILURES: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)
"""What a call of the driver raises. An `InterfaceError` is also what using a connection that was lost raises."""

LOST: Final = (
    OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.OperatorInterventionError,
    asyncpg.InternalClientError,
)  # fmt: skip
"""The failures that another connection may not meet: what only reads is tried again with one.

The driver raises an `InternalClientError` if a connection ends while it takes it out of the pool.
"""
_DAMAGED: Final = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)
_READ_ONLY: Final = (asyncpg.ReadOnlySQLTransactionError, asyncpg.InsufficientPrivilegeError)
_REFUSED: Final = (
    asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError, asyncpg.InvalidPasswordError,
)  # fmt: skip
_MAY_BE_ONE_WRITES_FAULT: Final = (
    asyncpg.IntegrityConstraintViolationError, asyncpg.TransactionRollbackError, asyncpg.DataError,
    asyncpg.LockNotAvailableError,
)  # fmt: skip


def explain(error: BaseException, where: str, *, kept: bool | None = False) -> StoreError:
    """The store's error for one of the driver's; `kept` is None where a commit was under way.

    The sentence names the kind of error and PostgreSQL's own message, never a value or the address's password.
    """
    if isinstance(error, StoreError):
        return error
    if isinstance(error, asyncpg.DiskFullError) and kept is False:
        return StoreFull(f"{where}: the disk is full, nothing was kept. Writing resumes once there is space.")
    if isinstance(error, _READ_ONLY) and kept is False:
        return StoreReadOnly(f"{where} cannot be written: {said(error)}.")
    if isinstance(error, _DAMAGED):
        return StoreDamaged(f"{where} is damaged: {said(error)}. Other tables may be whole.")
    if isinstance(error, asyncpg.UndefinedTableError | asyncpg.UndefinedColumnError):
        return StoreUnreadable(f"{where} does not have the tables of this version of tavern: {said(error)}.")
    return unavailable(f"{where}: {said(error)}.", kept)


def explain_opening(error: BaseException, where: str) -> StoreError:
    """The store's error for a connection that could not be made when the store was opened."""
    if isinstance(error, _REFUSED):
        return StoreUnreadable(f"{where} cannot be opened: {said(error)}.")
    return explain(error, where)


def unavailable(sentence: str, kept: bool | None) -> StoreUnavailable:
    """An error that says whether anything was kept; None: that is unknown."""
    error = StoreUnavailable(sentence)
    error.kept = kept
    return error


def again(error: StoreError) -> StoreError:
    """The same error as an exception of its own, because raising one adds to its traceback."""
    copy = type(error)(*error.args)
    copy.kept = error.kept
    return copy


def one_may_be_to_blame(error: BaseException) -> bool:
    """Whether the rest of a group may succeed without the write that met this error, or at another time."""
    return isinstance(error, _MAY_BE_ONE_WRITES_FAULT)


def before_commit(error: BaseException) -> bool:
    """Whether PostgreSQL refused a statement, and kept nothing. One that is ending may do so after a commit."""
    return isinstance(error, asyncpg.PostgresError) and not isinstance(error, LOST)


def said(error: BaseException) -> str:
    """The kind of an error and its message, in one line without a full stop. PostgreSQL's details hold values."""
    if isinstance(error, asyncio.TimeoutError | TimeoutError):
        return "it did not answer in time"
    message = next(iter(error.args), "") if isinstance(error, asyncpg.PostgresError) else str(error)
    words = " ".join(str(message).split()).rstrip(".")
    return f"{words} ({type(error).__name__})" if words else type(error).__name__
