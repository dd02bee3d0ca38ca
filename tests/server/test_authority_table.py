"""Who may call what: every route by every kind of caller, written out and held against the running server."""

from typing import Any, Final

import msgspec
import pytest

from events.audience import PUBLIC
from games.installed import CATALOGUE
from games.table import TABLE_REFUSALS
from server.http.contract import Route
from server.http.route_table import ROUTES
from tests.playing import Playing
from tests.replays.test_notation import text_of
from tests.sealing import NO_KEY
from tests.server.conftest import Starting
from tests.server.serving import Caller, Served

HOST_KEY: Final = "the-host-key-of-this-server"

REFUSED: Final = {
    "wrong": (401, "wrong_token"),
    "token": (401, "token_needed"),
    "closed": (401, "watch_closed"),
    "host": (401, "host_key_needed"),
    "invite": (401, "invite_needed"),
    "gm": (403, "gm_only"),
    "seat": (403, "no_seat"),
    "admit": (403, "not_admitted"),
    "mine": (403, "not_your_message"),
    "other": (403, "not_your_seat"),
    "sealed": (403, "round_sealed"),
    "name": (422, "seat_needed"),
    "gone": (409, "no_such_seat"),
    "luck": (409, "not_your_luck"),
    "open": (409, "luck_is_open"),
    "unasked": (409, "no_seal"),
    "unbegun": (409, "not_in_play"),
}
"""What the words in the tables stand for; a number is the status of the answer that was asked for."""

CALLERS: Final = (
    "nobody",  # without a token
    "invite",  # with the table's invite
    "seat",  # at the table
    "watcher",  # at the table, without dice
    "waiting",  # asks to sit down, and is not let in yet
    "gm",
    "gone",  # left the table
    "abroad",  # with a seat at another table of the same server
    "unknown",  # with a token that looks like one
    "garbled",  # with what is no token at all
    "host",  # with the server's host key
)

TABLE: Final = """
                         nobody  invite  seat    watcher waiting gm      gone    abroad  unknown garbled host
give_command set_luck    token   seat    200     200     admit   name    gone    wrong   wrong   wrong   wrong
give_command for_seat    token   seat    200     other   admit   luck    other   wrong   wrong   wrong   wrong
give_command seal_luck   token   seat    open    open    admit   name    gone    wrong   wrong   wrong   wrong
give_command seal_for    token   seat    open    other   admit   luck    other   wrong   wrong   wrong   wrong
give_command reveal_for  token   seat    unasked other   admit   luck    other   wrong   wrong   wrong   wrong
give_command withhold    token   seat    unasked other   admit   unasked other   wrong   wrong   wrong   wrong
give_command pause       token   seat    gm      gm      admit   200     gm      wrong   wrong   wrong   wrong
give_command dispute     token   seat    200     200     admit   name    gone    wrong   wrong   wrong   wrong
give_command dispute_for token   seat    200     other   admit   200     other   wrong   wrong   wrong   wrong
give_command rule        token   seat    gm      gm      admit   200     gm      wrong   wrong   wrong   wrong
give_command unseal      token   seat    gm      gm      admit   200     gm      wrong   wrong   wrong   wrong
get_table                200     200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_events               200     200     200     200     200     200     200     wrong   wrong   wrong   wrong
follow_table             200     200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_chronicle            200     200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_ledger               200     200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_standings            200     200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_chat                 200     200     200     200     200     200     200     wrong   wrong   wrong   wrong
say                      token   seat    201     201     admit   201     seat    wrong   wrong   wrong   wrong
erase_message            token   seat    200     mine    admit   200     seat    wrong   wrong   wrong   wrong
erase_chat               token   seat    gm      gm      admit   200     seat    wrong   wrong   wrong   wrong
list_rounds              200     200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_round                200     200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_round as_public      200     200     gm      gm      200     200     gm      wrong   wrong   wrong   wrong
get_round as_seat        gm      gm      200     gm      gm      200     gm      wrong   wrong   wrong   wrong
get_round as_gm          gm      gm      gm      gm      gm      200     gm      wrong   wrong   wrong   wrong
get_round as_house       sealed  sealed  sealed  sealed  sealed  sealed  sealed  wrong   wrong   wrong   wrong
ask_what_if              sealed  sealed  sealed  sealed  sealed  unbegun sealed  wrong   wrong   wrong   wrong
ask_what_if unsealed     200     200     200     200     200     200     200     wrong   wrong   wrong   wrong
ask_what_if as_gm        gm      gm      gm      gm      gm      unbegun gm      wrong   wrong   wrong   wrong
get_analysis             token   seat    200     200     admit   200     200     wrong   wrong   wrong   wrong
start_analysis           token   seat    200     200     admit   200     200     wrong   wrong   wrong   wrong
cancel_analysis          token   seat    200     200     admit   200     200     wrong   wrong   wrong   wrong
get_notation             200     200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_notation as_public   200     200     gm      gm      200     200     gm      wrong   wrong   wrong   wrong
get_notation as_seat     gm      gm      200     gm      gm      200     gm      wrong   wrong   wrong   wrong
get_notation as_gm       gm      gm      gm      gm      gm      200     gm      wrong   wrong   wrong   wrong
get_notation as_house    sealed  sealed  sealed  sealed  sealed  sealed  sealed  wrong   wrong   wrong   wrong
get_report               200     200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_report as_public     200     200     gm      gm      200     200     gm      wrong   wrong   wrong   wrong
get_report as_seat       gm      gm      200     gm      gm      200     gm      wrong   wrong   wrong   wrong
get_report as_gm         gm      gm      gm      gm      gm      200     gm      wrong   wrong   wrong   wrong
get_report as_house      sealed  sealed  sealed  sealed  sealed  sealed  sealed  wrong   wrong   wrong   wrong
get_proof                200     200     200     200     200     200     200     wrong   wrong   wrong   wrong
export_table             token   gm      gm      gm      gm      200     gm      wrong   wrong   wrong   wrong
sit_down                 invite  201     invite  invite  invite  201     invite  wrong   wrong   wrong   wrong
sit_down with_invite     201     201     201     201     201     201     201     wrong   wrong   wrong   wrong
open_table               host    host    host    host    host    host    host    host    host    host    201
make_join_code           token   gm      gm      gm      gm      200     gm      wrong   wrong   wrong   wrong
get_join_code            invite  200     invite  invite  invite  200     invite  wrong   wrong   wrong   wrong
look_up_join_code        200     200     200     200     200     200     200     200     200     200     200
list_tables              200     200     200     200     200     200     200     200     200     200     200
read_notation            200     200     200     200     200     200     200     200     200     200     200
list_games               200     200     200     200     200     200     200     200     200     200     200
get_python_verifier      200     200     200     200     200     200     200     200     200     200     200
get_javascript_verifier  200     200     200     200     200     200     200     200     200     200     200
get_key                  200     200     200     200     200     200     200     200     200     200     200
is_alive                 200     200     200     200     200     200     200     200     200     200     200
is_ready                 200     200     200     200     200     200     200     200     200     200     200
get_openapi              200     200     200     200     200     200     200     200     200     200     200
get_documentation        200     200     200     200     200     200     200     200     200     200     200
get_documentation_asset  200     200     200     200     200     200     200     200     200     200     200
get_page                 200     200     200     200     200     200     200     200     200     200     200
get_join_page            200     200     200     200     200     200     200     200     200     200     200
get_replay_page          200     200     200     200     200     200     200     200     200     200     200
get_table_page           200     200     200     200     200     200     200     200     200     200     200
get_overlay_page         200     200     200     200     200     200     200     200     200     200     200
get_round_page           200     200     200     200     200     200     200     200     200     200     200
get_rounds_page          200     200     200     200     200     200     200     200     200     200     200
get_page_asset           200     200     200     200     200     200     200     200     200     200     200
get_library              200     200     200     200     200     200     200     200     200     200     200
get_client               200     200     200     200     200     200     200     200     200     200     200
get_foundry_manifest     200     200     200     200     200     200     200     200     200     200     200
get_foundry_archive      200     200     200     200     200     200     200     200     200     200     200
get_foundry_asset        200     200     200     200     200     200     200     200     200     200     200
"""

CLOSED: Final = """
                         nobody  invite  seat    watcher waiting gm      gone    abroad  unknown garbled host
get_table                closed  200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_events               closed  200     200     200     200     200     200     wrong   wrong   wrong   wrong
follow_table             closed  200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_chronicle            closed  200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_ledger               closed  200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_standings            closed  200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_chat                 closed  200     200     200     200     200     200     wrong   wrong   wrong   wrong
list_rounds              closed  200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_proof                closed  200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_notation             closed  200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_report               closed  200     200     200     200     200     200     wrong   wrong   wrong   wrong
get_round                closed  200     200     200     200     200     200     wrong   wrong   wrong   wrong
ask_what_if              closed  sealed  sealed  sealed  sealed  unbegun sealed  wrong   wrong   wrong   wrong
"""
"""The same for those who look, at a table that is closed to who has no token."""


def cells(table: str) -> dict[str, dict[str, str]]:
    """The words of a table, by row and caller."""
    head, *lines = [line.split() for line in table.strip().splitlines()]
    rows: dict[str, dict[str, str]] = {}
    for line in lines:
        words = line[-len(head) :]
        rows[" ".join(line[: -len(head)])] = dict(zip(head, words, strict=True))
    return rows


class Company:
    """A table in its second round with everybody at it, and the tokens of all kinds of callers."""

    def __init__(self, served: Served, table: str, invite: str, tokens: dict[str, str | None], code: str) -> None:
        self._served = served
        self._code = code
        self.table = table
        self.invite = invite
        self.tokens = tokens

    async def ask(self, row: str, who: str) -> tuple[int, str | None]:
        """What comes of the request of a row: the status, and the code where it is a problem."""
        name = row.partition(" ")[0]
        (route,) = [route for route in ROUTES if route.id == name]
        path, body = self.request(route, row)
        token = self.tokens[who]
        async with self._served.client.request(
            route.method,
            path,
            data=None if body is None else msgspec.json.encode(body),
            headers={} if token is None else {"Authorization": f"Bearer {token}"},
        ) as answer:
            if answer.status < 300:
                return answer.status, None
            return answer.status, msgspec.json.decode(await answer.read())["code"]

    def request(self, route: Route, row: str) -> tuple[str, Any]:
        """Where the request of a row goes, and its body."""
        asset = next((parameter.example for parameter in route.parameters if parameter.name == "asset"), None)
        path = route.path.format(table=self.table, link=self.table, n=1, asset=asset, code=self._code)
        query, body = REQUESTS.get(row, ("", None))
        return path + query, {"invite": self.invite, **body} if row == "sit_down with_invite" and body else body


A_ROUND: Final = text_of(Playing.open(CATALOGUE, "twentyone").seat("Bri", "Odo").start(), PUBLIC)
REQUESTS: Final[dict[str, tuple[str, Any]]] = {
    "give_command set_luck": ("", {"type": "set_luck", "luck": "eleven"}),
    "give_command for_seat": ("", {"type": "set_luck", "luck": "eleven", "seat": "odo"}),
    "give_command seal_luck": ("", {"type": "seal_luck", "seal": "ab" * 32}),
    "give_command seal_for": ("", {"type": "seal_luck", "seal": "ab" * 32, "seat": "odo"}),
    "give_command reveal_for": ("", {"type": "reveal_luck", "luck": "ab" * 16, **NO_KEY, "seat": "odo"}),
    "give_command withhold": ("", {"type": "withhold_luck", "seat": "odo"}),
    "give_command pause": ("", {"type": "pause"}),
    "give_command dispute": ("", {"type": "dispute", "round": 1, "text": "It was a 3."}),
    "give_command dispute_for": ("", {"type": "dispute", "round": 1, "text": "It was a 3.", "seat": "odo"}),
    "give_command rule": ("", {"type": "rule_on_dispute", "dispute": 1, "verdict": "denied", "text": "It was not."}),
    "give_command unseal": ("", {"type": "unseal", "round": 1}),
    "get_notation as_public": ("?as=public", None),
    "get_notation as_seat": ("?as=seat:odo", None),
    "get_notation as_gm": ("?as=gm", None),
    "get_notation as_house": ("?as=house", None),
    "get_report as_public": ("?as=public", None),
    "get_report as_seat": ("?as=seat:odo", None),
    "get_report as_gm": ("?as=gm", None),
    "get_report as_house": ("?as=house", None),
    "say": ("", {"text": "Well met!"}),
    "get_round as_public": ("?as=public", None),
    "get_round as_seat": ("?as=seat:odo", None),
    "get_round as_gm": ("?as=gm", None),
    "get_round as_house": ("?as=house", None),
    "ask_what_if": ("", {"version": 0}),
    "ask_what_if unsealed": ("", {"version": 1, "as": "house"}),
    "ask_what_if as_gm": ("", {"version": 0, "as": "gm"}),
    "read_notation": ("", {"text": A_ROUND}),
    "sit_down": ("", {"name": "Nan"}),
    "sit_down with_invite": ("", {"name": "Nan"}),
    "open_table": ("", {"game": "twentyone"}),
}


async def company(served: Served, **options: Any) -> Company:
    """Everybody, at a table of their own. A round was played; the next has not begun."""
    host = {"Authorization": f"Bearer {HOST_KEY}"}
    opened = await served.open("twentyone", options={"admit": "gm", **options}, headers=host)
    elsewhere = await served.open("twentyone", headers=host)
    seats: dict[str, Caller] = {}
    for name in ("Odo", "Bri", "Wim", "Gus"):
        seats[name] = await opened.sit(name, watch=name == "Wim")
        await opened.gm.did("admit_seat", target=seats[name].seat)
    await seats["Odo"].post("/chat", {"text": "Well met!"})
    await opened.gm.did("start_round")
    await opened.gm.did("void_round")
    await seats["Gus"].did("leave")
    await seats["Odo"].did("dispute", round=1, text="Who called this off?")
    tokens = {
        "nobody": None,
        "invite": opened.invite,
        "seat": seats["Odo"].token,
        "watcher": seats["Wim"].token,
        "waiting": (await opened.sit("Tuck")).token,
        "gm": opened.gm.token,
        "gone": seats["Gus"].token,
        "abroad": (await elsewhere.sit("Odo")).token,
        "unknown": "A" * 43,
        "garbled": "not a token",
        "host": HOST_KEY,
    }
    code = (await opened.gm.post("/join-code", {}))["code"]
    return Company(served, opened.id, opened.invite, tokens, code)


def said(word: str) -> tuple[int, str | None]:
    return (int(word), None) if word.isdigit() else REFUSED[word]


async def held_against(served: Served, row: str, words: dict[str, str], **options: Any) -> None:
    """Every caller asks: for what may change something, at a table where nobody has asked before."""
    (route,) = [route for route in ROUTES if route.id == row.partition(" ")[0]]
    at = await company(served, **options)
    answered: dict[str, tuple[int, str | None]] = {}
    for who in CALLERS:
        if route.method != "GET":
            at = await company(served, **options)
        answered[who] = await at.ask(row, who)
    assert answered == {who: said(word) for who, word in words.items()}


@pytest.mark.parametrize("row", cells(TABLE))
async def test_who_may_call(start: Starting, row: str) -> None:
    options = {"unseal": "round"} if row.endswith(" unsealed") else {}
    await held_against(await start(host_key=HOST_KEY), row, cells(TABLE)[row], **options)


@pytest.mark.parametrize("row", cells(CLOSED))
async def test_who_may_watch_a_closed_table(start: Starting, row: str) -> None:
    await held_against(await start(host_key=HOST_KEY), row, cells(CLOSED)[row], watch="closed")


def test_no_route_and_no_caller_is_left_out() -> None:
    assert {row.partition(" ")[0] for row in cells(TABLE)} == {route.id for route in ROUTES}
    looking = {route.id for route in ROUTES if route.who == "viewer"}
    assert {row.partition(" ")[0] for row in cells(CLOSED)} == looking
    for table in (TABLE, CLOSED):
        assert all(tuple(row) == CALLERS for row in cells(table).values())


def test_what_the_table_says_is_what_the_routes_say() -> None:
    """Each route also states in words who may call it: the two must not contradict each other."""
    may: dict[str, set[str]] = {}
    for row, words in cells(TABLE).items():
        may.setdefault(row.partition(" ")[0], set()).update(who for who, word in words.items() if word.isdigit())
    at_the_table = {"nobody", "invite", "seat", "watcher", "waiting", "gm", "gone"}
    everybody = set(CALLERS)
    expected = {
        "anyone": everybody,
        "host": {"host"},
        "viewer": at_the_table,
        "invited": at_the_table,
        "inviter": {"invite", "gm"},
        "player": {"seat", "watcher", "gm"},
        "gm": {"gm"},
    }
    for route in ROUTES:
        # Whoever has left may still look back at what they decided.
        left = {"gone"} if route.id.endswith("_analysis") else set[str]()
        assert may[route.id] == expected[route.who] - ({"watcher"} if route.id == "erase_message" else set()) | left


def test_every_refusal_of_the_table_is_documented_at_its_route() -> None:
    routes = {route.id: route for route in ROUTES}
    for table in (TABLE, CLOSED):
        for row, words in cells(table).items():
            refused = {REFUSED[word][1] for word in words.values() if not word.isdigit()}
            assert refused <= {*routes[row.partition(" ")[0]].problems, *TABLE_REFUSALS}
