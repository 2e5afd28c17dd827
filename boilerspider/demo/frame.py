"""What every page of a site has around its content: head, navigation, sidebars, footer, scripts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from random import Random
from typing import Any

from boilerspider.demo.material import Design, Words
from boilerspider.demo.site import Site
from boilerspider.demo.stories import Story

MOST_READ = 5
TRACKING = "utm_source=front&utm_medium=teaser"
TEASER_CHARACTERS = 110


@dataclass(frozen=True, slots=True)
class Frame:
    """One hit's view of a site: a language, a design and the chances of this one hit."""

    site: Site
    chance: Random
    language: str
    design: Design
    common: Mapping[str, str]

    @property
    def words(self) -> Words:
        """The words of the page's language."""
        return self.site.press.words[self.language]

    def render(self, fragment: str, **values: object) -> str:
        """A fragment of the design; values are HTML already."""
        return self.design.render(fragment, {**self.common, "hash": f"{self.chance.getrandbits(24):06x}", **values})

    def page(self, title: str, head: str, main: str) -> str:
        """A whole page around some main content, gaps for advertisements still open."""
        return self.render(
            "page",
            title=escape(title),
            head=head,
            main=main,
            sections=self._sections(),
            teasers=self.teasers(self.site.stories[:MOST_READ]),
            columns="".join(
                self.render("column", name=escape(name), text=escape(text)) for name, text in self.words.columnists
            ),
            state=to_json({"user": None, "top": [story.title for story in self.site.stories[:MOST_READ]]}),
        )

    def teasers(self, stories: Iterable[Story]) -> str:
        """Headlines as links."""
        return "".join(
            self.render("teaser", headline=escape(story.title), link=escape(self.link(story))) for story in stories
        )

    def cards(self, stories: Iterable[Story]) -> str:
        """Headlines with picture, first words and date."""
        return "\n".join(self._card(story) for story in stories)

    def link(self, story: Story) -> str:
        """One of the many URLs by which pages of this site lead to a story."""
        path = self.site.path(story)
        ways = [path, path, f"{path}?{TRACKING}", f"{self.site.base}{path}#comments", self.site.short_path(story)]
        return self.chance.choice([*ways, self.site.amp_path(story)] if story.amp else ways)

    def dates(self, story: Story) -> dict[str, str]:
        """The values for all the ways in which designs write a story's two dates."""
        zone, words = self.site.paper.zone, self.words
        published, modified = story.published.astimezone(zone), story.modified.astimezone(zone)
        return {
            "published_iso": published.isoformat(),
            "published_text": words.date_text(published),
            "published_digits": f"{published:%d.%m.%Y %H:%M}",
            "published_ms": str(int(published.timestamp() * 1000)),
            "modified_iso": modified.isoformat(),
            "modified_text": words.date_text(modified),
            "modified_digits": f"{modified:%d.%m.%Y %H:%M}",
        }

    def _card(self, story: Story) -> str:
        return self.render(
            "card",
            link=escape(self.link(story)),
            headline=escape(story.title),
            teaser=escape(story.description[:TEASER_CHARACTERS]) + " …",
            section=escape(story.section),
            source=f"/media/{story.id}-small.jpg",
            **self.dates(story),
        )

    def _sections(self) -> str:
        names = self.words.sections.items()
        return "".join(self.render("section", link=f"/section/{slug}", text=escape(name)) for name, slug in names)


def open_frame(site: Site, chance: Random, language: str = "", design: str = "") -> Frame:
    """A frame in the paper's own language and design where no others are asked for."""
    language = language or site.paper.language
    labels = site.press.words[language].labels
    today = site.stories[0].published
    common = {name: escape(label) for name, label in labels.items()} | {
        "language": language,
        "site_name": escape(site.paper.name),
        "site_name_json": to_json(site.paper.name),
        "home_json": to_json(labels["home"]),
        "tags_label": escape(labels["tags"]),
        "published_label": escape(labels["published"]),
        "base": site.base,
        "year": str(today.year),
        "today": f"{today:%Y/%m/%d}",
    }
    return Frame(site, chance, language, site.press.designs[design or site.paper.design], common)


def to_json(value: Any) -> str:
    """JSON that may stand inside a script element."""
    return json.dumps(value, ensure_ascii=False).replace("</", "<\\/")
