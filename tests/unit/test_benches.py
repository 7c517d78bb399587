"""The scripts behind the figures can still be started: what they import is there."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

BENCHES = sorted(path.stem for path in (Path(__file__).parents[1] / "bench").glob("*.py"))


@pytest.mark.parametrize("name", BENCHES)
def test_a_bench_can_be_imported(name: str) -> None:
    assert importlib.import_module(f"tests.bench.{name}")
