"""Everything that a round shows by a key has a label, and every label is for something."""

import io
import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import msgspec
import pytest

from events.accounts import HOUSE, POT
from events.audience import GM, seat_viewer
from events.character import Character
from events.event import Command, type_tag
from games.engine.chapter import Chapter
from games.engine.rulebook import AnyRulebook
from games.installed import CATALOGUE
from games.mason import Throw
from games.mechanics.tricks.noticing import Denounce, SayNothing
from games.mechanics.tricks.palming import Cheat
from games.policies import LABELS
from games.table import (
    GM_COMMANDS,
    SEAT_COMMANDS,
    TABLE_LABELS,
    CloseTable,
    Dispute,
    Leave,
    RuleOnDispute,
    VoidRound,
)
from projections.labels import NEVER, DetailLabel, DetailLabels, Label, Labels, merged
from replays.export import parse_export
from replays.rebuild import replay, rounds_of
from tests.games.tricks.racing import table, throws
from tests.games.vocabulary import Vocabulary
from tests.playing import Playing
from tests.properties.subjects import INSTALLED
from tests.properties.walking import Reporting, Walk
from tests.recorded.replaying import recordings, viewers_of

GAMES: Final = list(CATALOGUE.rulebooks)
SECTIONS: Final = ("phases", "questions", "statuses", "conditions", "notes", "outcomes", "coins", "checks")
ABOUT: Final = ("table", "seat", "die")
_UNDER_A_FORM: Final = 72
"""The most characters of help that take one line of a dialog, and two on a phone."""
_SEEDS: Final = range(4)
_STEPS: Final = 60

every_game = pytest.mark.parametrize("game", GAMES)


@cache
def vocabulary() -> Vocabulary:
    """The words of all recorded rounds and of some that are played at random."""
    words = Vocabulary()
    for game in GAMES:
        for path in recordings(game):
            _read(words, path.read_bytes())
    for subject in INSTALLED:
        for seed in _SEEDS:
            _walk(words, Walk(subject, seed, kind=Reporting))
    _see_a_pot_split(words)
    _see_dice_that_never_stop(words)
    for game in ("farkle", "mason"):
        _see_who_was_not_denounced_share_the_pot(words, game)
    return words


def _see_a_pot_split(words: Vocabulary) -> None:
    """A ruling puts coins into the pot, and the table is closed."""
    playing = Playing.open(CATALOGUE, GAMES[0]).seat("Bri", "Odo").start()
    playing.give(None, VoidRound())
    playing.give("bri", Dispute(round=1, text="Something was not right."))
    ruling = RuleOnDispute(
        dispute=1, verdict="upheld", text="So it was.", remedy="coins", payer=HOUSE, payee=POT, amount_cp=100
    )
    playing.give(None, ruling)
    playing.give(None, CloseTable())
    for entry in playing.entries:
        words.take_in(GAMES[0], entry.events)


def _see_dice_that_never_stop(words: Vocabulary) -> None:
    """In Mason all are exposed, which happens to nobody with honest dice."""
    never = [6] * 1_000
    playing = Playing.open(CATALOGUE, "mason", ante_cp=500).seat("Bri", "Odo")
    playing.load({("bri", "mason", 6): never, ("odo", "mason", 6): never}).start()
    for seat in ("bri", "odo"):
        playing.give(seat, Throw())
        words.look_at(playing.view(GM))
    for entry in playing.entries:
        words.take_in("mason", entry.events)


def _see_who_was_not_denounced_share_the_pot(words: Vocabulary, game: str) -> None:
    """Odo forfeits the race, and Bri, the last one in it, has cheated."""
    playing = table(game, seats=("Bri", "Odo"), house_perception=-20)
    playing.sit("Wim", kind="watcher", character=Character(skills={"perception": 20}))
    throws(playing, "bri", 5, 1, 1, 2, 2, 3)
    playing.load({("bri", "sleight_of_hand", 20): [20], ("wim", "notice", 20): [20]})
    playing.give("bri", Cheat(n=1))
    playing.give("odo", Leave())
    playing.give("wim", Denounce(target="bri"))
    playing.give("bri", SayNothing())
    for entry in playing.entries:
        words.take_in(game, entry.events)


def _read(words: Vocabulary, export: bytes) -> None:
    lines = list(parse_export(io.BytesIO(export)).lines)
    entries = CATALOGUE.codec.decode_log(lines)
    for played in rounds_of(entries):
        words.take_in(
            played.game, (event for entry in entries[played.first - 1 : played.last] for event in entry.events)
        )
        own = [viewer for viewer in viewers_of(lines) if viewer.startswith("seat:")]
        for viewer in (GM, own[played.round % len(own)]):
            for frame in replay(CATALOGUE, entries, viewer, played).frames:
                words.look_at(frame.view)


def _walk(words: Vocabulary, walk: Walk) -> None:
    chance = random.Random(0)
    for playing in walk.steps(_STEPS):
        table = playing.table
        words.take_in(table.game, playing.written[-1].entry.events if playing.written else [])
        words.look_at(playing.view(GM))
        if table.seats:
            words.look_at(playing.view(seat_viewer(chance.choice(list(table.seats)))))


def _section(labels: Labels, section: str) -> Mapping[str, Any]:
    if section.startswith("details."):
        found: Mapping[str, Any] = getattr(labels.details, section.removeprefix("details."))
    else:
        found = getattr(labels, section)
    return found


def _labelled(rulebook: AnyRulebook, section: str) -> set[str]:
    """The keys that a client finds a label for."""
    return {*_section(rulebook.labels, section), *_section(TABLE_LABELS, section)}


@every_game
@pytest.mark.parametrize("section", [*SECTIONS, "roles", *(f"details.{about}" for about in ABOUT)])
def test_all_that_rounds_show_has_a_label(game: str, section: str) -> None:
    rulebook = CATALOGUE.rulebook(game)
    assert vocabulary().of(game, section) - _labelled(rulebook, section) == set()


@every_game
@pytest.mark.parametrize("section", [*SECTIONS, *(f"details.{about}" for about in ABOUT)])
def test_every_label_of_a_game_is_used(game: str, section: str) -> None:
    labels = CATALOGUE.rulebook(game).labels
    assert set(_section(labels, section)) - vocabulary().of(game, section) == set()


@pytest.mark.parametrize("section", [*SECTIONS, "roles", *(f"details.{about}" for about in ABOUT)])
def test_every_label_of_all_tables_is_used(section: str) -> None:
    shown = {key for game in GAMES for key in vocabulary().of(game, section)}
    assert set(_section(TABLE_LABELS, section)) - shown == set()


def _commands(game: str) -> tuple[Labels, tuple[type[Command], ...]]:
    rulebook = CATALOGUE.rulebook(game)
    return rulebook.labels, (*rulebook.commands, *rulebook.gm_commands)


EVERYBODYS: Final = (TABLE_LABELS, (*SEAT_COMMANDS, *GM_COMMANDS))
every_vocabulary = pytest.mark.parametrize(
    ("labels", "commands"), [EVERYBODYS, *map(_commands, GAMES)], ids=["every_table", *GAMES]
)


@every_vocabulary
def test_every_command_has_a_label_and_a_line_of_help(labels: Labels, commands: tuple[type[Command], ...]) -> None:
    assert set(labels.commands) == {type_tag(kind) for kind in commands}
    for label in labels.commands.values():
        _is_good(label.label, label.help)


@every_game
def test_every_parameter_that_is_offered_has_a_label_and_a_line_of_help(game: str) -> None:
    rulebook = CATALOGUE.rulebook(game)
    labels = {**TABLE_LABELS.commands, **rulebook.labels.commands}
    for param in vocabulary().of(game, "params"):
        command, name = param.split(".")
        label = labels[command].params[name]
        _is_good(label.label, label.help)


@every_vocabulary
def test_every_label_of_a_parameter_is_for_an_existing_one(labels: Labels, commands: tuple[type[Command], ...]) -> None:
    fields = {type_tag(kind): set(kind.__struct_fields__) for kind in commands}
    for tag, label in labels.commands.items():
        assert set(label.params) <= fields[tag]


@every_game
def test_every_option_has_a_label_and_a_line_of_help(game: str) -> None:
    rulebook = CATALOGUE.rulebook(game)
    labels = {**TABLE_LABELS.options, **rulebook.labels.options}
    assert set(labels) == set(rulebook.options.__struct_fields__)
    for label in labels.values():
        _is_good(label.label, label.help)


@every_game
def test_every_value_of_an_option_has_a_label(game: str) -> None:
    rulebook = CATALOGUE.rulebook(game)
    schema = msgspec.json.schema(rulebook.options)["$defs"][rulebook.options.__name__]["properties"]
    labels = {**TABLE_LABELS.options, **rulebook.labels.options}
    for name, described in schema.items():
        assert set(labels[name].values or {}) == set(map(str, described.get("enum", ())))


@every_game
def test_every_answer_is_a_command_of_the_game(game: str) -> None:
    rulebook = CATALOGUE.rulebook(game)
    for labels in (rulebook.labels, TABLE_LABELS):
        for question in labels.questions.values():
            assert set(question.answers) <= {*rulebook.labels.commands, *TABLE_LABELS.commands}
            _is_good(question.label, question.text)
            for answer in question.answers.values():
                assert answer.endswith(".")


@every_vocabulary
def test_labels_are_short_and_help_is_one_line(labels: Labels, commands: tuple[type[Command], ...]) -> None:
    assert commands
    for label in _all_of(labels):
        _is_good(label.label, label.help)


def test_every_temperament_has_a_label_and_a_line_of_help_that_fits_under_a_form() -> None:
    for label in LABELS.values():
        _is_good(label.label, label.help)
        assert label.help[-1] == "."
        assert len(label.help) <= _UNDER_A_FORM


def _all_of(labels: Labels) -> Iterator[Label | DetailLabel]:
    for section in ("phases", "statuses", "conditions", "roles", "notes", "outcomes", "coins", "checks"):
        yield from _section(labels, section).values()
    for about in ABOUT:
        yield from getattr(labels.details, about).values()


def _is_good(label: str, help_: str) -> None:
    assert 2 <= len(label) <= 30, label
    assert label[0].isupper() or label[0] == "d", label
    assert "_" not in label + help_
    assert "`" not in help_
    assert help_
    assert "\n" not in help_
    assert len(help_) <= 160, help_


class Sailing(Chapter):
    labels = Labels(
        phases={"calm": Label("Calm", "No wind.")},
        details=DetailLabels(table={"wind": DetailLabel("Wind", "How strong it blows.", "count")}),
    )


class Racing(Sailing):
    labels = Labels(phases={"calm": NEVER, "storm": Label("Storm", "Too much wind.")})


def test_a_variant_of_a_chapter_adds_labels_and_drops_those_that_it_never_uses() -> None:
    labels = merged(Racing().own_labels())
    assert labels.phases == {"storm": Label("Storm", "Too much wind.")}
    assert set(labels.details.table) == {"wind"}
