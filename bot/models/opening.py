"""The models that the settings name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from bot.errors import EmbedderAway, ModelUnreachable, UsageError
from bot.models.only_writing import OnlyWriting
from bot.models.prompt import WriteForm
from bot.models.purse import Book, Budget, Purse
from bot.ports import Writer
from bot.prices import read_prices
from bot.settings import Settings
from memory.embedding import Embedder, static_embedder

if TYPE_CHECKING:
    from bot.models.embedding import EndpointEmbedder
    from bot.models.openai_model import OpenAIModel
    from bot.models.reply_cache import ReplyCache

_log = structlog.get_logger(__name__)


def open_model(
    settings: Settings,
    *,
    replies: ReplyCache | None = None,
    temperature: float = 0.0,
    form: WriteForm = "chat",
    purse: Purse | None = None,
) -> OpenAIModel:
    """The language model of the settings; an evaluation may keep its replies, or vary them.

    Raises:
        ModelUnreachable: it is one in the house, and was neither found nor served before.
    """
    if settings.in_house:  # nothing may go to another address in its place
        raise ModelUnreachable("The model in the house is not there for this.")
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


def open_embedder(settings: Settings, *, purse: Purse | None = None) -> EndpointEmbedder:
    """The embedding model of the settings; `learn` comes before anything else."""
    from bot.models.embedding import EndpointEmbedder  # `openai` takes a second to import
    from bot.models.embedding_endpoint import EmbeddingEndpoint

    key = settings.embed_api_key
    elsewhere = settings.embed_base_url not in (None, settings.openai_base_url)
    own = key.get_secret_value() or elsewhere
    endpoint = EmbeddingEndpoint(
        name=settings.embed_model,
        # A key is never sent to another endpoint than its own.
        api_key=(key if own else settings.openai_api_key).get_secret_value(),
        base_url=settings.embed_base_url or settings.openai_base_url,
        first_token_seconds=settings.first_token_seconds,
        total_seconds=settings.turn_seconds,
        purse=purse,
    )
    return EndpointEmbedder(endpoint, settings.folder / "embedding.json")


@dataclass(frozen=True, slots=True)
class Embedders:
    """Who makes the vectors of what, as far as CICERONE_SEND allows.

    `names` of names of the schema and questions without values, `questions` of whole questions,
    `texts` of texts stored in the graph, `words` of single words. `model` is the endpoint's.
    """

    names: Embedder
    questions: Embedder
    texts: Embedder
    words: Embedder
    model: EndpointEmbedder | None = None


async def open_embedders(
    settings: Settings, *, purse: Purse | None = None, anew: bool = False
) -> Embedders:
    """The embedders of the settings: an embedding model where one is set, else static vectors.

    Args:
        settings: What to open.
        purse: Pays for the requests.
        anew: The index is built anew, so the model must be there; else what is known of it from
            earlier does, and where nothing is, static vectors take its place for now.

    Raises:
        EmbedderAway: it must be there, and is not.
    """
    words = static_embedder()
    static = Embedders(words, words, words, words)
    if not settings.has_embedder:
        return static
    model = open_embedder(settings, purse=purse)
    try:
        await model.learn(anew=anew)
    except EmbedderAway as error:
        await model.close()
        if anew:
            raise
        _log.warning("embedding model is away; static vectors for now", why=str(error))
        return static
    return Embedders(
        names=model,
        questions=words if settings.send == "schema" else model,
        texts=model if settings.embeds_texts else words,
        words=words,
        model=model,
    )


def open_purse(settings: Settings, book: Book) -> Purse:
    """What pays for the models, within the budgets of the settings.

    Raises:
        UsageError: money is to be counted, and a model has no price.
    """
    prices = read_prices(settings.prices, settings.currency)
    named = [settings.model] * settings.has_model + [settings.write_model] * settings.has_writer
    for model in [*named, *[settings.embed_model] * settings.has_embedder]:
        if settings.day_money and model not in prices:
            raise UsageError(
                f"CICERONE_DAY_MONEY needs to know what {model} costs; add it to CICERONE_PRICES."
            )
    budget = Budget(
        settings.turn_tokens, settings.day_tokens, settings.day_money, settings.currency
    )
    return Purse(book, prices, budget)
