"""Where a link may lead to: a host that is allowed, or a name under it."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit


def may_link(address: str, hosts: Collection[str]) -> bool:
    """Whether an address is on one of the hosts (lower case), without a user before the host.

    >>> imdb = ("imdb.com",)
    >>> may_link("https://www.imdb.com/title/tt1", imdb), may_link("www.imdb.com", imdb)
    (True, True)
    >>> may_link("https://imdb.com@evil.example/", imdb), may_link("javascript:imdb.com", imdb)
    (False, False)
    """
    full = address if "://" in address else f"https://{address}"
    try:
        parts = urlsplit(full)
        host = (parts.hostname or "").lower()
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or parts.username or parts.password:
        return False
    return any(host == one or host.endswith(f".{one}") for one in hosts)
