from __future__ import annotations

from boilerspider.discovery import Link, LinkKind
from boilerspider.spiders.forms import MOST_HEADS, Forms

SITE = "https://a.example"


def story(path: str) -> Link:
    return Link(SITE + path, LinkKind.ARTICLE)


def test_an_amp_address_stands_for_the_plain_one() -> None:
    amp = f"{SITE}/news/bridge/amp"
    assert f"{SITE}/news/bridge" in Forms().plain([story("/news/bridge/amp")])[amp]


def test_an_amp_address_is_tried_below_what_stories_begin_with() -> None:
    forms, amp = Forms(), story("/amp/bridge")
    assert f"{SITE}/news/bridge" not in forms.plain([amp]).get(amp.url, ())
    forms.learn([story("/news/harbour")])
    assert f"{SITE}/news/bridge" in forms.plain([amp])[amp.url]


def test_beginnings_that_are_many_say_nothing() -> None:
    forms, amp = Forms(), story("/amp/bridge")
    forms.learn([story(f"/s{number}/harbour") for number in range(MOST_HEADS + 1)])
    assert f"{SITE}/s1/bridge" not in forms.plain([amp]).get(amp.url, ())


def test_what_is_no_story_has_no_other_form() -> None:
    assert Forms().plain([Link(f"{SITE}/news/bridge/amp", LinkKind.LISTING)]) == {}
