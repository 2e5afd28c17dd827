from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import combinations

import pytest
from evaluation.reports import EVIL, NAMES, report, summary
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.evaluation.report import FEW_FAILURES, to_html
from boilerspider.evaluation.report.diffs import MAX_RUN
from boilerspider.evaluation.report.labels import DOT, Box, place
from boilerspider.evaluation.report.scatter import Point, scatter
from boilerspider.evaluation.tables import Report

NEWS, OLD = report("news"), report("old <b>pages</b>")
VOID = {"meta", "br", "img"}


class Elements(HTMLParser):
    """Every start tag with its attributes, all text, and whether all that opens closes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    def named(self, tag: str, class_: str = "") -> list[dict[str, str | None]]:
        return [a for name, a in self.tags if name == tag and class_ in [*(a.get("class") or "").split(), ""]]


def test_it_holds_all_that_it_shows_and_nothing_of_it_runs():
    html = to_html([NEWS, OLD])
    found = Elements(html)
    assert not found.named("script")
    assert not found.named("img")
    assert not [a for _, attrs in found.tags for a in attrs if a.startswith("on") or a == "src"]
    links = [attrs["href"] for _, attrs in found.tags if "href" in attrs]
    assert links
    assert all(link.startswith("#") for link in links)
    assert "url(" not in html
    assert "@import" not in html
    assert any("default-src 'none'" in (attrs.get("content") or "") for attrs in found.named("meta"))


def test_hostile_texts_are_shown_as_texts():
    found = Elements(to_html([NEWS, OLD]))
    assert f"Title {EVIL}" in found.texts
    assert f"page {EVIL}" in found.texts
    assert "old <b>pages</b>" in found.texts


def test_each_contender_has_a_point_a_bar_on_each_corpus_and_a_row():
    found = Elements(to_html([NEWS, OLD]))
    assert len(found.named("path", "mark")) == 2 * len(NAMES), "a drawing for screens and one for phones"
    assert len(found.named("i", "fill")) == len(found.named("i", "whisker")) == 2 * len(NAMES)
    assert len(found.named("tr", "ours")) == len(found.named("li", "ours")) == 2 * 6
    assert found.texts.count("trafilatura") >= 2 * 3


def test_what_is_not_known_is_not_drawn():
    unknown = replace(NEWS, summaries=(summary("justext", None, 1.0), summary("everything", 0.5, 2.0)))
    found = Elements(to_html([unknown]))
    assert len(found.named("path", "mark")) == 2
    assert "–" in found.texts
    nothing = Report("snippets", "x", 3, (summary("justext", None, 1.0),))
    assert not Elements(to_html([nothing])).named("svg")


def test_failures_are_told_and_then_counted():
    failing = replace(NEWS, summaries=(summary("justext", 0.5, 1.0, *[f"E: <{n}>" for n in range(FEW_FAILURES + 3)]),))
    found = Elements(to_html([failing]))
    assert "page 0: E: <0>" in found.texts
    assert f"page {FEW_FAILURES}: E: <{FEW_FAILURES}>" not in found.texts
    assert "and 3 more" in found.texts


def test_long_rows_of_words_are_shortened():
    html = to_html([NEWS])
    assert html.count("menu ") <= (MAX_RUN + 1) * len(NAMES)
    assert f"[… {200 - MAX_RUN} words …]" in html
    assert "[… 40 words …]" in html, "of sixty agreed words ten stay at each end"


@pytest.mark.parametrize(
    "points",
    [
        [Point("alone", ours=True, ms=5.0, f=0.9)],
        [Point("same", ours=True, ms=5.0, f=1.0), Point("same", ours=False, ms=5.0, f=1.0)],
        [Point("nothing", ours=True, ms=0.0, f=0.0), Point("all", ours=False, ms=10_000.0, f=1.0)],
    ],
)
def test_any_points_can_be_drawn(points):
    drawing = scatter(points, (380, 420))
    Elements(drawing)
    assert "nan" not in drawing
    x = [float(a) for a in re.findall(r'class="mark[^>]* d="M(-?[\d.]+)', drawing)]
    assert len(x) == len(points)
    assert all(0 < value < 380 for value in x)


def test_the_line_of_the_best_leaves_the_beaten_below():
    best, beaten = Point("best", ours=True, ms=2.0, f=0.9), Point("beaten", ours=False, ms=4.0, f=0.8)
    alone, both = (re.search(r'class="frontier" d="([^"]+)"', scatter(p, (400, 400))) for p in ([best], [best, beaten]))
    assert alone
    assert both
    assert both[1].count("V") == alone[1].count("V") == 1, "the beaten adds no step"


place_of_point = st.tuples(st.floats(0, 380), st.floats(0, 420))


@given(st.lists(st.tuples(place_of_point, st.text("abc-", min_size=1, max_size=20)), max_size=25))
def test_no_name_meets_another_or_a_point(given_points):
    points, names = [p for p, _ in given_points], [name for _, name in given_points]
    room = Box(0, 0, 380, 420)
    labels = place(points, names, room)
    boxes = [label.box for label in labels if label is not None]
    assert len(labels) == len(names)
    assert all(room.holds(box) for box in boxes)
    assert not any(one.meets(other) for one, other in combinations(boxes, 2))
    dots = [Box(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in points]
    assert not any(box.meets(dot) for box in boxes for dot in dots)


def test_a_name_with_room_stands_to_the_right_of_its_point():
    (label,) = place([(100, 100)], ["name"], Box(0, 0, 400, 400))
    assert label is not None
    assert (label.anchor, label.led) == ("start", False)
    assert label.box.left > 100


def test_a_point_without_room_goes_without_its_name():
    assert place([(20, 20)], ["a name far too long for this"], Box(0, 0, 40, 40)) == [None]
