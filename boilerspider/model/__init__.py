"""Floor 1: frozen values that know nothing but the standard library."""

from boilerspider.model.article import STORIES, WALLS, Article, Image
from boilerspider.model.block import Block, BlockType, Label, kept_places
from boilerspider.model.fingerprint import KEYS, VALUES, Fingerprint, Sketch
from boilerspider.model.outline import Guest, Outline
from boilerspider.model.verdict import Candidate, Outcome, Scope, Verdict

__all__ = [
    "KEYS",
    "STORIES",
    "VALUES",
    "WALLS",
    "Article",
    "Block",
    "BlockType",
    "Candidate",
    "Fingerprint",
    "Guest",
    "Image",
    "Label",
    "Outcome",
    "Outline",
    "Scope",
    "Sketch",
    "Verdict",
    "kept_places",
]
