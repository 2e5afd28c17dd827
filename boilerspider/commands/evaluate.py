"""`scrapy evaluate`: quality and speed of extractors on corpora, several side by side."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.utils.log import configure_logging
from tqdm import tqdm

from boilerspider.commands import say
from boilerspider.errors import BoilerspiderError
from boilerspider.evaluation import (
    BASELINE,
    DEFAULT_METRICS,
    METRICS,
    Collection,
    Contender,
    Corpus,
    Page,
    Report,
    Retrieval,
    Selection,
    contender,
    exhibit_worst,
    installed_rivals,
    measure,
    own_names,
    retrieval_to_json,
    retrieval_to_markdown,
    retrieval_to_table,
    retrieve,
    to_html,
    to_json,
    to_markdown,
    to_table,
)

FORMATS: Mapping[str, Callable[[Sequence[Report]], str]] = MappingProxyType(
    {"table": to_table, "markdown": to_markdown, "json": to_json, "html": to_html}
)
RETRIEVAL_FORMATS: Mapping[str, Callable[[Sequence[Retrieval]], str]] = MappingProxyType(
    {"table": retrieval_to_table, "markdown": retrieval_to_markdown, "json": retrieval_to_json}
)


class Command(ScrapyCommand):
    """Measures extractors over corpora and prints one table a corpus."""

    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "[EXTRACTOR[,parameter=value] ...] --corpus DIR [DIR ...] [options]"

    def short_desc(self) -> str:
        return "Measure quality and speed of content extractors on corpora"

    def long_desc(self) -> str:
        return (
            "Measure quality and speed of content extractors on corpora (folders with pages.zip and gold.jsonl), "
            f"side by side. Without a name all of ours are measured: {', '.join(own_names())}. "
            f"Published packages that are installed can be named too: {', '.join(installed_rivals()) or 'none is'}."
        )

    def add_options(self, parser: ArgumentParser) -> None:
        super().add_options(parser)
        pages = parser.add_argument_group("What is measured")
        pages.add_argument("--corpus", metavar="DIR", nargs="+", action="extend", type=Path, help="corpora to read")
        pages.add_argument("--rivals", action="store_true", help="add every published package that is installed")
        pages.add_argument("--limit", metavar="N", type=int, help="the first N pages of each corpus")
        pages.add_argument("--only-type", metavar="TYPE", help="pages of this type alone, such as article")
        pages.add_argument("--split", metavar="NAME", help="pages of this part of a corpus alone, such as val")
        how = parser.add_argument_group("How")
        how.add_argument(
            "--metric",
            metavar="NAME[,NAME]",
            default=",".join(DEFAULT_METRICS),
            help=f"of {', '.join(METRICS)}, or all (default %(default)s)",
        )
        how.add_argument(
            "--retrieval",
            action="store_true",
            help=f"search for known items in an index of each extractor's texts and in one of {BASELINE!r}, instead of comparing with gold",
        )
        how.add_argument("--jobs", metavar="N", type=int, default=1, help="worker processes (default %(default)s)")
        how.add_argument(
            "--format", choices=list(FORMATS), default="table", help="what is printed (default %(default)s)"
        )
        how.add_argument("--per-page", action="store_true", help="with --format json: each page's scores too")

    def run(self, args: list[str], opts: Namespace) -> None:
        """Prints the tables; exit code 1 and one line on standard error where nothing can be measured."""
        configure_logging(self.settings)
        _check(args, opts)
        try:
            say(_searched(args, opts) if opts.retrieval else _measured(args, opts))
        except (BoilerspiderError, OSError) as error:
            print(f"scrapy evaluate: {error}", file=sys.stderr)
            self.exitcode = 1


def _check(args: Sequence[str], opts: Namespace) -> None:
    unknown = [arg for arg in args if arg.startswith("-")]
    if unknown:
        raise UsageError(f"unknown option {unknown[0]}")
    if not opts.corpus:
        raise UsageError("--corpus DIR is missing: a folder with pages.zip and gold.jsonl")
    if opts.limit is not None and opts.limit < 1:
        raise UsageError("--limit takes a number of pages, 1 or more")
    if opts.jobs < 1:
        raise UsageError("--jobs takes a number of processes, 1 or more")
    if opts.retrieval and opts.format not in RETRIEVAL_FORMATS:
        raise UsageError(f"--retrieval goes with --format {', '.join(RETRIEVAL_FORMATS)}")
    if opts.retrieval and opts.per_page:
        raise UsageError("--retrieval has no scores of single pages: leave out --per-page")
    if opts.per_page and opts.format != "json":
        raise UsageError("--per-page goes with --format json alone")
    for name in opts.metric.split(","):
        if name not in {*METRICS, "all"}:
            raise UsageError(f"unknown metric {name!r}; known: {', '.join(METRICS)}, all")


def _measured(args: Sequence[str], opts: Namespace) -> str:
    show = partial(to_json, per_page=True) if opts.per_page else FORMATS[opts.format]
    return show(list(_reports(args, opts)))


def _searched(args: Sequence[str], opts: Namespace) -> str:
    contenders = _contenders(args, rivals=opts.rivals)
    collection = Collection(tuple(_corpora(opts)))
    found = retrieve(contenders, collection, opts.jobs, lambda pages, name: _counted(pages, name, len(collection)))
    return RETRIEVAL_FORMATS[opts.format](found)


def _corpora(opts: Namespace) -> list[Corpus]:
    return [Corpus(folder, Selection(opts.limit, opts.split, opts.only_type)) for folder in opts.corpus]


def _counted(pages: Iterable[Page], name: str, total: int) -> Iterable[Page]:
    """The pages, with a bar that is silent where standard error is no terminal."""
    bar: Iterable[Page] = tqdm(pages, name, total=total, unit=" pages", leave=False, disable=None)
    return bar


def _metrics(names: str) -> tuple[str, ...]:
    wanted = names.split(",")
    return tuple(metric for metric in METRICS if metric in wanted or "all" in wanted)


def _reports(args: Sequence[str], opts: Namespace) -> Iterator[Report]:
    contenders = _contenders(args, rivals=opts.rivals)
    metrics = _metrics(opts.metric)
    # Every corpus is opened before the first is measured, so that a wrong folder is told at once.
    for corpus in _corpora(opts):
        pages = _counted(corpus, corpus.name, len(corpus))
        summaries = measure(contenders, pages, metrics, opts.jobs)
        exhibits = exhibit_worst(corpus, contenders, summaries, metrics[0]) if opts.format == "html" else ()
        report = Report.of(corpus, summaries, exhibits)
        _tell_losses(corpus, report)
        yield report


def _contenders(names: Sequence[str], *, rivals: bool) -> list[Contender]:
    wanted = [*(names or own_names()), *(installed_rivals() if rivals else ())]
    return [contender(name) for name in dict.fromkeys(wanted)]


def _tell_losses(corpus: Corpus, report: Report) -> None:
    if corpus.missing:
        lost = (
            f"{len(corpus.missing)} pages are named in gold.jsonl but not in pages.zip, the first: {corpus.missing[0]}"
        )
        print(f"{corpus.name}: {lost}", file=sys.stderr)
    for summary in report.summaries:
        if summary.failures:
            told = f"failed on {len(summary.failures)} of {summary.pages} pages, the first: {summary.failures[0]}"
            print(f"{corpus.name}: {summary.contender} {told}", file=sys.stderr)
