"""Card definitions compiled once per process to what a game runs: closures and tables (CR 113)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, assert_never

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import granting
from hordemtg.cards import terms as t
from hordemtg.cards.copies import Exceptions
from hordemtg.cards.definition import CardDefinition, EmblemDefinition
from hordemtg.cards.subtypes import CREATURE_TYPES
from hordemtg.cards.values import COLOR_OF_BASIC_LAND_TYPE, NO_COST, PERMANENT_TYPES, SYMBOL_OF_COLOR, ManaCost, Zone
from hordemtg.rules import aspects, keyword_copies, keywords, layers, purpose, spending, terms
from hordemtg.rules.characteristics import Characteristics
from hordemtg.rules.costs import RunCost
from hordemtg.rules.effects import StepFn, compile_steps
from hordemtg.rules.triggers import Matcher, compile_pattern, keys_of

if TYPE_CHECKING:
    from hordemtg.rules.game import Game
    from hordemtg.rules.objects import Frame, GameObject

Linked = dict[str, "list[GameObject]"]


class Keyword:
    """A keyword ability as an object has it: its name, number, cost and filter (CR 702)."""

    __slots__ = ("cost", "filter", "name", "node", "number")

    def __init__(self, node: a.KeywordAbility) -> None:
        self.node = node
        self.name = node.name
        self.number = node.number
        self.cost = RunCost(node.cost) if node.cost else None
        self.filter = terms.test(node.filter) if node.filter is not None else None


class RunTarget:
    """One instance of "target" (CR 115.1)."""

    __slots__ = ("condition", "different_from", "fits", "maximum", "minimum", "node", "objects", "players", "zone")

    def __init__(self, node: a.TargetSpec) -> None:
        self.node = node
        self.minimum = node.minimum
        self.maximum = terms.amount(node.maximum)
        self.objects = terms.group(node.group) if node.group is not None else None
        self.fits = terms.test(node.group.filter) if node.group is not None else None
        self.zone: Zone | None = node.group.zone if node.group is not None else None
        self.players = terms.players(node.players) if node.players is not None else None
        self.condition = terms.condition(node.condition) if node.condition is not None else None
        self.different_from = node.different_from


class RunMode:
    """One bullet: its targets and what it does."""

    __slots__ = ("label", "node", "purposes", "steps", "targets")

    def __init__(self, node: a.Mode) -> None:
        self.node = node
        self.label = node.label
        self.targets = [RunTarget(x) for x in node.targets]
        self.steps = compile_steps(node.steps)
        self.purposes = [purpose.of_target(node.steps, i) for i in range(len(node.targets))]


class RunBody:
    """What a spell or ability does when it resolves."""

    __slots__ = ("choose_maximum", "choose_minimum", "divides", "modes", "node", "purposes", "steps", "targets")

    def __init__(self, node: a.Body) -> None:
        self.node = node
        self.targets = [RunTarget(x) for x in node.targets]
        self.steps: StepFn = compile_steps(node.steps)
        self.purposes = [purpose.of_target(node.steps, i) for i in range(len(node.targets))]
        self.modes = [RunMode(m) for m in node.modes]
        self.choose_minimum = node.choose_minimum
        self.choose_maximum = node.choose_maximum
        self.divides = terms.amount(node.divides) if node.divides is not None else None


class RunAbility:
    """An ability as a game runs it. `index` is its number on the card, for coverage and limits."""

    __slots__ = (
        "additional", "alternative", "any_opponent", "body", "condition", "copies_of", "cost", "cost_change",
        "definition", "enters",
        "fixed_mana", "index", "is_mana", "keys", "kind", "label", "loyalty", "mana_for", "mana_options", "matchers",
        "number", "of_keyword", "once", "only_taps", "own_subject", "per_turn", "reductions", "replacement",
        "sorcery_speed", "spend_only", "static", "steady_mana", "taps_for_mana", "together", "whole", "zone",
    )  # fmt: skip

    def __init__(self, node: a.Ability, index: int) -> None:
        self.definition = node
        self.index = index
        self.of_keyword = ""  # the keyword ability that stands for it
        self.label: str = node.label
        self.kind = ""
        self.zone: Zone = "battlefield"
        self.body: RunBody | None = None
        self.cost: RunCost | None = None
        self.condition: terms.ConditionFn | None = None
        self.per_turn = 0
        self.once = ""
        self.sorcery_speed = False
        self.any_opponent = False
        self.reductions: tuple[tuple[terms.AmountFn, terms.ConditionFn | None], ...] = ()
        self.is_mana = False
        self.mana_options: ManaOptionsFn | None = None
        self.fixed_mana: list[tuple[str, ...]] = []  # what these are if they are always the same
        self.mana_for: Zone | None = None  # what its mana is spent on only: the top card of that zone
        self.spend_only: spending.Only | None = None  # what else its mana is spent on only (CR 106.6)
        self.steady_mana = False  # what it makes depends on nothing but permanents
        self.only_taps = False  # tapping its permanent on the battlefield is all that its mana costs
        self.taps_for_mana = False  # so it is, and tapping its permanent on the battlefield is all that it costs
        self.keys: tuple[str, ...] = ()
        self.matchers: tuple[tuple[str, Matcher], ...] = ()
        self.number = index if index >= 0 else id(self)  # by what its object counts how often it was used
        self.together = False
        self.whole = False
        self.own_subject = False  # only events of the object itself can trigger it
        self.static: RunStatic | None = None
        self.enters: RunEnters | None = None
        self.copies_of: terms.ObjectsFn | None = None  # what it may enter as a copy of
        self.replacement: RunReplacement | None = None
        self.cost_change: RunCostChange | None = None
        self.alternative: a.AlternativeCost | None = None
        self.additional: tuple[RunCost, ...] = ()
        self._compile(node)

    def has_choices(self) -> bool:
        """Whether modes or targets are chosen as it goes on the stack."""
        return self.body is not None and bool(self.body.targets or self.body.modes)

    def reduction(self, game: Game, frame: Frame) -> int:
        """How much less generic mana it costs to activate now (CR 602.2b, 601.2f)."""
        return sum(
            max(0, amount(game, frame)) for amount, asked in self.reductions if asked is None or asked(game, frame)
        )

    def _compile(self, node: a.Ability) -> None:
        match node:
            case a.SpellAbility():
                self.kind, self.body, self.zone = "spell", RunBody(node.body), "stack"
            case a.ActivatedAbility():
                self._activated(node)
            case a.TriggeredAbility():
                self._triggered(node)
            case a.StaticAbility():
                self.kind, self.zone, self.static = "static", node.zone, RunStatic(node)
            case a.KeywordAbility():
                self.kind = "keyword"
            case a.EntersWith():
                self.kind, self.enters = "enters with", RunEnters(node)
            case a.EntersAsCopy():
                self.kind, self.copies_of = "enters as a copy", terms.group(node.of)
            case a.Replacement():
                self.kind, self.zone, self.replacement = "replacement", node.zone, RunReplacement(node)
            case a.CostChange():
                self.kind, self.cost_change = "cost change", RunCostChange(node)
                self.zone = "stack" if node.spells is None else "battlefield"
            case a.AdditionalCost():
                self.kind, self.additional = "additional cost", tuple(RunCost(c) for c in node.options)
            case a.AlternativeCost():
                self.kind, self.alternative, self.zone = "alternative cost", node, node.zone
                self.cost = RunCost(node.cost)
                self.condition = terms.condition(node.condition) if node.condition is not None else None
            case a.PerAmount():
                self.kind, self.body, self.zone = "per amount", RunBody(a.Body(node.steps)), "command"
            case (
                a.CastAtOnce() | a.HandFromLibrary() | a.TokenCards() | a.TokensCease() | a.EndlessMana()
                | a.Unsupported()
            ):  # fmt: skip
                self.kind, self.zone = "standing", "command"
            case _:
                assert_never(node)

    def _activated(self, node: a.ActivatedAbility) -> None:
        self.kind = "activated"
        self.zone, self.sorcery_speed, self.per_turn = node.zone, node.sorcery_speed, node.per_turn
        self.any_opponent, self.mana_for = node.any_opponent, node.mana_for
        self.body, self.cost = RunBody(node.body), RunCost(node.cost).used_for(spending.ACTIVATING)
        self.reductions = tuple(
            (terms.amount(x.amount), terms.condition(x.condition) if x.condition is not None else None)
            for x in node.reductions
        )
        self.condition = terms.condition(node.condition) if node.condition is not None else None
        # CR 605.1a: no target, could add mana
        if not node.body.targets and any(isinstance(x, e.AddMana) for x in terms.walk(node.body)):
            self.is_mana = True
            adds = [x for x in node.body.steps if isinstance(x, e.AddMana)]
            # One that costs more than its own permanent is activated with priority, before a payment (CR 605.3a).
            if len(adds) == 1 and len(node.body.steps) == 1 and self.cost.simple_mana_cost:
                self.mana_options = mana_options(adds[0])
                self.spend_only = spending.Only(adds[0].only) if adds[0].only is not None else None
                self.fixed_mana = fixed_mana(adds[0])
                self.steady_mana = not (self.per_turn or self.condition or layers.sensitivity(adds[0]))
                self.only_taps = self.cost.taps and not (
                    self.cost.simple or self.per_turn or self.condition or self.zone != "battlefield"
                )
                self.taps_for_mana = self.steady_mana and self.only_taps

    def _triggered(self, node: a.TriggeredAbility) -> None:
        self.kind, self.zone, self.per_turn, self.once = "triggered", node.zone, node.per_turn, node.once
        self.body = RunBody(node.body)
        self.condition = terms.condition(node.condition) if node.condition is not None else None
        self.together = any(p.together for p in node.events)
        self.whole = any(p.whole for p in node.events)
        self.matchers = tuple((key, compile_pattern(p)) for p in node.events for key in keys_of(p))
        self.keys = tuple(dict.fromkeys(key for key, _ in self.matchers))
        self.own_subject = all(p.subject == t.IsOneOf(t.This()) for p in node.events)
        if self.own_subject and node.zone == "battlefield":
            # One that triggers on its object's being put somewhere from anywhere functions there (CR 113.6k, 603.6c).
            zones = {p.to_zone for p in node.events if p.kind == "zone change" and p.from_zone is None}
            if len(zones) == 1 and len(node.events) == 1 and (to_zone := zones.pop()) is not None:
                self.zone = to_zone


ManaOptionsFn = Callable[[Any, Any], list[tuple[str, ...]]]


def mana_options(node: e.AddMana) -> ManaOptionsFn:
    """A function that lists what the ability could add: each entry the symbols of one choice (CR 106.1)."""
    count = terms.amount(node.amount)
    if node.any_color:
        return lambda game, frame: _of_any_color(count(game, frame))
    single = [tuple(option) for option in node.options]
    return lambda game, frame: [option * max(0, count(game, frame)) for option in single]


_ANY_COLOR: Final[dict[int, list[tuple[str, ...]]]] = {}


def _of_any_color(count: int) -> list[tuple[str, ...]]:
    """So much mana of each colour, the same list each time."""
    known = _ANY_COLOR.get(count)
    if known is None:
        known = [(s,) * count for s in "WUBRG"] if count > 0 else []
        if count < 100:
            _ANY_COLOR[count] = known
    return known


def fixed_mana(node: e.AddMana) -> list[tuple[str, ...]]:
    """What the ability adds if that does not depend on the game: each entry the symbols of one choice."""
    if not isinstance(node.amount, t.Number) or node.amount.value <= 0:
        return []
    options = [(s,) for s in "WUBRG"] if node.any_color else [tuple(option) for option in node.options]
    return [option * node.amount.value for option in options]


def refuse(why: str) -> None:
    """Raise NotImplementedError with the reason, if there is one: nothing is left out silently."""
    if why:
        raise NotImplementedError(why)


class RunChange:
    """One change of a continuous effect, with its amounts compiled."""

    __slots__ = (
        "ability", "filter", "flags", "gives_actions", "gives_mana", "gives_triggers", "keyword", "layer", "node",
        "one", "players", "reads", "takes_abilities", "two", "word", "writes",
    )  # fmt: skip

    def __init__(self, node: e.Change) -> None:
        self.node = node
        self.layer = layers.LAYER_OF[type(node)]
        self.reads = layers.aspects_read(layers.decisive(node))
        self.writes = aspects.written(node)
        self.takes_abilities = layers.takes_abilities(node)
        self.word: str = node.word if isinstance(node, e.Restrict) else ""  # what it says an object may not do
        self.one: terms.AmountFn | None = None
        self.two: terms.AmountFn | None = None
        self.ability: tuple[RunAbility, ...] = ()
        self.keyword: Keyword | None = None
        self.filter: terms.Test | None = None
        self.players: terms.PlayersFn | None = None
        match node:
            case e.SetPT(power, toughness):
                self.one = terms.amount(power) if power is not None else None
                self.two = terms.amount(toughness) if toughness is not None else None
            case e.ModifyPT(power, toughness):
                self.one, self.two = terms.amount(power), terms.amount(toughness)
            case e.GrantAbility(ability):
                refuse(granting.why_not_granted(ability))
                run = expand(ability, -1)
                self.ability = tuple(r for r in run if r.kind != "keyword")
                if isinstance(ability, a.KeywordAbility):
                    self.keyword = Keyword(ability)
            case e.Restrict():
                refuse(granting.why_not_restricted(node))
                self.filter = terms.test(node.filter) if node.filter is not None else None
            case e.GainControl(who):
                self.players = terms.players(who)
            case _:
                pass
        # Basic land types bring mana abilities (CR 305.7).
        self.gives_mana = isinstance(node, e.SetTypes | e.AddTypes) or any(
            r.mana_options is not None for r in self.ability
        )
        self.gives_actions = any(r.kind == "activated" and r.mana_options is None for r in self.ability)
        self.gives_triggers = any(r.kind == "triggered" for r in self.ability)
        self.flags = (
            layers.TAKES * self.takes_abilities
            + layers.MANA * self.gives_mana
            + layers.ACTIONS * self.gives_actions
            + layers.TRIGGERS * self.gives_triggers
        )


class RunStatic:
    """A static ability: whom it affects, how, and when (CR 604, 611.3)."""

    __slots__ = (
        "changes",
        "condition",
        "fits",
        "host",
        "needs_type",
        "node",
        "own",
        "players",
        "quiet",
        "reads",
        "sensitive",
        "side",
        "zone",
    )

    def __init__(self, node: a.StaticAbility) -> None:
        self.node = node
        self.changes = [RunChange(c) for c in node.changes]
        self.reads = layers.aspects_read((node.affects, node.condition))
        self.sensitive = layers.sensitivity(node)
        self.condition = terms.condition(node.condition) if node.condition is not None else None
        self.players = terms.players(node.players) if node.players is not None else None
        self.own = isinstance(node.affects, t.This)
        self.host = isinstance(node.affects, t.Host)
        # It changes nothing but its own object, and nothing that other effects read.
        self.quiet = self.own and not node.rules and not any(change.writes for change in self.changes)
        self.fits: terms.Test | None = None
        self.side = False
        self.needs_type = ""
        self.zone: Zone = node.zone if self.own else "battlefield"
        if isinstance(node.affects, t.Each):
            self.zone = node.affects.group.zone
            inner = node.affects.group.filter
            parts: list[t.Filter] = list(inner.parts) if isinstance(inner, t.AllOf) else [inner]
            if node.affects.group.owner is not None:
                parts.append(t.OwnedBy(node.affects.group.owner))
            # What most of these filters ask first is asked without a call.
            mine = t.ControlledBy(t.You())
            self.side = mine in parts and self.zone == "battlefield"
            if self.side:
                parts.remove(mine)
            typed = next((x for x in parts if isinstance(x, t.IsType) and x.name != "permanent"), None)
            if typed is not None:
                self.needs_type = typed.name
                parts.remove(typed)
            self.fits = terms.test(t.AllOf(tuple(parts)) if parts else t.Anything())


class RunEnters:
    """How this enters the battlefield (CR 614.1c)."""

    __slots__ = ("amount", "condition", "node", "unless")

    def __init__(self, node: a.EntersWith) -> None:
        self.node = node
        self.unless = RunCost(node.unless) if node.unless else None
        self.amount = terms.amount(node.amount)
        self.condition = terms.condition(node.condition) if node.condition is not None else None


class RunReplacement:
    """A replacement or prevention effect of a static ability (CR 614, 615)."""

    __slots__ = ("condition", "keys", "match", "may", "node", "once", "steps")

    def __init__(self, node: a.Replacement) -> None:
        self.node = node
        # What follows a prevention happens once for damage dealt at the same time, unless it asks how much it was.
        self.once = node.prevents and not any(isinstance(x, t.EventAmount) for x in terms.walk(node.steps))
        self.keys = keys_of(node.event)
        self.match = compile_pattern(node.event)
        self.may = terms.players(node.may) if node.may is not None else None
        self.steps = compile_steps(node.steps) if node.steps else None
        self.condition = terms.condition(node.condition) if node.condition is not None else None


class RunCostChange:
    """What makes spells cost more or less (CR 601.2f)."""

    __slots__ = ("condition", "node", "per", "spells", "who")

    def __init__(self, node: a.CostChange) -> None:
        self.node = node
        self.spells = terms.test(node.spells) if node.spells is not None else None
        self.who = terms.players(node.who) if node.who is not None else None
        self.per = terms.amount(node.per) if node.per is not None else None
        self.condition = terms.condition(node.condition) if node.condition is not None else None


def expand(node: a.Ability, index: int) -> list[RunAbility]:
    """The ability as the game runs it: a keyword brings the abilities it stands for (CR 702.1)."""
    result = [RunAbility(node, index)]
    if isinstance(node, a.KeywordAbility):
        for meaning in keywords.stands_for(node):
            run = RunAbility(meaning, index)
            run.of_keyword = node.name
            run.label = run.label or node.label  # by which a directive calls it
            result.append(run)
    return result


class CompiledCard:
    """A card or token ready to be played: its printed characteristics and running abilities."""

    __slots__ = (
        "abilities",
        "activated",
        "acts",
        "additional",
        "alternatives",
        "as_copy",
        "base",
        "cast_use",
        "copies",
        "cost_changes",
        "defining",
        "definition",
        "enters",
        "for_opponents",
        "in_graveyard",
        "in_hand",
        "inert",
        "instant_speed",
        "is_land",
        "is_permanent",
        "kicker_names",
        "kickers",
        "kind",
        "least_mana",
        "makes_mana",
        "name",
        "own_keys",
        "per_amount",
        "plain",
        "registers",
        "repeated",
        "replacements",
        "spell",
        "standing",
        "statics",
        "title",
        "token_base",
        "total_costs",
        "triggered",
        "usual_costs",
        "vanishes",
    )  # fmt: skip

    def __init__(self, definition: CardDefinition | EmblemDefinition) -> None:
        self.definition = definition
        self.name = definition.name
        errata = definition.errata if isinstance(definition, CardDefinition) else ()
        self.title = f"{definition.name} ({', '.join(errata)})" if errata else definition.name  # which text it has
        run = [r for i, node in enumerate(definition.abilities) for r in expand(node, i)]
        if isinstance(definition, CardDefinition):
            run += _intrinsic_mana(definition)
        else:
            for r in run:
                r.zone = "command"  # CR 114.4
        self.abilities = tuple(run)
        self.spell = [r for r in run if r.kind == "spell"]
        self.activated = tuple(r for r in run if r.kind == "activated")
        self.triggered = tuple(r for r in run if r.kind == "triggered")
        # The keys of events of the object itself on which its abilities trigger.
        self.own_keys = frozenset(key for r in self.triggered if r.own_subject for key in r.keys)
        self.acts = any(not r.is_mana or r.mana_options is None for r in self.activated)
        self.in_hand = any(r.zone == "hand" for r in self.activated)
        self.makes_mana = any(r.mana_options is not None for r in self.activated)
        # It can make mana by sacrificing itself, and so cannot be used again for the same cost.
        self.vanishes = any(r.mana_options is not None and r.cost is not None and r.cost.simple for r in self.activated)
        self.for_opponents = any(r.any_opponent for r in self.activated)
        self.statics = tuple(r for r in run if r.kind == "static")
        self.replacements = tuple(r for r in run if r.kind == "replacement")
        self.enters = tuple(r for r in run if r.kind == "enters with")
        self.as_copy = tuple(r for r in run if r.kind == "enters as a copy")
        self.copies: dict[Exceptions, CompiledCard] = {}  # what copies of it with exceptions are
        self.cost_changes = tuple(r for r in run if r.kind == "cost change")
        self.additional = tuple(r for r in run if r.kind == "additional cost")
        self.alternatives = tuple(r for r in run if r.kind == "alternative cost")
        # What its player could do with it there, beside casting it from the hand.
        self.in_graveyard = any(r.zone == "graveyard" for r in (*self.activated, *self.alternatives))
        self.per_amount = tuple(r for r in run if r.kind == "per amount")
        self.standing = tuple(r for r in run if r.kind == "standing")
        self.defining = tuple(r for r in self.statics if r.static is not None and r.static.node.defines_characteristics)
        # What must be told to the game when an object comes to a zone, for its abilities to work there.
        self.registers = tuple(
            r
            for r in run
            if r.kind in ("static", "replacement", "per amount", "standing")
            or (r.kind == "triggered" and not r.own_subject)
            or (r.kind == "cost change" and r.zone == "battlefield")
        )
        words: dict[str, tuple[Keyword, ...]] = {}
        for node in definition.abilities:
            if isinstance(node, a.KeywordAbility):
                words[node.name] = (*words.get(node.name, ()), Keyword(node))
        helps = tuple(name for name in spending.KEYWORDS if name in words)
        self.cast_use = spending.Use("cast", helps) if helps else spending.CASTING
        # What may be paid beside the other costs, and for which keyword: kickers first.
        extra = [(name, k.node) for name in keyword_copies.ADDITIONAL for k in words.get(name, ())]
        self.kickers = [RunCost(keyword_copies.ADDITIONAL[name](node)) for name, node in extra]
        self.kicker_names = tuple(name for name, _ in extra)
        self.repeated = tuple(i for i, (name, _) in enumerate(extra) if name in keyword_copies.REPEATED)
        self.base = _base(definition, words, self.abilities)
        self.token_base = _token_card_base(self.base)
        self.total_costs: dict[tuple[int, bool, tuple[int, ...]], tuple[RunCost, ...]] = {}
        self.usual_costs: tuple[RunCost, ...] | None = None  # of these those for its mana cost without kickers
        types = self.base.types
        # What makes two token cards the same kind (H4.2).
        self.kind = (types, self.base.subtypes, self.base.colors, self.base.power, self.base.toughness)
        self.is_land = "land" in types
        self.is_permanent = not PERMANENT_TYPES.isdisjoint(types)
        # How much mana paying its mana cost takes at the least: hybrid symbols one, Phyrexian ones none.
        self.least_mana = self.base.mana_cost.generic + sum(
            1 for s in self.base.mana_cost.symbols if not s.isdigit() and s != "X" and not s.endswith("/P")
        )
        # State-based actions ask no more of it than of any creature while no effect changes types (CR 704.5).
        self.plain = not (
            "planeswalker" in types
            or self.base.supertypes - {"basic"}
            or self.base.subtypes & {"Aura", "Equipment", "Fortification"}
        )
        # No state-based action looks at it while no effect changes types (CR 704.5).
        self.inert = types <= {"land", "artifact", "enchantment"} and self.plain
        self.instant_speed = "instant" in types or "flash" in words

    def definition_has_no_cost(self) -> bool:
        """A card without a mana cost cannot be cast for it (CR 118.6, 202.1b)."""
        return isinstance(self.definition, CardDefinition) and self.definition.cost is None

    def __repr__(self) -> str:
        return f"<compiled {self.name}>"


def _base(
    definition: CardDefinition | EmblemDefinition, words: dict[str, tuple[Keyword, ...]], run: tuple[RunAbility, ...]
) -> Characteristics:
    if isinstance(definition, EmblemDefinition):
        return Characteristics(definition.name, keywords=words, abilities=run)
    cost = definition.cost if definition.cost is not None else NO_COST
    fixed = [x.value if isinstance(x, t.Number) else 0 for x in (definition.power, definition.toughness)]
    colors: frozenset[str] = frozenset(definition.colors)
    return Characteristics(
        definition.name,
        cost,
        cost.mana_value,
        frozenset() if "devoid" in words else colors,
        frozenset(definition.supertypes),
        frozenset(definition.types),
        frozenset(definition.subtypes) | (CREATURE_TYPES if "changeling" in words else frozenset()),  # CR 702.73a
        fixed[0],
        fixed[1],
        words,
        run,
    )


def _token_card_base(base: Characteristics) -> Characteristics:
    """The same with the mana value of a token card: power and toughness averaged, rounded up (H4.3)."""
    changed = base.copy()
    changed.mana_value = max(0, -(-(base.power + base.toughness) // 2))
    return changed


def _intrinsic_mana(definition: CardDefinition) -> list[RunAbility]:
    """The mana abilities that basic land types bring (CR 305.6)."""
    if "land" not in definition.types:
        return []
    symbols = [SYMBOL_OF_COLOR[c] for sub, c in COLOR_OF_BASIC_LAND_TYPE.items() if sub in definition.subtypes]
    if not symbols:
        return []
    return [basic_land_ability(tuple(symbols))]


_BASIC: Final[dict[tuple[str, ...], RunAbility]] = {}


def basic_land_ability(symbols: tuple[str, ...]) -> RunAbility:
    """`{T}: Add` one of the symbols, as basic land types give it (CR 305.6)."""
    if symbols not in _BASIC:
        adds = e.AddMana(t.You(), options=tuple((s,) for s in symbols))
        _BASIC[symbols] = RunAbility(a.ActivatedAbility((e.TapThis(),), a.Body((adds,))), -1)
    return _BASIC[symbols]


_CARDS: Final[dict[int, tuple[Any, CompiledCard]]] = {}


def compiled(definition: CardDefinition | EmblemDefinition) -> CompiledCard:
    """The compiled form of a definition, made once per process for each definition object."""
    known = _CARDS.get(id(definition))
    if known is None or known[0] is not definition:
        known = (definition, CompiledCard(definition))
        _CARDS[id(definition)] = known
    return known[1]


def mana_cost_of(card: CompiledCard) -> ManaCost:
    """The printed mana cost."""
    return card.base.mana_cost
