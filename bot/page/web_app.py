"""Our addresses and guards around Chainlit's web application."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import FastAPI

from bot.page.asked import GraphAsked
from bot.page.charts import chart_routes
from bot.page.choice import choice_routes
from bot.page.connections import Connections
from bot.page.first_visit import FirstVisit
from bot.page.folder import allowed_origins
from bot.page.headers import SecurityHeaders, content_policy
from bot.page.memory_page import memory_routes
from bot.page.mishaps import Mishaps
from bot.page.origins import OriginGuard, allowed_hosts
from bot.page.proxies import Forwarded, trusted_proxies
from bot.page.review_page import review_routes
from bot.page.routes import file_route, routes, shut_routes
from bot.page.sessions import has_ended
from bot.page.sharing import sharing_routes
from bot.page.teams import teams_routes
from bot.page.words import word_routes
from bot.settings import Settings
from memory.asker import SignedIn
from memory.files import Files
from memory.people import PasswordFile, ProxyHeader, SignIn, is_loopback


def surround(
    app: FastAPI, settings: Settings, way: SignIn, html: str, files: Callable[[], Files]
) -> None:
    """Put our routes before Chainlit's catch-all and our middleware around all of it.

    Args:
        app: Chainlit's application.
        settings: Bind address, proxies, allowed names and origins, and what is open are used.
        way: How people sign in.
        html: The page as it is served; its inline scripts are allowed, no others.
        files: Gives the elements' files once the store is open.
    """
    allowed = allowed_origins(settings)
    ours = [*shut_routes(settings), *routes(), *chart_routes(), *choice_routes(), *teams_routes()]
    ours += [file_route(files)]
    ours += [*word_routes(), *memory_routes(), *review_routes(), *sharing_routes()]
    app.router.routes[:0] = ours
    app.add_middleware(GraphAsked)
    app.add_middleware(Mishaps)
    if not isinstance(way, PasswordFile):
        app.add_middleware(FirstVisit)
    app.add_middleware(SignedIn, has_ended=has_ended)
    app.add_middleware(Connections, most=settings.connections)
    app.add_middleware(
        OriginGuard,
        allowed=allowed,
        loopback=is_loopback(settings.host),
        hosts=allowed_hosts(settings.allowed_hosts),
    )
    app.add_middleware(SecurityHeaders, policy=content_policy(html, allowed), framed=bool(allowed))
    person = way.name if isinstance(way, ProxyHeader) else None
    app.add_middleware(Forwarded, trusted=trusted_proxies(settings), person=person)
