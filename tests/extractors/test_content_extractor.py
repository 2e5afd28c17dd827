"""ContentExtractor: its contract, the worked examples, and what must hold for any page."""

from __future__ import annotations

import pytest
from fuzz.markup import PAGES
from hypothesis import given, settings
from hypothesis import strategies as st

from boilerspider.extractors import Extractor
from boilerspider.extractors.content_extractor import ContentExtractor, Facts, decide, thresholds
from boilerspider.extractors.content_extractor.measure import MEASURES
from boilerspider.markup.blocks import walk
from boilerspider.markup.tree import parse
from tests.extractors.contract import ExtractorContract

EXAMPLES = settings(max_examples=60, derandomize=True, database=None)

IN_BYTES = ContentExtractor(unicode=False)

TWO_PARAGRAPHS = """<html><head><title>T</title></head><body><div> <a>One</a> <a>Two</a> <a>Three</a></div><div><p>\
aaaaa bbbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll <a>seventh</a> m.</p><p>\
nnnn oooo pppp qqqq rrrr ssss tttt uuuuu vvvvv wwwww xxxxx yyyyyy.</p></div><div>Short note.</div></body></html>"""

DOUBLED = "<div>one two <img src=x> three four</div><div>voilà 0 zero</div>"


class TestContentExtractor(ExtractorContract):
    def make(self) -> Extractor:
        return ContentExtractor()


class TestContentExtractorInBytes(ExtractorContract):
    def make(self) -> Extractor:
        return IN_BYTES


def facts(page: str, options: ContentExtractor = IN_BYTES) -> Facts:
    found = Facts(frozenset(options.removed_tags.split()))
    walk(parse(page).root, found)
    return found


def verdicts(page: str, tag: str, options: ContentExtractor = IN_BYTES) -> list[tuple[int, int, int, bool]]:
    """(links, words, length, dropped) of all elements with that tag."""
    found = facts(page, options)
    dropped = decide(found.elements, thresholds(found, options), options)
    return [
        (element.links, element.words, element.length, gone)
        for element, gone in zip(found.elements, dropped, strict=True)
        if element.tag == tag
    ]


def kept(page: str, options: ContentExtractor = IN_BYTES) -> list[str]:
    return [block.text for block in options.label(parse(page)) if block.is_content]


def test_example_1_thresholds() -> None:
    found = facts(TWO_PARAGRAPHS)
    assert (found.links, found.text_blocks) == (4, 5)
    assert thresholds(found, IN_BYTES) == pytest.approx((0.185714, 29.2), abs=1e-6)


def test_example_1_verdicts() -> None:
    nav, main, foot = verdicts(TWO_PARAGRAPHS, "div")
    assert nav[:2] == (3, 0)
    assert (nav[3], main, foot) == (True, (1, 25, 138, False), (0, 2, 11, True))
    assert verdicts(TWO_PARAGRAPHS, "html") == [(4, 28, 139, False)]


@pytest.mark.parametrize(
    ("options", "min_len", "first", "second"),
    [
        (IN_BYTES, 16.0, (0, 7, 38, False), (0, 2, 13, True)),
        (ContentExtractor(), 15.5, (0, 7, 38, False), (0, 2, 12, True)),
    ],
    ids=["in bytes, as published", "in characters"],
)
def test_example_2(options, min_len, first, second) -> None:
    assert thresholds(facts(DOUBLED, options), options) == (0.0, min_len)
    assert verdicts(DOUBLED, "div", options) == [first, second]


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        ("<div>one two three</div><span><a>x</a></span>", ["one two three"]),
        ("<p>one two three four <span>five</span></p>", ["one two three four five"]),
        ("<div>one two<form>three</form></div>", ["one two"]),
        ("<a>only</a><a>links</a>", ["onlylinks"]),
        ("<div>one two three four five six</div><p><a>1</a></p>", ["one two three four five six", "1"]),
        ("<script>one</script><div>two three</div>", ["two three"]),
    ],
    ids=["span of links", "short span", "removed", "no text block", "paragraphs are no containers", "script"],
)
def test_kept(page: str, texts: list[str]) -> None:
    assert kept(page) == texts


@pytest.mark.parametrize(
    ("options", "texts"),
    [
        (ContentExtractor(ratio=1.0, min_len=1), ["one two", "three four five six seven eight"]),
        (ContentExtractor(ratio=0.4, min_len=1), ["three four five six seven eight"]),
        (ContentExtractor(min_len=20), ["three four five six seven eight"]),
        (ContentExtractor(ratio=9, min_len=1, min_words=4), ["three four five six seven eight"]),
        (ContentExtractor(ratio=9, min_len=1, removed_tags="a"), ["one", "three four five six seven eight"]),
        (ContentExtractor(container_tags="p"), ["one two", "three four five six seven eight"]),
        (ContentExtractor(min_len=20, ignore_len_tags="div", ratio=9), ["one two", "three four five six seven eight"]),
    ],
)
def test_parameters(options: ContentExtractor, texts: list[str]) -> None:
    assert kept("<div>one <a>two</a></div><div>three four five six seven eight</div>", options) == texts


@pytest.mark.parametrize(
    ("text", "clean", "words"),
    [
        (" a\u00a0b ", "a b", 2),
        ("&amp;nbsp;", "&nbsp;", 1),
        ("x&lt;y &bogus; &#65;&#x42;&#0;", "x<y &bogus; AB&#0;", 3),
        ("0 00 a|b?c!d.e,f", "0 00 a|b?c!d.e,f", 7),
        ("", "", 0),
    ],
)
def test_cleaning_and_words_in_bytes(text: str, clean: str, words: int) -> None:
    measure = MEASURES[False]
    assert measure.clean(text) == clean
    assert measure.words(clean) == words


@EXAMPLES
@given(
    st.lists(
        st.lists(st.text(alphabet=" 0ab.\u00a0à&;lt[", min_size=1, max_size=4), min_size=1, max_size=6), max_size=4
    ),
    st.booleans(),
)
def test_copies_of_a_run_count_as_if_they_were_made(runs, unicode) -> None:
    measure = MEASURES[unicode]
    clean = measure.clean("".join("".join(run) * len(run) for run in runs))
    if "&" not in clean:
        words = [word for word in measure.own_word.findall(clean) if word != "0"]
        assert measure.own_text(runs) == (len(words), len(clean))


@EXAMPLES
@given(PAGES)
def test_higher_limits_never_drop_more(page: str) -> None:
    document = parse(f"<html><body>{page}")
    strict, lax = ContentExtractor(ratio=0.2, min_len=20), ContentExtractor(ratio=2.0, min_len=20, container_tags="")
    assert _content(strict.label(document)) <= _content(lax.label(document))


@EXAMPLES
@given(PAGES)
def test_text_outside_containers_is_never_dropped(page: str) -> None:
    document = parse(f"<html><body>{page}")
    blocks = ContentExtractor(container_tags="", removed_tags="script").label(document)
    assert all(block.is_content for block in blocks)


def _content(blocks) -> set[int]:
    return {node for block in blocks if block.is_content for node in block.nodes}
