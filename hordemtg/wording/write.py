"""Writing: a script as a card of today prints it (CR 200 to 209).

The script reads like a card, so its text is written from its own words: what the
language leaves out is added, and what print says in another way is put so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hordemtg.compiler.errata import clause_names
from hordemtg.script.surface import Surface
from hordemtg.script.tokens import Token
from hordemtg.script.tree import Node
from hordemtg.wording import creating, numbers, selves, sentences
from hordemtg.wording.bearer import Bearer, is_ability_word
from hordemtg.wording.creating import TokenForm, Tokens
from hordemtg.wording.pieces import Passage, joined

SUPERTYPES = frozenset({"basic", "legendary", "snow", "world"})
TOKENS_IN_TOKENS = 3  # so deep the abilities of created tokens are told


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a card's text, and the names by which errata reach its clause."""

    text: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenCard:
    """A card as it is printed."""

    name: str
    mana_cost: str
    type_line: str
    lines: tuple[Line, ...]
    stats: str = ""  # power and toughness
    colors: tuple[str, ...] = ()  # those that a `colors` line gives
    token: bool = False
    has_color_line: bool = False

    @property
    def text(self) -> str:
        """The rules text, a line for each ability."""
        return "\n".join(line.text for line in self.lines)

    def __str__(self) -> str:
        head = f"{self.name} {self.mana_cost}".rstrip()
        return "\n".join(row for row in (head, self.type_line, self.text, self.stats) if row)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a script and the surface of the file it stands in."""

    node: Node
    surface: Surface


@dataclass(frozen=True, slots=True)
class Script:
    """What a card's script says, errata applied: the declaration and its clauses."""

    node: Node
    name: str
    clauses: tuple[Clause, ...]
    types: Node | None = None
    cost: Node | None = None
    no_mana: frozenset[str] = field(default_factory=frozenset)  # clauses whose cost errata made free of mana

    @classmethod
    def of(cls, node: Node, name: str, surface: Surface) -> Script:
        """The script as it is printed."""
        return cls(
            node, name, tuple(Clause(each, surface) for each in node.all("clause")), node.node("types"),
            node.node("cost"),
        )  # fmt: skip

    @property
    def bearer(self) -> Bearer:
        supertypes, types, subtypes = _type_words(self.types)
        return Bearer(self.name, supertypes, types, subtypes, self.node.kind == "token")


def write(script: Script, tokens: Tokens) -> WrittenCard:
    """The card that the script says; `tokens` are the tokens that scripts declare, by name."""
    bearer = script.bearer
    lines = [
        Line(text, tuple(clause_names(clause.node)))
        for clause in script.clauses
        if (text := write_clause(clause, bearer, tokens, script.no_mana))
    ]
    stats = script.node.node("stats")
    return WrittenCard(
        script.name,
        script.cost.leaves[0].word if script.cost is not None else "",
        _type_line(bearer),
        tuple(lines),
        stats.leaves[0].word if stats is not None else "",
        _colors(script.node),
        bearer.token,
        script.node.node("colors") is not None,
    )


def write_clause(clause: Clause, bearer: Bearer, tokens: Tokens, no_mana: frozenset[str] = frozenset()) -> str:
    """One clause as a line of print, with its bullets below."""
    node = clause.node
    body = next(child for child in node.nodes if child.kind not in ("modes", "mode"))
    if body.kind == "unsupported":
        return body.leaves[0].text.strip('"')
    modes = node.node("modes")
    free = bool(no_mana & set(clause_names(node)))
    lines = [_label(node) + _body(body, clause.surface, bearer, tokens, modes is not None, free)]
    for mode in modes.nodes if modes is not None else ():
        text = _body(mode.nodes[0], clause.surface, bearer, tokens, False, False)
        lines.append(f"• {_label(mode)}{text}")
    return "\n".join(lines)


def _label(node: Node) -> str:
    """Ability words and labels with a dash are printed; other labels are the script's own names (CR 207.2c, 207.2d)."""
    flavor = node.leaf("FLAVOR")
    if flavor is not None:
        return f"{flavor.word} — "
    label = node.leaf("LABEL")
    return f"{label.word} — " if label is not None and is_ability_word(label.word) else ""


def _body(body: Node, surface: Surface, bearer: Bearer, tokens: Tokens, modes: bool, free: bool) -> str:
    passage = Passage(body, _tokens(body, surface))
    if free:
        _remove_mana(passage)
    sentences.mark_structure(passage)
    numbers.write_numbers(passage)
    creating.write_created(passage, tokens)
    sentences.add_subject(passage)
    sentences.add_commas(passage)
    selves.write_selves(passage, bearer)
    for piece in passage.pieces:
        if piece.token.type == "STRING":
            piece.text = piece.text.strip('"')
    sentences.write_quotes(passage)
    sentences.end_sentences(passage, modes)
    return joined(passage.pieces)


def _tokens(body: Node, surface: Surface) -> list[Token]:
    """The tokens of a clause; of a list of keywords those that are there still, with commas."""
    if body.kind != "keywords":
        return list(surface.under(body))
    found: list[Token] = []
    for part in body.nodes:
        if found:
            found.append(Token(",", ",", part.line, part.column, ","))
        found.extend(surface.under(part))
    return found


def _remove_mana(passage: Passage) -> None:
    """Take the mana out of an activated ability's cost."""
    if passage.tree.kind != "activated":
        return
    end = passage.end(passage.tree.nodes[0])
    index = next((i for i in range(end) if passage.kind(i) == "MANA"), None)
    if index is not None:
        after = index + 2 if passage.word(index + 1) == "," else index + 1
        if after > index + 1 or end > index + 1:
            del passage.pieces[index:after]
        else:
            passage.pieces[index].text = "{0}"


# ---------------------------------------------------------------- characteristics


def _type_words(node: Node | None) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Supertypes, types and subtypes of a type line."""
    leaves = [leaf for word in node.nodes for leaf in word.leaves] if node is not None else []
    names = tuple(leaf.text for leaf in leaves if leaf.type == "NAME")
    others = [leaf for leaf in leaves if leaf.type != "NAME"]
    supertypes = tuple(leaf.word for leaf in others if leaf.word in SUPERTYPES)
    return supertypes, tuple(leaf.word for leaf in others if leaf.word not in SUPERTYPES), names


def _type_line(bearer: Bearer) -> str:
    words = " ".join(word.capitalize() for word in (*bearer.supertypes, *bearer.types))
    if bearer.token:
        words = f"Token {words}"
    return f"{words} — {' '.join(bearer.subtypes)}" if bearer.subtypes else words


def _colors(node: Node) -> tuple[str, ...]:
    line = node.node("colors")
    found = [word.leaves[0].word for word in line.nodes] if line is not None else []
    return tuple(color for color in found if color != "colorless")


def token_forms(scripts: Mapping[str, Script]) -> Tokens:
    """What cards say of each token. A token that creates tokens is told in full, those of theirs to a depth."""
    forms: dict[str, TokenForm] = {}
    for _ in range(TOKENS_IN_TOKENS):
        forms = {name: _form(script, forms) for name, script in scripts.items()}
    return forms


def _form(script: Script, known: Tokens) -> TokenForm:
    bearer = script.bearer
    stats = script.node.node("stats")
    keywords: list[str] = []
    abilities: list[str] = []
    for clause in script.clauses:
        text = write_clause(clause, bearer, known)
        if clause.node.node("keywords", "own_keyword") is not None:
            keywords.extend(part[:1].lower() + part[1:] for part in text.split(", "))
        elif text:
            abilities.append(text)
    return TokenForm(
        script.name, stats.leaves[0].word if stats is not None else "", _colors(script.node), bearer.supertypes,
        bearer.types, bearer.subtypes, tuple(keywords), tuple(abilities),
    )  # fmt: skip
