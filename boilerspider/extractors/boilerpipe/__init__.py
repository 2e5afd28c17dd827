"""The Boilerpipe family (Kohlschütter, Fankhauser and Nejdl, WSDM 2010), and the HTML-tree filter over it."""

from boilerspider.extractors.boilerpipe.recipes import (
    BoilerpipeArticle,
    BoilerpipeCanola,
    BoilerpipeDefault,
    BoilerpipeLargest,
    BoilerpipeNumWords,
    BoilerpipeSentences,
)
from boilerspider.extractors.boilerpipe.tree_filter import TreeFilter

__all__ = [
    "BoilerpipeArticle",
    "BoilerpipeCanola",
    "BoilerpipeDefault",
    "BoilerpipeLargest",
    "BoilerpipeNumWords",
    "BoilerpipeSentences",
    "TreeFilter",
]
