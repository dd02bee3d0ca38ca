"""Every code of a problem that the server itself tells of: its status and what it means.

The reasons why a move is not legal are declared beside the rules: those of every table in `games.table`, a
game's own in its rulebook's `refusals`. They are all answered with 409.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from games.rulebook import Rulebooks
from games.table import TABLE_REFUSALS

REFUSED: Final = 409
"""The status of a move that is not legal."""


class Code(msgspec.Struct, frozen=True):
    """What a problem's code stands for. `title` is the code itself in words where it is left out."""

    status: int
    meaning: str
    title: str = ""


CODES: Final[Mapping[str, Code]] = {
    "bad_request": Code(400, "The request cannot be understood."),
    "malformed_request": Code(400, "That is no request that HTTP knows."),
    "malformed_json": Code(400, "The body is no JSON in UTF-8.", "Malformed JSON"),
    "nested_too_deep": Code(400, "The body is nested too deeply."),
    "unreadable_body": Code(400, "The body does not come as its headers say."),
    "wrong_token": Code(401, "Nobody has this token at this table."),
    "token_needed": Code(401, "This is for those at the table: a token is needed."),
    "watch_closed": Code(401, "Only those at this table may watch it: a token is needed."),
    "invite_needed": Code(401, "Sitting down needs the table's invite, or the GM's token."),
    "wrong_invite": Code(401, "That is not this table's invite."),
    "host_key_needed": Code(401, "Opening a table needs the host key of this server."),
    "gm_only": Code(403, "Only the GM can do that.", "For the GM only"),
    "not_your_seat": Code(403, "Only the GM acts for other seats."),
    "not_your_message": Code(403, "Only who said it, and the GM, can erase a message."),
    "no_seat": Code(403, "This is for who has a seat: an invite is none, and who left has none."),
    "not_admitted": Code(403, "The GM has not let the caller in yet."),
    "seeds_not_allowed": Code(403, "This server draws the tables' secrets itself."),
    "round_sealed": Code(403, "Nobody sees a round whole before its seed is published."),
    "not_found": Code(404, "There is nothing at this address."),
    "no_such_table": Code(404, "There is no table of that id here."),
    "no_such_round": Code(404, "The table has had no round of that number."),
    "no_such_message": Code(404, "There is no message of that number, or it was erased already."),
    "method_not_allowed": Code(405, "This address does not take that method."),
    "body_too_slow": Code(408, "The body was not there in time."),
    "log_replaced": Code(409, "The log is another than the one that the cursor belongs to: begin afresh."),
    "no_such_seat": Code(409, "Nobody sits there."),
    "archived": Code(409, "The table is an archive: its rounds can be read, and nothing more is played."),
    "newer_version": Code(412, "The table has moved on since the version that If-Match names."),
    "body_too_large": Code(413, "The body is larger than 64 KiB."),
    "invalid_body": Code(422, "The body does not fit its schema."),
    "invalid_query": Code(422, "A parameter of the query does not fit its schema."),
    "bad_id": Code(422, "The id, or the Idempotency-Key, is none, or the two differ."),
    "command_id_reused": Code(422, "The id was used before, for something else."),
    "unknown_game": Code(422, "No game of that id is installed here."),
    "unknown_command": Code(422, "The table's game has no such command."),
    "bad_options": Code(422, "The options do not fit the game."),
    "seat_needed": Code(422, "The GM must name the seat for which this is done."),
    "no_seat_needed": Code(422, "This is done for the whole table: no seat is named."),
    "no_such_viewer": Code(422, "There is nobody at the table to see it as."),
    "not_supported": Code(422, "The server plays nobody of that temperament at this game."),
    "too_many_requests": Code(429, "Too much was asked for: Retry-After tells when to come again."),
    "headers_too_large": Code(431, "The address or a header of the request is too long."),
    "internal_error": Code(500, "The server's own mistake: its log tells more under the `incident`."),
    "store_error": Code(503, "The store could not do it: nothing was changed."),
    "store_unavailable": Code(503, "The store did not answer: whether something was changed is not known yet."),
    "store_read_only": Code(503, "The store cannot be written: nothing was changed."),
    "conflict": Code(503, "Something else wrote to the table: nothing was changed."),
    "log_damaged": Code(503, "The table's log is damaged, and closed to play; the GM is told where, in `seq`."),
    "disk_full": Code(507, "The disk is full: nothing was changed."),
    "table_quota_reached": Code(507, "The table has stored as much as it may: nothing was changed."),
    "store_quota_reached": Code(507, "The server has stored as much as it may: nothing was changed."),
}


def title_of(code: str) -> str:
    """What a problem of that code is called: the same whenever it occurs."""
    known = CODES.get(code)
    return (known.title if known is not None else "") or code.replace("_", " ").capitalize()


def refusals_of(rulebooks: Rulebooks) -> dict[str, str]:
    """Every reason why a move can be illegal with these games, with its meaning; or meanings, where games differ."""
    meanings: dict[str, list[str]] = {}
    for refusals in (TABLE_REFUSALS, *(rulebook.refusals for rulebook in rulebooks.values())):
        for code, meaning in refusals.items():
            meanings.setdefault(code, []).append(meaning)
    return {code: " Or: ".join(dict.fromkeys(meanings[code])) for code in sorted(meanings)}
