"""Floor 5: weights from labelled pages. A new trainer is one file or folder here and one row below.

The only home of PyTorch and python-crfsuite (the extra `train`), imported when a training starts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from boilerspider.registry import Drawer
from boilerspider.training.base import Trainer

TRAINERS = Drawer(
    "trainer",
    {
        "crf": "boilerspider.training.crf:CrfTrainer",
        "kinds": "boilerspider.training.kinds:KindsTrainer",
        "news": "boilerspider.training.news:NewsTrainer",
        "web2text": "boilerspider.training.web2text:Web2TextTrainer",
    },
    verb="train",
)


def trainer(name: str, params: Mapping[str, Any] | None = None) -> Trainer:
    """The trainer of that name with its parameters set; UnknownName or BadConfiguration otherwise."""
    return cast(Trainer, TRAINERS.build(name, params))


__all__ = ["TRAINERS", "Trainer", "trainer"]
