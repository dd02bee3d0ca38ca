"""Reads the rows of a SQLite file page by page, without its trees, so it also finds rows that no root leads to.

The format is that of sqlite.org/fileformat2.html. Unreadable parts are skipped; nothing is guessed.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

Value = int | float | str | bytes | None

_HEADER: Final = b"SQLite format 3\0"
_USUAL_PAGE: Final = 4096
_TABLE_LEAF, _INDEX_LEAF, _INDEX_INNER = 13, 10, 2
_FIRST_PAGE_HEADER: Final = 100
_LOG_HEADER, _FRAME_HEADER = 32, 24
_LOG_MAGIC: Final = (0x377F0682, 0x377F0683)
_SIZES: Final = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}


class Found(NamedTuple):
    """A row. `rowid` is None in indexes, and in tables without rowids, which are stored like indexes."""

    rowid: int | None
    values: tuple[Value, ...]


class _Unreadable(Exception):
    """Something does not conform to the format."""


def scan(path: Path) -> Iterator[Found]:
    """All readable rows of the file and its write-ahead log, including those of indexes, in no particular order."""
    pages = _Pages(path)
    try:
        for number in range(1, pages.count + 1):
            yield from _rows_of(pages, number)
    finally:
        pages.close()


class _Pages:
    """The pages of a file, with the newest committed ones from its write-ahead log."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        beginning = self._file.read(_FIRST_PAGE_HEADER)
        self.size, reserved = _USUAL_PAGE, 0
        if beginning.startswith(_HEADER):
            size = int.from_bytes(beginning[16:18], "big")
            self.size, reserved = 65536 if size == 1 else size, beginning[20]
        if self.size < 512 or self.size & (self.size - 1):
            self.size, reserved = _USUAL_PAGE, 0
        self.usable = self.size - reserved
        self._newer = dict(_frames(path.with_name(path.name + "-wal"), self.size))
        self.count = max([path.stat().st_size // self.size, *self._newer])

    def page(self, number: int) -> bytes:
        """A page; empty if there is none."""
        if number in self._newer:
            return self._newer[number]
        if not 0 < number <= self.count:
            return b""
        self._file.seek((number - 1) * self.size)
        return self._file.read(self.size)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _frames(log: Path, size: int) -> Iterator[tuple[int, bytes]]:
    """The pages of all committed transactions in a write-ahead log, by number, oldest first."""
    try:
        data = log.read_bytes()
    except OSError:
        return
    if len(data) < _LOG_HEADER:
        return
    magic, _, page_size = struct.unpack_from(">III", data)
    if magic not in _LOG_MAGIC or page_size != size:
        return
    order = ">" if magic & 1 else "<"
    sums = _checksum(data[:24], order, (0, 0))
    if sums != struct.unpack_from(">II", data, 24):
        return
    salts, at = data[16:24], _LOG_HEADER
    pending: list[tuple[int, bytes]] = []
    while at + _FRAME_HEADER + size <= len(data):
        number, committed = struct.unpack_from(">II", data, at)
        page = data[at + _FRAME_HEADER : at + _FRAME_HEADER + size]
        sums = _checksum(page, order, _checksum(data[at : at + 8], order, sums))
        if data[at + 8 : at + 16] != salts or sums != struct.unpack_from(">II", data, at + 16):
            return
        pending.append((number, page))
        if committed:
            yield from pending
            pending = []
        at += _FRAME_HEADER + size


def _checksum(data: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second


def _rows_of(pages: _Pages, number: int) -> Iterator[Found]:
    page = pages.page(number)
    start = _FIRST_PAGE_HEADER if number == 1 else 0
    if len(page) < pages.size or page[start] not in (_TABLE_LEAF, _INDEX_LEAF, _INDEX_INNER):
        return
    kind = page[start]
    cells = int.from_bytes(page[start + 3 : start + 5], "big")
    pointers = start + (12 if kind == _INDEX_INNER else 8)
    for place in range(pointers, min(pointers + 2 * cells, pages.usable - 1), 2):
        at = int.from_bytes(page[place : place + 2], "big")
        try:
            yield _cell(pages, page, at, kind)
        except (_Unreadable, IndexError, struct.error, UnicodeDecodeError):
            continue


def _cell(pages: _Pages, page: bytes, at: int, kind: int) -> Found:
    if kind == _INDEX_INNER:
        at += 4
    size, at = _varint(page, at)
    rowid = None
    if kind == _TABLE_LEAF:
        rowid, at = _varint(page, at)
    usable = pages.usable
    least = (usable - 12) * 32 // 255 - 23
    most = usable - 35 if kind == _TABLE_LEAF else (usable - 12) * 64 // 255 - 23
    local = size
    if size > most:
        local = least + (size - least) % (usable - 4)
        local = least if local > most else local
    if at + local > usable:
        raise _Unreadable
    payload = bytearray(page[at : at + local])
    following = int.from_bytes(page[at + local : at + local + 4], "big") if size > local else 0
    seen: set[int] = set()
    while len(payload) < size:
        more = pages.page(following)
        if len(more) < pages.size or following in seen:
            raise _Unreadable
        seen.add(following)
        payload += more[4 : min(usable, 4 + size - len(payload))]
        following = int.from_bytes(more[:4], "big")
    return Found(rowid, tuple(_values(bytes(payload))))


def _values(payload: bytes) -> Iterator[Value]:
    end, at = _varint(payload, 0)
    body = end
    if end > len(payload):
        raise _Unreadable
    while at < end:
        kind, at = _varint(payload, at)
        size = _SIZES.get(kind, (kind - 12) // 2)
        if kind in (10, 11) or body + size > len(payload):
            raise _Unreadable
        data = payload[body : body + size]
        body += size
        yield _value(kind, data)
    if body != len(payload):
        raise _Unreadable


def _value(kind: int, data: bytes) -> Value:
    if kind == 0:
        return None
    if kind in (8, 9):
        return kind - 8
    if kind == 7:
        (number,) = struct.unpack(">d", data)
        return float(number)
    if kind < 7:
        return int.from_bytes(data, "big", signed=True)
    return data.decode() if kind % 2 else data


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(9):
        byte = data[at + place]
        if place == 8:
            return (value << 8) | byte, at + 9
        value = (value << 7) | (byte & 0x7F)
        if byte < 0x80:
            return value, at + place + 1
    raise _Unreadable
