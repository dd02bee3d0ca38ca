"""A log that is not as it was written: how that is found out, and how much of it is good.

Whatever stands before the damage is shown like any other log; the table is closed to play.
"""

import msgspec

from events.audience import GM, HOUSE, Viewer
from events.entry import GENESIS
from events.store import Store, TableInfo
from projections.views import DamageView
from replays.export import Damage, Header
from replays.signing import Signer
from server.problems import LinkBroken, LogDamaged
from server.tables.log_reader import LoadedTable, LogReader

_TO_OTHERS = "The log is damaged: what follows is lost to sight. The GM and the operator can see where."


class GoodPart(msgspec.Struct, frozen=True):
    """Up to which entry a log is good, what that entry's line hashes to, and what ends it there (None: it is whole)."""

    seq: int
    head: str
    damage: LogDamaged | None


async def good_part(reader: LogReader, info: TableInfo) -> GoodPart:
    """Check every line of a log, from the first to the one that the store calls its newest.

    Where two lines do not fit together, the later one is the changed one, unless what comes after it vouches for it.
    """
    seq, head, before = 0, GENESIS, GENESIS
    try:
        async for checked in reader.entries(info.table, 0, GENESIS, info.seq):
            if checked.entry.seq == info.seq:
                require_head(info, checked.hash)
            seq, head, before = checked.entry.seq, checked.hash, head
    except LinkBroken as damage:
        if seq and await reader.vouched(info, damage.seq):
            return GoodPart(seq - 1, before, LogDamaged(info.table, seq, "its line is not as the next entry has it"))
        return GoodPart(seq, head, damage)
    except LogDamaged as damage:
        return GoodPart(seq, head, damage)
    return GoodPart(seq, head, None)


def require_head(info: TableInfo, head: str) -> None:
    """Raise `LogDamaged` where the newest line is not the one that was appended: no later one tells of it."""
    if info.head is not None and head != info.head:
        raise LogDamaged(info.table, info.seq, "its line is not as it was appended")


async def fold_whole(reader: LogReader, info: TableInfo) -> LoadedTable:
    """The table folded to its newest entry. Raises `LogDamaged`."""
    fold = await reader.start(info.table, HOUSE, info.seq)
    await reader.advance(fold, info.seq)
    require_head(info, fold.head)
    return fold


async def fold_good_part(reader: LogReader, info: TableInfo) -> tuple[LoadedTable, LogDamaged | None]:
    """The table folded from its first entry to the last that is good, and what ends it there."""
    fold = reader.blank(info.table, HOUSE)
    good = await good_part(reader, info)
    try:
        await reader.advance(fold, good.seq)
    except LogDamaged as damage:
        # Entry by entry the chain holds, and yet they do not fit together: the fold has stopped half-way in one.
        fold = reader.blank(info.table, HOUSE)
        await reader.advance(fold, damage.seq - 1)
        return fold, damage
    return fold, good.damage


def damage_told(damage: LogDamaged, viewer: Viewer) -> DamageView:
    """What a viewer is told of it: where and why to the GM alone, since seq counts what is hidden from others."""
    if viewer == GM:
        return DamageView(detail=f"The log is damaged at entry {damage.seq}: {damage.reason}.", seq=damage.seq)
    return DamageView(detail=_TO_OTHERS)


async def header_of(store: Store, info: TableInfo, good: GoodPart, signer: Signer | None) -> Header:
    """The header of an export of a table's good part, signed by whom it was played: an archive's by another server.

    Unsigned where there is no `signer`, and where an archive came without a signature or lost its end.
    """
    header = Header(table=info.table, entries=good.seq, head=good.head)
    if good.damage is not None:
        header = msgspec.structs.replace(header, damage=Damage(seq=good.damage.seq, reason=good.damage.reason))
    if not info.archive:
        return header if signer is None else signer.sign(header)
    signed = await store.export_signature(info.table) if good.damage is None else None
    if signed is None:
        return header
    return msgspec.structs.replace(header, key=signed.key, signature=signed.signature)
