from dataclasses import replace

import pytest

from bot.events import Choice, Outcome, Rows, Usage
from bot.render.plain_text import PART_LIMIT, answer_parts, answer_text, chat_text, pack
from memory.schema import LinkedValue

SLACK_LIMIT = 3000
CHOICES = (Choice("Top films", "Which films are best rated?"), Choice("How many?", "How many?"))
LINK = LinkedValue("sci-fi films", "Genre", "name", "Sci-Fi", 5, 17, 0.9, "fuzzy")


def films(count: int, total: int | None = None) -> Rows:
    rows = tuple((f"Film {number}", 1900 + number) for number in range(count))
    return Rows(("film", "year"), rows, count if total is None else total, bool(total))


def answered(result: Rows) -> Outcome:
    return Outcome(
        question="and sci-fi films?",
        standalone="Which sci-fi films are there?",
        verdict="answerable",
        engine="offline",
        cypher="MATCH (f:Film) RETURN f.title AS film, f.year AS year",
        parameters={"genre": "Sci-Fi"},
        linked=(LINK,),
        result=result,
        reading="films of the genre Sci-Fi",
        answer="These are they.",
    )


def test_every_part_fits_a_slack_block() -> None:
    wide = tuple((f"{'<&>`*_' * 6}{number}", "x" * 300) for number in range(400))
    outcome = replace(
        answered(Rows(("a", "b"), wide, 400, False)), answer="A & B <c> `d` *e* " * 2000
    )
    for dialect in ("slack", "teams"):
        parts = answer_parts(outcome, dialect)
        assert len(parts) > 5
        assert all(0 < len(part) < SLACK_LIMIT for part in parts)


def test_code_is_whole_in_each_part() -> None:
    table = "```\n" + "\n".join("row " + "x" * 90 for _ in range(100)) + "\n```"
    parts = pack([table])
    assert len(parts) == 4
    assert all(part.startswith("```\n") and part.endswith("\n```") for part in parts)
    assert all(len(part) <= PART_LIMIT for part in parts)


def test_stored_values_do_not_steer_a_terminal() -> None:
    stored = "Heat\x1b]52;c;bHM=\x07\u202e"
    outcome = replace(
        answered(Rows(("film\x1b[2J",), ((stored,), ("Ran",)), 2, False)),
        answer=f"2 films: {stored}, Ran.",
        reading=f"films called {stored}",
        cypher=f"MATCH (f {{title: '{stored}'}}) RETURN f.title",
        choices=(Choice(stored, stored),),
    )
    shown = answer_text(outcome)
    assert "Heat]52" in shown and "\n" in shown
    assert not set(shown) & set("\x1b\x07\u202e")


def test_a_line_longer_than_a_part_is_cut_and_nothing_lost() -> None:
    assert "".join(pack(["x" * 10_000])) == "x" * 10_000


def test_the_answer_says_how_it_knows() -> None:
    [part] = answer_parts(answered(films(30, 3214)), "slack")
    assert "20 of 3,214 shown" in part
    assert "Film 19" in part
    assert "Film 20" not in part
    assert "Understood as: Which sci-fi films are there?" in part
    assert "sci-fi films → Genre Sci-Fi" in part
    assert "films of the genre Sci-Fi" in part


def test_choices_are_numbered() -> None:
    outcome = Outcome(question="hi", verdict="small_talk", answer="Hello.", choices=CHOICES)
    [part] = answer_parts(outcome, "slack")
    assert "1. Top films: Which films are best rated?\n2. How many?" in part


def test_chats_see_no_markup() -> None:
    shown = chat_text("<@U1> <http://e.example|x>").replace("\u2060", "")
    assert shown == "&lt;@U1&gt; &lt;http://e.example|x&gt;"
    assert chat_text("*a*").replace("\u2060", "") == "*a*"
    assert "*a*" not in chat_text("*a*")
    assert "](" not in chat_text("[a](https://evil.example)")


@pytest.mark.parametrize(
    "stored",
    ["@channel", "#general", "https://evil.example/?a=1", "WWW.evil.example", "a@b.example"],
)
def test_chats_link_and_call_nobody(stored: str) -> None:
    shown = chat_text(f"The name is {stored}.")
    assert stored not in shown and shown.replace("\u2060", "") == f"The name is {stored}."


def test_a_value_cannot_end_the_table() -> None:
    result = Rows(("a", "b"), (("```<!channel>", 1), ("x", 2)), 2, False)
    [part] = answer_parts(answered(result), "slack")
    assert part.count("```") == 2
    assert "<!channel>" not in part


def test_the_terminal_shows_query_and_parameters() -> None:
    text = answer_text(answered(films(2)))
    assert text.startswith("These are they.\n\nfilm    year")
    assert "2 rows" in text
    assert "MATCH (f:Film)" in text
    assert "$genre = 'Sci-Fi'" in text


def test_an_error_is_its_sentence_alone() -> None:
    assert answer_text(Outcome(question="?", error="The database is away.")) == (
        "The database is away."
    )
    assert answer_parts(Outcome(question="?", error="The database is away."), "teams") == [
        "The database is away."
    ]


def test_what_an_answer_took_of_a_model_is_its_last_line() -> None:
    outcome = replace(
        answered(films(2)), engine="llm", choices=CHOICES, usage=Usage(2, 1100, 104, 0.00042)
    )
    told = "Model: 2 calls, 1,204 tokens, 0.00042"
    assert answer_text(outcome).endswith(f"2. How many?\n\n{told}")
    for dialect in ("slack", "teams"):
        assert answer_parts(outcome, dialect)[-1].endswith(f"2. How many?\n\n{told}")
    failed = Outcome(question="?", error="The model is away.", usage=Usage(calls=1))
    assert answer_text(failed) == "The model is away.\n\nModel: 1 call"
    unasked = replace(outcome, usage=Usage())
    assert "Model:" not in answer_text(unasked) + answer_parts(unasked, "slack")[0]


def test_chats_show_the_query_that_failed_and_no_other() -> None:
    failed = replace(answered(films(2)), result=None, error="It <failed>.")
    for dialect, less in (("slack", "&lt;"), ("teams", "<")):
        query = replace(failed, cypher="MATCH (f) WHERE f.year < 3 RETURN f")
        [part] = answer_parts(query, dialect)
        assert part.startswith("It &lt;failed&gt;.")
        assert part.endswith(f"```\nMATCH (f) WHERE f.year {less} 3 RETURN f\n```")
        assert "MATCH" not in answer_parts(replace(query, error=None), dialect)[0]


def test_one_value_needs_no_table() -> None:
    outcome = replace(answered(Rows(("count",), ((7,),), 1, False)), answer="7.")
    assert "count" not in answer_text(replace(outcome, cypher=None))
