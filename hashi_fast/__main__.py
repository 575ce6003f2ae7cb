"""`python -m hashi_fast` is the command line; without arguments it runs the demo."""
import sys

from hashi_fast.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["demo"]))
