"""A PostgreSQL store as a shard, or as one side of a copy: moving whole tables."""

from collections.abc import Mapping
from typing import Final

import msgspec

from events.round_spans import RoundSpan
from events.store import NoSuchTable, TableExists, Token
from events.store.copying import StoreWide, refuse_target
from events.store.moving import KeptMessage, KeptRequest, Overtaken, Place, WholeTable
from events.stores.postgresql import queries
from events.stores.postgresql.appending import give_tokens
from events.stores.postgresql.connection import Grown, PostgresqlConnection
from events.stores.postgresql.connections.connecting import BORROW_SECONDS
from events.stores.postgresql.connections.errors import FAILURES, explain
from events.stores.postgresql.connections.links import Link
from events.stores.postgresql.maintenance import delete_rows, put_rounds
from events.stores.postgresql.queries import escaped, unescaped

_SHARD: Final = "shard"
_PLACE: Final = "place "
"""How the names of `Place`s begin in `meta`; a table's id follows."""
_PLACES: Final = "SELECT name, value FROM meta WHERE starts_with(name, $1)"
_NOTE: Final = "INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
_NOTE_FIRST: Final = "INSERT INTO meta VALUES ($1, $2) ON CONFLICT DO NOTHING"
_COPYING: Final = "copying"
"""The name in `meta` of the source of a copy that is not complete."""
_HEAD: Final = """
    SELECT table_no, deadline, closed, bytes, archive, listing, head, signed, seq, said FROM heads WHERE id = $1
"""
_PUT_HEAD: Final = """
    INSERT INTO heads (table_no, id, seq, deadline, closed, bytes, archive, listing, head, signed, said)
    VALUES (nextval('table_numbers'), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING table_no
"""
_LINES: Final = 2_000
"""How many lines are copied at once: a statement must not take too long."""
_TAKE_LINES: Final = "SELECT line FROM log WHERE table_no = $1 AND seq > $2 AND seq <= $3 ORDER BY seq"
_PUT_LINES: Final = """
    INSERT INTO log (position, table_no, seq, line) SELECT nextval('positions'), $1, $3 + n, line
    FROM (SELECT * FROM unnest($2::bytea[]) WITH ORDINALITY AS new (line, n) ORDER BY n) AS in_order
"""
_PUT_REQUEST: Final = "INSERT INTO requests VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING"
_PUT_MESSAGE: Final = """
    INSERT INTO chat (table_no, n, at, who, erased, text, erases, key) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
"""


class PostgresqlMoving(PostgresqlConnection):
    """The `Movable` and `Copyable` parts."""

    async def shard(self) -> str | None:
        """As which shard the store is known."""
        row = await self._row(queries.FIND_META, _SHARD)
        return None if row is None else row["value"].decode()

    async def become_shard(self, name: str) -> str:
        """Note as which shard the store is known."""
        return (await self._keep_once(_SHARD, name.encode())).decode()

    async def place(self, table: str) -> Place | None:
        """What this shard knows of where a table is."""
        try:
            row = await self._row(queries.FIND_META, _PLACE + escaped(table))
        except UnicodeEncodeError:
            return None
        return None if row is None else _read(row["value"])

    async def places(self) -> Mapping[str, Place]:
        """All that this shard knows of where tables are."""
        rows = await self._rows(_PLACES, _PLACE)
        return {unescaped(row["name"].removeprefix(_PLACE)): _read(row["value"]) for row in rows}

    async def begin_move(self, table: str, move: int) -> None:
        """Note the number of a move away."""

        async def begin(connection: Link) -> None:
            if await connection.fetchrow(queries.LOCK_HEAD, escaped(table)) is None:
                raise NoSuchTable(f"there is no table {table!r} to move")
            place = await _place(connection, table)
            if place.move >= move:
                raise Overtaken(f"a later move of table {table} has begun")
            await _note(connection, table, Place(move=move, to=place.to, since=place.since))

        await self._write(begin)

    async def take_out(self, table: str) -> WholeTable:
        """All of a table as of one moment."""
        try:
            async with (
                self._pool.acquire(timeout=BORROW_SECONDS) as connection,
                connection.transaction(isolation="repeatable_read", readonly=True),
            ):
                head = await connection.fetchrow(_HEAD, escaped(table))
                if head is None:
                    raise NoSuchTable(f"there is no table {table!r} to move")
                no = head["table_no"]
                lines: list[bytes] = []
                while page := await connection.fetch(_TAKE_LINES, no, len(lines), len(lines) + _LINES):
                    lines += [row["line"] for row in page]
                rounds = await connection.fetch("SELECT * FROM rounds WHERE table_no = $1 ORDER BY round", no)
                secret = await connection.fetchrow("SELECT secret, nodes FROM secrets WHERE table_no = $1", no)
                tokens = await connection.fetch("SELECT * FROM tokens WHERE table_no = $1 ORDER BY viewer", no)
                requests = await connection.fetch(
                    "SELECT * FROM requests WHERE table_no = $1 ORDER BY seq, caller, id", no
                )
                messages = await connection.fetch("SELECT * FROM chat WHERE table_no = $1 ORDER BY n", no)
        except FAILURES as error:
            raise explain(error, self._where) from error
        return WholeTable(
            table=table,
            lines=lines,
            deadline=None if head["deadline"] is None else unescaped(head["deadline"]),
            closed=head["closed"],
            size=head["bytes"],
            archive=head["archive"],
            listing=head["listing"],
            head=head["head"],
            signed=head["signed"],
            rounds=[
                RoundSpan(round=row["round"], first=row["first"], last=row["last"], unsealed=row["unsealed"])
                for row in rounds
            ],
            secret=None if secret is None else secret["secret"],
            nodes=None if secret is None else secret["nodes"],
            tokens=[
                Token(hash=unescaped(row["hash"]), viewer=unescaped(row["viewer"]), nonce=unescaped(row["nonce"]))
                for row in tokens
            ],
            requests=[
                KeptRequest(
                    opening=row["scope"] == 0,
                    caller=unescaped(row["caller"]),
                    id=unescaped(row["id"]),
                    fingerprint=unescaped(row["fingerprint"]),
                    seq=row["seq"],
                )
                for row in requests
            ],
            messages=[
                KeptMessage(
                    n=row["n"],
                    at=unescaped(row["at"]),
                    by=unescaped(row["who"]),
                    erased=row["erased"],
                    text=row["text"],
                    erases=row["erases"],
                    key=None if row["key"] is None else unescaped(row["key"]),
                )
                for row in messages
            ],
        )

    async def put_in(self, whole: WholeTable, move: int) -> None:
        """Store a whole table, in one transaction."""

        async def put(connection: Link) -> Grown:
            former = await connection.fetchrow(queries.LOCK_HEAD, escaped(whole.table))
            place = await _place(connection, whole.table)
            if former is not None and not place.move:
                raise TableExists(f"table {whole.table} is in that shard already")
            place = await _locked_place(connection, whole.table)
            if place.move >= move:
                raise Overtaken(f"a later move of table {whole.table} has begun")
            if former is not None:
                await delete_rows(connection, former["table_no"])
            await _note(connection, whole.table, Place(move=move, to=place.to, since=place.since))
            await _put(connection, whole)
            return Grown(None, whole.size - (0 if former is None else former["bytes"]))

        await self._grow(put)

    async def discard(self, table: str, move: int) -> None:
        """Delete the copy that a move put in, in one transaction."""

        async def discard(connection: Link) -> Grown:
            head = await connection.fetchrow(queries.LOCK_HEAD, escaped(table))
            if head is None or (await _place(connection, table)).move != move:
                return Grown(None, 0)
            await delete_rows(connection, head["table_no"])
            return Grown(None, -head["bytes"])

        await self._grow(discard)

    async def hand_over(self, whole: WholeTable, move: int, to: str) -> None:
        """Delete a table that was copied, and note where it is, in one transaction."""

        async def hand_over(connection: Link) -> Grown:
            head = await connection.fetchrow(queries.LOCK_HEAD, escaped(whole.table))
            if head is None:
                raise NoSuchTable(f"there is no table {whole.table!r} to move")
            place = await _place(connection, whole.table)
            if place.move != move or (head["seq"], head["said"]) != (len(whole.lines), len(whole.messages)):
                raise Overtaken(f"table {whole.table} was used, or moved by another command, since it was copied")
            await delete_rows(connection, head["table_no"])
            await _note(connection, whole.table, Place(move=move, to=to, since=move))
            return Grown(None, -head["bytes"], whole.table)

        await self._grow(hand_over)

    async def settle(self, table: str, move: int, to: str) -> None:
        """Note where a table is since a move."""

        async def settle(connection: Link) -> None:
            if (await _locked_place(connection, table)).move <= move:
                await _note(connection, table, Place(move=move, to=to, since=move if to else 0))

        await self._write(settle)

    async def store_wide(self) -> StoreWide:
        """What the store keeps for all its tables."""
        keys = [await self._row(queries.FIND_META, name) for name in ("server_key", "signing_key")]
        server_key, signing_key = [None if row is None else row["value"] for row in keys]
        return StoreWide(
            server_key=server_key, signing_key=signing_key, shard=await self.shard(), places=await self.places()
        )

    async def copied_from(self) -> str | None:
        """The source of a copy that is not complete."""
        row = await self._row(queries.FIND_META, _COPYING)
        return None if row is None else row["value"].decode()

    async def begin_copy(self, source: str, wide: StoreWide) -> None:
        """Note the source of a copy, and take over its keys, name and places, in one transaction."""
        begun, shard, places = await self.copied_from(), await self.shard(), await self.places()

        async def begin(connection: Link) -> None:
            tables = await connection.fetchval("SELECT count(*) FROM heads")
            refuse_target(source, wide, begun=begun, tables=tables, shard=shard, places=len(places))
            await connection.execute("DELETE FROM meta WHERE name != 'schema'")
            await connection.executemany(_NOTE, list(_meta_of(source, wide).items()))

        await self._write(begin)

    async def copy_in(self, whole: WholeTable) -> None:
        """Store a whole table, in one transaction."""

        async def put(connection: Link) -> Grown:
            former = await connection.fetchrow(queries.LOCK_HEAD, escaped(whole.table))
            if former is not None:
                await delete_rows(connection, former["table_no"])
            await _put(connection, whole)
            return Grown(None, whole.size - (0 if former is None else former["bytes"]))

        await self._grow(put)

    async def end_copy(self) -> None:
        """Note that the copy is complete."""

        async def end(connection: Link) -> None:
            await connection.execute("DELETE FROM meta WHERE name IN ($1, 'epoch')", _COPYING)

        await self._write(end)


def _read(value: bytes) -> Place:
    return msgspec.json.decode(value, type=Place)


async def _place(connection: Link, table: str) -> Place:
    value = await connection.fetchval(f"{queries.FIND_META} FOR UPDATE", _PLACE + escaped(table))
    return Place() if value is None else _read(value)


async def _locked_place(connection: Link, table: str) -> Place:
    """The place, which nobody else can change now: if there is none yet, one with move 0 is written to be locked."""
    await connection.execute(_NOTE_FIRST, _PLACE + escaped(table), msgspec.json.encode(Place()))
    return await _place(connection, table)


async def _note(connection: Link, table: str, place: Place) -> None:
    await connection.execute(_NOTE, _PLACE + escaped(table), msgspec.json.encode(place))


def _meta_of(source: str, wide: StoreWide) -> dict[str, bytes]:
    """The rows of `meta` with which a copy begins."""
    given = {
        "server_key": wide.server_key,
        "signing_key": wide.signing_key,
        _SHARD: None if wide.shard is None else wide.shard.encode(),
        _COPYING: source.encode(),
    }
    places = {_PLACE + escaped(table): msgspec.json.encode(place) for table, place in wide.places.items()}
    return {name: value for name, value in given.items() if value is not None} | places


async def _put(connection: Link, whole: WholeTable) -> None:
    no: int = await connection.fetchval(
        _PUT_HEAD,
        escaped(whole.table),
        len(whole.lines),
        None if whole.deadline is None else escaped(whole.deadline),
        whole.closed,
        whole.size,
        whole.archive,
        whole.listing,
        whole.head,
        whole.signed,
        len(whole.messages),
    )
    await connection.execute("INSERT INTO claims VALUES ($1)", no)
    for after in range(0, len(whole.lines), _LINES):
        await connection.execute(_PUT_LINES, no, list(whole.lines[after : after + _LINES]), after)
    await put_rounds(connection, no, whole.rounds)
    if whole.secret is not None:
        await connection.execute("INSERT INTO secrets VALUES ($1, $2, $3)", no, whole.secret, whole.nodes)
    await give_tokens(connection, {(no, escaped(token.viewer)): token for token in whole.tokens})
    requests = [
        (0 if one.opening else no, escaped(one.caller), escaped(one.id), escaped(one.fingerprint), no, one.seq)
        for one in whole.requests
    ]
    await connection.executemany(_PUT_REQUEST, requests)
    messages = [
        (
            no,
            one.n,
            escaped(one.at),
            escaped(one.by),
            one.erased,
            one.text,
            one.erases,
            None if one.key is None else escaped(one.key),
        )
        for one in whole.messages
    ]
    await connection.executemany(_PUT_MESSAGE, messages)
