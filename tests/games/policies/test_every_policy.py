"""What holds for every policy in every game."""

from collections.abc import Sequence
from importlib import import_module
from random import Random

import msgspec
import pytest

from events.audience import GM, PUBLIC
from games.installed import CATALOGUE
from games.policies import TEMPERAMENTS, Policy, UnknownPolicy, is_known, knows, named, names, view_from
from games.policies.at_random import play
from tests.games.policies.sitting import Table
from tests.toys.catalogue import TOYS


def each_once(pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Pairs with each game and each policy; the last named first, which are a game's own policies."""
    kept: list[tuple[str, str]] = []
    for game, name in reversed(pairs):
        if all(game != other for other, _ in kept) or all(name != other for _, other in kept):
            kept.append((game, name))
    return kept


EVERY = [(game, name) for game in CATALOGUE.rulebooks for name in names(game)]
ELSEWHERE = each_once([(game, name) for game in CATALOGUE.rulebooks for name in names() if name not in names(game)])


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_a_policy_plays_rounds_to_their_end_by_what_is_offered_and_chooses_the_same_by_the_same_chance(
    game: str, name: str
) -> None:
    logs: list[list[bytes]] = []
    for _ in range(2):
        table = Table(game, dict.fromkeys(("Ada", "Bo", "Cy"), named(name)), seed=5)
        for _ in range(2):
            table.play_round()
        logs.append(table.playing.lines)

        assert table.playing.table.round == 2
        assert set().union(*table.done.values()) <= table.own

    assert logs[0] == logs[1]


@pytest.mark.parametrize("game", [*CATALOGUE.rulebooks, *TOYS.rulebooks])
def test_each_game_is_played_at_random_and_by_every_temperament(game: str) -> None:
    assert names(game)[0] == "random"
    assert {*TEMPERAMENTS} <= {*names(game)}


@pytest.mark.parametrize("game", TOYS.rulebooks)
@pytest.mark.parametrize("name", ["random", *TEMPERAMENTS])
def test_a_game_without_policies_is_played_to_its_end_at_random(game: str, name: str) -> None:
    logs: list[list[bytes]] = []
    for policy in (name, "random"):
        table = Table(game, dict.fromkeys(("Ada", "Bo", "Cy"), named(policy, game)), seed=5, catalogue=TOYS)
        table.play_round()
        logs.append(table.playing.lines)

    assert not is_known(game)
    assert names(game) == ["random", *TEMPERAMENTS]
    assert logs[0] == logs[1]


def test_a_temperament_plays_a_game_that_only_another_policy_knows_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    policies = import_module("games.policies.named")
    lone = Policy(
        name="lone", summary="Rolls.", plays={"race": lambda position, chance: {"type": "roll"}}, otherwise=play
    )
    monkeypatch.setattr(policies, "_BY_NAME", {**policies._BY_NAME, "lone": lone})

    assert names("race") == ["random", *TEMPERAMENTS, "lone"]
    assert is_known("race")
    assert [name for name in names("race") if knows(name, "race")] == ["lone"]
    assert named("bully", "race") == policies.named("bully")
    with pytest.raises(UnknownPolicy, match=r"^race knows no policy 'flat'; it has: random, cautious, .*, lone$"):
        named("flat", "race")


@pytest.mark.parametrize(("game", "name"), ELSEWHERE)
def test_a_policy_plays_a_game_that_is_not_its_own_as_somebody_cautious_would(game: str, name: str) -> None:
    """At every position of a round, asked or not: the same choice, from the same whims."""
    table = Table(game, dict.fromkeys(("Ada", "Bo", "Cy"), named("cautious")), seed=6)
    table.playing.start()
    compared = 0
    while table.playing.table.running and compared < 60:
        for seat in table.policies:
            view = table.playing.view(f"seat:{seat}")
            assert named(name).choose(view, Random(compared)) == named("cautious").choose(view, Random(compared))
            compared += 1
        table.act(table.playing.table.to_act[0])

    assert compared >= 3


def test_every_policy_but_those_that_play_every_game_is_compared_where_it_is_a_stranger() -> None:
    assert {name for _, name in ELSEWHERE} == {*names()} - {*TEMPERAMENTS, "random"}


@pytest.mark.parametrize("name", names())
def test_a_policy_has_something_to_do_in_a_game_that_it_does_not_know(name: str) -> None:
    table = Table("twentyone", {"Ada": named(name), "Bo": named(name)}, seed=2)
    view = table.playing.start().view("seat:ada")
    view.game = "a-game-of-somebody-else"
    asked = table.playing.view(f"seat:{table.playing.table.to_act[0]}")
    asked.game = view.game

    chosen = named(name).choose(asked, Random(1))

    assert chosen is not None
    assert chosen["type"] in ("cut", "let_it_be")


@pytest.mark.parametrize(("game", "name"), each_once(EVERY))
def test_what_is_chosen_from_json_is_what_is_chosen_from_the_view(game: str, name: str) -> None:
    table = Table(game, dict.fromkeys(("Ada", "Bo", "Cy"), named(name)), seed=3)
    table.playing.start()
    for _ in range(12):
        if not table.playing.table.running:
            break
        seat = table.playing.table.to_act[0]
        view = table.playing.view(f"seat:{seat}")
        read = view_from(msgspec.json.decode(msgspec.json.encode(view)), CATALOGUE.rulebooks)
        assert named(name).choose(read, Random(4)) == named(name).choose(view, Random(4))
        table.act(seat)


@pytest.mark.parametrize("viewer", [PUBLIC, GM])
def test_a_viewer_without_a_seat_has_nothing_to_choose(viewer: str) -> None:
    table = Table("twentyone", {"Ada": named("random"), "Bo": named("random")}, seed=1)
    view = table.playing.start().view(viewer)

    assert [named(name).choose(view, Random(1)) for name in names()] == [None] * len(names())


def test_a_policy_sees_only_its_seat_s_view() -> None:
    """Two tables that differ in what others hold: a seat that cannot see it chooses alike."""
    hole = {("bo", "hole", 10): [2]}, {("bo", "hole", 10): [9]}
    for name in TEMPERAMENTS:
        chosen = []
        for faces in hole:
            table = Table("twentyone", {"Ada": named(name), "Bo": named(name)}, seed=1)
            table.playing.load({**faces, ("ada", "opening", 10): [2], ("bo", "opening", 10): [7]}).start()
            table.act("ada")
            chosen.append([table.policies["ada"].choose(table.playing.view("seat:ada"), Random(n)) for n in range(30)])
        assert chosen[0] == chosen[1]


def test_an_unknown_policy_is_reported_with_the_known_ones() -> None:
    with pytest.raises(UnknownPolicy, match="'clever'; there are: random, cautious, reckless"):
        named("clever")


@pytest.mark.parametrize("name", ["cheat", "clever"])
def test_a_policy_unknown_to_a_game_is_reported_with_those_of_that_game_only(name: str) -> None:
    has = "random, cautious, reckless, card_sharp, bully, drunkard"
    with pytest.raises(UnknownPolicy, match=f"^goblin knows no policy '{name}'; it has: {has}$"):
        named(name, "goblin")


@pytest.mark.parametrize("name", ["cheat", "clever"])
def test_a_game_without_policies_is_named_with_those_that_play_it_at_random(name: str) -> None:
    play_it = "random, cautious, reckless, card_sharp, bully, drunkard"
    with pytest.raises(UnknownPolicy, match=f"^race has no policies of its own; these play it at random: {play_it}$"):
        named(name, "race")
