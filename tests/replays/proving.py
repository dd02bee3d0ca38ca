"""The proof of a round from a whole log in memory, as the server makes it from a store."""

from collections.abc import Sequence

from events.codec import Codec
from events.merkle import announcing
from replays.proof import Proof, range_start, sealed_proof, unsealed_proof
from replays.rebuild import round_of, rounds_of


def prove(codec: Codec, lines: Sequence[bytes], number: int) -> Proof:
    """The proof of a round from a table's whole log.

    Raises `NoSuchRound`, `UnreadableEntry`, `NotProvable`.
    """
    entries = [codec.decode(line) for line in lines]
    rounds = rounds_of(entries)
    played = round_of(rounds, number)
    published, openly = None, True
    own = entries[played.first - 1 : played.last]
    if (announced := announcing(range_start(own))) is not None:
        announcer = round_of(rounds, announced)
        published, openly = lines[announcer.first - 1], announcer.unsealed
    sealed = sealed_proof(codec, lines[0], published, openly, own)
    if not played.unsealed or played.last is None:
        return sealed
    return unsealed_proof(sealed, zip(own, lines[played.first - 1 : played.last], strict=True))
