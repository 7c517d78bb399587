"""`cicerone eval` over the sample graph: both engines, going on, side by side, and bad input."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.embedded import embedded_server, until
from tests.scripted_model import Script, scripted_model

QUESTIONS = Path(__file__).parents[1] / "data" / "evaluation" / "films.toml"
MAIN = [sys.executable, "-c", "from bot.cli import main; main()", "eval"]


@pytest.fixture(scope="module")
async def home(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Path]:
    """A home whose database stays up between the commands."""
    folder = tmp_path_factory.mktemp("home")
    async with embedded_server(folder) as server:
        await server.ensure_sample()
        yield folder


def environment(home: Path, **more: str) -> dict[str, str]:
    ours = ("CICERONE_", "NEO4J_", "OPENAI_")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    return kept | {"CICERONE_HOME": str(home), "CICERONE_GRAPH": "films"} | more


async def evaluate(
    home: Path, *words: object, **more: str
) -> tuple[int, dict[str, Any], list[str]]:
    """The exit code, what `--json` printed, and the lines on standard error."""
    done = await asyncio.to_thread(
        subprocess.run, [*MAIN, *map(str, words), "--json"], capture_output=True, text=True,
        timeout=240, env=environment(home, **more),
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    found = json.loads(done.stdout) if done.stdout else {}
    return done.returncode, found, done.stderr.strip().splitlines()


async def test_the_rule_parser_and_going_on(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    code, found, _ = await evaluate(home, QUESTIONS, "--engine", "offline", "--out", out)
    assert code == 0 and not found["unusable"]
    total = found["candidates"][0]["total"]
    outcomes = {each["question"]: each["outcome"] for each in found["results"]}
    assert total["questions"] == 11 and outcomes["How many films are there?"] == "right"
    assert outcomes["Which films did Tom Hanks act in?"] == "other columns"
    assert total["strict"] < total["lenient"] < 1 and total["executable"] == 1.0
    assert total["calls"] == 0 and total["ms_p50"] <= total["ms_p95"] and total["steps_ms"]["link"]
    assert {each.name for each in out.iterdir()} == {
        "about.json", "results.jsonl", "results.json", "report.md", "report.html",
    }  # fmt: skip

    lines = (out / "results.jsonl").read_text("utf-8").splitlines()
    (out / "results.jsonl").write_text("\n".join(lines[:4]) + "\n", "utf-8")
    _, again, _ = await evaluate(home, QUESTIONS, "--engine", "offline", "--out", out)
    assert again["about"]["resumed"] == 4
    assert {e["question"]: e["outcome"] for e in again["results"]} == outcomes

    changed = tmp_path / "films.toml"
    more = (
        '\n[[pair]]\nquestion = "How many people?"\ncypher = "MATCH (p:Person) RETURN count(p)"\n'
    )
    changed.write_text(QUESTIONS.read_text("utf-8") + more, "utf-8")
    _, anew, told = await evaluate(
        home, changed, "--engine", "offline", "--out", out, "--type", "count"
    )
    assert anew["about"]["resumed"] == 0 and len(anew["results"]) == 3
    assert "questions has changed" in told[0] and (out / "results.old.jsonl").exists()


def film_writer(script: Script) -> None:
    """Right about films, wrong about genres, and broken for directors at first."""
    script.on("", text='{"standalone": "x", "verdict": "answerable", "language": "English"}')
    script.on("How many films are there?", text="MATCH (f:Film) RETURN count(f) AS films")
    script.on("How many genres are there?", text="MATCH (g:Film) RETURN count(g)")
    script.on("Who directed Alien?", text="MATCH (p:Person RETURN p.name")
    fixed = 'MATCH (p:Person)-[:DIRECTED]->(:Film {title: "Alien"}) RETURN p'
    script.on("Who directed Alien?", "MATCH (p:Person RETURN", text=fixed)
    # A reply that the rows do not support is not read to its end, so it may not be kept.
    script.on("You answer a question from the rows", text="That is what the rows say.")
    script.on("how relevant an answer is", text='{"grade": 4}')


async def test_the_model_with_runs_cache_judge_and_prices(home: Path, tmp_path: Path) -> None:
    questions = tmp_path / "few.csv"
    questions.write_text(
        "question,cypher,type\n"
        "How many films are there?,MATCH (f:Film) RETURN count(f),count\n"
        "How many genres are there?,MATCH (g:Genre) RETURN count(g),count\n"
        'Who directed Alien?,"MATCH (p:Person)-[:DIRECTED]->(:Film {title: ""Alien""}) '
        'RETURN p.name",list\n',
        "utf-8",
    )
    with scripted_model(film_writer) as script:
        model = {"OPENAI_BASE_URL": script.url, "CICERONE_MODEL": "small",
                 "CICERONE_PRICES": "small=1/10"}  # fmt: skip
        words = (questions, "--compare", "llm/naive,llm/check", "--runs", 2, "--temperature", 0.7,
                 "--judge", "--cache", tmp_path / "cache")  # fmt: skip
        code, found, _ = await evaluate(home, *words, **model)
        assert code == 0
        naive, check = (each["total"] for each in found["candidates"])
        assert (naive["lenient"], check["lenient"]) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
        assert naive["executable"] == pytest.approx(2 / 3) and check["executable"] == 1.0
        assert check["pass_at"].keys() == {"1", "2"} and check["money"] > 0 and check["calls"] > 1
        assert found["about"]["temperature"] == 0.7 and check["relevancy"] == 0.75
        assert {r["temperature"] for r in script.requests if "Alien" in str(r)} == {0.7, 0}
        corrected = next(
            each for each in found["results"]
            if each["candidate"].startswith("llm/check") and "Alien" in each["question"]
        )  # fmt: skip
        assert corrected["first_draft"] != corrected["cypher"]

        asked = len(script.requests)
        _, cached, _ = await evaluate(home, *words, **model)
        assert len(script.requests) == asked
        both = cached["candidates"][1]
        assert both["cached"] == both["replies"] > 0
        assert both["total"]["lenient"] == check["lenient"]
        assert both["total"]["prompt_tokens"] == check["prompt_tokens"]


async def test_side_by_side_with_recorded_cypher(home: Path, tmp_path: Path) -> None:
    questions = tmp_path / "recorded.json"
    gold = "MATCH (f:Film) RETURN count(f)"
    items = [
        {"question": "How many films are there?", "gold": gold, "recorded": {"m": gold}},
        {"question": "How many genres are there?", "gold": "MATCH (g:Genre) RETURN count(g)",
         "recorded": {"m": "MATCH (g:Genre) DELETE g"}},
        {"question": "Broken gold?", "gold": "MATCH (g RETURN g"},
        {"question": "No gold?"},
    ]  # fmt: skip
    questions.write_text(json.dumps(items), "utf-8")
    code, found, _ = await evaluate(home, questions, "--compare", "offline,recorded@m")
    assert code == 0 and found["about"]["without_gold"] == 1
    assert [each["question"] for each in found["unusable"]] == ["Broken gold?"]
    offline, recorded = (each["total"] for each in found["candidates"])
    assert (offline["strict"], recorded["strict"]) == (1.0, 0.5)
    assert recorded["executable"] == 0.5
    assert found["pairings"][0]["only_first"] == 1


async def test_bad_input_is_one_sentence(home: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("question,cypher\nA?,\n", "utf-8")
    for words, code, told in (
        ((bad,), 2, "line 2: there is no cypher"),
        ((QUESTIONS, "--judge"), 2, "--judge needs a language model"),
        ((QUESTIONS, "--compare", "recorded@m"), 2, "no recorded Cypher of m"),
        ((QUESTIONS, "--graph", "nowhere"), 2, "no graph nowhere"),
        ((QUESTIONS, "--engine", "offline", "--out", bad), 2, "cannot be used"),
    ):
        done, found, lines = await evaluate(home, *words)
        assert (done, found) == (code, {}) and len(lines) == 1 and told in lines[0], (words, lines)


MANY = 800


async def test_an_interrupted_evaluation_goes_on(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    many = tmp_path / "many.csv"
    # So many that none can be through before the signal comes.
    lines = [
        f"How many films are there{'?' * (i % 40)}{'!' * (i // 40)},MATCH (f:Film) RETURN count(f)"
        for i in range(MANY)
    ]
    many.write_text("question,cypher\n" + "\n".join(lines), "utf-8")
    words = [*MAIN, str(many), "--engine", "offline", "--out", str(out)]
    process = await asyncio.create_subprocess_exec(
        *words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
        # A shell that runs the tests in the background has it ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    results = out / "results.jsonl"
    await until(lambda: results.exists() and results.read_bytes().count(b"\n") >= 3, 60)
    process.send_signal(signal.SIGINT)
    _, told = await process.communicate()
    assert process.returncode == 130 and b"goes on from there" in told and b"Traceback" not in told
    done = results.read_bytes().count(b"\n")
    assert (out / "report.html").exists()
    code, found, _ = await evaluate(
        home, many, "--engine", "offline", "--out", out, "--limit", MANY
    )
    assert code == 0 and found["about"]["resumed"] == done and len(found["results"]) == MANY
