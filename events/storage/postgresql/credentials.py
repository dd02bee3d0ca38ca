"""Secrets, tokens, join codes, keys and idempotency keys in a PostgreSQL store; `append_all` writes them."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from events.storage import join_codes
from events.storage.contract import Answered, JoinCode, NoSuchTable, Token
from events.storage.contract.arguments import require_valid_texts
from events.storage.postgresql import queries
from events.storage.postgresql.batched_lookups import BatchedLookups
from events.storage.postgresql.connection import PostgresqlConnection
from events.storage.postgresql.connections.asyncpg_types import Connection, Record
from events.storage.postgresql.queries import escaped, unescaped

_Key = tuple[str, str, str]
"""A scope, a caller and an id, escaped."""


class PostgresqlCredentials(PostgresqlConnection):
    """The `CredentialStore` part."""

    async def secret(self, table: str) -> bytes:
        """The table's secret. Raises `NoSuchTable`."""
        row = await self._row_of(queries.SECRET, table)
        if row is None:
            raise NoSuchTable(f"the store has no secret for table {table!r}")
        return bytes(row["secret"])

    async def nodes(self, table: str) -> bytes | None:
        """The nodes that came with the table's secret, if any."""
        row = await self._row_of(queries.SECRET, table)
        return None if row is None else row["nodes"]

    async def token(self, table: str, token_hash: str) -> Token | None:
        """The table's token with this hash, if any."""
        return _token(await self._row_of(queries.TOKENS_BY_HASH, table, token_hash))

    async def token_of(self, table: str, viewer: str) -> Token | None:
        """The viewer's current token, if any."""
        return _token(await self._row_of(queries.TOKENS_BY_VIEWER, table, viewer))

    async def keep_join_code(self, code: JoinCode, now: str) -> bool:
        """Store a join code with the next group, unless another table has one with its hash."""
        require_valid_texts(code.hash, code.table, code.invite, code.nonce, code.expires)

        async def keep(connection: Connection) -> bool:
            # Servers that make codes at once take turns.
            await connection.execute("LOCK TABLE meta IN SHARE ROW EXCLUSIVE MODE")
            rows = await connection.fetch(queries.LIST_META, join_codes.FIRST, join_codes.END)
            removed, taken = join_codes.replacing(code, now, [(row["name"], row["value"]) for row in rows])
            if not taken:
                await connection.execute("DELETE FROM meta WHERE name = ANY($1::text[])", removed)
                row = escaped(join_codes.name_of(code.hash)), join_codes.value_of(code)
                await connection.execute("INSERT INTO meta VALUES ($1, $2)", *row)
            return not taken

        return await self._write(keep)

    async def join_code(self, code_hash: str) -> JoinCode | None:
        """The join code with this hash, if any."""
        name = join_codes.name_of(code_hash)
        row = await self._row_of(queries.FIND_META, name)
        return None if row is None else join_codes.read(name, row["value"])

    async def join_code_of(self, table: str) -> JoinCode | None:
        """The table's newest join code, if any."""
        rows = await self._rows(queries.LIST_META, join_codes.FIRST, join_codes.END)
        return join_codes.code_of(table, [(row["name"], row["value"]) for row in rows])

    async def answered(self, scope: str, caller: str, request_id: str) -> Answered | None:
        """The entry that answered this idempotency key."""
        try:
            key = escaped(scope), escaped(caller), escaped(request_id)
        except UnicodeEncodeError:
            return None
        return await self._answers.get(key)

    @cached_property
    def _answers(self) -> BatchedLookups[_Key, Answered]:
        return BatchedLookups(self._answered_of)

    async def _answered_of(self, keys: Sequence[_Key]) -> Mapping[_Key, Answered]:
        rows = await self._confirmed(queries.FIND_CONFIRMED_ANSWERS, *map(list, zip(*keys, strict=True)))
        return {
            keys[row["n"] - 1]: Answered(
                table=unescaped(row["id"]), seq=row["seq"], fingerprint=unescaped(row["fingerprint"])
            )
            for row in rows
            if row["id"] is not None
        }

    async def server_key(self, fresh: bytes) -> bytes:
        """The servers' key: the stored one or `fresh`. Raises `StoreReadOnly` if none can be stored."""
        return await self._keep_once("server_key", fresh)

    async def signing_key(self, fresh: bytes) -> bytes:
        """The seed of the signing key: the stored one or `fresh`. Raises `StoreReadOnly` if none can be stored."""
        return await self._keep_once("signing_key", fresh)


def _token(row: Record | None) -> Token | None:
    if row is None:
        return None
    return Token(hash=unescaped(row["hash"]), viewer=unescaped(row["viewer"]), nonce=unescaped(row["nonce"]))
