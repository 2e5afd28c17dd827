"""What is left of a box when the rest of it is gone, or was never text: the name of its links, a line that leads up to them, a call beside a badge, "Advertisement", the heading that ends the text.

One line of a few words each, which the networks take for a short paragraph or a subhead; and an advertisement in a paragraph, where it begins by saying so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

import numpy as np

from boilerspider.extractors.news.inputs import Bools
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.extractors.news.rules.headings import box_of, last_heading
from boilerspider.extractors.news.rules.loose import TABLE
from boilerspider.extractors.news.rules.tables import FEWEST_CELLS
from boilerspider.markup.advertising import MOST_LETTERS, goes_on, is_label
from boilerspider.markup.permalinks import HEADINGS
from boilerspider.markup.prose import weigh
from boilerspider.markup.shortlines import MAX_NAME_LETTERS, ends_sentence
from boilerspider.markup.signs import COLONS, announces
from boilerspider.model import Block, BlockType, kept_places
from boilerspider.urls import is_elsewhere, same_site

MOST_BLOCKS = 12
"""Of the element in which a box's name stands. Ours."""
LINK_SHARE = 0.9
"""Of the letters there that are left out, from which on they are nothing but links. Ours."""
MOST_KEPT = 0.5
"""Of the letters of such links, from which on they are the story's. Ours, as that of torn lists."""
MOST_LINES = 3
"""Such names, and such calls, on a page: more are how it is made, prices and marks beside what leads to a shop. Ours."""
MIN_TITLE_LETTERS = 20
"""Of an item of such a list (`prose.weigh`), on the average, if it is other stories' titles: names of things and places, which a story lists too, have fewer. Ours."""
MOST_CALL_LETTERS = 100
"""Of the words beside a badge (`prose.weigh`): "Follow us on …". Ours."""
MOST_SUBJECT_LETTERS = 60
"""Of lines beside a label that are subjects as it may be. Ours."""

_LISTS = frozenset(("ul", "ol"))
_LINES = (BlockType.PARAGRAPH, BlockType.SUBHEAD, BlockType.CAPTION, BlockType.TABLE, BlockType.QUOTE)
"""What a name for advertisements alone may be a label in."""
_GO_ON = TAGS["li"] | TAGS["blockquote"]
"""What a line with a colon may lead up to across a box."""
BADGES = ("img", "picture", "svg")

_BEFORE_COLON = re.compile(rf"(.{{2,{MOST_LETTERS}}}?)\s?[{''.join(COLONS)}]\s")

_IMAGE = re.compile(r"\.(?:avif|gif|jpe?g|png|webp)(?:[?#]|\Z)", re.IGNORECASE)


def remnants(seen: View, blocks: Sequence[Block], url: str | None, *, is_sure: bool) -> list[int]:
    """The places of such lines among what was kept of a page that is plainly a story, of one that is not surely one those alone that say they are advertisements, or stand above a list of links."""
    kept = kept_places(blocks)
    is_kept = np.zeros(len(blocks), np.bool_)
    is_kept[kept] = True
    lines = is_kept & (seen.letters.shown <= MOST_CALL_LETTERS) & (seen.letters.linked == 0)
    possible = np.flatnonzero(lines).tolist()
    found = _labels(seen, blocks, is_kept, possible)
    found.update(place for place in kept if _begins_with_label(blocks[place]) and _leads_elsewhere(seen, place, url))
    found |= _above_links(seen, blocks, is_kept, possible)
    return sorted(found | _unsaid(seen, blocks, is_kept, possible, url) if is_sure else found)


def _labels(seen: View, blocks: Sequence[Block], is_kept: Bools, possible: Sequence[int]) -> set[int]:
    """Those of these places whose line is an advertisement's label.

    Words decide nowhere else in this extractor but of rights (`rights`), of who signs a story above it (`kinds.fields_above`) and of when it was changed or published (`stamps`); a language that has none in there loses what site memory finds without any.
    """
    labels = [place for place in possible if is_label(blocks[place].text) and not _is_in_a_row(seen, is_kept, place)]
    names = [place for place in labels if not goes_on(blocks[place].text)]
    return set(labels).difference(_storys(seen, blocks, names))


def _storys(seen: View, blocks: Sequence[Block], names: Sequence[int]) -> set[int]:
    """Those of the places of names for advertisements that are as likely the story's, as a report has a part on its advertising, too: what begins an item, a subhead among others in the same element, a cell of more than a frame."""
    found = {place for place in names if blocks[place].type not in _LINES and not _is_below_in_item(seen, place)}
    subheads = [place for place in names if blocks[place].type is BlockType.SUBHEAD]
    sections = _sections(seen, blocks) if subheads else frozenset()
    found.update(place for place in subheads if _tag(seen, place) in sections)
    cells = [place for place in names if blocks[place].type is BlockType.TABLE]
    if cells:
        columns = seen.columns
        tables = seen.innermost(TABLE)[columns.homes[cells]]
        sizes = columns.last[tables] - columns.first[tables]
        found.update(np.array(cells)[sizes >= FEWEST_CELLS].tolist())
    return found


def _is_below_in_item(seen: View, place: int) -> bool:
    """Whether a block stands in an item of a list below what the item says."""
    item = seen.innermost("li")[seen.columns.homes[place]]
    return bool(seen.elements[item].tag == "li" and seen.columns.first[item] < place)


def _above_links(seen: View, blocks: Sequence[Block], is_kept: Bools, possible: Sequence[int]) -> set[int]:
    """What leads up to lists of links that are gone. A subhead in an element for headings, or among others in one of the same tag, is the story's: it heads what is below the list."""
    above = [place for place in possible if _leads_up_to_links(seen, is_kept, blocks[place], place)]
    leads = {place for place in above if announces(blocks[place].text)}
    heads = [place for place in above if place not in leads and _tag(seen, place) not in HEADINGS]
    found = leads if len(leads) <= MOST_LINES else set()
    if not heads:
        return found
    subheads = (at for at in kept_places(blocks) if blocks[at].type is BlockType.SUBHEAD)
    tags = Counter(_tag(seen, at) for at in subheads)
    return found.union(place for place in heads if tags[_tag(seen, place)] == 1)


def _unsaid(seen: View, blocks: Sequence[Block], is_kept: Bools, possible: Sequence[int], url: str | None) -> set[int]:
    """What else is left of boxes by what stands around it alone."""
    names = [found for place in possible if (found := _with_links(seen, is_kept, blocks[place].text, place))]
    calls = [place for place in possible if _is_call(seen, place, url)]
    last = last_heading(seen, blocks)
    few = names if len(names) <= MOST_LINES else []
    return set().union(*few, calls if len(calls) <= MOST_LINES else (), () if last is None else (last,))


def _sections(seen: View, blocks: Sequence[Block]) -> frozenset[str]:
    """The tags of the page's subheads that are no labels."""
    kept = (at for at in kept_places(blocks) if blocks[at].type is BlockType.SUBHEAD)
    return frozenset(_tag(seen, at) for at in kept if not is_label(blocks[at].text))


def _tag(seen: View, place: int) -> str:
    return str(seen.elements[int(seen.columns.homes[place])].tag)


def _begins_with_label(block: Block) -> bool:
    """Whether a paragraph says before a colon that it is an advertisement."""
    if block.type is not BlockType.PARAGRAPH:
        return False
    text = block.text[: MOST_LETTERS + len(" : ")]
    begun = _BEFORE_COLON.match(text) if any(colon in text for colon in COLONS) else None
    return begun is not None and is_label(begun[1])


def _leads_elsewhere(seen: View, place: int, url: str | None) -> bool:
    """Whether a block is all that its element says, and holds a link to another site."""
    home = int(seen.columns.homes[place])
    if url is None or not _is_all_of(seen, home):
        return False
    links = ((link.get("href") or "").strip() for link in seen.elements[home].iter("a"))
    return any(is_elsewhere(href, url) for href in links)


def _is_in_a_row(seen: View, is_kept: Bools, place: int) -> bool:
    """Whether what is kept right before a line and behind it is as short: subjects, not paragraphs, and no item's own."""
    if _is_below_in_item(seen, place):
        return False
    beside = [at for at in (place - 1, place + 1) if 0 <= at < len(is_kept) and is_kept[at]]
    return len(beside) > 1 and bool((seen.letters.shown[beside] <= MOST_SUBJECT_LETTERS).all())


def _with_links(seen: View, is_kept: Bools, text: str, place: int) -> list[int]:
    """A line and the links kept beside it, where it names an element in which nothing else stands but links, most of which are gone: "Read more:"."""
    if len(text) > MAX_NAME_LETTERS or ends_sentence(text):
        return []
    box = box_of(seen.setting, place)
    own = range(int(seen.setting.first[box]), int(seen.setting.last[box]))
    if not 1 < len(own) <= MOST_BLOCKS or not seen.letters.linked[own.start : own.stop].any():
        return []
    others = np.array([other for other in own if other != place], np.intp)
    shown, linked, stay = seen.letters.shown[others], seen.letters.linked[others], is_kept[others]
    are_links = linked.sum() >= LINK_SHARE * shown.sum() > LINK_SHARE * seen.letters.shown[place]
    are_links &= bool((linked[stay] >= LINK_SHARE * shown[stay]).all())
    are_titles = not stay.any() or _are_titles(seen, others)
    are_gone = shown[stay].sum() < MOST_KEPT * shown.sum()
    return [place, *others[stay].tolist()] if are_links and are_titles and are_gone else []


def _leads_up_to_links(seen: View, is_kept: Bools, block: Block, place: int) -> bool:
    """Whether a subhead, or a line with a colon, stands right above a list of other stories' titles that is gone, and what is kept behind that is no list or quotation."""
    heads = block.type is BlockType.SUBHEAD or announces(block.text)
    if len(block.text) > MAX_NAME_LETTERS or not heads or place + 1 == len(is_kept):
        return False
    at, columns = int(seen.columns.homes[place + 1]), seen.columns
    while seen.elements[at].tag not in _LISTS and columns.first[at] == place + 1 and columns.parents[at] != at:
        at = int(columns.parents[at])
    own = slice(int(columns.first[at]), int(columns.last[at]))
    if seen.elements[at].tag not in _LISTS or own.start != place + 1 or is_kept[own].any():
        return False
    letters = seen.letters.shown[own]
    behind = own.stop + int(is_kept[own.stop :].argmax()) if is_kept[own.stop :].any() else place
    goes_on = columns.paths[columns.homes[behind]] & _GO_ON
    are_links = seen.letters.linked[own].sum() >= LINK_SHARE * letters.sum()
    return bool(are_links and not goes_on) and _are_titles(seen, range(own.start, own.stop))


def _are_titles(seen: View, places: Collection[int]) -> bool:
    """Whether what links say is as long as other stories' titles."""
    letters = sum(weigh("".join(seen.texts[place].split())) for place in places)
    return letters >= MIN_TITLE_LETTERS * len(places)


def _is_call(seen: View, place: int, url: str | None) -> bool:
    """Whether a line is all that an element says beside a picture that leads to another site: "Follow us on …"."""
    home = int(seen.columns.homes[place])
    if url is None or not _is_all_of(seen, home) or weigh(seen.texts[place]) > MOST_CALL_LETTERS:
        return False
    for link in seen.elements[home].iter("a"):
        badge = next(link.iter(*BADGES), None)
        if badge is not None and not "".join(link.itertext()).strip():
            href = (link.get("href") or "").strip()
            return is_elsewhere(href, url) and not _shows(href, badge.get("src") or "")
    return False


def _is_all_of(seen: View, home: int) -> bool:
    """Whether an element says nothing but the block whose home it is."""
    return bool(seen.columns.last[home] - seen.columns.first[home] <= 1)


def _shows(href: str, picture: str) -> bool:
    """Whether an address is that of the picture itself, in its full size."""
    return _IMAGE.search(href) is not None or same_site(href, picture)


__all__ = ["remnants"]
