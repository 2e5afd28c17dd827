"""What a line with a colon announces: letters, statements, songs and lists in an element of their own, of which the networks judge each line by itself."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from boilerspider.extractors.news.inputs import Bools, Floats, Ints
from boilerspider.extractors.news.inputs.context import Setting
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.extractors.news.rules.items import CONTROLS, ITEM, MOST, UNLIKELY, is_beside, says_something
from boilerspider.extractors.news.rules.passing import CALLED, Passing
from boilerspider.extractors.news.rules.signs import announces
from boilerspider.markup.guests import is_sentence

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

FEWEST_SHARED, SHARED = 6, 0.5
"""Stems of a line, and share of them, that the rest of the story has, too, from which on it vouches for what it announces: of dev lines in gold texts half have so many; "Share this story:" and "What you get with our newsletter:" have none to three. Ours."""

ANNOUNCED = 0.895
"""Likelihood of what comes back, between what a box with a link asks and one that is odd: the link of an advertisement in it makes no box of it, what it speaks of may. Ours."""


def announced(seen: View, keep: Bools, likely: Floats) -> list[int]:
    """The blocks of an element of its own behind a kept line that ends in a colon, and beside it in one element: where half of its letters are kept, or it is a list, or as many lines as a verse, amid the story, and no name says that it is something else.

    None where one is unlikely, nor of an element that holds a control or a picture. Links are in a quarter of the lines at most, and in none where no kept sentence is among them and the line speaks of nothing else that is kept. Boxes of which nothing is kept are looked past, and stay out: before it, in it and behind it.
    """
    heads, found = _heads(seen, keep), list[int]()
    if not heads:
        return found
    passing = Passing.of(seen, keep)
    for head in heads:
        for at, own in _behind(passing, head):
            if _is_announced(passing, likely, head, at, own):
                found += [block for block in own.tolist() if says_something(seen.texts[block])]
                break
    return found


def vouched(seen: View, setting: Setting, keep: Bools) -> frozenset[int]:
    """The kept blocks of what a line announces amid the story that speaks of what the rest of it speaks of: a song or a letter has words of its own, and is the story's in whatever markup it stands. Of an element's blocks those of the path of most, as advertisements may be among them."""
    heads = [head for head in _heads(seen, keep) if setting.distinct[head] >= FEWEST_SHARED]
    if not heads:
        return frozenset()
    passing, found = Passing.of(seen, keep), list[int]()
    for head in heads:
        for at, own in _behind(passing, head):
            if _fits(passing, at, own):
                if _is_amid(passing, head, at) and _is_storys(setting, keep, head, own):
                    found += _lines(passing, at, own).tolist()
                break
    return frozenset(found)


def _heads(seen: View, keep: Bools) -> list[int]:
    """The kept lines that end in a colon."""
    return [head for head in np.flatnonzero(keep[:-1]).tolist() if announces(seen.texts[head])]


def _behind(passing: Passing, head: int) -> Iterator[tuple[int, Ints]]:
    """The elements behind a line that stand beside it, and what is their own: the first one, and what is behind it where it is looked past."""
    place = head + 1
    while place < len(passing.keep):
        at = _outermost(passing.seen, place)
        if not is_beside(passing.seen, passing.keep, head, at):
            return
        yield at, passing.own(place, at)
        before, place = place, passing.past(at, place)
        if before == place:
            return


def _is_storys(setting: Setting, keep: Bools, head: int, own: Ints) -> bool:
    """Whether a line speaks of what is kept but for it and these blocks."""
    ends = setting.distinct.cumsum()
    said = setting.tokens[ends[head] - setting.distinct[head] : ends[head]]
    rest = keep.copy()
    rest[own] = rest[head] = False
    shared = np.isin(said, setting.tokens[rest.repeat(setting.distinct)]).sum()
    return bool(shared >= max(FEWEST_SHARED, SHARED * len(said)))


def _lines(passing: Passing, at: int, own: Ints) -> Ints:
    """Those of these blocks of an element that stand on the path of most, and are kept; none where a name on it says that they are none of the story's."""
    columns = passing.seen.columns
    homes = columns.homes[own]
    paths = columns.signatures[homes]
    is_called = (columns.paths[homes] & CALLED & ~columns.paths[columns.parents[at]]) != 0
    lines: Ints = own[(paths == np.bincount(paths).argmax()) & passing.keep[own] & ~is_called]
    return lines


def _is_announced(passing: Passing, likely: Floats, head: int, at: int, own: Ints) -> bool:
    """Whether an element behind a line is what that announces."""
    seen, keep = passing.seen, passing.keep
    if keep[own].all() or likely[own].min() < UNLIKELY:
        return False
    shown = seen.letters.shown[own]
    is_half_kept = shown @ keep[own] >= MOST * shown.sum() > 0
    if not _fits(passing, at, own) or not (is_half_kept or _is_whole(passing, head, at, own)):
        return False
    if not seen.letters.linked[own].any():
        return True
    is_letter = is_half_kept and any(is_sentence(seen.texts[place]) for place in own[keep[own]])
    return is_letter or _is_storys(seen.by_stems(keep), keep, head, own)


def _fits(passing: Passing, at: int, own: Ints) -> bool:
    """Whether an element with these blocks of its own may be announced by what it holds."""
    seen = passing.seen
    links = int((seen.letters.linked[own] > 0).sum())
    if len(own) < FEWEST_LINES or seen.elements[at].tag not in WRAPPERS or links > MOST_LINKED * len(own):
        return False
    return passing.holds_only(at, own, OTHERS)


def _is_amid(passing: Passing, head: int, at: int) -> bool:
    """Whether the story goes on behind an element that a line announces, and around both."""
    keep, columns = passing.keep, passing.seen.columns
    above, last = int(columns.parents[at]), int(columns.last[at])
    around = keep[columns.first[above] : head].sum() + keep[last : columns.last[above]].sum()
    behind = passing.behind(last)
    return bool(around >= FEWEST_AROUND and behind < len(keep) and keep[behind])


def _is_whole(passing: Passing, head: int, at: int, own: Ints) -> bool:
    """Whether all these blocks of an element are items of a list in it, or verses, and the story goes on behind it, and around it."""
    seen, columns = passing.seen, passing.seen.columns
    if not _is_amid(passing, head, at):
        return False
    homes = columns.homes[own]
    if ((columns.paths[homes] & TAGS[ITEM]) != 0).all() and (seen.innermost(ITEM)[homes] >= at).all():
        return True
    # A line alone in its `div` is as often a button's, a step's or a teaser's, but where a line of the story vouches for it.
    are_lines = ((columns.bits[homes] & TAGS["p"]) != 0) | (columns.last[homes] - columns.first[homes] > 1)
    is_verse = len(homes) >= FEWEST_VERSES and seen.letters.words[own].min() >= WORDS_OF_A_VERSE
    if not is_verse or len(set(columns.signatures[homes].tolist())) > 1:
        return False
    return bool(are_lines.all()) or _is_storys(seen.by_stems(passing.keep), passing.keep, head, own)


def _outermost(seen: View, place: int) -> int:
    """The outermost element that a block is the first of."""
    columns = seen.columns
    at = int(columns.homes[place])
    while columns.first[columns.parents[at]] == place and columns.parents[at] != at:
        at = int(columns.parents[at])
    return at


__all__ = ["ANNOUNCED", "announced", "vouched"]
