"""A corpus made by hand, large enough to train on."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from boilerspider.evaluation import Corpus

SENTENCES = (
    "The ferry left the northern quay at six, and nobody on board knew when it would be back.",
    "There were {} crates of apples on the lower deck, which belonged to a farmer from the island.",
    "She had been told to wait for the doctor, but the doctor did not come that day.",
    "Before noon the wind had turned, and the captain said that they should all go below.",
    "It was the {} time that year, and he was not going to say it again.",
)


def page(number: int) -> tuple[str, str]:
    """A page and its gold text; no two are alike."""
    paragraphs = [
        " ".join(SENTENCES[(number + row + place) % 5].format(100 * number + row) for place in range(2))
        for row in range(4 + number % 3)
    ]
    links = "".join(f"<li><a href=/{row}>Topic {number * 7 + row}</a></li>" for row in range(8 + number % 4))
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    top = f"<ul>{links}</ul><div><h1>Report {number}</h1>{body}</div>"
    foot = f"<div><a href=/>Home</a> <a href=/b>Up</a></div><div>Copyright 2026 by paper {number}</div>"
    return f"<html><body>{top}{foot}</body></html>", "\n\n".join([f"Report {number}", *paragraphs])


@pytest.fixture
def ferry(tmp_path: Path) -> Corpus:
    """Thirty pages: twenty-two that train, six that validate, one held out, one without gold text."""
    folder = tmp_path / "ferry"
    folder.mkdir()
    splits = ["train"] * 22 + ["val"] * 6 + ["test", "train"]
    with zipfile.ZipFile(folder / "pages.zip", "w") as pages, (folder / "gold.jsonl").open("w") as gold:
        for number, split in enumerate(splits):
            html, text = page(number)
            pages.writestr(f"{number}.html", html)
            record = {"id": str(number), "text": text if number < 29 else None, "split": split}
            gold.write(json.dumps(record) + "\n")
    return Corpus(folder)
