"""How long scripts are beside the rules text they stand for: at most a third more words is the aim.

    python tools/length.py               scripts against the counts in tests/script/oracle_words.json
    python tools/length.py --from FILE   take the counts anew from a JSON list of cards as Scryfall gives them

Only numbers are kept: how many words the rules text of each card has today, without reminder text.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
from collections.abc import Mapping
from pathlib import Path

from hordemtg.compiler.library import Library

ROOT = Path(__file__).resolve().parent.parent
COUNTS = ROOT / "tests" / "script" / "oracle_words.json"
LIMIT = 4 / 3
WORD = re.compile(r"[\w'’{}+/-]+")
REMINDER = re.compile(r"\([^()]*\)")
CHARACTERISTICS = ("cost ", "type ", "stats ", "colors ")


def words_in(text: str) -> int:
    return len(WORD.findall(text))


def printed_words(card: Mapping[str, object]) -> int:
    """The words of a card's rules text without reminder text; a basic land's are all reminder text."""
    return words_in(REMINDER.sub("", str(card.get("oracle_text") or "")))


def script_words(text: str) -> int:
    """The words of a script's clauses, without labels, comments and characteristics."""
    count = 0
    for line in text.splitlines()[1:]:
        row = line.split(" #")[0].strip()
        if not row or row.startswith(CHARACTERISTICS) or row.startswith("#"):
            continue
        count += words_in(re.sub(r'^(?:- )?(?:[A-Z][\w\' ]*|"[^"]*") = ', "", row))
    return count


def lengths() -> dict[str, tuple[int, int]]:
    """For each card with both: the words of its script, and of its printed text."""
    counts = json.loads(COUNTS.read_text(encoding="utf-8"))
    library = Library.standard()
    found = {}
    for name, definition in library.cards.items():
        text = library.texts[definition.place.file]
        if name in counts and text.count("\ncard ") == 0:
            found[name] = (script_words(text), counts[name])
    return found


def take(files: list[str]) -> None:
    """Keep the counts of the cards that have a script."""
    known = Library.standard().cards
    counts = json.loads(COUNTS.read_text(encoding="utf-8")) if COUNTS.exists() else {}
    for file in files:
        for card in json.loads(Path(file).read_text(encoding="utf-8")):
            if card["name"] in known and "Token" not in card["type_line"]:
                counts[card["name"]] = printed_words(card)
    COUNTS.write_text(json.dumps(dict(sorted(counts.items())), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    options = argparse.ArgumentParser(description="the length of scripts beside printed rules text")
    options.add_argument("--from", dest="files", action="append", default=[])
    chosen = options.parse_args(arguments)
    if chosen.files:
        take(chosen.files)
    rows = lengths()
    too_long = {name: row for name, row in rows.items() if row[0] > row[1] * LIMIT}
    for name, (script, printed) in sorted(rows.items(), key=lambda row: row[1][1] - row[1][0]):
        print(f"{script:4} {printed:4}  {name}")
    ratios = [script / printed for script, printed in rows.values() if printed]
    print(
        f"{len(rows)} cards; median {statistics.median(ratios):.2f} of the printed words; "
        f"{len(too_long)} above a third more"
    )
    return 1 if too_long else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
