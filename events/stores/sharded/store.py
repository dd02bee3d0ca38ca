"""A store that consists of several: each call goes to the shard that has the table."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

from events.round_spans import RoundSpan
from events.store import (
    Answered,
    AppendRecords,
    Conflict,
    DirectoryEntry,
    ExportSignature,
    Healed,
    NoSuchTable,
    Notice,
    Said,
    Snapshot,
    Stored,
    StoreError,
    TableInfo,
    Token,
)
from events.stores.sharded.routing import Routing
from events.stores.sharded.shard import Shard, ShardStore

T = TypeVar("T")

_MOST = 64
"""Positions of shard n are n, n + 64, n + 128, …"""


def _is_none(answer: object) -> bool:
    return answer is None


def _is_empty(answer: Sequence[object]) -> bool:
    return not answer


class ShardedStore:
    """A `Store` and a `Placement`: a table's id leads to its shard.

    An unreachable shard affects only its own tables: calls that concern them raise `StoreUnavailable`, and the
    directory leaves them out. Positions order the lines of one shard, so readers follow all lines shard by shard.

    `visiting`: the store is only read, and its list of tables leaves out those of shards that could not be opened.
    """

    def __init__(self, routing: Routing, *, visiting: bool = False) -> None:
        self.routing = routing
        self._visiting = visiting

    # Where tables are

    def placed(self, fresh: str, key: str | None) -> str:
        """The id of a new table, which names its shard. Raises `StoreUnavailable`."""
        # Every server sends a key to the same shard, whichever shards it can reach.
        shard = self.routing.chosen(fresh if key is None else key, reachable=key is None)
        return self.routing.id_in(shard, fresh)

    def epoch_of(self, table: str) -> str:
        """The epoch of the shard that has the table."""
        return self.routing.now(table).epoch

    def unreachable(self) -> Mapping[str, str]:
        """The shards that could not be reached at the last check, each with the reason."""
        return {shard.name: str(shard.trouble) for shard in self.routing.shards if shard.trouble is not None}

    # The log

    async def append(self, table: str, seq: int, line: bytes, records: AppendRecords) -> int:
        """Append an entry in the table's shard. If the table has moved, the caller's copy is stale: `Conflict`."""
        shard = self.routing.now(table)
        try:
            return await shard.store.append(table, seq, line, records) * _MOST + shard.number
        except Conflict as conflict:
            if conflict.current_seq == 0:
                await self.routing.find(table)
            raise

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        """The table's lines with `after` < seq <= `upto`."""

        async def read(store: ShardStore) -> list[Stored]:
            shard = self.routing.now(table)
            found = await store.read(table, after, upto)
            return [Stored(one.position * _MOST + shard.number, one.table, one.seq, one.line) for one in found]

        def cut_short(found: Sequence[Stored]) -> bool:
            # The table may have moved while it was read.
            return upto is None or len(found) < upto - max(after, 0)

        return await self.routing.ask(table, read, cut_short)

    async def read_all(self, after: int = 0) -> AsyncIterator[Stored]:
        """The lines of all shards in order of position, each shard's own after `after`."""
        streams = [self._all_of(shard, after) for shard in self.routing.shards]
        heads = [await anext(stream, None) for stream in streams]
        while (waiting := [(head.position, n) for n, head in enumerate(heads) if head is not None]) != []:
            n = min(waiting)[1]
            head = heads[n]
            if head is not None:
                yield head
            heads[n] = await anext(streams[n], None)

    async def _all_of(self, shard: Shard, after: int) -> AsyncIterator[Stored]:
        async for one in shard.store.read_all(max(0, (after - shard.number) // _MOST)):
            yield Stored(one.position * _MOST + shard.number, one.table, one.seq, one.line)

    async def tables(self) -> Sequence[TableInfo]:
        """All tables, one shard after the other. Raises `StoreError` if one of them cannot be asked."""
        asked = self._to_list()
        listed = await asyncio.gather(*(self._asked(shard, lambda store: store.tables()) for shard in asked))
        await self.routing.learn()
        return [
            info
            for shard, infos in zip(asked, listed, strict=True)
            for info in infos
            if self.routing.now(info.table) is shard
        ]

    async def copies(self) -> Sequence[tuple[str, str, str]]:
        """The copies that moves left behind: the shard with the copy, the table, and the shard that has the table."""
        await self.routing.learn()
        return [
            (shard.name, info.table, there.name)
            for shard in self._to_list()
            for info in await shard.store.tables()
            if (there := self.routing.now(info.table)) is not shard and there.is_open
        ]

    def _to_list(self) -> Sequence[Shard]:
        """The shards whose tables are listed."""
        return [shard for shard in self.routing.shards if shard.is_open or not self._visiting]

    async def _asked(self, shard: Shard, ask: Callable[[ShardStore], Awaitable[T]]) -> T:
        return await ask(shard.store)

    async def table(self, table: str) -> TableInfo | None:
        """One table, None if it is unknown."""
        return await self.routing.ask(table, lambda store: store.table(table), _is_none)

    async def rounds(self, table: str, after: int, limit: int) -> Sequence[RoundSpan]:
        """The rounds with numbers above `after`."""
        return await self.routing.ask(table, lambda store: store.rounds(table, after, limit), _is_empty)

    async def round(self, table: str, number: int) -> RoundSpan | None:
        """The round with that number."""
        return await self.routing.ask(table, lambda store: store.round(table, number), _is_none)

    async def directory(self, after: str | None, limit: int) -> Sequence[DirectoryEntry]:
        """The open tables that are listed, one shard after the other, without those that cannot be reached."""
        await self.routing.learn()
        begin = self.routing.first if after is None else self.routing.now(after)
        found: list[DirectoryEntry] = []
        for shard in self.routing.shards[begin.number :]:
            start = after if shard is begin else None
            more = True
            while more and len(found) < limit:
                most = limit - len(found)
                try:
                    entries = await shard.store.directory(start, most)
                except StoreError:
                    if len(self.routing.shards) == 1:
                        raise
                    break
                # Copies that a move left behind are skipped.
                found += [entry for entry in entries if self.routing.now(entry.table) is shard]
                more = len(entries) == most
                start = entries[-1].table if entries else None
        return found

    async def epoch(self, fresh: str) -> str:
        """The epoch of the first shard. Notes those of the others, now or when they can be reached."""
        for shard in self.routing.shards:

            async def note(store: ShardStore, shard: Shard = shard) -> None:
                shard.epoch = await store.epoch(_of_shard(fresh, shard))

            shard.on_open.append(note)
            if shard.is_open:
                await note(shard.store)
        return self.routing.first.epoch

    # Credentials

    async def secret(self, table: str) -> bytes:
        """The table's secret."""
        return await self.routing.ask(table, lambda store: store.secret(table))

    async def nodes(self, table: str) -> bytes | None:
        """The nodes that came with the table's secret, if any."""
        return await self.routing.ask(table, lambda store: store.nodes(table), _is_none)

    async def token(self, table: str, token_hash: str) -> Token | None:
        """The table's token with this hash, if any."""
        return await self.routing.ask(table, lambda store: store.token(table, token_hash), _is_none)

    async def token_of(self, table: str, viewer: str) -> Token | None:
        """The viewer's current token, if any."""
        return await self.routing.ask(table, lambda store: store.token_of(table, viewer), _is_none)

    async def answered(self, scope: str, caller: str, request_id: str) -> Answered | None:
        """The entry that answered a key; one that opened a table is looked up in all shards.

        Raises `StoreUnavailable` if the key is not found, and may have been used in a shard that cannot be reached.
        """
        if scope:
            # The server asked for the newest numbers before this, and appends afterwards: it notices a move then.
            return await self.routing.now(scope).store.answered(scope, caller, request_id)
        looks = [
            self._asked(shard, lambda store: store.answered(scope, caller, request_id)) for shard in self.routing.shards
        ]
        failed: BaseException | None = None
        for answer in await asyncio.gather(*looks, return_exceptions=True):
            if isinstance(answer, Answered):
                return answer
            failed = failed or answer
        if failed is not None:
            raise failed
        return None

    async def server_key(self, fresh: bytes) -> bytes:
        """The servers' key, in the first shard."""
        return await self.routing.first.store.server_key(fresh)

    async def signing_key(self, fresh: bytes) -> bytes:
        """The seed of the signing key, in the first shard."""
        return await self.routing.first.store.signing_key(fresh)

    # The chat

    async def say(self, table: str, by: str, at: str, text: str, key: str | None = None) -> int:
        """Store a message."""
        return await self.routing.ask(table, lambda store: store.say(table, by, at, text, key))

    async def said(self, table: str, by: str, key: str) -> int | None:
        """The number of the message with this key."""
        return await self.routing.ask(table, lambda store: store.said(table, by, key), _is_none)

    async def erase_chat(self, table: str, by: str, at: str, numbers: Sequence[int] | None) -> int | None:
        """Erase texts."""
        return await self.routing.ask(table, lambda store: store.erase_chat(table, by, at, numbers))

    async def chat(self, table: str, after: int, limit: int) -> Sequence[Said]:
        """Messages and erasures with numbers above `after`."""
        return await self.routing.ask(table, lambda store: store.chat(table, after, limit), _is_empty)

    async def chat_last(self, table: str) -> int:
        """The newest number in a table's chat."""
        return await self.routing.ask(table, lambda store: store.chat_last(table), lambda last: last == 0)

    # Snapshots

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Store a snapshot; does nothing if the table has moved."""
        await self.routing.now(table).store.save_snapshot(table, snapshot)

    async def snapshot(self, table: str, upto: int | None = None) -> Snapshot | None:
        """The newest snapshot with seq <= `upto`."""
        return await self.routing.now(table).store.snapshot(table, upto)

    # Maintenance

    async def import_table(
        self, table: str, lines: Sequence[bytes], tokens: Sequence[Token], signed: ExportSignature | None = None
    ) -> None:
        """Store a whole log as an archive, in the shard that its id names, which begins another epoch."""
        shard = await self.routing.find(table)
        await shard.store.import_table(table, lines, tokens, signed)

    async def export_signature(self, table: str) -> ExportSignature | None:
        """The signature of the export that an archive was imported from."""
        return await self.routing.ask(table, lambda store: store.export_signature(table), _is_none)

    async def delete(self, table: str) -> None:
        """Delete a table, the copies that interrupted moves left, and the notes where it went."""
        await self.routing.ask(table, lambda store: store.delete(table))
        for shard in self.routing.shards:
            if shard.is_open and (place := await shard.store.place(table)) is not None:
                with suppress(NoSuchTable):
                    await shard.store.delete(table)
                await shard.store.settle(table, place.move, "")
        await self.routing.find(table)

    async def rebuild_rounds(self, table: str) -> None:
        """Derive the rounds of a table from its lines again."""
        await (await self.routing.find(table)).store.rebuild_rounds(table)

    async def rebuild_head(self, table: str, deadline: str | None, closed: bool, listing: bytes | None) -> None:
        """Replace a table's records."""
        await (await self.routing.find(table)).store.rebuild_head(table, deadline, closed, listing)

    async def compact(self) -> None:
        """Compact each shard."""
        for shard in self.routing.shards:
            await shard.store.compact()

    def size(self) -> int:
        """The size of all tables in the shards that were reached at least once."""
        return sum(shard.store.size() for shard in self.routing.shards if shard.is_open)

    async def check(self) -> None:
        """Check each shard. Raises a `StoreError` if none is usable; otherwise see `unreachable`."""
        await asyncio.gather(*(shard.check() for shard in self.routing.shards))
        troubles = [shard.trouble for shard in self.routing.shards]
        if (first := troubles[0]) is not None and None not in troubles:
            trouble = type(first)(*first.args)
            trouble.kept = first.kept
            raise trouble

    def suspects_damage(self) -> bool:
        """Whether damage was found in a shard."""
        return any(shard.store.suspects_damage() for shard in self.routing.shards if shard.is_open)

    async def heal(self) -> Healed:
        """Rebuild what can be rebuilt in the shards that suspect damage; the parts are named with their shards."""
        rebuilt: list[str] = []
        damaged: list[str] = []
        for shard in self.routing.shards:
            if shard.is_open and shard.store.suspects_damage():
                healed = await shard.store.heal()
                rebuilt += [f"{shard.name}/{part}" for part in healed.rebuilt]
                damaged += [f"{shard.name}/{part}" for part in healed.damaged]
        return Healed(rebuilt=rebuilt, damaged=damaged)

    def notices(self) -> Sequence[Notice]:
        """What was found when each shard was opened, for the operator."""
        notices = [
            Notice(notice.code, f"Shard {shard.name}: {notice.sentence}", notice.facts)
            for shard in self.routing.shards
            if shard.is_open
            for notice in shard.store.notices()
        ]
        return notices + [
            Notice("shard_unreachable", f"Shard {name}: {sentence}") for name, sentence in self.unreachable().items()
        ]

    async def close(self) -> None:
        """Close all shards."""
        await asyncio.gather(*(shard.close() for shard in self.routing.shards))


def _of_shard(fresh: str, shard: Shard) -> str:
    """A fresh epoch for a shard: each shard's differs, so that a reader notices when a table moves."""
    if shard.number == 0:
        return fresh
    return hashlib.blake2b(f"{fresh} {shard.name}".encode(), digest_size=8).hexdigest()
