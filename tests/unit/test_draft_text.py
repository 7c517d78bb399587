"""The statement in what a model wrote: what may stand around it, and what is no statement."""

from __future__ import annotations

import json

import pytest

from bot.draft_text import statements
from bot.models.reply import Spoken, cypher_from

READ = "MATCH (s:Ship) RETURN s.name"

THOUGHTS = [
    f"<think>x</think>\n{READ}",
    f"<think>I would MATCH (a) RETURN a\n\n{READ}",
    f"so MATCH (a) RETURN a</think>{READ}",
    f"<seed:think>MATCH (a) RETURN a</seed:think>{READ}",
    f"<thought>hm MATCH (x)</thought>{READ}",
    f"[THINK]MATCH (a) RETURN a[/THINK]{READ}",
    f"◁think▷ hm MATCH (a) RETURN a ◁/think▷{READ}",
    f"<|begin_of_thought|>MATCH (a)<|end_of_thought|><|begin_of_answer|>{READ}<|end_of_answer|>",
]
MARKS = [
    *(READ + mark for mark in ("<|im_end|>", "</s>", " <|endoftext|>", "<|eot_id|>", "\n[/INST]")),
    *(READ + mark for mark in ("<end_of_turn>", "<｜end▁of▁sentence｜>", "<pad><pad>", "<0x0A>")),
    f"{READ}<|im_end|>\n<|im_start|>user\nAnd MATCH (p:Port) RETURN p",
    f"<|im_start|>assistant\n{READ}<|im_end|>",
    f"[INST] list ships [/INST] {READ}",
    f"<|channel|>analysis<|message|>So MATCH (s) RETURN s<|end|><|channel|>final<|message|>{READ}",
    f"<thinking>a</thinking><answer>{READ}</answer>",
    f"<cypher_query>{READ};</cypher_query> done",
]
LEADS = [
    *(f"{lead} {READ}" for lead in ("Answer:", "**Answer:**", "Antwort:", "A:", "1.", "*", ">")),
    *(f"{lead}\n{READ}" for lead in ("Here is the query:", "Return all ships:", "### Cypher")),
    f"Match the ships first. Then:\n{READ}",
    f"With this query you get all ships:\n{READ}",
    f"The query is `{READ}`.",
    f'query = "{READ}"',
    f"neo4j> {READ}",
    f"**Cypher Query**\n\n{READ}",
    f"The query is {READ}.",
    f"Half of it:\n```\nMATCH (s:Ship)\n```\nAll of it:\n```\n{READ}\n```",
    "> MATCH (s:Ship)\n> RETURN s.name",
]
NOTES = [
    *(f"{READ}\n\n{note}" for note in ("This lists ships.", "Let me know!", "1. MATCH finds")),
    *(f"{READ}\n{note}" for note in ("Explanation: it", "# a comment", "Result:\n| name |")),
    f"{READ};\nThis query returns ships.",
    f"{READ}\nQuestion: which ports?\nCypher: MATCH (p:Port) RETURN p.name",
]
JSON = [
    json.dumps({"sql": READ}),
    json.dumps({"thought": "I MATCH (s:Ship) and RETURN s", "anything": READ}),
    json.dumps({"reasoning": "MATCH (x) RETURN x is wrong", "cypher": READ}),
    json.dumps([{"result": {"statement": READ}}]),
    json.dumps({"cypher": f"```cypher\n{READ}\n```"}),
    f"Here: {json.dumps({'cypher_query': READ})}",
    f"<tool_call>\n{json.dumps({'name': 'run', 'arguments': {'query': READ}})}\n</tool_call>",
    '{"cypher": "MATCH (s:Ship)\nRETURN s.name"}',
    f"{{'cypher': '{READ}'}}",
    f'{{"cypher": "{READ}",}}',
    f'{{cypher: "{READ}"}}',
    f'{{"cypher": """{READ}"""}}',
]
PAGES = [
    *(f"{f}cypher\n{READ}\n{f}" for f in ("```", "~~~", "'''", '"""', "\\`\\`\\`")),
    f"```{READ}```",
    f"```Cypher (Neo4j)\n{READ}",
    f"**{READ}**",
    f"<pre>{READ}</pre>",
]


@pytest.mark.parametrize("text", [*THOUGHTS, *MARKS, *LEADS, *NOTES, *JSON, *PAGES])
def test_the_statement_alone_is_left(text: str) -> None:
    assert " ".join(cypher_from(text).split()) == READ


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (s:Ship) WHERE s.name = 'a </s> b' RETURN s.name",
        'MATCH (s:Ship) WHERE s.name = \'{"q": "RETURN 1"}\' RETURN s.name',
        "MATCH (s:Ship {tonnage: {gt: 5}})\nMATCH (p:Port)\nRETURN p.name",
        "MATCH (s:Ship)\nRETURN s.name\nGROUP BY s.name\n\nORDER BY s.name",
        "MATCH (s:Ship) RETURN s.name; MATCH (p:Port) RETURN p.name",
        "CREATE (s:Ship) WITH s MATCH (p:Port) RETURN p",
    ],
)
def test_what_is_a_statement_or_nearly_one_stays_whole(text: str) -> None:
    assert cypher_from(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "I cannot answer that.",
        "Match the ships with their owners.",
        '{"answer": 42}',
        '{"cypher": "MATCH (s:Ship) RETURN s',
        "<think>It is about ships.",
        "",
    ],
)
def test_there_may_be_none(text: str) -> None:
    assert cypher_from(text) == ""


@pytest.mark.parametrize(
    "cypher",
    [
        "WITH 1 AS x RETURN x",
        "OPTIONAL MATCH (s:Ship) RETURN s.name",
        "MATCH (s:Ship) WHERE s.name CONTAINS '<b>' RETURN s.name",
        "MATCH (a) WHERE a.x IN\n[ABC] RETURN a BETWEEN 1",
        "MATCH p = shortestPath((a:Ship)-[*..3]-(b:Port)) RETURN p",
        "CALL db.labels() YIELD label RETURN label",
        "match (s:Ship)\nwhere s.x = 1\nreturn s.name",
    ],
)
def test_any_statement_is_found(cypher: str) -> None:
    assert cypher_from(f"Answer: {cypher}\n\nThis is it.") == cypher


def test_alternatives_stay_apart() -> None:
    text = f"Either\n```\n{READ}\n```\nor\n```\nMATCH (p:Port) RETURN p\n```"
    assert statements(text) == (READ, "MATCH (p:Port) RETURN p") and cypher_from(text) == ""


def test_an_answer_ends_before_the_marks_of_its_turn() -> None:
    spoken = Spoken()
    said = [spoken.say(piece) for piece in ("Two", " films", ".<|im", "_end|>", "</s>")]
    assert "".join(said) + spoken.rest() == "Two films."
    open_ended = Spoken()
    assert open_ended.say("Two < three") + open_ended.rest() == "Two < three"
