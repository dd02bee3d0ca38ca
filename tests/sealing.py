"""Sealed luck as a player's client makes it, the same in every run."""

import hashlib
from typing import Any, Final

import msgspec

from events.sealed_luck import seal_of
from games.table import RevealLuck
from games.table.luck import call_of
from projections.game import AnyTable
from tavern_client.luck.keys import OneTimeKey

WORD: Final = "owl"


class OwnLuck:
    """What a seat seals for a round of a table: `text` is a nonce and a word. `draw` tells several of a round apart."""

    def __init__(self, table: str, number: int, seat: str, word: str = WORD, draw: int = 0) -> None:
        drawn = hashlib.sha256(f"{table} {number} {seat}{draw or ''}".encode())
        self.text = drawn.hexdigest()[:32] + word
        self.key = OneTimeKey(table, number, seat, drawn.digest())
        self.seal = seal_of(table, number, seat, self.text, self.key.public)

    def reveal(self, table: AnyTable) -> RevealLuck:
        """The command that reveals it, to the call of the running round."""
        return RevealLuck(**self.params(call_of(table).digest()))

    def params(self, call: bytes) -> dict[str, Any]:
        """The parameters of `reveal_luck`, for a call's digest."""
        return {"luck": self.text, "key": self.key.public, "signature": self.key.sign(call)}

    def params_for(self, view: Any) -> dict[str, Any]:
        """The parameters of `reveal_luck`, for the call in a served view: a made-up one if it does not ask for it."""
        actions = msgspec.to_builtins(view)["you"]["actions"]
        asked = (action["params"]["luck"]["call"] for action in actions if action["type"] == "reveal_luck")
        return self.params(bytes.fromhex(next(asked, "00" * 32)))


NO_KEY: Final[dict[str, Any]] = {"key": "0" * 64, "signature": "0" * 4360}
"""A key and a signature in the right form that fit nothing."""
