"""The event store: an append-only log of tables, and the data stored beside it.

A store has five parts, each with its own protocol: the log, credentials, the chat, snapshots and maintenance. Callers
depend only on the parts that they use. An append is atomic together with its records beside the log, and durable when
it returns. It uses optimistic concurrency: it names the next seq, and raises `Conflict` if another writer was first.
Every implementation passes the contract tests in tests/events/storage/.
"""

from typing import Protocol

from events.round_spans import RoundSpan
from events.storage.contract.chat import SAID_BYTES, AlreadySaid, ChatStore, Said
from events.storage.contract.credentials import AlreadyAnswered, Answered, CredentialStore, JoinCode, Request, Token
from events.storage.contract.errors import (
    CommandIdsDamaged,
    Conflict,
    NoSuchTable,
    StoreDamaged,
    StoreDoubted,
    StoreError,
    StoreFull,
    StoreInUse,
    StoreMissing,
    StoreReadOnly,
    StoreUnavailable,
    StoreUnreadable,
    TableExists,
    TokensDamaged,
)
from events.storage.contract.log import AppendRecords, DirectoryEntry, LogStore, Stored, TableInfo
from events.storage.contract.maintenance import ExportSignature, Healed, Maintenance, Notice
from events.storage.contract.snapshots import Snapshot, SnapshotStore

__all__ = [
    "SAID_BYTES", "AlreadyAnswered", "AlreadySaid", "Answered", "AppendRecords", "ChatStore", "CommandIdsDamaged",
    "Conflict", "CredentialStore", "DirectoryEntry", "ExportSignature", "Healed", "JoinCode", "LogStore", "Maintenance",
    "NoSuchTable", "Notice", "Request", "RoundSpan", "Said", "Snapshot", "SnapshotStore", "Store", "StoreDamaged",
    "StoreDoubted", "StoreError", "StoreFull", "StoreInUse", "StoreMissing", "StoreReadOnly", "StoreUnavailable",
    "StoreUnreadable", "Stored", "TableExists", "TableInfo", "Token", "TokensDamaged",
]  # fmt: skip


class Store(LogStore, CredentialStore, ChatStore, SnapshotStore, Maintenance, Protocol):
    """All five parts over one set of data."""
