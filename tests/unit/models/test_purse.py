"""What models may cost; the endpoint is the scripted stand-in, the book one made by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

import pytest

from bot.errors import BudgetSpent, StoreError, UsageError
from bot.events import Usage
from bot.models.opening import open_model, open_purse
from bot.models.purse import Budget, Purse
from bot.ports import Patience, WriteRequest, patience
from bot.prices import Price, usage_text
from bot.settings import load_settings
from memory.schema import Schema
from memory.spent import Spent
from tests.scripted_model import Script, event, scripted_model, token

ASKED = WriteRequest("How many?", Schema({}, {}))


class Book:
    """Keeps what is spent; a database that is away is told instead."""

    def __init__(self, *kept: Spent, away: bool = False) -> None:
        self.kept, self.away = list(kept), away

    async def add(self, spent: Spent) -> None:
        if self.away:
            raise StoreError("The database is away.")
        self.kept.append(spent)

    async def of_days(self, days: int) -> Sequence[Spent]:
        if self.away:
            raise StoreError("The database is away.")
        return self.kept


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_model() as running:
        yield running.on("", text="RETURN 1 AS n")


async def write(script: Script, purse: Purse) -> Usage:
    model = open_model(load_settings(model="small", openai_base_url=script.url), purse=purse)
    try:
        return (await model.write(ASKED))[1]
    finally:
        await model.close()


async def test_what_is_asked_is_written_down_and_priced(script: Script) -> None:
    book = Book()
    usage = await write(script, Purse(book, {"small": Price(2.0, 10.0)}, Budget()))
    (spent,) = book.kept
    assert spent.model == "small" and spent.calls == 1 and spent.tokens > 0
    assert usage.money == Price(2.0, 10.0).of(usage.prompt_tokens, usage.completion_tokens)
    assert usage.currency == "USD"
    unpriced = await write(script, Purse(book, {}, Budget()))
    assert unpriced.money is None and len(book.kept) == 2


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        (Budget(day_tokens=1000), "1,000 tokens are spent"),
        (Budget(day_money=0.005, currency="EUR"), "Today's 0.005 EUR are spent"),
    ],
)
async def test_a_day_that_is_spent_asks_nobody(script: Script, budget: Budget, said: str) -> None:
    book = Book(Spent("small", 3, 900, 100))
    with pytest.raises(BudgetSpent, match=said) as told:
        await write(script, Purse(book, {"small": Price(10.0, 10.0)}, budget))
    assert "CICERONE_DAY_" in told.value.remedy and not script.prompts
    rest = Budget(day_tokens=1001, day_money=1.0)
    assert (await write(script, Purse(book, {"small": Price(1.0, 1.0)}, rest))).calls == 1


async def test_a_turn_that_took_its_share_asks_nobody(script: Script) -> None:
    async def tell(text: str) -> None:
        del text

    purse = Purse(Book(), {}, Budget(turn_tokens=500))
    ends = asyncio.get_running_loop().time() + 60
    patience.set(Patience(ends, tell, lambda: Usage(1, 400, 99)))
    assert (await write(script, purse)).calls == 1
    patience.set(Patience(ends, tell, lambda: Usage(1, 400, 100)))
    with pytest.raises(BudgetSpent, match="500 tokens"):
        await write(script, purse)


async def test_a_book_that_is_away_stops_no_question(script: Script) -> None:
    purse = Purse(Book(away=True), {}, Budget(day_tokens=1))
    assert (await write(script, purse)).calls == 1


async def test_what_comes_as_a_call_of_a_tool_is_estimated_too(script: Script) -> None:
    call = {"function": {"arguments": '{"query": "RETURN 1 AS n"}'}}
    said = event({"choices": [{"delta": {"tool_calls": [call]}}]})
    script.on("How many", wire=(said, token("", "stop")))
    book = Book()
    await write(script, Purse(book, {}, Budget()))
    (spent,) = book.kept
    assert spent.prompt_tokens > 0 and spent.completion_tokens > 0


async def test_a_book_that_keeps_us_waiting_holds_up_no_reply(script: Script) -> None:
    free = asyncio.Event()

    class Held(Book):
        async def add(self, spent: Spent) -> None:
            await free.wait()
            await super().add(spent)

    book = Held()
    async with asyncio.timeout(10):
        assert (await write(script, Purse(book, {}, Budget()))).calls == 1
    assert not book.kept
    free.set()
    await asyncio.sleep(0.01)
    assert len(book.kept) == 1


def test_money_cannot_be_counted_without_a_price() -> None:
    settings = load_settings(day_money=1.0, openai_base_url="http://x", model="small")
    with pytest.raises(UsageError, match="add it to CICERONE_PRICES"):
        open_purse(settings, Book())


def test_money_is_told_in_the_currency_that_is_set() -> None:
    settings = load_settings(
        day_money=0.5, openai_base_url="http://x", model="m", prices="m=1/2", currency="CHF"
    )
    usage = open_purse(settings, Book()).priced("m", Usage(1, 1_000_000, 0))
    assert (usage.money, usage.currency) == (1.0, "CHF")
    assert usage_text(usage + Usage(1)) == "2 calls, 1,000,000 tokens, 1.00 CHF"
