"""Which way of asking a model was found best for it, kept with its name in the home."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Any, Literal, TypeAlias, get_args

from bot.settings import Settings

Way: TypeAlias = Literal["together", "apart", "one"]
WAYS: tuple[Way, ...] = get_args(Way)
_FILE = "model-checks.json"


def keep_best(settings: Settings, way: Way, told: Mapping[str, Any]) -> None:
    """Keep what came out best for the model of the settings.

    Raises:
        OSError: it cannot be written.
    """
    kept = _kept(settings)
    today = date.today().isoformat()
    kept[settings.model_name or ""] = {**told, "understand": way, "on": today}
    path, draft = settings.home / _FILE, settings.home / f".{_FILE}"
    draft.write_text(json.dumps(kept, indent=1), "utf-8")
    draft.replace(path)


def as_checked(settings: Settings) -> Settings:
    """Return the settings with the way that was found best for their model; an own choice counts.

    A file that cannot be read counts for nothing.
    """
    found = _kept(settings).get(settings.model_name or "")
    way = found.get("understand") if isinstance(found, dict) else None
    if way not in WAYS or "understand" in settings.model_fields_set:
        return settings
    return settings.model_copy(update={"understand": way})


def _kept(settings: Settings) -> dict[str, Any]:
    try:
        kept = json.loads((settings.home / _FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
