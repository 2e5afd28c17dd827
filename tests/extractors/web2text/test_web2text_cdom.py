"""The collapsed DOM: what merges, where lines break, links, forms and places, on pages made by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boilerspider.errors import UnreadablePage
from boilerspider.extractors.web2text.cdom import Node, Tree, collapse
from boilerspider.markup.leaves import leaves
from boilerspider.markup.tree import parse

EXAMPLE = (
    "<body>\n<h1>Header &amp; more</h1>\n<p>Paragraph with an <i>Italic</i> section.</p>\n"
    '<ul><li><a href="x">One</a></li><li><a href="y">Two  words</a></li></ul>\n</body>'
)


def tree(page: str) -> Tree:
    return collapse(parse(page).transcript)


def tags(node: Node) -> str:
    return "/".join(str(element.tag) for element in reversed(node.elements))


def breaks(page: str) -> list[str]:
    """Of each leaf, whether a line breaks before and after it."""
    return [("y" if leaf.before else "n") + ("y" if leaf.after else "n") for leaf in tree(page).leaves]


def test_the_worked_example() -> None:
    found = tree(EXAMPLE)
    assert [tags(leaf) for leaf in found.leaves] == ["h1", "", "i", "", "li/a", "li/a"]
    assert [tags(node) for node in found.inner] == ["p", "ul", "body"]
    assert breaks(EXAMPLE) == ["yy", "yn", "nn", "ny", "yy", "yy"]
    ends = [(11, 28), (37, 55), (58, 64), (68, 77), (102, 105), (130, 140)]
    assert found.middles == pytest.approx([((start + end) / 2 - 11) / 129 for start, end in ends])
    assert [tags(node) for node in found.common] == ["body", "p", "p", "body", "ul"]


def test_one_leaf_is_the_root() -> None:
    found = tree("<body><p>One two.</p></body>")
    assert (found.inner, found.common, tags(found.root)) == ((), (), "body/p")


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<div>a<br>b</div>", ["yy", "yy"]),
        ("<p>a</p>b<p>c</p>", ["yy", "yy", "yy"]),
        ("<p>a</p> <i>b</i> <p>c</p>", ["yy", "nn", "yy"]),
        ("<p>a</p><i>b</i><p>c</p>", ["yy", "yy", "yy"]),
        ("<p>a</p><!-- x --><i>b</i><!-- x --><p>c</p>", ["yy", "nn", "yy"]),
        ("<p>a</p><!-- x -->b<!-- x --><p>c</p>", ["yy", "nn", "yy"]),
        ("<p>a</p><!-- x --> b<p>c</p>", ["yy", "ny", "yy"]),
        ("a<script>x</script><p>b</p>", ["yn", "yy"]),
        ("<div><span><p>Alpha one.</p></span><em>beta</em><br>x</div>", ["yn", "ny", "yy"]),
        ("<span><p>a</p></span><b>c</b>", ["yn", "ny"]),
        ("<div><i>a</i><i>b</i></div>c", ["yn", "ny", "yy"]),
    ],
)
def test_breaks(page: str, expected: list[str]) -> None:
    assert breaks(f"<body>{page}</body>") == expected


@pytest.mark.parametrize(
    ("page", "links"),
    [
        ("<div><a>abc</a>d</div>", 3),
        ("<a><b>abc</b>d</a>", 4),
        ("<a><div>abc</div></a>d", 3),
        ("<div><a><i>a</i>bc</a></div>d", 3),
        ("abc<i>d</i>", 0),
    ],
)
def test_characters_in_links(page: str, links: int) -> None:
    assert tree(f"<body>{page}</body>").root.links == links


@pytest.mark.parametrize(
    ("page", "form"),
    [
        ("<form>a<input>b</form>", True),
        ("<form>a<b>c</b></form><input>", False),
        ("<form><input>a</form>", False),
    ],
)
def test_an_input_makes_a_form(page: str, form: bool) -> None:
    found = tree(f"<body>{page}</body>")
    assert found.inner[0].form is form if found.inner else form is False


def test_leaves_are_those_that_the_metric_counts() -> None:
    for page in (EXAMPLE, "<p>a<select><option>o</select><noscript>n</noscript>b<video>v</video>", "<title>t</title>x"):
        document = parse(page)
        assert [leaf.number for leaf in collapse(document.transcript).leaves] == [
            leaf.number for leaf in leaves(document)
        ]


TAGS = st.sampled_from(
    ["div", "p", "b", "a", "br", "input", "ul", "li", "table", "td", "script", "!-- x --", "/div", "/p"]
)
PAGES = st.lists(st.one_of(TAGS.map("<{}>".format), st.text(alphabet="ab .1\u00a0", max_size=4))).map("".join)


@settings(deadline=None)
@given(PAGES)
def test_any_page_collapses(page: str) -> None:
    try:
        document = parse(page)
    except UnreadablePage:
        return
    found = collapse(document.transcript)
    assert [leaf.number for leaf in found.leaves] == [leaf.number for leaf in leaves(document)]
    assert all(len(node.children) > 1 for node in found.inner)
    assert len(found.common) == max(0, len(found.leaves) - 1)
    for node in found.inner:
        assert node.chars == sum(leaf.chars for leaf in found.leaves[node.first : node.last + 1])
        assert node.links <= node.chars
        assert all(child.depth == node.depth + 1 for child in node.children)
    assert all(0 <= middle <= 1 for middle in found.middles)
