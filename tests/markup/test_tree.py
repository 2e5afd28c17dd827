"""Every input becomes a document whose text survives, or is refused with a reason."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree, html
from pace import is_quick

from boilerspider.errors import UnreadablePage
from boilerspider.markup.refusals import CONTROLS, refuse_binary
from boilerspider.markup.rescue import (
    CROWDED_TAG_BYTES,
    MANY_END_TAGS,
    MAX_ATTRIBUTES,
    MAX_PARSED_DEPTH,
    SMALL_PAGE_BYTES,
)
from boilerspider.markup.tree import MAX_BASE_CHARS, Document, adopt, parse

URL = "https://example.com/news/1.html"


def text_of(document: Document) -> str:
    return "".join(document.root.itertext(etree.Element))


@pytest.mark.parametrize(
    "page", ["", " \n", "<!-- only -->", "<?xml version='1.0'?>", "<!DOCTYPE html>", "<html></html>", "\ufeff"]
)
def test_a_page_of_nothing_is_an_empty_document(page: str) -> None:
    for form in (page, page.encode()):
        document = parse(form, URL)
        assert document.root.tag == "html"
        assert not text_of(document).strip()


NBSP = "\u00a0"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>a</p>", "a"),
        ("text <b>first", "text first"),
        ("<frameset><frame><noframes>a</noframes></frameset>", "a"),
        ("<svg><text>a</text></svg>", "a"),
        ("<?xml version='1.0' encoding='utf-16'?><html xmlns='http://www.w3.org/1999/xhtml'><p>é</p></html>", "é"),
        ("<html><head><meta charset=koi8-r></head><p>é</html>", "é"),
        ("<p>a\x00b\x01c\x0bd\x7fe</p>", "abcde"),
        ("<p>a\x80b\x85c\x9fd\u00a0e</p>", "abcd\u00a0e"),
        (f"<p>{NBSP * 2_000}\x80a</p>", f"{NBSP * 2_000}a"),
        ("<p>a&#27;b&#x9D;c&#0031d&#&#1;27;</p>", "a b c d&# 27;"),
        ("<p>&#128;&#xA0;&#10;&#310;&#x1F600;</p>", "\u20ac\u00a0\n\u0136\U0001f600"),
        ("<p>\ud800a\udfff</p>", "\ufffda\ufffd"),
        ("<p>a\ufffeb\uffffc\ufffd\ufdd0&#65534;d&#xFfff;e&#655350;</p>", "abc\ufffd\ufdd0 d e\U0009fff6"),
        ("<p>\ud83d\ude00</p>", "\U0001f600"),
        ("<![CDATA[x]]><p>a</p>", "a"),
        ("\ufeff<p>a", "a"),
        ("{{ name }}<p>a", "{{ name }}a"),
        ("<html><body><p>a</p></body></html><p>b</p>", "ab"),
        ("<html><body>a</body></HTML ><!-- c --><html><head></head><body>b</body></html>c", "abc"),
        ("<html><head></head></html><body><p>a</p></body>", "a"),
        ("<p>a</p></html><script>'</html>'</script>b", "a''b"),
        ("<html><head><title>a<meta charset=utf-8></head><body><p>b</p></body></html>", "ab"),
        ("<html><head><title>a <b>b</b></title></head><body>c</body></html>", "a <b>b</b>c"),
    ],
)
def test_text_survives(page: str, text: str) -> None:
    document = parse(page)
    assert document.root.tag == "html"
    assert text_of(document) == text


def test_source_is_the_text_that_was_parsed() -> None:
    assert parse("<p>é\x00</p>".encode("cp1252"), encoding="latin1").source == "<p>é</p>"
    assert parse(b"<p>a").encoding == "utf-8"
    assert parse("<p>é".encode("cp1252")).encoding == "windows-1252"


def nested(tag: str, depth: int) -> str:
    return f"<{tag}>word " * depth + f"</{tag}> tail" * depth + "<p>after</p>"


@pytest.mark.parametrize("tag", ["div", "span", "blockquote", "x-tag", "ul", "table", "font"])
@pytest.mark.parametrize("depth", [MAX_PARSED_DEPTH, 3_000, 20_000])
def test_deep_nesting_loses_no_text(tag: str, depth: int) -> None:
    document = parse(nested(tag, depth))
    text = text_of(document)
    assert document.truncated
    assert (text.count("word"), text.count("tail"), text.count("after")) == (depth, depth, 1)


@pytest.mark.parametrize(
    "page",
    [
        "<ul><li>x" * 5_000,
        "<table><tr><td>x" * 5_000,
        "<dl><dd><p>x" * 5_000,
        '<i title=">">x' * 5_000,
        "<p><font>x" * 5_000,
        "<b><p>x" * 5_000,
        "<!-- <div> --><div>x" * 5_000,
        "<td><p>x<li>x<dd>x" * 5_000 + "<div>" * 5_000,
    ],
)
def test_deep_nesting_of_other_kinds_loses_no_text(page: str) -> None:
    assert text_of(parse(page)).count("x") == page.count("x")


def test_ordinary_depth_is_left_alone() -> None:
    document = parse(nested("div", MAX_PARSED_DEPTH - 10))
    assert not document.truncated
    assert sum(1 for _ in document.root.iter("div")) == MAX_PARSED_DEPTH - 10


FILLER = "<p>" + "words " * (SMALL_PAGE_BYTES // 6) + "</p>"
"""Small pages are not looked at for crowded tags."""


@pytest.mark.parametrize("value", ["'x y'", '">"', "1", "'<b>'", "x/y", "''"])
def test_a_tag_with_too_many_attributes_is_cut(value: str) -> None:
    attributes = " ".join(f"a{number}={value}" for number in range(5 * MAX_ATTRIBUTES))
    document = parse(f"{FILLER}<p>before</p><div {attributes}>inside</div><p>after</p>")
    (div,) = document.root.iter("div")
    assert document.truncated
    assert len(div.attrib) == MAX_ATTRIBUTES
    assert text_of(document).endswith("beforeinsideafter")


def test_the_attributes_behind_many_equal_signs_are_cut_too() -> None:
    page = f"{FILLER}<p {'a= ' * 9_000}{' '.join(f'b{number}=1' for number in range(9_000))}>inside</p><p>after</p>"
    document = parse(page)
    assert max(len(p.attrib) for p in document.root.iter("p")) <= MAX_ATTRIBUTES
    assert text_of(document).endswith("insideafter")


@pytest.mark.parametrize("page", ["<div>" * 100 + "x</p></b></div>" * MANY_END_TAGS, "<b>x</b>" * MANY_END_TAGS])
def test_end_tags_that_close_nothing_are_dropped_and_the_others_kept(page: str) -> None:
    document = parse(page + "<i>last</i> one")
    assert text_of(document) == "x" * MANY_END_TAGS + "last one"
    assert [i.tail for i in document.root.iter("i")] == [" one"]
    assert not document.truncated


LONG = 5 * CROWDED_TAG_BYTES


@pytest.mark.parametrize(
    "page",
    [
        "<img src='data:image/png;base64," + "A/+ b" * LONG + "'><p>a",
        "<p>" + "many words " * LONG + "</p>",
        "<div style='" + "color: red; " * LONG + "'>a</div>",
        "<p it's>" + "many words " * LONG + "isn't</p>",
        "<script>if (a <b) c = 'x" + "d = 'e; " * LONG + "</script><p>a",
    ],
)
def test_what_is_no_crowded_tag_stays(page: str) -> None:
    document = parse(FILLER + page)
    attributes = [value for element in document.root.iter() for value in element.attrib.values()]
    assert not document.truncated
    assert len(text_of(document)) + sum(map(len, attributes)) > len(FILLER) + 4 * LONG


HOSTILE_S = 20.0
"""Processor seconds, several times what the slowest needs."""


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: "<p " + " ".join(f"a{number}=1" for number in range(500_000)) + ">x", id="attributes"),
        pytest.param(
            lambda: "<p " + " ".join(f'a{number}=">"' for number in range(500_000)) + ">x", id="attributes with >"
        ),
        pytest.param(
            lambda: "<p " + " ".join(f"a{number}=1" for number in range(50_000)) + ">x", id="attributes of a small page"
        ),
        pytest.param(lambda: "<div>" * 300_000, id="divs"),
        pytest.param(lambda: "<a<b" * 200_000, id="no tag ends"),
        pytest.param(lambda: "<!--" * 400_000, id="comments"),
        pytest.param(lambda: "<script>" * 300_000, id="scripts"),
        pytest.param(lambda: "&" * 3_000_000 + "<p>", id="ampersands"),
        pytest.param(lambda: "<p>" + "&lt;" * 1_000_000, id="references"),
        pytest.param(lambda: "x" * 5_000_000 + "<p>", id="one word"),
        pytest.param(lambda: "<a href='" * 200_000, id="quotes"),
        pytest.param(lambda: "</p>" * 500_000, id="ends"),
        pytest.param(lambda: "<div>" * 2_000 + "</p></b>" * 245_000, id="ends on a deep tree"),
        pytest.param(lambda: "<p>x</p><a " + "= " * 4_000_000, id="equal signs"),
        pytest.param(lambda: f"<img src='data:,{'A/+b' * 2_200}'>" * 1_000, id="pictures in the page"),
        pytest.param(lambda: "[" * 2_000_000 + "<p>", id="brackets"),
    ],
)
def test_hostile_pages_take_linear_time(make: Callable[[], str]) -> None:
    page = make()
    start = time.process_time()
    with contextlib.suppress(UnreadablePage):
        parse(page)
    assert is_quick(time.process_time() - start, HOSTILE_S)


PIECES = (
    *("<p>", "</p>", "<div ", "<html>", "<body>", "</body>", "<!--", "-->", "<?", "<![CDATA[", "&#0;", "&#xd800;", ">"),
    *(
        "<script>",
        "</script>",
        "<frameset>",
        "<svg>",
        "<title>",
        "<base href=//[>",
        "\x00",
        "\ud800",
        "<select>",
        "'",
        '"',
    ),
)
MARKUP = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=30).map("".join)


@given(st.one_of(MARKUP, MARKUP.map(lambda page: page.encode("utf-8", "surrogatepass")), st.binary(max_size=200)))
def test_any_input_gives_a_document_or_a_reason(page: bytes | str) -> None:
    try:
        document = parse(page, URL)
    except UnreadablePage as error:
        assert error.reason == "not_html"
        return
    assert document.root.tag == "html"
    assert document.base_url
    assert not set(CONTROLS) & set(document.source.encode())


@pytest.mark.parametrize("chance", [b"<\0\x9c", b"\0<\x9c", b"<\0b\x9c", b"\x9c\0<b"])
def test_compressed_data_is_no_text_in_which_each_sign_is_wide(chance: bytes) -> None:
    data = random.Random(1).randbytes(4000) + chance
    with pytest.raises(UnreadablePage, match="binary file"):
        parse(data, URL)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_wide_page_without_a_mark_of_its_bytes_is_text(encoding: str) -> None:
    refuse_binary(f"<!DOCTYPE html><p>{'丁上下' * 500}</p>".encode(encoding), URL)
    refuse_binary(f"{'丁上下' * 200}<p>".encode(encoding), URL)


@pytest.mark.parametrize(
    ("head", "base"),
    [
        ("", URL),
        ("<base href='/other/'>", "https://example.com/other/"),
        ("<base target=_top><base href='https://a.example/'><base href='https://b.example/'>", "https://a.example/"),
        ("<base href='  img/ '>", "https://example.com/news/img/"),
        ("<base href=''>", URL),
        (f"<base href='/{'a/' * MAX_BASE_CHARS}'><base href='/b/'>", "https://example.com/b/"),
        ("<base href='http://[bad'>", URL),
    ],
)
def test_base_url(head: str, base: str) -> None:
    assert parse(head + "<p>a", URL).base_url == base


def test_base_url_of_a_page_without_one() -> None:
    assert parse("<p>a").base_url is None
    assert parse("<base href='https://a.example/x/'><p>a").base_url == "https://a.example/x/"


def test_the_tree_of_an_ordinary_page_is_adopted_as_it_is() -> None:
    page = "<html><p>é"
    root = html.document_fromstring(page)
    document = adopt(root, page, page.encode("cp1252"), URL, encoding="windows-1252")
    assert document is not None
    assert (document.root, document.source, document.url, document.encoding) == (root, page, URL, "windows-1252")


def test_what_is_no_html_tree_is_not_adopted() -> None:
    page = "<html><p>b</p></html>"
    assert adopt(etree.fromstring("<feed>a</feed>"), page, page.encode()) is None


SHADOWED = "<html><body><x-story><template {}><p>a</p></template></x-story><template><p>b</p></template></body></html>"


@pytest.mark.parametrize(
    "mode",
    ["shadowrootmode=open", "shadowRootMode=OPEN", "data-x='a>b' shadowrootmode=open", 'shadowroot="closed" class=x'],
)
def test_a_template_that_a_browser_shows_is_an_element(mode: str) -> None:
    page = SHADOWED.format(mode)
    document = parse(page)
    shadow, hidden = document.root.iterdescendants("div", "template")
    assert (shadow.tag, hidden.tag) == ("div", "template")
    theirs = html.document_fromstring(page)
    assert adopt(theirs, page, page.encode()) is None
    assert next(theirs.iter("div"), None) is None, "the tree is somebody else's"


@pytest.mark.parametrize("sign", ["&#27;", "\x85", "\ufffe", "&#xFFFF;"])
def test_no_tree_is_adopted_that_holds_what_no_feed_can(sign: str) -> None:
    page = "<html><body><p>a{}b</p></body></html>"
    assert adopt(html.document_fromstring(page), page, page.encode()) is not None
    page = page.format(sign)
    assert adopt(html.document_fromstring(page), page, page.encode()) is None


def test_a_template_of_no_mode_is_none() -> None:
    assert not list(parse(SHADOWED.format("shadowrootmode=none")).root.iter("div"))


@pytest.mark.parametrize("page", ["<html><p>a</p></html><p>b</p>", "<html><title>a<body><p>b</p></body>"])
def test_a_tree_that_was_mistaken_is_not_adopted(page: str) -> None:
    mistaken = etree.fromstring(page, parser=etree.HTMLParser())
    assert adopt(mistaken, page, page.encode()) is None
    assert text_of(parse(page)) == "ab"


def test_a_tree_that_was_cut_is_not_adopted() -> None:
    page = f"<html>{nested('div', 3_000)}"
    cut = html.document_fromstring(page, parser=html.HTMLParser(huge_tree=True))
    assert "after" not in "".join(cut.itertext())
    assert adopt(cut, page, page.encode()) is None


def test_what_is_found_on_a_page_is_found_once() -> None:
    asked = []

    def tags(document: Document) -> list[str]:
        asked.append(document)
        return [element.tag for element in document.root.iter()]

    one, other = parse("<p>a</p>"), parse("<p>a</p>")
    assert one.once(tags) is one.once(tags)
    assert other.once(tags) == one.once(tags)
    assert asked == [one, other]
