"""One newspaper on one address: which stories it prints and which URL each of them has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import quote
from zlib import crc32

from boilerspider.demo.material import Paper, Press
from boilerspider.demo.stories import Story

DECOYS = ("broken", "missing", "failing")
"""Pages with the URL of an article and no article in them."""


@dataclass(frozen=True, slots=True)
class Site:
    """A paper with its stories, newest first, under a base URL without a slash at its end."""

    press: Press
    paper: Paper
    base: str
    stories: tuple[Story, ...]

    def path(self, story: Story) -> str:
        """The path of a story; that of a syndicated one says that it came over the wire."""
        wire = "" if story.site == self.paper.key else "wire-"
        return self._article_path(self.section_slug(story), story.published, wire + story.id.partition("-")[2])

    def url(self, story: Story) -> str:
        """The canonical URL of a story here."""
        return self.base + self.path(story)

    def amp_path(self, story: Story) -> str:
        """The path of a story's AMP variant, for those that have one."""
        return "/amp" + self.path(story)

    def short_path(self, story: Story) -> str:
        """A path that redirects to the story."""
        return f"/go/{story.id}"

    def decoy_path(self, decoy: str) -> str:
        """The path of one of DECOYS."""
        return self._article_path("region", self.stories[0].published, f"{decoy}-{self.paper.key}")

    def number(self, slug: str) -> int:
        """The number by which the paper's database knows an article."""
        return crc32(f"{self.paper.key}/{slug}".encode()) % 90_000 + 10_000

    def section_slug(self, story: Story) -> str:
        """The slug of a story's section, the same in all languages."""
        return self.press.words[story.language].sections[story.section]

    def in_section(self, slug: str) -> tuple[Story, ...]:
        """The stories of a section."""
        return tuple(story for story in self.stories if self.section_slug(story) == slug)

    def with_tag(self, slug: str) -> tuple[Story, ...]:
        """The stories that carry a tag."""
        return tuple(story for story in self.stories if slug in map(slugify, story.tags))

    def by_author(self, slug: str) -> tuple[Story, ...]:
        """The stories of an author."""
        return tuple(story for story in self.stories if slug in map(slugify, story.authors))

    def announced(self, channel: str) -> tuple[Story, ...]:
        """The stories that a channel (`rss`, `atom`, `sitemap`) names."""
        return tuple(story for story in self.stories if channel in story.announced)

    def revised(self, story: Story) -> Site:
        """The site with its version of that story replaced."""
        return replace(self, stories=tuple(story if old.id == story.id else old for old in self.stories))

    def _article_path(self, section: str, published: datetime, slug: str) -> str:
        return self.paper.article_path.format(
            section=section, day=f"{published:%Y/%m/%d}", slug=slug, number=self.number(slug)
        )


def build_site(press: Press, paper: Paper, base: str, stories: Iterable[Story]) -> Site:
    """The site of a paper: of all the publisher's stories, those that it prints."""
    printed = tuple(story for story in stories if paper.key in (story.site, story.syndicated))
    return Site(press, paper, base, printed)


def slugify(text: str) -> str:
    """Words in lower case joined by hyphens; letters keep their accents."""
    return "-".join(re.findall(r"\w+", text.lower()))


def link_to(kind: str, text: str) -> str:
    """The path of the page of a tag or an author."""
    return f"/{kind}/{quote(slugify(text))}"
