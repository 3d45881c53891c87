"""Declarations: cards, tokens, keywords and emblems as definitions (CR 109.3, 111, 113, 114, 200-209)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import Authority, CardDefinition, EmblemDefinition, KeywordDefinition
from hordemtg.cards.subtypes import SUBTYPES, SUBTYPES_OF
from hordemtg.cards.values import CARD_TYPES, COLORS, SUPERTYPES, Color, ManaCost
from hordemtg.compiler import clauses, costs, statics
from hordemtg.compiler.nominals import joined_names
from hordemtg.compiler.scope import CompileError, Names, Scope, Sink
from hordemtg.script.diagnostics import nearest
from hordemtg.script.tree import Leaf, Node

AUTHORITY = re.compile(
    r"\[\s*(?P<rule>[^\]:]*?)\s*\b(?P<provenance>stated|second-hand|inferred|reconstructed)\s*(?::\s*(?P<reason>[^\]]*))?\]"
)
UNSUPPORTED = "write in the language what it does, as far as REFERENCE.md goes, or take the card out of the lists"
CHARACTERISTICS = frozenset({"cost", "types", "stats", "colors"})


def name_of(node: Node) -> str:
    """The name that a declaration gives."""
    named = node.node("name")
    leaves = named.leaves if named is not None else (node.leaf("STRING"),)
    return " ".join(leaf.text.strip('"') for leaf in leaves if leaf is not None)


def name_leaf(node: Node) -> Node | Leaf:
    """Where a declaration's name stands."""
    return node.node("name") or node.leaf("STRING") or node


# ---------------------------------------------------------------- characteristics


@dataclass(slots=True)
class _Lines:
    cost: Node | None = None
    types: Node | None = None
    stats: Node | None = None
    colors: Node | None = None


def _lines(node: Node, sink: Sink) -> _Lines:
    found = _Lines()
    for line in node.nodes:
        if line.kind in CHARACTERISTICS:
            if getattr(found, line.kind) is not None:
                sink.error(line, f"a second line `{line.first}`")
            setattr(found, line.kind, line)
    return found


def _types(node: Node, scope: Scope) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Supertypes, card types and subtypes of a type line (CR 205)."""
    leaves = [leaf for word in node.nodes for leaf in word.leaves]
    supertypes = tuple(leaf.word for leaf in leaves if leaf.word in SUPERTYPES)
    types = tuple(leaf.word for leaf in leaves if leaf.word in CARD_TYPES)
    for leaf in leaves:
        if leaf.type != "NAME" and leaf.word not in SUPERTYPES and leaf.word not in CARD_TYPES:
            scope.fail(leaf, f"`{leaf.text}` is no card type", suggestion=nearest(leaf.text, CARD_TYPES))
        if leaf.type == "NAME" and leaf.word.lower() in (*SUPERTYPES, *CARD_TYPES):
            message = f"`{leaf.text}` is a type, which has a small letter; subtypes have capital ones"
            scope.fail(leaf, message, suggestion=leaf.word.lower())
    if not types:
        scope.fail(node, "a card has at least one card type", f"it can be: {', '.join(CARD_TYPES)}")
    allowed: frozenset[str] = frozenset().union(*(SUBTYPES_OF[name] for name in types))
    subtypes = []
    for leaf in joined_names([leaf for leaf in leaves if leaf.type == "NAME"]):
        if leaf.word not in SUBTYPES:
            scope.fail(leaf, f"unknown subtype `{leaf.text}`", suggestion=nearest(leaf.text, allowed or SUBTYPES))
        if leaf.word not in allowed:
            scope.fail(leaf, f"`{leaf.text}` is no subtype of {' or '.join(types)} (CR 205.3d)")
        subtypes.append(leaf.word)
    return supertypes, types, tuple(subtypes)


def _colors(node: Node, scope: Scope) -> frozenset[Color]:
    found: set[Color] = set()
    for word in node.nodes:
        leaf = word.leaves[0]
        if leaf.word == "colorless":
            continue
        color = next((color for color in COLORS if color == leaf.word), None)
        if color is None:
            scope.fail(leaf, f"`{leaf.text}` is no color", suggestion=nearest(leaf.text, COLORS))
        found.add(color)
    return frozenset(found)


def _stats(node: Node, scope: Scope) -> tuple[t.Amount, t.Amount]:
    leaf = node.leaves[0]
    made: list[t.Amount] = []
    for text in leaf.word.split("/"):
        if not text.removeprefix("-").isdigit() and text != "*":
            scope.fail(leaf, f"power and toughness `{text}` are not supported yet: numbers, or `*`")
        made.append(t.Number(int(text) if text != "*" else 0))  # what `*` is, an ability defines (CR 208.2a)
    return made[0], made[1]


# ---------------------------------------------------------------- cards and tokens


def card(
    node: Node,
    names: Names,
    sink: Sink,
    body: Sequence[tuple[Node, Sink]] | None = None,
    type_line: tuple[Node, Sink] | None = None,
    cost_line: tuple[Node, Sink] | None = None,
) -> CardDefinition:
    """The definition that a `card` or `token` declaration gives; what is wrong is noted in the sink.

    `body` are its clauses as errata changed them, if they did, each with the sink of its own file; `type_line` and
    `cost_line` are what they put in place of its own.
    """
    scope = Scope(sink, names, "static")
    lines = _lines(node, sink)
    types_scope = scope
    if type_line is not None:
        lines.types, types_scope = type_line[0], Scope(type_line[1], names, "static")
    if cost_line is not None:
        lines.cost = cost_line[0]
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    cost: ManaCost | None = None
    colors: frozenset[Color] | None = None
    power: t.Amount | None = None
    toughness: t.Amount | None = None
    if lines.types is None and not _left_out(node):
        sink.error(name_leaf(node), f"the line `type` is missing in {name_of(node)}")
    try:
        if lines.types is not None:
            supertypes, types, subtypes = _types(lines.types, types_scope)
    except CompileError as error:
        types_scope.sink.found.append(error.diagnostic)
    try:
        cost = costs.mana(lines.cost.leaves[0], scope) if lines.cost is not None else None
        colors = _colors(lines.colors, scope) if lines.colors is not None else None
        if lines.stats is not None:
            power, toughness = _stats(lines.stats, scope)
    except CompileError as error:
        sink.found.append(error.diagnostic)
    _check_stats(node, lines, types, subtypes, sink)
    spell = bool({"instant", "sorcery"} & set(types))
    bearer = clauses.Bearer(spell, paid=_paid(node))
    made = abilities([(clause, sink) for clause in node.all("clause")] if body is None else body, bearer, names)
    if not _left_out(node):
        _check_stars(lines, made, sink)
    return CardDefinition(
        name_of(node), cost, colors if colors is not None else cost.colors if cost is not None else frozenset(),
        supertypes, types, subtypes, power, toughness, tuple(made), node.kind == "token", sink.place(node),
    )  # fmt: skip


def _paid(node: Node) -> frozenset[str]:
    """The verbs of the card's additional costs: "sacrifice", "discard", "exile"."""
    costs_ = [body for clause in node.all("clause") for body in clause.nodes if body.kind == "additional"]
    return frozenset(leaf.word for body in costs_ for part in body.walk() for leaf in part.leaves)


def _left_out(node: Node) -> bool:
    """Whether a faulty line of the declaration was left out, so that nothing can be missed in it."""
    return any(
        body.kind == "unsupported" and body.leaves[0].text == '""'
        for clause in node.all("clause")
        for body in clause.nodes
    )


def _check_stats(node: Node, lines: _Lines, types: tuple[str, ...], subtypes: tuple[str, ...], sink: Sink) -> None:
    if not types:
        return
    has = "creature" in types or "Vehicle" in subtypes
    if has and lines.stats is None and not _left_out(node):
        sink.error(name_leaf(node), f"the line `stats` is missing: {name_of(node)} is a creature (CR 208.1)")
    if not has and lines.stats is not None:
        sink.error(lines.stats, "only creatures and Vehicles have power and toughness (CR 208.1, 208.3)")
    if node.kind == "token" and lines.cost is not None:
        sink.error(lines.cost, "a token has no mana cost (CR 111.4, 202.1b); say its `colors`")


def _check_stars(lines: _Lines, made: Sequence[a.Ability], sink: Sink) -> None:
    """A `*` is what a characteristic-defining ability says (CR 208.2a)."""
    if lines.stats is None or "*" not in lines.stats.leaves[0].word:
        return
    defined = [
        change
        for ability in made
        if isinstance(ability, a.StaticAbility) and ability.defines_characteristics
        for change in ability.changes
        if isinstance(change, e.SetPT)
    ]
    power, toughness = lines.stats.leaves[0].word.split("/")
    if (power == "*" and not any(x.power is not None for x in defined)) or (
        toughness == "*" and not any(x.toughness is not None for x in defined)
    ):
        sink.error(lines.stats, "no ability says what `*` is", "`this creature's power is equal to the number of ...`")


def abilities(body: Sequence[tuple[Node, Sink]], bearer: clauses.Bearer, names: Names) -> list[a.Ability]:
    """The abilities of a card's clauses in order. Lines of a spell's text are one spell ability (CR 113.3a)."""
    made: list[a.Ability] = []
    labels: set[str] = set()
    for node, sink in _merged(body, bearer):
        label = node.leaf("LABEL", "FLAVOR")
        if label is not None and label.word in labels:
            sink.error(label, f"two clauses are called `{label.word}`")
        if label is not None:
            labels.add(label.word)
        said = node.leaf("AUTHORITY")
        if said is not None and not bearer.emblem:
            sink.error(said, "authorities stand behind the lines of emblems and rulesets only")
        try:
            found = clauses.clause(node, bearer, names, sink)
            for ability in found:
                if isinstance(ability, a.Unsupported):
                    sink.error(node, f"not supported: {ability.text}", UNSUPPORTED)
            made.extend(found)
        except CompileError as error:
            sink.found.append(error.diagnostic)
    return made


def _merged(body: Sequence[tuple[Node, Sink]], bearer: clauses.Bearer) -> list[tuple[Node, Sink]]:
    """The clauses, with consecutive lines of a spell's text joined to one."""
    if not bearer.spell:
        return list(body)
    result: list[tuple[Node, Sink]] = []
    for node, sink in body:
        before = result[-1] if result else None
        if before is not None and before[1] is sink and _is_text(before[0]) and _is_text(node):
            result[-1] = (_append(before[0], node), sink)
        else:
            result.append((node, sink))
    return result


def _is_text(node: Node) -> bool:
    body = node.node("spell")
    return body is not None and node.node("modes") is None and not statics.is_casting(body.nodes[0])


def _append(first: Node, second: Node) -> Node:
    one, two = first.node("spell"), second.node("spell")
    assert one is not None and two is not None
    joined = replace(one.nodes[0], children=(*one.nodes[0].children, *two.nodes[0].children))
    body = replace(one, children=(joined,))
    kept = tuple(body if child is one else child for child in first.children)
    if first.leaf("LABEL", "FLAVOR") is None and second.leaf("LABEL", "FLAVOR") is not None:
        kept = (second.leaf("LABEL", "FLAVOR") or second, *kept)
    return replace(first, children=kept)


# ---------------------------------------------------------------- authorities


def authority(node: Node) -> Authority:
    """What the lines `rule`, `source`, `provenance`, `reason` of a declaration say."""
    made = Authority()
    for line in node.nodes:
        match line.kind:
            case "rule":
                made = replace(made, rule=", ".join(leaf.text for leaf in line.leaves if leaf.type == "RULE"))
            case "source":
                made = replace(made, source=line.leaves[0].text.strip('"'))
            case "provenance":
                made = replace(made, provenance=line.leaves[0].word)  # type: ignore[arg-type]
            case "reason":
                made = replace(made, reason=line.leaves[0].text.strip('"'))
            case _:
                pass
    return made


def suffix_authority(leaf: Leaf | None, sink: Sink) -> Authority:
    """What an authority behind a line says: [H2.4 inferred], [H2.2 second-hand: the box is lost]."""
    if leaf is None:
        return Authority()
    found = AUTHORITY.fullmatch(leaf.text)
    if found is None:
        sink.error(
            leaf,
            "an authority names a rule and how sure it is",
            "[H2.4 inferred]; it can be: stated, second-hand, inferred, reconstructed",
        )
        return Authority()
    provenance = found["provenance"]
    return Authority(found["rule"].removeprefix("CR "), "", provenance, (found["reason"] or "").strip())  # type: ignore[arg-type]


# ---------------------------------------------------------------- keywords and emblems


def keyword(node: Node, names: Names, sink: Sink) -> KeywordDefinition:
    """The ability that a `keyword` declaration names."""
    parameter = node.node("parameter") is not None
    bearer = clauses.Bearer(False, parameter=parameter)
    made = abilities([(clause, sink) for clause in node.all("clause")], bearer, names)
    return KeywordDefinition(name_of(node), tuple(made), parameter, authority(node), sink.place(node))


def emblem(
    node: Node, names: Names, sink: Sink, known: Mapping[str, tuple[Node, str]] | None = None
) -> EmblemDefinition:
    """The emblem with its abilities, each with its authority; `known` are those it may be a variant of."""
    bearer = clauses.Bearer(False, emblem=True)
    made: list[a.Ability] = []
    authorities: list[Authority] = []
    for clause, own_sink in _lines_of_emblem(node, known or {}, sink, ()):
        found = abilities([(clause, own_sink)], bearer, names)
        said = suffix_authority(clause.leaf("AUTHORITY"), own_sink)
        made.extend(found)
        authorities.extend([said] * len(found))
    base = node.node("emblem_variant")
    variant_of = base.leaves[0].text.strip('"') if base is not None else ""
    return EmblemDefinition(name_of(node), tuple(made), tuple(authorities), sink.place(node), variant_of)


def _lines_of_emblem(
    node: Node, known: Mapping[str, tuple[Node, str]], sink: Sink, seen: tuple[str, ...]
) -> list[tuple[Node, Sink]]:
    """The lines of an emblem: those of what it is a variant of, each in its place or that of the same name.

    Lines that are taken over come with a sink of their own file: what is wrong with them is said there.
    """
    own: dict[str, tuple[Node, Sink]] = {}
    for i, line in enumerate(node.all("clause")):
        label = line.leaf("LABEL", "FLAVOR")
        if label is not None and label.word in own:
            sink.error(label, f"two clauses are called `{label.word}`")
        own[_label_of(line, i)] = (line, sink)
    base = node.node("emblem_variant")
    if base is None:
        return list(own.values())
    leaf = base.leaves[0]
    name = leaf.text.strip('"')
    above = (*seen, name_of(node))
    if name not in known or name in above:
        message = f"unknown emblem `{name}`" if name not in known else f"`{name}` is a variant of itself"
        sink.error(leaf, message, suggestion=nearest(name, known))
        return list(own.values())
    found, file = known[name]
    lines: list[tuple[Node, Sink]] = []
    for i, (line, its_sink) in enumerate(_lines_of_emblem(found, known, Sink(file), above)):
        lines.append(
            own.pop(_label_of(line, i), (line, its_sink)) if line.leaf("LABEL", "FLAVOR") else (line, its_sink)
        )
    return [*lines, *own.values()]


def _label_of(line: Node, index: int) -> str:
    """What a line of an emblem is called; one without a name is only itself."""
    label = line.leaf("LABEL", "FLAVOR")
    return label.word if label is not None else str(index)
