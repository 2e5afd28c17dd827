"""Stories are data: one text file each, parsed into frozen values.

A file has a head of `key: value` lines, a line `---`, and a body whose pieces are separated by
blank lines and whose first characters say what they are, as in Markdown: `## ` a heading, `> ` a
quote, `- ` lines a list, `| a | b |` lines a table with its header first, `![caption](file
"credit")` a picture, anything else a paragraph. Inside a line `*x*` is emphasis and `[x](url)` a
link. Ages in the head are minutes before the newspaper starts, so that its dates are always recent
and never in the future. The keys of the head are the fields of Story; lists are separated by `;`.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

_EMPHASIS = re.compile(r"\*([^*]+)\*")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
_PICTURE = re.compile(r'!\[(?P<caption>[^\]]+)\]\((?P<file>\S+) "(?P<credit>[^"]+)"\)')


class Kind(enum.Enum):
    """What a passage of a story is."""

    PARAGRAPH = ""
    HEADING = "## "
    QUOTE = "> "
    LIST = "- "
    TABLE = "| "
    PICTURE = "!["


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a story; `file` is its name on the site that prints it."""

    file: str
    caption: str
    credit: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a story's body; a list has a line for each item, a table one for each row."""

    kind: Kind
    lines: tuple[str, ...]

    @property
    def gold(self) -> tuple[str, ...]:
        """Its lines as plain text; none for a picture, whose caption is no running text."""
        if self.kind is Kind.PICTURE:
            return ()
        return tuple(plain(" ".join(cells(line)) if self.kind is Kind.TABLE else line) for line in self.lines)

    @property
    def picture(self) -> Picture:
        """The picture that a passage of that kind shows."""
        match = _PICTURE.fullmatch(self.lines[0])
        if match is None:
            raise ValueError(f"not a picture: {self.lines[0]!r}")
        return Picture(**match.groupdict())


@dataclass(frozen=True, slots=True)
class Story:
    """An article of the demonstration with the truth about it. Datetimes are aware."""

    id: str
    title: str
    description: str
    authors: tuple[str, ...]
    published: datetime
    modified: datetime
    language: str
    section: str
    tags: tuple[str, ...]
    passages: tuple[Passage, ...]
    site: str
    """Key of the paper that prints it."""
    announced: frozenset[str]
    """Which of `rss`, `atom` and `sitemap` name it; where none does, only links lead to it."""
    amp: bool = False
    syndicated: str = ""
    """Key of a second paper that prints it under another URL and design."""
    revision: tuple[str, str] | None = None
    """The sentence that `revised` replaces, and its successor."""

    @property
    def gold_paragraphs(self) -> tuple[str, ...]:
        """Paragraphs, headings, quotes, list items and table rows of the body in reading order."""
        return tuple(line for passage in self.passages for line in passage.gold)

    @property
    def gold(self) -> str:
        """What a perfect extractor gives: the body without title, standfirst and captions."""
        return "\n\n".join(self.gold_paragraphs)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures of the body in reading order."""
        return tuple(passage.picture for passage in self.passages if passage.kind is Kind.PICTURE)

    def revised(self, modified: datetime) -> Story:
        """The story after its revision; itself when it has none or has had it."""
        old, new = self.revision or ("", "")
        if not old or old not in self.gold:
            return self
        passages = tuple(
            replace(passage, lines=tuple(line.replace(old, new) for line in passage.lines)) for passage in self.passages
        )
        return replace(self, passages=passages, modified=modified)


def parse_story(name: str, text: str, now: datetime) -> Story:
    """The story in a file of that name, dated relative to `now`."""
    head, _, body = text.partition("\n---\n")
    facts = dict(_fact(line) for line in head.splitlines())
    return Story(
        id=name,
        title=facts["title"],
        description=facts["description"],
        authors=_several(facts["authors"]),
        published=_ago(now, facts["age"]),
        modified=_ago(now, facts.get("modified", facts["age"])),
        language=facts["language"],
        section=facts["section"],
        tags=_several(facts["tags"]),
        passages=tuple(_passage(piece) for piece in body.strip().split("\n\n")),
        site=facts["site"],
        announced=frozenset(facts["announced"].split()),
        amp=facts.get("amp") == "yes",
        syndicated=facts.get("syndicated", ""),
        revision=_revision(facts),
    )


def plain(line: str) -> str:
    """A line of a story without its marks."""
    return _EMPHASIS.sub(r"\1", _LINK.sub(r"\1", line))


def marked_up(line: str) -> str:
    """A line of a story, HTML-escaped already, with its marks as HTML."""
    return _EMPHASIS.sub(r"<em>\1</em>", _LINK.sub(r'<a href="\2">\1</a>', line))


def cells(row: str) -> tuple[str, ...]:
    """The cells of a table's line."""
    return tuple(row.split(" | "))


def _fact(line: str) -> tuple[str, str]:
    key, _, value = line.partition(":")
    return key, value.strip()


def _several(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(";"))


def _ago(now: datetime, minutes: str) -> datetime:
    return now - timedelta(minutes=int(minutes))


def _revision(facts: Mapping[str, str]) -> tuple[str, str] | None:
    old, arrow, new = facts.get("revision", "").partition(" => ")
    return (old, new) if arrow else None


def _passage(piece: str) -> Passage:
    kind = next(kind for kind in reversed(Kind) if piece.startswith(kind.value))
    if kind is Kind.PICTURE:
        return Passage(kind, (piece,))
    lines = tuple(line.removeprefix(kind.value).removesuffix(" |") for line in piece.splitlines())
    return Passage(kind, lines)
