"""Clauses of a card as abilities of the four kinds, and what surrounds casting (CR 113.3, 601, 614)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.keywords import KEYWORDS
from hordemtg.cards.values import COLORS, ManaCost, Place, Zone
from hordemtg.compiler import amounts, conditions, costs, events, statics, steps, units
from hordemtg.compiler.nominals import PAID, all_of, nominal
from hordemtg.compiler.scope import Names, Scope, Sink
from hordemtg.script.diagnostics import nearest
from hordemtg.script.parser import in_small_letters
from hordemtg.script.tree import Leaf, Node


@dataclass(frozen=True, slots=True)
class Bearer:
    """What the clause is on: whether its text is a spell's, and whether X has a value from its cost."""

    spell: bool  # an instant or sorcery
    emblem: bool = False
    parameter: bool = False  # a keyword that takes a number
    paid: frozenset[str] = frozenset()  # what its additional costs do: sacrifice, discard, exile


def clause(node: Node, bearer: Bearer, names: Names, sink: Sink) -> tuple[a.Ability, ...]:
    """The abilities that one clause gives. Raises CompileError for the first thing without a meaning."""
    label_leaf = node.leaf("LABEL", "FLAVOR")
    label = label_leaf.word if label_leaf is not None else ""
    body = next(child for child in node.nodes if child.kind != "modes")
    modes = node.node("modes")
    scope = Scope(sink, names, "static", parameter=bearer.parameter)
    if body.kind == "keyword_for":
        return _affinity(body, scope, label)
    made = _clause(body, modes, bearer, scope)
    return tuple(_labelled(ability, label, sink.place(body)) for ability in made)


def _labelled(ability: a.Ability, label: str, place: Place) -> a.Ability:
    changed: dict[str, Any] = {"label": label}
    if not ability.place.line:
        changed["place"] = place
    return replace(ability, **changed)


def _clause(body: Node, modes: Node | None, bearer: Bearer, scope: Scope) -> list[a.Ability]:
    if modes is not None and body.kind not in ("spell", "activated", "triggered"):
        scope.fail(modes, "bullets stand below `choose one` and the like")
    match body.kind:
        case "keywords":
            return [made for part in body.nodes for made in ability_phrase(part, scope)]
        case "own_keyword" | "keyword_steps":
            return ability_phrase(body, scope)
        case "enchant":
            found = nominal(body.nodes[0], scope)
            if found.persons or found.zone_given or found.card:
                scope.fail(body.nodes[0], "only permanents are enchanted so far: `enchant creature` (CR 303.4)")
            return [a.KeywordAbility("enchant", filter=found.filter)]
        case "spell":
            return _spell(body, modes, bearer, scope)
        case "activated":
            return [activated(body, modes, scope)]
        case "triggered":
            return [triggered(body, modes, scope)]
        case "additional":
            return [_additional(body, scope)]
        case "enters_paying":
            life = t.Number(int(body.leaves[0].word))
            return [a.EntersWith(True, unless=(e.PayLife(life),))]
        case "enters_revealing":
            return [_enters_revealing(body, scope)]
        case "tally":
            return [_tally(body, scope)]
        case "unsupported":
            text = body.leaves[0].text.strip('"')
            if not text:
                return []
            return [a.Unsupported(text)]
        case _:
            scope.fail(body, "this clause is not supported yet")


def _enters_revealing(body: Node, scope: Scope) -> a.EntersWith:
    """ "As this enters, you may reveal a Goblin card from your hand. If you don't, this enters tapped" (CR 614.12a)."""
    scope.kind = "cost"
    return a.EntersWith(True, unless=(costs.reveal(body.nodes[0], scope),))


# ---------------------------------------------------------------- keywords


def ability_phrase(node: Node, scope: Scope) -> list[a.Ability]:
    """The ability that a keyword, an author's keyword or an ability in quotes names."""
    place = scope.sink.place(node)
    match node.kind:
        case (
            "keyword_alone"
            | "keyword_number"
            | "keyword_mana"
            | "keyword_from"
            | "keyword_steps"
            | "keyword_from_chosen"
            | "keyword_from_each"
        ):
            return [_keyword(node, scope, place)]
        case "own_keyword" | "granted" if node.leaf("NAME") is not None:
            return [_own(node, scope, place)]
        case "granted":
            quoted = node.node("quoted")
            assert quoted is not None
            inner = Scope(scope.sink, scope.names, "static", x=scope.x, granted=True)
            made = _clause(quoted.nodes[0], None, Bearer(False), inner)
            return [_labelled(ability, "", place) for ability in made]
        case _:
            scope.fail(node, "this is no ability that can be had")


def _keyword(node: Node, scope: Scope, place: Place) -> a.KeywordAbility:
    leaf = node.leaf("KEYWORD")
    assert leaf is not None
    row = KEYWORDS.get(leaf.word)
    if row is None:
        scope.fail(leaf, f"unknown keyword `{leaf.word}`", suggestion=in_small_letters(leaf.word))
    if not row.supported:
        scope.fail(leaf, f"the keyword `{leaf.word}` (CR {row.rule}) is not supported yet")
    number = 0
    cost: e.Cost = ()
    filter_: t.Filter | None = None
    match node.kind:
        case "keyword_number":
            amount = node.leaf("NUMBER")
            if amount is None and not scope.parameter:
                scope.fail(node, f"`{leaf.word}` with a number that is not fixed is not supported yet")
            number = int(amount.word) if amount is not None else 0
        case "keyword_mana":
            cost = (e.PayMana(costs.mana(node.leaves[1], scope)),)
        case "keyword_from":
            filter_ = _from(node, scope)
        case "keyword_from_each":  # CR 702.16: from white, from blue, and so on
            filter_ = t.AnyOf(tuple(t.IsColor(color) for color in COLORS))
        case "keyword_from_chosen":
            filter_ = t.IsColor(_chosen_color(node, scope))
        case "keyword_steps":
            kind, scope.kind = scope.kind, "cost"
            cost = costs.cost(node.nodes[0], scope)
            scope.kind = kind
        case _:
            pass
    given = {
        "keyword_alone": "none",
        "keyword_number": "number",
        "keyword_mana": "cost",
        "keyword_from": "filter",
        "keyword_steps": "cost",
        "keyword_from_chosen": "filter",
        "keyword_from_each": "filter",
    }[node.kind]
    if given != row.parameter and not (leaf.word == "hexproof" and given == "filter"):
        wants = {"none": "nothing behind it", "number": "a number", "cost": "a cost", "filter": "what it is about"}[
            row.parameter
        ]
        scope.fail(node, f"`{leaf.word}` takes {wants} (CR {row.rule})")
    return a.KeywordAbility(leaf.word, number, cost, filter_, place=place)


def _affinity(body: Node, scope: Scope, label: str) -> tuple[a.Ability, ...]:
    """ "Affinity for artifacts": it costs {1} less for each of them you control (CR 702.41)."""
    leaf = body.leaf("KEYWORD")
    if leaf is None or leaf.word != "affinity":
        scope.fail(body, "only affinity is for something")
    filter_ = all_of([nominal(body.nodes[0], scope).filter, t.ControlledBy(t.You())])
    count = t.Count(t.Each(t.Group(filter_)))
    return (a.CostChange(None, None, ManaCost.parse("{1}"), False, count, label=label, place=scope.sink.place(body)),)


def _chosen_color(node: Node, scope: Scope) -> str:
    if not scope.choice or node.leaves[-1].word != "the color of your choice":
        scope.fail(
            node, "a color is chosen as something happens: `target creature gains protection from the color ...`"
        )
    return scope.choice


def _from(node: Node, scope: Scope) -> t.Filter:
    from hordemtg.compiler.nominals import all_of, simple_filter, subtype

    parts: list[t.Filter] = []
    for word in node.nodes:
        leaf = word.leaves[0]
        parts.append(t.IsSubtype(subtype(leaf, scope)) if leaf.type == "NAME" else simple_filter(leaf, scope))
    return all_of(parts)


def _own(node: Node, scope: Scope, place: Place) -> a.KeywordAbility:
    leaf = node.leaf("NAME")
    assert leaf is not None
    if leaf.word not in scope.names.keywords:
        near = in_small_letters(leaf.word) or nearest(leaf.word, scope.names.keywords)
        scope.fail(leaf, f"unknown keyword `{leaf.word}`", suggestion=near)
    number = node.leaf("NUMBER")
    if scope.names.keywords[leaf.word] != (number is not None):
        wants = "a number" if scope.names.keywords[leaf.word] else "no number"
        scope.fail(leaf, f"`{leaf.word}` takes {wants}")
    return a.KeywordAbility(leaf.word, int(number.word) if number is not None else 0, place=place)


# ---------------------------------------------------------------- the four kinds


def _spell(body: Node, modes: Node | None, bearer: Bearer, scope: Scope) -> list[a.Ability]:
    node = body.nodes[0]
    casting = statics.casting(node, scope)
    if casting is not None:
        return casting
    if not bearer.spell:
        if modes is not None:
            scope.fail(body, "a permanent's modes belong to a triggered or activated ability")
        return statics.statics(node, scope)
    scope.kind = "spell"
    scope.self_is_it = False
    scope.paid = {word: t.Slot(f"cost.{word}") for word, verb in PAID.items() if verb in bearer.paid}
    return [a.SpellAbility(_body(node, modes, scope))]


def _body(node: Node, modes: Node | None, scope: Scope) -> a.Body:
    """The steps with their targets, or the modes below them."""
    units = [unit for sentence in node.all("sentence") for unit in sentence.nodes]
    chooser = next((unit for unit in units if unit.kind == "choose_modes"), None)
    if modes is None:
        if chooser is not None:
            scope.fail(chooser, "the modes are missing: a bullet each, below and indented")
        made = steps.steps(node, scope)
        if not made:
            scope.fail(node, "this does nothing")
        _check_targets(made, scope, node)
        return a.Body(made, tuple(scope.targets), divides=scope.divides)
    if chooser is None or len(units) != 1:
        scope.fail(modes, "bullets stand below `choose one` and the like")
    bullets = modes.all("mode")
    low, high = {
        "choose one": (1, 1), "choose two": (2, 2), "choose one or both": (1, 2), "choose up to two": (0, 2),
        "choose one or more": (1, len(bullets)),
    }[chooser.leaves[0].word]  # fmt: skip
    if len(bullets) < max(2, high):
        scope.fail(modes, f"`{chooser.leaves[0].word}` needs more bullets than {len(bullets)}")
    return a.Body(modes=tuple(_mode(bullet, scope) for bullet in bullets), choose_minimum=low, choose_maximum=high)


def _mode(bullet: Node, outer: Scope) -> a.Mode:
    inner = replace(outer, targets=[], said=list(outer.said), paid=dict(outer.paid))  # each bullet begins anew
    label = bullet.leaf("LABEL", "FLAVOR")
    made = steps.steps(bullet.nodes[0], inner)
    _check_targets(made, inner, bullet)
    return a.Mode(made, tuple(inner.targets), label.word if label is not None else "", outer.sink.place(bullet))


def _check_targets(made: e.Steps, scope: Scope, node: Node) -> None:
    """Every target is used by some step."""
    text = repr(made)
    for index, spec in enumerate(scope.targets):
        names = (f"Target(index={index})", f"'target.{index}'")
        if not any(name in text or name in repr(scope.targets) for name in names):
            at = Leaf("TARGET", "target", "target", spec.place.line, spec.place.column)
            scope.fail(at, "this target is chosen and then not used")


RESTRICTIONS_OF_USE = frozenset(
    {"activate_only", "activate_less", "activate_if", "activate_if_once", "activate_if_sorcery"}
)


def _without_uses(node: Node) -> tuple[Node, list[Node]]:
    """The steps, and apart from them the sentences that say how often and when an ability is used."""
    kept, uses = [], []
    for child in node.nodes:
        units = [unit for unit in child.nodes if unit.kind != "joint"]
        if child.kind == "sentence" and units and all(unit.kind in RESTRICTIONS_OF_USE for unit in units):
            uses.extend(units)
        else:
            kept.append(child)
    return replace(node, children=tuple(kept)), uses


def activated(body: Node, modes: Node | None, scope: Scope) -> a.ActivatedAbility:
    """An activated ability (CR 602)."""
    scope.kind = "cost"
    cost = costs.cost(body.nodes[0], scope)
    cost_zone = scope.this_zone
    scope.kind = "activated"
    scope.paid = {
        word: t.Slot(f"cost.{word}")
        for word, kind in PAID_PARTS.items()
        if any(isinstance(part, kind) for part in cost)
    }
    node, uses = _without_uses(body.nodes[1])
    made = _body(node, modes, scope)
    zone: Zone = scope.this_zone or cost_zone or _discard_zone(cost)
    ability = a.ActivatedAbility(cost, made, zone)
    for use in uses:
        ability = _use(use, ability, scope)
    return ability


PAID_PARTS = {"sacrificed": e.SacrificeSome, "discarded": e.DiscardSome, "exiled": e.ExileSome}


def _discard_zone(cost: e.Cost) -> Zone:
    """Discarding this as a cost is done from the hand (CR 113.6m)."""
    return "hand" if any(isinstance(part, e.DiscardThis) for part in cost) else "battlefield"


YOUR_UPKEEP = t.Every((t.DuringTurnOf(t.You()), t.InStep("upkeep")))


BEFORE_ATTACKERS = t.Every(
    (
        t.DuringTurnOf(t.You()),
        t.Either(tuple(t.InStep(step) for step in ("upkeep", "draw", "first main", "beginning of combat"))),
    )
)


def _less(use: Node, scope: Scope) -> a.Reduction:
    """ "This ability costs {1} less to activate for each artifact you control" (CR 601.2f)."""
    mana = costs.mana(use.leaves[0], scope)
    if len(mana.symbols) != 1 or not (mana.generic or mana.xs):
        scope.fail(use.leaves[0], "only generic mana is taken off a cost so far: `{1}`")
    for suffix in use.nodes:
        if suffix.kind not in ("for_each", "for_each_counter", "where_x", "if_trailing"):
            scope.fail(suffix, "this does not say how much less it costs")
    kept = units.suffixes(replace(use, children=(use, *use.nodes)))
    found = {suffix.kind: suffix for suffix in kept}
    if mana.xs and "where_x" not in found:
        scope.fail(use.leaves[0], "say what X is: `where X is ...`")
    amount: t.Amount = t.Number(mana.generic)
    if "where_x" in found:
        amount = amounts.amount(found["where_x"].nodes[0], scope)
    per = found.get("for_each") or found.get("for_each_counter")
    amount = amounts.scaled(amount, units.per_amount(per, scope) if per is not None else None)
    asked = found.get("if_trailing")
    return a.Reduction(amount, conditions.condition(asked.nodes[0], scope) if asked is not None else None)


def _use(use: Node, ability: a.ActivatedAbility, scope: Scope) -> a.ActivatedAbility:
    if use.kind == "activate_less":
        return replace(ability, reductions=(*ability.reductions, _less(use, scope)))
    if use.kind.startswith("activate_if"):
        ability = replace(ability, condition=conditions.condition(use.nodes[0], scope))
        once, slow = use.kind == "activate_if_once", use.kind == "activate_if_sorcery"
        return replace(ability, per_turn=1 if once else ability.per_turn, sorcery_speed=slow or ability.sorcery_speed)
    match use.leaves[0].word:
        case "activate only as a sorcery":
            return replace(ability, sorcery_speed=True)
        case "activate only once each turn":
            return replace(ability, per_turn=1)
        case "activate only during your turn":
            return replace(ability, condition=t.DuringTurnOf(t.You()))
        case "activate only during your turn, before attackers are declared":
            return replace(ability, condition=BEFORE_ATTACKERS)
        case "activate only during your turn and only once each turn":
            return replace(ability, condition=t.DuringTurnOf(t.You()), per_turn=1)
        case "activate only as a sorcery and only once each turn":
            return replace(ability, sorcery_speed=True, per_turn=1)
        case "activate only during your upkeep":
            return replace(ability, condition=YOUR_UPKEEP)
        case "activate only during your upkeep and only once each turn":
            return replace(ability, condition=YOUR_UPKEEP, per_turn=1)
        case "any opponent may activate this ability":
            return replace(ability, any_opponent=True)
        case "spend this mana only to cast the top card of your command zone":
            if not any(isinstance(step, e.AddMana) for step in ability.body.steps):
                scope.fail(use, "this belongs to an ability that adds mana")
            return replace(ability, mana_for="command")
        case _:
            scope.fail(use, "this belongs to a triggered ability")


def triggered(body: Node, modes: Node | None, scope: Scope) -> a.TriggeredAbility:
    """A triggered ability (CR 603)."""
    scope.kind = "event"
    word: Any = "at"
    moment = body.node("moment", "moment_combat")
    if moment is not None:
        found: tuple[e.EventPattern, ...] = (events.moment(moment, scope),)
    else:
        when = body.node("when")
        event_node = body.node("events")
        assert when is not None and event_node is not None
        word = when.leaves[0].word
        found = events.events(event_node, scope)
        for more in body.all("events")[1:]:
            found += events.events(more, scope, event_node)
    asked = body.node("condition")
    condition = conditions.condition(asked, scope) if asked is not None else None
    scope.kind = "triggered"
    node, uses = _without_uses(body.nodes[-1])
    made = _body(node, modes, scope)
    per_turn = 1 if scope.first_time else 0
    once = ""
    if scope.first_time and condition is not None:
        scope.fail(body, "whether it is the first time is not asked together with `if` so far")
    for use in uses:
        match use.leaves[0].word if use.kind == "activate_only" else "":
            case "this ability triggers only once each turn":
                per_turn = 1
            case "this ability triggers only twice each turn":
                per_turn = 2
            case "do this only once each turn":
                once, made = _once(made, use, scope)
            case _:
                scope.fail(use, "this belongs to an activated ability")
    return a.TriggeredAbility(found, made, condition, _zone(found, scope), per_turn, once, False, word)


def _once(made: a.Body, use: Node, scope: Scope) -> tuple[str, a.Body]:
    """ "Do this only once each turn": the step that the player may take, by its slot (CR 603.2i)."""
    if not made.steps or not isinstance(made.steps[0], e.May | e.IfPaid):
        scope.fail(
            use, "this is about something that a player may do: `you may draw a card. do this only once each turn`"
        )
    first = made.steps[0]
    slot = first.slot or scope.new_slot()
    return slot, replace(made, steps=(replace(first, slot=slot), *made.steps[1:]))


def _zone(found: tuple[e.EventPattern, ...], scope: Scope) -> Zone:
    """Where it functions: a spell's own casting triggers on the stack (CR 113.6, 603.6)."""
    own = t.IsOneOf(t.This())
    if any(pattern.kind == "cast" and pattern.subject == own for pattern in found):
        return "stack"
    return scope.this_zone or "battlefield"


# ---------------------------------------------------------------- casting and the Horde's running totals


def _additional(body: Node, scope: Scope) -> a.AdditionalCost:
    scope.kind = "cost"
    return a.AdditionalCost(tuple((costs.cost_part(unit, scope),) for unit in body.nodes))


def _tally(body: Node, scope: Scope) -> a.PerAmount:
    number, what, until = body.leaves
    scope.kind = "triggered"
    node = body.nodes[0]
    made = steps.steps(_without_instead(node), scope)
    return a.PerAmount(
        "life gained" if what.word == "life you would gain" else "damage or life lost", int(number.word), made,
        "cleanup" if until.word == "until cleanup" else "end of step",
    )  # fmt: skip


def _without_instead(node: Node) -> Node:
    """The steps of a replacement without the word "instead"."""

    def strip(part: Node) -> Node:
        kept = tuple(child for child in part.children if not (isinstance(child, Node) and child.kind == "instead"))
        return replace(part, children=tuple(strip(child) if isinstance(child, Node) else child for child in kept))

    return strip(node)
