"""What went wrong at an endpoint, in one sentence, and whether asking again can help.

Nothing of the provider's own text is shown: it may hold the key, the prompt, or anything else.
"""

from __future__ import annotations

import json
import re
import ssl
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Literal, TypeAlias, TypeVar
from urllib.parse import urlsplit

import httpx
import openai

from bot.errors import (
    ModelError,
    ModelRefused,
    ModelUnreachable,
    PromptTooLong,
    ReplyUnusable,
    UnknownModel,
)
from bot.models.wire import Cut, ErrorInReply, NotAnEndpoint, TooMuch
from memory.catalogue import say, say_many

Kind: TypeAlias = Literal[
    "final", "rate", "server", "connect", "reset", "cut", "empty", "request", "too_long", "slow"
]
# What an address is called that has none; people who only ask see it.
_NO_HOST = "(no host)"
_OPENAI = "api.openai.com"
_BILLING = "https://platform.openai.com/settings/organization/billing"
_QUOTA = re.compile(
    r"insufficient_quota|billing|out of credit|credit balance|exceeded your current"
)
_TOO_LONG = re.compile(
    r"context[_ ]length|context[_ ]size|context window|maximum context|maximum input"
    r"|too many tokens|prompt is too long|input is too long|string_above_max_length"
    r"|maximum number of tokens"
)
_POLICY = re.compile(
    r"content[_ -]?(?:filter|policy|management)|responsible ?ai|moderation|safety|flagged"
)
_REGION = re.compile(r"unsupported_country|country|region|territory")
_E = TypeVar("_E", bound=ModelError)
_PATH = re.compile(r"invalid url|unknown (?:url|path|route)|no route|unknown request url")


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed attempt.

    Args:
        kind: What asking again depends on; `final` says that it cannot help.
        error: What to tell if it is given up.
        wait: Seconds for which the endpoint asked us to wait, where it did.
        text: What the endpoint said, folded, for telling an unknown parameter; never shown.
    """

    kind: Kind
    error: ModelError
    wait: float | None = None
    text: str = ""


def shown_address(base_url: str | None) -> str:
    """Host and port of an address, without path, user or password.

    >>> shown_address("https://me:secret@models.example:8443/v1?key=secret")
    'models.example:8443'
    >>> shown_address(None), shown_address("nonsense"), shown_address("http://[::1")
    ('api.openai.com', '(no host)', '(no host)')
    """
    try:
        parts = urlsplit(base_url or f"https://{_OPENAI}")
        host, port = parts.hostname, parts.port
    except ValueError:
        return _NO_HOST
    if not host:
        return _NO_HOST
    return f"{host}:{port}" if port else host


class Failures:
    """The failures of one model at one address."""

    def __init__(self, host: str, model: str) -> None:
        self._host, self._model = host, model

    def of(self, error: Exception) -> Failure:
        """What an exception of an attempt means."""
        host = self._host
        match error:
            case ModelError():
                return Failure("final", error)
            case openai.APITimeoutError() if _caused_by(error, httpx.ConnectTimeout):
                return Failure("connect", self._away(self._silent()))
            case TimeoutError() | openai.APITimeoutError() | httpx.TimeoutException():
                return Failure("slow", self.slow())
            case openai.APIStatusError():
                return self._of_status(error.status_code, error.body, error.response.headers)
            case openai.APIConnectionError() | httpx.TransportError() | httpx.InvalidURL():
                return self._of_connection(error)
            case UnicodeEncodeError():
                return Failure("final", self._bad_header())
            case Cut():
                text = say("The reply of the model {model} broke off.", model=self._model)
                return Failure("cut", ReplyUnusable(text))
            case NotAnEndpoint():
                return Failure("final", self._no_endpoint())
            case TooMuch():
                text = say(
                    "The reply of the model {model} would not end and was stopped.",
                    model=self._model,
                )
                return Failure("final", ReplyUnusable(text))
            case ErrorInReply():
                return self._of_error_in_reply(error.body)
        unreadable = say("The reply of the model at {host} is unreadable.", host=host)
        return Failure("final", ReplyUnusable(unreadable))

    def slow(self) -> ModelUnreachable:
        """It took too long."""
        return _advised(
            ModelUnreachable(say("The model at {host} took too long to answer.", host=self._host)),
            "Ask again, use a faster model, or raise CICERONE_FIRST_TOKEN_SECONDS.",
        )

    def too_long(self) -> PromptTooLong:
        """Even the shortened prompt does not fit."""
        return _advised(
            PromptTooLong(say("The schema is too large for the model {model}.", model=self._model)),
            "Lower CICERONE_SCHEMA_TOKENS, or set CICERONE_MODEL to one with a larger context.",
        )

    def _silent(self) -> str:
        return say("No model answers: {host} does not answer.", host=self._host)

    def _away(self, told: str) -> ModelUnreachable:
        return _advised(
            ModelUnreachable(told),
            "Start the endpoint, or set OPENAI_BASE_URL to where it listens.",
        )

    def _no_endpoint(self) -> ModelRefused:
        return _advised(
            ModelRefused(
                say("What answers at {host} is no OpenAI-compatible endpoint.", host=self._host)
            ),
            "Set OPENAI_BASE_URL to the address that ends before /chat/completions, as in "
            "http://localhost:11434/v1.",
        )

    def _bad_header(self) -> ModelRefused:
        return _advised(
            ModelRefused(
                say("The key for {host} holds characters that no key has.", host=self._host)
            ),
            "Copy OPENAI_API_KEY again, without line breaks or quotation marks.",
        )

    def _of_connection(self, error: Exception) -> Failure:
        host = self._host
        if _caused_by(error, ssl.SSLError) or "CERTIFICATE" in str(error):
            return Failure(
                "final",
                _advised(
                    ModelUnreachable(
                        say(
                            "The connection to {host} is not safe: its certificate (TLS) cannot "
                            "be verified.",
                            host=host,
                        )
                    ),
                    "Have the certificate renewed; behind a company proxy, set SSL_CERT_FILE to "
                    "its certificate.",
                ),
            )
        if _caused_by(error, httpx.UnsupportedProtocol) or _caused_by(error, httpx.InvalidURL):
            return Failure("final", self._no_endpoint())
        if _caused_by(error, httpx.LocalProtocolError):
            return Failure("final", self._bad_header())
        if _caused_by(error, httpx.ConnectTimeout):
            return Failure("connect", self._away(self._silent()))
        if _caused_by(error, httpx.ConnectError) or _caused_by(error, httpx.ProxyError):
            told = say("No model answers: {host} cannot be reached.", host=host)
            return Failure("final", self._away(told))
        lost = ModelUnreachable(say("The connection to the model at {host} broke.", host=host))
        return Failure("reset", _advised(lost, "Ask again; if it stays, look at the endpoint."))

    def _of_error_in_reply(self, body: Any) -> Failure:
        told = body.get("error") if isinstance(body, dict) else None
        code = told.get("code") if isinstance(told, dict) else None
        return self._of_status(code if isinstance(code, int) else 400, body, {}, in_reply=True)

    def _of_status(
        self, status: int, body: Any, headers: Mapping[str, str], *, in_reply: bool = False
    ) -> Failure:
        host, text = self._host, _folded(body)
        if _TOO_LONG.search(text) and status in (400, 413, 422, 500):
            return Failure("too_long", self.too_long(), text=text)
        if status in (400, 403, 422, 451) and _POLICY.search(text):
            return Failure(
                "final",
                ReplyUnusable(say("The model's provider refused this wording; word it anew.")),
            )
        if status in (402, 429):
            return self._of_rate(status, text, headers)
        if status == 403 and _REGION.search(text):
            refused = ModelRefused(say("{host} does not serve this country or region.", host=host))
            return Failure("final", _advised(refused, "Set OPENAI_BASE_URL to another provider."))
        if status in (401, 403, 407):
            return Failure(
                "final",
                _advised(
                    ModelRefused(say("{host} refused the key.", host=host)),
                    f"Set OPENAI_API_KEY to a key that is valid at {host}.",
                ),
            )
        if status in (404, 405):
            return Failure("final", self._not_found(status, body, text))
        if status >= 500 or status in (408, 409, 425) or in_reply:
            failed = ModelUnreachable(
                say(
                    "The model at {host} failed ({status}); ask again later.",
                    host=host,
                    status=str(status),
                )
            )
            advice = "If it stays so, look at the endpoint's own log."
            return Failure("server", _advised(failed, advice), _retry_after(headers), text)
        refused = ModelRefused(
            say(
                "{host} refused the request as it was put ({status}).",
                host=host,
                status=str(status),
            )
        )
        advice = "Check OPENAI_BASE_URL and CICERONE_MODEL; the model may be none for chats."
        return Failure("request", _advised(refused, advice), text=text)

    def _not_found(self, status: int, body: Any, text: str) -> ModelRefused:
        told = isinstance(body, dict) and any(key in body for key in ("message", "error", "code"))
        if status == 405 or not told or _PATH.search(text):
            return self._no_endpoint()
        return _advised(
            UnknownModel(
                say("{host} has no model named {model}.", host=self._host, model=self._model)
            ),
            "Set CICERONE_MODEL to a model that the endpoint serves.",
        )

    def _of_rate(self, status: int, text: str, headers: Mapping[str, str]) -> Failure:
        if status == 402 or _QUOTA.search(text):
            page = _BILLING if self._host == _OPENAI else "your provider's billing page"
            refused = ModelRefused(say("The account at {host} is out of credit.", host=self._host))
            return Failure("final", _advised(refused, f"Add credit on {page}."))
        wait = _retry_after(headers)
        when = _in_words(wait if wait is not None else 60.0)
        busy = ModelUnreachable(
            say(
                "The model at {host} takes no more now; ask again {when}.",
                host=self._host,
                when=when,
            )
        )
        advice = "If it stays so, have your provider raise the limit."
        return Failure("rate", _advised(busy, advice), wait)


def _advised(error: _E, remedy: str) -> _E:
    error.remedy = remedy
    return error


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _caused_by(error: BaseException, kind: type[BaseException]) -> bool:
    return any(isinstance(cause, kind) for cause in _causes(error))


def _folded(body: Any) -> str:
    text = body if isinstance(body, str) else json.dumps(body, default=str)
    return text[:5000].lower()


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from `retry-after-ms` or `Retry-After` (seconds or a date); RFC 9110."""
    given = headers.get("retry-after-ms")
    try:
        if given is not None:
            return max(0.0, float(given) / 1000)
        given = headers.get("retry-after")
        if given is None:
            return None
        if re.fullmatch(r"\d+(\.\d+)?", given.strip()):
            return float(given)
        return max(0.0, parsedate_to_datetime(given).timestamp() - time.time())
    except (ValueError, TypeError):
        return None


def _in_words(seconds: float) -> str:
    """A time from now.

    >>> _in_words(3), _in_words(70), _in_words(3600), _in_words(90000)
    ('in 3 seconds', 'in 2 minutes', 'in 60 minutes', 'in 25 hours')
    """
    if seconds < 60:
        return say_many("in a second", "in {count} seconds", max(1, -int(-seconds // 1)))
    if seconds < 2 * 3600:
        return say_many("in a minute", "in {count} minutes", -int(-seconds // 60))
    return say_many("in an hour", "in {count} hours", -int(-seconds // 3600))
