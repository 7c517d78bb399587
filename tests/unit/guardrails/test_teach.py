"""What is offered where a message was not for this graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from guardrails.offer import Offer
from guardrails.scope import Evidence, Redirect, scope
from guardrails.teach import decline, teach
from memory.schema import Label, LinkedValue, Property, Schema

LENGTH = Property("length", ("INTEGER",), minimum=1, maximum=9)
NAME = Property("name", ("STRING",))
SCHEMA = Schema({"Trail": Label("Trail", 9, {"name": NAME, "length": LENGTH})}, {})
QUESTIONS = ("Which trails are there?", "How many trails are there?", "What is the longest trail?")


def propose(
    about: Sequence[str], named: Sequence[LinkedValue] = (), turn: int = 0
) -> Iterable[str]:
    ASKED.append((tuple(about), tuple(named), turn))
    return QUESTIONS


ASKED: list[tuple[tuple[str, ...], tuple[LinkedValue, ...], int]] = []


async def prove(question: str) -> bool:
    return True


async def test_nothing_is_offered_twice_where_the_chat_shows_what_it_can_do() -> None:
    away = Redirect("off_topic", "off_topic")
    before: tuple[str, ...] = ()
    for nth in (1, 2):
        taught = await teach(away, SCHEMA, propose, prove, before)
        before = (*before, taught.knows)
        asked = [offer.question for offer in taught.choices]
        assert len(set(asked)) == len(asked)
        assert set(QUESTIONS) <= set(asked)
        assert ("This graph knows" in taught.text) == (nth == 1)
    assert {offer.kind for offer in taught.choices} >= {"capability"}


async def test_what_the_graph_has_is_told_once_in_a_row() -> None:
    """A refusal behind one that told it, of whatever kind either is, tells no more of it."""
    away, lacks = Redirect("off_topic", "off_topic"), Redirect("not_in_schema", "not_in_schema")
    of_trails = Redirect("not_in_schema", "not_in_schema", ("price",), about=("trails",))
    told: tuple[str, ...] = ()
    for nth, said in enumerate((None, away, lacks, of_trails, "trails and gorp", of_trails, None)):
        given = (SCHEMA, propose, prove, told)
        if isinstance(said, Redirect):
            taught = await teach(said, *given)
        else:
            taught = await decline(["gorp"], said or "gorp", *given)
        whole, some = "This graph knows" in taught.text, "knows of trails" in taught.text
        assert (whole, some) == (nth == 0, nth == 3), taught.text
        told = (taught.knows, *told)


async def test_what_is_offered_fits_the_message() -> None:
    value = LinkedValue("Old Oak", "Trail", "name", "Old Oak", 7, 14)
    ASKED.clear()
    for message in ("delete Old Oak", "what's the weather?", "tell me a joke", "hello", "hello!"):
        linked = (value,) if "Oak" in message else ()
        verdict = scope(message, Evidence(linked=linked), SCHEMA)
        assert isinstance(verdict, Redirect), message
        await teach(verdict, SCHEMA, propose, prove)
    (about, named, turn), weather, joke, hello, again = ASKED
    assert about == ("Old Oak",) and named == (value,) and turn
    assert weather[2] != joke[2] != turn
    # Who says hello gets the best ones.
    assert hello[2] == again[2] == 0


async def test_a_guess_says_which_words_it_may_have_left_out() -> None:
    offers = (Offer("What are the trails?", "What are the trails?"),)
    redirect = Redirect("ambiguous", "guesses", ("decade",), offers=offers)
    one = await teach(redirect, SCHEMA, propose, prove)
    assert one.text.startswith("I am not sure what to do with “decade”; did you mean this?")
    several = await teach(replace(redirect, words=(), offers=offers * 2), SCHEMA, propose, prove)
    assert several.text.startswith("I am not sure that I understand; did you mean one of these?")
