"""The part of a store for its operator: import, delete, compact, check, measure and close."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from events.store.credentials import Token


class ExportSignature(msgspec.Struct, frozen=True, kw_only=True):
    """The public key and the signature of an export, both in hex. docs/log-format.md specifies what is signed."""

    key: str
    signature: str


class Notice(msgspec.Struct, frozen=True):
    """Something that opening the store found: a stable `code`, a sentence for the operator, and the facts in it."""

    code: str
    sentence: str
    facts: Mapping[str, str | int] = {}


class Healed(msgspec.Struct, frozen=True):
    """Parts of a store that were found damaged: those that were `rebuilt`, and those that are still `damaged`."""

    rebuilt: list[str] = []
    damaged: list[str] = []


class Maintenance(Protocol):
    """Work on whole tables and on the store as a whole."""

    async def import_table(
        self, table: str, lines: Sequence[bytes], tokens: Sequence[Token], signed: ExportSignature | None = None
    ) -> None:
        """Store a whole log as an archive, durably or not at all: closed, without a secret, with its rounds.

        `signed` is the signature of its export, if any; later exports of the archive include it.

        The import also clears the log's epoch, so the next server starts another. A client may remember a version of a
        table that had this id here before, or on another server, and versions always count from 1. Since a deletion
        leaves no trace, every import is treated as if such a table had existed.

        For tools: no server may have the store open, because servers cache the epoch. Raises `TableExists`,
        `ValueError` for arguments that are invalid in any log, and what `append` raises.
        """
        ...

    async def export_signature(self, table: str) -> ExportSignature | None:
        """The signature of the export that an archive was imported from; None if there was none."""
        ...

    async def delete(self, table: str) -> None:
        """Delete a table durably: its log, everything stored beside it, and nothing else.

        Its opening idempotency key can then open another table. Positions are not reused. For tools: no server may have
        the store open, because it may have the table loaded. Raises `NoSuchTable`, and what `append` raises.
        """
        ...

    async def rebuild_rounds(self, table: str) -> None:
        """Derive the rounds of a table from its lines again. Does nothing for an unknown table.

        For a table whose stored rounds disagree with its log. Raises what `append` raises.
        """
        ...

    async def compact(self) -> None:
        """Free the space of deleted data and remove its last traces. For tools. Raises a `StoreError`."""
        ...

    def size(self) -> int:
        """The size of all tables together, in bytes, as counted by `TableInfo.bytes`. Cheap."""
        ...

    async def check(self) -> None:
        """Raise a `StoreError` if the store cannot be reached, or its files are not as the store left them."""
        ...

    def suspects_damage(self) -> bool:
        """Whether damage was found since the last `heal`. Cheap."""
        ...

    async def heal(self) -> Healed:
        """Search the whole store for damage, and rebuild what is derived from the rest. Reads continue meanwhile.

        Raises what `append` raises.
        """
        ...

    async def rebuild_head(self, table: str, deadline: str | None, closed: bool, listing: bytes | None) -> None:
        """Replace a table's records (see `AppendRecords`) where they disagree with its newest entry.

        Does nothing for an unknown table. Raises what `append` raises.
        """
        ...

    def notices(self) -> Sequence[Notice]:
        """What was found when the store was opened and its epoch was asked for, for the operator."""
        ...

    async def close(self) -> None:
        """Finish pending work and release the store."""
        ...
