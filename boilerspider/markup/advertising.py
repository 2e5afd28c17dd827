"""What a line says that stands above or below an advertisement, by the words that it is made of: "Advertisement", "Story continues below this ad"."""

from __future__ import annotations

from functools import lru_cache

from boilerspider.markup.digests import plain

MOST_LETTERS, MOST_WORDS = 80, 12
"""Of such a line. Ours."""

LEAST_ON = 2
"""Words of a line that say that the text goes on ("story", "continues", "below"), where it has more than those for an advertisement: one
alone heads a part of a story ("After the ad"; "nach der Anzeige" is after it was reported to the police, too). Ours."""


def _words(text: str) -> frozenset[str]:
    return frozenset(plain(text).split())


NAMES = _words("""
ad ads advert advertisement advertisements adverts advertising advertorial sponsored
anzeige anzeigenende werbeanzeige werbung publicité publicités publicidad publicidade anuncio anúncio
pubblicità advertentie advertenties reclame annons annonser annonsen annonse annonsene annonce annoncer annoncen reklamen
mainos mainoksen mainosten reklama reklamy reklamou reklamą inzerce inzercia hirdetés hirdetések reklam reklamın reklamdan reklamlar
publicitate publicitatea publicității publicitat reklaam reklaami oglas oglasa oglasi реклама рекламы рекламой реклами διαφήμιση διαφημίσεις
إعلان اعلان الإعلان آگهی פרסומת הפרסומת iklan
广告 廣告 広告 スポンサーリンク スポンサードリンク 広告の下に続く 記事は広告の下に続きます 記事は広告の後に続きます 광고
""")
"""Words for advertisements; in scripts that put no space between words, such lines."""

ON = _words("""
story article text page content continue continues continued continuing reading read below after following follows rest next scroll down keep
artikel text beitrag seite weiter weiterlesen lesen fortgesetzt geht nach unter unterhalb unten
article texte suite lire continue continuer lecture après sous dessous
noticia nota artículo texto sigue siga continúa continúe continuar leyendo leer después debajo
notícia artigo matéria continua continue continuar lendo leitura após depois abaixo role
articolo testo continua leggere dopo sotto prosegue
tekst artikel verder lees leest gaat loopt onder hieronder na
artikeln artikkelen artiklen texten teksten saken fortsätter fortsetter fortsætter läs læs vidare videre efter etter under nedan nedenfor
juttu artikkeli teksti jatkuu jälkeen alla
dalsza dalszy część ciąg artykuł artykułu tekst tekstu kontynuuj czytanie pod po poniżej článek článku text pokračuje pokračujte pokračovanie čtení
cikk folytatódik után alatt haber haberin yazı devamı devam sonra ardından altında
articolul continuă continuare citește citiți lectura după artikkel jätkub pärast članak nastavlja nakon ispod
статья статьи текст продолжение продолжается после под стаття текст продовження після
συνεχίστε συνεχίζεται διαβάζετε μετά يستمر المقال بعد الكتبة כתבה הכתבה ממשיכה נמשכת אחרי
artikel berlanjut lanjut lanjutkan membaca setelah
기사 본문은 뒤에 계속
""")
"""Words that say that the text goes on beyond it."""

AMID = _words("""
the this an a of to with is your by for has not loaded yet but
der die das dem den wird es hier mit sie la le l les de du cette el los o os do da para il lo dell della het een de wordt
det den i ett et se e ze az egy ediyor în το τη την على עם untuk
""")
"""Words that may stand among those."""

_WHOLE = """
paid advertisement | paid content | paid post | promoted content | sponsored content | sponsored links | ads by google | skip advertisement
scroll to continue | scroll to continue with content | scroll down to continue reading | story continues below | article continues below
bezahlte anzeige | ende der werbung | ende der anzeige | articolul continuă mai jos | quảng cáo | विज्ञापन | โฆษณา
"""
WHOLE = frozenset(plain(line) for lines in _WHOLE.strip().splitlines() for line in lines.split("|"))
"""What such lines say in other words."""

MOST_KNOWN = 16_384
"""Texts of which it is known whether they are labels: rules ask it of the blocks of each list again, within others. Ours: more than a page has, and some megabytes at most."""


def is_label(text: str) -> bool:
    """Whether a text says no more than that an advertisement stands beside it."""
    return len(text) <= MOST_LETTERS and _is_short_label(text)


def goes_on(text: str) -> bool:
    """Whether a label says that the text goes on, too: an advertisement's name alone may head a part of a story."""
    return sum(word in ON for word in plain(text).split()) >= LEAST_ON


@lru_cache(maxsize=MOST_KNOWN)
def _is_short_label(text: str) -> bool:
    said = plain(text)
    if said in WHOLE:
        return True
    words = said.split()
    others = [word for word in words if word not in NAMES]
    if len(others) == len(words) or len(words) > MOST_WORDS:
        return False
    return not others or (goes_on(text) and all(word in ON or word in AMID for word in others))
