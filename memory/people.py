"""Who may sign in, and as whom: one local person, a password file, or a header of a proxy."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import ipaddress
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from memory.errors import StoreError, UsageError

LOCAL_PERSON = "local"

# scrypt as OWASP's Password Storage Cheat Sheet has it: 32 MB and about 0.2 s a guess.
_N, _R, _P = 2**15, 8, 3
_SALT_BYTES = 16
_MEMORY = 128 * 1024 * 1024

_LONGEST_NAME = 200
_LONGEST_PASSWORD = 1024
_SHORTEST_SECRET = 32


@dataclass(frozen=True, slots=True)
class LocalPerson:
    """Whoever sits at this machine, without a form."""

    identifier: str = LOCAL_PERSON


@dataclass(frozen=True, slots=True)
class PasswordFile:
    """Lines `name:hash`; read at each sign-in, so that a change needs no restart."""

    path: Path


@dataclass(frozen=True, slots=True)
class ProxyHeader:
    """A header that a proxy in front sets, and that it takes away from what visitors send."""

    name: str


SignIn: TypeAlias = LocalPerson | PasswordFile | ProxyHeader


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address.

    >>> [is_loopback(host) for host in ("localhost", "127.0.0.9", "[::1]", "0.0.0.0", "")]
    [True, True, True, False, False]
    """
    bare = host.strip("[]").lower()
    if bare == "localhost":
        return True
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def sign_in(host: str, auth: str, *, proxied: bool = False) -> SignIn:
    """How people sign in.

    Args:
        host: The address the chat listens on.
        auth: CICERONE_AUTH: empty, `password:FILE` or `header:NAME`.
        proxied: Whether a proxy lets others in.

    Raises:
        UsageError: nobody would have to sign in although others can reach the chat, or `auth`
            cannot be used.
    """
    kind, _, rest = auth.strip().partition(":")
    rest = rest.strip()
    if not auth.strip():
        check_bind(host, auth)
        if proxied:
            raise UsageError(
                "Behind a proxy anybody could read the conversations; set CICERONE_AUTH to "
                "password:FILE or header:NAME, or leave CICERONE_TRUSTED_PROXIES and "
                "CICERONE_ALLOWED_HOSTS unset."
            )
        return LocalPerson()
    if kind == "password" and rest:
        passwords = PasswordFile(Path(rest).expanduser())
        _lines(passwords.path)
        return passwords
    if kind == "header" and rest and all(c.isalnum() or c in "-_" for c in rest):
        return ProxyHeader(rest)
    raise UsageError(
        "CICERONE_AUTH cannot be read; write password:FILE or header:NAME, for example "
        "password:/etc/cicerone/people."
    )


def check_bind(host: str, auth: str) -> None:
    """Refuse to serve others without sign-in.

    Raises:
        UsageError: `host` is not a loopback address, and `auth` is empty.
    """
    if not auth.strip() and not is_loopback(host):
        raise UsageError(
            f"On {host or 'every address'} anybody could read the conversations; set "
            "CICERONE_AUTH to password:FILE or header:NAME, or listen on 127.0.0.1."
        )


def from_header(header: ProxyHeader, headers: Mapping[str, str]) -> str | None:
    """Identifier of the person a proxy has signed in, or None.

    >>> from_header(ProxyHeader("X-User"), {"x-user": " ada@example.org "})
    'ada@example.org'
    """
    wanted = header.name.lower()
    values = [value for name, value in headers.items() if name.lower() == wanted]
    name = values[0].strip() if len(values) == 1 else ""
    return name if name and len(name) <= _LONGEST_NAME and name.isprintable() else None


def hash_password(password: str) -> str:
    """What stands for a password in the file: `scrypt$n$r$p$salt$hash`."""
    salt = secrets.token_bytes(_SALT_BYTES)
    return f"scrypt${_N}${_R}${_P}${_base64(salt)}${_base64(_scrypt(password, salt, _N, _R, _P))}"


def verify(password: str, hashed: str) -> bool:
    """Whether `hashed` was made of `password`; False for what is no hash.

    >>> verify("open sesame", hash_password("open sesame")), verify("open", "x")
    (True, False)
    """
    parts = hashed.strip().split("$")
    if len(parts) != 6 or parts[0] != "scrypt":
        return False
    try:
        n, r, p = (int(part) for part in parts[1:4])
        salt, wanted = (base64.b64decode(part, validate=True) for part in parts[4:])
        found = _scrypt(password, salt, n, r, p)
    except ValueError:
        return False
    return hmac.compare_digest(found, wanted)


class Passwords:
    """Signs people in by a password file."""

    def __init__(self, file: PasswordFile) -> None:
        self._file = file
        self._nobody = hash_password(secrets.token_hex())

    async def check(self, name: str, password: str) -> str | None:
        """Identifier of the person, or None; a name that is not there takes as long as one that is.

        How many are checked at a time is for the caller to bound: each takes a core and 32 MB.

        Raises:
            UsageError: the file cannot be read.
        """
        if len(password) > _LONGEST_PASSWORD:
            return None
        people = _lines(self._file.path)
        hashed = people.get(name.strip(), self._nobody)
        right = await asyncio.to_thread(verify, password, hashed)
        return name.strip() if right and name.strip() in people else None


def auth_secret(home: Path, given: str = "") -> str:
    """The secret that signs login cookies: made once, kept in `home`, for its owner's eyes only.

    Args:
        home: Cicerone's folder.
        given: The operator's own, which replicas share.

    Raises:
        StoreError: the folder cannot be written.
        UsageError: the operator's own is too short to sign with.
    """
    if given:
        if len(given) < _SHORTEST_SECRET:
            raise UsageError(
                f"CHAINLIT_AUTH_SECRET has fewer than {_SHORTEST_SECRET} characters; make one with "
                "`openssl rand -base64 48`, or leave it unset."
            )
        return given
    path = home / "auth-secret"
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            _place(path, secrets.token_urlsafe(48))
        path.chmod(0o600)
        secret = path.read_text().strip()
    except OSError as error:
        raise StoreError(
            f"{path} cannot be kept ({error.strerror}); set CICERONE_HOME to a folder that can be "
            "written."
        ) from None
    if len(secret) < _SHORTEST_SECRET:
        raise StoreError(f"{path} is damaged; delete it, and everybody signs in anew.")
    return secret


def _place(path: Path, secret: str) -> None:
    """Of two processes that do this at once, one wins, and no reader sees half a file."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secret + "\n")
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def _lines(path: Path) -> dict[str, str]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"The password file {path} cannot be read.") from None
    people = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, colon, hashed = line.partition(":")
        if not (colon and name.strip() and hashed.strip().startswith("scrypt$")):
            raise UsageError(
                f"Line {number} of {path} is not name:hash; make one with `cicerone password NAME`."
            )
        people[name.strip()] = hashed.strip()
    if not people:
        raise UsageError(f"{path} names nobody; add a line made by `cicerone password NAME`.")
    return people


def _scrypt(password: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    secret = password.encode("utf-8", "surrogatepass")
    return hashlib.scrypt(secret, salt=salt, n=n, r=r, p=p, maxmem=_MEMORY, dklen=32)


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode()
