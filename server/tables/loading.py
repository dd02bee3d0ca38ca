"""Loads tables from the log, and keeps track of damaged ones."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import msgspec

from events.entry import line_hash
from events.round_spans import RoundSpan, first_wrong
from events.storage.contract import StoreDamaged, StoreError, TableInfo
from games.engine.aggregate import TableAggregate
from projections.game import AnyTable
from server.problems import LogDamaged, SecretDamaged, no_such_table
from server.services import Services
from server.tables.damage import GoodPart, checked_dealer, fold_good_part, fold_whole, good_part
from server.tables.directory import listing_of
from server.tables.live_table import Keeper, LiveTable
from server.tables.log_reader import LoadedTable, LogReader
from server.tables.npc_seats import awaits_npc

_ALL: Final = 2**63 - 1


class _First(msgspec.Struct, frozen=True):
    """The part of a table's first entry with the time when it was opened."""

    at: str


_first_decoder: Final = msgspec.json.Decoder(_First)


class TableLoader:
    """Loads tables; if a log is damaged, its good part.

    `damaged` has the tables whose log or secret was found damaged since the server started.
    """

    def __init__(self, services: Services, reader: LogReader) -> None:
        self._services = services
        self._reader = reader
        self.damaged: dict[str, LogDamaged] = {}

    async def load(self, table: str, keeper: Keeper) -> LiveTable:
        """Load a table from the newest snapshot and the entries after it.

        Raises a `Problem` (404), `LogDamaged` if not even the first entry is good, `StoreError`.
        """
        info = await self._services.store.table(table)
        if info is None:
            raise no_such_table()
        loaded, damage = await self._fold(info)
        first, opening = await self._first(table)
        dealer, flaw = await checked_dealer(self._services.store, info, loaded.table)
        if damage is None:
            self._judge_secret(table, flaw)
            damage = flaw
            await self._check_head(info, loaded.table, first.at)
            if not loaded.since:
                await self._check_rounds(info, loaded.spans)
        return LiveTable(
            keeper,
            TableAggregate(self._services.catalogue, loaded.table, dealer, loaded.head, opening),
            opened_at=first.at,
            listed=info.listed,
            snapshot_seq=loaded.since,
            npc_action_counts=loaded.npc_action_counts,
            archive=info.archive,
            damage=damage,
            size=info.bytes,
        )

    def _judge_secret(self, table: str, flaw: SecretDamaged | None) -> None:
        if flaw is not None:
            self._note(flaw)
        elif isinstance(self.damaged.get(table), SecretDamaged):
            # The secret was put back.
            del self.damaged[table]

    async def _check_rounds(self, info: TableInfo, spans: Mapping[int, RoundSpan]) -> None:
        """Compare the store's index of rounds with the log, and have it rebuilt if it is wrong.

        If it cannot be written now, it stays wrong until the table is loaded again.
        """
        store = self._services.store
        with suppress(StoreDamaged):
            wrong = first_wrong(await store.rounds(info.table, 0, _ALL), spans, info.seq)
            if wrong is not None:
                self._services.log.error("round_index_damaged", round=wrong)
                with suppress(StoreError):
                    await store.rebuild_rounds(info.table)

    async def _check_head(self, info: TableInfo, table: AnyTable, opened_at: str) -> None:
        """Compare the store's records of the table with its log, and have them replaced if they are wrong."""
        listed = info.listed if table.listed is None else table.listed
        deadline = table.at if awaits_npc(table) else table.deadline
        if not info.archive and (info.deadline, info.closed, info.listed) != (deadline, table.closed, listed):
            self._services.log.error("head_damaged")
            listing = listing_of(table, opened_at) if listed else None
            with suppress(StoreError):
                await self._services.store.rebuild_head(info.table, deadline, table.closed, listing)

    async def _fold(self, info: TableInfo) -> tuple[LoadedTable, LogDamaged | None]:
        if isinstance(self.damaged.get(info.table), SecretDamaged | None):
            try:
                return await fold_whole(self._reader, info), None
            except LogDamaged as found:
                self._note(found)
        loaded, damage = await fold_good_part(self._reader, info)
        if damage is None:
            # The log can be read again.
            del self.damaged[info.table]
        else:
            self.damaged[info.table] = damage
            if loaded.seq == 0:
                raise damage.again()
        return loaded, damage

    async def _first(self, table: str) -> tuple[_First, str]:
        """The table's first entry, and the hash of its line."""
        lines = await self._services.store.read(table, 0, 1)
        if not lines:
            raise LogDamaged(table, 1, "it is missing")
        try:
            return _first_decoder.decode(lines[0].line), line_hash(lines[0].line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise LogDamaged(table, 1, "it does not open a table") from None

    async def good_part(self, info: TableInfo) -> tuple[GoodPart, bool]:
        """How much of a table's log is good, and whether new damage was found. Raises `StoreError`."""
        good = await good_part(self._reader, info)
        if good.damage is None:
            await self._check_rounds(info, good.spans)
        new = good.damage is not None and info.table not in self.damaged
        if good.damage is not None:
            self._note(good.damage)
        return good, new

    def _note(self, damage: LogDamaged) -> None:
        if damage.table not in self.damaged:
            facts = {"reason": damage.reason} if isinstance(damage, SecretDamaged) else {"seq": damage.seq}
            self._services.log.error(damage.code, **facts)
        self.damaged[damage.table] = damage
