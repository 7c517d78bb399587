import json
from dataclasses import replace

import pytest

from bot.events import Choice, Outcome, Rows, StepFinished, Verification
from bot.render.answer_json import answer_json
from bot.render.answer_props import answer_props, is_worth_showing
from bot.render.phrases import step_summary
from bot.render.plain_text import answer_parts, answer_text
from memory.catalogue import speaking
from memory.schema import LinkedValue

USED = LinkedValue("hanks", "Person", "name", "Tom Hanks", 10, 15, 0.8, "fuzzy")
OTHER = LinkedValue("hanks", "Person", "name", "Colin Hanks", 10, 15, 0.7, "fuzzy")
ELSEWHERE = LinkedValue("films", "Studio", "name", "Films Inc", 0, 5, 0.6, "fuzzy")


def outcome(result: Rows) -> Outcome:
    return Outcome(
        question="films of hanks",
        engine="llm",
        cypher=" MATCH (n) RETURN n ",
        parameters={"names": ["a", "b"]},
        linked=(USED,),
        result=result,
        reading="everything",
    )


def test_it_is_plain_json_with_every_key() -> None:
    rows = Rows(
        ("node", "n", "mixed"),
        (({"_labels": ["A"], "name": "x"}, 1, "s"), (None, None, 2), ([1, 2], 2**60, True)),
        3,
        False,
    )
    props = json.loads(json.dumps(answer_props(outcome(rows), "id-1", max_export=10)))
    assert set(props) == {
        "id", "links", "terms", "chart", "table", "picture", "used", "reading", "engine",
        "verified", "failed", "cypher", "parameters", "choices", "notices", "behind", "others",
        "files", "pages", "sources",
    }  # fmt: skip
    assert [column["numeric"] for column in props["table"]["columns"]] == [False, True, False]
    assert props["table"]["rows"] == [
        ["x", 1, "s"],
        [None, None, "2"],
        ["1, 2", "1,152,921,504,606,846,976", "yes"],
    ]
    assert props["table"]["download"] == "/export/id-1.csv"
    assert props["cypher"] == "MATCH (n) RETURN n"
    assert props["parameters"] == {"names": "a, b"}


def test_a_link_offers_what_else_its_words_could_mean() -> None:
    props = answer_props(outcome(Rows((), (), 0, False)), "i", (USED, OTHER, ELSEWHERE))
    [link] = props["links"]
    assert (link["value"], link["noteworthy"]) == ("Tom Hanks", True)
    assert [other["value"] for other in link["alternatives"]] == ["Colin Hanks"]


def test_a_redirect_shows_its_choices_only() -> None:
    redirect = Outcome(question="weather?", verdict="off_topic", choices=(Choice("A", "A?"),))
    props = answer_props(redirect, "i", (USED,))
    assert props["choices"] == [{"label": "A", "question": "A?", "kind": "question"}]
    assert (props["table"], props["links"], props["cypher"]) == (None, [], None)
    assert is_worth_showing(props)
    assert not is_worth_showing(answer_props(Outcome(question="hi"), "i"))


def test_an_error_shows_what_was_tried() -> None:
    failed = replace(outcome(Rows((), (), 0, False)), result=None, error="It failed.")
    props = answer_props(failed, "i")
    assert (props["failed"], props["cypher"]) == (True, "MATCH (n) RETURN n")
    assert is_worth_showing(props)
    assert answer_props(replace(failed, error=None), "i")["failed"] is False


def test_one_value_needs_no_table() -> None:
    assert answer_props(outcome(Rows(("n",), ((7,),), 1, False)), "i")["table"] is None
    assert answer_props(outcome(Rows(("n", "m"), ((7, 8),), 1, False)), "i")["table"] is not None


def test_who_verified_an_answer_is_told_with_it() -> None:
    vouched = replace(outcome(Rows((), (), 0, False)), verified=Verification("Ada", "2026-11-27"))
    assert answer_props(vouched, "i")["verified"] == "Verified by Ada on 2026-11-27"
    assert "Verified by Ada on 2026-11-27." in answer_text(vouched)
    assert answer_json(vouched)["verified"] == {"who": "Ada", "when": "2026-11-27"}
    failed = replace(vouched, error="The database is away.")
    assert answer_props(failed, "i")["verified"] is None


@pytest.mark.parametrize("code", ["de", "fr", "es", "zh", "ja"])
def test_how_a_query_reads_is_told_in_english_answers_alone(code: str) -> None:
    english = outcome(Rows(("a", "b"), (("x", 1), ("y", 2)), 2, False))
    foreign = replace(english, language=code)
    pasted = replace(foreign, engine="person", standalone="everything")
    assert answer_props(english, "i")["reading"] == "everything"
    for one in (foreign, pasted):
        props = answer_props(one, "i")
        assert "everything" not in json.dumps(props)
        assert props["engine"] != answer_props(replace(one, language=""), "i")["engine"]
        assert all(
            word not in shown
            for shown in (answer_text(one), *answer_parts(one, "slack"))
            for word in ("everything", "Asked", "Understood", "Matched", "written by", "rows")
        )
    with speaking(code):
        assert answer_props(english, "i")["reading"] is None


def test_what_came_of_a_step_is_told_in_words() -> None:
    with speaking("de"):
        assert step_summary(StepFinished("scope", "off_topic", 1.0)) == "nicht zum Thema"
        assert step_summary(StepFinished("link", "graph", 1.0)) == "graph"
