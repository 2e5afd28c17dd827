"""The passes of jusText. Each takes paragraphs and gives paragraphs, in time linear in their number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import TypeAlias

from boilerspider.extractors.justext.paragraphs import Class, Paragraph, Paragraphs

COPYRIGHT = ("\u00a9", "&copy")
"""What shows a legal notice."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The thresholds, with the package's defaults."""

    _: KW_ONLY
    length_low: int = 70
    """Characters; a shorter paragraph has no class of its own."""
    length_high: int = 200
    """Characters; a longer paragraph may be good by itself."""
    stopwords_low: float = 0.30
    """Stop-word density from which a paragraph is nearly good."""
    stopwords_high: float = 0.32
    """Stop-word density from which a long paragraph is good."""
    max_link_density: float = 0.2
    """Above it a paragraph is bad."""
    max_heading_distance: int = 200
    """Characters that may lie between a heading and the good paragraph that it belongs to."""
    no_headings: bool = False
    """Treats headings as any paragraph."""
    heading_prestage: bool = False
    """The thesis' first step, which never fires in the package: headings rescue the short paragraphs below them."""


def count_stop_words(paragraphs: Paragraphs, stop_words: frozenset[str]) -> Paragraphs:
    """Counts the words; one with punctuation at it is no stop word."""
    counted = []
    for paragraph in paragraphs:
        words = paragraph.text.lower().split()
        hits = sum(map(stop_words.__contains__, words))
        text, links, is_heading, in_select, nodes, *_ = paragraph
        counted.append(Paragraph(text, links, is_heading, in_select, nodes, hits, len(words)))
    return tuple(counted)


def classify(paragraphs: Paragraphs, rules: Rules) -> Paragraphs:
    """Gives each paragraph the class that it has by itself."""
    classes = [_class_by_itself(paragraph, rules) for paragraph in paragraphs]
    return tuple(Paragraph(*p[:-2], own, own) for p, own in zip(paragraphs, classes, strict=True))


def _class_by_itself(paragraph: Paragraph, rules: Rules) -> Class:
    if paragraph.link_density > rules.max_link_density or _is_notice(paragraph.text) or paragraph.in_select:
        return Class.BAD
    if paragraph.length < rules.length_low:
        return Class.BAD if paragraph.link_characters else Class.SHORT
    density = paragraph.stop_word_density
    if density >= rules.stopwords_high:
        return Class.GOOD if paragraph.length > rules.length_high else Class.NEAR_GOOD
    return Class.NEAR_GOOD if density >= rules.stopwords_low else Class.BAD


def _is_notice(text: str) -> bool:
    return COPYRIGHT[0] in text or COPYRIGHT[1] in text


def lift_headings(paragraphs: Paragraphs, rules: Rules) -> Paragraphs:
    """Makes short headings of good paragraphs nearly good, where the rules ask for it."""
    if not rules.heading_prestage:
        return paragraphs
    return tuple(
        paragraph._replace(revised=Class.NEAR_GOOD)
        if paragraph.revised is Class.SHORT and _heads_good_text(paragraphs, at, rules)
        else paragraph
        for at, paragraph in enumerate(paragraphs)
    )


def settle_short(paragraphs: Paragraphs, rules: Rules) -> Paragraphs:  # noqa: ARG001 - the signature of passes
    """Gives short paragraphs their neighbours' class; where these differ, a nearly good one towards the bad makes good."""
    before, near_before = _neighbours(paragraphs)
    after, near_after = (side[::-1] for side in _neighbours(paragraphs[::-1]))
    settled = list(paragraphs)
    for at, paragraph in enumerate(paragraphs):
        if paragraph.revised is not Class.SHORT:
            continue
        towards_bad = near_before[at] if before[at] is Class.BAD else near_after[at]
        if before[at] is after[at]:
            settled[at] = paragraph._replace(revised=before[at])
        else:
            settled[at] = paragraph._replace(revised=Class.GOOD if towards_bad is Class.NEAR_GOOD else Class.BAD)
    return tuple(settled)


def _neighbours(paragraphs: Paragraphs) -> tuple[list[Class], list[Class]]:
    """For each paragraph the last final class before it, and the same where nearly good ends the search too."""
    final, near = [], []
    last_final = last_near = Class.BAD
    for paragraph in paragraphs:
        final.append(last_final)
        near.append(last_near)
        if paragraph.revised is not Class.SHORT:
            last_near = paragraph.revised
            if paragraph.revised is not Class.NEAR_GOOD:
                last_final = paragraph.revised
    return final, near


def settle_near_good(paragraphs: Paragraphs, rules: Rules) -> Paragraphs:  # noqa: ARG001 - the signature of passes
    """Makes nearly good paragraphs good unless both neighbours are bad; those settled before are neighbours."""
    after = _neighbours(paragraphs[::-1])[0][::-1]
    before = Class.BAD
    settled = []
    for paragraph, following in zip(paragraphs, after, strict=True):
        kind = paragraph.revised
        if kind is Class.NEAR_GOOD:
            kind = Class.BAD if before is following is Class.BAD else Class.GOOD
        settled.append(paragraph if kind is paragraph.revised else paragraph._replace(revised=kind))
        before = kind
    return tuple(settled)


def rescue_headings(paragraphs: Paragraphs, rules: Rules) -> Paragraphs:
    """Makes headings good that are not bad by themselves and stand shortly before a good paragraph."""
    return tuple(
        paragraph._replace(revised=Class.GOOD)
        if paragraph.revised is Class.BAD
        and paragraph.context_free is not Class.BAD
        and _heads_good_text(paragraphs, at, rules)
        else paragraph
        for at, paragraph in enumerate(paragraphs)
    )


def _heads_good_text(paragraphs: Paragraphs, at: int, rules: Rules) -> bool:
    """Whether the paragraph is a heading, and a good one begins at most the set distance below it."""
    if rules.no_headings or not paragraphs[at].is_heading:
        return False
    distance = 0
    for below in range(at + 1, len(paragraphs)):
        if distance > rules.max_heading_distance:
            return False
        if paragraphs[below].revised is Class.GOOD:
            return True
        distance += paragraphs[below].length
    return False


Pass: TypeAlias = Callable[[Paragraphs, Rules], Paragraphs]

RECIPE: tuple[Pass, ...] = (classify, lift_headings, settle_short, settle_near_good, rescue_headings)
"""The algorithm, step by step."""
