"""Architecture, "Legality is a function of what the actor can see": it is judged alike by the house and from a seat."""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec
import pytest

from events.audience import GM
from events.event import Command, type_tag
from games.engine.decider import offering, offers_of
from games.engine.legality import Refused
from games.mechanics.tricks.game import OF_CHEATS
from games.table import TABLE_RULES, TakeOver
from games.table.luck import SEALED_LUCK, left_to_gm
from games.table.sets import has_sticky_dice
from projections.actions import Action, Offer, Refusal
from projections.views import Doing, you_of
from tests.playing import Playing, view_by
from tests.properties.samples import body_of, value_in

_AS_GIVEN: Final[Mapping[str, dict[str, Any]]] = {
    "set_options": {"options": {}},
    "give_set": {"faces": None},
    "set_character": {"character": {"abilities": {"dex": 3}}},
}
"""What a command must be given as, whose schema allows what does not go together, or what only old logs may have."""


@cache
def schema_of(kind: type[Command]) -> dict[str, Any]:
    """The JSON Schema of a command."""
    return msgspec.json.schema(kind)


class OwnSight:
    """What is legal is what the actor's own sight makes legal. `chance` chooses what is tried at the end."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def step(self, playing: Playing) -> None:
        what_the_whole_table_makes_legal_is_what_the_actors_own_sight_makes_legal(playing)
        the_gm_has_for_each_seat_that_seats_actions_but_for_its_luck(playing)

    def end(self, playing: Playing) -> None:
        a_command_is_judged_by_all_that_is_listed_about_it(playing)
        the_view_of_who_plays_a_seat_lists_that_seats_actions(playing)
        what_the_view_says_is_refused_is_refused_for_that_reason(playing, self._chance)
        # Taking over changes the table, which others have yet to judge.
        who_sits_where_another_plays_may_do_what_the_view_says_and_nothing_else(playing.fork(), self._chance)


def what_the_whole_table_makes_legal_is_what_the_actors_own_sight_makes_legal(playing: Playing) -> None:
    for seat in (None, *playing.table.names):
        assert offers_on_the_whole(playing, seat) == playing.offers(seat)


def the_gm_has_for_each_seat_that_seats_actions_but_for_its_luck(playing: Playing) -> None:
    assert acts_for(playing, None) is msgspec.UNSET
    for seat in playing.table.names:
        holder = playing.table.seats.get(seat)
        is_here = holder is not None and not holder.gone
        expected = {seat: doing_of(list(left_to_gm(holder, playing.offers(seat))))} if holder and is_here else {}
        assert acts_for(playing, seat) == expected


def acts_for(playing: Playing, seat: str | None) -> Any:
    """What the GM's view says that a seat may do. What the GM may do as such is not listed again for each seat."""
    listed = offering(playing.catalogue.rulebooks)
    you = you_of(playing.sight(GM).table, lambda of, who: () if who is None else listed(of, who), seat)
    assert you is not None
    return you.acts_for


def the_view_of_who_plays_a_seat_lists_that_seats_actions(playing: Playing) -> None:
    for seat in playing.table.present():
        own = view_by(playing.catalogue, playing.sight(playing.viewer_of(seat.seat)).table, plays=True).you
        assert own is not None
        assert Doing(actions=own.actions, refused=own.refused) == doing_of(playing.offers(seat.seat))


def doing_of(offers: Sequence[Offer]) -> Doing:
    """What is offered, as views list it."""
    actions = [offer for offer in offers if isinstance(offer, Action)]
    return Doing(actions=actions, refused=[offer for offer in offers if isinstance(offer, Refusal)])


def a_command_is_judged_by_all_that_is_listed_about_it(playing: Playing) -> None:
    kinds = [type_tag(kind) for kind in playing.catalogue.rulebooks.client_commands(playing.rulebook)]
    for seat in (None, *playing.table.names):
        seen, rulebooks = playing.sight(playing.viewer_of(seat)).table, playing.catalogue.rulebooks
        for tag in kinds:
            alone = [offer for offer in offers_of(seen, rulebooks, seat, tag) if offer.type == tag]
            if tag in refused_to_who_asks(playing, seat):
                assert [offer for offer in playing.offers(seat) if offer.type == tag] == []
                assert all(isinstance(offer, Refusal) for offer in alone)
            else:
                assert alone == [offer for offer in playing.offers(seat) if offer.type == tag]


def refused_to_who_asks(playing: Playing, seat: str | None) -> Sequence[str]:
    """The commands (tags) for what the table, or the seat, does not have, which its view does not list."""
    options = playing.table.options
    luck = SEALED_LUCK if options.luck == "open" else ()
    cheats = OF_CHEATS if getattr(options, "cheating", "on") == "off" else ()
    loads = seat in playing.table.seats and has_sticky_dice(playing.table.seats[seat])
    return (*luck, *cheats, *(() if loads else ("load_dice",)))


def what_the_view_says_is_refused_is_refused_for_that_reason(playing: Playing, chance: random.Random) -> None:
    kinds = {type_tag(kind): kind for kind in playing.catalogue.rulebooks.client_commands(playing.rulebook)}
    explained = {*playing.rulebook.refusals, *TABLE_RULES.refusals}
    for seat in (None, *(holder.seat for holder in playing.table.present())):
        offers = list(playing.offers(seat))
        if seat is not None and playing.player_of(seat) == GM:
            offers = list(left_to_gm(playing.table.seats[seat], offers))
        refusals = [offer for offer in offers if isinstance(offer, Refusal)]
        assert {refusal.code for refusal in refusals} - explained == set(), "`reasons` must explain these codes"
        offered = {offer.type for offer in offers if isinstance(offer, Action)}
        for tag in sorted({refusal.type for refusal in refusals if not refusal.params} - offered):
            codes = {refusal.code for refusal in refusals if refusal.type == tag}
            schema = schema_of(kinds[tag])
            body = {**value_in(chance, schema, schema["$defs"]), **_AS_GIVEN.get(tag, {})}
            with pytest.raises(Refused) as refused:
                playing.send(seat, msgspec.json.encode(body))
            assert refused.value.code in codes


def who_sits_where_another_plays_may_do_what_the_view_says_and_nothing_else(
    playing: Playing, chance: random.Random
) -> None:
    for holder in playing.table.present():
        viewer = playing.viewer_of(holder.seat)
        if not playing.table.closed and holder.kind != "watcher" and not holder.taken_over:
            playing.give(None, TakeOver(target=holder.seat))
        own = playing.view(viewer).you
        assert own is not None
        for action in own.actions:
            body = msgspec.json.encode(body_of(chance, action))
            playing.fork().send(holder.seat, body, actor=viewer)
        legal = {action.type for action in own.actions}
        for action in playing.actions(holder.seat):
            if action.type not in legal:
                with pytest.raises(Refused) as refused:
                    playing.send(holder.seat, msgspec.json.encode(body_of(chance, action)), actor=viewer)
                assert refused.value.code in {"seat_taken_over", "npc_seat"}


def offers_on_the_whole(playing: Playing, seat: str | None) -> list[Offer]:
    """What a seat, or (None) the GM, may and may not do, judged from all that the house knows."""
    return list(offers_of(playing.table, playing.catalogue.rulebooks, seat))
