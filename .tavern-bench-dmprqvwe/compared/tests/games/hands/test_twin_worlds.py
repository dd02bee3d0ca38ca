"""Two worlds that differ in a folded hand, or in a discarded die: all others are served the same bytes in both."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from events.audience import GM, Viewer, seat_viewer
from events.event import Command
from games.mechanics.betting import Call, Check, Fold, Open
from games.one_page.rulers_bluff import Discard, LetItBe
from games.table import Leave
from tests.games.hands.table import ANTE, HandsTable, opened
from tests.playing import Sequence as Draws
from tests.properties.walking import dear

SEATS = ("ada", "bo", "cy")
d6 = st.integers(1, 6)
three = st.lists(d6, min_size=3, max_size=3)
Faces = Mapping[Draws, list[int]]


class Twins:
    """Two tables at which the same is done, and the dice of one seat fall otherwise."""

    def __init__(self, game: str, hands: Sequence[Faces], purses: Mapping[str, int], **options: Any) -> None:
        self.worlds: list[HandsTable] = []
        for faces in hands:
            playing = opened(game, {seat: purses.get(seat, 5_000) for seat in SEATS}, **options)
            playing.load(faces)
            playing.start()
            self.worlds.append(playing)

    def do(self, *moves: tuple[str, Command]) -> "Twins":
        for seat, command in moves:
            for playing in self.worlds:
                playing.give(seat, command)
            self.look_the_same()
        return self

    def look_the_same(self) -> None:
        for viewer in self.worlds[0].viewers():
            if viewer not in (GM, seat_viewer("bo")):
                one, other = (served(playing, viewer) for playing in self.worlds)
                assert one == other

    def play_on(self) -> None:
        """Nobody else folds; every round ends alike."""
        while self.worlds[0].table.running:
            seat = self.worlds[0].table.to_act[0]
            self.do((seat, Check() if self.worlds[0].table.question == "turn" else LetItBe()))
        assert not self.worlds[1].table.running


def served(playing: HandsTable, viewer: Viewer) -> bytes:
    """What a viewer is served after an entry, and what it may do."""
    own = viewer.removeprefix("seat:")
    actions = playing.actions(own) if own in SEATS else []
    return msgspec.json.encode([playing.newest_seen(viewer), playing.view(viewer), actions])


@dear
@given(first=three, second=three, rerolled=d6, leaves=st.booleans(), discards=st.booleans(), whose=st.booleans())
def test_nobody_learns_what_a_folded_hand_of_rulers_bluff_was(
    *, first: list[int], second: list[int], rerolled: int, leaves: bool, discards: bool, whose: bool
) -> None:
    hands = [{("bo", "hidden", 6): faces, ("bo", "discard", 6): [rerolled]} for faces in (first, second)]
    twins = Twins("rulers-bluff", hands, {}, open_dice="own" if whose else "shared")
    twins.do(("ada", Open(amount_cp=100)))
    if discards:
        twins.do(("bo", Discard(n=2)))
    twins.do(("bo", Leave() if leaves else Fold()), ("cy", Call())).play_on()


@dear
@given(first=d6, second=d6, n=st.integers(0, 2), all_in=st.booleans(), late=st.booleans(), folds=st.booleans())
def test_nobody_learns_which_face_was_discarded(
    *, first: int, second: int, n: int, all_in: bool, late: bool, folds: bool
) -> None:
    """The dice that are kept are alike, and so is the one that is rolled: at the showdown all are shown."""
    kept = [3, 3, 3]
    hands = [
        {("bo", "hidden", 6): [*kept[:n], face, *kept[n + 1 :]], ("bo", "discard", 6): [4]} for face in (first, second)
    ]
    twins = Twins("rulers-bluff", hands, {"bo": ANTE} if all_in else {})
    keep = LetItBe() if all_in else Check()
    if late:
        twins.do(("ada", Check()), ("bo", keep), ("cy", Check()))
    twins.do(("ada", Check()), ("bo", Discard(n=n)))
    if folds and not all_in:
        twins.do(("bo", Check()), ("cy", Open(amount_cp=100)), ("ada", Call()), ("bo", Fold()))
    twins.play_on()


@dear
@given(first=d6, second=d6, n=st.integers(0, 2))
def test_nobody_learns_how_a_die_fell_again_in_a_hand_that_is_folded(first: int, second: int, n: int) -> None:
    hands = [{("bo", "hidden", 6): [1, 2, 4], ("bo", "discard", 6): [face]} for face in (first, second)]
    twins = Twins("rulers-bluff", hands, {}).do(("ada", Open(amount_cp=100)), ("bo", Discard(n=n)), ("bo", Call()))
    twins.do(("cy", Call()), ("ada", Open(amount_cp=100)), ("bo", Fold()), ("cy", Call())).play_on()


@dear
@given(first=three, second=three, leaves=st.booleans())
def test_nobody_learns_what_a_folded_hand_of_triangle_was(*, first: list[int], second: list[int], leaves: bool) -> None:
    hands = [
        {("bo", "hidden", sides): [face] for sides, face in zip((12, 8, 6), faces, strict=True)}
        for faces in (first, second)
    ]
    twins = Twins("triangle", hands, {})
    twins.do(*[(seat, Check()) for seat in SEATS] * 2)
    twins.do(("ada", Open(amount_cp=100)), ("bo", Leave() if leaves else Fold()), ("cy", Call())).play_on()
