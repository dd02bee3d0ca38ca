"""What every store must do for secrets, tokens, keys and idempotency keys."""

import asyncio

import pytest

from events.store import (
    AlreadyAnswered,
    Answered,
    AppendRecords,
    Conflict,
    NoSuchTable,
    Store,
)
from tests.events.stores.filling import (
    NOTHING,
    SECRET,
    facts,
    fill,
    request,
    token,
)


class CredentialContract:
    """The contract of `events.store.CredentialStore`, and of what `append` keeps for it."""

    async def test_a_secret_is_kept_with_the_first_entry_for_its_table_alone(self, store: Store) -> None:
        await store.append("t", 1, b"{}", AppendRecords(secret=SECRET))
        await store.append("u", 1, b"{}", NOTHING)
        assert await store.secret("t") == SECRET
        with pytest.raises(NoSuchTable):
            await store.secret("u")

    async def test_the_nodes_of_a_tree_are_kept_with_its_secret(self, store: Store) -> None:
        await store.append("t", 1, b"{}", AppendRecords(secret=SECRET, nodes=b"nodes"))
        await store.append("u", 1, b"{}", AppendRecords(secret=SECRET))
        assert [await store.nodes(table) for table in ("t", "u", "unknown")] == [b"nodes", None, None]

    async def test_a_secret_that_is_refused_with_its_entry_changes_nothing(self, store: Store) -> None:
        await store.append("t", 1, b"{}", AppendRecords(secret=SECRET))
        with pytest.raises(Conflict):
            await store.append("t", 1, b"{}", AppendRecords(secret=SECRET[::-1]))
        assert await store.secret("t") == SECRET

    async def test_tokens_are_found_by_hash_and_by_viewer(self, store: Store) -> None:
        gm, bri = token("gm", "g"), token("seat:bri", "b")
        await store.append("t", 1, b"{}", AppendRecords(tokens=[gm]))
        await store.append("t", 2, b"{}", AppendRecords(tokens=[bri]))
        assert await store.token("t", gm.hash) == gm
        assert await store.token("t", bri.hash) == bri
        assert await store.token_of("t", "seat:bri") == bri
        assert await store.token_of("t", "seat:odo") is None
        assert await store.token("t", "no such hash") is None

    async def test_a_token_opens_its_own_table_only(self, store: Store) -> None:
        await store.append("t", 1, b"{}", AppendRecords(tokens=[token("gm", "g")]))
        await store.append("u", 1, b"{}", NOTHING)
        assert await store.token("u", token("gm", "g").hash) is None
        assert await store.token_of("u", "gm") is None

    async def test_a_viewers_new_token_takes_the_place_of_the_old(self, store: Store) -> None:
        old, new, other = token("gm", "old"), token("gm", "new"), token("seat:bri", "b")
        await store.append("t", 1, b"{}", AppendRecords(tokens=[old, other]))
        await store.append("t", 2, b"{}", AppendRecords(tokens=[new]))
        assert await store.token("t", old.hash) is None
        assert await store.token("t", new.hash) == new
        assert await store.token_of("t", "gm") == new
        assert await store.token_of("t", "seat:bri") == other

    async def test_a_revoked_token_is_gone_and_nobody_elses(self, store: Store) -> None:
        await store.append("t", 1, b"{}", AppendRecords(tokens=[token("gm", "g"), token("seat:bri", "b")]))
        await store.append("u", 1, b"{}", AppendRecords(tokens=[token("seat:bri", "b")]))
        await store.append("t", 2, b"{}", AppendRecords(revoked=["seat:bri", "seat:nobody"]))
        assert await store.token("t", token("seat:bri", "b").hash) is None
        assert await store.token_of("t", "seat:bri") is None
        assert await store.token_of("t", "gm") == token("gm", "g")
        assert await store.token_of("u", "seat:bri") == token("seat:bri", "b")

    async def test_revoking_comes_before_giving(self, store: Store) -> None:
        await store.append("t", 1, b"{}", AppendRecords(tokens=[token("gm", "old")]))
        await store.append("t", 2, b"{}", AppendRecords(revoked=["gm"], tokens=[token("gm", "new")]))
        assert await store.token_of("t", "gm") == token("gm", "new")

    async def test_an_answered_request_names_its_entry_and_what_was_asked(self, store: Store) -> None:
        await fill(store, "t", 1)
        await store.append("t", 2, b"{}", AppendRecords(request=request("1", fingerprint="stand up")))
        assert await store.answered("t", "seat:bri", "1") == Answered(table="t", seq=2, fingerprint="stand up")

    async def test_the_same_id_of_another_caller_or_table_is_another_request(self, store: Store) -> None:
        await store.append("t", 1, b"{}", AppendRecords(request=request("1", caller="gm")))
        await store.append("t", 2, b"{}", AppendRecords(request=request("1", caller="seat:bri")))
        await store.append("u", 1, b"{}", AppendRecords(request=request("1", "u", caller="gm")))
        await store.append("v", 1, b"{}", AppendRecords(request=request("1", "", caller="gm")))
        assert await store.answered("t", "gm", "1") == Answered(table="t", seq=1, fingerprint="asked")
        assert await store.answered("t", "seat:bri", "1") == Answered(table="t", seq=2, fingerprint="asked")
        assert await store.answered("u", "gm", "1") == Answered(table="u", seq=1, fingerprint="asked")
        assert await store.answered("", "gm", "1") == Answered(table="v", seq=1, fingerprint="asked")
        assert await store.answered("v", "gm", "1") is None
        assert await store.answered("nobody's", "gm", "1") is None

    @pytest.mark.parametrize("seq", [1, 2, 3])
    async def test_a_key_is_used_once_whatever_the_seq(self, store: Store, seq: int) -> None:
        await store.append("t", 1, b"{}", AppendRecords(request=request("1")))
        with pytest.raises(AlreadyAnswered) as caught:
            await store.append("t", seq, b"{}", AppendRecords(request=request("1", fingerprint="other"), closed=True))
        assert caught.value.answered == Answered(table="t", seq=1, fingerprint="asked")
        assert (caught.value.kept, caught.value.code) == (False, "already_answered")
        assert [facts(info) for info in await store.tables()] == [("t", 1, None, False)]

    async def test_one_key_opens_one_table_even_when_it_is_sent_twice_at_once(self, store: Store) -> None:
        opening = AppendRecords(secret=SECRET, request=request("1", "", "public"))
        first, second = await asyncio.gather(
            store.append("t", 1, b"{}", opening), store.append("u", 1, b"{}", opening), return_exceptions=True
        )
        assert isinstance(first, int)
        assert isinstance(second, AlreadyAnswered)
        assert second.answered == Answered(table="t", seq=1, fingerprint="asked")
        assert [info.table for info in await store.tables()] == ["t"]

    async def test_the_servers_key_and_the_epoch_stay_as_they_were_first_given(self, store: Store) -> None:
        assert await store.server_key(b"\x00first") == b"\x00first"
        assert await store.server_key(b"second") == b"\x00first"
        assert await store.signing_key(b"\x00another") == b"\x00another"
        assert await store.signing_key(b"third") == b"\x00another"
        assert await store.epoch("first") == "first"
        assert await store.epoch("second") == "first"

    async def test_two_who_ask_at_once_get_one_key(self, store: Store) -> None:
        first, second = await asyncio.gather(store.server_key(b"first"), store.server_key(b"second"))
        assert first == second == await store.server_key(b"third")
