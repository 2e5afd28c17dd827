"""The language that a page declares, and the one it is written in."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.markup.language import language_of, normalise_tag, text_language
from boilerspider.markup.tree import parse

TEXTS = {
    "en": "The mayor said on Monday that the bridge would be closed for most of the winter and that the ferry would run.",
    "de": "Die Bürgermeisterin sagte am Montag, dass die Brücke für den größten Teil des Winters geschlossen wird und nicht mehr.",
    "fr": "Le maire a déclaré lundi que le pont serait fermé pendant la plus grande partie de l'hiver et que les bus ne vont pas.",
    "es": "El alcalde dijo el lunes que el puente estaría cerrado durante la mayor parte del invierno y que no hay otro.",
    "pt": "O prefeito disse na segunda-feira que a ponte ficará fechada durante a maior parte do inverno e que não há outra.",
    "it": "Il sindaco ha detto lunedì che il ponte sarà chiuso per la maggior parte dell'inverno e che non ci sono altri.",
    "nl": "De burgemeester zei maandag dat de brug het grootste deel van de winter gesloten zal zijn en dat er geen andere is.",
    "sv": "Borgmästaren sade på måndagen att bron kommer att vara stängd under större delen av vintern och att det inte finns någon.",
    "pl": "Burmistrz powiedział w poniedziałek, że most będzie zamknięty przez większość zimy i że nie ma innej drogi na to.",
    "cs": "Starosta v pondělí řekl, že most bude po většinu zimy uzavřen a že se na něj v té době nikdo nedostane, ale je to tak.",
    "fi": "Pormestari sanoi maanantaina, että silta on suljettuna suurimman osan talvesta ja että se ei ole enää niin kuin oli.",
    "tr": "Belediye başkanı pazartesi günü köprünün kışın büyük bölümünde kapalı olacağını ve bu yıl için bir vapur olduğunu söyledi.",
    "ru": "Мэр сказал в понедельник, что мост будет закрыт большую часть зимы и что на этот раз это не так, как было.",
    "uk": "Мер сказав у понеділок, що міст буде закрито більшу частину зими і що це не так, як було на той час.",
    "bg": "Кметът каза в понеделник, че мостът ще бъде затворен през по-голямата част от зимата и че това не е за да се.",
    "ar": "قال رئيس البلدية يوم الاثنين إن الجسر سيغلق في معظم فصل الشتاء وإن العبارة ستعمل من الآن على أن هذا ما كان",
    "fa": "شهردار روز دوشنبه گفت که این پل در بیشتر زمستان بسته خواهد بود و از این به بعد کشتی را برای آن به کار می برد",
    "hi": "महापौर ने सोमवार को कहा कि पुल सर्दियों के अधिकांश समय के लिए बंद रहेगा और यह भी कि इस से पहले नहीं था",
    "ja": "市長は月曜日に、橋は冬の間ほとんど閉鎖されると述べた。",
    "zh": "市长星期一说，大桥在冬天的大部分时间里将关闭，渡轮将在夜间运行。",
    "ko": "시장은 월요일에 다리가 겨울 내내 폐쇄될 것이라고 말했다.",
    "th": "นายกเทศมนตรีกล่าวเมื่อวันจันทร์ว่าสะพานจะปิด",
    "el": "Ο δήμαρχος είπε τη Δευτέρα ότι η γέφυρα θα είναι κλειστή.",
    "he": "ראש העיר אמר ביום שני כי הגשר ייסגר במשך רוב החורף.",
    "ka": "მერმა ორშაბათს თქვა, რომ ხიდი დაიკეტება.",
    "ta": "பாலம் மூடப்படும் என்று மேயர் திங்களன்று கூறினார்.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_guess(language: str) -> None:
    assert text_language(TEXTS[language], None) == language


@pytest.mark.parametrize("text", ["", "Home News Sport", "12 34 56 " * 20, "qwx zrt plk " * 20, "\u200b" * 50])
def test_nothing_to_guess_from(text: str) -> None:
    assert text_language(text, None) is None


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("en", "en"),
        ("EN_us", "en-US"),
        ("en-US", "en-US"),
        ("zh-hans-cn", "zh-Hans-CN"),
        ("pt_BR.UTF-8", "pt-BR"),
        ("es-419", "es-419"),
        ("de, en", "de"),
        ("eng", "en"),
        ("ger-AT", "de-AT"),
        ("iw", "he"),
        ("haw", "haw"),
        ("ca-ES-valencia", "ca-ES"),
        (" fr ", "fr"),
        ("English", None),
        ("xx", None),
        ("und", None),
        ("", None),
        (None, None),
        ("{{ lang }}", None),
        ("e", None),
        ("en" * 1000, None),
    ],
)
def test_normalise_tag(tag: str | None, expected: str | None) -> None:
    assert normalise_tag(tag) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<html lang=de-at>", "de-AT"),
        ("<html xml:lang='fr'>", "fr"),
        ("<html lang='' xml:lang='fr'>", "fr"),
        ("<meta http-equiv=Content-Language content=it>", "it"),
        ("<meta property=og:locale content=sv_SE>", "sv-SE"),
        ("<html lang=English><meta property=og:locale content=en_GB>", "en-GB"),
        ("<html lang=de><meta property=og:locale content=en_GB>", "de"),
        ("<meta name=description content=en>", None),
        ("<p lang=de>a", None),
        ("", None),
    ],
)
def test_declared(page: str, expected: str | None) -> None:
    assert language_of(parse(page)) == expected


@pytest.mark.parametrize(
    ("written", "declared", "expected"),
    [
        ("es", "es-MX", "es-MX"),
        ("es", None, "es"),
        ("es", "en", "es"),
        ("en", "zh", "en"),
        ("zh", "en-US", "zh"),
        ("ja", "zh", "ja"),
        ("pt", "gl", "gl"),
        ("en", "haw", "haw"),
        ("de", "lb", "lb"),
        ("ru", "en", "ru"),
        ("zh", "cn", "zh"),
        ("uk", "ua", "uk"),
        ("en", "el", "en"),
    ],
)
def test_the_text_overrules_only_what_is_clearly_wrong(written: str, declared: str | None, expected: str) -> None:
    assert text_language(TEXTS[written], declared) == expected


def test_too_little_text_overrules_nothing() -> None:
    assert text_language("El puente", "en") == "en"
    assert text_language("", None) is None


@given(st.text(max_size=200), st.one_of(st.none(), st.text(max_size=10)))
def test_any_text_and_any_tag(text: str, tag: str | None) -> None:
    assert text_language(text, tag) is None or isinstance(text_language(text, tag), str)
    assert normalise_tag(tag) is None or normalise_tag(normalise_tag(tag)) == normalise_tag(tag)


def test_only_a_sample_is_read() -> None:
    text_language("warm", None)
    start = time.process_time()
    assert text_language(TEXTS["en"] * 50_000, None) == "en"
    assert is_quick(time.process_time() - start, 20)


def test_a_page_that_quotes_another_script_is_in_its_own_language() -> None:
    assert text_language(f"{TEXTS['en']} {TEXTS['ja'][:16]} {TEXTS['en']}", "en") == "en"
    assert text_language(TEXTS["ja"] + TEXTS["en"][:20], "en") == "ja"


@pytest.mark.parametrize(
    "names",
    [
        "Juan de la Cruz, María de los Ángeles, Pedro del Río, Ana de la Torre, Luis de León, José de la Serna, Rosa del Valle, ",
        "Van der Berg, de Vries, van den Heuvel, de Jong, van Dijk, van de Ven, de Boer, van der Meer, ten Hag, ",
        "Château de la Rivière, Domaine de la Roche, Clos du Moulin, Domaine des Comtes, Côte de Nuits, Les Charmes et la Perrière, ",
    ],
)
def test_a_list_of_names_is_in_the_language_that_its_page_declares(names: str) -> None:
    assert text_language(names * 4, "en-GB") == "en-GB"


def test_a_language_of_two_scripts_keeps_its_name_in_both() -> None:
    serbian = "Luka je danas ponovo otvorena i ribari su od ranog jutra isplovili. Popravka je trajala tri meseca, ali su svi bili zadovoljni što je sve gotovo."
    punjabi = "بندرگاہ اج فیر کھل گئی تے مچھیرے سویرے ای سمندر وچ نکل گئے۔ مرمت وچ تن مہینے لگے پر سارے بہت خوش سن کہ کم ہو گیا ہے اور یہ اس کے لیے بھی ہے۔"
    assert text_language(serbian, "sr-Latn-RS") == "sr-Latn-RS"
    assert text_language(serbian, "en") == "hr"
    assert text_language(punjabi, "pa") == "pa"


def test_nothing_to_tell_by() -> None:
    assert text_language("", None) is None
    assert text_language("Home News Sport", "jp") == "jp"


def test_a_language_of_long_words_that_no_other_is_like() -> None:
    finnish = (
        "Kalastajat lähtivät aamulla ulapalle, kun tuuli tyyntyi ensimmäisen kerran viikkoihin. Satamassa odotti kymmenittäin ihmisiä, jotka ostivat "
        "silakkaa suoraan laiturilta. Kaupungin arkistosta löytyneiden valokuvien perusteella laituri oli rakennettu alkujaan höyrylaivoille."
    )
    assert text_language(finnish, None) == "fi"
