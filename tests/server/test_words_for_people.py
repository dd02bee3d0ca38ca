"""Nobody has to read a value as programs write it: amounts stand in coins, keys in words, and counts start from 1."""

import ast
import io
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from games.engine.in_words import InWords
from games.engine.legality import Refused, require_offered
from games.installed import CATALOGUE
from games.policies.at_random import value_of
from games.table import GM_COMMANDS, SEAT_COMMANDS, TABLE_LABELS, resolve_options
from projections.actions import Action, Bounds, Choices, Offer, Param
from projections.labels import Lookup
from replays.export import parse_export
from replays.rebuild import Frame, replay, rounds_of
from server.commands.opening import OpenBody
from server.commands.seating import SitBody
from server.game_catalogue import Games
from server.http.routes.games import describe
from server.mismatches import mismatch
from tests.recorded.replaying import recordings, viewers_of
from tests.wording import IN_TRICKSTER, amounts_in, raw_in, texts_of

STATIC: Final = Path(__file__).parents[2] / "server" / "static"
GAMES: Final = list(CATALOGUE.rulebooks)
every_game = pytest.mark.parametrize("game", GAMES)


def notation_of(game: str) -> Any:
    """How a game's own manual writes dice."""
    return IN_TRICKSTER if game == "trickster" else None


@cache
def frames(game: str) -> list[Frame]:
    """What everybody saw in the recorded rounds of a game, which together take every branch of its rules."""
    seen: list[Frame] = []
    for path in recordings(game):
        lines = list(parse_export(io.BytesIO(path.read_bytes())).lines)
        entries = CATALOGUE.codec.decode_log(lines)
        for played in rounds_of(entries):
            for viewer in viewers_of(lines):
                seen += replay(CATALOGUE, entries, viewer, played).frames
    return seen


def test_the_catalogue_is_in_words() -> None:
    games = msgspec.json.decode(describe(CATALOGUE).body, type=Games)
    for own in games.games:
        assert raw(texts_of(own), own.id) == {}
    assert raw(texts_of(games), "trickster") == {}


def raw(texts: Iterator[str], game: str) -> dict[str, list[str]]:
    """What is raw in some texts, by the text."""
    return {text: found for text in texts if (found := raw_in(text, notation=notation_of(game)))}


@every_game
def test_everything_that_is_said_of_a_round_is_in_words(game: str) -> None:
    known: set[str] = set()
    for frame in frames(game):
        new = set(texts_of(frame)) - known
        known |= new
        if new:
            amounts_cp = amounts_in(msgspec.to_builtins(frame))
            assert {text: found for text in new if (found := raw_in(text, amounts_cp, notation_of(game)))} == {}


@every_game
def test_the_kind_of_a_detail_says_what_its_values_are(game: str) -> None:
    for frame in frames(game):
        view = frame.view
        labels = Lookup(CATALOGUE.rulebook(view.game).labels, TABLE_LABELS)
        dice = [die for seat in view.seats for die in seat.dice] + view.house_dice
        everything: tuple[tuple[str, Sequence[Any]], ...] = (("table", [view]), ("seat", view.seats), ("die", dice))
        for about, several in everything:
            for key, value in (named for one in several for named in one.details.items()):
                label = labels.detail(about, key)
                assert value is None or not label.show or _is_a(label.kind, key, value), (about, key, label.kind, value)


def _is_a(kind: str, key: str, value: Any) -> bool:
    """Whether a value, or each one of several, is of a kind."""
    if key.endswith("_cp") != (kind == "coins"):
        return False
    match kind:
        case "object":
            return isinstance(value, dict)
        case "list":
            return isinstance(value, list | tuple)
        case "flag":
            return isinstance(value, bool)
        case "count" | "coins" | "die" | "dice" | "seconds":
            several = value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
            return all(type(one) is int for one in several)
        case _:
            return all(isinstance(one, str) for one in (value if isinstance(value, list) else [value]))


@every_game
def test_a_move_with_other_values_than_those_offered_is_refused_in_words(game: str) -> None:
    tried: set[tuple[str, str]] = set()
    for frame in frames(game):
        for action in frame.view.you.actions if frame.view.you is not None else ():
            for name, param in action.params.items():
                if (action.type, name) not in tried and (other := _not_offered(param)) is not None:
                    tried.add((action.type, name))
                    sentence = _refusal(frame, {**_body(action), name: other})
                    assert raw_in(sentence, _amounts(name), notation_of(game)) == [], sentence
            if (action.type, "") not in tried:
                tried.add((action.type, ""))
                sentence = _refusal(frame, _body(action), closed=True)
                assert raw_in(sentence) == [], sentence
    assert len(tried) > 5


_A_FORTUNE: Final = 987_654_321


def _amounts(name: str) -> set[int]:
    """What must not stand in a sentence about this field without its coins."""
    return {_A_FORTUNE} if name.endswith("_cp") else set()


def _body(action: Action) -> dict[str, Any]:
    chance = Random(0)
    return {
        "type": action.type,
        **{name: value_of(name, param, chance) for name, param in action.params.items() if not param.optional},
    }


def _not_offered(param: Param) -> Any:
    """A value of the right type that a parameter does not offer; None if there is none, or only types say what is."""
    match param:
        case Bounds():
            return _A_FORTUNE
        case Choices(choices=[bool(), *_]):
            return next((value for value in (True, False) if value not in param.choices), None)
        case Choices(choices=[str(), *_]):
            return next((value for value in ("nobody", "d20", "dealt") if value not in param.choices), None)
        case Choices(choices=[int(), *_]):
            return 7 if 7 not in param.choices else -1
        case Choices(choices=[list(first), *_]):
            return [*first, *first]
        case _:
            return None


def _refusal(frame: Frame, body: dict[str, Any], *, closed: bool = False) -> str:
    """Why a command is refused, or why it is none. `closed`: although nothing is offered."""
    view = frame.view
    assert view.you is not None
    labels = Lookup(CATALOGUE.rulebook(view.game).labels, TABLE_LABELS)
    names = {seat.seat: seat.name for seat in view.seats}
    offers: list[Offer] = [] if closed else [*view.you.actions, *view.you.refused]
    try:
        command = CATALOGUE.read_command(view.game, msgspec.json.encode(body))
        require_offered(offers, command, InWords(labels, names))
    except msgspec.ValidationError as error:
        return mismatch(error).replace("amount_cp", "amount")
    except Refused as refused:
        return refused.detail
    return ""


def _without_its_own(sentence: str, kind: type[Any]) -> str:
    """Members of a body go by their names, and what was given is quoted as it is."""
    for own in (*kind.__struct_fields__, "x_", "\\u200b"):
        sentence = sentence.replace(own, "it")
    return sentence


ANOTHER_TYPE: Final[tuple[Any, ...]] = (
    "x",
    3,
    True,
    None,
    [],
    {},
    "\u200b",
    " ",
    -_A_FORTUNE,
    _A_FORTUNE,
    "x" * 2_000,
    {"x_": 1},
    ["x_"],
)
"""Values of which each member of a body does not allow most."""


@pytest.mark.parametrize("kind", [OpenBody, SitBody, *GM_COMMANDS, *SEAT_COMMANDS])
def test_a_body_that_does_not_match_its_type_is_refused_without_the_notation_of_types(kind: type[Any]) -> None:
    refused = 0
    for field in msgspec.structs.fields(kind):
        for value in ANOTHER_TYPE:
            try:
                msgspec.convert({field.name: value}, kind)
            except msgspec.ValidationError as error:
                sentence = _without_its_own(mismatch(error), kind)
                assert raw_in(sentence) == [], sentence
                refused += 1
    assert refused or not kind.__struct_fields__


def test_no_text_of_the_page_names_an_option_of_a_command() -> None:
    """What the verifier finds is shown on the page, too."""
    page = [(path, path.read_text()) for path in sorted((STATIC / "page").rglob("*.mjs"))]
    verifier = (STATIC / "verify.mjs").read_text().splitlines()
    found = "\n".join(line for line in verifier if "cannotTell(" in line or ".note(" in line)
    for path, text in [*page, (STATIC / "verify.mjs", found)]:
        assert re.findall(r"\s--[a-z]+", text) == [], path


@every_game
def test_an_option_that_does_not_fit_is_refused_in_words(game: str) -> None:
    rulebook = CATALOGUE.rulebook(game)
    # Cards of the GM's own are written in JSON, and what is wrong with them is said in its terms.
    for name in set(rulebook.options.__struct_fields__) - ({"cards"} if game == "trickster" else set()):
        with pytest.raises(Refused) as refused:
            resolve_options(rulebook, {name: {"x": _A_FORTUNE}})
        assert raw_in(refused.value.detail, _amounts(name)) == [], refused.value.detail


ROOT: Final = STATIC.parents[1]
FOR_PROGRAMMERS: Final = {
    "server/http/contract.py",
    "server/http/problem_codes.py",
    "server/http/routes",
    "server/http/openapi",
    "server/static",
}
"""Where sentences are documentation of the API, or tested elsewhere."""
FOR_THE_OPERATOR: Final = "the setting allow_host (--allow-host, TAVERN_ALLOW_HOST)"
"""Who opens the server under a name that it does not know gets no page: only its operator can help."""


@pytest.mark.parametrize("package", ["projections", "games", "server"])
def test_every_sentence_in_the_sources_is_in_words(package: str) -> None:
    """Also those that no recorded round brings up."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not any(name.startswith(left_out) for left_out in FOR_PROGRAMMERS):
            for sentence in _sentences(ast.parse(path.read_text())):
                if raw := raw_in(sentence.replace(FOR_THE_OPERATOR, "")):
                    found[f"{name}: {sentence}"] = raw
    assert found == {}


def _sentences(tree: ast.AST) -> Iterator[str]:
    """The sentences among a module's strings, but for docstrings. What is filled in is left out."""
    nodes = list(ast.walk(tree))
    parts = [part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values]
    docstrings = [node.value for node in nodes if isinstance(node, ast.Expr)]
    passed = {id(node) for node in (*parts, *docstrings)}
    for node in nodes:
        match node:
            case ast.JoinedStr(values=values):
                text = "".join(str(part.value) if isinstance(part, ast.Constant) else "" for part in values)
            case ast.Constant(value=str(text)) if id(node) not in passed:
                pass
            case _:
                continue
        if re.match(r"[A-Z“]?.* .*[.!?]$", text):
            yield re.sub(r"\{\w+\}", "", text)
