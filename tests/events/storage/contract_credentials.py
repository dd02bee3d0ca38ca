"""What every store must do for secrets, tokens, keys and idempotency keys."""

import asyncio

import msgspec
import pytest

from events.storage.contract import (
    AlreadyAnswered,
    Answered,
    AppendRecords,
    Conflict,
    NoSuchTable,
    Store,
)
from tests.events.storage.filling import (
    NOTHING,
    SECRET,
    facts,
    fill,
    join_code,
    request,
    token,
)

MORNING = "2025-03-01T08:00:00.000Z"


class CredentialContract:
    """The contract of `events.storage.contract.CredentialStore`, and of what `append` keeps for it."""

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

    async def test_a_join_code_is_found_by_its_hash_and_by_its_table(self, store: Store) -> None:
        code, other = join_code("kelp"), join_code("brum", "u")
        assert await store.keep_join_code(code, MORNING)
        assert await store.keep_join_code(other, MORNING)
        assert [await store.join_code(one.hash) for one in (code, other)] == [code, other]
        assert [await store.join_code_of(table) for table in ("t", "u", "v", "")] == [code, other, None, None]
        assert await store.join_code("hash of nothing") is None
        assert await store.join_code("\ud800") is None

    async def test_a_tables_new_join_code_takes_the_place_of_the_old(self, store: Store) -> None:
        old, new = join_code("old"), join_code("new")
        assert await store.keep_join_code(old, MORNING)
        assert await store.keep_join_code(new, MORNING)
        assert await store.join_code(old.hash) is None
        assert await store.join_code_of("t") == new
        again = msgspec.structs.replace(new, nonce="another")
        assert await store.keep_join_code(again, MORNING)
        assert await store.join_code(new.hash) == again

    async def test_two_tables_have_no_join_code_in_common_until_it_has_expired(self, store: Store) -> None:
        first, second = join_code("kelp"), join_code("kelp", "u", "2025-03-02T12:00:00.000Z")
        assert await store.keep_join_code(first, MORNING)
        assert not await store.keep_join_code(second, MORNING)
        assert await store.join_code(first.hash) == first
        assert await store.join_code_of("u") is None
        assert await store.keep_join_code(second, first.expires)
        assert await store.join_code(first.hash) == second
        assert await store.join_code_of("t") is None

    async def test_join_codes_that_have_expired_are_removed_with_the_next(self, store: Store) -> None:
        expired = join_code("kelp")
        assert await store.keep_join_code(expired, MORNING)
        assert await store.keep_join_code(join_code("brum", "u", "2025-03-02T12:00:00.000Z"), expired.expires)
        assert await store.join_code(expired.hash) is None

    async def test_of_two_tables_that_take_a_join_code_at_once_one_gets_it(self, store: Store) -> None:
        codes = [join_code("kelp", table) for table in ("t", "u", "v")]
        kept = await asyncio.gather(*(store.keep_join_code(code, MORNING) for code in codes))
        assert sorted(kept) == [False, False, True]
        assert await store.join_code(codes[0].hash) == codes[kept.index(True)]

    async def test_a_join_code_that_is_no_text_is_refused(self, store: Store) -> None:
        with pytest.raises(ValueError, match="surrogate"):
            await store.keep_join_code(join_code("kelp", "\ud800"), MORNING)

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
