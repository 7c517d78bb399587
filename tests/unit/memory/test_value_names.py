"""Which words of a question are looked up in the database as names."""

from __future__ import annotations

import pytest

from memory.schema import LinkedValue
from memory.value_names import unknown_names, unread_names


def link(question: str, text: str, value: str, method: str = "exact") -> LinkedValue:
    at = question.index(text)
    score = 0.8 if method == "fuzzy" else 1.0
    return LinkedValue(text, "Product", "name", value, at, at + len(text), score, method)


@pytest.mark.parametrize(
    ("question", "known", "first"),
    [
        ("who supplies Sushi Deluxe?", "", "Sushi Deluxe"),
        ("who supplies Chai Latte?", "Chai", "Chai Latte"),
        ('who supplies "gula malacca"?', "", "gula malacca"),
        ("What did The Lord of the Rings cost?", "", "The Lord of the Rings"),
        ("What does Apollo 13 cost?", "", "Apollo 13"),
        ("who supplies Chef Anton's Gumbo Mix?", "", "Chef Anton's Gumbo Mix"),
    ],
)
def test_what_is_marked_as_a_name(question: str, known: str, first: str) -> None:
    linked = [link(question, known, known)] if known else []
    assert unknown_names(question, linked)[0] == first


def test_what_is_linked_is_looked_up_no_more() -> None:
    question = "Does Exotic Liquids supply Chai and Chang?"
    known = [link(question, name, name) for name in ("Exotic Liquids", "Chai", "Chang")]
    assert unknown_names(question, known) == ()
    assert unknown_names("which products cost more than 20?", []) == ()
    assert unknown_names("the products?", [], ["product"]) == ()


def test_of_a_few_words_any_may_be_a_name() -> None:
    assert unknown_names("Genmaicha?", []) == ("Genmaicha",)
    assert unknown_names("chai latte?", [])[0] == "chai latte"
    assert unknown_names('Chai of "2"', [link("Chai", "Chai", "Chai")]) == ()


def test_a_word_that_is_only_like_a_name_may_be_another() -> None:
    question = "who supplies chaing?"
    assert unknown_names(question, [link(question, "chaing", "Chang", "fuzzy")])[-1] == "chaing"


def test_what_nobody_could_read_and_the_words_beside_it() -> None:
    question = "who supplies chai latte from exotic liquids?"
    known = [link(question, "exotic liquids", "Exotic Liquids")]
    names = unread_names(question, ["latte"], known)
    assert "chai latte" in names and "latte" in names
    assert len(unread_names("so " * 300 + "?", ["so"], [])) <= 24
