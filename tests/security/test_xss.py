"""The HTML of articles, opened in a real browser: whatever the page tried, nothing runs."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pytest
from loopback import sentences
from security.browser import watch
from security.vectors import BYTES, VECTORS

import boilerspider
from boilerspider.errors import UnreadablePage
from boilerspider.reading import DEFAULT_EXTRACTOR

URL = "https://example.org/2026/11/story.html"
EXTRACTORS = ("everything", DEFAULT_EXTRACTOR)
FIRST, SECOND, *REST = sentences("bridge", 8)
PLACES = {
    "paragraph": "<p>{first} {vector} {second}</p>",
    "link": "<p>{first} <a href='https://example.org/x'>x {vector} y</a> {second}</p>",
    "caption": "<figure><img src='https://example.org/a.jpg' alt=a><figcaption>{first} {vector}</figcaption></figure>",
    "cell": "<table><tr><th>{first}<th>Votes<tr><td>{second} {vector}<td>12<tr><td>{first}<td>3</table>",
    "attribute": '<p>{first} <a href="https://example.org/{quoted}">{second}</a></p>'
    '<figure><img src="https://example.org/a.jpg?{quoted}" alt="{quoted}"><figcaption>{first}</figcaption></figure>',
}


def story(place: str, vector: str) -> str:
    """An article page with the vector at one place among its paragraphs."""
    here = PLACES[place].format(first=FIRST, second=SECOND, vector=vector, quoted=escape(vector))
    around = [f"<p>{sentence}</p>" for sentence in REST]
    head = "<html lang=en><head><title>The bridge - Post</title></head>"
    return f"{head}<body><article><h1>The bridge</h1>{''.join(around[:3])}{here}{''.join(around[3:])}</article></body></html>"


def fragment(page: str | bytes, extractor: str) -> str:
    try:
        return boilerspider.extract(page, URL, extractor=extractor).html
    except UnreadablePage:
        return ""


@pytest.mark.parametrize("extractor", EXTRACTORS)
@pytest.mark.parametrize("place", PLACES)
def test_what_stands_there_is_kept(place: str, extractor: str) -> None:
    assert "marker" in fragment(story(place, "marker"), extractor)


def test_the_table_is_long_enough() -> None:
    assert len(set(VECTORS)) >= 250


@pytest.mark.slow
def test_the_browser_runs_what_was_not_sanitised(chromium: str, tmp_path: Path) -> None:
    seen = watch(chromium, [story("paragraph", vector) for vector in VECTORS], tmp_path)
    quiet = watch(chromium, ["<p>A quiet page, with <a href='https://example.org/'>a link</a>.</p>"], tmp_path)
    print(f"\n{len(seen.ran)} of {len(VECTORS)} vectors run in this browser")
    assert len(seen.ran) >= 100
    assert seen.elements
    assert (quiet.ran, quiet.moved, quiet.odd) == (frozenset(), frozenset(), frozenset())


@pytest.mark.slow
def test_nothing_runs_in_an_article(chromium: str, tmp_path: Path) -> None:
    pages: list[str | bytes] = [story(place, vector) for vector in VECTORS for place in PLACES]
    pages += [page + "".join(f"<p>{sentence}</p>" for sentence in REST).encode() for page in BYTES]
    fragments = list(dict.fromkeys(fragment(page, extractor) for page in pages for extractor in EXTRACTORS))
    print(f"\n{len(pages)} pages, {len(EXTRACTORS)} extractors: {len(fragments)} different fragments")
    assert len(fragments) > len(VECTORS)
    seen = watch(chromium, list(fragments), tmp_path)
    assert not seen.elements
    for number in seen.ran | seen.moved | seen.odd:
        pytest.fail(f"this fragment is not quiet: {fragments[number]}")
