"""What stands at a place of a file: a name of something that scripts declare, a label, an alias, a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hordemtg.compiler import declarations
from hordemtg.compiler.library import MANIFEST
from hordemtg.editors import manifests
from hordemtg.editors.analysis import Analysis
from hordemtg.script import layout, parser
from hordemtg.script.tokens import Line, Token
from hordemtg.script.tree import Leaf, Node

CARDS = ("card", "token")
ANYTHING = ("card", "token", "errata", "directive", "emblem", "ruleset", "keyword", "horde", "scenario")
LONGEST_NAME = 6


@dataclass(frozen=True, slots=True)
class Thing:
    """What stands there: a kind of declaration, `label`, `alias` or `word`; its name; where; a label's card."""

    kind: str
    name: str
    line: int
    column: int
    length: int
    card: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a file, counted from 1."""

    file: str
    line: int
    column: int
    length: int


def thing_at(analysis: Analysis, line: int, column: int) -> Thing | None:
    """What stands at that place, if it is something known."""
    if analysis.is_list:
        entry = manifests.entry_at(analysis.text, line, column, deck=analysis.is_deck)
        return _named(analysis, entry.kinds, entry.name, line, entry.column, len(entry.name)) if entry else None
    if not analysis.is_script:
        return None
    logical = _logical_line(analysis.text, line)
    if logical is None:
        return None
    return next(_candidates(analysis, logical, line, column), None)


def _logical_line(text: str, line: int) -> Line | None:
    lines = layout.logical_lines(parser.Reading("").lines(text))
    return next((each for each in lines if each.number <= line <= each.tokens[-1].line), None)


def _candidates(analysis: Analysis, logical: Line, line: int, column: int) -> Iterator[Thing]:
    """What may be meant, the likeliest first."""
    tokens = logical.tokens
    index = next((i for i, t in enumerate(tokens) if t.line == line and t.column <= column <= t.end), None)
    if index is None:
        return
    if tokens[index].type not in ("STRING", "NAME", "WORD") and index and tokens[index - 1].end == column:
        index -= 1
    token = tokens[index]
    if token.type == "STRING":
        name = token.text.strip('"')
        found = _named(analysis, _kinds(tokens, index), name, line, token.column + 1, len(name))
        if found is not None:
            yield found
        yield from _inside(analysis, token, column)
    elif token.type == "NAME":
        yield from _of_names(analysis, tokens, index)
    if token.type in ("WORD", "NAME", "STRING"):
        yield from _labels(analysis, tokens, index)
    yield from _words(analysis, tokens, token)


def _kinds(tokens: Sequence[Token], index: int) -> tuple[str, ...]:
    """What a name in quotes may be the name of, by the words before it."""
    before = [token.text for token in tokens[:index] if token.type == "WORD"]
    first, last = tokens[0].text, before[-1] if before else ""
    if index == 1 and first in ANYTHING:
        return (first,)
    if last == "errata" or (first == "errata" and last != "of"):
        return ("errata",)
    if first in ("directive", "directives"):
        return ("directive",)
    if last == "emblem" or before[-3:] == ["in", "place", "of"]:
        return ("emblem",)
    if before[-2:] == ["variant", "of"]:
        return ("ruleset", "emblem")
    return (*CARDS, *ANYTHING)


def _named(analysis: Analysis, kinds: Sequence[str], name: str, line: int, column: int, length: int) -> Thing | None:
    for kind in kinds:
        known = analysis.own.manifests if kind == "horde" else analysis.own.declared(kind)
        if name in known or (analysis.declared_beside(kind, name)):
            return Thing(kind, name, line, column, length)
    return None


def _of_names(analysis: Analysis, tokens: Sequence[Token], index: int) -> Iterator[Thing]:
    """The longest run of capitalised words around here that is a name; plurals too."""
    runs = [
        (start, stop)
        for start in range(max(0, index - LONGEST_NAME), index + 1)
        for stop in range(index + 1, min(len(tokens), index + LONGEST_NAME) + 1)
        if all(token.type == "NAME" and token.line == tokens[index].line for token in tokens[start:stop])
    ]
    for start, stop in sorted(runs, key=lambda run: run[0] - run[1]):
        text = " ".join(token.text for token in tokens[start:stop])
        first, last = tokens[start], tokens[stop - 1]
        for name in dict.fromkeys((text, text.removesuffix("'s"), text.removesuffix("s"), text.removesuffix("es"))):
            found = _named(
                analysis, ("token", "keyword", "card"), name, first.line, first.column, last.end - first.column
            )
            if found is not None:
                yield found
                return


def _inside(analysis: Analysis, token: Token, column: int) -> Iterator[Thing]:
    """What stands at a place inside an ability in quotes."""
    inside = " " * token.column + token.text[1:-1]
    for line in parser.Reading("").lines(inside):
        own = tuple(Token(t.type, t.text, token.line, t.column, t.word) for t in line.tokens)
        for part in own:
            if part.column <= column <= part.end and part.type in ("WORD", "NAME"):
                yield from _words(analysis, own, part)


def _labels(analysis: Analysis, tokens: Sequence[Token], index: int) -> Iterator[Thing]:
    """A label of a card: of the card that an erratum is of, or of the one named behind `of`."""
    words = [token.text for token in tokens]
    card = ""
    if words[0] in ("replace", "remove") or "costs" in words:
        card = _errata_card(analysis, tokens[0].line)
    elif "of" in words[index:]:
        behind = words.index("of", index) + 1
        card = tokens[behind].text.strip('"') if behind < len(tokens) else ""
    source = next((found for kind in CARDS if (found := analysis.declaration(kind, card))), None)
    if source is None:
        return
    token = tokens[index]
    for leaf in labels_of(source.node):
        names = leaf.word.split()
        if token.text.strip('"') in (leaf.word, *names):
            yield Thing("label", leaf.word, token.line, token.column, len(token.text), card)


def labels_of(node: Node) -> list[Leaf]:
    """The labels of a declaration's clauses."""
    found = (each.leaf("LABEL", "FLAVOR") for each in node.walk() if each.kind in ("clause", "mode"))
    return [leaf for leaf in found if leaf is not None]


def _errata_card(analysis: Analysis, line: int) -> str:
    """The card of the erratum in which that line is."""
    for node in analysis.declarations:
        for each in node.walk():
            if each.kind == "errata" and each.line <= line <= each.end_line:
                return each.leaves[1].text.strip('"')
    return ""


def _words(analysis: Analysis, tokens: Sequence[Token], token: Token) -> Iterator[Thing]:
    """The alias, or the word or phrase of the language, that this token is or belongs to."""
    if token.type not in ("WORD", "NAME"):
        return
    if token.type == "WORD" and _alias(analysis, token) is not None:
        yield Thing("alias", token.text.removesuffix("'s"), token.line, token.column, len(token.text))
    tagged = parser.Reading("").prepare(tuple(tokens), settled=False)
    for each in tagged:
        if each.line == token.line and each.column <= token.column < each.end and each.type != "WORD":
            yield Thing("word", each.word, each.line, each.column, len(each.text))


def _alias(analysis: Analysis, token: Token) -> Leaf | None:
    """Where the alias is given that this word is, in the scenario in which it stands."""
    name = token.text.removesuffix("'s")
    for node in analysis.declarations:
        if node.kind == "scenario" and node.line <= token.line <= node.end_line:
            for each in node.walk():
                leaf = each.leaf("ALIAS") if each.kind in ("put_as", "call_alias") else None
                if leaf is not None and leaf.text == name:
                    return leaf
    return None


def spot_of(analysis: Analysis, thing: Thing) -> Spot | None:
    """Where a thing is declared."""
    if thing.kind == "horde":
        return Spot(f"{analysis.own.manifests[thing.name].folder}/{MANIFEST}", 1, 1, 1)
    if thing.kind == "alias":
        leaf = _alias(analysis, Token("WORD", thing.name, thing.line, thing.column))
        return Spot(analysis.file, leaf.line, leaf.column, leaf.length) if leaf is not None else None
    if thing.kind == "label":
        source = analysis.declaration("card", thing.card) or analysis.declaration("token", thing.card)
        found = next((leaf for leaf in labels_of(source.node) if leaf.word == thing.name), None) if source else None
        return Spot(source.file, found.line, found.column, len(thing.name)) if source and found else None
    beside = analysis.declared_beside(thing.kind, thing.name)
    if beside is not None:
        at = declarations.name_leaf(beside)
        return Spot(analysis.file, at.line, at.column, at.length)
    source = analysis.declaration(thing.kind, thing.name) if thing.kind in ANYTHING else None
    if source is None:
        return None
    at = declarations.name_leaf(source.node)
    return Spot(source.file, at.line, at.column, at.length)
