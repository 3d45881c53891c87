"""Continuous effects and the layers in which they apply (CR 611, 613).

Characteristics are worked out for one object when somebody asks, and kept until
`Game.version` changes. While an object is being worked out, whoever reads it
sees what the layers so far have made of it, which is what a filter of a later
layer must see.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.subtypes import SUBTYPES, SUBTYPES_OF
from hordemtg.cards.values import BASIC_LAND_TYPES, COLOR_OF_BASIC_LAND_TYPE, SYMBOL_OF_COLOR
from hordemtg.rules import aspects, keywords, limits, terms
from hordemtg.rules.characteristics import Characteristics
from hordemtg.rules.counters import with_counters, with_keyword_counters
from hordemtg.rules.native import mypyc_attr
from hordemtg.rules.objects import Frame, GameObject, Player

if TYPE_CHECKING:
    from hordemtg.rules.compiled import CompiledCard, RunAbility, RunChange
    from hordemtg.rules.game import Game

LAYERS: Final = ("4", "5", "6", "7a", "7b", "7c", "7d", "rules")

LAYER_OF: Final[dict[type[Any], str]] = {
    e.GainControl: "2",
    e.AddTypes: "4",
    e.SetTypes: "4",
    e.SetColors: "5",
    e.GrantAbility: "6",
    e.LoseKeyword: "6",
    e.LoseAbilities: "6",
    e.SetPT: "7b",
    e.ModifyPT: "7c",
    e.SwitchPT: "7d",
    e.Restrict: "rules",
}

TAKES, MANA, ACTIONS, TRIGGERS = 1, 2, 4, 8  # what a change does to abilities: takes them away, gives such ones

# Aspects in which objects of the same card and controller may differ for an effect.
INDIVIDUAL: Final = frozenset({"status", "time", "counters"})

SENSITIVITY: Final[dict[type[Any], str]] = {
    t.HasCounter: "counters",
    t.CountersOn: "counters",
    t.HasStatus: "status",
    t.Relates: "status",
    t.LifeOf: "life",
    t.DuringTurnOf: "time",
    t.InStep: "time",
    t.HasHistory: "time",
    t.Happened: "time",
    t.TimesThisTurn: "time",
}


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class Continuous:
    """A continuous effect that is going on: of a static ability, or begun by a resolution (CR 611.2, 611.3)."""

    __slots__ = (
        "ability", "card", "changes", "condition", "condition_holds", "condition_version", "created", "duration",
        "expires_for", "fits",
        "frame", "host", "members", "needs_type", "objects", "own", "players", "rules", "sensitive", "side", "since",
        "source",
        "timestamp",
        "values", "zone",
    )  # fmt: skip

    def __init__(self, source: GameObject, frame: Frame, timestamp: int, changes: list[RunChange]) -> None:
        self.source = source
        self.frame = frame
        self.timestamp = timestamp
        self.changes = changes
        self.ability: RunAbility | None = None
        self.card: CompiledCard | None = None  # layer 1: what its objects are copies of (CR 707)
        self.created = False  # it is of the effect that created its objects, and so copied with them (CR 111.3)
        self.values: list[tuple[int, int]] | None = None  # amounts locked in on resolution (CR 608.2h)
        self.objects: list[GameObject] | None = None  # the locked set (CR 611.2c)
        self.members: frozenset[int] | None = None  # their numbers, once somebody asks
        self.fits: terms.Test | None = None
        self.own = False
        self.host = False
        self.side = False  # affects only what its controller controls
        self.needs_type = ""  # affects only objects of this card type
        self.zone = "battlefield"
        self.condition: terms.ConditionFn | None = None
        self.condition_version = -1
        self.condition_holds = True
        self.duration: str = "while this is here"
        self.expires_for: Player | None = None
        self.since = 0  # the turn in which it began, if that matters
        self.players: terms.PlayersFn | None = None
        self.rules: tuple[str, ...] = ()
        self.sensitive: frozenset[str] = frozenset()

    def holds(self, game: Game) -> bool:
        """Whether its condition is true, asked once for each version of the game."""
        if self.condition is None:
            return True
        if self.condition_version != game.version:
            self.condition_version = game.version
            self.condition_holds = self.condition(game, self.frame)
        return self.condition_holds

    def stays_on_side(self) -> bool:
        """Whether it affects nothing but what a player controls, the same one as long as it lasts: an emblem's does."""
        return self.side and self.source.zone == "command"

    def applies_to(self, game: Game, o: GameObject) -> bool:
        """Whether it affects the object, as the layers so far have made it."""
        if self.objects is not None:
            if len(self.objects) <= 8:
                return o in self.objects and (self.condition is None or self.holds(game))
            if self.members is None:
                self.members = frozenset(x.id for x in self.objects)
            return o.id in self.members and self.holds(game)
        if self.own:
            return o is self.source and (self.condition is None or self.holds(game))
        if self.host:
            return self.source.attached_to is o and self.holds(game)
        if self.side and o.controller is not self.frame.controller:
            return False
        if self.needs_type and self.needs_type not in o.characteristics.types:
            return False
        return self.fits is not None and o.zone == self.zone and self.holds(game) and self.fits(game, o, self.frame)


def of_static(game: Game, source: GameObject, ability: RunAbility) -> Continuous:
    """The continuous effect that a static ability generates while it functions (CR 611.3, 613.7a)."""
    static = ability.static
    assert static is not None
    effect = Continuous(source, Frame(source, source.controller), source.timestamp, static.changes)
    effect.ability = ability
    effect.own, effect.host, effect.fits, effect.zone = static.own, static.host, static.fits, static.zone
    effect.side, effect.needs_type = static.side, static.needs_type
    effect.condition = static.condition
    effect.players, effect.rules = static.players, static.node.rules
    effect.sensitive = static.sensitive
    return effect


def sensitivity(node: Any) -> frozenset[str]:
    """Which aspects of the game the effect of a static ability depends on, beside the objects it affects.

    ``board`` means other permanents and their characteristics: whatever changes one may change what it does to all.
    """
    found: set[str] = set()
    parts = terms.walk(node)
    if isinstance(node, a.StaticAbility):
        inner = node.affects.group.filter if isinstance(node.affects, t.Each) else None
        if isinstance(node.affects, t.Host):
            found.add("status")
        parts = terms.walk((inner, decisive(node.changes), node.condition))
    for part in parts:
        if isinstance(part, t.Each | t.Chosen | t.Devotion | t.MeasureOf | t.Greatest | t.Matches):
            found.add("board")
        aspect = SENSITIVITY.get(type(part))
        if aspect is not None:
            found.add(aspect)
        elif (isinstance(part, t.Group) and part.zone != "battlefield") or isinstance(
            part, t.TopOfLibrary | t.CountersOn
        ):
            found.add("zones")
    return frozenset(found)


def decisive(changes: Any) -> Any:
    """What decides how the changes come out: what a granted ability or a rule says is asked only when it is used."""
    if isinstance(changes, tuple):
        return tuple(change for change in changes if not isinstance(change, e.GrantAbility | e.Restrict))
    return () if isinstance(changes, e.GrantAbility | e.Restrict) else changes


def reorder(game: Game) -> None:
    """Sort what goes on by layer and timestamp, after an effect has begun or ended (CR 613.7)."""
    game.effects.sort(key=_timestamp)
    parts: dict[str, list[tuple[Continuous, int]]] = {}
    sensitive: set[str] = set()
    flags = 0
    sources: set[int] = set()
    locked: set[int] = set()
    granted: set[int] = set()  # the players to whose permanents mana abilities are given
    other_zones: set[str] = set()
    rules: dict[str, list[Continuous]] = {}
    for effect in game.effects:
        for word in effect.rules:
            if effect.players is not None:
                rules.setdefault(word, []).append(effect)
        if effect.sensitive:
            sensitive |= effect.sensitive
        if effect.source.zone == "battlefield":
            sources.add(effect.source.id)
        if effect.objects is not None:
            for o in effect.objects:
                locked.add(o.id)
        if effect.zone != "battlefield":
            other_zones.add(effect.zone)
        for i, change in enumerate(effect.changes):
            layer = change.layer
            if layer == "7b" and defines(effect):
                layer = "7a"
            flags |= change.flags
            if change.gives_mana:
                granted |= {effect.frame.controller.index} if effect.stays_on_side() else {0, 1}
            row = parts.get(layer)
            if row is None:
                parts[layer] = [(effect, i)]
            else:
                row.append((effect, i))
    _definitions_first(parts)
    game.layer_parts = [(layer, parts[layer]) for layer in LAYERS if layer in parts]
    game.entangled = len(parts) > 0 and _entangled(game.effects, parts)
    if game.entangled:
        sensitive |= {"board", "counters"}  # one object's change may change any other
    game.sensitive = sensitive
    game.abilities_change = flags & TAKES > 0
    game.grants_mana, game.grants_actions = flags & MANA > 0, flags & ACTIONS > 0
    game.granted_triggers = flags & TRIGGERS > 0
    game.mana_granted = granted
    game.zones_with_effects = other_zones
    game.effects_dirty = False
    game.types_change = "4" in parts
    game.restrictions = {effect.changes[i].word for effect, i in parts.get("rules", ())}
    game.player_rules = rules
    game.effect_sources, game.locked = sources, locked
    game.individual = not sensitive.isdisjoint(INDIVIDUAL)
    game.reach = _reach(game)
    game.shared = {}
    game.shared_version = -1


def _timestamp(effect: Continuous) -> int:
    return effect.timestamp


def _definitions_first(parts: dict[str, list[tuple[Continuous, int]]]) -> None:
    """Characteristic-defining abilities come before all else of their layer (CR 613.3)."""
    for layer in ("4", "5", "6"):
        if layer in parts and any(defines(effect) for effect, _ in parts[layer]):
            parts[layer].sort(key=lambda part: not defines(part[0]))


def _reach(game: Game) -> frozenset[str] | None:
    """The card types of the permanents that effects may affect; None for all of them.

    Beside these there are those that an effect comes from or is locked in on, and what has counters or is attached to.
    """
    if game.types_change:
        return None
    found: set[str] = set()
    for effect in game.effects:
        if effect.objects is None and not effect.own and not effect.host and effect.changes:
            if not effect.needs_type:
                return None
            found.add(effect.needs_type)
    return frozenset(found)


def _entangled(effects: list[Continuous], parts: dict[str, list[tuple[Continuous, int]]]) -> bool:
    from hordemtg.rules import dependency  # it applies the effects of this module in another way

    return dependency.known_entangled(effects, parts)


def takes_abilities(node: e.Change) -> bool:
    """Whether the change can take abilities away, which then stop working (CR 604.2)."""
    match node:
        case e.LoseAbilities():
            return True
        case e.SetTypes(subtypes=subtypes):
            return any(s in BASIC_LAND_TYPES for s in subtypes)
        case e.LoseKeyword(name):
            return name in keywords.TABLE
        case _:
            return False


def reads_of(effect: Continuous, i: int) -> aspects.Aspects:
    """What the effect reads to know whether it exists, whom it affects and what it does (CR 613.8a)."""
    if effect.objects is not None:
        return NOTHING
    static = effect.ability.static if effect.ability is not None else None
    if static is None:
        return effect.changes[i].reads
    return effect.changes[i].reads | static.reads | EXISTS


NOTHING: Final[aspects.Aspects] = frozenset()
EXISTS: Final[aspects.Aspects] = frozenset({aspects.EXISTENCE})


def defines(effect: Continuous) -> bool:
    """Whether the effect comes from a characteristic-defining ability (CR 604.3)."""
    static = effect.ability.static if effect.ability is not None else None
    return static is not None and static.node.defines_characteristics


def aspects_read(node: Any) -> aspects.Aspects:
    """The aspects of objects that a part of a definition reads."""
    return aspects.read(terms.walk(node))


def refresh(game: Game, o: GameObject) -> Characteristics:
    """Work the object's characteristics out anew (CR 613.1-613.4) and keep them for this version."""
    if o.zone is None:
        return o.characteristics
    if game.effects_dirty:
        reorder(game)
    here = o.zone == "battlefield" or o.zone in game.zones_with_effects
    base = o.base
    if _out_of_reach(game, o) if here else not o.card.defining:
        o.characteristics = base
        o.version = game.version
        return base
    if o.card.defining and o.zone != "battlefield":
        base = _defined_elsewhere(game, o)  # not kept: what it counts may change without a word
        if not here:
            return base
    if here and (game.entangled or ("board" in game.sensitive and len(game.battlefield) > limits.NESTING)):
        _apply_all(game)
        if o.version == game.version:
            return o.characteristics
    if game.refreshing:
        # An effect on the object being worked out asks about another: what it reads nothing writes (`dependency`).
        return base
    o.version = game.version
    if not here or (not game.layer_parts and not o.counters):
        o.characteristics = base
        return base
    key = None
    if not o.counters and o.id not in game.effect_sources and not game.individual:
        # Nothing tells this object from others of its kind: what one of them is, all are.
        if game.shared_version != game.version:
            game.shared, game.shared_version = {}, game.version
        key = (o.card, o.controller.index, o.owner.index, o.token_card, o.token, o.zone)
        known = game.shared.get(key)
        if known is not None and o.id not in game.locked:
            o.characteristics = known
            return known
    game.refreshing = True
    try:
        c = _layered(game, o, base)
    finally:
        game.refreshing = False
    o.characteristics = c
    if key is not None and o.id not in game.locked:
        game.shared[key] = c
    return c


def _out_of_reach(game: Game, o: GameObject) -> bool:
    """Whether no effect can affect the permanent: most lands."""
    reach = game.reach
    return (
        reach is not None
        and o.zone == "battlefield"
        and not o.counters
        and not o.attachments
        and reach.isdisjoint(o.base.types)
        and o.id not in game.effect_sources
        and o.id not in game.locked
    )


def _apply_all(game: Game) -> None:
    from hordemtg.rules import dependency  # it applies the effects of this module in another way

    dependency.apply_all(game)


def _layered(game: Game, o: GameObject, base: Characteristics) -> Characteristics:
    """The base values with all layers applied (CR 613.1)."""
    c: Characteristics = base
    o.characteristics = c
    started: list[Continuous] = []
    counted = worded = not o.counters
    since = 0
    for layer, parts in game.layer_parts:
        if not worded and layer > "6":
            o.characteristics = c = with_keyword_counters(o, c, since, None)
            worded = True
        if not counted and layer >= "7d":
            o.characteristics = c = with_counters(o, c)
            counted = True
        for effect, i in parts:
            if not worded and layer == "6":
                o.characteristics = c = with_keyword_counters(o, c, since, effect.timestamp)
                since = effect.timestamp
            if effect.side and o.controller is not effect.frame.controller and effect.objects is None:
                continue
            if effect in started:
                pass
            elif (game.abilities_change and not exists(game, effect, layer)) or not effect.applies_to(game, o):
                continue
            elif len(effect.changes) > 1:
                started.append(effect)
            if c is base:
                c = base.copy()
                o.characteristics = c
            apply_change(game, o, c, effect, i, effect.values[i] if effect.values is not None else None)
    if not worded:
        o.characteristics = c = with_keyword_counters(o, c, since, None)
    if not counted:
        c = with_counters(o, c)
    return c


def exists(game: Game, effect: Continuous, layer: str) -> bool:
    """An effect of a static ability ends when its source has lost the ability, from that layer on (CR 604.2, 613.6)."""
    if not game.abilities_change or effect.ability is None or effect.source.zone is None or effect.ability.index < 0:
        return True
    source = effect.source
    own = source.characteristics if source.version == game.version else refresh(game, source)
    return effect.ability in own.abilities or layer < own.lost_in


def _defined_elsewhere(game: Game, o: GameObject) -> Characteristics:
    """Characteristic-defining abilities work in every zone (CR 604.3)."""
    c = o.characteristics = o.base.copy()
    o.version = game.version  # what it counts may be itself
    frame = Frame(o, o.controller)
    for ability in o.card.defining:
        static = ability.static
        assert static is not None
        effect = Continuous(o, frame, o.timestamp, static.changes)
        for i in range(len(static.changes)):
            apply_change(game, o, c, effect, i, None)
    o.version = -1
    return c


def apply_change(
    game: Game, o: GameObject, c: Characteristics, effect: Continuous, i: int, values: tuple[int, int] | None
) -> None:
    """Change the object's characteristics `c` as the effect says, with these amounts or those of this moment."""
    change = effect.changes[i]
    node = change.node
    if game.coverage is not None and effect.ability is not None:
        game.exercise(effect.source, effect.ability)
    # A chain of questions, as compiled code asks each of them fast; a match would look every class up by its name.
    if isinstance(node, e.ModifyPT):
        if values is None:
            assert change.one is not None and change.two is not None
            values = change.one(game, effect.frame), change.two(game, effect.frame)
        c.power += values[0]
        c.toughness += values[1]
    elif isinstance(node, e.GrantAbility):
        if change.keyword is not None:
            name = change.keyword.name
            if name in c.cannot_have:
                return
            c.keywords = {**c.keywords, name: (*c.keywords.get(name, ()), change.keyword)}
        c.abilities = (*c.abilities, *change.ability)
    elif isinstance(node, e.Restrict):
        c.restrictions = (*c.restrictions, (node, effect))
    elif isinstance(node, e.SetPT):
        if change.one is not None:
            c.power = values[0] if values is not None else change.one(game, effect.frame)
        if change.two is not None:
            c.toughness = values[1] if values is not None else change.two(game, effect.frame)
    elif isinstance(node, e.SwitchPT):
        c.power, c.toughness = c.toughness, c.power
    elif isinstance(node, e.LoseAbilities):
        c.abilities = ()
        c.keywords = {}
        c.lost_in = c.lost_in or "6"
    elif isinstance(node, e.LoseKeyword):
        lost = node.name
        c.keywords = {k: v for k, v in c.keywords.items() if k != lost}
        if lost in keywords.TABLE:
            c.abilities = tuple(x for x in c.abilities if x.of_keyword != lost)
        if node.cannot_have:
            c.cannot_have = c.cannot_have | {lost}
    elif isinstance(node, e.AddTypes):
        _add_types(c, node.types, node.subtypes, node.supertypes)
    elif isinstance(node, e.SetTypes):
        _set_types(c, node.types, node.subtypes)
    elif isinstance(node, e.SetColors):
        c.colors = c.colors | set(node.colors) if node.additional else frozenset(node.colors)
    # control (layer 2) is kept on the object itself


def _add_types(
    c: Characteristics, types: tuple[str, ...], subtypes: tuple[str, ...], supertypes: tuple[str, ...]
) -> None:
    """Is also of these types (CR 205.1b); a land that gains a basic land type gains its mana ability (305.7)."""
    c.types = c.types | set(types)
    basics = [s for s in subtypes if s in BASIC_LAND_TYPES and s not in c.subtypes]
    c.subtypes = c.subtypes | set(subtypes)
    c.supertypes = c.supertypes | set(supertypes)
    if basics and "land" in c.types:
        c.abilities = (*c.abilities, *(_land_ability([s]) for s in basics))


def _set_types(c: Characteristics, types: tuple[str, ...], subtypes: tuple[str, ...]) -> None:
    """Becomes these types (CR 205.1a); a basic land type takes the land's abilities and gives its own (305.7)."""
    if types:
        c.types = frozenset(types)
    if subtypes:
        replaced = [kind for kind in SUBTYPES_OF.values() if not kind.isdisjoint(subtypes)]
        kept = [s for s in c.subtypes if not any(s in kind for kind in replaced)]
        c.subtypes = frozenset((*kept, *subtypes))
    if types:
        c.subtypes = frozenset(s for s in c.subtypes if s not in SUBTYPES or any(s in SUBTYPES_OF[x] for x in types))
    basics = [s for s in subtypes if s in BASIC_LAND_TYPES]
    if basics and "land" in c.types:
        c.abilities = (_land_ability(basics),)
        c.keywords = {}
        c.lost_in = "4"


def _land_ability(basics: list[str]) -> RunAbility:
    from hordemtg.rules.compiled import basic_land_ability  # compiled builds on this module's users

    return basic_land_ability(tuple(SYMBOL_OF_COLOR[COLOR_OF_BASIC_LAND_TYPE[s]] for s in basics))


def player_rule(game: Game, player: Player, word: str) -> bool:
    """Whether a rule such as "can't gain life" applies to the player now (CR 613.10-11)."""
    if game.effects_dirty:
        reorder(game)
    for effect in game.player_rules.get(word, ()):
        assert effect.players is not None
        if effect.holds(game) and player in effect.players(game, effect.frame) and exists(game, effect, "rules"):
            if game.coverage is not None and effect.ability is not None:
                game.exercise(effect.source, effect.ability)
            return True
    return False


def player_rule_count(game: Game, player: Player, word: str) -> int:
    """How many effects give the player the rule, such as additional lands."""
    if game.effects_dirty:
        reorder(game)
    count = 0
    for effect in game.player_rules.get(word, ()):
        assert effect.players is not None
        if effect.holds(game) and player in effect.players(game, effect.frame):
            count += 1
    return count


def exercise_player_rules(game: Game, player: Player, word: str) -> None:
    """Count the clauses that give the player the rule, once it has been made use of."""
    for effect in game.effects:
        if word in effect.rules and effect.ability is not None and effect.players is not None and effect.holds(game):
            if player in effect.players(game, effect.frame):
                game.exercise(effect.source, effect.ability)


WHILE_HERE: Final = frozenset({"while this is here", "while you control this"})


def may_begin(frame: Frame, duration: str) -> bool:
    """Whether such a duration is not over before it begins (CR 611.2b)."""
    if frame.source.zone != "battlefield":
        return False
    return duration == "while this is here" or frame.source.controller is frame.controller


def begin(game: Game, effect: Continuous) -> None:
    """Let a continuous effect begin."""
    if len(game.effects) >= limits.EFFECTS:
        raise limits.LimitReached(limits.said(limits.EFFECTS, "continuous effects"))
    game.effects.append(effect)
    game.weigh()
    game.effects_dirty = game.sba_dirty = True
    game.granted_triggers |= gives_triggers(effect)
    _invalidate(game, effect)
    if controls(effect.changes):
        update_control(game)
    if effect.card is not None:
        _update_copies(game, effect)


def _invalidate(game: Game, effect: Continuous) -> None:
    """Drop what is cached of the objects that an effect affects, or of all when others may depend on them."""
    # What loses its abilities stops affecting others (CR 604.2).
    takes = any(change.takes_abilities for change in effect.changes)
    if effect.objects is None or takes or "board" in game.sensitive or len(effect.objects) > 8:
        game.version += 1
    else:
        for o in effect.objects:
            o.version = -1


def end(game: Game, ending: list[Continuous]) -> None:
    """Let continuous effects end."""
    if not ending:
        return
    game.effects = [x for x in game.effects if x not in ending]
    game.weigh()
    game.effects_dirty = game.sba_dirty = True
    for effect in ending:
        _invalidate(game, effect)
    if any(controls(x.changes) for x in ending):
        update_control(game)
    for effect in ending:
        if effect.card is not None:
            _update_copies(game, effect)


def _update_copies(game: Game, effect: Continuous) -> None:
    """Layer 1, after a copy effect has begun or ended (CR 613.1a)."""
    from hordemtg.rules import copies  # which builds on this

    copies.update(game, effect.objects or [])
    if game.control_changes:
        update_control(game)


def controls(changes: Iterable[RunChange]) -> bool:
    """Whether one of the changes gives control to somebody."""
    for change in changes:
        if change.layer == "2":
            return True
    return False


def update_control(game: Game) -> None:
    """Layer 2: who controls what, by the latest effect (CR 613.1b, 110.2).

    A change of control may give another such effect to somebody else, so it is
    gone through until nothing changes; as often as there are effects is enough.
    """
    effects = sorted((x for x in game.effects if controls(x.changes)), key=lambda x: x.timestamp)
    game.control_changes = bool(effects)
    for _ in range(len(effects) + 1):
        changed = False
        for o in list(game.battlefield):
            controller = o.base_controller
            for effect in effects:
                if _over(effect):
                    continue
                for change in effect.changes:
                    if change.players is not None and effect.applies_to(game, o):
                        found = change.players(game, effect.frame)
                        if found:
                            controller = found[0]
            if controller is not o.controller:
                game.change_control(o, controller)
                changed = True
        if not changed:
            break
    end(game, [x for x in game.effects if _over(x)])


def _over(effect: Continuous) -> bool:
    """Whether it lasts for as long as its player controls its source, who does so no more (CR 611.2b)."""
    return effect.duration == "while you control this" and effect.source.controller is not effect.expires_for


def gives_triggers(effect: Continuous) -> bool:
    """Whether the effect gives triggered abilities to what it affects."""
    for change in effect.changes:
        if change.gives_triggers:
            return True
    return False


def granted_triggers(game: Game) -> list[tuple[GameObject, RunAbility]]:
    """Triggered abilities that permanents have by an effect and not by their card."""
    found: list[tuple[GameObject, RunAbility]] = []
    for o in game.battlefield:
        for ability in game.characteristics(o).abilities:
            if ability.kind == "triggered" and ability not in o.card.abilities:
                found.append((o, ability))
    return found
