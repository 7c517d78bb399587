"""The part of `/review` on documents: which names are of one thing, and what was merged.

It reads and writes decisions in a ledger (`memory.same_things`), never the graph, for which it has
no right to write: `cicerone documents` brings that after them.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import date

from bot.errors import UsageError
from bot.page.own_pages import Form
from bot.settings import Settings
from memory.catalogue import marked, say, translation
from memory.same_things import (
    A_PERSON,
    Merge,
    decide,
    is_unwritten,
    ledger_file,
    merges,
    opened_ledger,
    quotes,
    undecided,
    undo,
)

_CALLS, _MERGES = 5, 30
DONE = {
    "call.same": marked("Noted: one thing."),
    "call.different": marked("Noted: two things."),
    "call.skip": marked("Skipped; it comes last."),
    "merge.undo": marked("Noted: taken back."),
}
_GONE = marked("This has been decided meanwhile.")


@dataclass(frozen=True, slots=True)
class Named:
    """A thing by its name, with what passages say around it."""

    name: str
    quotes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """Whether two things are one."""

    key: str
    label: str
    things: tuple[Named, Named]

    @property
    def title(self) -> str:
        """Both names."""
        return " / ".join(one.name for one in self.things)


@dataclass(frozen=True, slots=True)
class OneThing:
    """What a curator sees of a graph of documents.

    `count` is how many pairs are to be decided, `questions` are the first of them; `unwritten`
    says that the graph does not show all decisions yet.
    """

    count: int
    questions: tuple[Question, ...]
    merged: tuple[Merge, ...]
    unwritten: bool


async def one_thing(settings: Settings, after: str) -> OneThing | None:
    """What is to be decided, from behind the pair `after` on, and was merged; None of no documents.

    Raises:
        StoreError: the ledger cannot be used.
    """
    return await asyncio.to_thread(_seen, settings, after)


async def decide_on(settings: Settings, form: Form, person: str) -> str:
    """Note what a curator decides; what the address of the page goes on with.

    Raises:
        UsageError: it was decided meanwhile, or nothing is asked for that can be done.
        StoreError: the ledger cannot be used.
    """
    await asyncio.to_thread(_decide, settings, form, person)
    after = f"&after={form.get('id', '')}" if form["do"] == "call.skip" else ""
    return f"?done={form['do']}{after}#things"


def _seen(settings: Settings, after: str) -> OneThing | None:
    with opened_ledger(ledger_file(settings.folder, settings.graph_key)) as db:
        if db is None:
            return None
        calls = undecided(db)
        keys = [f"{one.one}-{one.other}" for one in calls]
        start = keys.index(after) + 1 if after in keys else 0
        turned = (calls[start:] + calls[:start])[:_CALLS]
        questions = tuple(
            Question(
                f"{one.one}-{one.other}",
                one.label,
                (
                    Named(one.names[0], quotes(db, one.one)),
                    Named(one.names[1], quotes(db, one.other)),
                ),
            )
            for one in turned
        )
        merged = [one for one in merges(db) if one.same and not one.undone][::-1]
        return OneThing(len(calls), questions, tuple(merged[:_MERGES]), is_unwritten(db))


def _decide(settings: Settings, form: Form, person: str) -> None:
    today, key = date.today().isoformat(), form.get("id", "")
    with opened_ledger(ledger_file(settings.folder, settings.graph_key)) as db:
        if db is None:
            raise UsageError(say("There are no documents in this graph."))
        if form["do"] == "merge.undo":
            if not (key.isdecimal() and len(key) < 16 and undo(db, int(key), today)):
                raise UsageError(say(_GONE))
            return
        call = next((one for one in undecided(db) if f"{one.one}-{one.other}" == key), None)
        if call is None:
            raise UsageError(say(_GONE))
        if form["do"] != "call.skip":
            same = form["do"] == "call.same"
            decide(db, call.one, call.other, same, A_PERSON, person, today)


def told_why(merge: Merge) -> str:
    """Why two things were made one, as it is said here."""
    return translation(merge.why)
