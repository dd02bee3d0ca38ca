"""Replays every recorded round of a game under branch measurement, and prints which branches of its rules none took.

python -m tests.recorded.replaying twentyone
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import coverage
import msgspec

from events.audience import GM, HOUSE, PUBLIC, Viewer, seat_viewer

ROOT: Final = Path(__file__).parents[2]
LEAST_RECORDINGS: Final = 12
"""Every game has so many recorded rounds at least."""
EXPLAINING: Final = ("explaining.py", "checking.py", "combinations.py")
"""Modules that only say why something is refused: what is refused is not recorded."""


def recordings(game: str) -> list[Path]:
    """The recorded rounds of a game, as files."""
    return sorted((ROOT / "replays" / "recorded" / game).glob("*.jsonl"))


def sources_of(game: str) -> list[Path]:
    """The files of a game's own: its one module, or the package under games/ in which its rulebook stands."""
    from games.installed import CATALOGUE

    package, own, *rest = type(CATALOGUE.rulebook(game)).__module__.split(".")
    name = [package, own, *rest[:1]] if own == "one_page" else [package, own]
    file = Path(sys.modules[".".join(name)].__file__ or "")
    return sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]


def sharing(game: str) -> list[str]:
    """The games that are played by the same sources, `game` among them: house rules of one game share a package."""
    from games.installed import CATALOGUE

    return [other for other in CATALOGUE.rulebooks if sources_of(other) == sources_of(game)]


def viewers_of(lines: list[bytes]) -> list[Viewer]:
    """Everybody who could look at a log: public, GM, house, and every seat there ever was."""
    seats = {str(msgspec.json.decode(line)["seat"]) for line in lines} - {"None"}
    return [PUBLIC, GM, HOUSE, *(seat_viewer(seat) for seat in sorted(seats))]


def replay_everything(game: str) -> Iterator[str]:
    """Run all commands again, also from proofs, and rebuild every round for every viewer.

    Yields what went otherwise than recorded.
    """
    from games.installed import CATALOGUE
    from replays.export import parse_export
    from replays.proof_rerun import ProofToRun, rerun_round
    from replays.rebuild import replay, rounds_of
    from tests.replays.proving import prove
    from tests.rerunning import rerun

    for path in recordings(game):
        lines = list(parse_export(io.BytesIO(path.read_bytes())).lines)
        entries = CATALOGUE.codec.decode_log(lines)
        yield from (f"{path.name}: {outcome}" for outcome in rerun(CATALOGUE, lines) if outcome.result != "same")
        table = CATALOGUE.folding.blank(entries[0].table)
        for entry in entries:
            CATALOGUE.folding.fold_entry(table, entry)
            CATALOGUE.rulebook(table.game).timeout(table)
        for played in rounds_of(entries):
            for viewer in viewers_of(lines):
                replay(CATALOGUE, entries, viewer, played)
            proof = msgspec.json.encode(prove(CATALOGUE, lines, played.round, as_if_unsealed=True))
            from_proof = rerun_round(CATALOGUE, msgspec.json.decode(proof, type=ProofToRun))
            yield from (f"{path.name}, from its proof: {what}" for what in from_proof.differing.values())


def not_taken(game: str) -> dict[str, list[Any]]:
    """By module of the game, the branches and lines that no recorded round of a game with these sources took.

    What explains a refusal is left out: what is refused is not recorded.
    """
    # What is imported while it is measured counts too, so the game's own files are separated from others afterwards.
    measured = coverage.Coverage(branch=True, include=[str(ROOT / "games" / "*")], data_file=None, config_file=False)
    measured.exclude(r"def _?explain(_\w+)?\(")
    measured.exclude(r"@explains\(")
    measured.start()
    wrong = [line for other in sharing(game) for line in replay_everything(other)]
    measured.stop()
    if wrong:
        raise SystemExit("\n".join(wrong))
    missing: dict[str, list[Any]] = {}
    for source in sources_of(game):
        if source.name in EXPLAINING:
            continue
        analysis = measured._analyze(str(source))
        missed = [*sorted(analysis.missing), *sorted(analysis.missing_branch_arcs().items())]
        if missed:
            missing[source.name] = missed
    return missing


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.encode(not_taken(sys.argv[1])).decode() + "\n")
