"""What tokens cost: prices by model, from CICERONE_PRICES."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.errors import UsageError

_PRICE = re.compile(
    r"(?P<model>[^=\s]+)\s*=\s*(?P<prompt>\d*\.?\d+)\s*/\s*(?P<completion>\d*\.?\d+)"
)
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """Money for a million tokens, of the prompt and of the completion."""

    prompt: float
    completion: float

    def of(self, prompt_tokens: int, completion_tokens: int) -> float:
        """What so many tokens cost.

        >>> Price(0.4, 1.6).of(1_000_000, 500_000)
        1.2
        """
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / _MILLION


def read_prices(text: str) -> Mapping[str, Price]:
    """Prices as they are written: `MODEL=PROMPT/COMPLETION`, with commas between.

    >>> read_prices("small=0.4/1.6, qwen2.5:7b=0/0")["small"]
    Price(prompt=0.4, completion=1.6)

    Raises:
        UsageError: a part is written otherwise.
    """
    prices = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        found = _PRICE.fullmatch(part)
        if found is None:
            raise UsageError(f"The price {part!r} cannot be read; write it like MODEL=0.4/1.6.")
        prices[found["model"]] = Price(float(found["prompt"]), float(found["completion"]))
    return prices
