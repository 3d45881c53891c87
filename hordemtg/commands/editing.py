"""`hordemtg lsp`: the language server for editors."""

from __future__ import annotations

import argparse
import sys

from hordemtg.commands.common import FAILED, Commands


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("lsp", help="serve an editor: completion, errors while you type, hover, formatting")
    parser.set_defaults(command=lsp)
    parser.add_argument("--stdio", action="store_true", help="the only way it serves; accepted because editors say it")


def lsp(options: argparse.Namespace) -> int:
    """`hordemtg lsp`: 0 when the editor says that it is done, 1 when it only goes away."""
    try:
        from hordemtg.editors.server import serve
    except ImportError as error:
        if (error.name or "").split(".")[0] not in ("pygls", "lsprotocol"):
            raise
        print("error: the language server needs pygls: pip install 'hordemtg[editors]'", file=sys.stderr)
        return FAILED
    return 0 if serve() else FAILED
