"""Rivers: lists of other stories, or of what readers say, put below stories.

Each of their items has a sentence or two, as much running text as a paragraph has, and all of them together more
than a short story. What tells them from it is how they are built and where they stand, which the corpora's few such lists do not teach.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from html import escape

from lxml import etree

from boilerspider.markup.tree import parse

MARK = "data-river"
"""The attribute of a river's element, which no network sees."""
FEWEST_ITEMS, MOST_ITEMS = 4, 40
"""Of a list. All numbers here are ours."""
FEWEST_STORIES = 10
"""Paragraphs of others from which on a river can be made."""
MAX_ITEM_WORDS = 45
"""Of a paragraph, with which an item begins or which is all of it."""
HEADLINE_WORDS = (4, 11)
"""The fewest and the most of an item's headline."""
_OUTER = ("div", "div", "div", "section", "aside", "ul", "ol", "")
_ITEM = ("div", "div", "div", "article", "section", "p")
_HEAD = ("h2", "h3", "h3", "h4", "div", "span", "strong", "p", "b")
_TEXT = ("p", "p", "p", "div", "span", "")
_WHEN = ("{} hours ago", "vor {} Std.", "{} min", "{}. 5. 2024", "2024-05-{}", "May {}, 2024", "{}h", "hace {} h")
_LABELS = ("Politics", "Sport", "World", "Kultur", "Économie", "Local", "Opinion", "Wirtschaft")
_CALLS = ("Read more", "Weiterlesen", "…", "Lire la suite", "More »", "Leer más", "→")
_ANSWERS = ("Reply", "Report", "Antworten", "Like", "Répondre", "Share", "Melden")
_PEOPLE = ("ann72", "Marcus T.", "Dr. K. Weiss", "guest", "LeserIn 44", "Jo", "tilda.w", "Frederik Maes", "user3301")
_NAMES = (
    "river list feed items cards card teaser story entry post stream block c m css x latest more comments comment thread "  # noqa: SIM905 - names read best as words
    "reader talk grid stack module zone box listing news archive content text body article main".split()
)


def river(stories: Sequence[str], rng: random.Random) -> etree._Element:
    """A list of items with texts of these stories, in markup of its own."""
    make = rng.choice((_teaser, _teaser, _comment))
    outer = rng.choice(_OUTER)
    tag = "li" if outer in {"ul", "ol"} else rng.choice(_ITEM)
    shape = make(_opened(tag, rng), tag, rng)
    count = rng.randint(FEWEST_ITEMS, MOST_ITEMS)
    texts = rng.sample(stories, min(count, len(stories)))
    texts += [rng.choice(stories) for _ in range(count - len(texts))]
    items = [shape.format(**_words(text, rng.choice(stories), number, rng)) for number, text in enumerate(texts)]
    heading = f"<h2>{rng.choice(_LABELS)}</h2>" if rng.random() < 0.3 else ""
    if tag == "li":
        made = f"{heading}{_opened(outer, rng)}{''.join(items)}</{outer}>"
        made = f"<div>{made}</div>"
    else:
        outer = outer or "div"
        made = f"{_opened(outer, rng)}{heading}{''.join(items)}</{outer}>"
    root = next(parse(f"<body>{made}</body>").root.iter("body"))[0]
    root.tail = None
    root.set(MARK, "")
    return root


def home_of(blocks: Sequence[etree._Element]) -> etree._Element | None:
    """The innermost element around all of these; None where that is the page's body."""
    common: list[etree._Element] = []
    for number, block in enumerate(blocks):
        above = [*block.iterancestors()][::-1]
        common = [one for one, other in zip(common, above, strict=False) if one is other] if number else above
    return common[-1] if common and common[-1].tag not in {"html", "body"} else None


def place(root: etree._Element, home: etree._Element, made: etree._Element, rng: random.Random) -> None:
    """Puts a river below the story whose element this is: behind it, behind what is around it, at its end or at the page's."""
    where = rng.random()
    body = next(root.iter("body"), root)
    above = home.getparent()
    if where < 0.15:
        home.append(made)
    elif where < 0.6:
        home.addnext(made)
    elif where < 0.75 and above is not None and above is not body and above.getparent() is not None:
        above.addnext(made)
    else:
        body.append(made)


def _opened(tag: str, rng: random.Random) -> str:
    """A start tag, with a class name or without."""
    if rng.random() < 0.35:
        return f"<{tag}>"
    name = rng.choice(_NAMES)
    name = rng.choice(
        (name, f"{name}-{rng.choice(_NAMES)}", f"{name}{rng.randrange(100)}", f"css-{rng.randrange(16**6):06x}")
    )
    return f'<{tag} class="{name}">'


def _teaser(opened: str, tag: str, rng: random.Random) -> str:
    """The shape of an item: a headline that leads to its story, and how that begins."""
    head, text = rng.choice(_HEAD), rng.choice(_TEXT)
    if tag == "p":
        head, text = rng.choice(("b", "strong", "span")), rng.choice(("", "span"))
    picture = '<a href="/s{n}"><img src="/i{n}.jpg"></a>' if rng.random() < 0.4 else ""
    headline = rng.choice(
        (
            f'{_opened(head, rng)}<a href="/s{{n}}">{{head}}</a></{head}>',
            f'<a href="/s{{n}}">{_opened(head, rng)}{{head}}</{head}></a>'
            if head in {"span", "strong", "b"}
            else '<a href="/s{n}">{head}</a>',
        )
    )
    told = f"{_opened(text, rng)}{{text}}</{text}>" if text else ("<br>{text}" if rng.random() < 0.5 else "{text}")
    if rng.random() < 0.2:
        told = told.replace("{text}", '<a href="/s{n}">{text}</a>')
    when = rng.choice(("", "<span>{when}</span>", "<time>{when}</time>", '<div class="meta">{label} | {when}</div>'))
    when = when.replace("div", "span") if tag == "p" else when
    call = rng.choice(("", "", ' <a href="/s{n}">{call}</a>'))
    parts = [picture, headline, told + call]
    parts.insert(rng.randint(0, len(parts)), when)
    return f"{opened}{''.join(parts)}</{tag}>"


def _comment(opened: str, tag: str, rng: random.Random) -> str:
    """The shape of what a reader says: who and when, and what."""
    text = "span" if tag == "p" else rng.choice(_TEXT)
    who = rng.choice(("<b>{who}</b>", "<span>{who}</span>", '<a href="/u{n}">{who}</a>', "<cite>{who}</cite>"))
    when = rng.choice((" <span>{when}</span>", " <time>{when}</time>", ""))
    told = f"{_opened(text, rng)}{{text}}</{text}>" if text else "<br>{text}"
    tools = rng.choice(("", '<a href="#">{answer}</a>', "<button>{answer}</button>", "<span>{answer}</span>"))
    return f"{opened}{who}{when}{told}{tools}</{tag}>"


def _words(text: str, other: str, number: int, rng: random.Random) -> dict[str, object]:
    words = text.split()
    size = rng.randint(*HEADLINE_WORDS)
    named = words if rng.random() < 0.5 else other.split()
    start = rng.randrange(max(1, len(named) - size))
    told = " ".join(words[: rng.randint(8, MAX_ITEM_WORDS)])
    return {
        "n": number + rng.randrange(10**4),
        "head": escape(" ".join(named[start : start + size])),
        "text": escape(told),
        "when": rng.choice(_WHEN).format(rng.randint(1, 30)),
        "label": rng.choice(_LABELS),
        "call": rng.choice(_CALLS),
        "who": rng.choice(_PEOPLE),
        "answer": rng.choice(_ANSWERS),
    }
