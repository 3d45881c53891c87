"""What the words of the language mean, with the rule of each that is a term of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hordemtg.cards.keywords import KEYWORDS, Keyword
from hordemtg.script import parser
from hordemtg.script.resources import folder

FILE = "meanings.txt"


@dataclass(frozen=True, slots=True)
class Meaning:
    """A word or phrase: its rule (of the Comprehensive Rules, an H number, or none), what it means, an example."""

    word: str
    rule: str
    text: str
    example: str = ""


@lru_cache(maxsize=1)
def meanings() -> dict[str, Meaning]:
    """By word or phrase, in their form of the grammar, with the keyword abilities. Raises ValueError for a bad file."""
    found = {name: _of_keyword(keyword) for name, keyword in KEYWORDS.items()}
    path = folder("grammar") / FILE
    for number, row in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not row.strip() or row.startswith("#"):
            continue
        parts = [part.strip() for part in row.split(" |")]
        if not 3 <= len(parts) <= 4 or not parts[2] or (parts[0] in found and parts[0] != "enchant"):
            raise ValueError(f"{FILE}, line {number}: not a word of its own with a rule and a meaning")
        found[parts[0]] = Meaning(*parts)
    return found


def meaning_of(word: str) -> Meaning | None:
    """What this word or phrase means, whatever its inflection; None when the language does not know it."""
    known = meanings()
    return known.get(word) or known.get(parser.vocabulary().base(word))


def _of_keyword(keyword: Keyword) -> Meaning:
    takes = {"none": "", "number": ", with a number", "cost": ", with a cost", "filter": ", with what it is about"}
    played = "" if keyword.supported else "; the engine does not play it yet, and `check` says so"
    example = keyword.name
    if keyword.parameter in ("number", "cost"):
        example += " 2" if keyword.parameter == "number" else " {2}"
    elif keyword.parameter == "filter":
        example = f"{keyword.name} from red" if keyword.name == "protection" else keyword.name
    text = f"the keyword ability{takes[keyword.parameter]}{played}"
    return Meaning(keyword.name, keyword.rule, text, example)
