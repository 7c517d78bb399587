"""The formats of questions, their mistakes, and the choice of a sample."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.errors import UsageError
from bot.evaluation.questions import Question, QuestionSet, read_questions, to_toml

PAIRS = (
    Question("How many films?", "MATCH (f:Film)\nRETURN count(f)", "count"),
    Question("Oldest film?", "MATCH (f:Film) RETURN f ORDER BY f.year", "top", True, False),
    Question('"Heat", and\twhat\'s next?', "RETURN 'a\\\\b', \"c\"\n// it's"),
)

GOOD = '[[pair]]\nquestion="A?"\ncypher="R"\n'


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_our_own_format_comes_back_as_it_was_written(tmp_path: Path) -> None:
    read = read_questions(written(tmp_path, "mine.toml", to_toml(PAIRS)))
    assert read.questions == PAIRS and read.name == "mine.toml"


@pytest.mark.parametrize("cypher", ["RETURN '''", "RETURN 1\n\x7f", "RETURN 'é'\n'", 'RETURN """'])
def test_awkward_cypher_survives(tmp_path: Path, cypher: str) -> None:
    pair = Question("What?", cypher)
    assert read_questions(written(tmp_path, "a.toml", to_toml([pair]))).questions == (pair,)


def test_csv_with_quotes_lines_and_optional_columns(tmp_path: Path) -> None:
    text = 'Question,Cypher,type,ordered\nHow many?,"MATCH (f)\nRETURN count(f), ""x""",n,yes\n'
    text += "B?,R,,\n"
    read = read_questions(written(tmp_path, "a.csv", "\ufeff" + text)).questions
    assert read[0] == Question("How many?", 'MATCH (f)\nRETURN count(f), "x"', "n", ordered=True)
    assert read[1] == Question("B?", "R")


def test_json_lists_count_what_has_no_gold(tmp_path: Path) -> None:
    items = [
        {"question": "A?", "gold": "RETURN 1;", "stable": False, "rows": 3},
        {"question": "B?", "recorded": {"m": "RETURN 2"}},
        {"question": "C?", "cypher": "RETURN 3", "recorded": {"m": "RETURN 4"}, "ordered": True},
    ]
    read = read_questions(written(tmp_path, "a.json", json.dumps(items, indent=2)))
    assert read.without_gold == 1
    assert [each.cypher for each in read.questions] == ["RETURN 1", "RETURN 3"]
    assert not read.questions[0].stable and read.questions[1].recorded == {"m": "RETURN 4"}


def test_json_lines(tmp_path: Path) -> None:
    text = '{"question": "A?", "cypher": "RETURN 1"}\n\n{"question": "B?", "gold": "RETURN 2"}\n'
    assert len(read_questions(written(tmp_path, "a.jsonl", text)).questions) == 2


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.toml", "[[pair]]\nquestion = \n", "line 2: this is not TOML"),
        ("a.toml", f'{GOOD}\n[[pair]]\nquestion="B?"\n', "line 5: there is no cypher"),
        ("a.toml", '[[pair]]\ncypher="R"\n', "line 1: there is no question"),
        ("a.toml", f'{GOOD}ordered="yes"\n', "line 1: ordered cannot be used"),
        ("a.toml", "pair = 3\n", "line 1: pairs are written"),
        ("a.toml", "", "has no question"),
        ("a.csv", "q,c\nA?,R\n", "line 1: the first line has to name"),
        ("a.csv", "question,cypher\nA?,R\nB?,R,x\n", "line 3: there are more values"),
        ("a.csv", "question,cypher\nA?,\n", "line 2: there is no cypher"),
        ("a.csv", "question,cypher,stable\nA?,R,perhaps\n", "line 2: stable has to be true or"),
        ("a.csv", 'question,cypher\nA?,"R\n', "this is not CSV"),
        ("a.json", '[\n{"question": "A?"},\n{"question": 7}\n]', "line 3: question cannot be used"),
        ("a.json", '[\n{"question": "A?"\n', "line 3: this is not JSON"),
        ("a.json", '{"question": "A?"}', "a list of questions was expected"),
        ("a.json", '[{"question": "A?", "gold": "R"} 7]', "a comma or the end"),
        ("a.json", '[{"question": "A?", "gold": "R"}', "a comma or the end"),
        ("a.json", "[" * 100_000, "nested too deeply"),
        ("a.json", "[3]", "line 1: a question with its Cypher was expected"),
        ("a.json", '[{"question": " ", "gold": "R"}]', "line 1: the question is blank"),
        ("a.jsonl", '{"question": "A?", "cypher": "R"}\n{oops\n', "line 2: this is not JSON"),
        ("a.txt", "A?", "of no known kind"),
    ],
)  # fmt: skip
def test_mistakes_are_one_sentence_with_the_line(
    tmp_path: Path, name: str, text: str, told: str
) -> None:
    with pytest.raises(UsageError) as caught:
        read_questions(written(tmp_path, name, text))
    assert told in str(caught.value) and "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_questions(tmp_path / "none.toml")
    (tmp_path / "a.csv").write_bytes(b"question,cypher\n\xff\xfe")
    with pytest.raises(UsageError, match="not UTF-8"):
        read_questions(tmp_path / "a.csv")


def test_a_sample_is_the_same_for_the_same_seed_and_keeps_the_order() -> None:
    many = tuple(Question(f"Q{i}?", "R", type="ab"[i % 2], stable=i % 3 > 0) for i in range(60))
    whole = QuestionSet("q", many, "d")
    one, two, other = (whole.choose(limit=10, seed=seed).questions for seed in (1, 1, 2))
    assert one == two != other and list(one) == sorted(one, key=many.index)
    assert {q.type for q in whole.choose(types=["A"]).questions} == {"a"}
    assert all(q.stable for q in whole.choose(stable_only=True).questions)
    assert len(whole.choose(limit=100).questions) == 60
    with pytest.raises(UsageError, match="no questions of type c; it has: a, b"):
        whole.choose(types=["c"])
    with pytest.raises(UsageError, match="No question"):
        QuestionSet("q", (Question("Q?", "R", stable=False),), "d").choose(stable_only=True)


def test_what_the_verdict_hangs_on_changes_the_key() -> None:
    base = Question("A?", "R")
    assert base.key == Question("A?", "R", type="x", stable=False).key
    assert len({base.key, Question("B?", "R").key, Question("A?", "S").key,
                Question("A?", "R", ordered=True).key}) == 4  # fmt: skip
