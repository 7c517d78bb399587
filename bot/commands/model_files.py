"""`cicerone model list` and `get`: models in files, fetched from the hub into the home folder."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec

from bot.commands.running import tell
from bot.models.local.hub import fetch
from bot.models.local.known import KNOWN, hub_model
from bot.settings import Settings
from memory.text import size_text


async def list_models(settings: Settings) -> int:
    """Print each model that is known, with its size, and whether it is there."""
    width = max(len(model.name) for model in KNOWN)
    for model in KNOWN:
        there = (settings.models_folder / model.file_name).exists()
        told = [size_text(model.size), model.license, model.about, "it is there" if there else ""]
        print(f"{model.name:<{width}}  {', '.join(filter(None, told))}")
    return 0


async def get_model(settings: Settings, name: str) -> int:
    """Fetch a model from the hub, and print the line that sets it.

    Raises:
        UsageError: no model has this name.
        FetchFailed: it cannot be fetched.
    """
    model = hub_model(name)
    path = await fetch(settings.model_hub, model, settings.models_folder, _progress())
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    if find_spec("xllamacpp") is None:
        tell("To serve it, type: pip install 'cicerone[local]'")
    print(f"CICERONE_MODEL_FILE={shlex.quote(str(path.absolute()))}")
    return 0


def _progress() -> Callable[[int, int], None]:
    """What shows how far it is, at a terminal once a moment, else with each tenth."""
    terminal, began = sys.stderr.isatty(), time.monotonic()
    first = shown = -1

    def show(done: int, total: int) -> None:
        nonlocal first, shown
        seconds = time.monotonic() - began
        first = done if first < 0 else first
        step = int(seconds * 5) if terminal else done * 10 // max(total, 1)
        if step == shown:
            return
        shown = step
        speed = f", {size_text(int((done - first) / seconds))} a second" if seconds > 1 else ""
        text = f"{size_text(done)} of {size_text(total)}{speed}"
        if terminal:
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
        else:
            tell(text)

    return show
