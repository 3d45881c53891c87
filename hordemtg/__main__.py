"""The command `hordemtg`, also as `python -m hordemtg`: loads the program and runs it."""

from __future__ import annotations

import signal
import sys


def run() -> int:
    """Run the command and give its exit code. An interrupt while the program still loads ends it without a word."""
    interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if interruptible:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from hordemtg.cli import main  # takes a third of a second

    if interruptible:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return main()


if __name__ == "__main__":
    sys.exit(run())
