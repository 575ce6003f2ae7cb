"""Questions in a process of their own, for work that takes no time limit: the process is ended when its time is up.

`python -m hashi_fast.web.errands` reads a question from standard input, as JSON, and writes the answer.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from hashi_fast.errors import BudgetExceeded
from hashi_fast.web.answers import QUESTIONS, Fields, Refused

_PACKAGE = Path(__file__).parents[2]


def ask(name: str, fields: Fields, seconds: float) -> Fields:
    """Return the answer to a question; raise what it raises, and BudgetExceeded after this many seconds.

    >>> ask("convert", {"text": "3x1:2a2", "to": "grid"}, 60)
    {'text': '2.2'}
    """
    # The package is found wherever this one was, also if that is no installed place.
    path = os.pathsep.join(filter(None, (str(_PACKAGE), os.environ.get("PYTHONPATH"))))
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "hashi_fast.web.errands"],
            input=json.dumps({"name": name, "fields": fields, "seconds": seconds}).encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
            timeout=seconds,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise BudgetExceeded("time_limit ran out", found=0) from None
    answer: Fields = json.loads(done.stdout)
    if "refused" in answer:
        raise Refused(answer["refused"])
    return answer


def main() -> None:
    """Answer the question on standard input."""
    question = json.load(sys.stdin)
    try:
        answer = QUESTIONS[question["name"]](question["fields"], question["seconds"])
    except ValueError as error:
        answer = {"refused": str(error)}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
