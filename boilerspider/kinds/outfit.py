"""What a page is fitted out with: the words of its classes and ids, and where its links lead. Numbers by name.

Both are programmers' vocabulary, the same in all countries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from math import log1p
from string import ascii_lowercase

from boilerspider.markup.transcript import Transcript, attributes

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

_PARTS = frozenset(part.encode() for part in PARTS)
_LETTERS = bytes(code if chr(code) in ascii_lowercase else ord(" ") for code in range(256))
"""Every byte but a small letter's is a space."""


def of_outfit(transcript: Transcript) -> Iterator[tuple[str, float]]:
    """Pairs of a name and a number."""
    yield from _of_parts(transcript)
    yield from _of_links(transcript)


def _of_parts(transcript: Transcript) -> Iterator[tuple[str, float]]:
    counts: Counter[str] = Counter()
    for names in (transcript.classes, transcript.ids):
        for name, count in islice(Counter(filter(None, names)).items(), MAX_NAMES):
            for word in _parts(name[:MAX_CHARACTERS]):
                counts[word] += count
    for word, count in counts.items():
        yield f"part {word}", log1p(min(count, MOST_ALIKE))


@lru_cache(maxsize=16_384)
def _parts(name: str) -> tuple[str, ...]:
    """The pages of a site have the same names; bytes, since names that are new are cut at all signs in a third of a pattern's time."""
    words = name.lower().encode("ascii", "replace").translate(_LETTERS).split()
    return tuple(word.decode() for word in _PARTS.intersection(words))


def _of_links(transcript: Transcript) -> Iterator[tuple[str, float]]:
    links = transcript.of("link")
    hrefs = [*transcript.hrefs.values(), *attributes(links, b"href")]
    addresses = [href[:MAX_CHARACTERS] for href in hrefs if href]
    joined = "\n" + "\n".join(addresses).lower()
    for name, parts in LEADS.items():
        yield f"leads {name}", log1p(min(sum(map(joined.count, parts)), MOST_ALIKE))
    places = [address for address in addresses if address.startswith("#") and len(address) > 1]
    yield "leads place", log1p(min(len(places), MOST_ALIKE))
    said = set(filter(None, attributes([*transcript.of("a"), *links], b"rel")))
    relations = {word for relation in said for word in relation[:MAX_CHARACTERS].lower().split()}
    for name in RELATIONS:
        yield f"rel {name}", name in relations
    feeds = [link.get("href") or "" for link in links if (kind := link.get("type")) and _is_feed(kind)]
    yield "names a feed", bool(feeds)
    yield "names a feed of comments", any("comment" in address[:MAX_CHARACTERS].lower() for address in feeds)


def _is_feed(kind: str) -> bool:
    kind = kind[:MAX_CHARACTERS]
    return "rss" in kind or "atom" in kind
