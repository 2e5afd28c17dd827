"""Pages that want to break the reader: nothing is raised, and everything returns in time."""

from __future__ import annotations

import json
import time
from datetime import datetime, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.errors import UnreadablePage
from boilerspider.markup.metadata import Metadata, read_metadata
from boilerspider.markup.tree import parse

NOW = datetime(2026, 11, 20, tzinfo=timezone.utc)
MAX_SECONDS = 20.0
"""The budget of a hostile page on a busy machine; an honest one takes a thousandth."""
QUICK_SECONDS = 1.5
"""That of a page of up to a megabyte that refers much; it takes a fifth of them."""


def script(text: str) -> str:
    return f'<html><head><script type="application/ld+json">{text}</script></head><body><p>Text.</p></body></html>'


def many(value: object, times: int) -> str:
    return script(json.dumps([value] * times))


HOSTILE = {
    "10,000 levels of lists": script("[" * 10_000 + "]" * 10_000),
    "10,000 levels of objects": script('{"mainEntity":' * 10_000 + "1" + "}" * 10_000),
    "10,000 levels without an end": script('{"@graph":[' * 10_000),
    "5 MB of one string": script('{"headline":"' + "x" * 5_000_000 + '"}'),
    "5 MB without an end": script('{"headline":"' + '\\"' * 2_500_000),
    "1.9 MB without an end": script('{"headline":"' + '\\"' * 950_000),
    "1.9 MB of brackets": script("[]" * 950_000),
    "1.9 MB of commas": script("[1" + ", " * 950_000 + "]"),
    "1.9 MB of opening quotes": script('{"a' + '":"' * 600_000),
    "50,000 authors": script(json.dumps({"@type": "Article", "author": [f"Jane Roe {n}x" for n in range(50_000)]})),
    "20,000 articles": many({"@type": "Article", "author": "dpa", "keywords": [], "image": {}}, 20_000),
    "50,000 attributes": f"<html><body><p {' '.join(f'a{n}=1' for n in range(50_000))}>3 May 2026</p></body></html>",
    "100,000 keywords": script(json.dumps({"@type": "Article", "keywords": ["x"] * 100_000})),
    "100,000 metas": "<html><head>" + '<meta name="author" content="dpa, x">' * 100_000 + "</head></html>",
    "100,000 headings": "<html><body>" + "<h1>a | b | c</h1>" * 100_000 + "</body></html>",
    "a heading of separators": "<html><body><title>" + "a | " * 100_000 + "</title><h1>" + "b - " * 100_000 + "</h1>",
    "100,000 bylines": "<html><body>" + '<p class="byline">By nobody at all</p>' * 100_000 + "</body></html>",
    "100,000 times": "<html><body>"
    + '<time itemprop="datePublished" datetime="x">y</time>' * 100_000
    + "</body></html>",
    "5,000 levels of elements": "<html><body>" + '<div class="author">' * 5_000 + "Jane Roe" + "</div>" * 5_000,
    "a megabyte of spaces": "<html><body><p>By"
    + " " * 1_000_000
    + "</p><h1>"
    + " " * 1_000_000
    + "x</h1></body></html>",
    "a heading around 90,000 elements": "<html><body><title>Rain | Gazette</title>"
    + "<h2><div>" * 100
    + "<i>x</i>" * 90_000,
    "six headings of 30,000 empty elements": "<html><body>"
    + ("<h1>" + "<b>" * 50 + "<i></i>" * 30_000 + "</b>" * 50 + "x</h1>") * 6,
    "a headline before 90,000 moments": "<html><body><title>Rain falls hard</title><h1>Rain falls hard</h1>"
    + "<div class='related'>" * 90
    + "<time datetime='2026-05-04'>x</time>" * 90_000,
    "a headline around 90,000 attributes": "<html><body><title>Rain falls hard</title><h1>Rain falls hard</h1>"
    "<p " + " ".join(f"data-time{number}='2026'" for number in range(90_000)) + ">x</p>",
    "a script of 90,000 fields that is no JSON": script(
        '{"@type": "Article", "x": "a "b" c", ' + '"author": ["a", ' * 90_000
    ),
    "380 articles of long other titles": "<title>Rain falls hard today</title>"
    + many({"@type": "Article", "headline": "Rain falls hard " * 300}, 380),
    "lines of words for a change": "<html><body><title>Rain falls</title><h1>Rain falls</h1>"
    + ("<p>" + "updated 2026 | 1 " * 4 + "</p>") * 20_000,
    "lines of days behind words": "<html><body><title>Rain falls</title><h1>Rain falls</h1>"
    + ("<p>publicado " + "publi " * 8 + "1 de mayo de 2026</p>") * 5_000,
    "a headline among 90,000 lines": "<html><body><title>Rain falls</title><h1>Rain falls</h1>"
    + "<p>Jane Roe</p><p>4 May 2026</p><p>By 1 1 1 1 1 1</p>" * 30_000,
    "lines of dates and signs": "<html><body><title>Rain falls</title><h1>Rain falls</h1>"
    + ("<p>" + "2026 - " * 17 + "</p><p>" + "1 , a" * 20 + "</p>") * 5_000,
    "a megabyte in other digits": "<html><body><title>Rain falls</title><h1>Rain falls</h1><p>" + "٢" * 500_000,
    "a megabyte of entities": "<html><head><meta name='author' content='" + "&amp;amp;" * 100_000 + "'></head></html>",
}
IN_ONE_SENTENCE = "<html><body><title>Rain falls</title><h1>Rain falls</h1><p>" + "It rained on the whole coast, " * 20
"""Links to profiles in it are told of: no candidates, which are few."""


def test_one_sentence_around_many_profiles_is_read_once() -> None:
    page = f"{IN_ONE_SENTENCE}and {'<a href=/author/ada></a>' * 20_000}stopped.</p>"
    document = parse(page, "https://example.com/x")
    start = time.process_time()
    assert read_metadata(document, now=NOW).authors == ()
    assert is_quick(time.process_time() - start, QUICK_SECONDS)


def referring(key: str, known: dict[str, object]) -> str:
    """Articles that refer under one key to an object 20,000 times."""
    articles = [{"@type": "Article", key: [{"@id": "x"}] * 400} for _ in range(50)]
    return script(json.dumps({"@graph": [*articles, {"@id": "x", **known}]}))


REFERRING = {
    "a flag to a large object": referring("isAccessibleForFree", {"y": "z" * 250_000}),
    "a long name": referring("author", {"@type": "Person", "name": "a" * 299}),
    "an endless name": referring("author", {"@type": "Person", "name": "a:/" * 80_000}),
    "a name of many parts": referring("author", {"@type": "Person", "name": ["a"] * 20_000}),
    "a given name without an end": referring("author", {"givenName": "a" * 250_000, "familyName": "b"}),
    "a name of references": referring("author", {"@type": "Person", "name": "&amp;amp;é;" * 450}),
}


@pytest.mark.parametrize("page", REFERRING.values(), ids=REFERRING.keys())
def test_what_is_referred_to_is_read_once(page: str):
    document = parse(page, "https://example.com/x")
    start = time.process_time()
    assert read_metadata(document, now=NOW).authors == ()
    assert is_quick(time.process_time() - start, QUICK_SECONDS)


@pytest.mark.slow
@pytest.mark.parametrize("page", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_pages_return_in_time(page: str):
    document = parse(page, "https://example.com/x")
    start = time.process_time()
    assert isinstance(read_metadata(document, now=NOW), Metadata)
    assert is_quick(time.process_time() - start, MAX_SECONDS)


def read(page: bytes | str) -> Metadata | None:
    try:
        return read_metadata(parse(page, "https://example.com/x"), now=NOW)
    except UnreadablePage:
        return None


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=300))
def test_random_bytes_in_a_script(data: bytes):
    read(b"<html><head><script type='application/ld+json'>" + data + b"</script></head><body>x</body></html>")


KEYS = st.sampled_from(
    [
        "@type", "@id", "@graph", "mainEntity", "author", "name", "headline", "image", "url", "datePublished", "keywords",
        "dateModified", "inLanguage", "publisher", "isAccessibleForFree", "description", "articleSection", "mainEntityOfPage",
    ]
)  # fmt: skip
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["Article", "Person", "#a", "http://["])
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=25
)


@settings(deadline=None, max_examples=150)
@given(st.dictionaries(KEYS, VALUES, max_size=8))
def test_random_json_in_a_script(value: dict[str, object]):
    text = json.dumps({"@type": "Article", **value}).replace("</", "<\\/")
    found = read('<link rel="canonical" href="/y">' + script(text))
    assert found is not None
    assert found.canonical_url == "https://example.com/y"
    assert found.published is None or found.published.utcoffset() is not None


ATTRIBUTES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="'"), max_size=40)


@settings(deadline=None, max_examples=100)
@given(
    st.sampled_from(["og:title", "og:url", "og:image", "author", "article:published_time", "og:locale", "keywords"]),
    ATTRIBUTES,
)
def test_random_metas(label: str, content: str):
    found = read(f"<html><head><meta name='{label}' content='{content}'></head><body>x</body></html>")
    assert found is None or isinstance(found, Metadata)
