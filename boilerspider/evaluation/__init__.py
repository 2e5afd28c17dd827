"""Floor 5: how good and how fast is an extractor, on pages whose content people wrote down."""

from boilerspider.evaluation.contenders import (
    Contender,
    contender,
    installed_rivals,
    own_names,
    parse_params,
)
from boilerspider.evaluation.corpora import Corpus, Gold, Page, Selection
from boilerspider.evaluation.exhibits import exhibit_worst
from boilerspider.evaluation.judges import METRICS
from boilerspider.evaluation.measure import DEFAULT_METRICS, Summary, measure
from boilerspider.evaluation.metrics import Score
from boilerspider.evaluation.report import to_html
from boilerspider.evaluation.retrieval import BASELINE, Collection, Retrieval, retrieve
from boilerspider.evaluation.tables import (
    Report,
    retrieval_to_json,
    retrieval_to_markdown,
    retrieval_to_table,
    to_json,
    to_markdown,
    to_table,
)

__all__ = [
    "BASELINE",
    "DEFAULT_METRICS",
    "METRICS",
    "Collection",
    "Contender",
    "Corpus",
    "Gold",
    "Page",
    "Report",
    "Retrieval",
    "Score",
    "Selection",
    "Summary",
    "contender",
    "exhibit_worst",
    "installed_rivals",
    "measure",
    "own_names",
    "parse_params",
    "retrieval_to_json",
    "retrieval_to_markdown",
    "retrieval_to_table",
    "retrieve",
    "to_html",
    "to_json",
    "to_markdown",
    "to_table",
]
