"""The proof of a round from a whole log in memory, as the server makes it from a store."""

from collections.abc import Sequence

from events.audience import PUBLIC
from events.merkle import announcing
from games.deciding.catalogue import Catalogue
from projections.viewer_projection import ViewerProjection
from replays.proof import Proof, range_start, sealed_proof, unsealed_proof
from replays.rebuild import round_of, rounds_of


def prove(catalogue: Catalogue, lines: Sequence[bytes], number: int, *, as_if_unsealed: bool = False) -> Proof:
    """The proof of a round from a table's whole log; with `as_if_unsealed`, as it would be once it is unsealed.

    Raises `NoSuchRound`, `UnreadableEntry`, `NotProvable`.
    """
    codec = catalogue.codec
    entries = codec.decode_log(lines)
    rounds = rounds_of(entries)
    played = round_of(rounds, number)
    published, openly = None, True
    own = entries[played.first - 1 : played.last]
    if (announced := announcing(range_start(own))) is not None:
        announcer = round_of(rounds, announced)
        published, openly = lines[announcer.first - 1], announcer.unsealed
    sealed = sealed_proof(codec, lines[0], published, openly, own)
    if not (played.unsealed or as_if_unsealed) or played.last is None:
        return sealed
    public = ViewerProjection(catalogue.folding, catalogue.folding.blank(sealed.table, PUBLIC))
    for entry in entries[: played.first - 1]:
        public.skip(entry)
    return unsealed_proof(sealed, public.table, zip(own, lines[played.first - 1 : played.last], strict=True))
