"""Rulesets and directives: the rules of a way to play, and what the Horde does and chooses (H1 to H11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from hordemtg.cards import terms as t
from hordemtg.cards.definition import Authority, CardDefinition
from hordemtg.cards.horde import (
    PREFERENCES,
    ActivateDirective,
    CastDirective,
    ChoiceDirective,
    Directive,
    OfferDirective,
    Preference,
    Reveals,
    Ruleset,
    Situation,
    Stage,
    says_something,
)
from hordemtg.cards.values import Place
from hordemtg.compiler import conditions, declarations, nouns
from hordemtg.compiler.scope import CompileError, Names, Scope, Sink
from hordemtg.script.diagnostics import nearest
from hordemtg.script.tree import Leaf, Node

STAGE_OF: dict[str, Stage] = {
    "from the preparation on": "preparation", "from the assault on": "assault", "from the surge on": "surge",
    "from the epilogue on": "epilogue",
}  # fmt: skip

WINDOW_OF: dict[str, Any] = {
    "whenever you have priority": "priority", "in your upkeep": "upkeep",
    "in your first main phase before the reveals": "main before reveals",
    "in your first main phase after the reveals": "main after reveals", "in your second main phase": "second main",
    "in each of your main phases": "any main",
}  # fmt: skip

SITUATION_OF = {"combat damage among blockers": "combat damage"}
PREFERENCE_OF = {
    "players first": "players", "opponents first": "opponents", "the answer yes": "yes", "the answer no": "no",
}  # fmt: skip


# ---------------------------------------------------------------- rulesets


def ruleset(node: Node, known: Mapping[str, tuple[Node, str]], names: Names, sink: Sink) -> Ruleset:
    """The ruleset that a declaration gives; `known` are the declarations, with their files, that it may vary."""
    made = Ruleset(declarations.name_of(node), horde=True, place=sink.place(node))
    authorities: list[tuple[str, Authority]] = []
    places: list[Place] = []
    chain = [node]
    for line, own_sink in _lines(node, known, sink, chain):
        sentence = line.nodes[0]
        try:
            made = _sentence(sentence, made, names, own_sink)
        except CompileError as error:
            own_sink.found.append(error.diagnostic)
            continue
        authorities.append((words(sentence), declarations.suffix_authority(line.leaf("AUTHORITY"), own_sink)))
        places.append(own_sink.place(line))
    of_all = next((said for said in map(declarations.authority, chain) if said != Authority()), Authority())
    return replace(made, authorities=tuple(authorities), places=tuple(places), authority=of_all)


# sentences of one subject replace each other in a variant; those of no subject are added
SUBJECTS = {
    "reveal_until": "reveals", "reveal_always": "reveals", "no_surge": "surge", "bare_loses": "loses",
    "harmless_loses": "loses",
}  # fmt: skip
ADDED = frozenset({"with_directives", "with_errata"})
EMBLEMS = frozenset({"horde_emblem", "survivor_emblem"})


def _subject(line: Node) -> str:
    sentence = line.nodes[0]
    if sentence.kind in EMBLEMS:
        return f"{sentence.kind} {sentence.leaves[0].text}"
    return SUBJECTS.get(sentence.kind, sentence.kind)


def _instead(line: Node) -> Leaf | None:
    """The emblem that the sentence's own stands in place of."""
    named = line.nodes[0].node("instead")
    return named.leaves[0] if named is not None else None


def _lines(node: Node, known: Mapping[str, tuple[Node, str]], sink: Sink, chain: list[Node]) -> list[tuple[Node, Sink]]:
    """The sentences of a ruleset, those of what it is a variant of first, without those that it replaces.

    Each comes with the sink of its file; what is wrong with inherited ones is said where they stand.
    `chain` gets the declarations in order, the variant first.
    """
    own = node.all("sentence_of_rules")
    variants = [line.nodes[0].leaves[0] for line in own if line.nodes[0].kind == "variant_of"]
    lines = [line for line in own if line.nodes[0].kind != "variant_of"]
    base: list[tuple[Node, Sink]] = []
    if variants:
        leaf = variants[0]
        name = leaf.text.strip('"')
        if name not in known or any(name == declarations.name_of(above) for above in chain):
            message = f"unknown ruleset `{name}`" if name not in known else f"`{name}` is a variant of itself"
            sink.error(leaf, message, suggestion=nearest(name, known))
            return [(line, sink) for line in lines]
        found, file = known[name]
        chain.append(found)
        base = _lines(found, known, Sink(file), chain)
    replaced = {_subject(line) for line in lines} - ADDED
    inherited = [_subject(line) for line, _ in base]
    for line in lines:
        gone = _instead(line)
        if gone is None:
            continue
        subject = f"{line.nodes[0].kind} {gone.text}"
        if subject not in inherited:
            emblems = [each.split('"')[1] for each in inherited if each.split(" ")[0] == line.nodes[0].kind]
            name = gone.text.strip('"')
            message = f"what this is a variant of gives no emblem `{name}` here"
            sink.error(gone, message, suggestion=nearest(name, emblems))
        replaced.add(subject)
    return [*(row for row in base if _subject(row[0]) not in replaced), *((line, sink) for line in lines)]


def words(node: Node) -> str:
    """The sentence in words, with its names and numbers."""
    if node.nodes and node.kind in ("difficulties", "sets"):
        rows = ", ".join(f"{row.leaves[0].text.strip(QUOTE)} {row.leaves[1].text}" for row in node.nodes)
        return f"{node.kind} {rows}"
    listed = [leaf.text.strip(QUOTE) for leaf in node.leaves if not leaf.type.startswith("COMMA")]
    if node.kind in ("with_directives", "with_errata"):
        return SENTENCES[node.kind].format(", ".join(listed))
    if node.kind == "reveal_until" and not listed:
        return "reveal until a nontoken card is cast"
    if node.kind == "reveal_always" and len(listed) > 1:
        return f"always reveal {listed[0]} cards, {listed[1]} of them in the draw step"
    said = SENTENCES[node.kind].format(*listed)
    if node.kind == "survivor_emblem" and len(listed) > 1:
        said = f"survivors have emblem {listed[0]} {listed[1]}"
    instead = node.node("instead")
    return said if instead is None else f"{said} in place of {instead.leaves[0].text.strip(QUOTE)}"


QUOTE = '"'

SENTENCES = {
    "ordinary": "two ordinary players", "begin_life": "each player begins with {0} life",
    "begin_cards": "each player begins with {0} cards", "preparation": "survivors take {0} turns first",
    "reveal_until": "reveal until a nontoken card is cast or {0} cards are cast",
    "reveal_always": "always reveal {0} cards",
    "surge": "surge when the graveyard and exile exceed the library: {0} more reveals",
    "no_surge": "no surge", "horde_emblem": "the horde has emblem {0}", "survivor_emblem": "survivors have emblem {0}",
    "harmless_loses": "the horde loses when its library is empty and it can never deal damage again",
    "bare_loses": "the horde loses when its library and hand are empty and it controls no creatures",
    "cast_not_drawn": "cast revealed cards without drawing them",
    "cast_hand": "after the reveals, cast the cards in the horde's hand",
    "cast_graveyard": "after the reveals, cast what can be cast from the horde's graveyard",
    "deck_size": "the horde plays with {0} random cards of its deck",
    "attacks_planeswalkers": "the horde attacks planeswalkers", "with_directives": "directives {0}",
    "with_errata": "errata {0}", "unsupported": "unsupported {0}",
}  # fmt: skip


def _number(node: Node, index: int = 0) -> int:
    return int(node.leaves[index].word)


def _strings(node: Node) -> tuple[str, ...]:
    return tuple(leaf.text.strip('"') for leaf in node.leaves if leaf.type == "STRING")


def _sentence(node: Node, made: Ruleset, names: Names, sink: Sink) -> Ruleset:
    match node.kind:
        case "ordinary":
            return replace(made, horde=False)
        case "begin_life":
            return replace(made, life=_number(node))
        case "begin_cards":
            return replace(made, opening_hand=_number(node))
        case "preparation":
            return replace(made, preparation=_number(node))
        case "difficulties":
            rows = tuple((row.leaves[0].word, int(row.leaves[1].word)) for row in node.nodes)
            return replace(made, difficulties=rows)  # type: ignore[arg-type]
        case "sets":
            sets = tuple((row.leaves[0].text.strip('"'), int(row.leaves[1].text)) for row in node.nodes)
            return replace(made, set_modifiers=sets)
        case "reveal_until":
            limit = _number(node) if node.leaves else 0
            return replace(made, reveals=replace(_reveals(made), limit=limit, until_nontoken=True, in_draw_step=0))
        case "reveal_always":
            numbers = [int(leaf.word) for leaf in node.leaves if leaf.type == "NUMBER"]
            in_draw = numbers[1] if len(numbers) > 1 else 0
            always = replace(_reveals(made), limit=numbers[0], until_nontoken=False, in_draw_step=in_draw)
            return replace(made, reveals=always)
        case "surge":
            return replace(made, surge=True, reveals=replace(_reveals(made), surge_more=_number(node)))
        case "cast_not_drawn":
            return replace(made, reveals=replace(_reveals(made), drawn=False))
        case "cast_hand":
            return replace(made, reveals=replace(_reveals(made), then_hand=True))
        case "cast_graveyard":
            return replace(made, reveals=replace(_reveals(made), then_graveyard=True))
        case "deck_size":
            return replace(made, deck_size=_number(node))
        case "no_surge":
            return replace(made, surge=False)
        case "horde_emblem":
            return replace(made, horde_emblems=(*made.horde_emblems, _emblem(node.leaves[0], names, sink)))
        case "survivor_emblem":
            stage = node.leaf("FROM_STAGE")
            from_stage = STAGE_OF[stage.word] if stage is not None else "preparation"
            row = (from_stage, _emblem(node.leaves[0], names, sink))
            return replace(made, survivor_emblems=(*made.survivor_emblems, row))
        case "harmless_loses":
            return replace(made, harmless_horde_loses=True)
        case "bare_loses":
            return replace(made, bare_horde_loses=True)
        case "attacks_planeswalkers":
            return replace(made, attacks_planeswalkers=True)
        case "with_directives":
            return replace(made, directives=(*made.directives, *_strings(node)))
        case "with_errata":
            return replace(made, errata=(*made.errata, *_strings(node)))
        case _:
            text = node.leaves[0].text.strip('"')
            if text:
                sink.fail(node, f"not supported: {text}")
            return made


def _reveals(made: Ruleset) -> Reveals:
    return made.reveals if made.reveals is not None else Reveals(-1, False)


def _emblem(leaf: Leaf, names: Names, sink: Sink) -> str:
    name = leaf.text.strip('"')
    if name not in names.emblems:
        sink.unknown(leaf, "emblem", name, names.emblems)
    return name


# ---------------------------------------------------------------- directives


def directive(
    node: Node,
    cards: Mapping[str, CardDefinition],
    errata: Mapping[str, list[CardDefinition]],
    names: Names,
    sink: Sink,
) -> Directive | None:
    """The directive that a declaration gives; None when it cannot be used. `errata` are the cards' changed forms."""
    instructions = [child for child in node.nodes if child.kind in ("choosing", "activating", "offering", "casting")]
    if len(instructions) != 1:
        if not any(child.kind == "unsupported" for child in node.nodes):
            sink.error(declarations.name_leaf(node), "a directive has one line that says what to do")
        return None
    line = instructions[0]
    try:
        if line.kind == "choosing":
            return _choosing(node, line, sink)
        if line.kind == "offering":
            return _offering(node, line, names, sink)
        if line.kind == "casting":
            return _casting(node, line, sink)
        return _activating(node, line, cards, errata, names, sink)
    except CompileError as error:
        sink.found.append(error.diagnostic)
        return None


def _choosing(node: Node, line: Node, sink: Sink) -> ChoiceDirective:
    leaf = line.leaves[0]
    word = SITUATION_OF.get(leaf.word, leaf.word)
    if word not in get_args(Situation):
        sink.fail(leaf, f"unknown situation `{leaf.text}`")
    leaves = [each for each in line.leaves if each.type == "PREFERENCE"]
    preferences = tuple(_preference(each, sink) for each in leaves)
    for each, preference in zip(leaves, preferences, strict=True):
        if not says_something(preference.word, word):  # type: ignore[arg-type]
            sink.fail(each, f"`{each.text}` says nothing about {leaf.text}", _words_help(word))
    return ChoiceDirective(
        declarations.name_of(node),
        word,  # type: ignore[arg-type]
        preferences,
        declarations.authority(node),
        sink.place(node),
    )


def _words_help(word: str) -> str:
    fitting = sorted(w for w in PREFERENCES if says_something(w, word))  # type: ignore[arg-type]
    return f"it can be: {', '.join(fitting)}" if fitting else "chance decides there: `at random`"


def _preference(leaf: Leaf, sink: Sink) -> Preference:
    word = PREFERENCE_OF.get(leaf.word, leaf.word)
    if word not in PREFERENCES:
        sink.fail(leaf, f"unknown preference `{leaf.text}`")
    return Preference(word, sink.place(leaf))


def _casting(node: Node, line: Node, sink: Sink) -> CastDirective:
    emerging = line.node("emerging")
    leaves = [leaf for leaf in emerging.leaves if leaf.type == "PREFERENCE"] if emerging is not None else []
    for leaf in leaves:
        word = _preference(leaf, sink).word
        if word != "the least mana left to pay" and not says_something(word, "what to give up"):
            sink.fail(leaf, f"`{leaf.text}` says nothing about what to sacrifice")
    return CastDirective(
        declarations.name_of(node), WINDOW_OF[line.leaves[0].word], emerging is not None,
        tuple(_preference(leaf, sink) for leaf in leaves), declarations.authority(node), sink.place(node),
    )  # fmt: skip


def _offering(node: Node, line: Node, names: Names, sink: Sink) -> OfferDirective:
    window = line.leaves[0]
    what = nouns.fits(line.nodes[0], Scope(sink, names, "directive"))
    return OfferDirective(
        declarations.name_of(node), WINDOW_OF[window.word], what, line.leaf("SPARING") is not None,
        declarations.authority(node), sink.place(node),
    )  # fmt: skip


def _activating(
    node: Node,
    line: Node,
    cards: Mapping[str, CardDefinition],
    errata: Mapping[str, list[CardDefinition]],
    names: Names,
    sink: Sink,
) -> ActivateDirective:
    window, of = line.leaves[0], line.leaves[-1]
    label_node = line.node("clause_name")
    assert label_node is not None
    label = " ".join(leaf.text.strip('"') for leaf in label_node.leaves)
    card = of.text.strip('"')
    if card not in cards:
        sink.unknown(of, "card", card, frozenset(cards))
    labels = [
        ability.label for form in (cards[card], *errata.get(card, [])) for ability in form.abilities if ability.label
    ]
    if label not in labels:
        known = ", ".join(dict.fromkeys(labels))
        help_ = f"its clauses: {known}" if known else "none of its clauses has a label"
        sink.fail(label_node, f"{card} has no clause `{label}`", help_, nearest(label, labels))
    scope = Scope(sink, names, "directive")
    paying, spending, asked = line.node("paying"), line.node("spending"), line.node("while")
    pay_with = nouns.fits(paying.nodes[0], scope) if paying is not None else None
    spend = nouns.fits(spending.nodes[0], scope) if spending is not None else None
    preferences: tuple[Preference, ...] = ()
    if spending is not None:
        preferences = tuple(_preference(leaf, sink) for leaf in spending.leaves if leaf.type == "PREFERENCE")
    condition: t.Condition | None = conditions.condition(asked.nodes[0], scope) if asked is not None else None
    return ActivateDirective(
        declarations.name_of(node), WINDOW_OF[window.word], card, label, pay_with, spend, preferences, condition,
        declarations.authority(node), sink.place(node),
    )  # fmt: skip
