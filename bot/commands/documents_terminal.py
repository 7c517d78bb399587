"""What `cicerone documents` tells and asks whoever runs it."""

from __future__ import annotations

import asyncio
import sys

from bot.errors import UsageError
from bot.prices import money, read_prices
from bot.settings import Settings
from memory.text import several


class Terminal:
    """Tells a person how far it is: sentences, and a bar where stderr is a terminal."""

    def __init__(self) -> None:
        self._bar = sys.stderr.isatty()

    def say(self, sentence: str) -> None:
        """Something to know."""
        self._clear()
        print(sentence, flush=True)

    def progress(self, what: str, done: int, total: int) -> None:
        """How far a step is."""
        if not self._bar or not total:
            return
        filled = round(24 * done / total)
        bar = "█" * filled + "░" * (24 - filled)
        text = f"\r{what} {bar} {done:,} of {total:,}\033[K"
        print(text if done < total else "\r\033[K", end="", file=sys.stderr, flush=True)

    def _clear(self) -> None:
        if self._bar:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


async def asked_to_go_on(
    settings: Settings, passages: int, prompt_tokens: int, reply_tokens: int, teller: Terminal
) -> None:
    """Ask before a model is paid for.

    Raises:
        UsageError: nobody says yes, or nobody can be asked.
    """
    price = read_prices(settings.prices, settings.currency).get(settings.model)
    told = (
        f"{settings.model} will read {several(passages, 'passage')}: at most about "
        f"{prompt_tokens:,} tokens to it and {reply_tokens:,} back"
    )
    if price:
        told += f", {money(price.of(prompt_tokens, reply_tokens), settings.currency)}"
    else:
        told += "; what that costs is not known (CICERONE_PRICES)"
    teller.say(f"{told}.")
    if not sys.stdin.isatty():
        raise UsageError("Say --yes to let it read, or --no-model to do without.")
    answer = await asyncio.to_thread(input, "Go on? [y/N] ")
    if answer.strip().lower() not in ("y", "yes"):
        raise UsageError("Nothing was sent; files that were read are kept for the next time.")
