"""What a line with a colon announces: letters, statements, songs and lists in an element of their own, of which the networks judge each line by itself."""

from __future__ import annotations

import numpy as np

from boilerspider.extractors.news.inputs import Bools, Floats, Ints
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.extractors.news.rules.items import CONTROLS, ITEM, MOST, UNLIKELY, is_beside, says_something
from boilerspider.extractors.news.rules.passing import Passing
from boilerspider.markup.shortlines import ends_sentence
from boilerspider.markup.signs import announces

FEWEST_LINES = 3
"""Of what is announced: two are as often the features of goods."""
FEWEST_VERSES, WORDS_OF_A_VERSE = 4, 3.0
"""Lines of one path, and the words of the shortest: what has fewer is a player, an advertisement with its label or an appeal, and buttons say less. All three ours."""

WRAPPERS = ("div", "section", "blockquote", "article")
MOST_LINKED = 0.25
"""Share of the lines that hold a link: of teasers each does. Ours."""
OTHERS = (*CONTROLS, "img", "picture", "video", "audio", "iframe", "table", "figure", "pre", "code")
"""What stands in no letter and no song, or is looked at by other rules."""
FEWEST_AROUND = 2
"""Kept blocks beside the line and what it announces, in the element that holds both: else that may be a box with its heading. Ours."""

ANNOUNCED = 0.895
"""Likelihood of what comes back, between what a box with a link asks and one that is odd: the link of an advertisement in it makes no box of it, what it speaks of may. Ours."""


def announced(seen: View, keep: Bools, likely: Floats) -> list[int]:
    """The blocks of an element of its own behind a kept line that ends in a colon, and beside it in one element: where half of its letters are kept, or it is a list, or as many lines as a verse, amid the story, and no name says that it is something else.

    None where one is unlikely, nor of an element that holds a control or a picture. Links are in a quarter of the lines at most, and in none where no kept sentence is among them. Boxes of which nothing is kept are looked past, and stay out: before it, in it and behind it.
    """
    heads = [head for head in np.flatnonzero(keep[:-1]).tolist() if announces(seen.texts[head])]
    if not heads:
        return []
    passing = Passing.of(seen, keep)
    found: list[int] = []
    for head in heads:
        place = head + 1
        while place < len(keep):
            at = _outermost(seen, place)
            if not is_beside(seen, keep, head, at):
                break
            own = passing.own(place, at)
            if _is_announced(passing, likely, head, at, own):
                found += [block for block in own.tolist() if says_something(seen.texts[block])]
                break
            behind = passing.past(at, place)
            if behind == place:
                break
            place = behind
    return found


def _is_announced(passing: Passing, likely: Floats, head: int, at: int, own: Ints) -> bool:
    """Whether an element behind a line is what that announces."""
    seen, keep = passing.seen, passing.keep
    if len(own) < FEWEST_LINES or keep[own].all() or seen.elements[at].tag not in WRAPPERS:
        return False
    if likely[own].min() < UNLIKELY or not passing.holds_only(at, own, OTHERS):
        return False
    shown = seen.letters.shown[own]
    is_half_kept = shown @ keep[own] >= MOST * shown.sum() > 0
    if seen.letters.linked[own].any():
        return is_half_kept and _is_letter(seen, keep, own)
    return is_half_kept or _is_whole(passing, head, at, own)


def _is_letter(seen: View, keep: Bools, own: Ints) -> bool:
    """Whether few of these blocks hold a link, and one of those that are kept is a sentence."""
    links = int((seen.letters.linked[own] > 0).sum())
    return links <= MOST_LINKED * len(own) and any(ends_sentence(seen.texts[place]) for place in own[keep[own]])


def _is_whole(passing: Passing, head: int, at: int, own: Ints) -> bool:
    """Whether all these blocks of an element are items of a list in it, or verses, and the story goes on behind it, and around it."""
    seen, keep, columns = passing.seen, passing.keep, passing.seen.columns
    above, last = int(columns.parents[at]), int(columns.last[at])
    around = keep[columns.first[above] : head].sum() + keep[last : columns.last[above]].sum()
    behind = passing.behind(last)
    if around < FEWEST_AROUND or behind == len(keep) or not keep[behind]:
        return False
    homes = columns.homes[own]
    if ((columns.paths[homes] & TAGS[ITEM]) != 0).all() and (seen.innermost(ITEM)[homes] >= at).all():
        return True
    # A line alone in its `div` is as often a button's, a step's or a teaser's.
    are_lines = ((columns.bits[homes] & TAGS["p"]) != 0) | (columns.last[homes] - columns.first[homes] > 1)
    is_verse = len(homes) >= FEWEST_VERSES and seen.letters.words[own].min() >= WORDS_OF_A_VERSE
    return bool(is_verse and are_lines.all() and len(set(columns.signatures[homes].tolist())) == 1)


def _outermost(seen: View, place: int) -> int:
    """The outermost element that a block is the first of."""
    columns = seen.columns
    at = int(columns.homes[place])
    while columns.first[columns.parents[at]] == place and columns.parents[at] != at:
        at = int(columns.parents[at])
    return at


__all__ = ["ANNOUNCED", "announced"]
