"""What a written answer may say, and what it may not; false alarms are counted as failures."""

from __future__ import annotations

import time
from typing import Any

import pytest

from guardrails.figures import figures
from guardrails.grounding import Denial, Facts, Grounded, Unsupported
from guardrails.sentences import Sentences

FILMS: list[list[Any]] = [
    ["Heat", 1995, 7.28, 159_600_000, "1995-12-15", "Michael Mann", "USA"],
    ["Alien", 1979, 8.5, 104_931_801, "1979-05-25", "Ridley Scott", "United Kingdom"],
    ["2001: A Space Odyssey", 1968, 8.3, 66_000_000, "1968-04-02", "Stanley Kubrick", "USA"],
    ["Léon: The Professional", 1994, 8.5, None, "1994-09-14", "Luc Besson", "France"],
]
COLUMNS = ["title", "year", "rating", "gross", "released", "director", "country"]
QUESTION = "Which of the top 5 thrillers grossed over 50 million?"


def facts(question: str = QUESTION, english: bool = True, **options: Any) -> Facts:
    return Facts(question, FILMS, 4, english=english, columns=COLUMNS, **options)


SAID = [
    "There are 4 films.",
    "There are four films.",
    "Four films match: Heat, Alien, 2001: A Space Odyssey and Léon: The Professional.",
    "Heat came out in 1995.",
    "Heat was released on December 15, 1995.",
    "Heat was released on 15 December 1995.",
    "Heat was released on 15/12/1995.",
    "Heat was released on 12/15/95.",
    "Heat was released on 1995-12-15.",
    "Heat (1995) is rated 7.28.",
    "Heat is rated 7.3.",
    "Heat is rated about 7.",
    "Heat grossed 159,600,000.",
    "Heat grossed 159.6 million.",
    "Heat grossed $159.6M.",
    "Heat grossed about 160 million.",
    "Heat grossed 160 million dollars.",
    "Heat grossed roughly $160 million.",
    "Heat grossed more than 150 million.",
    "Heat grossed nearly 160,000,000 dollars.",
    "Heat grossed 0.16 billion.",
    "Alien made almost 105 million.",
    "The average rating is 8.145.",
    "The average rating is about 8.1.",
    "Together they made 330,531,801.",
    "In all they made about 330.5 million.",
    "The highest rating is 8.5 and the lowest 7.28.",
    "Two of them are rated 8.5.",
    "Two of the four come from the USA.",
    "Half of them, 50%, come from the USA.",
    "25% come from France.",
    "One comes from France.",
    "One of the films is Alien.",
    "They span 27 years, from 1968 to 1995.",
    "The oldest is from the 1960s.",
    "Two are from the 1990s, or the 90s.",
    "The first is Heat, the 2nd is Alien.",
    "1. Heat\n2. Alien",
    "- Heat (1995)\n- Alien (1979)",
    "The top 5 were asked for.",
    "Each grossed over 50 million.",
    "The gross of one film is unknown.",
    "2001: A Space Odyssey is by Stanley Kubrick.",
    "Kubrick's film came out in 1968.",
    "“Heat” is Mann's.",
    "Leon is by Besson.",
    "Michael Mann made Heat.",
    "It was made in the United Kingdom.",
    "It was made in the UK.",
    "This film is Alien.",
    "However, Alien is older.",
    "In May 1979 Alien came out.",
    "The list includes Alien and Heat.",
    "Ridley Scott directed it.",
    "Heat runs for 2 hours and 50 minutes.",
    "In 3D it would be another matter.",
    "Three films have a known gross.",
    "Among them, Heat and Alien stand out.",
    "**Heat** (*1995*) leads.",
    "Here are the films:",
    "The answer is: Heat.",
]
MADE_UP = [
    ("There are 12 films.", "12"),
    ("There are twelve films.", "twelve"),
    ("Twenty-six films match.", "Twenty-six"),
    ("Heat came out in 1996.", "1996"),
    ("Heat was released on 15 December 1997.", "1997"),
    ("Heat was released on 15/12/1998.", "15/12/1998"),
    ("Heat is rated 7.9.", "7.9"),
    ("Heat is rated 9.", "9"),
    ("Heat grossed 187,436,818.", "187,436,818"),
    ("Heat grossed about 190 million.", "190 million"),
    ("Heat grossed two billion.", "two billion"),
    ("The average rating is 6.1.", "6.1"),
    ("73% come from France.", "73"),
    ("They are from the 1980s.", "1980"),
    ("Heat stars Al Pacino.", "Pacino"),
    ("It was directed by Steven Spielberg.", "Steven"),
    ("Films include Heat, Alien and Jaws.", "Jaws"),
    ("Heat won an Oscar.", "Oscar"),
    ("It was made in Germany.", "Germany"),
    ("The film “Seven” is another.", "Seven"),
]
DENIALS = [
    "I don't know.",
    "I’m sorry, but I cannot answer that.",
    "The data does not contain this information.",
    "There is no information about that.",
    "Unfortunately, the year is not provided.",
    "I am unable to determine that from the rows.",
    "Das weiß ich leider nicht: keine Informationen.",
    "Dazu liegen keine Daten vor.",
    "Je ne sais pas.",
    "No tengo información.",
    "Non ho informazioni.",
    "Não sei.",
    "Dat weet ik niet; geen informatie.",
]


@pytest.mark.parametrize("sentence", SAID)
def test_what_the_rows_support_is_said(sentence: str) -> None:
    assert facts().check(sentence) == Grounded(sentence)


@pytest.mark.parametrize(("sentence", "what"), MADE_UP, ids=[s for s, _ in MADE_UP])
def test_what_they_do_not_support_is_not(sentence: str, what: str) -> None:
    verdict = facts().check(sentence)
    assert isinstance(verdict, Unsupported) and what in verdict.what


@pytest.mark.parametrize("sentence", DENIALS)
def test_denying_to_know_is_noticed_where_there_are_rows(sentence: str) -> None:
    assert facts(english=False).check(sentence) == Denial()
    nothing = Facts("How many?", [[0]], 1, english=False)
    assert nothing.check(sentence) != Denial()


def test_a_title_that_sounds_like_a_denial_is_none() -> None:
    titled = Facts("Which film?", [["I Don't Know Who You Are"]], 1)
    said = "It is I Don't Know Who You Are."
    assert titled.check(said) == Grounded(said)


@pytest.mark.parametrize(
    "sentence",
    [
        "Es gibt 4 Filme.",
        "Die Filme spielten zusammen 330.531.801 Dollar ein.",
        "Heat spielte 159.600.000 Dollar ein, also rund 160 Mio. Dollar.",
        "Heat spielte 159,6 Millionen Dollar ein.",
        "Die durchschnittliche Bewertung beträgt 8,145.",
        "Die Bewertung von Heat liegt bei 7,28, also etwa 7,3.",
        "Heat erschien am 15. Dezember 1995.",
        "Heat erschien am 15.12.1995.",
        "Zwei Filme stammen aus den 1990er Jahren, 50 % aus den USA.",
        "Der Regisseur von Alien ist Ridley Scott, ein Brite aus England.",
        "Il y a 4 films; Heat a rapporté 159 600 000 dollars.",
        "La note de Heat est de 7,28.",
        "Hay 4 películas; Heat recaudó 159.600.000 dólares.",
        "Heat a gagné environ 160 millions.",
        "Heat è uscito nel 1995 e ha incassato 159,6 milioni.",
        "Heat kwam uit op 15-12-1995.",
        "《Heat》于1995年上映。",
    ],
)
def test_other_languages_have_other_habits(sentence: str) -> None:
    assert facts(english=False).check(sentence) == Grounded(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["Es gibt 12 Filme.", "Heat erschien 1997.", "Heat hat 7,9 Punkte.", "Il y a 31 films."],
)
def test_made_up_numbers_are_found_in_any_language(sentence: str) -> None:
    assert isinstance(facts(english=False).check(sentence), Unsupported)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("See [the page](https://evil.example/x?q=1) of Heat.", "See the page of Heat."),
        ("Heat ![x](https://evil.example/p.png)", "Heat x"),
        ("Heat ![](//evil.example/p.png)", "Heat "),
        ("Go to https://evil.example/a.", "Go to [link left out]."),
        ("Go to www.evil.example.", "Go to [link left out]."),
        ("Heat <img src='https://evil.example/x'>", "Heat "),
        ("[x](javascript:alert(1))", "x)"),
        ("See [it](https://films.example/heat).", "See [it](https://films.example/heat)."),
        ("See https://www.films.example.", "See https://www.films.example."),
        ("See [it](https://films.example@evil.example).", "See it."),
        ("See [it](https://films.example.evil.example).", "See it."),
    ],
)
def test_links_lead_to_allowed_hosts_only(text: str, said: str) -> None:
    verdict = facts(hosts=("films.example",), english=False).check(text)
    assert verdict == Grounded(said)


def test_a_stored_address_may_be_told() -> None:
    stored = Facts("poster?", [["https://a.example/x.png"]], 1)
    assert stored.check("It is https://a.example/x.png.") == Grounded(
        "It is https://a.example/x.png."
    )


def test_sentences_are_told_apart() -> None:
    reader = Sentences()
    text = "Dr. No (1962) is by J. R. Young. It has 7.3 points! Mr. T. agrees.\n\n1. One\n2. Two"
    found = [s for piece in text.split(" ") for s in reader.feed(piece + " ")] + [reader.rest()]
    assert "".join(found).split() == text.split()
    assert [s.strip() for s in found][:3] == [
        "Dr. No (1962) is by J. R. Young.",
        "It has 7.3 points!",
        "Mr. T. agrees.",
    ]


def test_numbers_are_read_in_every_habit() -> None:
    def read(text: str) -> list[tuple[float, ...]]:
        return [figure.values for figure in figures(text)]

    assert read("1,234,567") == [(1234567.0,)]
    assert read("1.234.567") == [(1234567.0,)]
    assert read("1 234 567") == [(1234567.0,)]
    assert read("1'234'567") == [(1234567.0,)]
    assert read("12,5") == [(12.5,)]
    assert read("two hundred and forty-one") == [(241.0,)]
    assert read("three million") == [(3e6,)]
    assert read("a dozen") == [(12.0,)]
    assert read("COVID-19 and R2D2 and 2pac") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "I was told: use the names and numbers exactly as they stand in the rows.",
        "My rules are: Use the NAMES and numbers — exactly as they stand in the rows.",
    ],
)
def test_a_model_does_not_tell_what_it_was_told(sentence: str) -> None:
    told = "You answer a question. Use the names and numbers exactly as they stand in the rows."
    assert facts(instructions=told).check(sentence) == Unsupported("its own instructions")
    assert isinstance(facts(instructions=told).check("Four films stand in the rows."), Grounded)
    asked = facts("Use the names and numbers exactly as they stand in the rows", instructions=told)
    assert isinstance(asked.check(sentence.partition(":")[2].strip()), Grounded)


@pytest.mark.parametrize(
    "sentence",
    ["Cypher that was run:\n", "MATCH (f:Film)\n", "RETURN f.title AS title\n", "Rows:\n"],
)
def test_a_model_does_not_repeat_its_prompt(sentence: str) -> None:
    told = "Answer from the rows.\nCypher that was run:\n$cypher\nRows:\n$rows\nAnswer:\n"
    assert isinstance(facts(instructions=told).check(sentence), Unsupported)
    for fine in ("Answer:\n", "The films are:\n", "The match ends.", "With Heat, four films."):
        assert isinstance(facts(instructions=told).check(fine), Grounded), fine


def test_a_reply_that_is_made_to_keep_us_busy_does_not() -> None:
    began = time.monotonic()
    facts().check("[a](" * 1000)
    reader = Sentences()
    for piece in "no. " * 1000:
        reader.feed(piece)
    assert time.monotonic() - began < 15
