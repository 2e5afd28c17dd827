"""What pages write above and below an advertisement, in many languages."""

from __future__ import annotations

from boilerspider.markup.digests import plain

MOST_LABEL_LETTERS = 60
"""Of a line that may be an advertisement's label."""

_LABELS = """
ad | ads | advert | advertisement | advertising | sponsored | sponsored content | paid content | promoted content
advertisement story continues below | advertisement article continues below | advertisement page continues below
advertisement continue reading below | continue reading below advertisement | skip advertisement
story continues below advertisement | article continues below advertisement | article continues after advertisement
story continues after this advertisement | article continues after this advertisement
scroll to continue | scroll to continue with content
anzeige | werbung | nach der anzeige weiterlesen | weiter nach der anzeige | artikel wird nach der anzeige fortgesetzt | hier geht es nach der werbung weiter | artikel wird unter der anzeige fortgesetzt
publicité | la suite après la publicité | l article continue après la publicité
publicidad | la noticia continúa debajo de la publicidad | sigue leyendo después de la publicidad
publicidade | continua após a publicidade | continua depois da publicidade
pubblicità | continua a leggere dopo la pubblicità
advertentie | lees verder onder de advertentie
annons | artikeln fortsätter efter annonsen | annonse | annonce | artiklen fortsætter efter annoncen | mainos | juttu jatkuu mainoksen jälkeen
reklama | reklam | haber reklamdan sonra devam ediyor | hirdetés | a cikk a hirdetés után folytatódik | publicitate | articolul continuă mai jos
реклама | продолжение после рекламы | διαφήμιση | إعلان | اعلان | آگهی | פרסומת | विज्ञापन
广告 | 廣告 | 広告 | 記事は広告の後に続きます | 광고 | โฆษณา | quảng cáo | iklan | artikel berlanjut setelah iklan
"""
LABELS = frozenset(plain(label) for line in _LABELS.strip().splitlines() for label in line.split("|"))
"""What a line says, in plain words, that stands above or below an advertisement: a text has it for nobody."""


def is_label(line: str) -> bool:
    """Whether a line says no more than that an advertisement is beside it."""
    return len(line) <= MOST_LABEL_LETTERS and plain(line) in LABELS
