"""Advertisements are new on every hit."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from boilerspider.demo import Newspaper
from boilerspider.demo.ads import FEWEST_ADS, GAP, MOST_ADS, advertisement, with_ads
from boilerspider.demo.material import load_press, parse_design

PRESS = load_press()


@pytest.mark.parametrize("gaps", [1, 2, 9])
def test_two_to_four_advertisements_go_into_gaps(gaps):
    press = replace(PRESS, designs={"ads": parse_design("<!-- @only -->\n@\n")})
    pages = [with_ads(GAP.join("x" * (gaps + 1)), "en", press, Random(seed)) for seed in range(60)]
    assert {page.count("@") for page in pages} == set(range(FEWEST_ADS, MOST_ADS + 1)) == {2, 3, 4}
    assert {page.replace("@", "") for page in pages} == {"x" * (gaps + 1)}
    assert all(page.startswith("x") and page.endswith("x") for page in pages)
    assert len(set(pages)) > gaps


@pytest.mark.parametrize("language", sorted(PRESS.words))
def test_most_advertisements_speak_the_language_of_the_page(language):
    blocks = [advertisement(language, PRESS, Random(seed)) for seed in range(100)]
    subjects = [subject[1:] for subject in PRESS.words[language].ads["subjects"]]
    spoken = sum(any(subject in block for subject in subjects) for block in blocks)
    assert 50 < spoken < 100


def test_a_page_without_gaps_stays_as_it_is():
    assert with_ads("<p>x</p>", "en", PRESS, Random(1)) == "<p>x</p>"


def test_wording_tags_and_classes_vary():
    blocks = [advertisement("en", PRESS, Random(seed)) for seed in range(200)]
    assert len(set(blocks)) == len(blocks)
    assert len({re.match(r"<([\w-]+)", block)[1] for block in blocks}) >= 6
    assert len(set(re.findall(r'class="([^"]+)"', "".join(blocks)))) > 50


def test_two_hits_differ_while_the_story_stays(newspaper, get):
    for story in newspaper.stories:
        url = newspaper.urls(story)[0]
        one, two = get(url), get(url)
        assert one.text != two.text
        assert all(one.shows(paragraph) and two.shows(paragraph) for paragraph in story.gold_paragraphs)


def test_some_advertisements_stand_between_paragraphs(newspaper, get):
    story = newspaper.stories[0]
    first, last = story.gold_paragraphs[0], story.gold_paragraphs[-1]
    labels = [words.ads["promises"][-1] for words in PRESS.words.values()]
    openings = [subject for words in PRESS.words.values() for subject in words.ads["subjects"]]
    found = 0
    for _ in range(20):
        text = get(newspaper.urls(story)[0]).tree.text_content()
        body = text[text.index(first) : text.index(last)].lower()
        found += any(phrase.lower() in body for phrase in (*labels, *openings))
    assert found >= 5


def test_a_seed_gives_the_same_advertisements_again(get):
    def hits(seed):
        with Newspaper(seed) as running:
            pages = [get(running.sites[0]).text for _ in range(3)]
            return [re.sub(r"127\.0\.0\.\d:\d+", "", page) for page in pages]

    assert hits(3) == hits(3)
    assert hits(3) != hits(4)
