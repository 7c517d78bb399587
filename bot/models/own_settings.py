"""What a failure of an endpoint advises names the settings of that endpoint."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from bot.errors import ModelError

WRITING: Mapping[str, str] = {
    "OPENAI_API_KEY": "CICERONE_WRITE_API_KEY",
    "OPENAI_BASE_URL": "CICERONE_WRITE_BASE_URL",
    "CICERONE_MODEL": "CICERONE_WRITE_MODEL",
}
EMBEDDING: Mapping[str, str] = {
    "OPENAI_API_KEY": "CICERONE_EMBED_API_KEY",
    "OPENAI_BASE_URL": "CICERONE_EMBED_BASE_URL",
    "CICERONE_MODEL": "CICERONE_EMBED_MODEL",
    "No model": "No embedding model",
    "The model": "The embedding model",
    "none for chats": "none for embeddings",
    "/chat/completions": "/embeddings",
}


@contextmanager
def settings_named(own: Mapping[str, str]) -> Iterator[None]:
    """Failures inside say the words of `own` in place of the chat model's."""
    try:
        yield
    except ModelError as error:
        told, remedy = str(error), error.remedy
        for chat, word in own.items():
            told, remedy = told.replace(chat, word), remedy.replace(chat, word)
        named = type(error)(told)
        named.remedy = remedy
        raise named from error
