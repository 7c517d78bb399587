"""What models may cost: budgets are checked before each request, and each is written down."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from bot.errors import BudgetSpent, StoreError
from bot.events import Usage
from bot.ports import patience
from bot.prices import Price, money
from memory.catalogue import say
from memory.spent import Spent

# A request waits so many seconds until what it cost is written down; then that goes on beside.
_PATIENCE = 2.0
_log = structlog.get_logger(__name__)


class Book(Protocol):
    """Where the sums are kept. Every method raises `StoreError` where that fails."""

    async def add(self, spent: Spent) -> None:
        """Add to today's sum."""
        ...

    async def of_days(self, days: int) -> Sequence[Spent]:
        """What each model cost in the last so many days."""
        ...


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that may be spent; 0 is no limit. Money is in `currency`, as the prices are."""

    turn_tokens: int = 0
    day_tokens: int = 0
    day_money: float = 0.0
    currency: str = "USD"


class Purse:
    """Pays for the requests to models.

    A request under way is never cut off, so a budget can be passed by what those under way take.
    """

    def __init__(self, book: Book, prices: Mapping[str, Price], budget: Budget) -> None:
        self._book, self._prices, self._budget = book, prices, budget
        self._paying: set[asyncio.Task[None]] = set()

    async def check(self) -> None:
        """Whether another request may be made.

        Raises:
            BudgetSpent: the turn or the day has taken all it may.
        """
        waits, budget = patience.get(), self._budget
        if waits is not None and 0 < budget.turn_tokens <= _tokens(waits.spent()):
            raise _spent(
                say(
                    "This question has taken the {most} tokens that one may take.",
                    most=budget.turn_tokens,
                ),
                "Raise CICERONE_TURN_TOKENS.",
            )
        if not budget.day_tokens and not budget.day_money:
            return
        try:
            today = await self._book.of_days(1)
        except StoreError as error:
            # Where nothing is kept, nothing can be summed: questions go on.
            _log.warning("budget not checked", why=str(error))
            return
        if 0 < budget.day_tokens <= sum(one.tokens for one in today):
            raise _spent(
                say(
                    "Today's {most} tokens are spent; it starts anew at midnight UTC.",
                    most=budget.day_tokens,
                ),
                "Raise CICERONE_DAY_TOKENS, or wait until midnight UTC.",
            )
        if 0 < budget.day_money <= sum(self._money(one) for one in today):
            raise _spent(
                say(
                    "Today's {money} are spent; it starts anew at midnight UTC.",
                    money=money(budget.day_money, budget.currency),
                ),
                "Raise CICERONE_DAY_MONEY, or wait until midnight UTC.",
            )

    async def pay(self, model: str, usage: Usage) -> None:
        """Write down what a request cost; a database that keeps us waiting does not hold it up."""
        spent = Spent(model, usage.calls, usage.prompt_tokens, usage.completion_tokens)
        task = asyncio.create_task(self._write_down(spent))
        self._paying.add(task)
        task.add_done_callback(self._paying.discard)
        await asyncio.wait([task], timeout=_PATIENCE)

    async def _write_down(self, spent: Spent) -> None:
        try:
            await self._book.add(spent)
        except StoreError as error:
            _log.warning("spending not written down", why=str(error))

    def priced(self, model: str, usage: Usage) -> Usage:
        """With the money it cost, where the model has a price."""
        price = self._prices.get(model)
        if price is None:
            return usage
        cost = price.of(usage.prompt_tokens, usage.completion_tokens)
        return replace(usage, money=cost, currency=price.currency)

    def _money(self, spent: Spent) -> float:
        price = self._prices.get(spent.model)
        return price.of(spent.prompt_tokens, spent.completion_tokens) if price else 0.0


def _tokens(usage: Usage) -> int:
    return usage.prompt_tokens + usage.completion_tokens


def _spent(told: str, remedy: str) -> BudgetSpent:
    error = BudgetSpent(told)
    error.remedy = remedy
    return error
