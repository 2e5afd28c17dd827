"""The words that announce who took a picture, in many languages, composed of what it is, who made it and the signs behind both."""

from __future__ import annotations

import re

from boilerspider.markup.prose import STOPS

_TAKEN = (
    r"photo(?:graph(?:ers?|ie)?)?|pic(?:ture)?|image|foto|fotogra[fv]\w{0,5}|fotoğraf\w{0,4}|fotó\w{0,3}|fotka"
    r"|bild|beeld|imagen|imagem|immagine|imatge|kuva|zdjęcie|snímek|снимка|ảnh"
    r"|фото(?:графи[яиї]|граф)?|світлини?|φωτ[οό](?:γρ[αά]φ\w{1,4})?"
    r"|צילו(?:ם|מים)|צילם|צילמה|تصوير|بعدسة|عدسة|عکاس|(?:फ\u093c?|\u095e)ोटो|छायाचित्र|ফটো|ফোটো|ફોટો|ਫੋਟੋ|ఫోటో|ಫೋಟೋ|ഫോട്ടോ|ภาพถ่าย|ფოტო|լուսանկարը?"
)
"""What a picture is called that somebody took."""
_TAKEN_SEVERAL = (
    r"photo(?:s|graphs|graphies)|pic(?:ture)?s|images|fotos|fotky|bilder|imagens|immagini|kuvat|zdjęcia|snímky|снимки"
)
"""The same of several, which are described behind that word as often."""
_ANY_TAKEN = rf"{_TAKEN_SEVERAL}|{_TAKEN}"
_MOVED = r"videos?|vid[ée]os?|vídeos?|(?:info)?gra(?:ph|f)i(?:cs?|ques?|k|ken|ka|ek)|(?:info)?gráficos?|видео|відео|графика|βίντεο|וידאו|וידיאו|סרטון|גרפיקה|فيديو|ویڈیو|वीडियो|คลิป|วิดีโอ"
"""What a film or a chart is called, behind which its title may stand."""
_SHOWN = (
    rf"{_MOVED}|illustra(?:tions?|tionen|tor)|ilustra(?:ci[oó]n|ção|cja)|screenshots?|hình(?: ảnh)?|gambar|görsel|kép(?:ek)?|иллюстрация|εικ[οό]νες?"
    r"|תמונ(?:ה|ות)|איור|(?:ال)?صور(?:ة)?|عکس|تصویر|तस्वीर|चित्र|ছবি|તસવીર|படம்|ภาพ|រូបថត|ဓာတ်ပုံ"
)
"""The same of what may as well be described behind that word."""
_WHENCE = (
    r"credits?|crédits?|cr[eé]ditos?|crediti|credito|quellen?|nachweis|source|sursa|fonte|fuente|bron|zdroj|źródło|kilde|källa|kaynak|nguồn|источник|джерело|πηγ[ηή]"
    r"|מקור|(?:ال)?مصدر|منبع|स्रोत|सौजन्य|ที่มา|เครดิต"
)
"""Whence it is."""
_OF = r"(?:\s?(?:de|da|do|di|du|dell[ao]?|of|van|der|des|la|l'|the|για|της)\s?){0,2}\s?"
_AND = r"\s?(?:[/&,+]|and|und|et|y|e|och|og|en|и|і|ve|και)\s?"
_CREDIT = r"credits?|crédits?(?:\sphotos?)?|cr[eé]ditos?|quelle"
"""The same where nothing but a name follows."""

_COLON = r"\s?[:：]"
_BEHIND = rf"(?:^|(?<=[{re.escape(STOPS)})\]|/–—»”-])\s{{0,3}}|[(\[])"
"""Where a label begins: behind a sentence, a rule, or in brackets."""
_LABELS_OF_SIGNS = (
    r"(?:写真|写真提供|撮影|摄影|攝影|[图圖]片?(?:来源|來源)?|[图圖]源|사진(?:\s?(?:제공|출처))?|출처)\s?[:：=＝／/]"
)

LABEL = re.compile(
    rf"(?:{_BEHIND}(?:(?:(?:{_WHENCE}){_OF})?(?:{_ANY_TAKEN})(?:(?:{_AND}|\s)(?:{_ANY_TAKEN}|{_SHOWN}))?(?:[\s_-]?(?:{_WHENCE}))?(?:{_COLON}|\sby\s)"
    rf"|(?:{_CREDIT})(?:{_COLON}|\sby\s)|fot\.)"
    r"|（(?:写真|撮影|图|圖|图片|圖片|사진)\s?[:：／=＝](?=[^（）]{1,120}）?$)"
    rf"|(?:^|(?<=[\s。！？.!?)）|/])|[(\[（]){_LABELS_OF_SIGNS}(?=[^。，（）()]{{1,40}}[)）]?$)"
    r"|\[사진\s(?=[^\[\]]{1,40}\]$)"
    r"|(?:^|(?<=[\s.!?]))credit(?:\.{3}|…))\s?|©\s?",
    re.IGNORECASE,
)
PLAIN_LABEL = re.compile(
    rf"(?:^|(?<=\s)|[(\[])(?:mandatory\scredit|(?:(?:{_WHENCE}){_OF})?(?:{_ANY_TAKEN}|{_SHOWN})(?:(?:{_AND}|\s)(?:{_ANY_TAKEN}|{_SHOWN}))?(?:[\s_-]?(?:{_WHENCE}))?|{_WHENCE})(?:{_COLON}|\sby\s|/(?=\s?\())\s?",
    re.IGNORECASE,
)
"""What announces names alone, where a caption begins or a sign is before it; amid the words few of these do."""
_SIGNS_BEFORE = frozenset(f'{STOPS},;)]/|·•–—-»”"')
_AMID = re.compile(
    rf"(?:mandatory\scredit|credits?|quelle|(?!pic|ima(?!gem)|imm|bild|kuva)(?:{_TAKEN})|(?:(?:{_WHENCE}){_OF})?(?:{_TAKEN})(?:[\s_-]?(?:{_WHENCE}))"
    rf"|(?:{_WHENCE}){_OF}(?:{_TAKEN})){_COLON}\s?|.*/",
    re.IGNORECASE,
)
"""What does amid the words: the names of a photo, not of any picture, which may be shown in one."""
_OF_SEVERAL = re.compile(rf"\W*(?:{_TAKEN_SEVERAL})(?:{_AND}(?:{_ANY_TAKEN}|{_SHOWN}))?{_COLON}\s?", re.IGNORECASE)
_OF_PICTURES = re.compile(rf"\W*(?:{_ANY_TAKEN})(?:{_AND}(?:{_ANY_TAKEN}|{_SHOWN}))?{_COLON}\s?", re.IGNORECASE)
_OF_FILMS = re.compile(rf"\W*(?:{_MOVED})(?:{_COLON}|\sby\s)\s?", re.IGNORECASE)


def is_of_pictures(label: str) -> bool:
    """Whether a label may as well announce what a picture shows: it says neither whence that is nor by whom."""
    return _OF_PICTURES.fullmatch(label) is not None


def is_of_several(label: str) -> bool:
    """The same of more than one picture."""
    return _OF_SEVERAL.fullmatch(label) is not None


def is_of_films(label: str) -> bool:
    """Whether a label may as well announce the title of a film or a chart."""
    return _OF_FILMS.fullmatch(label) is not None


def is_bound(label: re.Match[str], line: int) -> bool:
    """Whether a label may announce names there: at the beginning of all or of the line that begins there, behind a sign, or where it may amid a sentence."""
    before = label.string[: label.start()].rstrip()
    is_begun = not before or label.start() == line or before[-1] in _SIGNS_BEFORE or not label[0][0].isalnum()
    return is_begun or _AMID.fullmatch(label[0]) is not None


def begins_as_credit(text: str) -> bool:
    """Whether words begin by saying that they tell who took a picture."""
    return LABEL.match(text.lstrip()) is not None
