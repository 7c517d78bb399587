"""`cicerone documents review`: which names are of one thing, decided by a person, or undone."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date

from bot.commands.documents_run import kept_schema, opened_place, write_graph
from bot.commands.documents_terminal import Terminal
from bot.documents.ledger import Ledger
from bot.documents.place import opened_ledger, place_of
from bot.documents.same import Sameness
from bot.errors import UsageError
from bot.settings import Settings
from memory.same_things import A_PERSON, Alike, is_unwritten, quotes


async def review_merges(settings: Settings, *, listing: bool, undo: Sequence[int]) -> int:
    """Ask of each pair of names that are alike, or list and undo what was decided.

    Raises:
        UsageError: there is no terminal to ask at, or no merge of that number.
    """
    place, teller = place_of(settings), Terminal()
    async with opened_ledger(settings, place, made=False) as ledger:
        schema = kept_schema(ledger)
        sameness = Sameness(ledger, schema, date.today())
        if listing:
            _list(sameness)
            return 0
        if undo:
            _undo(sameness, undo)
        elif not _decide(ledger, sameness) and not is_unwritten(ledger.db):
            return 0
        async with opened_place(settings, place, names=True) as opened:
            await write_graph(settings, place, ledger, opened, schema, teller)
    return 0


def _list(sameness: Sameness) -> None:
    for one in sameness.merges():
        told = "is" if one.same else "is not"
        undone = " (undone)" if one.undone else ""
        print(
            f"{one.id}: {one.label} {one.other} {told} {one.one}: {one.why} "
            f"({one.by}, {one.on}){undone}"
        )
    if not sameness.merges():
        print("Nothing was merged.")


def _undo(sameness: Sameness, numbers: Sequence[int]) -> None:
    known = {one.id for one in sameness.merges() if one.same and not one.undone}
    for number in numbers:
        if number not in known:
            raise UsageError(
                f"There is no merge {number}; `cicerone documents review --merges` lists them."
            )
    for number in numbers:
        sameness.undo(number)


def _decide(ledger: Ledger, sameness: Sameness) -> bool:
    """Ask a person; whether anything was decided."""
    calls = sameness.calls()
    if not calls:
        print("There is nothing to decide.")
        return False
    if not sys.stdin.isatty():
        for call in calls:
            print(f"{call.label}: {' / '.join(call.names)} ({call.score:.0f} %)")
        raise UsageError("A review needs a terminal.")
    decided = 0
    for number, call in enumerate(calls, 1):
        answer = _asked(ledger, call, f"{number} of {len(calls)}")
        if answer == "q":
            break
        if answer in ("y", "n"):
            sameness.decide(call.one, call.other, answer == "y", A_PERSON, "person")
            decided += 1
    return bool(decided)


def _asked(ledger: Ledger, call: Alike, place: str) -> str:
    print(f"\n{place}, {call.label}, {call.score:.0f} % alike")
    for thing, name in zip((call.one, call.other), call.names, strict=True):
        print(f"  {name}")
        for words in quotes(ledger.db, thing):
            print(f"      {words}")
    while True:
        try:
            answer = input("One thing? [y]es, [n]o, [s]kip, [q]uit ").strip().lower()[:1]
        except EOFError:
            return "q"
        if answer in ("y", "n", "s", "q"):
            return answer
