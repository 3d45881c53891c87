"""`python -m hordemtg` is the command `hordemtg`."""

from __future__ import annotations

import sys

from hordemtg.cli import main

if __name__ == "__main__":
    sys.exit(main())
