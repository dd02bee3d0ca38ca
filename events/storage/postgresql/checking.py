"""Checks the side records of a PostgreSQL store. PostgreSQL's own tools check its pages and indexes."""

from collections.abc import AsyncIterator
from typing import Final

from events.storage.consistency import (
    HashOfToken,
    Inconsistency,
    RequestRow,
    StoreSideRecords,
    wrong_heads,
    wrong_keys,
    wrong_request,
    wrong_strays,
    wrong_tokens,
)
from events.storage.contract import SAID_BYTES
from events.storage.postgresql.connection import PAGE, PostgresqlConnection
from events.storage.postgresql.connections.asyncpg_types import Record
from events.storage.postgresql.queries import unescaped

_SECONDS: Final = 3600.0
"""How long a query may take that looks at all rows."""
_PARTS: Final = ("log", "secrets", "tokens", "requests", "snapshots", "analyses", "rounds", "chat", "claims")

_META: Final = "SELECT name, value FROM meta"
_OF_NO_TABLE: Final = (
    "SELECT count(*) FROM {part} AS part WHERE NOT EXISTS (SELECT 1 FROM heads WHERE table_no = part.table_no)"
)
_UNCLAIMED: Final = "SELECT id FROM heads WHERE NOT EXISTS (SELECT 1 FROM claims WHERE table_no = heads.table_no)"
_HEADS: Final = """
    SELECT id, heads.bytes, head, said,
        (SELECT coalesce(sum(octet_length(line)), 0) FROM log WHERE log.table_no = heads.table_no)
        + coalesce(spoken.bytes, 0) AS size, coalesce(spoken.last, 0) AS last, coalesce(shortened, false) AS shortened
    FROM heads, LATERAL (
        SELECT sum($1 + coalesce(octet_length(text), octet_length(erases))) AS bytes, max(n) AS last,
            bool_or(erased AND octet_length(text) = 0) AS shortened
        FROM chat WHERE chat.table_no = heads.table_no
    ) AS spoken ORDER BY heads.table_no
"""
_TOKENS: Final = (
    "SELECT heads.id, viewer, hash, nonce FROM tokens JOIN heads USING (table_no) ORDER BY table_no, viewer"
)
_REQUESTS: Final = """
    SELECT heads.id AS table, heads.table_no, heads.seq AS newest, scope, caller, requests.id, requests.seq,
        fingerprint, (SELECT line FROM log WHERE log.table_no = requests.table_no AND log.seq = requests.seq) AS line
    FROM requests JOIN heads USING (table_no)
    WHERE (scope, caller, requests.id) > ($1, $2, $3) ORDER BY scope, caller, requests.id LIMIT $4
"""
_SEQS: Final = "SELECT id, seq FROM heads"
_LISTINGS: Final = "SELECT id, listing FROM heads WHERE listing IS NOT NULL"


class PostgresqlChecking(PostgresqlConnection):
    """What `tavern check` asks of a PostgreSQL store. Servers may write meanwhile: each query sees one moment."""

    async def inconsistencies(self, hash_of_token: HashOfToken) -> AsyncIterator[Inconsistency]:
        """What cannot be right of heads, keys, tokens, command ids, and of rows that are of no table."""
        key, wrong = wrong_keys({row["name"]: row["value"] for row in await self._all(_META)})
        for inconsistency in wrong:
            yield inconsistency
        for part in _PARTS:
            ((count,),) = await self._all(_OF_NO_TABLE.format(part=part))
            for inconsistency in wrong_strays(part, count):
                yield inconsistency
        for row in await self._all(_UNCLAIMED):
            detail = "it has no row, so that no server plays its clock and its NPCs"
            yield Inconsistency("claims", detail, unescaped(row["id"]))
        for inconsistency in await self._wrong_heads():
            yield inconsistency
        if key is not None:
            tokens = [
                (unescaped(a), unescaped(b), unescaped(c), unescaped(d)) for a, b, c, d in await self._all(_TOKENS)
            ]
            for inconsistency in wrong_tokens(tokens, key, hash_of_token):
                yield inconsistency
        async for row in self._requests():
            for inconsistency in wrong_request(_request(row)):
                yield inconsistency

    async def side_records(self) -> StoreSideRecords:
        """The side records of all tables. They are compared where a table's `seq` is the same afterwards."""
        seqs = {unescaped(table): seq for table, seq in await self._all(_SEQS)}
        listings = {unescaped(table): listing for table, listing in await self._all(_LISTINGS)}
        viewers: dict[str, set[str]] = {}
        for row in await self._all(_TOKENS):
            viewers.setdefault(unescaped(row["id"]), set()).add(unescaped(row["viewer"]))
        return StoreSideRecords(seqs, listings, viewers)

    async def _wrong_heads(self) -> list[Inconsistency]:
        rows = await self._all(_HEADS, SAID_BYTES)
        wrong = list(
            wrong_heads(
                (unescaped(row["id"]), row["bytes"], row["size"], row["head"], row["shortened"]) for row in rows
            )
        )
        for row in rows:
            if row["said"] != row["last"]:
                detail = f"it says that the newest message has number {row['said']}, and it has {row['last']}"
                wrong.append(Inconsistency("heads", detail, unescaped(row["id"])))
        return wrong

    async def _requests(self) -> AsyncIterator[Record]:
        reached: tuple[int, str, str] = (-1, "", "")
        while page := await self._all(_REQUESTS, *reached, PAGE):
            for row in page:
                yield row
            reached = page[-1]["scope"], page[-1]["caller"], page[-1]["id"]

    async def _all(self, query: str, *parameters: object) -> list[Record]:
        async def fetch(query: str, *parameters: object) -> list[Record]:
            async with self._borrowed() as connection:
                return await connection.fetch(query, *parameters, timeout=_SECONDS)

        return await self._read(fetch, query, *parameters)


def _request(row: Record) -> RequestRow:
    return RequestRow(
        table=unescaped(row["table"]),
        newest=row["newest"],
        opens=not row["scope"],
        elsewhere=row["scope"] not in (0, row["table_no"]),
        seq=row["seq"],
        id=unescaped(row["id"]),
        fingerprint=unescaped(row["fingerprint"]),
        line=row["line"],
    )
