"""Stories that stand in scripts alone: which are found, which are not believed."""

from __future__ import annotations

import json
import random
import time
from html import escape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback import sentences
from pace import is_quick

from boilerspider.markup.hidden import hidden_story
from boilerspider.markup.hidden.states import MAX_VALUES
from boilerspider.markup.tree import Document, parse

STORY = sentences("harbour wall", 8)
OTHER = sentences("swimming pool", 20)
MARKED_UP = "".join(f"<p>{paragraph}</p>" for paragraph in STORY)
TEASER = STORY[0]
QUICK_S = 10.0
"""Processor seconds that a hostile page may take."""
SHORT_S = 1.0
"""Those of one that has many of all that is compared; it takes half of them."""
NOTICE = "Please switch on JavaScript in your browser to read all of this story."


def page(*scripts: str, description: str = "") -> Document:
    head = f'<meta name="description" content="{description}">' if description else ""
    return parse(
        f"<html><head>{head}{''.join(scripts)}</head><body><p>{TEASER}</p></body></html>", "https://paper.example/a"
    )


def ld(value: Any) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


def next_data(value: Any) -> str:
    return f'<script id="__NEXT_DATA__" type="application/json">{json.dumps(value)}</script>'


def paragraphs(story: Document | None) -> list[str] | None:
    """The paragraphs of the page that was made of a story."""
    if story is None:
        return None
    return ["".join(p.itertext()).strip() for p in story.root.iter("p")]


def blocks(story: list[str], **more: Any) -> list[dict[str, Any]]:
    return [{"id": f"b{number}", "kind": "paragraph", "text": text, **more} for number, text in enumerate(story)]


FOUND = {
    "body of lines": ld({"@type": "NewsArticle", "articleBody": "\n\n".join(STORY)}),
    "body of markup": ld({"@type": "NewsArticle", "articleBody": MARKED_UP}),
    "body of markup that is escaped": ld({"@type": "NewsArticle", "articleBody": escape(MARKED_UP)}),
    "body of markup with remarks that is escaped twice": ld(
        {"@type": "NewsArticle", "articleBody": escape(escape(f"<!-- wp:html -->\n{MARKED_UP}\n<!-- /wp:html -->"))}
    ),
    "body of lines with links": ld(
        {"@type": "NewsArticle", "articleBody": "\n".join(STORY).replace("harbour", '<a href="/h">harbour</a>')}
    ),
    "body in a graph": ld({"@graph": [{"@type": "Person"}, {"@type": "Article", "articleBody": "\n".join(STORY)}]}),
    "markup in a state": next_data({"props": {"article": {"title": "The wall", "body": MARKED_UP}}}),
    "list of paragraphs": next_data({"props": {"body": STORY}}),
    "list of blocks": next_data({"props": {"blocks": blocks(STORY, url="https://paper.example/" + "x" * 90)}}),
    "list of nested blocks": next_data({"rows": [{"type": "text", "model": {"text": text}} for text in STORY]}),
    "list with an embedded page": next_data(
        {"rows": [{"html": MARKED_UP.replace("harbour", "x") * 2}, *blocks(STORY)]}
    ),
    "state by assignment": f"<script>window.__INITIAL_STATE__ = {json.dumps({'a': {'content': STORY}})};</script>",
    "a list in any script": f"<script>var texts = {json.dumps(STORY)};</script>",
    "between other lists": next_data({"more": blocks(OTHER), "body": blocks(STORY)}),
}


@pytest.mark.parametrize("name", FOUND)
def test_a_story_is_found(name: str) -> None:
    assert paragraphs(hidden_story(page(FOUND[name]), TEASER)) == STORY


def test_the_description_announces_a_story_too() -> None:
    document = page(next_data({"body": STORY}), description=TEASER)
    assert paragraphs(hidden_story(document, "Please switch on JavaScript.")) == STORY


def test_a_headline_tells_a_story_too() -> None:
    body = {"@type": "NewsArticle", "headline": "The wall of the harbour", "articleBody": "\n".join(STORY)}
    title = "<title>The wall of the harbour - Evening Paper</title>"
    assert paragraphs(hidden_story(page(ld(body), title), "Subscribe to read on.")) == STORY
    another = {**body, "headline": "Another story of today", "articleBody": "\n".join(OTHER)}
    assert hidden_story(page(ld([another, {"articleBody": OTHER[0]}]), title), "Subscribe to read on.") is None
    assert hidden_story(page(ld([{**body, "headline": ["The wall"]}, another]), title), "Subscribe to read on.") is None
    # Nothing else speaks for it, and the page shows most of a story.
    assert hidden_story(page(ld(body), title), "\n\n".join(sentences("quay", 5))) is None


@pytest.mark.parametrize("title", ["The wall of the harbour: what it means for the ferry", "Evening Paper"])
def test_the_headline_of_another_story_is_not_the_title(title: str) -> None:
    body = {"@type": "NewsArticle", "headline": "The wall of the harbour", "articleBody": "\n".join(STORY)}
    other = {"@type": "NewsArticle", "headline": "A pool for swimmers", "articleBody": "\n".join(OTHER)}
    assert hidden_story(page(ld([body, other]), f"<title>{title}</title>"), "Subscribe to read on.") is None


@pytest.mark.parametrize(
    ("address", "url", "is_own"),
    [
        ("https://paper.example/a", "https://paper.example/a", True),
        ("https://m.paper.com/news/harbour-wall-holds/?from=app#top", "https://paper.com/harbour-wall-holds", True),
        ("/news/harbour-wall-holds", "https://paper.example/harbour-wall-holds", True),
        ("/long-name-1234567", "https://paper.example/other-name-1234567", True),
        ("/article1234567/a.html", "https://paper.example/article1234567/b.html", True),
        ("https://sister.example/article1234567/a.html", "https://paper.example/article1234567/a.html", True),
        ("", "https://paper.example/a", False),
        ("https://paper.example/b", "https://paper.example/a", False),
        ("https://other.example/a", "https://paper.example/a", False),
        ("/long-name-7654321", "https://paper.example/other-name-1234567", False),
        ("/news/live", "https://paper.example/video/live", False),
        ("/news/20261120/other-story", "https://paper.example/video/20261120/clip", False),
        ("/budget-2026", "https://paper.example/archive-2026", False),
        ("/news.php?id=77", "https://paper.example/news.php?id=12", False),
        ("/pool/index.html", "https://paper.example/ferry/index.html", False),
        ("https://[paper/a", "https://paper.example/a", False),
    ],
)
def test_the_only_article_of_a_page_that_shows_none_is_its_story(address: str, url: str, is_own: bool) -> None:
    body = {"@type": "NewsArticle", "headline": "So it holds", "url": address, "articleBody": "\n".join(STORY)}
    document = parse(f"<html><head>{ld(body)}</head><body></body></html>", url)
    assert paragraphs(hidden_story(document, "Subscribe to read on.")) == (STORY if is_own else None)
    # A page that shows a sentence of another text has another story.
    assert hidden_story(document, OTHER[0]) is None


def test_a_description_tells_a_story_that_begins_with_it() -> None:
    others = [f"{text} All about the {topic}." for topic in ("quay", "mole", "pier") for text in sentences(topic, 2)]
    document = page(next_data({"latest": [*others, TEASER]}), description=TEASER)
    assert hidden_story(document, "Please switch on JavaScript.") is None


def test_a_standfirst_that_stands_on_the_page_alone_is_kept_above_the_story() -> None:
    standfirst = "The harbour wall has held through the storm of the century, and nobody knows why."
    shown = f"{NOTICE}\n\n{standfirst}\n\n{TEASER}"
    body = ld({"articleBody": "\n".join(STORY)})
    announced = page(body, description="The harbour wall has held through the storm. Nobody knows why.")
    assert paragraphs(hidden_story(announced, f"{standfirst}\n\n{TEASER}")) == [standfirst, *STORY]
    odd = hidden_story(announced, f"{standfirst}\uffff\n\n{TEASER}")
    assert paragraphs(odd) == [standfirst, *STORY]
    bare = page(ld({"articleBody": "<br><br>".join(STORY)}), description=standfirst)
    below = hidden_story(bare, f"{standfirst}\n\n{TEASER}")
    assert below is not None
    assert "".join(below.root.itertext()).startswith(standfirst + STORY[0])
    torn = hidden_story(
        page(ld({"articleBody": "\f <br>" + "<br>".join(STORY)}), description=standfirst),
        f"{standfirst}\n\n{TEASER}",
    )
    assert torn is not None
    assert "".join(torn.root.itertext()).split() == f"{standfirst} {''.join(STORY)}".split()
    silent = page(body, description="All that is new on the coast, every day anew, and twice on Sundays.")
    assert paragraphs(hidden_story(silent, f"{standfirst}\n\n{TEASER}")) == STORY
    told_twice = page(ld({"articleBody": "\n".join((standfirst, *STORY))}), description=standfirst)
    assert paragraphs(hidden_story(told_twice, shown)) == [standfirst, *STORY]


def test_a_page_that_shows_its_story_hides_none() -> None:
    shown = "\n\n".join([TEASER, *sentences("pier", 4)[1:]])
    latest = page(next_data({"latest": [TEASER, *OTHER]}), description=TEASER)
    assert hidden_story(latest, shown) is None
    comments = page(next_data({"comments": [f"{TEASER} I do not think so at all.", *OTHER]}))
    assert hidden_story(comments, shown) is None
    # One notice on the page is no other text.
    assert paragraphs(hidden_story(page(next_data({"body": STORY})), f"{TEASER}\n\n{NOTICE}")) == STORY


def test_what_the_page_shows_elsewhere_is_not_hidden() -> None:
    """Boxes amid a short story that `articleBody` has, too: who left them out had read them."""
    document = page(ld({"@type": "NewsArticle", "articleBody": "\n\n".join(STORY)}))
    assert paragraphs(hidden_story(document, TEASER, [NOTICE, TEASER])) == STORY
    assert hidden_story(document, TEASER, [NOTICE, *STORY]) is None
    most = STORY[:4]
    assert paragraphs(hidden_story(document, "\n\n".join(most), [NOTICE, *most])) == STORY


def test_chrome_around_a_story_that_is_not_there_is_no_other_text() -> None:
    chrome = f"{TEASER[::-1]}\n\n{NOTICE}"
    article = {"@type": "NewsArticle", "articleBody": "\n".join(STORY * 2)}
    window = "<title>The long pier opens at last</title>"
    titled = page(window, ld({**article, "headline": "The long pier opens at last"}))
    assert paragraphs(hidden_story(titled, chrome)) == STORY * 2
    assert hidden_story(titled, "\n\n".join([chrome, *OTHER])) is None
    untitled = page(window, ld(article))
    assert hidden_story(untitled, chrome) is None


def test_what_a_state_holds_beside_a_story_that_is_shown_does_not_take_its_place() -> None:
    title = "The long pier opens at last, and everybody may walk on it"
    window = f"<title>{title} | The Quay Post</title>"
    shown = "\n\n".join([title, *STORY[:2]])
    comments = [
        {"text": f"I do not see why this takes so long, they built it in a year. Comment {n}."} for n in range(30)
    ]
    for beside in ({"comments": comments}, {"related": [{"name": "x", "html": MARKED_UP[::-1]}]}, {"legal": OTHER}):
        assert hidden_story(page(window, next_data({"page": {"title": title, **beside}})), shown) is None
    pictures = [f"//cdn.example/{number}/{'x' * 60}.png" for number in range(99)]
    assert hidden_story(page(window, next_data({"shown": [TEASER, *pictures]})), TEASER) is None


HEADLINE = "The wall of the harbour holds"
NAVIGATION = "News\n\nSport\n\nWeather"
FOOTER = "All rights reserved by the Evening Paper and those who write for it, of Quay Road."


def application(state: Any, mark: str = "data") -> Document:
    """A page whose story a script draws: a headline is all that it shows."""
    return parse(
        f"""<html><head><title>{HEADLINE} | Evening Paper</title></head><body><h1>{HEADLINE}</h1>
        <script id="{mark}" type="application/json">{json.dumps(state)}</script></body></html>""",
        "https://paper.example/a",
    )


@pytest.mark.parametrize("shown", ["", HEADLINE, f"{NAVIGATION}\n\n{HEADLINE}\n\n{FOOTER}"])
def test_a_page_that_an_application_draws(shown: str) -> None:
    standfirst = "It has held through the storm of the century, and nobody knows why it does."
    article = {"title": HEADLINE, "byline": "Ann Lee", "dek": standfirst, "body": blocks(STORY)}
    beside = {"comments": blocks(OTHER), "related": blocks(OTHER), "footer": FOOTER}
    story = hidden_story(application({"article": article, **beside}), shown)
    assert paragraphs(story) == [standfirst, *STORY]
    flash = hidden_story(application({"article": {"title": HEADLINE, "body": blocks(STORY[:1])}, **beside}), shown)
    assert paragraphs(flash) == STORY[:1]


ELEMENTS = [["$", "p", str(number), {"className": "x", "children": text}] for number, text in enumerate(STORY)]
ROWS: dict[str, tuple[str, list[str] | None]] = {
    "what a component is given": (
        f'1:["$","$L2",null,{json.dumps({"post": {"title": HEADLINE, "body": blocks(STORY)}})}]\n',
        STORY,
    ),
    "a text of its own": (
        f'6:T{len(MARKED_UP.encode()):x},{MARKED_UP}1:["$","$L2",null,{{"post":{{"title":"{HEADLINE}","html":"$6"}}}}]\n',
        STORY,
    ),
    "elements below a headline": (
        f'1:["$","main",null,{json.dumps({"children": [["$", "h1", None, {"children": HEADLINE}], *ELEMENTS]})}]\n',
        STORY,
    ),
    "a row of elements": (
        f'1:["$","$L2",null,{{"page":{{"title":"{HEADLINE}","content":"$3"}}}}]\n3:{json.dumps(ELEMENTS)}\n',
        STORY,
    ),
    "comments": (
        f'1:["$","$L2",null,{json.dumps({"post": {"title": HEADLINE, "comments": blocks(OTHER)}})}]\n',
        None,
    ),
    "another story": (
        f'1:["$","$L2",null,{json.dumps({"post": {"title": "A pool for swimmers", "body": blocks(OTHER)}})}]\n',
        None,
    ),
}


@pytest.mark.parametrize("shown", ["", f"{NAVIGATION}\n\n{HEADLINE}\n\n{FOOTER}"])
@pytest.mark.parametrize("name", ROWS)
def test_a_page_that_is_sent_in_rows(name: str, shown: str) -> None:
    stream, story = ROWS[name]
    pieces = [stream[start : start + 99] for start in range(0, len(stream), 99)]
    document = parse(
        f"<html><head><title>{HEADLINE} | Evening Paper</title></head><body><h1>{HEADLINE}</h1>"
        + "".join(f"<script>self.__next_f.push({json.dumps([1, piece])})</script>" for piece in pieces),
        "https://paper.example/a",
    )
    found = paragraphs(hidden_story(document, shown))
    assert (found and [text for text in found if text != HEADLINE]) == story
    assert hidden_story(document, "\n\n".join(OTHER)) is None


FOREIGN: dict[str, Any] = {
    "beside a video": {"video": {"title": HEADLINE}, "latest": [{"title": "A pool", "body": MARKED_UP}]},
    "comments by another name": {"title": HEADLINE, "userComments": blocks(OTHER)},
    "what readers said": {"title": HEADLINE, "said": [{"user": "a", "text": text} for text in OTHER]},
    "terms": {"page": {"title": HEADLINE}, "terms": {"body": MARKED_UP}},
    "other stories in a cache": {
        "ROOT_QUERY": {},
        "Post:1": {"title": HEADLINE},
        "Post:2": {"title": "A pool", "body": MARKED_UP},
    },
    "other stories by their numbers": {
        "posts": {"1": {"title": HEADLINE}, "2": {"title": "A pool", "body": MARKED_UP}}
    },
    "the next story in the own one": {"post": {"title": HEADLINE, "next": {"title": "A pool", "body": MARKED_UP}}},
    "products": {"title": HEADLINE, "rows": [{"slug": "a", "content": text} for text in OTHER]},
    "a thread": {
        "title": HEADLINE,
        "posts": [{"author": {"name": "x"}, "content": f"<p>{text}</p>"} for text in OTHER],
    },
    "stories with headlines": {
        "pageTitle": HEADLINE,
        "stories": [{"headline": f"A pool {n}", "body": MARKED_UP} for n in range(3)],
    },
    "a transcript": {"title": HEADLINE, "transcript": MARKED_UP},
    "notes beside a body": {"title": HEADLINE, "body": [], "editorNotes": MARKED_UP},
    "about the site": {"seo": {"title": HEADLINE}, "channel": {"text": MARKED_UP}},
    "of the page, not of the story": {"seo": {"title": HEADLINE}, "box": {"text": MARKED_UP}},
    "numbers and strings": {"title": HEADLINE, "body": [[1, "p", text] for text in OTHER]},
}


@pytest.mark.parametrize("name", FOREIGN)
def test_what_stands_beside_a_headline_is_not_its_story(name: str) -> None:
    assert hidden_story(application(FOREIGN[name]), HEADLINE) is None


def test_a_list_of_stories_is_none_although_the_own_one_is_in_it() -> None:
    rows = [
        {"title": HEADLINE, "body": MARKED_UP},
        {"title": "A pool", "body": "".join(f"<p>{text}</p>" for text in OTHER)},
    ]
    assert hidden_story(application({"rows": rows}, "__NEXT_DATA__"), "\n\n".join((HEADLINE, *STORY))) is None


def test_what_is_shown_is_known_wherever_a_state_says_it() -> None:
    state = {"video": {"title": HEADLINE, "about": TEASER}, "article": {"title": HEADLINE, "body": blocks(OTHER)}}
    assert hidden_story(application(state), f"{HEADLINE}\n\n{TEASER}") is None
    assert hidden_story(application(state), HEADLINE) is not None


def test_what_is_beside_a_body_does_not_take_its_place() -> None:
    long = "".join(f"<p>{text}</p>" for text in OTHER)
    article = {"title": HEADLINE, "bodyHtml": MARKED_UP, "summaryOfAll": long, "other": {"text": long}}
    assert paragraphs(hidden_story(application({"article": article}), HEADLINE)) == STORY


def test_of_translations_the_one_in_the_language_of_the_page() -> None:
    article = {"title": HEADLINE, "body": {"en": MARKED_UP, "de": "".join(f"<p>{text}</p>" for text in OTHER)}}
    for language, story in (("en", STORY), ("de-AT", OTHER)):
        html = f"<html lang={language}><title>{HEADLINE}</title><script>x = {json.dumps(article)}</script>"
        assert paragraphs(hidden_story(parse(html), "")) == story


@pytest.mark.parametrize("attribute", ["data-page", "data-react-props", ":article"])
def test_a_story_that_an_element_is_given(attribute: str) -> None:
    state = {"component": "Story", "props": {"article": {"title": HEADLINE, "markdown": "\n\n".join(STORY)}}}
    document = parse(
        f"""<html><head><title>{HEADLINE} | Evening Paper</title></head>
        <body><div id="app" {attribute}="{escape(json.dumps(state))}"></div></body></html>""",
        "https://paper.example/a",
    )
    assert paragraphs(hidden_story(document, HEADLINE)) == STORY


@pytest.mark.parametrize("title", ["The wall of the harbour <em>holds</em>", "The wall of the harbour&#32;holds"])
def test_headlines_with_markup(title: str) -> None:
    assert paragraphs(hidden_story(application({"title": title, "body": STORY}), "")) == STORY


def test_lines_of_a_body() -> None:
    assert paragraphs(hidden_story(application({"title": HEADLINE, "body": "\n\n".join(STORY)}), "")) == STORY
    marked = "\n\n".join(("# The wall", *(f"**{text}**" for text in STORY)))
    assert paragraphs(hidden_story(application({"title": HEADLINE, "body": marked}), "")) == STORY


def test_a_remark_in_a_body_is_none_of_it() -> None:
    body = f"<p>{STORY[0]}</p><!-- wp:more --><p>{STORY[1]}</p>"
    assert paragraphs(hidden_story(application({"title": HEADLINE, "body": body}), "")) == STORY[:2]


def test_kinds_of_text_stay_what_they_are() -> None:
    body = [
        {"type": "heading", "text": "Who built it"},
        {"type": "paragraph", "text": STORY[0]},
        {"type": "list-item", "text": "The ferry"},
        {"type": "quote", "text": STORY[1]},
        {"type": "paragraph", "text": STORY[2]},
        {"type": "image", "text": "A picture of the wall, in which it holds as it has done since it was built."},
    ]
    story = hidden_story(application({"title": HEADLINE, "body": body}), HEADLINE)
    assert story is not None
    told = [(element.tag, element.text) for element in story.root.iter("h2", "p", "li", "blockquote")]
    tags = ("h2", "p", "li", "blockquote", "p")
    assert told == [(tag, block["text"]) for tag, block in zip(tags, body, strict=False)]


def test_what_a_page_shows_that_is_no_story_of_a_script() -> None:
    flash = f"{HEADLINE}\n\n{STORY[0]}"
    comments = {"title": HEADLINE, "lines": blocks(OTHER)}
    # The state tells the story, which is shown, and the comments on it.
    state = {"article": {**comments, "body": blocks(STORY[:1])}}
    assert hidden_story(application(state), flash) is None
    # Many lines are a list of something.
    assert (
        hidden_story(
            application({"article": comments}), "\n\n".join(f"Wall {number}, to the left" for number in range(99))
        )
        is None
    )
    # Only what is called a state is read where a page shows more.
    shown = "\n\n".join(STORY[:2])
    whole = {"article": {"title": HEADLINE, "body": blocks([*STORY, *OTHER])}}
    assert hidden_story(application(whole), shown) is None
    assert hidden_story(application(whole, "__NEXT_DATA__"), shown) is not None


def test_a_short_headline_in_letters_that_say_much() -> None:
    text = "港の防波堤は昨夜の嵐に耐え、市は被害がなかったと発表した。"
    html = f"<html><title>防波堤、嵐に耐える</title><script>x = {json.dumps({'title': '防波堤、嵐に耐える', 'body': [text] * 9})}</script>"
    assert paragraphs(hidden_story(parse(html), "")) == [text] * 9


def test_a_story_that_is_shown_in_letters_that_say_much_stays() -> None:
    shown = [f"港の防波堤は昨夜の嵐に耐え、市は被害がなかったと{n}日に発表した。" for n in range(1, 7)]
    other = [f"新しいプールは夏に開き、泳げる人が{n}人まで入れると市は言う。" for n in range(1, 20)]
    title = "防波堤、昨夜の嵐に耐える"
    state = {"title": title, "rows": {"body": "".join(f"<p>{text}</p>" for text in other)}}
    html = f"<html><title>{title}</title><script>x = {json.dumps(state)}</script>"
    assert hidden_story(parse(html), "\n\n".join(shown)) is None
    assert paragraphs(hidden_story(parse(html), "")) == other


def test_a_body_of_too_many_tags_is_passed_over() -> None:
    many = {"@type": "NewsArticle", "articleBody": f"<p>{TEASER}</p>" + "<b></b>" * 300_000}
    script = ld(many).replace("<b></b>", "\\u003cb>\\u003c/b>")
    assert paragraphs(hidden_story(page(script, next_data({"body": STORY})), TEASER)) == STORY


@pytest.mark.parametrize(
    ("html", "paragraphs_found"),
    [
        (f"<body>{('<noscript><p>' + TEASER + '</p>') * 1_000}", 1_000),
        ('<script>__STATE__ = ["' + "<p " * 400_000 + '"]</script>', 0),
        (f"<title>Pier{' ' * 60_000}opens</title><body>", 0),
        ("<script>__STATE__ = " + "[" * 50 + json.dumps(["x" * 5] * 150_000)[1:-1] + "]" * 50 + "</script>", 0),
    ],
    ids=["nested noscripts", "unclosed tags", "a title of spaces", "nested lists"],
)
def test_nothing_takes_quadratic_time(html: str, paragraphs_found: int) -> None:
    """Most of a minute and more, were it so."""
    document = parse(f"<html>{html}")
    start = time.process_time()
    assert len(paragraphs(hidden_story(document, "")) or ()) == paragraphs_found
    assert is_quick(time.process_time() - start, QUICK_S)


def test_entities_in_a_body_are_letters() -> None:
    story = [TEASER, *(f"{text} S&atilde;o Paulo &amp; Bahia." for text in STORY[1:])]
    found = hidden_story(page(ld({"@type": "NewsArticle", "articleBody": "\n".join(story)})), TEASER)
    assert paragraphs(found) == [TEASER, *(f"{text} São Paulo & Bahia." for text in STORY[1:])]


def whole(body: str) -> Document:
    return parse(
        f"<html><head><noscript><p>{STORY[0]}</p></noscript></head><body>{body}</body></html>",
        "https://paper.example/a",
    )


def test_a_page_that_is_told_without_scripts() -> None:
    document = whole(f"<main id=app></main><noscript><h1>The wall</h1><article>{MARKED_UP}</article></noscript>")
    story = hidden_story(document, "")
    assert paragraphs(story)[-len(STORY) :] == STORY
    # The one of the head stays what it is.
    assert len(story.transcript.of("noscript")) == 1
    assert [len(document.transcript.of(tag)) for tag in ("noscript", "article")] == [2, 1]


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (
            "<noscript><p>Please switch on JavaScript in your browser, without it this page shows nothing at all.</p></noscript>",
            "",
        ),
        (f"<p>{TEASER}</p><noscript>{MARKED_UP}</noscript>", "\n\n".join(OTHER[:3])),
        ("<noscript><img src=a.jpg></noscript>" * 30, TEASER),
        ("<noscript><p>Short.</p><p>Shorter.</p><p>Hm.</p></noscript>", ""),
        (f"<noscript>&lt;img src=//count.example/{'x' * 400}&gt;</noscript>" * 5, TEASER),
    ],
)
def test_what_noscript_holds_is_no_story(body: str, shown: str) -> None:
    assert hidden_story(whole(body), shown) is None


NOT_FOUND = {
    "no script": "",
    "another story": ld({"@type": "NewsArticle", "articleBody": "\n".join(OTHER)}),
    "another state": next_data({"related": blocks(OTHER)}),
    "no more than is shown": ld({"@type": "NewsArticle", "articleBody": TEASER}),
    "broken": '<script id="__NEXT_DATA__">{"body": ["' + '", "'.join(STORY) + "</script>",
    "code": f"<script>{'read(more);' * 250}var texts = {json.dumps(STORY)};</script>",
    "numbers": next_data({"series": list(range(2_000))}),
    "addresses": next_data({"images": ["https://paper.example/" + text.replace(" ", "-") for text in STORY]}),
    "too late in the page": next_data([0] * MAX_VALUES + [STORY]),
}


@pytest.mark.parametrize("name", NOT_FOUND)
def test_what_is_no_story_of_the_page_is_not_believed(name: str) -> None:
    assert hidden_story(page(NOT_FOUND[name]), TEASER) is None


def test_signs_of_markup_in_plain_text_stay_text() -> None:
    story = [TEASER, *(f"{text} It said: a < b & <c>." for text in STORY[1:])]
    assert paragraphs(hidden_story(page(next_data({"body": story})), TEASER)) == story


def test_without_a_beginning_to_go_by_nothing_is_believed() -> None:
    assert hidden_story(page(next_data({"body": STORY})), "Short.") is None
    assert hidden_story(page(next_data({"body": STORY})), "") is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text() | st.sampled_from([*STORY, MARKED_UP, TEASER]),
    lambda children: st.lists(children, max_size=6) | st.dictionaries(st.text(max_size=12), children, max_size=4),
    max_leaves=30,
)


@given(VALUES, st.sampled_from(("", TEASER, "\n\n".join(STORY))))
def test_no_state_makes_it_raise(value: Any, shown: str) -> None:
    story = hidden_story(page(next_data(value), ld({"articleBody": value})), shown)
    assert story is None or story.url == "https://paper.example/a"


def letters(many: int, seed: int) -> list[str]:
    """Paragraphs of letters that need no spaces between them."""
    chance = random.Random(seed)
    return ["".join(map(chr, chance.choices(range(0x4E00, 0x6E00), k=60))) for _ in range(many)]


SHOWN, BODIES = letters(4_000, 1), letters(4_000, 2)
MANY = {
    "descriptions and bodies": (
        "".join(f'<meta name="description" content="{text}">' for text in letters(4_000, 3))
        + ld([{"articleBody": text} for text in BODIES]),
        TEASER,
    ),
    "paragraphs and bodies": (ld([{"articleBody": text} for text in BODIES]), "\n\n".join(SHOWN)),
    "paragraphs and a body": (
        f'<script>{{"articleBody": "{SHOWN[0]}{"".join(BODIES) * 6}"}}</script>',
        "\n\n".join(SHOWN),
    ),
}


@pytest.mark.parametrize("name", MANY)
def test_of_all_that_is_compared_there_are_so_many(name: str) -> None:
    head, shown = MANY[name]
    document = parse(f"<html><head>{head}</head><body></body></html>")
    start = time.process_time()
    assert hidden_story(document, shown) is None
    assert is_quick(time.process_time() - start, SHORT_S)
