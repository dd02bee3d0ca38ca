from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.audience import Viewer
from games.engine.authority import npc_actor
from games.installed import CATALOGUE
from games.mechanics.house_bets import Bet, Pass
from games.twentyone.turns import LetItBe
from replays.notation import MAGIC
from replays.rebuild import Frame, replay, rounds_of
from tests.playing import Playing
from tests.replays.logs import event, forged, reseal
from tests.tools.running import evening, evening_entries, export_of, failure_of, json_of, tavern


def frames_as(viewer: Viewer, number: int) -> list[Frame]:
    entries = evening_entries()
    return replay(CATALOGUE, entries, viewer, rounds_of(entries)[number - 1]).frames


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize(("asked", "viewer"), [("gm", "gm"), ("Odo", "seat:odo"), ("public", "public")])
def test_every_step_is_shown_with_its_sentences(asked: str, viewer: Viewer, tmp_path: Path) -> None:
    output = tavern("replay", export_of(tmp_path), "--round", "1", "--as", asked, env={"COLUMNS": "250"}).stdout

    heading, *lines = output.splitlines()[3:]
    sentences_from = heading.index("what happened")
    frames = frames_as(viewer, 1)
    assert [line.split()[0] for line in lines if line[:4].strip()] == [str(frame.version) for frame in frames]
    expected = [sentence for frame in frames for sentence in frame.chronicle or ["(nothing worth a word)"]]
    assert [line[sentences_from:].strip() for line in lines] == expected


def test_the_last_round_is_shown_by_default(tmp_path: Path) -> None:
    last = len(rounds_of(evening_entries()))

    output = tavern("replay", export_of(tmp_path)).stdout

    assert last > 1
    assert f"Tavern Twenty-One, round {last}, as seen by the GM" in output.splitlines()[0]


def test_at_a_step_the_table_is_shown_as_it_lay_then(tmp_path: Path) -> None:
    frame = frames_as("gm", 1)[3]

    output = tavern("replay", export_of(tmp_path), "--round", "1", "--at", str(frame.version)).stdout

    assert f"as the GM saw it, version {frame.version}" in output
    assert frame.chronicle[0] in output
    assert frames_as("gm", 1)[4].chronicle[0] not in output


def test_the_house_s_table_says_in_one_clause_whose_it_is(tmp_path: Path) -> None:
    step = str(frames_as("house", 1)[3].version)

    output = tavern("replay", export_of(tmp_path), "--round", "1", "--as", "house", "--at", step).stdout

    assert f"as the House, which sees everything, saw it, version {step}" in output


def test_what_the_server_does_for_a_seat_is_shown_with_the_seat_s_name(tmp_path: Path) -> None:
    playing = Playing.open(CATALOGUE, "twentyone")
    for name in ("Ed", "Odo"):
        playing.sit_npc(name)
    (asked,) = playing.start().table.to_act
    playing.give(asked, LetItBe(), actor=npc_actor(asked))

    output = tavern("replay", export_of(tmp_path, playing.lines, playing.table.table)).stdout

    assert f" server for {playing.table.names[asked]} " in output
    assert "npc:" not in output


def covered_faces(output: str) -> list[str]:
    return [word for word in output.split() if "d10(" in word and "▒" not in word]


def test_a_watcher_s_replay_shows_no_covered_face_and_the_gm_s_shows_all(tmp_path: Path) -> None:
    export, step = export_of(tmp_path), frames_as("public", 1)[0].version
    gm_step = frames_as("gm", 1)[0].version

    as_public = tavern("replay", export, "--round", "1", "--as", "public", "--at", str(step)).stdout
    as_gm = tavern("replay", export, "--round", "1", "--as", "gm", "--at", str(gm_step)).stdout

    assert covered_faces(as_public) == []
    assert as_public.count("d10(▒)") == 4
    assert len(covered_faces(as_gm)) == 4


def test_json_is_the_replay_as_the_server_answers(tmp_path: Path) -> None:
    entries = evening_entries()
    expected = replay(CATALOGUE, entries, "seat:bri", rounds_of(entries)[0])

    answer = json_of(tavern("replay", export_of(tmp_path), "--round", "1", "--as", "seat:bri", "--json"))

    assert answer == plain(expected)


def test_json_at_a_step_has_that_step_alone(tmp_path: Path) -> None:
    frame = frames_as("gm", 1)[2]

    answer = json_of(tavern("replay", export_of(tmp_path), "-r", "1", "--at", str(frame.version), "--json"))

    assert answer["frames"] == [plain(frame)]


def test_an_export_can_be_read_from_standard_input(tmp_path: Path) -> None:
    export = export_of(tmp_path)

    piped = tavern("replay", "-", "--json", stdin=export.read_bytes())

    assert json_of(piped) == json_of(tavern("replay", export, "--json"))


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--round", "99"], "Error: there is no round 99: the log has "),
        (
            ["--as", "Gandalf"],
            "Error: --as: there is no viewer 'Gandalf'; choose gm, public, house or a seat: seat:bri (Bri), ",
        ),
        (["--as", "seat:gandalf"], "Error: --as: there is no viewer 'seat:gandalf'; "),
        (["--round", "1", "--at", "5000"], "Error: --at: there is no step 5000 in round 1: its steps are "),
        (["--table", "another"], "Error: there is no table another in {}; there are: bench"),
    ],
)
def test_an_unknown_choice_is_refused_with_the_known_ones(arguments: list[str], problem: str, tmp_path: Path) -> None:
    export = export_of(tmp_path)

    assert failure_of(tavern("replay", export, *arguments)).startswith(problem.format(export))


def test_a_table_without_a_round_is_reported(tmp_path: Path) -> None:
    export = export_of(tmp_path, list(evening().lines[:3]))

    assert failure_of(tavern("replay", export)) == "Error: no round has been played at table bench yet"


def test_if_no_round_precedes_the_damage_its_place_is_reported(tmp_path: Path) -> None:
    lines = list(evening().lines)
    lines[2] = lines[2][:50]

    problem = failure_of(tavern("replay", export_of(tmp_path, lines)))

    assert problem.startswith("Error: no round has been played at table bench yet; the log is damaged at entry 3 (")
    assert problem.endswith("), and what follows is not shown")


def test_entries_that_do_not_fit_together_are_reported_without_a_traceback(tmp_path: Path) -> None:
    lines = reseal(line for line in evening().lines if b'"type":"sit"' not in line)

    problem = failure_of(tavern("replay", export_of(tmp_path, lines)))

    assert problem.startswith("Error: the entries of table bench do not fit together")


def test_a_settled_bet_that_nobody_placed_is_reported_without_a_traceback(tmp_path: Path) -> None:
    playing = Playing.open(CATALOGUE, "scales").seat("Bri", "Odo").start()
    playing.give("bri", Bet(on="number:4", amount_cp=500))
    playing.give("odo", Pass())
    settled = len(playing.lines)
    lines = forged(
        playing.start().lines, settled, lambda entry: event(entry, "house_bets.bet_settled").update(seat="odo")
    )

    problem = failure_of(tavern("replay", export_of(tmp_path, lines, playing.table.table)))

    assert problem.startswith("Error: the entries of table a-table-in-a-test do not fit together")


def test_a_file_that_is_neither_store_nor_export_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("dear diary")

    problem = failure_of(tavern("replay", tmp_path / "notes.txt"))

    reason = "the first line is not the header of a tavern-log, version 1: it is not a JSON object"
    assert problem == f"Error: {tmp_path / 'notes.txt'} is neither a store nor an export: {reason}"


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    missing = tmp_path / "nothing.db"

    assert failure_of(tavern("replay", missing)) == f"Error: {missing} cannot be read: no such file or directory"
    assert failure_of(tavern("replay", f"sqlite:///{missing}")).endswith("cannot be read: no such file or directory")


def test_a_store_in_memory_cannot_be_read_from_outside() -> None:
    problem = "Error: the store memory: exists only within its server; ask the server for an export"

    assert failure_of(tavern("replay", "memory:")) == problem


def test_a_round_of_another_version_of_the_rules_says_that_its_commands_were_not_run_again(tmp_path: Path) -> None:
    def relabel(entry: dict[str, Any]) -> None:
        event(entry, "round_started")["rules"] = 7

    began = rounds_of(evening_entries())[0].first
    lines = forged(evening().lines, began, relabel)

    output = " ".join(tavern("replay", export_of(tmp_path, lines), "--round", "1").stdout.split())

    assert "! Its commands were not re-run, these are the recorded facts: it was decided under version" in output


def notation_of(folder: Path, *arguments: str) -> Path:
    """The first round as a text, in a file."""
    path = folder / "round.tavern"
    path.write_text(tavern("replay", export_of(folder), "--round", "1", "--notation", *arguments).stdout)
    return path


@pytest.mark.parametrize("viewer", ["gm", "Bri", "public", "house"])
def test_a_round_as_a_text_is_replayed_as_from_its_log(viewer: str, tmp_path: Path) -> None:
    text = notation_of(tmp_path, "--as", viewer)

    assert tavern("replay", text).stdout == tavern("replay", export_of(tmp_path), "-r", "1", "--as", viewer).stdout
    assert tavern("replay", text, "--notation").stdout == text.read_text()
    assert tavern("replay", "-", stdin=text.read_bytes()).stdout == tavern("replay", text).stdout


def test_a_text_is_the_public_s_if_nobody_is_named_and_ends_where_it_is_asked_to(tmp_path: Path) -> None:
    text = notation_of(tmp_path)
    step = frames_as("public", 1)[2].version

    assert "viewer=public" in text.read_text()
    upto = tavern("replay", text, "--notation", "--at", str(step)).stdout
    assert [line.split(".")[0] for line in upto.splitlines() if line[:1].isdigit()][-1] == str(step)


def test_a_text_that_was_cut_off_is_shown_up_to_there_and_the_command_fails(tmp_path: Path) -> None:
    text = notation_of(tmp_path)
    lines = text.read_text().splitlines()
    begins = [number for number, line in enumerate(lines, 1) if line[:1].isdigit()]
    text.write_text("\n".join([*lines[: begins[2]], "   turn-began"]))

    ran = tavern("replay", text)

    sentences = [sentence for frame in frames_as("public", 1)[:2] for sentence in frame.chronicle]
    assert ran.exit_code == 2
    assert all(sentence in ran.stdout for sentence in sentences)
    problem = f"line {begins[2] + 1}: expected SEAT after turn-began (bad_notation)"
    assert ran.stderr == f"Error: {text}, {problem}\n"


def test_a_text_without_a_good_step_is_refused(tmp_path: Path) -> None:
    (tmp_path / "round.tavern").write_text("tavern-notation 1\nfarkle\n")

    problem = failure_of(tavern("replay", tmp_path / "round.tavern"))

    assert problem.endswith(
        "round.tavern, line 2: expected another line than farkle, which is not known here (bad_notation)"
    )


def test_of_a_text_no_other_round_table_or_viewer_can_be_chosen(tmp_path: Path) -> None:
    text = notation_of(tmp_path)

    for choice in (["--as", "gm"], ["--round", "1"], ["--table", "bench"]):
        problem = failure_of(tavern("replay", text, *choice))
        assert problem == f"Error: {text} is one round, as one viewer saw it: no other can be chosen"


def test_a_text_has_no_log_for_other_commands(tmp_path: Path) -> None:
    text = notation_of(tmp_path)

    problem = failure_of(tavern("audit", text))

    assert problem == f"Error: {text} is one round as a text, not its log: only tavern replay reads it"


def test_json_and_a_text_are_not_printed_at_once(tmp_path: Path) -> None:
    problem = failure_of(tavern("replay", export_of(tmp_path), "--json", "--notation"))

    assert problem == "Error: choose --json or --notation, not both"


def test_a_text_of_many_megabytes_is_refused_before_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "round.tavern"
    file.write_bytes(f"{MAGIC}\n".encode() + b"x" * 4_000_001)

    assert "is over 4.0 MB, too much for one round as a text" in failure_of(tavern("replay", file))
