"""Events: what triggered abilities and replacement effects wait for (CR 603, 614)."""

from __future__ import annotations

from dataclasses import replace

from hordemtg.cards import terms as t
from hordemtg.cards.effects import EventPattern
from hordemtg.compiler import amounts, conditions, nouns, references
from hordemtg.compiler.nominals import all_of, nominal
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Node

STEPS = {
    "upkeep": "upkeep", "draw step": "draw", "end step": "end", "combat": "beginning of combat",
    "first main phase": "first main", "precombat main phase": "first main", "second main phase": "second main",
    "postcombat main phase": "second main", "end of combat": "end of combat",
}  # fmt: skip

ACT_KINDS = {
    "cast": "cast", "draw": "draw", "discard": "discard", "mill": "mill", "sacrifice": "sacrifice", "create": "create",
    "tap": "tap", "untap": "untap", "play": "play land", "destroy": "destroy",
}  # fmt: skip

REPLACED_ACTS = frozenset({"draw", "discard", "mill", "create"})  # each draw alone, of the others all at once

PASSIVES = {
    "is sacrificed": "sacrifice", "is destroyed": "destroy", "is discarded": "discard", "is exiled": "exile",
    "is countered": "counter",
}  # fmt: skip

BECOMES = {"tapped": "tap", "untapped": "untap", "blocked": "becomes blocked"}


def step(word: str) -> str:
    """The engine's name of a step or phase."""
    return STEPS[word]


def events(node: Node, scope: Scope, before: Node | None = None) -> tuple[EventPattern, ...]:
    """The events of a trigger; what they introduce ("it", "that player") is noted in the scope.

    "When this enters and whenever it attacks": of what `before` is about, "it" speaks.
    """
    result: list[EventPattern] = []
    spoken: list[tuple[Node, Node]] = []
    subject: Node | None = None
    if before is not None:
        scope.it = None
    for child in node.nodes:
        match child.kind:
            case "event" | "first_event" | "event_in_turn":
                subject = child.nodes[0]
                if before is not None and _is_it(subject):
                    subject = before.nodes[0].nodes[0]
                verbs = _verbs(child.nodes[1]) if child.kind != "first_event" else [child.nodes[1]]
                for verb in verbs:
                    made = _together(child, _event(subject, verb, scope), scope)
                    if child.kind == "first_event":
                        made = _first(child, made, scope)
                    if child.kind == "event_in_turn":
                        made = _when_so(made, t.DuringTurnOf(t.You()))
                    result.append(made)
                spoken.append((subject, child.nodes[1]))
            case "counters_event":
                result.append(_counters_put(child, scope))
            case "same_subject":
                if subject is None:
                    scope.fail(child, "say what this happens to")
                result.append(_event(subject, child.nodes[0], scope))
                spoken.append((subject, child.nodes[0]))
            case "controls" | "there_event":
                result.append(_state(child, scope))
            case _:
                scope.fail(child, "this event is not supported yet")
    _introduce(result, spoken, scope)
    return tuple(result)


def _is_it(subject: Node) -> bool:
    return len(subject.nodes) == 1 and subject.nodes[0].kind == "pronoun"


def _verbs(verb: Node) -> list[Node]:
    """ "deals damage to a player or planeswalker": dealing it to one, and dealing it to the other (CR 120.3)."""
    to = verb.nodes[0] if verb.kind == "deals_damage" and verb.nodes else None
    some = to.nodes[0] if to is not None and len(to.nodes) == 1 else None
    nominal = some.node("nominal") if some is not None else None
    head = nominal.nodes[0] if nominal is not None else None
    if some is None or nominal is None or head is None or head.kind != "either" or len(nominal.nodes) > 1:
        return [verb]
    if not any(leaf.word in ("player", "opponent") for group in head.nodes for part in group.walk()
               for leaf in part.leaves):  # fmt: skip
        return [verb]
    return [verb.with_part(head, group) for group in head.nodes]


OF_A_PLAYER = frozenset({"acts", "acts_exile", "casts_or_copies", "cycles"})  # what it is done to is the event's object
WITH_AMOUNTS = frozenset({"damage", "gain life", "lose life", "counters put"})


def _speak_of_parts(found: list[EventPattern], spoken: list[tuple[Node, Node]], scope: Scope) -> None:
    """Note what the event's objects were called: "that creature" means the one of these that is called so."""
    own = t.IsOneOf(t.This())
    for subject, verb in spoken:
        objects = [part for part in verb.nodes if not nouns.is_players(part, scope)]
        words = references.words_of(objects) or (frozenset({"creature"}) if verb.kind == "blocks" else frozenset())
        doing, done_to = (
            ("event.other", "event.object") if verb.kind == "deals_damage" else ("event.object", "event.other")
        )
        if verb.kind in OF_A_PLAYER:
            done_to = "event.object"
        elif not nouns.is_players(subject, scope):
            mine = all((each.other if verb.kind == "deals_damage" else each.subject) == own for each in found)
            scope.heard = references.words_of([subject])
            references.speak_of(scope, t.Slot(doing), many=False, own=mine)
        if words:
            target = [each.subject if done_to == "event.object" else each.other for each in found]
            scope.heard = words
            references.speak_of(scope, t.Slot(done_to), many=False, own=all(each == own for each in target))


def _introduce(found: list[EventPattern], spoken: list[tuple[Node, Node]], scope: Scope) -> None:
    kinds = {pattern.kind for pattern in found}
    if kinds == {"state"}:
        return
    if any(pattern.together for pattern in found):
        scope.they, scope.self_is_it = t.PlayerSlot("event.player"), False
        return  # which and how many they were is not remembered
    if found and all(t.IsOneOf(t.Host()) in (pattern.subject, pattern.other) for pattern in found):
        scope.apart = t.Host()
    scope.player_named = any(pattern.who not in (None, t.You()) for pattern in found)
    before = scope.it
    _speak_of_parts(found, spoken, scope)
    scope.it = before
    if kinds - {"gain life", "lose life", "attack declared", "step begins", "coin", "lose game", "create"}:
        scope.it = t.Slot("event.object")
    if kinds == {"damage"} and any(pattern.other is not None and pattern.subject is None for pattern in found):
        scope.it = t.Slot("event.other")  # what deals it, when the receiver is no object or not spoken of
    scope.they = t.PlayerSlot("event.player")
    scope.that_much = t.EventAmount("event") if kinds <= WITH_AMOUNTS else None


def _together(node: Node, made: EventPattern, scope: Scope) -> EventPattern:
    """ "One or more creatures" trigger once for all of them (CR 603.2c)."""
    for child in node.walk():
        if child.kind == "det" and child.words()[-1] == "or more" and made.kind != "attack declared":
            if nouns.determiner(child, scope).minimum != t.Number(1):
                scope.fail(child, "so many at once are no event that is supported yet: `one or more`")
            return replace(made, together=True)
    return made


def _when_so(made: EventPattern, state: t.Condition) -> EventPattern:
    """The event, if that is so at the time."""
    return replace(made, state=state if made.state is None else t.Every((made.state, state)))


def _first(node: Node, made: EventPattern, scope: Scope) -> EventPattern:
    """ "Whenever you gain life for the first time each turn"; of an object's own events its ability counts them."""
    if made.kind in ("gain life", "lose life") and made.who is not None and made.subject is None:
        whose = made.who if made.who == t.You() else t.PlayerSlot("event.player")
        return _when_so(made, t.Compare(t.TimesThisTurn(made.kind, whose), "=", t.Number(1)))
    if made.subject != t.IsOneOf(t.This()) or made.together or scope.granted or made.state is not None:
        scope.fail(node, "how often this has happened in the turn is not remembered yet")
    scope.first_time = True
    return made


def _counters_put(node: Node, scope: Scope) -> EventPattern:
    """ "Whenever one or more +1/+1 counters are put on this" (CR 122.6)."""
    words = node.nodes[0].nodes[0].words()
    if words != ["one", "or more"]:
        scope.fail(node, "counters are put together: `whenever one or more +1/+1 counters are put on ...`")
    kind = amounts.counter_kind(node.nodes[0], scope)
    what, who = _who_or_what(node.nodes[1], scope)
    if who is not None:
        scope.fail(node.nodes[1], "a permanent is meant here")
    inner = node.nodes[1].nodes[0]
    many = inner.kind == "bare" or any(child.kind == "det" and "or more" in child.words() for child in inner.nodes)
    return EventPattern("counters put", what, counter=kind, together=many)


NTH = {"first": 1, "second": 2, "third": 3}


def _casts_nth(who: t.Players | None, verb: Node, subject: Node, scope: Scope) -> EventPattern:
    """ "Whenever you cast your first creature spell each turn"."""
    words = verb.leaves[0].word.split()
    if who is None or (words[1] == "your") != (who == t.You()):
        scope.fail(subject, "a player does this: `whenever you cast your first creature spell each turn`")
    found = nominal(verb.nodes[0], scope)
    if not found.spell or found.owner is not None or found.zone != "stack":
        scope.fail(verb.nodes[0], "say which spells: `creature spell`")
    whose = who if who == t.You() else t.PlayerSlot("event.player")
    so_many = t.Compare(t.CastThisTurn(found.filter, whose), "=", t.Number(NTH[words[2]]))
    what = None if isinstance(found.filter, t.Anything) else found.filter
    return EventPattern("cast", what, who=who, state=so_many)


def _state(node: Node, scope: Scope) -> EventPattern:
    """A state trigger: "when you control no Islands" (CR 603.8)."""
    if node.kind == "controls":
        return EventPattern("state", state=conditions.condition(node, scope))
    return EventPattern("state", state=conditions.there_is(node.nodes[0], scope))


def _who_or_what(node: Node, scope: Scope) -> tuple[t.Filter | None, t.Players | None]:
    nouns.one_at_a_time(node, scope)
    if nouns.is_players(node, scope):
        return None, nouns.players(node, scope)
    found = nouns.fits(node, scope)
    return (None if isinstance(found, t.Anything) else found), None


def _event(subject: Node, verb: Node, scope: Scope) -> EventPattern:
    what, who = _who_or_what(subject, scope)
    match verb.kind:
        case "enters":
            return EventPattern("enters", what)
        case "dies":
            return EventPattern("dies", what)
        case "leaves":
            return EventPattern("leaves", what)
        case "attacks" if who is not None:
            return EventPattern("attack declared", who=who)
        case "attacks":
            return EventPattern("attacks", what)
        case "attacks_what":
            return _attacks(what, verb, scope)
        case "attacks_with":
            return _attacks_with(who, verb, subject, scope)
        case "attacks_unblocked":
            return EventPattern("attacks unblocked", what)
        case "second_time":
            if who is None:
                scope.fail(subject, "a player does this: `whenever you draw your second card each turn`")
            kind = verb.leaves[0].word.split()[0]
            whose = who if who == t.You() else t.PlayerSlot("event.player")  # each player has their own second one
            return EventPattern(kind, who=who, state=t.Compare(t.TimesThisTurn(kind, whose), "=", t.Number(2)))
        case "casts_nth":
            return _casts_nth(who, verb, subject, scope)
        case "attacks_alone":
            # part of the event, no intervening if (CR 506.5)
            attackers = t.Count(t.Each(t.Group(t.HasStatus("attacking"))))
            return EventPattern("attacks", what, state=t.Compare(attackers, "=", t.Number(1)))
        case "casts_next":
            if who is None or scope.kind != "event" or not scope.delayed:
                scope.fail(subject, "this stands for a turn: `when you next cast a spell this turn, copy that spell`")
            return EventPattern("cast", _filter(verb.nodes[0], scope), who=who)
        case "casts_or_copies":
            if who is None:
                scope.fail(subject, "a player casts: `whenever you cast or copy a spell`")
            return EventPattern("cast or copy", _filter(verb.nodes[0], scope), who=who)
        case "cycles":
            if who is None:
                scope.fail(subject, "a player cycles: `whenever you cycle a card`")
            return EventPattern("cycle", _filter(verb.nodes[0], scope), who=who)
        case "blocks":
            return EventPattern("blocks", what)
        case "blocks_what":
            return EventPattern("blocks", what, _filter(verb.nodes[0], scope))
        case "becomes":
            return _becomes(what, verb, scope)
        case "becomes_blocked_by":
            return EventPattern("becomes blocked by", what, _filter(verb.nodes[0], scope))
        case "becomes_target":
            return _becomes_target(what, who, verb.nodes[0], scope)
        case "deals_damage":
            return _deals(what, verb, scope)
        case "is_dealt_damage":
            return EventPattern("damage", what, who=who, combat=_combat(verb), whole=True)
        case "acts":
            return _acts(who, verb, subject, scope)
        case "gains_life":
            return EventPattern("gain life", who=who)
        case "loses_life":
            return EventPattern("lose life", who=who)
        case "is_done":
            return EventPattern(PASSIVES[verb.leaves[0].word], _of_cards(subject, what))
        case "is_put":
            zones = [nouns.zone(child, scope) for child in verb.nodes]
            from_zone = zones[1][0] if len(zones) > 1 else None
            what = _of_cards(subject, what)
            return EventPattern("zone change", what, who=zones[0][1], from_zone=from_zone, to_zone=zones[0][0])
        case _:
            scope.fail(verb, "this event is not supported yet")


def _of_cards(subject: Node, what: t.Filter | None) -> t.Filter | None:
    """The filter, for cards alone where the words say so: a token is no card, wherever it goes (CR 108.2b)."""
    nouns_of = [child.nodes[0] for child in subject.walk() if child.kind == "nominal"]
    said = [any(leaf.word == "card" for part in noun.walk() for leaf in part.leaves) for noun in nouns_of]
    if not said or not all(said):
        return what
    return t.IsCard() if what is None else all_of([what, t.IsCard()])


def _filter(node: Node, scope: Scope) -> t.Filter | None:
    nouns.one_at_a_time(node, scope)
    found = nouns.fits(node, scope)
    return None if isinstance(found, t.Anything) else found


def _attacks(what: t.Filter | None, verb: Node, scope: Scope) -> EventPattern:
    target = verb.nodes[0]
    if nouns.is_players(target, scope):
        return EventPattern("attacks", what, who=nouns.players(target, scope))
    return EventPattern("attacks", what, _filter(target, scope))


def _attacks_with(who: t.Players | None, verb: Node, subject: Node, scope: Scope) -> EventPattern:
    """ "whenever you attack with two or more creatures" (CR 508.1a)."""
    found = nouns.counted(verb.nodes[0], scope)
    if who is None or found is None or found.amount is None:
        scope.fail(subject, "a player attacks with creatures: `whenever you attack with two or more creatures`")
    theirs = all_of([found.nominal.filter, t.HasStatus("attacking")])
    many = t.Compare(t.Count(t.Each(t.Group(theirs))), ">=" if found.or_more else "=", found.amount)
    return EventPattern("attack declared", who=who, state=many)


def _becomes(what: t.Filter | None, verb: Node, scope: Scope) -> EventPattern:
    word = verb.leaves[-1].word
    if word not in BECOMES:
        scope.fail(
            verb, f"`becomes {word}` is no event", "it can be: becomes tapped, becomes untapped, becomes blocked"
        )
    return EventPattern(BECOMES[word], what)


def _becomes_target(what: t.Filter | None, who: t.Players | None, node: Node, scope: Scope) -> EventPattern:
    """Of a spell, of an ability, or of either (CR 601.2c, 603.3d): "of a spell or ability an opponent controls"."""
    words = {leaf.word for part in node.walk() for leaf in part.leaves}
    kinds = {"spell", "ability"} & words
    of = kinds.pop() if len(kinds) == 1 else ""
    return EventPattern("target", what, _filter(node, scope), who, of=of)  # type: ignore[arg-type]


def _combat(verb: Node) -> bool | None:
    leaf = verb.leaf("DAMAGE")
    assert leaf is not None
    return {"damage": None, "combat damage": True, "noncombat damage": False}[leaf.word]


def _deals(what: t.Filter | None, verb: Node, scope: Scope) -> EventPattern:
    """The source deals damage: the source is the event's other object."""
    made = EventPattern("damage", other=what, combat=_combat(verb))
    if not verb.nodes:
        return made
    to = verb.nodes[0]
    if nouns.is_players(to, scope):
        return replace(made, who=nouns.players(to, scope))
    return replace(made, subject=_filter(to, scope))


def _acts(who: t.Players | None, verb: Node, subject: Node, scope: Scope) -> EventPattern:
    leaf = verb.leaves[0]
    if leaf.word not in ACT_KINDS:
        scope.fail(verb, f"`{leaf.text}` is no event that abilities wait for")
    if who is None:
        scope.fail(subject, f"a player {leaf.text}: `whenever you {leaf.word} ...`")
    kind = ACT_KINDS[leaf.word]
    if kind in ("draw", "create"):
        if _filter(verb.nodes[0], scope) not in (None, t.IsToken()):
            scope.fail(verb.nodes[0], "what kind of card or token cannot be asked of this event so far")
        return EventPattern(kind, who=who)
    return EventPattern(kind, _filter(verb.nodes[0], scope), who=who)


def moment(node: Node, scope: Scope) -> EventPattern:
    """ "at the beginning of your upkeep" (CR 603.2b)."""
    leaf = node.leaf("STEP")
    assert leaf is not None
    whose = node.node("whose")
    words = whose.words()[0] if whose is not None else "the"
    who: t.Players | None = {
        "your": t.You(), "each": None, "the": None, "each player's": None, "each opponent's": t.Opponents(),
    }.get(words)  # fmt: skip
    if words == "that player's":
        who = nouns.they(node, scope)
    if "on your turn" in [leaf.word for leaf in node.leaves] or node.kind == "moment_combat":
        who = t.You()
    scope.they = t.PlayerSlot("event.player")
    return EventPattern("step begins", who=who, step=step(leaf.word))


LATER: dict[str, tuple[str, t.Players | None]] = {
    "at the beginning of the next end step": ("end", None),
    "at the beginning of your next upkeep": ("upkeep", t.You()),
    "at the beginning of the next turn's upkeep": ("upkeep", None),
    "at the beginning of your next end step": ("end", t.You()),
    "at the beginning of combat this turn": ("beginning of combat", None),
    "at end of combat": ("end of combat", None),
}


def later(word: str) -> EventPattern:
    """The event of a delayed triggered ability (CR 603.7)."""
    name, who = LATER[word]
    return EventPattern("step begins", who=who, step=name)


# ---------------------------------------------------------------- replacement effects


def would(node: Node, scope: Scope) -> EventPattern:
    """ "if a creature would die": the event that is replaced."""
    subject, verb = node.nodes
    what, who = _who_or_what(subject, scope)
    scope.it = t.Slot("event.object") if what is not None or who is None else scope.it
    scope.they = t.PlayerSlot("event.player")
    scope.that_much = t.EventAmount("event")
    match verb.kind:
        case "would_die":
            return EventPattern("dies", what)
        case "would_enter":
            return EventPattern("enters", what)
        case "would_leave":
            return EventPattern("leaves", what)
        case "would_be_put":
            return _would_be_put(_of_cards(subject, what), verb, scope)
        case "would_act":
            return _would_act(who, verb, scope)
        case "would_gain_life":
            return EventPattern("gain life", who=who)
        case "would_lose_life":
            return EventPattern("lose life", who=who)
        case "would_deal":
            return _would_deal(what, subject, verb, scope)
        case "would_be_dealt":
            return EventPattern("damage", what, who=who, combat=_combat(verb))
        case "would_be_destroyed":
            return EventPattern("destroy", what)
        case "would_be_countered":
            return EventPattern("counter", what)
        case _:
            scope.fail(verb, "this event cannot be replaced yet")


def _would_deal(what: t.Filter | None, subject: Node, verb: Node, scope: Scope) -> EventPattern:
    """ "If a source would deal damage to a creature, it deals ... to that creature": "it" is the source."""
    made = _deals(what, verb, scope)
    scope.it = None
    _speak_of_parts([made], [(subject, replace(verb, kind="deals_damage"))], scope)
    scope.it = t.Slot("event.other")
    return made


def _would_be_put(what: t.Filter | None, verb: Node, scope: Scope) -> EventPattern:
    zones = [nouns.zone(child, scope) for child in verb.nodes]
    scope.it = t.Slot("event.object")
    return EventPattern(
        "zone change", what, who=zones[0][1], from_zone=zones[1][0] if len(zones) > 1 else None, to_zone=zones[0][0]
    )


def _would_act(who: t.Players | None, verb: Node, scope: Scope) -> EventPattern:
    leaf = verb.leaves[0]
    if leaf.word not in ACT_KINDS or who is None:
        scope.fail(verb, f"`would {leaf.word}` cannot be replaced yet")
    kind = ACT_KINDS[leaf.word]
    if kind not in REPLACED_ACTS:
        scope.fail(verb, f"`would {leaf.word}` cannot be replaced yet")
    nouns.one_at_a_time(verb.nodes[0], scope)
    counted = nouns.counted(verb.nodes[0], scope)
    if counted is None or counted.nominal.filter not in (t.Anything(), t.IsToken()):
        scope.fail(verb.nodes[0], "what kind of card or token cannot be asked of this event so far")
    if (kind == "draw") is not (counted.amount is not None and not counted.or_more):
        said = "a card" if kind == "draw" else "one or more tokens" if kind == "create" else "one or more cards"
        scope.fail(verb.nodes[0], f"this is replaced as it happens: `would {leaf.word} {said}`")
    scope.it = t.Slot("event.object")
    return EventPattern(kind, who=who)
