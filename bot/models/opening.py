"""The models that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import UsageError
from bot.models.only_writing import OnlyWriting
from bot.models.prompt import WriteForm
from bot.models.purse import Book, Budget, Purse
from bot.ports import Writer
from bot.prices import read_prices
from bot.settings import Settings

if TYPE_CHECKING:
    from bot.models.openai_model import OpenAIModel
    from bot.models.reply_cache import ReplyCache


def open_model(
    settings: Settings,
    *,
    replies: ReplyCache | None = None,
    temperature: float = 0.0,
    form: WriteForm = "chat",
    purse: Purse | None = None,
) -> OpenAIModel:
    """The language model of the settings; an evaluation may keep its replies, or vary them."""
    from bot.models.openai_model import OpenAIModel  # `openai` takes a second to import
    from bot.models.reply_cache import AsyncCachingTransport

    return OpenAIModel(
        name=settings.model,
        api_key=settings.openai_api_key.get_secret_value(),
        base_url=settings.openai_base_url,
        first_token_seconds=settings.first_token_seconds,
        total_seconds=settings.turn_seconds,
        transport=AsyncCachingTransport(replies) if replies else None,
        temperature=temperature,
        form=form,
        purse=purse,
        apart=settings.understand == "apart",
    )


def open_writer(
    settings: Settings,
    chat: Writer | None,
    *,
    replies: ReplyCache | None = None,
    temperature: float = 0.0,
    purse: Purse | None = None,
) -> OnlyWriting:
    """The model of its own that writes Cypher; `chat`, where there is one, mends its drafts."""
    form, key = settings.writes_as, settings.write_api_key
    elsewhere = settings.write_base_url not in (None, settings.openai_base_url)
    named = {
        "model": settings.write_model,
        "openai_base_url": settings.write_base_url or settings.openai_base_url,
        # A key is never sent to another endpoint than its own.
        "openai_api_key": key if key.get_secret_value() or elsewhere else settings.openai_api_key,
    }
    model = open_model(
        settings.model_copy(update=named),
        replies=replies,
        temperature=temperature,
        form=form,
        purse=purse,
    )
    return OnlyWriting(model, chat, corrects=form == "chat")


def open_purse(settings: Settings, book: Book) -> Purse:
    """What pays for the models, within the budgets of the settings.

    Raises:
        UsageError: money is to be counted, and a model has no price.
    """
    prices = read_prices(settings.prices)
    named = [settings.model] * settings.has_model + [settings.write_model] * settings.has_writer
    for model in named:
        if settings.day_money and model not in prices:
            raise UsageError(
                f"CICERONE_DAY_MONEY needs to know what {model} costs; add it to CICERONE_PRICES."
            )
    budget = Budget(settings.turn_tokens, settings.day_tokens, settings.day_money)
    return Purse(book, prices, budget)
