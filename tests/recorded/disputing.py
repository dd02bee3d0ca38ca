"""Makes the recorded rounds of Twenty-One that are disputed: with every kind of ruling, and unsealed.

python -m tests.recorded.disputing
"""

import hashlib
import sys
from collections.abc import Callable
from typing import Any, Final

from games.installed import CATALOGUE
from replays.export import write_export
from tests.recorded.scripted import RECORDED, Said, Script, recording

GAME: Final = "twentyone"
NAMES: Final = ("Bri", "Odo", "Wren")
PURSE_CP: Final = 3_000


def disputed(seat: str, number: int, text: str, **given: Any) -> Said:
    """A seat disputes a round."""
    return seat, {"type": "dispute", "round": number, "text": text, **given}


def ruled(dispute: int, verdict: str, text: str, **remedy: Any) -> Said:
    """The GM rules."""
    return None, {"type": "rule_on_dispute", "dispute": dispute, "verdict": verdict, "text": text, **remedy}


def _table(title: str, **options: Any) -> Script:
    script = Script(recording(title, hashlib.sha256(f"recorded {title}".encode()).digest()))
    script.recorder.open(GAME, script.at(), {"unseal": "dispute", **options}, name="The Bent Copper", gm="Mo")
    script.sit(NAMES, PURSE_CP)
    return script


def _play(script: Script) -> None:
    script.say([(None, {"type": "start_round"})])
    script.let_the_rest_go_by()


def a_dispute_of_every_kind() -> list[bytes]:
    """Four disputes: denied, upheld with nothing, with coins that are not all there, and with the round put back."""
    script = _table("twentyone-disputes")
    _play(script)
    winner = script.recorder.table.result.winners[0] if script.recorder.table.result else NAMES[0].lower()
    script.say(
        [
            disputed("odo", 1, "That die was no 6 when it left the cup!", version=6),
            disputed("wren", 1, "Somebody kicked the table"),
            (None, {"type": "start_round"}),
            disputed("odo", 2, "And now again"),
            ruled(2, "denied", "That was me"),
            ruled(3, "upheld", "Well seen. Play on"),
            (None, {"type": "void_round", "reason": "Everybody shouts"}),
            disputed(winner, 2, "I would have won that"),
            ruled(4, "upheld", "You might", remedy="coins", payer="pot", payee=winner, amount_cp=75),
            ruled(1, "upheld", "It was a 3", remedy="round"),
            (None, {"type": "unseal", "round": 1}),
            ("odo", {"type": "sit_out"}),
            ("odo", {"type": "ask_for_coins", "amount_cp": 2_500}),
            (None, {"type": "refuse_coins", "target": "odo"}),
            ("odo", {"type": "sit_in"}),
        ]
    )
    _play(script)
    return script.recorder.lines


def a_dispute_after_closing_time() -> list[bytes]:
    """One leaves, and is given theirs outside; a fine is more than a purse holds; the last is settled at dawn."""
    script = _table("twentyone-late-dispute", turn_seconds=60)
    _play(script)
    result = script.recorder.table.result
    winner = result.winners[0] if result and result.winners else "bri"
    leaver, other = [seat for seat in ("bri", "odo", "wren") if seat != winner]
    purse_cp = script.recorder.table.purse(other)
    script.say(
        [
            disputed(leaver, 1, "He looked under my cup", version=5),
            (leaver, {"type": "leave"}),
            disputed(winner, 1, "I did no such thing"),
            ruled(1, "upheld", "I saw it", remedy="round"),
            ruled(2, "upheld", "For slander", remedy="coins", payer=other, payee=winner, amount_cp=purse_cp + 600),
            disputed(winner, 1, "And my good name?"),
            (None, {"type": "close_table"}),
            disputed(other, 1, "What had I to do with it?"),
            ruled(4, "denied", "Ask your god"),
            ruled(3, "upheld", "Restored"),
            (None, {"type": "unseal", "round": 1}),
        ]
    )
    return script.recorder.lines


DISPUTED: Final[dict[str, Callable[[], list[bytes]]]] = {
    "a-dispute-of-every-kind": a_dispute_of_every_kind,
    "a-dispute-after-closing-time": a_dispute_after_closing_time,
}


def main() -> None:
    """Write them all."""
    for title, lines in DISPUTED.items():
        written = lines()
        table = CATALOGUE.codec.decode(written[0]).table
        (RECORDED / GAME / f"{title}.jsonl").write_bytes(b"".join(write_export(table, written)))
        sys.stdout.write(f"{title}: {len(written)} entries\n")


if __name__ == "__main__":
    main()
