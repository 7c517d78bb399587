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
        sure = self.terms.links(question)
        found = [
            link
            for link in await self.values.lookup(question)
            if not any(link.start < term.end and term.start < link.end for term in sure)
        ]
        return sorted([*sure, *found], key=lambda link: link.start - link.end) if sure else found
