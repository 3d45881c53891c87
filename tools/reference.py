"""The reference of every word of the language, `cardscripts/REFERENCE.md`, made from the grammar and its tables.

python tools/reference.py            write it
python tools/reference.py --check    exit code 1 when it is not current

An example is the shortest line that has the word: of the guide, else of the tests' invented cards, else of the
rulesets and scenarios.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from hordemtg.cards.keywords import KEYWORDS
from hordemtg.rules import cr
from hordemtg.script import layout, parser
from hordemtg.script.meanings import FILE, Meaning, meanings
from hordemtg.script.resources import folder

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "cardscripts" / "REFERENCE.md"
GUIDE = ROOT / "cardscripts" / "README.md"
BLOCK = re.compile(r"^```(?:script|scenario)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"# ---- (.+)")
LONGEST_EXAMPLE = 240

CLASSES = {
    "NOUN": "noun", "ADJECTIVE": "adjective", "PERSON": "noun", "ROLE": "noun", "ZONE": "zone", "MEASURE": "measure",
    "KEYWORD": "keyword", "VERB": "verb", "NUMBER_VERB": "verb with a number", "RELATION": "relation",
    "RELATED": "relation", "HISTORY": "what happened", "HAPPENED": "what happened", "DURATION": "duration",
    "LATER": "moment", "RESTRICTION": "restriction", "PLAYER_RULE": "rule for players", "STEP": "step", "UNDER": "way",
    "PROVENANCE": "provenance", "KIND": "what is counted", "TALLY": "what is counted", "TALLY_END": "until when",
    "ACTIVATE": "instruction", "CHOOSE": "modes", "VERBED": "event", "DAMAGE": "damage", "DIFFICULTY": "difficulty",
    "FROM_STAGE": "stage", "STAGE_IS": "stage", "WINDOW": "when it is asked", "SPARING": "condition",
    "SITUATION": "choice", "PREFERENCE": "preference", "TIME": "step", "SPENDING": "cost paid", "TO_CHOOSE": "choice",
    "STATUS": "status", "FACE": "side of the coin", "ATTACKED": "whom it attacks",
}  # fmt: skip
OWN_CLASS = "word of its own"

HEAD = """# The words of the card language

Every word and phrase that the language knows, made by `tools/reference.py` from the grammar and its tables; the guide
is `README.md`. Verbs and nouns stand here in one form: in a script they are inflected as in English (creatures, dies,
has). A rule is one of the Comprehensive Rules of {edition}, or, with an H, of the Horde's rules.
"""


def sections() -> Iterator[tuple[str, list[str]]]:
    """The headings of the table of meanings, each with its words; the keyword abilities last."""
    heading, words = "", list[str]()
    for row in (folder("grammar") / FILE).read_text(encoding="utf-8").splitlines():
        found = HEADING.match(row)
        if found is not None:
            if words:
                yield heading, words
            heading, words = found[1], []
        elif row.strip() and not row.startswith("#"):
            words.append(row.split(" |")[0])
    yield heading, words
    yield "keyword abilities", [name for name in KEYWORDS if name != "enchant"]


def missing() -> list[str]:
    """The words of the grammar of which nobody has said what they mean."""
    known = meanings()
    return sorted(word for words in parser.vocabulary().words_of.values() for word in words if word not in known)


def examples() -> dict[str, str]:
    """For each word the shortest line that has it, those of the guide first."""
    found: dict[str, str] = {}
    samples = [ROOT / "tests" / "script" / "samples" / name for name in ("others.card", "words.card")]
    invented = [*sorted((ROOT / "tests" / "scenarios").rglob("*")), *samples]
    own = [file for suffix in ("horde", "scenario") for file in sorted((ROOT / "cardscripts").rglob(f"*.{suffix}"))]
    groups = [
        BLOCK.findall(GUIDE.read_text(encoding="utf-8")),
        [file.read_text(encoding="utf-8") for file in invented if file.suffix in (".card", ".scenario")],
        [file.read_text(encoding="utf-8") for file in own],
    ]
    for texts in groups:
        here: dict[str, str] = {}
        for text in texts:
            for word, line in _lines(text):
                if word not in here or len(line) < len(here[word]):
                    here[word] = line
        found = {**here, **found}
    return found


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Each word of a script with the line that it stands in."""
    reading = parser.Reading("")
    builder = parser.Builder(reading, layout.logical_lines(reading.lines(text)))
    rows = text.split("\n")
    for index, (_, line) in enumerate(builder.lines):
        last = line.tokens[-1]
        parts = [rows[n - 1].strip() for n in range(line.number, last.line)]
        said = " ".join([*parts, rows[last.line - 1][: last.end - 1].strip()])
        if len(said) <= LONGEST_EXAMPLE:
            for token in builder.tokens(index, line) or ():
                yield token.word, said


def page() -> str:
    """The whole reference."""
    rows = [HEAD.format(edition=cr.EDITION_IN_WORDS)]
    shown, known = examples(), meanings()
    terminals = {word: terminal for terminal, words in parser.vocabulary().words_of.items() for word in words}
    for heading, words in sections():
        rows.append(f"## {heading[0].upper()}{heading[1:]}\n")
        rows.append("| word | is | rule | means | example |\n|---|---|---|---|---|")
        rows.extend(_row(known[word], terminals.get(word, ""), shown) for word in words)
        rows.append("")
    return "\n".join(rows)


def _row(meaning: Meaning, terminal: str, shown: dict[str, str]) -> str:
    example = meaning.example if meaning.example and meaning.word not in shown else shown.get(meaning.word, "")
    shown_as = f"`{example}`" if example else ""
    cells = (f"`{meaning.word}`", CLASSES.get(terminal, OWN_CLASS), meaning.rule, meaning.text, shown_as)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def main(arguments: list[str]) -> int:
    options = argparse.ArgumentParser(description="the reference of every word of the language")
    options.add_argument("--check", action="store_true")
    chosen = options.parse_args(arguments)
    without = missing()
    if without:
        print(f"grammar/{FILE} does not say what these mean: {', '.join(without)}", file=sys.stderr)
        return 1
    text = page()
    if chosen.check:
        current = TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text
        if not current:
            print("cardscripts/REFERENCE.md is not current: python tools/reference.py", file=sys.stderr)
        return 0 if current else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
