"""Tables and lists of what shops offer amid a story."""

from __future__ import annotations

import time

import pytest
from loopback import sentences
from pace import is_quick

from boilerspider import extract
from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.offers import MOST_LISTS, offers
from boilerspider.markup.tree import parse

STORY = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(8)]
URL = "https://www.example.com/wall"
THINGS = ("Cordless drill", "Espresso machine", "Leather armchair")
PRICES = (
    "€ 129,99",
    "129,99 €",
    "$129",
    "1 299 kr",
    "CHF 129",
    "12 900円",
    "899,00 zł",
    "￥1,299",
    "₦ 12,000",
    "1 999 ₸",
    "৳ 1,200",
    "Rs. 499",
    "Rp 129.000",
    "1 299 грн",
    "9,99 Euro",
)
HALLS = ("Saint Olaf", "Old Market", "Blue Door", "Town Hall", "Corn Exchange", "Museum")
SHOP = "https://shop.example.org/d?c=7"


def table(price: str = PRICES[0], href: str = SHOP, things: tuple[str, ...] = THINGS) -> str:
    rows = (
        f"<tr><td><img src=/1.jpg></td><td>{thing}</td><td>{price}</td><td><a href='{href}'>Buy</a></td></tr>"
        for thing in things
    )
    return f"<table>{''.join(rows)}</table>"


def listed(price: str = PRICES[0], tag: str = "ul", things: tuple[str, ...] = THINGS) -> str:
    items = (f"<li><a href='{SHOP}'>{thing}</a> – {price}</li>" for thing in things)
    return f"<{tag}>{''.join(items)}</{tag}>"


def left_out(box: str, story: str = "", url: str | None = URL) -> list[str]:
    """What is left out of a page of which all is kept."""
    lines = [f"<p>{text}</p>" for text in (*STORY, story)]
    document = parse(f"<html><body><main>{''.join((*lines[:4], box, *lines[4:]))}</main></body></html>", url)
    seen = view(document)
    assert seen is not None
    blocks = extractor("everything").label(document)
    return [blocks[place].text for place in offers(seen, blocks, url)]


@pytest.mark.parametrize("price", PRICES)
def test_a_table_of_offers_goes_whatever_they_are_paid_in(price: str) -> None:
    assert left_out(table(price)) == [said for thing in THINGS for said in (thing, price, "Buy")]


@pytest.mark.parametrize("tag", ["ul", "ol"])
def test_a_list_of_offers_goes(tag: str) -> None:
    assert left_out(listed(tag=tag)) == [f"{thing} – {PRICES[0]}" for thing in THINGS]


def test_a_table_of_offers_goes_from_the_text_of_a_page() -> None:
    lines = [f"<p>{text}</p>" for text in STORY]
    page = "<html><body><article><h1>The harbour wall</h1>{}</article></body></html>"
    with_box = page.format("".join((*lines[:4], table(), *lines[4:])))
    assert extract(with_box.encode(), URL).text == extract(page.format("".join(lines)).encode(), URL).text


def test_prices_of_what_the_story_speaks_of_stay() -> None:
    review = "This cordless drill is as loud as an espresso machine. A leather armchair is not."
    assert left_out(table(), review) == []
    assert left_out(listed(), review) == []
    assert left_out(table(), "I have a drill.") != []


@pytest.mark.parametrize(
    ("box", "url"),
    [
        (table(href="/prices/7"), URL),
        (table(href="https://shop.example.com/7"), URL),
        (table(price="7 per cent"), URL),
        (table(price="BMJ 2020;369"), URL),
        (table(things=THINGS[:1]), URL),
        (table(), None),
        (f"<p><a href='{SHOP}'>{THINGS[0]}</a> {PRICES[0]}</p>" * 2, URL),
        (table() * (MOST_LISTS + 1), URL),
        (f"<table><tr><td>{table()}</td></tr><tr><td>{STORY[0]}</td></tr></table>".replace(SHOP, "/7"), URL),
        (listed().replace(f"<li><a href='{SHOP}'>", "<li><a>", 2), URL),
    ],
    ids=[
        "no links elsewhere",
        "links to the own site",
        "no prices",
        "a journal's year",
        "one row",
        "a page of which the site is not known",
        "paragraphs",
        "many tables",
        "a table around one",
        "links in few items",
    ],
)
def test_what_may_be_the_storys_stays(box: str, url: str | None) -> None:
    assert left_out(box, url=url) == []


@pytest.mark.parametrize("price", ["15 €", "£9.99", "199元"])
def test_an_overview_of_what_costs_something_is_made_of_its_list(price: str) -> None:
    events = (f"{hour} o'clock: choir of the seamen's mission in {hall}" for hour in range(4, 8) for hall in HALLS)
    assert left_out(listed(price, things=tuple(events))) == []
    assert left_out(listed(price, things=HALLS)) != []


def test_results_of_a_poll_and_quotes_of_shares_stay() -> None:
    poll = "<ul><li>Yes, everywhere 45 %</li><li>Near schools alone 20 %</li><li>No 35 %</li></ul>"
    shares = "<table><tr><td>Northern Rail</td><td>€ 12.50</td></tr><tr><td>Ferries</td><td>€ 9</td></tr></table>"
    assert left_out(f"<h3>Lower the speed limit?</h3>{poll}{shares}") == []


def test_what_is_said_beside_a_table_of_offers_stays() -> None:
    header = "<tr><th>What</th><th>Price</th></tr>"
    assert left_out(table().replace("<table>", f"<table>{header}"))[:3] == ["What", "Price", THINGS[0]]
    other = table(href="/7", things=("Sailing boat", "Wooden ladder"))
    assert left_out(table() + other) == left_out(table())


def test_tables_within_tables_take_no_time() -> None:
    page = f"{'<table><tr><td>' * 300}{table()}{'</td></tr></table>' * 300}"
    start = time.process_time()
    assert left_out(page + "<table></table>" * 3_000) != []
    assert is_quick(time.process_time() - start, 2)
