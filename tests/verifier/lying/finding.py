"""Who finds a lie: Ada, who plays a round with each client, and the verifiers, with her proof and her record."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, closing, nullcontext
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from events.storage.sqlite import SqliteStore
from games.engine.catalogue import Catalogue
from games.table import TABLE_RULES
from games.twentyone import TwentyOne
from tavern_client import BadAnswer, ClientError, OutOfOrder, Patience, Seat, Tavern, Unreachable
from tests.javascript.conftest import Node as Driver
from tests.javascript.conftest import Thrown
from tests.tools.running import json_of, tavern
from tests.verifier.lying.lies import RolledBack
from tests.verifier.lying.operator import ADA, BO, Lie, Operator, operating
from tests.verifier.second_opinions import Node, both
from tools.serving import local_server

GAMES: Final = Catalogue.of([TwentyOne()], TABLE_RULES)
PASSING: Final = ("unreachable", "conflict", "store_error")
NOTHING: Final = "–"
OPTIONS: Final = {"luck": "sealed", "unseal": "round"}
STORE: Final = "tavern.db"
OLDER: Final = "older.db"
NO_CODE: Final = {OutOfOrder: "out_of_order", BadAnswer: "bad_answer", Unreachable: "unreachable"}

Codes = list[str]


class Victim(Protocol):
    """Ada, with a client. `found`: the codes of what the client reported."""

    found: Codes

    async def sit(self, operator: Operator, token: str) -> None:
        """Begin at the operator's table, with the token of her seat."""
        ...

    async def look(self, operator: Operator) -> None:
        """See all that there is to be seen, and do what it asks of her luck."""
        ...

    async def dispute(self) -> None:
        """Give a command."""
        ...

    async def proof(self) -> tuple[bytes, bytes, Codes]:
        """The proof of the round, her record, and what her client says to both."""
        ...


Sitting = Callable[[Operator], AbstractAsyncContextManager[Victim]]
"""Opens a client for Ada, who is to sit at the operator's table."""


class PythonAda:
    """Ada with the Python client. She looks at views, and reads events."""

    def __init__(self, tavern: Tavern, record: Path) -> None:
        self.found: Codes = []
        self._tavern = tavern
        self._record = record
        self._seat: Seat | None = None

    @property
    def seat(self) -> Seat:
        assert self._seat is not None
        return self._seat

    async def sit(self, operator: Operator, token: str) -> None:
        self._seat = self._tavern.seat(operator.table, ADA, token)

    async def look(self, operator: Operator) -> None:
        try:
            await self.seat.view()
        except ClientError as error:
            self._note(error)

    async def dispute(self) -> None:
        try:
            await self.seat.command("dispute", round=1, text="Show me your dice.")
        except ClientError as error:
            self._note(error)

    async def proof(self) -> tuple[bytes, bytes, Codes]:
        try:
            codes = [wrong.code for wrong in (await self.seat.verify(1)).wrong]
        except BadAnswer:
            codes = ["unreadable"]
        return await self.seat.proof(1), self._record.read_bytes(), codes

    def _note(self, error: ClientError) -> None:
        code = getattr(error, "code", None) or NO_CODE[type(error)]
        self.found += [code] if code not in self.found else []


class JavaScriptAda:
    """Ada with the JavaScript client. She follows the table's live stream."""

    def __init__(self, driver: Driver) -> None:
        self.found: Codes = []
        self._driver = driver

    async def sit(self, operator: Operator, token: str) -> None:
        await self._driver.run(
            """
            const patience = { attempts: 2, answer: 5, silence: 20 };
            const tavern = tavernAt(url, { storage: new Storage(), patience });
            kept.ada = tavern.table(table, { token });
            kept.live = followed(kept.ada);
            """,
            url=operator.url,
            table=operator.table,
            token=token,
        )

    async def look(self, operator: Operator) -> None:
        await self._noting(
            """
            const { live, of } = kept.live;
            const newest = () =>
              Math.max(0, ...of("reset").slice(-1).map((one) => one.version), ...kept.live.versions());
            const end = Date.now() + 500;
            await until(() => live.closed || newest() >= version || Date.now() > end);
            await kept.ada.view();
            """,
            version=await operator.version(),
        )

    async def dispute(self) -> None:
        await self._noting('await kept.ada.send({ type: "dispute", round: 1, text: "Show me your dice." });')

    async def _noting(self, code: str, **given: Any) -> None:
        try:
            await self._driver.run(code, **given)
        except Thrown as thrown:
            # Followers of a table are not told of what may pass.
            self._note([code for code in [thrown.error["code"]] if code not in PASSING])
        self._note(
            await self._driver.run(
                """
                const broken = kept.live.of("luck").filter(({ step }) => step === "broken");
                return [...kept.live.of("problem"), ...broken.map(({ error }) => error)].map(({ code }) => code);
                """
            )
        )

    async def proof(self) -> tuple[bytes, bytes, Codes]:
        proof, record, codes = await self._driver.run(
            """
            kept.live.live.close();
            const wrong = await kept.ada.verify(1).then((report) => report.wrong, () => [{ code: "unreadable" }]);
            return [await kept.ada.proof(1), kept.ada.recordFile(), wrong.map(({ code }) => code)];
            """
        )
        return proof.encode(), record.encode(), codes

    def _note(self, codes: Sequence[str]) -> None:
        self.found += [code for code in dict.fromkeys(codes) if code not in self.found]


class Found(msgspec.Struct, kw_only=True):
    """What found a lie, by code: a client while the round was played; the proof alone; the proof with the record of
    that client; the export, which only the GM gets, with that record."""

    live: Codes
    proof: Codes
    record: Codes
    export: Codes

    def cells(self) -> list[str]:
        """What the verifiers find first, as cells of the table."""
        return [cell(codes[:1]) for codes in (self.proof, self.record, self.export)]


class Evening:
    """A table of the operator's, with Ada, Bo and a server that can be put back."""

    def __init__(self, lie: Lie, folder: Path, open_now: AsyncExitStack) -> None:
        self._lie = lie
        self._folder = folder
        self._open_now = open_now

    async def begin(self) -> Operator:
        """The operator, whose server runs."""
        self._operator = await self._open_now.enter_async_context(operating(await self.serve(STORE), self._lie))
        return self._operator

    async def serve(self, name: str) -> str:
        """The address of a server, on a store that can be put back if that is the lie."""
        store = None
        if isinstance(self._lie, RolledBack):
            store = SqliteStore.open(self._folder / name)
            self._open_now.push_async_callback(store.close)
        return await self._open_now.enter_async_context(local_server(GAMES, store=store))

    async def play(self, ada: Victim) -> None:
        """A round, up to where its seed is published. Ada looks at everything."""
        operator = self._operator
        invite = await operator.open(OPTIONS)
        await ada.sit(operator, await operator.seat_ada(invite))
        await ada.look(operator)
        await operator.seat_bo(invite)
        await ada.look(operator)
        if isinstance(operator.lie, RolledBack):
            with (
                closing(sqlite3.connect(self._folder / STORE)) as now,
                closing(sqlite3.connect(self._folder / OLDER)) as old,
            ):
                now.backup(old)
        await operator.gm("start_round")
        operator.stages.append("called")
        await ada.look(operator)
        await operator.bo_reveals()
        operator.stages.append("revealed")
        await ada.look(operator)
        if isinstance(operator.lie, RolledBack):
            await self._play_again(ada, operator.lie)
        await ada.dispute()
        await operator.gm_plays()
        await ada.look(operator)
        for listed in (True, False):
            await operator.gm("set_listed", listed=listed)
            await ada.look(operator)
        await operator.gm("void_round")
        await ada.look(operator)

    async def _play_again(self, ada: Victim, lie: RolledBack) -> None:
        """The round begins again from an older log, and Bo withholds his luck this time."""
        operator = self._operator
        operator.put_back(await self.serve(OLDER), admits=lie.admits)
        await operator.gm("start_round")
        for listed in (True, False) * 2 if lie.longer else ():
            await operator.gm("set_listed", listed=listed)
        await ada.look(operator)
        await operator.gm("withhold_luck", seat=BO)
        await ada.look(operator)


async def found_by(ada: Victim, operator: Operator, node: Node, folder: Path) -> Found:
    """What found a lie after a round. All verifiers have to find the same."""
    proof, record, by_client = await ada.proof()
    alone, with_record = (_codes(both(node, proof, given)) for given in (None, record))
    assert list(dict.fromkeys(by_client)) == list(dict.fromkeys(with_record))
    assert _by_command_line(proof, record, folder) == with_record
    export = _codes(both(node, await operator.export(), record))
    return Found(live=ada.found, proof=alone, record=with_record, export=export)


def _codes(report: Any) -> Codes:
    if report == "unreadable":
        return ["unreadable"]
    return [code for _, code in report["wrong"]]


def _by_command_line(proof: bytes, record: bytes, folder: Path) -> Codes:
    paths = folder / "proof.json", folder / "record.jsonl"
    for path, content in zip(paths, (proof, record), strict=True):
        path.write_bytes(content)
    result = tavern("verify", paths[0], "--record", paths[1], "--json")
    return ["unreadable"] if result.exit_code > 1 else [wrong["code"] for wrong in json_of(result)["wrong"]]


@asynccontextmanager
async def python_ada(operator: Operator, folder: Path) -> AsyncGenerator[Victim]:
    """Ada with the Python client."""
    record, patience = folder / "ada.jsonl", Patience(attempts=2, answer=5)
    async with Tavern(operator.url, record=record, patience=patience, sleep=_in_haste) as tavern:
        yield PythonAda(tavern, record)


async def _in_haste(_: float) -> None:
    await asyncio.sleep(0)


async def found(lie: Lie, node: Node, folder: Path, sit: Sitting) -> Found:
    """What finds a lie, if Ada plays with the client that `sit` opens."""
    async with AsyncExitStack() as open_now:
        evening = Evening(lie, folder, open_now)
        operator = await evening.begin()
        ada = await open_now.enter_async_context(sit(operator))
        await evening.play(ada)
        return await found_by(ada, operator, node, folder)


async def found_by_clients(lie: Callable[[], Lie], node: Node, driver: Driver, folder: Path) -> list[str]:
    """What finds a lie, as cells of the table. The records of both clients have to find the same."""
    folders = [folder / name for name in ("python", "javascript")]
    for one in folders:
        one.mkdir()
    python = await found(lie(), node, folders[0], lambda operator: python_ada(operator, folders[0]))
    javascript = await found(lie(), node, folders[1], lambda _: nullcontext(JavaScriptAda(driver)))
    assert python.cells() == javascript.cells()
    return [cell(python.live), cell(javascript.live), *python.cells()]


def cell(codes: Codes) -> str:
    """Codes as they are in the table."""
    return ", ".join(f"`{code}`" for code in codes) or NOTHING
