"""The page's story in its JSON-LD: the objects that describe it, in order of trust.

An article's own object comes first, then the page's; what is merely related never speaks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, groupby, islice
from typing import Any

from boilerspider.markup.metadata import jsonld
from boilerspider.markup.metadata.headings import MAX_TITLE_CHARS
from boilerspider.markup.metadata.jsonld import Node
from boilerspider.markup.metadata.names import is_person, names
from boilerspider.markup.metadata.pagetype import ARTICLES
from boilerspider.markup.metadata.salvage import salvaged
from boilerspider.markup.metadata.text import MAX_FIELD_CHARS, clean
from boilerspider.markup.metadata.titles import THREE_WORDS, fold

MAX_SIGNERS = 500
"""Authors of objects of one kind that are looked at; ours: papers in science have hundreds."""

_PAGES = frozenset(
    (
        "WebPage",
        "ItemPage",
        "CollectionPage",
        "FAQPage",
        "AboutPage",
        "ProfilePage",
        "QAPage",
        "MedicalWebPage",
        "CreativeWork",
    )
)
_MEDIA = frozenset(("VideoObject", "NewsVideoObject", "PodcastEpisode", "Product", "Book", "Movie", "Event", "Dataset"))
_RANKS = (ARTICLES, _MEDIA, _PAGES)
_GROUPS = frozenset(("Organization", "NewsMediaOrganization", "Corporation", "WebSite"))


@dataclass(frozen=True, slots=True)
class Story:
    """The story's objects, and every object of the page by its `@id`."""

    nodes: tuple[Node, ...]
    known: Mapping[str, Node]
    types: frozenset[str]
    """Of all the page's own objects."""
    others: int = 0
    """So many of the objects, the last ones, are most likely other stories': they speak where no other does."""

    @property
    def article(self) -> Node | None:
        """The article's object, if the page has one."""
        return next((node for node in self.nodes if jsonld.types(node) & ARTICLES), None)

    def about(self, titles: Iterable[str]) -> Story:
        """The story with the articles last that have other headlines than these titles, where one has one of them: lists declare other stories like the page's own."""
        articles = {id(node): _headline(node) for node in self.nodes if jsonld.types(node) & ARTICLES}
        said = set(filter(None, map(fold, titles)))
        if len(articles) < 2 or not any(_is_said(headline, said) for headline in articles.values()):
            return self
        others = {key for key, headline in articles.items() if headline and not _is_said(headline, said)}
        nodes = sorted(self.nodes, key=lambda node: id(node) in others)
        return replace(self, nodes=tuple(nodes), others=len(others))

    def strings(self, *keys: str) -> list[str]:
        """The strings under the keys, of the first object that has any."""
        for node in self.nodes:
            found = [text for key in keys for text in jsonld.strings(self._resolved(node.get(key)))]
            if found:
                return found
        return []

    def first(self, *keys: str) -> str | None:
        """The first string under the keys."""
        return next(iter(self.strings(*keys)), None)

    def values(self, key: str) -> Iterator[Any]:
        """What stands under a key, references resolved, object by object."""
        for node in self.nodes:
            yield from self._resolved(node.get(key))

    def _resolved(self, value: Any) -> list[Any]:
        items = jsonld.as_list(value)
        return [
            self.known.get(item["@id"], item) if isinstance(item, dict) and isinstance(item.get("@id"), str) else item
            for item in items
        ]

    def signers(self) -> tuple[list[str], list[str], list[str]]:
        """The names of the authors: declared to be people, undeclared, and declared to be organisations."""
        for key in ("author", "creator"):
            signed: tuple[list[str], list[str], list[str]] = ([], [], [])
            own = self.nodes[: len(self.nodes) - self.others]
            others = self.nodes[len(own) :]
            for _, alike in chain(groupby(own, _rank), groupby(others, _rank)):
                values = chain.from_iterable(self._resolved(node.get(key)) for node in alike)
                for value in islice(_each_once(values), MAX_SIGNERS):
                    kinds = jsonld.types(value) if isinstance(value, dict) else frozenset()
                    place = 0 if "Person" in kinds else 2 if kinds & _GROUPS else 1
                    texts = (text[:MAX_FIELD_CHARS] for text in jsonld.strings(_named(value)))
                    signed[place].extend(text for text in texts if "://" not in text)
                    del signed[place][MAX_SIGNERS:]
                # Whom a content system names for the page did not write the story that another signs.
                if any(is_person(name) for text in (*signed[0], *signed[1]) for name in names(text)):
                    break
            if any(signed):
                return signed
        return [], [], []


def _headline(node: Node) -> str:
    """The letters of an article's headline."""
    return fold(clean(next(jsonld.strings(node.get("headline") or node.get("name")), ""))[:MAX_TITLE_CHARS])


def _is_said(headline: str, titles: Collection[str]) -> bool:
    """Whether one of the titles says a headline, more than that or, if it is long enough to be one, a part of it."""
    return any(
        headline == title or (min(len(headline), len(title)) > THREE_WORDS and (headline in title or title in headline))
        for title in titles
    )


def _each_once(values: Iterable[Any]) -> Iterator[Any]:
    """The values, an object or a text that comes again left out: a reference to a long one is short."""
    seen = set()
    for value in values:
        own = value if isinstance(value, str) else id(value)
        if own not in seen:
            seen.add(own)
            yield value


def _named(value: Any) -> Any:
    """An author's name alone: their address is no name."""
    if not isinstance(value, dict):
        return value
    parts = (value.get("givenName"), value.get("familyName"))
    return value.get("name") or " ".join(part for part in parts if isinstance(part, str)) or None


def read_story(scripts: list[str]) -> Story:
    """The story in a page's JSON-LD scripts; empty where they hold none."""
    values = [value for script in scripts for value in jsonld.decode(script) or salvaged(script)]
    found = jsonld.nodes(values)
    ranked = sorted((rank, number) for number, node in enumerate(found) if (rank := _rank(node)) is not None)
    return Story(
        tuple(found[number] for _, number in ranked), jsonld.by_id(values), frozenset().union(*map(jsonld.types, found))
    )


def _rank(node: Node) -> int | None:
    """The place of an object's kind in the order of trust; an untyped one with a headline comes first too."""
    names = jsonld.types(node)
    rank = next((rank for rank, kinds in enumerate(_RANKS) if names & kinds), None)
    return 0 if rank is None and not names and "headline" in node else rank
