"""What `cicerone doctor` says of the language models."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from bot.bootstrap import model_hint, model_in_house
from bot.commands.finding import Finding
from bot.errors import CiceroneError, UnknownModel
from bot.models.local.places import PLACES, Place
from bot.models.opening import open_model, open_writer
from bot.settings import Settings

_NAMED_MODELS = 8


@asynccontextmanager
async def models_checked(
    settings: Settings, places: Sequence[Place] = PLACES
) -> AsyncIterator[tuple[Settings, list[Finding]]]:
    """What is found of the models, and the settings with the one in the house while it is there.

    Without it they name none, and the rest goes on.
    """
    told: list[str] = []
    async with AsyncExitStack() as stack:
        in_house = model_in_house(settings, told.append, places)
        try:
            found = await stack.enter_async_context(in_house)
        except CiceroneError as error:
            found = settings.without_model()
            about = Finding("model", False, str(error), error.remedy)
        else:
            lost = settings.finds_model and not found.has_model
            about = _not_found(told) if lost else await _model(found, settings, places)
        yield found, [about, *await _writer(found)]


def _not_found(told: Sequence[str]) -> Finding:
    return Finding("model", False, told[-1].rstrip("."), "Start one, or unset OPENAI_BASE_URL.")


async def _model(settings: Settings, given: Settings, places: Sequence[Place]) -> Finding:
    """Whether the model answers; `given` are the settings before it was found or served."""
    if not settings.has_model:
        hint = await model_hint(settings, places)
        return Finding("model", True, "none is set; the rule parser answers by itself", hint)
    model = open_model(settings)
    try:
        seconds = await model.ping()
    except UnknownModel as error:
        served = await model.served()
        known = f"Set CICERONE_MODEL to one it has: {', '.join(served[:_NAMED_MODELS])}."
        return Finding("model", False, str(error), known if served else error.remedy)
    except CiceroneError as error:
        return Finding("model", False, str(error), error.remedy)
    finally:
        await model.close()
    where = f", found at {settings.openai_base_url}" if given.finds_model else ""
    return Finding("model", True, f"{settings.model} answered in {seconds:.1f} s{where}")


async def _writer(settings: Settings) -> list[Finding]:
    """The model that only writes, where one is set."""
    if not settings.write_model:
        return []
    if not settings.has_writer:
        lost = f"{settings.write_model} has no endpoint"
        return [Finding("writer", False, lost, "Set CICERONE_WRITE_BASE_URL.")]
    writer = open_writer(settings, None)
    try:
        seconds = await writer.ping()
    except CiceroneError as error:
        return [Finding("writer", False, str(error), error.remedy)]
    finally:
        await writer.close()
    asked = f"{settings.write_model} answered in {seconds:.1f} s; asked as {settings.writes_as}"
    return [Finding("writer", True, asked)]
