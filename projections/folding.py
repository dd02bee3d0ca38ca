"""Folds the common vocabulary into a table. Folds apply no rules: everything that a rule decides is an event."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from events import round_events, table_events
from events.accounts import OUTSIDE, POT
from events.audience import HOUSE, Viewer
from events.dice import sequence_of
from events.draws import draws_of
from events.entry import Entry
from events.event import Event
from events.round_events import ROUND_EVENTS
from projections.dice_folds import DICE_FOLDS
from projections.disputing import DISPUTE_FOLDS, count_ruling, seal, settle
from projections.game import AnyTable, Fold, Games
from projections.labels import Labels
from projections.scoring import add_to_score
from projections.table import Asking, Note, Result, Root, Score, Seat, Table

_DENOUNCED: Final = "denounced"
"""The reason for which a denounced cheater's status changes. `Denounced` has already counted it."""


def _opened(table: AnyTable, event: table_events.TableOpened) -> None:
    table.name, table.gm, table.seeded = event.name, event.gm, event.seeded
    table.game, table.rules = event.game, event.rules


def _root_published(table: AnyTable, event: table_events.RootPublished) -> None:
    table.roots.append(Root(first=event.first, last=event.last, root=event.root))


def _admission_asked(table: AnyTable, event: table_events.AdmissionAsked) -> None:
    table.asking[event.seat] = Asking(
        seat=event.seat,
        name=event.name,
        kind=event.kind,
        purse_cp=event.purse_cp,
        luck=event.luck,
        character=event.character,
    )
    table.names[event.seat] = event.name


def _sets_declared(table: AnyTable, event: table_events.GamingSetsDeclared) -> None:
    table.asking[event.seat] = msgspec.structs.replace(table.asking[event.seat], sets=event.sets)


def _admission_refused(table: AnyTable, event: table_events.AdmissionRefused) -> None:
    del table.asking[event.seat]


def _seat_taken(table: AnyTable, event: table_events.SeatTaken) -> None:
    table.seats[event.seat] = Seat(
        seat=event.seat, name=event.name, kind=event.kind, luck=event.luck, character=event.character
    )
    table.names[event.seat] = event.name
    table.asking.pop(event.seat, None)
    table.accounts.setdefault(event.seat, 0)
    if event.kind != "watcher":
        table.scores[event.seat] = Score()


def _npc_set(table: AnyTable, event: table_events.NpcSet) -> None:
    seat = table.seats[event.seat]
    seat.npc, seat.temperament = True, event.temperament


def _taken_over(table: AnyTable, event: table_events.SeatTakenOver) -> None:
    table.seats[event.seat].taken_over = True


def _given_back(table: AnyTable, event: table_events.SeatGivenBack) -> None:
    table.seats[event.seat].taken_over = False


def _sat_out(table: AnyTable, event: table_events.SatOut) -> None:
    table.seats[event.seat].sits_out = True


def _sat_in(table: AnyTable, event: table_events.SatIn) -> None:
    table.seats[event.seat].sits_out = False


def _coins_asked(table: AnyTable, event: table_events.CoinsAsked) -> None:
    table.seats[event.seat].asks_cp = event.amount_cp


def _coins_refused(table: AnyTable, event: table_events.CoinsRefused) -> None:
    table.seats[event.seat].asks_cp = 0


def _seat_left(table: AnyTable, event: table_events.SeatLeft) -> None:
    table.seats[event.seat].gone = True
    if not table.running:
        _forget_the_gone(table)


def _forget_the_gone(table: AnyTable) -> None:
    for seat in [seat.seat for seat in table.seats.values() if seat.gone]:
        del table.seats[seat]
        table.streaks.pop(seat, None)
        if table.accounts.get(seat) == 0:
            del table.accounts[seat]


def _character_set(table: AnyTable, event: table_events.CharacterSet) -> None:
    table.seats[event.seat].character = event.character


def _luck_set(table: AnyTable, event: table_events.LuckSet) -> None:
    table.seats[event.seat].luck = event.luck


def _luck_sealed(table: AnyTable, event: table_events.LuckSealed) -> None:
    table.seats[event.seat].seal = event.seal


def _coins_moved(table: AnyTable, event: table_events.CoinsMoved) -> None:
    accounts = table.accounts
    accounts[event.payer] = accounts.get(event.payer, 0) - event.amount_cp
    accounts[event.payee] = accounts.get(event.payee, 0) + event.amount_cp
    if table.running and event.payer != OUTSIDE and event.payee != OUTSIDE:
        moved = table.moved
        moved[event.payer] = moved.get(event.payer, 0) - event.amount_cp
        moved[event.payee] = moved.get(event.payee, 0) + event.amount_cp
    if event.payer == OUTSIDE and event.payee in table.seats:
        table.seats[event.payee].asks_cp = 0
    count_ruling(table, event)


def _deadline_set(table: AnyTable, event: table_events.DeadlineSet) -> None:
    table.deadline = event.deadline


def _clock_paused(table: AnyTable, event: table_events.ClockPaused) -> None:
    table.paused = True


def _clock_resumed(table: AnyTable, event: table_events.ClockResumed) -> None:
    table.paused = False


def _listing_set(table: AnyTable, event: table_events.ListingSet) -> None:
    table.listed = event.listed


def _closed(table: AnyTable, event: table_events.TableClosed) -> None:
    table.closed = True


def _clear(table: AnyTable) -> None:
    """Clear the table of the last round, except the pot. Only its own game has words for its result."""
    table.result = None
    table.order, table.house_dice, table.commitment = [], [], None
    for seat in table.seats.values():
        seat.playing, seat.status = False, "waiting"
        seat.conditions, seat.dice, seat.notes = [], [], []


def _round_started(table: AnyTable, event: round_events.RoundStarted) -> None:
    _forget_the_gone(table)
    table.round, table.running, table.result = event.round, True, None
    table.game, table.rules = event.game, event.rules
    table.commitment, table.luck = event.commitment, event.luck
    table.opening = event.opening or None
    table.order, table.drawn, table.moved = list(event.seats), {}, {}
    table.turn, table.to_act, table.question = None, [], ""
    table.house_dice = []
    if not table.called:
        # With open luck there are none, even if the previous round had some.
        table.seals, table.revealed, table.withheld = {}, {}, []
    table.called = []
    for seat in table.seats.values():
        seat.playing = seat.seat in event.seats
        seat.status = "active" if seat.playing else "sitting_out"
        seat.conditions, seat.dice, seat.notes = [], [], []
    for seat_id in event.seats:
        add_to_score(table, seat_id, rounds=1)
        table.streaks[seat_id] = min(0, table.streaks.get(seat_id, 0)) - 1
    for seat_id in event.sitting_out:
        table.streaks[seat_id] = max(0, table.streaks.get(seat_id, 0)) + 1


def _luck_called(table: AnyTable, event: round_events.LuckCalled) -> None:
    """The round has begun, but not yet its game."""
    _forget_the_gone(table)
    table.round, table.running, table.result = event.round, True, None
    table.game, table.rules = event.game, event.rules
    table.commitment, table.moved = event.commitment, {}
    table.opening = event.opening or None
    table.called, table.seals = list(event.seats), {seal.seat: seal.seal for seal in event.seals}
    table.revealed, table.withheld, table.house_dice = {}, [], []
    table.phase, table.turn, table.to_act, table.question = "luck", None, [], ""
    table.asked += 1
    for seat in table.seats.values():
        seat.playing, seat.seal, seat.status = seat.seat in event.seats, None, "waiting"
        seat.conditions, seat.dice, seat.notes = [], [], []


def _luck_revealed(table: AnyTable, event: round_events.LuckRevealed) -> None:
    table.revealed[event.seat] = event.luck


def _luck_withheld(table: AnyTable, event: round_events.LuckWithheld) -> None:
    table.withheld.append(event.seat)


def _phase_began(table: AnyTable, event: round_events.PhaseBegan) -> None:
    table.phase = event.phase
    table.turn, table.to_act, table.question = None, [], ""
    table.asked += 1


def _order_set(table: AnyTable, event: round_events.OrderSet) -> None:
    table.order = list(event.seats)


def _turn_began(table: AnyTable, event: round_events.TurnBegan) -> None:
    table.turn, table.to_act, table.question = event.seat, [event.seat], "turn"
    table.asked += 1


def _question_asked(table: AnyTable, event: round_events.QuestionAsked) -> None:
    table.to_act, table.question = list(event.seats), event.question
    table.asked += 1


def _question_answered(table: AnyTable, event: round_events.QuestionAnswered) -> None:
    table.to_act = [seat for seat in table.to_act if seat != event.seat]


def _status_changed(table: AnyTable, event: round_events.StatusChanged) -> None:
    table.seats[event.seat].status = event.status
    if event.status == "caught" and event.why != _DENOUNCED:
        add_to_score(table, event.seat, caught=1)


def _denounced(table: AnyTable, event: round_events.Denounced) -> None:
    add_to_score(table, event.seat, caught=1)


def _condition_set(table: AnyTable, event: round_events.ConditionSet) -> None:
    conditions = table.seats[event.seat].conditions
    if event.on and event.condition not in conditions:
        conditions.append(event.condition)
    elif not event.on and event.condition in conditions:
        conditions.remove(event.condition)


def _told(table: AnyTable, event: round_events.Told) -> None:
    table.seats[event.seat].notes.append(Note(kind=event.kind, facts=event.facts))


def _over(table: AnyTable) -> None:
    table.running, table.phase = False, "lobby"
    table.turn, table.to_act, table.question = None, [], ""
    table.asked += 1


def _round_ended(table: AnyTable, event: round_events.RoundEnded) -> None:
    _over(table)
    table.result = Result(round=event.round, outcome=event.outcome, winners=event.winners, won_cp=event.won_cp)
    for seat, moved in table.moved.items():
        if seat in table.scores:
            add_to_score(table, seat, coins_cp=moved)
    for seat in event.winners:
        add_to_score(table, seat, wins=1)
    settle(table, event.round, table.rolled_over_from)
    seal(table, event.round)
    if not table.balance(POT):
        table.rolled_over_from = []
    elif POT in table.moved:
        table.rolled_over_from = list(table.order)


def _round_voided(table: AnyTable, event: round_events.RoundVoided) -> None:
    _over(table)
    table.result = Result(round=event.round, outcome="voided", winners=[], won_cp={})
    if table.called:
        table.called = []
    else:
        for seat in table.order:
            add_to_score(table, seat, rounds=-1)
    seal(table, event.round)


def _nothing(table: AnyTable, event: Event) -> None:
    """Seeds, checks and tokens change nothing that a table shows."""


def _count_draws(table: AnyTable, event: Event) -> None:
    """Remember the number of draws of each sequence, whichever event recorded them."""
    for draw in draws_of(event):
        table.drawn[sequence_of(draw.seat, draw.purpose, draw.sides)] = draw.n


_FOLDS: Final[Mapping[type[Event], Fold]] = {
    table_events.TableOpened: _opened,
    table_events.RootPublished: _root_published,
    table_events.AdmissionAsked: _admission_asked,
    table_events.GamingSetsDeclared: _sets_declared,
    table_events.AdmissionRefused: _admission_refused,
    table_events.SeatTaken: _seat_taken,
    table_events.NpcSet: _npc_set,
    table_events.SeatTakenOver: _taken_over,
    table_events.SeatGivenBack: _given_back,
    table_events.SatOut: _sat_out,
    table_events.SatIn: _sat_in,
    table_events.SeatLeft: _seat_left,
    table_events.CharacterSet: _character_set,
    table_events.LuckSet: _luck_set,
    table_events.LuckSealed: _luck_sealed,
    table_events.OptionsSet: _nothing,
    table_events.GameSet: _nothing,
    table_events.CoinsMoved: _coins_moved,
    table_events.CoinsAsked: _coins_asked,
    table_events.CoinsRefused: _coins_refused,
    table_events.DeadlineSet: _deadline_set,
    table_events.ClockPaused: _clock_paused,
    table_events.ClockResumed: _clock_resumed,
    table_events.TokenRenewed: _nothing,
    table_events.InviteRenewed: _nothing,
    table_events.ListingSet: _listing_set,
    table_events.TableClosed: _closed,
    round_events.RoundStarted: _round_started,
    round_events.LuckCalled: _luck_called,
    round_events.LuckRevealed: _luck_revealed,
    round_events.LuckWithheld: _luck_withheld,
    round_events.PhaseBegan: _phase_began,
    round_events.OrderSet: _order_set,
    round_events.TurnBegan: _turn_began,
    round_events.QuestionAsked: _question_asked,
    round_events.QuestionAnswered: _question_answered,
    round_events.OpenThrown: _nothing,
    round_events.CheckRolled: _nothing,
    round_events.StatusChanged: _status_changed,
    round_events.Denounced: _denounced,
    round_events.ConditionSet: _condition_set,
    round_events.Told: _told,
    round_events.RoundEnded: _round_ended,
    round_events.RoundVoided: _round_voided,
    round_events.SeedRecorded: _nothing,
    **DICE_FOLDS,
    **DISPUTE_FOLDS,
}


class Folding:
    """Folds events into tables with the installed games. An event of a game that is not installed changes nothing.

    `labels` apply to every table and are used in sentences.
    """

    def __init__(self, games: Games, labels: Labels) -> None:
        self.games = games
        self.labels = labels
        common: dict[type[Event], Fold] = {
            **_FOLDS,
            table_events.TableOpened: self._table_opened,
            table_events.OptionsSet: self._options_set,
            table_events.GameSet: self._game_set,
        }
        reset: dict[type[Event], Fold] = {round_events.RoundStarted: self._reset_state}
        self._common = _layered(_each_alone(common))
        self._layers = (_each_alone(common), _each_alone(reset))
        self._folds = cache(self._folds_of)

    def _folds_of(self, game_id: str, for_house: bool) -> Mapping[type[Event], Sequence[Fold]]:
        """A game's folds, for the house's table or for a viewer's; the common ones if it is not installed."""
        if (game := self.games.get(game_id)) is None:
            return self._common
        # Only the house rolls dice: no other viewer needs the number of draws.
        counting = [_each_alone(_counting(game.events))] if for_house else []
        return _layered(*counting, *self._layers, game.folds)

    def _table_opened(self, table: AnyTable, event: table_events.TableOpened) -> None:
        _opened(table, event)
        self._set_game(table, event.game, event.options)

    def _options_set(self, table: AnyTable, event: table_events.OptionsSet) -> None:
        if game := self.games.get(table.game):
            table.options = msgspec.convert(event.options, game.options)

    def _game_set(self, table: AnyTable, event: table_events.GameSet) -> None:
        left = self.games.get(table.game)
        kept = {} if left is None else {field: getattr(table.state, field) for field in left.remembers}
        table.remembered[table.game] = msgspec.to_builtins(kept, str_keys=True)
        table.game, table.rules = event.game, event.rules
        _clear(table)
        self._set_game(table, event.game, event.options)

    def _set_game(self, table: AnyTable, game_id: str, options: dict[str, Any]) -> None:
        if game := self.games.get(game_id):
            remembered = table.remembered.pop(game_id, {})
            kept = {field: remembered[field] for field in game.remembers if field in remembered}
            table.options = msgspec.convert(options, game.options)
            table.state = msgspec.convert(kept, game.state, str_keys=True)

    def _reset_state(self, table: AnyTable, _: round_events.RoundStarted) -> None:
        """When a round starts, only what the game remembers is left of its state."""
        game = self.games[table.game]
        table.state = game.state(**{field: getattr(table.state, field) for field in game.remembers})

    def blank(self, table: str, viewer: Viewer = HOUSE) -> AnyTable:
        """A table before its first event."""
        return Table(table=table, viewer=viewer, options=None, state=None)

    def fold(self, table: AnyTable, event: Event) -> None:
        """Fold one event into a table."""
        for fold in self._folds(table.game, table.viewer == HOUSE).get(type(event), ()):
            fold(table, event)

    def fold_all(self, table: AnyTable, events: Iterable[Event]) -> None:
        """Fold events into a table, one after the other."""
        for_house = table.viewer == HOUSE
        for event in events:
            for fold in self._folds(table.game, for_house).get(type(event), ()):
                fold(table, event)

    def fold_entry(self, table: AnyTable, entry: Entry[Event]) -> None:
        """Fold a whole entry, as the house sees it."""
        self.fold_all(table, entry.events)
        table.saw(entry.events)
        table.seq, table.at = entry.seq, entry.at


def _layered(*layers: Mapping[type[Event], Sequence[Fold]]) -> dict[type[Event], tuple[Fold, ...]]:
    """The folds for each type of event, in the order of the layers."""
    kinds = dict.fromkeys(kind for layer in layers for kind in layer)
    return {kind: tuple(fold for layer in layers for fold in layer.get(kind, ())) for kind in kinds}


def _each_alone(folds: Mapping[type[Event], Fold]) -> Mapping[type[Event], Sequence[Fold]]:
    return {kind: (fold,) for kind, fold in folds.items()}


def _counting(events: Iterable[type[Event]]) -> Mapping[type[Event], Fold]:
    # Which of them record draws is found out when the first of each is folded, because it takes long.
    return dict.fromkeys((*ROUND_EVENTS, *events), _count_draws)
