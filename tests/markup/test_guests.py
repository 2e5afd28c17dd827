from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest
from pace import is_quick

from boilerspider.extractors import extractor
from boilerspider.markup.guests import guests, lists_apart, with_guests
from boilerspider.markup.tree import parse
from boilerspider.model import Block, BlockType, Label

SENTENCES = [f"The council met on day {number} and spoke at length about the price of bread." for number in range(8)]


def page(body: str, head: str = "") -> str:
    return (
        f'<html><body><main class="page"><h1>Bread</h1>{head}<div class="story__body">{body}</div></main></body></html>'
    )


def told(html: str, about: str = "") -> list[str]:
    """The texts of the guests of a page of which all is kept."""
    document = parse(html)
    blocks = extractor("everything").label(document)
    return [block.text for block in with_guests(document, blocks, about) if block.is_guest]


def story(box: str, paragraph: str = "<p>{}</p>") -> str:
    lines = [paragraph.format(sentence) for sentence in SENTENCES]
    return "".join((*lines[:4], box, *lines[4:]))


@pytest.mark.parametrize(
    "box",
    [
        '<div class="c-71"><p>Buy this</p></div>',
        "<aside><p>Buy this</p></aside>",
        '<ins class="slot"><span>Buy this</span></ins>',
        '<p class="offer"><a href="/x">Buy this</a></p>',
        '<section id="m-4"><ul><li><a href="/x">Buy this</a></li></ul></section>',
        '<div class="a1b2c3">Buy this</div>',
        "<promo-unit><div>Buy this</div></promo-unit>",
    ],
)
def test_what_stands_in_a_box_of_its_own_is_a_guest(box):
    assert told(page(story(box))) == ["Buy this"]


@pytest.mark.parametrize(
    "line",
    [
        "<p>One more paragraph</p>",
        '<p class="correction">One more paragraph</p>',
        "<div>One more paragraph</div>",
        '<h2 class="subhead">What the council said of one more paragraph</h2>',
        "<h2>1 more paragraph</h2>",
        "<ul><li>One more paragraph</li></ul>",
        '<p>One <a href="/x">more</a> paragraph</p>',
    ],
)
def test_a_plain_line_among_paragraphs_is_none(line):
    assert told(page(story(line))) == []


def test_a_heading_of_a_few_words_is_a_guest():
    """With a new section come its paragraphs; without them it is the name of a box."""
    assert told(page(story("<h3>Related topics</h3>"))) == ["Related topics"]
    assert told(page(story("<table><tr><td><h3>Related topics</h3></td></tr></table>"))) == ["Related topics"]
    assert told(page(story(""))) == []


@pytest.mark.parametrize("name", ["相关话题", "あわせて読みたい", "ข่าวที่เกี่ยวข้อง"])
def test_so_is_one_in_a_script_without_spaces(name):
    assert told(page(story(f"<h3>{name}</h3>"))) == [name]


@pytest.mark.parametrize("subhead", ["工程师发现海水冲走了道路下面的石头", "町議会が港の壁を冬の間だけ閉鎖すると決定"])
def test_a_whole_sentence_without_spaces_is_none(subhead):
    assert told(page(story(f"<h3>{subhead}</h3>"))) == []


def test_what_a_form_asks_is_a_guest():
    assert told(page(story("<form><table><tr><td>Your address:</td></tr></table></form>"))) == ["Your address:"]


def test_names_of_hashes_are_told_apart_unless_each_paragraph_has_its_own():
    hashed = '<div class="css-1a">{}</div>'
    assert told(page(story('<div class="css-7b"><p>Buy this</p></div>', hashed))) == ["Buy this"]
    each = "".join(f'<div class="css-{number}">{sentence}</div>' for number, sentence in enumerate(SENTENCES))
    assert told(page(each)) == []


def test_names_that_much_of_the_story_has_are_its_own():
    assert told(page(story("", '<div class="chunk-7" id="p-9"><p class="text">{}</p></div>'))) == []


def test_what_opens_the_story_dressed_as_its_paragraphs_is_its_own_though_it_stands_in_a_box():
    def untitled(body: str) -> str:
        return page(body).replace("<h1>Bread</h1>", "")

    each = '<div class="chunk"><p class="text">{}</p></div>'
    box = f'<div class="teaser">{each.format("Bread is dear.")} <a href="/x">More</a></div>'
    assert told(untitled(box + story("", each))) == ["More"]
    assert told(untitled(box.replace("chunk", "card") + story("", each))) == ["Bread is dear.", "More"]
    assert told(untitled(box.replace("chunk", "text") + story("", each))) == ["Bread is dear.", "More"]
    assert told(untitled(f"<aside>{box}</aside>" + story("", each))) == ["Bread is dear.", "More"]
    assert told(untitled(story(box, each))) == ["Bread is dear.", "More"]


def test_a_lead_that_the_page_is_described_with_is_the_storys():
    html = page(story(""), '<div class="lead"><p>Bread is dear, and the council knows it.</p></div>')
    assert told(html) == ["Bread is dear, and the council knows it."]
    assert told(html, "Bread. Bread is dear, and the council knows it. More inside.") == []


def test_a_long_text_is_no_guest():
    assert told(page(story(f'<div class="more"><p>{"word " * 200}</p></div>'))) == []


@pytest.mark.parametrize(
    ("kind", "score", "is_guest"),
    [
        (BlockType.PARAGRAPH, 0.9, False),
        (BlockType.PARAGRAPH, 0.4, True),
        (BlockType.PARAGRAPH, 1.0, True),
        (BlockType.STANDFIRST, 0.6, False),
        (BlockType.STANDFIRST, 0.3, True),
        (BlockType.TABLE, 0.9, True),
    ],
    ids=["likely", "unlikely", "of a rule, which knows no doubt", "standfirst", "unlikely standfirst", "table"],
)
def test_what_opens_the_story_is_the_storys_though_it_stands_in_a_box(kind, score, is_guest):
    box = '<div class="opening"><p>The price of bread was the talk of the town, <a href="/x">again</a>.</p></div>'
    for html, expected in ((page(box + story("")), is_guest), (page(story(box)), True)):
        document = parse(html)
        blocks = [
            replace(block, type=kind, score=score) if "the talk of" in block.text else block
            for block in extractor("everything").label(document)
        ]
        blocks[0] = replace(blocks[0], type=BlockType.TITLE)
        (found,) = (block for block in with_guests(document, blocks, "") if "the talk of" in block.text)
        assert found.is_guest is expected


def test_no_box_is_one_that_holds_what_is_known_for_none():
    document = parse(page(story('<div class="c-71"><p>A line</p><p>Another line</p></div>')))
    blocks = extractor("everything").label(document)
    (line,) = (place for place, block in enumerate(blocks) if block.text == "A line")
    assert set(guests(document, blocks)) == {line, line + 1}
    assert guests(document, blocks, known={line}) == {}


@pytest.mark.parametrize("paragraph", ['<p class="par">{}</p>', '<div class="text-block"><p>{}</p></div>'])
def test_names_that_the_known_paragraphs_have_are_the_storys(paragraph):
    new = paragraph.format('The price has <a href="/x">risen</a> again.')
    document = parse(page(story(new, paragraph)))
    blocks = extractor("everything").label(document)
    known = {place for place, block in enumerate(blocks) if block.text in SENTENCES}
    assert len(known) == len(SENTENCES)
    assert guests(document, blocks, known=known) == {}


def test_one_block_alone_is_at_home():
    assert told('<html><body><div class="x"><p>All that there is.</p></div></body></html>') == []


def test_whether_a_box_leads_elsewhere():
    html = page(story('<div class="fix"><p>We erred.</p></div><div class="box"><p>Buy</p><a href="/">here</a></div>'))
    document = parse(html)
    blocks = extractor("everything").label(document)
    found = {blocks[place].text: guest for place, guest in guests(document, blocks).items()}
    assert found["We erred."].leads_elsewhere is False
    assert found["Buy"].leads_elsewhere is True


def test_blocks_of_one_box_have_its_number_and_names_of_boxes_have_none():
    box = '<div class="a"><div class="b"><p>Buy</p></div><p>this</p></div><div class="a"><p>Or that</p></div>'
    document = parse(page(story(f"<h3>Of note</h3>{box}")))
    blocks = extractor("everything").label(document)
    found = {blocks[place].text: guest.box for place, guest in guests(document, blocks).items()}
    assert found["Of note"] is None
    assert found["Buy"] == found["this"] != found["Or that"]
    assert document.transcript.elements[found["Or that"]].get("class") == "a"


def test_what_was_not_kept_is_not_looked_at():
    document = parse(page(story('<div class="c"><p>Buy this</p></div>')))
    assert with_guests(document, (), "") == ()
    assert guests(document, [Block("Buy this", extractor("everything").label(document)[0].label)]) == {}


LEAD = "The town argues about the price of bread, and has done so for eight days"


def test_what_stands_beside_the_lead_in_its_box_is_none_and_a_box_in_that_box_is_one():
    head = "<div class='top'><p>{}</p><p>It is said to go on.</p><div class='c-71'><p>Buy this</p></div></div>"
    assert told(page(story(""), head.format(LEAD)), f"Bread {LEAD}.") == ["Buy this"]
    assert told(page(story(""), head.format(LEAD)), "Bread") == [LEAD, "It is said to go on.", "Buy this"]
    assert told(page(story(""), head.format("Bread")), f"Bread {LEAD}.") == ["It is said to go on.", "Buy this"]


def test_a_lead_behind_many_signs_is_one():
    head = "<div class='top'><p>{}</p><p>It is said to go on.</p></div>"
    assert told(page(story(""), head.format("* " * 200 + LEAD)), f"Bread {LEAD}.") == []


CROWD = 30_000
CROWD_S = 2.5
"""Processor seconds; to look for a link in the box for each of its lines takes four times as many."""


def test_a_box_of_many_lines_takes_linear_time():
    long = " ".join(["The town council closed the harbour wall on Tuesday."] * 12)
    lines = "".join(f"<p>{long} {number}</p>" for number in range(CROWD // 8))
    box = "".join(f"<p>Offer {number}</p>" for number in range(CROWD))
    document = parse(f'<main><p><a href="/x">Home of all</a></p>{lines}<div class="promo">{box}</div></main>')
    blocks = extractor("everything").label(document)
    start = time.process_time()
    found = guests(document, blocks)
    assert is_quick(time.process_time() - start, CROWD_S)
    assert len(found) == CROWD
    assert not any(guest.leads_elsewhere for guest in found.values())


def apart(box: str) -> list[str]:
    """The short lines that stand apart in a box that is new in a story."""
    document = parse(page(story(box)))
    blocks = extractor("everything").label(document)
    new = [place for place, block in enumerate(blocks) if block.text not in {"Bread", *SENTENCES}]
    return [blocks[place].text for place in sorted(lists_apart(document, blocks, set(new)))]


@pytest.mark.parametrize(
    ("box", "lines"),
    [
        ("<ul><li>Age: 20</li><li>Size: 6-foot-4</li></ul>", ["Age: 20", "Size: 6-foot-4"]),
        ("<div>Trade</div>", ["Trade"]),
        ("<div>View this post on 1 of 3</div>", ["View this post on 1 of 3"]),
        ("<div><div><p>Site sections:</p><p>Sport</p></div></div>", ["Site sections:", "Sport"]),
        ("<div>日付：今日</div>", ["日付：今日"]),
        ("<ul><li>日付：今日</li><li>天気：雨</li></ul>", ["日付：今日", "天気：雨"]),
        ("<div><p>Is bread dear?</p><p>Yes 45 %</p><p>No 55 %</p></div>", ["Is bread dear?", "Yes 45 %", "No 55 %"]),
        ("<div><p>Is bread dear?</p><p>Yes, it is.</p><p>It has been for years.</p></div>", []),
        ("<div><p>Is bread dear?</p><p>Yes</p></div>", []),
        ("<p>Update at three</p>", []),
        ("<h2>What the baker said</h2>", []),
        ("<ul><li>Age: 20</li><li>He is tall.</li></ul>", []),
        ("<div>He is tall.”</div>", []),
        ("<div>Killed: 12 people, says the police</div>", []),
        ("<div>UPDATE: the prime minister has resigned, her office says</div>", []),
        ("<div>首相は八日、町の橋を訪れ、市長や市民と話した後、来年までに新しい橋を建てると約束した（共同）</div>", []),
        (
            "<div><p>Number one</p><p>首相は八日、町の橋を訪れ、市長と話した後、来年までに新しい橋を建てると約束した（共同）</p></div>",
            [],
        ),
        ("<div>彼は背が高い。</div>", []),
        ("<div>The baker, the miller, the farmer and all of the others of the town who came</div>", []),
    ],
)
def test_lists_of_short_lines_stand_apart(box, lines):
    assert apart(box) == lines


def test_a_line_that_is_added_to_a_list_of_the_story_does_not_stand_apart():
    items = "".join(f"<li>{sentence}</li>" for sentence in SENTENCES)
    document = parse(page(f"<ul>{items}<li>One more thing</li></ul>"))
    blocks = extractor("everything").label(document)
    assert not lists_apart(document, blocks, {len(blocks) - 1})


def test_no_list_stands_apart_where_nothing_is_known_of_the_nodes():
    assert not lists_apart(parse(page("")), [Block("Some text", Label.CONTENT)], {0})


def test_lists_without_end_take_linear_time():
    document = parse(page(story(f"<ul>{'<li>Trade</li>' * 50_000}<li>{'.' * 50_000}a</li></ul>")))
    blocks = extractor("everything").label(document)
    began = time.process_time()
    lists_apart(document, blocks, {place for place, block in enumerate(blocks) if block.text not in SENTENCES})
    assert is_quick(time.process_time() - began, 10)


def test_a_long_box_is_one_though_a_third_of_the_page_stands_in_it() -> None:
    long = " ".join(SENTENCES[0] for _ in range(3))
    box = f'<div class="snippet"><p>{long}</p></div>'
    assert told(page(story(box))) == [long]
    assert told(page(story(f'<div class="snippet"><p>{long}</p><p>{SENTENCES[1]}</p></div>'))) == []


def test_paragraphs_that_have_a_name_of_their_own_each_are_no_guests() -> None:
    names = ("intro", "body", "more", "end")
    lines = "".join(f'<div class="{name}"><p>{text}</p></div>' for name, text in zip(names, SENTENCES, strict=False))
    assert told(page(lines)) == []


def test_leads_that_are_looked_for_in_a_long_description_of_few_letters_take_linear_time() -> None:
    letters = random.Random(1)
    about, *lines = ("".join(letters.choices("ab", k=size)) for size in (30_000, *[30] * 10_000))
    document = parse(page("<p>".join(("", *lines))))
    blocks = extractor("everything").label(document)
    start = time.process_time()
    guests(document, blocks, about)
    assert is_quick(time.process_time() - start, 1)
