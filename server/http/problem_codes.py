"""The codes of the server's problems, each with its status and meaning.

The codes of refused commands are declared beside the rules: `games.table.refusals` for every table, and a rulebook's
`refusals` for its game.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from games.engine.rulebooks import Rulebooks
from games.table import TABLE_REFUSALS

REFUSED: Final = 409
"""The status of an illegal command."""


class Code(msgspec.Struct, frozen=True):
    """A problem code. If `title` is empty, the title is the code in words."""

    status: int
    meaning: str
    title: str = ""


CODES: Final[Mapping[str, Code]] = {
    "bad_request": Code(400, "The request is invalid."),
    "malformed_request": Code(400, "The request is not valid HTTP."),
    "malformed_json": Code(400, "The body is not valid JSON in UTF-8.", "Malformed JSON"),
    "nested_too_deep": Code(400, "The body is nested too deeply."),
    "wrong_token": Code(401, "The token is not valid for this table.", "Invalid token"),
    "token_needed": Code(401, "A token is required."),
    "watch_closed": Code(401, "The table is closed to watchers: a token is required.", "Closed to watchers"),
    "invite_needed": Code(401, "The request requires the table's invite or the GM's token."),
    "wrong_invite": Code(401, "The invite is not valid for this table.", "Invalid invite"),
    "host_key_needed": Code(401, "Opening a table requires the server's host key."),
    "gm_only": Code(403, "Only the GM may do this.", "GM only"),
    "not_your_seat": Code(403, "Only the GM may act for another seat."),
    "not_your_message": Code(403, "Only its author and the GM may erase a message."),
    "no_seat": Code(403, "The caller has no seat: the token is an invite, or the player has left."),
    "not_admitted": Code(403, "The GM has not admitted the caller yet."),
    "seeds_not_allowed": Code(403, "This server does not accept seeds."),
    "round_sealed": Code(403, "The whole round is visible only once its seed is published."),
    "no_advice": Code(403, "The round has not ended: an analysis would be advice to its players."),
    "not_found": Code(404, "There is nothing at this URL."),
    "no_such_code": Code(404, "No join code is like this, or it has expired."),
    "no_such_table": Code(404, "No table has this id."),
    "no_such_round": Code(404, "The table has no round with this number."),
    "no_such_message": Code(404, "No message has this number, or it has been erased."),
    "method_not_allowed": Code(405, "This URL does not support the method."),
    "body_too_slow": Code(408, "The body did not arrive in time."),
    "log_replaced": Code(409, "The cursor belongs to another log: start over."),
    "log_went_back": Code(409, "The log does not have what the cursor's viewer saw: an older copy was put back."),
    "no_such_seat": Code(409, "There is no such seat, or its player has left."),
    "name_taken": Code(409, "Somebody at the table has this name, or one that looks like it."),
    "table_closed": Code(409, "The table is closed: nobody can join."),
    "round_running": Code(409, "The round has not ended."),
    "not_in_play": Code(409, "At that step, the round has not begun or is over."),
    "other_rules": Code(409, "Rules that are not installed decided the round."),
    "policies_stuck": Code(409, "The policy does not know how to play on."),
    "analysis_off": Code(409, "This server analyses no rounds."),
    "archived": Code(409, "The table is a read-only archive."),
    "newer_version": Code(412, "The table has a newer version than If-Match names."),
    "body_too_large": Code(413, "The body exceeds 64 KiB."),
    "encoded_body": Code(415, "The body has a Content-Encoding; the server accepts none.", "Encoded body"),
    "host_not_allowed": Code(421, "The server does not answer for the host that the request names."),
    "invalid_body": Code(422, "The body does not match its schema."),
    "hidden_characters": Code(422, "A text has invisible characters: tags, or ones that change its direction."),
    "blank_name": Code(422, "The name is invisible."),
    "reserved_name": Code(422, "The name could be mistaken for a role, such as the GM or the House."),
    "bad_notation": Code(422, "The text is not a round in the notation."),
    "invalid_query": Code(422, "A query parameter does not match its schema."),
    "bad_id": Code(422, "Invalid or conflicting idempotency key.", "Invalid idempotency key"),
    "command_id_reused": Code(
        422, "The idempotency key was used before, for another request.", "Idempotency key reused"
    ),
    "unknown_game": Code(422, "No game with this id is installed."),
    "unknown_command": Code(422, "The table's game has no such command."),
    "unknown_policy": Code(422, "No policy for the game has this name."),
    "bad_options": Code(422, "The options are not valid for the game.", "Invalid options"),
    "seat_needed": Code(422, "The GM must name the seat to act for."),
    "no_seat_needed": Code(422, "The command applies to the whole table: omit the seat."),
    "unknown_seat": Code(422, "acts_for must be a seat at the table."),
    "no_such_viewer": Code(422, "The table has no such viewer."),
    "not_supported": Code(422, "No NPC with this temperament plays this game."),
    "too_many_requests": Code(429, "Too many requests or streams; retry after Retry-After seconds."),
    "headers_too_large": Code(431, "The URL or a header is too long."),
    "internal_error": Code(500, "Unexpected server error; the server's log has details under the `incident`."),
    "store_error": Code(503, "The store failed; nothing was changed."),
    "store_unavailable": Code(503, "The store did not respond; the outcome is unknown."),
    "store_read_only": Code(503, "The store is read-only; nothing was changed."),
    "store_doubted": Code(503, "The store's files were changed from outside; nothing was changed by this request."),
    "tokens_damaged": Code(503, "The store's tokens are damaged; the operator must repair it."),
    "command_ids_damaged": Code(
        503, "The store's record of command ids is damaged: only commands without an id are carried out."
    ),
    "report_too_long": Code(503, "Making the report takes longer than the server allows."),
    "conflict": Code(503, "The table was changed at the same time; nothing was changed by this request."),
    "log_damaged": Code(503, "The table's log is damaged, and play is stopped; the GM sees where, in `seq`."),
    "secret_damaged": Code(503, "The table's secret is missing or not the one it committed to, and play is stopped."),
    "disk_full": Code(507, "The disk is full; nothing was changed."),
    "table_quota_reached": Code(507, "The table's storage quota is used up; nothing was changed."),
    "store_quota_reached": Code(507, "The server's storage quota is used up; nothing was changed."),
}


def title_of(code: str) -> str:
    """The title of all problems with this code."""
    known = CODES.get(code)
    return (known.title if known is not None else "") or code.replace("_", " ").capitalize()


def refusals_of(rulebooks: Rulebooks) -> dict[str, str]:
    """The codes of all refusals with these games, and their meanings; a code may have several, in different games."""
    meanings: dict[str, list[str]] = {}
    for refusals in (TABLE_REFUSALS, *(rulebook.refusals for rulebook in rulebooks.values())):
        for code, meaning in refusals.items():
            meanings.setdefault(code, []).append(meaning)
    return {code: " Or: ".join(dict.fromkeys(meanings[code])) for code in sorted(meanings)}
