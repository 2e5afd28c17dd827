"""What bylines begin with, before they name who wrote, in many languages."""

from __future__ import annotations

import re

WRITTEN = (
    r"by|written by|posted by|published by|reported by|submitted by|authors?|words by|story by|"
    r"von|geschrieben von|verfasst von|eingereicht von|autor(?:in|en|innen)?|par|écrit par|publié par|rédigé par|soumis par|auteure?s?|autrice|"
    r"por|escrito por|publicado por|enviado por|autora?(?:es)?|scritto da|inviato da|a cura di|autore|autrici|geschreven door|ingediend door|skriven av|skribent|skrevet (?:av|af)|forfatter|"
    r"kirjoittaja|kirjoittanut|autork[ai]|autorzy|opracował[ao]?|oprac\.|napisał[ao]?|autoři|napsal[ao]?|"
    r"szerző|írta|scris de|publicat de|autori?|piše|napisao|napisala|avtor(?:ica)?|аутор|пише|автор(?:ы|и|ка|ът)?|автор текста|"
    r"συντάκτης|συντάκτρια|γράφει(?: [οη])?|γράφουν|oleh|penulis|tác giả|người viết|"
    r"بقلم|كتبت?|الكاتبة?|نویسنده|مصنف|מאת|लेखक|लेखिका|द्वारा|লেখক|লিখেছেন|โดย|ผู้เขียน|"
    r"تحریر|எழுதியவர்|రచన|രചയിതാവ്|ಲೇಖಕರು|લેખક|ਲੇਖਕ|ໂດຍ|ដោយ|ရေးသားသူ|ავტორი|հեղինակ|müəllif|muallif|autorius|autorė|autors|höfundur|egilea|"
    r"(?:本[报報]|[实實]习|見習|见习|特[约約]|首席)?[记記]者|作者|撰文|文字|撰稿|執筆|著者|筆者|取材・文|文|글"
)
"""What a byline begins with, whatever the page's language: a pattern."""
COLONS = ":：＝៖՝፦"
"""Signs behind them that say the same; of Khmer, Armenian and Ethiopic, too."""
LABELS = r"haber|text(?:e|o)?|tekst|teksti|testo|текст|words|κείμενο|szöveg|yazan|yazar"
"""The same with a colon."""
PREPOSITIONS = {
    "ca": "per", "da": "af", "el": "του|της|των|από", "bg": "от", "it": "di|da", "nl": "door", "nb": "av|af", "nn": "av", "no": "av|af",
    "pl": "przez", "ro": "de", "sl": "od", "sq": "nga", "sv": "av", "sw": "na",
}  # fmt: skip
"""Language -> what names begin with elsewhere, or sentences."""
DUTIES = r"interview|protokoll|reporter|editor|kuvat?|texti|bài và ảnh|إعداد|تحرير|خبرنگار|گزارشگر|เรื่องโดย|執筆者|ライター|編集|기자명?"
"""The same of whom a page declares, or its markup names, with a colon: elsewhere another is named behind them."""
REPORTER = (
    r"(?:本[报報])?[〔【(（]?[记記]者\s*(?P<reporter>[\u3400-\u9fff·]{2,4}(?:(?:\s*[、,，]\s*|\s+)[\u3400-\u9fff·]{2,4}){0,4}?)"
    r"(?:\s*[／/]\s*[\u3400-\u9fff]{2,8}|\s+[\u3400-\u9fff]{2,6}[报報][导導道])[〕】)）]?"
)
"""Reporters' names stand in Chinese between what they are and where the report is from: 記者王小明／花蓮報導, 记者 李明 北京报道; a pattern."""
REPORTED = r"[\u3400-\u9fff]+(?:[报報][导導道]|[综綜]合)"
"""From where a report is: a pattern."""
JOINING = frozenset(("&", "and", "und", "et", "y", "og", "och", "и", "και", "ve", "dan", "و", "और"))
"""Words that join the last name of a byline to those before it; in no language that newspapers are written in do they begin a place."""
JOINING_IN = {
    "af": "en",
    "bs": "i",
    "ca": "i",
    "es": "e",
    "gl": "e",
    "hr": "i",
    "it": "e",
    "nl": "en",
    "pl": "i",
    "pt": "e",
    "sr": "i",
}
"""Language -> one more; elsewhere `en` and `i` say where somebody is."""
MAX_JOINING_CHARS = 5
"""Of a small word, or of one cut short, that joins text and pictures: sowie, samt, u. Ours."""

_MADE = (
    r"写真|撮影|摄影|攝影|사진|[图圖](?:片)?|foto(?:s|graf(?:i[ea]?|ías?)|\'s|’s)?|photo(?:s|graph(?:s|er|ies?)?)?|bild(?:er)?|kuvat?|"
    r"фото|снимки|φωτογραφί(?:α|ες)|φωτό?|fotoğraf(?:lar)?|kamera|camera|video|illustration(?:s|en)?|zdjęcia|ảnh|ภาพ|"
    r"फ़?ोटो|תצלומים|צילום|צילומים|تصوير|عکس"
)
"""What says that somebody made a piece's pictures."""
_PICTURES = re.compile(
    rf"(?<=\S\s)(?:(?:{_MADE})\s*[:：／/・＝=｜]|(?:写真|摄影|攝影|사진)\s+(?!記者|记者|기자))", re.IGNORECASE
)
"""What stands before the name of a photographer."""
_EDITED_BY = (
    r"(?:(?:medically|clinically|copy|fact)[\s-])?(?:edited|reviewed|checked|proofread|translated|illustrated|produced|photographed|filmed)\s+by"
    r"|(?:redigiert|bearbeitet|übersetzt|geprüft|fotografiert|illustriert)\s+von|(?:édité|relu|revu|corrigé|vérifié|traduit|photographié|illustré)e?s?\s+par"
    r"|(?:editad|revisad|corregid|traducid|traduzid|ilustrad|fotografiad)[oa]s?\s+por|(?:tradott|rivist|revisionat|illustrat)[oa]\s+da"
    r"|(?:bewerkt|geredigeerd|vertaald)\s+door|(?:redigera[dt]|redigert|redigeret|översatt|oversatt?)\s+a[vf]|под\s+редакцией"
    r"|(?:photo(?:graph)?|picture|image|illustration|video)s?\s+by|(?:foto(?:s|grafías?|grafie)?|photos?|illustrations?)\s+(?:di|de|par|von|van|door|a[vf])"
)
"""What stands before those who had a story in hand after whoever wrote it."""
_EDITORS = (
    r"edit(?:ors?|ing|ör|eur|ore|or[ae]s?|ado)|redaktion|redaktør|redakcja|redaktor|redattore|bearbeitung|übersetz(?:ung|er(?:in)?)|traduction|"
    r"traducción|tradução|traduzione|vertaling|översättning|oversettelse|oversættelse|tłumaczenie|çevir(?:i|en)|редактор|перевод|"
    r"επιμέλεια|μετάφραση|संपादन|संपादक|अनुवाद|تحرير|ترجمة|ویراستار|مترجم|עריכה|עורכת?|תרגום|편집|번역|biên tập|penyunting|penerjemah|บรรณาธิการ|แปล"
)
"""The same as a label."""
_EDITED = re.compile(
    r"(?<=\S)(?P<between>[\s、，,；;|｜/／（(·•–—-]{1,3})"
    r"(?:(?P<han>(?:(?:责任|責任|本文|网络|網路|执行|執行|值班|助理|文字|图片|圖片|视觉|視覺)?(?:编辑|編輯)"
    r"|责编|責編|编审|編審|校对|校對|审核|審核|来源|來源|出处|出處|监制|監製|供图|供圖)(?:\s*[:：／/|｜]|\Z))"
    rf"|(?:{_EDITED_BY})(?!\w)|(?:{_EDITORS})\s*[{COLONS}])",
    re.IGNORECASE,
)
"""What stands behind whoever wrote, before others: who edited and checked it, and in Chinese whence it is."""
_WRITTEN_BY = re.compile(rf"\W*(?:{WRITTEN})\s*(?:[{COLONS}]|\s)", re.IGNORECASE)
"""A byline's word, where editors may stand behind a space alone: "Revised Edition Edited by …" is a book."""
_OTHERS_FIRST = re.compile(
    rf"\W*(?:(?:medically |clinically )?(?:{_EDITED_BY})(?!\w)|(?:(?:{WRITTEN})\s*[{COLONS}]?\s)?(?:{_EDITORS}|{_MADE})\s*[{COLONS}])"
    rf"[^|,;/·]{{1,60}}[|,;/·]\s*(?=(?:{WRITTEN})\s*(?:[{COLONS}]|\s)|(?:{LABELS})\s*[{COLONS}])",
    re.IGNORECASE,
)
"""Whoever edited, or made the pictures, named before whoever wrote."""
_BEHIND_TEXT = re.compile(
    rf"(?P<text>[(（]\s*(?:{LABELS})\s*[)）])[^()（）]{{1,80}}[(（]\s*(?:{_MADE})\s*[)）]", re.IGNORECASE
)
"""Names behind those of the text, up to a bracket that says whose they are."""
OTHER_DUTY = re.compile(rf"[(（\[]\s*(?:{_MADE}|{_EDITORS})\s*[)）\]]", re.IGNORECASE)
"""What stands in brackets behind somebody who did not write."""
_TEXT = re.compile(rf"\W*(?:{LABELS}|story|report|bericht|reportage|撰?文)\s*[,/|+&]?\s*", re.IGNORECASE)


def without_photographer(byline: str) -> str:
    """A byline without whom it names for the pictures, or as its editors; where a sign or a small word joins these to the text one name is of both."""
    begun = _OTHERS_FIRST.match(byline)
    byline = byline[begun.end() :] if begun else byline
    byline = _BEHIND_TEXT.sub(r"\g<text>", byline) if byline[-1:] in (")", "）") else byline
    edited = _EDITED.search(byline)
    if edited and (edited["han"] or not edited["between"].isspace() or _WRITTEN_BY.match(byline)):
        byline = byline[: edited.start()]
    label = _PICTURES.search(byline)
    if label is None:
        return byline
    before = byline[: label.start()]
    *words, last = before.split()
    is_joined = (
        last in "+/&" or (last.rstrip(".").islower() and len(last) <= MAX_JOINING_CHARS) or last.lower() in JOINING
    )
    if _TEXT.fullmatch(" ".join(words) if is_joined else before):
        return byline[label.end() :].strip()
    return byline if is_joined else before


def joining(language: str) -> frozenset[str]:
    """The words that join names in this language."""
    return JOINING.union(filter(None, (JOINING_IN.get(language),)))
