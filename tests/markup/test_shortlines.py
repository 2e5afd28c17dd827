"""Lines that are hardly more than links, as a crawl meets them again."""

from __future__ import annotations

import pytest

from boilerspider.extractors import extractor
from boilerspider.fingerprints import outline
from boilerspider.markup.guests import with_guests
from boilerspider.markup.tree import parse
from boilerspider.model import Block

SENTENCES = [f"The council met on day {number} and spoke at length about the price of bread." for number in range(8)]
OTHER = '<a href="/2">The mill will be sold by the end of March</a>'
THIRD = '<a href="/3">Who pays for the bridge that nobody crosses</a>'


def read(line: str) -> tuple[Block, ...]:
    """The blocks of a story with a line amid its paragraphs, of which all is kept."""
    lines = [f"<p>{sentence}</p>" for sentence in SENTENCES]
    document = parse(f"<html><body><main>{''.join((*lines[:4], line, *lines[4:]))}</main></body></html>")
    return with_guests(document, extractor("everything").label(document), "")


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


def test_a_story_that_is_a_list_of_links_is_its_own() -> None:
    assert guests(f"<p>{OTHER}</p>" * 12) == 0
    assert not is_same_story(f"<p>{OTHER}</p>" * 12, f"<p>{OTHER}</p>" * 11 + f"<p>{THIRD}</p>")
