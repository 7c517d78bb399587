"""What is said to those who ask after the last answer."""

import pytest

from bot.steps.why import why
from memory.conversation import Exchange

LAST = Exchange("q", "q", "answerable", cypher="RETURN 1", reading="Ships built in 1912")


@pytest.mark.parametrize("text", ["why?", "But why is that?", "How come?", "how do you know?"])
def test_the_answer_is_accounted_for(text: str) -> None:
    assert "“Ships built in 1912”" in (why(text, [LAST]) or "")


@pytest.mark.parametrize("text", ["why did it sink?", "how do you know the captain?", "who?"])
def test_a_question_of_its_own_is_left_to_others(text: str) -> None:
    assert why(text, [LAST]) is None


def test_without_an_answer_there_is_nothing_to_account_for() -> None:
    assert why("why?", [Exchange("q", "q", "off_topic")]) is None
