"""What rules leave open of a message, for a model to be asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.offline.reading import Reading
from bot.steps.by_text import Texts
from bot.steps.read import Read
from bot.steps.understand import left_open
from guardrails.scope import Answerable, Redirect
from memory.query import Pattern, Query
from memory.rewrite import Rewrite

ALONE = Rewrite("Which ships moor at Oslo?")
FOLLOWS = replace(ALONE, follows=True)
LEANS = replace(ALONE, follows=True, open=True, unclear=("those",))
KNOWN, UNKNOWN = Read(None, ALONE.standalone), Read(None, ALONE.standalone, ("moor",))
READ = Read(Reading(Query(Pattern(()), (), "s"), "Ships", 0.0, ()), ALONE.standalone)
UNSURE = Redirect("not_in_schema", "not_in_schema", ("moor",), certain=False)
NO_WORDS = Redirect("off_topic", "off_topic", certain=False)
SURE = Redirect("harmful", "change")
HERE = Answerable()
GERMAN = Answerable("German")
ENGLISH, NAMES = "Which ships moor at Oslo?", "Oslo ships"


@pytest.mark.parametrize(
    ("message", "rewritten", "parse", "ruled", "matters"),
    [
        (ENGLISH, ALONE, READ, HERE, []),
        (ENGLISH, ALONE, UNKNOWN, HERE, []),
        (ENGLISH, ALONE, UNKNOWN, SURE, []),
        (ENGLISH, LEANS, UNKNOWN, SURE, []),
        (ENGLISH, ALONE, KNOWN, NO_WORDS, ["verdict"]),
        (ENGLISH, ALONE, UNKNOWN, UNSURE, ["standalone", "verdict"]),
        (ENGLISH, FOLLOWS, KNOWN, HERE, ["standalone"]),
        (ENGLISH, FOLLOWS, READ, HERE, []),
        (ENGLISH, LEANS, UNKNOWN, UNSURE, ["standalone", "verdict"]),
        (NAMES, ALONE, KNOWN, NO_WORDS, ["standalone", "verdict", "language"]),
        (NAMES, FOLLOWS, KNOWN, HERE, ["standalone", "language"]),
        ("Welche Schiffe?", ALONE, UNKNOWN, GERMAN, ["standalone", "verdict"]),
    ],
)
def test_nothing_is_asked_but_what_rules_leave_open(
    message: str, rewritten: Rewrite, parse: Read, ruled: Answerable | Redirect, matters: list[str]
) -> None:
    foreign = ruled is GERMAN
    given = (message, rewritten, parse, ruled)
    assert list(left_open(*given, None, foreign=foreign, always=False)) == matters
    # Where texts may answer, words that nobody knows may be what they are about.
    texts = Texts((), None)  # type: ignore[arg-type]
    where = ["route"] if matters and parse.unread else []
    assert list(left_open(*given, texts, foreign=foreign, always=False)) == matters + where


def test_where_the_model_always_writes_it_says_what_a_reading_only_leans_on() -> None:
    leans = replace(LEANS, unclear=())
    for always, matters in ((True, ("standalone",)), (False, ())):
        given = (ENGLISH, leans, READ, HERE, Texts((), None))  # type: ignore[arg-type]
        assert left_open(*given, foreign=False, always=always) == matters
        assert not left_open(ENGLISH, FOLLOWS, *given[2:], foreign=False, always=always)
