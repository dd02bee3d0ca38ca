"""What is listed about one command is the part about it of all that is listed."""

import pytest

from events.event import type_tag
from games.deciding.decider import offers_of
from tests.properties.subjects import Subject, every_game
from tests.properties.walking import Walk


@every_game
@pytest.mark.parametrize("seed", [1, 2])
def test_commands_of_one_section_are_listed_whole_with_any_of_them(subject: Subject, seed: int) -> None:
    for playing in Walk(subject, seed).steps(25):
        tags = [type_tag(kind) for kind in playing.rulebook.commands]
        kinds = [tag for tag in tags if playing.rulebook.has_command(playing.table, tag)]
        group_of = playing.rulebook.group_of.get
        for seat in playing.table.names:
            own, now = playing.sight(playing.viewer_of(seat)).table, playing.offers(seat)
            for only in kinds:
                together = {kind for kind in kinds if group_of(kind) == group_of(only)}
                found = list(offers_of(own, playing.catalogue.rulebooks, seat, only))
                assert [offer for offer in found if offer.type in together] == [
                    offer for offer in now if offer.type in together
                ]
