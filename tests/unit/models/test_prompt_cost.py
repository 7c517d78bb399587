"""What a question costs in prompts over a large schema, beside GraphCypherQAChain."""

from __future__ import annotations

from bot.events import Rows
from tests.bench.prompts import made_schema, ours, peers, questions, tokenizer


async def test_over_two_hundred_labels_it_is_under_a_fifth_of_the_chains() -> None:
    schema, count = made_schema(200, 600), tokenizer()
    asked = questions(schema, 4)
    rows = Rows(("name", "value"), tuple((f"Some name {n}", n) for n in range(40)), 40, False)
    alone, following = await ours(schema, asked, rows, count)
    theirs = sum(peers(schema, asked, rows, count))
    assert sum(alone) < theirs / 5 and sum(following) < theirs / 5
