"""What rules leave open of a message, for a model to be asked."""

from __future__ import annotations

import pytest

from bot.offline.reading import Reading
from bot.steps.by_text import Texts
from bot.steps.read import Read
from bot.steps.understand import left_open
from guardrails.scope import Answerable, Redirect
from memory.query import Pattern, Query

ENGLISH, NAMES = "Which ships moor at Oslo?", "Oslo ships"
KNOWN, UNKNOWN = Read(None, ENGLISH), Read(None, ENGLISH, ("moor",))
READ = Read(Reading(Query(Pattern(()), (), "s"), "Ships", 0.0, ()), ENGLISH)
UNSURE = Redirect("not_in_schema", "not_in_schema", ("moor",), certain=False)
NO_WORDS = Redirect("off_topic", "off_topic", certain=False)
SURE = Redirect("harmful", "change")
HERE, ACT = Answerable(), Answerable(act="undo")
GERMAN = Answerable("German")


@pytest.mark.parametrize(
    ("message", "follows", "parse", "ruled", "matters"),
    [
        (ENGLISH, False, READ, UNSURE, []),
        (ENGLISH, False, UNKNOWN, HERE, []),
        (ENGLISH, False, UNKNOWN, SURE, []),
        (ENGLISH, True, UNKNOWN, SURE, []),
        (ENGLISH, True, UNKNOWN, ACT, []),
        (ENGLISH, False, KNOWN, NO_WORDS, ["verdict"]),
        (ENGLISH, False, UNKNOWN, UNSURE, ["standalone", "verdict"]),
        (ENGLISH, True, KNOWN, HERE, ["standalone", "sets", "verdict"]),
        (ENGLISH, True, READ, HERE, ["standalone", "sets", "verdict"]),
        (NAMES, False, KNOWN, NO_WORDS, ["standalone", "verdict", "language"]),
        (NAMES, True, KNOWN, HERE, ["standalone", "sets", "verdict", "language"]),
        ("Welche Schiffe?", False, UNKNOWN, GERMAN, ["standalone", "verdict"]),
    ],
)
def test_nothing_is_asked_but_what_is_open(
    message: str, follows: bool, parse: Read, ruled: Answerable | Redirect, matters: list[str]
) -> None:
    foreign = ruled is GERMAN
    given = (message, parse, ruled)
    assert list(left_open(*given, None, foreign=foreign, follows=follows)) == matters
    # Where texts may answer, words that nobody knows may be what they are about.
    texts = Texts((), None)  # type: ignore[arg-type]
    where = ["route"] if matters and parse.unread else []
    assert list(left_open(*given, texts, foreign=foreign, follows=follows)) == matters + where
