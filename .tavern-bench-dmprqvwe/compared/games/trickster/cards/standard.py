"""The class cards that come with the game. Between them they use every kind of ability and every effect."""

from typing import Final

from games.trickster.cards.card import (
    Alike,
    AllAtMost,
    Card,
    Constant,
    Downgrade,
    Gain,
    Lose,
    Manual,
    Peek,
    Reactive,
    Reroll,
    Run,
    Showing,
    Upgrade,
    Ward,
    Wild,
)

STANDARD_CARDS: Final = (
    Card(
        name="Innkeeper",
        hand=["d4", "d6", "d6", "d6", "d6"],
        abilities=[Manual(name="Wipe the table", limit="round", effects=[Peek(of="chosen", die="chosen")])],
    ),
    Card(
        name="Cutpurse",
        hand=["d4", "d6", "d6", "d6", "d6"],
        abilities=[
            Manual(name="Light fingers", turn="own", limit="game", effects=[Lose(of="chosen", die="smallest")]),
            Reactive(name="Sleeve", on="won_challenge", limit="game", effects=[Gain(die="d4")]),
        ],
    ),
    Card(
        name="Alchemist",
        hand=["d4", "d4", "d6", "d6", "d6", "d8"],
        abilities=[
            Manual(
                name="Transmute",
                limit="game",
                effects=[
                    Lose(of="own", die="chosen"),
                    Upgrade(levels=3, die="smallest"),
                    Upgrade(levels=3, die="largest"),
                ],
            )
        ],
    ),
    Card(
        name="Fiddler",
        hand=["d6", "d6", "d6", "d8", "d8"],
        abilities=[
            Reactive(name="Encore", on="was_called", effects=[Wild(faces=[1])]),
            Reactive(
                name="Wrong note", on="rolled", pattern=Run(count=3), limit="game", effects=[Reroll(die="highest")]
            ),
        ],
    ),
    Card(
        name="Lucky Tom",
        hand=["d4", "d6", "d6", "d6", "d6"],
        abilities=[
            Reactive(
                name="On a roll",
                on="rolled",
                pattern=Alike(count=3),
                effects=[Upgrade(die="lowest")],
            ),
            Manual(name="Shake the cup", turn="own", effects=[Reroll(die="chosen")]),
        ],
    ),
    Card(
        name="Hedge Witch",
        hand=["d8", "d8", "d8", "d8"],
        abilities=[
            Constant(name="Seventh son", effects=[Wild(faces=[7])]),
            Reactive(name="Familiar", on="lost_challenge", dice_at_most=2, limit="game", effects=[Gain(die="d8")]),
        ],
    ),
    Card(
        name="Old Campaigner",
        hand=["d6", "d6", "d6", "d6", "d6"],
        abilities=[Reactive(name="Hard lessons", on="lost_die", effects=[Upgrade(die="smallest")])],
    ),
    Card(
        name="Wandering Friar",
        hand=["d6", "d6", "d6", "d6"],
        abilities=[
            Constant(name="Under a blessing", effects=[Ward()]),
            Reactive(name="Alms", on="lost_die", dice_at_most=1, limit="game", effects=[Gain(die="d6", count=2)]),
        ],
    ),
    Card(
        name="Ogre’s Cousin",
        hand=["d6", "d6", "d10", "d12", "d20"],
        abilities=[Reactive(name="Clumsy", on="won_challenge", effects=[Downgrade(levels=1, die="largest")])],
    ),
    Card(
        name="Debt Collector",
        hand=["d6", "d6", "d6", "d6", "d6"],
        abilities=[
            Reactive(name="Interest", on="won_challenge", effects=[Downgrade(levels=1, of="rival", die="largest")])
        ],
    ),
    Card(
        name="Ratcatcher",
        hand=["d2", "d4", "d4", "d4", "d4", "d4"],
        abilities=[
            Reactive(name="Small fry", on="revealed", pattern=AllAtMost(face=3), effects=[Upgrade(die="smallest")]),
        ],
    ),
    Card(
        name="Fortune Teller",
        hand=["d6", "d6", "d6", "d6", "d6"],
        abilities=[
            Reactive(
                name="Omen",
                on="rolled",
                pattern=Showing(faces=[1, 6], count=2),
                effects=[Peek(of="next", die="largest"), Peek(of="previous", die="largest")],
            ),
        ],
    ),
    Card(
        name="Brewer",
        hand=["d6", "d6", "d6", "d6", "d6"],
        abilities=[Manual(name="House special", limit="game", effects=[Wild(faces=[1])])],
    ),
    Card(
        name="Gravedigger",
        hand=["d4", "d6", "d6", "d6", "d6"],
        abilities=[Reactive(name="Heirloom", on="seat_removed", limit="game", effects=[Gain(die="d6")])],
    ),
    Card(
        name="Sergeant",
        hand=["d4", "d6", "d6", "d6", "d6"],
        abilities=[
            Reactive(
                name="Last stand",
                on="round_began",
                dice_at_most=2,
                limit="game",
                effects=[Upgrade(levels=2, die="all")],
            )
        ],
    ),
    Card(
        name="Heckler",
        hand=["d4", "d6", "d6", "d6", "d6"],
        abilities=[
            Reactive(name="Jostle", on="called", effects=[Reroll(of="rival", die="largest")]),
            Manual(name="Spilled ale", limit="game", effects=[Downgrade(of="chosen", die="chosen")]),
        ],
    ),
)
"""Several seats may have the same one."""
