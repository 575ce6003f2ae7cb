"""`hashi-fast book`: makes a PDF of puzzles by level, with their answers."""
from __future__ import annotations

import argparse

from hashi_fast.cli import Failure, options
from hashi_fast.cli.console import Console
from hashi_fast.cli.output import check_folder
from hashi_fast.publishing.book import Book, make_book
from hashi_fast.publishing.book.canvas import MOST_LETTERS
from hashi_fast.publishing.book.contents import NotUnique
from hashi_fast.publishing.book.paper import PAPERS


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    options.add_output_options(
        parser, 'write one line of JSON: {"pages", "puzzles", "chapters", "outsized": their numbers}', product="book"
    )
    most = f"up to {MOST_LETTERS} characters"
    parser.add_argument("--title", default="Hashi", metavar="TEXT", help=f"the title, {most} (Hashi)")
    parser.add_argument("--subtitle", default="", metavar="TEXT", help=f"the line below the title, {most}")
    parser.add_argument("--author", default="", metavar="TEXT", help=f"the author, {most}")
    parser.add_argument(
        "--font", metavar="FILE", help="a TrueType font (.ttf) for title, subtitle and author in non-Western letters"
    )
    parser.add_argument(
        "--paper", default="a4", metavar="SIZE", help=f"{', '.join(PAPERS)}, or millimetres: 152x229 (a4)"
    )
    parser.add_argument(
        "--per-page", type=_per_page, metavar="N", help="at most N puzzles per page (auto: as is comfortable)"
    )
    parser.add_argument("--answers", choices=("end", "none"), default="end", metavar="WHERE", help="end or none (end)")
    parser.add_argument(
        "--sort", choices=("level", "as-is"), default="level", metavar="HOW", help="level or as-is (level)"
    )
    parser.add_argument("--allow-ambiguous", action="store_true", help="accept puzzles with several solutions")
    parser.epilog = (
        "Each level is a chapter, sorted by score, then by number of islands. Puzzles without a rating are rated.\n"
        "Large boards get a page of their own, and boards that would be too small to read get a larger page. The same\n"
        'puzzles and options make the same file. Needs: pip install "hashi-fast[book]"'
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the book and return the exit code."""
    check_folder(arguments.product)
    with Console(arguments, at_end=True) as console:
        records = list(console.records())
        if not records:
            raise Failure("no puzzles, so no book")
        console.begin_work()
        try:
            book = make_book(
                records,
                arguments.product,
                title=arguments.title,
                subtitle=arguments.subtitle,
                author=arguments.author,
                font=arguments.font,
                paper=arguments.paper,
                per_page=arguments.per_page,
                answers=arguments.answers,
                sort=arguments.sort,
                allow_ambiguous=arguments.allow_ambiguous,
                on_progress=console.advance_work,
            )
        except NotUnique as error:
            raise Failure(f"{error.problem}; --allow-ambiguous accepts those with several") from None
        except (ImportError, ValueError) as error:
            raise Failure(str(error)) from None
        _summarise(console, arguments, book)
    return console.code


def _summarise(console: Console, arguments: argparse.Namespace, book: Book) -> None:
    if arguments.json:
        console.write_json(book._asdict())
        return
    chapters = ", ".join(f"{count:,} {title.lower()}" for title, count in book.chapters.items())
    console.write(f"{arguments.product}: {book.pages:,} pages; {chapters}")
    if book.outsized:
        numbers = ", ".join(map(str, book.outsized))
        console.note(f"too large to be read on {arguments.paper}, so printed on larger pages: {numbers}")


def _per_page(text: str) -> int | None:
    return None if text == "auto" else options.whole_number(1)(text)
