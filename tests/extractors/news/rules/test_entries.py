"""Which linked headings are those of a story's items."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors.news import News
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.boxes import SURE
from boilerspider.extractors.news.rules.entries import linked_headings
from boilerspider.extractors.news.rules.loose import FEWEST_HEADINGS
from boilerspider.markup.tree import parse

ITEMS = [" ".join(sentences(f"harbour wall {number}", 2)) for number in range(FEWEST_HEADINGS)]
NAMES = [f"Where the wall is thin {number}" for number in range(FEWEST_HEADINGS)]
ITEM = "<h2><a href='/{at}'>{name}</a></h2><p>{text}</p>"


STORY = (
    "The council of the small town met on Tuesday evening to talk about the bridge that has stood over the river for ninety years.",
    "Engineers had warned in the spring that the pillars would not stand another flood, and that repairs could take until the winter.",
    "A new bridge would cost more than the town spends on its schools in a year, the treasurer told the meeting on Tuesday.",
    "Some of the neighbours want a ferry instead, as there was before the war, and collected four hundred signatures for it.",
)
PAGE = "https://example.com/2026/11/20/the-wall"


def items(item: str, names: Sequence[str] = NAMES) -> str:
    rows = enumerate(zip(names, ITEMS * len(names), strict=False))
    return "".join(item.format(at=at, name=name, text=text) for at, (name, text) in rows)


def found(html: str, likely: float = SURE, url: str | None = None, kept: Sequence[str] = ()) -> list[str]:
    """The headings that come back where all paragraphs of the page at this address and these headings are kept, and those of the items are so likely."""
    seen = view(parse(f"<html><body><main>{html}</main></body></html>"))
    assert seen is not None
    keep = np.array([text in ITEMS or text in kept or text.startswith("It is") for text in seen.texts])
    return [seen.texts[place] for place in linked_headings(seen, keep, np.where(keep, likely, 0.3), url)]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (ITEM, NAMES),
        (ITEM.replace("h2", "h1"), NAMES),
        (ITEM.replace("h2", "h4"), NAMES),
        (ITEM.replace("</a></h2>", "</a>.</h2>"), [f"{name}." for name in NAMES]),
        (ITEM.replace("</h2>", "</h2><figure><img src=/x.jpg></figure>"), NAMES),
        (ITEM.replace("<h2>", "<h2 id='{at}'>"), NAMES),
        (ITEM.replace("{name}", "{at}. Day: {name}"), [f"{at}. Day: {name}" for at, name in enumerate(NAMES)]),
        (ITEM.replace("{name}", "See also: {name}"), []),
        (ITEM.replace("{name}", "関連：{name}"), []),
        (ITEM.replace("{name}", "» {name}"), []),
        (ITEM.replace("{name}", "“{name}”"), [f"“{name}”" for name in NAMES]),
        (ITEM.replace("<h2>", "<h2 class=related-link>"), []),
        (ITEM.replace("h2", "p"), []),
        (ITEM.replace("<h2>", "<p><strong>").replace("</h2>", "</strong></p>"), []),
        (ITEM.replace("<h2>", "<h2>Of the sea and the old town: "), []),
        (ITEM.replace("</a>", "</a> | <a href='/x'>Map</a>"), []),
        (ITEM.replace("{name}", "{name} and {name} and {name} and {name}"), []),
        (ITEM.replace("<p>", "<p>Share this</p><p>"), []),
        (f"<article>{ITEM}</article>", []),
        (f"<div><div>{ITEM.replace('</h2>', '</h2></div>')}</div>", []),
    ],
    ids=[
        "headings",
        "of the first rank",
        "of a low rank",
        "with a full stop",
        "a picture below",
        "ids of their own",
        "each with a label",
        "all with one label",
        "the same in Japanese",
        "all with one sign",
        "titles in quotation marks",
        "a name that says so",
        "lines",
        "bold lines",
        "half linked",
        "two links",
        "long ones",
        "of what is left out",
        "in wrappers of their own",
        "in headers of their own",
    ],
)
def test_linked_headings_of_items_come_back(item: str, expected: list[str]) -> None:
    assert found(items(item)) == expected


@pytest.mark.parametrize(
    "names",
    [
        ["12:05 All quiet", "12:31 First waves", "12:47 High water"],
        ["Tag 2, 12:05: All quiet", "Tag 2, 12:31: First waves", "Tag 2, 12:47: High water"],
        ["Tag 2 – All quiet", "Tag 2 – First waves", "Tag 2 – High water"],
        ["+++ 14:05 All quiet +++", "+++ 14:31 First waves +++", "+++ 15:47 High water +++"],
        ["Harbour: Old Mill", "Harbour: Rope Walk", "Island: Gull Rock", "Island: Chapel"],
        ["For families: Old Mill", "For families: Rope Walk", "On foot: Gull Rock"],
        ["Q: Who built it?", "Q: Why is it hollow?", "Q: Who pays?"],
        ["№ 1. Old Mill", "№ 2. Rope Walk", "№ 3. Gull Rock"],
        ["★ Old Mill", "★ Rope Walk", "★ Gull Rock"],
        ["– Old Mill", "– Rope Walk", "– Gull Rock"],
        ["+ Old Mill", "+ Rope Walk", "+ Gull Rock"],
        ["#1 Old Mill", "#2 Rope Walk", "#3 Gull Rock"],
        ["»Old Mill«", "»Rope Walk«", "»Gull Rock«"],
        ["« Old Mill »", "« Rope Walk »", "« Gull Rock »"],
        ["Where to eat", "Where to sleep", "Where to walk"],
        ["Old Mill – harbour", "Rope Walk – harbour", "Gull Rock – island"],
        ["Old Mill (free)", "Rope Walk (free)", "Gull Rock (free)"],
    ],
    ids=lambda names: names[0],
)
def test_items_that_begin_alike_are_items(names: list[str]) -> None:
    assert found(items(ITEM, names)) == names


@pytest.mark.parametrize(
    "form",
    [
        "See also: {name}",
        "See also : {name}",
        "See also | {name}",
        "SEE ALSO — {name}",
        "Смотрите также – {name}",
        "[See also] {name}",
        "（関連記事）{name}",
        "【関連記事】{name}",
        "→ {name}",
        "&gt; {name}",
        "› {name}",
        "\N{WHITE RIGHT POINTING BACKHAND INDEX} {name}",
        "\N{BLACK RIGHT-POINTING TRIANGLE} {name}",
        "• {name}",
    ],
)
def test_what_one_may_read_elsewhere_is_labelled_alike(form: str) -> None:
    assert found(items(ITEM.replace("{name}", form))) == []


def test_a_label_of_most_is_one_of_all() -> None:
    most = ["See also: Old Mill", "See also: Rope Walk", "Gull Rock", "See also: Chapel"]
    assert found(items(ITEM, most)) == []
    assert found(items(ITEM, [*most, "Canal Diner"])) == [*most, "Canal Diner"]


@pytest.mark.parametrize(
    ("url", "link", "is_story"),
    [
        (PAGE, "/2026/11/1{at}/waves", True),
        (PAGE, "https://www.example.com/2025/1/1{at}/waves", True),
        (PAGE, "/news/20261{at}01-waves", True),
        (PAGE, "../1{at}/waves", True),
        (None, "/2026/11/1{at}/waves", True),
        ("https://example.com/harbour/why-the-wall-leans", "/town/what-the-sea-took-{at}", True),
        ("https://example.com/harbour/wall-4711123", "/town/sea-481516{at}", True),
        ("https://example.com/港/なぜ堤防は傾いたのか", "/町/海が奪ったものは何か{at}", True),
        ("https://example.com/story/4711", "/story/48{at}", True),
        ("https://example.com/harbour/why-the-wall-leans", "/what-the-sea-took-{at}", False),
        ("https://example.com/harbour/why-the-wall-leans", "/places/mill-{at}", False),
        ("https://example.com/harbour/wall", "/places/mill-{at}", False),
        (PAGE, "https://example.org/2026/11/1{at}/waves", False),
        (PAGE, "#place-{at}", False),
        (PAGE, "{url}#place-{at}", False),
        (PAGE, "https://[{at}/2026/11/11/waves", False),
        (PAGE, "mailto:{at}@example.com", False),
        (None, "https://example.org/2026/11/1{at}/waves", False),
        ("https://[", "/2026/11/1{at}/waves", False),
    ],
)
def test_titles_that_lead_to_other_stories_are_none(url: str | None, link: str, *, is_story: bool) -> None:
    html = items(ITEM.replace("/{at}", link.replace("{url}", url or "")))
    assert found(html, url=url) == ([] if is_story else NAMES)


@pytest.mark.parametrize(
    "item",
    [
        "<a href='/{at}'><h2>{name}</h2></a><p>{text}</p>",
        "<a href='/{at}'><h2>{name}</h2><p>{text}</p></a>",
        "<h2><a href='/{at}'><b>{name}</b></a></h2><p>{text}</p>",
    ],
    ids=["around it", "around its paragraph, too", "with an element of its own"],
)
def test_where_a_heading_leads_is_seen_wherever_its_link_stands(item: str) -> None:
    assert found(items(item), url=PAGE) == NAMES
    assert found(items(item.replace("/{at}", "/2026/11/1{at}/waves")), url=PAGE) == []


def test_names_of_places_may_lead_to_what_the_paper_has_written_of_them() -> None:
    names = ["Old Mill", "Rope Walk", "Gull Rock", "Canal Diner"]
    story = "/2026/11/1{at}/waves"
    assert found(items(ITEM.replace("/{at}", story), names), url=PAGE) == names
    titles = [f"{name} and what became of it" for name in names]
    html = items(ITEM.replace("/{at}", story), titles)
    assert found(html, url=PAGE) == []
    half = html.replace("/2026/11/11/waves", "https://example.org/").replace("/2026/11/12/waves", "/gull")
    assert found(half, url=PAGE) == titles


def test_headings_of_which_the_networks_keep_more_than_a_few_are_the_storys_wherever_they_lead() -> None:
    names = [
        "The Old Mill on the Hill",
        "The Rope Walk by the Sea",
        "Gull Rock and its Path",
        "The Canal Diner at Noon",
    ]
    html = items(ITEM.replace("/{at}", "/2026/11/1{at}/waves"), names)
    assert found(html, url=PAGE, kept=names[:1]) == []
    assert found(html, url=PAGE, kept=names[:2]) == names[2:]


def test_an_advertisement_below_one_heading_decides_nothing() -> None:
    advert = "<div class=ad><span>Advertisement</span></div>"
    html = items(ITEM)
    assert found(html.replace("</h2>", f"</h2>{advert}", 1)) == NAMES
    assert found(html.replace("</h2>", "</h2><p>Who knows?</p>", 1)) == []


def test_fewer_or_of_several_kinds_do_not() -> None:
    two = items(ITEM).replace(NAMES[0], "", 1)
    assert found(two) == []
    assert found(items(ITEM).replace("<h2>", "<h2 class='more'>", 1)) == []


def test_paragraphs_that_are_hardly_kept_call_none_back() -> None:
    assert found(items(ITEM), SURE - 0.1) == []


def test_a_list_below_the_story_has_an_element_of_its_own() -> None:
    story = f"<p>{'It is so at the harbour, and it was so before. ' * 30}</p>"
    assert found(f"<div>{story}</div><div>{items(ITEM)}</div>") == []
    assert found(f"<div>{story}{items(ITEM)}</div>") == NAMES


def test_a_page_without_any() -> None:
    assert found("<p>It is so.</p>") == []


def test_news_keeps_the_headings_of_places_to_see() -> None:
    places = {
        "The Old Mill": "Its wheel still turns on Sundays, and the miller sells flour in paper bags at the back door.",
        "Gull Rock": "Take the path behind the chapel before noon, for at high water the steps are under the sea.",
        "The Rope Walk": "Three hundred yards of shed, where four sisters make rope as their grandmother did.",
        "Canal Diner": "Pancakes as large as a plate, for those who have walked all morning with a map.",
    }
    body = "".join(
        f"<h2><a href='/{at}'>{name}</a></h2><p>{text}</p>" for at, (name, text) in enumerate(places.items())
    )
    intro = (
        "Winter is the best time to see the town, and our readers told us where they would go on a day without wind."
    )
    html = (
        "<html lang=en><head><title>The four best places to see in winter</title></head><body><main><article>"
        f"<h1>The four best places to see in winter</h1><p>{intro}</p>{body}</article></main></body></html>"
    )
    kept = [block.text for block in News().label(parse(html)) if block.is_content]
    assert [text for text in kept if text in places] == list(places)


def test_news_leaves_out_titles_of_other_stories_by_the_address_of_the_page() -> None:
    titles = [f"Town to {verb} its old ferry" for verb in ("sell", "paint", "mend")]
    rows = zip(titles, STORY[1:], strict=True)
    body = "".join(
        f"<h3><a href='/town/how-the-ferry-went-{at}'>{title}</a></h3><p>{text}</p>"
        for at, (title, text) in enumerate(rows)
    )
    html = (
        "<html lang=en><head><title>Council closes the bridge</title></head><body><main><article>"
        f"<h1>Council closes the bridge</h1><p>{STORY[0]}</p>{body}</article></main></body></html>"
    )

    def kept(url: str) -> list[str]:
        return [block.text for block in News().label(parse(html, url)) if block.is_content and block.text in titles]

    assert kept("https://example.com/harbour/why-the-bridge-is-closed") == []
    assert kept("https://example.com/") == titles
