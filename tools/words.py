"""The words of the script language, by what they stand for.

python tools/words.py            every word, as a page
python tools/words.py WORD ...   what these words are in the grammar, or the nearest that is
python tools/words.py --unused   words that no built-in script and no sample of the tests uses
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from hordemtg.script import parser
from hordemtg.script.diagnostics import nearest
from hordemtg.script.resources import folder

ROOT = Path(__file__).resolve().parent.parent
SUFFIXES = (".card", ".token", ".horde", ".scenario")


def page() -> Iterable[str]:
    """Each class of words with its words, then the words that stand in rules by themselves."""
    by_terminal = parser.vocabulary().words_of
    classes = {name: found for name, found in by_terminal.items() if len(found) > 1}
    for name, found in sorted(classes.items()):
        yield f"{name.lower().replace('_', ' ')}: {', '.join(found)}"
    alone = sorted(found[0] for found in by_terminal.values() if len(found) == 1)
    yield f"alone: {', '.join(alone)}"


def explained(words: Iterable[str]) -> Iterable[str]:
    """What each word is."""
    vocabulary = parser.vocabulary()
    for word in words:
        base = vocabulary.base(word)
        inside = [
            " ".join(phrase).replace(" ,", ",") for phrase in vocabulary.phrases if base in phrase or word in phrase
        ]
        if inside:
            yield f"{word}: {', '.join(sorted(inside))}"
        else:
            yield f"{word}: unknown; nearest: {nearest(word, vocabulary.all_words) or 'none'}"


def unused() -> Iterable[str]:
    """The phrases that no script uses."""
    texts = [
        file
        for place in (folder("cardscripts"), ROOT / "tests")
        for file in place.rglob("*")
        if file.suffix in SUFFIXES
    ]
    used = {token for file in texts for token in parser.words_of_text(file.read_text(encoding="utf-8"))}
    return sorted(
        " ".join(phrase) for phrase in parser.vocabulary().phrases if " ".join(phrase).replace(" ,", ",") not in used
    )


def main(arguments: list[str]) -> int:
    options = argparse.ArgumentParser(description="the words of the script language")
    options.add_argument("words", nargs="*")
    options.add_argument("--unused", action="store_true")
    chosen = options.parse_args(arguments)
    lines = unused() if chosen.unused else explained(chosen.words) if chosen.words else page()
    for line in lines:
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
