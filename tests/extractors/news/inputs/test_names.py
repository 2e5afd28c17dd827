"""The names that a site gives itself, and which blocks say them."""

from __future__ import annotations

import time

import pytest
from pace import is_quick

from boilerspider.extractors.news.inputs.names import MAX_LETTERS, MAX_NAMES, MAX_SEARCHED, names, that_say

HARBOUR = ("HarbourNews",)
ENDLESS_S = 5.0
"""Processor seconds for a page that is made of the letters of its site's names; not cut off, it takes two to three times as long."""


@pytest.mark.parametrize(
    ("said", "address", "found"),
    [
        ("The Harbour News", "", ("TheHarbourNews",)),
        ("L’E\u0301cho du Port", "", ("LÉchoduPort",)),
        ("ＨＡＲＢＯＵＲ", "", ("HARBOUR",)),
        ("港の新聞", "", ("港の新聞",)),
        ("港新聞", "", ("港新聞",)),
        ("पत्तन समाचार", "", ("पत्तनसमाचार",)),
        ("", "https://www.harbour-news.co.uk/wall.html", ("Harbournews",)),
        ("", "https://m.quay.org:8000/", ("Quay",)),
        ("", "https://xn--hfen-loa.example/", ("Häfen",)),
        ("The Quay", "https://thequay.org/", ("TheQuay",)),
        ("BBC", "/wall.html", ()),
        ("2026", "https://192.0.2.1:8000/", ()),
        ("", "http://localhost:8000/", ()),
        ("", "http://[::1", ()),
        ("x" * (MAX_LETTERS + 1), "https://" + "x" * 64 + ".org/", ()),
    ],
)
def test_a_site_has_the_names_that_it_gives_itself(said: str, address: str, found: tuple[str, ...]) -> None:
    assert names([said], [address]) == found


def test_a_site_has_few_names() -> None:
    assert len(names((f"Harbour {number}" for number in range(2 * MAX_NAMES)), [])) == MAX_NAMES


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Read the Harbour News every morning", True),
        ("HARBOUR NEWS", True),
        ("Follow @harbournews", True),
        ("Write to desk@harbour-news.example", True),
        ("See harbournews.example.", True),
        ("»Harbour\u00a0News« has it", True),
        ("The Harbour\u2028News", True),
        ("In the harbour news spread slowly", False),
        ("The Harbour, News of which", False),
        ("TheHarbourNewsroom", False),
        ("PreHarbour News", False),
        ("Harbour Newsroom", False),
        ("News", False),
    ],
)
def test_a_block_says_the_name_as_words_of_their_own(text: str, says: bool) -> None:
    assert that_say(HARBOUR, ["Harbour", "News", text, "Harbour"]).tolist() == [0, 0, says, 0]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("Post", "She left her post in June", False),
        ("Post", "She left the Post in June", True),
        ("post", "More in the post app", True),
        ("El Mundo", "Lo sabe todo el mundo", False),
        ("El Mundo", "Dijo a El Mundo", True),
        ("St. Louis Post-Dispatch", "Follow St. Louis Post-Dispatch", True),
        ("Mail & Quay", "The Mail & Quay has it", True),
        ("L’E\u0301cho", "Lisez L’Écho", True),
        ("L’Écho", "Lisez L’E\u0301cho", True),
        ("Weißer Turm", "Mehr im Weißen Turm", False),
        ("Weißer Turm", "Mehr vom Weißer Turm", True),
        ("Weißer Turm", "WEISSER TURM", True),
        ("Post", "In the last post.Then he left his/post", False),
        ("Post", "Write to desk@post.example", True),
        ("Post", "See www.post.example or news.post", True),
        ("जनपथ", "जानापथ", False),
        ("港の新聞", "「港の新聞」は昨日", True),
        ("港の新聞", "昨日港の新聞は", True),
        ("항구뉴스", "항구뉴스는 어제", True),
        ("पत्तन समाचार", "पढ़ें पत्तन समाचार रोज़", True),
        ("पत्तन समाचार", "पढ़ें पत्तन समाचारी", False),
        ("أخبار الميناء", "تابعوا أخبار الميناء على", True),
    ],
)
def test_names_are_written_as_their_site_writes_them(name: str, text: str, says: bool) -> None:
    assert that_say(names([name], []), [text]).tolist() == [says]


def test_names_are_looked_for_at_the_beginning_of_an_endless_page() -> None:
    assert that_say(HARBOUR, ["Harbour News", "x" * MAX_SEARCHED, "Harbour News"]).tolist() == [1, 0, 0]


def test_a_name_that_is_written_with_a_capital_somewhere_has_one() -> None:
    assert names(["post", "Post"], ["https://post.example/"]) == names(["Post", "post"], []) == ("Post",)


@pytest.mark.parametrize("mark", ["\u0947", "\u0301", "İ", "\u0301\u0323"])
def test_marks_are_searched_in_linear_time(mark: str) -> None:
    found = names([f"Abcd{mark * 30}"[: 4 + 36]], [])
    start = time.process_time()
    that_say(found, [f"abcd{mark * MAX_LETTERS}x"] * 100 + [mark * MAX_SEARCHED])
    assert is_quick(time.process_time() - start, ENDLESS_S)


def test_letters_that_grow_in_the_folding_keep_their_blocks() -> None:
    assert that_say(("Quay",), ["ß" * 1000, "ﬃ" * 1000, "The Quay", "", "quay"]).tolist() == [0, 0, 1, 0, 0]


def test_a_page_made_of_the_letters_of_names_takes_linear_time() -> None:
    found = names(["a" * (MAX_LETTERS - 1) + "b", "A" * MAX_LETTERS], [])
    start = time.process_time()
    that_say(found, ["a " * MAX_SEARCHED] * 40)
    assert is_quick(time.process_time() - start, ENDLESS_S)
