"""Advertisements: new wording, markup, classes and places on every hit, so that no page is served twice."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from boilerspider.demo.material import Press

GAP = "<!--gap-->"
"""Stands in a page wherever an advertisement may go; no reader ever gets to see it."""

FEWEST_ADS, MOST_ADS = 2, 4
FOREIGN_SHARE = 0.2
"""How many advertisements are in some other language than the page."""

_CLASSES = (
    "ad ad-{hash}",
    "promo promo--{hash}",
    "css-{hash}",
    "sponsored-unit",
    "partner box{n}",
    "dfp-{n} lazy",
    "{hash}",
    "banner banner-top",
    "widget story-promo",
    "content-block {hash}",
)


def with_ads(page: str, language: str, press: Press, chance: Random) -> str:
    """The page with two to four advertisements in some of its gaps and the other gaps closed."""
    pieces = page.split(GAP)
    if len(pieces) > 1:
        for _ in range(chance.randint(FEWEST_ADS, MOST_ADS)):
            place = chance.randrange(1, len(pieces))
            pieces[place] = advertisement(language, press, chance) + pieces[place]
    return "".join(pieces)


def advertisement(language: str, press: Press, chance: Random) -> str:
    """One advertisement as HTML."""
    if chance.random() < FOREIGN_SHARE:
        language = chance.choice(sorted(press.words))
    words = press.words[language]
    design = press.designs["ads"]
    number, token = chance.randint(3, 95), f"{chance.getrandbits(28):07x}"
    values = {
        "hash": token,
        "n": number * 1013,
        "classes": chance.choice(_CLASSES).format(hash=token, n=number),
        "advertisement": words.labels["advertisement"],
        "opener": chance.choice(words.ads["openers"]),
        "sentence": _sentence(words.ads, chance),
        "sentence2": _sentence(words.ads, chance),
        "tail": " ".join(chance.sample(words.ads["tails"], chance.randint(1, 3))),
        "call": chance.choice(words.ads["calls"]),
    }
    return design.render(chance.choice(sorted(design.fragments)), values)


def _sentence(phrases: Mapping[str, tuple[str, ...]], chance: Random) -> str:
    subject = chance.choice(phrases["subjects"])
    promise = chance.choice(phrases["promises"]).format(n=chance.randint(5, 90))
    return f"{subject[0].upper()}{subject[1:]} {promise}."
