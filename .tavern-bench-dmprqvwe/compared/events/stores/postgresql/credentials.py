"""Secrets, tokens, keys and idempotency keys in a PostgreSQL store; `append_all` writes them."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from events.store import Answered, NoSuchTable, Token
from events.stores.postgresql import queries
from events.stores.postgresql.connection import PostgresqlConnection
from events.stores.postgresql.connections.links import Record
from events.stores.postgresql.looks import Looks
from events.stores.postgresql.queries import escaped, unescaped

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

    async def answered(self, scope: str, caller: str, request_id: str) -> Answered | None:
        """The entry that answered this idempotency key."""
        try:
            key = escaped(scope), escaped(caller), escaped(request_id)
        except UnicodeEncodeError:
            return None
        return await self._answers.at(key)

    @cached_property
    def _answers(self) -> Looks[_Key, Answered]:
        return Looks(self._answered_of)

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
