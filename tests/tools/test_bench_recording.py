import pytest

from events.audience import GM, seat_viewer
from games.engine.addressed_command import AddressedCommand
from games.engine.legality import Refused
from games.table import SetOptions, StartRound
from replays.audit import audit
from tests.replays.logs import SECRET, Evening, at, bank_evening
from tests.toys.bank import Bet
from tests.toys.catalogue import TOYS
from tools.bench.recording import Recorder


def test_a_recording_can_be_made_again_to_the_byte() -> None:
    assert bank_evening().lines == bank_evening().lines


def test_another_secret_gives_other_dice_and_other_salts() -> None:
    def opened(secret: bytes) -> bytes:
        recorder = Recorder(TOYS, "table-1", secret)
        recorder.open("bank", at(0))
        return recorder.lines[0]

    assert opened(SECRET) != opened(bytes(32))


def test_a_script_is_played_to_its_end_and_its_lines_are_a_whole_log() -> None:
    evening = Evening("bank")
    script = [
        AddressedCommand(actor=GM, seat=None, command=StartRound(), at=at(10)),
        AddressedCommand(actor=GM, seat="bri", command=Bet(on="same", amount_cp=50), at=at(11)),
    ]

    for move in script:
        evening.recorder.play(move)

    assert len(evening.lines) == 5
    assert audit(TOYS, evening.lines).clean


def test_a_move_that_is_not_legal_is_refused_and_leaves_no_trace() -> None:
    evening = bank_evening()
    lines = evening.lines

    with pytest.raises(Refused) as refused:
        evening.seat("bri", Bet(on="over", amount_cp=50))

    assert refused.value.code == "not_asked"
    assert evening.lines == lines


def test_commands_are_recorded_resolved() -> None:
    evening = Evening("bank")

    evening.gm(SetOptions(options={"least_cp": 20}))

    assert (
        b'"command":{"type":"set_options","v":1,"options":{"turn_seconds":null,"next_round_seconds":null,"unseal":"round",'
        b'"admit":"auto","watch":"open","luck":"open","withheld":"plays","least_cp":20}}' in (evening.lines[-1])
    )


def test_a_table_can_be_looked_at_as_any_viewer_while_it_is_played() -> None:
    evening = bank_evening()

    covered = [evening.recorder.seen_by(viewer).house_dice[1].face for viewer in (GM, seat_viewer("bri"))]

    assert covered == [5, None]
