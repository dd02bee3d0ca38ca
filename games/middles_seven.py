"""Middle's 7: will the House's two dice make more than seven, less, or seven? (Seeds 003.)"""

from collections.abc import Sequence

from games.parts.bank import BankOptions, OneThrow, Stakes
from projections.rulebook import AnyTable


class MiddlesSeven(OneThrow[BankOptions, Stakes]):
    """Higher and Lower give the bet back twice, Middle's 7 three times."""

    id = "middles-seven"
    version = 1
    name = "Middle’s 7"
    summary = "Call whether the House’s two dice will make more than seven, less, or seven to the pip."
    options = BankOptions
    state = Stakes

    def thrown(self, table: AnyTable) -> tuple[int, int]:
        """2d6."""
        return 2, 6

    def calls(self, table: AnyTable) -> Sequence[str]:
        """What can be called."""
        return ("higher", "lower", "middles_7")

    def returns(self, call: str, faces: tuple[int, ...]) -> int:
        """Twice the bet for being right about the side, three times for the middle."""
        total = sum(faces)
        right = {"higher": total > 7, "lower": total < 7, "middles_7": total == 7}[call]
        return (3 if call == "middles_7" else 2) if right else 0
