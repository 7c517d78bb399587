"""The last question asked again: of the rest, of all, of another deed; sorted and summed up."""

from dataclasses import replace

import pytest

from memory.conversation import Exchange, Mention
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Comparison,
    Condition,
    Constant,
    Edge,
    Entity,
    Node,
    Order,
    Pattern,
    Query,
)
from memory.rewrite import Rewrite, rewrite
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema


def label(owner: str, count: int, **distinct: int) -> Label:
    held = {name: Property(name, ("STRING",), distinct=n) for name, n in distinct.items()}
    return Label(owner, count, held)


SCHEMA = Schema(
    {
        one.name: one
        for one in (
            label("Nurse", 20, name=20, shift=2),
            label("Ward", 8, name=8, beds=7),
            label("Patient", 90, name=88, status=3),
            label("Visit", 300, number=300, state=3),
        )
    },
    {
        type_: Relationship(type_, count, (Join(start, end, count),))
        for type_, start, end, count in (
            ("TREATED", "Nurse", "Patient", 200),
            ("VISITED", "Nurse", "Patient", 90),
            ("LIES_IN", "Patient", "Ward", 90),
            ("MADE", "Patient", "Visit", 300),
        )
    },
)


def equals(variable: str, name: str, value: object, operator: str = "=") -> Comparison:
    return Comparison(Attribute(variable, name), operator, Constant(value))  # type: ignore[arg-type]


NIGHT = equals("n", "shift", "night")
NAMES = (Column(Attribute("n", "name"), "name"),)
MANY = [Mention("Nurse", "name", name) for name in ("Ada", "Ida", "Eva")]


def nurses(*where: Condition, **changes: object) -> Query:
    made = Query(Pattern((Node("n", ("Nurse",)),), where=where), NAMES, "n")
    return replace(made, **changes)  # type: ignore[arg-type]


def asked(
    question: str, query: Query, *mentions: Mention, linked: tuple[LinkedValue, ...] = ()
) -> Exchange:
    return Exchange(
        question,
        question,
        "answerable",
        cypher="RETURN 1",
        query=query,
        mentions=mentions,
        row_count=len(mentions) or 1,
        linked=linked,
    )


def link(value: str, owner: str, name: str = "name") -> LinkedValue:
    return LinkedValue(value, owner, name, value, 0, len(value))


async def read(message: str, *history: Exchange) -> Rewrite:
    async def nothing(text: str) -> list[LinkedValue]:
        return [link("Eva", "Nurse")] if "Eva" in text else []

    return await rewrite(message, history, nothing, SCHEMA)


ALL = asked("Which nurses are there?", nurses(), *MANY)
AT_NIGHT = asked("only those at night", nurses(NIGHT), *MANY[:2])


@pytest.mark.parametrize("message", ["and the rest?", "what about the others?", "the rest of them"])
async def test_the_rest_are_those_that_were_left_out(message: str) -> None:
    found = await read(message, ALL, AT_NIGHT)
    assert found.query == nurses(replace(NIGHT, operator="<>"))


async def test_of_a_flag_the_others_lack_it() -> None:
    flag = equals("n", "licensed", True)
    found = await read("and of the others?", asked("licensed nurses", nurses(flag), *MANY))
    assert found.query == nurses(equals("n", "licensed", False))


async def test_the_rest_of_a_ranking_are_told_with_it() -> None:
    order = (Order(Attribute("n", "wage"), True),)
    found = await read("the rest?", asked("top 3 nurses", nurses(order=order, limit=3), *MANY))
    assert found.query is not None and (found.query.order, found.query.limit) == (order, None)


async def test_where_nothing_was_left_out_the_rest_are_unclear() -> None:
    assert (await read("and the others?", ALL)).unclear == ("the others",)


LYING = Pattern(
    (Node("n", ("Patient",)), Node("w", ("Ward",))),
    (Edge("n", ("LIES_IN",), "w"),),
    (equals("w", "name", "West"),),
)


@pytest.mark.parametrize(
    "message", ["and in all wards?", "in all the wards together", "all wards?"]
)
async def test_all_of_a_kind_drop_the_one_that_was_named(message: str) -> None:
    query = Query(LYING, (Column(Aggregate("count", Entity("n")), "patients"),), "n", form="count")
    base = asked("How many patients lie in West?", query, linked=(link("West", "Ward"),))
    found = await read(message, base)
    assert found.query == replace(query, pattern=replace(LYING, where=()))
    assert not found.pinned
    assert (await read("and in all patients?", base)).query is None


@pytest.mark.parametrize(
    ("message", "descending"),
    [("highest first", True), ("in ascending order", False), ("the other way round", True)],
)
async def test_a_sorted_list_is_turned(message: str, descending: bool) -> None:
    query = nurses(order=(Order(Attribute("n", "wage"), False),))
    found = await read(message, asked("sort them by wage", query, *MANY))
    assert found.query is not None and found.query.order[0].descending is descending


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("what's the total?", "what is the total cost?"),
        ("and the average?", "what is the average cost?"),
    ],
)
async def test_a_figure_of_what_a_list_was_picked_by(message: str, said: str) -> None:
    dear = asked("nurses over 9", nurses(equals("n", "cost", 9, ">")), *MANY)
    found = await read(message, dear)
    assert (found.standalone, found.context) == (said, dear.query)


async def test_of_years_there_is_no_sum() -> None:
    query = nurses(equals("n", "year", 1990, ">"))
    found = await read("what's the total?", asked("nurses since 1990", query, *MANY))
    assert found.standalone == "what's the total?"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("who has the highest?", "which one has the highest risk score?"),
        ("which of them has the lowest?", "which one has the lowest risk score?"),
    ],
)
async def test_who_has_most_of_what_was_averaged(message: str, said: str) -> None:
    mean = (Column(Aggregate("avg", Attribute("n", "riskScore")), "average"),)
    query = nurses(NIGHT, columns=mean, form="value")
    found = await read(message, asked("average risk score at night", query))
    assert found.standalone == said
    assert found.context is not None and not found.context.columns


async def test_a_full_question_is_no_other_value_for_the_last() -> None:
    pattern = Pattern(
        (Node("n", ("Nurse",)), Node("p", ("Patient",))), (Edge("n", ("TREATED",), "p"),)
    )
    where = (equals("n", "name", "Ada"),)
    count = (Column(Aggregate("count", Entity("p")), "patients"),)
    query = Query(replace(pattern, where=where), count, "p", form="count")
    base = asked("How many did Ada treat?", query, linked=(link("Ada", "Nurse"),))
    found = await read("and who treated Eva?", base)
    assert (found.standalone, found.query, found.follows) == ("who treated Eva?", None, False)


async def test_another_verb_takes_the_place_of_the_last() -> None:
    base = asked("Which patients did Ada treat?", nurses(), *MANY, linked=(link("Ada", "Nurse"),))
    assert (await read("and visit?", base)).standalone == "Which patients did Ada visit?"
    assert (await read("and sing?", base)).standalone != "Which patients did Ada sing?"


async def test_another_number_is_of_those_that_the_last_was_of() -> None:
    pattern = Pattern(
        (Node("n", ("Nurse",)), Node("p", ("Patient",))), (Edge("n", ("TREATED",), "p"),)
    )
    count = (Column(Aggregate("count", Entity("p")), "patients"),)
    counted = Query(pattern, count, "p", form="count")
    treated = asked("how many patients have they treated?", counted)
    found = await read("and how many visits?", AT_NIGHT, treated)
    assert (found.standalone, found.context) == ("how many visits?", AT_NIGHT.query)
    assert found.otherwise == Rewrite("how many visits?")
    named = asked("How many patients did Ada treat?", counted, linked=(link("Ada", "Nurse"),))
    assert (await read("and how many visits?", named)).standalone == 'how many visits of "Ada"'


async def test_it_is_no_status_but_the_one_that_was_picked() -> None:
    pattern = Pattern(
        (Node("p", ("Patient",)), Node("v", ("Visit",))), (Edge("p", ("MADE",), "v"),)
    )
    day = Attribute("v", "date")
    last = Query(pattern, (Column(day, "date"),), "p", order=(Order(day, True),), limit=1)
    done = asked("How many were done?", nurses(), linked=(link("done", "Visit", "state"),))
    found = await read("what did it cost?", done, asked("When was his last visit?", last))
    assert found.context is not None and found.context.subject == "v"


async def test_it_is_what_was_asked_about_and_none_of_its_list() -> None:
    patients = [Mention("Visit", "number", n) for n in ("V1", "V2")]
    query = Query(Pattern((Node("v", ("Visit",)),)), (), "v")
    base = asked("Which visits had West?", query, *patients, linked=(link("West", "Ward"),))
    found = await read("how many beds has it?", base)
    assert found.standalone == 'how many beds has "West"?'
    assert found.otherwise is not None and found.otherwise.unclear == ("it",)


async def test_who_of_them_are_the_people_spoken_of() -> None:
    query = Query(Pattern((Node("v", ("Visit",)),)), (), "v", form="count")
    found = await read("who of them came last?", AT_NIGHT, asked("how many visits?", query))
    assert (found.standalone, found.context) == ("which one of them came last?", AT_NIGHT.query)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("list them by wage", "sort by wage"),
        ("which has the most beds?", "which one has the most beds?"),
        ("who has the most patients?", "which one has the most patients?"),
    ],
)
async def test_headless_questions_are_of_what_was_listed(message: str, said: str) -> None:
    found = await read(message, ALL)
    assert (found.standalone, found.context) == (said, ALL.query)


async def test_only_opens_no_question_of_its_own() -> None:
    found = await read("only night nurses", ALL)
    assert found.context == ALL.query


async def test_a_count_is_listed_where_a_list_is_wanted() -> None:
    count = (Column(Aggregate("count", Entity("n")), "nurses"),)
    base = asked("How many nurses are there?", nurses(columns=count, form="count"))
    found = await read("list the tired ones", base)
    assert found.context is not None and found.context.form == "list"


async def test_the_bottom_is_of_the_last_ranking() -> None:
    ranked = nurses(order=(Order(Attribute("n", "wage"), True),), limit=5)
    top = asked("top 5 nurses by wage", ranked, *MANY)
    wards = asked("in which wards are they?", Query(LYING, (), "w"))
    found = await read("and the bottom 5?", top, wards)
    assert found.query is not None and not found.query.order[0].descending


async def test_who_treated_her_is_not_whom_she_treated() -> None:
    pattern = Pattern(
        (Node("n", ("Nurse",)), Node("o", ("Nurse",))),
        (Edge("n", ("FOLLOWS",), "o"),),
        (equals("n", "name", "Eva"),),
    )
    query = Query(pattern, (Column(Attribute("o", "name"), "name"),), "o")
    base = asked("Who does Eva follow?", query, *MANY, linked=(link("Eva", "Nurse"),))
    found = await read("and who follows Eva?", base)
    assert (found.standalone, found.query) == ("who follows Eva?", None)


@pytest.mark.parametrize("message", ["and in Hull?", "what about at night?", "no, I meant Ada"])
async def test_what_goes_on_where_nothing_was_answered_is_unclear(message: str) -> None:
    assert (await read(message)).unclear == (message,)


@pytest.mark.parametrize("message", ["List the nurses, not the patients", "In Hull, who is ill?"])
async def test_a_first_question_is_taken_as_it_is(message: str) -> None:
    assert await read(message) == Rewrite(message)
