"""Floor 5: how good and how fast is an extractor, on pages whose content people wrote down."""

from boilerspider.evaluation.contenders import (
    Contender,
    contender,
    installed_rivals,
    own_names,
    parse_params,
)
from boilerspider.evaluation.corpora import Corpus, Gold, Page, Selection
from boilerspider.evaluation.measure import Summary, measure
from boilerspider.evaluation.metrics import METRICS, Score
from boilerspider.evaluation.tables import FORMATS, Report

__all__ = [
    "FORMATS",
    "METRICS",
    "Contender",
    "Corpus",
    "Gold",
    "Page",
    "Report",
    "Score",
    "Selection",
    "Summary",
    "contender",
    "installed_rivals",
    "measure",
    "own_names",
    "parse_params",
]
