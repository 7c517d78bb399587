"""The file of lessons: what is written is read again, and every mistake is one line."""

from __future__ import annotations

import pytest

from bot.commands.lessons_file import from_toml, to_toml
from bot.errors import UsageError
from bot.steps.learn import Answered, lesson_from
from memory.schema import LinkedValue
from tests.unit.steps.graphs import fleet

SCHEMA = fleet()
CYPHER = (
    "MATCH (s:Ship)-[:CALLS_AT]->(p:Port {name: 'Oslo'})\nWHERE s.tonnage > 2000 AND s.crew > 4\n"
    "RETURN s.name AS name LIMIT 5"
)


@pytest.mark.parametrize("place", ["the capital", "Oslo", "'the \\ \"big\" O'"])
async def test_what_is_exported_is_imported_as_the_same_lesson(place: str) -> None:
    question = f"The 5 ships over 2000 tons that call at {place}"
    at = question.index(place)
    links = [LinkedValue(place, "Port", "name", "Oslo", at, len(question))]
    failed = ("MATCH (s:Boat) RETURN s", "No Boat \x7f here.")
    answered = Answered(question, CYPHER, {}, links, ("name",), "llm", failed)
    lesson = await lesson_from(answered, "fleet", SCHEMA)
    assert lesson is not None and len(lesson.slots) == 3
    (found, again), problems = await from_toml(to_toml([lesson] * 2, "fleet"), "fleet", SCHEMA)
    assert not problems and found == again and found.id == lesson.id
    assert (found.question, found.slots, found.draft, found.problem) == (
        lesson.question, lesson.slots, lesson.draft, lesson.problem,
    )  # fmt: skip


async def test_a_form_says_which_words_are_values() -> None:
    text = """
    [[lesson]]
    question = "who berths in the capital?"
    form = "who berths in {port}?"
    cypher = "MATCH (s:Ship)-[:CALLS_AT]->(:Port {name: $port}) RETURN s.name"
    parameters = { port = "Oslo" }
    status = "approved"
    """
    ((lesson,), problems) = await from_toml(text, "fleet", SCHEMA)
    assert not problems and lesson.form == "who berths in {}"
    assert (lesson.status, lesson.witness) == ("approved", "operator")
    assert lesson.slots[0].owners == ("Port",) and lesson.fingerprint == SCHEMA.fingerprint


def pair(**fields: str) -> str:
    given = {"question": '"ships?"', "cypher": '"MATCH (s:Ship) RETURN s.name"'} | fields
    return "[[lesson]]\n" + "\n".join(f"{name} = {value}" for name, value in given.items()) + "\n"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"cypher": '"MATCH (s:Ship) DELETE s"'}, "change the graph"),
        ({"cypher": '"MATCH (s:Ship RETURN s"'}, "not Cypher"),
        ({"cypher": '"MATCH (s:Boat) RETURN s"'}, "no Boat"),
        ({"cypher": '"MATCH (s:Ship {name: $name}) RETURN s"'}, "name has no value"),
        ({"cypher": "7"}, "cypher: Input should be a valid string."),
        ({"question": '""'}, "question: String should have at least 1 character."),
        ({"question": '" ? "'}, "The question is blank."),
        ({"status": '"liked"'}, "status: Input should be 'quarantine', 'approved' or 'refused'."),
        ({"state": '"approved"'}, "state: Extra inputs are not permitted."),
        ({"form": '"ships of {flag}"'}, "{flag} is no parameter"),
        ({"form": '"ships of {f}"', "parameters": '{ f = "Malta" }'}, "has to stand once"),
        ({"parameters": "{ f = 1979-05-27 }"}, "parameters.f: Input"),
    ],
)
async def test_each_mistake_is_a_line(fields: dict[str, str], words: str) -> None:
    lessons, problems = await from_toml(pair() + pair(**fields), "fleet", SCHEMA)
    assert len(lessons) == 1 and len(problems) == 1
    assert problems[0].startswith("line 4: ") and words in problems[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [("[[lesson]\n", "not TOML"), ("", "no lesson"), ("lesson = 3", "no lesson")],
)
async def test_what_is_no_file_of_lessons_is_said(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        await from_toml(text, "fleet", SCHEMA)
