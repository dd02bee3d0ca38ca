# pyright: reportMissingImports=false
"""A round of Twenty-One, played with the package that openapi-python-client generates from the server's document.

`python round.py URL SEED` prints what came of it. The package, `tavern_api`, must be importable.
"""

import json
import sys
from typing import Any

from tavern_api import AuthenticatedClient, Client
from tavern_api import models as api
from tavern_api.api.playing import give_command, sit_down
from tavern_api.api.tables import open_table
from tavern_api.api.viewing import get_table

URL, SEED = sys.argv[1:]


def chosen(view: Any) -> Any:
    """What a seat does: it rolls up to fifteen, then holds, and lets everything else be."""
    (own,) = [seat for seat in view.seats if seat.seat == view.you.seat]
    offered = {action.type_ for action in view.you.actions}
    if "roll" in offered and (own.total or 0) < 15:
        return api.TwentyoneRoll(type_="roll", die=api.TwentyoneRollDie.D10, pay=api.TwentyoneRollPay.COINS)
    if "hold" in offered:
        return api.TwentyoneHold(type_="hold")
    if "let_it_be" in offered:
        return api.TwentyoneLetItBe(type_="let_it_be")
    if "pass" in offered:
        return api.TwentyonePass(type_="pass")
    return api.TwentyoneCloseStaredown(type_="close_staredown")


def main() -> None:
    anybody = Client(base_url=URL, raise_on_unexpected_status=True)
    # What has a default need not be given.
    options = api.TwentyoneOptionsInput(ante_cp=500)
    body = api.OpenBody(game=api.OpenBodyGame.TWENTYONE, options=options, gm=api.GmBody(name="Mara"), seed=SEED)
    opened = open_table.sync(client=anybody, body=body)
    assert isinstance(opened, api.Opened), opened
    table = opened.table

    def caller(token: str) -> AuthenticatedClient:
        return AuthenticatedClient(base_url=URL, token=token, raise_on_unexpected_status=True)

    gm, players = caller(opened.gm_token), dict[str, AuthenticatedClient]()
    for name in ("Bri", "Odo"):
        sat = sit_down.sync(table, client=anybody, body=api.SitBody(name=name, purse_cp=5000, invite=opened.invite))
        assert isinstance(sat, api.Seated), sat
        players[sat.seat] = caller(sat.token)

    def give(who: AuthenticatedClient, command: Any) -> Any:
        return give_command.sync(table, client=who, body=command)

    problems: list[Any] = []
    for command in (api.SetLuck(type_="set_luck", luck="a" * 1000), api.TwentyoneHold(type_="hold")):
        refused = give(players["bri"], command)
        assert isinstance(refused, api.Problem), refused
        offered = [action.type_ for action in refused.actions or ()]
        problems.append({"status": refused.status, "code": refused.code, "offered": "leave" in offered})

    answer = give(gm, api.StartRound(type_="start_round"))
    events: list[Any] = []
    while True:
        assert isinstance(answer, api.CommandAnswer), answer
        events += answer.events
        if not answer.view.to_act:
            break
        seat = answer.view.to_act[0]
        answer = give(players[seat], chosen(get_table.sync(table, client=players[seat])))
    ended = get_table.sync(table, client=gm)
    assert isinstance(ended, api.View), ended
    rolled = sorted({event.seat for event in events if isinstance(event, api.DieRolled)})
    outcome = {
        "problems": problems,
        "rolled": rolled,
        "ante_cp": ended.options.ante_cp,
        "round": ended.round_,
        "phase": ended.phase,
        "winners": ended.result.winners,
    }
    print(json.dumps(outcome))  # noqa: T201 - the test reads it


main()
