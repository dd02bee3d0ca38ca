"""The errors of every store."""


class StoreError(Exception):
    """The base of all store errors: a stable `code` and a sentence for the operator.

    `kept`: False if an append certainly had no effect, None if that is unknown until the log is read again.
    """

    code = "store_error"
    kept: bool | None = False


class Conflict(StoreError):
    """Optimistic concurrency: the seq is taken or leaves a gap. Another writer was first, or the copy is stale."""

    code = "conflict"

    def __init__(self, table: str, expected_seq: int, current_seq: int) -> None:
        super().__init__(f"entry {expected_seq} of table {table} cannot be appended after entry {current_seq}")
        self.table = table
        self.expected_seq = expected_seq
        self.current_seq = current_seq


class StoreFull(StoreError):
    """The disk is full. Nothing was kept."""

    code = "disk_full"


class StoreReadOnly(StoreError):
    """The store cannot be written. Nothing was kept."""

    code = "store_read_only"


class StoreDoubted(StoreReadOnly):
    """The store's files were changed from outside, so nothing is acknowledged any more. Nothing was kept."""

    code = "store_doubted"


class StoreInUse(StoreError):
    """Another server has the store open: process `holder`, if known."""

    code = "store_in_use"

    def __init__(self, sentence: str, holder: str = "") -> None:
        super().__init__(sentence)
        self.holder = holder


class StoreUnavailable(StoreError):
    """The store failed in some other way. Whether an append was kept is unknown."""

    code = "store_unavailable"
    kept: bool | None = None


class StoreDamaged(StoreUnavailable):
    """Stored data can no longer be read. Other tables may be whole."""

    code = "store_damaged"


class TokensDamaged(StoreDamaged):
    """Tokens can no longer be read, so callers cannot be recognised. Nothing was kept."""

    code = "tokens_damaged"
    kept = False


class CommandIdsDamaged(StoreDamaged):
    """Idempotency keys can no longer be read, so a command may have been answered before. Nothing was kept."""

    code = "command_ids_damaged"
    kept = False


class StoreUnreadable(StoreError):
    """The address does not lead to a store, or a newer version made it."""

    code = "store_unreadable"


class StoreMissing(StoreUnreadable):
    """There is no store at the address, and the caller did not ask to create one."""

    code = "store_missing"


class NoSuchTable(StoreError):
    """The store has no table with that id."""

    code = "no_such_table"


class TableExists(StoreError):
    """The store already has a table with that id."""

    code = "table_exists"
