"""Bylines -> names of people.

A name is what is left of a byline when its preposition, roles, places, addresses and credentials are
gone. What could be a person or not is judged by shape alone: no list of names, no list of sites.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from boilerspider.markup.metadata.offices import CONTROL, GROUP, ROLE, is_job, is_newspaper, is_office
from boilerspider.markup.metadata.openings import (
    COLONS,
    DUTIES,
    JOINING,
    LABELS,
    OTHER_DUTY,
    REPORTED,
    REPORTER,
    WRITTEN,
    without_photographer,
)
from boilerspider.markup.metadata.text import clean, unique

MAX_BYLINE_CHARS = 300
"""A longer byline is prose; ours."""
MAX_SIGNATURES = 200
"""Names that are looked at before they are told apart."""
MAX_NAME_CHARS = 60
MAX_NAME_WORDS = 6
MOST_ALONE = 4
"""Words of a name that is all of a byline. Ours."""
MAX_AUTHORS = 30
"""No story of a newspaper has more; papers in science do, and lose them."""

_NOISE = re.compile(
    r"https?://\S+|www\.\S+|\S+@\S+|(?<!\w)@\w+|\([^()]*\)|\[[^\[\]]*\]|[\"“”„*【】]|\bfollow\b.*", re.IGNORECASE
)
_PREFIX = re.compile(
    r"^(?:(?:written|posted|published|reported|reviewed|edited|reporting|story|words|text|opinion|analysis|interview)\s+by|by|"
    r"authors?|autor(?:in|en|innen|es|a)?|auteurs?|écrit par|publié par|escrito por|scritto da|a cura di|geschreven door|"
    r"skrevet av|text(?:e|o)?|foto(?:s)?|редактор|автор)\b\s*:?\s+|^(?:by|por|par|von|autor|author)\s*:\s*|^\W+",
    re.IGNORECASE,
)
# Also the beginning of names (Von Miller, De Niro): dropped only where a whole name is left.
_WEAK_PREFIX = re.compile(
    r"^(?:von|por|par|di|de|da|av|af|door|od|przez|avtor|oleh|του|της|των|από|от)\s+(?=\S+\s+\S)", re.IGNORECASE
)
_LABELLED = re.compile(
    rf"(?:{WRITTEN}|{LABELS}|{DUTIES})\s*(?:[{COLONS}]\s*\|?|\|)\s*(?=\S)|(?:{WRITTEN})\s+(?=\S+\s+\S)", re.IGNORECASE
)
_LABEL = re.compile(f"{WRITTEN}|{LABELS}|{DUTIES}", re.IGNORECASE)
# Of reporters in Chinese, Japanese and Korean, before and behind their names; a surname can be written like a word for text.
_ROLE_BEFORE = re.compile(
    r"^(?:(?:本[报報]|[实実實][习習]|見習|见习|特[约約]|首席)(?:记者|記者)[\s:：]*|(?:记者|記者)[\s:：]+|(?:(?:取材・)?文(?:・写真)?|写真)\s*[:：・／/]\s*|글\s?[·ㆍ/,]\s?사진[\s:=]+|(?:作者|撰文)\s*[:：／/]\s*)"
    r"(?=[^\W\d_]{2})"
)
_ROLE_BEHIND = re.compile(
    r"(?<=[^\W\d_]{2})(?:(?<![国國]界)\s*(?:記者|记者)|\s+(?:선임|인턴|수습|객원|시민|사진|온라인|\w{1,6}전문)?\s?기자|(?<=[^\W\d_]{3})기자|\s+(?:\w{2,6}\s)?특파원|\s+논설위원)$"
)
_REPORTER = re.compile(REPORTER)
_BRACKETED = re.compile(r"[（〔［]([^（）〔〕［］]*)[）〕］]|\[([^\[\]]*(?:기자|특파원|記者|记者))\]")
_REPORTED = re.compile(REPORTED)
_PLACE_BEFORE = re.compile(r"^[^=]{1,20}=\s*(?=[^=]+(?:기자|특파원|논설위원)$)")
"""A newspaper or a place before a reporter's name, in Korean."""
# Conjunctions are written small, or all in capitals like the names around them: "John A Smith" has none.
_SPLIT = re.compile(
    r"\s*(?:[,;|/•\n\t&،؛、，／｜]|\s·\s|·(?![\u3400-\u9fff]))\s*(?:(?:and|und|et|og|och)\s+)?|\s+[–—+-]\s+"  # 约翰·史密斯 is one
    r"|\s+(?:and|And|AND|und|UND|et|ET|og|och|with|mit|con|avec|ve|dan|en|és|ja|oraz|și|và|и|та|και|و|और)\s+"
    r"|(?<=[\uac00-\ud7a3]{2})\.(?=[\uac00-\ud7a3]{2})"
    r"|\s+(?:y|e|i|a)\s+(?=[^\s,;|/&]+\s+[^\s,;|/&])"  # with one word behind it, it stands within a name: Ortega y Gasset
)
# As catalogues write a name: "Roe, Jane A."
_TURNED = re.compile(r"(?P<last>[^\W\d_][\w’'-]+),\s+(?P<first>[^\W\d_][\w’'-]+(?:\s+[^\W\d_]\.?)?)")
# Where the name has ended and a place, an employer or a time follows.
_TAIL = re.compile(
    r"\s+(?:in|for|at|of|from|aus|für|bei|is|was|has|covers|writes|published|updated|posted|on|im|am)\s+.*$|\s*:.*$|\s+\d.*$",
)
_CREDENTIAL = re.compile(
    r"(?:[A-Z]{2,6}|[A-Z][a-z]?\.?(?:[A-Z][a-z]?\.?)+|Ph\.?\s?D\.?|M\.?D\.?|Jr\.?|Sr\.?|Esq\.?|[IVX]{1,4})", re.ASCII
)
# Words of names that begin small: van der, de la, bin.
_PARTICLES = frozenset(
    (
        "a", "al", "ap", "af", "av", "bin", "bint", "da", "dal", "de", "del", "della", "den", "der", "des",
        "di", "do", "dos", "du", "e", "el", "et", "ibn", "la", "las", "le", "los", "mac", "of", "san", "st",
        "te", "ten", "ter", "tot", "und", "van", "vom", "von", "y", "zu", "zum", "zur", "’t", "'t", "d’", "i",
    )
)  # fmt: skip
_CALENDAR = re.compile(
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|today|yesterday|"
    r"january|february|march|april|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\.?",
    re.IGNORECASE,
)
# What is left of a line behind a name: "Roe2000 | am | 4. Mai".
_SMALL = re.compile(r"am|at|im|in|on|um")
# One name of two words, that of a firm or of a pair, or an office for this and that: no part of them signs by itself.
_PAIR = re.compile(r"(?P<first>[^\W\d_]+)\s(?:and|und|et|og|och|&)\s(?P<second>[^\W\d_]+)")
_OFFICE = re.compile(r"[^\W\d_]+\s(?:for|für|of)\s(?:[^\W\d_]+,?\s){1,3}(?:and|und|&)\s[^\W\d_]+")
# What a page says of a piece before it names who made it.
_SIGNED = re.compile(
    r"^(?:\S+\s){0,2}(?:artikel|beitr[aä]ge?|gastbeitrag|kommentar|pressemitteilung|erstellt|eingestellt|geschrieben|gespeichert|verfasst|"
    r"veröffentlicht|created|submitted)\s(?:von|by)\s+",
    re.IGNORECASE,
)
# What stands before a day, which `_TAIL` has taken.
_DATED = re.compile(
    r"(?:publi(?:é|ée|cado|cada|cat|cata|cato|cerad|cerat|sert|ceret|ziert)|pubblicat[oa]|gepubliceerd|veröffentlicht|erschienen|aktualisiert|"
    r"aktualizovan[éýáo]|(?:opublik|zaktualiz)owan[eyo]|actualizad[oa]|actualizat[ăe]?|atualizad[oa]|aggiornat[oa]|mis à jour|modifiée?|"
    r"modificad[oa]|bijgewerkt|oppdatert|opdateret|uppdatera[dt]|עודכן|פורסם|(?:آخر )?تحديث|نُ?شر|अपडेट|प्रकाशित|อัปเดต|เผยแพร่|"
    r"更新|发布|發布|公開|입력|수정|등록)(?P<more>\s[^\W\d_]{1,4})?",
    re.IGNORECASE,
)
_DAY_OF_LABEL = re.compile(r"\s*:\W*\d")
"""What stands behind a word that says of a day what it is, in any language."""
UNCASED = re.compile(r"[\u0590-\u0dff\u10d0-\u10fa]")
"""Hebrew, Arabic, Georgian and the scripts of India, which have no capitals to tell a name by, but spaces."""
_OTHER = "\0"
"""Stands behind the name of one who did not write, which ends there; no clean text has it."""
_UP_TO_OTHER = re.compile(rf"[^{_OTHER}]+{_OTHER}?")
_PHRASES = re.compile(
    r"(?:the )?author|(?:written|authored|posted|published|reviewed|edited|article|story) by|(?:full|read|view|see|more|all)\b.*|about\b.*|alle (?:artikel|beiträge)|profile?",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
_GEORGIAN = re.compile(r"[\u10d0-\u10fa]")
"""Small letters by Unicode's tables, where capitals stand but in headlines of nothing else."""
_FINAL_DOT = re.compile(r"(?:\b[^\W\d_]|\b[JS]r)\.$")
_LOGIN = re.compile(r"[\d_.]")
_NOBODY = frozenset(
    (
        "admin", "administrator", "administrador", "author", "authors", "autor", "anonymous", "anonym",
        "unknown", "user", "guest", "none", "null", "undefined", "n/a", "editor", "editors", "staff", "root",
        "webmaster", "by", "website", "superuser", "记者", "記者", "기자", "作者", "撰文", "文", "写真", "取材・文",
    )
)  # fmt: skip


def people_and_groups(bylines: Iterable[str], site_name: str | None) -> tuple[list[str], list[str]]:
    """The names in the bylines, those of people apart from those of whoever else signs."""
    site = (site_name or "").casefold()
    people: list[str] = []
    groups: list[str] = []
    for name in islice((name for byline in bylines for name in names(byline)), MAX_SIGNATURES):
        (people if is_person(name) and name.casefold() != site else groups).append(name)
    return list(unique(people))[:MAX_AUTHORS], list(unique(groups))[:MAX_AUTHORS]


def names(byline: str) -> Iterator[str]:
    """The names in a byline, in its order."""
    text = clean(byline)
    if len(text) > MAX_BYLINE_CHARS:
        return
    bracketed = _BRACKETED.fullmatch(text)
    text = (bracketed[1] or bracketed[2] or "").strip() if bracketed else text
    text = _PLACE_BEFORE.sub("", text, count=1) if "=" in text else text
    reporter = _REPORTER.fullmatch(text)
    text = "、".join(reporter["reporter"].split()) if reporter else without_photographer(text).rstrip(" ,;|/")
    text = _NOISE.sub(" ", OTHER_DUTY.sub(_OTHER, text))
    text = _PREFIX.sub("", text.strip(), count=2).strip()
    text = _without_label(text)
    text = _ROLE_BEFORE.sub("", _SIGNED.sub("", _WEAK_PREFIX.sub("", text)))
    pieces = [part for piece in _SPLIT.split(_turned(text)) if piece for part in _UP_TO_OTHER.findall(piece)]
    signed = [(name, piece) for number, piece in enumerate(pieces) if (name := _name(piece, is_first=number == 0))]
    found = [name for name, _ in signed]
    wrote = [name for name, piece in signed if _OTHER not in piece]
    found = wrote if len(wrote) < len(found) and any(map(is_person, wrote)) else found
    yield from [text] if len(found) > 1 and _is_one(text) else _without_places(found, text)


def _without_places(found: list[str], text: str) -> list[str]:
    """Names without those of one word that stand beside a full one, in scripts that have no capitals: as in others, they are places and newspapers, unless a word joins them."""
    if len(found) < 2:
        return found
    uncased = {name: " " in name for name in found if UNCASED.search(name)}
    joined = {name for name in uncased if any(f" {word} {name}" in text for word in JOINING)}
    return [name for name in found if uncased.get(name, True) or name in joined] if any(uncased.values()) else found


def _without_label(text: str) -> str:
    """A byline without the words of its language that it begins with."""
    begun = _LABELLED.match(text)
    return text[begun.end() :] if begun else text


def _is_one(text: str) -> bool:
    """Whether a byline is one name of two parts, neither of them a person's, or of an office for this and that."""
    pair = _PAIR.fullmatch(text)
    if pair:
        return pair["first"].istitle() and pair["second"].istitle() and not (GROUP.search(text) or ROLE.search(text))
    return len(text.split()) <= MAX_NAME_WORDS and _OFFICE.fullmatch(text) is not None


def _turned(text: str) -> str:
    """A byline that is one name, its last part first, in the order in which it is spoken."""
    found = _TURNED.fullmatch(text)
    if not found:
        return text
    name = f"{found['first']} {found['last']}"
    parts = (found["first"].split()[0], found["last"])
    return name if is_person(name) and all(part[0].isupper() and not part.isupper() for part in parts) else text


def _name(piece: str, *, is_first: bool) -> str:
    """The name in one piece of a byline; empty for a role, a credential or a date."""
    name = _without_label(_WEAK_PREFIX.sub("", _PREFIX.sub("", piece.strip()).strip()))
    whole, name = name, _TAIL.sub("", name)
    has_tail = name != whole
    if not is_first and _DAY_OF_LABEL.match(whole, len(name)):
        return ""
    name = name.strip(f" ,:;|-–—'’`_=@{_OTHER}")
    name = _ROLE_BEHIND.sub("", _ROLE_BEFORE.sub("", name))
    first, _, rest = name.partition(" ")
    name = rest if rest and is_newspaper(first) else name
    name = name if _FINAL_DOT.search(name) else name.rstrip(". ")
    if not is_first and (
        _REPORTED.fullmatch(name)
        or _CREDENTIAL.fullmatch(name)
        or ROLE.search(name)
        or is_job(name)
        or _SMALL.fullmatch(name)
    ):
        return ""
    if not 1 < len(name) <= MAX_NAME_CHARS or len(name.split()) > MAX_NAME_WORDS:
        return ""
    if (
        name.casefold() in _NOBODY
        or name in _PARTICLES
        or _LABEL.fullmatch(name)
        or all(map(_CALENDAR.fullmatch, name.split()))
        or _PHRASES.fullmatch(name)
        or ((dated := _DATED.fullmatch(name)) and (has_tail or not dated["more"]))
        or not _LETTER.search(name)
    ):
        return ""
    return " ".join(name.split())


def is_person(name: str) -> bool:
    """Whether a name has the shape of a person's: two words or more, capitals, no word that only groups use."""
    words = name.split()
    if any(character.isdigit() for character in name) or is_office(name):
        return False
    if _GEORGIAN.search(name) or not any(character.isupper() or character.islower() for character in name):
        # Scripts without capitals: several of them write names without spaces too.
        return len(name) <= MAX_NAME_CHARS // 2
    if words[-1] in _PARTICLES:
        return False
    small = [word for word in words if word[0].islower()]
    return len(words) > len(small) + (not small) and all(word.casefold() in _PARTICLES for word in small)


def is_nickname(name: str) -> bool:
    """Whether one word may stand for a person, where the page declares that it does."""
    return " " not in name and not is_office(name)


def is_login(name: str) -> bool:
    """Whether one word is written as nobody is called: small, or with a sign or a digit."""
    return name[0].islower() or _LOGIN.search(name) is not None


def is_alone(name: str, byline: str) -> bool:
    """Whether a name is all of a byline and written like one: then its words are no office's, though others are called so (Jane Read, Associated Press)."""
    words = name.split()
    before = clean(byline).removesuffix(name)
    return (
        len(words) <= MOST_ALONE
        and before != clean(byline)
        and not any(names(before))
        and not any(word[0].islower() or any(map(str.isdigit, word)) for word in words)
        and not all(map(ROLE.fullmatch, words))
        and not CONTROL.search(name)
    )
