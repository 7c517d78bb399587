"""Who may sign in."""

from __future__ import annotations

import stat
import threading
from pathlib import Path

import pytest

from memory.errors import StoreError, UsageError
from memory.people import (
    LocalPerson,
    PasswordFile,
    Passwords,
    ProxyHeader,
    auth_secret,
    check_bind,
    from_header,
    hash_password,
    is_loopback,
    sign_in,
    verify,
)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost", "LOCALHOST", "::ffff:127.0.0.1"]
)
def test_loopback_needs_no_form(host: str) -> None:
    assert is_loopback(host)
    assert sign_in(host, "") == LocalPerson()


@pytest.mark.parametrize(
    "host",
    ["0.0.0.0", "::", "", "10.0.0.1", "example.org", "localhost.example.org", "127.0.0.1.nip.io"],
)
def test_any_other_address_refuses_to_start_without_sign_in(host: str) -> None:
    with pytest.raises(UsageError, match="CICERONE_AUTH"):
        check_bind(host, " ")
    with pytest.raises(UsageError, match="CICERONE_AUTH"):
        sign_in(host, "")
    check_bind(host, "header:X-User")


@pytest.mark.parametrize("auth", ["password", "password:", "header:", "header:X User", "oauth:x"])
def test_what_cannot_be_read_is_said(auth: str) -> None:
    with pytest.raises(UsageError, match="write password:FILE or header:NAME"):
        sign_in("127.0.0.1", auth)


def test_a_header_is_taken_once_and_whole() -> None:
    header = ProxyHeader("X-Forwarded-User")
    assert sign_in("0.0.0.0", "header:X-Forwarded-User") == header
    assert from_header(header, {"x-forwarded-USER": "ada"}) == "ada"
    for bad in ("", "  ", "a\x00b", "a\nb", "x" * 500):
        assert from_header(header, {"X-Forwarded-User": bad}) is None
    assert from_header(header, {"X-Forwarded-User": "a", "x-forwarded-user": "b"}) is None
    assert from_header(header, {}) is None


def test_a_hash_fits_its_password_alone() -> None:
    first, second = hash_password("ünï code"), hash_password("ünï code")
    assert first != second
    assert ":" not in first
    assert verify("ünï code", first)
    assert not verify("uni code", first)


@pytest.mark.parametrize(
    "hashed",
    [
        "",
        "plain",
        "scrypt$1$1$1$a$b",
        "scrypt$a$8$1$YQ==$YQ==",
        "scrypt$16384$8$1$?$?",
        "scrypt$16384$8$1$$",
        "scrypt$1099511627776$8$1$YQ==$YQ==",
        "bcrypt$16384$8$1$YQ==$YQ==",
    ],
)
def test_what_is_no_hash_fits_nothing(hashed: str) -> None:
    assert not verify("x", hashed)
    assert not verify("", hashed)


async def test_a_password_file_signs_in(tmp_path: Path) -> None:
    path = tmp_path / "people"
    path.write_text(f"# team\n\nada:{hash_password('one')}\nbob : {hash_password('two')}\n")
    file = sign_in("0.0.0.0", f"password:{path}")
    assert file == PasswordFile(path)
    passwords = Passwords(PasswordFile(path))
    assert await passwords.check("ada", "one") == "ada"
    assert await passwords.check(" bob ", "two") == "bob"
    for name, password in (
        ("ada", "two"),
        ("Ada", "one"),
        ("eve", "one"),
        ("", ""),
        ("# team", ""),
    ):
        assert await passwords.check(name, password) is None
    assert await passwords.check("ada", "one" * 1000) is None
    path.write_text(f"ada:{hash_password('new')}\n")
    assert await passwords.check("ada", "one") is None
    assert await passwords.check("ada", "new") == "ada"
    assert await passwords.check("bob", "two") is None


@pytest.mark.parametrize(
    ("content", "said"),
    [("ada:plain\n", "Line 1 of"), ("\nada\n", "Line 2 of"), ("", "names nobody"), (None, "read")],
)
def test_a_bad_password_file_stops_the_start(
    tmp_path: Path, content: str | None, said: str
) -> None:
    path = tmp_path / "people"
    if content is not None:
        path.write_text(content)
    with pytest.raises(UsageError, match=said) as raised:
        sign_in("0.0.0.0", f"password:{path}")
    assert "plain" not in str(raised.value)


def test_the_secret_is_made_once_for_its_owner(tmp_path: Path) -> None:
    home = tmp_path / "deep" / "home"
    secret = auth_secret(home)
    path = home / "auth-secret"
    assert len(secret) >= 48
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert auth_secret(home) == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [p.name for p in home.iterdir()] == ["auth-secret"]


def test_of_many_at_once_all_get_the_same_secret(tmp_path: Path) -> None:
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(auth_secret(tmp_path))) for _ in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 16
    assert len(set(found)) == 1


def test_a_secret_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="CICERONE_HOME"):
        auth_secret(tmp_path / "file" / "home")
    (tmp_path / "auth-secret").write_text("short")
    with pytest.raises(StoreError, match="damaged"):
        auth_secret(tmp_path)
