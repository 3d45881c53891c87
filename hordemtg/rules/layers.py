"""Continuous effects and the layers in which they apply (CR 611, 613).

Characteristics are worked out for one object when somebody asks, and kept until
`Game.version` changes. While an object is being worked out, whoever reads it
sees what the layers so far have made of it, which is what a filter of a later
layer must see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.values import BASIC_LAND_TYPES, COLOR_OF_BASIC_LAND_TYPE, SYMBOL_OF_COLOR
from hordemtg.rules import terms
from hordemtg.rules.characteristics import Characteristics
from hordemtg.rules.objects import Frame, GameObject, Player

if TYPE_CHECKING:
    from hordemtg.rules.compiled import RunAbility, RunChange
    from hordemtg.rules.game import Game

LAYERS = ("4", "5", "6", "7a", "7b", "7c", "7d", "rules")

LAYER_OF: dict[type[Any], str] = {
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

# What an effect reads and what a change writes, to find dependencies within a layer (CR 613.8a).
READS: dict[type[Any], str] = {
    t.IsType: "card types",
    t.IsSubtype: "subtypes",
    t.IsSupertype: "supertypes",
    t.KindsAmong: "subtypes",
    t.IsColor: "colors",
    t.HasKeyword: "abilities",
    t.Measures: "power",
    t.MeasureOf: "power",
    t.Greatest: "power",
}


def _writes(node: e.Change) -> frozenset[str]:
    """What a change writes, to find dependencies within a layer (CR 613.8a)."""
    match node:
        case e.AddTypes(types, subtypes, supertypes):
            named = (("card types", types), ("subtypes", subtypes), ("supertypes", supertypes))
            return frozenset(word for word, given in named if given)
        case e.SetTypes(types, subtypes):
            named = (("card types", types), ("subtypes", subtypes), ("source abilities", subtypes))
            return frozenset(word for word, given in named if given)
        case e.SetColors():
            return frozenset({"colors"})
        case e.LoseAbilities():
            return frozenset({"abilities", "source abilities"})
        case e.GrantAbility() | e.LoseKeyword():
            return frozenset({"abilities"})
        case e.SetPT() | e.ModifyPT() | e.SwitchPT():
            return frozenset({"power"})
        case _:
            return frozenset()


# Aspects in which objects of the same card and controller may differ for an effect.
INDIVIDUAL = frozenset({"status", "time", "counters"})

SENSITIVITY: dict[type[Any], str] = {
    t.HasCounter: "counters",
    t.CountersOn: "counters",
    t.HasStatus: "status",
    t.Relates: "status",
    t.LifeOf: "life",
    t.DuringTurnOf: "time",
    t.InStep: "time",
    t.HasHistory: "time",
    t.Happened: "time",
}


class Continuous:
    """A continuous effect that is going on: of a static ability, or begun by a resolution (CR 611.2, 611.3)."""

    __slots__ = (
        "ability", "changes", "condition", "condition_holds", "condition_version", "duration", "expires_for", "fits",
        "frame", "host", "needs_type", "objects", "own", "players", "rules", "sensitive", "side", "source", "timestamp", "values", "zone",
    )  # fmt: skip

    def __init__(self, source: GameObject, frame: Frame, timestamp: int, changes: list[RunChange]) -> None:
        self.source = source
        self.frame = frame
        self.timestamp = timestamp
        self.changes = changes
        self.ability: RunAbility | None = None
        self.values: list[tuple[int, int]] | None = None  # amounts locked in on resolution (CR 608.2h)
        self.objects: list[GameObject] | None = None  # the locked set (CR 611.2c)
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

    def applies_to(self, game: Game, o: GameObject) -> bool:
        """Whether it affects the object, as the layers so far have made it."""
        if self.objects is not None:
            return o in self.objects and self.holds(game)
        if self.own:
            return o is self.source and self.holds(game)
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
        parts = terms.walk((inner, node.changes, node.condition))
    for part in parts:
        if isinstance(part, t.Each | t.Chosen | t.MeasureOf | t.Greatest | t.Matches):
            found.add("board")
        aspect = SENSITIVITY.get(type(part))
        if aspect is not None:
            found.add(aspect)
        elif (isinstance(part, t.Group) and part.zone != "battlefield") or isinstance(
            part, t.TopOfLibrary | t.CountersOn
        ):
            found.add("zones")
    return frozenset(found)


def reorder(game: Game) -> None:
    """Sort what goes on by layer and timestamp, after an effect has begun or ended (CR 613.7)."""
    game.effects.sort(key=lambda effect: effect.timestamp)
    parts: dict[str, list[tuple[Continuous, int]]] = {}
    sensitive: set[str] = set()
    changes_abilities = gives_mana = gives_actions = False
    sources: set[int] = set()
    locked: set[int] = set()
    other_zones: set[str] = set()
    for effect in game.effects:
        sensitive |= effect.sensitive
        if effect.source.zone == "battlefield":
            sources.add(effect.source.id)
        if effect.objects is not None:
            locked.update(o.id for o in effect.objects)
        if effect.zone != "battlefield":
            other_zones.add(effect.zone)
        for i, change in enumerate(effect.changes):
            kind = type(change.node)
            layer = LAYER_OF[kind]
            if layer == "7b" and effect.ability is not None:
                static = effect.ability.static
                if static is not None and static.node.defines_characteristics:
                    layer = "7a"
            if kind is e.LoseAbilities or kind is e.SetTypes:
                changes_abilities = True
            gives_mana |= kind is e.SetTypes  # a basic land type brings its mana ability (CR 305.7)
            for granted in change.ability:
                gives_mana |= granted.mana_options is not None
                gives_actions |= granted.mana_options is None
            parts.setdefault(layer, []).append((effect, i))
    for layer in ("4", "5", "6", "7b", "7c"):
        if len(parts.get(layer, ())) > 1:
            parts[layer] = _by_dependency(parts[layer])
    game.layer_parts = [(layer, parts[layer]) for layer in LAYERS if layer in parts]
    game.sensitive = sensitive
    game.abilities_change = changes_abilities
    game.grants_mana, game.grants_actions = gives_mana, gives_actions
    game.zones_with_effects = other_zones
    game.effects_dirty = False
    game.types_change = "4" in parts
    game.effect_sources, game.locked = sources, locked
    game.individual = bool(sensitive & INDIVIDUAL)
    game.shared = {}
    game.shared_version = -1


def _by_dependency(parts: list[tuple[Continuous, int]]) -> list[tuple[Continuous, int]]:
    """Timestamp order, except that an effect waits for those it depends on (CR 613.8).

    An effect may depend on another when it reads, in whom it affects or in what it
    does, what the other writes. Loops fall back to timestamps (613.8b).
    """
    reads = [_reads(effect, i) for effect, i in parts]
    writes = [_writes(effect.changes[i].node) for effect, i in parts]
    if not any(reads[a] & writes[b] for a in range(len(parts)) for b in range(len(parts)) if a != b):
        return parts
    waits = {
        a: {b for b in range(len(parts)) if a != b and parts[a][0] is not parts[b][0] and reads[a] & writes[b]}
        for a in range(len(parts))
    }
    ordered: list[int] = []
    left = list(range(len(parts)))
    while left:
        free = next((a for a in left if not (waits[a] & set(left)) or _in_loop(a, waits, left)), left[0])
        ordered.append(free)
        left.remove(free)
    return [parts[i] for i in ordered]


def _in_loop(start: int, waits: dict[int, set[int]], left: list[int]) -> bool:
    seen: set[int] = set()
    todo = [b for b in waits[start] if b in left]
    while todo:
        b = todo.pop()
        if b == start:
            return True
        if b not in seen:
            seen.add(b)
            todo.extend(x for x in waits[b] if x in left)
    return False


def _reads(effect: Continuous, i: int) -> frozenset[str]:
    """What the effect reads to know whom it affects and what it does, if its set is live."""
    found: set[str] = set()
    if effect.objects is not None:
        return frozenset()
    if effect.ability is not None:
        # An effect of a static ability exists only while its source has the ability (613.8a: existence).
        found.add("source abilities")
        if effect.ability.static is not None:
            found |= effect.ability.static.reads
    return frozenset(found | effect.changes[i].reads)


def aspects_read(node: Any) -> frozenset[str]:
    """The aspects of objects that a part of a definition reads."""
    return frozenset(aspect for part in terms.walk(node) if (aspect := READS.get(type(part))) is not None)


def refresh(game: Game, o: GameObject) -> Characteristics:
    """Work the object's characteristics out anew (CR 613.1-613.4) and keep them for this version."""
    if o.zone is None:
        return o.characteristics
    if game.effects_dirty:
        reorder(game)
    o.version = game.version
    here = o.zone == "battlefield" or o.zone in game.zones_with_effects
    base = o.base
    if not here or (not game.layer_parts and not o.counters):
        if o.card.defining and not here:
            base = _defined_elsewhere(game, o)
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
    c = _layered(game, o, base)
    o.characteristics = c
    if key is not None and o.id not in game.locked:
        game.shared[key] = c
    return c


def _layered(game: Game, o: GameObject, base: Characteristics) -> Characteristics:
    """The base values with all layers applied (CR 613.1)."""
    c: Characteristics = base
    o.characteristics = c
    started: list[Continuous] = []
    counted = False
    for layer, parts in game.layer_parts:
        if layer >= "7d" and not counted and o.counters:
            c = _counters(o, c, base)
            counted = True
        if layer == "6" and o.counters:
            c = _keyword_counters(o, c, base)
        for effect, i in parts:
            if effect in started:
                pass
            elif not _exists(game, effect, layer) or not effect.applies_to(game, o):
                continue
            elif len(effect.changes) > 1:
                started.append(effect)
            if c is base:
                c = base.copy()
                o.characteristics = c
            _apply(game, o, c, effect, i)
    if not counted and o.counters:
        c = _counters(o, c, base)
    return c


def _exists(game: Game, effect: Continuous, layer: str) -> bool:
    """An effect of a static ability ends when its source has lost the ability, from that layer on (CR 604.2, 613.6)."""
    if not game.abilities_change or effect.ability is None or effect.source.zone is None or effect.ability.index < 0:
        return True
    source = effect.source
    own = source.characteristics if source.version == game.version else refresh(game, source)
    return effect.ability in own.abilities or layer < own.lost_in


def _defined_elsewhere(game: Game, o: GameObject) -> Characteristics:
    """Characteristic-defining abilities work in every zone (CR 604.3)."""
    c = o.base.copy()
    o.characteristics = c
    frame = Frame(o, o.owner)
    for ability in o.card.defining:
        static = ability.static
        if static is not None:
            game.exercise(o, ability)
            for change in static.changes:
                _set_pt(game, c, change, frame, None)
    return c


def _counters(o: GameObject, c: Characteristics, base: Characteristics) -> Characteristics:
    plus, minus = o.counters.get("+1/+1", 0), o.counters.get("-1/-1", 0)
    if plus == minus:
        return c
    if c is base:
        c = base.copy()
        o.characteristics = c
    c.power += plus - minus
    c.toughness += plus - minus
    return c


KEYWORD_COUNTERS = (
    "flying", "first strike", "double strike", "deathtouch", "haste", "hexproof", "indestructible", "lifelink", "menace",
    "reach", "trample", "vigilance",
)  # fmt: skip


def _keyword_counters(o: GameObject, c: Characteristics, base: Characteristics) -> Characteristics:
    for kind in o.counters:
        if kind in KEYWORD_COUNTERS and kind not in c.keywords:
            if c is base:
                c = base.copy()
                o.characteristics = c
            c.keywords = {**c.keywords, kind: ()}
    return c


def _apply(game: Game, o: GameObject, c: Characteristics, effect: Continuous, i: int) -> None:
    change = effect.changes[i]
    node = change.node
    if game.coverage is not None and effect.ability is not None:
        game.exercise(effect.source, effect.ability)
    match node:
        case e.ModifyPT():
            if effect.values is not None:
                power, toughness = effect.values[i]
            else:
                assert change.one is not None and change.two is not None
                power, toughness = change.one(game, effect.frame), change.two(game, effect.frame)
            c.power += power
            c.toughness += toughness
        case e.GrantAbility():
            if change.keyword is not None:
                name = change.keyword.name
                if name not in c.cannot_have:
                    c.keywords = {**c.keywords, name: (*c.keywords.get(name, ()), change.keyword)}
            c.abilities = (*c.abilities, *change.ability)
        case e.Restrict():
            c.restrictions = (*c.restrictions, (node, effect))
        case e.SetPT():
            _set_pt(game, c, change, effect.frame, effect.values[i] if effect.values is not None else None)
        case e.SwitchPT():
            c.power, c.toughness = c.toughness, c.power
        case e.LoseAbilities():
            c.abilities = ()
            c.keywords = {}
            c.lost_in = c.lost_in or "6"
        case e.LoseKeyword(name, cannot_have):
            c.keywords = {k: v for k, v in c.keywords.items() if k != name}
            if cannot_have:
                c.cannot_have = c.cannot_have | {name}
        case e.AddTypes(types, subtypes, supertypes):
            c.types = c.types | set(types)
            c.subtypes = c.subtypes | set(subtypes)
            c.supertypes = c.supertypes | set(supertypes)
        case e.SetTypes(types, subtypes):
            _set_types(c, types, subtypes)
        case e.SetColors(colors, additional):
            c.colors = c.colors | set(colors) if additional else frozenset(colors)
        case _:
            pass  # control (layer 2) is kept on the object itself


def _set_pt(game: Game, c: Characteristics, change: RunChange, frame: Frame, locked: tuple[int, int] | None) -> None:
    if not isinstance(change.node, e.SetPT):
        return
    if change.one is not None:
        c.power = locked[0] if locked is not None else change.one(game, frame)
    if change.two is not None:
        c.toughness = locked[1] if locked is not None else change.two(game, frame)


def _set_types(c: Characteristics, types: tuple[str, ...], subtypes: tuple[str, ...]) -> None:
    """Becomes these types (CR 205.1a); a basic land type takes the land's abilities and gives its own (305.7)."""
    if types:
        c.types = frozenset(types)
    if not subtypes:
        return
    basics = [s for s in subtypes if s in BASIC_LAND_TYPES]
    if basics and not types:
        from hordemtg.rules.compiled import basic_land_ability  # compiled builds on this module's users

        symbols = tuple(SYMBOL_OF_COLOR[COLOR_OF_BASIC_LAND_TYPE[s]] for s in basics)
        c.subtypes = frozenset(subtypes)
        c.abilities = (basic_land_ability(symbols),)
        c.keywords = {}
        c.lost_in = "4"
    else:
        c.subtypes = frozenset(subtypes)


def player_rule(game: Game, player: Player, word: str) -> bool:
    """Whether a rule such as "can't gain life" applies to the player now (CR 613.10-11)."""
    for effect in game.effects:
        if word in effect.rules and effect.players is not None and effect.holds(game):
            if player in effect.players(game, effect.frame) and _exists(game, effect, "rules"):
                if game.coverage is not None and effect.ability is not None:
                    game.exercise(effect.source, effect.ability)
                return True
    return False


def player_rule_count(game: Game, player: Player, word: str) -> int:
    """How many effects give the player the rule, such as additional lands."""
    return sum(
        effect.rules.count(word)
        for effect in game.effects
        if word in effect.rules
        and effect.players is not None
        and effect.holds(game)
        and player in effect.players(game, effect.frame)
    )


def exercise_player_rules(game: Game, player: Player, word: str) -> None:
    """Count the clauses that give the player the rule, once it has been made use of."""
    for effect in game.effects:
        if word in effect.rules and effect.ability is not None and effect.players is not None and effect.holds(game):
            if player in effect.players(game, effect.frame):
                game.exercise(effect.source, effect.ability)


def begin(game: Game, effect: Continuous) -> None:
    """Let a continuous effect begin."""
    game.effects.append(effect)
    game.effects_dirty = True
    _invalidate(game, effect)
    if any(isinstance(change.node, e.GainControl) for change in effect.changes):
        update_control(game)


def _invalidate(game: Game, effect: Continuous) -> None:
    """Drop what is cached of the objects that an effect affects, or of all when others may depend on them."""
    if effect.objects is None or "board" in game.sensitive or len(effect.objects) > 8:
        game.version += 1
    else:
        for o in effect.objects:
            o.version = -1


def end(game: Game, ending: list[Continuous]) -> None:
    """Let continuous effects end."""
    if not ending:
        return
    game.effects = [x for x in game.effects if x not in ending]
    game.effects_dirty = True
    for effect in ending:
        _invalidate(game, effect)
    if any(isinstance(change.node, e.GainControl) for x in ending for change in x.changes):
        update_control(game)


def update_control(game: Game) -> None:
    """Layer 2: who controls what, by the latest effect (CR 613.1b, 110.2)."""
    for o in list(game.battlefield):
        controller = o.base_controller
        for effect in sorted(game.effects, key=lambda x: x.timestamp):
            for change in effect.changes:
                if change.players is not None and effect.applies_to(game, o):
                    found = change.players(game, effect.frame)
                    if found:
                        controller = found[0]
        if controller is not o.controller:
            game.change_control(o, controller)


def has_granted_triggers(game: Game) -> list[tuple[GameObject, RunAbility]]:
    """Triggered abilities that permanents have by an effect and not by their card."""
    found: list[tuple[GameObject, RunAbility]] = []
    for o in game.battlefield:
        for ability in game.characteristics(o).abilities:
            if ability.kind == "triggered" and ability not in o.card.abilities:
                found.append((o, ability))
    return found
