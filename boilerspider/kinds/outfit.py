"""What a page is fitted out with: the words of its classes and ids, and where its links lead. Numbers by name.

Both are programmers' vocabulary, the same in all countries.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from math import log1p

from boilerspider.markup.transcript import Transcript

PARTS = frozenset(
    """cart price product sku shop store author byline comment comments reply post posts entry article share related sidebar
    breadcrumb breadcrumbs toc date published timestamp hero pricing testimonial testimonials cta form course filter facet sort
    grid card cards rating review reviews thread topic forum user votes answer pagination docs api code prev next faq accordion
    tab tabs newsletter subscribe tags caption figure blog news story headline contributor bio""".split()  # noqa: SIM905 - reads best as words
)
"""Words in the classes and ids of what articles have around them, and of what shops, forums, manuals and firms have."""

LEADS = {
    "share": ("sharer", "intent/tweet", "/share?", "whatsapp:", "mailto:?", "share="),
    "author": ("/author/", "/authors/"),
    "topic": ("/tag/", "/tags/", "/topic"),
    "category": ("/category/",),
    "phone": ("\ntel:",),
    "mail": ("\nmailto:",),
    "cart": ("cart", "checkout"),
    "login": ("login", "signin"),
}
"""What links lead to, by what their addresses contain, or begin with."""

RELATIONS = ("author", "amphtml", "shortlink")
"""Relations of links. Not `next` and `prev`: lists have them, and so have stories on several pages and posts beside others."""

MOST_ALIKE = 50
"""Elements with one word from which on more say nothing. Ours."""

MAX_NAMES, MAX_CHARACTERS = 5_000, 300
"""Different classes, and ids, that are looked at, and characters of each and of an address. Ours: no page of the corpora has more."""

_WORD = re.compile(r"[a-z]+")
_FEEDS = ("rss", "atom")


def of_outfit(transcript: Transcript) -> Iterator[tuple[str, float]]:
    """Pairs of a name and a number."""
    yield from _of_parts(transcript)
    yield from _of_links(transcript)


def _of_parts(transcript: Transcript) -> Iterator[tuple[str, float]]:
    counts: Counter[str] = Counter()
    for names in (transcript.classes, transcript.ids):
        for name, count in islice(Counter(names).items(), MAX_NAMES):
            for word in _parts(name[:MAX_CHARACTERS]) if name else ():
                counts[word] += count
    for word, count in counts.items():
        yield f"part {word}", log1p(min(count, MOST_ALIKE))


@lru_cache(maxsize=16_384)
def _parts(name: str) -> frozenset[str]:
    """The pages of a site have the same names."""
    return PARTS.intersection(_WORD.findall(name.lower()))


def _of_links(transcript: Transcript) -> Iterator[tuple[str, float]]:
    links = transcript.of("a", "link")
    addresses = [(element.get("href") or "")[:MAX_CHARACTERS] for element in links]
    joined = "\n" + "\n".join(addresses).lower()
    for name, parts in LEADS.items():
        yield f"leads {name}", log1p(min(sum(map(joined.count, parts)), MOST_ALIKE))
    yield "leads place", log1p(min(sum(address[0] == "#" for address in addresses if len(address) > 1), MOST_ALIKE))
    relations = {
        word for element in links if (rel := element.get("rel")) for word in rel[:MAX_CHARACTERS].lower().split()
    }
    for name in RELATIONS:
        yield f"rel {name}", name in relations
    feeds = [
        address
        for element, address in zip(links, addresses, strict=True)
        if element.tag == "link" and any(name in (element.get("type") or "")[:MAX_CHARACTERS] for name in _FEEDS)
    ]
    yield "names a feed", bool(feeds)
    yield "names a feed of comments", any("comment" in address.lower() for address in feeds)
