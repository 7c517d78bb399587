"""Where the question is in a message that asks for its answer as a chart."""

import pytest

from guardrails.chart_request import chart_question
from memory.schema import Label, Property, Schema

NAMED = {"name": Property("name", ("STRING",)), "runtime": Property("runtime", ("INTEGER",))}
FILMS = Schema({name: Label(name, 9, NAMED) for name in ("Film", "Genre", "Director")}, {})


@pytest.mark.parametrize(
    ("text", "question", "kind"),
    [
        (
            "draw a bar chart of the number of films per genre",
            "the number of films per genre",
            "bar",
        ),
        ("how many films has each director, as a pie?", "how many films has each director", "pie"),
        ("average runtime per genre as bars", "average runtime per genre", "bar"),
        ("plot the number of films per genre", "the number of films per genre", ""),
        ("plot films per genre as a line", "films per genre", "line"),
        ("show films per genre, as a pie please", "show films per genre", "pie"),
        ("line graph: average runtime per genre", "average runtime per genre", "line"),
        ("a scatter chart of runtime and rating of films", "runtime and rating of films", "point"),
    ],
)
def test_the_question_is_left(text: str, question: str, kind: str) -> None:
    found = chart_question(text, FILMS)
    assert found is not None and found.kind == kind
    assert found.question in (question, question.removeprefix("the "))


@pytest.mark.parametrize(
    "text",
    [
        "which films have the longest runtime?",
        "what is the plot of Jaws",
        "list the films of each director",
        "as a pie",
        "draw me a chart",
        "",
    ],
)
def test_other_messages_are_left_alone(text: str) -> None:
    assert chart_question(text, FILMS) is None
