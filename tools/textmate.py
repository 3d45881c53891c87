"""The TextMate grammar that editors colour scripts by, made from the words of the language.

python tools/textmate.py            write tools/vscode/syntaxes/hordemtg.tmLanguage.json
python tools/textmate.py --check    exit code 1 when it is not current
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hordemtg.compiler.library import KINDS
from hordemtg.script import parser

TARGET = Path(__file__).resolve().parent / "vscode" / "syntaxes" / "hordemtg.tmLanguage.json"

# how editors' themes name the classes of words
SCOPES = {
    "support.function.keyword-ability": ("KEYWORD",),
    "keyword.other.verb": ("VERB", "NUMBER_VERB", "VERBED"),
    "support.type": ("NOUN", "PERSON", "ROLE", "ZONE"),
    "constant.language": ("ADJECTIVE", "STATUS", "PROVENANCE", "DIFFICULTY", "STAGE_IS", "FACE"),
    "keyword.control.condition": (
        "RESTRICTION", "PLAYER_RULE", "DURATION", "LATER", "ACTIVATE", "CHOOSE", "WINDOW", "SITUATION", "PREFERENCE",
        "FROM_STAGE", "HISTORY", "HAPPENED",
    ),
}  # fmt: skip
OTHER = "variable.other.word"  # a word like any other; one that the language does not know has no colour
CONTROL = (
    "when", "whenever", "at the beginning of", "if", "otherwise", "unless", "as long as", "instead", "may", "would",
)  # fmt: skip
LINES = (
    "cost", "type", "stats", "color", "colors", "rule", "source", "provenance", "reason", "add", "replace", "remove",
    "choosing", "expect", "resolve", "cites", "variant of", "language",
)  # fmt: skip


def any_of(phrases: Iterable[str]) -> str:
    """One pattern for these words and phrases in all their forms, the longest first."""
    forms = sorted({form for phrase in phrases for form in _forms(phrase)}, key=lambda form: (-len(form), form))
    return r"(?<![\w'’-])(?:" + "|".join(map(_pattern, forms)) + r")(?![\w’-])"


def _pattern(phrase: str) -> str:
    return re.escape(phrase).replace(r"\ ", " +").replace("'", "['’]")


def _forms(phrase: str) -> list[str]:
    """The phrase, and with its first word in the other form that it may have."""
    head, _, rest = phrase.partition(" ")
    tail = f" {rest}" if rest else ""
    vocabulary = parser.vocabulary()
    ends = (f"{head}s", f"{head}es", f"{head[:-1]}ies", "has" if head == "have" else head)
    return [phrase, *(f"{form}{tail}" for form in ends if form != head and vocabulary.base(form) == head)]


def grammar() -> dict[str, Any]:
    """The whole grammar."""
    words = parser.vocabulary().words_of
    patterns: list[dict[str, Any]] = [
        {"name": "comment.line.number-sign", "match": "#.*$"},
        {"include": "#declaration"},
        {"include": "#ability"},
        {"name": "string.quoted.double", "match": r'"[^"\n]*"'},
        {"include": "#words"},
    ]
    inside: list[dict[str, Any]] = [
        {"name": "constant.other.authority", "match": r"\[[^\]\n]*\]"},
        {"name": "constant.character.mana", "match": r"(?:\{[^{}\n]{1,8}\})+"},
        {
            "match": r"^(\s*(?:[-•] +)?(?:(?:add|replace [^:\n]+): *)?)([A-Z][\w'’ -]*?)(?= +[=—])",
            "captures": {"1": {"patterns": [{"include": "#words"}]}, "2": {"name": "entity.name.label"}},
        },
        {"name": "keyword.control", "match": any_of(CONTROL)},
        {"match": rf"^\s*({any_of(LINES)})", "captures": {"1": {"name": "keyword.other.line"}}},
    ]
    inside += [
        {"name": scope, "match": any_of(word for terminal in terminals for word in words.get(terminal, ()))}
        for scope, terminals in SCOPES.items()
    ]
    inside += [
        {"name": "constant.numeric", "match": r"[+-]?(?:\d+|[X*])/[+-]?(?:\d+|[X*])|\b(?:H?\d+(?:\.\d+[a-z]?)?|X)\b"},
        {"name": "entity.name.type", "match": r"\b(?:non-)?[A-Z][\w'’-]*"},
        {"name": OTHER, "match": any_of(word for word in parser.vocabulary().all_words if word[0].isalpha())},
    ]
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "hordemtg",
        "scopeName": "source.hordemtg",
        "fileTypes": ["card", "token", "horde", "scenario"],
        "patterns": patterns,
        "repository": {
            "declaration": {
                "match": rf'^(\s*)({"|".join(sorted(KINDS))})\b(?: +("[^"\n]*"|[A-Z][\w\'’ -]*))?',
                "captures": {"2": {"name": "storage.type"}, "3": {"name": "entity.name.class"}},
            },
            "ability": {
                "name": "meta.ability",
                "begin": r'"(?=[a-z{][^"\n]*")',
                "end": r'"|$',
                "patterns": [{"include": "#words"}],
            },
            "words": {"patterns": inside},
        },
    }


def page() -> str:
    return json.dumps(grammar(), indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    options = argparse.ArgumentParser(description="the TextMate grammar of the language")
    options.add_argument("--check", action="store_true")
    text = page()
    if options.parse_args(arguments).check:
        current = TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text
        if not current:
            print(f"{TARGET.name} is not current: python tools/textmate.py", file=sys.stderr)
        return 0 if current else 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
