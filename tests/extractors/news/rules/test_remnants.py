"""Lines that are left of boxes among what was kept."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from loopback import sentences
from pace import is_quick

from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.reading import View, view
from boilerspider.extractors.news.rules.remnants import MOST_LINES, MOST_SUBJECT_LETTERS, remnants
from boilerspider.markup.tree import parse
from boilerspider.model import Block, BlockType, Label

STORY = sentences("harbour wall", 9)
URL = "https://www.example.com/wall"
LINK = '<a href="/other">What else the council decided on Monday night</a>'
BADGE = '<a href="https://badges.example.org/harbour"><img src="/badge.png"></a>'
CALL = "Follow us there every day"


def left_out(box: str, url: str | None = URL, *, keeps_links: bool = False, is_sure: bool = True) -> list[str]:
    """What is left out of a page of which all is kept, or all but links."""
    lines = [f"<p>{text}</p>" for text in STORY]
    document = parse(f"<html><body><main>{''.join(lines[:3])}{box}{''.join(lines[3:])}</main></body></html>", url)
    seen = view(document)
    assert seen is not None
    blocks = [
        replace(block, label=Label.BOILERPLATE) if seen.letters.linked[place] and not keeps_links else block
        for place, block in enumerate(extractor("everything").label(document))
    ]
    assert [block.text for block in blocks] == seen.texts
    return [blocks[place].text for place in remnants(seen, blocks, url, is_sure=is_sure)]


@pytest.mark.parametrize(
    "box",
    [
        f"<p>Read more:<br>{LINK}</p>",
        f"<blockquote><p><strong>Ayrıca okuyun</strong><br>{LINK}</p></blockquote>",
        f"<div><b>関連記事</b><ul><li>{LINK}</li><li>{LINK}</li></ul></div>",
        f"<table><tr><td><b>Editor's picks</b></td></tr><tr><td>{LINK}</td></tr></table>",
    ],
)
def test_the_name_of_links_that_are_gone_goes_with_them(box: str) -> None:
    assert len(left_out(box)) == 1


def with_links_left(box: str, kept: int) -> list[str]:
    """What is left out of a page of which all is kept, and of its links so many."""
    seen, blocks = with_subheads(box)
    links = [place for place in range(len(blocks)) if seen.letters.linked[place]]
    for place in links[kept:]:
        blocks[place] = replace(blocks[place], label=Label.BOILERPLATE)
    return [blocks[place].text for place in remnants(seen, blocks, URL, is_sure=True)]


def test_links_left_of_those_that_are_gone_go_with_their_name() -> None:
    box = f"<p><b>More on this topic</b><br>– {LINK}<br>{LINK}<br>{LINK}</p>"
    assert len(with_links_left(box, kept=1)) == 2
    assert with_links_left(box, kept=2) == []
    assert with_links_left(box.replace(f"<br>{LINK}", "<br>It rained.", 1), kept=1) == []
    assert with_links_left(box.replace("What else the council decided on Monday night", "Walls"), kept=1) == []


@pytest.mark.parametrize(
    "box",
    [
        f"<p>The council wrote this.<br>{LINK}</p>",
        f"<p>The council has decided much on Monday<br>{LINK}</p>",
        f"<div><p>Read more:</p>{LINK}<p>It rained.</p></div>",
        f"<p>Read more:</p><p>{LINK}</p>",
        f"<p>{LINK} Read more</p>",
        f"<div><b>Read more</b>{f'<p>{LINK}</p>' * 20}</div>",
        f"<p>Read more:<br>{LINK}</p>" * (MOST_LINES + 1),
    ],
    ids=[
        "a sentence",
        "too long",
        "more is kept beside it",
        "no element of its own",
        "in the link's line",
        "many links",
        "many names",
    ],
)
def test_what_may_name_something_else_stays(box: str) -> None:
    assert left_out(box) == []


LIST = f"<ul><li>{LINK}</li><li>{LINK}</li></ul>"


@pytest.mark.parametrize("line", ["<p>Read more:</p>", "<h3>Lesen Sie auch:</h3>", "<p><b>関連記事：</b></p>"])
@pytest.mark.parametrize("links", [LIST, f"<div><div>{LIST}</div></div>", f"<ol><li><p>{LINK}</p></li></ol>"])
def test_a_line_that_leads_up_to_a_list_of_links_goes_with_it(line: str, links: str) -> None:
    assert len(left_out(line + links)) == 1


def test_a_bold_line_above_links_that_are_gone_goes_with_them() -> None:
    box = f"<p><b>More on this topic</b></p>{LIST}"
    assert with_links_left(box, kept=0) == ["More on this topic"]
    assert with_links_left(f"{box}<h4>The wall:</h4><ul><li>It rained.</li></ul>", kept=0) == ["More on this topic"]
    assert with_links_left(f"{box}<ul><li>It rained.</li></ul>", kept=0) == []


@pytest.mark.parametrize(
    ("name", "title", "is_out"),
    [
        ("関連記事：", "暖房費がまた上がる理由", True),
        ("相关阅读", "市议会推迟体育场表决", True),
        ("많이 본 기사", "해안에 폭풍 경보 다시 발령", True),
        ("会場：", "みなと公園", False),
    ],
)
def test_titles_of_few_characters_that_say_much_are_titles(name: str, title: str, *, is_out: bool) -> None:
    links = f'<li><a href="/other">{title}</a></li>'
    assert with_links_left(f"<p><b>{name}</b></p><ul>{links * 3}</ul>", kept=0) == ([name] if is_out else [])


@pytest.mark.parametrize("others", ["<h4>The wall</h4>", ""])
def test_a_subhead_heads_what_is_below_the_links(others: str) -> None:
    assert with_links_left(f"<h4>The councils</h4>{LIST}<p>{STORY[0]}</p>{others}", kept=0) == []


def test_so_does_a_bold_line_among_others() -> None:
    wall = "<p><b>The wall</b></p>"
    assert with_links_left(f"<p><b>The councils</b></p>{LIST}<p>{STORY[0]}</p>{wall}", kept=0) == []


@pytest.mark.parametrize(
    "box",
    [
        f"<p>Read more</p>{LIST}",
        f"<p>The council has decided much on that Monday night:</p>{LIST}",
        f"<p>Read more:</p><p>It rained.</p>{LIST}",
        f"<p>Read more:</p><ul><li>It rained.</li><li>{LINK}</li></ul>",
        '<p>Ships from:</p><ul><li><a href="/a">Bergen</a></li><li><a href="/b">Hull</a></li></ul>',
        f"<p>The rules:</p>{LIST}<ul><li>It rained.</li></ul>",
        f"<p>She said:</p>{LIST}<blockquote>It rained.</blockquote>",
        f"<p>Read more:</p>{LIST}" * (MOST_LINES + 1),
    ],
    ids=["no colon", "long", "a line between", "some of it kept", "no titles", "another list", "a quotation", "many"],
)
def test_a_line_that_may_lead_up_to_something_else_stays(box: str) -> None:
    assert left_out(box) == []


@pytest.mark.parametrize("box", [f"<p>{BADGE} {CALL}</p>", f"<div><b>{BADGE}</b><span>{CALL}</span></div>"])
def test_a_call_beside_a_badge_that_leads_elsewhere_goes(box: str) -> None:
    assert left_out(box) == [CALL]
    assert left_out(box, url=None) == []


@pytest.mark.parametrize(
    "box",
    [
        f'<p><a href="/wall.jpg"><img src="/wall.png"></a> {CALL}</p>',
        f'<p><a href="https://img.example.com/wall.jpg"><img src="/wall.png"></a> {CALL}</p>',
        f'<p><a href="https://cdn.example.org/wall.JPG?w=1"><img src="/wall.png"></a> {CALL}</p>',
        f'<p><a href="https://1.blogs.example.org/wall/"><img src="https://2.blogs.example.org/wall.png"></a> {CALL}</p>',
        f"<p>{BADGE} {' '.join(STORY[:3])}</p>",
        f"<p>{BADGE}</p><p>{CALL}</p>",
        f"<p>{BADGE}{CALL}<br>The wall holds</p>",
        f"<p>{BADGE} {CALL}</p>" * (MOST_LINES + 1),
    ],
    ids=[
        "a picture of the site's",
        "of its other host",
        "a picture elsewhere",
        "its page elsewhere",
        "a paragraph",
        "a line of its own",
        "one of several lines",
        "many",
    ],
)
def test_text_beside_pictures_stays(box: str) -> None:
    assert left_out(box) == []


@pytest.mark.parametrize(
    "label",
    [
        "ADVERTISEMENT",
        "- Advertisement -",
        "Story continues below advertisement",
        "ADVERTISEMENT - CONTINUE READING BELOW",
        "Artikel wird nach der Anzeige fortgesetzt",
        "Publicité",
        "Reklam",
        "広告",
        "إعلان",
        "विज्ञापन",
    ],
)
def test_labels_of_advertisements_go(label: str) -> None:
    assert left_out(f"<p>{label}</p>") == [label]


@pytest.mark.parametrize("line", ["Advertisement for a wall", "The Ad", "Advertisement, again and again"])
def test_lines_that_say_more_stay(line: str) -> None:
    assert left_out(f"<p>{line}</p>") == []


def test_a_subject_among_others_stays() -> None:
    assert left_out("<p>Sales</p><p>Advertising</p><p>Grants</p>") == []


@pytest.mark.parametrize(
    "line", ["<h6>Advertisement</h6>", "<p><strong>Story continues below advertisement</strong></p>"]
)
def test_labels_in_the_dress_of_subheads_go(line: str) -> None:
    assert len(subheads_left_out(line)) == 1
    assert len(subheads_left_out(f"{line}<p>{STORY[0]}</p>{line}")) == 2


def test_of_what_is_not_surely_a_story_only_what_says_so_goes() -> None:
    box = f"<p>Read more:<br>{LINK}</p><p>Advertisement</p><p>{CALL} {BADGE}</p>"
    assert left_out(box) == ["Read more:", "Advertisement", CALL]
    assert left_out(box, is_sure=False) == ["Advertisement"]
    assert left_out(f"<p>Read more:</p>{LIST}", is_sure=False) == ["Read more:"]


def test_a_subhead_among_others_stays() -> None:
    assert subheads_left_out("<h3>Advertising</h3>", others="<h3>Sales</h3>") == []
    assert subheads_left_out("<h3>Advertising</h3>", others="<h4>Sales</h4>") == ["Advertising"]


def test_no_part_of_a_story_says_that_it_goes_on_below_an_advertisement() -> None:
    line = "Story continues below advertisement"
    assert subheads_left_out(f"<p><b>{line}</b></p>", others="<p><b>Sales</b></p>") == [line]


def test_a_label_in_a_frame_goes() -> None:
    frame = f"<table><tr><td>Advertisement</td></tr><tr><td>{STORY[0]}<br>{STORY[1]}</td></tr></table>"
    assert typed_left_out(frame, "td", BlockType.TABLE) == ["Advertisement"]
    rows = "<tr><td>Advertising</td><td>9</td></tr>" * 2
    assert typed_left_out(f"<table>{rows}</table>", "td", BlockType.TABLE) == []


@pytest.mark.parametrize("kind", [BlockType.CAPTION, BlockType.LIST_ITEM, BlockType.TABLE])
def test_a_label_goes_whatever_it_is_taken_for(kind: BlockType) -> None:
    line = "Story continues below advertisement"
    assert typed_left_out(f"<div>{line}</div>", "div", kind) == [line]


def test_a_name_for_advertisements_is_a_label_in_a_caption_and_no_item() -> None:
    assert typed_left_out("<div>Advertisement</div>", "div", BlockType.CAPTION) == ["Advertisement"]
    assert typed_left_out("<div>Advertisement</div>", "div", BlockType.LIST_ITEM) == []


def test_a_name_for_advertisements_is_a_label_in_a_quotation_and_below_what_an_item_says() -> None:
    assert typed_left_out("<div>Advertisement</div>", "div", BlockType.QUOTE) == ["Advertisement"]
    item = "<ul><li><p>It has a camera.</p><div>Advertisement</div></li><li><p>It has two.</p></li></ul>"
    assert typed_left_out(item, "div", BlockType.LIST_ITEM) == ["Advertisement"]
    assert typed_left_out("<ul><li><div>Advertising</div><p>It pays.</p></li></ul>", "div", BlockType.LIST_ITEM) == []


def typed_left_out(box: str, tag: str, kind: BlockType) -> list[str]:
    """What is left out of such a page, whose lines right in such elements are of this type."""
    seen, blocks = with_subheads(box)
    for place, home in enumerate(seen.columns.homes.tolist()):
        if seen.elements[home].tag == tag:
            blocks[place] = replace(blocks[place], type=kind)
    return [blocks[place].text for place in remnants(seen, blocks, URL, is_sure=True)]


def test_many_labels_among_many_subheads_take_no_time() -> None:
    seen, blocks = with_subheads(f"<h6>Advertisement</h6><p>{STORY[0]}</p>" * 3_000)
    start = time.process_time()
    assert len(remnants(seen, blocks, URL, is_sure=True)) == 3_000
    assert is_quick(time.process_time() - start, 2)


def subheads_left_out(box: str, others: str = "") -> list[str]:
    """What is left out of such a page."""
    seen, blocks = with_subheads(box, others)
    return [blocks[place].text for place in remnants(seen, blocks, URL, is_sure=True)]


def with_subheads(box: str, others: str = "") -> tuple[View, list[Block]]:
    """A page of which all is kept, and short lines are subheads."""
    lines = [f"<p>{text}</p>" for text in STORY]
    parts = (*lines[:3], box, *lines[3:6], others, *lines[6:])
    document = parse(f"<html><body><main>{''.join(parts)}</main></body></html>", URL)
    seen = view(document)
    assert seen is not None
    blocks: list[Block] = [
        replace(block, type=BlockType.SUBHEAD) if len(block.text) < MOST_SUBJECT_LETTERS else block
        for block in extractor("everything").label(document)
    ]
    return seen, blocks


OFFER = 'Socks that last now cost less. <a href="https://ads.example.org/7">Learn more</a>'


@pytest.mark.parametrize("label", ["Advertisement:", "Anzeige:", "Publicité :", "广告：", "РЕКЛАМА:"])
def test_a_paragraph_that_says_first_that_it_is_an_advertisement_goes(label: str) -> None:
    box = f"<p class=q7>{label} {OFFER}</p>"
    assert [text.partition(" ")[0] for text in left_out(box, keeps_links=True)] == [label.split(maxsplit=1)[0]]
    assert left_out(box, url=None, keeps_links=True) == []


@pytest.mark.parametrize(
    "box",
    [
        f"<p>Advertisement: {OFFER.replace('https://ads.example.org', '')}</p>",
        f"<p>Advertisement: {STORY[0]}</p>",
        f"<p>The advertisement: {OFFER}</p>",
        f"<p>Advertisement {OFFER}</p>",
        f"<p>Advertisement: {STORY[0]}<br>{OFFER}</p>",
    ],
    ids=["leads to the site", "no link", "a sentence", "no colon", "more lines"],
)
def test_what_speaks_of_advertisements_stays(box: str) -> None:
    assert left_out(box, keeps_links=True) == []
