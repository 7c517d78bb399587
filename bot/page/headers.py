"""Headers that tell the browser what our page may do: talk to its own origin, nothing else.

Cookies that were asked for over TLS come back over TLS alone; Chainlit knows no proxy.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


# Without a charset a browser reads them as the page that asks is written, which embeds our widget
# and may be in any encoding.
_TEXTS = frozenset({"text/javascript", "application/javascript", "text/css"})


class SecurityHeaders:
    """ASGI middleware that adds the headers to every HTTP answer, and its encoding to scripts."""

    def __init__(self, app: ASGIApp, policy: str, framed: bool = False) -> None:
        """`framed` says that allowed origins may show the page in a frame."""
        self._app = app
        self._headers = {
            "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "same-origin",
            "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        }
        if not framed:
            self._headers["X-Frame-Options"] = "SAMEORIGIN"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request with the headers added to its answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                kind = headers.get("content-type", "")
                if kind in _TEXTS:
                    headers["content-type"] = f"{kind}; charset=utf-8"
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if scope["scheme"] == "https":
                    message["headers"] = [_secured(*one) for one in message["headers"]]
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _secured(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    if name.lower() != b"set-cookie" or b"; secure" in value.lower():
        return name, value
    return name, value + b"; Secure"


def content_policy(html: str, allowed: Iterable[str] = ()) -> str:
    """The Content-Security-Policy of a page with these inline scripts.

    `unsafe-eval` is for Chainlit's custom elements, which it compiles in the browser; its
    components also set inline styles. Stored values can make the browser ask nobody outside.
    """
    hashes = " ".join(f"'sha256-{_sha256(script)}'" for script in _INLINE_SCRIPT.findall(html))
    ancestors = " ".join(["'self'", *allowed])
    return "; ".join(
        [
            "default-src 'self'",
            f"script-src 'self' 'unsafe-eval' {hashes}".strip(),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self'",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            f"frame-ancestors {ancestors}",
        ]
    )


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
