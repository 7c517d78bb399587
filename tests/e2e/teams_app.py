"""The app with a Bot Framework that knows no secret, and files sent over loopback.

`python -m tests.e2e.teams_app`; what Microsoft has not signed is refused in the unit test.
"""

from __future__ import annotations

from typing import Any

from botbuilder.core import BotFrameworkAdapterSettings

from bot.serve import serve
from bot.settings import load_settings

_real_init = BotFrameworkAdapterSettings.__init__


def _unsigned(self: Any, app_id: str, app_password: str, **options: Any) -> None:
    _real_init(self, app_id="", app_password="")


if __name__ == "__main__":
    BotFrameworkAdapterSettings.__init__ = _unsigned
    import bot.page.teams as teams

    teams._UPLOAD_SCHEMES = frozenset({"http"})
    serve(load_settings())
