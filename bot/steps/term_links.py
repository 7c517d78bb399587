"""Stored values that words of a deployment mean, before those that words are like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.offline.terms import Terminology
from bot.steps.link import ValueLookup
from memory.schema import LinkedValue


@dataclass(frozen=True, slots=True)
class TermLinks:
    """Finds values by terms first, and over all other words by `values`."""

    terms: Terminology
    values: ValueLookup

    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        """Links, longest stretch of words first.

        Raises:
            StoreError: the index fails.
        """
        found = await self.values.lookup(question)
        sure = [
            term
            for term in self.terms.links(question)
            if not any(_says_more(link, term) for link in found)
        ]
        rest = [
            link
            for link in found
            if not any(link.start < term.end and term.start < link.end for term in sure)
        ]
        return sorted([*sure, *rest], key=lambda link: link.start - link.end) if sure else found


def _says_more(link: LinkedValue, term: LinkedValue) -> bool:
    """Whether a name stands there whole: a term for "Acme" is no word of "Acme Works"."""
    around = link.start <= term.start and term.end <= link.end
    return link.method == "exact" and around and link.text != term.text
