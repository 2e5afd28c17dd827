"""What must hold for any page: nothing active comes out, no word is lost, both forms agree, nothing raises."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree, html
from security.vectors import VECTORS
from signs import as_digits

from boilerspider.errors import UnreadablePage
from boilerspider.markup.blocks import walk
from boilerspider.markup.render import Rendered, render, to_markdown
from boilerspider.markup.render.links import MAX_REFERENCES, MAX_URL_CHARS, Links
from boilerspider.markup.render.sanitise import ATTRIBUTES, TAGS
from boilerspider.markup.tree import Document, parse
from boilerspider.markup.words import without_breaks

URL = "https://example.org/news/story.html"


def every(document: Document) -> range:
    """The numbers of all its text nodes, and more: as many as there are events, not so many that counting them takes longest."""
    return range(len(document.transcript.events) + 1)


def render_all(page: str, url: str = URL) -> Rendered:
    document = parse(page, url)
    return render(document, every(document))


def assert_safe(fragment: str) -> None:
    for element in html.fragment_fromstring(fragment, create_parent="main").iterdescendants():
        assert element.tag in TAGS
        assert set(element.attrib) <= ATTRIBUTES.get(element.tag, set())
        for name in ("href", "src"):
            assert re.match(r"https?://[^/]|mailto:.", element.get(name, "mailto:x"))


@pytest.mark.parametrize("vector", VECTORS)
@pytest.mark.parametrize(
    "place", ["<p>before</p>{}<p>after</p>", "<figure>{}</figure><p>x", "<ul><li>{}</ul>", "<p>a<b>{}</b>"]
)
def test_nothing_active_comes_out(vector: str, place: str) -> None:
    rendered = render_all(place.format(vector))
    assert_safe(rendered.html)
    assert all(image.url.startswith("https://") for image in rendered.images)


def test_the_check_would_find_what_it_looks_for() -> None:
    for fragment in ("<script>x</script>", "<p onclick=x>x</p>", "<a href='javascript:x'>x</a>"):
        with pytest.raises(AssertionError):
            assert_safe(fragment)


WORDS = st.text("abcdé漢<>&\"'0", min_size=1, max_size=4)
GAPS = st.sampled_from(["", " ", "\n ", "\u00a0"])
CONTAINERS = [
    "div",
    "p",
    "span",
    "b",
    "i",
    "a",
    "em",
    "section",
    "article",
    "ul",
    "ol",
    "li",
    "blockquote",
    "pre",
    "h1",
    "h2",
    "h6",
    "table",
    "thead",
    "tbody",
    "tr",
    "td",
    "th",
    "caption",
    "figure",
    "figcaption",
    "dl",
    "dt",
    "dd",
    "x-tag",
    "form",
    "button",
    "center",
    "sub",
    "sup",
    "code",
    "noscript",
    "header",
    "label",
    "hr",
]
TREES = st.recursive(
    st.builds(
        lambda left, word, right: left + word.replace("&", "&amp;").replace("<", "&lt;") + right, GAPS, WORDS, GAPS
    )
    | st.sampled_from(["<br>", "<br><br>", "<!-- c -->", "<img src=a.jpg alt=x>", " ", "<wbr>"]),
    lambda inner: st.builds(
        lambda tag, children: f"<{tag} href='/x'>{''.join(children)}</{tag}>",
        st.sampled_from(CONTAINERS),
        st.lists(inner, max_size=5),
    ),
    max_leaves=30,
)


def source_text(page: str) -> str:
    """The characters of the page's text nodes, white space aside."""
    strings: list[str] = []

    class Collect:
        def start(self, tag, element) -> None: ...

        def text(self, string, number) -> None:
            strings.append(string)

        def end(self, tag) -> None: ...

    walk(parse(page, URL).root, Collect())
    return "".join("".join(strings).split())


def words_of(fragment: str) -> list[str]:
    """The words of a fragment, with a space for every tag that is not inside a paragraph."""
    inline = [
        "a",
        "abbr",
        "b",
        "cite",
        "code",
        "del",
        "em",
        "i",
        "ins",
        "kbd",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "strong",
        "sub",
        "sup",
        "u",
        "var",
    ]
    tree = html.fragment_fromstring(fragment, create_parent="main")
    for element in tree.iter(etree.Element):
        if element.tag not in inline:
            element.text = f" {element.text or ''}"
            element.tail = f" {element.tail or ''}"
            if len(element):
                element[-1].tail = f"{element[-1].tail or ''} "
            else:
                element.text += " "
    return "".join(tree.itertext()).split()


def is_part(words: list[str], of: list[str]) -> bool:
    """Whether these words stand among others in this order."""
    others = iter(of)
    return all(word in others for word in words)


@pytest.mark.slow
@settings(max_examples=400)
@example("<div><img src=a.jpg alt=x><figcaption>0<form>0</form></figcaption></div>")
@given(TREES)
def test_properties_of_any_tree(tree: str) -> None:
    page = f"<html><body>{tree}</body></html>"
    try:
        rendered = render_all(page)
    except UnreadablePage:
        return
    text = as_digits(rendered.text)
    assert without_breaks("".join(text.split())) == without_breaks(source_text(page))
    assert_safe(rendered.html)
    assert words_of(rendered.html) == text.split()
    assert "\n\n\n" not in rendered.text
    assert rendered.text == rendered.text.strip("\n\t")
    if rendered.html:
        assert render_all(rendered.html).text == rendered.text
    to_markdown(rendered.html)


@settings(max_examples=200)
@given(TREES, st.sets(st.integers(0, 40)))
def test_any_choice_of_nodes_agrees_with_itself(tree: str, nodes: set[int]) -> None:
    rendered = render(parse(f"<html><body>{tree}</body></html>", URL), nodes)
    without_captions = re.sub("<((?:fig)?caption)>.*?</\\1>", " ", rendered.html, flags=re.DOTALL)
    text = as_digits(rendered.text)
    assert is_part(text.split(), words_of(rendered.html))
    assert is_part(words_of(without_captions), text.split())
    assert_safe(rendered.html)


@settings(max_examples=300)
@given(
    st.text(max_size=300)
    | st.lists(st.sampled_from([*VECTORS, "<p>", "</p>", "<table>", "<td>", "</b>", "<b>", "x"])).map("".join)
)
def test_no_page_makes_it_raise(page: str) -> None:
    try:
        document = parse(page, URL)
    except UnreadablePage:
        return
    rendered = render(document, range(1_000))
    assert_safe(rendered.html)
    to_markdown(rendered.html)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["aed", "cleaneval"])
def test_real_pages_agree_with_themselves(name: str, corpus) -> None:
    for record, page in corpus(name, 60):
        document = parse(page, URL)
        rendered = render(document, every(document))
        assert_safe(rendered.html)
        assert [as_digits(word) for word in words_of(rendered.html)] == as_digits(rendered.text).split(), record["id"]
        assert render_all(f"<html>{rendered.html}").text == rendered.text, record["id"]


@pytest.mark.parametrize(
    "host",
    ["example.org:99999", "exa mple.org", "xn--", "xn--.org", "1.2.3.999", "e.5", "user@", ":80", "example.org:a"],
)
def test_what_leads_to_no_host_is_no_link_and_no_picture(host: str) -> None:
    page = f"<p>a <a href='http://{host}/x'>link</a> <a href='//{host}/'>b</a></p><figure><img src='http://{host}/x.jpg'></figure><p>c"
    rendered = render_all(page)
    assert (rendered.html, rendered.images) == ("<p>a link b</p>\n<p>c</p>", ())
    assert render_all("<p><a href=/x>a</a>", f"http://{host}/").html == "<p>a</p>"


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1:8080", "[::1]", "xn--e1afmkfd.org", "é.org", "a_b.example:65535"]
)
def test_what_leads_to_a_host_is_a_link(host: str) -> None:
    assert render_all(f"<p><a href='http://{host}/x'>a</a>").html == f'<p><a href="http://{host}/x">a</a></p>'


def test_a_page_has_so_many_links_and_a_base_of_bounded_length() -> None:
    links = Links("https://example.org/")
    assert all(links.absolute(f"{number}.html") for number in range(MAX_REFERENCES))
    assert not links.absolute("another.html")
    assert links.absolute("0.html") == "https://example.org/0.html"
    assert not Links("https://example.org/" + "a/" * MAX_URL_CHARS).absolute("x.html")
