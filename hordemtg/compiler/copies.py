"""Copies: tokens, permanents and spells that are copies, and what is different about them (CR 707)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hordemtg.cards import abilities as a
from hordemtg.cards import copies as k
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.subtypes import SUBTYPES_OF
from hordemtg.cards.values import CARD_TYPES, COLORS
from hordemtg.compiler import changes, nouns, references
from hordemtg.compiler.nominals import SUPERTYPE_WORDS, joined_names, nominal, subtype
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Node

if TYPE_CHECKING:
    from hordemtg.compiler.verbs import Context

OF_TOKENS = frozenset({"token", "tapped", "attacking", "and"})
SUBJECTS = "`it`, `they`, `the token`, `that token`"


# ---------------------------------------------------------------- what happens


def create(node: Node, c: Context) -> list[e.Effect]:
    """ "create 2 tokens that are copies of target creature"."""
    scope = c.scope
    if node.leaves[0].word != "create":
        scope.fail(node, "tokens that are copies are created: `create a token that's a copy of target creature`")
    found = nouns.counted(node.nodes[0], scope)
    if found is None or not found.nominal.token or found.amount is None:
        scope.fail(node, "say how many tokens: `create a token that's a copy of target creature`")
    words = found.nominal.words
    if not OF_TOKENS.issuperset(words) or found.nominal.qualities:
        scope.fail(node.nodes[0], "what is different about a copy stands behind it: `..., except it has haste`")
    of = nouns.objects(node.nodes[1], scope, c.who)
    but = suffix_exceptions(c)
    slot = scope.new_slot()
    scope.heard = frozenset({"token"})
    references.speak_of(scope, t.Slot(slot), many=found.amount != t.Number(1))
    return [
        k.CreateCopies(
            c.player(node), c.amount(found.amount), of, but, "tapped" in words, "attacking" in words,
            _of_cards(node.nodes[1]), slot=slot,
            **c.common(node),
        )
    ]  # fmt: skip


def _of_cards(np: Node) -> bool:
    """Whether the words speak of a card: "that card", "the exiled card"."""
    return any(leaf.word == "card" for each in np.walk() for leaf in each.leaves)


def populate(c: Context, node: Node) -> list[e.Effect]:
    """A copy of a creature token that its player chooses among their own (CR 701.30)."""
    who = c.player(node)
    mine: t.Filter = t.AllOf((t.IsType("creature"), t.IsToken(), t.ControlledBy(who)))
    chosen = t.Chosen(t.Group(mine), t.Number(1), t.Number(1), who)
    slot = c.scope.new_slot()
    c.scope.heard = frozenset({"token", "creature"})
    references.speak_of(c.scope, t.Slot(slot), many=False)
    return [k.CreateCopies(who, t.Number(1), chosen, slot=slot, **c.common(node))]


def become(node: Node, c: Context) -> list[e.Effect]:
    """ "this becomes a copy of target creature until end of turn"."""
    what = c.source(node)
    after, said = c.scope.it, c.scope.said
    if not isinstance(what, t.This):  # "each other creature becomes a copy of that creature": of one named before
        c.scope.said = [mention for mention in said if mention.what != what]
        c.scope.it = c.scope.said[-1].what if c.scope.said else None
    of = nouns.objects(node.nodes[0], c.scope)
    c.scope.said = [*said, *(mention for mention in c.scope.said if mention not in said)]
    if of == what and not isinstance(of, t.This):
        c.scope.fail(node, "nothing becomes a copy of itself: say of what, or name it before")
    c.scope.it = after
    return [
        k.BecomeCopy(
            what, of, suffix_exceptions(c), c.duration or "for good", _of_cards(node.nodes[0]), **c.common(node)
        )
    ]


def copy(node: Node, c: Context) -> list[e.Effect]:
    """ "copy target instant or sorcery spell"."""
    inner = node.nodes[0].nodes[0] if len(node.nodes[0].nodes) == 1 else node.nodes[0]
    words = {leaf.word for each in inner.walk() for leaf in each.leaves}
    if inner.kind not in ("this", "pronoun", "that") and "spell" not in words:
        c.scope.fail(node, "spells are copied so far, and what triggered: `copy target instant or sorcery spell`")
    if inner.kind not in ("this", "pronoun", "that") and "ability" in words:
        c.scope.fail(node, "abilities on the stack are no targets so far")
    what = nouns.objects(node.nodes[0], c.scope)
    if not isinstance(what, t.This | t.Target | t.Slot):
        c.scope.fail(node, "one spell is copied: `copy target instant or sorcery spell`")
    if "except_that" in c.suffixes:
        c.scope.fail(node, "copies of spells with exceptions are not supported yet")
    c.scope.it = what
    return [k.CopyOnStack(c.player(node), what, c.amount(t.Number(1)), **c.common(node))]


def with_new_targets(step: e.Effect, node: Node, scope: Scope) -> e.Effect:
    """ "You may choose new targets for the copy" belongs to the step that makes it (CR 707.10c)."""
    changed = _with_new_targets(step)
    if changed is None:
        scope.fail(node, "nothing was copied before", "`copy target instant or sorcery spell. you may choose new ...`")
    return changed


def _with_new_targets(step: e.Effect) -> e.Effect | None:
    if isinstance(step, k.CopyOnStack):
        return replace(step, new_targets=True)
    match step:
        case e.If(then=inner) | e.May(steps=inner) | e.IfPaid(steps=inner) | e.ForEach(steps=inner) if inner:
            last = _with_new_targets(inner[-1])
        case e.Later(ability=a.TriggeredAbility() as later) if later.body.steps:
            last = _with_new_targets(later.body.steps[-1])
            if last is None:
                return None
            body = replace(later.body, steps=(*later.body.steps[:-1], last))
            return replace(step, ability=replace(later, body=body))
        case _:
            return None
    if last is None:
        return None
    made = (*inner[:-1], last)
    return replace(step, then=made) if isinstance(step, e.If) else replace(step, steps=made)


def enters(unit: Node, scope: Scope) -> a.EntersAsCopy:
    """ "you may have this enter as a copy of any creature on the battlefield" (CR 614.1c)."""
    vp = unit.nodes[2]
    inner = unit.nodes[1].nodes[0]
    if inner.kind != "this" or nouns.players(unit.nodes[0], scope) != t.You():
        scope.fail(unit, "this reads: `you may have this enter as a copy of any creature on the battlefield`")
    tapped = vp.leaf("ADJECTIVE")
    if tapped is not None and tapped.word != "tapped":
        scope.fail(vp, "a permanent enters `tapped` or not")
    found = nouns.counted(vp.nodes[-1], scope)
    if found is None or found.nominal.persons or found.nominal.host or found.nominal.spell:
        scope.fail(vp, "say of what it may be a copy: `any creature on the battlefield`, `a creature you control`")
    but = k.NONE
    for suffix in unit.nodes[3:]:
        if suffix.kind != "except_that":
            scope.fail(suffix, "these words do not fit here")
        but = exceptions(suffix, scope)
    group = found.nominal.group
    if group.zone not in ("battlefield", "graveyard"):
        scope.fail(vp, "what it may be a copy of is on the battlefield or in a graveyard")
    return a.EntersAsCopy(group, but, tapped is not None)


# ---------------------------------------------------------------- what is different (CR 707.9)


def suffix_exceptions(c: Context) -> k.Exceptions:
    """The exceptions behind a step, or none."""
    node = c.suffixes.get("except_that")
    return exceptions(node, c.scope) if node is not None else k.NONE


def exceptions(node: Node, scope: Scope) -> k.Exceptions:
    """ "except it's a 1/1 green Frog and it has haste"."""
    but = k.NONE
    for part in node.nodes:
        if part.kind == "join_x":
            continue
        subject = part.node("exception_subject")
        if subject is not None:
            _check_subject(subject, scope)
        but = _with(part, but, scope)
    return but


def _check_subject(node: Node, scope: Scope) -> None:
    words = [leaf.word for each in node.walk() for leaf in each.leaves]
    if words not in (["it"], ["they"], ["the", "token"], ["that", "token"], ["those", "token"]):
        scope.fail(node, f"here the copy is spoken of: {SUBJECTS}")


def _with(part: Node, but: k.Exceptions, scope: Scope) -> k.Exceptions:
    match part.kind:
        case "exc_has":
            given = part.node("abilities")
            if given is not None:
                but = replace(but, abilities=(*but.abilities, *_abilities(given, scope)))
            return replace(but, this_ability=True) if part.node("this_ability") is not None else but
        case "exc_name":
            named = part.leaf("STRING")
            if named is not None:
                return replace(but, name=named.text.strip('"'))
            return replace(but, own_name=True)
        case "exc_enters":
            from hordemtg.compiler import amounts

            kind, amount = amounts.counters(part.node("counters"), scope)  # type: ignore[arg-type]
            if not isinstance(amount, t.Number):
                scope.fail(part, "a fixed number of counters is meant here")
            return replace(but, counters=(*but.counters, (kind, amount.value)))
        case _:
            return _described(part, but, scope)


def _abilities(node: Node, scope: Scope) -> tuple[a.Ability, ...]:
    from hordemtg.compiler import clauses

    return tuple(made for part in node.nodes for made in clauses.ability_phrase(part, scope))


def _described(part: Node, but: k.Exceptions, scope: Scope) -> k.Exceptions:
    """ "it's a 4/4 black Zombie in addition to its other types", "it isn't legendary"."""
    is_node, what = part.node("is"), part.node("described")
    assert is_node is not None and what is not None
    nominal_node = what.node("nominal")
    assert nominal_node is not None
    found = nominal(nominal_node, scope, describing=True)
    leaves = [leaf for each in nominal_node.nodes[0].walk() for leaf in each.leaves]
    supertypes = tuple(leaf.word for leaf in leaves if leaf.word in SUPERTYPE_WORDS)
    if is_node.words()[0] == "isn't":
        if len(supertypes) != len(leaves):
            scope.fail(part, "a copy can be said not to be legendary, nothing else")
        return replace(but, without=(*but.without, *supertypes))
    additional = part.leaf("IN_ADDITION_X")
    more_colors = additional is not None and "colors" in additional.word
    types = tuple(leaf.word for leaf in leaves if leaf.word in CARD_TYPES)
    subtypes = tuple(subtype(leaf, scope) for leaf in joined_names(found.names))
    colors = tuple(color for color in COLORS if any(leaf.word == color for leaf in leaves))
    colored = bool(colors) or any(leaf.word == "colorless" for leaf in leaves)
    known = {*SUPERTYPE_WORDS, *CARD_TYPES, *COLORS, "colorless", "token", "and"}
    if any(leaf.type not in ("NAME", "PT") and leaf.word not in known for leaf in leaves) or nominal_node.nodes[1:] != (
        *nominal_node.all("with_quality"),
    ):
        scope.fail(part, "a copy cannot be said to be so", "it can be: `except it's a 1/1 green Frog`")
    if additional is None and types:
        scope.fail(part, "say `in addition to its other types`: losing card types is not supported for copies yet")
    for quality in found.qualities:
        if quality.kind != "quality_abilities":
            scope.fail(quality, "a copy has abilities more: `with flying`")
        but = replace(but, abilities=(*but.abilities, *_abilities(quality, scope)))
    sized = next((leaf for leaf in leaves if leaf.type == "PT"), None)
    creature_types = any(name in SUBTYPES_OF["creature"] for name in subtypes)
    if additional is None and subtypes and not creature_types:
        scope.fail(part, "say `in addition to its other types`")
    return replace(
        but,
        stats=changes.pt(sized, scope) if sized is not None else but.stats,
        colors=colors if colored and not more_colors else but.colors,
        more_colors=(*but.more_colors, *(colors if more_colors else ())),
        types=(*but.types, *types),
        supertypes=(*but.supertypes, *supertypes),
        subtypes=(*but.subtypes, *(subtypes if additional is not None else ())),
        only_subtypes=(*but.only_subtypes, *(subtypes if additional is None else ())),
    )
