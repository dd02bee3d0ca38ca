"""The client records what its viewers are shown, notices if a server shows something else, and checks proofs."""

import random
import shutil
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.engine.catalogue import Catalogue
from games.table import TABLE_RULES
from games.twentyone import TwentyOne
from tavern_client import ApiProblem, BadAnswer, Entry, LogWentBack, Onlooker, OutOfOrder, Reset, RootChanged, Tavern
from tavern_client.record import Record
from tavern_client.views import Root
from tests.tools.standing_in import (
    TABLE,
    TOKEN,
    Answer,
    Cut,
    Said,
    StandIn,
    Stream,
    cursor,
    entry,
    page,
    problem,
    receipt,
    standing_in,
    view,
)
from tests.tools.test_client_live import event as sent
from tests.tools.test_client_luck import serving
from tools.choosing import choose_command
from tools.serving import local_server

GAMES = Catalogue.of([TwentyOne()], TABLE_RULES)
ROOT = {"from": 1, "to": 4096, "root": "ab" * 32}
OTHER = {"from": 1, "to": 4096, "root": "cd" * 32}


def recorded(path: Path) -> list[dict[str, Any]]:
    """The lines of a record, without the cursors that only the client reads."""
    lines: list[dict[str, Any]] = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    for line in lines:
        line.pop("cursor", None)
    return lines


def shown(version: int, number: int | None = None, fork: str = "", **parts: Any) -> dict[str, Any]:
    """An entry as it is recorded."""
    place = {"table": TABLE, "viewer": "seat:bri", "round": number, "version": version}
    return {**place, "receipt": receipt(version, fork), **parts}


def files_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


def bri(stand_in: StandIn) -> Onlooker:
    return stand_in.tavern.onlooker(TABLE, TOKEN)


def asked(stand_in: StandIn) -> list[str]:
    """What was asked for, in short."""
    return [one.path.removeprefix(f"/api/tables/{TABLE}") for one in stand_in.asked]


def events_after(version: int, forks: Mapping[int, str] | None = None) -> str:
    at = cursor(version, forks=dict(forks or {}))
    return f"/events?after={version}&epoch={at.epoch}&seen={at.seen}"


BEGINS = {"type": "luck_called", "round": 1}
ENDS = {"type": "round_ended", "round": 1}
CHAT = {"type": "x"}
SEATED: dict[str, Any] = {
    "name": "Bri",
    "kind": "player",
    "played_by": "player",
    "luck": "",
    "sits_out": False,
    "playing": True,
    "status": "active",
    "conditions": [],
    "total": None,
    "character": None,
    "details": {},
}


def die(n: int, face: int | None) -> dict[str, Any]:
    return {"n": n, "die": "d10", "face": face, "hole": face is None, "place": "open", "details": {}}


# What is kept


async def test_a_viewer_that_only_polls_views_keeps_every_entry_with_its_round(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    first = page(cursor(2), entry(1, CHAT), entry(2, BEGINS), more=True)
    rest = page(cursor(4), entry(3, ENDS), entry(4, CHAT))
    async with standing_in(
        Said(view(4, fair={"roots": [ROOT], "commitment": None})), first, rest, record=path
    ) as there:
        await bri(there).view()

    assert asked(there) == ["", "/events?after=0", events_after(2)]
    assert recorded(path) == [
        {"table": TABLE, "viewer": "seat:bri", "root": ROOT},
        shown(1, None, events=[CHAT]),
        shown(2, 1, events=[BEGINS]),
        shown(3, 1, events=[ENDS]),
        shown(4, None, events=[CHAT]),
        shown(4, None, coins={"pot": 0}, dice={}),
    ]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_coins_and_dice_are_kept_as_the_view_shows_them(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    seats = [
        {**SEATED, "seat": "bri", "purse_cp": 400, "dice": [die(1, None), die(0, 7)]},
        {**SEATED, "seat": "odo", "purse_cp": 300, "dice": []},
    ]
    now = view(1, seats=seats, pot_cp=50, house_dice=[die(0, 3)])
    async with standing_in(Said(now), page(cursor(1), entry(1)), record=path) as there:
        await bri(there).view()

    assert recorded(path)[-1] == shown(
        1,
        coins={"bri": 400, "odo": 300, "pot": 50},
        dice={"bri": [["d10", 7], ["d10", None]], "house": [["d10", 3]]},
    )


async def test_what_was_kept_is_not_kept_twice_and_is_read_on_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    answers: list[Answer] = [
        Said(view(2), headers={"ETag": "2"}),
        page(cursor(2), entry(1, CHAT), entry(2, BEGINS)),
        Said(b"", 304),
        page(cursor(2), entry(1, CHAT), entry(2, BEGINS)),
        page(cursor(2)),
    ]
    async with standing_in(*answers, record=path) as there:
        handle = bri(there)
        for _ in range(2):
            await handle.view()
        await handle.events()
    kept = path.read_bytes()
    assert asked(there)[2:] == ["", "/events?after=0", events_after(2)]
    path.write_bytes(kept + b'{"table":"torn')

    again = page(cursor(3), entry(1, CHAT), entry(2, BEGINS), entry(3, ENDS))
    async with standing_in(
        Said(view(3)), page(cursor(3), entry(3, ENDS)), again, page(cursor(3)), record=path
    ) as there:
        handle = bri(there)
        await handle.view()
        await handle.events()
    assert asked(there)[:2] == ["", events_after(2)]
    assert path.read_bytes().startswith(kept)
    assert recorded(path)[len(kept.splitlines()) :] == [
        shown(3, 1, events=[ENDS]),
        shown(3, 1, coins={"pot": 0}, dice={}),
    ]


@pytest.mark.parametrize(
    "failure", [[Cut()] * 5, [problem(403, "no")], [Said(b"{")]], ids=["cut", "refused", "malformed"]
)
async def test_the_receipt_of_a_command_is_kept_before_anything_else_is_asked(
    tmp_path: Path, failure: list[Answer]
) -> None:
    path = tmp_path / "record.jsonl"
    answer = {"version": 2, "events": [BEGINS], "view": view(2, round=1, phase="luck"), "receipt": receipt(2)}
    async with standing_in(Said(answer), *failure, record=path) as there:
        given = await there.tavern.game_master(TABLE, TOKEN).command("start_round")

    assert given.version == 2
    assert recorded(path) == [shown(2, 1, events=[BEGINS])]


async def test_a_command_that_ends_a_round_belongs_to_it(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    answer = {"version": 1, "events": [ENDS], "view": view(1, round=1), "receipt": receipt(1)}
    async with standing_in(Said(answer), page(cursor(1), entry(1, ENDS)), record=path) as there:
        await there.tavern.game_master(TABLE, TOKEN).command("void_round")

    assert recorded(path)[0] == shown(1, 1, events=[ENDS])


async def test_a_restarted_program_reads_on_after_the_last_command_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    answer = {"version": 2, "events": [ENDS], "view": view(2, round=1), "receipt": receipt(2)}
    read = page(cursor(2), entry(1, BEGINS), entry(2, ENDS))
    async with standing_in(Said(answer), read, record=path) as there:
        await there.tavern.game_master(TABLE, TOKEN).command("void_round")
    async with standing_in(Said(view(1, round=1)), problem(409, "log_went_back"), record=path) as there:
        with pytest.raises(LogWentBack):
            await there.tavern.game_master(TABLE, TOKEN).view()

    assert asked(there) == ["", events_after(2)]


async def test_what_follows_a_command_that_ended_a_round_is_not_of_it_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    answer = {"version": 2, "events": [ENDS], "view": view(2, round=1), "receipt": receipt(2)}
    before = page(cursor(2), entry(1, BEGINS), entry(2, ENDS))
    after = page(cursor(3), entry(3, CHAT))
    async with standing_in(Said(answer), before, Said(view(3, round=1)), after, record=path) as there:
        gm = there.tavern.game_master(TABLE, TOKEN)
        await gm.command("void_round")
        await gm.view()
    async with standing_in(Said(view(4, round=1)), page(cursor(4), entry(4, CHAT)), record=path) as there:
        await there.tavern.game_master(TABLE, TOKEN).view()

    rounds = {line["version"]: line["round"] for line in recorded(path) if "version" in line}
    assert rounds == {1: 1, 2: 1, 3: None, 4: None}


async def test_a_stream_is_kept_as_it_comes_and_what_came_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    at = cursor(2)
    reset = sent("reset", {"version": 2, "epoch": at.epoch, "seen": at.seen, "view": view(2)}, at)
    newest = sent("entry", entry(4, CHAT, view=view(4)), cursor(4))
    stream = Stream([reset, sent("entry", entry(3, BEGINS), cursor(3)), newest])
    async with (
        standing_in(stream, page(cursor(2), entry(1), entry(2)), record=path) as there,
        bri(there).live() as live,
    ):
        items = [await anext(live) for _ in range(3)]

    assert [type(item) for item in items] == [Reset, Entry, Entry]
    assert asked(there) == ["/live", "/events?after=0"]
    assert [(line["version"], line["round"], *line.keys() & {"events", "coins"}) for line in recorded(path)] == [
        (1, None, "events"),
        (2, None, "events"),
        (2, None, "coins"),
        (3, 1, "events"),
        (4, 1, "events"),
        (4, 1, "coins"),
    ]


async def test_a_stream_that_goes_on_from_a_cursor_reads_what_is_missing_before(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    stream = Stream([sent("entry", entry(3, CHAT), cursor(3))])
    entries = page(cursor(3), entry(1), entry(2), entry(3, CHAT))
    async with standing_in(stream, Said(view(3)), entries, record=path) as there, bri(there).live(cursor(2)) as live:
        await anext(live)

    assert asked(there) == ["/live", "", "/events?after=0"]
    assert [line["version"] for line in recorded(path) if "events" in line] == [1, 2, 3]


async def test_without_a_file_nothing_is_written_and_no_entries_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with standing_in(Said(view(4, fair={"roots": [ROOT], "commitment": None}))) as there:
        await bri(there).view()

    assert asked(there) == [""]
    assert files_in(tmp_path) == []


async def test_a_record_that_cannot_be_written_is_an_error_and_nothing_is_missing_later(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    both = page(cursor(1), entry(1))
    async with standing_in(Said(view(1)), both, Said(view(1)), both, record=path) as there:
        path.symlink_to(tmp_path / "missing" / "record.jsonl")
        with pytest.raises(FileNotFoundError):
            await bri(there).view()
        path.unlink()
        await bri(there).view()

    assert [line["version"] for line in recorded(path)] == [1, 1]


@pytest.mark.parametrize(
    "content", [b"no JSON\n", b'{"table":"t"}\n', b'{"table":"t","viewer":"gm","cursor":"2","receipt":""}\n']
)
async def test_a_file_that_is_no_record_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "record.jsonl"
    path.write_bytes(content)
    async with standing_in(Said(view(1)), record=path) as there:
        with pytest.raises(ValueError, match="is not a"):
            await bri(there).view()

    assert path.read_bytes() == content


async def test_events_that_no_verifier_would_read_are_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    async with standing_in(Said(view(1)), page(cursor(1), entry(1, {"type": "x", "n": 1.5})), record=path) as there:
        with pytest.raises(BadAnswer, match="cannot be recorded"):
            await bri(there).view()

    assert not path.exists()


# What a server that lies does


async def test_a_log_that_went_back_is_not_told_again_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    before = page(cursor(3), entry(1, CHAT), entry(2, CHAT), entry(3, CHAT))
    after = page(cursor(2), entry(1, CHAT), entry(2, CHAT))
    answers = [Said(view(3)), before, Said(view(2)), problem(409, "log_went_back"), Said(view(2)), after]
    async with standing_in(*answers, record=path) as there:
        await bri(there).view()
        with pytest.raises(LogWentBack):
            await bri(there).view()
        await bri(there).view()
    async with standing_in(Said(view(2)), page(cursor(2)), record=path) as there:
        await bri(there).view()

    assert asked(there) == ["", events_after(2)]


async def test_a_polling_viewer_notices_that_the_log_went_back_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    forks = {2: "x"}
    answers: list[Answer] = [
        Said(view(3)),
        page(cursor(3), entry(1), entry(2), entry(3)),
        Said(view(2)),
        problem(409, "log_went_back"),
        Said(view(2)),
        page(cursor(2, forks=forks), entry(1), entry(2, fork="x")),
    ]
    async with standing_in(*answers, record=path) as there:
        handle = bri(there)
        await handle.view()
        with pytest.raises(LogWentBack) as went_back:
            await handle.view()
        assert (await handle.view()).version == 2

    assert (went_back.value.code, went_back.value.table) == ("log_went_back", TABLE)
    assert asked(there)[2:] == ["", events_after(3), "", "/events?after=0"]
    assert [line["receipt"] for line in recorded(path) if "events" in line] == [
        *(receipt(version) for version in (1, 2, 3)),
        receipt(2, "x"),
    ]


async def test_a_log_that_the_server_says_is_another_is_read_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    forks = {2: "x"}
    async with standing_in(
        Said(view(2)),
        page(cursor(2), entry(1, BEGINS), entry(2, ENDS)),
        Said(view(1)),
        problem(409, "log_replaced"),
        page(cursor(1, "aa"), entry(1, BEGINS)),
        Said(view(2)),
        page(cursor(2, "aa", forks), entry(2, CHAT, fork="x")),
        record=path,
    ) as there:
        handle = bri(there)
        for version in (2, 1, 2):
            assert (await handle.view()).version == version
    newest = page(cursor(3, "aa", forks), entry(3, CHAT))
    async with standing_in(Said(view(3)), newest, record=path) as there:
        await bri(there).view()

    assert [(line["receipt"], line["round"]) for line in recorded(path) if "events" in line] == [
        (receipt(1), 1),
        (receipt(2), 1),
        (receipt(2, "x"), 1),
        (receipt(3), 1),
    ]


async def test_a_view_whose_entries_could_not_be_read_is_kept_the_next_time(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    answers: list[Answer] = [Said(view(1), headers={"ETag": "1"}), problem(403, "not_admitted"), Said(b"", 304)]
    async with standing_in(*answers, page(cursor(1), entry(1)), record=path) as there:
        handle = bri(there)
        with pytest.raises(ApiProblem):
            await handle.view()
        await handle.view()

    assert [line["version"] for line in recorded(path)] == [1, 1]


async def test_a_server_that_always_says_that_the_log_is_another_is_not_asked_for_ever(tmp_path: Path) -> None:
    replaced = problem(409, "log_replaced")
    async with standing_in(Said(view(1)), replaced, record=tmp_path / "record.jsonl") as there:
        with pytest.raises(ApiProblem, match="log_replaced"):
            await bri(there).view()


LYING: dict[str, tuple[type[Exception], Answer]] = {
    "a changed log": (LogWentBack, page(cursor(2, forks={1: "x"}), entry(2))),
    "another log, unsaid": (BadAnswer, page(cursor(2, "aa"), entry(2))),
    "an entry again": (OutOfOrder, page(cursor(2), entry(1), entry(2))),
    "a gap": (OutOfOrder, page(cursor(3), entry(3))),
    "fewer entries than said": (OutOfOrder, page(cursor(2))),
    "no entries": (BadAnswer, page(cursor(1))),
    "no entries, and more of them": (BadAnswer, page(cursor(1), more=True)),
    "a refusal": (ApiProblem, problem(403, "not_admitted")),
}


@pytest.mark.parametrize("lie", list(LYING))
async def test_a_view_is_only_kept_with_the_entries_before_it(tmp_path: Path, lie: str) -> None:
    path = tmp_path / "record.jsonl"
    error, answer = LYING[lie]
    async with standing_in(Said(view(1)), page(cursor(1), entry(1)), Said(view(2)), answer, record=path) as there:
        handle = bri(there)
        await handle.view()
        kept = path.read_bytes()
        with pytest.raises(error):
            await handle.view()

    assert path.read_bytes() == kept


async def test_a_command_that_is_answered_with_another_entry_than_the_log_has_went_back(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    answer = {"version": 1, "events": [], "view": view(1), "receipt": receipt(1, "x")}
    async with standing_in(Said(answer), page(cursor(1), entry(1)), record=path) as there:
        with pytest.raises(LogWentBack, match="another entry than the one with which the command was answered"):
            await there.tavern.game_master(TABLE, TOKEN).command("pause")

    assert [line["receipt"] for line in recorded(path) if "events" in line] == [receipt(1, "x"), receipt(1)]


async def test_events_that_are_shown_otherwise_the_second_time_are_kept_as_well(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    answers = [Said(view(1)), page(cursor(1), entry(1, CHAT)), page(cursor(1), entry(1, ENDS)), page(cursor(1))]
    async with standing_in(*answers, record=path) as there:
        handle = bri(there)
        await handle.view()
        await handle.events()

    assert [line["events"] for line in recorded(path) if "events" in line] == [[CHAT], [ENDS]]


async def test_a_page_with_another_entry_than_before_says_that_the_log_went_back(tmp_path: Path) -> None:
    forged = page(cursor(1, forks={1: "x"}), entry(1, fork="x"))
    async with standing_in(
        Said(view(1)), page(cursor(1), entry(1)), forged, page(cursor(1)), record=tmp_path / "record.jsonl"
    ) as there:
        handle = bri(there)
        await handle.view()
        with pytest.raises(LogWentBack):
            await handle.events()


async def test_without_a_record_an_older_view_is_asked_about_once(tmp_path: Path) -> None:
    answers = [Said(view(3)), page(cursor(3)), Said(view(2)), problem(409, "log_went_back"), Said(view(2))]
    async with standing_in(*answers) as there:
        handle = bri(there)
        await handle.view()
        await handle.events(cursor(3))
        with pytest.raises(LogWentBack):
            await handle.view()
        assert (await handle.view()).version == 2

    assert asked(there) == ["", events_after(3), "", events_after(3), ""]


async def test_without_a_record_an_older_view_than_a_stream_began_with_is_asked_about() -> None:
    at = cursor(3)
    reset = sent("reset", {"version": 3, "epoch": at.epoch, "seen": at.seen, "view": view(3)}, at)
    async with standing_in(Stream([reset]), Said(view(2)), problem(409, "log_went_back")) as there:
        handle = bri(there)
        async with handle.live() as live:
            await anext(live)
        with pytest.raises(LogWentBack):
            await handle.view()


async def test_without_a_record_a_stream_without_a_cursor_is_asked_whether_it_continues_what_was_seen() -> None:
    at = cursor(5)
    reset = sent("reset", {"version": 5, "epoch": at.epoch, "seen": at.seen, "view": view(5)}, at)
    answers: list[Said | Stream] = [Said(view(3)), page(cursor(3)), Stream([reset]), problem(409, "log_went_back")]
    async with standing_in(*answers) as there:
        handle = bri(there)
        await handle.view()
        await handle.events()
        async with handle.live() as live:
            with pytest.raises(LogWentBack):
                await anext(live)
            assert isinstance(await anext(live), Reset)

    assert asked(there)[-1] == events_after(3)


async def test_a_stream_reports_another_root_and_loses_no_item() -> None:
    def shows(root: Mapping[str, Any], version: int) -> dict[str, Any]:
        return view(version, fair={"roots": [root], "commitment": None})

    entries = [sent("entry", entry(n, view=shows(root, n)), cursor(n)) for n, root in ((1, ROOT), (2, OTHER))]
    async with standing_in(Stream(entries)) as there, bri(there).live(cursor(0)) as live:
        await anext(live)
        with pytest.raises(RootChanged):
            await anext(live)
        item = await anext(live)

    assert isinstance(item, Entry)
    assert item.version == 2


async def test_without_a_record_an_older_view_of_a_log_that_did_not_go_back_is_nothing() -> None:
    answers = [
        Said(view(3)),
        page(cursor(3)),
        Said(view(2)),
        page(cursor(3)),
        Said(view(2)),
        problem(409, "log_replaced"),
    ]
    async with standing_in(*answers) as there:
        handle = bri(there)
        await handle.view()
        await handle.events(cursor(3))
        for _ in range(2):
            assert (await handle.view()).version == 2


async def test_without_a_record_another_log_at_the_same_version_went_back() -> None:
    async with standing_in(Said(view(3)), page(cursor(3)), page(cursor(3, forks={1: "x"}))) as there:
        handle = bri(there)
        await handle.view()
        await handle.events(3)
        with pytest.raises(LogWentBack):
            await handle.events(3)


@pytest.mark.parametrize("keeps", [True, False], ids=["in a record", "in memory"])
async def test_another_root_than_was_shown_before_is_reported_once(tmp_path: Path, keeps: bool) -> None:
    def shows(root: Mapping[str, Any]) -> Said:
        return Said(view(0, fair={"roots": [root], "commitment": None}))

    path = tmp_path / "record.jsonl" if keeps else None
    nothing = [page(cursor(0))] if keeps else []
    async with standing_in(shows(ROOT), *nothing, shows(OTHER), *nothing, shows(OTHER), record=path) as there:
        handle = bri(there)
        await handle.view()
        with pytest.raises(RootChanged) as changed:
            await handle.view()
        if not keeps:
            await handle.view()
    assert (changed.value.first, changed.value.before, changed.value.now) == (1, ROOT["root"], OTHER["root"])
    if path is None:
        return

    async with standing_in(shows(OTHER), shows(OTHER), *nothing, record=path) as there:
        handle = bri(there)
        with pytest.raises(RootChanged):
            await handle.view()
        await handle.view()
    assert recorded(path) == [{"table": TABLE, "viewer": "seat:bri", "root": ROOT}]


async def test_a_view_that_is_looked_at_twice_does_not_make_its_root_the_first(tmp_path: Path) -> None:
    """A live stream handles an item again, whose view was found to have another root."""
    record, path = Record(tmp_path / "record.jsonl"), tmp_path / "record.jsonl"
    first, other = (msgspec.convert(root, Root) for root in (ROOT, OTHER))
    await record.saw_roots(TABLE, "public", [first])
    with pytest.raises(RootChanged):
        await record.saw_roots(TABLE, "public", [other])
    await record.saw_roots(TABLE, "public", [other])

    assert [line["root"] for line in recorded(path)] == [ROOT]


@pytest.mark.parametrize("root", [{"root": "x"}, {"from": 0}, {"to": 0}])
async def test_a_root_that_is_none_is_no_answer_of_this_api(root: Mapping[str, Any]) -> None:
    async with standing_in(Said(view(1, fair={"roots": [{**ROOT, **root}], "commitment": None}))) as there:
        with pytest.raises(BadAnswer, match="a root that is none"):
            await bri(there).view()


# Against the real server


async def played(tavern: Tavern, house: Tavern) -> tuple[Onlooker, Onlooker]:
    """A round with sealed luck, played to its end by a GM with a client of their own."""
    gm = await house.open_table("twentyone", options={"luck": "sealed", "unseal": "round"})
    bri = await tavern.sit(gm.table, gm.invite, name="Bri", purse_cp=5_000, luck="seven")
    odo = await house.sit(gm.table, gm.invite, name="Odo", purse_cp=5_000)
    await gm.command("start_round")
    await odo.view()
    await bri.view()
    chance = random.Random(1)
    for _ in range(12):
        view = await gm.view()
        for seat in (one for one in (bri, odo) if one.seat in view.to_act):
            if command := choose_command((await seat.view()).actions, chance):
                with suppress(ApiProblem):
                    await seat.command(command.pop("type"), **command)
        await bri.view()
    if (await gm.view()).phase != "lobby":
        await gm.command("void_round")
    await bri.view()
    return bri, gm


async def every_entry(viewer: Onlooker) -> list[Entry]:
    entries: list[Entry] = []
    while True:
        page = await viewer.events(len(entries))
        entries += page.entries
        if not page.more:
            return entries


async def test_the_record_of_a_round_has_all_that_its_viewer_saw_and_agrees_with_its_proof(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    async with local_server(GAMES) as url, Tavern(url, record=path) as tavern, Tavern(url) as house:
        bri, _ = await played(tavern, house)
        report = await bri.verify(1)
        entries = await every_entry(bri)

    lines = recorded(path)
    kept = {line["version"]: (line["receipt"], line["events"]) for line in lines if "events" in line}
    assert kept == {entry.version: (entry.receipt, entry.events) for entry in entries}
    [call] = [line for line in lines if "call" in line]
    assert (call["viewer"], call["round"], call["luck"][32:], call["call"]["game"]) == (
        "seat:bri",
        1,
        "seven",
        "twentyone",
    )
    assert (report.right, report.wrong) == (True, []), str(report)
    assert report.record is not None
    assert (report.record.roots, report.record.calls) == (1, 1)
    of_round = {line["version"] for line in lines if line.get("round") == 1 and "events" in line}
    assert report.record.entries == len(of_round)
    assert report.record.views > 3
    assert str(report).endswith("Everything that can be checked is right.\n")


CHANGES: dict[str, tuple[str, Callable[[dict[str, Any]], object]]] = {
    "root": ("root_changed", lambda line: "root" in line and line["root"].update(root="ab" * 32)),
    "call": ("call_changed", lambda line: "call" in line and line["call"]["seals"].update(odo="ab" * 32)),
    "luck": ("luck_mismatch", lambda line: "call" in line and line.update(luck="00" * 16)),
    "receipt": (
        "receipt_missing",
        lambda line: line.get("round") == 1 and "events" in line and line.update(receipt="ab" * 32),
    ),
    "events": ("shown_otherwise", lambda line: line.get("round") == 1 and "events" in line and line["events"].clear()),
    "coins": (
        "shown_otherwise",
        lambda line: line.get("round") == 1 and "coins" in line and line["coins"].update(pot=1),
    ),
}


@pytest.mark.parametrize("change", list(CHANGES))
async def test_a_proof_that_differs_from_what_was_shown_is_wrong(tmp_path: Path, change: str) -> None:
    """As if the server had shown what the record then has, and proved what it did."""
    path = tmp_path / "record.jsonl"
    code, lie = CHANGES[change]
    async with local_server(GAMES) as url, Tavern(url, record=path) as tavern, Tavern(url) as house:
        bri, _ = await played(tavern, house)
        lines = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
        for line in lines:
            lie(line)
        path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        report = await bri.verify(1)

    assert not report.right
    assert {wrong.code for wrong in report.wrong} == {code}


async def test_a_round_that_is_taken_back_and_played_again_is_found_at_once_and_proved(tmp_path: Path) -> None:
    """The operator restores the log from before the round, without saying so, and plays it again as it suits."""
    store, backup, path = tmp_path / "tavern.db", tmp_path / "backup.db", tmp_path / "record.jsonl"
    async with serving(store) as url, Tavern(url, record=path) as tavern, Tavern(url) as house:
        gm = await house.open_table("twentyone", options={"unseal": "round"})
        bri = await tavern.sit(gm.table, gm.invite, name="Bri", purse_cp=5_000)
        await house.sit(gm.table, gm.invite, name="Odo", purse_cp=5_000)
    shutil.copy(store, backup)
    async with serving(store) as url, Tavern(url, record=path) as tavern, Tavern(url) as house:
        await house.game_master(gm.table, gm.token or "").command("start_round")
        async with tavern.seat(gm.table, "bri", bri.token or "").live() as live:
            await anext(live)
    async with serving(backup) as url, Tavern(url, record=path) as tavern, Tavern(url) as house:
        for command in ("start_round", "void_round"):
            await house.game_master(gm.table, gm.token or "").command(command)
        seat = tavern.seat(gm.table, "bri", bri.token or "")
        with pytest.raises(LogWentBack):
            await seat.view()
        await seat.view()
        report = await seat.verify(1)
        async with seat.live(live.cursor) as live:
            with pytest.raises(LogWentBack):
                await anext(live)
            assert isinstance(await anext(live), Reset)

    assert [wrong.code for wrong in report.wrong] == ["receipt_missing"], str(report)


async def test_without_a_file_a_proof_is_still_compared_with_roots_calls_and_luck() -> None:
    async with local_server(GAMES) as url, Tavern(url) as tavern, Tavern(url) as house:
        bri, gm = await played(tavern, house)
        report = await bri.verify(1)
        of_gm = await gm.verify(1, luck={"bri": "another"})

    assert report.record is not None
    assert (report.right, report.record.roots, report.record.calls, report.record.entries) == (True, 1, 1, 0)
    assert [wrong.code for wrong in of_gm.wrong] == ["luck_mismatch"]


async def test_what_is_no_proof_cannot_be_verified() -> None:
    async with standing_in(Said({})) as there:
        with pytest.raises(BadAnswer, match="the proof cannot be checked"):
            await bri(there).verify(1)
