"""All checks that a change must pass: `python tools/check.py [arguments for pytest]`.

Style (ruff), types (mypy --strict), citations of rules, then the tests, so that pytest's summary comes last.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

CHECKS = (
    ("ruff", "check", "hordemtg", "tools", "tests"),
    ("mypy", "--strict", "hordemtg", "tools"),
)


def main(arguments: list[str]) -> int:
    """Run every check, also after one that fails; 0 when all pass."""
    failed = [module for module, *rest in CHECKS if _run([sys.executable, "-m", module, *rest])]
    if _run([sys.executable, "tools/citations.py"]):
        failed.append("citations")
    if _run([sys.executable, "-m", "pytest", *arguments]):
        failed.append("pytest")
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _run(command: list[str]) -> int:
    print(f"$ {' '.join(['python', *command[1:]])}", flush=True)
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
