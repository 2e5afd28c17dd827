"""The stories are data that the package carries, parsed as their format says."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime, timedelta, timezone
from importlib.resources import files

import pytest

from boilerspider.demo.material import load_press, load_stories
from boilerspider.demo.stories import Kind, parse_story

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=timezone.utc)
STORIES = load_stories(NOW)

FILE = """\
title: A title: with a colon
authors: Ann Lee; Bo Ek
language: en
site: corran
section: Life
tags: one; two words
age: 90
modified: 30
announced: rss
revision: Old sentence. => New sentence.
description: What it is about.
---
A *first* paragraph with a [link](https://x.example/a).

## A heading

- one
- two *items*

| a | b |
| 1 | 2, 3 |

> Said somebody.

![What it shows.](name.jpg "Who took it")

Old sentence. And the end.
"""


def test_every_part_of_a_file_is_read():
    story = parse_story("en-x", FILE, NOW)
    assert story.title == "A title: with a colon"
    assert story.authors == ("Ann Lee", "Bo Ek")
    assert story.tags == ("one", "two words")
    assert (story.published, story.modified) == (NOW - timedelta(minutes=90), NOW - timedelta(minutes=30))
    assert story.announced == {"rss"}
    assert [passage.kind.name for passage in story.passages] == (
        ["PARAGRAPH", "HEADING", "LIST", "TABLE", "QUOTE", "PICTURE", "PARAGRAPH"]
    )
    assert story.gold_paragraphs == (
        "A first paragraph with a link.",
        "A heading",
        "one",
        "two items",
        "a b",
        "1 2, 3",
        "Said somebody.",
        "Old sentence. And the end.",
    )
    assert story.gold == "\n\n".join(story.gold_paragraphs)
    assert [(p.file, p.caption, p.credit) for p in story.pictures] == [("name.jpg", "What it shows.", "Who took it")]


def test_a_revision_changes_one_sentence_and_the_date_once():
    story = parse_story("en-x", FILE, NOW)
    revised = story.revised(NOW)
    assert revised.gold == story.gold.replace("Old sentence.", "New sentence.")
    assert revised.modified == NOW
    assert revised.revised(NOW + timedelta(hours=1)) is revised


def test_a_story_without_a_revision_stays_itself():
    story = parse_story("en-x", FILE.replace("revision:", "note:"), NOW)
    assert story.revised(NOW) is story


def test_a_passage_that_is_no_picture_has_none():
    with pytest.raises(ValueError, match="not a picture"):
        _ = parse_story("en-x", FILE, NOW).passages[0].picture


def test_there_are_enough_stories_in_each_language():
    languages = Counter(story.language for story in STORIES)
    assert len(STORIES) >= 26
    assert languages["en"] >= 10
    assert min(languages[language] for language in ("es", "de", "fr")) >= 5
    assert len({story.title for story in STORIES}) == len(STORIES)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.id)
def test_each_story_is_a_whole_article(story):
    paragraphs = [passage for passage in story.passages if passage.kind is Kind.PARAGRAPH]
    assert 180 <= len(re.findall(r"\w+", story.gold)) <= 600
    assert 5 <= len(paragraphs) <= 12
    assert 1 <= len(story.authors) <= 3
    assert story.published <= story.modified < NOW
    assert story.tags
    assert story.description
    assert story.section in load_press().words[story.language].sections
    assert story.id.startswith(f"{story.language}-")
    assert story.announced <= {"rss", "atom", "sitemap"}
    assert not re.search(r"[*\[\]|]", story.gold), "a mark of the format was left in the gold text"


def test_every_kind_of_passage_is_used_in_every_paper():
    for paper in load_press().papers:
        used = {passage.kind for story in STORIES if story.site == paper.key for passage in story.passages}
        assert used == set(Kind), paper.key


def test_languages_share_their_labels_and_designs_their_fragments():
    press = load_press()
    assert len({frozenset(words.labels) for words in press.words.values()}) == 1
    assert len({frozenset(words.sections.values()) for words in press.words.values()}) == 1
    assert len({frozenset(press.designs[paper.design].fragments) for paper in press.papers}) == 1
    assert len({paper.design for paper in press.papers}) == len(press.papers) == 3


def test_the_package_carries_its_data():
    root = files("boilerspider.demo")
    for path in ("newspapers.json", "stories/en-harbour-ferry.md", "templates/modern.html", "words/fr.json"):
        assert root.joinpath(path).is_file()
    assert root.joinpath("files/photo.jpg").read_bytes().startswith(b"\xff\xd8\xff")
    assert root.joinpath("files/edition.pdf").read_bytes().startswith(b"%PDF-")
