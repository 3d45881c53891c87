"""Noun phrases: which objects and players they name, and what they count."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import ModuleType

from hordemtg.cards import terms as t
from hordemtg.cards.abilities import TargetSpec
from hordemtg.cards.values import Zone
from hordemtg.compiler import references
from hordemtg.compiler.nominals import PAID, Nominal, all_of, any_of, nominal
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Leaf, Node, Part

ANY_TARGET = t.AnyOf((t.IsType("battle"), t.IsType("creature"), t.IsType("planeswalker")))  # CR 115.4


@dataclass(frozen=True, slots=True)
class Determiner:
    """How many, and whether they are targets."""

    minimum: t.Amount = t.Number(1)
    maximum: t.Amount = t.Number(1)
    target: bool = False
    every: bool = False
    none: bool = False
    other: bool = False
    or_more: bool = False
    or_fewer: bool = False
    unlimited: bool = False


def determiner(node: Node, scope: Scope) -> Determiner:
    """The meaning of a `det` node."""
    words = node.words()
    number: t.Amount = t.Number(1)
    for leaf in node.leaves:
        if leaf.type == "NUMBER":
            number = t.Number(int(leaf.word))
        elif leaf.word == "X":
            number = x_value(leaf, scope)
        elif leaf.word == "that many":
            number = that_much(leaf, scope)
    target = words[-1].endswith("target")
    other = words[0].startswith("another") or words[-1].endswith("other target")
    if words[0] in ("each", "all", "the", "any"):
        return Determiner(every=True)
    if words[0] == "no":
        return Determiner(none=True)
    if words[0] in ("up to", "up to one", "up to one other target"):
        return Determiner(t.Number(0), number, target=target, other=other)
    if words[0] == "one or two target":
        return Determiner(t.Number(1), t.Number(2), target=True)
    if words[0] == "any number of":
        return Determiner(t.Number(0), t.Number(1000), target=target, unlimited=True, other=other)
    if words[-1] == "or more":
        return Determiner(number, t.Number(1000), or_more=True)
    if words[-1] == "or fewer":
        return Determiner(t.Number(0), number, or_fewer=True)
    return Determiner(number, number, target=target, other=other)


def it(part: Part, scope: Scope) -> t.Objects:
    """What "it" means here. Fails when nothing before introduced it."""
    references.hear(scope, scope.it)
    if scope.it is not None:
        return scope.it
    if scope.self_is_it:
        return t.This()
    scope.fail(part, f"nothing before says what `{part_text(part)}` is", "name it: `this`, or `target creature`")


def they(part: Part, scope: Scope) -> t.Players:
    """What player "they", "that player", "their" means here."""
    if scope.they is not None:
        return scope.they
    scope.fail(part, f"nothing before says who `{part_text(part)}` is", "name the player: `you`, or `target player`")


def part_text(part: Part) -> str:
    return part.text if isinstance(part, Leaf) else part.first or part.kind


def x_value(part: Part, scope: Scope) -> t.Amount:
    """X: what `where X is` says, else the value chosen for X."""
    scope.x_used = True
    if scope.x is None and scope.where is not None:
        from hordemtg.compiler import amounts

        if part is scope.where or any(leaf.type == "X" for node in scope.where.walk() for leaf in node.leaves):
            scope.fail(scope.where, "X is said by X itself", "say what X is without X: `where X is the number of ...`")
        return amounts.amount(scope.where, scope)
    if scope.x is None and scope.x_defined:
        scope.fail(part, "what X is stands in another sentence; say it in this one too: `where X is ...`")
    return scope.x if scope.x is not None else t.X()


def that_much(part: Part, scope: Scope) -> t.Amount:
    if scope.that_much is None:
        scope.fail(part, f"nothing before says how much `{part_text(part)}` is")
    return scope.that_much


# ---------------------------------------------------------------- players


def controlled(phrase: str, part: Part, scope: Scope) -> t.Filter:
    """The filter of "you control", "an opponent controls", "you own" and the like."""
    match phrase:
        case "you control":
            return t.ControlledBy(t.You())
        case "you don't control":
            return t.Not(t.ControlledBy(t.You()))
        case "you own":
            return t.OwnedBy(t.You())
        case "an opponent controls" | "your opponents control" | "each opponent controls":
            return t.ControlledBy(t.Opponents())
        case "an opponent owns":
            return t.OwnedBy(t.Opponents())
        case "they control" | "that player controls":
            return t.ControlledBy(they(part, scope))
        case "defending player controls":
            return t.ControlledBy(t.DefendingPlayer(it(part, scope)))
        case "its controller controls":
            return t.ControlledBy(t.ControllerOf(it(part, scope)))
        case "target player controls":
            return t.ControlledBy(target_player("player", part, scope))
        case "target opponent controls":
            return t.ControlledBy(target_player("opponent", part, scope))
        case _:
            scope.fail(part, f"`{phrase}` is not supported yet")


def related_player(phrase: str, part: Part, scope: Scope) -> t.Players:
    """The player of a `RELATED` phrase that begins a condition: "you control a Goblin"."""
    made = controlled(phrase, part, scope)
    inner = made.part if isinstance(made, t.Not) else made
    if isinstance(inner, t.ControlledBy):
        return inner.who
    scope.fail(part, f"`{phrase}` does not begin a condition")


def target_player(word: str, part: Part, scope: Scope) -> t.Players:
    who: t.Players = t.Opponents() if word == "opponent" else t.EachPlayer()
    index = add_target(TargetSpec(None, who, place=scope.sink.place(part)), part, scope)
    scope.they = t.PlayerTarget(index)
    return t.PlayerTarget(index)


def possessor(node: Node, scope: Scope) -> t.Players:
    """Whose it is."""
    match node.kind:
        case "your":
            return t.You()
        case "its":
            return t.OwnerOf(it(node, scope))
        case "their":
            return they(node, scope)
        case "of":
            return players(node.nodes[0], scope)
        case _:
            scope.fail(node, "this is no player")


def possessed(node: Node, scope: Scope) -> t.Objects:
    """The object whose power, controller or owner it is."""
    match node.kind:
        case "its" | "their":
            return it(node, scope)
        case "of":
            return objects(node.nodes[0], scope)
        case _:
            scope.fail(node, "a player has no such thing")


def zone(node: Node, scope: Scope) -> tuple[Zone, t.Players | None]:
    """The zone, and whose it is."""
    match node.kind:
        case "zone_battlefield":
            return "battlefield", None
        case "zone_exile":
            return "exile", None
        case "zone_outside":
            scope.fail(
                node,
                "nobody has cards outside the game here (CR 400.11)",
                "only what one may do instead of something else can say so: `you may reveal ... or choose ...`",
            )
        case "zone_any":
            return node.leaves[-1].word, None  # type: ignore[return-value]
        case "owned_zone":
            whose = node.nodes[0]
            owner: t.Players | None
            # "its owner's hand": cards always go to their owner's zones (CR 400.3)
            owner = None if _owner_word(whose) else possessor(whose, scope)
            return node.leaves[-1].word, owner  # type: ignore[return-value]
        case _:
            scope.fail(node, "this is no zone")


def _owner_word(whose: Node) -> bool:
    inner = whose.nodes[0] if whose.kind == "of" and whose.nodes else None
    return inner is not None and inner.kind == "role" and inner.leaves[-1].word == "owner"


def is_players(node: Node, scope: Scope) -> bool:
    """Whether the noun phrase names players only."""
    match node.kind:
        case "np":
            return all(is_players(child, scope) for child in node.nodes if child.kind != "join_a")
        case "you" | "defending" | "your_opponents" | "role":
            return True
        case "some" | "bare" | "that" | "those":
            words = [leaf.word for leaf in _nominal_words(node)]
            return bool(words) and all(word in ("player", "opponent", "other") for word in words)
        case "pronoun":
            return node.leaves[0].word in ("they", "them") and scope.they is not None and not _many_spoken_of(scope)
        case _:
            return False


def _many_spoken_of(scope: Scope) -> bool:
    """Whether "they" are objects: one object is "it", and "they" is a player where only one object was spoken of."""
    return scope.it is not None and references.is_many(scope.it, scope)


def _nominal_words(node: Node) -> list[Leaf]:
    found = node.node("nominal")
    if found is None:
        return []
    head = found.nodes[0]
    groups = [head] if head.kind == "words" else list(head.nodes)
    return [leaf for group in groups for word in group.nodes for leaf in word.leaves]


def players(node: Node, scope: Scope) -> t.Players:
    """The players that a noun phrase names. Fails when it names objects."""
    match node.kind:
        case "np" if len(node.nodes) == 1:
            return players(node.nodes[0], scope)
        case "you":
            return t.You()
        case "your_opponents":
            if node.leaves[-1].word != "opponent":
                scope.fail(node, f"you have no `{node.leaves[-1].word}`", "say `your opponents`, or `each player`")
            return t.Opponents()
        case "defending":
            return t.DefendingPlayer(it(node, scope))
        case "role":
            what = possessed(node.nodes[0], scope)
            who: t.Players = t.OwnerOf(what) if node.leaves[-1].word == "owner" else t.ControllerOf(what)
            scope.they = who
            return who
        case "pronoun":
            return they(node, scope)
        case "that" | "those":
            return they(node, scope)
        case "some" | "bare":
            return _some_players(node, scope)
        case _:
            scope.fail(node, "a player is meant here: `you`, `each opponent`, `target player`")


def _some_players(node: Node, scope: Scope) -> t.Players:
    words = [leaf.word for leaf in _nominal_words(node)]
    persons = [word for word in words if word in ("player", "opponent")]
    if not persons:
        scope.fail(node, "a player is meant here: `you`, `each opponent`, `target player`")
    if len(persons) > 1 or not {"player", "opponent", "other"}.issuperset(words):
        scope.fail(node, f"players are not told apart by `{' '.join(words)}`", "say `each player`, or `each opponent`")
    det_node, nominal_node = node.node("det"), node.node("nominal")
    assert nominal_node is not None
    if len(nominal_node.nodes) > 1:
        scope.fail(nominal_node.nodes[1], "of players nothing more can be said here: `each player`, `target opponent`")
    if det_node is not None and det_node.words() == ["the"]:
        return they(node, scope)
    det = determiner(det_node, scope) if det_node is not None else Determiner(every=True)
    if det.target:
        return t.PlayerTarget(_target(nominal(nominal_node, scope), det, node, scope))
    other = det.other or "other" in words
    event = t.PlayerSlot("event.player")
    unnamed = scope.they in (None, t.You()) or (scope.they == event and not scope.player_named)
    if other and (persons[0] == "opponent" or not unnamed):
        scope.fail(node, f"`other {persons[0]}` than the one before is not supported", "say who it is")
    if scope.kind == "event" and det.or_more and det.minimum == t.Number(1):
        return t.Opponents() if persons[0] == "opponent" else t.EachPlayer()  # "one or more players"
    if det.none or (not det.every and (det.minimum, det.maximum) != (t.Number(1), t.Number(1))):
        scope.fail(node, "so many players are not supported yet", "`each player`, `each opponent`, `target player`")
    return t.Opponents() if persons[0] == "opponent" or other else t.EachPlayer()


# ---------------------------------------------------------------- targets


def add_target(spec: TargetSpec, part: Part, scope: Scope) -> int:
    """Note one instance of the word "target"; its number."""
    if scope.kind in ("static", "cost", "event"):
        scope.fail(part, "nothing is targeted here: only spells and activated or triggered abilities have targets")
    if scope.target_condition is not None and spec.condition is None:
        spec = replace(spec, condition=scope.target_condition)
    scope.targets.append(spec)
    return len(scope.targets) - 1


def _target(found: Nominal, det: Determiner, part: Part, scope: Scope) -> int:
    if det.other or found.other:
        earlier = tuple(range(len(scope.targets)))
        if not earlier and found.objects:
            found.filter = all_of([found.filter, t.Not(t.IsOneOf(scope.apart or t.This()))])
        different = earlier
    else:
        different = ()
    persons: t.Players | None = None
    if found.persons:
        persons = t.Opponents() if "player" not in found.persons else t.EachPlayer()
    group = found.group if found.objects else None
    if found.card and not found.zone_given:
        scope.fail(part, "where is the card? `target creature card from your graveyard`")
    exactly = isinstance(det.minimum, t.X)
    if not (exactly or isinstance(det.minimum, t.Number)):
        scope.fail(part, "a number of targets that is not fixed is not supported yet", "`up to 3 target creatures`")
    least = det.minimum.value if isinstance(det.minimum, t.Number) else 0
    spec = TargetSpec(group, persons, least, det.maximum, exactly, None, different, scope.sink.place(part))
    index = add_target(spec, part, scope)
    if group is not None:
        references.speak_of(scope, t.Target(index))
    if persons is not None:
        scope.they = t.PlayerTarget(index)
    return index


# ---------------------------------------------------------------- objects


def objects(node: Node, scope: Scope, chooser: t.Players | None = None) -> t.Objects:
    """The objects that a noun phrase names. Fails when it names players."""
    found, who = both(node, scope, chooser)
    if found is None or who is not None:
        scope.fail(node, "an object is meant here: `this`, `target creature`, `each creature`")
    return found


def both(node: Node, scope: Scope, chooser: t.Players | None = None) -> tuple[t.Objects | None, t.Players | None]:
    """The objects and the players that a noun phrase names: "each opponent and each creature they control"."""
    if node.kind == "np":
        parts = [child for child in node.nodes if child.kind not in ("join_a",)]
        if len(parts) == 1:
            return both(parts[0], scope, chooser)
        what, who = _joined(parts, scope, chooser)
        joints = {leaf.word for child in node.nodes if child.kind == "join_a" for leaf in child.leaves}
        return (_either(what, who, node, scope), None) if "or" in joints else (what, who)
    if node.kind in ("kinds", "top", "whole_zone"):
        return _at_once(node, scope), None
    if is_players(node, scope):
        who = players(node, scope)
        scope.they = scope.they if isinstance(who, t.You) else who
        return None, who
    match node.kind:
        case "this":
            _this(node, scope)
            return t.This(), None
        case "pronoun":
            return it(node, scope), None
        case "that" | "those" if {"player", "opponent"} & {leaf.word for leaf in _nominal_words(node)}:
            return _that(node, scope), they(node, scope)  # "that permanent or player"
        case "that" | "those":
            return _that(node, scope), None
        case "each_of":
            return both(node.nodes[0], scope, chooser)
        case "the_rest":
            return _looking().the_rest(node, scope), None
        case "of_them":
            return _looking().of_them(node, scope, chooser), None
        case "any_target":
            spec = TargetSpec(t.Group(ANY_TARGET), t.EachPlayer(), place=scope.sink.place(node))
            index = add_target(spec, node, scope)
            scope.heard = frozenset()
            references.speak_of(scope, t.Target(index))
            scope.they = t.PlayerTarget(index)
            return t.Target(index), t.PlayerTarget(index)
        case "some" | "bare":
            return _some(node, scope, chooser)
        case "top" | "whole_zone":
            return _at_once(node, scope), None
        case _:
            scope.fail(node, "these words name no object here")


def _looking() -> ModuleType:
    from hordemtg.compiler import looking  # which builds on this

    return looking


def _in_one_zone(parts: list[Node]) -> list[Node]:
    """ "A creature card and a land card from your graveyard": what the last says of the zone is said of all cards."""
    last = parts[-1].node("nominal")
    place = last.node("in_zone") if last is not None else None
    if place is None:
        return parts
    return [_placed(part, place) for part in parts[:-1]] + parts[-1:]


def _placed(part: Node, place: Node) -> Node:
    if part.kind == "np":
        return replace(part, children=tuple(_placed(x, place) if isinstance(x, Node) else x for x in part.children))
    inner = part.node("nominal")
    if inner is None or inner.node("in_zone") is not None or "card" not in [leaf.word for leaf in _nominal_words(part)]:
        return part
    with_zone = replace(inner, children=(*inner.children, place))
    return replace(part, children=tuple(with_zone if child is inner else child for child in part.children))


def _joined(parts: list[Node], scope: Scope, chooser: t.Players | None) -> tuple[t.Objects | None, t.Players | None]:
    found: list[t.Objects] = []
    whos: list[t.Players] = []
    for part in _in_one_zone(parts):
        what, who = both(part, scope, chooser)
        if what is not None:
            found.append(what)
        if who is not None:
            whos.append(who)
    if len(whos) > 1:
        scope.fail(parts[-1], "players are named twice here")
    what = None if not found else found[0] if len(found) == 1 else t.Several(tuple(found))
    return what, whos[0] if whos else None


def _either(what: t.Objects | None, who: t.Players | None, node: Node, scope: Scope) -> t.Objects:
    """ "A creature or a land": one that is either, and not one of each."""
    parts = what.parts if isinstance(what, t.Several) else ()
    chosen = [part for part in parts if isinstance(part, t.Chosen)]
    if who is not None or len(chosen) < 2 or len(chosen) < len(parts):
        scope.fail(node, "one or the other of these is not asked for so far", "`a creature or land`, or `choose one`")
    last = chosen[-1]
    groups = [part.group for part in chosen]
    here = [group if group.zone != "battlefield" else replace(last.group, filter=group.filter) for group in groups]
    alike = all(replace(part, group=last.group) == last for part in chosen)
    if not alike or any((group.zone, group.owner) != (last.group.zone, last.group.owner) for group in here):
        scope.fail(node, "say of both the same: how many, and where they are")
    own = {tuple(_whose(group.filter)) for group in groups}
    if len(own) > 1:
        scope.fail(node, "say of both whose they are: `an artifact you control or a creature you control`")
    return replace(last, group=replace(last.group, filter=any_of([group.filter for group in groups])))


def _whose(filter_: t.Filter) -> list[t.Filter]:
    parts = filter_.parts if isinstance(filter_, t.AllOf) else (filter_,)
    return [part for part in parts if isinstance(part, t.ControlledBy | t.OwnedBy)]


def _this(node: Node, scope: Scope) -> None:
    place_node = node.nodes[0] if node.nodes else None
    if place_node is not None:
        place, _ = zone(place_node, scope)
        scope.this_zone = place


def _that(node: Node, scope: Scope) -> t.Objects:
    """ "That creature", "those cards": what was spoken of so. Its words ask nothing more of it."""
    words = {leaf.word for leaf in _nominal_words(node)}
    if scope.exiled and scope.it == t.Slot(scope.exiled) and "creature" in words and "card" not in words:
        scope.fail(node, "what was exiled is a card; say which creature is meant", "`it`, or `target creature`")
    return references.that(node, _nominal_words(node), scope)


def _is_the(node: Node) -> bool:
    """ "The token", "the creature you control": one spoken of before, unless a cost or an Aura says which it is."""
    det = node.node("det")
    words = _nominal_words(node)
    return det is not None and det.words() == ["the"] and bool(words) and words[0].word not in (
        *PAID, "enchanted", "equipped", "player", "opponent",
    )  # fmt: skip


def _the(node: Node, scope: Scope) -> t.Objects:
    """What "the token" is: what was spoken of last in the same words."""
    nominal_node = node.node("nominal")
    assert nominal_node is not None
    if len(nominal_node.nodes) == 1:
        return references.that(node, _nominal_words(node), scope)
    asked = nominal(nominal_node, scope).filter
    for mention in reversed(scope.said):
        aimed = isinstance(mention.what, t.Target) and mention.what.index < len(scope.targets)
        group = scope.targets[mention.what.index].group if aimed and isinstance(mention.what, t.Target) else None
        if group is not None and group.filter == asked:
            scope.heard = mention.words
            return mention.what
    scope.fail(node, f"nothing before says which `{references.said(node)}` is", "name it: `target creature`, `a token`")


def _at_once(node: Node, scope: Scope) -> t.Objects:
    scope.heard = frozenset({"card"})
    match node.kind:
        case "whole_zone":
            place, owner = zone(node.nodes[0], scope)
            return t.Each(t.Group(t.Anything(), place, owner))
        case "top":
            place, owner = zone(node.nodes[-1], scope)
            if place != "library" or owner is None:
                scope.fail(node, "only a library has a top")
            leaf, x = node.leaf("NUMBER"), node.node("top_x")
            amount: t.Amount = t.Number(int(leaf.word)) if leaf is not None else t.Number(1)
            if x is not None:
                amount = x_value(x, scope)
            return t.TopOfLibrary(owner, amount)
        case _:
            scope.fail(node, "these words name no object here")


def _some(node: Node, scope: Scope, chooser: t.Players | None) -> tuple[t.Objects | None, t.Players | None]:
    det_node = node.node("det")
    nominal_node = node.node("nominal")
    assert nominal_node is not None
    if _is_the(node):
        return _the(node, scope), None
    found = nominal(nominal_node, scope)
    det = determiner(det_node, scope) if det_node is not None else Determiner(every=True)
    _any_host(found, det_node)
    if found.words[0] in PAID:
        return _paid(found, det_node, node, scope), None
    if det.target:
        index = _target(found, det, node, scope)
        return (t.Target(index) if found.objects else None), (t.PlayerTarget(index) if found.persons else None)
    if found.host:
        references.speak_of(scope, t.Host())
        return t.Host(), None
    if found.other or det.other:
        found.filter = all_of([found.filter, t.Not(t.IsOneOf(_other_than(found, scope)))])
    if det.none:
        scope.fail(node, "`no` only stands in conditions")
    persons: t.Players | None = None
    if found.persons:
        persons = t.Opponents() if "player" not in found.persons else t.EachPlayer()
    if det.every:
        return t.Each(found.group), persons
    who = chooser if chooser is not None else t.You()
    return t.Chosen(found.group, det.minimum, det.maximum, who), persons


def _any_host(found: Nominal, det: Node | None) -> None:
    """ "An equipped creature" is any that is equipped, not the one that this equips."""
    if det is not None and det.words() != ["the"]:
        found.host = False


def _paid(found: Nominal, det: Node | None, node: Node, scope: Scope) -> t.Objects:
    """ "The sacrificed creature": what was sacrificed for the cost, or by a step before (CR 400.7j, 608.2h)."""
    word = found.words[0]
    if det is None or det.words() != ["the"] or word not in scope.paid:
        scope.fail(node, f"nothing before was {word}: a cost or a step says `{PAID[word]} a ...`")
    return scope.paid[word]


def _other_than(found: Nominal, scope: Scope) -> t.Objects:
    """What "other" and "another" leave out: this, in a spell what was named before, of an Aura or Equipment
    the creature it speaks of."""
    if scope.kind == "spell" and scope.it is not None:
        return scope.it
    if {"Aura", "Equipment", "equipment"} & {*found.words}:
        return t.This()  # "each other Aura attached to it"
    if scope.kind == "static" and isinstance(scope.it, t.Host):
        return scope.it
    return scope.apart if scope.apart is not None else t.This()


# ---------------------------------------------------------------- what is counted, and filters of events


@dataclass(frozen=True, slots=True)
class Counted:
    """ "2 creature cards": how many of what; amount None: all of them."""

    amount: t.Amount | None
    nominal: Nominal
    or_more: bool = False
    or_fewer: bool = False


def counted(node: Node, scope: Scope, *, naming: bool = False) -> Counted | None:
    """The noun phrase as a number of things: None when it is another kind of phrase ("it", "those cards")."""
    inner = node.nodes[0] if node.kind == "np" and len(node.nodes) == 1 else node
    if inner.kind == "bare":
        nominal_node = inner.node("nominal")
        assert nominal_node is not None
        bare = nominal(nominal_node, scope, naming=naming)
        if bare.other:
            bare.filter = all_of([bare.filter, t.Not(t.IsOneOf(_other_than(bare, scope)))])
        return Counted(None, bare)
    if inner.kind != "some":
        return None
    det_node, nominal_node = inner.node("det"), inner.node("nominal")
    assert det_node is not None and nominal_node is not None
    if _is_the(inner):
        return None
    det = determiner(det_node, scope)
    if det.target:
        return None
    found = nominal(nominal_node, scope, naming=naming)
    _any_host(found, det_node)
    if found.other or det.other:
        found.filter = all_of([found.filter, t.Not(t.IsOneOf(_other_than(found, scope)))])
    if det.none:
        return Counted(t.Number(0), found)
    return Counted(
        None if det.every or det.unlimited else det.maximum if not det.or_more else det.minimum,
        found,
        det.or_more,
        det.or_fewer,
    )


def one_at_a_time(node: Node, scope: Scope) -> None:
    """Fail where a phrase of an event says how many: it happens to one, or to "one or more" of them."""
    for part in node.nodes if node.kind == "np" else (node,):
        det_node = part.node("det") if part.kind == "some" else None
        if det_node is None:
            continue
        words = det_node.words()
        if words[0] in ("a", "another", "any", "the", "target") or words[-1] == "or more" or (
            words[0] in ("each", "all") and is_players(part, scope)
        ):  # fmt: skip
            continue
        scope.fail(det_node, "an event says what it happens to: `a creature`, `one or more creatures`")


def fits(node: Node, scope: Scope) -> t.Filter:
    """The filter of the objects that an event or condition is about: "this or another Zombie you control"."""
    if node.kind == "np":
        parts = [child for child in node.nodes if child.kind != "join_a"]
        return any_of([fits(part, scope) for part in parts])
    match node.kind:
        case "this":
            _this(node, scope)
            return t.IsOneOf(t.This())
        case "pronoun":
            return t.IsOneOf(it(node, scope))
        case "that" | "those":
            return t.IsOneOf(_that(node, scope))
        case "some" if _is_the(node):
            return t.IsOneOf(_the(node, scope))
        case "some" | "bare":
            nominal_node = node.node("nominal")
            assert nominal_node is not None
            found = nominal(nominal_node, scope)
            det_node = node.node("det")
            det = determiner(det_node, scope) if det_node is not None else Determiner()
            _any_host(found, det_node)
            if found.persons:
                scope.fail(node, "players and objects are not asked about in one phrase here",
                           "write a clause for each")  # fmt: skip
            if det.target:
                scope.fail(node, "no target is chosen for this; only a spell or ability on the stack has targets")
            if found.host:
                return t.IsOneOf(t.Host())
            if found.zone_given and found.zone != "stack":
                scope.fail(node, "of which zone it is, is not asked here so far")
            filters: list[t.Filter] = [found.filter]
            if found.other or det.other:
                filters.append(t.Not(t.IsOneOf(t.This())))
            return all_of(filters)
        case _:
            scope.fail(node, "an object is meant here")
