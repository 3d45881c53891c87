"""The README tells the truth: its commands are those that `.ci/run` runs, its script compiles, its options exist."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from hordemtg import cli
from hordemtg.compiler.library import Library
from hordemtg.rules import cr

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks() -> list[str]:
    """The indented blocks, without their indentation."""
    found: list[str] = []
    for part in re.split(r"\n(?! {4}|\n)", README):
        lines = [line[4:] for line in part.splitlines() if line.startswith("    ")]
        if lines:
            found.append("\n".join(lines))
    return found


def test_its_two_commands_are_those_that_ci_runs() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    commands = re.findall(r'^(?:MAIN|TESTS)="(.*)"$', ci, re.MULTILINE)
    assert len(commands) == 2
    assert [block for block in blocks() if block.startswith("python3 -m venv")] == commands


def test_ci_can_be_run() -> None:
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def test_its_card_is_the_script() -> None:
    example = next(block for block in blocks() if block.startswith("card "))
    folder = ROOT / "cardscripts"
    assert example.strip() in {file.read_text(encoding="utf-8").strip() for file in folder.rglob("*.card")}
    library = Library.load([], texts={"example": example + "\n\ntoken Zombie\n  type creature Zombie\n  stats 2/2\n"})
    assert library.diagnostics == []


def commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parser of each command, of `oracle show` too, by what is typed for it."""
    found: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, sub in action.choices.items():
                inner = commands_of(sub)
                found |= {f"{name} {word}": each for word, each in inner.items()} or {name: sub}
    return found


def test_its_options_are_those_of_the_commands() -> None:
    usage = next(block for block in blocks() if block.startswith("hordemtg run"))
    told: dict[str, set[str]] = {}
    for line in re.sub(r"\n +", " ", usage).splitlines():
        words = re.sub(r"[\[\]]", " ", line).split()
        name = " ".join(words[1:3]) if words[1] == "oracle" else words[1]
        told[name] = {word for word in words if word.startswith("--")}
    real = {
        name: {s for a in sub._actions for s in a.option_strings if s.startswith("--")} - {"--help"}
        for name, sub in commands_of(cli.build_parser()).items()
    }
    assert told == real


def test_its_edition_is_the_engines() -> None:
    assert cr.EDITION_IN_WORDS in README
