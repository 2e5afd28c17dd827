"""One pass over a page for what it says of itself outside of JSON-LD.

The pass keeps strings and elements in document order and judges nothing; every list is capped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lxml import etree

from boilerspider.markup.tree import Document

_MAX_PER_KIND = 200
"""Elements of one kind that are kept: an honest page has fewer, a hostile one has a million."""

_HEADLINES = etree.XPath("descendant::*[@itemprop='headline'][not(self::meta)]")


@dataclass(frozen=True, slots=True)
class Marks:
    """What the pass found: metas by their lower-cased label, and elements."""

    metas: Mapping[str, list[str]]
    scripts: list[str]
    canonical: str | None
    title: etree._Element | None
    headings: list[etree._Element]
    times: list[etree._Element]
    language: str | None

    def first(self, *labels: str) -> str | None:
        """The first non-empty content of the first label that has one."""
        return next((value for label in labels for value in self.metas.get(label, ())), None)

    def every(self, *labels: str) -> list[str]:
        """All contents of the labels, label by label."""
        return [value for label in labels for value in self.metas.get(label, ())]


def scan(document: Document) -> Marks:
    """The marks of a page."""
    root = document.root
    of = document.transcript.of
    return Marks(
        metas=_metas(of("meta")[:_MAX_PER_KIND]),
        scripts=list(filter(None, (e.text for e in of("script")[:_MAX_PER_KIND] if _is_data(e)))),
        canonical=next(
            (e.get("href") for e in of("link")[:_MAX_PER_KIND] if _rel(e) == "canonical" and e.get("href")), None
        ),
        title=next((e for e in of("title")[:_MAX_PER_KIND] if _in_head(e)), None),
        headings=of("h1")[:_MAX_PER_KIND] or _headlines(root),
        times=times_of(document),
        language=root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("xml:lang"),
    )


def times_of(document: Document) -> list[etree._Element]:
    """The first `time` elements of a page."""
    return document.transcript.of("time")[:_MAX_PER_KIND]


def _headlines(root: etree._Element) -> list[etree._Element]:
    """The elements that microdata calls headlines, for pages that make their headings from anything but `h1`."""
    found = _HEADLINES(root)
    return found[:_MAX_PER_KIND] if isinstance(found, list) else []


def _metas(elements: list[etree._Element]) -> dict[str, list[str]]:
    metas: dict[str, list[str]] = {}
    for element in elements:
        get = element.get
        content = (get("content") or "").strip()
        label = content and (get("property") or get("name") or get("itemprop") or get("http-equiv"))
        if label:
            metas.setdefault(label.strip().lower(), []).append(content)
    return metas


def _is_data(script: etree._Element) -> bool:
    """Asked before its text is: most scripts are code, and long."""
    return "ld+json" in script.get("type", "").lower()


def _rel(link: etree._Element) -> str:
    return (link.get("rel") or "").strip().lower()


def _in_head(title: etree._Element) -> bool:
    parent = title.getparent()
    return parent is not None and parent.tag in ("head", "html", "body")
