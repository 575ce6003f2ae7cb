"""`hashi-fast book`: makes a PDF of puzzles by level, with their answers; the puzzles are read, or made first."""
from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterator
from contextlib import closing

from hashi_fast.board.workers import thread_count
from hashi_fast.cli import Failure, options
from hashi_fast.cli.console import OUT_OF_BUDGET, Console
from hashi_fast.cli.output import check_folder
from hashi_fast.errors import TargetNotReached
from hashi_fast.formats import Record
from hashi_fast.publishing.book import Book, make_book
from hashi_fast.publishing.book.contents import NotUnique
from hashi_fast.publishing.book.fonts import SUITABLE, LetterMissing
from hashi_fast.publishing.book.front import MOST_LETTERS
from hashi_fast.publishing.book.language import LANGUAGES
from hashi_fast.publishing.book.paper import PAPERS

_FILES = ("copyright", "dedication", "introduction")
# Options that are keywords of make_book.
_AS_THEY_ARE = (
    "title", "subtitle", "author", "language", "font", "bold_font", "paper", "margin", "gutter", "bleed", "right_hand",
    "tabs", "large_print", "per_page", "answers", "scores", "ids", "sort", "allow_ambiguous", "date",
)  # fmt: skip


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    _add_making_options(parser)
    fields = '"pages", "puzzles", "chapters", "outsized": their numbers, "seed" if puzzles are made'
    options.add_output_options(parser, f"write one line of JSON: {{{fields}}}", product="book")
    _add_word_options(parser)
    _add_paper_options(parser)
    _add_content_options(parser)
    parser.epilog = (
        "Each level is a chapter, sorted by score, then by number of islands. Puzzles without a rating are rated.\n"
        "Large boards get a page of their own, and boards that would be too small to read get a larger page. Lengths\n"
        "are given as 12mm, 0.5in or 36pt. A book with a gutter or a bleed is bound: all pages have the same size,\n"
        "and boards that need a landscape page are printed sideways. The same puzzles and options make the same\n"
        "file.\n\n"
        'Needs: pip install "hashi-fast[book]"'
    )


def _add_making_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("puzzles that are made first, instead of FILE")
    group.add_argument(
        "--make", metavar="'KIND; KIND ...'",
        help="make puzzles of these kinds, each with its size, level, count and other options, as in "
        "'7x7 easy 40; 10x10 hard 60 style=rich'",
    )  # fmt: skip
    options.add_seed_option(group)
    options.add_worker_option(group, "threads that make puzzles (one per processor)")


def _add_word_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("words")
    most = f"up to {MOST_LETTERS} characters"
    group.add_argument("--title", default="Hashi", metavar="TEXT", help=f"the title, {most} (Hashi)")
    group.add_argument("--subtitle", default="", metavar="TEXT", help=f"the line below the title, {most}")
    group.add_argument("--author", default="", metavar="TEXT", help=f"the author, {most}")
    group.add_argument("--copyright", metavar="FILE", help="a text file for the page behind the title")
    group.add_argument("--dedication", metavar="FILE", help="a text file of a few lines")
    group.add_argument(
        "--introduction", metavar="FILE",
        help="a text file with empty lines between paragraphs; lines that begin with '# ' are headings",
    )  # fmt: skip
    languages = ", ".join(LANGUAGES)
    language_help = f"the language of rules, levels and headings: {languages}, or a translation file .toml (en)"
    group.add_argument("--language", default="en", metavar="NAME", help=language_help)
    font_help = "a TrueType font (.ttf), needed for letters other than those of western Europe, as in Japanese"
    group.add_argument("--font", metavar="FILE", help=font_help)
    group.add_argument("--bold-font", metavar="FILE", help="the font of headings and numbers, if --font has a bold one")


def _add_paper_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("paper")
    papers = ", ".join(PAPERS)
    group.add_argument("--paper", default="a4", metavar="SIZE", help=f"{papers}, or a size: 152x229mm, 6x9in (a4)")
    group.add_argument("--margin", metavar="LENGTH", help="the free space at each side (7%% of the shorter side)")
    group.add_argument("--gutter", default="0", metavar="LENGTH", help="added to the margin at the binding (0)")
    bleed_help = "printed around the paper and cut off, as print shops ask for: 3mm, 0.125in (0)"
    group.add_argument("--bleed", default="0", metavar="LENGTH", help=bleed_help)
    group.add_argument("--right-hand", action="store_true", help="begin chapters on right-hand pages")
    group.add_argument("--tabs", action="store_true", help="mark chapters at the outer edge of pages")
    group.add_argument("--large-print", action="store_true", help="larger boards and letters")
    date_help = "the date of the file, as in 2026-11-30, or today; without it, every file has the same"
    group.add_argument("--date", type=_date, metavar="DATE", help=date_help)


def _add_content_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what is printed")
    group.add_argument(
        "--per-page", type=_per_page, metavar="N", help="at most N puzzles per page (auto: as is comfortable)"
    )
    group.add_argument(
        "--answers", choices=("end", "next", "none"), default="end", metavar="WHERE",
        help="end, next (on the page after the puzzles, overleaf) or none (end)",
    )  # fmt: skip
    group.add_argument("--no-scores", dest="scores", action="store_false", help="print no scores")
    group.add_argument("--ids", action="store_true", help="print the ids of puzzles")
    group.add_argument(
        "--sort", choices=("level", "as-is"), default="level", metavar="HOW", help="level or as-is (level)"
    )
    group.add_argument("--allow-ambiguous", action="store_true", help="accept puzzles with several solutions")


def run(arguments: argparse.Namespace) -> int:
    """Make the book and return the exit code."""
    check_folder(arguments.product)
    if arguments.make is None and (arguments.seed is not None or arguments.workers is not None):
        raise Failure(f"{'--workers' if arguments.seed is None else '--seed'} needs --make 'KIND; KIND ...'")
    if arguments.make is not None and arguments.files:
        raise Failure(f"--make makes the puzzles; expected no FILE, found {arguments.files[0]}")
    keywords = {name: getattr(arguments, name) for name in _AS_THEY_ARE}
    keywords |= {name: _text(getattr(arguments, name)) for name in _FILES}
    with Console(arguments, at_end=True) as console:
        # Puzzles are read or made when make_book has looked at everything else: better to fail before the work.
        records = console.records() if arguments.make is None else _made(arguments, console)
        try:
            book = make_book(
                _all(records, console), arguments.product, **keywords, on_progress=console.advance_work
            )
        except NotUnique as error:
            raise Failure(f"{error.problem}; --allow-ambiguous accepts those with several") from None
        except LetterMissing as error:
            raise Failure(f"{error.problem}; --{error.option.replace('_', '-')} FILE takes {SUITABLE}") from None
        except (ImportError, TypeError, ValueError) as error:
            raise Failure(str(error)) from None
        except TargetNotReached as error:
            console.warn(f"{error}; no book is written")
            return OUT_OF_BUDGET
        console.end_work()
        _summarise(console, arguments, book)
    return console.code


def _all(records: Iterator[Record], console: Console) -> Iterator[Record]:
    """Yield all records, and begin to show the work on them after the last one."""
    count = 0
    for record in records:
        count += 1
        yield record
    if not count:
        raise Failure("no puzzles, so no book")
    console.begin_work(count)


def _made(arguments: argparse.Namespace, console: Console) -> Iterator[Record]:
    """Make the puzzles of all kinds one after the other."""
    # Imported here: a book of puzzles that exist needs no generator.
    from hashi_fast.generation.legs import legs_of
    from hashi_fast.generation.production import portions
    from hashi_fast.generation.spec_text import parse_kinds

    try:
        legs = legs_of(parse_kinds(arguments.make), 0, climb=False)
    except ValueError as error:
        raise Failure(f"--make: {error}") from None
    seed = options.seed_of(arguments, console.note)
    threads = thread_count(arguments.workers)

    def look() -> int:
        console.wait()
        return threads

    console.expect(sum(leg.count for leg in legs), 0)
    done = 0
    with closing(portions(legs, seed=seed, workers=look)) as found:
        for block, chosen, _ in found:
            yield from (block.puzzle(k).record() for k in chosen.tolist())
            done += len(chosen)
            console.made(done, "")


def _summarise(console: Console, arguments: argparse.Namespace, book: Book) -> None:
    if arguments.json:
        made = {} if arguments.make is None else {"seed": arguments.seed}
        console.write_json({**book._asdict(), **made})
        return
    chapters = ", ".join(f"{count:,} {title.lower()}" for title, count in book.chapters.items())
    console.write(f"{arguments.product}: {book.pages:,} pages; {chapters}")
    if book.outsized:
        numbers = ", ".join(map(str, book.outsized))
        console.note(f"too large to be read on {arguments.paper}, so printed on larger pages: {numbers}")


def _text(path: str | None) -> str:
    """Return the text of a file, or nothing if there is none."""
    if path is None:
        return ""
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except UnicodeDecodeError as error:
        raise Failure(f"{path}: expected a text file in UTF-8: {error.reason} at byte {error.start}") from None


def _per_page(text: str) -> int | None:
    return None if text == "auto" else options.whole_number(1)(text)


def _date(text: str) -> datetime.date:
    if text == "today":
        return datetime.datetime.now().astimezone()
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected today or a date such as 2026-11-30, found {text!r}") from None
