"""Bylines -> names."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from boilerspider.markup.metadata.names import MAX_AUTHORS, is_login, is_person, names, people_and_groups

BYLINES = [
    ("Jane Roe", ["Jane Roe"]),
    ("By Jane Roe", ["Jane Roe"]),
    ("BY JANE ROE", ["JANE ROE"]),
    ("Written by: Jane Roe", ["Jane Roe"]),
    ("Von Jana Roe und Hans Poe", ["Jana Roe", "Hans Poe"]),
    ("Por Juana Roe y Juan Poe", ["Juana Roe", "Juan Poe"]),
    ("Juan Roe y Poe", ["Juan Roe y Poe"]),
    ("João Roe e Silva, Ana Poe", ["João Roe e Silva", "Ana Poe"]),
    ("Roe Min-ji and Poe Ji Min, 5 min read", ["Roe Min-ji", "Poe Ji Min"]),
    ("Par Jeanne Roe et Jean Poe", ["Jeanne Roe", "Jean Poe"]),
    ("Di Maria Rossi", ["Maria Rossi"]),
    ("By Jane Roe, John Poe & Ann Loe", ["Jane Roe", "John Poe", "Ann Loe"]),
    ("Jane Roe, John Poe, and Ann Loe", ["Jane Roe", "John Poe", "Ann Loe"]),
    ("Jane Roe; John Poe", ["Jane Roe", "John Poe"]),
    ("Jane Roe | John Poe", ["Jane Roe", "John Poe"]),
    ("Jane Roe, Senior Reporter", ["Jane Roe"]),
    ("Jana Roe, Redakteurin", ["Jana Roe"]),
    ("Jane Roe, MD, Ph.D.", ["Jane Roe"]),
    ("John Poe Jr.", ["John Poe Jr."]),
    ("Roe, Jane", ["Jane Roe"]),
    ("By Roe-Poe, Jane A.", ["Jane A. Roe-Poe"]),
    ("Roe, Reporter", ["Roe"]),
    ("Reuters, Roe", ["Reuters", "Roe"]),
    ("作者：王小明 责任编辑：李华", ["王小明"]),
    ("Roe, dpa", ["Roe", "dpa"]),
    ("Jane Roe (text), John Poe (photos)", ["Jane Roe"]),
    ("Von Jana Roe und Max Loe (Text) und Hans Poe (Fotos)", ["Jana Roe", "Max Loe"]),
    ("Hans Poe (Fotos)", ["Hans Poe"]),
    ("Hans Poe (Video), dpa", ["Hans Poe", "dpa"]),
    ("Jana Roe, Hans Poe (Redaktion)", ["Jana Roe"]),
    ("Von Hans Poe (Foto) Jana Roe", ["Jana Roe"]),
    ("By Hans Poe (Photos) Jane Roe (Text)", ["Jane Roe"]),
    ("Hans Poe [Photo] Jane Roe", ["Jane Roe"]),
    ("Hans Poe (Fotos) und Jana Roe", ["Jana Roe"]),
    ("By Illustrations: John Poe / Text: Jane Roe", ["Jane Roe"]),
    ("Fotos: Hans Poe, Text: Jana Roe", ["Jana Roe"]),
    ("Written By : Jane Roe | Edited By: John Poe", ["Jane Roe"]),
    ("By Jane Roe, fact-checked by John Poe", ["Jane Roe"]),
    ("Jana Roe, redigiert von Hans Poe", ["Jana Roe"]),
    ("Jeanne Roe, traduite par Jean Poe", ["Jeanne Roe"]),
    ("Juana Roe · Editado por Juan Poe", ["Juana Roe"]),
    ("Ayşe Roe | Editör: Can Poe", ["Ayşe Roe"]),
    ("Анна Роу, Фото: Иван Поу", ["Анна Роу"]),
    ("Edited by Jane Roe", ["Jane Roe"]),
    ("Edited by John Poe | Written by Jane Roe", ["Jane Roe"]),
    ("Редактор: Иван Поу, автор: Анна Роу", ["Анна Роу"]),
    ("By Jane Roe Photographs by John Poe", ["Jane Roe"]),
    ("Giulia Roe, foto di Mario Poe", ["Giulia Roe"]),
    ("Jana Roe (Text), Hans Poe und Max Loe (Fotos)", ["Jana Roe"]),
    ("Written by Jane Roe Edited by John Poe", ["Jane Roe"]),
    ("Revised Edition Edited by John Poe", ["Revised Edition Edited by John Poe"]),
    ("Jane Roe, Master Horticulturalist & Garden Educator", ["Jane Roe"]),
    ("Jane Roe, Rain Psychologist", ["Jane Roe"]),
    ("Jane Roe, Chief Rain Officer", ["Jane Roe"]),
    ("Jane Roe & Peter Lindqvist", ["Jane Roe", "Peter Lindqvist"]),
    ("By Jane Roe and Farida Engineer", ["Jane Roe", "Farida Engineer"]),
    ("Jane Roe, Farida J. Engineer", ["Jane Roe", "Farida J. Engineer"]),
    ("Jane Roe, Jim Officer, Pavel Evangelist", ["Jane Roe", "Jim Officer", "Pavel Evangelist"]),
    ("Jane Roe, Ara Krikorician", ["Jane Roe", "Ara Krikorician"]),
    ("Jane Roe, Dpsn: 24.11.2026", ["Jane Roe"]),
    ("דנה רו, עודכן: 24.11.2026", ["דנה רו"]),
    ("דנה רו, עודכן 24.11.2026", ["דנה רו"]),
    ("राहुल रो, दिल्ली", ["राहुल रो"]),
    ("أحمد رو - القاهرة", ["أحمد رو"]),
    ("राहुल, अनीता", ["राहुल", "अनीता"]),
    ("राहुल रो और अनीता", ["राहुल रो", "अनीता"]),
    ("글·사진 김하늘 기자", ["김하늘"]),
    ("글 김하늘 · 사진 이바다", ["김하늘"]),
    ("한솔일보 김하늘 기자", ["김하늘"]),
    ("[한솔일보 김하늘 기자]", ["김하늘"]),
    ("[한솔일보=김하늘 기자]", ["김하늘"]),
    ("[한솔=김하늘·이바다 기자]", ["김하늘", "이바다"]),
    ("한솔=김하늘 기자", ["김하늘"]),
    ("文/林晓雯 图/王小明", ["林晓雯"]),
    ("文｜林晓雯 编辑｜王小明", ["林晓雯"]),
    ("文 图/林晓雯", ["林晓雯"]),
    ("Jane Roe in Berlin", ["Jane Roe"]),
    ("Jane Roe for The Example", ["Jane Roe"]),
    ("Jane Roe jane.roe@example.com", ["Jane Roe"]),
    ("Jane Roe @janeroe", ["Jane Roe"]),
    ("Jane Roe https://example.com/jane", ["Jane Roe"]),
    ("Jane Roe - May 4, 2026", ["Jane Roe"]),
    ("Jean-Luc O’Neill", ["Jean-Luc O’Neill"]),
    ("Ludwig van der Roe", ["Ludwig van der Roe"]),
    ("John A Poe", ["John A Poe"]),
    ("JANE ROE AND JOHN POE", ["JANE ROE", "JOHN POE"]),
    ("Von Miller", ["Von Miller"]),
    ("De Niro", ["De Niro"]),
    ("山田太郎", ["山田太郎"]),
    ("Simon & Schuster", ["Simon & Schuster"]),
    ("Linny and Peter", ["Linny and Peter"]),
    ("Center for Wind and Rain", ["Center for Wind and Rain"]),
    ("AFP and Reuters", ["AFP", "Reuters"]),
    ("dpa und afp", ["dpa", "afp"]),
    ("Redaktion und dpa", ["Redaktion", "dpa"]),
    ("Press Association and Reuters", ["Press Association", "Reuters"]),
    ("Text: Marta und Fotos: Rosa", ["Marta", "Rosa"]),
    ("Marta, Rosa and Ann", ["Marta", "Rosa", "Ann"]),
    ("Roe2000 | am", ["Roe2000"]),
    ("Jane Roe, reuters", ["Jane Roe", "reuters"]),
    ("Pressemitteilung von Jane Roe", ["Jane Roe"]),
    ("Alle Artikel von Jane van Roe", ["Jane van Roe"]),
    ("Jane von Roe", ["Jane von Roe"]),
    ("Alexandra von der Roe", ["Alexandra von der Roe"]),
    ("Hans Peter von Roe Poe", ["Hans Peter von Roe Poe"]),
    ("Giovanni di Lorenzo Rossi", ["Giovanni di Lorenzo Rossi"]),
    ("admin", []),
    ("Written by", []),
    ("May 4, 2026", []),
    ("Sun Dec 17, 2023 11:18 am", []),
    ("April May", []),
    ("Par Jeanne Roe | Publié le 2 septembre 2024", ["Jeanne Roe"]),
    ("Jana Roe, Veröffentlicht am 3.5.2024", ["Jana Roe"]),
    ("Publia Roe", ["Publia Roe"]),
    ("Text: Jana Roe, Fotos: Hans Poe", ["Jana Roe"]),
    ("Tekst: Jana Roe Foto: Hans Poe", ["Jana Roe"]),
    ("Foto: Jana Roe", ["Jana Roe"]),
    ("Tekst og foto: Ola Roe", ["Ola Roe"]),
    ("Text och foto: Lars Roe", ["Lars Roe"]),
    ("Teksti ja kuvat: Matti Roe", ["Matti Roe"]),
    ("Testo e foto: Mario Roe", ["Mario Roe"]),
    ("Texto y fotos: Juan Roe", ["Juan Roe"]),
    ("Tekst en foto's: Jan Roe", ["Jan Roe"]),
    ("Text u. Fotos: Max Roe", ["Max Roe"]),
    ("Text sowie Fotos: Max Roe", ["Max Roe"]),
    ("TEXT UND FOTOS: MAX ROE", ["MAX ROE"]),
    ("Text, Fotos: Max Roe", ["Max Roe"]),
    ("Texto / Fotos: Ana Roe", ["Ana Roe"]),
    ("Words + photos: Jane Roe", ["Jane Roe"]),
    ("Story & photos: Jane Roe", ["Jane Roe"]),
    ("Reportage, Fotos: Max Roe", ["Max Roe"]),
    ("Jane Roe y fotos: Juan Poe", ["Jane Roe", "Juan Poe"]),
    ("Von Max Roe, Foto: Hans Poe", ["Max Roe"]),
    ("（记者 林晓雯）", ["林晓雯"]),
    ("（林晓雯）", ["林晓雯"]),
    ("记者 林晓雯 北京报道", ["林晓雯"]),
    ("本报记者 林晓雯 王小明 上海报道", ["林晓雯", "王小明"]),
    ("文・佐藤美咲 写真・田中太郎", ["佐藤美咲"]),
    ("记者 林晓雯", ["林晓雯"]),
    ("林晓雯 记者", ["林晓雯"]),
    ("文・佐藤美咲", ["佐藤美咲"]),
    ("文美子", ["文美子"]),
    ("文 京洙", ["文 京洙"]),
    ("文・写真：田中太郎", ["田中太郎"]),
    ("本報記者陳大文", ["陳大文"]),
    ("无国界记者", ["无国界记者"]),
    ("记者协会", ["记者协会"]),
    ("记者", []),
    ("记者: 李明", ["李明"]),
    ("文・写真/田中太郎", ["田中太郎"]),
    ("取材・文/山田太郎", ["山田太郎"]),
    ("実習記者 山田太郎", ["山田太郎"]),
    ("김철수기자", ["김철수"]),
    ("Aktualisiert | Jana Roe", ["Jana Roe"]),
    ("Jane Roe | Aktualisiert", ["Jane Roe"]),
    ("Publicerat 3 maj", []),
    ("홍길동 의학전문기자", ["홍길동"]),
    ("홍길동 선임기자", ["홍길동"]),
    ("홍길동 워싱턴 특파원", ["홍길동"]),
    ("김 기자", ["김 기자"]),
    ("Public Eye", ["Public Eye"]),
    ("Publico", ["Publico"]),
    ("김하늘 기자", ["김하늘"]),
    ("김하늘.이바다 기자", ["김하늘", "이바다"]),
    ("April Roe", ["April Roe"]),
    ("بقلم: أحمد رو", ["أحمد رو"]),
    ("بقلم | أحمد رو", ["أحمد رو"]),
    ("بقلم أحمد رو", ["أحمد رو"]),
    ("بقلم", []),
    ("أحمد رو، سارة رو", ["أحمد رو", "سارة رو"]),
    ("أحمد رو و سارة رو", ["أحمد رو", "سارة رو"]),
    ("نویسنده: مریم رو", ["مریم رو"]),
    ("מאת דנה רו", ["דנה רו"]),
    ("लेखक: राहुल रो और अनीता रो", ["राहुल रो", "अनीता रो"]),
    ("ผู้เขียน: สมชาย โร", ["สมชาย โร"]),
    ("Szerző: Roe Eszter és Poe Gábor", ["Roe Eszter", "Poe Gábor"]),
    ("Szerző:", []),
    ("Yazan: Ayşe Roe", ["Ayşe Roe"]),
    ("Yazan Abu Roe", ["Yazan Abu Roe"]),
    ("Penulis: Sari Roe", ["Sari Roe"]),
    ("Interview: Jana Roe", ["Jana Roe"]),
    ("Text: Jana Roe; Protokoll: Hans Poe", ["Jana Roe", "Hans Poe"]),
    ("Reporter: Jane Roe", ["Jane Roe"]),
    ("Του Νίκου Ρόε", ["Νίκου Ρόε"]),
    ("Anna Roe ja Pekka Poe", ["Anna Roe", "Pekka Poe"]),
    ("vom | Krimiblogger", ["Krimiblogger"]),
    ("Words Roe", ["Words Roe"]),
    ("王小明、李晓红", ["王小明", "李晓红"]),
    ("王小明，李晓红", ["王小明", "李晓红"]),
    ("山田太郎／佐藤花子", ["山田太郎", "佐藤花子"]),
    ("约翰·史密斯", ["约翰·史密斯"]),
    ("王小明 · 李晓红", ["王小明", "李晓红"]),
    ("Jane Roe·John Poe", ["Jane Roe", "John Poe"]),
    ("【記者 佐藤花子】", ["佐藤花子"]),
    ("記者王小明／花蓮報導", ["王小明"]),
    ("〔記者王小明/台北報導〕", ["王小明"]),
    ("王小明／花蓮報導", ["王小明"]),
    ("記者王小明、李大華／花蓮報導", ["王小明", "李大華"]),
    ("(부산=새통신) 김민수 기자 =", ["김민수"]),
    ("ავტორი: ნინო როე", ["ნინო როე"]),
    ("Հեղինակ՝ Արամ Ռոե", ["Արամ Ռոե"]),
    ("ដោយ៖ សុខ រ៉ូ", ["សុខ រ៉ូ"]),
    ("تحریر: احمد رو", ["احمد رو"]),
    ("Haber: Ayşe Roe", ["Ayşe Roe"]),
    ("Haber Ajansı", ["Haber Ajansı"]),
    ("", []),
    ("x" * 1000, []),
]


@pytest.mark.parametrize(("byline", "expected"), BYLINES)
def test_names(byline: str, expected: list[str]):
    assert list(names(byline)) == expected


PEOPLE = [
    ("Jane Roe", True),
    ("Ludwig van der Roe", True),
    ("Dr. Jane A. Roe", True),
    ("山田太郎", True),
    ("Jane", False),
    ("dpa", False),
    ("Example News", False),
    ("The Example Team", False),
    ("Associated Press", False),
    ("New Way to Earn", False),
    ("Jane Roe2", False),
    ("Rezept von", False),
    ("Example Gazette", False),
    ("朝日新聞編集部", False),
    ("한솔일보", False),
    ("北方晚报", False),
    ("Редакция Примера", False),
    ("Redakcja Sportowa", False),
]


@pytest.mark.parametrize(("name", "expected"), PEOPLE)
def test_is_person(name: str, expected: bool):
    assert is_person(name) is expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("jroe", True),
        ("jane.roe", True),
        ("McDonald", False),
        ("Roe2", True),
        ("Jane", False),
        ("DPA", False),
        ("佐藤", False),
    ],
)
def test_is_login(name: str, expected: bool):
    assert is_login(name) is expected


def test_the_site_is_no_person():
    assert people_and_groups(["Daily Example", "Jane Roe"], "Daily Example") == (["Jane Roe"], ["Daily Example"])


def test_authors_are_capped():
    bylines = [f"Jane R{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(600)]
    assert len(people_and_groups(bylines, None)[0]) == MAX_AUTHORS


PARTS = st.sampled_from(
    ["Jane Roe", "Hans Poe", "김하늘 기자", "(Photos)", "[Foto]", "（写真）", "(Text)", "Fotos:", "By", "und", ",", "/", "=", "\0", "\x85", "&#0;", "\u2028"]
)  # fmt: skip


@given(st.lists(PARTS, max_size=8).map(" ".join))
@example("Hans Poe (Photos) Jane Roe (Text)")
@example("Jane Roe, Hans Poe [Foto] Ann Loe und (Foto)")
def test_no_byline_gives_a_control_character(byline: str):
    assert all(map(str.isprintable, names(byline)))


@given(st.text())
def test_any_text_gives_short_clean_names(byline: str):
    assert all(name == " ".join(name.split()) and 1 < len(name) <= 60 for name in names(byline))
