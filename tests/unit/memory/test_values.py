"""Which words of a question stand for which stored values."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from memory.index_pieces import EdgePieces
from memory.index_server_parts import ServerParts
from memory.schema import LinkedValue
from memory.values import VALUES, Place, StoredValue, ValueIndex

pytestmark = pytest.mark.filterwarnings("ignore:Payload indexes have no effect")

ALL = Place("", "", "v1")
LIBRARY: list[StoredValue] = [
    ("Author", "name", "Ursula Bremer", 2),
    ("Person", "name", "Ursula Bremer", 2),
    ("Person", "name", "Ilse Márquez", 1),
    ("Person", "name", "Grant Whitfield", 1),
    *(("Person", "name", f"Oskar {name}", 1) for name in "ABCDEFGHIJKLMNOP"),
    ("Person", "name", "Al Brandtsen", 1),
    ("Person", "name", "Bartholomew Brandtsen", 1),
    ("Subject", "name", "Sci-Fi", 1),
    ("Subject", "name", "Drama", 1),
    ("Subject", "name", "History", 1),
    ("Subject", "name", "Drugs", 40),
    ("Keyword", "name", "drama", 3),
    ("Book", "title", "The Glass Harbour", 1),
    ("Book", "title", "The Keeper of Small Lights: The Return of the Tide", 1),
    ("Book", "title", "The Keeper of Small Lights: Winter", 1),
    ("Book", "title", "It", 1),
    ("Book", "title", "Nora's Garden", 1),
    ("Book", "title", "History Stories", 1),
    ("Book", "title", "Dune", 1),
    ("Loan", "barcode", "23-4315807", 1),
    ("Loan", "due", "20/08/2017", 30),
    ("Loan", "due", "3/08/2017", 12),
    ("Loan", "at", "18:00", 2),
    ("Loan", "days", "12", 4),
    ("Loan", "year", "2009", 4),
    ("Branch", "postcode", "BN1 1AA", 3),
    ("Member", "email", "cwhite8k@nasa.gov", 1),
    ("Member", "joined", date(2020, 1, 31), 5),
    ("Member", "surname", "Livings", 1),
    ("Skill", "name", "C#", 1),
    ("Skill", "name", "C", 1),
    ("Fine", "note", "£550 owed", 1),
    ("Place", "latitude", "-2.435616", 1),
    ("Book", "title", "Orchard, The", 1),
    ("Book", "title", "Salt & Ember", 1),
    ("Book", "title", "Low Tide (1995)", 1),
    ("Person", "name", "Kowalczyk, Irena", 1),
    ("Person", "name", "P.D. Arden", 1),
    ("Person", "name", "王小明", 1),
    ("Person", "name", "李大同", 1),
    ("Loan", "state", "Damage and repairable loss", 40),
    ("Loan", "state", "Review complete; no fee charged", 40),
    ("Loan", "state", "Member fee", 40),
    ("Loan", "state", "Return from the member", 40),
    ("Book", "synopsis", "word " * 100, 1),
    ("Book", "sold", True, 1),
    ("Book", "empty", "…", 1),
]


async def stream(values: Iterable[StoredValue]) -> AsyncIterator[StoredValue]:
    for value in values:
        yield value


@pytest.fixture(scope="module", params=["edge", "server"])
async def values(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ValueIndex]:
    if request.param == "edge":
        folder = tmp_path_factory.mktemp("index") / "values"
        index = ValueIndex(await EdgePieces.open(folder, VALUES))
    else:
        index = ValueIndex(await ServerParts.open(":memory:", "", "library", VALUES))
    await index.read([ALL], lambda place, left_out: stream(LIBRARY))
    yield index
    await index.close()


def shown(links: list[LinkedValue]) -> list[str]:
    return [f"{link.text} = {link.label}.{link.property} {link.value}" for link in links]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Books about Sci-Fi", ["Sci-Fi = Subject.name Sci-Fi"]),
        ("scifi books", ["scifi = Subject.name Sci-Fi"]),
        ("SCI FI BOOKS", ["SCI FI = Subject.name Sci-Fi"]),
        ("by ilse marquez", ["ilse marquez = Person.name Ilse Márquez"]),
        ("Ilse Márquez's books", ["Ilse Márquez = Person.name Ilse Márquez"]),
        ("who wrote noras garden?", ["noras garden = Book.title Nora's Garden"]),
        ("Who wrote Nora's Garden?", ["Nora's Garden = Book.title Nora's Garden"]),
        ("who wrote glass harbour?", ["glass harbour = Book.title The Glass Harbour"]),
        ("who wrote 'the glass harbour'?", ["the glass harbour = Book.title The Glass Harbour"]),
        ("loan 23-4315807", ["23-4315807 = Loan.barcode 23-4315807"]),
        ("loan 23-4315808", []),
        ("at BN1 1AA", ["BN1 1AA = Branch.postcode BN1 1AA"]),
        ("at bn11aa", ["bn11aa = Branch.postcode BN1 1AA"]),
        ("mail to cwhite8k@nasa.gov", ["cwhite8k@nasa.gov = Member.email cwhite8k@nasa.gov"]),
        ("mail to nasa", []),
        ("who knows C#?", ["C# = Skill.name C#"]),
        ("who owes £550 owed", ["£550 owed = Fine.note £550 owed"]),
        ("latitude -2.435616", ["-2.435616 = Place.latitude -2.435616"]),
        ("latitude 2.435616", []),
        ("who joined on 2020-01-31?", ["2020-01-31 = Member.joined 2020-01-31"]),
    ],
)
async def test_folded_forms(values: ValueIndex, question: str, expected: list[str]) -> None:
    links = await values.lookup(question)
    assert shown(links) == expected
    assert all(question[link.start : link.end] == link.text for link in links)


@pytest.mark.parametrize(
    "question",
    [
        "",
        "???",
        "What's the weather?",
        "delete everything",
        "who wrote it?",
        "how many books are there?",
        "show me the top 12 members",
        "loans of more than 12 books",
        "where are the living authors?",
        "books with oskar",
        "word " * 3000,
        "\x00 \ud83d\ude00 \u202e",
    ],
)
async def test_words_that_stand_for_nothing(values: ValueIndex, question: str) -> None:
    assert await values.lookup(question) == []


async def test_a_title_of_function_words_needs_its_case_or_quotes(values: ValueIndex) -> None:
    assert shown(await values.lookup("who wrote It?")) == ["It = Book.title It"]
    assert shown(await values.lookup("who wrote 'it'?")) == ["it = Book.title It"]


async def test_dates_and_times_in_words(values: ValueIndex) -> None:
    for question in ("due on 20th August 2017", "due on August 20, 2017", "due on 2017-08-20"):
        assert [link.value for link in await values.lookup(question)] == ["20/08/2017"]
    assert [link.value for link in await values.lookup("due 3 Aug 2017")] == ["3/08/2017"]
    assert [link.value for link in await values.lookup("loans made at 6 PM")] == ["18:00"]


async def test_small_numbers_need_their_property_or_a_unit(values: ValueIndex) -> None:
    assert [link.value for link in await values.lookup("loans with days 12")] == ["12"]
    assert [link.value for link in await values.lookup("loans from 2009")] == ["2009"]
    assert await values.lookup("loans after 2009") == []


async def test_every_label_of_a_value_is_a_candidate_with_its_count(values: ValueIndex) -> None:
    links = await values.lookup("What did Ursula Bremer write?")
    assert [(link.label, link.count) for link in links] == [("Author", 2), ("Person", 2)]
    assert {(link.score, link.method) for link in links} == {(1.0, "exact")}
    links = await values.lookup("Which person is Ursula Bremer?")
    assert [link.label for link in links] == ["Person", "Author"]


async def test_case_ranks_but_does_not_decide(values: ValueIndex) -> None:
    links = await values.lookup("books about drama")
    assert [(link.label, link.method) for link in links] == [
        ("Keyword", "exact"),
        ("Subject", "folded"),
    ]


async def test_plural_of_a_category(values: ValueIndex) -> None:
    assert "Drama" in [link.value for link in await values.lookup("which dramas are new?")]
    [link] = await values.lookup("drug offences")
    assert (link.value, link.count) == ("Drugs", 40)
    assert link.score < 1


async def test_longest_words_come_first_and_nested_ones_compete(values: ValueIndex) -> None:
    links = await values.lookup("list history stories")
    assert [link.text for link in links] == ["history stories", "history"]
    links = await values.lookup("Who wrote 'History Stories'?")
    assert [link.text for link in links] == ["History Stories"]


async def test_part_of_a_name(values: ValueIndex) -> None:
    [link] = await values.lookup("Whitfield's books")
    assert (link.value, link.text, link.method) == ("Grant Whitfield", "Whitfield", "partial")
    assert link.score < 0.9
    links = await values.lookup("keeper of small lights")
    assert {link.value for link in links} == {
        "The Keeper of Small Lights: The Return of the Tide",
        "The Keeper of Small Lights: Winter",
    }
    [link] = await values.lookup("return of the tide")
    assert str(link.value).endswith("The Return of the Tide")


async def test_people_of_one_surname_compete_as_equals(values: ValueIndex) -> None:
    for name in ("Brandtsen", "brandtsn"):
        links = await values.lookup(f"books by {name}")
        assert [link.value for link in links] == ["Al Brandtsen", "Bartholomew Brandtsen"]
        assert links[0].score == links[1].score


async def test_a_part_that_many_names_share_tells_nothing(values: ValueIndex) -> None:
    assert await values.lookup("What did Oskar write?") == []


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("books by Ilse Marqeuz", "Ilse Márquez"),
        ("books by whitfeild", "Grant Whitfield"),
        ("Ursulla Bremer", "Ursula Bremer"),
        ("The Glas Harbour", "The Glass Harbour"),
        ("the glassharbour", "The Glass Harbour"),
    ],
)
async def test_misspelt(values: ValueIndex, question: str, value: str) -> None:
    links = await values.lookup(question)
    assert {link.value for link in links} == {value}
    assert all(link.score < 1 for link in links)


async def test_ordinary_and_short_words_are_never_misspelt_names(values: ValueIndex) -> None:
    assert await values.lookup("how long does it take to dine") == []
    assert await values.lookup("which histories of dukes") == [] or all(
        link.value != "Dune" for link in await values.lookup("which dukes are there")
    )


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("who wrote the orchard?", "Orchard, The"),
        ("who wrote Salt and Ember?", "Salt & Ember"),
        ("who wrote low tide?", "Low Tide (1995)"),
        ("books by Irena Kowalczyk", "Kowalczyk, Irena"),
        ("books by PD Arden", "P.D. Arden"),
        ("books by P. D. Arden", "P.D. Arden"),
    ],
)
async def test_names_as_catalogues_write_them(
    values: ValueIndex, question: str, value: str
) -> None:
    assert {link.value for link in await values.lookup(question)} == {value}


async def test_states_in_other_words(values: ValueIndex) -> None:
    for question in (
        "loans with damaged and repaired losses",
        "where was the review completed without charging a fee?",
        "loans marked 'review complete, no fee due'",
        "returns from a member",
    ):
        [link] = await values.lookup(question)
        assert (link.method, link.score < 0.8) == ("partial", True)
        assert question[link.start : link.end] == link.text
    assert await values.lookup("which fees does each member have?") == []
    assert await values.lookup("members with fees") == []


async def test_scripts_without_spaces(values: ValueIndex) -> None:
    links = await values.lookup("王小明和李大同写了什么书")
    assert [(link.text, link.value) for link in links] == [
        ("王小明", "王小明"),
        ("李大同", "李大同"),
    ]


async def test_misspelt_quotation_is_one_name(values: ValueIndex) -> None:
    [link] = await values.lookup('who wrote "The Glass Harbor"?')
    assert (link.text, link.value) == ("The Glass Harbor", "The Glass Harbour")


async def test_counts_and_freshness(values: ValueIndex) -> None:
    assert not await values.behind([ALL])
    # Prose, truth values and what has no letters or digits are not kept.
    assert await values.count() == len(LIBRARY) - 3


async def test_dates_keep_their_type(values: ValueIndex) -> None:
    [link] = await values.lookup("joined 31 January 2020")
    assert link.value == date(2020, 1, 31)


async def test_the_same_question_gets_the_same_links(values: ValueIndex) -> None:
    question = "Did Ursula Bremer or Whitfield write drama or scifi on August 20, 2017?"
    assert await values.lookup(question) == await values.lookup(question)


async def test_it_learns_and_forgets_single_values(values: ValueIndex) -> None:
    new: list[StoredValue] = [("Person", "name", "Ines Quillfeather", 1)]
    old: list[StoredValue] = [("Subject", "name", "Sci-Fi", 1)]
    assert await values.unknown([*new, *old]) == new
    await values.learn(new)
    assert await values.unknown([*new, *old]) == []
    for words in ("Ines Quillfeather", "quillfeather", "Ines Quilfeather"):
        assert "Ines Quillfeather" in {link.value for link in await values.lookup(words)}, words
    values.forget([*new, *old])
    assert not await values.lookup("quillfeather") and not await values.lookup("scifi")
    await values.learn(old)
    assert shown(await values.lookup("scifi")) == ["scifi = Subject.name Sci-Fi"]


async def test_what_is_learnt_while_names_are_read_stays(values: ValueIndex) -> None:
    await values.learn([("Person", "name", "Otto Beforehand", 1)])

    async def reading() -> AsyncIterator[StoredValue]:
        yield "Person", "name", "Ada Stored", 1
        await values.learn([("Person", "name", "Ines Quillfeather", 1)])
        values.forget([("Person", "name", "Ada Stored", 1)])

    assert await values.read([ALL], lambda place, left_out: reading(), anew=True)
    found = {
        name: len(await values.lookup(name)) for name in ("Beforehand", "Quillfeather", "Stored")
    }
    assert found == {"Beforehand": 0, "Quillfeather": 1, "Stored": 0}


async def test_a_second_start_needs_no_build(tmp_path: Path) -> None:
    first = ValueIndex(await EdgePieces.open(tmp_path / "values", VALUES))
    assert await first.behind([ALL]) == [ALL]
    told: list[int] = []
    await first.read([ALL], lambda place, left_out: stream(LIBRARY), told.append)
    assert told[-1] == await first.count()
    await first.close()
    second = ValueIndex(await EdgePieces.open(tmp_path / "values", VALUES))
    assert not await second.behind([ALL])
    assert await second.behind([changed := replace(ALL, state="v2")]) == [changed]
    assert shown(await second.lookup("scifi")) == ["scifi = Subject.name Sci-Fi"]
    await second.close()
