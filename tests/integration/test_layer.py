"""The file of a graph over the sample: drafted, checked, and what it makes of questions."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.commands.check_layer import check_layer
from bot.commands.describe import describe
from bot.conversations import InProcess
from bot.errors import UsageError
from bot.events import Event, Outcome, Verification
from bot.layer.read import layer_of
from bot.parts import Message
from bot.settings import Settings, load_settings
from tests.embedded import embedded_server
from tests.scripted_model import scripted_model

OURS = """\
description: Films that people remember.   # ours
words:
  the hat man: Person.name = Clint Eastwood
instructions: Say revenue in dollars.
hidden: [Film.tagline]
verified:
  - question: best work of {name}
    cypher: |
      MATCH (:Person {name: $name})-[:DIRECTED]->(f:Film)
      RETURN f.title AS title ORDER BY f.revenue DESC, f.title LIMIT 3
    parameters: {name: Clint Eastwood}
    verified_by: Ada
    verified_on: 2026-11-27
  - question: Which taglines are there?
    cypher: MATCH (f:Film) RETURN f.tagline
    verified_by: Ada
    verified_on: 2026-11-27
  - question: films of the future
    cypher: MATCH (f:Film) WHERE f.year > 3000 RETURN f.title
    verified_by: Ada
    verified_on: 2026-11-27
"""


@pytest.fixture(scope="module")
async def home(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Path]:
    """A home whose database stays up between the commands."""
    folder = tmp_path_factory.mktemp("home")
    async with embedded_server(folder):
        yield folder


def settings(home: Path, **options: object) -> Settings:
    return load_settings(home=home, graph="films", **options)


def write(home: Path, text: str) -> Path:
    path = home / "graphs" / "films.yaml"
    path.write_text(text)
    return path


async def checked(home: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, Any]:
    capsys.readouterr()
    code = await check_layer(settings(home), as_json=True)
    return code, json.loads(capsys.readouterr().out)


async def ask(cicerone: Cicerone, text: str, engine: str | None = None) -> Outcome:
    async def listen(event: Event) -> None:
        """Nothing."""

    return await cicerone.ask(Message(text, str(uuid.uuid4()), "ada", engine), listen)


async def test_it_is_drafted_and_holds(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = home / "graphs" / "films.yaml"
    path.unlink(missing_ok=True)
    with pytest.raises(UsageError, match="cicerone describe --graph films"):
        await check_layer(settings(home), as_json=False)
    await describe(settings(home))
    assert "added: " in capsys.readouterr().out
    layer = layer_of(settings(home)).layer
    assert layer.title == "Films" and {"Film", "Person"} <= set(layer.labels)
    assert "DIRECTED" in layer.relationships and "revenue" in layer.labels["Film"].properties
    code, told = await checked(home, capsys)
    assert (code, told["ok"], told["problems"]) == (0, True, [])
    drafted = path.read_text()
    # Names of works are samples, names of people are none.
    assert "title:  # STRING, such as " in drafted and "name:  # STRING\n" in drafted
    await describe(settings(home))
    assert path.read_text() == drafted and "lacks nothing" in capsys.readouterr().out


async def test_a_model_helps_and_no_line_is_lost(home: Path) -> None:
    path = write(home, OURS)
    with scripted_model() as script:
        said = {"name": "Film", "description": "A picture.", "unit": "", "synonyms": ["oater"]}
        script.on("Describe the parts", text=json.dumps({"parts": [said]}))
        await describe(settings(home, openai_base_url=script.url))
    film = layer_of(settings(home)).layer.labels["Film"]
    assert (film.description, film.synonyms) == ("A picture.", ["oater"])
    assert path.read_text().startswith(OURS) and "tagline" not in film.properties


async def test_what_is_gone_refused_or_empty_is_told(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(home, OURS + "labels:\n  Film:\n    properties:\n      gross:\n  Zebra:\n")
    code, told = await checked(home, capsys)
    assert code == 1 and not told["ok"]
    found = {one["line"]: (one["path"], one["problem"]) for one in told["problems"]}
    assert found[14][0] == "verified.1" and "tagline" in found[14][1]
    assert found[18] == ("verified.2", "“films of the future”: It finds nothing.")
    assert found[25] == ("labels.Film.properties.gross", "Film has no property gross.")
    assert found[26] == ("labels.Zebra", "The graph has no label Zebra.")
    assert await check_layer(settings(home), as_json=False) == 1
    assert "films.yaml, line 26: The graph has no label Zebra." in capsys.readouterr().out


async def test_questions_are_answered_by_it(home: Path) -> None:
    write(home, OURS)
    opening = open_cicerone(settings(home), conversations=InProcess())
    async with opening as cicerone:
        assert "tagline" not in cicerone.schema.labels["Film"].properties
        assert "Films that people remember." in await cicerone.greeting()
        assert cicerone.layer.rules == ("Say revenue in dollars.",)
        starters = [choice.question for choice in await cicerone.starters()]
        assert "best work of Clint Eastwood" in starters
        assert "Which taglines are there?" not in starters

        for name in ("Clint Eastwood", "Christopher Nolan"):
            known = await ask(cicerone, f"Best work of {name.lower()}?")
            assert known.engine == "memory" and known.parameters == {"name": name}
            assert known.verified == Verification("Ada", "2026-11-27") and known.error is None
            assert known.result and len(known.result.rows) == 3
            # Also where a repair would be due: it runs as it was verified.
            assert known.repairs == () and "IS NOT NULL" not in (known.cypher or "")

        other = await ask(cicerone, "Which films did the hat man direct?")
        assert other.verified is None and other.engine == "offline" and other.result
        assert "Unforgiven" in {row[0] for row in other.result.rows}
        refused = await ask(cicerone, "Which taglines are there?")
        assert refused.verified is None and "f.tagline" not in (refused.cypher or "")


async def test_a_model_is_told_what_people_say(home: Path) -> None:
    described = OURS.replace("hidden:", "labels: {Film: {description: A picture.}}\nhidden:")
    write(home, described)
    asked = "What is the best work of the hat man?"
    understood = {"standalone": asked, "verdict": "answerable", "language": "English"}
    with scripted_model() as script:
        script.on("You prepare a message", text=json.dumps(understood))
        script.on("You write one read-only Cypher", text="MATCH (f:Film) RETURN count(f) AS n")
        script.on("You answer a question from the rows", text="Some.")
        opened = settings(home, openai_base_url=script.url, engine="llm")
        async with open_cicerone(opened, conversations=InProcess()) as cicerone:
            await ask(cicerone, asked)
            calls = len(script.requests)
            known = await ask(cicerone, "Best work of christopher nolan?", "auto")
            assert known.verified and (known.engine, len(script.requests)) == ("memory", calls)
        prompt = next(one for one in script.prompts if "You write one read-only Cypher" in one)
    assert "the hat man: Person.name = Clint Eastwood" in prompt
    assert "Film: A picture" in prompt and "Rule: Say revenue in dollars." in prompt
    assert "Question: best work of Clint Eastwood" in prompt and "tagline" not in prompt


async def test_the_one_of_the_guide_holds(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "using.md").read_text("utf-8")
    (text,) = re.findall(r"```yaml\n(title: .*?)```", guide, re.DOTALL)
    write(home, text)
    code, told = await checked(home, capsys)
    assert (code, told["problems"]) == (0, [])
    async with open_cicerone(settings(home), conversations=InProcess()) as cicerone:
        known = await ask(cicerone, "Best films of Christopher Nolan?")
        assert known.verified and known.result and len(known.result.rows) == 3


async def test_a_mistake_is_one_sentence_at_start(home: Path) -> None:
    write(home, "title: Films\nhiden: [Person]\n")
    with pytest.raises(UsageError, match=r"films.yaml, line 2: “hiden” is not a key here"):
        async with open_cicerone(settings(home), conversations=InProcess()):
            """Not reached."""


async def test_the_old_files_are_taken_over(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(home, "title: Films\n")
    (home / "terminology.yaml").write_text("talkie: Film\ntub: Boat\n")
    (home / "lessons.toml").write_text(
        '[[lesson]]\nquestion = "films by Clint Eastwood"\nstatus = "approved"\n'
        "cypher = \"MATCH (:Person {name: 'Clint Eastwood'})-[:DIRECTED]->(f) RETURN f.title\"\n"
    )
    with pytest.raises(UsageError, match="--by NAME"):
        await describe(settings(home), from_old=True)
    await describe(settings(home), from_old=True, by="Ada")
    (home / "terminology.yaml").unlink()
    layer = layer_of(settings(home)).layer
    assert layer.words == {"talkie": "Film"} and path.read_text().startswith("title: Films\n")
    assert layer.verified[0].verified_by == "Ada"
    code, told = await checked(home, capsys)
    assert (code, told["problems"]) == (0, [])
