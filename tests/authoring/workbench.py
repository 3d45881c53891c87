"""Hordes invented for the tests of the workbench, in folders of their own."""

from __future__ import annotations

from pathlib import Path

from hordemtg.authoring.linted import Linted, linted
from hordemtg.authoring.lints import lint
from hordemtg.compiler.library import Library
from hordemtg.script.diagnostics import Diagnostic
from hordemtg.script.resources import folder

BUILT_IN = [folder("cardscripts") / part for part in ("rulesets", "tokens", "lands")]


def horde(
    at: Path, scripts: str, cards: str = "Grunt: 2, Zombie: 2", more: str = "", ruleset: str = "Limited Horde 2.1"
) -> Path:
    """A Horde's folder with these scripts, the card Grunt beside them, and a list such as `Grunt: 2, Zombie: 2`."""
    at.mkdir(parents=True, exist_ok=True)
    rows = "".join(f"    {row.strip()}\n" for row in cards.split(","))
    text = f"name: {at.name}\nruleset: {ruleset}\n{more}lists:\n  default:\n{rows}"
    (at / "deck.yaml").write_text(text, encoding="utf-8")
    (at / "grunt.card").write_text('card "Grunt"\n  cost {1}{B}\n  type creature Orc\n  stats 2/2\n', encoding="utf-8")
    (at / "own.horde").write_text(scripts, encoding="utf-8")
    return at


def read(*folders: Path) -> Library:
    """The rulesets, tokens and lands, and these folders. Nothing may be wrong with them."""
    library = Library.load([*BUILT_IN, *folders], scenarios=())
    assert [str(d) for d in library.errors] == []
    return library


def look(at: Path, survivors: Path | None = None) -> Linted:
    """The Horde in the folder as lints see it."""
    library = read(at, *([survivors] if survivors is not None else []))
    return linted(library, str(at), survivors.name if survivors is not None else "")


def warnings(at: Path, survivors: Path | None = None) -> list[Diagnostic]:
    """All that is doubtful in the Horde."""
    return lint(look(at, survivors))


def names(found: list[Diagnostic]) -> list[str]:
    """The lints that found something, each as often as it did."""
    return [d.message.rpartition("(")[2].rstrip(")") for d in found]
