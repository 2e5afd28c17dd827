"""The encoding of bytes that nobody names, or names wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.markup.encoding import WHATWG_NAMES, decode
from boilerspider.markup.unlabelled import guess_codec

CHINESE = "港口今天重新开放，渔民们一早就把船开了出去。码头上的人说，修理花了三个月，比原来想的要长，但是大家都很高兴。"
TAIWANESE = (
    "港口今天重新開放，漁民們一早就把船開了出去。碼頭上的人說，修理花了三個月，比原來想的要長，但是大家都很高興。"
)
JAPANESE = (
    "港はきょう再び開き、漁師たちは朝早くから船を出した。修理には三か月かかったが、みんなとても喜んでいるという。"
)
KOREAN = "항구가 오늘 다시 열려 어부들이 아침 일찍 배를 몰고 나갔다. 수리에 석 달이 걸렸지만 모두 무척 기뻐했다고 한다."
THAI = "ท่าเรือเปิดอีกครั้งในวันนี้ ชาวประมงออกเรือตั้งแต่เช้า การซ่อมใช้เวลาสามเดือน นานกว่าที่คิดไว้ แต่ทุกคนก็ดีใจมาก"
RUSSIAN = "Гавань сегодня снова открыли, и рыбаки вышли в море с самого утра. Ремонт занял три месяца, но все были очень рады."
UKRAINIAN = "Гавань сьогодні знову відкрили, і рибалки вийшли в море від самого ранку. Ремонт тривав три місяці, але всі дуже раді."
GREEK = "Το λιμάνι άνοιξε και πάλι σήμερα και οι ψαράδες βγήκαν από το πρωί. Η επισκευή κράτησε τρεις μήνες, αλλά όλοι είναι πολύ χαρούμενοι."
ARABIC = "أعيد فتح الميناء اليوم وخرج الصيادون في الصباح الباكر. وقال أحدهم إن الإصلاح استغرق ثلاثة أشهر ولكن الجميع كانوا في غاية السعادة."
PERSIAN = "بندر امروز دوباره باز شد و ماهيگيران از صبح زود به دريا رفتند. تعمير آن سه ماه طول کشيد، اما همه از اين که کار تمام شد خوشحال بودند."
HEBREW = (
    "הנמל נפתח היום שוב והדייגים יצאו לים מוקדם בבוקר. התיקון נמשך שלושה חודשים, אבל כולם היו שמחים מאוד, אמר אחד מהם."
)
POLISH = "Port znów się dziś otworzył i rybacy wypłynęli już o świcie. Naprawa trwała trzy miesiące, dłużej niż się spodziewano, ale wszyscy są zadowoleni, że już po wszystkim."
TURKISH = "Liman bugün yeniden açıldı ve balıkçılar sabahın ilk ışıklarıyla denize çıktı. Onarım üç ay sürdü, beklenenden daha fazla, ancak bunun için kimse artık kızgın değil."
GERMAN = "Der Hafen ist wieder geöffnet, und die Fischer fuhren früh hinaus. Die Reparatur dauerte länger, als man dachte, doch für alle wäre es schlimmer gewesen, hätte man nichts getan."
FRENCH = "Le port a rouvert ses portes à tous, et les pêcheurs ont été très tôt en mer. La réparation a duré trois mois, même si l’on espérait déjà la fin."


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (CHINESE, "gb18030"),
        (TAIWANESE, "big5hkscs"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jis_2004"),
        (KOREAN, "cp949"),
        (THAI, "cp874"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (RUSSIAN, "cp866"),
        (RUSSIAN, "iso8859-5"),
        (UKRAINIAN, "cp1251"),
        (UKRAINIAN, "koi8-u"),
        (GREEK, "cp1253"),
        (ARABIC, "cp1256"),
        (ARABIC, "iso8859-6"),
        (PERSIAN, "cp1256"),
        (HEBREW, "cp1255"),
        (POLISH, "iso8859-2"),
        (POLISH, "cp1250"),
        (TURKISH, "cp1254"),
    ],
)
@pytest.mark.parametrize("declared", [None, "utf-8", "iso-8859-1"])
def test_what_the_bytes_say(text: str, codec: str, declared: str | None) -> None:
    page = f"<html><body><p class='a'>{text}</p></body></html>"
    assert decode(page.encode(codec), declared)[:2] == (page, WHATWG_NAMES[codec])


@pytest.mark.parametrize("text", [GERMAN, FRENCH, "It’s “over”, they said – at last… €5", "café", "5 £"])
def test_browsers_default_for_western_pages(text: str) -> None:
    assert decode(text.encode("cp1252"))[:2] == (text, "windows-1252")


@pytest.mark.parametrize(
    "text",
    [
        "It´s what they don´t say. " * 8,
        "L´homme d´affaires n´a pas dit qu´il s´en va. " * 8,
        "Monday 20°C, Tuesday 18°C. " * 20,
        "·Item one ·Item two ·Other item " * 10,
        "ÅRETS BÄSTA ÄLSKLING ÖVER ALLT " * 10,
        "´´Yes´´, he said, and ····· or »» no. " * 10,
    ],
)
@pytest.mark.parametrize("declared", [None, "iso-8859-1"])
def test_western_signs_before_letters_are_no_characters_of_two_bytes(text: str, declared: str | None) -> None:
    assert decode(text.encode("cp1252"), declared)[:2] == (text, "windows-1252")


def test_a_server_that_calls_everything_latin1_does_not_overrule_the_page() -> None:
    page = f"<meta charset=windows-1251><p>{RUSSIAN[:12]}"
    assert decode(page.encode("cp1251"), "ISO-8859-1")[:2] == (page, "windows-1251")


def test_too_little_says_nothing() -> None:
    assert guess_codec("<p>é</p>".encode("cp1252")) is None
    assert guess_codec(b"plain") is None
    assert guess_codec(b"") is None


def test_a_broken_character_is_no_matter() -> None:
    page = CHINESE.encode("gb18030") + b" \xff " + CHINESE.encode("gb18030")
    assert guess_codec(page) == "gb18030"


@given(st.binary(max_size=400))
def test_any_bytes(page: bytes) -> None:
    assert guess_codec(page) in {None, *WHATWG_NAMES}
