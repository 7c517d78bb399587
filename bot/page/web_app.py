"""Our addresses and guards around Chainlit's web application."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import FastAPI

from bot.page.folder import allowed_origins
from bot.page.headers import SecurityHeaders, content_policy
from bot.page.origins import OriginGuard
from bot.page.routes import file_route, routes
from bot.page.teams import teams_routes
from bot.settings import Settings
from memory.asker import SignedIn
from memory.files import Files
from memory.people import is_loopback


def surround(app: FastAPI, settings: Settings, html: str, files: Callable[[], Files]) -> None:
    """Put our routes before Chainlit's catch-all and our middleware around all of it.

    Args:
        app: Chainlit's application.
        settings: Bind address and allowed origins are used.
        html: The page as it is served; its inline scripts are allowed, no others.
        files: Gives the elements' files once the store is open.
    """
    allowed = allowed_origins(settings)
    app.router.routes[:0] = [*routes(), *teams_routes(), file_route(files)]
    app.add_middleware(SignedIn)
    app.add_middleware(OriginGuard, allowed=allowed, loopback=is_loopback(settings.host))
    app.add_middleware(SecurityHeaders, policy=content_policy(html, allowed), framed=bool(allowed))
