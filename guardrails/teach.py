"""Every redirect teaches: why, what this graph knows, and questions proven to return rows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias
from zlib import crc32

from guardrails.languages import language_of
from guardrails.nouns import plural, spoken
from guardrails.offer import Offer
from guardrails.portrait import kinds, labels_about, numbers, traits
from guardrails.scope import Redirect
from memory.catalogue import in_quotes, is_english, listed, marked, say
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
# Reasons after which nobody asks what there is.
_POLITE = ("thanks", "farewell")


@dataclass(frozen=True, slots=True)
class Teaching:
    """What is said, and what can be picked; every question in `choices` was proven.

    `knows` is the sentence in it that tells what the graph has; "" where there is none.
    """

    text: str
    choices: tuple[Offer, ...] = ()
    knows: str = ""


async def teach(
    redirect: Redirect,
    schema: Schema,
    propose: Propose,
    prove: Prove,
    before: Sequence[str] = (),
    *,
    said: str = "",
) -> Teaching:
    """Words and suggestions for a message that was not for this graph.

    Args:
        redirect: what the scope guard decided.
        schema: what the graph knows.
        propose: candidate questions.
        prove: whether a question is read and returns rows.
        before: what each of the redirects just before this one told of the graph; behind one, the
            chat shows what it can do, but not to who asks for harm.
        said: what is known of a name that is not stored; "" where nothing is.
    """
    if redirect.offers:
        return Teaching(_why(redirect, schema), redirect.offers)
    left = max(0, SUGGESTIONS - len(redirect.meanings))
    candidates = propose(redirect.about, redirect.named, _turn(redirect))
    questions = await proven(candidates, prove, left)
    offers = (*redirect.meanings, *(Offer(question, question) for question in questions))
    lines = [said or _why(redirect, schema)]
    about = redirect.about if redirect.verdict == "not_in_schema" else ()
    knows = _not_told("" if redirect.reason in _POLITE else _has(schema, about), before, schema)
    if knows:
        lines.append(knows)
    if redirect.reason == "capability" or (before and redirect.verdict != "harmful"):
        shown = await capabilities(schema, questions, propose, prove)
        if shown:
            lines.append(say(_CAN_DO))
        told = {offer.question for offer in shown}
        offers = (*(offer for offer in offers if offer.question not in told), *shown)
    if questions:
        lines.append(say("You could ask:") if len(questions) > 1 else say("You could ask this:"))
    return Teaching(" ".join(lines), offers, knows)


def _not_told(knows: str, before: Sequence[str], schema: Schema) -> str:
    """What the graph has, but for what the redirects just before have told of it."""
    told = knows in before or (bool(before) and knows == _has(schema, ()))
    return "" if told else knows


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
    before: Sequence[str] = (),
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
        before: what each of the redirects just before this one told of the graph.
        teachable: one word alone is unread, and the person can say what it means.
        said: what is known of a name that is not stored; "" where nothing is.
    """
    about = question.split()
    questions = await proven(propose(about), prove, SUGGESTIONS)
    text = _teach_me(unread) if teachable else _unreadable(unread, question, said)
    knows = _not_told(_has(schema, about), before, schema)
    text += f" {knows}" if knows else ""
    if questions:
        text += " " + say("You could ask:")
    return Teaching(text, tuple(Offer(q, q) for q in questions), knows)


def which_meaning(unknown: str, meanings: Sequence[Offer]) -> str:
    """The question what a word means; a label is "word = meaning".

    >>> print(which_meaning("bulk", [Offer("bulk = weight", "?"), Offer("bulk = length", "?")]))
    I don't know what “bulk” means here: weight or length?
    """
    told = {"unknown": unknown, "meanings": _either(meanings)}
    if len(meanings) == 1:
        return say("I don't know what “{unknown}” means here: is it {meanings}?", **told)
    return say("I don't know what “{unknown}” means here: {meanings}?", **told)


def _either(meanings: Sequence[Offer]) -> str:
    return listed([offer.label.partition(" = ")[2] for offer in meanings], "or")


def _teach_me(unread: Sequence[str]) -> str:
    return say(
        "I don't know what “{word}” means here; tell me, as in “{word} means …”.",
        word=" ".join(unread),
    )


def _unreadable(unread: Sequence[str], question: str, said: str) -> str:
    language = language_of(question)
    if language:
        return _foreign(language)
    if said:
        return said
    if "why" in map(str.casefold, unread):
        return say("I can look up what is so, but not why.")
    if unread:
        return say("I don't know how to read {words} here.", words=_quoted(unread))
    return say("I know these words, but not how they belong together; a shorter question may work.")


def _foreign(language: str) -> str:
    """That a language is not read, told in it where the catalogue has it."""
    if not is_english():
        return say("Without a language model I read English alone; ask in English.")
    return say(
        "I can't read {language} without a language model; ask in English.", language=language
    )


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


_CAN_DO = marked(
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
    shown: list[tuple[str, Sequence[str]]] = [
        (say("Ask, then follow up with “how many?”"), questions)
    ]
    if numbers(label):
        name = spoken(numbers(label)[0].name)
        ranked = (f"List {many} sorted by {name}", f"What are the top 5 {many} by {name}?")
        shown.append((say("Sort {things} by {name}", things=many, name=name), ranked))
    shown.append((say("Download the whole list"), (f"List all {many}", f"Show {many}")))
    shown.append((say("Like an answer to keep it"), questions[1:] or questions))
    offers = []
    for text, options in shown:
        for question in options:
            if question in questions or await prove(question):
                offers.append(Offer(text, question, "capability"))
                break
    return tuple(offers)


_REASONS = {
    "change": marked("I only read this graph; nothing in it can be changed or deleted from here."),
    "secret": marked(
        "I share no passwords, settings or other people's conversations; I have only "
        "this graph's data to offer."
    ),
    "override": marked(
        "I keep to one job, which is answering questions about this graph by reading it."
    ),
    "greeting": marked("Hello! Ask me about this graph in plain language."),
    "thanks": marked("You're welcome! Ask on whenever you like."),
    "farewell": marked("Goodbye, and come back whenever you have a question."),
    "praise": marked("Good to know. What would you like to find out next?"),
    "capability": marked(
        "I answer questions about a graph of data: you ask in plain language, I look it "
        "up and show how I know."
    ),
    "chat": marked("I am a guide through this graph and know little else."),
    "readings": marked("That can be read in more than one way; which do you mean?"),
    "loose": marked(
        "That can mean more than one thing here; say which of them, or by which number."
    ),
    "vague": marked("What would you like to know? Name a thing, a person or a number."),
    "off_topic": marked("That is outside of what this graph is about."),
    "small_talk": marked("Hello! Ask me about this graph in plain language."),
}


def _why(redirect: Redirect, schema: Schema) -> str:
    words, either = _quoted(redirect.words), _either(redirect.meanings)
    if redirect.verdict == "off_topic" and redirect.meanings:
        return say(
            "That is outside of what this graph is about, unless you mean {meanings}.",
            meanings=either,
        )
    if redirect.verdict == "off_topic" and not redirect.certain:
        return say("I can't tell what in this graph that is about.")
    if redirect.verdict == "not_in_schema":
        if not redirect.words:
            return say("This graph has nothing about that.")
        if redirect.meanings:
            return say(
                "This graph has nothing about {words}, unless you mean {meanings}.",
                words=words,
                meanings=either,
            )
        return say("This graph has nothing about {words}.", words=words)
    if redirect.reason == "reference":
        return _which_reference(redirect)
    if redirect.reason == "guesses":
        return _which_guess(redirect)
    if redirect.reason == "several":
        return say("Several are called {words}, and the answer differs; which one?", words=words)
    return say(_REASONS[redirect.reason])


def _which_reference(redirect: Redirect) -> str:
    words = _quoted(redirect.words)
    if not redirect.offers:
        return say("I can't tell what {words} stands for; name it, please.", words=words)
    if not set(" ".join(redirect.words).lower().split()) & FUNCTION_WORDS:
        return say("I can take {words} in two ways; which one do you mean?", words=words)
    return say("I can't tell what {words} stands for; which one do you mean?", words=words)


def _which_guess(redirect: Redirect) -> str:
    words = _quoted(redirect.words)
    if len(redirect.offers) > 1:
        if words:
            return say(
                "I am not sure what to do with {words}; did you mean one of these?", words=words
            )
        return say("I am not sure that I understand; did you mean one of these?")
    if words:
        return say("I am not sure what to do with {words}; did you mean this?", words=words)
    return say("I am not sure that I understand; did you mean this?")


def _has(schema: Schema, about: Sequence[str]) -> str:
    """What is known of the kind of thing a question was about, else of which kinds at all."""
    labels = labels_about(schema, about)
    if not labels:
        return say("This graph knows {kinds}.", kinds=kinds(schema))
    things = plural(spoken(labels[0].name)) if is_english() else labels[0].name
    told = traits(labels[0], schema)
    return say("What this graph knows of {things}: {traits}.", things=things, traits=told)


def _quoted(words: Sequence[str]) -> str:
    return listed([in_quotes(word) for word in words], "or")
