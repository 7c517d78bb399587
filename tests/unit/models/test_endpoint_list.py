"""Each way in which an endpoint fails has tests, and those listed for it are collected."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]
FAULTS = tomllib.loads((ROOT / "tests" / "data" / "endpoint_faults.toml").read_text())["fault"]


def test_each_fault_has_tests_that_are_there() -> None:
    listed = {test for fault in FAULTS for test in fault["tests"]}
    files = sorted({test.partition("::")[0] for test in listed})
    command = [sys.executable, "-m", "pytest", "-o", "addopts=", "--collect-only", "-q", *files]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    cases = set(printed.stdout.splitlines())
    found = cases | {case.partition("[")[0] for case in cases}
    assert len(FAULTS) == 36 and listed <= found, sorted(listed - found)
