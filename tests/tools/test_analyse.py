"""`tavern analyse`: the decisions of a round, and how well they were made."""

from pathlib import Path

from tests.recorded.replaying import ROOT
from tests.tools.running import failure_of, json_of, tavern

RECORDED = ROOT / "replays" / "recorded" / "goblin" / "0192-nobody-walks-out.jsonl"


def test_every_decision_has_its_options_and_every_player_an_accuracy() -> None:
    asked = ("analyse", RECORDED, "--round", "1", "--samples", "8", "--jobs", "1")
    told = json_of(tavern(*asked, "--json"))
    (bri,) = told["seats"]
    assert (bri["seat"], bri["left_out"]) == ("bri", 0)
    assert bri["decisions"]
    for one in bri["decisions"]:
        assert one["seat"] == "bri"
        assert sum(option["chosen"] for option in one["options"]) == 1
        worths = [option["worth"]["value"] for option in one["options"]]
        assert worths == sorted(worths, reverse=True)
        assert 0 <= one["chance"]["low"] <= one["chance"]["value"] <= one["chance"]["high"] <= 1
        assert one["loss"]["low"] <= one["loss"]["value"] <= one["loss"]["high"]
    output = tavern(*asked).stdout
    assert output.splitlines()[0].split()[:3] == ["step", "who", "chose"]
    assert "Bri played with an accuracy of " in output


def test_a_player_without_a_decision_has_no_accuracy() -> None:
    export = ROOT / "replays" / "recorded" / "pig" / "0059-the-clock.jsonl"
    ran = tavern("analyse", export, "--round", "1", "--seat", "Bri", "--samples", "4", "--jobs", "1")
    assert ran.stdout.strip().endswith("Bri made no decision that could be analysed")


def test_one_seat_can_be_asked_about_and_several_processes_say_the_same() -> None:
    asked = ("analyse", RECORDED, "--round", "1", "--samples", "8", "--seat", "Bri", "--json")
    one, two = (json_of(tavern(*asked, "--jobs", str(jobs))) for jobs in (1, 2))
    assert one == two
    assert [seat["seat"] for seat in one["seats"]] == ["bri"]


def test_what_cannot_be_analysed_says_why(tmp_path: Path) -> None:
    asked = ("analyse", RECORDED, "--round", "1")
    assert "--seat: there is no viewer 'wat'" in failure_of(tavern(*asked, "--seat", "wat"))
    assert "goblin knows no policy 'clairvoyant'" in failure_of(tavern(*asked, "--policy", "clairvoyant"))
