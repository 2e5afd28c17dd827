from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.markup.blocks import walk
from boilerspider.markup.tree import parse
from boilerspider.markup.units import MAX_WORDS, Unit, units, without


def found(body: str) -> list[Unit]:
    return list(units(parse(f"<html><body>{body}</body></html>")))


def texts(body: str) -> list[str]:
    return [" ".join(unit.words) for unit in found(body)]


class Texts:
    """The text nodes of a document, by their numbers."""

    def __init__(self) -> None:
        self.all: list[str] = []

    def start(self, tag, element):
        pass

    def text(self, string, number):
        self.all.append(string)

    def end(self, tag):
        pass


def nodes(document) -> list[str]:
    cut = Texts()
    walk(document.root, cut)
    return cut.all


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>One two</p><p>Three four</p>", ["one two", "three four"]),
        ("<p>One <b>two</b> <a>three</a></p>", ["one two three"]),
        ("<div><p>One two</p><p>Three</p></div>", ["one two three", "one two", "three"]),
        ("<p>One two</p><ins>Three four</ins><p>Five six</p>", ["one two", "three four", "five six"]),
        (
            "<div>Bare words <p>Para graph</p> <b>bold words</b></div>",
            ["bare words para graph bold words", "para graph"],
        ),
        ("<p>One two</p><nav><p>Home Sport</p></nav><script>var x = 'words'</script>", ["one two"]),
        ("<p>2026, 1 a</p>", []),
        ("", []),
    ],
    ids=["paragraphs", "inline", "nested", "inline-between-blocks", "mixed", "unseen", "no-words", "empty"],
)
def test_what_can_be_taken_out(body, expected):
    assert texts(body) == expected


def test_a_long_run_is_a_unit_and_a_long_box_is_one_without_words():
    paragraph = "<p>" + "Some words. " * MAX_WORDS + "</p>"
    box, first, second = found(f"<div class=x>{paragraph}<p>And more words</p></div>")
    assert (box.words, box.nodes, box.size) == ((), (), 2 * MAX_WORDS + 3)
    assert len(first.words) == first.size == 2 * MAX_WORDS
    assert second.words == ("and", "more", "words")


@pytest.mark.parametrize(
    ("tag", "traits"),
    [
        ("<div class='ad-slot'>", (".ad-slot", "<div(b,p)")),
        ("<div class='ad-slot-12345 css-1ab2'>", (".ad-slot-#", ".css-#", "<div(b,p)")),
        ("<div id='promo_77' class='AD'>", (".ad", ".promo-#", "<div(b,p)")),
        ("<div class='12345 a1b2c3'>", ("<div(b,p)",)),
        ("<div>", ("<div(b,p)",)),
    ],
)
def test_traits_leave_out_what_changes_from_page_to_page(tag, traits):
    assert found(f"{tag}<b>One</b><p>two words</p></div>")[0].traits == traits


def test_a_unit_knows_its_text_nodes_and_where_it_ends():
    document = parse("<body><div><p>One two</p> <p>three <b>four</b></p></div><p>five six</p></body>")
    box, one, three, five = units(document)
    assert [[nodes(document)[n] for n in unit.nodes] for unit in (box, one, three, five)] == [
        ["One two", "three ", "four"],
        ["One two"],
        ["three ", "four"],
        ["five six"],
    ]
    assert box.start < one.start < one.end <= three.start < three.end == box.end <= five.start


def test_what_is_taken_out_leaves_no_trace_and_its_document_alone():
    document = parse("<body><p>One two</p> tail <div class=ad>three <p>four</p></div> between <p>five six</p></body>")
    (ad,) = [unit for unit in units(document) if ".ad" in unit.traits]
    rest, numbers = without(document, [ad])
    assert nodes(rest) == ["One two", " tail ", " between ", "five six"]
    assert [nodes(document)[number] for number in numbers] == nodes(rest)
    assert "three " in nodes(document)


def test_taking_nothing_out_changes_nothing():
    document = parse("<body><!-- note --><p>One two</p><p>three</p></body>")
    rest, numbers = without(document, [])
    assert nodes(rest) == nodes(document)
    assert list(numbers) == list(range(len(nodes(document))))


TAGS = ("p", "div", "b", "a", "ul", "li", "ins", "script", "nav", "br", "table", "td", "h1")


def test_what_follows_a_unit_stays_though_no_element_may_be_given_it():
    document = parse("<ul class=x>AA</ul>\x0c tail")
    rest, _ = without(document, units(document)[:1])
    assert nodes(rest) == ["\x0c tail"]


@given(st.lists(st.one_of(st.sampled_from([*(f"<{t} class=x>" for t in TAGS), *(f"</{t}>" for t in TAGS)]), st.text())))
def test_any_markup(pieces):
    document = parse(f"<html><body>{''.join(pieces)}</body></html>")
    page = units(document)
    all_nodes = nodes(document)
    assert [unit.start for unit in page] == sorted({unit.start for unit in page})
    for unit in page:
        assert unit.start < unit.end
        assert all(not all_nodes[node].isspace() for node in unit.nodes)
        rest, numbers = without(document, [unit])
        assert [all_nodes[number] for number in numbers] == nodes(rest)
        assert not set(unit.nodes) & set(numbers)


def test_a_deep_page_neither_recurses_nor_stalls():
    document = parse("<div class=x>" * 1_900 + "some words" + "</div>" * 1_900)
    assert isinstance(units(document), tuple)
