"""What Chainlit's addresses fail at, as one line of the log and one sentence."""

from __future__ import annotations

import structlog
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# What comes of reading something that is not there in something that was sent.
_SENT = (ValueError, TypeError, KeyError, AttributeError, AssertionError)
_log = structlog.get_logger(__name__)


class Mishaps:
    """ASGI middleware, the innermost: nothing that was sent ends in a traceback."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or connection."""
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except Exception as error:
            if scope["type"] == "lifespan":
                raise
            why = f"{type(error).__name__}: {error}"[:200]
            path = str(scope.get("path", ""))[:100]
            _log.warning("a request could not be served", path=path, why=why)
            _log.debug("where it failed", exc_info=error)
            if begun or scope["type"] != "http":
                return
            told, code = "Something went wrong on our side; the log has the details.", 500
            if isinstance(error, _SENT):
                told, code = "This request makes no sense here; reload the page.", 400
            await PlainTextResponse(told, status_code=code)(scope, receive, send)
