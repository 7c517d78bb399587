"""Serving the page: what `chainlit run` does, with our folder, our secret and our address."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import errno
import logging
import os
import socket
import threading
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from bot.bootstrap import model_hint, model_in_house
from bot.errors import UsageError
from bot.layer.read import layer_of
from bot.page.folder import prepare_folder
from bot.page.lifespan import opened
from bot.page.proxies import trusted_proxies
from bot.settings import Settings
from memory.people import auth_secret, is_loopback, sign_in

# From the signal to the end; those who started it kill it after ten, or five.
_LAST_SECONDS = 4.5
_GRACE_SECONDS = 1
# glibc's name for how many arenas there may be, and ours: each thread's own takes some ten
# megabytes that are not given back.
_M_ARENA_MAX, _ARENAS = -8, 2
_APP = Path(__file__).with_name("app.py")
# What a chat program needs: the variables that set it up, and the package Chainlit then imports.
_CHATS = {
    "slack": (("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET"), "slack_bolt"),
    "teams": (("TEAMS_APP_ID", "TEAMS_APP_PASSWORD"), "botbuilder"),
}


def serve(settings: Settings) -> None:
    """Serve the page until it is stopped.

    Raises:
        CiceroneError: the address or the graph's file cannot be used, or a part is missing or
            unreachable.
    """
    sign_in(settings.host, settings.auth, proxied=settings.behind_proxy)
    trusted_proxies(settings)
    layer_of(settings)  # a mistake in it is told before anybody waits for the page
    secret = auth_secret(settings.folder, settings.auth_secret.get_secret_value())
    _check_chats()
    with contextlib.suppress(OSError, AttributeError):  # there is no glibc
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, _ARENAS)
    with _listening(settings) as listener:
        _say("The page is starting ...")
        os.environ["CHAINLIT_APP_ROOT"] = str(prepare_folder(settings))
        os.environ["CHAINLIT_AUTH_SECRET"] = secret
        asyncio.run(_serve_with_model(settings, listener))


async def _serve_with_model(settings: Settings, listener: socket.socket) -> None:
    async with model_in_house(settings, _say) as found:
        await _serve(found, listener)


async def _serve(settings: Settings, listener: socket.socket) -> None:
    opened.configure(settings, _say)
    hint = asyncio.create_task(model_hint(settings))
    # The page answers first: it begins to open its graph once Chainlit is imported, which takes
    # longer beside that. What the store says against it is said before all.
    await opened.store()
    app = await asyncio.to_thread(_application, settings)
    config = uvicorn.Config(
        app,
        log_level="error",
        lifespan="on",
        access_log=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    server = _Server(config, "\n".join(filter(None, [_announcement(settings), await hint])))
    await opened.start()
    opening = asyncio.create_task(_tell_once_open(settings))
    try:
        # What no waiting will mend, as a wrong setting, ends the page as well.
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        await asyncio.wait([opening, serving], return_when=asyncio.FIRST_COMPLETED)
        server.should_exit |= _has_failed(opening)
        await serving
        if opening.done():
            opening.result()
    finally:
        opening.cancel()
        await opened.close()


async def _tell_once_open(settings: Settings) -> None:
    await opened.wait()
    if opened.is_open:
        _say(f"The graph {settings.graph_name} is open. {opened.reading}".rstrip())


def _say(sentence: str) -> None:
    print(sentence, flush=True)


def _has_failed(opening: asyncio.Task[None]) -> bool:
    return opening.done() and not opening.cancelled() and opening.exception() is not None


class _Server(uvicorn.Server):
    """Says where it answers once it does, and ends in time whatever is under way."""

    def __init__(self, config: uvicorn.Config, announcement: str) -> None:
        super().__init__(config)
        self._announcement = announcement

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            _say(self._announcement)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say at each question under way that it ends, then end."""
        from bot.page.socket_events import end_turns  # it imports Chainlit

        await end_turns(_GRACE_SECONDS)
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End; what does not end by itself is cut off."""
        cut = threading.Timer(_LAST_SECONDS, os._exit, (0,))
        cut.daemon = True
        cut.start()
        super().handle_exit(sig, frame)


def _application(settings: Settings) -> Any:
    """Chainlit's application with our callbacks loaded.

    Its own command line is not used: it patches asyncio to be re-entrant, which slows every task.
    It fixes its folder when it is imported, so no module that imports it is imported above.
    """
    from chainlit.auth import ensure_jwt_secret
    from chainlit.config import config, load_module
    from chainlit.server import app

    logging.getLogger("chainlit").setLevel(logging.ERROR)
    for name in ("engineio.server", "socketio.server"):
        logging.getLogger(name).handlers.clear()  # they print past our own log, too
    config.run.host, config.run.port = settings.host, settings.port
    config.run.headless = True
    config.run.module_name = str(_APP)
    load_module(config.run.module_name)
    ensure_jwt_secret()
    return app


def _check_chats() -> None:
    for extra, (variables, package) in _CHATS.items():
        if all(map(os.environ.get, variables)) and find_spec(package) is None:
            raise UsageError(
                f"{variables[0]} is set, but what {extra.capitalize()} needs is not installed; "
                f"type: pip install 'cicerone[{extra}]'"
            )
    if os.environ.get("TEAMS_APP_ID") and not os.environ.get("TEAMS_APP_TENANT_ID"):
        raise UsageError(
            "Set TEAMS_APP_TENANT_ID to the tenant whose people may ask in Teams, or to * for all."
        )


def _listening(settings: Settings) -> socket.socket:
    host, port = settings.host, settings.port
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        raise UsageError(_why_not(error, host, port)) from None
    return listener


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken, perhaps by another Cicerone; choose another with --port or "
            "CICERONE_PORT."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} needs administrator rights; choose one above 1023."
    return f"{host} is no address of this computer; set CICERONE_HOST to one that is."


def _announcement(settings: Settings) -> str:
    host = "localhost" if is_loopback(settings.host) else settings.host
    named = [settings.model] * settings.has_model + [settings.write_model] * settings.has_writer
    model = " and ".join(named) or "no language model"
    return f"Cicerone answers at http://{host}:{settings.port} ({settings.graph_name}, {model})."
