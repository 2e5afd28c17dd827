"""Standfirsts that the networks left out: which of them are text all the same."""

from __future__ import annotations

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.network import Judged
from boilerspider.extractors.news.rules.kinds import Traits
from boilerspider.extractors.news.rules.standfirst import unkept_standfirst
from boilerspider.markup.guests import OPENING_SCORES
from boilerspider.markup.tree import parse
from boilerspider.model import BlockType

SAID = "The sea wall is hollow, and the town has two years to mend it before the road is lost."
EDITED = "The sea wall is quite hollow, and the town has three years to mend it before the road is lost."
STORY = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(4)]
H1 = "<h1>Harbour road to close</h1>"
BYLINE = "<p class=byline>By our own reporter on the quay of the town</p>"
PICTURE = "<figure class=lead-image><img src=/q.jpg><figcaption>The road to the quay in May, seen from the sea.</figcaption></figure>"


def page(above: str, description: str = SAID) -> str:
    body = "".join(f"<p>{text}</p>" for text in STORY)
    return (
        f'<html><head><title>Harbour road to close</title><meta name="description" content="{description}"></head>'
        f"<body><main>{above}<div class=body>{body}</div></main></body></html>"
    )


def added(html: str, *kept: str, likely: float = 0.0) -> str | None:
    """The block that is added where these and the story's are kept, and all others so likely."""
    seen = view(parse(html))
    assert seen is not None
    keep = np.array([text in (*STORY, *kept) for text in seen.texts])
    number = unkept_standfirst(
        seen, Traits.of(seen.columns, seen.letters, seen.facts, keep), keep, np.full(len(keep), likely, np.float32)
    )
    return None if number is None else seen.texts[number]


@pytest.mark.parametrize(
    ("above", "text"),
    [
        (f"{H1}<p>{SAID}</p>", SAID),
        (f"{H1}{BYLINE}<p>{SAID}</p>", SAID),
        (f"{H1}<p>{EDITED}</p>", EDITED),
        (f"{H1}<p>Quay. {SAID}</p>", f"Quay. {SAID}"),
        (f"<h2>Quay: harbour road</h2><p>{SAID}</p>", SAID),
        (f"{H1}<p class=standfirst>Who is to pay for all of this?</p>", "Who is to pay for all of this?"),
        (f"{H1}<div class=hero><img src=/q.jpg><div><p class=dek>Who is to pay for all of this?</p></div></div>", "Who is to pay for all of this?"),
        (f"<h1>The Quay Post</h1>{BYLINE}{H1}<div class=dek><p>Who is to pay for all this?</p></div>", "Who is to pay for all this?"),
    ],
    ids=["said", "below a byline", "edited since", "with a place", "below an h2", "named", "alone with a picture", "below the story's h1"],
)  # fmt: skip
def test_a_standfirst_is_added(above: str, text: str) -> None:
    assert added(page(above)) == text


@pytest.mark.parametrize(
    "above",
    [
        "",
        f"<p>{SAID}</p>",
        f"<p>{SAID}</p>{H1}",
        f'{H1}<p><a href="/x">{SAID}</a></p>',
        f"{H1}<p>A line that nobody has said or named so far.</p>",
        f"{H1}{BYLINE}<p class=subtitle>Who is to pay for all of this?</p>",
        f"{H1}{BYLINE}<p class=standfirst>Who is <a href=/x>to pay for all of this?</a></p>",
        f"{H1}<p class=standfirst>Who pays?</p>",
        H1 + PICTURE,
        f"{H1}<div class=lead><div class=photoCaption>The road to the quay in May, seen from the sea.</div></div>",
        f"{H1}<div class=media><div><img src=/q.jpg></div><div class=media__description><div>The road to the quay, seen from the sea.</div></div></div>",
        "<h1>The Quay Post</h1><p class=standfirst>All the news of the quay, daily.</p>" + H1,
        "<h1>Harbour road</h1><p class=standfirst>All the news of the road, daily.</p>" + H1.replace("h1", "h3"),
    ],
    ids=[
        "none",
        "no h1",
        "above the h1",
        "a link",
        "neither",
        "not next to the h1",
        "called so, a link",
        "short",
        "a lead picture's caption",
        "one without a figure",
        "one that is called a picture's description",
        "the site's",
        "the blog's",
    ],
)
def test_what_is_none_is_not_added(above: str) -> None:
    assert added(page(above)) is None


def test_one_that_is_kept_is_enough() -> None:
    html = page(f"{H1}<p>{EDITED}</p><p>{SAID}</p>")
    assert added(html) == EDITED
    assert added(html, SAID) is None


def test_a_named_one_is_added_where_the_description_says_the_story() -> None:
    named = "Who is to pay for all of this?"
    assert added(page(f"{H1}<p class=standfirst>{named}</p>", STORY[0])) == named


def test_a_heading_right_below_the_h1_is_one_where_the_networks_doubt_it() -> None:
    below = "<h4>Who is to pay for all of this?</h4>"
    assert added(page(H1 + below), likely=0.3) == "Who is to pay for all of this?"
    assert added(page(H1 + below), likely=0.1) is None
    assert added(page(f"{H1}<section>{below}</section>"), likely=0.3) is None
    assert added(page(f"{H1}<nav>{below}</nav>"), likely=0.3) is None
    assert added(page(H1 + below.replace("<h4>", "<h4 class=advert>")), likely=0.3) is None
    assert added(page(f"{H1}{BYLINE}{below}"), likely=0.3) is None


@pytest.mark.parametrize(
    "names",
    [
        "class=standfirst",
        "class=article__subdeck",
        "class='wide articleSubTitle'",
        "class='v2-subhed'",
        "id=story-intro",
        "data-manual=teaserText",
        "class=chapo",
        "itemprop=alternativeHeadline",
        "itemprop=description",
    ],
)
def test_one_that_is_called_so_is_added_wherever_it_stands_above_the_story(names: str) -> None:
    called = f"<p {names}>Who is to pay for all of this?</p>"
    assert added(page(f"{H1}{BYLINE}{called}")) == "Who is to pay for all of this?"
    assert (
        added(page(f"{H1}{BYLINE}<p class=standfirst>The town has one.</p>{called}"))
        == "Who is to pay for all of this?"
    )
    other = "The town has one already, and it is kept."
    assert added(page(f"{H1}{BYLINE}<p class=standfirst>{other}</p>{called}"), other) is None


@pytest.mark.parametrize(
    "box",
    [
        "<div class=related><h3>More</h3><p class=article__subtitle>{}</p></div>",
        "<p class=teaser__text>{}</p>",
        "<div class=content-leadgen>{}</div>",
        "<div class=content-sub-header>{}</div>",
        "<div class=wrapper-expanded>{}</div>",
        "<p class=share data-url='https://quay.example/news/introducing-the-app'>{}</p>",
        "<p data-url='/news/lead'>{}</p>",
        "<div id=ad-article-lead-1>{}</div>",
        "<figure><figcaption itemprop='caption description'>{}</figcaption></figure>",
        "<div itemscope itemtype='https://schema.org/Organization'><p itemprop=description>{}</p></div>",
        "<nav><p class=entry-intro>{}</p></nav>",
    ],
)
def test_what_only_sounds_like_it_is_not_added(box: str) -> None:
    assert added(page(f"{H1}{BYLINE}{box.format('Sign up for all of the news of the quay.')}")) is None


@pytest.mark.parametrize(
    "box",
    [
        "<nav><h2>Most read</h2><p class=entry-intro>{}</p></nav>",
        "<h2>Video</h2><div itemprop=description>{}</div>",
        "<h2>Newsletter</h2><p class=subtitle>{}</p>",
    ],
)
def test_below_an_h2_little_is_enough_to_be_something_else(box: str) -> None:
    assert added(page(box.format("Sign up for all of the news of the quay."))) is None


def test_an_element_with_attributes_without_end_is_called_nothing_by_them() -> None:
    attributes = " ".join(f"data-a{number}=teaserText" for number in range(20_000))
    lines = "Who is to pay for all of this?<br>" * 2_000
    assert added(page(f"{H1}{BYLINE}<div {attributes}>{lines}</div>")) is None


def test_a_short_description_says_nothing() -> None:
    assert added(page(f"{H1}<p>All of the news, all of the time, for all.</p>", "All of the news")) is None


def test_a_page_without_a_story_has_none() -> None:
    seen = view(parse(page(f"{H1}<p>{SAID}</p>")))
    assert seen is not None
    keep = np.zeros(len(seen.texts), bool)
    assert (
        unkept_standfirst(
            seen, Traits.of(seen.columns, seen.letters, seen.facts, keep), keep, np.zeros(len(keep), np.float32)
        )
        is None
    )


class OfStory:
    """Networks that take the last blocks of a page for the story, and nothing else."""

    def judge(self, rows: np.ndarray, *_: object, **__: object) -> Judged:
        likely = np.where(np.arange(len(rows)) >= len(rows) - len(STORY), 0.95, 0.0).astype(np.float32)
        return Judged(likely, likely.copy())


def test_what_is_added_is_called_a_standfirst(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boilerspider.extractors.news.network", lambda *_: OfStory())
    blocks = extractor("news").label(parse(page(f"{H1}{BYLINE}<div class=x><p>Quay. {EDITED}</p></div>")))
    assert [block.type for block in blocks if block.text.startswith("Quay.")] == [BlockType.STANDFIRST]


def test_standfirsts_can_be_left_out() -> None:
    html = page(f"{H1}<p class=standfirst>{SAID}</p>")
    blocks = {wanted: extractor("news", {"standfirsts": wanted}).label(parse(html)) for wanted in (True, False)}
    texts = {wanted: [block.text for block in found if block.is_content] for wanted, found in blocks.items()}
    assert texts == {True: [SAID, *STORY], False: STORY}


def test_one_that_is_added_is_likely_enough_to_be_the_storys_when_it_is_edited() -> None:
    for named in ("Who is to pay for all of this?", "Who is to pay for all of this now?"):
        html = page(f"{H1}<p class=standfirst>{named}</p>", STORY[0])
        (block,) = (block for block in extractor("news").label(parse(html)) if block.text == named)
        assert (block.type, block.is_content) == (BlockType.STANDFIRST, True)
        assert block.score >= OPENING_SCORES[BlockType.STANDFIRST]
