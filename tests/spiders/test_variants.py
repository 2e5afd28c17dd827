from __future__ import annotations

from boilerspider.discovery import Link, LinkKind
from boilerspider.spiders.variants import MOST_HEADS, Variants

SITE = "https://a.example"


def story(path: str) -> Link:
    return Link(SITE + path, LinkKind.ARTICLE)


def test_an_amp_address_stands_for_the_plain_one() -> None:
    amp = f"{SITE}/news/bridge/amp"
    assert f"{SITE}/news/bridge" in Variants().of([story("/news/bridge/amp")])[amp]


def test_an_amp_address_is_tried_below_what_stories_begin_with() -> None:
    variants, amp = Variants(), story("/amp/bridge")
    assert f"{SITE}/news/bridge" not in variants.of([amp]).get(amp.url, ())
    variants.learn([story("/news/harbour")])
    assert f"{SITE}/news/bridge" in variants.of([amp])[amp.url]


def test_beginnings_that_are_many_say_nothing() -> None:
    variants, amp = Variants(), story("/amp/bridge")
    variants.learn([story(f"/s{number}/harbour") for number in range(MOST_HEADS + 1)])
    assert f"{SITE}/s1/bridge" not in variants.of([amp]).get(amp.url, ())


def test_what_is_no_story_has_no_other_form() -> None:
    assert Variants().of([Link(f"{SITE}/news/bridge/amp", LinkKind.LISTING)]) == {}
