"""What a player may not see is nowhere in that player's browser: not on the page, nor kept, nor sent over the network.

What is hidden is known from the log. It is searched for in two ways: texts as such; and every event and every view in
the traffic must be what its viewer may see, field by field. Numbers are too short to be searched for, so that rounds
are also played twice, with one hidden value changed: nobody else's browser may differ by a byte.
"""

import asyncio
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from random import Random
from typing import Any, Final

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext

from events.audience import Viewer
from events.event import redact
from games.engine.catalogue import Catalogue
from games.installed import CATALOGUE
from server.http.routes.games import describe
from tests.browser.conftest import MS, Meeting, Starting
from tests.browser.people import LONGEST_ROUND, Person, come_back
from tests.browser.searching import everything, found, stored
from tests.browser.tapping import Heard, Tap
from tests.server.playing_through import PURSE_CP, PURSES_CP, SHORT, replayed
from tests.server.renaming import assert_alike
from tests.server.serving import BEGAN, SEED, Caller, Opened, Served
from tests.server.test_secrecy import cheat_with_the_hole_die, offered
from tests.toys.catalogue import TOYS

pytestmark = pytest.mark.asyncio(loop_scope="session")

NAMES: Final = ("Ada", "Bo", "Cy")
LONG: Final = 16
"""So long is a text that is searched for: shorter ones may stand somewhere by chance."""
STEPS_BETWEEN_LOOKS: Final = 6
IN_SECRET: Final = ("twentyone", "bluffmaster")
"""Games of which `make thorough` plays a round; a campaign plays the others, too."""

DRAWN: Final = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
NUMBERED: Final = re.compile(r"\bP\d+-\d+")
"""Ids that the page counts, in the order in which its parts come to be drawn."""
READ_ALOUD: Final = re.compile(r'aria-label="News"[^>]*>.*?</div>')
"""The live region. What stands there is from the chronicle, and how long it does is a matter of time."""
TAG: Final = re.compile(r'(<[a-z][a-z0-9-]*)((?: [^\s<>"=/]+(?:="[^"]*")?)+)(\s*/?>)')
ATTRIBUTE: Final = re.compile(r' [^\s<>"=/]+(?:="[^"]*")?')
UNHEARD: Final = """() => document.querySelector('[aria-label="News"]')?.setAttribute("aria-hidden", "true")"""
"""Takes the live region out of what a screen reader has."""

Tapping = Callable[..., Awaitable[tuple[Person, Tap]]]


@pytest_asyncio.fixture(loop_scope="session")
async def tap(meet: Meeting) -> AsyncIterator[Tapping]:
    """Somebody whose browser asks the server through a tap."""
    taps: list[Tap] = []
    contexts: list[BrowserContext] = []

    async def tapping(server: Served, caller: Caller, *, same_chance: bool = False) -> tuple[Person, Tap]:
        taps.append(Tap(server.client.make_url("/")))
        root = await taps[-1].start()
        context = await meet()
        contexts.append(context)
        if same_chance:
            await context.add_init_script(SAME_CHANCE)
        await context.clock.set_fixed_time(BEGAN)
        person = await come_back(context, caller, root=root)
        return person, taps[-1]

    yield tapping
    for context in contexts:
        await context.close()
    for one in taps:
        await one.close()


SAME_CHANCE: Final = """{
  let drawn = 0;
  crypto.getRandomValues = (into) => {
    for (let at = 0; at < into.length; at += 1) into[at] = (drawn += 7919) % 251;
    return into;
  };
}"""
"""Ids that the browser draws are the same whenever a round is played again."""


def walked(document: Any) -> Iterator[dict[str, Any]]:
    """Every object in a document."""
    if isinstance(document, dict):
        yield document
        for value in document.values():
            yield from walked(value)
    elif isinstance(document, list):
        for value in document:
            yield from walked(value)


def texts(document: Any) -> Iterator[str]:
    """Every text in a document."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict):
        for value in document.values():
            yield from texts(value)
    elif isinstance(document, list):
        for value in document:
            yield from texts(value)


def same(document: Any) -> bytes:
    """An object's bytes, whatever the order of its fields."""
    return msgspec.json.encode(document, order="sorted")


class Log:
    """All that happened at a table, and what each viewer may know of it."""

    def __init__(self, catalogue: Catalogue, lines: list[bytes]) -> None:
        self._entries = [catalogue.codec.decode(line) for line in lines]
        self._lines = [msgspec.json.decode(line) for line in lines]
        self._explained = describe(catalogue).body.decode()

    def seen_by(self, viewer: Viewer) -> set[bytes]:
        """The events, as the viewer may see them."""
        parts = [redact(event, viewer) for entry in self._entries for event in entry.events]
        return {same(msgspec.to_builtins(part)) for part in parts if part is not None}

    def kept_from(self, viewer: Viewer) -> int:
        """How many events the viewer may not see, or not whole."""
        events = [event for entry in self._entries for event in entry.events]
        return sum(redact(event, viewer) != event for event in events)

    def secrets_from(self, viewer: Viewer) -> dict[str, str]:
        """The texts that are in no event that the viewer may see, nor in a command of theirs.

        Nor are words that the catalogue explains to everybody, such as the names of conditions.
        """
        known = {text for seen in self.seen_by(viewer) for text in texts(msgspec.json.decode(seen))}
        hidden: dict[str, str] = {}
        for line in self._lines:
            if line["actor"] == viewer:
                known |= {line["id"], *texts(line["command"])}
        for n, line in enumerate(self._lines, 1):
            about = f"entry {n}"
            for text in texts([line["id"], line["command"], line["events"], line["salt"]]):
                if len(text) >= LONG and text not in known and text not in self._explained:
                    hidden[f"{about}: {text}"] = text
        return hidden


async def secrets_from(
    server: Served, table: Opened, catalogue: Catalogue, seats: list[Caller], who: Caller
) -> dict[str, str]:
    """Every text that somebody at a table may not know."""
    lines = [stored.line for stored in await server.store.read(table.id)]
    secrets = Log(catalogue, lines).secrets_from(f"seat:{who.seat}")
    secrets |= {f"{seat.seat}'s token": seat.token or "" for seat in seats if seat is not who}
    secrets |= {"the GM's token": table.gm.token or "", "the invite": table.invite}
    secret = await server.store.secret(table.id)
    return secrets | {"the table's secret": secret.hex()}


async def unrevealed(people: list[Person]) -> dict[Person, dict[str, str]]:
    """The luck that each browser keeps to itself until it is revealed."""
    kept: dict[Person, dict[str, str]] = {}
    for person in people:
        luck = [
            msgspec.json.decode(value)
            for key, value in (await stored(person.page))["local"].items()
            if key.startswith("tavern-luck:")
        ]
        kept[person] = {f"{person.caller.seat}'s luck": one["luck"] for one in luck if not one.get("revealed")}
    return kept


def check_traffic(tap: Tap, log: Log, viewer: Viewer, frames: dict[int, Any]) -> None:
    """Whatever came to a browser is what its viewer may see."""
    allowed = log.seen_by(viewer)
    views = events = 0
    for heard in tap.heard:
        for document in heard.documents():
            for part in walked(document):
                if "viewer" in part and "seats" in part:
                    assert part["viewer"] == viewer
                    if part["version"] in frames:
                        assert part == frames[part["version"]], (viewer, part["version"])
                        views += 1
                elif isinstance(part.get("type"), str) and "v" in part:
                    assert same(part) in allowed, (viewer, part)
                    events += 1
    assert views > 3
    assert events > 10


@pytest.mark.parametrize(
    "game",
    [game if game in IN_SECRET else pytest.param(game, marks=pytest.mark.campaign) for game in CATALOGUE.rulebooks],
)
async def test_no_hidden_value_is_anywhere_in_the_browser_of_a_player(start: Starting, tap: Tapping, game: str) -> None:
    server = await start(CATALOGUE)
    table = await server.open(game, options={**SHORT.get(game, {}), "luck": "sealed"})
    sheets = [{"abilities": {"dex": n, "wis": 3 - n}, "skills": {"sleight_of_hand": 5 + n}} for n in range(3)]
    purse_cp = PURSES_CP.get(game, PURSE_CP)
    seats = [
        await table.sit(name, purse_cp=purse_cp, character=sheet) for name, sheet in zip(NAMES, sheets, strict=True)
    ]
    tapped = [await tap(server, seat) for seat in seats]
    people = [person for person, _ in tapped]
    for person in people:
        assert (await sealed(person))["fair"]["luck"] == "sealed"
    luck = await unrevealed(people)
    assert all(luck.values())
    looks = [await looked(server, table, seats, tapped, luck)]
    await table.gm.did("start_round")
    chance = Random(5)
    by_seat = {person.caller.seat: person for person in people}
    for step in range(LONGEST_ROUND):
        view = await table.gm.view()
        if view["phase"] == "lobby":
            break
        asked = [by_seat[seat] for seat in view["to_act"]]
        if view["phase"] == "luck":
            # The pages reveal it by themselves.
            await people[0].page.wait_for_timeout(100)
        elif asked:
            await chance.choice(asked).act(chance)
        if step % STEPS_BETWEEN_LOOKS == 1:
            looks.append(await looked(server, table, seats, tapped, {}))
    looks.append(await looked(server, table, seats, tapped, {}))
    assert looks == [[]] * len(looks)
    lines = [one.line for one in await server.store.read(table.id)]
    log = Log(CATALOGUE, lines)
    for person, its_tap in tapped:
        viewer = f"seat:{person.caller.seat}"
        assert log.kept_from(viewer) > 0
        frames = {frame["version"]: frame["view"] for frame in (await replayed(person.caller, 1))["frames"]}
        check_traffic(its_tap, log, viewer, frames)
        # What was said of others' dice while they were hidden differs from what the house saw.
        assert (await replayed(table.gm, 1))["frames"] != frames


async def sealed(person: Person) -> Any:
    """Wait until a page has sealed its luck for the next round; the view."""
    await person.page.locator(".ownseat").wait_for()
    async with asyncio.timeout(MS / 1000):
        while True:
            view = await person.caller.view()
            if person.caller.seat in view["fair"].get("sealed", [person.caller.seat]):
                return await person.shown()
            await asyncio.sleep(0.05)


async def looked(
    server: Served,
    table: Opened,
    seats: list[Caller],
    tapped: list[tuple[Person, Tap]],
    luck: dict[Person, dict[str, str]],
) -> list[str]:
    """Search every browser for all that it may not have; where something was found."""
    everywhere: list[str] = []
    for person, its_tap in tapped:
        await person.shown()
        secrets = await secrets_from(server, table, CATALOGUE, seats, person.caller)
        for other, its in luck.items():
            if other is not person:
                secrets |= its
        everywhere += found(secrets, its_tap, await everything(person.page))
    return everywhere


async def seen_in(person: Person, tap: Tap) -> dict[str, Any]:
    """All that a browser has, apart from where its tap happens to listen."""
    await person.shown()
    await person.page.evaluate(UNHEARD)
    root = str(tap.root)
    # What a page asks for when it has the view may come later, and a screen reader hears of it later still.
    places, before = await everything(person.page), None
    while not tap.is_quiet or places != before:
        await person.page.evaluate(DRAWN)
        places, before = await everything(person.page), places
    traffic: dict[str, list[Any]] = {}
    for heard in tap.heard:
        traffic.setdefault(f"{heard.method} {heard.path}", []).append(answer_of(heard))
    plain = {place: NUMBERED.sub("id", text.replace(root, "/")) for place, text in places.items()}
    plain["document"] = TAG.sub(in_order, READ_ALOUD.sub("", plain["document"]))
    return {**plain, "traffic": sorted(traffic.items())}


def in_order(tag: re.Match[str]) -> str:
    """A tag with its attributes by name: one that an element gets later comes after those that it had."""
    return "".join((tag[1], *sorted(ATTRIBUTE.findall(tag[2])), tag[3]))


def answer_of(heard: Heard) -> Any:
    """An answer, as far as a browser can make something of it."""
    what = heard.frames() if heard.is_stream else bytes(heard.body)
    return heard.status, heard.headers.get("ETag"), what


class Twin(ABC):
    """A table at which somebody does something in secret: one way here, another way there."""

    game = "secret_choice"
    catalogue = TOYS
    seed = SEED

    def sheet(self, differs: bool) -> dict[str, Any]:
        """The first seat's character."""
        return {"abilities": {"dex": 3}}

    @abstractmethod
    async def play(self, table: Opened, ada: Caller, bo: Caller, differs: bool) -> Caller:
        """Do it; return the one who looks on."""


class Choice(Twin):
    """A number is chosen in secret, with a boast."""

    async def play(self, table: Opened, ada: Caller, bo: Caller, differs: bool) -> Caller:
        await ada.did("choose", number=3 if differs else 1, boast="nobody beats this" if differs else "hush")
        return bo


class Sheet(Choice):
    """A character is stronger than the other."""

    def sheet(self, differs: bool) -> dict[str, Any]:
        return {"abilities": {"dex": 5 if differs else 3}}

    async def play(self, table: Opened, ada: Caller, bo: Caller, differs: bool) -> Caller:
        return await super().play(table, ada, bo, False)


class Cheat(Twin):
    """A die under the cup is turned, and nobody notices."""

    game = "twentyone"
    catalogue = CATALOGUE
    seed = "08" * 32

    async def play(self, table: Opened, ada: Caller, bo: Caller, differs: bool) -> Caller:
        for seat in (ada, bo):
            if (await seat.view())["phase"] == "cut" and "let_it_be" in await offered(seat):
                await seat.did("let_it_be")
        actor, other = (ada, bo) if "roll" in await offered(ada) else (bo, ada)
        await actor.did("roll", die="d4")
        if differs:
            await actor.did("cheat", **await cheat_with_the_hole_die(actor))
        else:
            await actor.did("let_it_be")
        return other


@pytest.mark.parametrize("twin", [Choice(), Sheet(), Cheat()], ids=lambda twin: type(twin).__name__.lower())
async def test_rounds_that_differ_in_what_is_hidden_are_the_same_in_the_browsers_of_others(
    start: Starting, tap: Tapping, twin: Twin
) -> None:
    worlds: list[list[dict[str, Any]]] = []
    own: list[Any] = []
    for differs in (False, True):
        server = await start(twin.catalogue, allow_seeds=True)
        table = await server.open(twin.game, seed=twin.seed)
        ada = await table.sit("Ada", character=twin.sheet(differs))
        bo = await table.sit("Bo", character={"abilities": {"dex": 1}})
        watching = [await tap(server, caller, same_chance=True) for caller in (bo, ada, table.public)]
        await table.gm.did("start_round")
        other = await twin.play(table, ada, bo, differs)
        by_caller = {person.caller: (person, its_tap) for person, its_tap in watching}
        looks = [await seen_in(*by_caller[caller]) for caller in (other, table.public)]
        # Somebody comes later, and sees all of it at once.
        looks += [await seen_in(*await tap(server, caller, same_chance=True)) for caller in (other, table.public)]
        worlds.append(looks)
        own.append(await (bo if other is ada else ada).view())
    here, there = worlds
    for one, another in zip(here, there, strict=True):
        for place in one:
            assert_alike([one[place]], [another[place]])
    if not isinstance(twin, Sheet):
        assert own[0] != own[1]
