"""What is installed: ranges, pins, and the oldest versions that are tried."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]


def ranges() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [Requirement(line) for line in project["dependencies"]]


def pins(path: str) -> list[Requirement]:
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith("#")]


def test_the_oldest_versions_are_those_of_the_ranges() -> None:
    oldest = [
        f"{needed.name}=={next(part.version for part in needed.specifier if part.operator == '>=')}"
        + (f"; {needed.marker}" if needed.marker else "")
        for needed in ranges()
    ]
    assert [str(pin) for pin in pins(".ci/lowest.txt")] == [str(Requirement(line)) for line in oldest]


RANGES = {canonicalize_name(needed.name): needed for needed in ranges()}


@pytest.mark.parametrize("pin", [p for p in pins("requirements.txt") if canonicalize_name(p.name) in RANGES], ids=str)
def test_what_is_pinned_is_in_its_range(pin: Requirement) -> None:
    (version,) = (part.version for part in pin.specifier)
    assert RANGES[canonicalize_name(pin.name)].specifier.contains(version)
