from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.discovery import Link, LinkKind
from boilerspider.discovery.rules import is_endless, is_page, is_service, is_trap, is_vouched, looks_like_listing

SITE = "https://news.example"


@pytest.mark.parametrize(
    "path",
    [
        "/calendar/2026/11/20", "/calendar/2026/11/", "/2026-11-20", "/archiv/20.11.2026.html", "/events/2026/nov/20", "/20261120",
        "/kalender/2026-w47", "/2026/11/20/page/2", "/events?month=11&year=2026", "/termine?datum=2026-11-20", "/x?tribe-bar-date=2026-11",
        "/a/b/a/b/c", "/news/x/news/y/news", "/a/b/c/d/e/f/g/h/i/j/k/l/m", "/x?" + "&".join(f"f{n}=1" for n in range(9)),
        "/x?f=1&f=2&f=3", "/x?q=" + "a" * 2000,
    ],
)  # fmt: skip
def test_traps(path: str) -> None:
    assert is_trap(SITE + path)


@pytest.mark.parametrize(
    "path",
    [
        "/", "/2026/11/20/dam-holds-in-flood", "/dam-holds-in-flood/2026/11", "/2026/11/20/1234567", "/news/2026/05/1234",
        "/article/6a32c048474b4450acf801b7c7d2ea70.html", "/article/TheDaily_2024_05_03.html", "/sport?page=12", "/story?id=5&page=2",
        "/sport/football/sport-news/a", "/2011/11/11/a", "/story-20261120-dam-holds.html", "/news/2609-2/",
    ],
)  # fmt: skip
def test_what_is_no_trap(path: str) -> None:
    assert not is_trap(SITE + path)


@pytest.mark.parametrize(
    "path", ["/briefing/2026/11/27/", "/daily/2026-11-25.html", "/2026/11/27/?p=55", "/read.php?id=1&date=20261127"]
)
def test_days_are_no_spaces_without_end(path: str) -> None:
    assert is_trap(SITE + path)
    assert not is_endless(SITE + path)
    feed, sitemap, link = (Link(SITE + path, LinkKind.ARTICLE, source=source) for source in ("feed", "sitemap", "link"))
    news = Link(SITE + path, LinkKind.ARTICLE, "The dam holds", source="sitemap")
    assert [is_vouched(one) for one in (feed, news, sitemap, link)] == [True, True, False, False]


def test_a_sitemap_vouches_for_what_is_no_day() -> None:
    assert is_vouched(Link(SITE + "/2026/11/20/dam-holds-in-flood", LinkKind.ARTICLE, source="sitemap"))


@pytest.mark.parametrize(
    "path", ["/a/b/a/b/c", "/news/x/news/y/news", "/x?" + "&".join(f"f{n}=1" for n in range(9)), "/x?q=" + "a" * 2000]
)
def test_spaces_without_end(path: str) -> None:
    assert is_endless(SITE + path)


@pytest.mark.parametrize("path", ["/a.pdf", "/photo.JPG?x=1", "/a/feed.xml", "/app.apk"])
def test_files(path: str) -> None:
    assert not is_page(SITE + path)


@pytest.mark.parametrize("path", ["/", "/a", "/a.html", "/a.php?x=b.pdf", "/wait-for-no.1", "/v1.2/a"])
def test_pages(path: str) -> None:
    assert is_page(SITE + path)


@pytest.mark.parametrize(
    "path",
    ["/login", "/user/settings/mail", "/suche/?wort=a", "/a?s=dam", "/a?share=x", "/about.html", "/impressum/", "/tag/dams", "/autor/anna-b/page/2",
     "/a?replytocom=5", "/a/print", "/?s=55", "/a?s=55", "/the-dam-holds-again?s=dam", "/the-dam-holds-again?q=55",
     "/the-dam-holds-again?s=55&share=x", "/share/the-dam-holds-again", "/search/the-dam-holds", "/comments/the-dam-holds-again",
     "/terms-of-use", "/help/terms-and-conditions", "/tag/the-dam-of-all-dams", "/help/cancelling", "/privacy/2026/notice"],
)  # fmt: skip
def test_services(path: str) -> None:
    assert is_service(SITE + path)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/sport",
        "/autoren/anna-b/the-dam-holds-again",
        "/help-arrives-at-the-dam",
        "/checkout/deals/the-best-new-year-sales",
        "/privacy/phone-maker-fined-over-data",
        "/profile/the-minister-who-holds-the-dam.html",
        "/news/help/how-flooded-families-found-a-home",
        "/2026/11/the-dam-holds-again.html?s=55",
        "/a/48151623?S=1&x=2",
    ],
)
def test_what_is_no_service(path: str) -> None:
    assert not is_service(SITE + path)


def test_hosts_of_services() -> None:
    assert is_service("https://login.news.example/a")
    assert not is_service("https://sport.news.example/a")


@pytest.mark.parametrize(
    "path", ["/", "/sport", "/sport/football/", "/world-news/page/2", "/tag/dams", "/体育", "/国际新闻", "/スポーツ/"]
)
def test_addresses_of_listings(path: str) -> None:
    assert looks_like_listing(SITE + path)


@pytest.mark.parametrize(
    "path",
    [
        "/?p=123",
        "/dam-holds",
        "/story/123",
        "/dam.html",
        "/a?id=5",
        "/news/市议会推迟港口新建住房计划",
        f"/news/{quote('央行宣布下调基准利率')}",
    ],
)
def test_addresses_that_may_be_articles(path: str) -> None:
    assert not looks_like_listing(SITE + path)


@given(st.text())
def test_the_trap_rule_survives_any_text(text: str) -> None:
    assert is_trap(text) in {True, False}
    assert is_trap(SITE + "/" + text) in {True, False}


def test_what_is_no_address_is_a_trap() -> None:
    assert is_trap("http://[")
