"""A model in a file is served by a child with a key and bounds, which ends with its parent."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from bot.commands.doctor_models import models_checked
from bot.errors import CiceroneError, ModelUnreachable, UsageError
from bot.models.local.in_house import model_in_house
from bot.models.opening import open_model
from bot.settings import Settings, load_settings

STAND_IN = Path(__file__).with_name("stand_in")


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(STAND_IN)


def settings(
    folder: Path, name: str = "small.gguf", head: bytes = b"GGUF", **more: Any
) -> Settings:
    (folder / name).write_bytes(head + b"\0" * 2000)
    return load_settings(home=folder / "home", model_file=folder / name, **more)


async def ask(found: Settings, key: str | None = None, path: str = "models") -> httpx.Response:
    given = found.openai_api_key.get_secret_value() if key is None else key
    async with httpx.AsyncClient() as client:
        headers = {"Authorization": f"Bearer {given}"}
        return await client.get(f"{found.openai_base_url}/{path}", headers=headers)


@pytest.mark.usefixtures("stand_in")
async def test_the_child_serves_with_its_bounds_and_without_our_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "secret")
    told: list[str] = []
    given = settings(tmp_path, model_threads=3, model_context=4096, openai_api_key="sk-elsewhere")
    async with model_in_house(given, told.append) as found:
        assert found.model == "small" and not found.in_house and found.has_model
        served = (await ask(found)).json()
        assert served["data"] == [{"id": "small"}]
        assert (served["threads"], served["context"], served["cache"]) == (3, 4096, 0)
        assert not {"NEO4J_PASSWORD", "OPENAI_API_KEY"} & set(served["environment"])
        assert (await ask(found, "sk-elsewhere")).status_code == 401
    assert told == ["Loading small.gguf (2 kB) with 3 threads …"]
    assert not psutil.pid_exists(served["pid"])
    assert "says llama.cpp" in (tmp_path / "home/models/llama.log").read_text()


@pytest.mark.usefixtures("stand_in")
async def test_by_default_one_core_is_left_to_others(tmp_path: Path) -> None:
    async with model_in_house(settings(tmp_path, model="mine"), str) as found:
        served = (await ask(found)).json()
    assert served["threads"] == max(1, len(os.sched_getaffinity(0)) - 1)
    assert served["data"] == [{"id": "mine"}]


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("refused.gguf", "llama.cpp cannot load refused.gguf; .*llama.log tells why."),
        ("killed.gguf", "llama.cpp ended while it loaded killed.gguf .*for want of memory"),
    ],
)
async def test_a_child_that_cannot_load_is_one_sentence(
    tmp_path: Path, name: str, said: str
) -> None:
    with pytest.raises(ModelUnreachable, match=said):
        async with model_in_house(settings(tmp_path, name), str):
            pytest.fail("it is not served")


@pytest.mark.usefixtures("stand_in")
async def test_a_child_that_dies_is_begun_again_a_few_times_at_the_same_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[int] = []
    async with model_in_house(settings(tmp_path, "dies.gguf"), str) as found:
        for _ in range(4):
            seen.append((await answered(found)).json()["pid"])
            with pytest.raises(httpx.HTTPError):
                await ask(found, path="die")
        await asyncio.sleep(0.3)
        with pytest.raises(httpx.ConnectError):
            await ask(found)
    assert len(set(seen)) == 4 and not any(map(psutil.pid_exists, seen))
    said = "".join(capsys.readouterr())
    assert said.count("the model served from dies.gguf has ended; it is started again") == 3
    assert said.count("rules go on alone until the next start") == 1


async def answered(found: Settings) -> httpx.Response:
    """What it answers once it does."""
    for _ in range(200):
        try:
            return await ask(found)
        except httpx.ConnectError:
            await asyncio.sleep(0.05)
    raise AssertionError("it is not there again")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"model_file": "/nowhere/a.gguf"}, "/nowhere/a.gguf, which is not there"),
        ({"model_file": "/"}, "cannot be read: /: is a directory"),
        ({"head": b"PK\3\4"}, "is no GGUF model"),
        ({"write_model": "writes"}, "CICERONE_WRITE_BASE_URL"),
        ({"embed_model": "embeds"}, "CICERONE_EMBED_BASE_URL"),
    ],
)
async def test_a_file_that_cannot_be_served_is_one_sentence(
    tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    named = change.pop("model_file", None)
    given = settings(tmp_path, **change)
    if named:
        given = given.model_copy(update={"model_file": Path(named)})
    with pytest.raises(UsageError, match=said):
        async with model_in_house(given, str):
            pytest.fail("it is not served")


async def test_a_home_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "home").touch()
    with pytest.raises(UsageError, match=r"llama\.log cannot be written: "):
        async with model_in_house(settings(tmp_path), str):
            pytest.fail("it is not served")


async def test_without_the_extra_what_to_type_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "xllamacpp.py").write_text("raise ImportError\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match=r"pip install 'cicerone\[local\]'"):
        async with model_in_house(settings(tmp_path), str):
            pytest.fail("it is not served")


async def test_nothing_goes_elsewhere_where_the_file_is_not_served(tmp_path: Path) -> None:
    given = settings(tmp_path, openai_api_key="sk-elsewhere")
    with pytest.raises(CiceroneError, match="not there"):
        open_model(given)
    async with model_in_house(given.model_copy(update={"engine": "offline"}), str) as found:
        assert found.model_name is None


async def test_the_doctor_tells_of_a_file_that_cannot_be_served(tmp_path: Path) -> None:
    async with models_checked(settings(tmp_path, head=b"PK")) as (found, (model,)):
        assert not model.ok and "no GGUF" in model.message and not found.has_model


_PARENT = """
import asyncio, sys
from pathlib import Path
from bot.models.local.in_house import model_in_house
from bot.settings import load_settings

async def main():
    given = load_settings(home=Path(sys.argv[1]) / "home", model_file=sys.argv[2])
    async with model_in_house(given, str):
        print("ready", flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


def test_the_child_ends_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    settings(tmp_path)
    path = os.pathsep.join([str(STAND_IN), *filter(None, sys.path)])
    parent = subprocess.Popen(
        [sys.executable, "-c", _PARENT, str(tmp_path), str(tmp_path / "small.gguf")],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": path},
    )
    assert parent.stdout is not None and parent.stdout.readline() == b"ready\n"
    (child,) = psutil.Process(parent.pid).children()
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    gone, _ = psutil.wait_procs([child], timeout=5)
    assert gone
