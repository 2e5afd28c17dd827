"""Article pages: the story is all there, in a design of its own, amid the mess of a real page."""

from __future__ import annotations

import json
import re
from datetime import datetime

import pytest

from boilerspider.demo import Newspaper
from boilerspider.demo.material import load_press

PRESS = load_press()


def own_page(newspaper, get, *, site, language=None, amp=False):
    story = next(
        story
        for story in newspaper.stories
        if story.site == site and (language is None or story.language == language) and (story.amp or not amp)
    )
    return story, get(newspaper.urls(story)[0])


def test_every_page_of_every_story_shows_its_gold_text_in_order(newspaper, get):
    for story in newspaper.stories:
        for url in newspaper.urls(story):
            got = get(url)
            at = [got.squeezed.find("".join(paragraph.split())) for paragraph in story.gold_paragraphs]
            assert got.status == 200
            assert min(at) > 0, url
            assert at[0] < at[-1], url
            assert all(got.shows(picture.caption) and got.shows(picture.credit) for picture in story.pictures), url
            assert "<!--gap-->" not in got.text
            assert "$" not in re.sub(r"<script.*?</script>", "", got.text, flags=re.DOTALL)


@pytest.mark.parametrize("paper", PRESS.papers, ids=lambda paper: paper.key)
def test_every_page_carries_the_mess_of_a_real_one(newspaper, get, paper):
    for story in newspaper.stories:
        if story.site != paper.key:
            continue
        got, words = get(newspaper.urls(story)[0]), PRESS.words[story.language]
        for label in ("cookie_text", "newsletter_text", "legal", "share", "most_read", "read_also", "related"):
            assert got.shows(words.labels[label]), label
        assert all(got.shows(name) for name, _ in words.columnists)
        assert sum(got.shows(text) for _, text in words.comments) >= 2
        assert got.tree.xpath("//script") and got.tree.xpath("//style")
        assert re.search(r"metrics\.example/[^>]+", got.text), "a tracking pixel"
        assert any("/private/" in link for link in got.links)
        assert f"/section/{words.sections[story.section]}" in got.text, "breadcrumb"


@pytest.mark.parametrize("paper", PRESS.papers, ids=lambda paper: paper.key)
def test_boxes_stand_between_paragraphs(newspaper, get, paper):
    story, got = own_page(newspaper, get, site=paper.key)
    labels = PRESS.words[story.language].labels
    text = got.tree.text_content()
    first, last = (story.gold_paragraphs[place].split(". ")[0][:40] for place in (0, -1))
    body = text[text.index(first) : text.index(last)]
    assert all(labels[box] in body for box in ("related", "newsletter_text", "read_also"))


def test_the_modern_design_tells_all_in_a_graph(newspaper, get):
    story, got = own_page(newspaper, get, site="corran")
    data = json.loads(got.tree.xpath('string(//script[@type="application/ld+json"])'))
    article = next(node for node in data["@graph"] if node["@type"] == "NewsArticle")
    assert article["headline"] == story.title
    assert [author["name"] for author in article["author"]] == list(story.authors)
    assert datetime.fromisoformat(article["datePublished"]) == story.published
    assert datetime.fromisoformat(article["dateModified"]) == story.modified
    assert (article["inLanguage"], article["articleSection"]) == (story.language, story.section)
    assert article["keywords"] == list(story.tags)
    assert got.tree.xpath('string(//meta[@property="og:title"]/@content)') == story.title
    assert len(got.tree.xpath("//article//section/p")) >= 5


def test_the_portal_is_windows_1252_with_broken_lines_and_no_json_ld(newspaper, get):
    story, got = own_page(newspaper, get, site="kurier", language="de")
    assert got.headers["Content-Type"] == "text/html"
    assert b"charset=windows-1252" in got.body
    with pytest.raises(UnicodeDecodeError):
        got.body.decode("utf-8")
    assert got.text.count("<br><br>") > 5
    assert "ld+json" not in got.text
    assert "og:" not in got.text
    paragraphs = {"".join(paragraph.text_content().split()) for paragraph in got.tree.xpath("//p")}
    assert not paragraphs & {"".join(gold.split()) for gold in story.gold_paragraphs}, "none of the story is a p"
    assert len(got.tree.xpath("//table//table")) > 3
    assert datetime.fromisoformat(got.tree.xpath('string(//meta[@name="date"]/@content)')) == story.published
    microdata = got.tree.xpath('string(//meta[@itemprop="dateModified"]/@content)')
    assert datetime.fromisoformat(microdata) == story.modified
    assert got.shows(f"{PRESS.words['de'].labels['by']} {story.authors[0]}")


def test_the_component_soup_has_broken_json_and_custom_elements(newspaper, get):
    story, got = own_page(newspaper, get, site="faro")
    raw = got.tree.xpath('string(//script[@type="application/ld+json"])')
    with pytest.raises(json.JSONDecodeError):
        json.loads(raw)
    mended = json.loads(re.sub(r",\s*([}\]])", r"\1", raw))
    assert datetime.fromisoformat(mended["datePublished"]) == story.published
    assert got.tree.xpath("//story-view") and got.tree.xpath("//lazy-image")
    assert got.tree.xpath('//img[@data-src and starts-with(@src, "data:")]')
    assert int(got.tree.xpath("string(//story-view/@data-published)")) == story.published.timestamp() * 1000
    assert len(set(re.findall(r"css-[0-9a-f]{6}", got.text))) > 10


def test_canonical_link_names_the_page_itself(newspaper, get):
    for story in newspaper.stories:
        for url in newspaper.urls(story):
            canonical = get(url).tree.xpath("string(//link[@rel='canonical']/@href)")
            assert canonical == url.replace("/amp/", "/")


def test_some_stories_have_an_amp_variant(newspaper, get):
    stories = [story for story in newspaper.stories if story.amp]
    assert stories
    for story in stories:
        own, amp = newspaper.urls(story)
        assert get(own).tree.xpath("string(//link[@rel='amphtml']/@href)") == amp
        assert get(amp).tree.xpath("boolean(/html/@amp)")


def test_one_story_stands_on_a_second_site_in_another_design(newspaper, get):
    (story,) = (story for story in newspaper.stories if story.syndicated)
    own, copy = newspaper.urls(story)
    assert own.split("/")[2] != copy.split("/")[2]
    assert "<!DOCTYPE html>" in get(own).text
    assert "HTML 4.01" in get(copy).text
    assert story.gold == newspaper.gold(story)
    assert all(get(copy).shows(paragraph) for paragraph in story.gold_paragraphs)


def test_a_revision_is_seen_from_then_on(get):
    with Newspaper(seed=1) as running:
        story = next(story for story in running.stories if story.revision)
        old, new = story.revision
        before = get(running.urls(story)[0])
        revised = running.revise()
        after = get(running.urls(story)[0])
        assert before.shows(old) and not before.shows(new)
        assert after.shows(new) and not after.shows(old)
        assert revised.modified > story.modified
        assert revised.modified.isoformat() in after.text
        assert running.gold(story) == story.gold.replace(old, new)
        assert [other.id for other in running.stories if other != story] == [s.id for s in running.stories]
        assert running.revise() == revised
