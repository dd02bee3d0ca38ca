"""Architecture, "What must hold", 2: what a viewer may not see can be otherwise, and it is served the same bytes."""

import random
from collections.abc import Iterable

import msgspec
from hypothesis import given

from events.audience import GM, Viewer, seat_viewer
from events.entry import Entry
from events.event import Draw, Event, redact, type_tag
from events.round_events import RoundStarted
from games.catalogue import Catalogue
from games.decider import offers_of
from games.legality import Refused
from projections.viewer_projection import ViewerProjection
from tests.playing import TABLE, LoadedDealer, Playing, view_by
from tests.properties.meddling import SOMETIMES, Meddler
from tests.properties.samples import body_of
from tests.properties.subjects import Subject, every_game
from tests.properties.walking import Walk, dear, lengths, seeds, usual


def served(catalogue: Catalogue, entries: Iterable[Entry[Event]], viewer: Viewer) -> list[bytes]:
    """All that a viewer is served, entry by entry: events and sentences, then the view. Nothing for what it misses."""
    sight = ViewerProjection(catalogue.folding, catalogue.folding.blank(TABLE, viewer))
    answers = [msgspec.json.encode(view_by(catalogue, sight.table))]
    for entry in entries:
        seen = sight.see(entry)
        view = msgspec.json.encode(view_by(catalogue, sight.table))
        if seen is None:
            assert view == answers[-1]
        else:
            answers += [msgspec.json.encode(seen), view]
    return answers


@every_game
@dear
@given(seed=seeds, length=lengths)
def test_what_a_viewer_may_not_see_changes_no_byte_that_it_is_served(subject: Subject, seed: int, length: int) -> None:
    playing = Walk(subject, seed).play(length)
    chance = random.Random(seed)
    for viewer in playing.viewers():
        meddled = Meddler(chance, viewer, list(playing.table.names)).meddled(playing.entries)
        assert served(subject.catalogue, meddled, viewer) == served(subject.catalogue, playing.entries, viewer)


@every_game
def test_what_is_changed_behind_the_publics_back_is_not_lost_on_the_gm(subject: Subject) -> None:
    playing = Walk(subject, 7).play(40)
    meddled = list(Meddler(random.Random(7), "public", list(playing.table.names)).meddled(playing.entries))
    told, as_it_was = (
        [event for entry in entries for event in entry.events if redact(event, GM) is not None]
        for entries in (meddled, playing.entries)
    )
    assert told != as_it_was


@every_game
@usual
@given(seed=seeds, length=lengths)
def test_what_a_seat_may_do_would_be_the_same_had_the_hidden_dice_fallen_otherwise(
    subject: Subject, seed: int, length: int
) -> None:
    playing = Walk(subject, seed).play(length)
    chance, folding = random.Random(seed), subject.catalogue.folding
    for seat in playing.table.names:
        viewer = playing.viewer_of(seat)
        meddler = Meddler(chance, viewer, list(playing.table.names))
        sight, whole = ViewerProjection(folding, folding.blank(TABLE, viewer)), folding.blank(TABLE)
        for entry in playing.entries:
            sight.skip(entry)
            for event in entry.events:
                folding.fold(whole, meddler.refaced(event))
            whole.saw(entry.events)
            offers = [list(offers_of(table, subject.catalogue.rulebooks, seat)) for table in (whole, sight.table)]
            assert offers[0] == offers[1]


@every_game
@dear
@given(seed=seeds, length=lengths)
def test_what_is_done_and_falls_in_secret_shows_only_where_the_rules_show_it(
    subject: Subject, seed: int, length: int
) -> None:
    walk = Walk(subject, seed)
    playing = walk.play(length)
    for viewer in playing.viewers():
        chance = random.Random(seed)
        dealer = _otherwise(playing, viewer, chance)
        twin = Playing.open(subject.catalogue, subject.game, dealer=dealer, **walk.options)
        sight = ViewerProjection(subject.catalogue.folding, subject.catalogue.folding.blank(TABLE, viewer))
        sight.skip(playing.entries[0])
        for entry in playing.entries[1:]:
            own = viewer == GM or (entry.seat is not None and viewer == seat_viewer(entry.seat))
            played = subject.playing(entry.game)
            if not _does_again(twin, entry, chance, () if own else played.in_secret):
                assert not own
                break
            told, told_otherwise = sight.see(entry), twin.newest_seen(viewer)
            if told != told_otherwise:
                shown = [event for seen in (told, told_otherwise) if seen for event in seen.events]
                assert any(isinstance(event, played.shows) for event in shown), (told, told_otherwise)
                break
            views = [view_by(subject.catalogue, sight.table), twin.view(viewer)]
            assert msgspec.json.encode(views[0]) == msgspec.json.encode(views[1])


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


def _does_again(twin: Playing, entry: Entry[Event], chance: random.Random, in_secret: tuple[str, ...]) -> bool:
    """Play an entry's command at the twin table, where its dice may have made it illegal.

    A command that is given `in_secret` may be another one of these.
    """
    command = twin.catalogue.read_recorded(entry.game, bytes(entry.command))
    try:
        if type_tag(type(command)) in in_secret and entry.seat is not None:
            actions = [action for action in twin.actions(entry.seat) if action.type in in_secret]
            body = msgspec.json.encode(body_of(chance, chance.choice(actions)))
            command = twin.catalogue.read_command(entry.game, body)
        twin.give(entry.seat, command, actor=entry.actor)
    except Refused:
        return False
    return True
