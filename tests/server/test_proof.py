"""The proof of a round over HTTP, and the verifiers that the server offers."""

import asyncio
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from events.merkle import AHEAD, FIRST_RANGE
from events.storage.memory import MemoryStore
from games.engine.catalogue import Catalogue
from tavern_client import verify
from tests.node import needs_node
from tests.server.serving import SEED, Served, start_server
from tests.verifier.second_opinions import JAVASCRIPT, LEFT_OUT, PYTHON, RACE, START, WORDS


async def test_the_proof_of_a_running_round_is_the_same_promise_to_everybody(server: Served) -> None:
    table = await server.open("race", options={"unseal": "dispute"}, seed=SEED)
    ada, _ = await table.sit("Ada", luck="owl"), await table.sit("Bo")
    await table.gm.did("start_round")
    running = await table.public.get("/rounds/1/proof")
    await ada.did("roll")
    await table.gm.did("void_round")
    fair = (await table.public.view())["fair"]

    assert [(await caller.get("/rounds/1/proof")).body for caller in (table.public, ada, table.gm)] == [
        running.body
    ] * 3
    proof = running.json
    assert (proof["root"], proof["seed"], proof["draws"], proof["entries"]) == (fair["roots"][0], None, [], [])
    assert proof["luck"] == [{"seat": "ada", "luck": "owl"}, {"seat": "bo", "luck": ""}]
    report = verify.checked(running.body)
    assert (report["right"], report["not_shown"]) == (True, ["game", "rules", "luck"])


async def test_unsealing_a_round_shows_it_to_all_alike_and_the_proof_is_found_right(server: Served) -> None:
    table = await server.open("twentyone", options={"unseal": "dispute"}, seed=SEED)
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    await table.sit("Cy", character={"abilities": {"dex": 4}})
    await table.gm.did("void_round")
    sealed = await ada.get("/rounds/1/proof")
    await table.gm.did("unseal", round=1)
    answers = [await caller.get("/rounds/1/proof") for caller in (table.public, ada, table.gm)]

    assert sealed.json["entries"] == []
    assert {answer.body for answer in answers} == {answers[0].body}
    proof = answers[0].json
    stored = [one.line for one in await server.store.read(table.id)]
    lines = [entry.get("line") for entry in proof["entries"]]
    assert lines == [stored[3].decode(), None, stored[5].decode()]
    report = verify.checked(answers[0].body)
    assert (report["right"], report["not_shown"], report["draws"]) == (True, [LEFT_OUT, WORDS, START], proof["draws"])
    assert len(proof["draws"]) == 4


async def test_an_unchanged_proof_is_not_sent_again_until_the_round_is_unsealed(server: Served) -> None:
    table = await server.open("race", options={"unseal": "dispute"}, seed=SEED)
    for name in ("Ada", "Bo"):
        await table.sit(name)
    await table.gm.did("start_round")
    await table.gm.did("void_round")
    known = {"If-None-Match": (await table.public.get("/rounds/1/proof")).headers["ETag"]}

    assert (await table.public.get("/rounds/1/proof", headers=known)).status == 304
    await table.gm.did("unseal", round=1)
    assert (await table.public.get("/rounds/1/proof", headers=known)).status == 200


async def test_a_round_that_was_not_played_has_no_proof(server: Served) -> None:
    table = await server.open("race", seed=SEED)

    for number in (0, 1, 999_999_999):
        assert (await table.public.get(f"/rounds/{number}/proof")).code == (404, "no_such_round")


@pytest.mark.parametrize(("served", "media"), [(PYTHON, "text/x-python"), (JAVASCRIPT, "text/javascript")])
async def test_the_verifiers_can_be_downloaded_unchanged(server: Served, served: Path, media: str) -> None:
    answer = await server.get(f"/api/{served.name}")

    assert answer.body == await asyncio.to_thread(served.read_bytes)
    assert answer.headers["Content-Type"].split(";")[0] == media
    again = await server.get(f"/api/{served.name}", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status == 304


async def test_a_round_of_a_second_range_is_proved_from_where_its_root_was_published(catalogue: Catalogue) -> None:
    server = await start_server(catalogue, MemoryStore(), allow_seeds=True)
    table = await server.open("secret_choice", options={"unseal": "dispute"}, seed=SEED)
    for name in ("Ada", "Bo"):
        await table.sit(name)
    announced, played = FIRST_RANGE - AHEAD + 1, FIRST_RANGE + 1
    truth = (await server.tables.open(table.id)).truth
    for number in (announced, played):
        # Those before are passed over: they would take minutes.
        truth.round = number - 1
        await table.gm.did("start_round")
        await table.gm.did("void_round")

    hashed = (await table.public.get(f"/rounds/{played}/proof")).body
    await table.gm.did("unseal", round=played)
    late = (await table.public.get(f"/rounds/{played}/proof")).body
    await table.gm.did("unseal", round=announced)
    shown = (await table.public.get(f"/rounds/{played}/proof")).body

    assert [list(msgspec.json.decode(proof)["published"]) for proof in (hashed, late, shown)] == [
        ["hash"],
        ["hash"],
        ["seq", "hash", "line"],
    ]
    reports = [verify.checked(proof) for proof in (hashed, late, shown)]
    game = "for what version 1 of secret_choice draws dice, which this program does not know"
    unconfirmed = [game, WORDS, START]
    assert [report["right"] for report in reports] == [True, True, True]
    assert [report["not_shown"] for report in reports] == [
        ["root", "game", "rules", "luck"],
        ["root", *unconfirmed],
        unconfirmed,
    ]
    await server.close()


@pytest.mark.parametrize(
    "command",
    [[sys.executable, "-I", "-S", str(PYTHON)], pytest.param(["node", str(JAVASCRIPT)], marks=needs_node)],
    ids=["python", "javascript"],
)
async def test_the_verifiers_say_on_the_command_line_what_they_found(
    server: Served, tmp_path: Path, command: list[str]
) -> None:
    table = await server.open("race", options={"unseal": "round"}, seed=SEED)
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    await ada.did("roll")
    await table.gm.did("void_round")
    proof = (await table.public.get("/rounds/1/proof")).json
    forged = {
        **proof,
        "entries": [{**entry, "hash": "0" * 64} for entry in proof["entries"][:1]] + proof["entries"][1:],
    }
    shown = {"table": table.id, "viewer": "gm", "version": 9, "round": 1, "receipt": "0" * 64}
    for name, content in (("right", proof), ("forged", forged), ("nothing", [1]), ("record", shown)):
        (tmp_path / name).write_bytes(msgspec.json.encode(content))

    def said(*arguments: str) -> tuple[int, str, str]:
        done = subprocess.run([*command, *arguments], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
        return done.returncode, done.stdout, done.stderr

    assert said("right") == (
        0,
        f"table {table.id}\nroot {proof['root']['root']}\n"
        "its secret was given by who opened it: they knew all rolls\nround 1 of race: 1 draws\n"
        '  luck of ada: ""\n  luck of bo: ""\n'
        f"claimed, but not proved by this file: {RACE}\n"
        f"claimed, but not proved by this file: {WORDS}\n"
        f"claimed, but not proved by this file: {START}\n"
        "Everything that can be checked is right.\n",
        "",
    )
    status, printed, _ = said("forged")
    assert (status, "WRONG in entry 1: " in printed, "hash_mismatch" in printed) == (1, True, True)
    status, printed, _ = said("right", "--record", "record")
    compared = "record: 0 roots, 0 calls, 0 entries and 0 views compared, 0 entries not here, 0 lines of other tables\n"
    assert (status, compared in printed, "receipt_missing" in printed) == (1, True, True)
    assert msgspec.json.decode(said("forged", "--json")[1])["wrong"][0]["seq"] == 1
    for file in ("nothing", "no-such-file"):
        status, printed, why = said(file)
        assert (status, printed, why.startswith("nothing to check: ")) == (2, "", True)
