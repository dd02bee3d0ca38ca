"""`tavern demo`: four characters play a round over the HTTP API; shows what happened beside what one of them saw."""

import click


@click.command("demo")
@click.option("--game", default="twentyone", show_default=True, help="The game to play.")
@click.option("--seed", type=int, help="Fix the dice and the choices, to play the same round each time.")
@click.option("--as", "seat", default="Bri", show_default=True, metavar="NAME", help="Whose view to show.")
@click.option("--npc", is_flag=True, help="Let the server play all four, each with a temperament.")
@click.option("--url", help="A running server. [default: start one]")
def command(game: str, seed: int | None, seat: str, npc: bool, url: str | None) -> None:
    """Watch a round, and what one player saw of it.

    Bri, Odo, Mirela and Þórr sit down at a table and choose their actions at random. Everything goes over HTTP, to a
    temporary server or to the one at --url. The left column shows what happened, as the GM sees it; the right column
    shows what one player saw. A race runs to a fifth of its target, or to the lowest target allowed. A round that does
    not end is an error.

    Without --seed and --npc, the players seal their luck: not even the server could choose their dice.

    With --npc the server plays all four: Bri is a card sharp, Odo a bully, Mirela cautious, Þórr a drunkard. The server
    makes their choices, so --seed fixes only the dice.

    With --seed, the server at --url must allow seeds (tavern serve --allow-seeds); the temporary one does.

    \b
    Examples:
      tavern demo
      tavern demo --seed 7 --as Odo
      tavern demo --game farkle
      tavern demo --npc
      tavern demo --url http://127.0.0.1:8521
    """
    # It brings a server and a client along, which take longer to load than all the rest.
    from tools.commands.play.demonstration import demonstrate

    demonstrate(game, seed, seat, url, npc=npc)
