"""Lines that are hardly more than links, as a crawl meets them again."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from boilerspider.extractors import extractor
from boilerspider.fingerprints import outline
from boilerspider.markup.guests import with_guests
from boilerspider.markup.tree import parse
from boilerspider.model import Block, BlockType

SENTENCES = [f"The council met on day {number} and spoke at length about the price of bread." for number in range(8)]
TYPES = {"td": BlockType.TABLE, "li": BlockType.LIST_ITEM, "blockquote": BlockType.QUOTE}
OTHER = '<a href="/2">The mill will be sold by the end of March</a>'
THIRD = '<a href="/3">Who pays for the bridge that nobody crosses</a>'


def read(line: str) -> tuple[Block, ...]:
    """The blocks of a story with a line amid its paragraphs, of which all is kept; those in tables, lists and quotations are told as such."""
    lines = [f"<p>{sentence}</p>" for sentence in SENTENCES]
    document = parse(f"<html><body><main>{''.join((*lines[:4], line, *lines[4:]))}</main></body></html>")
    told = re.sub(r"</?a\b[^>]*>", "", line)
    blocks = extractor("everything").label(document)
    typed = [
        replace(block, type=next((TYPES[tag] for tag in TYPES if f"<{tag}>{block.text}" in told), block.type))
        for block in blocks
    ]
    return with_guests(document, typed, "")


def guests(line: str) -> int:
    return sum(block.is_guest for block in read(line))


def is_same_story(now: str, before: str) -> bool:
    return outline(read(now), "everything").is_story_of(outline(read(before), "everything"))


@pytest.mark.parametrize(
    "line",
    [
        f"<p>Read also: {OTHER}</p>",
        f"<p>Lesen Sie auch<br>{OTHER}</p>",
        f"<p><b>More on this:</b><br>– {OTHER}<br>– {OTHER}</p>",
        f"<ul><li>{OTHER}</li><li>{OTHER}</li></ul>",
    ],
)
def test_a_line_of_a_link_comes_changes_and_goes_without_a_revision(line: str) -> None:
    assert guests(line) == line.count("<br>") + 1 if "<br>" in line else line.count("<a")
    assert is_same_story(line.replace(OTHER, THIRD), line)
    assert is_same_story(line, "")
    assert is_same_story("", line)


@pytest.mark.parametrize(
    "line",
    [
        "<p>The mill will be sold by the end of March</p>",
        f"<p>The miller says that nobody has told him so far: {OTHER}, he has read</p>",
        f"<p>{OTHER.replace('March', 'March, ' + SENTENCES[0] * 3)}</p>",
    ],
    ids=["no link", "a sentence with a link", "a paragraph that is a link"],
)
def test_what_says_more_is_the_storys(line: str) -> None:
    assert guests(line) == 0
    assert not is_same_story("", line)


def test_a_sentence_above_a_line_of_a_link_is_the_storys() -> None:
    assert guests(f"<p>Bread is dear.</p><p>{OTHER}</p>") == 1
    assert guests(f"<p>See also</p><p>{OTHER}</p>") == 2


@pytest.mark.parametrize(
    "line",
    [
        "<p>死亡人数升至27人</p>",
        "<p>市长安娜宣布她下周三将辞去职务</p>",
        "<p>Final score: 3 to 2</p>",
        "<p>Число погибших: 27</p>",
        "<ul><li>Closed: Park Street</li></ul>",
        "<blockquote>We shall never give up</blockquote>",
    ],
)
def test_short_lines_that_say_something_of_the_story_are_no_names_above_a_link(line: str) -> None:
    assert guests(f"{line}<p>{OTHER}</p>") == 1
    assert not is_same_story(f"{line}<p>{OTHER}</p>", f"<p>{OTHER}</p>")


def test_the_rows_of_a_table_lead_to_what_they_are_about() -> None:
    names = ("Anna Holm", "Peter Lund", "Maria Voss", "Eva Strand", "Jon Dahl")
    rows = [f"<tr><td><a href=/{rank}>{name}</a></td><td>{rank + 11}</td></tr>" for rank, name in enumerate(names)]
    results = f"<table>{''.join(rows)}</table>"
    assert guests(results) == 0
    assert not is_same_story(results.replace("13", "48"), results)
    assert not is_same_story(results.replace("Maria Voss", "Kim Ruud"), results)


def test_a_story_that_is_a_list_of_links_is_its_own() -> None:
    assert guests(f"<p>{OTHER}</p>" * 12) == 0
    assert not is_same_story(f"<p>{OTHER}</p>" * 12, f"<p>{OTHER}</p>" * 11 + f"<p>{THIRD}</p>")
