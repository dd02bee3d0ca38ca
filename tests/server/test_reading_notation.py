"""Texts in the notation: anybody can have one replayed, and learns where and why it ends."""

import asyncio

import pytest

from events.audience import PUBLIC, seat_viewer
from games.installed import CATALOGUE
from replays.notation.rounds import parse_notation, replay_of
from server.http.limits import MOST_TEXTS
from tests.replays.test_notation import second_round_of_pig, text_of
from tests.server.serving import Served

PATH = "/api/notation"


@pytest.mark.parametrize("viewer", [PUBLIC, seat_viewer("bri")])
async def test_a_text_is_replayed_as_its_viewer_saw_the_round(services: Served, viewer: str) -> None:
    text = text_of(second_round_of_pig(), viewer)
    answer = await services.post(PATH, {"text": text})
    assert answer.status == 200, answer.body
    _, seen, _ = replay_of(CATALOGUE, parse_notation(CATALOGUE.codec, text))
    assert [frame["chronicle"] for frame in answer["frames"]] == [frame.chronicle for frame in seen.frames]
    assert (answer["round"], answer["game"], answer["viewer"], answer["fault"]) == (2, "pig", viewer, None)


async def test_the_good_part_of_a_damaged_text_is_shown_and_where_it_ends(services: Served) -> None:
    text = text_of(second_round_of_pig(), PUBLIC)
    head, separator, last = text.partition("\n\n^1 ")
    lines = head.splitlines()
    damaged = "\n".join([*lines[:-1], "   pig.thrown and then it rained"]) + separator + last
    answer = await services.post(PATH, {"text": damaged})
    whole = await services.post(PATH, {"text": text})
    assert (answer.status, len(answer["frames"])) == (200, len(whole["frames"]) - 1)
    assert answer["fault"].startswith(f"Line {len(lines)}: ")


@pytest.mark.parametrize("text", ["", "Once upon a time", "tavern-notation 2\n", "tavern-notation 1\ntable"])
async def test_what_is_no_round_is_refused_with_its_line(services: Served, text: str) -> None:
    answer = await services.post(PATH, {"text": text})
    assert (answer.status, answer["code"]) == (422, "bad_notation")
    assert answer["detail"].startswith("Line ")


async def test_the_frames_end_where_they_would_become_too_long(services: Served) -> None:
    head, _, below = text_of(second_round_of_pig(), PUBLIC).partition("\n\n^1 ")
    accounts = " ".join(f"a{number}=1cp" for number in range(1_000))
    head = head.replace("viewer=public", f"viewer=public accounts={{{accounts}}}")
    steps = [f"{version}. 20:00:00 gm\nsat-out bri" for version in range(12, 1_500)]
    answer = await services.post(PATH, {"text": "\n".join([head, *steps, f"\n^1 {below}"])})
    line = len(head.splitlines()) + 2 * (len(answer["frames"]) - 3) + 1
    assert answer["fault"] == f"Line {line}: expected an end: the steps are longer than 8,000,000 bytes."
    assert 7_900_000 < len(answer.body) < 8_100_000


async def test_one_address_cannot_fill_the_queue_of_texts_nor_that_of_what_ifs_with_them(services: Served) -> None:
    body = {"text": text_of(second_round_of_pig(), PUBLIC)}
    async with services.app.what_if:
        async with services.app.text:
            waiting = [asyncio.create_task(services.post(PATH, body)) for _ in range(MOST_TEXTS + 1)]
            (refused,), _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            assert refused.result().code == (429, "too_many_requests")
        assert [(await asked).status for asked in waiting if asked is not refused] == [200] * MOST_TEXTS
