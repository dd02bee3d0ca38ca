"""Plays a table at random but reproducibly, to be frozen as a fossil of the current code."""

import hashlib
import random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec

from events.audience import GM, HOUSE, PUBLIC, seat_viewer
from events.character import Character
from events.event import Command, type_tag
from events.gaming_sets import MARKED_CARDS, WEIGHTED_DICE, GamingSet
from events.merkle import announcing
from events.sealed_luck import seal_of
from games.engine.addressed_command import AddressedCommand
from games.engine.authority import npc_actor
from games.engine.decider import offers_of
from games.installed import CATALOGUE
from games.policies.at_random import filled_in
from games.table import RefreshDeadline, SeatNpc, Sit, StartRound
from games.table.luck import REVEAL, RevealLuck, SealLuck, call_of
from projections.actions import Action
from projections.viewer_projection import ViewerProjection
from replays.proof import range_start, sealed_proof, unsealed_proof
from replays.rebuild import round_of, rounds_of
from tavern_client.luck.keys import OneTimeKey
from tools.bench.recording import Recorder

_OPENED_AT: Final = datetime(2026, 1, 10, 20, 0, tzinfo=UTC)
_NAMES: Final = ("Bri", "Odo", "Cal", "Dee")
_PURSE_CP: Final = 20_000
_MOST_STEPS: Final = 600
_SELDOM: Final = frozenset(
    {
        "dispute",
        "leave",
        "propose_split",
        "accuse",
        "denounce",
        "fold",
        "inspect",
        "load_dice",
        "ask_for_coins",
        "sit_out",
    }
)
_NEVER: Final = frozenset({"void_round", "close_table", "remove_seat", "pause", "set_luck", "seal_luck", "reveal_luck"})


class Table:
    """A table at which everybody takes random actions among those offered."""

    def __init__(self, game: str, number: int) -> None:
        self._chance = random.Random(f"fossil {game} {number}")
        self._moves = 0
        self.recorder = Recorder(
            CATALOGUE, f"{game}-{number}", hashlib.sha256(f"fossil {game} {number}".encode()).digest()
        )

    def at(self) -> str:
        """The time of the next command."""
        self._moves += 1
        return (_OPENED_AT + timedelta(seconds=11 * self._moves)).strftime("%Y-%m-%dT%H:%M:%S.000Z")

    def give(self, actor: str, seat: str | None, command: Command) -> None:
        """Carry out a command."""
        self.recorder.play(AddressedCommand(actor=actor, seat=seat, command=command, at=self.at()))

    def seat(self) -> None:
        """Seat the players, some with crooked sets if the game allows cheating."""
        rulebook, chance = CATALOGUE.rulebook(self.recorder.table.game), self._chance
        can_cheat = getattr(self.recorder.table.options, "cheating", "off") == "on"
        for n, name in enumerate(_NAMES[: max(rulebook.min_seats, min(len(_NAMES), rulebook.max_seats))]):
            seat = name.lower()
            sheet = Character(abilities={"dex": n, "cha": 2 - n, "wis": 1}, skills={"sleight_of_hand": 2 * n + 1})
            crooked: Any = chance.choice([*WEIGHTED_DICE, *MARKED_CARDS])
            sets = [GamingSet(set=crooked)] if can_cheat and n % 2 else []
            sit = Sit(
                name=name,
                kind="player",
                purse_cp=_PURSE_CP,
                luck=chance.choice(["seven", "owl", ""]),
                character=sheet,
                sets=sets or msgspec.UNSET,
            )
            self.give(seat_viewer(seat), seat, sit)

    def manage(self) -> None:
        """Do what a GM does at a table of players who ask for seats, most of it between rounds."""
        for name in ("Eve", "Fen"):
            crooked = [GamingSet(set="weighted_high")] if name == "Eve" else msgspec.UNSET
            sit = Sit(name=name, kind="player", purse_cp=_PURSE_CP, luck="bell", sets=crooked)
            self.give(seat_viewer(name.lower()), name.lower(), sit)
        self.give(GM, "gul", SeatNpc(name="Gul", temperament="cautious", purse_cp=_PURSE_CP))
        character = Character(abilities={"int": 3})
        orders: list[tuple[str | None, dict[str, Any]]] = [
            (None, {"type": "admit_seat", "target": "eve"}),
            (None, {"type": "refuse_seat", "target": "fen"}),
            (None, {"type": "set_character", "target": "bri", "character": msgspec.to_builtins(character)}),
            (None, {"type": "set_options", "options": {"turn_seconds": 60}}),
            (None, {"type": "give_coins", "target": "odo", "amount_cp": 700, "reason": "a loan"}),
            (None, {"type": "take_over", "target": "gul"}),
            (None, {"type": "give_back", "target": "gul"}),
            ("bri", {"type": "set_luck", "luck": "thirteen"}),
            (None, {"type": "give_set", "target": "bri", "set": "weighted_sticky", "faces": {"d6": 1}}),
            ("bri", {"type": "load_dice", "die": "d6", "face": 1}),
            (None, {"type": "pause"}),
            (None, {"type": "resume"}),
        ]
        for seat, order in orders:
            self.order(seat, order)

    def order(self, seat: str | None, body: dict[str, Any]) -> None:
        """Give a command as a client sends it."""
        command = CATALOGUE.read_command(self.recorder.table.game, msgspec.json.encode(body))
        self.give(GM if seat is None else seat_viewer(seat), seat, command)

    def withhold(self) -> None:
        """Play a round with sealed luck, in which one seat reveals nothing and the GM continues without it."""
        self.order(None, {"type": "set_options", "options": {"luck": "sealed"}})
        table = self.recorder.table
        self.order("bri", {"type": "seal_luck", "seal": self._seal("bri", table.round + 1)})
        self.order(None, {"type": "start_round"})
        refresh = AddressedCommand(actor=HOUSE, seat=None, command=RefreshDeadline(), at=table.deadline or "")
        self.recorder.play(refresh)
        self.order("bri", {"type": "withhold_luck"})
        self.order(None, {"type": "void_round", "reason": "the lamp went out"})
        self.order(None, {"type": "close_table"})

    def play_round(self) -> None:
        """Play a round to its end. Raises `RuntimeError` if it has none."""
        table = self.recorder.table
        if table.options.luck == "sealed":
            for holder in table.present():
                seal = self._seal(holder.seat, table.round + 1)
                self.give(seat_viewer(holder.seat), holder.seat, SealLuck(seal=seal))
        self.give(GM, None, StartRound())
        for _ in range(_MOST_STEPS):
            if not self.recorder.table.running:
                return
            self._step()
        raise RuntimeError("the round does not end")

    def _luck(self, seat: str, number: int) -> tuple[str, OneTimeKey]:
        table = self.recorder.table.table
        drawn = hashlib.sha256(f"{table} {number} {seat}".encode())
        return drawn.hexdigest()[:32] + "owl", OneTimeKey(table, number, seat, drawn.digest())

    def _seal(self, seat: str, number: int) -> str:
        luck, key = self._luck(seat, number)
        return seal_of(self.recorder.table.table, number, seat, luck, key.public)

    def _reveal(self, seat: str) -> RevealLuck:
        table = self.recorder.table
        luck, key = self._luck(seat, table.round)
        return RevealLuck(luck=luck, key=key.public, signature=key.sign(call_of(table).digest()))

    def _step(self) -> None:
        table, chance = self.recorder.table, self._chance
        if table.question == REVEAL:
            seat = table.to_act[0]
            self.give(seat_viewer(seat), seat, self._reveal(seat))
        elif not table.to_act:
            own = {type_tag(kind) for kind in CATALOGUE.rulebook(table.game).gm_commands}
            self._act(None, own)
        elif chance.random() < 0.85:
            self._act(chance.choice(table.to_act), None)
        else:
            self._act(chance.choice([holder.seat for holder in table.present()]), None)

    def _act(self, seat: str | None, only: set[str] | None) -> None:
        viewer = GM if seat is None else seat_viewer(seat)
        chance = self._chance
        actions = [
            offer
            for offer in offers_of(self.recorder.seen_by(viewer), CATALOGUE.rulebooks, seat)
            if isinstance(offer, Action) and offer.type not in _NEVER and (only is None or offer.type in only)
        ]
        likely = [action for action in actions if action.type not in _SELDOM or chance.random() < 0.1] or actions
        if likely:
            body = msgspec.json.encode(filled_in(chance.choice(likely), chance))
            by_server = seat is not None and self.recorder.table.seats[seat].played_by == "npc"
            self.give(
                npc_actor(seat or "") if by_server else viewer,
                seat,
                CATALOGUE.read_command(self.recorder.table.game, body),
            )


def play_at_random(
    game: str, number: int, rounds: int, options: Mapping[str, Any], *, managed: bool = False
) -> list[bytes]:
    """The lines of a table at which this number of rounds was played; if `managed`, also with a GM's commands."""
    table = Table(game, number)
    table.recorder.open(game, table.at(), dict(options), name="The Bent Copper", gm="Mo")
    table.seat()
    if managed:
        table.order(None, {"type": "set_options", "options": {"admit": "gm"}})
        table.manage()
    rulebook = CATALOGUE.rulebook(game)
    for _ in range(rounds):
        if len(rulebook.entrants(table.recorder.table)) >= rulebook.min_seats:
            table.play_round()
    if managed:
        table.withhold()
    return table.recorder.lines


def proof_of(lines: Sequence[bytes], number: int) -> bytes:
    """The proof of a round, as it is once the round is unsealed."""
    entries = CATALOGUE.codec.decode_log(lines)
    rounds = rounds_of(entries)
    played = round_of(rounds, number)
    own = entries[played.first - 1 : played.last]
    if announcing(range_start(own)) is not None:
        raise RuntimeError("only rounds of a table's first range are frozen")
    sealed = sealed_proof(CATALOGUE.codec, lines[0], None, True, own)
    public = ViewerProjection(CATALOGUE.folding, CATALOGUE.folding.blank(sealed.table, PUBLIC))
    for entry in entries[: played.first - 1]:
        public.skip(entry)
    own_lines = lines[played.first - 1 : played.last]
    return msgspec.json.encode(unsealed_proof(sealed, public.table, zip(own, own_lines, strict=True)))
