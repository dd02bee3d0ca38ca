"""The tests of the server that run on one server only, and why. All others also run on two: see `clusters.py`."""

from collections.abc import Mapping
from typing import Final

import pytest

_FAILS = "one server's store fails, or is slow, where the test says so"
_DAMAGED = "damages what is in a store in memory"
_HOLDS = "holds one server between two steps"
_COUNTS = "counts calls, alarms or metrics of one server"
_MEMORY = "looks at or changes what one server has in memory"
_OWN = "brings its own stores"
_STEPS = (
    "a server that has not followed a turn knows its deadline by the wall clock alone, so a step of it renews the turn"
)

ONE_SERVER: Final[Mapping[str, str]] = {
    "test_analysis.py": _MEMORY,
    "test_backoff.py": _FAILS,
    "test_clock.py::test_a_clock_goes_on_after_the_store_failed_it": _FAILS,
    "test_clock.py::test_a_clock_that_moves_nothing_on_acts_once_and_the_table_can_be_played": _COUNTS,
    "test_clock.py::test_a_deadline_survives_a_restart": _COUNTS,
    "test_clock.py::test_a_deadline_that_passed_while_the_server_was_down_starts_again": (
        "its second server is an hour ahead of the first, which still runs"
    ),
    "test_clock.py::test_a_log_written_with_steps_of_the_clock_passes_its_audit": _COUNTS,
    "test_clock.py::test_a_view_shows_the_real_deadline_after_the_wall_clock_is_set": _STEPS,
    "test_clock.py::test_a_wall_clock_that_is_set_moves_no_deadline": _STEPS,
    "test_clock.py::test_after_a_step_every_turn_takes_as_long_as_it_may": _STEPS,
    "test_clock.py::test_an_alarm_that_rings_too_early_is_set_again": _COUNTS,
    "test_damage.py": _DAMAGED,
    "test_disputes.py::test_an_unsealed_round_is_looked_through_for_missed_cheats_once": _COUNTS,
    "test_eviction.py": _MEMORY,
    "test_pipelining.py": _FAILS,
    "test_faults.py": _FAILS,
    "test_hidden_entries_cost_nothing.py": _COUNTS,
    "test_hostile_bodies.py": "many walks, each with a database of its own: they take too long",
    "test_hosts.py::test_the_metrics_answer_for_the_operators_hosts_alone": _COUNTS,
    "test_idempotency.py::test_one_of_two_different_racing_requests_with_the_same_key_is_refused": _OWN,
    "test_idempotency.py::test_two_racing_requests_with_the_same_key_open_one_table": _OWN,
    "test_join_codes.py::test_every_look_up_counts_as_an_attempt": _COUNTS,
    "test_join_codes.py::test_many_addresses_cannot_guess_together": _COUNTS,
    "test_join_codes.py::test_the_store_keeps_no_code_in_plain_text": _OWN,
    "test_join_codes.py::test_wrong_codes_of_an_address_are_soon_too_many": _COUNTS,
    "test_limits.py::test_over_http_too_many_requests_are_a_problem_that_a_page_may_read": _COUNTS,
    "test_live.py::test_a_feed_that_is_released_while_a_stream_begins_is_made_again": _MEMORY,
    "test_live.py::test_a_long_pass_has_few_portions": _MEMORY,
    "test_live.py::test_a_pass_serves_all_readers_in_order_and_lets_the_loop_do_other_work_between_portions": _MEMORY,
    "test_live.py::test_a_stopping_server_asks_its_readers_to_reconnect": _MEMORY,
    "test_live.py::test_a_stream_goes_on_when_its_table_left_memory_and_came_back": _MEMORY,
    "test_looking.py::test_anyone_may_ask_for_health": "closes the store of one server",
    "test_metrics.py": _COUNTS,
    "test_npc_faults.py": _FAILS,
    "test_npc_restarts.py": _MEMORY,
    "test_npcs_out_of_memory.py": _MEMORY,
    "test_operator.py": "asks at the operator address of one server",
    "test_other_servers.py": _COUNTS,
    "test_presence.py": "servers that share a store do not know each other's readers",
    "test_quota.py::test_a_store_over_its_quota_opens_no_table_and_lets_rounds_end": (
        "a server learns how much others wrote only now and then"
    ),
    "test_reports.py::test_a_token_that_is_replaced_meanwhile_gets_no_report": _HOLDS,
    "test_reports.py::test_one_address_cannot_fill_the_queue_of_reports": _HOLDS,
    "test_reports.py::test_other_requests_are_answered_while_a_report_is_made": _HOLDS,
    "test_reports.py::test_a_report_of_a_damaged_log_says_so_and_only_the_house_reads_what_is_wrong": _DAMAGED,
    "test_reports.py::test_entries_that_the_caller_does_not_see_make_no_report_longer": _COUNTS,
    "test_restart.py": _OWN,
    "test_restored_database.py": _OWN,
    "test_revocation.py": _HOLDS,
    "test_rounds.py::test_a_page_of_a_long_round_costs_no_more_than_what_it_shows": _COUNTS,
    "test_running.py": _OWN,
    "test_sealed_luck_walks.py": "many walks, each with a database of its own: they take too long",
    "test_secrecy_of_logs.py": "feeds one server's copy a finished log, entry by entry",
    "test_secret_choices.py": "feeds one server's copy a finished log, entry by entry",
    "test_secret_damage.py": _DAMAGED,
    "test_several_servers.py": "starts two servers by itself",
    "test_snapshots.py": _COUNTS,
    "test_startup.py": _COUNTS,
    "test_what_if.py::test_a_question_whose_client_went_away_is_given_up": _HOLDS,
    "test_what_if.py::test_a_token_that_is_replaced_meanwhile_gets_no_answer": _HOLDS,
    "test_what_if.py::test_one_address_cannot_fill_the_queue": _HOLDS,
    "test_what_if.py::test_other_requests_are_answered_while_a_policy_plays_on": _HOLDS,
}
"""Reasons, by file, or by file and test: `test_x.py::test_y`."""


def why_one_server(item: pytest.Item) -> str | None:
    """Why a test cannot run on several servers; None if it can."""
    file, name = item.path.name, getattr(item, "originalname", item.name)
    return ONE_SERVER.get(file) or ONE_SERVER.get(f"{file}::{name}")
