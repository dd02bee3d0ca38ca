"""The routes for verifying rounds: the proofs, and the verifiers that anybody can run on them."""

from typing import Final

import msgspec

from events.audience import PUBLIC
from events.codec import UnreadableEntry
from events.entry import Entry
from events.event import Event
from events.merkle import announcing
from events.round_events import LuckCalled, RoundStarted
from replays.proof import NotProvable, Proof, range_start, sealed_proof, unsealed_proof
from replays.rebuild import Round
from server.commands import auth
from server.http import assets, files
from server.http.answers import PERSONAL, Response, described, tagged_answer
from server.http.contract import ANY, VIEWING, Answer, Routes
from server.http.requests import Request
from server.http.routes.rounds import round_in_path
from server.problems import LogDamaged
from server.tables.registry import Tables
from server.tables.rounds import find_round

ROUTES: Final = Routes("Rounds", "viewer", (*VIEWING, "no_such_round"))


@ROUTES.add(
    "GET /api/tables/{table}/rounds/{n}/proof",
    Answer("The proof, the same for every viewer.", Proof),
    tagged=True,
    compressed="without_token",
)
async def get_proof(request: Request) -> Response:
    """Get a round's proof.

    While the round is sealed: root, path, commitment and luck words. Once it is unsealed, also the seed, every draw,
    the round's entries as stored, and the table as everybody saw it before. `/api/verify.py` checks a proof,
    and `tavern audit` re-runs it.
    """
    tables = request.app.tables
    live, _ = await auth.require_watcher(request.caller)
    played = await round_in_path(request, live)
    try:
        found = described(msgspec.json.encode(await _proof(tables, live.id, played, live.seq)))
    except (NotProvable, UnreadableEntry) as error:
        raise LogDamaged(live.id, played.first, error.reason) from None
    return tagged_answer(request, found.body, found.tag, PERSONAL)


async def _proof(tables: Tables, table: str, played: Round, upto: int) -> Proof:
    services = tables.services
    codec = services.catalogue.codec
    published, openly = None, True
    first = await _until_started(tables, table, played, upto)
    if (announced := announcing(range_start(first))) is not None:
        announcer = await find_round(services.store, codec, table, announced, upto)
        if announcer is None:
            raise NotProvable(f"round {announced}, which published the root, cannot be found")
        published, openly = await _line(tables, table, announcer.first), announcer.unsealed
    opening = await _line(tables, table, 1)
    sealed = sealed_proof(codec, opening, published, openly, first)
    if not played.unsealed or played.last is None:
        return sealed
    start = await tables.reader.start(table, PUBLIC, played.first - 1)
    await tables.reader.advance(start, played.first - 1)
    entries: list[tuple[Entry[Event], bytes]] = []
    async for lines in tables.reader.windows(table, played.first - 1, played.last):
        entries += [(codec.decode(stored.line, stored.seq), stored.line) for stored in lines]
    return unsealed_proof(sealed, start.table, entries)


async def _until_started(tables: Tables, table: str, played: Round, upto: int) -> list[Entry[Event]]:
    """The round's first entries: one, or with sealed luck all until the luck is revealed."""
    codec = tables.services.catalogue.codec
    entries = [codec.decode(await _line(tables, table, played.first), played.first)]
    if not any(isinstance(event, LuckCalled) for event in entries[0].events):
        return entries
    async for lines in tables.reader.windows(table, played.first, upto if played.last is None else played.last):
        for stored in lines:
            if any(isinstance(event, RoundStarted) for event in entries[-1].events):
                return entries
            entries.append(codec.decode(stored.line, stored.seq))
    return entries


async def _line(tables: Tables, table: str, seq: int) -> bytes:
    async for lines in tables.reader.windows(table, seq - 1, seq):
        return lines[0].line
    raise LogDamaged(table, seq, "it is missing")


@ROUTES.add(
    "GET /api/verify.py",
    Answer("The file.", media="text/x-python"),
    who="anyone",
    problems=ANY,
    tagged=True,
    compressed="always",
)
async def get_python_verifier(request: Request) -> Response:
    """Download the Python verifier.

    Checks proofs and exports: `python3 verify.py proof.json`. One file; needs only the standard library.
    """
    return files.file_answer(request, assets.read(assets.VERIFIER))


@ROUTES.add(
    "GET /api/verify.mjs",
    Answer("The module.", media="text/javascript"),
    who="anyone",
    problems=ANY,
    tagged=True,
    compressed="always",
)
async def get_javascript_verifier(request: Request) -> Response:
    """Download the JavaScript verifier.

    Checks proofs and exports: `import { check } from …`. A module for browsers and Node; no dependencies.
    """
    return files.file_answer(request, assets.read(assets.STATIC / "verify.mjs"))
