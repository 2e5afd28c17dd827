"""Everything that the newspaper prints is data beside this file; here it is read, once, into frozen values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from importlib.resources import files
from string import Template

from boilerspider.demo.stories import Story, parse_story

FRAGMENT_MARK = "<!-- @"
"""Begins the line that names the fragment below it in a template file."""


@dataclass(frozen=True, slots=True)
class Design:
    """The named pieces of HTML of one page design."""

    fragments: Mapping[str, Template]

    def render(self, fragment: str, values: Mapping[str, object]) -> str:
        """A fragment with its places filled; values are HTML already."""
        return self.fragments[fragment].substitute(values)


@dataclass(frozen=True, slots=True)
class Words:
    """What one language calls the furniture of a page."""

    labels: Mapping[str, str]
    sections: Mapping[str, str]
    """Name of a section -> its slug, the same in every language."""
    columnists: tuple[tuple[str, str], ...]
    comments: tuple[tuple[str, str], ...]
    ads: Mapping[str, tuple[str, ...]]
    months: tuple[str, ...]
    date: str

    def date_text(self, moment: datetime) -> str:
        """A moment the way a reader of this language expects it."""
        month = self.months[moment.month - 1]
        return self.date.format(day=moment.day, month=month, year=moment.year, time=f"{moment:%H:%M}")


@dataclass(frozen=True, slots=True)
class Paper:
    """One newspaper of the publisher: its name, its design and its habits."""

    key: str
    name: str
    design: str
    language: str
    zone_minutes: int
    encoding: str
    declared_in_http: bool
    article_path: str

    @property
    def zone(self) -> timezone:
        """The time zone that its dates are printed in."""
        return timezone(timedelta(minutes=self.zone_minutes))


@dataclass(frozen=True, slots=True)
class Press:
    """All the data of the demonstration except its stories."""

    papers: tuple[Paper, ...]
    words: Mapping[str, Words]
    designs: Mapping[str, Design]
    files: Mapping[str, bytes]


def load_press() -> Press:
    """The papers, words, designs and files that the package carries."""
    return Press(
        papers=tuple(Paper(**row) for row in json.loads(_read()["newspapers.json"])),
        words={_stem(name): parse_words(text) for name, text in _read("words").items()},
        designs={_stem(name): parse_design(text) for name, text in _read("templates").items()},
        files={entry.name: entry.read_bytes() for entry in files(__package__).joinpath("files").iterdir()},
    )


def load_stories(now: datetime) -> tuple[Story, ...]:
    """The stories that the package carries, dated relative to `now`, newest first."""
    stories = (parse_story(_stem(name), text, now) for name, text in _read("stories").items())
    return tuple(sorted(stories, key=lambda story: story.published, reverse=True))


def parse_design(text: str) -> Design:
    """A template file as a design: each fragment reaches from its mark to the next."""
    pieces = text.split(FRAGMENT_MARK)[1:]
    named = (piece.partition(" -->\n") for piece in pieces)
    return Design({name: Template(html.rstrip("\n")) for name, _, html in named})


def parse_words(text: str) -> Words:
    """A language file as words."""
    raw = json.loads(text)
    return Words(
        labels=raw["labels"],
        sections=raw["sections"],
        columnists=tuple((name, headline) for name, headline in raw["columnists"]),
        comments=tuple((name, comment) for name, comment in raw["comments"]),
        ads={kind: tuple(phrases) for kind, phrases in raw["ads"].items()},
        months=tuple(raw["months"]),
        date=raw["date"],
    )


def _read(folder: str = "") -> dict[str, str]:
    root = files(__package__).joinpath(folder) if folder else files(__package__)
    entries = sorted((entry for entry in root.iterdir() if entry.is_file()), key=lambda entry: entry.name)
    return {entry.name: entry.read_text(encoding="utf-8") for entry in entries}


def _stem(name: str) -> str:
    return name.rpartition(".")[0]
