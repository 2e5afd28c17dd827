"""The words that announce who took a picture, in many languages, composed of what it is, who made it and the signs behind both."""

from __future__ import annotations

import re

from boilerspider.markup.prose import STOPS

_TAKEN = (
    r"photo(?:s|graph(?:s|ers?|ies?)?)?|pic(?:ture)?s?|images?|fotos?|fotogra[fv]\w{0,5}|fotoğraf\w{0,4}|fotó\w{0,3}|fotky?"
    r"|bild(?:er)?|beeld|imagen|imagem|imagens|immagin[ei]|imatge|kuvat?|zdjęci[ea]|sním(?:ek|ky)|снимк[аи]|ảnh"
    r"|фото(?:графи[яиї]|граф)?|світлини?|φωτ[οό](?:γρ[αά]φ\w{1,4})?"
    r"|צילו(?:ם|מים)|צילם|צילמה|تصوير|بعدسة|عدسة|عکاس|(?:फ\u093c?|\u095e)ोटो|छायाचित्र|ফটো|ফোটো|ફોટો|ਫੋਟੋ|ఫోటో|ಫೋಟೋ|ഫോട്ടോ|ภาพถ่าย|ფოტო|լուսանկարը?"
)
"""What a picture is called that somebody took."""
_SHOWN = (
    r"videos?|vid[ée]os?|vídeos?|(?:info)?gra(?:ph|f)i(?:cs?|ques?|k|ken|ka|ek)|(?:info)?gráficos?|illustra(?:tions?|tionen|tor)|ilustra(?:ci[oó]n|ção|cja)"
    r"|screenshots?|hình(?: ảnh)?|gambar|görsel|kép(?:ek)?|видео|відео|графика|иллюстрация|εικ[οό]νες?|βίντεο"
    r"|תמונ(?:ה|ות)|וידאו|וידיאו|סרטון|איור|גרפיקה|(?:ال)?صور(?:ة)?|فيديو|عکس|تصویر|ویڈیو|वीडियो|तस्वीर|चित्र|ছবি|તસવીર|படம்|ภาพ|คลิป|วิดีโอ|រូបថត|ဓာတ်ပုံ"
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
    rf"(?:{_BEHIND}(?:(?:(?:{_WHENCE}){_OF})?(?:{_TAKEN})(?:(?:{_AND}|\s)(?:{_TAKEN}|{_SHOWN}))?(?:[\s_-]?(?:{_WHENCE}))?(?:{_COLON}|\sby\s)"
    rf"|(?:{_CREDIT})(?:{_COLON}|\sby\s)|fot\.)"
    r"|（(?:写真|撮影|图|圖|图片|圖片|사진)\s?[:：／=＝](?=[^（）]{1,120}）?$)"
    rf"|(?:^|(?<=[\s。！？.!?)）|/])|[(\[（]){_LABELS_OF_SIGNS}(?=[^。，（）()]{{1,40}}[)）]?$)"
    r"|\[사진\s(?=[^\[\]]{1,40}\]$)"
    r"|(?:^|(?<=[\s.!?]))credit(?:\.{3}|…))\s?|©\s?",
    re.IGNORECASE,
)
PLAIN_LABEL = re.compile(
    rf"(?:^|(?<=\s)|[(\[])(?:mandatory\scredit|(?:(?:{_WHENCE}){_OF})?(?:{_TAKEN}|{_SHOWN})(?:(?:{_AND}|\s)(?:{_TAKEN}|{_SHOWN}))?(?:[\s_-]?(?:{_WHENCE}))?|{_WHENCE})(?:{_COLON}|\sby\s|/(?=\s?\())\s?",
    re.IGNORECASE,
)
"""What announces names where no sentence ends before it, too."""


def begins_as_credit(text: str) -> bool:
    """Whether words begin by saying that they tell who took a picture."""
    return LABEL.match(text.lstrip()) is not None
