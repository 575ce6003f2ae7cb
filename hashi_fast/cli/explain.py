"""`hashi-fast explain`: the whole way to the solution, step by step."""
from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from hashi_fast.cli import options
from hashi_fast.cli.console import Console
from hashi_fast.cli.diagnose import VERDICTS, write_diagnosis
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.walkthrough import Walkthrough


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    rounds = '{"technique", "steps": [{"why", "islands", "conclusions": [[r1, c1, r2, c2, least, most], ...]}, ...]}'
    options.add_answer_options(parser, f'"status", "rounds": [{rounds}, ...], "reason"')
    options.add_drawing_options(parser)
    options.add_budget_options(parser)
    parser.epilog = (
        "A round has all steps of the easiest technique that helps at that moment. If there is no solution, or\n"
        "several, the text says why, as hashi-fast diagnose does. Rows and columns count from 1 in sentences and\n"
        "from 0 in JSON."
    )


def run(arguments: argparse.Namespace) -> int:
    """Explain all puzzles and return the exit code."""
    with Console(arguments) as console:
        for record in console.records():
            way = Walkthrough(record.puzzle, Budget(**options.budget_of(arguments)))
            verdict, colour = VERDICTS[way.status]
            console.note_answer(colour)
            if arguments.json:
                console.write_json({**console.label(record).fields(), **_fields(way)})
                continue
            console.write(f"{console.label(record)}: {console.coloured(verdict, colour)}\n")
            console.write(way.text(partial(console.drawing, record.puzzle)) + "\n")
            if way.diagnosis is not None:
                write_diagnosis(console, record.puzzle, way.diagnosis)
    return console.code


def _fields(way: Walkthrough) -> dict[str, Any]:
    rounds = [
        {
            "technique": technique,
            "steps": [
                {
                    "why": telling.why,
                    "islands": way.layout.cells(telling.islands),
                    "conclusions": [
                        (*way.layout.bridge(edge, least), most) for edge, least, most in step.conclusions
                    ],
                }
                for step, telling in steps
            ],
        }
        for technique, steps, _ in way.rounds
    ]
    reason = None if way.diagnosis is None else way.diagnosis.reason
    return {"status": way.status, "rounds": rounds, "reason": reason}
