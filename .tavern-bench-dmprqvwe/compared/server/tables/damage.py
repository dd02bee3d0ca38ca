"""Damage: how much of a table's log is good, whether its secret is, and what its viewers and its export show.

The part before the damage is served like any other log; the table is closed to play.
"""

import msgspec

from events.audience import GM, HOUSE, Viewer
from events.dice import SECRET_BYTES
from events.round_spans import RoundSpan, mark_spans
from events.store import CredentialStore, Maintenance, NoSuchTable, StoreDamaged, TableInfo
from games.dealer import SecretDealer, WrongSecret
from projections.game import AnyTable
from projections.views import DamageView
from replays.export import Damage, Header
from replays.integrity import IntegrityCheck, LogClaim
from replays.signing import Signer
from server.problems import LogDamaged, SecretDamaged
from server.tables.log_reader import LoadedTable, LogReader

_TO_OTHERS = "The log is damaged: what follows cannot be shown. The GM and the operator can see where."


class GoodPart(msgspec.Struct, frozen=True):
    """The last good entry of a log (0: none), the hash of its line, and the damage after it (None: all is good).

    `spans` are the rounds found in the lines.
    """

    seq: int
    head: str
    damage: LogDamaged | None
    spans: dict[int, RoundSpan] = {}


async def good_part(reader: LogReader, info: TableInfo) -> GoodPart:
    """Check every line of a log, from the first to the store's newest."""
    check = IntegrityCheck(reader.codec, info.table)
    spans: dict[int, RoundSpan] = {}
    lost = None
    seq = 0
    try:
        async for lines in reader.windows(info.table, 0, info.seq):
            for stored in lines:
                seq += 1
                if stored.seq != seq:
                    raise LogDamaged(info.table, seq, "it is missing")
                check.take(stored.line)
                mark_spans(spans, seq, stored.line)
            if check.damage is not None:
                break
    except LogDamaged as missing:
        lost = missing.reason
    check.finish(LogClaim("the store", info.seq, info.head), lost=lost)
    damage = check.damage
    found = None if damage is None else LogDamaged(info.table, damage.seq, damage.reason)
    return GoodPart(check.seq, check.head, found, spans)


def require_head(info: TableInfo, head: str) -> None:
    """Raise `LogDamaged` if the newest line has changed since it was appended: no later line confirms it."""
    if info.head is not None and head != info.head:
        raise LogDamaged(info.table, info.seq, "its line does not have the hash that the store gives for it")


async def fold_whole(reader: LogReader, info: TableInfo) -> LoadedTable:
    """The table folded up to its newest entry. Raises `LogDamaged`."""
    fold = await reader.start(info.table, HOUSE, info.seq)
    await reader.advance(fold, info.seq)
    require_head(info, fold.head)
    return fold


async def fold_good_part(reader: LogReader, info: TableInfo) -> tuple[LoadedTable, LogDamaged | None]:
    """The table folded from its first entry to the last good one, and the damage after it."""
    fold = reader.blank(info.table, HOUSE)
    good = await good_part(reader, info)
    try:
        await reader.advance(fold, good.seq)
    except LogDamaged as damage:
        # The chain is intact, but the events do not fit together, and the fold stopped in the middle of an entry.
        fold = reader.blank(info.table, HOUSE)
        await reader.advance(fold, damage.seq - 1)
        return fold, damage
    return fold, good.damage


async def checked_dealer(
    store: CredentialStore, info: TableInfo, table: AnyTable
) -> tuple[SecretDealer, SecretDamaged | None]:
    """A table's dealer, and what is wrong with its secret, if anything; then nothing may be dealt.

    An archive has no secret and needs none, because nothing more is played there.
    """
    nobody = SecretDealer(bytes(SECRET_BYTES))
    if info.archive:
        return nobody, None
    try:
        dealer = SecretDealer(await store.secret(info.table))
        dealer.require_roots(table.roots, table.round, await store.nodes(info.table))
    except StoreDamaged:
        return nobody, SecretDamaged(info.table, info.seq, "the store cannot read it")
    except NoSuchTable:
        return nobody, SecretDamaged(info.table, info.seq, "the store does not have it")
    except WrongSecret as wrong:
        return nobody, SecretDamaged(info.table, info.seq, wrong.reason)
    return dealer, None


def damage_view(damage: LogDamaged, viewer: Viewer) -> DamageView:
    """The damage in a viewer's view. Only the GM learns where, because seq counts entries that others may not see."""
    if isinstance(damage, SecretDamaged):
        return DamageView(detail=f"The table's secret is damaged, so nothing more is played here: {damage.reason}.")
    if viewer == GM:
        return DamageView(detail=f"The log is damaged at entry {damage.seq}: {damage.reason}.", seq=damage.seq)
    return DamageView(detail=_TO_OTHERS)


async def header_of(store: Maintenance, info: TableInfo, good: GoodPart, signer: Signer | None) -> Header:
    """The header of an export of a table's good part.

    A table that was played here is signed by `signer`, if any. An archive keeps the signature of the server on which it
    was played, if its export had one and the log is whole.
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
