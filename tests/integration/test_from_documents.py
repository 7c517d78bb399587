"""Questions over documents: sources of what the graph says, and what passages tell beside it.

The model is a stand-in that knows which sentences say what (`Seeker`); databases are real.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.commands.documents_run import add_documents
from bot.conversations import InProcess
from bot.errors import StatementRefused
from bot.events import Event, Notice, Outcome
from bot.graph.server import EmbeddedServer
from bot.parts import Message
from bot.settings import load_settings
from memory.documents import where
from tests.embedded import embedded_server
from tests.numbered import Shown
from tests.scripted_model import Reply, Script, scripted_model

SCHEMA = """
labels:
  Firm:
    names: [Aster Works, Birch Works]
  Case:
    synonyms: [legal proceeding]
    names: [Aster valve case, Birch grain dispute, Cole v. Aster Works]
    properties:
      filed: {type: date, words: [filed]}
  Court:
    names: [Elm Court]
relationships:
  INVOLVED_IN: {from: Firm, to: Case}
  HEARD_BY: {from: Case, to: Court}
"""
REPORTS = {
    "aster.md": """# Aster Works – Annual report

Aster Works makes valves. The year was calm.

## Proceedings

Aster Works is a party to the Aster valve case, filed on 3 May 2021, which Elm Court hears. It is
about a patent on valves.

Aster Works is sued in Cole v. Aster Works, filed on 2 April 2022 with Elm Court. Cole was hurt by a
lift.

## Later

In the autumn a former supplier turned on Aster Works in what is called the gasket quarrel. It is
about patented gaskets.
""",
    "birch.md": """# Birch Works – Annual report

Birch Works mills grain.

## Proceedings

Birch Works is a party to the Birch grain dispute, filed on 9 June 2023. It is about a patent on
sieves.
""",
}
# So much that each section is a passage of its own.
CALM = "The weather was fair and all the rest went as it does in other years. " * 12
INVOLVED = "list all cases that Aster Works is involved in"


@dataclass
class Seeker(Script):
    """Tells of each passage what `truth` has of it: (name, words), and of all of them `made_up`."""

    truth: list[tuple[str, str]] = field(default_factory=list)
    made_up: list[tuple[str, str]] = field(default_factory=list)
    longest: int = 0

    def answer(self, prompt: str) -> Reply:
        if "list what answers a question" not in prompt:
            return super().answer(prompt)
        if self.longest and len(prompt) > self.longest:
            told = {"message": "too long", "code": "context_length_exceeded"}
            return Reply((), status=400, error={"error": told})
        data = prompt.rpartition("<data>\n")[2].partition("\n</data>")[0]
        parts = map(Shown, re.split(r"^Passage \(.*\):$", data, flags=re.M)[1:])
        items = [
            {"at": shown.at(words), "name": name}
            for shown in parts
            for name, words in [*self.truth, *self.made_up]
            if where(words, shown.text) or (name, words) in self.made_up
        ]
        return Reply((), json.dumps({"items": items}))


def written(folder: Path) -> tuple[list[str], Path]:
    """The reports as files, and the file of their schema."""
    for name, text in REPORTS.items():
        (folder / name).write_text(text.replace("\n\n#", f"\n\n{CALM}\n\n#"))
    (folder / "s.yaml").write_text(SCHEMA)
    return [str(folder / name) for name in REPORTS], folder / "s.yaml"


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[EmbeddedServer]:
    reports, schema = written(tmp_path_factory.mktemp("reports"))
    async with embedded_server(tmp_path_factory.mktemp("home")) as found:
        settings = load_settings(home=found.home, graph="reports", engine="offline")
        assert await add_documents(settings, reports, schema, yes=True) == 0
        yield found


@pytest.fixture
def seeker() -> Iterator[Seeker]:
    with scripted_model(script=Seeker()) as script:
        assert isinstance(script, Seeker)
        yield script


@asynccontextmanager
async def cicerone(
    server: EmbeddedServer, script: Script | None = None, **more: Any
) -> AsyncIterator[Cicerone]:
    model = {"openai_base_url": script.url, "model": "scripted"} if script else {}
    settings = load_settings(home=server.home, graph="reports", **model, **more)
    opening = open_cicerone(settings, conversations=InProcess(), whole=True, upkeep=None)
    async with opening as found:
        yield found


async def ask(
    server: EmbeddedServer, question: str, script: Script | None = None, **more: Any
) -> tuple[Outcome, list[str]]:
    notices: list[str] = []

    async def listen(event: Event) -> None:
        if isinstance(event, Notice):
            notices.append(event.text)

    async with cicerone(server, script, **more) as found:
        outcome = await found.ask(Message(question, "t", "ada"), listen)
    assert outcome.error is None
    return outcome, notices


def ways(outcome: Outcome) -> dict[str, str]:
    return {item.name: item.found_by for item in outcome.items}


async def test_each_item_has_its_sentence_and_what_nobody_read_is_offered(
    server: EmbeddedServer,
) -> None:
    outcome, _ = await ask(server, INVOLVED)
    assert ways(outcome) == {"Aster valve case": "graph", "Cole v. Aster Works": "graph"}
    first = {item.name: item.sources[0] for item in outcome.items}
    assert first["Aster valve case"].document == "aster.md"
    assert first["Aster valve case"].words.startswith("Aster Works is a party to the Aster valve")
    assert "sued in Cole v. Aster Works" in first["Cole v. Aster Works"].words
    assert all(item.row is not None for item in outcome.items)
    coverage = outcome.coverage
    assert coverage is not None and (coverage.documents, coverage.failed) == (2, 0)
    assert coverage.read == 0
    assert "From 2 documents with" in (outcome.answer or "")


async def test_what_passages_tell_and_the_graph_lacks_is_told_apart(
    server: EmbeddedServer, seeker: Seeker
) -> None:
    seeker.truth = [
        ("Aster valve case", "is a party to the Aster valve case"),
        ("gasket quarrel", "turned on Aster Works in what is called the gasket quarrel"),
    ]
    seeker.made_up = [("Ghost case", "Aster Works is a party to the Ghost case")]
    outcome, notices = await ask(server, INVOLVED, seeker)
    assert ways(outcome) == {
        "Aster valve case": "both",
        "Cole v. Aster Works": "graph",
        "gasket quarrel": "passages",
    }
    (told,) = [item for item in outcome.items if item.found_by == "passages"]
    assert told.row is None
    assert told.sources[0].words.startswith("In the autumn a former supplier turned on Aster Works")
    assert outcome.coverage is not None and outcome.coverage.dropped > 0
    answer = outcome.answer or ""
    assert "tell of 1 more, which the graph does not say: gasket quarrel" in answer
    assert "1 found in the graph alone, 1 in passages alone" in answer
    assert not notices
    assert "Ghost" not in answer


async def test_batches_are_as_large_as_the_model_holds(
    server: EmbeddedServer, seeker: Seeker
) -> None:
    seeker.truth = [("gasket quarrel", "what is called the gasket quarrel")]
    seeker.longest = 2_000
    outcome, _ = await ask(server, INVOLVED, seeker)
    assert ways(outcome)["gasket quarrel"] == "passages"
    assert outcome.coverage is not None and outcome.coverage.unread == 0


async def test_no_text_is_sent_where_rows_are_not(server: EmbeddedServer, seeker: Seeker) -> None:
    outcome, _ = await ask(server, INVOLVED, seeker, send="values")
    assert set(ways(outcome).values()) == {"graph"}
    assert not any("gasket" in prompt for prompt in seeker.prompts)


@pytest.mark.parametrize("hide", ["Passage.text", "MENTIONS", "Document", "MENTIONS.words"])
async def test_hidden_texts_are_no_sources(server: EmbeddedServer, hide: str) -> None:
    outcome, _ = await ask(server, INVOLVED, hide=hide)
    assert outcome.result is not None and len(outcome.result.rows) == 2
    assert not outcome.items and not outcome.near
    shown, _ = await ask(server, INVOLVED)
    source = shown.items[0].sources[0]
    async with cicerone(server, hide=hide) as found:
        with pytest.raises(StatementRefused):
            await found.passage(source.passage, source.words, "ada")
        assert not await found.sources_of(source.passage, ["Case"], "ada")


QUARREL = "what was the quarrel with a supplier about?"


async def test_where_the_graph_has_no_answer_the_passages_are_asked(
    server: EmbeddedServer, seeker: Seeker
) -> None:
    seeker.truth = [("patented gaskets", "It is\nabout patented gaskets")]
    told = {"standalone": QUARREL, "verdict": "not_in_schema", "language": "English"}
    seeker.on("You prepare a message", text=json.dumps({**told, "route": "graph", "about": ""}))
    outcome, _ = await ask(server, QUARREL, seeker, understand="together")
    assert ways(outcome) == {"patented gaskets": "passages"}
    assert (outcome.verdict, outcome.route, outcome.cypher) == ("answerable", "text", None)
    answer = outcome.answer or ""
    assert answer.startswith("patented gaskets: “It is about patented gaskets.” (aster.md)")


async def test_without_a_model_near_passages_are_at_hand_where_the_graph_has_no_answer(
    server: EmbeddedServer,
) -> None:
    outcome, _ = await ask(server, QUARREL)
    assert not outcome.items and outcome.cypher is None
    assert any("gasket quarrel" in one.words for one in outcome.near)


async def test_passages_alone_answer_where_that_is_set(
    server: EmbeddedServer, seeker: Seeker
) -> None:
    seeker.truth = [
        ("Aster valve case", "is a party to the Aster valve case"),
        ("Cole v. Aster Works", "is sued in Cole v. Aster Works"),
        ("gasket quarrel", "turned on Aster Works in what is called the gasket quarrel"),
    ]
    outcome, _ = await ask(server, INVOLVED, seeker, answer_from="passages")
    assert set(ways(outcome).values()) == {"passages"} and len(ways(outcome)) == 3
    assert outcome.cypher is None
    graph, _ = await ask(server, INVOLVED, seeker, answer_from="graph")
    assert set(ways(graph).values()) == {"graph"} and len(ways(graph)) == 2


ABOUT = "cases filed after 2021 about patents"


async def test_what_no_property_carries_is_told_by_the_passages_of_each_row(
    server: EmbeddedServer,
) -> None:
    """Two of three cases are about a patent, and two were filed after 2021; one is both."""
    outcome, _ = await ask(server, ABOUT)
    assert ways(outcome) == {"Birch grain dispute": "both"}
    (item,) = outcome.items
    assert item.sources[0].words == "It is about a patent on\nsieves."
    assert outcome.route == "both"
    assert outcome.result is not None and outcome.result.rows[0][0] == "Birch grain dispute"
    none, _ = await ask(server, "cases filed after 2021 about submarines")
    assert none.result is None and "none of them is about “submarines”" in (none.answer or "")


async def test_a_model_writes_the_graphs_part_and_reads_the_passages_of_its_rows(
    server: EmbeddedServer, seeker: Seeker
) -> None:
    question = "cases filed after 2021 about patents, with the court that decides"
    told = {"standalone": question, "verdict": "answerable", "language": "English"}
    told |= {"route": "both", "about": "patents"}
    seeker.on("You prepare a message", text=json.dumps(told))
    seeker.on(
        "You write one read-only Cypher",
        text="MATCH (c:Case) WHERE c.filed > date('2021-12-31') "
        "OPTIONAL MATCH (c)-[:HEARD_BY]->(t:Court) RETURN c.name AS case, t.name AS court",
    )
    seeker.on("You answer a question from the rows", text="The Birch grain dispute.")
    seeker.truth = [("Birch grain dispute", "It is about a patent on sieves")]
    outcome, _ = await ask(server, question, seeker)
    assert ways(outcome) == {"Birch grain dispute": "both"}
    assert outcome.result is not None and outcome.result.columns == ("case", "court")
    assert outcome.result.rows == (("Birch grain dispute", None),)
    read = [one for one in seeker.prompts if "list what answers a question" in one]
    assert read and not any("makes valves" in one for one in read)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Aster is in two; one “is a party to the Aster valve case”.", True),
        ("Aster is in two; one “is a party to the Aster valve dispute of old”.", False),
    ],
)
async def test_a_written_answer_quotes_what_stands_there_or_nothing(
    server: EmbeddedServer, seeker: Seeker, written: str, kept: bool
) -> None:
    seeker.on("You write one read-only Cypher", text=CASES)
    seeker.on("You answer a question from the rows", text=written)
    outcome, notices = await ask(server, INVOLVED, seeker, engine="llm")
    asked = next(one for one in seeker.prompts if "You answer a question from the rows" in one)
    assert "Aster valve case: Aster Works is a party to the Aster valve case, filed" in asked
    assert (written in (outcome.answer or "")) is kept
    assert any("which is not in the rows" in one for one in notices) is not kept


CASES = (
    "MATCH (f:Firm {name: 'Aster Works'})-[:INVOLVED_IN]->(c:Case) "
    "RETURN c.name AS case ORDER BY case"
)


async def test_no_passage_is_read_for_what_is_of_another_world(
    server: EmbeddedServer, seeker: Seeker
) -> None:
    asked = "how do I bake bread?"
    told = {"standalone": asked, "verdict": "off_topic", "language": "English"}
    seeker.on("You prepare a message", text=json.dumps({**told, "route": "graph", "about": ""}))
    outcome, _ = await ask(server, asked, seeker)
    assert not outcome.items and not outcome.near and outcome.verdict == "off_topic"
    assert not any("list what answers a question" in one for one in seeker.prompts)


async def test_what_a_question_may_not_pay_for_is_told_to_be_unread(
    server: EmbeddedServer, seeker: Seeker
) -> None:
    seeker.truth = [("gasket quarrel", "what is called the gasket quarrel")]
    outcome, notices = await ask(server, INVOLVED, seeker, turn_tokens=100)
    assert set(ways(outcome).values()) == {"graph"} and not notices
    assert outcome.coverage is not None and outcome.coverage.unread == len(outcome.near) == 2
    assert "2 that may tell more were not read" in (outcome.answer or "")


async def test_what_the_graph_knows_otherwise_is_set_aside(
    server: EmbeddedServer, seeker: Seeker
) -> None:
    """A model takes a case of 2021 for one filed later; the graph has its date."""
    seeker.truth = [("Aster valve case", "is a party to the Aster valve case")]
    outcome, _ = await ask(server, "which cases were filed after 2021?", seeker)
    assert ways(outcome) == {"Cole v. Aster Works": "graph", "Birch grain dispute": "graph"}
    assert outcome.coverage is not None and outcome.coverage.refuted == 1
    assert "1 find was set aside, as the graph knows otherwise" in (outcome.answer or "")


async def test_a_count_says_what_it_is_of_and_what_is_no_thing_of_documents_does_not(
    server: EmbeddedServer,
) -> None:
    outcome, _ = await ask(server, "how many cases are there?")
    assert (outcome.answer or "").startswith("3 cases. From 2 documents with 5 passages.")
    assert not outcome.items and not outcome.near
    other, _ = await ask(server, "how many documents are there?")
    assert other.answer == "2 documents." and other.coverage is None
