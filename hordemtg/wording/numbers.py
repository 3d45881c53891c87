"""Numbers: counts of things are words, amounts are figures."""

from __future__ import annotations

from hordemtg.wording.pieces import Passage

WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()
# behind these a number is a figure: annihilator 2, scry 1, power 3
FIGURE_AFTER = frozenset({"KEYWORD", "NUMBER_VERB", "MEASURE"})
FIGURE_AFTER_WORDS = frozenset(
    {"plus", "power or toughness", "less than", "greater than", "less than or equal to", "greater than or equal to"}
)
# before these a number is a figure: 3 damage, 2 life
FIGURE_BEFORE = frozenset({"DAMAGE", "TALLY"})


def in_words(number: int) -> str:
    """A count as print has it: words up to twenty."""
    return WORDS[number] if number < len(WORDS) else str(number)


def write_numbers(passage: Passage) -> None:
    """Give every number its printed form."""
    figures = _figures(passage)
    for index, piece in enumerate(passage.pieces):
        if piece.token.type == "NUMBER":
            number = piece.token.word
            piece.text = number if index in figures or _is_amount(passage, index) else in_words(int(number))


def _is_amount(passage: Passage, index: int) -> bool:
    before, after = passage.pieces[index - 1].token if index else None, index + 1
    if passage.kind(after) in FIGURE_BEFORE or passage.word(after) in ("life", "plus"):
        return True
    if passage.word(after) in ("or less", "or greater", "or more") and passage.word(after + 1) == "life":
        return True
    return before is not None and (before.type in FIGURE_AFTER or before.word in FIGURE_AFTER_WORDS)


def _figures(passage: Passage) -> set[int]:
    """The numbers that are figures for what they are compared with or belong to: "its power is 3", "Kluge 2"."""
    found: set[int] = set()
    for node in passage.tree.walk():
        compared = node.kind == "amount_is" and node.node("measure_of", "life_total") is not None
        if compared or (node.kind in ("own_keyword", "granted", "amass") and node.leaf("NUMBER") is not None):
            begin, end = passage.begin(node), passage.end(node)
            found.update(i for i in range(begin, end) if passage.kind(i) == "NUMBER")
    return found
