"""Architecture, "What must hold", 1 and 2: the log alone gives back what was served, and hidden values stay hidden.

What a viewer may not see can be otherwise, and it is served the same bytes.
"""

import random
from collections.abc import Iterable
from typing import Any

import msgspec
from hypothesis import given

from events.audience import GM, PUBLIC, Viewer, seat_viewer
from events.dice import Dice
from events.entry import Entry
from events.event import Draw, Event, redact, type_tag
from events.gaming_sets import GamingSet
from events.round_events import RoundStarted
from games.dealer import SecretDealer
from games.deciding.catalogue import Catalogue
from games.legality import Refused
from games.mechanics.tricks.sets import SETS
from games.table import SeatNpc, Sit
from projections.game import AnyTable
from projections.viewer_projection import ViewerProjection, VisibleEntry
from tests.playing import TABLE, LoadedDealer, Playing, view_by
from tests.properties.judges.log import running_the_commands_again_gives_every_line_byte_for_byte
from tests.properties.meddling import SOMETIMES, Meddler
from tests.properties.samples import body_of
from tests.properties.subjects import Subject, every_game
from tests.properties.walking import Walk, dear, lengths, secret_of, seeds

Served = list[tuple[VisibleEntry | None, bytes]]
"""What a viewer is served of each entry, if anything, and its view after it."""


class _KeepsItsDice(LoadedDealer):
    """A dealer as a server has it: nothing is loaded, and a round's dice are kept from command to command."""

    def dice(self, table: AnyTable) -> Dice:
        return SecretDealer.dice(self, table)


class _ReportingToOne(Playing):
    """A table that reports its entries only to the viewer `eyes`. All others catch up, which takes less time."""

    eyes: Viewer = PUBLIC

    def _take_in(self, sight: ViewerProjection, entry: Entry[Event]) -> VisibleEntry | None:
        if sight.viewer == self.eyes:
            return sight.see(entry)
        sight.skip(entry)
        return None


@every_game
@dear
@given(seed=seeds, length=lengths)
def test_the_log_gives_back_what_each_viewer_was_served_and_nothing_of_what_it_may_not_see(
    subject: Subject, seed: int, length: int
) -> None:
    walk = Walk(subject, seed, _KeepsItsDice(secret_of(seed)))
    views: dict[Viewer, dict[int, bytes]] = {}
    for playing in walk.steps(length):
        for viewer in playing.viewers():
            view = msgspec.json.encode(playing.view(viewer))
            views.setdefault(viewer, {})[len(playing.written)] = view

    playing = walk.playing
    entries = subject.catalogue.codec.decode_log(playing.lines)
    meddling, secrets = random.Random(seed), random.Random(seed)
    for viewer in playing.viewers():
        answers = served(subject.catalogue, entries, viewer)
        the_log_folds_to_the_views_that_were_served_then(views[viewer], answers)
        what_it_may_not_see_changes_no_byte_that_it_is_served(playing, viewer, answers, meddling)
        what_is_done_and_falls_in_secret_shows_only_where_the_rules_show_it(subject, walk, viewer, answers, secrets)
    dice_that_are_kept_fall_as_those_that_are_made_for_every_command(walk)


def served(catalogue: Catalogue, entries: Iterable[Entry[Event]], viewer: Viewer) -> Served:
    """All that a viewer is served, entry by entry: of one that it does not see, the same table, and so the same view.

    What is only caught up with comes to the same table.
    """
    sight, caught_up = (ViewerProjection(catalogue.folding, catalogue.folding.blank(TABLE, viewer)) for _ in range(2))
    answers: Served = [(None, msgspec.json.encode(view_by(catalogue, sight.table)))]
    table = msgspec.json.encode(sight.table)
    for entry in entries:
        seen = sight.see(entry)
        caught_up.skip(entry)
        before, table = table, msgspec.json.encode(sight.table)
        assert msgspec.json.encode(caught_up.table) == table
        if seen is None:
            assert table == before
        view = answers[-1][1] if table == before else msgspec.json.encode(view_by(catalogue, sight.table))
        answers.append((seen, view))
    return answers


def the_log_folds_to_the_views_that_were_served_then(views: dict[int, bytes], answers: Served) -> None:
    assert {seq: answers[seq][1] for seq in views} == views


def what_it_may_not_see_changes_no_byte_that_it_is_served(
    playing: Playing, viewer: Viewer, answers: Served, chance: random.Random
) -> None:
    meddled = Meddler(chance, viewer, list(playing.table.names)).meddled(playing.entries)
    assert bytes_of(served(playing.catalogue, meddled, viewer)) == bytes_of(answers)


def bytes_of(answers: Served) -> list[bytes]:
    """What was served, without the views that came with nothing: these are as they were before."""
    first, *others = answers
    seen = [(msgspec.json.encode(entry), view) for entry, view in others if entry is not None]
    return [first[1], *(encoded for both in seen for encoded in both)]


def what_is_done_and_falls_in_secret_shows_only_where_the_rules_show_it(
    subject: Subject, walk: Walk, viewer: Viewer, answers: Served, chance: random.Random
) -> None:
    playing = walk.playing
    dealer = _otherwise(playing, viewer, chance)
    twin = _ReportingToOne.open(subject.catalogue, subject.game, dealer=dealer, **walk.options)
    twin.eyes = viewer
    for entry, (seen, view) in zip(playing.entries[1:], answers[2:], strict=True):
        own = viewer == GM or (entry.seat is not None and viewer == seat_viewer(entry.seat))
        played = subject.playing(entry.game)
        if not _does_again(twin, entry, None if own else chance, played.in_secret):
            assert not own
            break
        otherwise = twin.newest_seen(viewer)
        if seen != otherwise:
            shown = [event for visible in (seen, otherwise) if visible for event in visible.events]
            assert any(isinstance(event, played.shows) for event in shown), (seen, otherwise)
            break
        assert view == msgspec.json.encode(twin.view(viewer))


def dice_that_are_kept_fall_as_those_that_are_made_for_every_command(walk: Walk) -> None:
    """A re-run makes them again each time."""
    running_the_commands_again_gives_every_line_byte_for_byte(walk.finish_the_round())


@every_game
def test_the_gm_sees_the_changes_that_are_hidden_from_the_public(subject: Subject) -> None:
    playing = Walk(subject, 7).play(40)
    meddled = list(Meddler(random.Random(7), "public", list(playing.table.names)).meddled(playing.entries))
    seen, as_it_was = (
        [event for entry in entries for event in entry.events if redact(event, GM) is not None]
        for entries in (meddled, playing.entries)
    )
    assert seen != as_it_was


def _otherwise(playing: Playing, viewer: Viewer, chance: random.Random) -> LoadedDealer:
    """A dealer of the same seeds, but some of what the viewer did not see fall falls otherwise."""
    dealer, number = LoadedDealer(playing.dealer.secret), 0
    for entry in playing.entries:
        for event in entry.events:
            number = event.round if isinstance(event, RoundStarted) else number
            shown = _draws(redact(event, viewer))
            for draw in _draws(event):
                if draw not in shown and chance.random() < SOMETIMES:
                    dealer.load_draw(number, msgspec.structs.replace(draw, face=chance.randint(1, draw.sides)))
    return dealer


def _draws(event: Event | None) -> list[Draw]:
    values = [getattr(event, field) for field in event.__struct_fields__] if event else []
    listed = [item for value in values for item in (value if isinstance(value, list) else [value])]
    return [value for value in listed if isinstance(value, Draw)]


def _does_again(twin: Playing, entry: Entry[Event], chance: random.Random | None, in_secret: tuple[str, ...]) -> bool:
    """Play an entry's command at the twin table, where its dice may have made it illegal.

    By `chance`, a command that is given `in_secret` is another one of these, and sets that are brought are others that
    look the same. None: neither, because the viewer would see it.
    """
    command = twin.catalogue.read_recorded(entry.game, bytes(entry.command))
    try:
        if chance and isinstance(command, Sit | SeatNpc) and command.sets:
            command = msgspec.structs.replace(command, sets=[_looking_like(one, chance) for one in command.sets])
        elif chance and type_tag(type(command)) in in_secret and entry.seat is not None:
            actions = [action for action in twin.actions(entry.seat) if action.type in in_secret]
            body = msgspec.json.encode(body_of(chance, chance.choice(actions)))
            command = twin.catalogue.read_command(entry.game, body)
        twin.give(entry.seat, command, actor=entry.actor)
    except Refused:
        return False
    return True


def _looking_like(brought: GamingSet, chance: random.Random) -> GamingSet:
    """Any set of the same kind and look."""
    one = SETS[brought.set]
    alike: list[Any] = [name for name, other in SETS.items() if (other.kind, other.look) == (one.kind, one.look)]
    return GamingSet(set=chance.choice(alike))
