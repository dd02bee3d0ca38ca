"""A round that four characters play over the HTTP API, for `tavern demo`."""

import asyncio
import hashlib
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from difflib import SequenceMatcher
from typing import Any, Final

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table as Grid

from games.engine.catalogue import UnknownGame
from games.engine.rulebook import AnyRulebook
from games.installed import CATALOGUE
from projections.chronicle import coins, listed
from projections.table import Result
from server import log
from server.labels import labels_of, won
from tavern_client import ApiProblem, ClientError, GameMaster, Onlooker, Patience, Seat, Tavern, View
from tools.choosing import choose_command
from tools.console import Text, console
from tools.failures import Failure, failing_on
from tools.serving import local_server

_PATIENCE: Final = Patience(attempts=3)
"""Only a few attempts, so that a missing server is reported soon."""
_PURSE_CP: Final = 6_000
_MOST_STEPS: Final = 1_000
"""A round that takes more is taken for endless: a mistake in its rules."""
_SHORTER: Final = 5
"""A race runs to this fraction of its target, because a whole one takes too long to watch."""
_BORDERS_AND_PADDING: Final = 5
_UNASKED: Final = 0.12
"""The probability that a player acts without being asked."""

CHARACTERS: Final[Sequence[dict[str, Any]]] = (
    {
        "name": "Bri",
        "npc": "card_sharp",
        "luck": "seven",
        "character": {
            "abilities": {"str": 0, "dex": 4, "con": 1, "int": 1, "wis": 1, "cha": 2},
            "skills": {"sleight_of_hand": 8, "deception": 6, "insight": 3},
            "passive": {"deception": 16},
        },
    },
    {
        "name": "Odo",
        "npc": "bully",
        "luck": "old boots",
        "character": {
            "abilities": {"str": 4, "dex": 0, "con": 4, "int": -1, "wis": 0, "cha": 1},
            "skills": {"intimidation": 5},
            "saves": {"con": 7},
        },
    },
    {
        "name": "Mirela",
        "npc": "cautious",
        "luck": "the owl",
        "character": {
            "abilities": {"str": -1, "dex": 2, "con": 0, "int": 4, "wis": 3, "cha": 0},
            "skills": {"investigation": 8, "insight": 6, "perception": 6},
        },
    },
    {
        "name": "Þórr",
        "npc": "drunkard",
        "luck": "ᚦ",
        "character": {
            "abilities": {"str": 3, "dex": -1, "con": 3, "int": 0, "wis": 2, "cha": 3},
            "skills": {"persuasion": 6, "intimidation": 6},
        },
    },
)
"""The players: a rogue, a fighter, a wizard and a cleric. `npc` is the temperament of each if the server plays it."""
_NPC_SECONDS: Final = 0.03
"""NPC thinking time when only NPCs play, in seconds."""
_PATIENT_SECONDS: Final = 30.0
"""How long to wait for an NPC, in seconds."""


def demonstrate(game: str, seed: int | None, seat: str, url: str | None, *, npc: bool) -> None:
    """Play a round of a game and print it beside what `seat` saw. Raises `Failure`."""
    with failing_on(UnknownGame):
        CATALOGUE.rulebook(game)
    names = [str(character["name"]) for character in CHARACTERS]
    watched = next((name for name in names if name.casefold() == seat.casefold()), None)
    if watched is None:
        raise Failure(f"there is no player {seat}; the players are {listed(names)}")
    log.configure("auto", "error", sys.stderr)
    with failing_on(ClientError):
        asyncio.run(_demo(console(), game, seed, watched, url, npc=npc))


async def _demo(out: Console, game: str, seed: int | None, watched: str, url: str | None, *, npc: bool) -> None:
    async with AsyncExitStack() as stack:
        if url is None:
            server = local_server(CATALOGUE, allow_seeds=True, npc_seconds=_NPC_SECONDS)
            url = await stack.enter_async_context(server)
        tavern = await stack.enter_async_context(Tavern(url, patience=_PATIENCE))
        try:
            await Demonstration(tavern, out, watched, seed, npc=npc).play(game)
        except ApiProblem as problem:
            raise Failure(f"the server at {url} refused ({problem.status}): {problem.detail}") from None


def shortened(rulebook: AnyRulebook) -> dict[str, int]:
    """Options that shorten a game with a target."""
    schema = msgspec.json.schema(rulebook.options)
    target = schema["$defs"][rulebook.options.__name__]["properties"].get("target", {})
    if target.get("type") != "integer":
        return {}
    wanted, step = target["default"] // _SHORTER, target.get("multipleOf", 1)
    return {"target": max(target.get("minimum", step), wanted - wanted % step)}


class Unfinished(Failure):
    """The round did not end: what was shown is incomplete, so the exit status is 1."""

    exit_code = 1


class Demonstration:
    """Plays a round and prints it as it goes."""

    def __init__(self, tavern: Tavern, out: Console, watched: str, seed: int | None, *, npc: bool = False) -> None:
        self._npc = npc
        self._tavern = tavern
        self._out = out
        self._watched = watched
        self._seed = seed
        self._chance = random.Random(seed)
        self._seen: dict[str | None, int] = {}
        self._commands = 0
        self._kept_back = 0

    async def play(self, game: str) -> None:
        """Open a table, sit down, play one round, and print how it ended."""
        seed = None if self._seed is None else hashlib.sha256(f"tavern demo {self._seed}".encode()).hexdigest()
        rulebook = CATALOGUE.rulebook(game)
        options = shortened(rulebook)
        # With sealed luck, the round would not be the same each time; NPCs seal nothing.
        luck = "open" if seed is not None or self._npc else "sealed"
        gm = await self._tavern.open_table(
            game, name="The Bent Copper", gm="Mo", options={**options, "luck": luck}, seed=seed
        )
        self._print_heading(rulebook, options)
        seats: dict[str, Seat] = {}
        for character in CHARACTERS:
            seats[character["name"]] = await self._sit(gm, character)
        watching = seats[self._watched]
        await self._print_news(gm, watching)
        view = await self._command(gm, "start_round")
        await self._print_news(gm, watching)
        here = {seat.seat: seat for seat in seats.values()}
        steps = 0
        while view.phase != "lobby":
            if (steps := steps + 1) > _MOST_STEPS:
                raise Unfinished(f"the round had not ended after {_MOST_STEPS} steps")
            if view.phase == "luck":
                # A player's client reveals its sealed luck when it sees that it is asked to.
                await here[view.to_act[0]].view()
            elif self._npc:
                await self._wait_for_an_npc(gm)
            else:
                await self._play_one_action(gm, here, view.to_act)
            await self._print_news(gm, watching)
            view = await gm.view()
        self._print_end(view, await watching.view())

    async def _sit(self, gm: GameMaster, character: dict[str, Any]) -> Seat:
        # Only the GM's token seats an NPC.
        token, temperament = (gm.token or "", character["npc"]) if self._npc else (gm.invite, None)
        given: dict[str, Any] = {**character, "npc": temperament}
        return await self._tavern.sit(gm.table, token, purse_cp=_PURSE_CP, **given)

    async def _wait_for_an_npc(self, gm: GameMaster) -> None:
        """Wait until an NPC acts."""
        seen = self._seen.get(gm.token, 0)
        if (await gm.events(seen, wait=_PATIENT_SECONDS)).version == seen:
            raise Unfinished(f"no NPC has acted for {_PATIENT_SECONDS:.0f} seconds")

    async def _command(self, who: GameMaster | Seat, kind: str, **params: Any) -> View:
        self._commands += 1
        return (await who.command(kind, **params)).view

    async def _play_one_action(self, gm: GameMaster, seats: dict[str, Seat], asked: Sequence[str]) -> None:
        unasked = [seat for seat in seats if seat not in asked]
        choose_unasked = bool(unasked) and (not asked or self._chance.random() < _UNASKED)
        seat = seats[self._chance.choice(unasked if choose_unasked else asked)]
        command = choose_command((await seat.view()).actions, self._chance)
        if command is not None:
            await self._command(seat, command.pop("type"), **command)

    async def _print_news(self, gm: GameMaster, watching: Seat) -> None:
        """Print new events, as the GM saw them and as the watched player saw them."""
        happened, upto = await self._new(gm)
        seen, _ = await self._new(watching, upto)
        grid = self._grid()
        for whole, reached in side_by_side(happened, seen):
            kept_back = whole is not None and whole != reached
            self._kept_back += kept_back
            left, right = ("secret", "place") if kept_back else ("", "")
            grid.add_row(_marked("◆" if kept_back else "", Text(whole or "", left)), Text(reached or "", right))
        if grid.row_count:
            self._out.print(grid)

    async def _new(self, viewer: Onlooker, upto: str | None = None) -> tuple[list[str], str | None]:
        """New sentences, up to a time if given (the server may play on meanwhile), and the time of the last entry."""
        page = await viewer.events(self._seen.get(viewer.token, 0))
        entries = [entry for entry in page.entries if upto is None or entry.at <= upto]
        if entries:
            self._seen[viewer.token] = entries[-1].version
        return [sentence for entry in entries for sentence in entry.chronicle], entries[-1].at if entries else None

    def _grid(self) -> Grid:
        grid = Grid(box=box.MINIMAL, show_edge=False, show_header=False, border_style="faint", padding=(0, 1))
        text = self._out.width - _BORDERS_AND_PADDING
        left = text * 13 // 25
        grid.add_column(width=left, overflow="fold")
        grid.add_column(width=text - left, overflow="fold")
        return grid

    def _print_heading(self, rulebook: AnyRulebook, options: Mapping[str, int]) -> None:
        labels = rulebook.labels.options
        set_so = "".join(f", {labels[name].label.lower()} {value:,}" for name, value in options.items())
        self._out.print(Text.assemble((rulebook.name, "bold"), (f"  at The Bent Copper{set_so}", "faint")))
        self._out.print(Text.assemble(("◆", "secret"), (f" marks what {self._watched} did not see", "faint")))
        self._out.print()
        grid = self._grid()
        grid.add_row(_marked("", Text("What happened", "bold")), Text(f"What {self._watched} saw", "bold"))
        self._out.print(grid)
        self._out.rule(style="faint")

    def _print_end(self, whole: View, seen: View) -> None:
        out, names = self._out, {seat.seat: seat.name for seat in whole.seats}
        out.rule(style="faint")
        result = whole.result or Result(round=whole.round, outcome="voided", winners=[], won_cp={})
        winners = [won(names[seat], result.won_cp.get(seat, 0)) for seat in result.winners]
        outcome = labels_of(whole.game).inline("outcomes", result.outcome)
        ended = listed(winners) if winners else f"nobody won ({outcome})"
        out.print(Text.assemble((f"{ended[:1].upper()}{ended[1:]}. ", "bold")))
        purses = ", ".join(f"{seat.name} {coins(seat.purse_cp)}" for seat in seen.seats)
        out.print(Text.assemble(("Purses  ", "faint"), purses))
        how = "by the server, from each player's own view" if self._npc else f"{self._commands} commands over HTTP"
        hidden = f"{self._kept_back} sentences were hidden from {self._watched}"
        out.print(Text.assemble(("Played  ", "faint"), f"{how}; {hidden}"))
        if whole.fair.revealed:
            sealed = listed([names.get(seat, seat) for seat in whole.fair.revealed])
            out.print(Text.assemble(("Sealed  ", "faint"), f"luck of {sealed}, revealed once the seed was fixed"))
        root, commitment = whole.fair.roots[0].root, whole.fair.commitment or ""
        committed = f"root {root[:16]}… before anyone sat down, with this round's commitment {commitment[:16]}…"
        out.print(Text.assemble(("Committed  ", "faint"), committed))
        if whole.seeded:
            out.print(Text("The table's secret was given, so the round can be repeated.", "faint"))


def _marked(mark: str, text: Text) -> Grid:
    line = Grid.grid(padding=(0, 1, 0, 0))
    line.add_column(width=1, style="secret")
    line.add_column(overflow="fold")
    line.add_row(mark, text)
    return line


def side_by_side(happened: Sequence[str], seen: Sequence[str]) -> Iterator[tuple[str | None, str | None]]:
    """Pairs of what happened and the line that a player saw of it; None if there is none."""
    for kind, left, left_end, right, right_end in SequenceMatcher(None, happened, seen, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from zip(happened[left:left_end], seen[right:right_end], strict=True)
        else:
            yield from _alike(happened[left:left_end], seen[right:right_end])


def _is_shorter(seen: str, whole: str) -> bool:
    """Whether all words of the first line are in the second, in order; hidden words may be in between."""
    words = iter(re.findall(r"\w+", whole))
    return all(word in words for word in re.findall(r"\w+", seen))


def _alike(happened: Sequence[str], seen: Sequence[str]) -> Iterator[tuple[str | None, str | None]]:
    """Pair each line seen with the first line that it is a shorter form of, in order."""
    waiting = list(seen)
    for whole in happened:
        if waiting and _is_shorter(waiting[0], whole):
            yield whole, waiting.pop(0)
        else:
            yield whole, None
    for reached in waiting:
        yield None, reached
