"""A malicious server: the real code, patched while it runs, or the real log, written again by its holder.

Ada is honest. She keeps what she was shown, and what her client revealed; everybody else may be in league with the
operator, who knows the secret. For each attack, docs/verify.md says what finds it; this is where that table is true.
"""

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from events.dice import Dice
from events.event import Draw, Event
from events.round_events import LuckCalled, LuckWord
from games.engine import contract
from games.engine.dealer import seeded_dice
from games.installed import CATALOGUE
from games.table import SealLuck, StartRound, VoidRound, WithholdLuck
from games.table.luck import LuckOfTheTable, started
from games.twentyone.bump import Bump
from games.twentyone.turns import LetItBe
from replays.audit import audit
from replays.export import write_export
from replays.proof import Proof
from replays.proof_rerun import ProofToRun, rerun_round
from replays.rebuild import rounds_of
from tests.games.test_sealed_luck import luck_of, reveal, seal
from tests.playing import SECRET, TABLE, LoadedDealer, Playing
from tests.replays.logs import event, forged, reseal
from tests.replays.proving import prove
from tests.sealing import OwnLuck
from tests.verifier.records import Json, record_of, written
from tests.verifier.second_opinions import Node, both

PAGE: Final = Path(__file__).parents[2] / "docs" / "verify.md"
HOLE: Final = "hole"
ADA: Final = "seat:ada"

Patch = pytest.MonkeyPatch


def draw_as_it_likes(patch: Patch) -> None:
    """Have the server draw what its games do not declare, which an honest one refuses."""
    patch.setattr(contract, "_check_draws", lambda *_: None)


class Operator:
    """Who runs a table with sealed luck, for Ada, for Bo, who seals too, and for Cy, who does not."""

    def __init__(self, patch: Patch, secret: bytes = SECRET, **options: Any) -> None:
        self.patch = patch
        draw_as_it_likes(patch)
        options = {"luck": "sealed", "unseal": "round", **options}
        self.playing = Playing.open(CATALOGUE, "twentyone", dealer=LoadedDealer(secret), **options)
        self.playing.seat("Ada", "Bo", "Cy")
        self.revealed: list[str] = []

    def begin(self) -> None:
        seal(self.playing, "ada", "bo")
        self.playing.give(None, StartRound())

    def ada_reveals(self) -> None:
        luck = luck_of(self.playing, "ada")
        self.playing.give("ada", luck.reveal(self.playing.table))
        self.revealed.append(luck.text)

    def play(self) -> "Operator":
        """A round: it is sealed, called, revealed, and called off once the first dice lie on the table."""
        self.begin()
        self.ada_reveals()
        if "bo" in self.playing.table.to_act and self.playing.table.question == "reveal_luck":
            reveal(self.playing, "bo")
        self.playing.give(None, VoidRound())
        return self


class Shown:
    """What is shown in the end: a log, and perhaps another to somebody else. `operator` is the one that Ada met.

    `record` is what Ada was shown: the same log, unless it is given.
    """

    def __init__(
        self,
        operator: Any,
        lines: Sequence[bytes] | None = None,
        other: Sequence[bytes] = (),
        record: Sequence[Json] | None = None,
    ) -> None:
        self.operator = operator
        self.lines = list(lines or operator.playing.lines)
        self.other = list(other)
        self.record = record_of(CATALOGUE, self.lines, ADA) if record is None else record


def seen(operator: Operator) -> list[Json]:
    """What Ada was shown at a table."""
    return record_of(CATALOGUE, operator.playing.lines, ADA)


Attack = Callable[[Operator], Shown]


def starting(operator: Operator, change: Callable[[list[LuckWord]], list[LuckWord]]) -> Shown:
    """The round starts with other luck than was revealed, and its dice follow from that."""

    def patched(table: Any, context: Any, number: int, seats: list[str], luck: list[LuckWord]) -> Any:
        return started(table, context, number, seats, change(luck))

    operator.patch.setattr("games.table.luck.started", patched)
    return Shown(operator.play())


def ghost(operator: Operator) -> Shown:
    return starting(operator, lambda luck: [*luck, LuckWord(seat="house", luck="grind 343")])


def changed(operator: Operator) -> Shown:
    return starting(operator, lambda luck: [*luck[:2], LuckWord(seat="cy", luck="grind 343")])


def permuted(operator: Operator) -> Shown:
    return starting(operator, lambda luck: luck[::-1])


def rolling(operator: Operator, change: Callable[[str, int], tuple[str, int]]) -> Shown:
    """Ada's hole die is drawn for something else."""
    roll = Dice.roll

    def patched(dice: Dice, seat: str, purpose: str, sides: int) -> Draw:
        return roll(dice, seat, *(change(purpose, sides) if (seat, purpose) == ("ada", HOLE) else (purpose, sides)))

    operator.patch.setattr(Dice, "roll", patched)
    return Shown(operator.play())


def purpose(operator: Operator) -> Shown:
    return rolling(operator, lambda purpose, sides: ("hole_5", sides))


def sides(operator: Operator) -> Shown:
    return rolling(operator, lambda purpose, sides: (purpose, 4))


def burnt(operator: Operator) -> Shown:
    """A die is drawn and thrown away, so that the next one of its kind is kept."""
    roll = Dice.roll

    def patched(dice: Dice, seat: str, purpose: str, sides: int) -> Draw:
        if (seat, purpose) == ("ada", HOLE):
            roll(dice, seat, purpose, sides)
        return roll(dice, seat, purpose, sides)

    operator.patch.setattr(Dice, "roll", patched)
    return Shown(operator.play())


def bumping(operator: Operator) -> Shown:
    """A round in which a seat bumps the table, so that it and another roll a check of their strength."""
    operator.begin()
    operator.ada_reveals()
    reveal(operator.playing, "bo")
    operator.playing.give(operator.playing.table.to_act[0], LetItBe())
    bumper = operator.playing.table.to_act[0]
    target = next(seat for seat in operator.playing.table.seats if seat not in (bumper, "cy"))
    operator.playing.give(bumper, Bump(target=target, n=0))
    operator.playing.give(None, VoidRound())
    return Shown(operator)


def same_check(operator: Operator) -> Shown:
    """Who bumps the table rolls what is drawn for who is bumped."""
    roll = Dice.roll

    def patched(dice: Dice, seat: str, purpose: str, sides: int) -> Draw:
        return roll(dice, seat, "bump_defence" if purpose == "bump" else purpose, sides)

    operator.patch.setattr(Dice, "roll", patched)
    return bumping(operator)


def twice(operator: Operator) -> Shown:
    """The check of who bumps the table is rolled twice, and both are in the log: the second counts."""
    roll, burnt = Dice.roll, list[Draw]()

    def patched(dice: Dice, seat: str, purpose: str, sides: int) -> Draw:
        if purpose == "bump":
            burnt.append(roll(dice, seat, purpose, sides))
        return roll(dice, seat, purpose, sides)

    operator.patch.setattr(Dice, "roll", patched)
    shown = bumping(operator)
    at = next(at for at, line in enumerate(shown.lines, 1) if b'"purpose":"bump"' in line)

    def doubled(entry: dict[str, Any]) -> None:
        check = event(entry, "check_rolled")
        draw, face = msgspec.to_builtins(burnt[0]), burnt[0].face
        first = {**check, "draws": [draw], "natural": face, "total": face + check["modifier"]}
        entry["events"].insert(entry["events"].index(check), first)

    shown.lines = forged(shown.lines, at, doubled)
    shown.record = record_of(CATALOGUE, shown.lines, ADA)
    return shown


def calling(operator: Operator, change: Callable[[dict[str, str]], dict[str, str]]) -> Shown:
    """The round is called with other seals than were given, and whatever is revealed is taken."""
    call = LuckOfTheTable.call

    def patched(*given: Any) -> Iterator[Event]:
        for one in call(*given):
            if isinstance(one, LuckCalled):
                seals = change({seal.seat: seal.seal for seal in one.seals})
                yield msgspec.structs.replace(
                    one, seals=[msgspec.structs.replace(seal, seal=seals[seal.seat]) for seal in one.seals]
                )
            else:
                yield one

    operator.patch.setattr(LuckOfTheTable, "call", patched)
    anything_fits(operator)
    return Shown(operator.play())


def anything_fits(operator: Operator) -> None:
    operator.patch.setattr("games.engine.legality._fits", lambda *given: True)


def swapped_seals(operator: Operator) -> Shown:
    return calling(operator, lambda seals: {"ada": seals["bo"], "bo": seals["ada"]})


def copied_reveal(operator: Operator) -> Shown:
    """Bo repeats, under Ada's seal, what Ada revealed."""
    operator.patch.setattr("tests.games.test_sealed_luck.luck_of", lambda playing, _: luck_of(playing, "ada"))
    return calling(operator, lambda seals: {**seals, "bo": seals["ada"]})


def early(operator: Operator) -> Shown:
    """The round starts while Bo's luck is still to be revealed."""

    def answered(chapter: Any, table: Any, context: Any, seat: str, leaving: str | None = None) -> Iterator[Event]:
        yield from chapter.start(table, context, leaving)

    operator.patch.setattr(LuckOfTheTable, "_answered", answered)
    return Shown(operator.play())


def out_of_order(operator: Operator) -> Shown:
    for number in (1, 3, 2, 4):
        operator.playing.table.round = number - 1
        operator.play()
    return Shown(operator)


def dropped_round(operator: Operator) -> Shown:
    for _ in range(3):
        operator.play()
    second = rounds_of(operator.playing.entries)[1]
    kept = [line for seq, line in enumerate(operator.playing.lines, 1) if not second.first <= seq <= (second.last or 0)]
    return Shown(operator, reseal(kept), record=seen(operator))


def played_twice(operator: Operator) -> Shown:
    """Ada's round is taken back, and played again without Bo's luck."""
    operator.play()
    again = Operator(operator.patch)
    again.begin()
    again.playing.give("bo", WithholdLuck())
    again.ada_reveals()
    again.playing.give(None, VoidRound())
    return Shown(operator, again.playing.lines, operator.playing.lines, seen(operator))


def two_logs(operator: Operator) -> Shown:
    """Ada is shown one course of the round, and Bo another."""
    shown = played_twice(operator)
    return Shown(operator, operator.playing.lines, shown.lines)


def reveal_denied(operator: Operator) -> Shown:
    """What Ada revealed is taken back, as if it had never arrived."""
    operator.play()
    again = Operator(operator.patch)
    again.begin()
    again.playing.give("ada", WithholdLuck(), actor="gm")
    reveal(again.playing, "bo")
    again.playing.give(None, VoidRound())
    return Shown(operator, again.playing.lines, record=seen(operator))


def answer_held_back(operator: Operator) -> Shown:
    """Ada reveals and gets no answer: it is recorded that she withheld her luck."""
    operator.begin()
    lost = operator.playing.fork()
    lost.give("ada", luck_of(lost, "ada").reveal(lost.table))
    lines = [*operator.playing.lines, *lost.lines]
    answered = [line for line in record_of(CATALOGUE, lines, ADA) if "call" in line]
    operator.revealed.append(luck_of(operator.playing, "ada").text)
    operator.playing.give("ada", WithholdLuck(), actor="gm")
    reveal(operator.playing, "bo")
    operator.playing.give(None, VoidRound())
    return Shown(operator, record=[*seen(operator), *answered])


def another_root(operator: Operator) -> Shown:
    """Bo is shown a table of the same name with another secret."""
    operator.play()
    return Shown(operator, operator.playing.lines, Operator(operator.patch, bytes(32)).play().playing.lines)


def secret_used_again(operator: Operator) -> Shown:
    """Another table has the same secret, and so the same root, which is all that shows it."""
    other = Operator(operator.patch, SECRET)
    assert operator.playing.table.roots == other.playing.table.roots
    return Shown(operator.play())


def another_seed(operator: Operator) -> Shown:
    """The dice follow from another seed than was committed to."""
    operator.patch.setattr(LoadedDealer, "dice", lambda dealer, table: seeded_dice(table, b"s" * 32))
    return Shown(operator.play())


def _start(operator: Operator) -> int:
    return next(at for at, line in enumerate(operator.playing.lines, 1) if b'"type":"round_started"' in line)


def another_face(operator: Operator) -> Shown:
    operator.play()

    def change(entry: dict[str, Any]) -> None:
        draw = event(entry, "die_rolled")["draw"]
        draw["face"] = draw["face"] % 10 + 1

    return Shown(operator, forged(operator.playing.lines, _start(operator), change))


def another_payment(operator: Operator) -> Shown:
    """Bo pays a smaller ante."""
    operator.play()

    def change(entry: dict[str, Any]) -> None:
        (paid,) = (one for one in entry["events"] if one["type"] == "coins_moved" and one["payer"] == "bo")
        paid["amount_cp"] -= 1

    return Shown(operator, forged(operator.playing.lines, _start(operator), change))


def dropped_command(operator: Operator) -> Shown:
    """Ada's seal is acknowledged and left out, so that she plays without it."""
    seal(operator.playing, "ada")
    again = Operator(operator.patch)
    seal(again.playing, "bo")
    again.playing.give(None, StartRound())
    reveal(again.playing, "bo")
    again.playing.give(None, VoidRound())
    return Shown(operator, again.playing.lines, record=seen(operator))


def moved_reveal(operator: Operator) -> Shown:
    """Once Ada has revealed her luck to one call, Bo chooses his, and the log calls the round with another seal."""
    return moved(operator, Operator(operator.patch), OwnLuck(TABLE, 1, "bo", draw=1))


def other_opening(operator: Operator) -> Shown:
    """Ada's reveal is moved to a table that was opened otherwise, with the same secret."""
    return moved(operator, Operator(operator.patch, turn_seconds=60), OwnLuck(TABLE, 1, "bo"))


def moved(operator: Operator, again: Operator, bo: OwnLuck) -> Shown:
    operator.begin()
    revealed = luck_of(operator.playing, "ada").reveal(operator.playing.table)
    operator.ada_reveals()
    again.playing.give("bo", SealLuck(seal=bo.seal))
    seal(again.playing, "ada").give(None, StartRound())
    anything_fits(operator)
    again.playing.give("ada", revealed)
    again.playing.give("bo", bo.reveal(again.playing.table))
    again.playing.give(None, VoidRound())
    return Shown(operator, again.playing.lines, record=seen(operator))


def showing(operator: Operator, change: Callable[[list[Json]], object]) -> Shown:
    """Ada is shown something else than is in the log."""
    record = seen(operator.play())
    change([line for line in record if "receipt" in line])
    return Shown(operator, record=record)


def other_purse(operator: Operator) -> Shown:
    return showing(operator, lambda entries: entries[-1]["coins"].update(bo=1))


def other_dice(operator: Operator) -> Shown:
    return showing(operator, lambda entries: entries[-1]["dice"].update(bo=[["d10", 1], ["d10", 1]]))


def kept_from_her(operator: Operator) -> Shown:
    """Ada is not shown that Bo sealed his luck: that entry has the version of the one after it."""

    def hidden(entries: list[Json]) -> None:
        seal, *later = [line for line in entries if line["version"] >= place]
        seal.update({name: later[0][name] for name in ("receipt", "events", "coins", "dice")})
        for line, following in itertools.pairwise(later):
            line.update({name: following[name] for name in ("receipt", "events", "coins", "dice", "round")})

    place = next(at for at, line in enumerate(operator.play().playing.lines, 1) if b'"type":"luck_sealed"' in line)
    record = seen(operator)
    hidden([line for line in record if "receipt" in line])
    return Shown(operator, record=record[:-1])


def other_order(operator: Operator) -> Shown:
    """Ada is shown first that Bo sealed his luck, and then hers."""

    def swapped(entries: list[Json]) -> None:
        one, other = (line for line in entries if line["events"][0]["type"] == "luck_sealed")
        one["version"], other["version"] = other["version"], one["version"]

    return showing(operator, swapped)


def called_off(operator: Operator) -> Shown:
    """The GM calls a round off when its dice do not suit, and starts another."""
    return Shown(operator.play().play())


ATTACKS: Final[Mapping[str, Attack]] = {
    "adds a luck word": ghost,
    "gives an NPC or a seat without a seal other luck": changed,
    "changes the order of the luck": permuted,
    "draws a die for another purpose": purpose,
    "draws a die with other sides": sides,
    "draws a die and discards it": burnt,
    "draws a die for another purpose that rolls the same check": same_check,
    "rolls a check twice, and shows both": twice,
    "swaps two seals": swapped_seals,
    "repeats a reveal for another seat": copied_reveal,
    "moves a reveal to another call of the round": moved_reveal,
    "moves a reveal to a table that was opened otherwise": other_opening,
    "starts before all luck is revealed": early,
    "plays with another seed": another_seed,
    "changes a face": another_face,
    "changes a payment or another rule": another_payment,
    "plays rounds in another order": out_of_order,
    "drops a round": dropped_round,
    "takes a round back and plays it again": played_twice,
    "keeps two logs for two players": two_logs,
    "shows two players different roots": another_root,
    "denies that luck was revealed": reveal_denied,
    "holds back the answer to a reveal, and records it as withheld": answer_held_back,
    "drops a command that was acknowledged": dropped_command,
    "shows a player other dice": other_dice,
    "shows a player other coins": other_purse,
    "does not show a player something that happened": kept_from_her,
    "shows a player things in another order": other_order,
    "calls off rounds that do not suit": called_off,
    "uses a secret for a second table": secret_used_again,
}


def attacks_under(heading: str) -> dict[str, set[str]]:
    """The first table under a heading of the page: what finds each attack."""
    section = re.split(r"\n##+ ", PAGE.read_text(encoding="utf-8").partition(f"# {heading}\n")[2])[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:1] == "|"]
    return {
        attack: set() if finders == "nothing" else set(finders.split(", "))
        for finders, attacks in rows[2:]
        for attack in attacks.split("; ")
    }


def promised() -> dict[str, set[str]]:
    """What finds each attack at a table with sealed luck."""
    return attacks_under("What finds which attack")


def found_by(node: Node, shown: Shown) -> set[str]:
    """What finds something wrong."""
    found = set()
    record = written(shown.record)
    export = b"".join(write_export(TABLE, shown.lines))
    proofs = list(_proofs(shown.lines))
    reports = [both(node, msgspec.json.encode(proof)) for proof in proofs]
    if not all(report["right"] for report in reports):
        found.add("proof")
    for proof, report in zip(proofs, reports, strict=True):
        own = [("ada", luck) for luck in shown.operator.revealed] or None
        if report["right"] and not both(node, msgspec.json.encode(proof), record, own)["right"]:
            found.add("own")
        if rerun_round(CATALOGUE, msgspec.json.decode(msgspec.json.encode(proof), type=ProofToRun)).differing:
            found.add("rerun")
    others = [both(node, msgspec.json.encode(proof)) for proof in _proofs(shown.other)]
    if all(report["right"] for report in (*reports, *others)) and node.together([*reports, *others]):
        found.add("together")
    report = both(node, export)
    if not report["right"]:
        found.add("export")
    elif not both(node, export, record)["right"]:
        found.add("own")
    if audit(CATALOGUE, shown.lines).findings:
        found.add("audit")
    return found


def _proofs(lines: Sequence[bytes]) -> Iterator[Proof]:
    entries = CATALOGUE.codec.decode_log(lines)
    for played in rounds_of(entries):
        yield prove(CATALOGUE, lines, played.round)


def test_an_honest_server_is_found_honest(node: Node, monkeypatch: Patch) -> None:
    assert found_by(node, Shown(Operator(monkeypatch).play().play())) == set()


def test_the_page_has_every_attack() -> None:
    assert promised().keys() == ATTACKS.keys()


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_finds_an_attack_is_on_the_page(node: Node, monkeypatch: Patch, attack: str) -> None:
    with monkeypatch.context() as patch:
        shown = ATTACKS[attack](Operator(patch))

    assert found_by(node, shown) == promised()[attack]
