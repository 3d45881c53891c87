"""Static abilities, replacement effects, and changes of costs (CR 604, 614, 601.2f)."""

from __future__ import annotations

from dataclasses import replace

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.values import ManaCost
from hordemtg.compiler import (
    amounts,
    conditions,
    copies,
    costs,
    distribution,
    durations,
    events,
    nouns,
    references,
    steps,
    verbs,
)  # fmt: skip
from hordemtg.compiler.changes import STATIVES, changes, with_abilities_barred
from hordemtg.compiler.scope import Scope
from hordemtg.compiler.units import prepare, settle, suffix, suffixes, without_instead
from hordemtg.script.tree import Node


def casting(node: Node, scope: Scope) -> list[a.Ability] | None:
    """What a line of any card may say about casting it: other costs, costs less; None when it says something else."""
    sentences = node.all("sentence")
    units = [unit for unit in sentences[0].nodes if unit.kind != "joint"] if sentences else []
    if len(sentences) == 1 and len(units) == 2 and units[0].kind == "if_lead" and _rather(units[1]):
        asked = conditions.condition(units[0].nodes[0], scope)
        return [replace(_alternative(units[1], units[1].nodes[1], scope), condition=asked)]
    if len(sentences) == 1 and _for_nothing(units):
        return [a.AlternativeCost((), conditions.condition(units[0].nodes[0], scope))]
    if len(sentences) != 1 or len(units) != 1:
        return None
    unit = units[0]
    vp = unit.nodes[1] if unit.kind in ("subject_does", "may") else unit.nodes[0] if unit.nodes else None
    if vp is None:
        return None
    if suffix(unit, "rather") is not None:
        return [_alternative(unit, vp, scope)]
    if suffix(unit, "flash_for_more") is not None:
        return [_flash_for_more(unit, vp, scope)]
    if vp.kind in ("cost_less", "cost_more") and unit.kind == "subject_does" and _is_this(unit.nodes[0]):
        return [_cost_change(unit, vp, None, scope)]
    if unit.kind == "subject_does" and vp.kind == "restriction" and _is_this(unit.nodes[0]):
        if vp.leaves[0].word == "can't be countered":
            return [a.StaticAbility(t.This(), changes(vp, scope), zone="stack")]
    return None


def _for_nothing(units: list[Node]) -> bool:
    """ "If you control a Badger, you may cast this spell without paying its mana cost" (CR 118.9)."""
    if [unit.kind for unit in units] != ["if_lead", "may"]:
        return False
    vp = units[1].nodes[1]
    free = vp.kind == "act" and vp.leaves[0].word == "cast" and suffix(units[1], "free") is not None
    return free and len(units[1].nodes) == 3 and _is_this(vp.nodes[0])


def is_casting(node: Node) -> bool:
    """Whether a line says something about casting the card, by its shape."""
    units = [unit for sentence in node.all("sentence") for unit in sentence.nodes if unit.kind != "joint"]
    if _for_nothing(units) or (len(units) == 2 and units[0].kind == "if_lead" and _rather(units[1])):
        return True
    if len(units) != 1 or not units[0].nodes:
        return False
    unit = units[0]
    vp = unit.nodes[1] if unit.kind in ("subject_does", "may") else unit.nodes[0]
    if suffix(unit, "rather") is not None or suffix(unit, "flash_for_more") is not None:
        return True
    own = unit.kind == "subject_does" and _is_this(unit.nodes[0])
    return own and (vp.kind in ("cost_less", "cost_more") or _uncounterable(vp))


def _rather(unit: Node) -> bool:
    """ "If you control a Swamp, you may pay 4 life rather than pay this spell's mana cost" (CR 118.9)."""
    return unit.kind == "may" and [node.kind for node in suffixes(unit)] == ["rather"]


def _uncounterable(vp: Node) -> bool:
    return vp.kind == "restriction" and vp.leaves[0].word == "can't be countered"


def _is_this(np: Node) -> bool:
    return len(np.nodes) == 1 and np.nodes[0].kind == "this"


def _alternative(unit: Node, vp: Node, scope: Scope) -> a.AlternativeCost:
    if unit.kind != "may":
        scope.fail(unit, "an alternative cost reads: `you may ... rather than pay this spell's mana cost`")
    cost = (costs.act(vp, scope),)
    condition = suffix(unit, "if_trailing")
    asked = conditions.condition(condition.nodes[0], scope) if condition is not None else None
    return a.AlternativeCost(cost, asked)


def _flash_for_more(unit: Node, vp: Node, scope: Scope) -> a.AlternativeCost:
    """ "you may cast this spell as though it had flash if you pay {2} more to cast it" (CR 601.3b, 118.8)."""
    if unit.kind != "may" or vp.kind != "act" or vp.leaves[0].word != "cast" or not _is_this(vp.nodes[0]):
        scope.fail(unit, "this reads: `you may cast this spell as though it had flash if you pay {2} more to cast it`")
    more = suffix(unit, "flash_for_more")
    assert more is not None
    return a.AlternativeCost((e.PayMana(costs.mana(more.leaves[0], scope)),), name="flash for more", flash=True)


def _cost_change(unit: Node, vp: Node, spells: t.Filter | None, scope: Scope) -> a.CostChange:
    prepare(unit, scope)
    per, x = scope.per, scope.x
    scope.per_used = True
    settle(unit, scope)
    asked = suffix(unit, "if_trailing") or suffix(unit, "as_long_as")
    condition = conditions.condition(asked.nodes[0], scope) if asked is not None else None
    increase = vp.kind in ("cost_more", "your_spells_more")
    who: t.Players | None = None
    if vp.kind.startswith("your_spells"):
        who = t.You()
    mana = costs.mana(vp.leaves[0], scope)
    if "X" in mana.symbols:
        if mana.symbols != ("X",) or x is None or per is not None:
            scope.fail(vp, "say what X is: `this spell costs {X} less to cast, where X is ...`")
        mana, per = ManaCost(("1",)), x  # {1} less for each
    return a.CostChange(spells, who, mana, increase, per, condition)


def statics(node: Node, scope: Scope) -> list[a.Ability]:
    """The static abilities of a permanent's or emblem's line."""
    made: list[a.Ability] = []
    for sentence in node.all("sentence"):
        made.extend(_sentence(list(sentence.nodes), sentence, scope))
    if not made:
        scope.fail(node, "this line says nothing")
    return made


def _sentence(items: list[Node], sentence: Node, scope: Scope) -> list[a.Ability]:
    items = with_abilities_barred(items)
    if items[0].kind == "if_lead" and _all_enter(items[1:]):
        asked = conditions.condition(items[0].nodes[0], scope)
        made = _enters([_of_itself(item) for item in items[1:] if item.kind != "joint"], scope)
        return [replace(each, condition=asked) for each in made if isinstance(each, a.EntersWith)]
    if items[0].kind == "if_lead":
        return [_replacement(items, scope)]
    if len(items) == 1 and items[0].kind == "may_have" and items[0].nodes[2].kind == "enter_as_copy":
        return [copies.enters(items[0], scope)]
    condition: t.Condition | None = None
    if all(item.kind in ("joint", "defines") for item in items):
        return [_defining([item for item in items if item.kind == "defines"], scope)]
    if items[0].kind == "turn_lead":
        condition = t.DuringTurnOf(t.You())
        items = items[1:]
    if items[0].kind == "as_long_as_lead":
        asked = conditions.condition(items[0].nodes[0], scope)
        condition = asked if condition is None else t.Every((condition, asked))
        items = items[1:]
    if any(item.kind not in ("joint", "subject_does", "does", "may", "controls", "is_now") for item in items):
        scope.fail(items[0], "a permanent's line without `when`, a cost or `if ... would` is a static ability")
    units = [item for item in items if item.kind != "joint"]
    first = units[0]
    if first.kind == "may":
        return _may(units, scope)
    special = _special(units, scope) if condition is None else None
    if special is not None:
        return special
    if first.kind == "is_now":
        first = _as_becoming(first)
        units[0] = first
    if first.kind == "controls":
        return [_control(units, condition, scope)]
    if len(units) > 1 and all(any(node.kind in CONDITIONS for node in suffixes(unit)) for unit in units):
        return [_static([_with_subject(unit, first)], condition, scope) for unit in units]
    return [_static(units, condition, scope)]


CONDITIONS = frozenset({"as_long_as", "if_trailing", "unless_so"})


def _with_subject(unit: Node, first: Node) -> Node:
    """One of several changes that each have a condition of their own: "has flying as long as you control an Island"."""
    if unit.kind != "does" or first.kind != "subject_does":
        return unit
    return replace(unit, kind="subject_does", children=(first.nodes[0], *unit.children))


def _static(units: list[Node], condition: t.Condition | None, scope: Scope) -> a.StaticAbility:
    """The continuous effect that the units describe together."""
    first = units[0]
    subject = _affected(first, scope)
    changed: list[e.Change] = []
    for unit in units:
        vp = unit.nodes[1] if unit.kind == "subject_does" else unit.nodes[0]
        if unit is not first and unit.kind == "subject_does":
            scope.fail(unit, "put a second subject on a line of its own")
        if vp.kind not in STATIVES and vp.kind != "attack_tax":
            scope.fail(
                vp, _not_static(vp), "a triggered ability begins with `when`, an activated one with its cost and `:`"
            )
        lasting = durations.of_restriction(vp)
        if lasting == "through the next untap step":
            scope.fail(vp, "one untap step is meant: this happens and is not so all the time")
        if lasting is not None:
            scope.fail(vp, "one turn is meant: this happens and is not so all the time")
        found = _condition(unit, scope)
        if found is not None:
            if unit is not units[-1]:
                scope.fail(unit, "it is not clear for how much of the sentence the condition holds",
                           "put it in front or behind the last of it, or begin a line")  # fmt: skip
            condition = found if condition is None else t.Every((condition, found))
        prepare(unit, scope)
        before = scope.it
        if vp.kind == "cant_block_what" and distribution.several(subject, scope):
            scope.it = None  # "creatures with power 1 or less can't block it": this, not they themselves
        changed.extend(changes(vp, scope, suffixes(unit)))
        scope.it = before
        settle(unit, scope)
    if distribution.several(subject, scope) and distribution.spoken_of(tuple(changed), subject):
        scope.fail(first, "each of these has its own number, which is not supported yet")
    return a.StaticAbility(subject, tuple(changed), condition=condition)


ENTERS = frozenset({"enter_tapped", "enter_with", "enter_tapped_with"})


def _all_enter(items: list[Node]) -> bool:
    """Whether this says how the card itself enters: "it enters with two counters on it"."""
    units = [item for item in items if item.kind != "joint"]
    return bool(units) and all(
        unit.kind == "subject_does"
        and unit.nodes[1].kind in ENTERS
        and unit.nodes[0].nodes[0].kind in ("pronoun", "this")
        for unit in units
    )


def _of_itself(unit: Node) -> Node:
    """The unit without its subject, which is the card itself."""
    return replace(unit, kind="does", children=tuple(child for child in unit.children if child is not unit.nodes[0]))


def _defining(units: list[Node], scope: Scope) -> a.StaticAbility:
    """ "This creature's power is equal to ...": a characteristic-defining ability (CR 604.3, 208.2a)."""
    power: t.Amount | None = None
    toughness: t.Amount | None = None
    for unit in units:
        if nouns.possessed(unit.nodes[0], scope) != t.This():
            scope.fail(unit, "an object defines its own power and toughness only")
        word = unit.leaves[0].word
        made = amounts.amount(unit.nodes[1], scope)
        power = made if word.startswith("power") else power
        toughness = made if "toughness" in word else toughness
    return a.StaticAbility(t.This(), (e.SetPT(power, toughness),), defines_characteristics=True)


def _as_becoming(unit: Node) -> Node:
    """ "Enchanted land is an Island": what it becomes, and is for as long (CR 205.1a)."""
    subject, what = unit.nodes[0], unit.nodes[1]
    vp = replace(what, kind="become", children=(what,))
    return replace(unit, kind="subject_does", children=(subject, vp, *unit.nodes[2:]))


def _control(units: list[Node], condition: t.Condition | None, scope: Scope) -> a.StaticAbility:
    """ "You control enchanted creature" (layer 2, CR 613.1b)."""
    unit = units[0]
    if len(units) > 1 or unit.leaves[0].word != "you control":
        scope.fail(unit, "this says who controls what: `you control enchanted creature`")
    what = nouns.objects(unit.nodes[0], scope)
    if not isinstance(what, t.Host):
        scope.fail(unit, "only what it enchants or equips is controlled all the time")
    return a.StaticAbility(what, (e.GainControl(t.You()),), condition=condition)


def _not_static(vp: Node) -> str:
    return f"`{vp.first}` is something that happens; a permanent's line without `when` or a cost only says what is so"


def _condition(unit: Node, scope: Scope) -> t.Condition | None:
    found: list[t.Condition] = []
    for said in suffixes(unit):
        match said.kind:
            case "as_long_as" | "if_trailing":
                found.append(conditions.condition(said.nodes[0], scope))
            case "unless_so":
                found.append(t.Negation(conditions.condition(said.nodes[0], scope)))
            case "during" | "later":
                scope.fail(said, "a static ability lasts as long as its object is there",
                           "write what makes it happen before it: `{1}: ...` or `when this enters: ...`")  # fmt: skip
            case "for_each" | "for_each_counter" | "for_each_spent" | "where_x" | "in_addition":
                pass
            case _:
                scope.fail(said, "these words do not fit into a static ability")
    return found[0] if len(found) == 1 else t.Every(tuple(found)) if found else None


def _affected(unit: Node, scope: Scope) -> t.Objects:
    if unit.kind == "does":
        return t.This()
    node = unit.nodes[0]
    found = nouns.objects(node, scope)
    if isinstance(found, t.Several):
        found = _together(found, node, scope)
    if isinstance(found, (t.Chosen, t.TopOfLibrary)):
        scope.fail(node, "a static ability affects this, `each ...`, or all of a kind")
    if isinstance(found, t.Each) and not _says_zone(node):
        found = t.Each(found.group)
    if not isinstance(found, t.This):
        references.speak_of(scope, found)
    return found


def _together(found: t.Several, node: Node, scope: Scope) -> t.Each:
    """ "Each Skeleton you control and each other Zombie you control": the objects that fit one or the other."""
    groups = [part.group for part in found.parts if isinstance(part, t.Each)]
    if len(groups) < len(found.parts) or any((g.zone, g.owner) != (groups[0].zone, groups[0].owner) for g in groups):
        scope.fail(node, "a static ability affects this, `each ...`, or all of a kind",
                   "put what it does to the others on a line of its own")  # fmt: skip
    return t.Each(replace(groups[0], filter=t.AnyOf(tuple(group.filter for group in groups))))


def _says_zone(node: Node) -> bool:
    return any(child.kind == "in_zone" for child in node.walk())


def _special(units: list[Node], scope: Scope) -> list[a.Ability] | None:
    """Lines that are static but no continuous change of objects."""
    unit = units[0]
    vp = unit.nodes[1] if unit.kind == "subject_does" else unit.nodes[0]
    match vp.kind:
        case "have_abilities" if unit.kind == "subject_does" and nouns.is_players(unit.nodes[0], scope):
            return [_of_players(units, scope)]
        case "player_rule":
            who: t.Players = nouns.players(unit.nodes[0], scope) if unit.kind == "subject_does" else t.You()
            rules = [verbs.player_rule(vp.leaves[0].word)]
            for more in units[1:]:
                inner = more.nodes[-1] if more.kind == "does" else None
                if inner is None or inner.kind != "player_rule":
                    scope.fail(more, "put this on a line of its own")
                rules.append(verbs.player_rule(inner.leaves[0].word))
            return [a.StaticAbility(players=who, rules=tuple(rules), condition=_condition(unit, scope))]
        case "enter_tapped" | "enter_with" | "enter_tapped_with":
            return _enters(units, scope)
        case "cost_less" | "cost_more":
            if unit.kind != "subject_does":
                scope.fail(vp, "say which spells: `Goblin spells you cast cost {1} less to cast`")
            return [_cost_change(unit, vp, nouns.fits(unit.nodes[0], scope), scope)]
        case "your_spells_less" | "your_spells_more":
            return [_cost_change(unit, vp, nouns.fits(unit.nodes[0], scope), scope)]
        case "cast_at_once":
            return [a.CastAtOnce()]
        case "token_cards":
            return [a.TokenCards()]
        case "tokens_cease":
            return [a.TokensCease()]
        case "endless_mana":
            if unit.kind == "subject_does" and nouns.players(unit.nodes[0], scope) != t.You():
                scope.fail(unit, "only `you have all the mana you need` is supported")
            return [a.EndlessMana()]
        case "hand_from_library":
            top = nouns.objects(unit.nodes[0], scope)
            if not isinstance(top, t.TopOfLibrary) or not isinstance(top.amount, t.Number):
                scope.fail(unit, "`the top 3 cards of your library are your hand ...`")
            return [a.HandFromLibrary(top.amount.value)]
        case _:
            return None


def _of_players(units: list[Node], scope: Scope) -> a.StaticAbility:
    """ "You have hexproof" (CR 702.11c)."""
    named = [leaf.word for part in units[0].nodes[1].nodes[0].nodes for leaf in part.leaves]
    if len(units) > 1 or named != ["hexproof"]:
        scope.fail(units[0], "the only ability that a player has here is hexproof")
    who = nouns.players(units[0].nodes[0], scope)
    return a.StaticAbility(players=who, rules=("can't be the target",), condition=_condition(units[0], scope))


def _may(units: list[Node], scope: Scope) -> list[a.Ability]:
    vp = units[0].nodes[1]
    if vp.kind == "player_rule":
        return [
            a.StaticAbility(
                players=nouns.players(units[0].nodes[0], scope), rules=(verbs.player_rule(vp.leaves[0].word),)
            )
        ]
    scope.fail(units[0], "`may` needs an occasion: `whenever ...: you may ...`")


def _enters(units: list[Node], scope: Scope) -> list[a.Ability]:
    """ "enters tapped", "enters with 5 +1/+1 counters" (CR 614.1c); of others it is a replacement effect."""
    first = units[0]
    own = first.kind == "does" or _is_this(first.nodes[0])
    tapped = False
    counters, amount = "", t.Number(0)
    made: t.Amount = amount
    condition: t.Condition | None = None
    for unit in units:
        vp = unit.nodes[1] if unit.kind == "subject_does" else unit.nodes[0]
        condition = _condition(unit, scope) or condition
        if condition is not None and len(units) > 1:
            scope.fail(unit, "it is not clear for how much of the sentence the condition holds", "begin a line with it")
        if vp.kind == "enter_tapped" and vp.leaves[0].word == "tapped":
            tapped = True
        elif vp.kind in ("enter_with", "enter_tapped_with"):
            if vp.kind == "enter_tapped_with":
                if vp.leaves[0].word != "tapped":
                    scope.fail(vp, "a permanent enters `tapped` or not")
                tapped = True
            prepare(unit, scope)
            counters, found = amounts.counters(vp.nodes[0], scope)
            if found is None:
                scope.fail(vp, "say how many counters")
            made, scope.per_used = amounts.scaled(found, scope.per), True
            settle(unit, scope)
        else:
            scope.fail(vp, "what enters does so `tapped` or `with ... counters`")
    if own:
        return [a.EntersWith(tapped, counters, made, condition)]
    if counters:
        scope.fail(first, "counters on other permanents that enter are not supported yet")
    event = e.EventPattern("enters", nouns.fits(first.nodes[0], scope))
    return [a.Replacement(event, enters_tapped=True, condition=condition)]


def _replacement(items: list[Node], scope: Scope) -> a.Ability:
    """ "if a creature would die, exile it instead" (CR 614.1a)."""
    asked = items[0].nodes[0]
    parts = [asked.nodes[0]] if asked.kind == "condition" else [asked]
    if parts[0].kind != "would":
        scope.fail(items[0], "a static ability's condition stands behind it: `this has flying as long as ...`",
                   "a replacement effect reads: `if a creature would die, exile it instead`")  # fmt: skip
    scope.kind = "replacement"
    event = events.would(parts[0], scope)
    if event.kind == "zone change" and event.from_zone is None and event.subject == t.IsOneOf(t.This()):
        scope.fail(items[0], "this would have to work wherever the card is (CR 113.6), which is not supported yet",
                   "what a permanent's line can say: `if this would die, exile it instead`")  # fmt: skip
    rest = [without_instead(item) for item in items[1:]]
    if rest and rest[0].kind == "does" and rest[0].nodes[0].kind == "prevent_that":
        if event.kind != "damage":
            scope.fail(rest[0], "only damage is prevented: `if this would be dealt damage, prevent that damage`")
        return a.Replacement(event, steps.inside(rest[2:], scope) if rest[2:] else (), prevents=True)
    if all(suffix(item, "instead") is None for item in items[1:]) and not _prevents(rest):
        scope.fail(items[-1], "a replacement effect says `instead`")
    made, may = steps.inside(rest, scope), None
    only = made[0] if len(made) == 1 else None
    if isinstance(only, e.May):  # whoever does not want to lets the event happen
        made, may = only.steps, only.who
    if event.kind == "damage" and len(made) == 1 and (more := _other_damage(event, made[0])) is not None:
        return replace(more, may=may)
    if len(made) == 1 and isinstance(made[0], e.MoveObjects) and made[0].what == t.Slot("event.object"):
        move = made[0]
        if not (move.tapped or move.under or move.counters) and move.position != "shuffled":
            return a.Replacement(event, to_zone=move.to, position=move.position, may=may)
    return a.Replacement(event, made, may=may)


def _other_damage(event: e.EventPattern, step: e.Effect) -> a.Replacement | None:
    """ "It deals twice that much damage to that player instead": the same damage, combat damage too, and more of it."""
    receivers = (t.Slot("event.object"), None), (None, t.PlayerSlot("event.player"))
    if not isinstance(step, e.DealDamage) or step.source != t.Slot("event.other"):
        return None
    if (step.to, step.to_players) not in receivers:
        return None
    match step.amount:
        case t.Times(factor, t.EventAmount("event")):
            return a.Replacement(event, amount_factor=factor)
        case t.Plus((t.EventAmount("event"), t.Number(more))):
            return a.Replacement(event, amount_added=more)
        case _:
            return None


def _prevents(rest: list[Node]) -> bool:
    return any(item.kind == "does" and item.nodes[0].kind == "prevent" for item in rest)
