"""What so many seats need: servers, databases, disks and money, computed from measured figures.

Pure arithmetic. Every input has a unit and a source, which is named beside it. A seat plays "at human pace" if it
thinks about each question for `think_seconds` on average.
"""

from collections.abc import Mapping, Sequence
from math import ceil, exp
from typing import Final

import msgspec

MINUTE: Final = 60
MONTH_SECONDS: Final = 730 * 3600
GROUP: Final = 256
"""The most commands in one transaction."""
_GIGA: Final = 1e9

SERVER_PROCESSOR: Final = "a server's processor"
SERVER_MEMORY: Final = "a server's memory"
STREAMS: Final = "a server's open files"
DATABASE_PROCESSOR: Final = "a database's processor"
WRITER: Final = "a server's one writing connection"
LOG_WRITES: Final = "a database's write-ahead log"
CONNECTIONS: Final = "a database's connections"


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How people play. `acting_at_once`: how many seats of a table are asked at the same time, on average.

    The thinking time is assumed; the rest is from a game of Twenty-One that was played at random.
    """

    seats_per_table: float = 4
    acting_at_once: float = 1.13
    think_seconds: float = 8.0

    @property
    def table_per_second(self) -> float:
        """Commands of a table in a second: everybody who is asked thinks at the same time."""
        return self.acting_at_once / self.think_seconds

    @property
    def seat_per_minute(self) -> float:
        """Commands of a seat in a minute."""
        return MINUTE * self.table_per_second / self.seats_per_table


class Costs(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured. Processor times in µs, memory and disk in bytes.

    A command takes `server_command` at its server, and `server_delivery` for each live stream that it is sent to. In
    the database, a transaction of a group takes `database_group`, and each command in it `database_command`; the
    server's notification of other servers is part of a group. `commit_seconds` is how long a group takes to be durable.
    `entry_beside` is what a database stores for an entry beside its line: row headers, indexes, the command's id.
    """

    server_command: float
    server_delivery: float
    database_group: float
    database_command: float
    commit_seconds: float
    entry_line: float
    entry_beside: float
    entries_per_command: float = 1.0
    snapshot: float
    snapshot_every: float = 256
    log_group: float
    log_command: float
    table_memory: float
    stream_memory: float
    server_memory: float = 120e6
    live_per_seat: float = 1.0
    tables_beside_live: float = 1.0


MEASURED: Final = Costs(
    server_command=2_200,
    server_delivery=36,
    database_group=1_160,
    database_command=94,
    commit_seconds=0.0025,
    entry_line=878,
    entry_beside=364,
    snapshot=2_928,
    log_group=0,
    log_command=2_400,
    table_memory=100_000,
    stream_memory=13_800,
)
"""The costs on the machine of docs/performance.md.

The server's are those of two servers with two tables, since groups are as small at human pace. The database's are from
`tavern bench capacity` in an earlier version: now a group takes 389 µs and a command 41 µs at full speed, but a command
932 µs at human pace. Entries include whole pages of the log after checkpoints; snapshots are those of a played game.
"""


class Machines(msgspec.Struct, frozen=True, kw_only=True):
    """What a machine is assumed to have, and how much of it may be used, so that peaks and a failure fit.

    A server process uses one core. `log_bytes_per_second` is what a database's disk may be given of the log.
    """

    usable: float = 0.5
    server_cores: int = 1
    server_memory: float = 4e9
    server_streams: int = 20_000
    database_cores: int = 16
    connections: int = 500
    connections_of_server: int = 14
    log_bytes_per_second: float = 100e6
    copies: int = 3
    busy_share: float = 0.25


class Prices(msgspec.Struct, frozen=True, kw_only=True):
    """Assumed prices of a month, in US dollars, from the lowest to the highest: not an offer of anybody's."""

    core: tuple[float, float] = (5.0, 35.0)
    gigabyte: tuple[float, float] = (0.04, 0.15)


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """What seats do in a second, and how many fit into a group of one server in one database."""

    seats: float
    tables: float
    commands: float
    group: float


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What seats need. `cells` are taverns that share nothing, each with one database; `servers` are those of all.

    `exceeded` is what one server on one database has too little of, first what runs out first. `disk` in bytes a month,
    of one copy; `cost` in US dollars a month, from the lowest to the highest, all copies included.
    """

    seats: float
    commands_per_second: float
    servers: int
    cells: int
    connections_per_database: int
    database_cores: float
    disk: float
    exceeded: Sequence[str]
    cost: tuple[float, float]


class Capacity(msgspec.Struct, frozen=True, kw_only=True):
    """The model: a pace, the measured costs, machines and prices."""

    pace: Pace
    costs: Costs
    machines: Machines = Machines()
    prices: Prices = Prices()

    def load(self, seats: float, *, servers: int = 1) -> Load:
        """The load of so many seats, spread evenly. What comes to a server during a commit is its next group."""
        tables = seats / self.pace.seats_per_table
        commands = tables * self.pace.table_per_second
        during = commands / servers * self.costs.commit_seconds
        # Where nothing came, the next command is a group by itself.
        return Load(seats=seats, tables=tables, commands=commands, group=during + exp(-during))

    def server_seconds(self) -> float:
        """Processor seconds of a server for a command and its deliveries to all seats."""
        deliveries = self.pace.seats_per_table * self.costs.live_per_seat
        return (self.costs.server_command + deliveries * self.costs.server_delivery) / 1e6

    def database_seconds(self, group: float) -> float:
        """Processor seconds of a database for a command in groups of this size."""
        return (self.costs.database_command + self.costs.database_group / group) / 1e6

    def log_bytes(self, group: float) -> float:
        """Bytes of the write-ahead log for a command."""
        return self.costs.log_command + self.costs.log_group / group

    def disk_bytes(self) -> float:
        """Bytes that a command adds to the database: entries, what is beside them, and its share of a snapshot."""
        costs = self.costs
        return costs.entries_per_command * (
            costs.entry_line + costs.entry_beside + costs.snapshot / costs.snapshot_every
        )

    def memory(self) -> float:
        """Bytes of a server's memory for a seat."""
        costs = self.costs
        return costs.table_memory * costs.tables_beside_live / self.pace.seats_per_table + (
            costs.live_per_seat * costs.stream_memory
        )

    def limits(self) -> Mapping[str, float]:
        """At how many seats one server on one database runs out of each thing."""
        machines, pace = self.machines, self.pace
        per_seat = pace.table_per_second / pace.seats_per_table
        usable = machines.usable
        full_group = self.costs.commit_seconds + GROUP * self.costs.database_command / 1e6
        return {
            SERVER_PROCESSOR: usable * machines.server_cores / (per_seat * self.server_seconds()),
            SERVER_MEMORY: (machines.server_memory - self.costs.server_memory) / self.memory(),
            STREAMS: machines.server_streams / self.costs.live_per_seat,
            WRITER: usable * GROUP / full_group / per_seat,
            DATABASE_PROCESSOR: usable * machines.database_cores / (per_seat * self.database_seconds(1)),
            LOG_WRITES: machines.log_bytes_per_second / (per_seat * self.log_bytes(1)),
            CONNECTIONS: machines.connections
            / machines.connections_of_server
            * min(usable * machines.server_cores / (per_seat * self.server_seconds()), float(machines.server_streams)),
        }

    def plan(self, seats: float) -> Plan:
        """What so many seats need, one server more than that included, so that one may fail."""
        limits, machines = self.limits(), self.machines
        of_servers = min(limits[one] for one in (SERVER_PROCESSOR, SERVER_MEMORY, STREAMS))
        of_databases = min(limits[one] for one in (DATABASE_PROCESSOR, LOG_WRITES))
        needed = ceil(seats / of_servers)
        most_servers = machines.connections // machines.connections_of_server - 1
        cells = max(ceil(needed / most_servers), ceil(seats / of_databases))
        servers = needed + cells
        load = self.load(seats, servers=servers)
        cores = load.commands * self.database_seconds(1) / machines.usable
        disk = load.commands * machines.busy_share * MONTH_SECONDS * self.disk_bytes()
        return Plan(
            seats=seats,
            commands_per_second=load.commands,
            servers=servers,
            cells=cells,
            connections_per_database=ceil(servers / cells) * machines.connections_of_server,
            database_cores=max(cores, cells),
            disk=disk,
            exceeded=[one for one in sorted(limits, key=limits.__getitem__) if limits[one] < seats],
            cost=self._cost(servers, max(cores, cells), disk),
        )

    def _cost(self, servers: int, cores: float, disk: float) -> tuple[float, float]:
        machines, prices = self.machines, self.prices
        bought = servers * machines.server_cores + machines.copies * cores
        stored = machines.copies * disk / _GIGA
        low, high = (bought * prices.core[n] + stored * prices.gigabyte[n] for n in (0, 1))
        return low, high
