"""Prompts begin with what never changes, so that an endpoint has it at hand from the last call."""

from __future__ import annotations

from collections.abc import Callable
from string import Template

import pytest

from bot.events import Rows
from bot.models import prompt
from bot.models.prompt import (
    correct_prompt,
    judge_prompt,
    part_prompt,
    plan_prompt,
    summarise_prompt,
    understand_prompt,
    write_prompt,
)
from bot.models.schema_listing import schema_listing
from bot.models.schema_text import schema_text
from bot.ports import (
    MATTERS,
    JudgeRequest,
    Matter,
    PastTurn,
    PlanRequest,
    SummariseRequest,
    UnderstandRequest,
    WriteRequest,
)
from memory.schema import LinkedValue, Schema
from tests.unit.steps.graphs import fleet

# What is fixed comes first but for what frames the values.
BULK = 0.8
PORTS = fleet().restrict(["Port"], [])
ONE_ROW, TWO_ROWS = Rows(("a",), (("x",),), 1, False), Rows(("b",), (("y",), ("z",)), 900, True)


def understood(*matters: Matter) -> tuple[UnderstandRequest, UnderstandRequest]:
    first = UnderstandRequest("Ships?", (), fleet(), matters)
    return first, UnderstandRequest("Und die Häfen?", (PastTurn("All ships"),), PORTS, matters)


def begin_alike(one: str, other: str) -> str:
    """What two prompts have in common before they first differ."""
    differ = (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return one[: next(differ)]


def words(text: str) -> str:
    """A template without what is filled in."""
    return Template(text).safe_substitute({}.fromkeys(Template(text).get_identifiers(), ""))


KINDS: dict[str, tuple[Callable[..., str], object, object]] = {
    "plan": (plan_prompt, PlanRequest("Ships?", fleet()), PlanRequest("Ports?", PORTS)),
    "judge": (
        judge_prompt,
        JudgeRequest("Ships?", "RETURN 1", "It is empty.", fleet()),
        JudgeRequest("Ports?", "RETURN 2", "Nothing names Oslo.", PORTS),
    ),
    "summarise": (
        summarise_prompt,
        SummariseRequest("Ships?", "RETURN 1", ONE_ROW),
        SummariseRequest("Häfen?", "RETURN 2", TWO_ROWS, "German", "b: 900 texts"),
    ),
    "understand": (understand_prompt, *understood(*MATTERS)),
    "part.standalone": (part_prompt, *understood("standalone", "language")),
    "part.verdict": (part_prompt, *understood("verdict")),
    "part.route": (part_prompt, *understood("route")),
}


@pytest.mark.parametrize("name", KINDS)
def test_what_never_changes_comes_first(name: str) -> None:
    made, one, other = KINDS[name]
    first, second = made(one), made(other)
    alike = begin_alike(first, second)
    template = prompt._template(name).template
    assert alike.startswith(template.partition("$")[0])
    asked = getattr(one, "open", ())
    lines = (words(prompt._template(f"open.{matter}").template) for matter in asked)
    fixed = len(words(template)) + sum(map(len, lines))
    assert len(alike) >= BULK * fixed
    # What differs is all behind it.
    assert "Ships?" not in alike and "(name" not in alike and "Cypher that was run" not in alike


def test_fewer_open_matters_begin_as_all_of_them() -> None:
    whole, part = (understand_prompt(understood(*m)[0]) for m in (MATTERS, ("standalone",)))
    assert '- "standalone": ' in begin_alike(whole, part)
    assert '- "verdict": ' not in part and "Conversation so far" in part


WRITE = WriteRequest("Which ships?", fleet(), (LinkedValue("Oslo", "Port", "name", "Oslo", 0, 4),))
OTHER = WriteRequest("How many ports?", fleet(), examples=(("Any?", "RETURN 1"),))
WRITERS: dict[str, tuple[Callable[[WriteRequest], str], Callable[[Schema], str]]] = {
    "write": (write_prompt, schema_text),
    "correct": (lambda request: correct_prompt(request, request.question, "Empty."), schema_text),
    "text2cypher": (lambda request: write_prompt(request, "text2cypher"), schema_listing),
}


@pytest.mark.parametrize("name", WRITERS)
def test_the_schema_comes_before_the_question(name: str) -> None:
    made, shown = WRITERS[name]
    alike = begin_alike(made(WRITE), made(OTHER))
    assert shown(fleet()) in alike and "ships?" not in alike


def test_a_correction_begins_as_what_it_corrects() -> None:
    alike = begin_alike(write_prompt(OTHER), correct_prompt(OTHER, "RETURN 0", "Empty."))
    assert "Any?" in alike and "no fences" in alike
