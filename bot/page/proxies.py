"""Who a visitor is where proxies stand in front: the address and the scheme that these tell.

What says to be forwarded is believed from a proxy of CICERONE_TRUSTED_PROXIES alone.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from contextvars import ContextVar

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from bot.errors import UsageError
from bot.settings import Settings

# The address of whoever is being served; Chainlit's callbacks are not told.
visitor: ContextVar[str] = ContextVar("visitor", default="")


class Forwarded:
    """ASGI middleware: `client` and `scheme` are the visitor's own, not those of the last proxy."""

    def __init__(self, app: ASGIApp, trusted: Sequence[str], person: str | None = None) -> None:
        """Tell `app` who comes.

        Args:
            app: The application.
            trusted: Addresses and networks of proxies.
            person: The header in which they name the person, taken from nobody else.
        """
        self._trusted = [ipaddress.ip_network(one, strict=False) for one in trusted]
        self._person = person.lower().encode() if person and trusted else None
        self._app = _Visited(app)
        self._told: ASGIApp = ProxyHeadersMiddleware(self._app, list(trusted))  # type: ignore[arg-type, assignment]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or connection."""
        if scope["type"] in ("http", "websocket") and not self._is_trusted(scope):
            if self._person is not None:
                kept = [one for one in scope["headers"] if one[0].lower() != self._person]
                scope = {**scope, "headers": kept}
            await self._app(scope, receive, send)
            return
        await self._told(scope, receive, send)

    def _is_trusted(self, scope: Scope) -> bool:
        try:
            peer = ipaddress.ip_address((scope.get("client") or ("", 0))[0])
        except ValueError:
            return False
        return any(peer in network for network in self._trusted)


class _Visited:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        visitor.set(str((scope.get("client") or ("",))[0]))
        await self._app(scope, receive, send)


def trusted_proxies(settings: Settings) -> tuple[str, ...]:
    """The networks of CICERONE_TRUSTED_PROXIES.

    Raises:
        UsageError: one of them is none.
    """
    networks = []
    for part in filter(None, map(str.strip, settings.trusted_proxies.split(","))):
        try:
            networks.append(str(ipaddress.ip_network(part, strict=False)))
        except ValueError:
            raise UsageError(
                f"CICERONE_TRUSTED_PROXIES has {part!r}, which is neither an address nor a "
                "network; write them like 10.0.0.5, 172.16.0.0/12."
            ) from None
    return tuple(networks)
