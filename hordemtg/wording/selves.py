"""What "this" is called: by the card that has the text, and by the objects that are given an ability in quotes."""

from __future__ import annotations

from hordemtg.script.tree import Node
from hordemtg.wording.bearer import TYPES, Bearer, with_self
from hordemtg.wording.pieces import Passage

# behind "this", these say already what it is: this spell, this card
SAID = frozenset({"NOUN", "CARD", "TOKEN"})


def write_selves(passage: Passage, bearer: Bearer) -> None:
    """Put what an object calls itself for every "this" (CR 201.5, 109.2)."""
    called = [bearer.called] * len(passage.pieces)
    for node in passage.tree.walk():
        for quoted in _quoted(node):
            begin, end = passage.begin(quoted), passage.end(quoted)
            called[begin:end] = [_of_recipients(node, passage)] * (end - begin)
    for index, piece in enumerate(passage.pieces):
        if piece.token.type == "STRING":
            continue
        if piece.token.word == "this":
            if passage.kind(index + 1) not in SAID:
                piece.text = called[index]
        elif "this" in piece.text:
            piece.text = with_self(piece.text, called[index])


def _quoted(unit: Node) -> list[Node]:
    """The abilities in quotes that a sentence gives, without those inside them."""
    if unit.kind not in ("subject_does", "does", "may"):
        return []
    found: list[Node] = []
    waiting = list(unit.nodes)
    while waiting:
        node = waiting.pop()
        if node.kind == "quoted":
            found.append(node)
        else:
            waiting.extend(node.nodes)
    return found


def _of_recipients(unit: Node, passage: Passage) -> str:
    """What the objects that are given an ability call themselves in it."""
    if unit.kind == "does":
        return "this token" if passage.word(passage.begin(unit)) == "create" else "this creature"
    subject = unit.nodes[0]
    words = {passage.word(i) for i in range(passage.begin(subject), passage.end(subject))}
    if "token" in words:
        return "this token"
    return next((f"this {noun}" for noun in (*TYPES, "permanent") if noun in words), "this creature")
