"""A PostgreSQL store as the source or the target of a copy."""

from typing import Final

from events.round_spans import RoundSpan
from events.store import NoSuchTable, Token
from events.store.copying import KeptMessage, KeptRequest, StoreKeys, WholeTable, refuse_target
from events.stores.postgresql import queries
from events.stores.postgresql.appending import give_tokens
from events.stores.postgresql.connection import Grown, PostgresqlConnection
from events.stores.postgresql.connections.connecting import BORROW_SECONDS
from events.stores.postgresql.connections.errors import FAILURES, explain
from events.stores.postgresql.connections.links import Link
from events.stores.postgresql.maintenance import delete_rows, put_rounds
from events.stores.postgresql.queries import escaped, unescaped

_COPYING: Final = "copying"
"""The name in `meta` of the source of a copy that is not complete."""
_PUT_META: Final = "INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
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


class PostgresqlCopying(PostgresqlConnection):
    """What makes a store a `CopyableStore`."""

    async def store_keys(self) -> StoreKeys:
        """The servers' keys."""
        keys = [await self._row(queries.FIND_META, name) for name in ("server_key", "signing_key")]
        server_key, signing_key = [None if row is None else row["value"] for row in keys]
        return StoreKeys(server_key=server_key, signing_key=signing_key)

    async def copied_from(self) -> str | None:
        """The source of a copy that is not complete."""
        row = await self._row(queries.FIND_META, _COPYING)
        return None if row is None else row["value"].decode()

    async def begin_copy(self, source: str, keys: StoreKeys) -> None:
        """Note the source of a copy, and take over its keys, in one transaction."""
        begun = await self.copied_from()

        async def begin(connection: Link) -> None:
            tables = await connection.fetchval("SELECT count(*) FROM heads")
            refuse_target(source, begun=begun, tables=tables)
            await connection.execute("DELETE FROM meta WHERE name != 'schema'")
            await connection.executemany(_PUT_META, list(_meta_of(source, keys).items()))

        await self._write(begin)

    async def copy_out(self, table: str) -> WholeTable:
        """All of a table as of one moment."""
        try:
            async with (
                self._pool.acquire(timeout=BORROW_SECONDS) as connection,
                connection.transaction(isolation="repeatable_read", readonly=True),
            ):
                head = await connection.fetchrow(_HEAD, escaped(table))
                if head is None:
                    raise NoSuchTable(f"there is no table {table!r} to copy")
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


def _meta_of(source: str, keys: StoreKeys) -> dict[str, bytes]:
    """The rows of `meta` with which a copy begins."""
    given = {"server_key": keys.server_key, "signing_key": keys.signing_key, _COPYING: source.encode()}
    return {name: value for name, value in given.items() if value is not None}


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
