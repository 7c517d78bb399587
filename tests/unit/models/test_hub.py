"""A model is fetched whole and right, or not at all, and gone on with where it broke off."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands.model_files import get_model, list_models
from bot.errors import FetchFailed, UsageError
from bot.models.local.hub import fetch
from bot.models.local.known import KNOWN, hub_model
from bot.settings import load_settings
from tests.unit.models.made_hub import Hub, made_hub

NAME = "qwen2.5-coder-1.5b"
DATA = b"GGUF" + bytes(range(256)) * 12_000
HALF = len(DATA) // 2


async def get(hub: Hub, folder: Path, name: str = NAME) -> int:
    return await get_model(load_settings(home=folder, model_hub=hub.url), name)


def kept(folder: Path) -> dict[str, int]:
    """What is in the folder of models, and how large it is; a part without its checksum."""
    found = {path.name: path.stat().st_size for path in (folder / "models").glob("*")}
    return {
        name.replace(name[-13:-5], "") if "part" in name else name: n for name, n in found.items()
    }


@pytest.mark.parametrize("told_by", ["headers", "list"])
async def test_a_model_is_fetched_and_the_line_that_sets_it_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], told_by: str
) -> None:
    with made_hub(DATA, told_by=told_by) as hub:
        assert await get(hub, tmp_path) == 0
        path = tmp_path / "models" / hub.file
        assert path.read_bytes() == DATA and kept(tmp_path) == {hub.file: len(DATA)}
        said, progress = capsys.readouterr()
        assert said == f"CICERONE_MODEL_FILE={path}\n"
        assert "3 MB of 3 MB" in progress
        assert await get(hub, tmp_path) == 0, "and what is there is not fetched again"
        assert hub.asked == ["bytes=0-"]
    assert capsys.readouterr().out == said


async def test_a_connection_that_breaks_is_taken_up_where_it_broke(tmp_path: Path) -> None:
    with made_hub(DATA, cuts=[HALF, 100]) as hub:
        assert await get(hub, tmp_path) == 0
    assert hub.asked == ["bytes=0-", f"bytes={HALF}-", f"bytes={HALF + 100}-"]
    assert (tmp_path / "models" / hub.file).read_bytes() == DATA


@pytest.mark.parametrize("ranges", [True, False])
async def test_the_same_command_goes_on_from_what_is_there(tmp_path: Path, ranges: bool) -> None:
    with made_hub(DATA, cuts=[HALF, 0]) as hub:
        with pytest.raises(FetchFailed, match="broke at 2 MB of 3 MB; the same command goes on"):
            await get(hub, tmp_path)
        assert kept(tmp_path) == {f"{hub.file}..part": HALF}, "nothing under the final name"
        hub.ranges, hub.asked = ranges, []
        assert await get(hub, tmp_path) == 0
    assert hub.asked == [f"bytes={HALF}-"]
    assert (tmp_path / "models" / hub.file).read_bytes() == DATA


async def test_what_has_the_wrong_checksum_is_thrown_away(tmp_path: Path) -> None:
    with made_hub(DATA, sha256="0" * 64) as hub:
        with pytest.raises(FetchFailed, match="checksum is wrong"):
            await get(hub, tmp_path)
        assert kept(tmp_path) == {}


async def test_a_part_of_another_version_is_not_gone_on_with(tmp_path: Path) -> None:
    with made_hub(DATA, cuts=[HALF, 0]) as hub:
        with pytest.raises(FetchFailed):
            await get(hub, tmp_path)
        hub.data = DATA[::-1]
        assert await get(hub, tmp_path) == 0
    assert (tmp_path / "models" / hub.file).read_bytes() == hub.data


@pytest.mark.parametrize(
    ("name", "how", "said"),
    [
        (NAME, {"told_by": "nowhere"}, "names no checksum"),
        (NAME, {"status": 503}, "answers with 503"),
        (NAME, {"repo": "moved/away"}, "has no qwen2.5.* that everybody may have"),
        ("me/mine/q4/other.gguf", {}, "has no q4/other.gguf in me/mine"),
    ],
)
async def test_what_the_hub_does_not_have_is_one_sentence(
    tmp_path: Path, name: str, how: dict[str, Any], said: str
) -> None:
    with made_hub(DATA, **how) as hub, pytest.raises(FetchFailed, match=said):
        await get(hub, tmp_path, name)
    assert all(name.endswith(".part") for name in kept(tmp_path))


@pytest.mark.parametrize(
    ("hub", "said"),
    [
        ("http://127.0.0.1:9", "hub 127.0.0.1:9 does not answer"),
        ("nonsense", "hub CICERONE_MODEL_HUB does not answer"),
    ],
)
async def test_without_a_network_it_is_one_sentence(tmp_path: Path, hub: str, said: str) -> None:
    with pytest.raises(FetchFailed, match=said):
        await fetch(hub, KNOWN[0], tmp_path, lambda done, total: None)


@pytest.mark.parametrize(
    "name", ["gpt-9", "../x.gguf", "a/../b/x.gguf", "a/b/x.bin", "a/b/-x.gguf"]
)
def test_an_unknown_name_says_where_names_are(name: str) -> None:
    with pytest.raises(UsageError, match="cicerone model list"):
        hub_model(name)


async def test_too_small_a_disk_is_told_before_anything_is_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=1_000_000))
    with made_hub(DATA) as hub, pytest.raises(FetchFailed, match="1 MB left; 3 MB are needed"):
        await get(hub, tmp_path)
    assert not hub.asked


async def test_a_disk_that_fills_up_is_one_sentence(tmp_path: Path) -> None:
    with made_hub(DATA) as hub:
        folder = tmp_path / "models"
        folder.mkdir()
        (folder / f"{hub.file}.{hub.told[:8]}.part").symlink_to("/dev/full")
        with pytest.raises(FetchFailed, match="is full; with more room"):
            await get(hub, tmp_path)
        assert not (folder / hub.file).exists()
    (tmp_path / "file").touch()
    with made_hub(DATA) as hub, pytest.raises(FetchFailed, match="cannot be written"):
        await fetch(hub.url, KNOWN[0], tmp_path / "file", lambda done, total: None)


async def test_the_list_tells_sizes_and_what_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / KNOWN[0].file_name).touch()
    assert await list_models(load_settings(home=tmp_path)) == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("qwen2.5-coder-1.5b  1.1 GB, Apache-2.0,")
    assert first.endswith("it is there") and len(others) == len(KNOWN) - 1
    assert not any("it is there" in other for other in others)
