"""Changes of continuous effects: "gets +1/+1 and has flying", "can't block" (CR 611, 613)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.abilities import Ability
from hordemtg.cards.granting import why_not_granted
from hordemtg.cards.values import CARD_TYPES, COLORS
from hordemtg.compiler import amounts, costs, nouns
from hordemtg.compiler.nominals import SUPERTYPE_WORDS, nominal, subtype
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Leaf, Node

STATIVES = frozenset(
    "become_chosen gain_choice "
    "get gain_abilities have_abilities lose_abilities lose_all_abilities base_pt become restriction unusable switch "
    "cant_be_blocked_by cant_be_blocked_except cant_block_what can_block_only".split()
)

RESTRICTION_OF: dict[str, tuple[e.Restrict, ...]] = {
    "can't attack": (e.Restrict("can't attack"),),
    "can't attack you": (e.Restrict("can't attack you"),),
    "can't attack you or planeswalkers you control": (e.Restrict("can't attack you or planeswalkers you control"),),
    "can't attack alone": (e.Restrict("can't attack alone"),),
    "can't attack or block": (e.Restrict("can't attack"), e.Restrict("can't block")),
    "can't block": (e.Restrict("can't block"),),
    "can't block alone": (e.Restrict("can't block alone"),),
    "can't be blocked": (e.Restrict("can't be blocked"),),
    "attack each combat if able": (e.Restrict("must attack"),),
    "block each combat if able": (e.Restrict("must block"),),
    "attack or block each combat if able": (e.Restrict("must attack"), e.Restrict("must block")),
    "attack this turn if able": (e.Restrict("must attack"),),
    "block this turn if able": (e.Restrict("must block"),),
    "can attack as though it didn't have defender": (e.Restrict("attacks despite defender"),),
    "can attack this turn as though it didn't have defender": (e.Restrict("attacks despite defender"),),
    "must be blocked if able": (e.Restrict("must be blocked"),),
    "must be blocked by all creatures able to block it": (e.Restrict("all must block it"),),
    "can't be countered": (e.Restrict("can't be countered"),),
    "can't be sacrificed": (e.Restrict("can't be sacrificed"),),
    "can't be regenerated": (e.Restrict("can't be regenerated"),),
    "doesn't untap during its controller's untap step": (e.Restrict("doesn't untap"),),
    "doesn't untap during your untap step": (e.Restrict("doesn't untap"),),
    "doesn't untap during their controllers' untap steps": (e.Restrict("doesn't untap"),),
    "doesn't untap during its controller's next untap step": (e.Restrict("doesn't untap"),),
    "doesn't untap during your next untap step": (e.Restrict("doesn't untap"),),
    "doesn't untap during their controllers' next untap steps": (e.Restrict("doesn't untap"),),
    "doesn't untap during their controller's next untap step": (e.Restrict("doesn't untap"),),
    "can't activate its abilities": (e.Restrict("can't activate"),),
    "assign combat damage equal to its toughness": (e.Restrict("assigns damage equal to toughness"),),
    "assign no combat damage": (e.Restrict("assigns no combat damage"),),
    "can't be the target of spells or abilities your opponents control": (e.Restrict("can't be the target"),),
    "can block any number of creatures": (e.Restrict("can block additional", amount=-1),),
    "can block an additional creature each combat": (e.Restrict("can block additional", amount=1),),
}


UNUSABLE: dict[str, e.Restrict] = {
    "can't be activated": e.Restrict("can't activate"),
    "can't be activated unless they're mana abilities": e.Restrict("can't activate but mana"),
}


def changes(node: Node, scope: Scope, suffixes: Sequence[Node] = ()) -> tuple[e.Change, ...]:
    """What a stative predicate changes."""
    match node.kind:
        case "get":
            power, toughness = amounts.signed(node.leaves[0].word, scope, node)
            return (e.ModifyPT(power, toughness),)
        case "gain_abilities" | "have_abilities":
            return tuple(e.GrantAbility(made) for made in granted(node.nodes[0], scope))
        case "lose_abilities":
            return tuple(_lost(ability, scope) for ability in node.nodes[0].nodes)
        case "lose_all_abilities":
            return (e.LoseAbilities(),)
        case "base_pt":
            return (_base(node.leaves[0], scope),)
        case "switch":
            return (e.SwitchPT(),)
        case "unusable":
            return (UNUSABLE[node.leaves[0].word.removeprefix("activated abilities ")],)
        case "restriction":
            return RESTRICTION_OF[node.leaves[0].word]
        case "cant_be_blocked_by":
            return (e.Restrict("can't be blocked by", nouns.fits(node.nodes[0], scope)),)
        case "cant_be_blocked_except":
            return (_except(node.nodes[0], scope),)
        case "can_block_only":
            return (e.Restrict("can't block except", nouns.fits(node.nodes[0], scope)),)
        case "cant_block_what":
            if node.leaves[0].word != "can't block":
                scope.fail(node.nodes[0], f"nothing stands behind `{node.leaves[0].text}`")
            return (e.Restrict("can't block except", t.Not(nouns.fits(node.nodes[0], scope))),)
        case "gain_choice":
            if not scope.choice:
                scope.fail(node, "something is chosen as it happens, not all the time")
            return tuple(e.GrantAbility(made) for made in granted(node, scope) if _called(made) == scope.choice)
        case "become_chosen":
            return (_chosen(node, scope, any(suffix.kind == "in_addition" for suffix in suffixes)),)
        case "become":
            return _become(node, scope, any(suffix.kind == "in_addition" for suffix in suffixes))
        case "attack_tax":
            return (e.Restrict("attack tax", cost=(e.PayMana(costs.mana(node.leaves[0], scope)),)),)
        case _:
            scope.fail(node, "this is nothing that continuous effects change")


def with_abilities_barred(items: Sequence[Node]) -> list[Node]:
    """The units with "its activated abilities can't be activated" as something that "it" is subject to.

    Behind a joint such a possessive speaks of the subject before: "can't attack, and its activated abilities ...".
    """
    return [
        _barred(item, index > 0) if item.kind in ("barred", "barred_of") else item for index, item in enumerate(items)
    ]


def _barred(unit: Node, joined: bool) -> Node:
    leaf = next(leaf for leaf in unit.leaves if leaf.type in ("UNUSABLE", "BARRED"))
    vp = Node("unusable", (leaf,), leaf.line, leaf.column, leaf.line, leaf.column + leaf.length)
    rest = unit.nodes[1:]
    whose = unit.nodes[0]
    if unit.kind == "barred_of":
        return replace(unit, kind="subject_does", children=(whose, vp, *rest))
    if joined and whose.kind in ("its", "their"):
        return replace(unit, kind="does", children=(vp, *rest))
    if whose.kind == "of":
        subject = whose.nodes[0]
    elif whose.kind == "your":
        subject = replace(whose, kind="you", children=())
    else:
        word = "it" if whose.kind == "its" else "they"
        subject = replace(whose, kind="pronoun", children=(Leaf("PRONOUN", word, word, whose.line, whose.column),))
    return replace(unit, kind="subject_does", children=(replace(subject, kind="np", children=(subject,)), vp, *rest))


def granted(node: Node, scope: Scope) -> list[Ability]:
    """The abilities that a list of keywords and quoted abilities gives."""
    from hordemtg.compiler import clauses

    found: list[Ability] = []
    for part in node.nodes:
        for made in clauses.ability_phrase(part, scope):
            why = why_not_granted(made)
            if why:
                scope.fail(part, why)
            found.append(made)
    return found


def choices(node: Node, scope: Scope) -> tuple[str, ...]:
    """The abilities of "your choice of flying, vigilance, or haste", each by its name."""
    return tuple(_called(made) for made in granted(node, scope))


def _called(ability: Ability) -> str:
    return getattr(ability, "name", "") or type(ability).__name__


def _lost(node: Node, scope: Scope) -> e.Change:
    leaf = node.leaf("KEYWORD", "NAME")
    if leaf is None:
        scope.fail(node, "only keywords can be lost by name", "or: `loses all abilities`")
    return e.LoseKeyword(leaf.word)


def _except(node: Node, scope: Scope) -> e.Restrict:
    found = nouns.counted(node, scope)
    if found is not None and found.or_more and isinstance(found.amount, t.Number):
        return e.Restrict("can't be blocked except by", found.nominal.filter, found.amount.value)
    return e.Restrict("can't be blocked except by", nouns.fits(node, scope))


def _base(leaf: Leaf, scope: Scope) -> e.SetPT:
    power, toughness = pt(leaf, scope)
    return e.SetPT(power, toughness)


def pt(leaf: Leaf, scope: Scope) -> tuple[t.Amount, t.Amount]:
    """Power and toughness as written: "2/2", "X/X"; a star has no meaning here."""
    made = []
    for text in leaf.word.split("/"):
        if text == "*":
            scope.fail(
                leaf, "`*` needs an ability that defines it: `this has base power and toughness X/X, where X is ...`"
            )
        made.append(nouns.x_value(leaf, scope) if text == "X" else t.Number(int(text)))
    return made[0], made[1]


def _chosen(node: Node, scope: Scope, additional: bool) -> e.Change:
    """ "becomes the color of your choice": what that is in the branch that is compiled."""
    if not scope.choice:
        scope.fail(node, "a color or land type is chosen as something happens, not all the time")
    if node.leaves[-1].word == "the color of your choice":
        return e.SetColors((next(color for color in COLORS if color == scope.choice),), additional)
    return e.AddTypes((), (scope.choice,)) if additional else e.SetTypes((), (scope.choice,))


def _become(node: Node, scope: Scope, additional: bool) -> tuple[e.Change, ...]:
    inner = node.nodes[0].nodes[0]
    nominal_node = inner.node("nominal")
    if nominal_node is None or inner.kind not in ("some", "bare"):
        scope.fail(node, "this cannot be become", "it can be: `becomes a 4/4 creature`, `becomes red`")
    for postmod in nominal_node.nodes[1:]:
        if postmod.kind not in ("with_quality", "still_land"):
            scope.fail(postmod, "these words do not say what it becomes")
    found = nominal(nominal_node, scope, describing=True)
    head = nominal_node.nodes[0]
    leaves = [leaf for each in head.walk() for leaf in each.leaves]
    types = tuple(leaf.word for leaf in leaves if leaf.word in CARD_TYPES)
    subtypes = tuple(subtype(leaf, scope) for leaf in leaves if leaf.type == "NAME")
    supertypes = tuple(leaf.word for leaf in leaves if leaf.word in SUPERTYPE_WORDS)
    colors = tuple(color for color in COLORS if any(leaf.word == color for leaf in leaves))
    result: list[e.Change] = []
    if additional or supertypes or "still a land" in found.words:
        result.append(e.AddTypes(types, subtypes, supertypes))
    elif types or subtypes:
        result.append(e.SetTypes(types, subtypes))
    if colors or "colorless" in found.words:
        result.append(e.SetColors(colors, additional))
    result.extend(_base(leaf, scope) for leaf in leaves if leaf.type == "PT")
    for quality in found.qualities:
        if quality.kind == "quality_base":
            result.append(_base(quality.leaves[-1], scope))
            continue
        result.extend(e.GrantAbility(made) for made in granted(quality, scope))
    if not result:
        scope.fail(node, "this cannot be become", "it can be: `becomes a 4/4 creature`, `becomes red`")
    return tuple(result)
