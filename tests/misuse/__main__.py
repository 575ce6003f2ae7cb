"""Does cases of misuse and prints what came of each, as a line of JSON: what it raised, or what it returned.

A crash ends the process after the line that says what was begun.
"""
import json
import sys

from hashi_fast.formats import registry
from misuse import CASES


def main() -> None:
    registry.names()  # load what is loaded later, so that cases show their own time
    for name in sys.argv[1:] or CASES:
        print(json.dumps([name]), flush=True)
        try:
            outcome = repr(CASES[name]())
        except Exception as error:
            outcome = f"{type(error).__name__}: {error}"
        print(json.dumps([name, outcome]), flush=True)


if __name__ == "__main__":
    main()
