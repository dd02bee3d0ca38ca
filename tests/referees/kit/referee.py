"""What a referee of any game sees to: coins, draws, cups, crooked sets, checks, cheats and who is denounced."""

from collections import Counter
from copy import deepcopy
from typing import Any

from tests.referees.kit.book import Event, Objection, Round, Step, insist

HOUSE = "house"
UPKEEP = frozenset(
    (
        "round_started",
        "deadline_set",
        "dispute_raised",
        "dispute_ruled",
        "listing_set",
        "invite_renewed",
        "token_renewed",
        "clock_paused",
        "clock_resumed",
        "seat_taken_over",
        "seat_given_back",
        "sat_out",
        "sat_in",
        "coins_asked",
        "coins_refused",
        "seat_taken",
        "npc_set",
        "admission_asked",
        "admission_refused",
        "gaming_sets_declared",
        "gaming_set_brought",
        "luck_set",
        "luck_revealed",
        "seed_recorded",
        "round_unsealed",
        "dice_taken_up",
        "dice_loaded",
        "dice_loaded_out_of_play",
    )
)
"""What the rules of a game have nothing to say about."""
OUTSIDE_THE_GAME = frozenset(("buy_in", "loan", "cash_out"))
ABILITIES = {
    "sleight_of_hand": "dex",
    "deception": "cha",
    "insight": "wis",
    "perception": "wis",
    "investigation": "int",
}
WEIGHTED = {"weighted_double": 5, "weighted_heavy": 10, "weighted_high": 5, "weighted_sticky": 20}
MARKED = {"simply_marked": 10, "expertly_marked": 20}
SIDES = {"d4": 4, "d6": 6, "d8": 8, "d12": 12, "d20": 20}


class Referee:
    """Follows a round event by event. A game adds `on_…` for its own events, and `judge_the_end`."""

    kind = "dice"
    owners_throw = True
    """Whether seats throw dice that a set of theirs can be."""

    def __init__(self, played: Round) -> None:
        self.played = played
        self.table = deepcopy(played.before)
        self.options = self.table.options
        self.seats = played.seats
        self.cheating = self.options.get("cheating") == "on"
        self.faces: dict[tuple[str, int], int] = {}
        self.dice: dict[tuple[str, int], int] = {}
        self.covered: dict[str, set[int]] = {}
        self.out: dict[str, str] = {}
        self.phase = ""
        self.moves: list[Event] = []
        self.drawn: Counter[tuple[str, str, int]] = Counter()
        self.weighing: list[tuple[str, int, int]] = []
        self.checks: list[Event] = []
        self.noticed: set[tuple[str, str]] = set()
        self.house_noticed: set[str] = set()
        self.cheated: set[str] = set()
        self.inspected: set[tuple[str, str]] = set()
        self.denounced: set[str] = set()
        self.closing: set[str] | None = None
        self.cheater = ""
        self.ended: Event | None = None
        self.step = Step("", None, {}, [])

    # The course of a round

    def judge(self) -> None:
        """Raises `Objection`."""
        self.judge_the_start()
        for step in self.played.steps:
            self.step = step
            for event in self.step.events:
                insist(not self.weighing or event["type"] == "die_weighted", "a die of a crooked set is not weighted")
                self.table.take_in(event)
                if event["type"] not in UPKEEP:
                    self.take(event)
            owed = {seat for seat in self.house_noticed if not self.forfeits(seat)}
            insist(not owed, f"the House noticed {owed} and does not denounce at once")
        insist(self.ended is not None, "the round does not end")

    def take(self, event: Event) -> None:
        """One event."""
        handler = getattr(self, "on_" + event["type"].replace(".", "_"), None)
        if handler is None:
            raise Objection(f"{event['type']} is unheard of here")
        insist(self.ended is None or event["type"] in ("coins_moved", "seat_left"), "the round goes on after its end")
        handler(event)

    def judge_the_start(self) -> None:
        """Everybody who can pay plays, in the order of the seats; watchers do not."""
        price = self.options["ante_cp" if "ante_cp" in self.options else "buy_in_cp"]
        could = [seat for seat, kind in self.table.kinds.items() if kind != "watcher"]
        able = [seat for seat in could if self.table.purses[seat] >= price]
        insist(self.seats == able, f"{able} can pay, {self.seats} play")
        insist(set(self.played.sitting_out) == set(could) - set(able), "one who could play sits out")

    def judge_the_end(self, event: Event) -> None:
        """The end of a round, by the game's rules."""
        raise NotImplementedError

    def on_round_ended(self, event: Event) -> None:
        """It ends, after a closing step where one can cheat."""
        self.judge_closed(event)
        self.judge_the_end(event)
        self.ended = event

    def judge_closed(self, event: Event) -> None:
        """Where cheating is on, all were asked before the end, and answered (or nobody waited)."""
        if self.cheating:
            insist(self.closing is not None, f"a round that was not closed is over: {event['outcome']}")
            over = self.step.command["type"] == "end_closing"
            insist(not self.closing or over, f"the round ends before {self.closing} have passed")

    def on_round_voided(self, _: Event) -> None:
        """Everybody has what they had."""
        for seat in self.seats:
            gained = sum(m["amount_cp"] * ((m["payee"] == seat) - (m["payer"] == seat)) for m in self.moves)
            insist(gained == 0 or seat not in self.table.kinds, f"{seat} gains {gained} cp by a void round")
        self.ended = {"outcome": "void"}

    def on_phase_began(self, event: Event) -> None:
        """Phases follow each other."""
        self.phase = event["phase"]

    def on_question_asked(self, event: Event) -> None:
        """Who is asked for something; at the closing, everybody who is there and plays."""
        if event["question"] == "closing":
            insist(self.cheating, "a round is closed though nobody can cheat")
            present = [seat for seat in self.seats if seat in self.table.kinds]
            insist(event["seats"] == present, "the closing does not ask all who play")
            self.closing = set(present)

    def on_question_answered(self, event: Event) -> None:
        """An answer."""
        if self.closing is not None:
            insist(event["seat"] in self.closing, f"{event['seat']} is not asked")
            self.closing.discard(event["seat"])

    def on_seat_left(self, event: Event) -> None:
        """Somebody goes, and what they are asked is off."""
        if self.closing is not None:
            self.closing.discard(event["seat"])

    def on_coins_moved(self, event: Event) -> None:
        """Coins that the game moves are kept, to be counted."""
        if event["reason"] not in OUTSIDE_THE_GAME:
            insist(event["owed_cp"] is None, "nobody can owe here")
            self.moves.append(event)

    def paid(self, payer: str, payee: str, reason: str) -> int:
        """What one account has paid another, for a reason."""
        key = (payer, payee, reason)
        return sum(m["amount_cp"] for m in self.moves if (m["payer"], m["payee"], m["reason"]) == key)

    def account(self, seat: str) -> str:
        """Where a seat's winnings go: to its purse, or with it out of the door."""
        return seat if seat in self.table.kinds else "outside"

    def on_status_changed(self, event: Event) -> None:
        """One is out of it, or otherwise not as before."""
        insist(event["status"] != "caught" or event["seat"] in self.denounced, "caught, but not denounced")
        self.out[event["seat"]] = event["status"]

    # Dice

    def on_dice_thrown(self, event: Event) -> None:
        """Dice fall: seats' own in a cup where one can cheat, and openly where one cannot."""
        seat, house = event["seat"], event["seat"] == HOUSE
        cup = self.cheating and self.cupped(seat)
        place = event["place"]
        insist(place == "hole" or place == ("hand" if cup else "open"), f"dice of {seat} fall on {place}")
        audience = {"open": "all", "hole": f"seat:{seat}", "hand": "gm" if house else f"seat:{seat}"}[place]
        insist(event["draws_to"] == audience, f"{event['draws_to']} sees dice of {seat}")
        insist(len(event["ns"]) == len(event["draws"]), "as many dice as draws")
        for n, draw in zip(event["ns"], event["draws"], strict=True):
            self.draw(draw, seat, SIDES[event["die"]])
            self.fall(seat, n, SIDES[event["die"]], draw["face"])
            if place == "hand":
                self.covered.setdefault(seat, set()).add(n)

    def cupped(self, seat: str) -> bool:
        """Whether what a seat throws in the open is covered at first."""
        return seat != HOUSE

    def on_die_rolled(self, event: Event) -> None:
        """One die."""
        many = {"ns": [event["n"]], "draws": [event["draw"]], "draws_to": event["draw_to"]}
        self.on_dice_thrown({**event, **many})

    def draw(self, draw: Event, seat: str, sides: int) -> None:
        """Draws of a sequence follow each other without a gap."""
        key = (draw["seat"], draw["purpose"], draw["sides"])
        self.drawn[key] += 1
        insist(draw["seat"] == seat and draw["sides"] == sides, "a draw of another die")
        insist(draw["n"] == self.drawn[key] and 1 <= draw["face"] <= sides, f"a draw out of order: {draw}")

    def set_of(self, seat: str, kind: str) -> Event:
        """The crooked set that a seat plays with, if any."""
        given = self.table.sets.get((seat, kind), {"set": ""}) if self.cheating and kind == self.kind else {"set": ""}
        return given if given["set"] in WEIGHTED or given["set"] in MARKED else {"set": ""}

    def on_gaming_set_in_play(self, event: Event) -> None:
        """A crooked set is on record for the round."""
        insist(
            event["playing_with"]["set"] == self.set_of(event["seat"], event["kind"])["set"],
            "another set is played with",
        )

    def fall(self, seat: str, n: int, sides: int, face: int) -> None:
        """A die falls; a weighted one is not where it will be yet."""
        self.faces[seat, n], self.dice[seat, n] = face, sides
        if self.owners_throw and self.set_of(seat, "dice")["set"] in WEIGHTED:
            self.weighing.append((seat, n, sides))

    def on_die_weighted(self, event: Event) -> None:
        """What a set makes of a fair die."""
        insist(self.weighing, "a die is weighted that did not fall")
        seat, n, sides = self.weighing.pop(0)
        crooked, was = self.set_of(seat, "dice"), self.faces[seat, n]
        name, faces, half = crooked["set"], crooked.get("faces", {}), sides // 2
        insist(
            (event["seat"], event["n"], event["was"], event["set"]) == (seat, n, was, name), "another die is weighted"
        )
        insist(event["to"] == f"seat:{seat}", "others see that a die is weighted")
        shows = {
            "weighted_double": sides if was == 1 else was,
            "weighted_high": was + half if was <= half else was,
        }.get(name)
        if shows is None:
            named = faces.get(f"d{sides}")
            favours = named or sides if name == "weighted_heavy" else sides + 1 - (named or 1)
            weight = event["weight"]
            self.draw(weight, seat, 5 * (sides - 1))
            other = weight["face"] - 4 * (sides - 1)
            others = [face for face in range(1, sides + 1) if face != favours]
            shows = favours if other <= 0 else others[other - 1]
            insist(event["favours"] == favours, f"the die favours {favours}")
        insist(event["face"] == shows, f"a {was} becomes {event['face']}, not {shows}")
        self.faces[seat, n] = shows

    def on_dice_shown(self, event: Event) -> None:
        """Dice are shown as they lie."""
        for n, face in zip(event["ns"], event["faces"], strict=True):
            insist(n in self.covered.get(event["seat"], ()), f"die {n} of {event['seat']} is shown twice")
            insist(self.faces[event["seat"], n] == face, f"die {n} of {event['seat']} shows another face")
            self.covered[event["seat"]].discard(n)

    def in_the_open(self, seat: str) -> None:
        """Nothing comes of dice that are in a cup."""
        insist(not self.covered.get(seat), f"something comes of what {seat} has in its cup")

    # Checks

    def on_check_rolled(self, event: Event) -> None:
        """d20 and a modifier; who may see it, and what was it for, is the following event's affair."""
        seat, check = event["seat"], event["check"]
        for draw in event["draws"]:
            self.draw(draw, seat, 20)
        rolled = [draw["face"] for draw in event["draws"]]
        marked = (
            check in ("sleight_of_hand", "insight")
            and event["to"] == f"seat:{seat}"
            and self.set_of(seat, "card")["set"] in MARKED
        )
        insist(event["mode"] == ("advantage" if marked else "normal"), f"{check} with mode {event['mode']}")
        insist(len(rolled) == (2 if marked else 1) and event["natural"] == max(rolled), "the better die counts")
        insist(
            event["modifier"] == self.modifier(seat, check),
            f"{check} of {seat}: {event['modifier']}, not {self.modifier(seat, check)}",
        )
        insist(event["total"] == event["natural"] + event["modifier"], f"{check} of {seat} is added up wrongly")
        insist(event["to"] in ("gm", f"seat:{seat}"), "others see a check")
        self.checks.append(event)

    def modifier(self, seat: str, check: str) -> int:
        """What a sheet adds; who is proficient with the kind of set in play is so in every skill."""
        if seat == HOUSE:
            return int(self.options["house_perception"])
        sheet = self.table.sheets[seat]
        ability = sheet.get("abilities", {}).get(ABILITIES[check], 0)
        skill = sheet.get("skills", {}).get(check)
        bonus = sheet.get("proficiency", 0) if sheet.get("tools", {}).get(self.kind) else 0
        base = ability if skill is None else skill
        return int(max(base, ability + bonus) if bonus else base)

    def on_told(self, event: Event) -> None:
        """Only the seat itself learns what came of its check."""
        facts, seat, last = event["facts"], event["seat"], self.checks[-1]
        insist(event["to"] == f"seat:{seat}", "others see the result")
        match event["kind"]:
            case "cheat_noticed":
                insist(facts["about"] == self.cheater, "no cheat was tried")
                insist(last["seat"] == seat and last["total"] > self.checks[0]["total"], f"{seat} rolled no higher")
                self.noticed.add((seat, facts["about"]))
            case "set_inspected":
                about = facts["about"]
                name = self.set_of(about, self.kind)["set"]
                dc = WEIGHTED.get(name) or MARKED.get(name)
                found = dc is not None and last["total"] >= dc
                insist(
                    last["seat"] == seat and facts["found"] == found,
                    f"{seat} found {facts['found']} with {last['total']}",
                )
                if found:
                    self.noticed.add((seat, about))
            case _:
                self.judge_told(event)

    def judge_told(self, event: Event) -> None:
        """What only some games report."""
        raise Objection(f"{event['kind']} is not reported here")

    def on_tricks_cheat_planned(self, event: Event) -> None:
        """One plans to throw a die of the House's again."""
        insist((self.cheating and not self.owners_throw) or self.kind == "dice", "there is no die to palm")
        insist(event["to"] == f"seat:{event['seat']}", "others see the plan")

    def on_tricks_cheat_tried(self, event: Event) -> None:
        """Once a round, and only where one can."""
        seat = event["seat"]
        insist(self.cheating, "one cannot cheat here")
        insist(seat not in self.cheated, f"{seat} cheats twice")
        insist(self.closing is None, f"{seat} cheats while the round is closed")
        insist(event["to"] == f"seat:{seat}", "others see the cheat")
        self.cheated.add(seat)
        self.cheater = seat
        self.checks.clear()

    def on_die_rerolled_secretly(self, event: Event) -> None:
        """The die falls again, noticed or not; the second result counts. Everybody else had a chance to notice."""
        cheater, (own, *others) = self.cheater, self.checks
        insist(
            event["by"] == cheater == own["seat"],
            "palmed without a cheat",
        )
        insist(own["check"] == "sleight_of_hand" and own["to"] == f"seat:{own['seat']}", "no Sleight of Hand")
        there = [seat for seat in self.table.kinds if seat != cheater and self.can_perceive(seat)]
        insist(
            [check["seat"] for check in others] == [*there, HOUSE],
            f"{there} can notice, {[c['seat'] for c in others]} try",
        )
        for check in others:
            insist((check["check"], check["to"]) == ("perception", "gm"), "no Perception")
            higher = check["total"] > own["total"]
            if check["seat"] == HOUSE:
                self.house_noticed |= {cheater} if higher else set()
            else:
                insist(
                    higher <= ((check["seat"], cheater) in self.noticed),
                    f"{check['seat']} noticed, and does not learn of it",
                )
        seat, n = event["seat"], event["n"]
        self.judge_palmed(event)
        self.draw(event["draw"], event["draw"]["seat"], self.dice[seat, n])
        self.fall(seat, n, self.dice[seat, n], event["draw"]["face"])
        self.cheater = ""

    def judge_palmed(self, event: Event) -> None:
        """Whose die, and that nobody else has seen it."""
        insist(event["seat"] == event["by"], "somebody else's die")
        insist(event["to"] == f"seat:{event['by']}", "others see the second result")
        insist(event["n"] in self.covered.get(event["seat"], ()), "a die that all have seen")

    def can_perceive(self, seat: str) -> bool:
        """Everybody at the table, and a watcher who has a sheet."""
        sheet: Any = self.table.sheets[seat]
        return self.table.kinds[seat] != "watcher" or any(sheet.values())

    def on_tricks_set_inspected(self, event: Event) -> None:
        """Once a set and round, somebody else's, by anybody with a sheet."""
        pair = (event["seat"], event["target"])
        insist(pair not in self.inspected and event["seat"] != event["target"], f"{pair} again")
        self.must_be_in(event["seat"])
        insist(event["target"] in self.seats, "the set of one who does not play")
        self.inspected.add(pair)

    def on_tricks_denounced(self, event: Event) -> None:
        """By somebody who noticed, before the round is closed; the House at once. It settles all that was noticed."""
        seat, by = event["seat"], event["by"]
        insist(self.cheating, "nobody can cheat here")
        insist(seat in self.house_noticed if by == HOUSE else (by, seat) in self.noticed, f"{by} has noticed nothing")
        insist(not self.forfeits(seat), f"{seat} is denounced, and has paid for it already")
        self.must_be_in(by)
        self.denounced.add(seat)
        self.noticed = {pair for pair in self.noticed if pair[1] != seat}
        self.house_noticed.discard(seat)

    def must_be_in(self, seat: str) -> None:
        """A seat that is out of the round neither inspects nor denounces."""
        out = self.forfeits(seat) or self.out.get(seat) == "exposed"
        insist(not out, f"{seat} is out")

    def forfeits(self, seat: str) -> bool:
        """Whether one is denounced, and pays for it."""
        return seat in self.denounced and self.options["caught"] == "forfeit"
