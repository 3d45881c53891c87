"""`hordemtg rules`: every rule in force and its provenance."""

from __future__ import annotations

import argparse
import json

from hordemtg.commands.common import Commands, library_with, with_texts


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("rules", help="print every rule in force, who says so, and where it stands")
    parser.set_defaults(command=rules)
    parser.add_argument("horde", metavar="HORDE", help="the name of a Horde, or a folder with its deck.yaml")
    parser.add_argument("--ruleset", metavar="NAME", default="", help="another ruleset than the Horde's own")
    parser.add_argument("--json", action="store_true", help="print the rules as JSON, for programs")


def rules(options: argparse.Namespace) -> int:
    """`hordemtg rules`."""
    from hordemtg.play.rules_sheet import sheet, told

    library = library_with(options.horde)

    def show() -> int:
        found = sheet(library, options.horde, options.ruleset)
        if options.json:
            print(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
        else:
            for line in told(found):
                print(line)
        return 0

    return with_texts(library, show)
