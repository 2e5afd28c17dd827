"""Lines at a text's end that say whose it is."""

from __future__ import annotations

import pytest

from boilerspider.extractors.news.rules.rights import LAST_BLOCKS, rights
from boilerspider.model import Block, BlockType, Label

STORY = ("The dredger came at dawn.", "By noon the channel was open.", "The ferry sailed at four.")


def blocks(*texts: str, kind: BlockType = BlockType.PARAGRAPH) -> list[Block]:
    return [Block(text, Label.CONTENT, (place,), kind, 0.9) for place, text in enumerate(texts)]


@pytest.mark.parametrize(
    "line",
    [
        "© 2026 Harbour Press",
        "© Harbour Press",
        "Text: © 2026 Harbour Press",
        "Copyright © Harbour Press",
        "(c) 2026 Harbour Press. Not to be reproduced.",
        "COPYRIGHT 2026 HARBOUR.EXAMPLE",
        "Alle Rechte vorbehalten.",
        "TÜM HAKLARI SAKLIDIR",
        "ΠΑΝΤΌΣ ΔΙΚΑΙΏΜΑΤΟΣ 2026",
        "Ⓒ Harbour Press",
        "(C) 2026 HARBOUR PRESS",
        "<저작권자 ⓒ 새통신, 무단전재 및 재배포 금지>",
        "版权所有 未经许可不得转载",
        "無断転載を禁じます",
        "Все права защищены. Перепечатка запрещена",
        "جميع الحقوق محفوظة",
        "สงวนลิขสิทธิ์ ห้ามทำซ้ำ",
        "Distributed by the agency of the harbour. © 2026 Harbour Press. All rights reserved. This text may not be published, broadcast, rewritten or redistributed.",
        "Nachdruck und Vervielfältigung nur mit ausdrücklicher Genehmigung des Verlags, alle Rechte vorbehalten.",
        "本文著作权归新河新闻所有，未经书面授权不得转载。",
    ],
)
def test_a_line_that_reserves_rights(line: str) -> None:
    assert rights(blocks(*STORY, line)) == [3]
    assert rights(blocks(*STORY, line, "Source: Harbour Press")) == [3]


@pytest.mark.parametrize(
    "line",
    [
        "The Copyright Act of 1976 does not say so.",
        "The sign © says whose a text is, she added.",
        "Их права защищены, сказал мэр.",
        "她说版权属于作者。",
        "“All rights reserved” is all that the small print says, and she thinks that this is how it should stay.",
        "A notice such as © 2019 is still printed in most books, although nobody needs it any more, she said.",
        "El cartel dice derechos reservados, pero nadie en todo el pueblo lo toma en serio desde hace años.",
        "法官写道，被告在其网站上声明禁止转载，但这一声明并不能免除其自身的侵权责任，须赔偿损失。",
        f"{' '.join(STORY)} Nobody on the quay had thought so. © 2026 Harbour Press. All rights reserved.",
        "© 2026 " + "is what the sign says that the painter put below each of her pictures, " * 4,
    ],
)
def test_a_last_sentence_that_speaks_of_them(line: str) -> None:
    assert rights(blocks(*STORY, line)) == []


def test_elsewhere_and_alone() -> None:
    line = "© 2026 Harbour Press"
    assert rights(blocks(line, *STORY, *STORY[: LAST_BLOCKS - len(STORY)])) == []
    assert rights(blocks(line)) == []
    assert rights(blocks(*STORY, line, kind=BlockType.CODE)) == []
