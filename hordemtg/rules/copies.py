"""Copies of objects: their copiable values, permanents that are or become copies, copies on the stack (CR 707).

What an object is a copy of is its card: all that it is and does comes from there. A copy with exceptions has a card of
its own, made once for each card and exceptions. The copies of whole games are in `copying.py`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from hordemtg.cards import abilities as a
from hordemtg.cards import terms as t
from hordemtg.cards.copies import NONE, Exceptions
from hordemtg.cards.definition import CardDefinition
from hordemtg.cards.subtypes import SUBTYPES_OF
from hordemtg.rules import announce, layers, limits, terms
from hordemtg.rules.choices import Choice
from hordemtg.rules.events import Event
from hordemtg.rules.objects import CastDetails, Frame, GameObject, Player, StackEntry, Targetable

if TYPE_CHECKING:
    from hordemtg.rules.compiled import CompiledCard
    from hordemtg.rules.game import Game

COPIES_OF_COPIES: Final = 20  # so often a permanent chooses anew what it enters as a copy of, if that is one too


# ---------------------------------------------------------------- copiable values (CR 707.2, 707.9)


def copiable(game: Game, o: GameObject, as_card: bool = False) -> CompiledCard:
    """What a copy of the object is, without exceptions: its card, or what it is a copy of (CR 707.2, 707.3).

    A token's abilities that the effect has which created it are copied as well (CR 111.3). "That card" is what
    it is as a card, wherever it was before.
    """
    card = (o.printed or o.card) if as_card else o.card
    for effect in game.effects:
        if effect.created and effect.objects is not None and o in effect.objects:
            abilities = tuple(
                x for change in effect.changes if (x := getattr(change.node, "ability", None)) is not None
            )
            card = copied(card, Exceptions(abilities=abilities))
    return card


def copied(card: CompiledCard, but: Exceptions) -> CompiledCard:
    """The card of a copy with these exceptions: the same one each time (CR 707.9)."""
    if but == NONE:
        return card
    known = card.copies.get(but)
    if known is None:
        from hordemtg.rules.compiled import compiled  # what is compiled has effects that make copies

        definition = card.definition
        assert isinstance(definition, CardDefinition)
        changed = _changed(definition, but)
        known = card.copies[but] = card if changed == definition else compiled(changed)
    return known


def _changed(of: CardDefinition, but: Exceptions) -> CardDefinition:
    """The copied values with the exceptions; of what these set, no ability of the original says more (CR 707.9d)."""
    abilities = of.abilities
    if but.stats is not None:
        abilities = tuple(x for x in abilities if not (isinstance(x, a.StaticAbility) and x.defines_characteristics))
    subtypes = of.subtypes
    if but.only_subtypes:
        replaced = [kind for kind in SUBTYPES_OF.values() if not kind.isdisjoint(but.only_subtypes)]
        subtypes = (*(s for s in subtypes if not any(s in kind for kind in replaced)), *but.only_subtypes)
        abilities = _without_keyword(abilities, "changeling")
    if but.colors is not None:
        abilities = _without_keyword(abilities, "devoid")
    power, toughness = but.stats if but.stats is not None else (of.power, of.toughness)
    return replace(
        of,
        name=but.name or of.name,
        cost=None if but.no_mana_cost else of.cost,
        colors=frozenset(but.colors if but.colors is not None else of.colors) | frozenset(but.more_colors),
        supertypes=_united([s for s in of.supertypes if s not in but.without], but.supertypes),
        types=_united(of.types, but.types),
        subtypes=_united(subtypes, but.subtypes),
        power=power,
        toughness=toughness,
        abilities=(*abilities, *but.abilities),
    )


def _united(one: Any, other: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *other)))


def _without_keyword(abilities: tuple[a.Ability, ...], name: str) -> tuple[a.Ability, ...]:
    return tuple(x for x in abilities if not (isinstance(x, a.KeywordAbility) and x.name == name))


def settled(game: Game, but: Exceptions, frame: Frame) -> Exceptions:
    """The exceptions with their amounts as they are now, and with the ability that they are of (CR 107.3i)."""
    if but.stats is not None and not all(isinstance(x, t.Number) for x in but.stats):
        now = [t.Number(terms.amount(x)(game, frame)) for x in but.stats]
        but = replace(but, stats=(now[0], now[1]))
    if but.this_ability and frame.ability is not None:
        but = replace(but, abilities=(*but.abilities, frame.ability.definition), this_ability=False)
    if but.own_name:
        but = replace(but, name=(frame.source.printed or frame.source.card).name, own_name=False)
    return but


# ---------------------------------------------------------------- tokens that are copies (CR 111, 707.2)


def create(
    game: Game, player: Player, count: int, of: GameObject, but: Exceptions, source: GameObject,
    tapped: bool, attacking: bool, as_card: bool = False,
) -> list[GameObject]:  # fmt: skip
    """The player creates tokens that are copies of the object, or of what it last was (CR 111.12, 608.2h).

    A token that is copied without exceptions is one of its kind, which comes from the graveyard where tokens are
    cards (H4.2).
    """
    card = copied(copiable(game, of, as_card), but)
    if not card.is_permanent:
        game.note("707.2", f"no token: {of.label} is no permanent", source)
        return []  # CR 304.4, 307.4
    definition = card.definition
    own = (of.token or of.token_card) and card is of.card and isinstance(definition, CardDefinition)
    form = definition if own and isinstance(definition, CardDefinition) else None
    copy = None if own else card
    return game.create_tokens(player, count, card.name, source, tapped, attacking, form, copy, dict(but.counters))


# ---------------------------------------------------------------- entering as a copy (CR 614.1c, 707.5)


def enter(game: Game, event: Event) -> bool:
    """What the permanent enters as a copy of, and what an Aura that it is then enchants; False: it does not enter."""
    new = event.new
    assert new is not None
    counters: dict[str, int] = {}
    became = False
    for _ in range(COPIES_OF_COPIES):
        found = _choose(game, event, new)
        if found is None:
            break
        node, chosen = found
        set_card(game, new, copied(copiable(game, chosen), settled(game, node.but, Frame(new, new.controller))))
        counters = dict(node.but.counters)  # what an earlier copy effect would have added does not happen (CR 707.9e)
        event.tapped |= node.tapped
        became = True
        game.note("707.5", f"{new.label} enters as a copy of {chosen.label}", new)
    if counters:
        others = event.counters or {}
        event.counters = {kind: counters.get(kind, 0) + others.get(kind, 0) for kind in {**others, **counters}}
    if became:
        new.entered_as = new.card
        _forget_costs(new)
    if (became or event.verb == "create") and "Aura" in new.card.base.subtypes:
        return _choose_host(game, event, new)
    return True


def _forget_costs(new: GameObject) -> None:
    """What was paid for keywords of its own is nothing to those that are copied with theirs (CR 607.5, 702.33e)."""
    known = new.cast_details
    if known is None or not (known.kicked or known.paid or known.paid_slots):
        return
    details = new.cast_details = CastDetails()
    details.x, details.spent, details.before = known.x, known.spent, known.before
    details.from_zone, details.was_cast = known.from_zone, known.was_cast


def _choose(game: Game, event: Event, new: GameObject) -> tuple[a.EntersAsCopy, GameObject] | None:
    """The copy effect of the entering permanent itself and what its controller chooses for it (CR 614.12a)."""
    for ability in new.card.as_copy:
        node, options_of = ability.definition, ability.copies_of
        assert isinstance(node, a.EntersAsCopy) and options_of is not None
        options = [x for x in options_of(game, Frame(new, new.controller)) if x is not event.object and x is not new]
        if not options or not game.keeps_abilities(new):
            return None
        chosen = game.choose_objects(new.controller, options, 0, 1, "keep", new)
        if chosen:
            game.exercise(new, ability)
            return node, chosen[0]
    return None


def _choose_host(game: Game, event: Event, aura: GameObject) -> bool:
    """What an Aura that enters uncast enchants; False when there is nothing (CR 303.4f-g)."""
    options = [x for x in game.battlefield if game.fits_enchant(aura, x) and not game.protected(x, aura)]
    chosen = game.choose_objects(aura.controller, options, 1, 1, "help", aura)
    if not chosen:
        game.note("303.4g", f"{aura.label} does not enter: nothing to enchant", aura)
        return False
    event.other = chosen[0]
    return True


# ---------------------------------------------------------------- becoming a copy (CR 613.1a, 707.4)


def set_card(game: Game, o: GameObject, card: CompiledCard) -> None:
    """Let the object be what the card says; what it was by itself is remembered."""
    if o.printed is None:
        o.printed = o.card
    o.card = card
    o.base = o.characteristics = card.base
    o.version = -1


def update(game: Game, objects: list[GameObject]) -> None:
    """Layer 1: each permanent is what the latest copy effect on it says, or what it is by itself (CR 613.1a)."""
    for o in objects:
        if o.zone != "battlefield":
            continue
        card, since = o.entered_as if o.entered_as is not None else o.printed or o.card, o.timestamp
        effects = [x for x in game.effects if x.card is not None and x.objects is not None and o in x.objects]
        if effects:
            latest = max(effects, key=lambda x: x.timestamp)
            card, since = latest.card or card, latest.timestamp
        if card is not o.card:
            _switch(game, o, card, since)


def _switch(game: Game, o: GameObject, card: CompiledCard, since: int) -> None:
    """Let the permanent be what the card says, since that timestamp.

    A copy effect creates the abilities that are copied, so that what these do is as young as it is (CR 613.7a). By the
    other reading they are the permanent's own text and as old as it is; but it did not have them before that effect.
    """
    if o.card.registers:
        game.unregister(o)
    makes = o.card.makes_mana or card.makes_mana
    if o.printed is None:
        o.printed = o.card
    set_card(game, o, card)
    o.used_this_turn = o.triggers_this_turn = None  # these are other abilities
    if card.registers:
        game.register(o)
        for effect in game.effects:
            if effect.source is o and effect.ability is not None:
                effect.timestamp = max(effect.timestamp, since)
    if makes:
        o.controller.makers += 1
    game.version += 1
    game.taps += 1
    game.sba_dirty = game.effects_dirty = True


def become(game: Game, objects: list[GameObject], card: CompiledCard, duration: str, frame: Frame) -> None:
    """The permanents become copies for a time (CR 707.4)."""
    effect = layers.Continuous(frame.source, frame, game.new_timestamp(), [])
    effect.objects, effect.duration, effect.expires_for = objects, duration, frame.controller
    effect.card = card
    game.begin_continuous(effect)


# ---------------------------------------------------------------- copies on the stack (CR 707.10)


def entry_of(game: Game, o: GameObject, frame: Frame) -> StackEntry | None:
    """The spell on the stack, or as it last was there if the event that is spoken of was about it (CR 608.2h)."""
    for entry in game.stack:
        if entry.object is o:
            return entry
    for entry in frame.slots.get("event.entry", ()):
        if entry.object is o or (entry.object is None and entry.frame.source is o):
            return entry  # type: ignore[no-any-return]
    return None


def copy_entry(game: Game, entry: StackEntry, player: Player, new_targets: bool) -> StackEntry:
    """Put a copy of the spell or ability onto the stack; it is not cast and not activated (CR 707.10)."""
    if len(game.waiting) + len(game.stack) >= limits.STACK:
        raise limits.LimitReached(limits.said(limits.STACK, "spells and abilities on the stack"))
    old = entry.frame
    source, spell = old.source, None
    if entry.object is not None:
        source = spell = _spell(game, entry.object, player)
    frame = Frame(source, player)
    frame.ability, frame.event, frame.ready = old.ability, old.event, old.ready
    frame.targets = [list(group) for group in old.targets]
    frame.slots = {name: list(found) for name, found in old.slots.items()}
    frame.amounts, frame.done = dict(old.amounts), dict(old.done)
    frame.division, frame.x, frame.kicked, frame.modes = old.division, old.x, old.kicked, old.modes
    copy = StackEntry(game.new_id(), entry.kind, frame, entry.ability, spell)
    if new_targets:
        _choose_targets(game, copy)
    game.stack.append(copy)
    kind = "copy" if spell is not None else "copy ability"
    event = Event(kind, "707.10", spell if spell is not None else source, player, source=source)
    event.entry = copy
    game.announce_event(event)
    copy.number = event.number
    announce.became_targets(game, copy)
    return copy


def _spell(game: Game, of: GameObject, player: Player) -> GameObject:
    """The copy of a spell as an object: its player's own, with all that was decided for it (CR 707.10)."""
    spell = GameObject(game.new_id(), copiable(game, of), player, "stack")
    spell.token = True  # no card stands for it
    details = spell.cast_details = CastDetails()
    details.was_cast, details.from_zone = False, "stack"
    if of.cast_details is not None:
        known = of.cast_details
        details.x, details.kicked, details.paid_slots = known.x, known.kicked, dict(known.paid_slots)
        details.paid, details.before = known.paid, known.before
    return spell


def _choose_targets(game: Game, copy: StackEntry) -> None:
    """The player may choose new targets; what stays need not be legal, what is new must be (CR 707.10c, 115.7d)."""
    frame = copy.frame
    if not any(frame.targets):
        return
    body = announce.body_of(copy)
    for i, group in enumerate(frame.targets):
        if not group:
            continue
        legal, purpose, target = _legal(game, copy, body, i)
        others = [x for j, other in enumerate(frame.targets) if j != i and _apart(body, frame, i, j) for x in other]
        options = [*group, *(x for x in legal if not any(x is y for y in (*group, *others)))]
        if len(options) == len(group):
            continue
        choice = Choice("targets", frame.controller, options, len(group), len(group), purpose, frame.source, frame)
        choice.context = target
        frame.targets[i] = _in_their_places(group, [options[k] for k in game.ask(choice)])


def _in_their_places(before: list[Targetable], chosen: list[Targetable]) -> list[Targetable]:
    """The new targets in the places of those that go: what is divided is divided as it was (CR 115.7f)."""
    new = [x for x in chosen if not any(x is y for y in before)]
    return [x if any(x is y for y in chosen) else new.pop(0) for x in before]


def _legal(game: Game, copy: StackEntry, body: Any, i: int) -> tuple[list[Targetable], str, Any]:
    """The legal targets of that number, what they are for, and what is asked for."""
    if body is None:  # an Aura spell
        assert copy.object is not None
        return list(game.enchantable(copy.object, copy.frame)), "help", None
    targets, purposes = announce.targets_of(body, copy.frame)
    return announce.legal_targets(game, targets[i], copy.frame), purposes[i], targets[i]


def _apart(body: Any, frame: Frame, i: int, j: int) -> bool:
    """Whether the targets of these numbers must be different ones."""
    if body is None:
        return False
    targets, _ = announce.targets_of(body, frame)
    firsts = announce.first_of_mode(body, frame)
    if firsts[i] != firsts[j]:
        return False
    return j - firsts[i] in targets[i].different_from or i - firsts[j] in targets[j].different_from
