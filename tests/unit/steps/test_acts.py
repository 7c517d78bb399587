"""What is said to those who ask something of the program, and what then still counts."""

import pytest

from bot.steps.acts import told_of
from guardrails.acts import ACTS, kind_of
from memory.conversation import HIDES, Exchange, last_done, still_counts

SHIPS = Exchange("ships of 1912?", "s", "answerable", cypher="RETURN 1", reading="Ships of 1912")
PORTS = Exchange("ports?", "p", "answerable", cypher="RETURN 2", reading="Ports")


def act(name: str) -> Exchange:
    return Exchange(name, name, "answerable", act=name)


def test_the_answer_is_accounted_for() -> None:
    assert "“Ships of 1912”" in told_of("why", [SHIPS])
    assert "“" not in told_of("why", []) + told_of("why", [Exchange("q", "q", "off_topic")])


def test_going_back_names_what_counts_again() -> None:
    assert told_of("undo", [SHIPS, PORTS]).endswith("back at “ships of 1912?”.")
    assert "“ports?” no longer counts" in told_of("undo", [PORTS])
    assert told_of("undo", [SHIPS], done=act("chart")).startswith("The chart no longer counts; we")
    assert told_of("undo", [SHIPS], done=act("hide_table")).startswith("The table is back")
    assert told_of("undo", [SHIPS], done=act("hide_chart")).startswith("The chart is back")
    assert told_of("undo", []) == "There is nothing to take back yet."


@pytest.mark.parametrize("name", sorted({kind_of(act) for act in ACTS}))
def test_every_act_is_told_something_with_an_answer_and_without(name: str) -> None:
    assert told_of(name, []) and told_of(name, [SHIPS])


def test_what_was_taken_back_counts_no_more() -> None:
    assert still_counts([SHIPS, PORTS, act("undo")]) == [SHIPS]
    assert still_counts([SHIPS, act("start_over"), PORTS, act("chart")]) == [PORTS]
    assert still_counts([act("undo"), SHIPS]) == [SHIPS]


def test_a_chart_is_taken_back_before_the_question() -> None:
    drawn = [SHIPS, PORTS, act("chart"), act("why"), act("undo")]
    assert still_counts(drawn) == [SHIPS, PORTS] and last_done(drawn) == PORTS
    assert still_counts([*drawn, act("undo")]) == [SHIPS]
    for hides in HIDES:
        assert last_done([SHIPS, act(hides)]) == act(hides)
    assert last_done([]) is None
