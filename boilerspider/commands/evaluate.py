"""`scrapy evaluate`: quality and speed of extractors on corpora, several side by side."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, TextIO

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.utils.log import configure_logging

from boilerspider.errors import BoilerspiderError
from boilerspider.evaluation import (
    FORMATS,
    METRICS,
    Contender,
    Corpus,
    Page,
    Report,
    Selection,
    contender,
    installed_rivals,
    measure,
    own_names,
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
        parser.add_argument("--corpus", metavar="DIR", nargs="+", action="extend", type=Path, help="corpora to read")
        parser.add_argument("--rivals", action="store_true", help="add every published package that is installed")
        parser.add_argument("--metric", choices=[*METRICS, "all"], default="all", help="default: all")
        parser.add_argument("--limit", metavar="N", type=int, help="the first N pages of each corpus")
        parser.add_argument("--only-type", metavar="TYPE", help="pages of this type alone, such as article")
        parser.add_argument("--split", metavar="NAME", help="pages of this part of a corpus alone, such as val")
        parser.add_argument("--format", choices=list(FORMATS), default="table", help="default: table")

    def run(self, args: list[str], opts: Namespace) -> None:
        """Prints the tables; exit code 1 and one line on standard error where nothing can be measured."""
        configure_logging(self.settings)
        _check(args, opts)
        try:
            print(FORMATS[opts.format](list(_reports(args, opts))))
        except BoilerspiderError as error:
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


def _reports(args: Sequence[str], opts: Namespace) -> Iterator[Report]:
    contenders = _contenders(args, rivals=opts.rivals)
    selection = Selection(opts.limit, opts.split, opts.only_type)
    # Every corpus is opened before the first is measured, so that a wrong folder is told at once.
    corpora = [Corpus(folder, selection) for folder in opts.corpus]
    metrics = tuple(METRICS) if opts.metric == "all" else (opts.metric,)
    for corpus in corpora:
        summaries = measure(contenders, counted(corpus, corpus.name, len(corpus), sys.stderr), metrics)
        report = Report.of(corpus, summaries)
        _tell_losses(corpus, report)
        yield report


def _contenders(names: Sequence[str], *, rivals: bool) -> list[Contender]:
    wanted = [*(names or own_names()), *(installed_rivals() if rivals else ())]
    return [contender(name) for name in dict.fromkeys(wanted)]


def counted(pages: Iterable[Page], name: str, total: int, stream: TextIO) -> Iterator[Page]:
    """The same pages, with a line on the terminal that counts them; silent where the stream is no terminal."""
    if not stream.isatty():
        yield from pages
        return
    for number, page in enumerate(pages, start=1):
        stream.write(f"\r{name}: page {number} of {total}")
        stream.flush()
        yield page
    stream.write("\r\x1b[K")  # back to the start of the line, and clear it


def _tell_losses(corpus: Corpus, report: Report) -> None:
    if corpus.missing:
        lost = (
            f"{len(corpus.missing)} pages are named in gold.jsonl but not in pages.zip, the first: {corpus.missing[0]}"
        )
        print(f"{corpus.name}: {lost}", file=sys.stderr)
    for summary in report.summaries:
        if summary.failures:
            told = f"failed on {summary.failures} of {summary.pages} pages, the first: {summary.first_failure}"
            print(f"{corpus.name}: {summary.contender} {told}", file=sys.stderr)
