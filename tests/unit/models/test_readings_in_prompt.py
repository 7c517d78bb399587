"""What the reader read goes along in the prompt, each with how surely it is meant."""

from __future__ import annotations

from bot.models.prompt import write_prompt
from bot.ports import WriteRequest
from tests.unit.steps.graphs import fleet

BOTH = (("Ships in Oslo", "RETURN 1", 0.742), ("Ships of Oslo", "RETURN 2", 0.2))


def test_each_says_how_surely_it_is_meant() -> None:
    told = write_prompt(WriteRequest("Oslo ships?", fleet(), readings=BOTH))
    assert "- Ships in Oslo (sure: 0.74): RETURN 1\n- Ships of Oslo (sure: 0.20): RETURN 2" in told


def test_so_does_a_draft_that_is_most_likely_right() -> None:
    told = write_prompt(WriteRequest("Oslo ships?", fleet(), readings=BOTH[:1], firm=True))
    assert "most likely right" in told and "- Ships in Oslo (sure: 0.74): RETURN 1" in told


def test_where_nobody_counted_no_number_is_made_up() -> None:
    request = WriteRequest("Oslo ships?", fleet(), readings=[("Ships in Oslo", "RETURN 1", None)])
    told = write_prompt(request)
    assert "- Ships in Oslo: RETURN 1" in told and "sure:" not in told
