"""What a message means after others: by rules, on two small schemas, with hand-made trees."""

from collections.abc import Sequence
from datetime import date

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
from memory.schema import Label, LinkedValue, Property, Scalar, Schema
from memory.tree_edits import slots


def label(name: str, *properties: str, implies: tuple[str, ...] = ()) -> Label:
    return Label(name, 9, {p: Property(p, ("STRING",)) for p in properties}, implies)


SCHEMA = Schema(
    {
        found.name: found
        for found in (
            label("Film", "title", "year", "released", "rating", "runtime"),
            label("Person", "name", "born"),
            label("Actor", "name", "born", implies=("Person",)),
            label("Genre", "name"),
            label("Country", "name"),
            label("Studio", "name", "founded"),
        )
    }
)
STORED = {
    "Tom Hanks": ("Person", "name"),
    "Meg Ryan": ("Actor", "name"),
    "Comedy": ("Genre", "name"),
    "Drama": ("Genre", "name"),
    "Germany": ("Country", "name"),
    "Alien": ("Film", "title"),
    "Jaws": ("Film", "title"),
    "A24": ("Studio", "name"),
}


async def look_up(text: str) -> Sequence[LinkedValue]:
    found = []
    for value, (owner, name) in STORED.items():
        at = text.lower().find(value.lower())
        if at >= 0:
            end = at + len(value)
            found.append(LinkedValue(text[at:end], owner, name, value, at, end))
    return found


def link(value: str) -> LinkedValue:
    owner, name = STORED[value]
    return LinkedValue(value, owner, name, value, 0, len(value))


def equals(variable: str, name: str, value: Scalar, operator: str = "=") -> Comparison:
    return Comparison(Attribute(variable, name), operator, Constant(value))  # type: ignore[arg-type]


def films(*where: Condition, **changes: object) -> Query:
    """Films, joined to people, genres and countries."""
    nodes = (
        Node("f", ("Film",)),
        Node("p", ("Person",)),
        Node("g", ("Genre",)),
        Node("c", ("Country",)),
    )
    edges = (Edge("p", ("ACTED_IN",), "f"), Edge("f", ("IN_GENRE",), "g"))
    columns = (Column(Attribute("f", "title"), "title"),)
    made = Query(Pattern(nodes, edges, where), columns, "f", distinct=True)
    return Query(**{**{k: getattr(made, k) for k in made.__slots__}, **changes})


def exchange(
    question: str,
    query: Query | None = None,
    mentions: tuple[Mention, ...] = (),
    linked: tuple[str, ...] = (),
    **rest: object,
) -> Exchange:
    values: dict[str, object] = {
        "standalone": question,
        "verdict": "answerable",
        "cypher": "MATCH ...",
        "row_count": len(mentions) or 1,
        "query": query,
        "mentions": mentions,
        "linked": tuple(map(link, linked)),
    }
    return Exchange(question, **{**values, **rest})  # type: ignore[arg-type]


def titles(*names: str) -> tuple[Mention, ...]:
    return tuple(Mention("Film", "title", name) for name in names)


SCOTT, WIND = "Ridley Scott", "Gone with the Wind"
HANKS = equals("p", "name", "Tom Hanks")
LISTED = exchange(
    "Which films did Tom Hanks act in?",
    films(HANKS),
    titles("Big", "Cast Away", "Apollo 13"),
    ("Tom Hanks",),
)
IN_1998 = exchange(
    "Which films did Tom Hanks act in in 1998?",
    films(HANKS, equals("f", "year", 1998)),
    titles("You've Got Mail", "Saving Private Ryan"),
    ("Tom Hanks",),
)
DIRECTOR = exchange(
    "Who directed Alien?",
    Query(
        Pattern(
            (Node("f", ("Film",)), Node("p", ("Person",))),
            (Edge("p", ("DIRECTED",), "f"),),
            (equals("f", "title", "Alien"),),
        ),
        (Column(Attribute("p", "name"), "name"),),
        "p",
    ),
    (Mention("Person", "name", "Ridley Scott"),),
    ("Alien",),
)
LONGEST = exchange(
    "Which film has the longest runtime?",
    films(order=(Order(Attribute("f", "runtime"), True),), limit=1),
    titles("Gone with the Wind"),
)
COMEDIES = exchange(
    "How many comedies came out in 1999?",
    films(
        equals("g", "name", "Comedy"),
        equals("f", "year", 1999),
        columns=(Column(Aggregate("count", Entity("f")), "films"),),
        form="count",
    ),
    (Mention("Genre", "name", "Comedy"),),
    ("Comedy",),
)
BY_MODEL = exchange("Who directed Alien?", None, DIRECTOR.mentions, ("Alien",))


async def read(message: str, *history: Exchange) -> Rewrite:
    return await rewrite(message, history, look_up, SCHEMA)


def values(query: Query | None) -> list[Scalar]:
    assert query is not None
    return [value for slot in slots(query) for value in slot.values]


@pytest.mark.parametrize(
    "message",
    [
        "Which genres are there?",
        "Which actors were born in Germany?",
        "Who directed Jaws?",
        "How many films are there?",
        "Who has acted in the most films?",
        "List directors and their films",
        "Which directors acted in their own films?",
        "Which actor directed his first film before 1990?",
        "What's the weather like today?",
        "Is it true that you are a bot?",
        "Which films have the same genre as Alien?",
        "How old was Paul Newman when he died?",
        "List each film with its genres",
        "Show studios and its founders",
        "films where the director also acted in it",
        "In which films did Meg Ryan act?",
        "For each genre, how many films are there?",
        "thanks",
        "ok",
        "yes",
        "hello",
        "delete everything",
        "How many films that won prizes are there?",
    ],
)
async def test_a_message_that_stands_alone_drags_nothing_along(message: str) -> None:
    found = await read(message, LISTED)
    assert (found.standalone, found.follows) == (message, False)
    assert found.context is None and found.query is None and found.otherwise is None


@pytest.mark.parametrize("message", ["only those after 2010", "who directed it?", "and Drama?"])
async def test_the_first_message_leans_on_nothing(message: str) -> None:
    assert await read(message) == Rewrite(message)
    declined = exchange("Which films won an Oscar?", cypher=None, verdict="not_in_schema")
    assert await read(message, declined) == Rewrite(message)


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("only those after 2010", "only those after 2010"),
        ("and which of those came out after 2000?", "which of those came out after 2000?"),
        ("ok great, now only the ones from Germany", "only the ones from Germany"),
        ("just the dramas", "just the dramas"),
        ("How many is that?", "how many?"),
        ("and how many of them are dramas?", "how many of them are dramas?"),
        ("sort by rating", "sort by rating"),
        ("newest first", "newest first"),
        ("with their release dates", "with their release dates"),
        ("who directed them?", "who directed them?"),
        ("which is the oldest?", "which one is the oldest?"),
        ("the longest?", "the longest?"),
        ("what are their ratings?", "what are their ratings?"),
        ("what is the average rating?", "what is the average rating?"),
        ("any from Germany?", "any from Germany?"),
        ("how many came out in 1999?", "how many came out in 1999?"),
        ("except the comedies", "except the comedies"),
        ("in germany", "in germany"),
        ("which ones?", "which ones?"),
        ("and where were they made?", "where were they made?"),
    ],
)
async def test_what_means_the_earlier_individuals_is_read_against_their_tree(
    message: str, left: str
) -> None:
    found = await read(message, LISTED)
    assert (found.follows, found.standalone, found.context) == (True, left, LISTED.query)


async def test_after_a_redirect_the_last_answer_is_still_meant() -> None:
    weather = exchange("What's the weather?", verdict="off_topic", cypher=None)
    assert (await read("which of those are dramas?", LISTED, weather)).context == LISTED.query


async def test_those_are_the_last_list_and_not_the_one_picked_from_it() -> None:
    found = await read("which of those are dramas?", LISTED, DIRECTOR)
    assert found.context == LISTED.query


async def test_an_answer_in_groups_is_narrowed_by_its_individuals() -> None:
    columns = (
        Column(Attribute("f", "title"), "title"),
        Column(Aggregate("count", Entity("p")), "people"),
    )
    groups = exchange("cast size of each film", films(columns=columns), titles("Alien", "Jaws"))
    found = await read("only those after 1976", groups)
    assert found.context is not None and len(found.context.columns) == 1
    assert values(found.context) == ["Alien", "Jaws"]


async def test_the_tree_that_picked_the_individuals_is_edited_too() -> None:
    picked = films(HANKS, limit=1, order=(Order(Attribute("f", "runtime"), True),))
    base = exchange("director of the longest Tom Hanks film", films(source=picked))
    assert values((await read("and Meg Ryan?", base)).query) == ["Meg Ryan"]


@pytest.mark.parametrize(
    ("message", "history", "standalone", "value"),
    [
        ("who directed the second one?", [LISTED], 'who directed "Cast Away"?', "Cast Away"),
        ("Who directed the 3rd film?", [LISTED], 'Who directed "Apollo 13"?', "Apollo 13"),
        ("when did number 2 come out?", [LISTED], 'when did "Cast Away" come out?', "Cast Away"),
        ("who wrote the last one?", [LISTED], 'who wrote "Apollo 13"?', "Apollo 13"),
        ("who wrote the first in the list?", [LISTED], 'who wrote "Big"?', "Big"),
        ("when was he born?", [LISTED], 'when was "Tom Hanks" born?', "Tom Hanks"),
        ("when was he born?", [DIRECTOR], 'when was "Ridley Scott" born?', "Ridley Scott"),
        ("when was the director born?", [DIRECTOR], 'when was "Ridley Scott" born?', SCOTT),
        ("when did it come out?", [DIRECTOR], 'when did "Alien" come out?', "Alien"),
        ("ok and who acted in that film?", [DIRECTOR], 'who acted in "Alien"?', "Alien"),
        ("what is its rating?", [DIRECTOR], 'what is "Alien"\'s rating?', "Alien"),
        ("and the runtime?", [LONGEST], 'the runtime of "Gone with the Wind"', WIND),
        ("and who directed it?", [LONGEST], 'who directed "Gone with the Wind"?', WIND),
        ("and its runtime?", [DIRECTOR], '"Alien"\'s runtime?', "Alien"),
        ("who else acted in it?", [DIRECTOR], 'who acted in "Alien"?', "Alien"),
        ("when was he born?", [BY_MODEL], 'when was "Ridley Scott" born?', "Ridley Scott"),
    ],
)  # fmt: skip
async def test_one_individual_is_named_and_pinned(
    message: str, history: list[Exchange], standalone: str, value: str
) -> None:
    found = await read(message, *history)
    assert (found.follows, found.standalone, found.context) == (True, standalone, None)
    (pinned,) = found.pinned
    assert pinned.value == value and pinned.method == "chosen"
    assert standalone[pinned.start : pinned.end] == pinned.text == value


@pytest.mark.parametrize("message", ["who directed it?", "when was that film released?"])
async def test_it_is_left_open_where_several_could_be_meant(message: str) -> None:
    found = await read(message, LISTED)
    assert found.open and found.standalone == message and not found.pinned
    assert len(found.choices) == 3 and '"Cast Away"' in found.choices[1]


async def test_a_value_is_not_taken_for_one_of_the_list_it_narrowed() -> None:
    listed = exchange(
        "Which comedies are movies?", films(equals("g", "name", "Comedy")), titles("Big", "Splash"),
        ("Comedy",),
    )  # fmt: skip
    assert (await read("who wrote that movie?", listed)).open


async def test_the_tenth_of_three_is_left_open() -> None:
    assert (await read("who directed the tenth one?", LISTED)).open


async def test_the_first_two_are_named_one_by_one() -> None:
    found = await read("who directed the first two?", LISTED)
    assert found.standalone == "who directed them?"
    assert values(found.context) == ["Big", "Cast Away"]


async def test_other_meanings_of_it_follow_the_likeliest() -> None:
    found = await read("and the writers?", DIRECTOR)
    assert [m.standalone for m in found.meanings()][:2] == [
        'the writers of "Alien"',
        'the writers of "Ridley Scott"',
    ]


@pytest.mark.parametrize(
    ("message", "base", "wanted"),
    [
        ("what about Meg Ryan?", LISTED, ["Meg Ryan"]),
        ("And Meg Ryan?", LISTED, ["Meg Ryan"]),
        ("how about films with meg ryan?", LISTED, ["Meg Ryan"]),
        ("same for Meg Ryan", LISTED, ["Meg Ryan"]),
        ("Meg Ryan instead", LISTED, ["Meg Ryan"]),
        ("no, I meant Meg Ryan", LISTED, ["Meg Ryan"]),
        ("not Tom Hanks, Meg Ryan", LISTED, ["Meg Ryan"]),
        ("Meg Ryan, not Tom Hanks", LISTED, ["Meg Ryan"]),
        ("sorry, Meg Ryan", LISTED, ["Meg Ryan"]),
        ("replace Tom Hanks with Meg Ryan", LISTED, ["Meg Ryan"]),
        ("and which films did Meg Ryan act in?", LISTED, ["Meg Ryan"]),
        ("and in 1999?", IN_1998, ["Tom Hanks", 1999]),
        ("what about the 1990s?", IN_1998, ["Tom Hanks", 1990, 2000]),
        ("and the 80s?", IN_1998, ["Tom Hanks", 1980, 1990]),
        ("after 2010?", IN_1998, ["Tom Hanks", 2010]),
        ("between 1990 and 1995?", IN_1998, ["Tom Hanks", 1990, 1995]),
        ("and Meg Ryan in 2001?", IN_1998, ["Meg Ryan", 2001]),
        ("and Drama?", COMEDIES, ["Drama", 1999]),
        ("and for Drama instead?", COMEDIES, ["Drama", 1999]),
        ("how many in 2000?", COMEDIES, ["Comedy", 2000]),
        ("and Jaws?", DIRECTOR, ["Jaws"]),
        ("and Alien?", DIRECTOR, ["Alien"]),
    ],
)
async def test_another_value_takes_the_place_of_its_like(
    message: str, base: Exchange, wanted: list[Scalar]
) -> None:
    found = await read(message, base)
    assert found.follows and values(found.query) == wanted
    assert base.query is not None and found.query is not None
    assert found.query.columns == base.query.columns and found.query.form == base.query.form


async def test_what_fills_no_place_narrows_the_edited_question() -> None:
    found = await read("what about films with Meg Ryan after 2000?", LISTED)
    assert (found.standalone, values(found.context)) == ("after 2000", ["Meg Ryan"])
    found = await read("and in 1999?", LISTED)
    assert (found.standalone, found.context, found.query) == ("in 1999?", LISTED.query, None)
    found = await read("what about Germany?", LISTED)
    assert (found.standalone, found.context) == ("Germany?", LISTED.query)


async def test_how_many_of_the_like_is_a_count() -> None:
    found = await read("and how many did Meg Ryan act in?", LISTED)
    assert (found.standalone, values(found.context)) == ("how many", ["Meg Ryan"])


async def test_a_whole_year_stays_a_range_of_dates() -> None:
    since = equals("f", "released", date(1998, 1, 1), ">=")
    until = equals("f", "released", date(1999, 1, 1), "<")
    found = await read("and in 2001?", exchange("Films in 1998?", films(since, until)))
    assert values(found.query) == [date(2001, 1, 1), date(2002, 1, 1)]


async def test_the_question_before_a_follow_up_can_take_the_value() -> None:
    second = exchange(
        "who directed the second one?", DIRECTOR.query, DIRECTOR.mentions, ("Alien",),
        standalone='who directed "Alien"?',
    )  # fmt: skip
    assert values((await read("what about Meg Ryan?", LISTED, second)).query) == ["Meg Ryan"]
    assert values((await read("and the third one?", LISTED, second)).query) == ["Apollo 13"]


async def test_without_a_tree_the_words_are_replaced() -> None:
    found = await read("what about Jaws?", BY_MODEL)
    assert found.standalone == 'Who directed "Jaws"?'
    assert [v.value for v in found.pinned] == ["Jaws"]
    dated = exchange("Films of 1998?", None)
    assert (await read("and in 2001?", dated)).standalone == "Films of 2001?"


async def test_a_superlative_is_turned_round_or_asked_anew() -> None:
    turned = (await read("and the shortest?", LONGEST)).query
    assert turned is not None and LONGEST.query is not None
    assert [key.descending for key in turned.order] == [False] and turned.limit == 1
    anew = await read("and the oldest?", LONGEST)
    assert anew.context is not None and (anew.context.order, anew.context.limit) == ((), None)


async def test_more_of_a_limited_list_and_all_of_it() -> None:
    top = exchange("top 3 films", films(limit=3), titles("A", "B", "C"))
    for message, wanted in (("next", (3, 3)), ("next 5", (3, 5)), ("show all", (0, None))):
        query = (await read(message, top)).query
        assert query is not None and (query.skip, query.limit) == wanted
    query = (await read("and the top 10?", top)).query
    assert query is not None and query.limit == 10


async def test_groups_are_cut_by_what_was_counted() -> None:
    count = Aggregate("count", Entity("f"))
    columns = (Column(Attribute("g", "name"), "name"), Column(count, "films"))
    query = (
        await read("and the top 3?", exchange("films per genre", films(columns=columns)))
    ).query
    assert query is not None and query.limit == 3 and query.order == (Order(count, True),)
    having = (Comparison(count, ">", Constant(10)),)
    many = exchange("genres with more than 10 films", films(columns=columns, having=having))
    query = (await read("and more than 20?", many)).query
    assert query is not None and query.having == (Comparison(count, ">", Constant(20)),)


async def test_a_verb_of_its_own_narrows_instead() -> None:
    found = await read("any directed by Meg Ryan?", LISTED)
    assert (found.context, found.query) == (LISTED.query, None)


async def test_what_is_picked_from_a_count_is_listed() -> None:
    found = await read("the longest one", COMEDIES)
    assert found.context is not None and found.context.form == "list"


async def test_the_same_is_asked_of_another_label() -> None:
    genres = Query(
        Pattern((Node("g", ("Genre",)),)), (Column(Attribute("g", "name"), "name"),), "g"
    )
    listed = exchange("How many genres are there?", genres)
    assert (await read("and countries?", listed)).standalone == "How many countries are there?"
    actors = films(HANKS, subject="p")
    born = exchange("Which people were born in Germany?", actors)
    assert (await read("and actors?", born)).standalone == "Which actors were born in Germany?"
    assert (await read("and studios?", LISTED)).context == LISTED.query


async def test_the_next_of_what_was_picked() -> None:
    picked = films(limit=5)
    query = (
        await read("the next 5", exchange("who directed the top 5", films(source=picked)))
    ).query
    assert query is not None and query.source is not None
    assert (query.source.skip, query.source.limit, query.limit) == (5, 5, None)


async def test_a_definite_noun_is_of_what_was_spoken_of() -> None:
    found = await read("who was the star?", LONGEST)
    assert found.standalone == 'who was the star of "Gone with the Wind"'
    assert [m.follows for m in (await read("what is the weather?", LISTED)).meanings()][-1] is False
    assert not (await read("what is the capital of Peru?", LISTED)).follows


async def test_the_year_after_is_counted() -> None:
    assert values((await read("and the year after?", IN_1998)).query) == ["Tom Hanks", 1999]


async def test_each_is_each_of_those_answered() -> None:
    genres = Query(
        Pattern((Node("g", ("Genre",)),)), (Column(Attribute("g", "name"), "name"),), "g"
    )
    listed = exchange("Which genres are there?", genres, (Mention("Genre", "name", "Drama"),) * 2)
    found = await read("how many films are in each?", listed)
    assert (found.standalone, found.context) == ("how many films are in each genre", None)
    found = await read("how many actors are in each of them?", LISTED)
    assert (found.standalone, found.context) == ("how many actors are in each film", LISTED.query)


async def test_too_little_to_stand_alone_never_does() -> None:
    assert (await read("when?", LISTED)).otherwise is None
    assert [m.follows for m in (await read("Great Expectations", LISTED)).meanings()] == [
        True,
        False,
    ]


async def test_that_year_is_the_value_of_the_answer() -> None:
    dated = exchange(
        "When was Alien released?", DIRECTOR.query, titles("Alien"), value="1979-05-25"
    )
    found = await read("Which other films came out that year?", dated)
    assert (found.standalone, found.follows) == ("Which other films came out in 1979?", True)


@pytest.mark.parametrize(
    ("message", "picked"),
    [
        ("1", 0),
        ("#2", 1),
        ("the second one", 1),
        ("the last one please", 1),
        ("the actor", 0),
        ("I mean the director", 1),
        ("which films are there?", None),
        ("3", None),
    ],
)
async def test_a_choice_is_picked_by_place_or_by_its_words(
    message: str, picked: int | None
) -> None:
    choices = (
        "Which films did Steve McQueen, the actor, make?",
        "Which films did Steve McQueen, the director, make?",
    )
    asked = exchange("films of Steve McQueen", verdict="ambiguous", cypher=None, choices=choices)
    found = await read(message, LISTED, asked)
    assert (found.standalone in choices) == (picked is not None)
    if picked is not None:
        assert found == Rewrite(choices[picked], follows=True)
