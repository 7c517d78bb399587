"""Whether Microsoft signed what comes to the bot's address.

The Bot Framework's own reader fetches the keys with a call that stops everything else and has no
time limit, and answers a forged token with an error of its own; this does the same checks beside
the other work. Source: Microsoft, "Authenticate requests from the Bot Connector service to your
bot".
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import httpx
import jwt

METADATA = "https://login.botframework.com/v1/.well-known/openidconfiguration"
ISSUER = "https://api.botframework.com"
_SECONDS = 5.0
_KEPT = 24 * 3600.0
# An unknown key may be a new one; whoever makes keys up has them looked for no more often.
_AGAIN = 300.0
_LEEWAY = 300


class NotSigned(Exception):
    """It is not from Microsoft, or not for this bot; the text says why, for the log."""


class Signatures:
    """Reads the tokens of one bot."""

    def __init__(self, app_id: str, metadata: str = METADATA) -> None:
        self._app_id = app_id
        self._metadata = metadata
        self._keys: dict[str, Mapping[str, Any]] = {}
        self._asked = float("-inf")
        self._lock = asyncio.Lock()

    async def claims(self, header: str, activity: Mapping[str, Any]) -> dict[str, Any]:
        """What the token of an activity says.

        Raises:
            NotSigned: nothing in it may be believed.
        """
        scheme, _, token = header.partition(" ")
        if scheme != "Bearer" or token.count(".") != 2:
            raise NotSigned("there is no token")
        try:
            key = await self._key(str(jwt.get_unverified_header(token).get("kid")))
            if activity.get("channelId") not in (key.get("endorsements") or ()):
                raise NotSigned("its key is of another channel")
            claims: dict[str, Any] = jwt.decode(
                token,
                jwt.PyJWK(dict(key)).key,
                algorithms=["RS256"],
                audience=self._app_id,
                issuer=ISSUER,
                leeway=_LEEWAY,
                options={"require": ["exp", "aud", "iss"]},
            )
        except jwt.PyJWTError as error:
            raise NotSigned(str(error)) from None
        if claims.get("serviceurl") != activity.get("serviceUrl"):
            raise NotSigned("it was signed for another address")
        return claims

    async def _key(self, identifier: str) -> Mapping[str, Any]:
        async with self._lock:
            age = time.monotonic() - self._asked
            if age > _KEPT or (identifier not in self._keys and age > _AGAIN):
                self._asked = time.monotonic()
                await self._fetch()
        if identifier not in self._keys:
            raise NotSigned("its key is unknown")
        return self._keys[identifier]

    async def _fetch(self) -> None:
        try:
            async with httpx.AsyncClient(timeout=_SECONDS) as client:
                found = (await client.get(self._metadata)).raise_for_status().json()
                keys = (await client.get(found["jwks_uri"])).raise_for_status().json()["keys"]
            self._keys = {str(key["kid"]): key for key in keys}
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, TypeError) as error:
            raise NotSigned(f"Microsoft's keys could not be read: {error}") from None
