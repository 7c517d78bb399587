"""The settings once a model in the house has its address: found running, or served from a file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.cores import cores
from bot.errors import UsageError
from bot.models.local.gguf import check_gguf
from bot.models.local.places import PLACES, Place
from bot.models.local.running import Running, find_running
from bot.models.local.serving import Served, served
from bot.settings import Settings
from memory.text import several, size_text

_LOG = "llama.log"


@asynccontextmanager
async def model_in_house(
    settings: Settings, tell: Callable[[str], None], places: Sequence[Place] = PLACES
) -> AsyncIterator[Settings]:
    """The settings with the address of the model in the house, served for as long as this lasts.

    They are as they were where none is asked for, and name no model where none runs.

    Args:
        settings: What to serve or look for.
        tell: Called with a sentence where there is something to wait for, or nothing was found.
        places: Where OPENAI_BASE_URL=auto looks.

    Raises:
        UsageError: CICERONE_MODEL_FILE cannot be used, or llama.cpp is not installed.
        ModelUnreachable: llama.cpp cannot serve it.
    """
    if settings.model_file is None:
        yield await located(settings, tell, places)
        return
    _check_others(settings)
    if settings.engine == "offline":
        yield settings.without_model()
        return
    what = _to_serve(settings, settings.model_file.expanduser().absolute())
    size = size_text(check_gguf(what.file))
    tell(f"Loading {what.file.name} ({size}) with {several(what.threads, 'thread')} …")
    async with served(what) as url:
        found = _at(settings, url, what.name, what.key)
        if "first_token_seconds" not in settings.model_fields_set:
            # It is known to be alive, and reads a long prompt slowly where there are few cores.
            found = found.model_copy(update={"first_token_seconds": settings.turn_seconds})
        yield found


def _check_others(settings: Settings) -> None:
    """Refuse other models that would be asked at the endpoint that the file takes the place of."""
    for name, own, address in (
        ("WRITE", settings.write_model, settings.write_base_url),
        ("EMBED", settings.embed_model, settings.embed_base_url),
    ):
        if own and not address:
            raise UsageError(
                f"CICERONE_MODEL_FILE serves one model; set CICERONE_{name}_BASE_URL to where "
                f"{own} is, or unset CICERONE_{name}_MODEL."
            )


def _to_serve(settings: Settings, file: Path) -> Served:
    return Served(
        file,
        settings.model if settings.model_named else file.stem,
        settings.model_threads or max(1, cores() - 1),
        settings.model_context,
        settings.models_folder / _LOG,
    )


async def located(
    settings: Settings, tell: Callable[[str], None], places: Sequence[Place] = PLACES
) -> Settings:
    """The settings with the address of the model that OPENAI_BASE_URL=auto finds running."""
    if not settings.finds_model:
        return settings
    found = await find_running(places, own_port=settings.port)
    if not found:
        tell(_none_runs([place for place in places if place.port != settings.port]))
        return settings.without_model()
    running, model = _chosen(found, settings.model if settings.model_named else None)
    # A key is never sent to another endpoint than its own.
    return _at(settings, running.base_url, model, "")


def _none_runs(places: Sequence[Place]) -> str:
    """What to say where OPENAI_BASE_URL is auto and nothing is found."""
    names = ", ".join(f"{place.program} ({place.port})" for place in places)
    return f"OPENAI_BASE_URL is auto, but no model runs on this computer; looked for {names}."


async def hint(settings: Settings, places: Sequence[Place] = PLACES) -> str:
    """How to use a model that runs on this computer, in one line; "" where none does."""
    for running in await find_running(places, own_port=settings.port):
        return (
            f"{running.program} runs here with {running.models[0]}: "
            "set OPENAI_BASE_URL=auto to use it."
        )
    return ""


def _chosen(found: Sequence[Running], wanted: str | None) -> tuple[Running, str]:
    """The first server that has the model that is wanted, else the first; and its model."""
    if wanted is None:
        return found[0], found[0].models[0]
    having = ((running, running.named(wanted)) for running in found)
    return next(((r, name) for r, name in having if name), (found[0], wanted))


def _at(settings: Settings, url: str, model: str, key: str) -> Settings:
    found: dict[str, Any] = {
        "model_file": None,
        "openai_base_url": url,
        "openai_api_key": SecretStr(key),
        "model": model,
    }
    return settings.model_copy(update=found)
