"""Which part of a question texts answer, and how what is found restricts the query."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import pytest

from bot.events import Rows
from bot.offline.parser import Parser
from bot.steps.by_text import ByText, Texts
from bot.steps.route import instead_of_words, named_by_model, route
from bot.steps.similar import in_order, similar
from bot.steps.tell_passages import nearest_sentence, nothing_near, tell_passages
from bot.steps.topic import topics, without_cue
from memory.passages import TextProperty
from memory.passages_index import Near
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema
from tests.unit.steps.graphs import TellingGraph

NOTES = ("A vase of the Ming dynasty, painted with fish.", "The mask of a warrior, worn at feasts.")


def museum() -> Schema:
    exhibit = {
        "title": Property("title", ("STRING",), ("Fish vase", "Mask"), distinct=95),
        "notes": Property("notes", ("STRING",), NOTES, distinct=90),
        "year": Property("year", ("INTEGER",), (1500,), None, 900, 1950, distinct=60),
    }
    artist = {
        "name": Property("name", ("STRING",), ("Anna Berg",), distinct=30),
        "born": Property("born", ("INTEGER",), (1800,), None, 1400, 1930, distinct=30),
    }
    style = {"name": Property("name", ("STRING",), (), ("Baroque", "War art"), distinct=2)}
    made = Relationship("MADE", 100, (Join("Artist", "Exhibit", 100),))
    styled = Relationship("HAS_STYLE", 100, (Join("Exhibit", "Style", 100),))
    labels = {
        "Exhibit": Label("Exhibit", 100, exhibit),
        "Artist": Label("Artist", 30, artist),
        "Style": Label("Style", 2, style),
    }
    inscribed = Relationship("INVOLVES", 40, (Join("Exhibit", "Style", 40),))
    return Schema(labels, {"MADE": made, "HAS_STYLE": styled, "INVOLVES": inscribed})


PARSER = Parser(museum())
HELD = (TextProperty("Exhibit", "notes", "title"),)


def near(name: str, score: float, start: str = "") -> Near:
    text = start or f"All about {name}."
    return Near("Exhibit", "notes", name, text, text, score)


class Found:
    """Passages that answer as they are told, and keep what they were asked."""

    def __init__(self, *found: Near, known: bool = True) -> None:
        self.found, self.known = list(found), known
        self.asked: list[Any] = []

    async def nearest(
        self, topic: str, labels: Sequence[str], limit: int = 50, *, far: bool = False
    ) -> list[Near]:
        self.asked.append((topic, *labels))
        return self.found

    async def like(
        self, name: str, labels: Sequence[str], among: Sequence[str], limit: int = 50
    ) -> list[Near]:
        self.asked.append(("like", name, *among))
        return self.found

    async def met(self, words: Sequence[str]) -> bool:
        return self.known

    async def count(self) -> int:
        return len(self.found)


def linked(question: str, *values: tuple[str, str, str]) -> tuple[LinkedValue, ...]:
    found = []
    for text, label, prop in values:
        start = question.index(text)
        found.append(LinkedValue(text, label, prop, text, start, start + len(text)))
    return tuple(found)


async def routed(
    question: str, *values: tuple[str, str, str], known: bool = True, texts: bool = True
) -> ByText | None:
    links = linked(question, *values)
    parse = PARSER.parse(question, links)
    reading = parse.readings[0] if parse.readings else None
    held = Texts(HELD, Found(known=known)) if texts else None
    words = parse.schema_words
    return await route(question, links, reading, parse.unread, PARSER, held, words)


@pytest.mark.parametrize(
    ("question", "topic", "rest"),
    [
        ("exhibits about a sea battle", "a sea battle", "exhibits"),
        ("exhibits about a duel, made after 1700", "a duel", "exhibits made after 1700"),
        ("which exhibits that deal with slavery are old?", "slavery", "which exhibits are old?"),
        ("something similar to Mask", "Mask", "something"),
        ("exhibits whose story is about love by Anna Berg", "love", "exhibits by Anna Berg"),
        ("exhibits in which a ship sinks", "a ship sinks", "exhibits"),
    ],
)
def test_a_topic_is_cut_out(question: str, topic: str, rest: str) -> None:
    cut = {(one.text, one.rest(question)) for one in topics(question)}
    assert (topic, rest) in cut


@pytest.mark.parametrize(
    "question", ["In which year was it made?", "Where is it?", "I would like the exhibits", "about"]
)
def test_words_that_lead_to_no_topic(question: str) -> None:
    assert list(topics(question)) == []


def test_unread_words_stand_together_or_are_no_topic() -> None:
    assert (found := without_cue("the vampire exhibits", ("vampire",))) and found.text
    assert without_cue("who sold the exhibits to a rich buyer", ("sold", "buyer")) is None
    assert without_cue("exhibits", ()) is None


@pytest.mark.parametrize(
    ("question", "values", "way", "topic"),
    [
        ("exhibits about a duel", (), "text", "a duel"),
        ("Are there any exhibits about a duel?", (), "text", "a duel"),
        ("show me exhibits in which a ship sinks", (), "text", "a ship sinks"),
        ("exhibits about a duel made after 1700", (), "both", "a duel"),
        ("exhibits about a duel with artists born after 1800", (), "both", "a duel"),
        ("Who made the exhibit about a duel?", (), "both", "a duel"),
        ("How many exhibits are about pirates?", (), "both", "pirates"),
        ("exhibits like Mask", (("Mask", "Exhibit", "title"),), "text", "Mask"),
        ("exhibits similar to Mask by Anna Berg",
         (("Mask", "Exhibit", "title"), ("Anna Berg", "Artist", "name")), "both", "Mask"),
        ("pirate exhibits", (), "text", "pirate"),
        ("what I look for is the exhibit about a duel", (), "text", "a duel"),
        ("Which exhibits would you recommend about a duel?", (), "text", "a duel"),
    ],
)  # fmt: skip
async def test_questions_for_texts(
    question: str, values: tuple[tuple[str, str, str], ...], way: str, topic: str
) -> None:
    part = await routed(question, *values)
    assert part is not None and part.route == way and part.topic.text == topic
    assert (part.like is not None) == ("Mask" in question)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("Who made Mask?", (("Mask", "Exhibit", "title"),)),
        ("exhibits about War art", (("War art", "Style", "name"),)),
        ("exhibits about War art from 1700", (("War art", "Style", "name"),)),
        ("exhibits where Anna Berg did something", (("Anna Berg", "Artist", "name"),)),
        ("exhibits like Anna Berg", (("Anna Berg", "Artist", "name"),)),
        ("exhibits made after 1700", ()),
        ("what's the weather like?", ()),
        ("tell me about exhibits", ()),
        ("artists about pirates", ()),
        ("who is the agent of Anna Berg", (("Anna Berg", "Artist", "name"),)),
        ("tell me a story about pirates", ()),
        ("exhibits where the main artist was never known", ()),
        ("exhibits that feature both artists and years galore", ()),
        ("the longest running exhibits", ()),
        ("Who sold the exhibit about a duel?", ()),
        ("Which stories involve Baroque in a sly way?", (("Baroque", "Style", "name"),)),
    ],
)
async def test_questions_for_the_graph(
    question: str, values: tuple[tuple[str, str, str], ...]
) -> None:
    assert await routed(question, *values) is None


async def test_a_word_before_the_noun_that_nobody_reads_is_left_out_and_told() -> None:
    part = await routed("Show me flabbergasting exhibits about a duel")
    assert part is not None and part.unread == ("flabbergasting",)
    found = await similar(part, Found(near("Sword", 0.9)), TellingGraph(lambda _: []))
    rows = Rows(("title", "notes"), (("Sword", "All about Sword."),), 1, False)
    assert found.draft is not None and found.draft.query is not None
    told = tell_passages(part, rows, found.draft.query, found.near)
    assert "“flabbergasting”" in told


async def test_without_texts_nothing_is_asked_of_them() -> None:
    assert await routed("exhibits about a duel", texts=False) is None
    assert await routed("pirate exhibits", known=False) is None
    assert await routed("something about pirates", known=False) is None
    assert (part := await routed("something about pirates")) and part.route == "text"


async def test_a_model_may_name_the_topic() -> None:
    texts = Texts(HELD, Found())
    part = named_by_model("exhibits for pirate lovers", "pirate lovers", (), PARSER, texts)
    assert part is not None and part.topic.text == "pirate lovers"
    part = named_by_model("exhibits on sea battles", "sea battles", (), PARSER, texts)
    assert part is not None and part.topic.text == "sea battles"
    assert named_by_model("exhibits", "not there", (), PARSER, texts) is None
    assert named_by_model("exhibits", "", (), PARSER, texts) is None


async def test_what_is_found_restricts_the_query_by_name_and_namesakes_by_text() -> None:
    part = await routed("exhibits about a duel")
    assert part is not None
    found = Found(near("Sword", 0.9), near("Mask", 0.8, "The mask of"), near("Vase", 0.1))
    # Another node is called so, of which the index need not know: it may have no text.
    graph = TellingGraph(lambda cypher: [("Mask",)] if "times > 1" in cypher else [])
    result = await similar(part, found, graph)
    assert found.asked == [("a duel", "Exhibit")]
    assert result.draft is not None and [one.name for one in result.near] == ["Sword", "Mask"]
    assert "exhibit.title IN $title" in result.draft.cypher
    assert "STARTS WITH $notes" in result.draft.cypher
    assert result.draft.parameters["notes"] == "The mask of"
    told = (("Mask", "The mask of a fox"), ("Sword", "All about Sword. Indeed."))
    rows = Rows(("title", "notes"), told, 2, False)
    assert result.draft.query is not None
    ordered = in_order(part, rows, result.draft.query, result.near)
    assert [row[0] for row in ordered.rows] == ["Sword", "Mask"]
    answer = tell_passages(part, ordered, result.draft.query, result.near)
    assert answer.startswith("Nearest to “a duel” by notes: Sword (“All about Sword.”)")
    # Who may not read a text is told none of it.
    unseen = Rows(("title", "notes"), (("Mask", None), ("Sword", None)), 2, False)
    assert "All about" not in tell_passages(part, unseen, result.draft.query, result.near)


async def test_both_keeps_the_nearest_of_those_that_fit() -> None:
    part = await routed("Who made the exhibit about a duel?")
    assert part is not None and part.single
    rows = [("Mask", "All about Mask.")]
    graph = TellingGraph(lambda cypher: [] if "times > 1" in cypher else rows)
    result = await similar(part, Found(near("Sword", 0.9), near("Mask", 0.6)), graph)
    assert "exhibit.title IN $title" in graph.asked[1]
    assert result.draft is not None and result.draft.parameters == {"title": ["Mask"]}
    # Of what has no value those are counted, too, that are nearer and do not fit.
    assert result.over is not None and result.over.parameters == {"title": ["Sword", "Mask"]}
    assert "MADE" in result.draft.cypher and "nearest to “a duel”" in (result.draft.reading or "")


async def test_nothing_near_is_said_of_the_texts() -> None:
    part = await routed("exhibits about a duel")
    assert part is not None
    result = await similar(part, Found(), TellingGraph(lambda _: []))
    assert result.draft is None and "“a duel”" in nothing_near(part)


def test_words_nobody_has_become_a_topic() -> None:
    texts = Texts(HELD, Found())
    question = 'exhibits with "a duel" in the notes'
    reading = PARSER.parse(question).readings[0]
    part = instead_of_words(question, reading.query, museum(), texts)
    assert part is not None and part.topic.text == "a duel" and part.alone
    question = 'exhibits with "duel" in the title'
    reading = PARSER.parse(question).readings[0]
    assert instead_of_words(question, reading.query, museum(), texts) is None


def test_the_sentence_that_is_told() -> None:
    passage = "He was poor. A crew robs a bank at night. Nobody knows."
    assert nearest_sentence(passage, "robbing a bank") == "A crew robs a bank at night."
    assert len(nearest_sentence("word " * 400, "word")) < 260


def archive() -> Schema:
    """Reports by authors, of offices; what a report says is in its pages alone."""
    named = {"name": Property("name", ("STRING",), ("Anna Berg",), distinct=30)}
    report = {"title": Property("title", ("STRING",), ("Tunnels", "Harvest"), distinct=40)}
    page = {"text": Property("text", ("STRING",), NOTES, distinct=400)}
    about = {"about": Property("about", ("STRING",), NOTES, distinct=25)}
    labels = {
        "Report": Label("Report", 40, report),
        "Page": Label("Page", 400, page),
        "Author": Label("Author", 30, named),
        "Office": Label("Office", 25, named | about),
    }
    types = {
        "WROTE": Relationship("WROTE", 40, (Join("Author", "Report", 40),)),
        "HAS_PAGE": Relationship("HAS_PAGE", 400, (Join("Report", "Page", 400),)),
        "CITES": Relationship("CITES", 60, (Join("Report", "Office", 60),)),
    }
    return Schema(labels, types)


async def in_archive(question: str) -> tuple[ByText | None, str]:
    parser = Parser(archive())
    held = (TextProperty("Page", "text", None), TextProperty("Office", "about", "name"))
    found = Found(Near("Page", "text", None, "The flood came.", "The flood came.", 1.0))
    parse = parser.parse(question, ())
    reading = parse.readings[0] if parse.readings else None
    texts = Texts(held, found)
    part = await route(question, (), reading, parse.unread, parser, texts, ())
    graph = TellingGraph(lambda cypher: [("The flood came.",)])
    draft = (await similar(part, found, graph)).draft if part else None
    return part, " ".join(draft.cypher.split()) if draft else ""


async def test_what_has_no_text_is_found_by_that_of_its_parts() -> None:
    part, cypher = await in_archive("Who wrote reports about a flood?")
    assert part is not None and part.route == "both" and part.portion is not None
    assert cypher == (
        "MATCH (author:Author)-[:WROTE]->(report:Report) WHERE EXISTS { MATCH "
        "(report)-[:HAS_PAGE]->(its_part:Page) WHERE its_part.text STARTS WITH $text } "
        "WITH DISTINCT author RETURN author.name AS name"
    )


async def test_a_topic_belongs_to_the_noun_before_it() -> None:
    part, cypher = await in_archive("Which offices are cited by reports about a flood?")
    assert part is not None and part.portion is not None and "(office:Office)" in cypher
    part, _ = await in_archive("Which reports cite offices about a flood?")
    assert part is not None and part.portion is None and part.held[0].label == "Office"


async def test_parts_are_told_by_their_name() -> None:
    part, _ = await in_archive("reports about a flood")
    assert part is not None and part.route == "both"
    found = Found(Near("Page", "text", None, "The flood came.", "The flood came.", 1.0))
    draft = (await similar(part, found, TellingGraph(lambda _: [("The flood came.",)]))).draft
    assert draft is not None and (draft.reading or "").endswith("the text of their pages")


def test_only_so_many_topics_are_tried() -> None:
    began = time.monotonic()
    assert len(list(topics("films about a shark and about a heist with guns " * 60))) == 12
    assert not list(topics("what about " * 300))
    assert time.monotonic() - began < 15
