"""Files of a training are there when all of them is."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import pytest

from boilerspider.training.cards import write_card
from boilerspider.training.whole import put


def test_a_disk_that_is_full_leaves_what_was_there(tmp_path: Path) -> None:
    def fill(part: BinaryIO) -> None:
        part.write(b"half of ")
        raise OSError(28, "No space left on device")

    path = tmp_path / "article.json"
    path.write_text("what was there")
    with pytest.raises(OSError, match="No space left"):
        put(path, fill)
    assert path.read_text() == "what was there"
    assert list(tmp_path.iterdir()) == [path]


def test_a_card_replaces_another_in_one_step(tmp_path: Path) -> None:
    path, other = tmp_path / "card.json", tmp_path / "kept.json"
    path.write_text("the old one")
    other.hardlink_to(path)
    write_card(path, {"extractor": "Zürich"})
    assert path.read_bytes().decode() == '{\n  "extractor": "Zürich"\n}\n'
    assert other.read_text() == "the old one"
    assert {found.name for found in tmp_path.iterdir()} == {"card.json", "kept.json"}
