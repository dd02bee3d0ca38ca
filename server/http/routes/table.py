"""The table of all routes: what stands here is served and told of in the OpenAPI document, and nothing else is."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from events.event import Command
from projections.views import View
from replays.proof import Proof
from server.http import page
from server.http.bodies import OpenBody, SitBody
from server.http.contract import (
    EVENT_STREAM,
    HTML,
    LINES,
    Answer,
    CommandId,
    Count,
    Parameter,
    Reset,
    RoundNumber,
    Route,
    SecretKey,
    TableId,
)
from server.http.routes import chat, games, history, live, proof, tables
from server.http.streams import Closing
from server.tables import directory, viewer_feed
from server.tables.chat import Message
from server.tables.command_handler import CommandAnswer
from server.tables.opening import Opened
from server.tables.seating import Seated

_TABLES: Final = "/api/tables"
_TABLE: Final = "/api/tables/{table}"

TABLE: Final = Parameter(name="table", where="path", kind=TableId, summary="The table's id.")
ROUND: Final = Parameter(name="n", where="path", kind=RoundNumber, summary="The round's number, from 1.", example=1)
AFTER: Final = Parameter(
    name="after", where="query", kind=Count, summary="The version after which to go on; 0 if left out.", example=0
)
LIMIT: Final = Parameter(name="limit", where="query", kind=Count, summary="How many to tell of at most.", example=10)
EPOCH: Final = Parameter(
    name="epoch", where="query", kind=str, summary="The epoch of the log that `after` belongs to; 409 if it is another."
)
WAIT: Final = Parameter(
    name="wait",
    where="query",
    kind=Annotated[float, Meta(ge=0, le=history.MOST_WAIT)],
    summary="For how many seconds to wait where nothing is new yet.",
    example=0,
)
IF_NONE_MATCH: Final = Parameter(
    name="If-None-Match", where="header", kind=str, summary="An ETag: 304 while there is nothing newer."
)
IF_MATCH: Final = Parameter(
    name="If-Match", where="header", kind=str, summary="An ETag: 412 unless it is the newest version's."
)
IDEMPOTENCY_KEY: Final = Parameter(
    name="Idempotency-Key",
    where="header",
    kind=CommandId,
    summary="The command's id, where it does not stand in the body: it is carried out at most once.",
)
SECRET_KEY: Final = Parameter(
    name="Idempotency-Key",
    where="header",
    kind=SecretKey,
    summary="A secret of 16 random bytes or more: the same request with it takes effect once, and is answered alike.",
)

# Every route may say these: what came is no request, too much was asked for, or the server is at fault.
_ALWAYS: Final = ("malformed_request", "headers_too_large", "internal_error")
_ANY: Final = (*_ALWAYS, "too_many_requests")
_STORE: Final = ("store_unavailable",)
_TABLE_CODES: Final = (*_ANY, *_STORE, "wrong_token", "no_such_table", "not_found", "log_damaged")
_LOOKING: Final = (*_TABLE_CODES, "watch_closed")
_BODY: Final = (
    "bad_request", "malformed_json", "nested_too_deep", "unreadable_body", "body_too_large", "body_too_slow",
    "invalid_body",
)  # fmt: skip
_ID: Final = ("bad_id", "command_id_reused")
_WRITING: Final = (
    "store_error", "store_read_only", "conflict", "disk_full", "table_quota_reached", "store_quota_reached",
)  # fmt: skip
_COMMANDING: Final = (
    "token_needed", "not_admitted", "no_seat", "not_your_seat", "gm_only", "seat_needed", "no_seat_needed",
    "no_such_seat", "unknown_command", "unknown_game", "newer_version", "archived",
)  # fmt: skip
_SITTING: Final = (
    "invite_needed", "wrong_invite", "gm_only", "not_supported", "unknown_game", "archived", "table_closed",
    "table_full",
)  # fmt: skip
_SPEAKING: Final = ("token_needed", "watch_closed", "not_admitted", "no_seat", "archived")
_OPENING: Final = ("host_key_needed", "seeds_not_allowed", "bad_options", "unknown_game")

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        id="give_command",
        method="POST",
        path=f"{_TABLE}/commands",
        handler=tables.command,
        group="Playing",
        who="player",
        summary="Give a command",
        detail="Checks come in this order: the token; the id; `If-Match`; whether the move is legal. What is refused "
        "changes nothing, and its problem lists the `actions` that are legal now. The GM acts for a seat by naming it.",
        parameters=(TABLE, IDEMPOTENCY_KEY, IF_MATCH),
        body=Command,
        answers=(Answer(summary="What came of it, as its sender saw it.", kind=CommandAnswer, headers=("ETag",)),),
        problems=(*_TABLE_CODES, *_BODY, *_ID, *_WRITING, *_COMMANDING),
        refusals=True,
    ),
    Route(
        id="get_table",
        method="GET",
        path=_TABLE,
        handler=tables.look,
        group="Looking",
        who="viewer",
        summary="Look at a table",
        detail="The table as the caller may see it. What a viewer may not see is null.",
        parameters=(TABLE, IF_NONE_MATCH),
        answers=(
            Answer(summary="The caller's view.", kind=View, headers=("ETag",)),
            Answer(status=304, summary="Nothing is new.", media=None, headers=("ETag",)),
        ),
        problems=_LOOKING,
    ),
    Route(
        id="get_events",
        method="GET",
        path=f"{_TABLE}/events",
        handler=history.events,
        group="Looking",
        who="viewer",
        summary="What happened since a version",
        detail="With `wait` it is a long poll: answered as soon as the caller's version moves.",
        parameters=(TABLE, AFTER, EPOCH, WAIT),
        answers=(Answer(summary="Entries, oldest first.", kind=history.Told),),
        problems=(*_LOOKING, "invalid_query", "log_replaced"),
    ),
    Route(
        id="follow_table",
        method="GET",
        path=f"{_TABLE}/live",
        handler=live.live,
        group="Looking",
        who="viewer",
        summary="Follow a table live",
        detail="Server-Sent Events, to be read with `fetch`, which can send the token. Without a cursor, or with one "
        "that does not fit, a `reset` with the view comes first; then every version once, in order, as `entry` (the "
        "newest carries the view), and what is said as `chat`. Before the server ends a stream it says why: `close`. "
        "Go on with the last id.",
        parameters=(
            TABLE,
            Parameter(name="Last-Event-ID", where="header", kind=str, summary="The last event's id: VERSION.EPOCH."),
            AFTER,
            EPOCH,
        ),
        answers=(
            Answer(
                summary="An event stream.",
                media=EVENT_STREAM,
                events={"reset": Reset, "entry": viewer_feed.LiveEntry, "chat": Message, "close": Closing},
            ),
        ),
        problems=(*_LOOKING, "invalid_query"),
        head=False,
    ),
    Route(
        id="get_chronicle",
        method="GET",
        path=f"{_TABLE}/chronicle",
        handler=history.chronicle,
        group="Looking",
        who="viewer",
        summary="What happened, in sentences",
        parameters=(TABLE, AFTER, EPOCH),
        answers=(Answer(summary="Sentences, oldest first.", kind=history.ChroniclePage),),
        problems=(*_LOOKING, "invalid_query", "log_replaced"),
    ),
    Route(
        id="get_ledger",
        method="GET",
        path=f"{_TABLE}/ledger",
        handler=history.ledger,
        group="Looking",
        who="viewer",
        summary="Every coin's way",
        parameters=(TABLE, AFTER, EPOCH),
        answers=(Answer(summary="What moved, oldest first, and what is where now.", kind=history.LedgerPage),),
        problems=(*_LOOKING, "invalid_query", "log_replaced"),
    ),
    Route(
        id="get_standings",
        method="GET",
        path=f"{_TABLE}/standings",
        handler=history.standings,
        group="Looking",
        who="viewer",
        summary="Rounds, wins, coins, who was caught",
        parameters=(TABLE,),
        answers=(Answer(summary="The standings.", kind=history.StandingsPage),),
        problems=_LOOKING,
    ),
    Route(
        id="get_chat",
        method="GET",
        path=f"{_TABLE}/chat",
        handler=chat.chat,
        group="Chat",
        who="viewer",
        summary="What was said",
        parameters=(
            TABLE,
            Parameter(name="after", where="query", kind=Count, summary="The number after which to go on.", example=0),
        ),
        answers=(Answer(summary="Messages, oldest first.", kind=chat.ChatPage),),
        problems=(*_LOOKING, "invalid_query"),
    ),
    Route(
        id="say",
        method="POST",
        path=f"{_TABLE}/chat",
        handler=chat.say,
        group="Chat",
        who="player",
        summary="Say something",
        parameters=(TABLE,),
        body=chat.SayBody,
        answers=(Answer(status=201, summary="The message.", kind=Message),),
        problems=(*_TABLE_CODES, *_BODY, *_WRITING, *_SPEAKING),
    ),
    Route(
        id="erase_message",
        method="DELETE",
        path=f"{_TABLE}/chat/{{n}}",
        handler=chat.erase,
        group="Chat",
        who="player",
        summary="Erase a message",
        detail="By who said it, or the GM. Its text is gone for good; that something was erased is told.",
        parameters=(
            TABLE,
            Parameter(name="n", where="path", kind=RoundNumber, summary="The message's number.", example=1),
        ),
        answers=(Answer(summary="The erasure, a message without a text.", kind=Message),),
        problems=(*_TABLE_CODES, *_WRITING, *_SPEAKING, "no_such_message", "not_your_message"),
    ),
    Route(
        id="erase_chat",
        method="DELETE",
        path=f"{_TABLE}/chat",
        handler=chat.erase_all,
        group="Chat",
        who="gm",
        summary="Erase all that was said",
        parameters=(TABLE,),
        answers=(Answer(summary="The erasure, a message without a text.", kind=Message),),
        problems=(*_TABLE_CODES, *_WRITING, *_SPEAKING, "no_such_message", "gm_only"),
    ),
    Route(
        id="list_rounds",
        method="GET",
        path=f"{_TABLE}/rounds",
        handler=history.rounds,
        group="Rounds",
        who="viewer",
        summary="The rounds that were played",
        parameters=(
            TABLE,
            Parameter(name="after", where="query", kind=Count, summary="The round after which to go on."),
            LIMIT,
        ),
        answers=(Answer(summary="The rounds, by number.", kind=history.RoundsPage),),
        problems=(*_LOOKING, "invalid_query"),
    ),
    Route(
        id="get_round",
        method="GET",
        path=f"{_TABLE}/rounds/{{n}}",
        handler=history.replay,
        group="Rounds",
        who="viewer",
        summary="A round, step by step",
        detail="Each frame has the view that the caller was served at that version. The GM may ask for it as somebody "
        "else saw it; whoever may look, as the house saw it once the round is unsealed.",
        parameters=(
            TABLE,
            ROUND,
            Parameter(
                name="as",
                where="query",
                kind=Annotated[str, Meta(pattern="^(public|gm|house|seat:.+)$")],
                summary="public, gm, house, or seat:ID.",
            ),
            Parameter(name="from", where="query", kind=Count, summary="The version of the first frame; `next`, say."),
            LIMIT,
        ),
        answers=(Answer(summary="Frames, oldest first.", kind=history.ReplayPage),),
        problems=(*_LOOKING, "invalid_query", "no_such_round", "gm_only", "round_sealed", "no_such_viewer"),
    ),
    Route(
        id="get_proof",
        method="GET",
        path=f"{_TABLE}/rounds/{{n}}/proof",
        handler=proof.proof,
        group="Rounds",
        who="viewer",
        summary="The proof of a round",
        detail="While the round is sealed, the promise alone: root, path, commitment, luck words. Once it is unsealed, "
        "the seed, every draw, and the round's entries as they are stored. `/api/verify.py` checks it.",
        parameters=(TABLE, ROUND, IF_NONE_MATCH),
        answers=(
            Answer(summary="The proof, the same for everybody.", kind=Proof, headers=("ETag",)),
            Answer(status=304, summary="Nothing is new.", media=None, headers=("ETag",)),
        ),
        problems=(*_LOOKING, "no_such_round"),
    ),
    Route(
        id="export_table",
        method="GET",
        path=f"{_TABLE}/export",
        handler=history.export,
        group="Rounds",
        who="gm",
        summary="The log as it is stored",
        detail="A header, then every entry's line, verbatim. It is the whole truth: guard it.",
        parameters=(TABLE,),
        answers=(Answer(summary="JSON Lines.", media=LINES),),
        problems=(*_TABLE_CODES, "token_needed", "gm_only"),
        head=False,
    ),
    Route(
        id="sit_down",
        method="POST",
        path=f"{_TABLE}/seats",
        handler=tables.sit_down,
        group="Playing",
        who="invited",
        summary="Sit down at a table",
        detail=(
            "With the table's invite in the body or as the token, or with the GM's token. "
            "The GM may seat a player whom the server plays, with `npc`."
        ),
        parameters=(TABLE, SECRET_KEY),
        body=SitBody,
        answers=(Answer(status=201, summary="The seat, and the token of who sits there.", kind=Seated),),
        problems=(*_TABLE_CODES, *_BODY, *_ID, *_WRITING, *_SITTING),
    ),
    Route(
        id="open_table",
        method="POST",
        path=_TABLES,
        handler=tables.open_table,
        group="Tables",
        who="host",
        summary="Open a table",
        detail="Where the server has a host key, it is sent as the token.",
        parameters=(SECRET_KEY,),
        body=OpenBody,
        answers=(
            Answer(status=201, summary="The table, its GM's token, its invite.", kind=Opened, headers=("Location",)),
        ),
        problems=(*_ANY, *_STORE, *_BODY, *_ID, *_WRITING, *_OPENING),
    ),
    Route(
        id="list_tables",
        method="GET",
        path=_TABLES,
        handler=tables.list_tables,
        group="Tables",
        who="anyone",
        summary="The tables that are listed",
        parameters=(
            Parameter(name="after", where="query", kind=TableId, summary="The table after which to go on."),
            LIMIT,
        ),
        answers=(Answer(summary="The listed tables, by opening.", kind=directory.Listing),),
        problems=(*_ANY, *_STORE, "invalid_query"),
    ),
    Route(
        id="list_games",
        method="GET",
        path="/api/games",
        handler=games.games,
        group="Tables",
        who="anyone",
        summary="The games, with their options and commands",
        parameters=(IF_NONE_MATCH,),
        answers=(
            Answer(summary="The catalogue.", kind=games.Games, headers=("ETag",)),
            Answer(status=304, summary="Nothing is new.", media=None, headers=("ETag",)),
        ),
        problems=_ANY,
    ),
    Route(
        id="is_alive",
        method="GET",
        path="/healthz",
        handler=games.alive,
        group="Server",
        who="anyone",
        summary="Whether the process answers",
        answers=(Answer(summary="It does.", kind=games.Health),),
        problems=_ALWAYS,
    ),
    Route(
        id="is_ready",
        method="GET",
        path="/readyz",
        handler=games.ready,
        group="Server",
        who="anyone",
        summary="Whether the store can be reached",
        answers=(Answer(summary="It can.", kind=games.Health),),
        problems=(*_ALWAYS, *_STORE),
    ),
    Route(
        id="get_openapi",
        method="GET",
        path="/api/openapi.json",
        handler=page.document,
        group="Server",
        who="anyone",
        summary="This description",
        parameters=(IF_NONE_MATCH,),
        answers=(
            Answer(summary="The API in OpenAPI 3.1.", kind=dict[str, Any], headers=("ETag",)),
            Answer(status=304, summary="Nothing is new.", media=None, headers=("ETag",)),
        ),
        problems=_ANY,
    ),
    Route(
        id="get_python_verifier",
        method="GET",
        path="/api/verify.py",
        handler=proof.python_verifier,
        group="Rounds",
        who="anyone",
        summary="A verifier of proofs and exports, in Python",
        detail="One file that needs Python's standard library alone: `python3 verify.py proof.json`.",
        parameters=(IF_NONE_MATCH,),
        answers=(
            Answer(summary="The file.", media="text/x-python", headers=("ETag",)),
            Answer(status=304, summary="Nothing is new.", media=None, headers=("ETag",)),
        ),
        problems=_ANY,
    ),
    Route(
        id="get_key",
        method="GET",
        path="/api/key",
        handler=games.key,
        group="Rounds",
        who="anyone",
        summary="The key with which the server signs exports",
        detail="Keep it apart from the exports: that one was signed by this server is told by this key, and not by the "
        "one that the file brings along. `tavern verify` compares them.",
        parameters=(IF_NONE_MATCH,),
        answers=(
            Answer(summary="The public key.", kind=games.PublicKey, headers=("ETag",)),
            Answer(status=304, summary="Nothing is new.", media=None, headers=("ETag",)),
        ),
        problems=_ANY,
    ),
    Route(
        id="get_javascript_verifier",
        method="GET",
        path="/api/verify.mjs",
        handler=proof.javascript_verifier,
        group="Rounds",
        who="anyone",
        summary="A verifier of proofs and exports, in JavaScript",
        detail="A module for browsers and for Node, of which it needs nothing: `import { check } from …`.",
        parameters=(IF_NONE_MATCH,),
        answers=(
            Answer(summary="The module.", media="text/javascript", headers=("ETag",)),
            Answer(status=304, summary="Nothing is new.", media=None, headers=("ETag",)),
        ),
        problems=_ANY,
    ),
    Route(
        id="get_page",
        method="GET",
        path="/",
        handler=page.page,
        group="Server",
        who="anyone",
        summary="A page to read the API and try it",
        parameters=(IF_NONE_MATCH,),
        answers=(
            Answer(summary="The page.", media=HTML, headers=("ETag",)),
            Answer(status=304, summary="Nothing is new.", media=None, headers=("ETag",)),
        ),
        problems=_ANY,
    ),
    Route(
        id="get_page_asset",
        method="GET",
        path="/api/page/{asset}",
        handler=page.asset,
        group="Server",
        who="anyone",
        summary="What the page is made of",
        parameters=(
            Parameter(
                name="asset",
                where="path",
                kind=Literal["icon.svg", "page.css", "page.js", "swagger-ui-bundle.js", "swagger-ui.css"],
                summary="The file's name.",
            ),
            IF_NONE_MATCH,
        ),
        answers=(
            Answer(summary="The file.", media="*/*", headers=("ETag",)),
            Answer(status=304, summary="Nothing is new.", media=None, headers=("ETag",)),
        ),
        problems=(*_ANY, "not_found"),
    ),
)
