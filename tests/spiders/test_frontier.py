from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta, timezone

import pytest

from boilerspider.discovery import Link, LinkKind
from boilerspider.spiders import frontier as module
from boilerspider.spiders.frontier import BARREN_PAGES, Frontier, depth_of, in_turn
from boilerspider.stores import UrlOutcome, Visit

SITE = "https://example.com"
NOW = datetime(2026, 11, 20, tzinfo=timezone.utc)


def listing(path: str) -> Link:
    return Link(SITE + path, LinkKind.LISTING)


def article(path: str) -> Link:
    return Link(SITE + path, LinkKind.ARTICLE)


def test_an_address_is_new_once_however_it_is_spelled() -> None:
    frontier = Frontier(3)
    assert frontier.is_new(f"{SITE}/a?utm_source=x#top")
    frontier.note(f"{SITE}/a")
    assert not frontier.is_new(f"{SITE}/a?utm_source=x#top")
    assert frontier.takes(listing("/b"), 0, 0)
    assert not frontier.takes(listing("/b?fbclid=1"), 0, 0)


@pytest.mark.parametrize(
    ("kind", "depth", "barren", "taken"),
    [
        (LinkKind.LISTING, 2, 0, True),
        (LinkKind.LISTING, 3, 0, False),
        (LinkKind.NEXT_PAGE, 3, 0, True),
        (LinkKind.NEXT_PAGE, 3, BARREN_PAGES - 1, True),
        (LinkKind.NEXT_PAGE, 1, BARREN_PAGES, False),
        (LinkKind.SITEMAP, 9, BARREN_PAGES, True),
        (LinkKind.FEED, 9, BARREN_PAGES, True),
    ],
)
def test_how_deep_and_how_far_a_path_goes(kind: LinkKind, depth: int, barren: int, taken: bool) -> None:
    assert Frontier(3).takes(Link(f"{SITE}/x", kind), depth, barren) is taken


def test_no_trap_is_taken() -> None:
    assert not Frontier(3).takes(listing("/calendar/2026/11/20"), 0, 0)


def test_each_site_has_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_LISTINGS", 2)
    frontier = Frontier(3)
    assert [frontier.takes(listing(f"/{word}"), 0, 0) for word in ("sport", "world", "culture")] == [True, True, False]
    assert frontier.takes(Link("https://example.org/sport", LinkKind.LISTING), 0, 0)
    assert frontier.takes(Link(f"{SITE}/feed", LinkKind.FEED), 0, 0)


def elsewhere(site: str, path: str = "/map.xml") -> Link:
    return Link(f"https://{site}{path}", LinkKind.SITEMAP)


def test_a_site_lends_few_others_and_none_to_another_site() -> None:
    frontier = Frontier(3)
    others = [f"shelf-{number}.net" for number in range(module.MAX_LENT + 2)]
    frontier.lend(f"{SITE}/robots.txt", (f"https://{site}/map.xml" for site in ("example.com", *others)))
    frontier.lend(f"{SITE}/robots.txt", [f"https://{others[-1]}/more.xml", f"https://{others[0]}/more.xml"])
    lent = [site for site in others if frontier.is_lent(elsewhere(site), SITE)]
    assert lent == others[: module.MAX_LENT]
    assert not frontier.is_lent(Link(f"https://{others[0]}/a", LinkKind.ARTICLE), SITE)
    assert not frontier.is_lent(elsewhere(others[0]), "https://example.org/")


def test_what_lies_elsewhere_counts_as_a_sitemap_of_the_site_that_has_it_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_SITEMAPS", 2)
    frontier = Frontier(3)
    assert [frontier.takes(elsewhere("shelf.net", f"/{n}"), 0, 0, SITE) for n in range(3)] == [True, True, False]
    assert not frontier.takes(elsewhere("example.com"), 0, 0)
    assert frontier.takes(elsewhere("shelf.net"), 0, 0)
    assert frontier.takes(elsewhere("shelf.net", "/theirs"), 0, 0, "https://example.org/")


def test_pages_are_barren_until_they_list_what_no_listing_had() -> None:
    frontier = Frontier(3)
    frontier.note(f"{SITE}/a")
    assert frontier.barren([article("/a")], 1) == 0
    assert frontier.barren([article("/a")], 0) == 1
    assert frontier.barren([listing("/b")], 1) == 2
    assert frontier.barren([article("/a"), article("/c")], 2) == 0


def test_the_next_page_lies_as_deep_as_the_first() -> None:
    assert depth_of(listing("/a"), 1) == 2
    assert depth_of(Link(f"{SITE}/a?page=2", LinkKind.NEXT_PAGE), 1) == 1


def test_of_many_sitemaps_the_newest_the_first_and_those_not_read_for_longest_come_by_turns() -> None:
    links = [sitemap(day) for day in range(1, 10)]
    visits = {link.url: visit(link.url, day) for day, link in enumerate(links) if day != 4}
    ordered = in_turn([article("/a"), *links, article("/b")], visits)
    assert (ordered[0], ordered[-1]) == (article("/a"), article("/b"))
    assert ordered[1] == sitemap(9)
    assert {sitemap(1), sitemap(5)} <= set(ordered[2:5])
    assert sorted(map(str, ordered[1:-1])) == sorted(map(str, links))


def test_any_sitemap_may_come_second() -> None:
    links = [sitemap(day) for day in range(1, 6)]
    assert {in_turn(links, {})[1] for _ in range(500)} == {*links[:4]}


def test_what_says_when_it_was_changed_needs_no_day_in_its_address() -> None:
    links = [sitemap(3), dataclasses.replace(sitemap(1), modified=NOW), sitemap(2)]
    assert in_turn(links, {})[0] == links[1]


def sitemap(day: int) -> Link:
    return Link(f"{SITE}/sitemap-2026-11-{day}.xml", LinkKind.SITEMAP, source="sitemap")


def visit(url: str, hours: int) -> Visit:
    return Visit(url, UrlOutcome.SOURCE, NOW + timedelta(hours=hours))
