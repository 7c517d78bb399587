"""Every redirect teaches: why, what this graph knows, and questions proven to return rows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias
from zlib import crc32

from guardrails.languages import language_of
from guardrails.nouns import plural, spoken
from guardrails.offer import Offer
from guardrails.portrait import join, kinds, labels_about, numbers, traits
from guardrails.scope import Redirect
from memory.english import FUNCTION_WORDS
from memory.schema import LinkedValue, Schema


class Propose(Protocol):
    """Candidate questions: nearest to the words first, those about the named values before them.

    Another `turn` begins with other ones.
    """

    def __call__(
        self, about: Sequence[str], named: Sequence[LinkedValue] = (), turn: int = 0
    ) -> Iterable[str]:
        """The questions in an order to show them."""
        ...


Prove: TypeAlias = Callable[[str], Awaitable[bool]]

SUGGESTIONS = 3
# Proposals that fail are skipped; past so many the graph has too little to offer.
_TRIES = 30


@dataclass(frozen=True, slots=True)
class Teaching:
    """What is said, and what can be picked; every question in `choices` was proven."""

    text: str
    choices: tuple[Offer, ...] = ()


async def teach(
    redirect: Redirect,
    schema: Schema,
    propose: Propose,
    prove: Prove,
    nth: int = 1,
    *,
    said: str = "",
) -> Teaching:
    """Words and suggestions for a message that was not for this graph.

    Args:
        redirect: what the scope guard decided.
        schema: what the graph knows.
        propose: candidate questions.
        prove: whether a question is read and returns rows.
        nth: 1 for the first redirect in a row; from the second on, the chat shows what it can do,
            but not to who asks for harm.
        said: what is known of a name that is not stored; "" where nothing is.
    """
    if redirect.offers:
        return Teaching(_why(redirect, schema), redirect.offers)
    left = max(0, SUGGESTIONS - len(redirect.meanings))
    candidates = propose(redirect.about, redirect.named, _turn(redirect))
    questions = await proven(candidates, prove, left)
    offers = (*redirect.meanings, *(Offer(question, question) for question in questions))
    lines = [said or _why(redirect, schema)]
    knows = _knows(redirect, schema)
    # What there is at all was told with the redirect before.
    if redirect.reason not in ("thanks", "farewell") and (nth == 1 or knows != _has(schema, ())):
        lines.append(knows)
    if redirect.reason == "capability" or (nth > 1 and redirect.verdict != "harmful"):
        shown = await capabilities(schema, questions, propose, prove)
        if shown:
            lines.append(_CAN_DO)
        told = {offer.question for offer in shown}
        offers = (*(offer for offer in offers if offer.question not in told), *shown)
    if questions:
        lines.append("You could ask:" if len(questions) > 1 else "You could ask this:")
    return Teaching(" ".join(lines), offers)


def _turn(redirect: Redirect) -> int:
    """Another one for each message that was for no graph, so that not all are offered the same."""
    away = redirect.verdict in ("off_topic", "harmful")
    return crc32(redirect.message.strip().lower().encode("utf-8", "replace")) if away else 0


async def decline(
    unread: Sequence[str],
    question: str,
    schema: Schema,
    propose: Propose,
    prove: Prove,
    *,
    teachable: bool = False,
    said: str = "",
) -> Teaching:
    """Words and suggestions where nobody could read an answerable question.

    Args:
        unread: the words that nothing accounts for.
        question: as typed; in another language than English, that is named.
        schema: what the graph knows.
        propose: candidate questions, nearest to the given words first.
        prove: whether a question is read and returns rows.
        teachable: one word alone is unread, and the person can say what it means.
        said: what is known of a name that is not stored; "" where nothing is.
    """
    about = question.split()
    questions = await proven(propose(about), prove, SUGGESTIONS)
    text = _teach_me(unread) if teachable else _unreadable(unread, question, said)
    text += f" {_has(schema, about)}"
    if questions:
        text += " You could ask:"
    return Teaching(text, tuple(Offer(q, q) for q in questions))


def which_meaning(unknown: str, meanings: Sequence[Offer]) -> str:
    """The question what a word means; a label is "word = meaning".

    >>> print(which_meaning("bulk", [Offer("bulk = weight", "?"), Offer("bulk = length", "?")]))
    I don't know what “bulk” means here: weight or length?
    """
    only = "is it " if len(meanings) == 1 else ""
    return f"I don't know what “{unknown}” means here: {only}{_either(meanings)}?"


def _either(meanings: Sequence[Offer]) -> str:
    return join([offer.label.partition(" = ")[2] for offer in meanings], "or")


def _teach_me(unread: Sequence[str]) -> str:
    word = " ".join(unread)
    return f"I don't know what “{word}” means here; tell me, as in “{word} means …”."


def _unreadable(unread: Sequence[str], question: str, said: str) -> str:
    language = language_of(question)
    if language:
        return f"I can't read {language} without a language model; ask in English."
    if said:
        return said
    if "why" in map(str.casefold, unread):
        return "I can look up what is so, but not why."
    if unread:
        return f"I don't know how to read {_quoted(unread)} here."
    return "I know these words, but not how they belong together; a shorter question may work."


async def proven(questions: Iterable[str], prove: Prove, count: int) -> list[str]:
    """The first `count` questions that return rows, no two of the same opening."""
    found: list[str] = []
    spare: list[str] = []
    for tried, question in enumerate(questions):
        if tried >= _TRIES or len(found) == count:
            break
        opening = " ".join(question.split()[:2])
        if any(other.startswith(opening) for other in found):
            spare.append(question)
        elif await prove(question):
            found.append(question)
    for question in spare:
        if len(found) == count:
            break
        if await prove(question):
            found.append(question)
    return found


_CAN_DO = (
    "After an answer you can follow up (“how many?”, “only those after 2010”), "
    "sort or filter it, download every row as CSV, and press like to have it remembered."
)


async def capabilities(
    schema: Schema, questions: Sequence[str], propose: Propose, prove: Prove
) -> tuple[Offer, ...]:
    """What the chat can do, each as something that runs on this graph."""
    label = max(
        schema.labels.values(), key=lambda one: (bool(numbers(one)), one.count), default=None
    )
    if label is None:
        return ()
    many = plural(spoken(label.name))
    shown: list[tuple[str, Sequence[str]]] = [("Ask, then follow up with “how many?”", questions)]
    if numbers(label):
        name = spoken(numbers(label)[0].name)
        ranked = (f"List {many} sorted by {name}", f"What are the top 5 {many} by {name}?")
        shown.append((f"Sort {many} by {name}", ranked))
    shown.append(("Download the whole list", (f"List all {many}", f"Show {many}")))
    shown.append(("Like an answer to keep it", questions[1:] or questions))
    offers = []
    for text, options in shown:
        for question in options:
            if question in questions or await prove(question):
                offers.append(Offer(text, question, "capability"))
                break
    return tuple(offers)


_REASONS = {
    "change": "I only read this graph; nothing in it can be changed or deleted from here.",
    "secret": "I share no passwords, settings or other people's conversations; I have only this "
    "graph's data to offer.",
    "override": "I keep to one job, which is answering questions about this graph by reading it.",
    "greeting": "Hello! Ask me about this graph in plain language.",
    "thanks": "You're welcome! Ask on whenever you like.",
    "farewell": "Goodbye, and come back whenever you have a question.",
    "praise": "Good to know. What would you like to find out next?",
    "capability": "I answer questions about a graph of data: you ask in plain language, I look it "
    "up and show how I know.",
    "chat": "I am a guide through this graph and know little else.",
    "readings": "That can be read in more than one way; which do you mean?",
    "loose": "That can mean more than one thing here; say which of them, or by which number.",
    "vague": "What would you like to know? Name a thing, a person or a number.",
    "off_topic": "That is outside of what this graph is about.",
    "small_talk": "Hello! Ask me about this graph in plain language.",
}


def _why(redirect: Redirect, schema: Schema) -> str:
    if redirect.verdict == "off_topic" and redirect.meanings:
        return f"{_REASONS['off_topic'][:-1]}, unless you mean {_either(redirect.meanings)}."
    if redirect.verdict == "off_topic" and not redirect.certain:
        return "I can't tell what in this graph that is about."
    if redirect.verdict == "not_in_schema":
        if not redirect.words:
            return "This graph has nothing about that."
        unless = f", unless you mean {_either(redirect.meanings)}" if redirect.meanings else ""
        return f"This graph has nothing about {_quoted(redirect.words)}{unless}."
    if redirect.reason == "reference":
        if redirect.offers and not set(" ".join(redirect.words).lower().split()) & FUNCTION_WORDS:
            return f"I can take {_quoted(redirect.words)} in two ways; which one do you mean?"
        which = "which one do you mean?" if redirect.offers else "name it, please."
        return f"I can't tell what {_quoted(redirect.words)} stands for; {which}"
    if redirect.reason == "guesses":
        what = (
            f"what to do with {_quoted(redirect.words)}" if redirect.words else "that I understand"
        )
        which = "one of these" if len(redirect.offers) > 1 else "this"
        return f"I am not sure {what}; did you mean {which}?"
    if redirect.reason == "several":
        return f"Several are called {_quoted(redirect.words)}, and the answer differs; which one?"
    return _REASONS[redirect.reason]


def _knows(redirect: Redirect, schema: Schema) -> str:
    return _has(schema, redirect.about if redirect.verdict == "not_in_schema" else ())


def _has(schema: Schema, about: Sequence[str]) -> str:
    """What is known of the kind of thing a question was about, else of which kinds at all."""
    labels = labels_about(schema, about)
    if not labels:
        return f"This graph knows {kinds(schema)}."
    many = plural(spoken(labels[0].name))
    return f"What this graph knows of {many}: {traits(labels[0], schema)}."


def _quoted(words: Sequence[str]) -> str:
    return join([f"“{word}”" for word in words], "or")
