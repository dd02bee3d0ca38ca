import msgspec

from games.installed import CATALOGUE
from games.policies import LABELS, temperaments
from server.http.routes.games import describe
from tests.tools.running import failure_of, json_of, tavern


def test_the_list_has_every_game_with_its_seats_and_what_it_is() -> None:
    listed = tavern("games")

    assert listed.exit_code == 0
    for rulebook in CATALOGUE.rulebooks.values():
        (row,) = [line for line in listed.stdout.splitlines() if line.startswith(f"{rulebook.id} ")]
        assert rulebook.name in row
        assert f"{rulebook.min_seats} to {rulebook.max_seats}" in row


def test_a_game_is_described_with_every_option_and_command() -> None:
    rulebook = CATALOGUE.rulebook("twentyone")
    output = tavern("games", "twentyone").stdout

    options = [name for name in rulebook.options.__struct_fields__ if f"\n{name} " in output]
    commands = [str(kind.__struct_config__.tag) for kind in (*rulebook.commands, *rulebook.gm_commands)]
    assert options == list(rulebook.options.__struct_fields__)
    assert [tag for tag in commands if f"\n{tag} " in output] == commands


def test_a_game_is_described_with_how_each_of_its_npcs_plays() -> None:
    output = tavern("games", "farkle").stdout

    rows = [line.split(maxsplit=1) for line in output[output.index("\ntemperament ") :].splitlines()[2:]]
    assert rows == [[name, LABELS[name].help] for name in temperaments("farkle")]


def test_an_option_is_described_with_its_bounds_and_its_default() -> None:
    (row,) = [line for line in tavern("games", "twentyone").stdout.splitlines() if line.startswith("ante_cp ")]

    assert row.split()[:7] == ["ante_cp", "Ante", "2", "…", "1,000,000", "by", "2"]
    assert " 500 " in row


def test_json_is_what_the_server_answers() -> None:
    assert json_of(tavern("games", "--json")) == msgspec.json.decode(describe(CATALOGUE).body)


def test_json_of_one_game_has_that_game_alone() -> None:
    assert [game["id"] for game in json_of(tavern("games", "twentyone", "--json"))["games"]] == ["twentyone"]


def test_an_unknown_game_is_refused_with_those_that_there_are() -> None:
    assert failure_of(tavern("games", "poker")).startswith("Error: no game 'poker' is installed here; there are: ")
