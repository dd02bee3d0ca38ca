"""A server that plays for some is killed in the middle of it, again and again: the round comes to its end by itself."""

import asyncio
import random
import subprocess
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest

from games.policies import TEMPERAMENTS
from tests.durability.test_kill import ROOT, TAVERN, Server, running

KILLS: Final = 2
KILLS_OF_A_CAMPAIGN: Final = 6
OPENING: Final = {"game": "farkle", "name": "By itself", "options": {"target": 6_000}}
"""So many points take everybody several turns: nobody has won while the server is still being killed."""


async def post(session: aiohttp.ClientSession, url: str, token: str, body: Any) -> Any:
    async with session.post(url, json=body, headers={"Authorization": f"Bearer {token}"}) as answer:
        assert answer.status in (200, 201), await answer.text()
        return await answer.json()


@pytest.mark.parametrize("kills", [KILLS, pytest.param(KILLS_OF_A_CAMPAIGN, marks=pytest.mark.campaign)])
async def test_a_round_of_npcs_goes_on_by_itself_after_every_kill(tmp_path: Path, kills: int) -> None:
    chance = random.Random("npcs")
    server = Server(tmp_path, "--npc-seconds", "0.03")
    async with aiohttp.ClientSession() as session:
        async with running(server, session):
            opened = await post(session, f"{server.url}/api/tables", "", OPENING)
            table, token = f"{server.url}/api/tables/{opened['table']}", opened["gm_token"]
            for temperament in TEMPERAMENTS[:3]:
                npc = {"name": temperament, "purse_cp": 50_000, "npc": {"temperament": temperament}}
                await post(session, f"{table}/seats", token, npc)
            await post(session, f"{table}/commands", token, {"type": "start_round"})
        for _ in range(kills):
            async with running(server, session):
                await asyncio.sleep(chance.uniform(0.05, 0.4))
        async with running(server, session), asyncio.timeout(60):
            view: Any = {"phase": ""}
            while view["phase"] != "lobby":
                async with session.get(f"{table}/events?after={view.get('version', 0)}&wait=5") as news:
                    assert news.status == 200
                async with session.get(table) as answer:
                    view = await answer.json()
            actors = [entry["actor"] for entry in (await _log(session, table, token))]
    assert view["result"]["winners"]
    assert set(actors) == {"gm", *(f"npc:{seat['seat']}" for seat in view["seats"])}
    audit = [*TAVERN, "audit", str(server.store)]
    audited = await asyncio.to_thread(subprocess.run, audit, cwd=ROOT, capture_output=True, check=False)
    assert audited.returncode == 0, audited.stdout.decode() + audited.stderr.decode()


async def _log(session: aiohttp.ClientSession, table: str, token: str) -> list[Any]:
    entries: list[Any] = []
    while True:
        headers = {"Authorization": f"Bearer {token}"}
        async with session.get(f"{table}/events?after={len(entries)}", headers=headers) as answer:
            page = await answer.json()
        if not page["entries"]:
            return entries
        entries += page["entries"]
