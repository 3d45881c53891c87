"""Sentences: capital letters, full stops, the comma of a trigger, the costs of an activated ability, quotes."""

from __future__ import annotations

from hordemtg.script.tree import Node
from hordemtg.wording.pieces import Passage, made

LISTS = frozenset({"keywords", "own_keyword", "enchant", "keyword_for"})  # lines without a full stop
COMMA_BEFORE = frozenset({"except", "where X is", "rounded up", "rounded down"})
IMPLIED = frozenset(
    {"enter_tapped", "enter_with", "enter_tapped_with", "restriction", "cant_be_blocked_by", "cant_be_blocked_except"}
)


def add_subject(passage: Passage) -> None:
    """ "enters tapped" says of what: of the card itself (CR 614.12)."""
    body = passage.tree
    if body.kind != "spell":
        return
    sentence = body.nodes[0].node("sentence")
    unit = sentence.nodes[0] if sentence is not None else None
    if unit is None or unit.kind != "does" or unit.nodes[0].kind not in IMPLIED:
        return
    verb = unit.nodes[0]
    index = passage.begin(unit)
    if verb.kind == "enter_with" and verb.node("pronoun") is None:
        end = passage.end(verb.nodes[0])
        beside = passage.pieces[end - 1]
        passage.pieces[end:end] = [made("on", beside), made("it", beside)]
    passage.pieces.insert(index, made("this", passage.pieces[index]))


def mark_structure(passage: Passage) -> None:
    """The signs and capital letters of activated and triggered abilities, in quotes too (CR 602.1, 603.1)."""
    for node in passage.tree.walk():
        if node.kind == "activated":
            _activated(node, passage)
        elif node.kind == "triggered":
            _comma(passage.begin(node.nodes[-1]) - 1, passage)
        elif node.kind == "keyword_steps":
            _keyword_cost(node, passage)
        elif node.kind == "tally":
            _comma(passage.begin(node.nodes[0]) - 1, passage)


def _keyword_cost(node: Node, passage: Passage) -> None:
    """ "Ward—Pay 2 life." """
    dash = passage.begin(node.nodes[0]) - 1
    passage.pieces[dash] = made("—", passage.pieces[dash], "CLOSE_DASH")
    _cost(node.nodes[0], passage)


def _cost(cost: Node, passage: Passage) -> None:
    for sentence in cost.all("sentence"):
        after = ","
        for unit in sentence.nodes:
            if unit.kind == "joint":
                after = unit.leaves[0].word
            elif after == ",":  # "remove a counter from this artifact and sacrifice it" is one part
                passage.pieces[passage.begin(unit)].capital = True


def _activated(node: Node, passage: Passage) -> None:
    cost, effect = node.nodes[0], node.nodes[1]
    _cost(cost, passage)
    passage.pieces[passage.begin(effect)].capital = True


def _comma(index: int, passage: Passage) -> None:
    if passage.word(index) == ":":
        passage.pieces[index].text = ","


def add_commas(passage: Passage) -> None:
    """Before "where X is" and "rounded up" stands a comma, whether the script has it or not."""
    for index in range(len(passage.pieces) - 1, 0, -1):
        if passage.word(index) in COMMA_BEFORE and passage.word(index - 1) != ",":
            passage.pieces.insert(index, made(",", passage.pieces[index], ","))


def write_quotes(passage: Passage) -> None:
    """Abilities in quotes are sentences of their own; the full stop or comma behind one stands inside."""
    pieces = passage.pieces
    index = 0
    while index < len(pieces):
        if passage.kind(index) == "_QUOTE":
            pieces[index + 1].capital = True
        elif passage.kind(index) == "_UNQUOTE":
            index += _close(passage, index)
        index += 1


def _close(passage: Passage, index: int) -> int:
    """Put the sign behind a closing quote before it, or a full stop at the end of all; how many pieces that adds."""
    after = passage.kind(index + 1)
    if after not in (".", ",", ""):
        return 0  # the sentence goes on
    sign = passage.pieces.pop(index + 1) if after else made(".", passage.pieces[index - 1], ".")
    if passage.kind(index - 1) == ".":
        return 0
    passage.pieces.insert(index, sign)
    return 1


def end_sentences(passage: Passage, modes: bool) -> None:
    """A capital letter begins each sentence and a full stop ends it; "choose one" ends in a dash (CR 700.2)."""
    pieces = passage.pieces
    pieces[0].capital = True
    for index in range(len(pieces) - 1):
        ended = passage.kind(index) == "." or (
            passage.kind(index) == "_UNQUOTE" and passage.kind(index - 1) == "." and _begins(passage, index + 1)
        )
        if ended and passage.kind(index + 1) != "_UNQUOTE":
            pieces[index + 1].capital = True
    if passage.tree.kind in LISTS or passage.tree.kind == "unsupported":
        return
    last = len(pieces) - 1
    if modes:
        while passage.kind(last) in (".", "—"):
            pieces.pop()
            last -= 1
        pieces.append(made("—", pieces[-1]))
    elif passage.kind(last) not in (".", "—") and not (
        passage.kind(last) == "_UNQUOTE" and passage.kind(last - 1) == "."
    ):
        pieces.append(made(".", pieces[-1], "."))


def _begins(passage: Passage, index: int) -> bool:
    """Whether a sentence begins behind a closing quote: what goes on within one begins with a joint or a time."""
    return passage.kind(index) not in ("DURATION", "_UNQUOTE") and passage.word(index) not in ("and", "or", "then")
