"""Verbs: each predicate of the language as the effect it is (CR 701)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.values import MANA_SYMBOL, Zone
from hordemtg.compiler import amounts, copies, costs, creating, keyword_actions, looking, nouns, references
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Node


@dataclass(frozen=True, slots=True)
class Context:
    """What surrounds a predicate: its subject, how it joins, how long it lasts, its suffixes."""

    scope: Scope
    objects: t.Objects | None
    players: t.Players | None
    joint: e.Joint
    duration: e.Duration | None
    suffixes: Mapping[str, Node]

    @property
    def who(self) -> t.Players:
        return self.players if self.players is not None else t.You()

    def common(self, node: Node) -> dict[str, Any]:
        """The fields that all effects have."""
        return {"joint": self.joint, "place": self.scope.sink.place(node)}

    def amount(self, base: t.Amount) -> t.Amount:
        """The amount, once for each of what `for each` names."""
        self.scope.per_used = True
        return amounts.scaled(base, self.scope.per)

    def source(self, node: Node) -> t.Objects:
        """What deals the damage or fights."""
        if self.players is not None:
            self.scope.fail(node, "a player does not do this: say which object does")
        return self.objects if self.objects is not None else t.This()

    def player(self, node: Node) -> t.Players:
        """The player who does it. Fails when the subject is an object."""
        if self.objects is not None:
            self.scope.fail(node, "an object does not do this: say which player does")
        return self.who


def effects(node: Node, context: Context) -> list[e.Effect]:
    """The effects of one predicate."""
    if node.kind == "act":
        verb = node.leaves[0].word
        return ACTS[verb](node, context)
    made = PREDICATES.get(node.kind)
    if made is None:
        context.scope.fail(
            node, "a spell or ability cannot do this", "or it says something that only a static ability can"
        )
    return made(node, context)


def _named(found: t.Objects, context: Context) -> str:
    """The slot of a step whose objects later words may mean; empty when they are named already."""
    scope = context.scope
    if isinstance(found, (t.Chosen, t.TopOfLibrary)):
        slot = scope.new_slot()
        references.speak_of(scope, t.Slot(slot), many=references.is_many(found, scope))
        return slot
    if not isinstance(found, t.This):
        references.speak_of(scope, found)
    return ""


# ---------------------------------------------------------------- verbs that take what they act on


def _destroy(node: Node, c: Context) -> list[e.Effect]:
    what = nouns.objects(node.nodes[0], c.scope, c.who)
    return [e.Destroy(what, slot=_named(what, c), **c.common(node))]


def _exile(node: Node, c: Context) -> list[e.Effect]:
    what = nouns.objects(node.nodes[0], c.scope, c.who)
    if "at_random" in c.suffixes and "unless_paid" not in c.suffixes:
        if not isinstance(what, t.Chosen) or what.minimum != what.maximum:
            c.scope.fail(c.suffixes["at_random"], "so many of what are taken at random? `exile two of them at random`")
        what = replace(what, at_random=True)
    during = c.suffixes.get("during")
    until = during is not None and during.leaves[0].word == "until this leaves the battlefield"
    slot = _named(what, c)
    if isinstance(what, t.TopOfLibrary):
        c.scope.exiled, c.scope.looked = slot, ""
    if slot or isinstance(what, t.Target):
        c.scope.paid.setdefault("exiled", t.Slot(slot) if slot else what)
    return [e.MoveObjects(what, "exile", until_leaves=until, verb="exile", slot=slot, **c.common(node))]


def _sacrifice(node: Node, c: Context) -> list[e.Effect]:
    who = c.player(node)
    what = _as_many(nouns.objects(node.nodes[0], c.scope, who), c)
    if isinstance(what, t.Several) and all(isinstance(part, t.Chosen) for part in what.parts):
        # each is chosen among the player's own, as a single one is
        return [e.SacrificeEffect(who, part, **{**c.common(node), **({"joint": ","} if i else {})})
                for i, part in enumerate(what.parts)]  # fmt: skip
    slot = _named(what, c)
    if slot:
        c.scope.paid["sacrificed"] = t.Slot(slot)
    return [e.SacrificeEffect(who, what, slot=slot, **c.common(node))]


def _as_many(what: t.Objects, c: Context) -> t.Objects:
    """What is chosen, once for each of what "for each" names: "sacrifices a land for each card in your hand"."""
    if not isinstance(what, t.Chosen) or c.scope.per is None:
        return what
    return replace(what, minimum=c.amount(what.minimum), maximum=c.amount(what.maximum))


def _discard(node: Node, c: Context) -> list[e.Effect]:
    who = c.player(node)
    inner = _inner(node.nodes[0])
    random = "at_random" in c.suffixes
    if inner.kind == "whole_zone":
        place, _ = _whole(inner, c)
        if place != "hand":
            c.scope.fail(inner, "only cards in a hand are discarded")
        return [e.DiscardCards(who, None, **c.common(node))]
    found = nouns.counted(node.nodes[0], c.scope)
    if found is None or (found.nominal.zone_given and not found.nominal.card):
        what = nouns.objects(node.nodes[0], c.scope)
        return [e.DiscardObjects(what, **c.common(node))]
    filter_ = None if isinstance(found.nominal.filter, t.Anything) else found.nominal.filter
    equal = c.suffixes.get("equal_to")
    if found.or_more or (equal is not None and found.amount is not None):
        c.scope.fail(node, "say how many cards: `a card`, `2 cards`, `cards equal to ...`")
    amount = c.amount(found.amount) if found.amount is not None else None
    amount = amounts.amount(equal.nodes[0], c.scope) if equal is not None else amount
    slot = c.scope.new_slot()
    references.speak_of(c.scope, t.Slot(slot), many=amount != t.Number(1))
    return [e.DiscardCards(who, amount, filter_, random, slot=slot, **c.common(node))]


def _inner(node: Node) -> Node:
    """The one phrase of a noun phrase that is not joined."""
    return node.nodes[0] if node.kind == "np" and len(node.nodes) == 1 else node


def _whole(inner: Node, c: Context) -> tuple[Zone, t.Players | None]:
    """A zone in full; "their" is whoever the subject is."""
    whose = inner.nodes[0].nodes[0]
    if whose.kind == "their" and c.players is not None:
        return inner.nodes[0].leaves[-1].word, c.players  # type: ignore[return-value]
    return nouns.zone(inner.nodes[0], c.scope)


def _cards(node: Node, c: Context) -> t.Amount:
    """How many cards: "a card", "that many cards", "cards equal to the number of ..."."""
    found = nouns.counted(node.nodes[0], c.scope)
    equal = c.suffixes.get("equal_to")
    if found is None or not found.nominal.card or not isinstance(found.nominal.filter, t.Anything) or found.or_more:
        c.scope.fail(node, "say how many cards: `a card`, `2 cards`")
    if equal is not None:
        return amounts.amount(equal.nodes[0], c.scope)
    if found.amount is None:
        c.scope.fail(node, "say how many cards: `a card`, `2 cards`")
    return c.amount(found.amount)


def _draw(node: Node, c: Context) -> list[e.Effect]:
    return [e.DrawCards(c.player(node), _cards(node, c), **c.common(node))]


def _mill(node: Node, c: Context) -> list[e.Effect]:
    who, amount = c.player(node), _cards(node, c)
    return [e.MillCards(who, amount, **c.common(node))]


def _tap(node: Node, c: Context) -> list[e.Effect]:
    what = nouns.objects(node.nodes[0], c.scope, c.who)
    return [e.TapObjects(what, slot=_named(what, c), **c.common(node))]


def _untap(node: Node, c: Context) -> list[e.Effect]:
    what = nouns.objects(node.nodes[0], c.scope, c.who)
    return [e.UntapObjects(what, slot=_named(what, c), **c.common(node))]


def _tap_or_untap(node: Node, c: Context) -> list[e.Effect]:
    """ "You may tap or untap target creature": the player says which (CR 608.2d)."""
    what = nouns.objects(node.nodes[0], c.scope, c.who)
    if isinstance(what, t.Chosen):
        c.scope.fail(node, "what is tapped or untapped is a target or known before")
    place = c.scope.sink.place(node)
    options = (("tap", (e.TapObjects(what, place=place),)), ("untap", (e.UntapObjects(what, place=place),)))
    return [e.ChooseKind(c.player(node), options, **c.common(node))]


def _regenerate(node: Node, c: Context) -> list[e.Effect]:
    return [e.Regenerate(nouns.objects(node.nodes[0], c.scope), **c.common(node))]


def _fight(node: Node, c: Context) -> list[e.Effect]:
    one = c.source(node)
    return [e.Fight(one, nouns.objects(node.nodes[0], c.scope), **c.common(node))]


def _choose(node: Node, c: Context) -> list[e.Effect]:
    what = _as_many(nouns.objects(node.nodes[0], c.scope, c.who), c)
    if isinstance(what, t.Target) and c.who != t.You():
        c.scope.fail(node, "targets are chosen by whoever controls the spell or ability; others are not supported")
    slot = c.scope.new_slot()
    if not isinstance(what, t.Target | t.Several):  # what is a target is chosen already
        references.speak_of(c.scope, t.Slot(slot), many=references.is_many(what, c.scope))
    return [e.Choose(c.player(node), what, slot=slot, **c.common(node))]


def _choose_from(node: Node, c: Context) -> list[e.Effect]:
    """ "choose from it a nonland card": from the hand that was revealed."""
    owner = nouns.they(node, c.scope)
    parts: list[t.Objects] = []
    for part in (child for child in node.nodes[0].nodes if child.kind != "join_a"):
        found = nouns.counted(part, c.scope)
        if found is None or found.amount is None or not found.nominal.card:
            c.scope.fail(part, "say how many cards: `a nonland card`")
        group = t.Group(found.nominal.filter, "hand", owner)
        parts.append(t.Chosen(group, found.amount, found.amount, c.player(node)))
    slot = c.scope.new_slot()
    what = parts[0] if len(parts) == 1 else t.Several(tuple(parts))
    references.speak_of(c.scope, t.Slot(slot), many=references.is_many(what, c.scope))
    return [e.Choose(c.player(node), what, slot=slot, **c.common(node))]


def _choose_of(node: Node, c: Context) -> list[e.Effect]:
    """ "choose one of them": of the cards looked at or exiled before."""
    group = looking.group_of_them(node, c.scope)
    slot = c.scope.new_slot()
    c.scope.heard = frozenset({"card"})
    references.speak_of(c.scope, t.Slot(slot), many=False)
    who = c.player(node)
    return [e.Choose(who, t.Chosen(group, t.Number(1), t.Number(1), who), slot=slot, **c.common(node))]


def _reveal(node: Node, c: Context) -> list[e.Effect]:
    inner = _inner(node.nodes[0])
    if inner.kind == "whole_zone":
        place, owner = _whole(inner, c)
        if place == "hand" and owner is not None:
            return [e.RevealHand(owner, **c.common(node))]
    return looking.reveal(node, c)


def _cast(node: Node, c: Context) -> list[e.Effect]:
    what = nouns.objects(node.nodes[0], c.scope, c.who)
    if what == t.This() and c.scope.kind == "spell":
        c.scope.fail(node, "a spell that resolves is cast already", "a line of its own says how it may be cast")
    return [e.CastCards(c.player(node), what, "free" in c.suffixes, False, **c.common(node))]


def _play(node: Node, c: Context) -> list[e.Effect]:
    c.scope.fail(node, "playing cards on resolution is not supported yet")


ACTS: dict[str, Callable[[Node, Context], list[e.Effect]]] = {
    "destroy": _destroy, "sacrifice": _sacrifice, "discard": _discard, "draw": _draw, "mill": _mill,
    "create": creating.create, "copy": copies.copy,
    "tap": _tap, "untap": _untap, "tap or untap": _tap_or_untap,
    "regenerate": _regenerate, "goad": keyword_actions.goad, "fight": _fight, "choose": _choose, "reveal": _reveal,
    "cast": _cast, "play": _play,
}  # fmt: skip


# ---------------------------------------------------------------- other predicates


def _count(node: Node, c: Context) -> list[e.Effect]:
    amount = amounts.amount(node.nodes[0], c.scope)
    made = {"scry": e.Scry, "surveil": e.Surveil}[node.leaves[0].word]
    return [made(c.player(node), c.amount(amount), **c.common(node))]


def _counter(node: Node, c: Context) -> list[e.Effect]:
    what = nouns.objects(node.nodes[0], c.scope)
    return [e.CounterSpell(what, slot=_named(what, c), **c.common(node))]


def _flip_coin(node: Node, c: Context) -> list[e.Effect]:
    return [e.FlipCoin(c.player(node), (), **c.common(node))]


def _return(node: Node, c: Context) -> list[e.Effect]:
    what = nouns.objects(node.nodes[0], c.scope, c.who)
    to = node.nodes[1]
    common = c.common(node)
    if to.kind == "to_battlefield":
        return [_onto(what, to.nodes, "return", c, common)]
    place, _ = nouns.zone(to.nodes[0], c.scope)
    return [e.MoveObjects(what, place, verb="return", slot=_named(what, c), **common)]


def _onto(what: t.Objects, ways: tuple[Node, ...], verb: Any, c: Context, common: dict[str, Any]) -> e.Effect:
    tapped = False
    under: t.Players | None = None if _of_each_player(what, c) else c.who
    counters: list[tuple[str, int]] = []
    for way in ways:
        match way.kind:
            case "way_tapped":
                if way.leaves[0].word != "tapped":
                    c.scope.fail(way, "a permanent enters `tapped` or not")
                tapped = True
            case "way_under":
                under = _under(way, what, c)
            case "way_counters":
                kind, amount = amounts.counters(way.nodes[0], c.scope)
                if not isinstance(amount, t.Number):
                    c.scope.fail(way, "a fixed number of counters is meant here")
                counters.append((kind, amount.value))
            case _:
                c.scope.fail(way, "this is not supported yet")
    slot = c.scope.new_slot()
    references.speak_of(c.scope, t.Slot(slot), many=references.is_many(what, c.scope))
    return e.MoveObjects(what, "battlefield", "top", tapped, under, tuple(counters), verb=verb, slot=slot, **common)


def _of_each_player(what: t.Objects, c: Context) -> bool:
    """Whether it is each player's own cards, or your own: they come under their owners' control anyway.

    Other cards come under the control of the player who puts them there (CR 110.2a).
    """
    parts = what.parts if isinstance(what, t.Several) else (what,)
    groups = [x.group for x in parts if isinstance(x, t.Chosen | t.Each)]
    aimed = [c.scope.targets[x.index].group for x in parts if isinstance(x, t.Target)]
    groups += [group for group in aimed if group is not None]
    return len(groups) == len(parts) and all(group.owner == c.who for group in groups)


def _under(way: Node, what: t.Objects, c: Context) -> t.Players | None:
    word = way.leaves[0].word
    who = t.You() if word == "under your control" else c.who if word == "under their control" else None
    if who != t.EachPlayer():
        return who
    if not _of_each_player(what, c):
        c.scope.fail(way, "each player would control others of these; that is not supported yet")
    return None


def _put_onto(node: Node, c: Context) -> list[e.Effect]:
    what = nouns.objects(node.nodes[0], c.scope, c.who)
    return [_onto(what, node.nodes[1:], "put", c, c.common(node))]


def _put_into(node: Node, c: Context) -> list[e.Effect]:
    what = nouns.objects(node.nodes[0], c.scope, c.who)
    place, _ = nouns.zone(node.nodes[1], c.scope)
    return [e.MoveObjects(what, place, slot=_named(what, c), **c.common(node))]


def _put_on(position: Any) -> Callable[[Node, Context], list[e.Effect]]:
    def made(node: Node, c: Context) -> list[e.Effect]:
        what = nouns.objects(node.nodes[0], c.scope, c.who)
        place, _ = nouns.zone(node.nodes[1], c.scope)
        if place != "library":
            c.scope.fail(node.nodes[1], "only a library has a top and a bottom")
        if looking.in_the_library(what, c.scope):
            return [looking.put(what, position, node, c)]
        if "ordered" in c.suffixes:
            c.scope.fail(c.suffixes["ordered"], "an order is asked for only among cards of a library looked at so far")
        return [e.MoveObjects(what, place, position, slot=_named(what, c), **c.common(node))]

    return made


def _put_counters(node: Node, c: Context) -> list[e.Effect]:
    kind, amount = amounts.counters(node.nodes[0], c.scope)
    if amount is None:
        c.scope.fail(node, "say how many counters")
    what = nouns.objects(node.nodes[1], c.scope, c.who)
    return [e.PutCounters(what, kind, c.amount(amount), slot=_named(what, c), **c.common(node))]


def _remove_counters(node: Node, c: Context) -> list[e.Effect]:
    kind, amount = amounts.counters(node.nodes[0], c.scope)
    what = nouns.objects(node.nodes[1], c.scope, c.who)
    return [e.RemoveCountersFrom(what, kind, amount, slot=_named(what, c), **c.common(node))]


def _damage(
    node: Node, amount: t.Amount, to_node: Node, source: t.Objects, c: Context, divided: bool = False
) -> e.Effect:
    if len(to_node.nodes) == 1 and to_node.nodes[0].kind == "attacked":
        return _damage_to_attacked(node, c.amount(amount), source, c)
    what, who = nouns.both(to_node, c.scope)
    return e.DealDamage(source, c.amount(amount), what, who, divided, **c.common(node))


def _damage_to_attacked(node: Node, amount: t.Amount, source: t.Objects, c: Context) -> e.Effect:
    """To the planeswalker attacked, if one is, else to the defending player (CR 508.5)."""
    walker: t.Objects = t.Slot("event.other")
    place = c.scope.sink.place(node)
    to_player = e.DealDamage(source, amount, None, t.PlayerSlot("event.player"), place=place)
    to_walker = e.DealDamage(source, amount, walker, place=place)
    return e.If(t.Matches(walker, t.Anything()), (to_walker,), (to_player,), **c.common(node))


def _deal(node: Node, c: Context) -> list[e.Effect]:
    source = c.source(node)
    return [_damage(node, amounts.amount(node.nodes[0], c.scope), node.nodes[1], source, c)]


def _deal_twice(node: Node, c: Context) -> list[e.Effect]:
    """ "deals 2 damage to any target and 3 damage to you": dealt at the same time (CR 608.2c)."""
    source = c.source(node)
    before = c.scope.it
    first = _damage(node, amounts.amount(node.nodes[0], c.scope), node.nodes[1], source, c)
    if before is not None and c.scope.it is None:
        c.scope.it = before
    second = _damage(node, amounts.amount(node.nodes[2], c.scope), node.nodes[3], source, c)
    return [first, replace(second, joint=",")]


def _deal_equal(node: Node, c: Context) -> list[e.Effect]:
    source = c.source(node)
    amount = amounts.amount(node.nodes[0], c.scope)
    return [_damage(node, amount, node.nodes[1], source, c)]


def _deal_equal_after(node: Node, c: Context) -> list[e.Effect]:
    source = c.source(node)
    before = c.scope.it
    step = _damage(node, t.Number(0), node.nodes[0], source, c)
    after = c.scope.it
    c.scope.it = before if before is not None else after
    amount = amounts.amount(node.nodes[1], c.scope)
    c.scope.it = after
    if not isinstance(step, e.DealDamage):
        c.scope.fail(node, "put the amount first: `deals damage equal to its power to ...`")
    return [e.DealDamage(step.source, amount, step.to, step.to_players, **c.common(node))]


def _deal_divided(node: Node, c: Context) -> list[e.Effect]:
    source = c.source(node)
    amount = amounts.amount(node.nodes[0], c.scope)
    c.scope.divides = amount
    return [_damage(node, amount, node.nodes[1], source, c, divided=True)]


def _life(made: Any) -> Callable[[Node, Context], list[e.Effect]]:
    def build(node: Node, c: Context) -> list[e.Effect]:
        equal = c.suffixes.get("equal_to")
        if node.nodes and equal is not None:
            c.scope.fail(equal, "this says twice how much life it is")
        if node.nodes:
            amount = c.amount(amounts.amount(node.nodes[0], c.scope))
            more = node.leaf("NUMBER")
            amount = t.Plus((amount, t.Number(int(more.word)))) if more is not None else amount
        elif equal is not None:
            amount = amounts.amount(equal.nodes[0], c.scope)
        else:
            c.scope.fail(node, "say how much life: `3 life`, `life equal to its power`")
        return [made(c.player(node), amount, **c.common(node))]

    return build


def _gain_control(node: Node, c: Context) -> list[e.Effect]:
    what = nouns.objects(node.nodes[0], c.scope, c.who)
    change = e.GainControl(c.player(node))
    _named(what, c)
    return [e.Alter(what, (change,), c.duration or "for good", **c.common(node))]


def _player_rule(node: Node, c: Context) -> list[e.Effect]:
    word = player_rule(node.leaves[0].word)
    return [e.AlterPlayers(c.player(node), word, c.duration or "for good", **c.common(node))]


RULE_WORDS = {
    "have no maximum hand size": "no maximum hand size",
    "may play an additional land each turn": "additional land",
    "may play an additional land this turn": "additional land",
    "have no life total": "no life total",
    "don't lose the game for an empty library": "doesn't lose for an empty library",
    "don't lose the game for poison": "doesn't lose for poison",
    "may cast the revealed top card of your command zone": "casts from command",
    "reduce emerge costs by the sacrificed creature's whole mana cost": "emerge by mana cost",
}  # fmt: skip


def player_rule(word: str) -> str:
    """The row of PLAYER_RULES that the words name."""
    return RULE_WORDS.get(word, word)


def _get_counters(node: Node, c: Context) -> list[e.Effect]:
    kind, amount = amounts.counters(node.nodes[0], c.scope)
    if kind != "poison" or amount is None:
        c.scope.fail(node, "players get poison counters only so far")
    return [e.GivePoison(c.player(node), c.amount(amount), **c.common(node))]


def _get_emblem(node: Node, c: Context) -> list[e.Effect]:
    name = node.leaves[0].text.strip('"')
    if name not in c.scope.names.emblems:
        c.scope.sink.unknown(node.leaves[0], "emblem", name, c.scope.names.emblems)
    return [e.GetEmblem(c.player(node), name, **c.common(node))]


def _add(node: Node, c: Context) -> list[e.Effect]:
    mana = node.nodes[0]
    if mana.kind == "mana_symbols":
        options = []
        for leaf in mana.leaves:
            if leaf.type != "MANA":
                continue
            costs.mana(leaf, c.scope)
            options.append(tuple(MANA_SYMBOL.findall(leaf.text)))
        return [e.AddMana(c.who, tuple(options), False, c.amount(t.Number(1)), **c.common(node))]
    amount = amounts.amount(mana.nodes[0], c.scope) if mana.nodes else t.Number(1)
    return [e.AddMana(c.who, (), True, c.amount(amount), **c.common(node))]


def _shuffle(node: Node, c: Context) -> list[e.Effect]:
    return [e.ShuffleLibrary(c.player(node), **c.common(node))]


def _attach(node: Node, c: Context) -> list[e.Effect]:
    what = nouns.objects(node.nodes[0], c.scope)
    return [e.AttachTo(what, nouns.objects(node.nodes[1], c.scope), **c.common(node))]


def _prevent(node: Node, c: Context) -> list[e.Effect]:
    leaf = node.leaf("NUMBER")
    damage = node.leaf("DAMAGE")
    assert damage is not None
    amount = t.Number(int(leaf.word)) if leaf is not None else None
    to: t.Objects | None = None
    who: t.Players | None = None
    by: t.Objects | None = None
    for part in node.nodes[0].nodes:
        if part.kind == "dealt_by":
            by = nouns.objects(part.nodes[0], c.scope)
            if not isinstance(by, t.This | t.Slot | t.Target):
                c.scope.fail(part, "name the one source: `by this`, `by target creature`; kinds are not supported yet")
        else:
            to, who = nouns.both(part, c.scope)
    if damage.word == "noncombat damage":
        c.scope.fail(node, "preventing noncombat damage only is not supported yet")
    if c.duration != "until end of turn":
        c.scope.fail(node, "say until when: `this turn`")
    return [e.PreventDamage(to, who, amount, damage.word == "combat damage", by, **c.common(node))]


def _lose_game(node: Node, c: Context) -> list[e.Effect]:
    return [e.LoseGame(c.player(node), **c.common(node))]


def _win_game(node: Node, c: Context) -> list[e.Effect]:
    return [e.WinGame(c.player(node), **c.common(node))]


def _search_everywhere(node: Node, c: Context) -> list[e.Effect]:
    """ "search its controller's graveyard, hand, and library for all cards with that name and exile them".

    Of cards in a hand or library one may find fewer than there are (CR 701.19b).
    """
    whose, wanted, them = node.nodes
    owner = nouns.possessor(whose, c.scope)
    c.scope.they = owner
    found = nouns.counted(wanted, c.scope)
    if found is None or not found.nominal.card or found.nominal.zone_given:
        c.scope.fail(wanted, "say which cards: `all cards with the same name as that card`")
    if [leaf.word for part in them.walk() for leaf in part.leaves] != ["them"]:
        c.scope.fail(them, "what was found is exiled: `and exile them`")
    det = wanted.nodes[0].node("det")
    words = det.words()[0] if det is not None else ""
    if words not in ("all", "any number of"):
        c.scope.fail(wanted, "say how many: `all cards`, `any number of cards`")
    parts: list[t.Objects] = []
    for zone in ("graveyard", "hand", "library"):
        group = t.Group(found.nominal.filter, zone, owner)
        every = words == "all" and zone == "graveyard"
        parts.append(t.Each(group) if every else t.Chosen(group, t.Number(0), t.Number(1000), c.player(node)))
    slot = c.scope.new_slot()
    return [e.MoveObjects(t.Several(tuple(parts)), "exile", verb="exile", slot=slot, **c.common(node))]


PREDICATES: dict[str, Callable[[Node, Context], list[e.Effect]]] = {
    "look_at": looking.look_at, "put_back": looking.put_back, "put_and_rest": looking.put_and_rest,
    "put_and_rest_on_top": looking.put_and_rest, "keyword_action": keyword_actions.word, "amass": keyword_actions.amass,

    "act_copy": copies.create, "become_copy": copies.become,
    "search_everywhere": _search_everywhere,
    "exile": _exile, "choose_from": _choose_from, "choose_of": _choose_of,
    "count": _count, "counter": _counter, "flip_coin": _flip_coin,
    "return": _return,
    "put_onto": _put_onto, "put_into": _put_into, "put_on_top": _put_on("top"), "put_on_bottom": _put_on("bottom"),
    "put_counters": _put_counters, "remove_counters": _remove_counters, "deal": _deal, "deal_twice": _deal_twice,
    "deal_equal": _deal_equal,
    "deal_equal_after": _deal_equal_after, "deal_divided": _deal_divided, "gain_life": _life(e.GainLife),
    "lose_life": _life(e.LoseLife), "gain_control": _gain_control, "player_rule": _player_rule,
    "get_counters": _get_counters, "get_emblem": _get_emblem, "add": _add, "shuffle": _shuffle, "attach": _attach,
    "prevent": _prevent, "prevent_next": _prevent, "lose_game": _lose_game, "win_game": _win_game,
}  # fmt: skip
