"""Conditions: what is asked behind "if", "as long as", "unless"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hordemtg.cards import terms as t
from hordemtg.compiler import amounts, distribution, mana_words, nominals, nouns, references
from hordemtg.compiler.nominals import all_of, nominal
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Node

HAPPENINGS = {
    "gained life this turn": "gain life", "lost life this turn": "lose life", "cast a spell this turn": "cast",
    "drew a card this turn": "draw", "played a land this turn": "play land",
}  # fmt: skip


OF_AN_OBJECT = frozenset({"is_what", "happened_to", "has_counters", "amount_is"})


def condition(node: Node, scope: Scope) -> t.Condition:
    """The meaning of a condition. What it is about is what "it" means behind it."""
    made = _condition(node, scope)
    if node.kind in OF_AN_OBJECT:
        references.topic(node, scope)
    return made


def _condition(node: Node, scope: Scope) -> t.Condition:
    match node.kind:
        case "condition":
            return condition(node.nodes[0], scope)
        case "both":
            return t.Every((condition(node.nodes[0], scope), condition(node.nodes[1], scope)))
        case "either_condition":
            return t.Either((condition(node.nodes[0], scope), condition(node.nodes[1], scope)))
        case "controls":
            return _controls(node, scope)
        case "player_controls":
            return _player_controls(node, scope)
        case "there_is":
            return there_is(node.nodes[0], scope)
        case "there_isnt":
            return t.Negation(there_is(node.nodes[0], scope))
        case "is_what":
            return _is_what(node, scope)
        case "amount_is":
            comparison, right = amounts.comparison(node.nodes[-1], scope)
            made = t.Compare(amounts.amount(node.nodes[0], scope), comparison, right)
            return _maybe_not(node.nodes[1], made)
        case "symbols_spent" | "nothing_spent" | "so_much_spent":
            return mana_words.condition(node, scope)
        case "happened_to":
            return _happened_to(node, scope)
        case "happened" if node.leaves[-1].word == "died this turn":
            return _died(node, scope)
        case "happened" if node.leaves[-1].word.startswith("left"):
            return _left(node, scope)
        case "happened":
            return t.Happened(HAPPENINGS[node.leaves[-1].word], nouns.players(node.nodes[0], scope))
        case "has_life_at_least":
            much = nouns.determiner(node.nodes[1], scope)
            if not much.or_more:
                scope.fail(node.nodes[1], "say `30 or more life` or `5 or less life`")
            return _of_players(node, scope, lambda who: _so_many(t.LifeOf(who), much))
        case "has_life_at_most":
            most = t.Number(int(node.leaves[0].word))
            return _of_players(node, scope, lambda who: t.Compare(t.LifeOf(who), "<=", most))
        case "has_counters":
            return _has_counters(node, scope)
        case "drawn_this_turn" | "cast_this_turn":
            det = nouns.determiner(node.nodes[0], scope)
            noun = node.leaf("NOUN")
            if noun is not None and noun.word != "spell":
                scope.fail(noun, "only how many spells were cast is remembered")
            least = t.Number(2) if det.other and scope.kind == "spell" else det.minimum
            if det.other and scope.kind != "spell":
                scope.fail(node, "of another spell than this only a spell speaks so far")
            kind = "draw" if node.kind == "drawn_this_turn" else "cast"
            return t.Compare(t.TimesThisTurn(kind, t.You()), ">=", least)
        case "has_cards":
            return _cards_in_hand(node, scope)
        case "has_cards_there":
            return _cards_in_zone(node, scope)
        case "has_total":
            comparison, right = amounts.comparison(node.nodes[-1], scope)
            what = amounts.every(node.nodes[0], scope)
            measure = node.leaf("MEASURE")
            assert measure is not None
            return t.Compare(t.MeasureOf(measure.word, what), comparison, right)  # type: ignore[arg-type]
        case "does_so":
            return t.Done(_done(node, scope))
        case "doesnt_do":
            return t.Negation(t.Done(_done(node, scope)))
        case "your_turn":
            return t.DuringTurnOf(t.You())
        case "not_your_turn":
            return t.Negation(t.DuringTurnOf(t.You()))
        case "won_flip" | "lost_flip":
            scope.fail(node, "no coin was flipped before")
        case "would":
            scope.fail(node, "`would` stands in replacement effects of permanents and emblems only")
        case _:
            scope.fail(node, "this condition is not supported yet")


def _cards_in_hand(node: Node, scope: Scope) -> t.Condition:
    """ "you have no cards in hand", "that player has seven or more cards in hand"."""
    zone = node.leaf("ZONE")
    if zone is None or zone.word != "hand":
        scope.fail(node, "a player has so many cards in hand; of another zone say: `there is a card in your graveyard`")
    det = nouns.determiner(node.nodes[1], scope)
    place = node.leaf("ZONE")
    if place is None or place.word != "hand":
        scope.fail(node, "of other zones say whose: `there are 7 or more cards in your graveyard`")
    return _of_players(node, scope, lambda who: _so_many(t.Count(t.Each(t.Group(t.Anything(), "hand", who))), det))


def _cards_in_zone(node: Node, scope: Scope) -> t.Condition:
    """ "an opponent has eight or more cards in their graveyard"."""
    place = node.nodes[-1]
    whose, zone = place.nodes[0], place.leaves[-1].word
    who = nouns.players(node.nodes[0], scope)
    if whose.kind != ("your" if who == t.You() else "their"):
        scope.fail(place, "this is about the player's own cards: `an opponent has 8 or more cards in their graveyard`")
    det = nouns.determiner(node.nodes[1], scope)
    group = t.Group(t.Anything(), zone, who)  # type: ignore[arg-type]
    return _of_players(node, scope, lambda one: _so_many(t.Count(t.Each(replace(group, owner=one))), det))


def _so_many(amount: t.Amount, det: nouns.Determiner) -> t.Condition:
    """ "no cards", "2 or fewer cards", "3 or more cards", "5 life"."""
    if det.none:
        return t.Compare(amount, "=", t.Number(0))
    if det.or_fewer:
        return t.Compare(amount, "<=", det.maximum)
    return t.Compare(amount, ">=" if det.or_more else "=", det.minimum)


def _has_counters(node: Node, scope: Scope) -> t.Condition:
    """ "it has a +1/+1 counter on it" is so with two as well; "no", "2 or fewer" and "2 or more" mean what they say."""
    kind, sign, number = amounts.counters_compared(node.nodes[1], scope)
    some = nouns.counted(node.nodes[0], scope)
    if some is not None and not some.nominal.host:  # "a creature has a -1/-1 counter on it"
        return _count_where(node.nodes[0], nominals.with_counters(kind, sign, number, node, scope), scope)
    return t.Compare(t.CountersOn(kind, _subject(node.nodes[0], scope)), sign, number)


def _player_controls(node: Node, scope: Scope) -> t.Condition:
    """ "An opponent controls a Forest", "no opponent controls a creature"."""
    held = node.nodes[1]
    if node.nodes[0].first == "no":
        words = [leaf.word for part in node.nodes[0].walk() for leaf in part.leaves]
        nobody: t.Players = t.Opponents() if "opponent" in words else t.EachPlayer()
        return t.Negation(_count_where(held, t.ControlledBy(nobody), scope))
    return _of_players(node, scope, lambda who: _count_where(held, t.ControlledBy(who), scope))


def _of_players(node: Node, scope: Scope, made: Callable[[t.Players], t.Condition]) -> t.Condition:
    """What is asked of the players that a condition names: "a player has no cards in hand" is true of one at least."""
    who = nouns.players(node.nodes[0], scope)
    if not distribution.several_players(who, scope):
        return made(who)
    if node.nodes[0].first not in ("a", "any"):
        scope.fail(node.nodes[0], "of all players this is not asked so far: `a player has ...`")
    slot = scope.new_slot()
    return t.SomePlayer(who, slot, made(t.PlayerSlot(slot)))


def _died(node: Node, scope: Scope) -> t.Condition:
    """ "a creature died this turn"."""
    found = nouns.counted(node.nodes[0], scope)
    if found is None or found.nominal.filter != t.IsType("creature") or found.amount != t.Number(1):
        scope.fail(node, "only this is remembered of what died: `a creature died this turn`")
    return t.Happened("creature died", t.EachPlayer())


def _left(node: Node, scope: Scope) -> t.Condition:
    """ "a permanent left the battlefield under your control this turn"."""
    found = nouns.counted(node.nodes[0], scope)
    if found is None or found.nominal.filter != t.IsType("permanent") or found.amount != t.Number(1):
        scope.fail(node, "only this is remembered of what left: `a permanent left the battlefield under your control`")
    return t.Happened("permanent left", t.You())


def _done(node: Node, scope: Scope) -> str:
    if not scope.done_slot:
        scope.fail(node, "nothing before this can have been done", "`if you do` follows the step it asks about")
    return scope.done_slot


def _maybe_not(is_node: Node, made: t.Condition) -> t.Condition:
    return t.Negation(made) if is_node.leaves[0].word in ("isn't", "wasn't") else made


def _controls(node: Node, scope: Scope) -> t.Condition:
    leaf = node.leaves[0]
    made = nouns.controlled(leaf.word, leaf, scope)
    negated = isinstance(made, t.Not)
    who_filter = made.part if isinstance(made, t.Not) else made
    found = _count_where(node.nodes[-1], who_filter, scope)
    return t.Negation(found) if negated else found


def _count_where(node: Node, extra: t.Filter, scope: Scope) -> t.Condition:
    """There are as many of these objects as the determiner says, and each fits `extra`."""
    parts = [child for child in node.nodes if child.kind != "join_a"] if node.kind == "np" else []
    if len(parts) > 1:
        return _joined(node, [_count_where(part, extra, scope) for part in parts])
    found = nouns.counted(node, scope)
    if found is None:
        return t.Matches(_given(node, scope), extra)
    group = t.Group(all_of([found.nominal.filter, extra]), found.nominal.zone, found.nominal.owner)
    return _as_many(node, found, group, scope)


def _as_many(node: Node, found: nouns.Counted, group: t.Group, scope: Scope) -> t.Condition:
    what = t.Count(t.Each(group))
    if isinstance(found.amount, t.Number) and found.amount.value == 0:
        return t.Compare(what, "=", t.Number(0))
    if found.or_fewer and found.amount is not None:
        return t.Compare(what, "<=", found.amount)
    return t.Compare(what, ">=", found.amount if found.amount is not None else t.Number(1))


def there_is(node: Node, scope: Scope) -> t.Condition:
    """ "there are 4 or more card types among cards in your graveyard"."""
    if node.kind == "np":
        if node.leaf("KIND") is not None:
            return _kinds(node, scope)
        parts = [child for child in node.nodes if child.kind != "join_a"]
        if len(parts) > 1:
            return _there_are_all(parts, node, scope)
        return there_is(parts[0], scope)
    if node.kind == "kinds":
        return _kinds(node, scope)
    found = nouns.counted(node, scope)
    if found is None:
        scope.fail(node, "`there is` asks for objects: `there is a creature card in your graveyard`")
    return _as_many(node, found, found.nominal.group, scope)


def _kinds(node: Node, scope: Scope) -> t.Condition:
    det = node.node("det")
    minimum: t.Amount = nouns.determiner(det, scope).minimum if det is not None else t.Number(1)
    return t.Compare(amounts.kinds(node, scope), ">=", minimum)


def _there_are_all(parts: list[Node], node: Node, scope: Scope) -> t.Condition:
    """ "a token creature card and a nontoken creature card in your graveyard": the zone of the last is that of all."""
    counted = []
    for part in parts:
        found = nouns.counted(part, scope)
        if found is None:
            scope.fail(part, "`there is` asks for objects")
        counted.append(found)
    last = counted[-1].nominal
    conditions = []
    for found in counted:
        own = found.nominal
        group = own.group if own.zone_given else t.Group(own.filter, last.zone, last.owner)
        conditions.append(_as_many(node, found, group, scope))
    return _joined(node, conditions)


def _joined(node: Node, conditions: list[t.Condition]) -> t.Condition:
    """ "a Swamp or a Forest" is either, "an artifact and an enchantment" is both."""
    joint = node.node("join_a")
    either = joint is not None and joint.leaves[0].word == "or"
    return t.Either(tuple(conditions)) if either else t.Every(tuple(conditions))


def _given(node: Node, scope: Scope) -> t.Objects:
    """Objects that a condition asks about; it asks what is so and nobody chooses anything for it."""
    found = nouns.objects(node, scope)
    if any(isinstance(part, t.Chosen) for part in (found.parts if isinstance(found, t.Several) else (found,))):
        scope.fail(node, "a condition asks what is so, and nothing can be chosen for it")
    return found


def _is_what(node: Node, scope: Scope) -> t.Condition:
    subject, is_node, predicate = node.nodes
    if _only_word(predicate) == "kicked":
        return _maybe_not(is_node, t.WasKicked())
    what = _subject(subject, scope)
    inner = predicate.nodes[0] if len(predicate.nodes) == 1 else None
    nominal_node = inner.node("nominal") if inner is not None else None
    if nominal_node is None:
        return _maybe_not(is_node, t.Matches(what, nouns.fits(predicate, scope)))
    made = nominal(nominal_node, scope)
    det = inner.node("det") if inner is not None else None
    other = made.other or (det is not None and det.words()[0] == "another")
    parts = [made.filter, t.Not(t.IsOneOf(t.This()))] if other else [made.filter]
    return _maybe_not(is_node, t.Matches(what, all_of(parts)))


def _only_word(predicate: Node) -> str:
    leaves = [leaf for node in predicate.walk() for leaf in node.leaves]
    return leaves[0].word if len(leaves) == 1 else ""


def _subject(node: Node, scope: Scope) -> t.Objects:
    found = nouns.counted(node, scope)
    if found is not None and found.nominal.host:
        references.speak_of(scope, t.Host())
        return t.Host()
    return _given(node, scope)


def _happened_to(node: Node, scope: Scope) -> t.Condition:
    word = node.leaves[-1].word
    who_node = node.nodes[0]
    if nouns.is_players(who_node, scope):
        if word != "attacked this turn":
            scope.fail(node, "a player cannot have done this")
        return t.Happened("attack declared", nouns.players(who_node, scope))
    history = t.HasHistory(word)  # type: ignore[arg-type]
    found = nouns.counted(who_node, scope)
    if found is not None and not found.nominal.host:
        return _count_where(who_node, history, scope)
    return t.Matches(_subject(who_node, scope), history)
