"""Publishes the heads of a store."""

import os
from pathlib import Path

import msgspec

from tools.backups.heads import Head
from tools.sources.store_file import StoreFile

_encoder = msgspec.json.Encoder()


def heads_of(source: StoreFile) -> list[Head]:
    """The heads of all tables of a store. Raises `Failure`."""
    infos = source.ask(lambda store: store.tables())
    return [Head(table=info.table, seq=info.seq, head=info.head) for info in infos if info.head is not None]


def write_heads(source: StoreFile, path: Path) -> None:
    """Write the heads of a store to a file, one per line, completely or not at all. Raises `Failure`, `OSError`."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_bytes(b"".join(_encoder.encode(head) + b"\n" for head in heads_of(source)))
    temporary.replace(path)
