"""Whose a text is, and that nobody may print it: a line at its end that says the same below all of a paper's stories."""

from __future__ import annotations

import re
from collections.abc import Sequence

from boilerspider.markup.prose import STOPS, weigh
from boilerspider.model import Block, BlockType, kept_places

LAST_BLOCKS = 4
"""Of what is kept, among which such a line is looked for: a source, an editor and names of links stand below it at times. Ours."""
MAX_CHARACTERS = 250
"""Of one; a longer block is a paragraph that speaks of it. Ours."""
MOST_BESIDE, MOST_BEFORE = 70, 100
"""Letters that the sentence has beside that, and such as it ends with that has before it, as weighed: the holder's name, and what nobody may do. Prose that quotes it says more. Ours."""
MOST_ABOVE = 100
"""Letters of the sentences before that one, as weighed: more are the story's last paragraph, which goes with nothing. Ours."""

_PHRASES = """
all rights reserved | alle rechte vorbehalten | tous droits réservés | derechos reservados | direitos reservados | diritti riservati
alle rechten voorbehouden | med ensamrätt | alle rettigheter forbehold | alle rettigheder forbehold | kaikki oikeudet pidätetään
prawa zastrzeżone | práva vyhrazena | práva vyhradené | minden jog fenntartva | drepturile rezervate | sva prava pridržana
vse pravice pridržane | все права защищены | всі права захищен | усі права захищен | всички права запазени | сва права задржана
παντός δικαιώματος | tüm hakları saklıdır | her hakkı saklıdır | hüquqlar qorunur | hak cipta dilindungi | bản quyền thuộc
haki zote zimehifadhiwa | ყველა უფლება დაცულია | բոլոր իրավունքները պաշտպանված | جميع الحقوق محفوظة | حقوق محفوظ است | حقوق محفوظ ہیں
כל הזכויות שמורות | सर्वाधिकार सुरक्षित | সর্বস্বত্ব সংরক্ষিত | அனைத்து உரிமைகளும் பாதுகாக்க | สงวนลิขสิทธิ์ | ສະຫງວນລິຂະສິດ
រក្សាសិទ្ធិគ្រប់យ៉ាង | မူပိုင်ခွင့် ရယူ | መብቱ በህግ የተጠበቀ | 版权所有 | 版權所有 | 不得转载 | 不得轉載 | 禁止转载 | 禁止轉載
無断転載 | 無断での転載 | 禁無断 | 무단 전재 | 무단전재
"""
_SAID = tuple(phrase.strip() for line in _PHRASES.strip().splitlines() for phrase in line.split("|"))
_RIGHTS = re.compile(
    r"(?:^\W{0,3}|\bcopyright\s?)[©ⓒⒸ]|(?:[©ⓒⒸ]|\(c\))\s?(?:19|20)\d\d|\bcopyright,?\s(?:by\s)?(?:19|20)\d\d|"
    + "|".join(map(re.escape, _SAID)),
    re.IGNORECASE,
)
"""The sign before all else or a year, which all languages have, or what is said with it in some forty of them."""


def _folded(text: str) -> str:
    """A text as the pattern sees it: in Turkish an I may be a dotless i."""
    return text.casefold().replace("ı", "i")


_HINTS = ("©", "ⓒ", "(c)", "copyright", *map(_folded, _SAID))
"""One of these is in each text in which the pattern finds something; they are looked for in a tenth of its time."""
_END = re.compile(rf"[{STOPS}](?=\W{{0,3}}(?:\s|\Z))|[。！？\n|]")
"""Of a sentence, or of what stands for one in a line."""
_KINDS = (
    BlockType.PARAGRAPH,
    BlockType.SUBHEAD,
    BlockType.CAPTION,
    BlockType.LIST_ITEM,
    BlockType.BYLINE,
    BlockType.TABLE,
)


def rights(blocks: Sequence[Block]) -> list[int]:
    """The places of such lines among the last blocks that are kept; none where nothing else is kept."""
    kept = kept_places(blocks)
    found = [place for place in kept[-LAST_BLOCKS:] if _says_rights(blocks[place])]
    return found if len(found) < len(kept) else []


def _says_rights(block: Block) -> bool:
    if len(block.text) > MAX_CHARACTERS or block.type not in _KINDS:
        return False
    folded = _folded(block.text)
    if not any(hint in folded for hint in _HINTS):
        return False
    return any(_is_notice(block.text, found) for found in _RIGHTS.finditer(block.text))


def _is_notice(text: str, found: re.Match[str]) -> bool:
    """Whether the sentence in which rights are said to be reserved says little else, and little is said before it."""
    begins = max((stop.end() for stop in _END.finditer(text, 0, found.start())), default=0)
    if weigh(text[:begins]) > MOST_ABOVE:
        return False
    end = _END.search(text, found.end())
    before, behind = text[begins : found.start()], text[found.end() : end.start() if end else len(text)]
    most = MOST_BESIDE if any(map(str.isalnum, behind)) else MOST_BEFORE
    return weigh(before) + weigh(behind) <= most


__all__ = ["rights"]
