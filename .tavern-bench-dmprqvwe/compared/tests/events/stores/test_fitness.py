"""What every store refuses before it queues anything."""

import pytest

from events.dice import SECRET_BYTES
from events.store import AppendRecords, Request, Token
from events.stores.fitness import refuse_unfit, refuse_unfit_archive, refuse_unfit_chat

GOOD = "ß🎲"
BAD = "\ud800"


def asked(scope: str = "t", caller: str = GOOD, request_id: str = GOOD, fingerprint: str = GOOD) -> AppendRecords:
    return AppendRecords(request=Request(scope=scope, caller=caller, id=request_id, fingerprint=fingerprint))


def given(token_hash: str = GOOD, viewer: str = GOOD, nonce: str = GOOD) -> Token:
    return Token(hash=token_hash, viewer=viewer, nonce=nonce)


def test_what_any_log_may_have_is_not_refused() -> None:
    for records in (
        AppendRecords(secret=bytes(SECRET_BYTES), tokens=[given()], revoked=[GOOD], deadline="2026"),
        asked(),
        asked(""),
    ):
        refuse_unfit("t", 1, records)
    refuse_unfit("t", 2, AppendRecords())
    refuse_unfit_archive("t", [b"{}"], [given()])
    refuse_unfit_chat(GOOD, "")


@pytest.mark.parametrize(
    ("seq", "records", "reason"),
    [
        (1, AppendRecords(secret=bytes(SECRET_BYTES + 1)), "has 32 bytes, not 33"),
        (1, AppendRecords(secret=bytes(SECRET_BYTES - 1)), "has 32 bytes, not 31"),
        (2, AppendRecords(secret=bytes(SECRET_BYTES)), "comes with entry 1, not with entry 2"),
        (0, AppendRecords(secret=bytes(SECRET_BYTES)), "comes with entry 1, not with entry 0"),
        (1, asked("u"), "a request of u cannot be answered by an entry of t"),
        (1, AppendRecords(revoked=[GOOD, BAD]), "surrogates not allowed"),
        (1, AppendRecords(deadline=BAD), "surrogates not allowed"),
        (1, asked(caller=BAD), "surrogates not allowed"),
        (1, asked(request_id=BAD), "surrogates not allowed"),
        (1, asked(fingerprint=BAD), "surrogates not allowed"),
        *[(1, AppendRecords(tokens=[given(), one]), "surrogates not allowed") for one in
          (given(BAD), given(viewer=BAD), given(nonce=BAD))],
    ],
)  # fmt: skip
def test_what_no_log_may_have_is_refused(seq: int, records: AppendRecords, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        refuse_unfit("t", seq, records)


def test_a_table_needs_an_id_that_can_be_written_and_an_archive_an_entry() -> None:
    for table, reason in (("", "a table needs an id"), (BAD, "surrogates not allowed")):
        with pytest.raises(ValueError, match=reason):
            refuse_unfit(table, 1, AppendRecords())
        with pytest.raises(ValueError, match=reason):
            refuse_unfit_archive(table, [b"{}"], [])
    with pytest.raises(ValueError, match="a table needs at least one entry"):
        refuse_unfit_archive("t", [], [])
    for one in (given(BAD), given(viewer=BAD), given(nonce=BAD)):
        with pytest.raises(ValueError, match="surrogates not allowed"):
            refuse_unfit_archive("t", [b"{}"], [given(), one])
    with pytest.raises(ValueError, match="surrogates not allowed"):
        refuse_unfit_chat(GOOD, BAD)
