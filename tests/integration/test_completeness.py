"""Lists from documents are whole: what a perfect model reads, the graph and the answers tell."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.bootstrap import open_cicerone
from bot.commands.documents_run import add_documents
from bot.conversations import InProcess
from bot.graph.server import EmbeddedServer
from bot.settings import load_settings
from tests.bench.completeness import Spent, asked, measure, score
from tests.corpus import NAMES, Corpus
from tests.embedded import embedded_server, rows
from tests.perfect_model import PerfectModel
from tests.scripted_model import scripted_model


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[EmbeddedServer]:
    async with embedded_server(tmp_path_factory.mktemp("home")) as found:
        yield found


@pytest.mark.parametrize("way", ["together", "apart"])
@pytest.mark.parametrize("name", NAMES)
async def test_nothing_that_a_perfect_model_reads_is_lost_and_nothing_made_up(
    server: EmbeddedServer, name: str, way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether it is asked for all there is in one call, or for one kind after the other."""
    corpus = Corpus(name)
    folder, graph = corpus.make(tmp_path / "reports"), f"{name}_{way}"
    with scripted_model(script=PerfectModel(corpus=corpus)) as model:
        assert isinstance(model, PerfectModel)
        settings = load_settings(
            home=server.home,
            graph=graph,
            openai_base_url=model.url,
            model="perfect",
            read_documents=way,
        )
        assert await add_documents(settings, [str(folder)], corpus.schema, yes=True) == 0
        assert "dropped" not in capsys.readouterr().out
        for question in corpus.questions:
            told = await rows(server.endpoint, graph, model.cypher_for(question))
            found = score([row[0] for row in told], question)
            assert (found.missing, found.wrong, found.doubles) == ((), (), ()), question.name


async def test_answers_list_all_that_a_perfect_model_finds(server: EmbeddedServer) -> None:
    corpus = Corpus("companies", "five")
    with scripted_model(script=PerfectModel(corpus=corpus)) as model:
        settings = load_settings(
            home=server.home, openai_base_url=model.url, model="perfect", engine="llm"
        )
        measured = await measure(corpus, settings, Spent(), ("graph", "both"))
        assert len(measured.asked) == 16
        for one in measured.asked:
            told = (one.score.missing, one.score.wrong, one.score.doubles)
            assert told == ((), (), ()), (one.way, one.asked)


async def test_passages_alone_tell_one_thing_twice_and_the_graph_does_not(
    server: EmbeddedServer,
) -> None:
    """A perfect reader finds all in the nearest passages, but a case in two spellings is two."""
    corpus = Corpus("companies", "five")
    with scripted_model(script=PerfectModel(corpus=corpus)) as model:
        settings = load_settings(
            home=server.home, openai_base_url=model.url, model="perfect", engine="llm"
        )
        measured = await measure(corpus, settings, Spent(), ("passages",))
    scores = [one.score for one in measured.asked]
    assert not any(one.missing or one.wrong for one in scores)
    assert {double for one in scores for double in one.doubles} == {"Tarn Optics vs. Brightwater"}


async def test_what_reading_into_the_graph_overlooked_passages_bring_back(tmp_path: Path) -> None:
    corpus = Corpus("companies", "five")
    script = PerfectModel(corpus=corpus, overlooks=0.5)
    async with embedded_server(tmp_path / "home") as server:
        with scripted_model(script=script) as model:
            settings = load_settings(
                home=server.home, openai_base_url=model.url, model="perfect", engine="llm"
            )
            measured = await measure(corpus, settings, Spent(), ("graph", "both"))
    missing = {
        way: sum(len(one.score.missing) for one in measured.asked if one.way == way)
        for way in ("graph", "both")
    }
    assert missing["graph"] > 8 and missing["both"] == 0
    assert not any(one.score.wrong for one in measured.asked)


@pytest.mark.parametrize("name", NAMES)
async def test_without_a_model_plain_questions_list_all_that_was_found(
    server: EmbeddedServer, name: str, tmp_path: Path
) -> None:
    """A perfect model has read the reports; the rules alone read the questions."""
    corpus = Corpus(name)
    with scripted_model(script=PerfectModel(corpus=corpus)) as model:
        settings = load_settings(
            home=server.home, graph=name, openai_base_url=model.url, model="perfect"
        )
        folder = corpus.make(tmp_path / "reports")
        assert await add_documents(settings, [str(folder)], corpus.schema, yes=True) == 0
    offline = settings.model_copy(update={"engine": "offline"})
    opening = open_cicerone(
        offline, conversations=InProcess(), upkeep=None, whole=True, lasting=False
    )
    async with opening as cicerone:
        for question in corpus.questions:
            found = await asked(cicerone, "both", question, question.asks[0])
            told = (found.score.missing, found.score.wrong, found.score.doubles)
            assert told == ((), (), ()), (found.asked, found.cypher)
