"""Which addresses are pages of one story, told from addresses, pagers and canonical links alone."""

from __future__ import annotations

import time

import pytest
from pace import is_quick

from boilerspider.discovery import are_pages, first_addresses, first_page, next_page, numbering
from boilerspider.urls import clean_url

SITE = "https://www.news.example"
STORY = f"{SITE}/2026/11/the-long-road-to-the-new-bridge"


def document(body: str, head: str = "") -> bytes:
    return f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>T</title>{head}</head><body><article><p>Words.</p></article>{body}</body></html>".encode()


PAGER = "<div class='pager'><span>1</span> <a href='{0}'>2</a> <a href='{1}'>3</a></div>"


@pytest.mark.parametrize(
    ("here", "there"),
    [
        (STORY, f"{STORY}/2"),
        (f"{STORY}/", f"{STORY}/2/"),
        (STORY, f"{STORY}?page=2"),
        (f"{STORY}?lang=en", f"{STORY}?lang=en&page=2"),
        (STORY, f"{STORY}/page/2"),
        (STORY, f"{STORY}/seite-2"),
        (f"{STORY}.html", f"{STORY}-2.html"),
        (f"{STORY}.html", f"{STORY}_2.html"),
        (f"{STORY}.html", f"{STORY}-page2.html"),
        (f"{STORY}.html", f"{STORY}.html?seite=2"),
        (f"{STORY}.html", f"{STORY}.html/page/2"),
        (f"{STORY}/1", f"{STORY}/2"),
        (f"{SITE}/2026/11/how-the-post-makes-its-front-page", f"{SITE}/2026/11/how-the-post-makes-its-front-page/2"),
        (f"{SITE}/2026/11/der-blick-auf-die-andere-seite", f"{SITE}/2026/11/der-blick-auf-die-andere-seite/2"),
        (f"{STORY}?page=1", f"{STORY}?page=2"),
        (f"{SITE}/a/größe-und-ende-einer-brücke", f"{SITE}/a/größe-und-ende-einer-brücke/2"),
    ],
)
@pytest.mark.parametrize(
    "markup",
    [
        "<a href='{}'>2</a>",
        "<a rel='next' href='{}'>Next page</a>",
        "<nav><a class='x' href='{}'>Nächste Seite ›</a></nav>",
        "<p>Page 1 of 3 <a href='{}' aria-label='Next page'>→</a></p>",
    ],
)
def test_the_next_page_of_a_story(here: str, there: str, markup: str) -> None:
    found = next_page(document(markup.format(there)), here, 1)
    assert found is not None
    assert are_pages(found, here)
    assert found.endswith(there[len(SITE) :][-2:])


FROM_ZERO = (
    "<li class='pager__item--first'><a href='?page=0' title='Go to first page'>« First</a></li>"
    "<li><a href='?page=0' title='Go to page 1'><span class='visually-hidden'>Page</span> 1</a></li>"
    "<li><a href='?page=1' title='Go to page 2'><span class='visually-hidden'>Page</span> 2</a></li>"
    "<li><a href='?page=2' title='Go to page 3'><span class='visually-hidden'>Page</span> 3</a></li>"
    "<li class='pager__item--last'><a href='?page=2' title='Go to last page'>Last »</a></li>"
)
"""A pager that names all pages."""


@pytest.mark.parametrize(
    ("here", "number", "pager", "expected"),
    [
        (STORY, 1, FROM_ZERO, f"{STORY}?page=1"),
        (f"{STORY}?page=0", 1, FROM_ZERO, f"{STORY}?page=1"),
        (f"{STORY}?page=1", 2, FROM_ZERO, f"{STORY}?page=2"),
        (f"{STORY}?page=2", 3, FROM_ZERO, None),
        (STORY, 1, "1 <a href='?page=1'>2</a> <a href='?page=2'>3</a> <a href='?page=2'>»</a>", f"{STORY}?page=1"),
        (f"{STORY}?page=1", 2, f"<a href='{STORY}'>1</a> 2 <a href='?page=2'>3</a>", f"{STORY}?page=2"),
        (STORY, 1, "<a rel='next' href='?page=1'>Next page</a>", f"{STORY}?page=1"),
        (f"{STORY}?page=1", 2, f"<a rel='prev' href='{STORY}'>‹</a> <a rel='next' href='?page=2'>›</a>", f"{STORY}?page=2"),
        (f"{STORY}?lang=en", 1, "<a href='?lang=en&amp;page=1'>2</a>", f"{STORY}?lang=en&page=1"),
        # counted from one
        (STORY, 1, "<a href='?page=1'>1</a> <a href='?page=2'>2</a> <a href='?page=3'>3</a>", f"{STORY}?page=2"),
        (STORY, 1, "<a rel='prev' href='?page=0'>‹</a> <a href='?page=1'>1</a> <a href='?page=2'>2</a>", f"{STORY}?page=2"),
        (f"{STORY}?page=1", 1, "<a href='?page=1'>1</a> <a href='?page=2'>2</a>", f"{STORY}?page=2"),
        (STORY, 1, "<a href='?page=1'>Read the story</a>", None),
        (STORY, 1, "<a href='?page=1'>1</a>", None),
        (f"{STORY}?page=2", 2, "<a href='?page=1'>1</a> 2", None),
        # the number in a path counts from one
        (STORY, 1, f"<a href='{STORY}/1'>2</a> <a href='{STORY}/2'>3</a>", None),
    ],
)  # fmt: skip
def test_pagers_that_count_from_zero(here: str, number: int, pager: str, expected: str | None) -> None:
    assert next_page(document(pager), here, number) == expected


def test_a_link_in_the_head_leads_on_and_relative_ones_resolve() -> None:
    assert next_page(document("", f"<link rel='next' href='{STORY}/2'>"), STORY, 1) == f"{STORY}/2"
    assert next_page(document("<a href='?page=2'>2</a>"), STORY, 1) == f"{STORY}?page=2"
    assert next_page(document(PAGER.format("/x/2", f"{STORY}/3")), f"{STORY}/2", 2) == f"{STORY}/3"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("", "no link"),
        (f"<link rel='next' href='{SITE}/2026/11/another-story-of-the-day'>", "the next article"),
        (f"<a rel='next' href='{STORY}-2'>An article of the same name →</a>", "the next article, of the same title"),
        (f"<a rel='next' href='{STORY}/3'>3</a>", "a page is left out"),
        (f"<a href='{STORY}/2'>Two more things to know</a>", "nothing says that it is a page"),
        (f"<a rel='next' href='{STORY}/comment-page-2'>2</a>", "comments"),
        (f"<a rel='next' href='{STORY}?cpage=2'>2</a>", "comments"),
        (f"<a rel='next' href='{STORY}?page=2#comments'>2</a>", "comments"),
        (f"<div id='comments'><nav><a rel='next' href='{STORY}?page=2'>2</a></nav></div>", "comments"),
        (f"<section class='post-comments'><a rel='next' href='{STORY}?page=2'>2</a></section>", "comments"),
        (f"<div class='photo-gallery'><a rel='next' href='{STORY}/2'>2</a></div>", "pictures"),
        (f"<a rel='next' href='{STORY}?image=2'>2</a>", "pictures"),
        (f"<a rel='next' href='{STORY}?slide=2'>2</a>", "pictures"),
        (f"<a rel='next nofollow' href='{STORY}?page=2'>2</a>", "asked not to"),
        (f"<a rel='next' href='{STORY}?month=12'>Next</a>", "a calendar"),
        ("<a rel='next' href='https://other.example/2026/11/the-long-road-to-the-new-bridge/2'>2</a>", "another site"),
        ("<a rel='next' href='http://[broken/2'>2</a>", "no address"),
    ],
)
def test_what_is_no_next_page(body: str, why: str) -> None:
    assert next_page(document(body), STORY, 1) is None, why


@pytest.mark.parametrize(
    ("here", "there"), [("/briefing-17", "/briefing-18"), ("/news/17", "/news/18"), ("/a/1234", "/a/1235")]
)
def test_numbered_stories_are_no_pages(here: str, there: str) -> None:
    body = f"<a rel='next' href='{there}'>Next page</a>"
    assert next_page(document(body), SITE + here, 1) is None
    assert first_page(document(f"<a rel='prev' href='{here}'>Previous</a>"), SITE + there, None) is None
    assert first_addresses(SITE + there) == ()


@pytest.mark.parametrize(
    ("here", "number", "there"),
    [
        ("/morning-briefing-of-the-post/2026/11/01", 1, "/morning-briefing-of-the-post/2026/11/02"),
        ("/morning-briefing-of-the-post-2026-11-01", 1, "/morning-briefing-of-the-post-2026-11-02"),
        ("/morning-briefing-of-the-post/2026/01", 1, "/morning-briefing-of-the-post/2026/02"),
        ("/morning-briefing-of-the-post/2026/11", 1, "/morning-briefing-of-the-post/2026/11/2"),
        ("/?p=7", 7, "/?p=8"),
        ("/index.php?page=1", 1, "/index.php?page=2"),
        ("/news.php?p=1", 1, "/news.php?p=2"),
        ("/", 1, "/page/2"),
    ],
)
def test_days_posts_and_front_pages_are_not_numbered_as_pages_are(here: str, number: int, there: str) -> None:
    following = document(f"<a rel='next' href='{there}'>{number + 1}</a>")
    before = document(f"<a href='/'>Home</a><a href='/index.php'>1</a><a rel='prev' href='{here}'>{number}</a>")
    assert next_page(following, SITE + here, number) is None
    for canonical in (None, SITE + there):
        assert first_page(before, SITE + there, canonical) is None
    assert first_addresses(SITE + there, counted=True) == ()


def test_few_links_are_looked_at() -> None:
    links = "".join(f"<a href='/2026/11/the-long-road-to-the-new-bridge/2?x={n}'>2</a>" for n in range(100_000))
    began = time.process_time()
    assert next_page(document(links), STORY, 1) is None
    assert is_quick(time.process_time() - began, 2)


def test_links_to_other_things_do_not_count_among_them() -> None:
    links = "".join(f"<a href='/2026/11/another-story/2?x={n}'>2</a>" for n in range(1_000))
    assert next_page(document(f"{links}<a href='{STORY}/2'>2</a>"), STORY, 1) == f"{STORY}/2"


@pytest.mark.parametrize(
    ("url", "canonical", "body", "expected"),
    [
        (f"{STORY}/2", STORY, "", STORY),
        (f"{STORY}?page=3", f"{STORY}/", "", f"{STORY}/"),
        (f"{STORY}-2.html", f"{STORY}.html", "", f"{STORY}.html"),
        (f"{STORY}?page=2", f"{STORY}?page=3", f"<a href='{STORY}'>1</a> 2", STORY),
        (f"{STORY}/2", None, f"<a href='{STORY}'>1</a> 2 <a href='{STORY}/3'>3</a>", STORY),
        (f"{STORY}/page/2", None, f"<a rel='prev' href='{STORY}'>Back</a>", STORY),
        (f"{SITE}/long-read/2", f"{SITE}/long-read", f"<a href='{SITE}/long-read'>1</a> 2", f"{SITE}/long-read"),
        # counted from zero
        (f"{STORY}?page=1", STORY, FROM_ZERO, STORY),
        (f"{STORY}?page=1", f"{STORY}?page=0", FROM_ZERO, STORY),
        (f"{STORY}?page=1", None, FROM_ZERO, STORY),
        (f"{STORY}?page=2", None, FROM_ZERO, STORY),
        (f"{STORY}?page=1", None, f"<a href='{STORY}'>1</a> 2", STORY),
        (
            f"{STORY}?page=1",
            None,
            f"<a href='{STORY}' title='Go to previous page'>‹ previous</a> <a href='?page=2'>next ›</a>",
            STORY,
        ),
        (f"{STORY}?page=2", None, f"<a href='?page=1'>‹</a> <a href='{STORY}'>1</a> <a href='?page=1'>2</a>", STORY),
        (f"{STORY}?page=0", None, FROM_ZERO, None),
        (f"{STORY}?page=1", f"{STORY}?page=1", FROM_ZERO, None),
        # the first page of those that count from one
        (f"{STORY}?page=1", STORY, "1 <a href='?page=2'>2</a>", None),
        (f"{STORY}?page=1", None, f"<a href='{STORY}'>1</a> <a href='?page=2'>2</a>", None),
        (f"{STORY}?page=1", None, f"<a href='{STORY}'>1</a> <a rel='next' href='?page=2'>Next</a>", None),
        (f"{STORY}?page=1", STORY, f"<a href='{STORY}'>The long road to the new bridge</a>", None),
        # stories of their own
        (f"{STORY}?page=2", f"{STORY}?page=2", f"<a href='{STORY}'>1</a> 2", None),
        (f"{STORY}/2", f"{STORY}/2/", f"<a href='{STORY}'>1</a> 2", None),
        (f"{SITE}/?p=7", None, f"<a href='{SITE}/'>Home</a> <a rel='prev' href='/?p=5'>Previous post</a>", None),
        (f"{SITE}/index.php?page=2", SITE, f"<a href='{SITE}/index.php'>1</a>", None),
        (STORY, None, f"<a href='{STORY}/2'>2</a>", None),
        (f"{STORY}-2", f"{STORY}-2", f"<a rel='prev' href='{STORY}'>The story of the day before</a>", None),
        (f"{SITE}/news/12", f"{SITE}/news", "", None),
        (f"{SITE}/covid-19", None, f"<a href='{SITE}/covid'>All about it</a>", None),
        (f"{STORY}/comment-page-2", None, f"<a href='{STORY}/comment-page-3'>3</a>", None),
    ],
)
def test_the_first_page_of_a_later_one(url: str, canonical: str | None, body: str, expected: str | None) -> None:
    assert first_page(document(body), url, canonical) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (f"{STORY}?page=2", (STORY, f"{STORY}/")),
        (f"{STORY}/page/2/", (STORY, f"{STORY}/")),
        (f"{STORY}/seite-3", (STORY, f"{STORY}/")),
        (f"{STORY}/2", ()),
        (f"{SITE}/world?page=2", ()),
        (f"{SITE}/?p=17", ()),
        (STORY, ()),
        ("no address", ()),
    ],
)
def test_what_an_address_says_by_itself(url: str, expected: tuple[str, ...]) -> None:
    assert first_addresses(url) == expected


def test_a_number_says_so_beside_the_first_page_alone() -> None:
    assert first_addresses(f"{STORY}/2", counted=True) == (STORY, f"{STORY}/")
    assert first_addresses(f"{STORY}-2", counted=True) == ()
    assert first_addresses(f"{SITE}/world/2", counted=True) == ()


def test_an_address_is_read_once_by_however_many_links_it_is_led_to(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(numbering, "clean_url", lambda url: read.append(url) or clean_url(url))
    links = "".join(f"<a href='?of=links&amp;page={n % 50}'>{n}</a>" for n in range(2_000))
    assert first_page(document(links), f"{STORY}?of=links&page=7", None) == f"{STORY}?of=links&page=1"
    assert len(read) < 400


def test_few_numbers_of_one_address_are_tried() -> None:
    many = "&".join(f"page={n}" for n in range(300))
    assert len(numbering.readings(f"{STORY}?{many}")) < 10
