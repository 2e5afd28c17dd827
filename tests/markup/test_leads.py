"""The picture that a page declares, among those that its story shows."""

from __future__ import annotations

import time

import pytest
from pace import is_quick

from boilerspider.markup.leads import with_lead
from boilerspider.model import Image

LEAD = Image("https://example.org/2026/pier.jpg")

SAME = [
    ("https://e.org/2026/pier.jpg", "https://e.org/2026/pier.jpg?w=900"),
    ("https://e.org/2026/pier.jpg", "https://e.org/2026/pier-1024x600.jpg"),
    ("https://e.org/2026/pier-scaled.jpg", "https://e.org/2026/pier-600x400.webp"),
    ("https://e.org/2026/pier.jpg", "https://e.org/_next/image?url=https%3A%2F%2Fe.org%2F2026%2Fpier.jpg&w=1200&q=75"),
    ("https://e.org/2026/pier.jpg", "https://e.org/_next/image?url=%2F2026%2Fpier.jpg&w=1200&q=75"),
    ("https://e.org/2026/pier.jpg", "https://cuts.org/width=900/https://e.org/2026/pier.jpg"),
    ("https://a.org/1200x630/harbour-fog-2026.jpg", "https://b.org/s615/harbour-fog-2026.jpg"),
    ("https://a.org/x/the-pier-of-ostmark-in-fog.jpg", "https://b.org/y/the-pier-of-ostmark-in-fog.jpg"),
    ("https://a.org/0123456789ab4def/16:9/w_1/pier.jpg", "https://b.org/0123456789ab4def/4:3/w_2/pier.jpg"),
    ("https://a.org/l/4f0c1d2e3b5a6978", "https://b.org/s/4f0c1d2e3b5a6978"),
]
OTHER = [
    ("https://e.org/2026/pier.jpg", "https://e.org/2026/ferry.jpg"),
    ("https://e.org/2026/pier.jpg", "https://e.org/2025/pier.jpg"),
    ("https://e.org/2026/cover-image.jpg", "https://e.org/2025/cover-image.jpg"),
    ("https://e.org/image?id=1", "https://e.org/image?id=2"),
    ("https://e.org/image.php?id=1", "https://e.org/image.php?id=2"),
    ("https://e.org/2026/1200x630.jpg", "https://e.org/2026/600x400.jpg"),
    ("https://[e.org/a.jpg", "https://[e.org/b.jpg"),
]
"""A declared address, and that of a picture of the story."""


@pytest.mark.parametrize(("declared", "shown"), SAME)
def test_one_picture_cut_to_two_sizes_is_one_as_the_page_shows_it(declared: str, shown: str) -> None:
    own = Image(shown, "A pier", "Ada")
    assert with_lead(Image(declared), [Image("https://e.org/first.jpg"), own]) == [
        Image("https://e.org/first.jpg"),
        own,
    ]


@pytest.mark.parametrize(("declared", "shown"), OTHER)
def test_other_pictures_stay_behind_the_declared_one(declared: str, shown: str) -> None:
    assert with_lead(Image(declared), [Image(shown)]) == [Image(declared), Image(shown)]


def test_what_only_the_declaration_says_of_it_stays() -> None:
    shown = [Image(LEAD.url + "?w=900")]
    assert with_lead(Image(LEAD.url, "A pier", "Ada"), shown) == [Image(LEAD.url + "?w=900", "A pier", "Ada")]
    said = [Image(LEAD.url + "?w=900", "In fog")]
    assert with_lead(Image(LEAD.url, "A pier", "Ada"), said) == said


def test_a_page_that_declares_none_or_shows_none() -> None:
    assert with_lead(None, [LEAD]) == [LEAD]
    assert with_lead(LEAD, []) == [LEAD]


@pytest.mark.parametrize("declared", ["https://e.org/2026/pier.jpg", "https://e.org/"])
def test_long_names_take_no_time(declared: str) -> None:
    shown = [Image(f"https://e.org/{number}/{'-100x100' * 240}.jpg.x") for number in range(600)]
    start = time.process_time()
    assert with_lead(Image(declared), shown)[1:] == shown
    assert is_quick(time.process_time() - start, 1)
