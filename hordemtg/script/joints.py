"""Joints: whether "and", "or" or a comma joins sentences or nouns.

An LALR(1) parser sees one token ahead, and English decides a joint by what
stands on both sides of it. So this pass looks: between two verbs it is AND, OR,
COMMA; before a determiner ("a", "each", "target") AND_A, OR_A, COMMA_A; before a
bare noun AND_N, OR_N, COMMA_N. A comma before another joint says nothing and goes.
"""

from __future__ import annotations

from collections.abc import Sequence

from hordemtg.script.tokens import Token

JOINTS = {"and": "AND", "or": "OR", ",": "COMMA", "then": "THEN"}

# the words that make a sentence of what they stand in
VERBS = frozenset(
    "enter die leave attack block become deal gain lose put return remove pay get have add shuffle search attach "
    "counter exile amass cycle cost is isn't was wasn't do don't may would unless control".split()
)
VERB_TERMINALS = frozenset(
    "NEW_TARGETS FIRST_CAST DEFINES UNUSABLE BARRED KEYWORD_ACTION VERB NUMBER_VERB RESTRICTION PLAYER_RULE "
    "HISTORY HAPPENED VERBED ACTIVATE CHOOSE".split()
)
VERB_PHRASES = (
    "become a copy", "become copies", "enter as", "choose new", "choose a new", "copy", "its name",
    "choose from it", "choose one of them", "choose one of those cards", "it's your turn", "it's not your turn",
    "gain control", "lose all", "lose the", "win the", "have base", "can't", "can block", "prevent", "flip", "switch",
    "is ", "of your deck", "attack and", "become the", "you win", "you lose", "there is", "there isn't", "play ",
)  # fmt: skip
DROPPED_BEFORE = frozenset(
    {
        "and",
        "or",
        "except",
        "and/or",
        "then",
        "where X is",
        "with mana of",
        "spending",
        "while",
        "rounded up",
        "rounded down",
    }
)
DETERMINERS = frozenset(
    "a another target each all any the this that those it they them you your its their no X one itself other".split()
)
DETERMINER_PHRASES = (
    "the rest", "another target", "up to", "each of", "other target", "any number of", "any target", "the top",
    "that many", "up to one",
)  # fmt: skip
OPENERS = frozenset(
    {".", ":", "if", "when", "whenever", "otherwise", "as long as", "when you do", "and", "or", ",", "then", "="}
)


def settle(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with every joint told apart, and with commas before other joints gone."""
    kept = [
        token
        for token, after in zip(tokens, [*tokens[1:], None], strict=True)
        if not (token.word == "," and after is not None and after.word in DROPPED_BEFORE)
    ]
    result: list[Token] = []
    colons = [index for index, token in enumerate(kept) if token.word == ":"]
    for index, token in enumerate(kept):
        if token.word in JOINTS and token.type != "STRING":
            result.append(token.become(_kind(kept, index, colons), token.word))
        else:
            result.append(token)
    return _within_exceptions(result)


def _within_exceptions(tokens: list[Token]) -> list[Token]:
    """The tokens with the joints between what is different about a copy told apart: AND_X, COMMA_X (CR 707.9)."""
    if not any(token.word == "except" for token in tokens):
        return tokens
    inside, depth, opened = False, 0, 0
    for index, token in enumerate(tokens):
        if token.type == "_QUOTE":
            depth += 1
        elif token.type == "_UNQUOTE":
            depth -= 1
            inside = inside and depth >= opened
        elif token.word == "except" and token.type != "STRING":
            inside, opened = True, depth
        elif token.word == "." and depth <= opened:
            inside = False
        elif inside and depth == opened and token.type in ("AND", "COMMA", "IN_ADDITION"):
            tokens[index] = token.become(f"{token.type}_X", token.word)
    return tokens


def _kind(tokens: Sequence[Token], index: int, colons: Sequence[int]) -> str:
    base = JOINTS[tokens[index].word]
    if base == "THEN":
        return base
    in_cost = any(colon > index for colon in colons)
    if base == "AND" and _is_damage(tokens[index + 1 : index + 3]):
        return "AND_DAMAGE"
    sentence = _verb_after(tokens, index, in_cost)
    if sentence and base != "COMMA":
        sentence = _verb_before(tokens, index, in_cost)
    if sentence and base == "OR" and _may_before(tokens, index) and _is_verb(tokens, index + 1, in_cost):
        return "OR_MAY"
    if sentence:
        return base
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if following is not None and _is_determiner(following):
        return base + "_A"
    return base + "_N"


def _is_damage(tokens: Sequence[Token]) -> bool:
    """ "and 2 damage to you"."""
    return len(tokens) == 2 and tokens[1].type == "DAMAGE" and (tokens[0].type == "NUMBER" or tokens[0].word == "X")


def _verb_after(tokens: Sequence[Token], index: int, in_cost: bool) -> bool:
    for position in range(index + 1, len(tokens)):
        token = tokens[position]
        if token.word in (".", ":", ",", "and", "or", "then", "_QUOTE", "except", "unless"):
            return False
        if token.word == "if" and position == index + 1:
            return True
        if _is_verb(tokens, position, in_cost):
            return True
    return False


def _verb_before(tokens: Sequence[Token], index: int, in_cost: bool) -> bool:
    for position in range(index - 1, -1, -1):
        token = tokens[position]
        if token.word in (".", ":", "if", "when", "whenever", "otherwise", "then", "_QUOTE") or token.type == "COMMA":
            return False
        if _is_verb(tokens, position, in_cost):
            return True
    return False


def _may_before(tokens: Sequence[Token], index: int) -> bool:
    """Whether the joint is between two things that a player may do."""
    for token in reversed(tokens[:index]):
        if token.word in (".", ":", "_QUOTE"):
            return False
        if token.word == "may":
            return True
    return False


def _is_verb(tokens: Sequence[Token], position: int, in_cost: bool) -> bool:
    token = tokens[position]
    if token.type == "RELATED":
        return position == 0 or tokens[position - 1].word in OPENERS
    if token.type in ("MANA", "TAP", "UNTAP") or token.word in ("{T}", "{Q}"):
        return in_cost
    if token.type in ("STRING", "NAME", "LABEL", "FLAVOR", "RELATION"):
        return False
    if token.type == "HISTORY":
        return tokens[position - 1].word != "that"
    return token.word in VERBS or token.type in VERB_TERMINALS or token.word.startswith(VERB_PHRASES)


def _is_determiner(token: Token) -> bool:
    return token.word in DETERMINERS or token.type == "NUMBER" or token.word.startswith(DETERMINER_PHRASES)
