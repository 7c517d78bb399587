"""`cicerone …` as a person types it, while the chat app is up over the same home."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.e2e.served import OURS, Served
from tests.scripted_model import scripted_model

SECONDS = 120


def cicerone(
    home: Path, *arguments: str, stdin: str = "", **env: str
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return subprocess.run(
        [sys.executable, "-c", "from bot.cli import main; main()", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        cwd=home,
        env={
            **clean,
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "CICERONE_HOME": str(home),
            **env,
        },
    )


async def test_many_questions_are_answered_beside_the_chat(app: Served, home: Path) -> None:
    lines = [
        "Which films did Tom Hanks act in?",
        "",
        '{"question": 1}',
        "How many films are there?",
    ]
    done = cicerone(home, "ask", "--json", "-", stdin="\n".join(lines) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == len(lines)
    assert "Cast Away" in {row[0] for row in found[0]["rows"]}
    assert found[1]["error"] and found[2]["error"]
    assert found[3]["row_count"] == 1
    assert app.process.poll() is None


async def test_one_question_is_answered_in_words(app: Served, home: Path) -> None:
    done = cicerone(home, "ask", "Who directed Inception?")
    assert done.returncode == 0 and "Christopher Nolan" in done.stdout


async def test_a_statement_is_checked(app: Served, home: Path) -> None:
    refused = cicerone(home, "check", "MATCH (n) DETACH DELETE n")
    assert refused.returncode != 0 and "Traceback" not in refused.stderr
    assert "would change the graph" in refused.stdout
    allowed = cicerone(home, "check", "--json", "MATCH (f:Film) RETURN count(f)")
    assert json.loads(allowed.stdout)["allowed"] is True


async def test_lessons_are_taken_in_beside_the_chat(app: Served, home: Path) -> None:
    (home / "lessons.toml").write_text(
        '[[lesson]]\nquestion = "count them"\ncypher = "MATCH (f:Film) RETURN count(f) AS films"\n'
    )
    done = cicerone(home, "examples", "import", "lessons.toml")
    assert (done.returncode, done.stderr) == (0, "") and "1 lesson imported" in done.stdout
    wrong = cicerone(home, "examples", "approve", "zz")
    assert wrong.returncode == 2 and wrong.stderr.startswith("cicerone: There is no lesson zz")
    assert wrong.stderr.count("\n") == 1
    assert app.process.poll() is None


async def test_doctor_names_each_part_and_what_a_model_is_sent(app: Served, home: Path) -> None:
    with scripted_model() as script:
        script.on("", text="ok")
        env = {"OPENAI_BASE_URL": script.url, "CICERONE_MODEL": "scripted"}
        well = cicerone(home, "doctor", CICERONE_SEND="values", **env)
    assert well.returncode == 0, well.stdout
    for part in ("python", "home", "graph", "store", "model", "privacy", "sign-in"):
        assert part in well.stdout
    assert "no results" in well.stdout and "hidden: nothing" in well.stdout


async def test_doctor_says_what_hides_nothing(app: Served, home: Path) -> None:
    ill = cicerone(home, "doctor", CICERONE_HIDE="Persom.born, Genre.name")
    assert ill.returncode == 3
    assert "CICERONE_HIDE hides nothing by Persom.born:" in ill.stdout


async def test_a_wrong_setting_is_one_sentence(home: Path) -> None:
    done = cicerone(home, "ask", "Who?", CICERONE_MAX_ROWS="many")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "CICERONE_MAX_ROWS" in done.stderr


async def test_a_password_line_stands_alone_on_standard_output(home: Path) -> None:
    done = cicerone(home, "password", "ada", stdin="one two\none two\n")
    assert done.returncode == 0
    assert done.stdout.startswith("ada:scrypt$") and done.stdout.count("\n") == 1
    assert "Password" in done.stderr
