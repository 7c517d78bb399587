"""Drafts from their sources, the file they are kept in, and the review, over fakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.errors import ModelUnreachable, StatementFailed, UsageError
from bot.evaluation.questions import Question, read_questions
from bot.evaluation.suggest.drafts_file import Draft, read_drafts, write_drafts
from bot.evaluation.suggest.prove import Prover
from bot.evaluation.suggest.review import Choice, Reviewed, Shown, review
from bot.evaluation.suggest.reword import reword
from bot.evaluation.suggest.suggest import suggest
from bot.evaluation.suggest.terminal_reviewer import TerminalReviewer, as_text
from bot.events import Rows, Usage
from memory.schema import Label, Property, Schema

NAME = Property("name", ("STRING",), ("Ada", "Bea", "Cid"))
LENGTH = Property("length", ("INTEGER",), (10, 20, 30), null_share=0.1)
SCHEMA = Schema({"Ship": Label("Ship", 3, {"name": NAME, "length": LENGTH})})
CYPHER = "MATCH (s:Ship)\nRETURN s.name AS name"


class FakeGraph:
    """Three ships with their lengths; what asks for something broken fails."""

    async def run(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        max_rows: int | None = None,
        seconds: float | None = None,
    ) -> Rows:
        if "Broken" in cypher:
            raise StatementFailed("The database could not run the statement.")
        return Rows(("name", "length"), (("Ada", 30), ("Bea", 20), ("Cid", 10)), 3, False)


class FakeModel:
    """Replies in turn; an error among them is raised."""

    name = "fake"

    def __init__(self, *replies: str | Exception) -> None:
        self.replies = list(replies)
        self.prompts: list[str] = []

    async def complete(
        self, prompt: str, response_format: object | None = None
    ) -> tuple[str, Usage]:
        self.prompts.append(prompt)
        reply = self.replies.pop(0) if self.replies else ""
        if isinstance(reply, Exception):
            raise reply
        return reply, Usage(1)


class FakeReviewer:
    """Decides as it is told, and keeps what it saw."""

    def __init__(self, choices: Sequence[Choice], edited: Question | None = None) -> None:
        self.choices = list(choices)
        self.edited = edited
        self.seen: list[Shown] = []

    def choose(self, shown: Shown) -> Choice:
        self.seen.append(shown)
        return self.choices.pop(0)

    def edit(self, question: Question) -> Question | None:
        return self.edited


@pytest.fixture
def prover() -> Prover:
    return Prover(FakeGraph(), SCHEMA)  # type: ignore[arg-type]


def drafts(count: int = 3) -> list[Draft]:
    return [Draft(Question(f"Ships {n}?", CYPHER, "list"), "schema") for n in range(count)]


def test_the_file_is_one_of_questions_and_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "set.toml"
    some = [
        Draft(Question('Ship "Ada"?', CYPHER, "top", True), "schema", "accepted"),
        Draft(Question("Ships?", "MATCH (s)\nRETURN 'x'''y'", "list"), "liked", note="a\nb"),
    ]
    write_drafts(path, some, "ships")
    assert read_drafts(path) == some
    assert read_questions(path).questions == tuple(draft.question for draft in some)
    assert list(path.parent.iterdir()) == [path]


def test_pairs_written_by_hand_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    path.write_text('[[pair]]\nquestion = "Q?"\ncypher = "RETURN 1"\n')
    assert [(d.source, d.status) for d in read_drafts(path)] == [("hand", "accepted")]


def test_files_that_cannot_be_reviewed(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("[[pair]\n")
    cases = {"x.csv": ".toml", "none.toml": "cannot be read", "broken.toml": "not TOML"}
    for name, words in cases.items():
        with pytest.raises(UsageError, match=words):
            read_drafts(tmp_path / name)
    with pytest.raises(UsageError, match="cannot be written"):
        write_drafts(tmp_path / "broken.toml" / "x.toml", drafts(), "ships")


async def test_a_review_accepts_drops_and_leaves(tmp_path: Path, prover: Prover) -> None:
    path = tmp_path / "set.toml"
    reviewer = FakeReviewer(["accept", "drop", "later"])
    done = await review(drafts(), path, "ships", prover, reviewer)
    assert done == Reviewed(1, 1, 1)
    kept = read_drafts(path)
    assert [(d.question.question, d.status) for d in kept] == [
        ("Ships 0?", "accepted"),
        ("Ships 2?", "drafted"),
    ]
    assert reviewer.seen[0].reading and isinstance(reviewer.seen[0].result, Rows)


async def test_a_review_goes_on_where_it_was_left(tmp_path: Path, prover: Prover) -> None:
    path = tmp_path / "set.toml"
    await review(drafts(), path, "ships", prover, FakeReviewer(["accept", "quit"]))
    again = FakeReviewer(["drop", "accept"])
    done = await review(read_drafts(path), path, "ships", prover, again)
    assert done == Reviewed(1, 1, 0)
    assert [shown.draft.question.question for shown in again.seen] == ["Ships 1?", "Ships 2?"]
    assert [d.question.question for d in read_drafts(path)] == ["Ships 0?", "Ships 2?"]


async def test_an_edited_pair_is_shown_again_and_kept(tmp_path: Path, prover: Prover) -> None:
    edited = Question("Which ships are there?", CYPHER, "list")
    reviewer = FakeReviewer(["edit", "accept"], edited)
    await review(drafts(1), tmp_path / "set.toml", "ships", prover, reviewer)
    assert reviewer.seen[1].draft.question == edited
    assert read_drafts(tmp_path / "set.toml") == [Draft(edited, "hand", "accepted")]


@pytest.mark.parametrize(
    ("cypher", "words"),
    [
        ("MATCH (s:Ship) DETACH DELETE s", "read"),
        ("MATCH (s:Ship) RETURN s.Broken", "could not run"),
    ],
)
async def test_what_does_not_run_is_not_accepted(
    cypher: str, words: str, tmp_path: Path, prover: Prover
) -> None:
    reviewer = FakeReviewer(["edit", "accept", "drop"], Question("Q?", cypher))
    done = await review(drafts(1), tmp_path / "set.toml", "ships", prover, reviewer)
    assert done == Reviewed(0, 1, 0)
    assert isinstance(reviewer.seen[1].result, str)
    assert words in reviewer.seen[1].result or "not" in reviewer.seen[1].result


def shown(result: Rows | str) -> Shown:
    return Shown(drafts(1)[0], "The ships.", result, 1, 5)


def test_the_terminal_shows_reading_and_rows() -> None:
    text = as_text(shown(Rows(("name",), (("Ada",),), 1, False)))
    for part in ("1 of 5", "Ships 0?", "MATCH (s:Ship)", "Reads as: The ships.", "Ada", "[a]ccept"):
        assert part in text


def test_keys_of_the_terminal() -> None:
    keys, said = iter("xA"), []
    reviewer = TerminalReviewer(lambda: next(keys), said.append)
    assert reviewer.choose(shown(Rows(("name",), (("Ada",),), 1, False))) == "accept"
    assert len(said) == 2, "the draft, and what may be pressed"
    keys = iter("a\x03")
    assert reviewer.choose(shown("It is refused.")) == "quit"


def test_editing_until_it_is_a_pair() -> None:
    texts = iter(["[[pair", '[[pair]]\nquestion = "New?"\ncypher = "RETURN 1"\n'])
    said: list[str] = []
    reviewer = TerminalReviewer(lambda: "e", said.append, lambda text: next(texts))
    assert reviewer.edit(Question("Old?", "RETURN 0")) == Question("New?", "RETURN 1")
    assert "not TOML" in said[0]
    assert TerminalReviewer(lambda: "e", said.append, lambda text: None).edit(
        Question("Old?", "RETURN 0")
    ) is None  # fmt: skip


async def test_a_model_words_questions_but_keeps_names_and_numbers() -> None:
    draft = Draft(Question("What are the top 5 films in Drama?", CYPHER), "schema")
    good = await reword(draft, FakeModel('"Which 5 Drama films are the best?"\nBecause.'))
    assert good.question.question == "Which 5 Drama films are the best?"
    assert good.source == "schema, reworded"
    for reply in ("Which films are the best?", "", "Which 5 films?", "x" * 300):
        assert await reword(draft, FakeModel(reply)) == draft


async def test_a_model_that_fails_is_let_be(prover: Prover) -> None:
    said: list[str] = []
    model = FakeModel("Which ships?", ModelUnreachable("No model answers."))
    found = await suggest(prover, 6, model=model, say=said.append)
    assert found and all(draft.status == "drafted" for draft in found)
    assert said == ["No model answers. The questions keep the wording made from the schema."]
    assert len(model.prompts) <= 6


async def test_words_that_two_questions_share_are_given_once(prover: Prover) -> None:
    model = FakeModel(*["Which vessels have we got?"] * 50)
    found = await suggest(prover, 5, model=model)
    texts = [draft.question.question for draft in found]
    assert len(set(texts)) == len(texts)


async def test_the_same_graph_gives_the_same_drafts(prover: Prover) -> None:
    assert await suggest(prover, 8) == await suggest(prover, 8)


async def test_a_model_proposes_pairs_that_run(prover: Prover) -> None:
    reply = (
        '{"pairs": ['
        '{"question": "Which ships are there?", "cypher": "MATCH (s:Ship) RETURN s.name;"},'
        ' {"question": "Delete them?", "cypher": "MATCH (s:Ship) DETACH DELETE s"},'
        ' {"question": "Which are broken?", "cypher": "MATCH (s:Broken) RETURN s"},'
        ' {"question": 1}]}'
    )
    drafts = await suggest(prover, 8, model=FakeModel(reply))
    proposed = [draft for draft in drafts if draft.source == "model"]
    assert [(d.question.question, d.question.cypher) for d in proposed] == [
        ("Which ships are there?", "MATCH (s:Ship) RETURN s.name")
    ]
    assert len(drafts) > 1


async def test_a_model_that_fails_leaves_the_schemas_questions(prover: Prover) -> None:
    said: list[str] = []
    failing = FakeModel(*[ModelUnreachable("The model is away.")] * 9)
    drafts = await suggest(prover, 8, model=failing, say=said.append)
    assert drafts and {draft.source for draft in drafts} == {"schema"}
    assert said[0] == "The model is away. The model proposes no more questions."
