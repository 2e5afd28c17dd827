"""Pages laid out in tables: told from stories with a table in them, and read like others."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import datetime, timezone
from importlib.resources import as_file, files
from pathlib import Path
from random import Random

import pytest

from boilerspider.demo.desk import answer, visit
from boilerspider.demo.material import load_press, load_stories
from boilerspider.demo.site import build_site
from boilerspider.extractors import extractor
from boilerspider.extractors.news.rules.tables import are_in_tables
from boilerspider.markup.tree import parse
from boilerspider.model import BlockType

TABLE, PARAGRAPH = BlockType.TABLE, BlockType.PARAGRAPH


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        ([], False),
        ([(100, TABLE)], True),
        ([(76, TABLE), (24, PARAGRAPH)], True),
        ([(75, TABLE), (25, PARAGRAPH)], False),
        ([(100, PARAGRAPH)], False),
    ],
)
def test_what_is_laid_out_in_tables(kept: list[tuple[int, BlockType]], expected: bool) -> None:
    assert are_in_tables(kept) is expected


def old_pages() -> Iterator[tuple[bytes, str]]:
    """Articles of the embedded newspaper that is laid out in tables, and their texts."""
    press = load_press()
    stories = load_stories(datetime(2026, 11, 20, tzinfo=timezone.utc))
    site = build_site(press, press.papers[1], "https://example.com", stories)
    for story in site.stories[:4]:
        yield answer(visit(site, site.path(story), Random(1))).body, f"{story.description} {story.gold}"


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


@pytest.mark.parametrize("params", [{}, {"tables": False}], ids=["", "without tables"])
def test_no_more_is_kept_of_such_a_page_than_its_story(params: dict[str, bool]) -> None:
    for html, story in old_pages():
        kept = [each.text for each in extractor("news", params).label(parse(html)) if each.is_content]
        assert len(words(" ".join(kept))) < 1.2 * len(words(story))
        assert len(set(words(" ".join(kept))) & set(words(story))) > 0.85 * len(set(words(story)))


def test_own_weights_need_no_networks_of_other_conventions(tmp_path: Path) -> None:
    with as_file(files("boilerspider.extractors.news").joinpath("weights")) as folder:
        shutil.copy(folder / "modern.npz", tmp_path)
    html, _ = next(old_pages())
    assert any(each.is_content for each in extractor("news", {"weights": str(tmp_path)}).label(parse(html)))
