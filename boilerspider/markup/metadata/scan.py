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
_LABELS = ("property", "name", "itemprop", "http-equiv")


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
    found: dict[str, list[etree._Element]] = {tag: [] for tag in ("meta", "link", "script", "title", "h1", "time")}
    for element in document.transcript.of(*found):
        kept = found[str(element.tag)]
        if len(kept) < _MAX_PER_KIND:
            kept.append(element)
    return Marks(
        metas=_metas(found["meta"]),
        scripts=[e.text for e in found["script"] if e.text and "ld+json" in e.get("type", "").lower()],
        canonical=next((e.get("href") for e in found["link"] if _rel(e) == "canonical" and e.get("href")), None),
        title=next((e for e in found["title"] if _in_head(e)), None),
        headings=found["h1"] or _headlines(root),
        times=found["time"],
        language=root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("xml:lang"),
    )


def _headlines(root: etree._Element) -> list[etree._Element]:
    """The elements that microdata calls headlines, for pages that make their headings from anything but `h1`."""
    found = root.xpath("descendant::*[@itemprop='headline'][not(self::meta)]")
    return found[:_MAX_PER_KIND] if isinstance(found, list) else []


def _metas(elements: list[etree._Element]) -> dict[str, list[str]]:
    metas: dict[str, list[str]] = {}
    for element in elements:
        content = (element.get("content") or "").strip()
        label = next((value for key in _LABELS if (value := element.get(key))), None)
        if content and label:
            metas.setdefault(label.strip().lower(), []).append(content)
    return metas


def _rel(link: etree._Element) -> str:
    return (link.get("rel") or "").strip().lower()


def _in_head(title: etree._Element) -> bool:
    parent = title.getparent()
    return parent is not None and parent.tag in ("head", "html", "body")
