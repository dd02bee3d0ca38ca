"""Loading tables from the log, and keeping account of the damaged ones."""

from typing import Final

import msgspec

from events.dice import SECRET_BYTES
from events.store import TableInfo
from games.aggregate import TableAggregate
from games.dealer import SecretDealer
from server.problems import LogDamaged, no_such_table
from server.services import Services
from server.tables.damage import GoodPart, fold_good_part, fold_whole, good_part
from server.tables.live_table import Keeper, LiveTable
from server.tables.log_reader import LoadedTable, LogReader


class _First(msgspec.Struct, frozen=True):
    """The part of a table's first entry that says when it was opened."""

    at: str


_first_decoder: Final = msgspec.json.Decoder(_First)


class TableLoader:
    """Loads tables; of one with a damaged log, the part that is good.

    `damaged` has the tables that were found to have a damaged log since the server started.
    """

    def __init__(self, services: Services, reader: LogReader) -> None:
        self._services = services
        self._reader = reader
        self.damaged: dict[str, LogDamaged] = {}

    async def load(self, table: str, keeper: Keeper) -> LiveTable:
        """Load a table from the newest snapshot and the entries after it.

        Raises a `Problem` (404), `LogDamaged` where not even the first entry is good, `StoreError`.
        """
        info = await self._services.store.table(table)
        if info is None:
            raise no_such_table()
        loaded, damage = await self._fold(info)
        first = await self._first(table)
        # An archive has no secret, and needs none: nothing more is played there.
        dealer = SecretDealer(bytes(SECRET_BYTES) if info.archive else await self._services.store.secret(table))
        return LiveTable(
            keeper,
            TableAggregate(self._services.catalogue, loaded.table, dealer, loaded.head),
            opened_at=first.at,
            listed=info.listed,
            snapshot_seq=loaded.since,
            npc_action_counts=loaded.npc_action_counts,
            archive=info.archive,
            damage=damage,
            size=info.bytes,
        )

    async def _fold(self, info: TableInfo) -> tuple[LoadedTable, LogDamaged | None]:
        if info.table not in self.damaged:
            try:
                return await fold_whole(self._reader, info), None
            except LogDamaged as found:
                self._note(found)
        loaded, damage = await fold_good_part(self._reader, info)
        if damage is None:
            # What could not be read before can be read now.
            del self.damaged[info.table]
        else:
            self.damaged[info.table] = damage
            if loaded.seq == 0:
                raise damage.again()
        return loaded, damage

    async def _first(self, table: str) -> _First:
        lines = await self._services.store.read(table, 0, 1)
        if not lines:
            raise LogDamaged(table, 1, "it is missing")
        try:
            return _first_decoder.decode(lines[0].line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise LogDamaged(table, 1, "it does not open a table") from None

    async def good_part(self, info: TableInfo) -> tuple[GoodPart, bool]:
        """How much of a table's log is good, and whether damage was found that was unknown. Raises `StoreError`."""
        good = await good_part(self._reader, info)
        new = good.damage is not None and info.table not in self.damaged
        if good.damage is not None and new:
            self._note(good.damage)
        return good, new

    def _note(self, damage: LogDamaged) -> None:
        if damage.table not in self.damaged:
            self._services.log.error("log_damaged", seq=damage.seq)
        self.damaged[damage.table] = damage
