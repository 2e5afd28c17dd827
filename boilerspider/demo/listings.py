"""Pages that lead to stories or to nothing, and are no articles themselves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from html import escape
from random import Random

from boilerspider.demo.frame import Frame, open_frame
from boilerspider.demo.site import DECOYS, Site
from boilerspider.demo.stories import Story

PAGE_SIZE = 2
"""Stories on a page of a listing: few, so that a small paper has a second page."""

FRONT_STORIES = 4


def front_page(site: Site, chance: Random) -> str:
    """The newest stories and, between them, links to pages that only look like articles."""
    frame = open_frame(site, chance)
    decoys = "".join(
        frame.render("teaser", headline=frame.common[decoy], link=site.decoy_path(decoy)) for decoy in DECOYS
    )
    cards = frame.cards(site.stories[:FRONT_STORIES]) + decoys
    older = frame.render("older", link="/latest")
    main = frame.render("listing", heading=escape(site.paper.name), cards=cards, pager=older)
    return frame.page(frame.words.labels["home"], _head(frame, site.paper.name), main)


def listing_page(site: Site, chance: Random, title: str, stories: Sequence[Story], at: tuple[str, int]) -> str:
    """One page of a listing; `at` is its path and the number of the page, counted from 1."""
    frame = open_frame(site, chance)
    path, number = at
    shown = stories[PAGE_SIZE * (number - 1) : PAGE_SIZE * number]
    pager = frame.render("newer", link=f"{path}?page={number - 1}") if number > 1 else ""
    if len(stories) > PAGE_SIZE * number:
        pager += frame.render("older", link=f"{path}?page={number + 1}")
    main = frame.render("listing", heading=escape(title), cards=frame.cards(shown), pager=pager)
    return frame.page(title, _head(frame, title), main)


def notice_page(site: Site, chance: Random, title: str, text: str, links: Sequence[tuple[str, str]] = ()) -> str:
    """A page with a heading, a few sentences and links (text and path)."""
    frame = open_frame(site, chance)
    offers = "".join(frame.render("teaser", headline=escape(headline), link=escape(link)) for headline, link in links)
    main = frame.render("notice", heading=escape(title), text=escape(text), links=offers)
    return frame.page(title, _head(frame, title), main)


def calendar_page(site: Site, chance: Random, day: date) -> str:
    """A day without events that leads to the next one, and so on without end."""
    labels = site.press.words[site.paper.language].labels
    nearby = [day + timedelta(days=days) for days in (1, 7, 31)]
    links = [(f"{other:%d.%m.%Y}", f"/calendar/{other:%Y/%m/%d}") for other in nearby]
    return notice_page(site, chance, f"{labels['calendar']} {day:%d.%m.%Y}", labels["no_events"], links)


def broken_page(site: Site, chance: Random) -> str:
    """A page that ends in the middle of a tag."""
    labels = site.press.words[site.paper.language].labels
    page = notice_page(site, chance, labels["broken"], labels["no_events"])
    end = page.index(labels["no_events"]) + len(labels["no_events"])
    return page[:end] + '<b><i></p></div></td><div class="ticker" data-entries="[{'


def _head(frame: Frame, title: str) -> str:
    return frame.render("index_head", title=escape(title))
