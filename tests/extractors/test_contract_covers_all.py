"""Every extractor of the drawer keeps the contract: one that is added without a contract test fails here."""

from __future__ import annotations

from pathlib import Path

import pytest

from boilerspider.extractors import EXTRACTORS

CONTRACTED = "\n".join(
    text
    for path in Path(__file__).parent.rglob("test_*.py")
    if "(ExtractorContract)" in (text := path.read_text(encoding="utf-8"))
)


@pytest.mark.parametrize("name", EXTRACTORS.rows)
def test_an_extractor_has_a_contract_test(name: str) -> None:
    plug = EXTRACTORS.load(name).__name__
    assert f"def make(self) -> Extractor:\n        return {plug}(" in CONTRACTED
