"""Any game, played through the real server by clients that know nothing of it: they choose among what they are offered.

What everybody was shown on the way is kept, and compared with what the server shows of it afterwards.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from events.event import type_tag
from games.engine.catalogue import Catalogue
from games.policies import at_random
from games.policies.reading import actions_from
from replays.audit import Report, audit
from replays.export import parse_export
from tests.games.trickster.own_cards import SHORT_CARDS
from tests.server.serving import SEED, Caller, Opened, Served
from tools.choosing import choose_command

SHORT: Final[Mapping[str, dict[str, Any]]] = {
    "farkle": {"target": 1_000},
    "pig": {"target": 50},
    "trickster": {"classes": "dealt", "standard_cards": False, "cards": SHORT_CARDS},
}
"""Options with which a game that takes long by itself is soon over."""
NAMES: Final = ("Ada", "Bo", "Cy")
PURSE_CP: Final = 1_000_000
PURSES_CP: Final[Mapping[str, int]] = {"bluffmaster": 3_000}
"""Purses with which a round is soon over: a Set has three rounds, fewer for whoever cannot pay another ante."""
LONGEST_ROUND: Final = 600

Views = dict[str, dict[int, Any]]
"""The views that were served, by viewer and version."""


def value_for(name: str, param: Mapping[str, Any], chance: Random) -> Any:
    """A value, chosen at random, for a parameter (as a view lists it) of that name."""
    (action,) = actions_from([{"type": "", "params": {name: param}}])
    return at_random.value_of(name, action.params[name], chance)


class Players:
    """Everybody at a table: its GM, the public, and seats that play at random."""

    def __init__(self, table: Opened, seats: Sequence[Caller], catalogue: Catalogue, chance: Random) -> None:
        self.table = table
        self.seats = seats
        self.callers = (table.public, table.gm, *seats)
        self.shown: Views = {}
        self.catalogue = catalogue
        self._by_seat = {caller.seat: caller for caller in seats}
        self._chance = chance

    @classmethod
    async def gather(cls, server: Served, catalogue: Catalogue, game: str, seed: int) -> "Players":
        """Open a table for a game, and sit down at it."""
        table = await server.open(game, seed=SEED, options=SHORT.get(game, {}))
        seats = [await table.sit(name, purse_cp=PURSE_CP) for name in NAMES]
        return cls(table, seats, catalogue, Random(seed))

    async def look(self) -> Any:
        """Everybody looks at the table; what the public sees."""
        for caller in self.callers:
            view = await caller.view()
            self.shown.setdefault(view["viewer"], {})[view["version"]] = view
        public = self.shown["public"]
        return public[max(public)]

    async def play_round(self) -> Any:
        """A round to its end; what the public sees then."""
        await self.table.gm.did("start_round")
        for _ in range(LONGEST_ROUND):
            view = await self.look()
            if view["phase"] == "lobby":
                return view
            await self._go_on(view)
        raise AssertionError(f"the round was not over after {LONGEST_ROUND} commands")

    async def _go_on(self, view: Any) -> None:
        asked = view["to_act"]
        caller = self._by_seat[self._chance.choice(asked)] if asked else self.table.gm
        actions = (await caller.view())["you"]["actions"]
        if not asked:
            own = {type_tag(kind) for kind in self.catalogue.rulebook(view["game"]).gm_commands}
            actions = [action for action in actions if action["type"] in own]
        command = choose_command(actions, self._chance)
        assert command is not None, f"nobody has anything to do: {view}"
        await caller.did(command.pop("type"), **command)


async def replayed(caller: Caller, number: int) -> Any:
    """A round's replay, all of its pages."""
    replay = (await caller.get(f"/rounds/{number}?limit=100")).json
    following = replay["next"]
    while following is not None:
        page = (await caller.get(f"/rounds/{number}?limit=100&from={following}")).json
        replay["frames"] += page["frames"]
        following = page["next"]
    return replay


async def assert_replayed_as_shown(players: Players, number: int) -> None:
    """A round's replay shows each viewer what the table showed at every one of that viewer's versions."""
    for caller in players.callers:
        replay = await replayed(caller, number)
        versions = [frame["version"] for frame in replay["frames"]]
        assert versions == list(range(versions[0], versions[0] + len(versions)))
        shown = players.shown[replay["viewer"]]
        assert {frame["version"]: frame["view"] for frame in replay["frames"]} == {
            version: shown[version] for version in versions
        }


async def audited(players: Players) -> Report:
    """What an audit says of the table's export."""
    body = (await players.table.gm.get("/export")).body
    export = parse_export(body.splitlines(keepends=True))
    return audit(players.catalogue, export.lines, header=export.header)
