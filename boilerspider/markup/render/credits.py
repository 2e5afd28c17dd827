"""Who took a picture: what pages call such an element, and the words that tell it at either end of a caption."""

from __future__ import annotations

import re

from lxml import etree

MAX_CREDIT_CHARS = 120
"""Characters of a credit that no element of its own holds. Ours."""
MAX_CLASS_CHARS = 1_000
"""Of a class that are looked at for words such as caption and credit. Ours."""

_NAMED = re.compile(
    r"credit|copyright|photographer|(?:image|photo|picture|media)[_-]?(?:source|by|author)", re.IGNORECASE
)
_NAMED_APART = re.compile(
    r"(?:(?<![A-Za-z])(?:[Cc]redits?|[Cc]opyright|[Pp]hotographer)|(?<=[a-z])(?:Credits?|Copyright|Photographer)"
    r"|(?<![A-Za-z])(?:photo|image|picture|media|caption)(?:credits?|copyright)"
    r"|(?<![A-Za-z])(?:[Ii]mage|[Pp]hoto|[Pp]icture|[Mm]edia)[_-]?[Ss]ource)(?![a-z]|[_-](?:cards?|union|score))"
)
"""Stricter, for elements outside of captions: no credit cards."""
_PROPERTIES = frozenset(("creditText", "copyrightHolder", "copyrightNotice", "photographer"))
"""What `itemprop` calls it (schema.org)."""
_SAYS_WHO = re.compile(r"\b(?:source|credit|copyright|photographer)\b", re.IGNORECASE)
_CREDITS = re.compile(r"^(?:Credit(?:\.{3}|…|:|\s?Credit)\s?){1,2}(?=[A-Z])")
"""What one paper says twice."""
_LABEL = re.compile(
    r"(?:(?:^|(?<=[.!?)|/–-])\s{0,3}|[(\[])(?:(?:photo|image|picture|foto|bild)\s?)?(?:credits?|crédits?(?:\sphotos?)?|photo(?:graph(?:er|ie|s)?)?|image|pic(?:ture)?|fotogra[fv]\w{0,3}|foto|bild|фото)"
    r"(?:\s?:|\sby\s)|（(?:写真|撮影|图|圖|图片|圖片|사진)\s?[:：／=＝]|(?:^|(?<=[\s.!?]))credit(?:\.{3}|…))\s?|©\s?",
    re.IGNORECASE,
)
_PLAIN_LABEL = re.compile(r"(?<=\s)(?:Photo|Foto|Photo [Cc]redit|Credit|Crédit photo|Фото)\s?:\s?")
"""What also announces a credit where no sentence ends before it: words with a capital that are no caption's."""
_AGENCIES = r"(?:AFP|AP|EPA|EFE|Getty|Reuters|REUTERS|dpa|Shutterstock|Alamy|Bloomberg|Imago|IMAGO|ANSA|TASS)"
_AGENCY = re.compile(rf"\(([^()]{{0,60}}\b{_AGENCIES}\b[^()]{{0,80}})\)[\s.]{{0,3}}$")
"""How agencies sign: in brackets, at the end."""
_OF_AGENCY = re.compile(rf"\b{_AGENCIES}\b")
_AGENCY_ALONE = re.compile(rf"{_AGENCIES}(?:\s(?:Images|Photo))?\.?")
_SENTENCE_END = re.compile(r"(?<=[.!?…])(?<![A-Z]\.)[\"'”’»)]?\s+")
"""No initial ends a sentence."""
_RULE = re.compile(r"\s[|/]\s")
_IS_JOINED = re.compile(r"[/|(]|\svia\s")
_PARTICLES = frozenset("via for of de da di du la le van von der and et y und / | - – & the".split())  # noqa: SIM905 - a list of words
MAX_SIGNED_WORDS = 9
"""Words of such a signature without a label: a name, and those whose picture it is. Ours."""
MAX_WORDS_ALONE = 5
"""The same of one that is all of a caption: what has more may begin with what is shown. Ours."""
_BY_JAPANESE = re.compile(r"[、＝=（(]\s?([^、＝=（(。\s]{2,12})撮影[）)]?$")


def is_credit(element: etree._Element) -> bool:
    """Whether an element of a caption calls itself a credit."""
    return bool(_NAMED.search(element.get("class", "")) or _NAMED.search(element.get("itemprop", "")))


def is_credit_apart(element: etree._Element) -> bool:
    """Whether an element outside of any caption calls itself a credit."""
    names = (element.get("class") or "")[:MAX_CLASS_CHARS]
    return _NAMED_APART.search(names) is not None or element.get("itemprop") in _PROPERTIES


def says_who(label: str) -> bool:
    """Whether a label that is heard and not seen announces a credit."""
    return _SAYS_WHO.search(label) is not None


def begins_as_credit(text: str) -> bool:
    """Whether words begin by saying that they tell who took a picture."""
    return _LABEL.match(text.lstrip()) is not None


def without_label(credit: str) -> str:
    """A credit without what says that it is one, and without brackets around it."""
    label = _LABEL.match(credit)
    credit = _CREDITS.sub("", credit[label.end() :] if label else credit)
    is_bracketed = credit[:1] + credit[-1:] in ("()", "[]", "（）") or (label is not None and label[0][:1] in "([")
    return credit.strip("()[] ") if is_bracketed else credit


def split_credit(caption: str, last_line: str = "") -> tuple[str, str]:
    """A caption without the credit in its words, and that; its last line may be one by itself."""
    signed = _LABEL.search(caption)
    if signed is not None and len(credit := caption[signed.end() :].strip(" ()[]（）")) <= MAX_CREDIT_CHARS:
        return _cut(caption, signed.start()), _CREDITS.sub("", credit)
    start = max(0, len(caption) - MAX_CREDIT_CHARS)
    tail = caption[start:]
    signed = _AGENCY.search(tail) or _BY_JAPANESE.search(tail)
    if signed is not None and signed.re is _BY_JAPANESE:
        return _cut(caption, start + signed.start()), signed[1]
    at = _signature(tail, last_line)
    if at is not None:
        return _cut(caption, start + at), without_label(tail[at:])
    if signed is not None:
        return _cut(caption, start + signed.start()), signed[1]
    signed = _PLAIN_LABEL.search(tail)
    return (
        (caption, "")
        if signed is None
        else (_cut(caption, start + signed.start()), tail[signed.end() :].strip(" ()[]"))
    )


def _cut(caption: str, end: int) -> str:
    return caption[:end].rstrip(" |–-/")


def _signature(tail: str, last_line: str) -> int | None:
    """Where a name and an agency begin that end a caption, or are all of it: behind a sentence, on a line of their own, behind a rule."""
    starts = [0] * (len(tail) < MAX_CREDIT_CHARS) + [found.end() for found in _SENTENCE_END.finditer(tail)]
    if last_line and tail.endswith(last_line):
        starts.append(len(tail) - len(last_line))
    rules = [
        found.end()
        for found in _RULE.finditer(tail)
        if "|" in found[0] or not _AGENCY_ALONE.fullmatch(tail, found.end())
    ]
    for start in (*sorted(starts, reverse=True), *rules):
        if _is_signature(tail[start:], MAX_SIGNED_WORDS if start else MAX_WORDS_ALONE):
            return start
    return None


def _is_signature(words: str, most: int) -> bool:
    """Whether words are an agency, or names, so many words at most, of which one is an agency's and joined to another."""
    if _AGENCY_ALONE.fullmatch(words):
        return True
    parts = [word for word in words.split() if word.strip("/|&–-")]
    is_joined = _OF_AGENCY.search(words) is not None and _IS_JOINED.search(words) is not None
    return is_joined and len(parts) <= most and all(map(_is_name, parts))


def _is_name(word: str) -> bool:
    return word in _PARTICLES or word.lstrip("(/")[:1].isupper() or _OF_AGENCY.search(word) is not None
