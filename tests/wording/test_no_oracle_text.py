"""Oracle text is Wizards' property: no sentence of it stands in the repository.

When the corpus of real cards is installed, every sentence of theirs of eight words or more is looked for in every
file, letter by letter as it is printed. Shorter sentences are phrases of the rules that every card shares; a script
says a thing in the language's own form, without capital letters and full stops.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hordemtg.oracle.corpus import corpus_file
from hordemtg.oracle.errors import OracleError

ROOT = Path(__file__).resolve().parents[2]
PLACES = ("hordemtg", "cardscripts", "grammar", "tools", "tests", "README.md", "pyproject.toml")
LEAST = 8
BOUNDARY = re.compile(r"(?<=[.!?])\s+|\n|(?<=\))\s*|\s*(?=\()|(?<=[\"”])\s+(?=[A-Z])")


def sentences(text: str) -> Iterator[tuple[str, ...]]:
    """The sentences of a card's text that are long enough to be somebody's, as words."""
    for row in text.split("\n"):
        whole = tuple(row.split())
        if len(whole) >= LEAST:
            yield whole
        for sentence in BOUNDARY.split(row):
            words = tuple(sentence.split())
            if len(words) >= LEAST and words != whole:
                yield words


def found_in(text: str, known: dict[int, set[int]]) -> list[str]:
    """The sentences of the corpus, as hashes of their beginnings and of all of them, that the text holds."""
    words = tuple(re.sub(r"^\s*#+ ?|\"\"\"|^\s*\| ", " ", text, flags=re.MULTILINE).split())
    found = []
    for start in range(len(words) - LEAST + 1):
        for length in sorted({key >> 64 for key in known.get(hash(words[start : start + LEAST]), ())}, reverse=True):
            candidate = words[start : start + length]
            if len(candidate) == length and key_of(candidate) in known[hash(words[start : start + LEAST])]:
                found.append(" ".join(candidate))
                break
    return found


def key_of(words: tuple[str, ...]) -> int:
    """The length and hash of a sentence in one number."""
    return len(words) << 64 | hash(words) & (2**64 - 1)


def index_of(texts: Iterator[str]) -> dict[int, set[int]]:
    known: dict[int, set[int]] = {}
    for text in texts:
        for words in sentences(text):
            known.setdefault(hash(words[:LEAST]), set()).add(key_of(words))
    return known


def test_a_sentence_of_the_corpus_would_be_found() -> None:
    card = "Flying\nWhenever a clay golem looks at the moon, it sings. (Nine long words stand here to remind us all.)"
    known = index_of(iter([card]))
    assert found_in("x = 1  # Whenever a clay golem looks at the moon,\n    # it sings. And more", known) != []
    assert found_in('"Nine long words stand here to remind us all."', known) == []
    assert found_in("(Nine long words stand here to remind us all.)", known) != []
    assert found_in("Whenever a clay golem looks at the sun, it sings.", known) == []
    assert found_in("whenever a clay golem looks at the moon: it sings", known) == []


def test_no_sentence_of_a_real_card_stands_in_the_repository() -> None:
    try:
        corpus = corpus_file()
    except OracleError as error:
        pytest.skip(str(error))
    rows = json.loads(corpus.read_text(encoding="utf-8"))
    known = index_of(row["text"] for row in rows if row.get("text"))
    assert len(known) > 10_000
    wrong = []
    for place in PLACES:
        files = [ROOT / place] if (ROOT / place).is_file() else sorted((ROOT / place).rglob("*"))
        for file in files:
            if not file.is_file() or "__pycache__" in file.parts:
                continue
            text = file.read_text(encoding="utf-8", errors="replace")
            wrong += [f"{file.relative_to(ROOT)}: {words}" for words in found_in(text, known)]
    assert wrong == []
