"""The seats that the server plays."""

from projections.game import AnyTable


def npcs_of(table: AnyTable) -> list[str]:
    """The seats that the server plays now, by arrival, without those that the GM has taken over."""
    return [seat.seat for seat in table.seats.values() if seat.npc and not seat.taken_over and not seat.gone]


def awaits_npc(table: AnyTable) -> bool:
    """Whether the table waits for an NPC."""
    return not table.paused and any(table.seats[seat].played_by == "npc" for seat in table.to_act)
