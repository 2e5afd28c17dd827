"""Who took a picture, as words tell it at either end of a caption."""

from __future__ import annotations

import re

from boilerspider.markup.render.labels import (
    LABEL,
    PLAIN_LABEL,
    begins_as_credit,
    is_bound,
    is_of_films,
    is_of_pictures,
    is_of_several,
)
from boilerspider.markup.render.names import (
    AGENCIES,
    MAX_CASELESS_CHARS,
    OF_AGENCY,
    count_small,
    has_no_case,
    is_name,
    is_particle,
    is_shown,
    is_told,
)

MAX_CREDIT_CHARS = 120
"""Characters of a credit that no element of its own holds. Ours."""

_OPENING, _CLOSING = "([（", ")]）"
_CREDITS = re.compile(r"^(?:Credit(?:\.{3}|…|:|\s?Credit)\s?){1,2}(?=[^\W\d_a-z])")
"""What one paper says twice."""
_COURTESY = re.compile(r"(?:^|(?<=[.!?)|/–—-])\s{0,3}|\()Courtesy\s(?:of\s)?(?:the\s)?(?=[A-Z@])")
"""What is a part of what it announces."""
_TOOK_CHINESE = re.compile(r"(?<=[\u4e00-\u9fff]{2})\s?[攝摄]$")
_HAN = "[\u4e00-\u9fff·]"
_REPORTER_CHINESE = rf"(?:{_HAN}{{2,14}}(?:记者|記者|通讯员)\s?)?"
_TOOK_THIS_CHINESE = r"(?<![拍航])(?:\s?/?\s?[攝摄]|\s[攝摄]影)[）)]?[。.]?$"
_BY_CHINESE = re.compile(
    rf"(?:(?<=[\s。！？…）)】])|(?=[（(]))[（(]?({_REPORTER_CHINESE}{_HAN}{{2,8}}(?:、{_HAN}{{2,8}}){{0,3}}){_TOOK_THIS_CHINESE}"
)
_BY_CHINESE_ALONE = re.compile(
    rf"[（(]?({_REPORTER_CHINESE}{_HAN}{{2,4}}(?:、{_HAN}{{2,4}}){{0,3}}){_TOOK_THIS_CHINESE}"
)
"""All of a line: names of more signs may begin with what is shown."""
_AGENCY = re.compile(rf"[(（]([^()（）]{{0,60}}\b{AGENCIES}\b[^()（）]{{0,80}})[)）][\s.。]{{0,3}}$")
"""How agencies sign: in brackets, at the end."""
_AGENCY_ALONE = re.compile(rf"{AGENCIES}(?:\s(?:Images|Photo))?\.?")
_SENTENCE_END = re.compile(r"(?<=[.!?…])(?<![A-Z]\.)[\"'”’»)]?\s+(?:[|/–—-]\s)?")
"""No initial ends a sentence."""
_ABBREVIATION = re.compile(
    r"(?<!\d\s)(?<!\d\.\s)(?<![^\W_])(?:[^\W\d_]|[b-df-hj-np-tv-xz]{2,4}|[^\W\d_a-z][^\W\d_]{1,3})\.[\"'”’»)]?$"
)
"""What ends no sentence either, as it may be one: a letter, some without a vowel (vs.), few behind a capital and no day (Mr., Prof., but 3 May.)."""
_RULE = re.compile(r"\s[|/]\s")
_IS_JOINED = re.compile(r"[/|]|\svia\s")
_IS_JOINED_ALONE = re.compile(
    r"^\(|/|\svia\s|\|\s(?:Getty|Shutterstock|Alamy)|^(?:Getty Images|Shutterstock|Alamy)\s\|"
)
"""The same in all of a caption: a name that a rule parts from who sends news, or before one in brackets, may be of whom it shows."""
_IS_TOLD = re.compile(r"(?<=[^)\s])\s?\(|,(?!\svia\s)")
"""What none of those has: who is shown may stand before a bracket and a comma."""
_HANDLE = re.compile(r"\w+\s\|\s(?:Getty Images|Shutterstock|Alamy)")
MAX_SIGNED_WORDS = 9
"""Words of such a signature without a label: a name, and those whose picture it is. Ours."""
MAX_WORDS_ALONE = 5
"""The same of one that is all of a caption: what has more may begin with what is shown. Ours."""
_NAMES_END = re.compile(r"(?<=\w{2})\.\s+")
"""Behind an initial none ends."""
MIN_SHOWN_WORDS, MIN_SHOWN_WORDS_AMID = 2, 1
"""Words in small letters, none of them a name's, with which a caption goes on behind a credit, and behind one in brackets. Ours."""
_NAME_JAPANESE = r"[^、＝=（(。\s\d]{2,12}"
_TOOK_JAPANESE = r"(?<![年月日時分でがにをは])(?<!から)(?<!代表)撮影[）)]?$"
"""Behind a place, a time, a tool or for all it tells nobody."""
_BY_JAPANESE = re.compile(rf"[、＝=（(]\s?({_NAME_JAPANESE}){_TOOK_JAPANESE}")
_BY_JAPANESE_ALONE = re.compile(rf"({_NAME_JAPANESE}(?:\s{_NAME_JAPANESE})?){_TOOK_JAPANESE}")


def is_agency(text: str) -> bool:
    """Whether words are no more than an agency's name."""
    return len(text) <= MAX_CREDIT_CHARS and _AGENCY_ALONE.fullmatch(text.strip()) is not None


def is_name_alone(credit: str) -> bool:
    """Whether words behind no caption are names, as a credit is, and no sentence."""
    label = LABEL.match(credit)
    words = credit[label.end() if label else 0 :]
    return count_small(words) <= 1 or ("/" in credit and not credit.endswith("."))


def without_label(credit: str) -> str:
    """A credit without what says that it is one, once or twice, and without brackets around it."""
    credit = credit.lstrip(" |/")
    for _ in range(2):  # one for screen readers, one that is seen
        label = LABEL.match(credit)
        if label is None:
            break
        credit = _bare(credit[label.end() :], label[0])
    return _CREDITS.sub("", _bare(credit))


def _bare(words: str, label: str = "") -> str:
    """Words without the brackets around all of them, the first of which may stand in the label."""
    words = words.strip()
    if label[:1] in tuple(_OPENING):
        words = label[0] + (words[:-1] if words.endswith(").") else words)
    for _ in range(2):  # a thousand pairs are no name
        words = words[1:-1].strip() if _is_enclosed(words) else words
    opened, closed = (sum(map(words.count, signs)) for signs in (_OPENING, _CLOSING))
    return words if opened == closed else words.strip(f"{_OPENING}{_CLOSING} ")


def _is_enclosed(words: str) -> bool:
    depth = 0
    for at, sign in enumerate(words):
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if depth <= 0:
            return 0 < at == len(words) - 1
    return False


def split_credit(caption: str, last_line: str = "") -> tuple[str, str]:
    """A caption without the credit in its words, and that; its last line may be one by itself."""
    labelled = _on_own_line(caption, last_line) or _labelled(caption) or _by_courtesy(caption)
    labelled = labelled or _plainly(caption, last_line)
    if labelled is not None:
        return labelled
    start = max(0, len(caption) - MAX_CREDIT_CHARS)
    tail = caption[start:]
    signed = _BY_JAPANESE.search(tail) or _BY_CHINESE.search(tail) or _BY_CHINESE_ALONE.match(caption)
    if signed is None:
        at = _signature(tail, last_line)
        if at is not None:
            return _cut(caption, start + at), without_label(tail[at:])
        signed = _AGENCY.search(tail)
    return (caption, "") if signed is None else (_cut(caption, start + signed.start()), signed[1])


def is_credit_line(text: str) -> bool:
    """Whether words of an element amid a caption are a credit, and no part of the line before."""
    return begins_as_credit(text) or _signed_alone(text.strip()) is not None


def _signed_alone(line: str) -> re.Match[str] | None:
    return _BY_JAPANESE_ALONE.match(line) or _BY_CHINESE_ALONE.match(line)


def _on_own_line(caption: str, line: str) -> tuple[str, str] | None:
    """A caption without the credit that is its last line, and that; None where that is none, or another stands before."""
    if not line or caption == line or not caption.endswith(line):
        return None
    before = caption[: -len(line)]
    signed = _signed_alone(line)
    if signed is not None:
        return _cut(before, len(before)), signed[1]
    told = _labelled(line, is_all=False) if LABEL.match(line) and LABEL.search(before) is None else None
    return None if told is None else (f"{_cut(before, len(before))} {told[0]}".rstrip(), told[1])


def _labelled(caption: str, *, is_all: bool = True) -> tuple[str, str] | None:
    """A caption without the credit behind a label at its end, or at its beginning, and that; None where there is none, it stands amid the words, or all of the caption tells what is shown."""
    signed = LABEL.search(caption)
    if signed is None:
        return None
    end = _end_of_names(caption, signed)
    credit = _CREDITS.sub("", _bare(caption[signed.end() : end], signed[0]))
    if len(credit) > MAX_CREDIT_CHARS:
        return None
    if end is None and not caption[: signed.start()].strip() and _tells(signed[0], credit, is_all=is_all):
        return None
    if end is None:
        return _cut(caption, signed.start()), _TOOK_CHINESE.sub("", credit)
    is_first = signed.start() == 0 and LABEL.search(caption, end) is None
    return (caption[end:].lstrip(" .,|–-"), credit.rstrip(". ")) if is_first else None


def _by_courtesy(caption: str) -> tuple[str, str] | None:
    """The same where it is somebody's courtesy, which is told with the name."""
    signed = _COURTESY.search(caption)
    if signed is None or len(caption) - signed.end() > MAX_CREDIT_CHARS:
        return None
    is_name = _is_announced(_bare(caption[signed.end() :]))
    return (_cut(caption, signed.start()), _bare(caption[signed.start() :])) if is_name else None


def _tells(label: str, words: str, *, is_all: bool) -> bool:
    """Whether words behind a label with which a caption or a line of it begins tell what is shown; of one picture only all of a caption does."""
    is_several = is_of_several(label)
    return (is_several or (is_all and is_of_pictures(label))) and is_told(words, is_of_several=is_several)


def _plainly(caption: str, last_line: str) -> tuple[str, str] | None:
    """The same behind a label where no sentence ends, if that has a capital and names alone follow."""
    start = max(0, len(caption) - MAX_CREDIT_CHARS)
    line = len(caption) - len(last_line) if caption.endswith(last_line) else 0
    labels = PLAIN_LABEL.finditer(caption, start)
    capital = (label for label in labels if not label[0].lstrip(_OPENING)[:1].islower())
    signed = next((label for label in capital if is_bound(label, line)), None)
    if signed is None or not _is_announced(credit := _bare(caption[signed.end() :], signed[0])):
        return None
    if signed.start() == 0 and is_of_films(signed[0]) and "/" not in credit and OF_AGENCY.search(credit) is None:
        return None
    return _cut(caption, signed.start()).rstrip(","), credit


def _end_of_names(caption: str, label: re.Match[str]) -> int | None:
    """Where names behind a label end, in brackets or as a sentence, if what is shown goes on behind them; None where they are all of the rest."""
    start, end = label.end(), None
    if label[0][0] in _OPENING:
        end = _closing(caption, label.start())
        return end if end is not None and is_shown(caption[end:], MIN_SHOWN_WORDS_AMID) else None
    if label[0].startswith("©"):
        return None  # rights are told behind it
    for found in _NAMES_END.finditer(caption, start):
        words = caption[start : found.start()].split()
        if len(words) > MAX_SIGNED_WORDS or not all(map(is_name, words)):
            break
        end = found.end() if len(words) > 1 or OF_AGENCY.search(words[0]) else end
    return end if end is not None and is_shown(caption[end:], MIN_SHOWN_WORDS) else None


def _closing(words: str, start: int) -> int | None:
    """Where the bracket closes that opens there, if it does."""
    depth = 0
    for at in range(start, len(words)):
        depth += (words[at] in _OPENING) - (words[at] in _CLOSING)
        if not depth:
            return at + 1
    return None


def _cut(caption: str, end: int) -> str:
    return caption[:end].rstrip(" |–—-/")


def _signature(tail: str, last_line: str) -> int | None:
    """Where a name and an agency begin that end a caption, or are all of it: behind a sentence, on a line of their own, behind a rule."""
    starts = [
        found.end()
        for found in _SENTENCE_END.finditer(tail)
        if not _ABBREVIATION.search(tail[: found.end()].rstrip(" |–-"))
    ]
    if last_line and tail.endswith(last_line) and tail != last_line:
        starts.append(len(tail) - len(last_line))
    rules = [found.end() for found in _RULE.finditer(tail) if not _AGENCY_ALONE.fullmatch(tail, found.end())]
    for start in sorted(starts, reverse=True):
        if _is_signature(tail[start:]):
            return start
    if len(tail) < MAX_CREDIT_CHARS and _is_all_credit(tail):
        return 0
    return next((start for start in rules if _is_signature(tail[start:], is_ruled=True)), None)


def _is_all_credit(caption: str) -> bool:
    """Whether a whole caption is an agency, or few names joined to one."""
    if _AGENCY_ALONE.fullmatch(caption) or _HANDLE.fullmatch(caption):
        return True
    return (
        not _IS_TOLD.search(caption)
        and _IS_JOINED_ALONE.search(caption) is not None
        and _are_names(caption, MAX_WORDS_ALONE)
    )


def _is_signature(words: str, *, is_ruled: bool = False) -> bool:
    """Whether words are an agency, or names of which one is an agency's and joined to another, behind a rule in brackets, too."""
    words = words.lstrip(" |")
    if _AGENCY_ALONE.fullmatch(words):
        return True
    is_joined = _IS_JOINED.search(words) is not None or (is_ruled and "(" in words) or words.startswith("(")
    return is_joined and not is_particle(words.split(" ", 1)[0]) and _are_names(words, MAX_SIGNED_WORDS)


def _are_names(words: str, most: int) -> bool:
    """Whether words are names, so many at most, an agency among them."""
    parts = [word for word in words.split() if word.strip("/|&–-")]
    is_few = sum(part != "via" for part in parts) <= most
    return is_few and OF_AGENCY.search(words) is not None and all(map(is_name, parts))


def _is_announced(credit: str) -> bool:
    """Whether words behind a label amid a line are names, not what a photo of that name shows."""
    words = credit.split()
    if words and all(map(has_no_case, words)):
        return len(words) <= MAX_WORDS_ALONE and len(credit) <= MAX_CASELESS_CHARS
    small = sum(not is_name(word) and not has_no_case(word) for word in words)
    return 0 < len(words) <= MAX_SIGNED_WORDS and small <= ("/" in credit)
