"""Creating tokens: those that scripts declare, and those that a card describes itself (CR 111)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.cards.subtypes import SUBTYPES_OF
from hordemtg.cards.values import CARD_TYPES, COLORS, SUPERTYPES
from hordemtg.compiler import nouns, references
from hordemtg.compiler.nominals import Nominal, joined_names, subtype
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Node

if TYPE_CHECKING:
    from hordemtg.compiler.verbs import Context

NOT_DESCRIBING = frozenset({"token", "tapped", "attacking", "and"})


def create(node: Node, c: Context) -> list[e.Effect]:
    """The effects of `create`: one for each kind of token that it names."""
    return [_one_kind(part, node, c) for part in _parts(node.nodes[0])]


def _parts(np: Node) -> list[Node]:
    """The noun phrases that are joined in this one."""
    if np.kind != "np":
        return [np]
    return [part for child in np.nodes if child.kind != "join_a" for part in _parts(child)]


def _one_kind(np: Node, node: Node, c: Context) -> e.Effect:
    from hordemtg.compiler import changes

    scope = c.scope
    if np.kind == "one_of_those":
        return _one_of_those(node, c)
    found = nouns.counted(np, scope, naming=True)
    if found is None or not found.nominal.token or found.amount is None:
        scope.fail(node, "say how many tokens of which name: `create 2 Goblin tokens`")
    form = _described(found.nominal, node, scope)
    made: tuple[e.Change, ...] = ()
    if form is not None:
        name = form.name
    else:
        name = _token_name(node, found.nominal, scope)
        made = tuple(
            e.GrantAbility(ability)
            for quality in found.nominal.qualities
            for ability in changes.granted(quality, scope)
        )
    slot = scope.new_slot()
    scope.heard = _called(form, found.nominal, scope)
    references.speak_of(scope, t.Slot(slot), many=found.amount != t.Number(1))
    words = found.nominal.words
    step = e.CreateTokens(
        c.player(node), c.amount(found.amount), name, "tapped" in words, "attacking" in words, made, form,
        slot=slot, **c.common(node),
    )  # fmt: skip
    scope.created = step
    return step


def _called(form: CardDefinition | None, found: Nominal, scope: Scope) -> frozenset[str]:
    """The nouns that the tokens may be called by later."""
    known = form or scope.names.token_forms.get(" ".join(leaf.word for leaf in found.names))
    return frozenset({"token", *(leaf.word for leaf in found.names), *(known.types if known is not None else ())})


def _one_of_those(node: Node, c: Context) -> e.Effect:
    """ "create one of those tokens": one like those that the text has described before."""
    before = c.scope.created
    if before is None:
        c.scope.fail(node, "no tokens are described before", "`create a Goblin token`")
    slot = c.scope.new_slot()
    c.scope.heard = frozenset({"token", before.token})
    references.speak_of(c.scope, t.Slot(slot), many=False)
    return e.CreateTokens(
        c.player(node), t.Number(1), before.token, False, False, before.changes, before.form, slot=slot,
        **c.common(node),
    )  # fmt: skip


def _described(found: Nominal, node: Node, scope: Scope) -> CardDefinition | None:
    """The token that the words describe in full; None when they leave that to the token's script (CR 111.3, 111.4)."""
    from hordemtg.compiler import changes

    words = found.words
    types = tuple(word for word in words if word in CARD_TYPES)
    colors = frozenset(color for color in COLORS if color in words)
    if not types or not (colors or "colorless" in words):
        return None
    stats = next((word for word in words if "/" in word), "")
    subtypes = tuple(subtype(leaf, scope) for leaf in joined_names(found.names))
    allowed: frozenset[str] = frozenset().union(*(SUBTYPES_OF[name] for name in types))
    for leaf, name in zip(joined_names(found.names), subtypes, strict=True):
        if name not in allowed:
            scope.fail(leaf, f"`{name}` is no subtype of {' or '.join(types)} (CR 205.3d)")
    if ("creature" in types) != bool(stats):
        scope.fail(node, "a creature token has power and toughness, and no other has (CR 208.1)")
    power, toughness = _stats(stats, node, scope) if stats else (None, None)
    supertypes = tuple(word for word in words if word in SUPERTYPES)
    named = next((part.name for part in found.parts if isinstance(part, t.IsNamed)), "")
    name = named or " ".join(subtypes)
    if not name:
        scope.fail(node, "a token without a subtype has a name: `named ...` (CR 111.4)")
    abilities = tuple(ability for quality in found.qualities for ability in changes.granted(quality, scope))
    form = CardDefinition(
        name, None, colors, supertypes, types, subtypes, power, toughness, abilities, True, scope.sink.place(node)
    )
    return None if _is_declared(form, scope) else form


def _stats(stats: str, node: Node, scope: Scope) -> tuple[t.Amount, t.Amount]:
    power, toughness = stats.split("/")
    made: list[t.Amount] = []
    for text in (power, toughness):
        if not text.removeprefix("-").isdigit() and text != "X":
            scope.fail(node, f"a token described as {stats} is not supported yet: numbers, or X")
        made.append(t.Number(int(text)) if text != "X" else nouns.x_value(node, scope))
    return made[0], made[1]


def _is_declared(form: CardDefinition, scope: Scope) -> bool:
    """Whether a script declares a token of this name that is the same, but for what abilities it is created with."""
    known = scope.names.token_forms.get(form.name)
    if known is None or known.abilities:
        return False
    return replace(known, abilities=form.abilities, place=form.place) == form


def with_abilities(step: e.CreateTokens, granted: tuple[e.Change, ...]) -> e.CreateTokens | None:
    """The step with what "it has ..." behind it gives the tokens, which is theirs as they are created (CR 111.3)."""
    abilities = tuple(change.ability for change in granted if isinstance(change, e.GrantAbility))
    if len(abilities) < len(granted):
        return None
    if step.form is None:  # a token with a script, which the effect creates with more
        return replace(step, changes=(*step.changes, *granted))
    return replace(step, form=replace(step.form, abilities=(*step.form.abilities, *abilities)))


def _token_name(node: Node, found: Nominal, scope: Scope) -> str:
    """The name of the token's script. What else the card says of the token must be what the script says."""
    if not found.names:
        scope.fail(node, "name the token as its script does: `create a Goblin token`")
    name = " ".join(leaf.word for leaf in found.names)
    if name not in scope.names.tokens:
        scope.sink.unknown(found.names[0], "token", name, scope.names.tokens)
    form = scope.names.token_forms.get(name)
    if form is None:
        return name
    said = [word for word in found.words if word not in NOT_DESCRIBING and word not in name.split()]
    stats = "/".join(str(x.value) for x in (form.power, form.toughness) if isinstance(x, t.Number))
    true = {stats, *form.colors, *form.types, *form.supertypes, *([] if form.colors else ["colorless"])}
    for word in said:
        if word not in true:
            scope.fail(
                node, f"the script of the token {name} does not say `{word}`", f"it says: {', '.join(sorted(true))}"
            )
    return name
