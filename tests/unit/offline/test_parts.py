"""The parser's parts: words, amounts, dates, lexicon, and Cypher of trees made by hand."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from bot.cypher.statement import to_cypher
from bot.offline.lexicon import Lexicon, NounTarget, RelationTarget
from bot.offline.parser import Parser
from bot.offline.quantities import dates, number_at
from bot.stored.amounts import Moment, Number
from bot.stored.comparing import conditions
from bot.stored.kinds import display_properties, kind_of, telling_properties
from bot.words.inflection import tokenize
from memory.codec import dump_query, load_query
from memory.query import (
    AnyOf,
    Attribute,
    Column,
    Comparison,
    Constant,
    Edge,
    Entity,
    Node,
    Order,
    Pattern,
    Query,
)
from memory.schema import Label, LinkedValue, Property, Schema
from memory.tree_edits import edit_comparisons, replace_value, slots
from tests.unit.offline.cases import FOLDER, load

FILMS = load(FOLDER / "films.toml")
COMPANY = load(FOLDER / "company.toml")
FORUM = load(FOLDER / "forum.toml")


@pytest.mark.parametrize(
    ("question", "ways"),
    [
        ("Which films did Meg Ryan act in?", ["(film:Film)<-[:ACTED_IN]-(person:Person)"]),
        ("How many films are there?", []),
        ("Who directed Cast Away?", ["(person:Person)-[:DIRECTED]->(film:Film)"]),
        (
            "Which actors made films from Japan?",
            [
                "(actor:Actor)-[:ACTED_IN]->(film:Film)",
                "(film:Film)-[:PRODUCED_IN]->(country:Country)",
            ],
        ),
        (
            "Which people directed dramas?",
            ["(person:Person)-[:DIRECTED]->(film:Film)-[:IN_GENRE]->(genre:Genre)"],
        ),
    ],
)
def test_the_ways_between_what_a_question_names(question: str, ways: list[str]) -> None:
    found = Parser(FILMS.schema).parse(question, FILMS.link(question)).ways
    assert list(found) == ways


@pytest.mark.parametrize(
    ("question", "ways"),
    [
        (
            "Which users answered questions tagged python?",
            [
                "(user1:User)-[:PROVIDED]->(answer:Answer)-[:ANSWERED]->(question:Question)",
                "(question:Question)-[:TAGGED]->(tag:Tag)",
            ],
        ),
        (
            "Which users asked questions tagged python?",
            ["(user1:User)-[:ASKED]->(question:Question)",
             "(question:Question)-[:TAGGED]->(tag:Tag)"],
        ),
    ],
)  # fmt: skip
def test_a_verb_leads_past_what_is_joined_directly(question: str, ways: list[str]) -> None:
    assert list(Parser(FORUM.schema).parse(question, FORUM.link(question)).ways) == ways


@pytest.mark.parametrize(
    ("text", "value", "measured"),
    [
        ("2.5 million dollars", 2_500_000, True),
        ("$100 million", 100_000_000, True),
        ("1,000", 1000, False),
        ("50k", 50_000, False),
        ("three hours", 3, True),
        ("a hundred", 100, False),
    ],
)
def test_amounts(text: str, value: float, measured: bool) -> None:
    found = number_at(tokenize(text), 0)
    assert found is not None
    assert found[1].value == value
    assert bool(found[1].measures) == measured


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("in the 1990s", date(1990, 1, 1), date(2000, 1, 1)),
        ("the 90s", date(1990, 1, 1), date(2000, 1, 1)),
        ("on 26/08/2017", date(2017, 8, 26), date(2017, 8, 27)),
        ("on 08/26/2017", date(2017, 8, 26), date(2017, 8, 27)),
        ("August 3, 2017", date(2017, 8, 3), date(2017, 8, 4)),
        ("3rd of August 2017", date(2017, 8, 3), date(2017, 8, 4)),
        ("in May 1999", date(1999, 5, 1), date(1999, 6, 1)),
        ("the 19th century", date(1801, 1, 1), date(1901, 1, 1)),
        ("2020-02-29", date(2020, 2, 29), date(2020, 3, 1)),
    ],
)
def test_dates(text: str, first: date, after: date) -> None:
    ((_, _, moment),) = dates(text)
    assert (moment.first, moment.after) == (first, after)


def test_no_day_that_does_not_exist() -> None:
    assert dates("31/02/2020") == []


@pytest.mark.parametrize(
    ("kind", "operator", "expected"),
    [
        ("date", "after", [(">=", date(2011, 1, 1))]),
        ("date", "before", [("<", date(2010, 1, 1))]),
        ("datetime", "=", [(">=", datetime(2010, 1, 1)), ("<", datetime(2011, 1, 1))]),
        ("date_iso", "after", [(">=", "2011-01-01")]),
        ("year", "after", [(">", 2010)]),
        ("year_text", "=", [("=", 2010)]),
    ],
)
def test_a_year_is_compared_as_it_is_stored(kind: str, operator: str, expected: object) -> None:
    moment = Moment(date(2010, 1, 1), date(2011, 1, 1))
    tests = conditions(Attribute("n", "x"), kind, None, operator, moment)  # type: ignore[arg-type]
    assert tests is not None
    assert [(t.operator, t.right.value) for t in tests] == expected  # type: ignore[union-attr]


def test_hours_become_the_unit_of_the_property() -> None:
    number = Number(2, ("duration",), 3600)
    for name, maximum, value in (
        ("runtime", 240, 120),
        ("length_seconds", 9, 7200),
        ("hours", 3, 2),
    ):
        held = Property(name, ("INTEGER",), minimum=1, maximum=maximum)
        ((test),) = conditions(Attribute("n", name), "number", held, ">", number) or ()
        assert test == Comparison(Attribute("n", name), ">", Constant(value))


def test_a_year_is_no_rating() -> None:
    moment = Moment(date(2010, 1, 1), date(2011, 1, 1))
    assert conditions(Attribute("n", "x"), "number", None, "=", moment) is None


@pytest.mark.parametrize(
    ("type_", "examples", "kind"),
    [
        ("STRING", ("120", "80"), "number_text"),
        ("STRING", ("03/11/2021", "28/02/2022"), "date_dmy"),
        ("STRING", ("11/28/2021", "02/03/2022"), "date_mdy"),
        ("STRING", ("2021-11-03",), "date_iso"),
        ("STRING", ("03-NOV-2021", "28-Feb-2022"), "date_dby"),
        ("STRING", ("3 Nov 2021",), "date_dby_spaced"),
        ("STRING", ("03-NOV-2021", "soon"), "text"),
        ("STRING", ("23:59",), "time_text"),
        ("STRING", ("Oslo",), "text"),
        ("LIST<STRING>", (), "list"),
        ("BOOLEAN", (True,), "flag"),
    ],
)
def test_kinds(type_: str, examples: tuple[str, ...], kind: str) -> None:
    assert kind_of(Property("x", (type_,), examples)) == kind


def test_what_names_a_node() -> None:
    def shown(**properties: str) -> tuple[str, ...]:
        held = {n: Property(n, (t,)) for n, t in properties.items()}
        return display_properties(Label("Phone", 1, held))

    assert shown(id="STRING", name="STRING", surname="STRING") == ("name", "surname")
    assert shown(id="STRING", phoneNo="STRING", model="STRING") == ("phoneNo",)
    assert shown(id="STRING", when="DATE", model="STRING") == ()
    assert shown(title="STRING", firstName="STRING", lastName="STRING") == ("firstName", "lastName")


def test_a_code_names_what_shares_the_names_of_others() -> None:
    def shown(distinct: int) -> tuple[str, ...]:
        name = Property("shipName", ("STRING",), ("Lazy K",), distinct=distinct)
        code = Property("orderID", ("STRING",), ("10248",), distinct=90)
        return display_properties(Label("Order", 90, {"shipName": name, "orderID": code}))

    assert shown(distinct=20) == ("orderID",)
    assert shown(distinct=88) == ("shipName",)


def test_verbs_and_their_nouns_reach_the_relationship() -> None:
    lexicon = Lexicon(FILMS.schema)
    for words in (("directed",), ("directing",), ("directs",)):
        assert RelationTarget("DIRECTED", "verb") in lexicon.lookup(words)
    assert RelationTarget("DIRECTED", "start") in lexicon.lookup(("directors",))
    assert NounTarget("Film") in lexicon.lookup(("movies",))
    assert not lexicon.lookup(("oscar",))


def test_a_misspelt_word_is_only_taken_where_one_word_is_near() -> None:
    lexicon = Lexicon(FILMS.schema)
    assert lexicon.correct("direcotr") == "director"
    assert lexicon.correct("zzzzzz") is None
    assert lexicon.correct("weather") is None


def test_terminology_adds_words() -> None:
    parser = Parser(FILMS.schema, {"talkie": "Film", "takings": "Film.revenue"})
    reading = parser.parse("talkies with takings over 5 million").readings[0]
    assert reading.text == "Films with a revenue over 5,000,000"
    assert Parser(FILMS.schema).parse("talkies").unread == ("talkies",)


def test_a_value_that_two_labels_hold_is_a_tie() -> None:
    question = "employees of Oslo"
    links = [
        LinkedValue("Oslo", "City", "name", "Oslo", 13, 17),
        LinkedValue("Oslo", "Department", "name", "Oslo", 13, 17),
        LinkedValue("Oslo", "Project", "name", "Oslo", 13, 17),
    ]
    readings = Parser(COMPANY.schema).parse(question, links).readings
    assert len(readings) == 2
    assert {r.used[0].label for r in readings} == {"Department", "Project"}


def test_two_labels_that_the_same_nodes_bear_are_no_tie() -> None:
    name = {"name": Property("name", ("STRING",), ("Anna Lind",), distinct=9)}
    schema = Schema(
        {
            "Captain": Label("Captain", 9, name, implies=("Person",)),
            "Person": Label("Person", 9, name, implies=("Captain",)),
        }
    )
    links = [LinkedValue("Anna Lind", label, "name", "Anna Lind", 7, 16) for label in schema.labels]
    readings = Parser(schema).parse("Who is Anna Lind?", links).readings
    assert [r.used[0].label for r in readings] == ["Captain"]


@pytest.mark.parametrize("question", ["what can you do?", "what do you know?", "what is there?"])
def test_nobody_asks_for_all_there_is(question: str) -> None:
    assert Parser(FILMS.schema).parse(question).readings == ()


def test_the_longer_value_wins_over_schema_words() -> None:
    question = "Who directed The Director?"
    (reading,) = Parser(FILMS.schema).parse(question, FILMS.link(question)).readings
    assert [link.value for link in reading.used] == ["The Director"]


def test_unknown_words_are_named_and_known_ones_told_apart() -> None:
    parse = Parser(FILMS.schema).parse("Which films won an Oscar?")
    assert parse.unread == ("won", "Oscar")
    assert parse.schema_words == ("films",)


def test_empty_and_odd_messages_are_declined() -> None:
    parser = Parser(FILMS.schema)
    for text in ("", "   ", "?", "the of and", "''", "\x00", "films " * 60):
        assert parser.parse(text).readings == () or text.startswith("films")


def test_names_that_cypher_must_quote() -> None:
    query = Query(
        Pattern((Node("n", ("Odd Label`",)),), (), (Comparison(Attribute("n", "a b"), "IS NULL"),)),
        (Column(Attribute("n", "a b"), "a b"),),
        "n",
    )
    assert to_cypher(query)[0] == (
        "MATCH (n:`Odd Label```)\nWHERE n.`a b` IS NULL\nRETURN n.`a b` AS `a b`"
    )


def test_alternatives_are_bracketed() -> None:
    old = Comparison(Attribute("n", "year"), "<", Constant(1950))
    new = Comparison(Attribute("n", "year"), ">", Constant(2000))
    one = Comparison(Attribute("n", "title"), "CONTAINS", Constant("x"), folded=True)
    query = Query(Pattern((Node("n", ("Film",)),), (), (AnyOf((old, new)), one)), (), "n", "yes_no")
    text, parameters = to_cypher(query)
    assert "WHERE (n.year < $year OR n.year > $year2)\n  AND toLower(n.title) CONTAINS" in text
    assert parameters == {"year": 1950, "year2": 2000, "title": "x"}


def test_a_query_goes_on_from_the_nodes_another_picks() -> None:
    film = Node("film", ("Film",))
    runtime = Attribute("film", "runtime")
    longest = Query(Pattern((film,)), (), "film", order=(Order(runtime, True),), limit=1)
    pattern = Pattern((film, Node("p")), (Edge("p", ("DIRECTED",), "film"),))
    query = Query(pattern, (Column(Entity("p"), "who"),), "p", source=longest)
    assert to_cypher(query)[0].split("\n") == [
        "MATCH (film:Film)",
        "WITH film",
        "ORDER BY film.runtime DESC",
        "LIMIT 1",
        "WITH film",
        "MATCH (film)<-[:DIRECTED]-(p)",
        "RETURN p AS who",
    ]


def test_trees_of_every_frame_are_kept_and_edited() -> None:
    bakeries = load(FOLDER / "bakeries.toml")
    parser = Parser(bakeries.schema)
    for case in (c for c in bakeries.cases if "cypher" in c):
        for reading in parser.parse(case["question"], bakeries.link(case["question"])).readings:
            assert load_query(dump_query(reading.query)) == reading.query
            assert edit_comparisons(reading.query, lambda test: (test,)) == reading.query


def test_another_value_in_a_share() -> None:
    bakeries = load(FOLDER / "bakeries.toml")
    question = "What percentage of cakes cost more than 5?"
    query = Parser(bakeries.schema).parse(question).readings[0].query
    (slot,) = slots(query)
    assert to_cypher(replace_value(query, slot, 5, 7))[1] == {"price": 7}


def test_words_inside_a_long_text_are_no_name_of_it() -> None:
    plot = Property("plot", ("STRING",))
    schema = Schema(
        {"Film": Label("Film", 9, {"title": Property("title", ("STRING",)), "plot": plot})}, {}
    )
    question = "films with plots that involve a storm at sea"
    start = question.index("storm")
    stored = ("A storm at sea ends a voyage", "After a storm at sea nobody sails")
    links = [
        LinkedValue("storm at sea", "Film", "plot", value, start, len(question), 0.7, "partial")
        for value in stored
    ]
    assert not Parser(schema).parse(question, links).readings


def _label(kind: str, count: int, /, **held: tuple[int, str]) -> Label:
    """A label with text properties: how many different values each has, and one of them."""
    properties = {
        key: Property(key, ("STRING",), (example,), distinct=distinct)
        for key, (distinct, example) in held.items()
    }
    return Label(kind, count, properties)


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        (_label("Permit", 90, title=(60, "Extension"), permitId=(90, "P-1042")), "permitId"),
        (_label("Case", 90, title=(60, "Theft"), handle=(90, "ox-7"), id=(90, "C7")), "handle"),
        (_label("Fund", 50, longName=(50, "Far East Growth"), ticker=(50, "FEG")), "ticker"),
        (_label("Fund", 50, name=(50, "Far East Growth"), ticker=(50, "FEG")), ""),
        (_label("Permit", 90, title=(88, "Extension"), permitId=(90, "P-1042")), ""),
        (_label("Film", 90, title=(60, "Dune"), imdbId=(90, "tt1160419")), ""),
        (_label("Film", 90, title=(60, "Dune"), url=(90, "https://dune.example")), ""),
        (_label("Job", 90, title=(60, "Clerk"), jobId=(90, "9f86d081884c")), ""),
        (_label("Job", 90, title=(60, "Clerk"), jobId=(90, "50013")), ""),
        (_label("Job", 90, title=(60, "Clerk"), jobId=(45, "J-13")), ""),
    ],
)
def test_what_bears_the_title_of_others_is_told_apart_by_its_code(label: Label, shown: str) -> None:
    assert telling_properties(label)[1:] == ((shown,) if shown else ())


def test_what_happened_in_a_number_is_a_year_or_counts_from_1970() -> None:
    for name, low, high, kind in (
        ("opened", 1890, 1998, "year"),
        ("opened", 2, 40_000, "number"),
        ("beds", 1100, 1900, "number"),
        ("createdAt", 1_420_070_400, 1_609_459_200, "epoch"),
        ("created", 1_420_070_400_000, 1_609_459_200_000, "epoch_ms"),
        ("lastSeenMinutes", 0, 90_000, "number"),
        ("population", 1_300_000_000, 1_420_000_000, "number"),
    ):
        assert kind_of(Property(name, ("INTEGER",), minimum=low, maximum=high)) == kind


def test_an_amount_is_no_year_where_none_is_so_early() -> None:
    """Younger than 50: of films from 1920 on, none is from before 50."""
    year = Attribute("film", "year")
    late = Property("year", ("INTEGER",), minimum=1920, maximum=2024)
    early = Property("founded", ("INTEGER",), minimum=250, maximum=1900)
    assert conditions(year, "year", late, "<", Number(50)) is None
    assert conditions(year, "year", late, "<", Number(1950)) is not None
    assert conditions(year, "year", early, "<", Number(300)) is not None


def test_the_house_of_one_is_not_that_of_a_name_with_an_s() -> None:
    """Peter's manager: not the manager of somebody called Peters, which linking may find."""
    question = "Who reports to Peter's manager?"
    link = LinkedValue("Peter's", "Employee", "lastName", "Peters", 15, 22, 1.0, "folded")
    parse = Parser(COMPANY.schema).parse(question, [link])
    assert not parse.readings and parse.unread == ("Peter",)


@pytest.mark.parametrize(("lacking", "shown"), [(0.7, ("address",)), (0.2, ("name",))])
def test_what_is_mostly_nameless_goes_by_the_text_called_for_it(
    lacking: float, shown: tuple[str, ...]
) -> None:
    texts = {
        "name": Property("name", ("STRING",), ("Front Street",), null_share=lacking),
        "address": Property("address", ("STRING",), ("3 Front Street",)),
    }
    assert display_properties(Label("Address", 100, texts)) == shown
