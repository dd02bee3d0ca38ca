"""Both verifiers, asked the same: the Python file, and the JavaScript module in one process of Node for all tests."""

import base64
import subprocess
from pathlib import Path
from typing import Any, Final

import msgspec

from tavern_client import verify

PYTHON: Final = Path(verify.__file__)
JAVASCRIPT: Final = Path(__file__).parents[2] / "server" / "static" / "verify.mjs"
RACE: Final = "for what version 1 of race draws dice, which this program does not know"
WORDS: Final = "that these are the round's seats, in their order, and their luck words: name one to have it checked"
LEFT_OUT: Final = "how many entries there are where some are left out"
START: Final = "the table as the round began (start), from which tavern audit re-runs it"
"""What no proof shows, in the words of the verifiers: the second where luck words are in the open."""
Luck = list[tuple[str, str]] | None
_BATCH: Final = Path(__file__).with_name("batch.mjs")


def in_python(data: bytes, record: bytes | None = None, luck: Luck = None) -> dict[str, Any]:
    """What verify.py has to say, `unreadable` where there is nothing to check."""
    try:
        return verify.checked(data, record, luck)
    except verify.Unreadable as error:
        return {"unreadable": str(error)}


class Node:
    """A process of Node that has verify.mjs check one thing after the other."""

    def __init__(self) -> None:
        command = ["node", str(_BATCH), str(JAVASCRIPT)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def check(self, data: bytes, record: bytes | None = None, luck: Luck = None) -> dict[str, Any]:
        """What verify.mjs has to say, `unreadable` where there is nothing to check."""
        return self._ask(
            {"data": _base64(data), "record": None if record is None else _base64(record), "luck": luck or []}
        )

    def together(self, reports: list[dict[str, Any]]) -> list[str]:
        """What both find wrong with several reports together: the codes, which have to be the same."""
        codes = [one["code"] for one in verify.check_together(reports)]
        assert [one["code"] for one in self._ask({"reports": reports})["wrong"]] == codes
        return codes

    def seconds(self) -> float:
        """How much processor time Node has used."""
        seconds: float = self._ask({"seconds": True})["seconds"]
        return seconds

    def _ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        to, back = self._process.stdin, self._process.stdout
        assert to is not None
        assert back is not None
        to.write(msgspec.json.encode(asked) + b"\n")
        to.flush()
        answer: dict[str, Any] = msgspec.json.decode(back.readline())
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.communicate(timeout=30)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def gist(report: dict[str, Any]) -> Any:
    """What both verifiers must agree on: everything but the wording."""
    if "unreadable" in report:
        return "unreadable"
    wrong = [(one["seq"], one["code"]) for one in report["wrong"]]
    return {**report, "wrong": wrong}


def both(node: Node, data: bytes, record: bytes | None = None, luck: Luck = None) -> Any:
    """What both say, which has to be the same; its `wrong` is a list of (seq, code)."""
    python, javascript = gist(in_python(data, record, luck)), gist(node.check(data, record, luck))
    assert python == javascript
    return python


def wrong(node: Node, data: bytes) -> list[tuple[int | None, str]]:
    """What both find wrong."""
    found: list[tuple[int | None, str]] = both(node, data)["wrong"]
    return found
