"""Days of the week, as lines of text name them beside a day."""

from __future__ import annotations

import re

WEEKDAYS = (
    r"lunes|martes|miércoles|jueves|viernes|sábado|domingo|(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|"
    r"(?:maan|dins|woens|donder|vrij|zater|zon)dag|pondělí|úterý|středa|čtvrtek|pátek|sobota|neděle|"
    r"понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|(?:maanan|tiis|perjan|lauan|sunnun)tai|keskiviikko|torstai|"
    r"Δευτέρα|Τρίτη|Τετάρτη|Πέμπτη|Παρασκευή|Σάββατο|Κυριακή|(?:ال)?(?:[إا]ثنين|ثلاثاء|[أا]ربعاء|خميس|جمعة|سبت|[أا]حد)|"
    r"יום (?:ראשון|שני|שלישי|רביעי|חמישי|שישי|שבת)|(?:सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि)वार"
)
"""In the languages in which htmldate reads no day behind them: a pattern."""
OTHER_WEEKDAYS = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|"
    r"(?:lune|marte|mercole|giove|vener)dì|sabato|domenica|mandag|måndag|tirsdag|tisdag|onsdag|torsdag|fredag|lørdag|lördag|søndag|söndag|"
    r"poniedziałek|wtorek|środa|czwartek|piątek|niedziela|hétfő|kedd|szerda|csütörtök|péntek|szombat|vasárnap|"
    r"luni|marți|miercuri|joi|vineri|sâmbătă|duminică|pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar|senin|selasa|rabu|kamis|jumat|minggu|"
    r"понеділок|вівторок|четвер|п.ятниця|неділя|понеделник|вторник|сряда|четвъртък|петък|събота|неделя|"
    r"วัน(?:จันทร์|อังคาร|พุธ|พฤหัสบดี|ศุกร์|เสาร์|อาทิตย์)|thứ (?:hai|ba|tư|năm|sáu|bảy)|chủ nhật"
)
"""In those in which it does: a pattern."""
ENDING_WEEKDAY = re.compile(rf"(?<!\w)(?:{WEEKDAYS}|{OTHER_WEEKDAYS})\Z", re.IGNORECASE)
"""In any of them, at the end of words."""
