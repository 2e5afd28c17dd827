"""Text leaves: what becomes one, and that their numbers are the walker's."""

from __future__ import annotations

import pytest
from lxml import etree

from boilerspider.markup.leaves import leaves
from boilerspider.markup.tree import Document, parse


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>a<b>b</b> c</p>", ["a", "b", " c"]),
        ("<p>a<!-- x -->b<br>c", ["a", "b", "c"]),
        ("<p>\u00a0\n</p>\u2003<p>a", ["a"]),
        ("<title>t</title><p>a<script>s</script><style>s</style><noscript>n</noscript>b", ["a", "b"]),
        ("<p>a<select><option>o</select><textarea>t</textarea><button>b</button>", ["a", "b"]),
        ("<p>a<iframe>i</iframe><video>v<p>w</p></video>b", ["a", "b"]),
        ("<p>a</p></body>\n", ["a"]),
        ("", []),
        ("<frameset><noframes>n</noframes></frameset>", []),
    ],
)
def test_leaves_are_the_visible_texts_of_the_body(page: str, expected: list[str]) -> None:
    assert [leaf.text for leaf in leaves(parse(page))] == expected


def test_their_numbers_are_those_of_the_walker() -> None:
    document = parse("<head><title>t</title></head><body>\n<p>a</p>\n<script>s</script><p>b<i>c</i></p></body>")
    strings = [str(text) for text in document.root.xpath("//text()")]
    assert [strings[leaf.number] for leaf in leaves(document)] == ["a", "b", "c"]


def test_a_tree_without_a_body_has_none() -> None:
    markup = "<html>loose</html>"
    assert leaves(Document(etree.fromstring(markup), markup)) == ()
