"""Tokens, table ids and ETags: what is permanent is compared with values that were computed by other means."""

import base64
import hashlib
import hmac

import pytest

from events.audience import GM, seat_viewer
from server.tokens import (
    derive_token,
    derive_whim,
    entity_tag,
    hash_of,
    names_tag,
    names_version,
    new_table_id,
    record_of,
    tag_for,
    tag_key,
)

KEY = bytes(range(32))
BRI = seat_viewer("bri")


def mac(*parts: str) -> bytes:
    """HMAC-SHA-256 over the parts, each after its length in four bytes."""
    return hmac.new(
        KEY, b"".join(len(part.encode()).to_bytes(4, "big") + part.encode() for part in parts), hashlib.sha256
    ).digest()


def test_a_token_that_was_given_once_stays_valid_for_ever() -> None:
    # A server that derives another answers a repeated request with a token that nobody has.
    token = derive_token(KEY, "t", GM, "n")
    assert token == base64.urlsafe_b64encode(mac("token v1", "t", GM, "n")).decode().rstrip("=")
    assert token == "AYQX5ohFZ7qmmUZcTMk6I4KdYQ70-umnRSEEUhXD2qU"
    assert hash_of(token) == hashlib.sha256(token.encode()).hexdigest()
    kept = record_of(token, GM, "n")
    assert (kept.hash, kept.viewer, kept.nonce) == (hash_of(token), GM, "n")


def test_whims_and_tag_keys_follow_from_what_they_are_about() -> None:
    assert derive_whim(KEY, "t", "bri") == mac("whim v1", "t", "bri")
    assert tag_key(KEY, "t", BRI, "e") == mac("etag v1", "t", BRI, "e")
    assert derive_whim(KEY, "tb", "ri") != derive_whim(KEY, "t", "bri")


def test_a_table_s_id_has_all_of_its_random_bytes_and_no_more() -> None:
    fresh = bytes(range(200, 216))
    table = new_table_id(fresh)
    assert len(table) == 26
    assert table == table.lower()
    assert base64.b32decode(table.upper() + "======") == fresh
    assert new_table_id(fresh + b"more") == table


def test_a_tag_is_that_of_a_version_what_was_seen_a_deadline_and_a_viewer() -> None:
    key = tag_key(KEY, "t", BRI, "e")
    tag, late = entity_tag(key, 7, "ab"), entity_tag(key, 7, "ab", "later")
    assert tag == f'"{hashlib.blake2b(b"7 ab", digest_size=16, key=key).hexdigest()}"'
    assert late == f'"{hashlib.blake2b(b"7 ab later", digest_size=16, key=key).hexdigest()}"'
    others = {entity_tag(key, 8, "ab"), entity_tag(key, 7, "ac"), entity_tag(tag_key(KEY, "t", GM, "e"), 7, "ab")}
    assert len({tag, late, *others}) == 5


def test_the_tag_of_a_view_with_a_seat_s_actions_names_the_seat() -> None:
    assert tag_for('"abc"', None) == '"abc"'
    assert tag_for('"abc"', "bri") == '"abc.bri"'


@pytest.mark.parametrize("header", ['"abc"', 'W/"abc"', '"x", "abc"', '"x" ,W/"abc"', "*"])
def test_a_header_names_the_tags_that_are_in_it(header: str) -> None:
    assert names_tag(header, '"abc"')
    assert names_version(header, '"abc"')


@pytest.mark.parametrize("header", [None, "", "abc", '"ab"', '"abc', '"abcd", "x"'])
def test_a_header_names_no_other_tags(header: str | None) -> None:
    assert not names_tag(header, '"abc"')
    assert not names_version(header, '"abc"')


def test_a_command_may_be_about_the_view_with_any_seat_s_actions() -> None:
    assert names_version('"abc.bri"', '"abc"')
    assert names_version('"x", "abc.th-orr"', '"abc"')
    assert not names_tag('"abc.bri"', '"abc"')
