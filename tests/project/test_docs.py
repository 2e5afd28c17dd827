"""What README.md and docs/ say that can be looked up: links, names, settings, stats, arguments, parameters."""

from __future__ import annotations

import ast
import dataclasses
import enum
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boilerspider.crawl import keys
from boilerspider.crawl.options import PREFIX, Options
from boilerspider.errors import BadConfiguration
from boilerspider.extractors import EXTRACTORS, extractor
from boilerspider.model import Article
from boilerspider.spiders.arguments import Arguments

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def said(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def prose(page: Path) -> str:
    """A page without its examples."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """As GitHub makes them of headings."""
    headings = [
        re.sub(r"`|\*|\]\([^)]*\)|\[", "", line) for line in re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    ]
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def rows(text: str, head: str) -> Iterator[list[str]]:
    """The rows of the table below a line that begins with `head`."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith(head):
            break
    next(lines)
    for line in lines:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if "://" not in link:
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES[2:], ids=lambda page: page.name)
def test_names_of_ours_can_be_imported(page: Path) -> None:
    for name in re.findall(r"`(boilerspider(?:\.[a-z_]+)*\.[A-Z]\w+)`", page.read_text(encoding="utf-8")):
        module, _, attribute = name.rpartition(".")
        assert hasattr(importlib.import_module(module), attribute), name


@pytest.mark.parametrize("page", PAGES[2:], ids=lambda page: page.name)
def test_files_of_ours_exist(page: Path) -> None:
    folders = "benchmarks|tests|boilerspider|markup|extractors|memory|crawl|stores"
    for name in re.findall(rf"`((?:{folders})/[\w./]+\.\w+)`", page.read_text(encoding="utf-8")):
        assert (ROOT / name).exists() or (ROOT / "boilerspider" / name).exists(), name


def test_settings_and_their_defaults() -> None:
    table = {names(name)[0]: default for name, default, _ in rows(said("docs/settings.md"), "| Setting |")}
    assert list(table) == [field.name.upper() for field in dataclasses.fields(Options)]
    for name, default in table.items():
        value: Any = getattr(Options(), name.lower())
        shown = value.value if isinstance(value, enum.Enum) else list(value) if isinstance(value, tuple) else value
        told = ast.literal_eval(names(default)[0])
        assert (list(told) if isinstance(told, tuple) else told) == shown, name
    for name, default, _ in rows(said("README.md"), "| Setting |"):
        assert default == table[names(name)[0].removeprefix(PREFIX)], name


def test_stats() -> None:
    told = set(names(" ".join(row[0] for row in rows(said("docs/stats.md"), "| Stat |"))))
    made = {value for name, value in vars(keys).items() if isinstance(value, str) and value.startswith(keys.PREFIX)}
    makers = {name for name, value in vars(keys).items() if inspect.isfunction(value)}
    for stat in made - {keys.PREFIX}:
        assert stat.removeprefix(keys.PREFIX) in told
    for maker in makers:
        prefix = getattr(keys, maker)("").removeprefix(keys.PREFIX)
        assert any(stat.startswith(prefix) for stat in told), maker


def test_arguments_of_the_news_spider() -> None:
    told = names(" ".join(row[0] for row in rows(said("docs/settings.md"), "| `-a` |")))
    with pytest.raises(BadConfiguration, match="known: ") as caught:
        Arguments.read({"zzzz": "1"})
    known = re.findall(r"(\w+)=", str(caught.value).partition("known: ")[2])
    assert [name.partition("=")[0] for name in told] == known


def test_extractors_and_their_parameters() -> None:
    table = {names(row[0])[0]: row[3] for row in rows(said("docs/extractors.md"), "| Name |")}
    assert set(table) == set(EXTRACTORS.rows)
    for name, parameters in table.items():
        taken = {field.name for field in dataclasses.fields(extractor(name)) if field.init}  # type: ignore[arg-type]
        missing = taken - set(re.findall(r"[a-z]\w*", parameters))
        assert not missing or parameters.startswith("as `"), (name, missing)


def test_fields_of_an_article() -> None:
    told = names(" ".join(row[0] for row in rows(said("docs/outputs.md"), "| Field |")))
    assert sorted(told) == sorted(field.name for field in dataclasses.fields(Article))
