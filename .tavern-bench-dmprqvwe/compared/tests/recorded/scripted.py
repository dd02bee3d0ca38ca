"""Makes the scripted recorded rounds; the others are searched for. They are the sample betting of Bluffmaster's text, a
Set that finds coins which a round of Twenty-One has left in the pot, another that some leave by agreement, a round of
Twenty-One that all but one leave, one of V3.0 in which a slanderer that is bust already loses its bets, and a round of
Mason in which the beaten throw on once all above them were denounced. Existing recordings stay as they are.

    python -m tests.recorded.scripted
"""

import hashlib
import io
import itertools
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import msgspec

from events.audience import GM, seat_viewer
from events.dice import Dice, round_seed
from events.round_events import LuckWord, StatusChanged
from games.addressed_command import AddressedCommand
from games.deciding.decider import offers_of
from games.installed import CATALOGUE
from games.one_page.mason import REJOINED
from games.table import OpenTable
from projections.actions import Action, Choices
from replays.export import parse_export, write_export
from tests.recorded.replaying import ROOT
from tools.bench.recording import Recorder

RECORDED: Final = ROOT / "replays" / "recorded"
_OPENED_AT: Final = datetime(2026, 1, 10, 20, 0, tzinfo=UTC)
LATE_COMERS: Final = ("Abernathy", "Columbia", "Dorian")
PLAYERS: Final = ("Abernathy", "Bri", "Columbia")
SAMPLE: Final = {"abernathy": 16, "bri": 7, "columbia": 17}
"""The first hidden dice of the sample."""

Said = tuple[str | None, dict[str, Any]]
"""A command with whose it is, None being the GM."""


def sample_secret() -> bytes:
    """The first secret of a numbered row under which the sample's dice fall, and Abernathy bets first."""
    luck = [LuckWord(seat=seat, luck="") for seat in SAMPLE]
    for number in itertools.count():
        secret = hashlib.sha256(f"the sample betting {number}".encode()).digest()
        dice = Dice(round_seed(secret, 1), 1, luck, {})
        if all(dice.peek(seat, "hidden", 20) == face for seat, face in SAMPLE.items()):
            first, *others = (dice.peek(seat, "who_bets_first", 20) for seat in SAMPLE)
            if first > max(others):
                return secret
    raise AssertionError("the row has no end")


BETTING_OF_THE_SAMPLE: Final[tuple[Said, ...]] = (
    ("abernathy", {"type": "open", "amount_cp": 2_000}),
    ("bri", {"type": "call"}),
    ("columbia", {"type": "raise", "amount_cp": 1_000}),
    ("abernathy", {"type": "call"}),
    ("bri", {"type": "fold"}),
)


class Script:
    """Gives commands to a recorder, one every eleven seconds."""

    def __init__(self, recorder: Recorder, begun: datetime = _OPENED_AT) -> None:
        self.recorder = recorder
        self._times = (begun + timedelta(seconds=11 * count) for count in itertools.count())

    def at(self) -> str:
        """When the next command comes."""
        return next(self._times).strftime("%Y-%m-%dT%H:%M:%S.000Z")

    def say(self, said: Iterable[Said]) -> None:
        """Have these commands given."""
        for seat, body in said:
            command = CATALOGUE.read_command(self.recorder.table.game, msgspec.json.encode(body))
            actor = GM if seat is None else seat_viewer(seat)
            self.recorder.play(AddressedCommand(actor=actor, seat=seat, command=command, at=self.at()))

    def sit(self, names: Iterable[str], purse_cp: int) -> None:
        """Have people sit down."""
        for name in names:
            body = {"type": "sit", "name": name, "kind": "player", "purse_cp": purse_cp}
            command = CATALOGUE.read_recorded(self.recorder.table.game, msgspec.json.encode(body))
            seat = name.lower()
            self.recorder.play(AddressedCommand(actor=seat_viewer(seat), seat=seat, command=command, at=self.at()))

    def let_the_rest_go_by(self) -> None:
        """Everybody who is asked does what is safest, until the round is over."""
        recorder = self.recorder
        while recorder.table.running:
            timeout = CATALOGUE.rulebook(recorder.table.game).timeout(recorder.table)
            if timeout is not None:
                actor = GM if timeout.seat is None else seat_viewer(timeout.seat)
                recorder.play(AddressedCommand(actor=actor, seat=timeout.seat, command=timeout.command, at=self.at()))


def recording(title: str, secret: bytes) -> Recorder:
    """A table that is recorded."""
    return Recorder(CATALOGUE, title, secret)


def the_sample_betting() -> list[bytes]:
    """The betting in the rules' text, in the first betting of a Set; what follows is checked to its end."""
    script = Script(recording("bluffmaster-sample", sample_secret()))
    script.recorder.open("bluffmaster", script.at(), name="The Bent Copper", gm="Mo")
    script.say([(None, {"type": "set_listed", "listed": True})])
    script.sit(PLAYERS, 10_000)
    script.say([(None, {"type": "start_round"}), *BETTING_OF_THE_SAMPLE])
    script.let_the_rest_go_by()
    return script.recorder.lines


def a_pot_from_another_game() -> list[bytes]:
    """A recorded round of Twenty-One leaves its pot; of a Set of Bluffmaster all but one leave before the antes."""
    [path] = (RECORDED / "twentyone").glob("*-a-pot-that-rolls-over.jsonl")
    export = parse_export(io.BytesIO(path.read_bytes()))
    entries = CATALOGUE.codec.decode_log(export.lines)
    recorder = recording(export.header.table, _secret_of(path))
    for entry in entries:
        command = CATALOGUE.read_recorded(entry.game, bytes(entry.command))
        if isinstance(command, OpenTable):
            recorder.open(entry.game, entry.at, command.options, name=command.name, gm=command.gm)
        else:
            recorder.play(AddressedCommand(actor=entry.actor, seat=entry.seat, command=command, at=entry.at))
    script = Script(recorder, datetime.fromisoformat(entries[-1].at) + timedelta(seconds=11))
    script.say([(None, {"type": "set_game", "game": "bluffmaster", "options": {"cards": "chosen"}})])
    script.sit(LATE_COMERS, 10_000)
    script.say(_all_but_columbia_leave(recorder))
    return recorder.lines


def _all_but_columbia_leave(recorder: Recorder) -> Iterator[Said]:
    """Who sits there from before could play too, and does not stay either."""
    from_before = [seat.seat for seat in recorder.table.present() if seat.name not in LATE_COMERS]
    yield from ((None, {"type": "remove_seat", "target": seat}) for seat in from_before)
    yield None, {"type": "start_round"}
    yield "columbia", {"type": "choose_card", "ability": "add"}
    yield "abernathy", {"type": "leave"}
    yield "dorian", {"type": "leave"}


def some_are_excused() -> list[bytes]:
    """Of five, one leaves a Set with a share while another is asked, and one with nothing on its turn; one while
    abilities are chosen, and one, in the second round, so that the last takes the rest."""
    recorder = Recorder(CATALOGUE, "bluffmaster-excused", hashlib.sha256(b"some are excused").digest())
    script = Script(recorder)
    recorder.open("bluffmaster", script.at(), name="The Bent Copper", gm="Mo")
    script.sit((*PLAYERS, "Dorian", "Eve"), 10_000)
    script.say([(None, {"type": "start_round"})])
    first, second, third, fourth, fifth = recorder.table.order
    everybody = recorder.table.order
    script.say(_excused(third, everybody, {third: 1, first: 4}, by=first))
    script.say([(first, {"type": "open", "amount_cp": 1_000})])
    script.say(_excused(second, [first, second, fourth, fifth], {fifth: 1}, by=fourth))
    script.say([(fourth, {"type": "call"}), (fifth, {"type": "call"})])
    script.say([(seat, {"type": "check"}) for seat in (first, fourth, fifth)])
    script.say([(first, {"type": "use_none"})])
    script.say(_excused(fourth, [first, fourth, fifth], {fourth: 1, first: 3, fifth: 3}, by=first))
    script.say([(fifth, {"type": "use_none"})])
    [asked] = recorder.table.to_act
    [other] = {first, fifth} - {asked}
    script.say(_excused(asked, [asked, other], {asked: 1, other: 1}, by=other))
    return recorder.lines


def _excused(leaving: str, asked: Iterable[str], shares: dict[str, int], *, by: str) -> Iterator[Said]:
    """One proposes that a seat leaves, and all others agree."""
    yield by, {"type": "propose_split", "shares": shares, "leaving": [leaving]}
    yield from ((seat, {"type": "agree"}) for seat in asked if seat != by)


def all_but_one_leave() -> list[bytes]:
    """One has bet on another, and both leave while a third has a die in the hand: who bet gets it back, and is gone."""
    script = Script(recording("twentyone-all-but-one", hashlib.sha256(b"all but one leave").digest()))
    table = script.recorder
    table.open("twentyone", script.at(), name="The Bent Copper", gm="Mo")
    script.sit(PLAYERS, 10_000)
    script.say([(None, {"type": "start_round"})])
    script.say([(table.table.to_act[0], {"type": "let_it_be"})])
    [roller] = table.table.to_act
    bettor, backed = (seat for seat in table.table.order if seat != roller)
    script.say(
        [
            (bettor, {"type": "side_bet", "target": backed, "amount_cp": 500}),
            (roller, {"type": "roll", "die": "d4"}),
            (bettor, {"type": "leave"}),
            (backed, {"type": "leave"}),
            (roller, {"type": "let_it_be"}),
        ]
    )
    return table.lines


def a_slander_after_a_bust() -> list[bytes]:
    """Abernathy is bust, bets on another, and slanders a third: the bet is lost, too."""
    script = Script(recording("twentyone-v3-slander", _secret_for_a_bust()))
    table = script.recorder
    table.open("twentyone-v3", script.at(), {"side_bets": "pool"}, name="The Bent Copper", gm="Mo")
    script.sit(PLAYERS, 10_000)
    script.say(
        [
            (None, {"type": "start_round"}),
            ("abernathy", {"type": "let_it_be"}),
            ("abernathy", {"type": "roll", "die": "d20"}),
            ("abernathy", {"type": "let_it_be"}),
            ("abernathy", {"type": "side_bet", "target": "bri", "amount_cp": 500}),
            ("abernathy", {"type": "accuse", "target": "columbia", "n": 0}),
        ]
    )
    script.let_the_rest_go_by()
    return table.lines


def _secret_for_a_bust() -> bytes:
    """The first secret of a numbered row under which Abernathy acts first, and is bust with a d20."""
    luck = [LuckWord(seat=name.lower(), luck="") for name in PLAYERS]
    for number in itertools.count():
        secret = hashlib.sha256(f"a slander after a bust {number}".encode()).digest()
        dice = Dice(round_seed(secret, 1), 1, luck, {})
        lowest, *others = (dice.peek(name.lower(), "opening", 10) for name in PLAYERS)
        d20 = dice.peek("abernathy", "bought", 20)
        if lowest < min(others) and d20 < 20 and lowest + dice.peek("abernathy", "hole", 10) + d20 > 21:
            return secret
    raise AssertionError("the row has no end")


CHEATS: Final = ("bri", "odo")


def the_beaten_throw_on() -> list[bytes]:
    """Bri and Odo cheat badly, tie for the lead, and are denounced by Cal, who is beaten as Dee is: both throw on."""
    for number in itertools.count():
        recorder = Recorder(
            CATALOGUE, "mason-beaten", hashlib.sha256(f"the beaten throw on {number}".encode()).digest()
        )
        _play_mason(Script(recorder))
        happened = [event for line in recorder.lines for event in CATALOGUE.codec.decode(line).events]
        if any(isinstance(event, StatusChanged) and event.why == REJOINED for event in happened):
            return recorder.lines
    raise AssertionError("the row has no end")


def _play_mason(script: Script) -> None:
    """Each of the two cheats once, Cal denounces them in the end, and all the rest is throwing."""
    recorder = script.recorder
    options = {"cheating": "on", "ante_cp": 500, "house_perception": -20}
    recorder.open("mason", script.at(), options, name="The Bent Copper", gm="Mo")
    script.sit(("Bri", "Odo", "Cal", "Dee"), 10_000)
    script.say((None, _sheet(seat, "sleight_of_hand", -5)) for seat in CHEATS)
    script.say([(None, _sheet("cal", "perception", 15)), (None, {"type": "start_round"})])
    honest = set(CHEATS)
    while recorder.table.running:
        seat = recorder.table.to_act[0]
        offers = {
            offer.type: offer
            for offer in offers_of(recorder.table, CATALOGUE.rulebooks, seat)
            if isinstance(offer, Action)
        }
        if "denounce" in offers and recorder.table.phase == "closing":
            target = offers["denounce"].params["target"]
            assert isinstance(target, Choices)
            script.say([(seat, {"type": "denounce", "target": target.choices[0]})])
        elif "cheat" in offers and seat in honest:
            honest.remove(seat)
            script.say([(seat, {"type": "cheat", "n": 0})])
        else:
            [kind] = offers.keys() & {"throw", "show_dice", "say_nothing"}
            script.say([(seat, {"type": kind})])


def _sheet(seat: str, skill: str, modifier: int) -> dict[str, Any]:
    return {"type": "set_character", "target": seat, "character": {"skills": {skill: modifier}}}


def _secret_of(path: Path) -> bytes:
    number = int(path.name.split("-")[0])
    return hashlib.sha256(f"recorded twentyone {number}".encode()).digest()


SCRIPTED: Final = {
    "bluffmaster": {
        "the-sample-betting": the_sample_betting,
        "a-pot-from-another-game": a_pot_from_another_game,
        "some-are-excused": some_are_excused,
    },
    "mason": {"the-beaten-throw-on": the_beaten_throw_on},
    "twentyone": {"all-but-one-leave": all_but_one_leave},
    "twentyone-v3": {"a-slander-after-a-bust": a_slander_after_a_bust},
}


def main() -> None:
    """Write those that are not recorded yet."""
    for game, rounds in SCRIPTED.items():
        for title, lines in rounds.items():
            path = RECORDED / game / f"{title}.jsonl"
            if not path.exists():
                written = lines()
                table = CATALOGUE.codec.decode(written[0]).table
                path.write_bytes(b"".join(write_export(table, written)))
                sys.stdout.write(f"{title}: {len(written)} entries\n")


if __name__ == "__main__":
    main()
