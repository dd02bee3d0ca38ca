"""The route of what-ifs: an ended round is played on from one of its steps, and nothing is written."""

import asyncio
import random
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from events.audience import GM, HOUSE, Viewer, seat_viewer
from events.event import Command
from games import policies
from games.engine.legality import Refused
from games.policies.played_table import Stuck
from projections.actions import Action
from projections.game import AnyTable
from replays.odds import Odds, odds_of
from replays.rebuild import Frame, Round, Steps
from replays.rerun import RecordedDealer
from replays.what_if import (
    MOST_ACTS,
    CannotPlayOn,
    Ending,
    Moment,
    Move,
    asked_at,
    ending_of,
    endings,
    give_all,
    require_in_play,
    require_playable,
)
from server.commands import auth
from server.http.answers import PERSONAL, Response, json_answer
from server.http.bodies import read_body
from server.http.connections import require_listener
from server.http.contract import BODY, VIEWING, Answer, Routes
from server.http.problem_codes import REFUSED
from server.http.requests import Request
from server.http.routes.rounds import round_in_path
from server.problems import Problem, decoded
from server.tables.live_table import LiveTable
from server.tables.log_reader import LoadedTable
from server.tables.rounds import as_replayed, load_before, veil

MOST_MOVES: Final = 100
MOST_SAMPLES: Final = 200
_FEWEST_SAMPLES: Final = 2
_MOST_ACTS: Final = 20_000
"""After how many actions in all no further sample begins: about ten seconds' worth."""
_POLICY: Final = "cautious"


class WhatIfBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/tables/{table}/rounds/{n}/what-if`.

    `version` is the step, as the replay of the viewer `as` counts it: `gm` for the GM, `house` for anybody once the
    round is unsealed. `moves` are the game's commands, each with the `seat` that it is for, or without one for the
    GM's own. Then, with a `policy`, every seat is played by it until the round ends. The dice are the round's own.
    With `samples`, what follows the moves is played so many times with fresh dice instead (2 or more, fewer than asked
    for if rounds are long; by default as `cautious` plays).
    """

    version: Annotated[int, Meta(ge=0)]
    viewer: Literal["gm", "house"] | None = msgspec.field(default=None, name="as")
    moves: Annotated[list[msgspec.Raw], Meta(max_length=MOST_MOVES)] = []
    policy: Annotated[str, Meta(max_length=40)] | None = None
    samples: Annotated[int, Meta(ge=_FEWEST_SAMPLES, le=MOST_SAMPLES)] | None = None


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that the round waits for, and the game's moves that it could make."""

    seat: str
    actions: list[Action]


class WhatIfAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What would have happened.

    Without `samples`: the `frames` that follow the step, as the viewer would have seen them, the seats that the round
    then waits for, and how it ended, null while it goes on. With `samples`: only the `odds`.
    """

    frames: list[Frame]
    asked: list[Asked]
    ending: Ending | None
    odds: Odds | None


_decoder: Final = msgspec.json.Decoder(WhatIfBody)

ROUTES: Final = Routes("Rounds", "viewer", VIEWING)


@ROUTES.add(
    "POST /api/tables/{table}/rounds/{n}/what-if",
    Answer("What would have happened.", WhatIfAnswer),
    body=WhatIfBody,
    problems=(
        *VIEWING, *BODY, "no_such_round", "gm_only", "round_sealed", "round_running", "not_in_play", "other_rules",
        "no_such_seat", "unknown_policy", "unknown_command", "policies_stuck",
    ),
    refusals=True,
)  # fmt: skip
async def ask_what_if(request: Request) -> Response:
    """Ask what if.

    Plays an ended round on from one of its steps, by other commands or by a policy. Nothing is written. The answer
    depends on hidden dice, so while the round is sealed, only the GM may ask. Unsealing does not reveal character
    sheets or the sets that seats were given in secret: for all but the GM, everybody plays on without them.
    """
    await auth.require_watcher(request.caller)
    body = decoded(_decoder.decode, await read_body(request))
    live, feed = await auth.require_watcher(request.caller)
    played = await round_in_path(request, live)
    if played.last is None:
        live.require_whole_log()
    caller = feed.table.viewer
    viewer = auth.replay_viewer(body.viewer or (GM if caller == GM else HOUSE), feed.table, played)
    question = _Question(request, live, played, viewer, caller)
    try:
        with request.app.limits.what_if(request.address):
            # One at a time: each takes the processor for seconds.
            async with request.app.what_if:
                require_listener(request)
                await auth.require_unchanged(request.caller)
                answer = await question.answer(body)
    except CannotPlayOn as error:
        raise Problem(REFUSED, error.code, f"{str(error).capitalize()}.") from None
    except Refused as refused:
        raise Problem(REFUSED, refused.code, refused.detail) from None
    except policies.UnknownPolicy as error:
        raise Problem(422, error.code, f"{error}.") from None
    except Stuck:
        raise Problem(REFUSED, Stuck.code, "The policy does not know how to play on from here.") from None
    return json_answer(answer, headers=PERSONAL)


class _Question:
    """A round, and who asks what."""

    def __init__(self, request: Request, live: LiveTable, played: Round, viewer: Viewer, caller: Viewer) -> None:
        self._request = request
        self._tables = request.app.tables
        self._live = live
        self._played = played
        self._viewer = viewer
        self._caller = caller

    async def answer(self, body: WhatIfBody) -> WhatIfAnswer:
        """The answer. Raises `CannotPlayOn`, `Refused`, `UnknownPolicy`, `UnknownCommand`, `Stuck`."""
        catalogue, game = self._tables.services.catalogue, self._played.game
        seen, seq = await self._step(body.version)
        moment = await self._moment(seq)
        moves = [_move(partial(catalogue.read_command, game), bytes(raw)) for raw in body.moves]
        if any(move.seat is not None and move.seat not in moment.whole.seats for move in moves):
            raise Problem(REFUSED, "no_such_seat", "A move names a seat that was not at the table.")
        # The same question gets the same answer.
        question = msgspec.json.encode((self._live.id, self._played.round, body))
        chance = random.Random(question)  # noqa: S311 - not for the table's dice
        policy = policies.named(body.policy or _POLICY, game)
        if body.samples is not None:
            ended: list[Ending] = []
            for acts, ending in enumerate(endings(moment, moves, policy, chance)):
                if ending is not None:
                    ended.append(ending)
                    if len(ended) == body.samples or (acts >= _MOST_ACTS and len(ended) >= _FEWEST_SAMPLES):
                        break
                await self._let_others_work()
            return WhatIfAnswer(frames=[], asked=[], ending=None, odds=odds_of(ended))
        branch = moment.branch(policy, chance)
        played_on = branch.play(MOST_ACTS) if body.policy is not None else ()
        steps, frames = Steps(catalogue, seen, self._played), list[Frame]()
        for one in chain(give_all(branch, catalogue, moves), played_on):
            if frame := steps.take(as_replayed(one.entry, self._viewer, self._caller)):
                frames.append(frame)
            await self._let_others_work()
        return WhatIfAnswer(
            frames=frames,
            asked=[Asked(seat=seat, actions=moves) for seat, moves in asked_at(branch, catalogue).items()],
            ending=ending_of(branch.table),
            odds=None,
        )

    async def _let_others_work(self) -> None:
        """Let the event loop do other work. Raises `ConnectionResetError` if the client has gone away."""
        await asyncio.sleep(0)
        require_listener(self._request)

    async def _step(self, version: int) -> tuple[AnyTable, int]:
        """The viewer's table at a version, and the entry that brought it there. Raises `CannotPlayOn`."""
        reader, played = self._tables.reader, self._played
        require_playable(self._tables.services.catalogue, played, played.first)
        loaded = await load_before(reader, self._live.id, played, self._viewer, self._caller)
        async for checked in reader.entries(self._live.id, loaded.seq, loaded.head, played.last or 0):
            loaded.projection.skip(as_replayed(checked.entry, self._viewer, self._caller))
            if loaded.table.version == version:
                return loaded.table, checked.entry.seq
        raise CannotPlayOn("not_in_play", f"the replay of round {played.round} has no step {version}")

    async def _moment(self, seq: int) -> Moment:
        """The step after an entry. Raises `CannotPlayOn`."""
        reader, table, played = self._tables.reader, self._live.id, self._played
        catalogue = self._tables.services.catalogue
        require_playable(catalogue, played, seq)
        house = await self._loaded(HOUSE, seq)
        require_in_play(house.table, played)
        seats = {seat: (await self._loaded(seat_viewer(seat), seq)).table for seat in house.table.order}
        dealer = RecordedDealer(
            [checked.entry async for checked in reader.entries(table, seq, house.head, played.last or 0)]
        )
        return Moment(catalogue, house.table, seats, head=house.head, seed=dealer.seed(played.round))

    async def _loaded(self, viewer: Viewer, seq: int) -> LoadedTable:
        loaded = await self._tables.reader.start(self._live.id, viewer, seq)
        await self._tables.reader.advance(loaded, seq)
        if self._caller != GM:
            veil(loaded.table, self._caller)
        return loaded


def _move(read: Callable[[bytes], Command], raw: bytes) -> Move:
    command = decoded(read, raw)
    seat = None if command.seat is msgspec.UNSET else command.seat
    return Move(seat, msgspec.structs.replace(command, id=msgspec.UNSET, seat=msgspec.UNSET))
