"""What tokens cost: prices by model, from CICERONE_PRICES, in the currency of CICERONE_CURRENCY."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.errors import UsageError
from bot.events import Usage
from memory.catalogue import say, say_many
from memory.spent import Spent

_PRICE = re.compile(
    r"(?P<model>[^=\s]+)\s*=\s*(?P<prompt>\d*\.?\d+)\s*/\s*(?P<completion>\d*\.?\d+)"
)
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """Money for a million tokens, of the prompt and of the completion."""

    prompt: float
    completion: float
    currency: str = "USD"

    def of(self, prompt_tokens: int, completion_tokens: int) -> float:
        """What so many tokens cost.

        >>> Price(0.4, 1.6).of(1_000_000, 500_000)
        1.2
        """
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / _MILLION


def read_prices(text: str, currency: str = "USD") -> Mapping[str, Price]:
    """Prices as they are written: `MODEL=PROMPT/COMPLETION`, with commas between.

    >>> read_prices("small=0.4/1.6, qwen2.5:7b=0/0")["small"]
    Price(prompt=0.4, completion=1.6, currency='USD')

    Raises:
        UsageError: a part is written otherwise.
    """
    prices = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        found = _PRICE.fullmatch(part)
        if found is None:
            raise UsageError(f"The price {part!r} cannot be read; write it like MODEL=0.4/1.6.")
        prices[found["model"]] = Price(float(found["prompt"]), float(found["completion"]), currency)
    return prices


def money(value: float | None, currency: str) -> str:
    """An amount with its currency, and as many decimals as it takes.

    >>> money(0.0004217, "USD"), money(0.0, "EUR"), money(12.5, "€"), money(None, "USD")
    ('0.00042 USD', '0 EUR', '12.50 €', '–')
    """
    return "–" if value is None else f"{amount(value)} {currency}".rstrip()


def amount(value: float) -> str:
    """A number of money, without its currency.

    >>> amount(0.0004217), amount(1234.5)
    ('0.00042', '1,234.50')
    """
    if value == 0:
        return "0"
    return f"{value:,.2f}" if value >= 0.1 else f"{value:.2g}"


def spent_text(spent: Sequence[Spent], prices: Mapping[str, Price]) -> str:
    """What models cost, in a few words.

    >>> spent_text([Spent("small", 2, 900, 100)], {"small": Price(1.0, 10.0)})
    '2 calls, 1,000 tokens, 0.0019 USD'
    >>> spent_text([], {})
    'nothing'
    """
    calls, tokens = sum(one.calls for one in spent), sum(one.tokens for one in spent)
    known = [(one, prices.get(one.model)) for one in spent]
    costs = [price.of(one.prompt_tokens, one.completion_tokens) for one, price in known if price]
    currency = next((price.currency for _, price in known if price), "")
    return cost_text(calls, tokens, sum(costs) if costs else None, currency)


def cost_text(calls: int, tokens: int, cost: float | None, currency: str = "") -> str:
    """What calls of a model cost, in a few words.

    >>> cost_text(1, 1240, None), cost_text(3, 5000, 0.25, "USD")
    ('1 call, 1,240 tokens', '3 calls, 5,000 tokens, 0.25 USD')
    """
    if not calls:
        return say("nothing")
    told = [say_many("{count} call", "{count} calls", calls)]
    told += [say_many("{count} token", "{count} tokens", tokens)] if tokens else []
    told += [money(cost, currency)] if cost is not None else []
    return ", ".join(told)


def usage_text(usage: Usage) -> str:
    """What one answer took of a model, in a few words; "" where none was asked.

    >>> usage_text(Usage(2, 1100, 104, 0.00042, "EUR")), usage_text(Usage())
    ('2 calls, 1,204 tokens, 0.00042 EUR', '')
    """
    tokens = usage.prompt_tokens + usage.completion_tokens
    told = cost_text(usage.calls, tokens, usage.money, usage.currency or "")
    return told if usage.calls else ""
