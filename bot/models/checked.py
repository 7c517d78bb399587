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
    """Return the settings with what was found best for their model; an own choice counts.

    That is the way to ask it, and how sure the reader must be to answer before it: as sure as the
    model was right, where that is less than what is asked for of any model. A file that cannot be
    read counts for nothing.
    """
    found = _kept(settings).get(settings.model_name or "")
    if not isinstance(found, dict) or found.get("understand") not in WAYS:
        return settings
    first = _share(found, "right", "questions")
    following = _share(found, "followed", "follow_ups")
    best = {
        "understand": found["understand"],
        "sure_before_model": max(settings.sure, min(first, settings.sure_before_model)),
        "sure_following_before_model": max(
            settings.sure_following, min(following, settings.sure_following_before_model)
        ),
    }
    own = settings.model_fields_set
    return settings.model_copy(update={name: v for name, v in best.items() if name not in own})


def _share(found: Mapping[str, Any], right: str, asked: str) -> float:
    """The share of right ones, of which one more is taken for granted: few questions say little."""
    met, of = found.get(right), found.get(asked)
    return (met + 1) / (of + 1) if isinstance(met, int) and isinstance(of, int) and of else 1.0


def _kept(settings: Settings) -> dict[str, Any]:
    try:
        kept = json.loads((settings.home / _FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
