"""The chronicle: one sentence for each event, as a viewer saw it, worth reading aloud.

A sentence is made from the redacted event and the viewer's own table, so it reveals no more than they do.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from events import round_events, table_events
from events.accounts import ESCROW, HOUSE, OUTSIDE, POT, SIDE_POOL
from events.audience import seat_of
from events.dispute_events import DisputeRaised, DisputeRuled
from events.event import Event
from events.sealed_luck import NONCE_BYTES
from projections.game import AnyTable, Games, Sentence
from projections.labels import Labels, Lookup

ACCOUNTS: Final = {
    POT: "the pot",
    HOUSE: "the House",
    OUTSIDE: "outside",
    ESCROW: "the stakeholder",
    SIDE_POOL: "the side pool",
}
"""The accounts that are no purses, as sentences name them."""

_WORDS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"
)  # fmt: skip


def coins(amount_cp: int) -> str:
    """An amount of copper in the coins a player counts: `2 gp 5 sp`, `1,200 gp`."""
    gold, rest = divmod(amount_cp, 100)
    silver, copper = divmod(rest, 10)
    parts = [f"{count:,} {coin}" for count, coin in ((gold, "gp"), (silver, "sp"), (copper, "cp")) if count]
    return " ".join(parts) or "nothing"


def name_of(table: AnyTable, account: str) -> str:
    """How a sentence names a seat or an account."""
    return table.names.get(account) or ACCOUNTS.get(account, account)


def opening_name(table: AnyTable, account: str) -> str:
    """How a sentence that begins with a seat or an account names it; a seat's name stays as it was given."""
    return table.names.get(account) or upper_first(name_of(table, account))


def listed(names: list[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def upper_first(sentence: str) -> str:
    """The sentence with its first letter in upper case, the rest untouched."""
    return sentence[:1].upper() + sentence[1:]


def number_word(number: int) -> str:
    """A number as a sentence says it: in words up to twelve."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else str(number)


def _opened(table: AnyTable, event: table_events.TableOpened) -> str:
    return f"{event.gm or 'The GM'} opens a table{f', {event.name}' if event.name else ''}."


def _admission_asked(table: AnyTable, event: table_events.AdmissionAsked) -> str:
    return f"{event.name} knocks and asks to {'watch' if event.kind == 'watcher' else 'sit down'}."


def _seat_taken(table: AnyTable, event: table_events.SeatTaken) -> str:
    return f"{event.name} {'comes to watch' if event.kind == 'watcher' else 'sits down'}."


_CROOKED: Final = {
    "weighted_double": "weighted dice (double)",
    "weighted_heavy": "weighted dice (heavy)",
    "weighted_high": "weighted dice (high)",
    "weighted_sticky": "weighted dice (sticky)",
    "simply_marked": "simply marked cards",
    "expertly_marked": "expertly marked cards",
}
_KINDS: Final = {"dice": "dice", "card": "cards"}


def _faces_aloud(faces: Mapping[Any, int]) -> str:
    return f", {listed([f'{die} on {face}' for die, face in faces.items()])}" if faces else ""


def _set_brought(table: AnyTable, event: table_events.GamingSetBrought) -> str:
    brings = f"{name_of(table, event.seat)} brings {event.look} {_KINDS[event.kind]}"
    if event.brought is None or event.brought.set not in _CROOKED:
        return f"{brings}."
    return f"{brings}. In truth they are {_CROOKED[event.brought.set]}{_faces_aloud(event.brought.faces)}."


def _set_given(table: AnyTable, event: table_events.GamingSetGiven) -> str:
    given = f"{_CROOKED.get(event.given.set, event.given.set)}{_faces_aloud(event.given.faces)}"
    return f"In secret, the GM gives {name_of(table, event.seat)} {given}."


def _set_in_play(table: AnyTable, event: round_events.GamingSetInPlay) -> str:
    own = f"{_CROOKED.get(event.playing_with.set, event.playing_with.set)}{_faces_aloud(event.playing_with.faces)}"
    return f"In secret, {name_of(table, event.seat)} plays with {own}."


def _dice_loaded(table: AnyTable, event: round_events.DiceLoaded | table_events.DiceLoadedOutOfPlay) -> str:
    return f"In secret, {name_of(table, event.seat)} loads the dice{_faces_aloud(event.faces)}."


def _dice_shown(table: AnyTable, event: round_events.DiceShown) -> str:
    return f"{opening_name(table, event.seat)} shows {listed([str(face) for face in event.faces])}."


def _die_weighted(table: AnyTable, event: round_events.DieWeighted) -> str | None:
    """None if the weight made no difference."""
    weighted = f"{name_of(table, event.seat)}’s weighted die"
    return None if event.was == event.face else f"{weighted} falls on {event.face}, and not on {event.was}."


def _die_rerolled_secretly(table: AnyTable, event: round_events.DieRerolledSecretly) -> str:
    die = table.dice_of(event.seat)[event.n].die
    whose = "" if event.by == event.seat else f" of {name_of(table, event.seat)}"
    return f"In secret, {name_of(table, event.by)} rolls a {die}{whose} again: {event.draw.face}."


def _npc_set(table: AnyTable, event: table_events.NpcSet) -> str:
    how = f" ({event.temperament.replace('_', ' ')})" if event.temperament else ""
    return f"The server plays {name_of(table, event.seat)}{how}."


def _given_back(table: AnyTable, event: table_events.SeatGivenBack) -> str:
    name = name_of(table, event.seat)
    return f"The server plays {name} again." if table.seats[event.seat].npc else f"{name} is given back to its player."


def _seat_left(table: AnyTable, event: table_events.SeatLeft) -> str:
    name = name_of(table, event.seat)
    return f"{name} is shown the door." if event.why == "removed" else f"{name} leaves the table."


def _luck_called(table: AnyTable, event: round_events.LuckCalled) -> str:
    if not event.seals:
        return f"Round {event.round} is called. Nobody sealed their luck."
    names = listed([name_of(table, seal.seat) for seal in event.seals])
    return f"Round {event.round} is called: {names} reveal{'s' if len(event.seals) == 1 else ''} what they sealed."


def _luck_revealed(table: AnyTable, event: round_events.LuckRevealed) -> str:
    word = event.luck[2 * NONCE_BYTES :]
    return f"{name_of(table, event.seat)} reveals their luck{f': “{word}”' if word else ''}."


def _token_renewed(table: AnyTable, event: table_events.TokenRenewed) -> str:
    seat = seat_of(event.viewer)
    whose = "The GM" if seat is None else name_of(table, seat)
    return f"{whose} has a new token: the old one opens nothing any more."


def _listing_set(table: AnyTable, event: table_events.ListingSet) -> str:
    return f"The GM {'puts the table on' if event.listed else 'takes the table off'} the list of open tables."


def coins_moved(table: AnyTable, event: table_events.CoinsMoved, called: Lookup) -> str | None:
    """Payer, payee and amount; None if nothing moved and nothing was owed."""
    if not event.amount_cp and not event.owed_cp:
        return None
    payer, payee = name_of(table, event.payer), name_of(table, event.payee)
    why = event.note or called.inline("coins", event.reason)
    short = f" of the {coins(event.owed_cp)} owed" if event.owed_cp not in (None, event.amount_cp) else ""
    if event.payer == OUTSIDE:
        return f"{payee} brings {coins(event.amount_cp)} to the table ({why})."
    if event.payee == OUTSIDE and event.payer not in table.names:
        return f"{coins(event.amount_cp)} goes from {payer} to somebody who has left the table ({why})."
    if event.payee == OUTSIDE:
        return f"{payer} takes {coins(event.amount_cp)} from the table ({why})."
    if event.payer in table.names:
        return f"{payer} pays {coins(event.amount_cp)}{short} to {payee} ({why})."
    return upper_first(f"{coins(event.amount_cp)} goes from {payer} to {payee} ({why}).")


def _round_started(table: AnyTable, event: round_events.RoundStarted) -> str:
    names = listed([name_of(table, seat) for seat in event.seats])
    out = f" Sitting out: {listed([name_of(table, seat) for seat in event.sitting_out])}." if event.sitting_out else ""
    return f"Round {event.round} begins: {names} {'plays' if len(event.seats) == 1 else 'play'}.{out}"


def _order_set(table: AnyTable, event: round_events.OrderSet) -> str:
    return f"The order of turns: {', '.join(name_of(table, seat) for seat in event.seats)}."


def _die_rolled(table: AnyTable, event: round_events.DieRolled) -> str:
    name = opening_name(table, event.seat)
    face = f": {event.draw.face}" if event.draw else ""
    where = {"hole": " under the cup", "hand": " into the hand"}.get(event.place, "")
    return f"{name} rolls a {event.die}{where}{face}."


def _die_rerolled(table: AnyTable, event: round_events.DieRerolled) -> str:
    die = table.dice_of(event.seat)[event.n]
    which = "hole die" if die.place == "hole" else "blind die" if die.place == "blind" else die.die
    face = f": {event.draw.face}" if event.draw else ""
    return f"{opening_name(table, event.seat)}’s {which} rolls again{face}."


def _dice_thrown(table: AnyTable, event: round_events.DiceThrown) -> str:
    count = len(event.ns)
    dice = f"a {event.die}" if count == 1 else f"{number_word(count)} {event.die}s"
    faces = f": {', '.join(str(draw.face) for draw in event.draws)}" if event.draws else ""
    where = {"hole": " under the cup", "hand": " into the hand"}.get(event.place, "")
    return f"{opening_name(table, event.seat)} throws {dice}{where}{faces}."


def _dice_placed(table: AnyTable, event: round_events.DicePlaced) -> str | None:
    if event.place != "aside":
        return None
    dice = table.dice_of(event.seat)
    return f"{opening_name(table, event.seat)} sets aside {', '.join(str(dice[n].face) for n in event.ns)}."


def _open_thrown(table: AnyTable, event: round_events.OpenThrown) -> str:
    faces = [f"{name_of(table, draw.seat)} {draw.face}" for draw in event.draws]
    return f"A throw for {event.why.replace('_', ' ')}: {listed(faces)}."


def _die_set_down(table: AnyTable, event: round_events.DieSetDown) -> str:
    die = table.dice_of(event.seat)[event.n].die
    name = opening_name(table, event.seat)
    if event.place == "blind":
        return f"{name} sets the {die} down blind{f' ({event.face})' if event.face else ''}."
    if event.place == "hole":
        return f"{name} puts the {die} back under the cup{f': {event.face}' if event.face else ''}."
    return f"{name} sets the {die} down: {event.face}."


def _die_altered(table: AnyTable, event: round_events.DieAltered) -> str:
    die = table.dice_of(event.seat)[event.n].die
    return f"In secret, {name_of(table, event.seat)}’s {die} is turned to {event.face}."


def _die_revealed(table: AnyTable, event: round_events.DieRevealed) -> str:
    return f"{opening_name(table, event.seat)}’s {table.dice_of(event.seat)[event.n].die} shows {event.face}."


def _check_rolled(table: AnyTable, event: round_events.CheckRolled, called: Lookup) -> str:
    check = called.label("checks", event.check)
    faces = listed([str(draw.face) for draw in event.draws])
    how = f", {event.mode}: {faces}" if event.mode != "normal" else ""
    against = f" against {event.against}" if event.against is not None else ""
    sign = "+" if event.modifier >= 0 else "−"
    rolled = f"{event.natural} {sign} {abs(event.modifier)}"
    return f"{name_of(table, event.seat)}’s {check}: {event.total}{against} ({rolled}{how})."


def _condition_set(table: AnyTable, event: round_events.ConditionSet) -> str:
    condition = event.condition.replace("_", " ")
    return f"{name_of(table, event.seat)} is {'now' if event.on else 'no longer'} {condition}."


def _status_changed(table: AnyTable, event: round_events.StatusChanged) -> str:
    return f"{name_of(table, event.seat)} is {event.status.replace('_', ' ')}."


def _round_ended(table: AnyTable, event: round_events.RoundEnded) -> str:
    if not event.winners:
        return f"Round {event.round} ends without a winner."
    won = listed([f"{name_of(table, seat)} with {coins(event.won_cp.get(seat, 0))}" for seat in event.winners])
    return f"Round {event.round} goes to {won}."


def _round_voided(table: AnyTable, event: round_events.RoundVoided) -> str:
    why = f" ({event.reason})" if event.reason else ""
    return f"The GM calls off round {event.round}{why}: everything is given back."


def _dispute_raised(table: AnyTable, event: DisputeRaised) -> str:
    step = f" at step {event.version}" if event.version is not None else ""
    return f"{name_of(table, event.seat)} disputes round {event.round}{step}{_quoted(event.text)}"


def _dispute_ruled(table: AnyTable, event: DisputeRuled) -> str:
    dispute = table.ruled[-1]
    whose = f"{name_of(table, dispute.seat)}’s dispute of round {dispute.round}"
    remedy = ""
    if event.remedy == "round":
        remedy = f" All that round {dispute.round} moved is put back."
    elif event.amount_cp:
        payer, payee = opening_name(table, event.payer or ""), name_of(table, event.payee or "")
        remedy = f" {payer} owes {coins(event.amount_cp)} to {payee}."
    return f"The GM {'upholds' if event.verdict == 'upheld' else 'denies'} {whose}{_quoted(event.text)}{remedy}"


def _quoted(text: str) -> str:
    """The end of a sentence: a quotation, if anything was said."""
    if not text.strip():
        return "."
    return f": “{text}”" if text[-1] in ".!?…" else f": “{text}”."


_SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    table_events.TableOpened: _opened,
    table_events.AdmissionAsked: _admission_asked,
    table_events.AdmissionRefused: lambda table, event: f"{name_of(table, event.seat)} is turned away at the door.",
    table_events.SeatTaken: _seat_taken,
    table_events.GamingSetBrought: _set_brought,
    table_events.GamingSetGiven: _set_given,
    table_events.DiceLoadedOutOfPlay: _dice_loaded,
    table_events.NpcSet: _npc_set,
    table_events.SeatTakenOver: lambda table, event: f"The GM plays {name_of(table, event.seat)} for now.",
    table_events.SeatGivenBack: _given_back,
    table_events.SatOut: lambda table, event: f"{name_of(table, event.seat)} sits out from the next round on.",
    table_events.SatIn: lambda table, event: f"{name_of(table, event.seat)} plays again from the next round on.",
    table_events.CoinsAsked: lambda table, event: (
        f"{name_of(table, event.seat)} asks the GM for {coins(event.amount_cp)}."
    ),
    table_events.CoinsRefused: lambda table, event: f"The GM brings {name_of(table, event.seat)} no coins.",
    table_events.SeatLeft: _seat_left,
    table_events.LuckSet: lambda table, event: f"{name_of(table, event.seat)} has a new luck word: “{event.luck}”.",
    table_events.LuckSealed: lambda table, event: f"{name_of(table, event.seat)} seals their luck.",
    table_events.CharacterSet: lambda table, event: f"{name_of(table, event.seat)} has a new character sheet.",
    table_events.OptionsSet: lambda table, event: "The GM changes the table’s options.",
    table_events.ClockPaused: lambda table, event: "The GM stops the clock.",
    table_events.ClockResumed: lambda table, event: "The clock runs again.",
    table_events.TokenRenewed: _token_renewed,
    table_events.InviteRenewed: lambda table, event: "There is a new invite: the old one lets nobody in any more.",
    table_events.ListingSet: _listing_set,
    table_events.TableClosed: lambda table, event: "The GM closes the table.",
    round_events.LuckCalled: _luck_called,
    round_events.LuckRevealed: _luck_revealed,
    round_events.LuckWithheld: lambda table, event: f"{name_of(table, event.seat)} does not reveal their luck.",
    round_events.RoundStarted: _round_started,
    round_events.TurnBegan: lambda table, event: f"It is {name_of(table, event.seat)}’s turn.",
    round_events.OrderSet: _order_set,
    round_events.DieRolled: _die_rolled,
    round_events.DieRerolled: _die_rerolled,
    round_events.DiceThrown: _dice_thrown,
    round_events.DicePlaced: _dice_placed,
    round_events.OpenThrown: _open_thrown,
    round_events.DieSetDown: _die_set_down,
    round_events.DiceShown: _dice_shown,
    round_events.DieAltered: _die_altered,
    round_events.GamingSetInPlay: _set_in_play,
    round_events.DiceLoaded: _dice_loaded,
    round_events.DieWeighted: _die_weighted,
    round_events.DieRerolledSecretly: _die_rerolled_secretly,
    round_events.DieRevealed: _die_revealed,
    round_events.ConditionSet: _condition_set,
    round_events.StatusChanged: _status_changed,
    round_events.RoundEnded: _round_ended,
    round_events.RoundVoided: _round_voided,
    DisputeRaised: _dispute_raised,
    DisputeRuled: _dispute_ruled,
    round_events.RoundUnsealed: lambda table, event: f"Round {event.round} is unsealed: its seed is open to everybody.",
}

_WITH_LABELS: Final[Mapping[type[Any], Callable[[AnyTable, Any, Lookup], str | None]]] = {
    table_events.CoinsMoved: coins_moved,
    round_events.CheckRolled: _check_rolled,
}
"""The sentences that use labels."""


_NO_LABELS: Final = Labels()


def describe(table: AnyTable, event: Event, games: Games, of_every_table: Labels = _NO_LABELS) -> str | None:
    """One sentence for an event that was just folded into `table`, None where it is not worth one.

    Labels that the game lacks come from `of_every_table`.
    """
    game = games.get(table.game)
    if isinstance(event, table_events.GameSet):
        return f"The table turns to another game: {game.name if game else event.game}."
    described: Any = event
    sentence = (game.sentence_for(event) if game else None) or _SENTENCES.get(type(event))
    if sentence is not None:
        return sentence(table, described)
    if (with_labels := _WITH_LABELS.get(type(event))) is None:
        return None
    labels = Lookup(game.labels, of_every_table) if game else Lookup(of_every_table)
    return with_labels(table, described, labels)
