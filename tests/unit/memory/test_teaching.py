"""Messages that say what a word means, that ask with one explained, or have one forgotten."""

from __future__ import annotations

import pytest

from memory.teaching import forgotten, taught, with_gloss
from memory.terms import Entry, meant, term_key


@pytest.mark.parametrize(
    ("message", "term", "meaning", "question"),
    [
        ("grossing means revenue", "grossing", "revenue", ""),
        ("ok, a talkie is just another word for film!", "talkie", "film", ""),
        ("The word talkie stands for film", "talkie", "film", ""),
        ("when I say talkies, I mean films", "talkies", "films", ""),
        ("talkie = film", "talkie", "film", ""),
        ("Remember that “the big one” means Tom Hanks", "big one", "Tom Hanks", ""),
        (
            "Which talkies are new? By talkie I mean film.",
            "talkie",
            "film",
            "Which talkies are new?",
        ),
        (
            "By talkie I mean film. Which talkies are new?",
            "talkie",
            "film",
            "Which talkies are new?",
        ),
        ("Which talkies are new (talkie = film)?", "talkie", "film", "Which talkies are new?"),
        ("Show tubs, where tub means a ship", "tub", "ship", "Show tubs"),
    ],
)
def test_it_is_told_what_a_word_means(message: str, term: str, meaning: str, question: str) -> None:
    found = taught(message)
    assert found is not None
    assert (found.term, found.meaning, found.question) == (term, meaning, question)


@pytest.mark.parametrize(
    "message",
    [
        "What means talkie?",
        "Which director means the most?",
        "Which films have rating = 8?",
        "show films where rating is 8",
        "films where director is Ridley Scott",
        "How many films with Tom Hanks and Meg Ryan is that",
        "what is the mean rating",
        "no, I meant Meg Ryan",
        "that means nothing",
        f"talkie means film{' and so on' * 99}",
    ],
)
def test_questions_teach_nothing(message: str) -> None:
    assert taught(message) is None


def test_a_question_with_its_word_explained_is_read_back() -> None:
    for question in ("How many talkies are there?", "List the talkies, then", "talkies of 1999!"):
        found = taught(with_gloss(question, "talkies", "Film.year"))
        assert found is not None and (found.term, found.meaning) == ("talkies", "Film.year")
        assert found.question == question.rstrip("!")


@pytest.mark.parametrize(
    ("message", "term"),
    [
        ("forget what “talkie” means", "talkie"),
        ("please forget the word talkie", "talkie"),
        ("forget that talkie means film", "talkie"),
        ("talkie no longer means film", "talkie"),
        ("forget it", None),
        ("forget what I said", None),
        ("don't forget that Tom Hanks is an actor", None),
    ],
)
def test_what_is_to_be_forgotten(message: str, term: str | None) -> None:
    assert (forgotten(message) or (None,))[0] == term


def test_two_who_agree_speak_for_all_until_somebody_means_something_else() -> None:
    ada, bob, eve = (Entry("tub", "Ship", who) for who in ("ada", "bob", "eve"))
    other, operator = Entry("tub", "Port", "eve"), Entry("tub", "Port", "")

    def holds(*said: Entry) -> dict[str, str]:
        return {term.meaning: term.holds for term in meant("fleet", said, "ada")}

    assert holds(ada) == {"Ship": "personal"}
    assert holds(ada, bob) == {"Ship": "everybody"}
    assert holds(ada, bob, eve) == {"Ship": "everybody"}
    assert holds(ada, bob, other) == {"Ship": "personal", "Port": "personal"}
    assert holds(ada, bob, operator) == {"Port": "everybody", "Ship": "personal"}
    assert [term.own for term in meant("fleet", (ada, other), "ada")] == [True, False]


@pytest.mark.parametrize(
    ("one", "other"),
    [("talkie", "talkies"), ("movie", "movies"), ("Big Hit", "big hits"), ("blorb", "blorbs")],
)
def test_a_plural_is_the_same_term(one: str, other: str) -> None:
    assert term_key(one) == term_key(other)
    assert term_key("car") != term_key("care")
