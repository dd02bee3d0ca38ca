"""Rate limits per address and token, as token buckets, and limits on open streams and connections.

A bucket is stored as the time when it is full again (the generic cell rate algorithm). The least recently used buckets
are evicted: they are full, or nearly.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from math import ceil
from typing import Final, NoReturn

from multidict import CIMultiDictProxy

from server.config import Config
from server.metrics import Metrics
from server.problems import Problem

Monotonic = Callable[[], float]
"""A monotonic clock, in seconds."""

MOST_KEPT: Final = 20_000
"""Maximum number of addresses or tokens that each limit remembers."""

_BURST_SECONDS: Final = 5
_SECOND: Final = 1.0
_MINUTE: Final = 60.0
_HOUR: Final = 3600.0
_STREAM_RETRY_SECONDS: Final = 10
MOST_WHAT_IFS: Final = 4
"""How many what-ifs from one address may be computed or wait, as only one is computed at a time."""
MOST_TEXTS: Final = 4
"""How many texts in the notation from one address may be replayed or wait, as only one is replayed at a time."""
MOST_REPORTS: Final = 2
"""How many reports from one address may be made or wait, as only one is made at a time."""
MOST_WAITING: Final = 20
"""How many what-ifs, texts or reports of all addresses together may be worked on or wait, of each kind."""
_WAITING_RETRY_SECONDS: Final = 10
_GUESSING_ADDRESSES: Final = 10
"""All addresses together may send as many wrong join codes as this many."""
_SITE_BITS: Final = 64
_ALL: Final = ""
"""The key of what is counted for all addresses together."""
_CACHED: Final = 4096
_ROUNDING: Final = 1e-6
"""Seconds of error allowed for sums of many small numbers."""


class Buckets:
    """A bucket per key, which holds `burst` tokens and gains `amount` tokens every `period` seconds.

    An amount of 0 means no limit. At most `most` keys are remembered. `label` names the limit in metrics, and `counted`
    says in errors what is counted.
    """

    def __init__(
        self,
        amount: float,
        period: float,
        burst: float,
        monotonic: Monotonic,
        *,
        label: str = "",
        counted: str = "",
        most: int = MOST_KEPT,
    ) -> None:
        self.label = label
        self.counted = counted
        self._interval = period / amount if amount else 0.0
        self._tolerance = self._interval * (burst - 1) + _ROUNDING
        self._monotonic = monotonic
        self._most = most
        self._full_at: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, key: str) -> float:
        """Take a token from the key's bucket: 0, or, if it is empty, the seconds until it has one."""
        if not self._interval:
            return 0.0
        now = self._monotonic()
        full_at = self._full_at.get(key, now)
        wait = full_at - now - self._tolerance
        if wait > 0:
            return wait
        self._full_at[key] = max(now, full_at) + self._interval
        self._full_at.move_to_end(key)
        if len(self._full_at) > self._most:
            self._full_at.popitem(last=False)
        return 0.0

    def give_back(self, key: str) -> None:
        """Put back a token that was taken."""
        if key in self._full_at:
            self._full_at[key] -= self._interval


class Limits:
    """A server's limits. Excess requests get 429 with Retry-After.

    `requests`, `attempts`, `tables` and `sits` count by address; `commands` and `chats` by token hash. `attempts`
    counts all requests to open a table, take a seat or look up a join code; `tables`, `sits` and `chats` only those
    that did something. `wrong_codes` counts join codes that lead nowhere, by address; `wrong_codes_total` those of all
    addresses together, so that they cannot guess together.
    """

    def __init__(self, config: Config, metrics: Metrics, monotonic: Monotonic = time.monotonic) -> None:
        self._trusted = [ip_network(network, strict=False) for network in config.trusted_proxy]
        # Checked for every request, mostly for the same few addresses.
        self._is_trusted = lru_cache(maxsize=_CACHED)(self._trusts)
        self._metrics = metrics

        def limit(amount: float, period: float, label: str, counted: str) -> Buckets:
            burst = amount * _BURST_SECONDS if period == _SECOND else amount
            return Buckets(amount, period, burst, monotonic, label=label, counted=counted)

        self.requests = limit(config.requests_per_second, _SECOND, "requests", "requests from this address")
        self.commands = limit(config.commands_per_second, _SECOND, "commands", "commands with this token")
        self.chats = limit(config.chats_per_minute, _MINUTE, "chats", "messages with this token")
        self.tables = limit(config.tables_per_hour, _HOUR, "tables", "tables opened from this address")
        self.sits = limit(config.sits_per_minute, _MINUTE, "sits", "seats taken from this address")
        self.attempts = limit(
            config.attempts_per_minute,
            _MINUTE,
            "attempts",
            "attempts to open a table, take a seat or use a join code from this address",
        )
        self.wrong_codes = limit(
            config.wrong_codes_per_hour, _HOUR, "wrong_codes", "wrong join codes from this address"
        )
        self.wrong_codes_total = limit(
            config.wrong_codes_per_hour * _GUESSING_ADDRESSES, _HOUR, "wrong_codes_total", "wrong join codes"
        )
        self._streams = _Counts(config.streams_total)
        self._streams_of_address = _Counts(config.streams_per_address)
        self._streams_of_token = _Counts(config.streams_per_token)
        self._connections = _Counts(config.connections_per_address)
        self._what_ifs = _Counts(MOST_WHAT_IFS)
        self._texts = _Counts(MOST_TEXTS)
        self._reports = _Counts(MOST_REPORTS)

    def address_of(self, remote: str | None, headers: CIMultiDictProxy[str]) -> str:
        """The client's address, for counting: an IPv4 address, or the /64 of an IPv6 address.

        `remote` is the other end of the connection, and `headers` are those of the request.

        Behind proxies, it is the last address in X-Forwarded-For that is not a trusted proxy's.
        """
        remote = remote or ""
        if not self._is_trusted(remote):
            return counted_address(remote)
        forwarded = ",".join(headers.getall("X-Forwarded-For", ()))
        for hop in reversed(forwarded.split(",")):
            address = hop.strip()
            if _parsed(address) is None:
                break
            remote = address
            if not self._is_trusted(address):
                break
        return counted_address(remote)

    def is_proxy(self, remote: str | None) -> bool:
        """Whether the other end of a connection is a trusted proxy."""
        return self._is_trusted(remote or "")

    def _trusts(self, address: str) -> bool:
        parsed = _parsed(address)
        return parsed is not None and any(parsed in network for network in self._trusted)

    def count(self, limit: Buckets, key: str | None) -> None:
        """Count a request for an address or a token hash. Raises a `Problem`."""
        wait = limit.take(key or "")
        if wait:
            self._refuse(limit.label, limit.counted, ceil(wait))

    @contextmanager
    def done(self, limit: Buckets, key: str | None) -> Generator[None]:
        """Count what is done within the context, unless it fails. Raises a `Problem`."""
        self.count(limit, key)
        try:
            yield
        except BaseException:
            limit.give_back(key or "")
            raise

    @contextmanager
    def guessing(self, address: str) -> Generator[None]:
        """Count a join code that is looked up within the context, if that ends with `no_such_code`.

        Raises a `Problem`.
        """
        wrong = False
        with ExitStack() as counted:
            for limit, key in ((self.wrong_codes, address), (self.wrong_codes_total, _ALL)):
                self.count(limit, key)
                counted.callback(limit.give_back, key)
            try:
                yield
            except Problem as problem:
                wrong = problem.code == "no_such_code"
                raise
            finally:
                if wrong:
                    counted.pop_all()

    @contextmanager
    def stream(self, address: str, token_hash: str | None) -> Generator[None]:
        """Count a stream while it is open. Raises a `Problem`."""
        counts = [
            (self._streams, "", "streams_total", "streams open on this server"),
            (self._streams_of_address, address, "streams_of_address", "streams open from this address"),
        ]
        if token_hash is not None:
            counts.append((self._streams_of_token, token_hash, "streams_of_token", "streams open with this token"))
        for count, key, label, counted in counts:
            if count.full(key):
                self._refuse(label, counted, _STREAM_RETRY_SECONDS)
        for count, key, *_ in counts:
            count.add(key)
        try:
            yield
        finally:
            for count, key, *_ in counts:
                count.remove(key)

    def what_if(self, address: str) -> AbstractContextManager[None]:
        """Count a what-if until it is answered. Raises a `Problem`."""
        return self._waiting(self._what_ifs, address, "what_ifs", "what-ifs")

    def text(self, address: str) -> AbstractContextManager[None]:
        """Count a text in the notation until it is replayed. Raises a `Problem`."""
        return self._waiting(self._texts, address, "texts", "texts")

    def report(self, address: str) -> AbstractContextManager[None]:
        """Count a report until it is made. Raises a `Problem`."""
        return self._waiting(self._reports, address, "reports", "reports")

    @contextmanager
    def _waiting(self, counts: "_Counts", address: str, label: str, what: str) -> Generator[None]:
        if counts.full(address):
            self._refuse(label, f"{what} waiting from this address", _WAITING_RETRY_SECONDS)
        if counts.total >= MOST_WAITING:
            self._refuse(label, f"{what} waiting on this server", _WAITING_RETRY_SECONDS)
        counts.add(address)
        try:
            yield
        finally:
            counts.remove(address)

    def connected(self, remote: str) -> bool:
        """Whether to accept a connection from an address; if so, it counts until `disconnected`.

        Trusted proxies have no limit.
        """
        if self._is_trusted(remote):
            return True
        address = counted_address(remote)
        if self._connections.full(address):
            self._metrics.limited.labels("connections").inc()
            return False
        self._connections.add(address)
        return True

    def disconnected(self, remote: str) -> None:
        """An accepted connection has ended."""
        if not self._is_trusted(remote):
            self._connections.remove(counted_address(remote))

    def _refuse(self, what: str, of_what: str, retry_after: int) -> NoReturn:
        self._metrics.limited.labels(what).inc()
        detail = f"Too many {of_what}. Retry in {retry_after} s."
        raise Problem(429, "too_many_requests", detail, headers={"Retry-After": str(retry_after)})


class _Counts:
    """A counter per key, up to `most` (0: no limit). Keys at zero are not stored."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: dict[str, int] = {}

    @property
    def total(self) -> int:
        return sum(self._counts.values())

    def full(self, key: str) -> bool:
        return bool(self._most) and self._counts.get(key, 0) >= self._most

    def add(self, key: str) -> None:
        self._counts[key] = self._counts.get(key, 0) + 1

    def remove(self, key: str) -> None:
        if self._counts[key] > 1:
            self._counts[key] -= 1
        else:
            del self._counts[key]


@lru_cache(maxsize=_CACHED)
def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return mapped or parsed


@lru_cache(maxsize=_CACHED)
def counted_address(address: str) -> str:
    """The key under which an address counts: an IPv6 client can use its whole /64."""
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((int(parsed) >> _SITE_BITS << _SITE_BITS, _SITE_BITS)))
    return str(parsed or "unknown")
