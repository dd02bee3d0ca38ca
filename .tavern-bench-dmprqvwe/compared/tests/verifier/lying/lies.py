"""The lies of an operator, and which of them belong together."""

import copy
import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from events.sealed_luck import Call
from tests.sealing import OwnLuck
from tests.verifier.lying import forging
from tests.verifier.lying.operator import ADA, BO, Json, Lie, Operator, Refused, Together, call_in

ANOTHER: Final = "ab" * 32
"""A hash of something else."""


def events_of(story: list[Json], kind: str) -> list[Json]:
    """All events of a type."""
    return [event for entry in story for event in entry["events"] if event["type"] == kind]


# Another call


class AnotherCall(Lie):
    """Ada is shown another call, everywhere, and what she reveals to it is not in the round: the server refuses her
    signature, and the GM has her luck withheld.

    `answers`: what she is told then, which is what the story goes on with: that her luck is revealed (200), or that the
    server refused it, could not be reached (503), or nothing at all (0).
    """

    def __init__(self, answers: int = 200) -> None:
        self._answers = answers
        self.revealed: Json | None = None

    def change(self, call: Json, operator: Operator) -> None:
        """Change the call in `luck_called`, `round_started` or (`fair`) a view: members of the same names."""

    def opening(self, roots: list[Json]) -> None:
        """Change the root in the opening, or those in a view."""

    def bo_shown(self, operator: Operator) -> OwnLuck:
        """The luck that Bo is said to have."""
        return operator.bo

    def story(self, entries: list[Json], operator: Operator) -> list[Json]:
        self.opening(events_of(entries, "root_published"))
        for event in [*events_of(entries, "luck_called"), *events_of(entries, "round_started")]:
            self.change(event, operator)
        call = call_in(entries, operator.table)
        if call is None:
            return entries
        bo = _params(self.bo_shown(operator), call.digest())
        for event in events_of(entries, "luck_revealed"):
            if event["seat"] == BO:
                event.update(bo)
        for event in events_of(entries, "luck_withheld"):
            if self.revealed is not None and self._answers == 200:
                event.update({"type": "luck_revealed", "seat": ADA, **self.revealed})
        for event in events_of(entries, "round_started"):
            self._start(event["luck"], bo["luck"])
        return entries

    def _start(self, luck: list[Json], bo: str) -> None:
        for word in luck:
            if word["seat"] == BO and word["luck"]:
                word["luck"] = bo
            elif self.revealed is not None and self._answers == 200:
                word["luck"] = self.revealed["luck"]

    def view(self, view: Json, operator: Operator) -> None:
        fair = view["fair"]
        self.opening(fair["roots"])
        if "seals" not in fair:
            return
        self.change(fair, operator)
        if BO in fair["revealed"]:
            fair["revealed"][BO] = self.bo_shown(operator).text
        if self.revealed is not None and self._answers == 200 and ADA in fair["withheld"]:
            fair["withheld"].remove(ADA)
            fair["revealed"][ADA] = self.revealed["luck"]
        for action in view["you"]["actions"]:
            if action["type"] == "reveal_luck":
                action["params"]["luck"]["call"] = _call_of(view).digest().hex()

    async def command(self, given: Json, operator: Operator) -> bool:
        if given["type"] != "reveal_luck":
            return False
        if self.revealed is None:
            self.revealed = {name: given[name] for name in ("luck", "key", "signature")}
            await self._refused(given, operator)
            await operator.gm("withhold_luck", seat=ADA)
        if self._answers != 200:
            raise Refused(self._answers, "conflict" if self._answers == 503 else "no_seal")
        return True

    async def _refused(self, given: Json, operator: Operator) -> None:
        """The server takes no signature of another call."""
        try:
            await operator.as_ada(given)
        except Refused:
            return
        raise AssertionError("the server took a signature of another call")


@cache
def _params(luck: OwnLuck, call: bytes) -> Json:
    return luck.params(call)


def _call_of(view: Json) -> Call:
    fair = view["fair"]
    names = ("opening", "commitment", "seals")
    return Call(
        table=view["table"],
        round=view["round"],
        game=view["game"],
        rules=view["rules"],
        root=fair["roots"][0]["root"],
        first=fair["roots"][0]["from"],
        seats=fair["called"],
        **{name: fair[name] for name in names},
    )


class AnotherSeal(AnotherCall):
    """The call that Ada is shown has another seal of Bo's. `reveals`: she is shown luck that fits it."""

    def __init__(self, answers: int = 200, *, reveals: bool = True) -> None:
        super().__init__(answers)
        self._reveals = reveals
        self._bo: OwnLuck | None = None

    def meet(self, operator: Operator) -> None:
        self._bo = OwnLuck(operator.table, 1, BO, draw=1)

    def bo_shown(self, operator: Operator) -> OwnLuck:
        return self._bo if self._reveals and self._bo is not None else operator.bo

    def change(self, call: Json, operator: Operator) -> None:
        assert self._bo is not None
        seals = call.get("seals")
        if isinstance(seals, dict):
            seals[BO] = self._bo.seal
        for seal in seals if isinstance(seals, list) else ():
            seal.update({"seal": self._bo.seal} if seal["seat"] == BO else {})

    def story(self, entries: list[Json], operator: Operator) -> list[Json]:
        for event in events_of(entries, "luck_sealed"):
            if event["seal"] == operator.bo.seal and self._bo is not None:
                event["seal"] = self._bo.seal
        return super().story(entries, operator)

    def view(self, view: Json, operator: Operator) -> None:
        for seat in view["seats"]:
            if seat.get("luck_seal") == operator.bo.seal and self._bo is not None:
                seat["luck_seal"] = self._bo.seal
        super().view(view, operator)


class ProvedSeal(AnotherSeal):
    """The proof has the call that Ada is shown, and her reveal, with the dice that follow from it."""

    def proof(self, proof: Json, operator: Operator) -> None:
        forging.another_call(proof, self.revealed)


class AnotherOrder(AnotherCall):
    """The call that Ada is shown has its seats in another order."""

    def change(self, call: Json, operator: Operator) -> None:
        for name in ("seats", "called", "seals", "luck"):
            if isinstance(call.get(name), list):
                call[name].reverse()
            elif name == "seals" and name in call:
                call[name] = dict(reversed(call[name].items()))


class AnotherCommitment(AnotherCall):
    """The call that Ada is shown has another commitment."""

    def change(self, call: Json, operator: Operator) -> None:
        call["commitment"] = ANOTHER


class AnotherOpening(AnotherCall):
    """The call that Ada is shown names another opening of the table."""

    def change(self, call: Json, operator: Operator) -> None:
        call["opening"] = ANOTHER


class AnotherRoot(AnotherCall):
    """Ada is shown another root, from her first look on."""

    def opening(self, roots: list[Json]) -> None:
        for root in roots:
            root["root"] = ANOTHER


class RootLater(Lie):
    """Once the round has begun, views show another root."""

    def view(self, view: Json, operator: Operator) -> None:
        if "revealed" in operator.stages:
            view["fair"]["roots"][0]["root"] = ANOTHER


# What is shown of the table


class HoleDie(Lie):
    """Ada's hole die shows another face, in views, in events, or in both."""

    def __init__(self, *where: str) -> None:
        self._where = where

    def story(self, entries: list[Json], operator: Operator) -> list[Json]:
        for event in events_of(entries, "die_rolled") if "events" in self._where else ():
            if event["seat"] == ADA and event["place"] == "hole":
                event["draw"]["face"] = event["draw"]["face"] % 10 + 1
        return entries

    def view(self, view: Json, operator: Operator) -> None:
        for seat in view["seats"] if "views" in self._where else ():
            for die in seat["dice"]:
                if seat["seat"] == ADA and die["hole"]:
                    before, die["face"] = die["face"], die["face"] % 10 + 1
                    seat["total"] += die["face"] - before


class Purse(Lie):
    """Views show less in Bo's purse while the round runs."""

    def view(self, view: Json, operator: Operator) -> None:
        for seat in view["seats"]:
            if seat["seat"] == BO and view["phase"] not in ("lobby", "luck"):
                seat["purse_cp"] -= 100


class Pot(Lie):
    """Views show more in the pot while the round runs."""

    def view(self, view: Json, operator: Operator) -> None:
        if view["phase"] not in ("lobby", "luck"):
            view["pot_cp"] += 100


class LeftOut(Lie):
    """An entry is not in what Ada is shown: the first with an event of this type."""

    def __init__(self, kind: str, seat: str | None = None) -> None:
        self._kind = kind
        self._seat = seat

    def story(self, entries: list[Json], operator: Operator) -> list[Json]:
        at = next((at for at, entry in enumerate(entries) if self._fits(entry)), len(entries))
        return entries[:at] + entries[at + 1 :]

    def _fits(self, entry: Json) -> bool:
        return (entry["seat"], entry["events"][0]["type"]) == (self._seat, self._kind)


class EventLeftOut(Lie):
    """An event is not in what Ada is shown of an entry: that Bo pays his ante."""

    def story(self, entries: list[Json], operator: Operator) -> list[Json]:
        for entry in entries:
            entry["events"] = [
                event for event in entry["events"] if (event.get("payer"), event.get("reason")) != (BO, "ante")
            ]
        return entries


class Exchanged(Lie):
    """Two entries are shown in the opposite order: the first only after the second."""

    def story(self, entries: list[Json], operator: Operator) -> list[Json]:
        both = [at for at, entry in enumerate(entries) if entry["events"][0]["type"] == "listing_set"]
        if len(both) == 1:
            return entries[: both[0]]
        for at in both[1:]:
            entries[at - 1], entries[at] = entries[at], entries[at - 1]
        return entries


class AnotherReceipt(Lie):
    """Entries with an event of this type have another receipt: everywhere, or in the answers to Ada's commands."""

    def __init__(self, kind: str, *, answers: bool = False) -> None:
        self._kind = kind
        self._answers = answers

    def story(self, entries: list[Json], operator: Operator) -> list[Json]:
        for entry in entries:
            if entry["events"][0]["type"] == self._kind and not self._answers:
                entry["receipt"] = ANOTHER
        return entries

    def answer(self, answer: Json, operator: Operator) -> None:
        if self._answers and answer["events"][0]["type"] == self._kind:
            answer["receipt"] = ANOTHER


class Dropped(Lie):
    """Ada's dispute is acknowledged, and dropped. `kept`: she goes on being shown it."""

    def __init__(self, *, kept: bool) -> None:
        self._kept = kept
        self._at: int | None = None
        self._given: Json = {}

    async def command(self, given: Json, operator: Operator) -> bool:
        if given["type"] != "dispute":
            return False
        self._at = await operator.version()
        self._given = given
        return True

    def story(self, entries: list[Json], operator: Operator) -> list[Json]:
        if self._at is None or (not self._kept and len(entries) > self._at):
            return entries
        event = {"type": "dispute_raised", "v": 1, "dispute": 1, "seat": ADA, "round": 1, "text": self._given["text"]}
        made_up = {
            **entries[-1],
            "actor": f"seat:{ADA}",
            "seat": ADA,
            "events": [{**event, "version": None, "version_to": f"seat:{ADA}"}],
            "chronicle": ["Ada disputes round 1."],
            "receipt": hashlib.sha256(b"made up").hexdigest(),
        }
        return [*entries[: self._at], made_up, *entries[self._at :]]


# Answers that do not come as they should


class Events(Lie):
    """Answers of `/events` are cut short, old, refused, or no JSON of this API, once Ada has revealed her luck."""

    def __init__(self, how: str) -> None:
        self._how = how
        self._old: Json = {}

    def page(self, page: Json, operator: Operator) -> None:
        if "called" not in operator.stages:
            self._old = copy.deepcopy(page)
        elif self._how == "truncated":
            del page["entries"][1:]
        elif self._how == "delayed":
            page.update({**self._old, "entries": []})
        elif self._how == "refused":
            raise Refused(503, "store_error")
        else:
            raise Refused(200, body=b'{"entries": 7}')


# Proofs


class Proof(Lie):
    """The proof is another than that of the log."""

    def __init__(self, forge: Callable[[Json], None]) -> None:
        self._forge = forge

    def proof(self, proof: Json, operator: Operator) -> None:
        self._forge(proof)


# Rollbacks


class RolledBack(Lie):
    """The log is put back to where it was before the round, and the round is played again. `longer`: Ada sees that only
    when the log is longer than before. `admits`: the server says that it is another log.
    """

    def __init__(self, *, longer: bool = False, admits: bool = False) -> None:
        self.longer = longer
        self.admits = admits


LIES: Final[Mapping[str, Callable[[], Lie]]] = {
    "shows Ada another seal of Bo’s in the call, and says that her reveal counts": AnotherSeal,
    "the same, but shows what Bo revealed": lambda: AnotherSeal(reveals=False),
    "the same, but refuses her reveal (409)": lambda: AnotherSeal(409),
    "the same, but has no time for her reveal (503)": lambda: AnotherSeal(503),
    "the same, but never answers her reveal": lambda: AnotherSeal(0),
    "shows Ada another order of the seats called": AnotherOrder,
    "shows Ada another commitment": AnotherCommitment,
    "shows Ada another opening of the table": AnotherOpening,
    "shows Ada another root, from her first look on": AnotherRoot,
    "shows Ada another root later": RootLater,
    "shows another face of her hole die in views": lambda: HoleDie("views"),
    "shows another face of her hole die in events": lambda: HoleDie("events"),
    "shows another face of her hole die everywhere": lambda: HoleDie("views", "events"),
    "shows another purse of Bo’s in views": Purse,
    "shows another pot in views": Pot,
    "leaves out an entry of the round": lambda: LeftOut("listing_set"),
    "leaves out an entry between rounds": lambda: LeftOut("luck_sealed", BO),
    "leaves out an event": EventLeftOut,
    "exchanges two entries": Exchanged,
    "shows another receipt of an entry": lambda: AnotherReceipt("listing_set"),
    "shows another receipt of an entry that the proof leaves out": lambda: AnotherReceipt("dispute_raised"),
    "answers a command with another receipt": lambda: AnotherReceipt("dispute_raised", answers=True),
    "acknowledges a command and drops it": lambda: Dropped(kept=False),
    "acknowledges a command, drops it, and goes on showing it": lambda: Dropped(kept=True),
    "cuts answers of `/events` short": lambda: Events("truncated"),
    "answers `/events` as of an earlier time": lambda: Events("delayed"),
    "refuses `/events` (503)": lambda: Events("refused"),
    "answers `/events` with something else": lambda: Events("malformed"),
    "puts the log back and plays the round again": RolledBack,
    "the same, and shows it only when the log is longer than before": lambda: RolledBack(longer=True),
    "the same, and says that it is another log": lambda: RolledBack(admits=True),
    "proves the round with an opening that says otherwise who chose the secret": lambda: Proof(forging.seeded),
    "the same, and has the round name that opening": lambda: Proof(forging.seeded_and_named),
    "proves the round with another root": lambda: Proof(forging.another_root),
    "proves the round with another secret": lambda: Proof(forging.another_secret),
    "proves another course of the round": lambda: Proof(forging.another_course),
    "proves another roll": lambda: Proof(forging.another_roll),
    "proves that Ada’s luck answered another call": lambda: Proof(forging.another_call),
    "proves that Ada withheld her luck": lambda: Proof(forging.withheld),
}
"""Each lie alone, by what the operator does."""

PAIRS: Final[Mapping[str, Callable[[], Lie]]] = {
    "shows another seal of Bo’s, and refuses `/events`": lambda: Together(AnotherSeal(), Events("refused")),
    "shows another seal of Bo’s, and cuts `/events` short": lambda: Together(AnotherSeal(), Events("truncated")),
    "shows another seal of Bo’s, and answers `/events` late": lambda: Together(AnotherSeal(), Events("delayed")),
    "shows another seal of Bo’s, and malformed events": lambda: Together(AnotherSeal(), Events("malformed")),
    "shows another seal of Bo’s, and another root later": lambda: Together(AnotherSeal(), RootLater()),
    "shows another seal of Bo’s, and proves that call": ProvedSeal,
    "shows another order of the seats, and another commitment": lambda: Together(AnotherOrder(), AnotherCommitment()),
    "shows another root from the first look on, and proves it": lambda: Together(
        AnotherRoot(), Proof(forging.another_root)
    ),
    "shows another face of her hole die, and proves it": lambda: Together(
        HoleDie("views", "events"), Proof(forging.another_roll)
    ),
    "shows another purse and another pot": lambda: Together(Purse(), Pot()),
    "leaves out an entry, and proves the round without it": lambda: Together(
        LeftOut("listing_set"), Proof(forging.without_listing)
    ),
    "leaves out an entry between rounds, and exchanges two": lambda: Together(LeftOut("luck_sealed", BO), Exchanged()),
    "drops a command and shows it, and another receipt": lambda: Together(
        Dropped(kept=True), AnotherReceipt("listing_set")
    ),
    "drops a command and shows it, and cuts `/events` short": lambda: Together(Dropped(kept=True), Events("truncated")),
}
"""Lies that belong together."""
