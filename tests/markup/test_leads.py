"""The picture that a page declares, among those that its story shows."""

from __future__ import annotations

import time

import pytest
from kept import URL
from pace import is_quick

from boilerspider.markup.leads import with_lead
from boilerspider.markup.render.declared import MAX_ADDRESSES, MAX_ELEMENTS
from boilerspider.markup.tree import parse
from boilerspider.model import Image

LEAD = Image("https://example.org/2026/pier.jpg")
CUT = Image("https://example.org/2026/pier-600x400.jpg", "A pier", "Ada")
EMPTY = parse("<p>No pictures.")


def test_the_declared_picture_is_the_one_that_the_story_shows_cut_to_another_size() -> None:
    first = Image("https://example.org/first.jpg")
    assert with_lead(LEAD, [first, CUT], EMPTY) == [first, CUT]


def test_other_pictures_stay_behind_the_declared_one() -> None:
    other = Image("https://example.org/2026/ferry.jpg")
    assert with_lead(LEAD, [other], EMPTY) == [LEAD, other]


def test_what_only_the_declaration_says_of_it_stays() -> None:
    shown = [Image(LEAD.url + "?w=900")]
    assert with_lead(Image(LEAD.url, "A pier", "Ada"), shown, EMPTY) == [Image(LEAD.url + "?w=900", "A pier", "Ada")]
    said = [Image(LEAD.url + "?w=900", "In fog")]
    assert with_lead(Image(LEAD.url, "A pier", "Ada"), said, EMPTY) == said


def test_a_page_that_declares_none_or_shows_none() -> None:
    assert with_lead(None, [LEAD], EMPTY) == [LEAD]
    assert with_lead(LEAD, [], EMPTY) == [LEAD]


CAPTION = "<figcaption>In fog. <span class=credit>Ada</span></figcaption>"
FERRY = "<figure><img src=/2026/ferry.jpg><figcaption>A ferry.</figcaption></figure>"
SAID = [
    (f"<figure><img src=/2026/pier.jpg>{CAPTION}</figure>", "In fog.", "Ada"),
    (f"<figure><a href=/2026/pier-full.jpg><img src=/2026/pier.jpg></a>{CAPTION}</figure>", "In fog.", "Ada"),
    (f"<figure><img src=/2026/ferry.jpg>{CAPTION}</figure>", "", ""),
    (f"<figure><img src=/2026/pier.jpg></figure><figure><img src=/2026/pier.jpg>{CAPTION}</figure>", "In fog.", "Ada"),
    (f"<figure><img src=data:,x data-src=/2026/pier-1024x600.jpg>{CAPTION}</figure>", "In fog.", "Ada"),
    (f"<figure><picture><source srcset='/2026/pier.webp 2x'><img></picture>{CAPTION}</figure>", "In fog.", "Ada"),
    ("<div><img src=/2026/pier.jpg><p class=wp-caption-text>In fog. (Ada/AFP)</p></div>", "In fog.", "Ada/AFP"),
    (f"<img src=/2026/pier.jpg><p class=caption>In fog.</p>{'<p>It is open.</p>' * MAX_ELEMENTS}", "In fog.", ""),
    ("<div><div><img src=/2026/pier.jpg></div><div class=photo-credit>Ada</div></div>", "", "Ada"),
    (f"<figure><a href=/other><img src=/2026/pier.jpg></a>{CAPTION}</figure>", "", ""),
    (f"<a href=/other><figure><img src=/2026/pier.jpg>{CAPTION}</figure></a>", "", ""),
    (
        f"<figure>{FERRY}<figure><img src=/2026/pier.jpg>{CAPTION}</figure></figure>",
        "In fog.",
        "Ada",
    ),
    (f"<figure><img src=/2026/pier.jpg>{CAPTION}{'<i></i>' * MAX_ELEMENTS}</figure>", "", ""),
]
"""What shows the declared picture, or another, far above the text, and what is said of that."""


@pytest.mark.parametrize(("markup", "caption", "credit"), SAID)
def test_what_the_page_says_below_it_is_said_of_it(markup: str, caption: str, credit: str) -> None:
    page = parse(f"<body>{markup}<p>The pier is open again.</p>", URL)
    assert with_lead(LEAD, [], page) == [Image(LEAD.url, caption, credit)]
    shown = Image(LEAD.url + "?w=900")
    assert with_lead(LEAD, [shown], page) == [Image(shown.url, caption, credit)]


ALBUM = "https://example.org/albums/3f2a9c1e-77b0-4d21-9a10-5e6f7a8b9c0d"
MARK = "mark=https%3A%2F%2Fexample.org%2Fwatermark-logo-2023.png"
OTHERS = [
    (f"{ALBUM}/001.jpg", f"{ALBUM}/002.jpg"),
    ("https://example.org/2026/05/police-car-lights-1.jpg", "https://example.org/2021/01/police-car-lights-1.jpg"),
    ("https://example.org/a/77/images/chart.png", "https://example.org/a/12/images/chart.png"),
    ("https://example.org/picture.jpg?id=11", "https://example.org/picture.jpg?id=22"),
    ("https://example.org/semifinal-2x1.jpg", "https://example.org/semifinal-3x1.jpg"),
    ("https://example.org/budget-2024x2025.jpg", "https://example.org/budget-2023x2024.jpg"),
    ("https://example.org/wetterkarte-2026.jpg", "https://example.org/wetterkarte-2026_05_06.jpg"),
    (f"https://example.org/bridge.jpg?{MARK}", f"https://example.org/rent.jpg?{MARK}"),
    ("https://a.example.org/x/police-car-lights-1.jpg", "https://a.example.org/y/police-car-lights-1.jpg"),
]
"""What is declared, and another picture of the page that has a caption."""


@pytest.mark.parametrize(("declared", "other"), OTHERS)
def test_what_is_said_of_another_picture_is_not_said_of_it(declared: str, other: str) -> None:
    page = parse(f"<figure><img src={other}>{CAPTION}</figure><p>The pier is open again.</p>", URL)
    assert with_lead(Image(declared), [], page) == [Image(declared)]


@pytest.mark.parametrize(("declared", "other"), OTHERS[:-1])
def test_another_picture_takes_its_place_in_no_list(declared: str, other: str) -> None:
    shown = Image(other, "In fog.", "Ada")
    assert with_lead(Image(declared), [shown], EMPTY) == [Image(declared), shown]


def test_where_the_page_shows_the_very_address_nothing_else_is_asked() -> None:
    cut = f"<figure><img src=/2026/pier-600x400.jpg>{CAPTION}</figure>"
    page = parse(f"{cut}<figure><img src=/2026/pier.jpg></figure><p>The pier is open again.</p>", URL)
    assert with_lead(LEAD, [], page) == [LEAD]
    assert with_lead(LEAD, [], parse(cut, URL)) == [Image(LEAD.url, "In fog.", "Ada")]


def test_what_is_declared_of_it_comes_first() -> None:
    page = parse(f"<figure><img src=/2026/pier.jpg>{CAPTION}</figure>", URL)
    declared = Image(LEAD.url, "A pier")
    assert with_lead(declared, [], page) == [declared]
    assert with_lead(LEAD, [CUT], page) == [CUT]


MANY = [
    "<figure><img src=/2026/pier-{}.jpg></figure>",
    f"<figure><img src=/2026/pier.jpg>{'<b>' * 30}{'</b>' * 30}</figure>",
    "<div><img src=/{}/pier.jpg>",
]


@pytest.mark.parametrize("markup", MANY)
def test_many_pictures_take_no_time(markup: str) -> None:
    page = parse("".join(markup.format(number) for number in range(100 * MAX_ADDRESSES)), URL)
    page.transcript  # noqa: B018 - written by who read the page
    start = time.process_time()
    assert with_lead(LEAD, [], page) == [LEAD]
    assert is_quick(time.process_time() - start, 0.5)
