"""Laying out the game that a scenario begins with (CR 103, 110; H1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from hordemtg.cards import scenario as s
from hordemtg.cards.definition import CardDefinition, EmblemDefinition
from hordemtg.cards.values import Place
from hordemtg.compiler.library import Library
from hordemtg.horde.game import HordeGame
from hordemtg.horde.pilot import DirectivePilot
from hordemtg.horde.victory import Proofs
from hordemtg.play.scenario_names import Names, ScenarioFailure
from hordemtg.play.setup import GameSpec, Table, lay_table
from hordemtg.rules.choices import Pilot
from hordemtg.rules.compiled import compiled
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject, Player
from hordemtg.rules.turns import STEPS
from hordemtg.script.diagnostics import ScriptError, nearest

BLANK = CardDefinition("blank", None, frozenset())

STEP_OF = {**{step: step for step in STEPS}, "end step": "end"}


@dataclass(frozen=True, slots=True)
class Scripts:
    """The definitions that a scenario's names mean: for each side its cards and tokens."""

    cards: tuple[Mapping[str, CardDefinition], Mapping[str, CardDefinition]]

    def definition(self, side: int, name: str, place: Place) -> CardDefinition:
        """The card or token of that name. Raises `ScenarioFailure` when no script declares it."""
        found = self.cards[side].get(name)
        if found is None:
            near = nearest(name, self.cards[side])
            hint = f" (did you mean {near}?)" if near else ""
            raise ScenarioFailure(f"there is no card or token {name}{hint}", place)
        return found


@dataclass(slots=True)
class Layout:
    """A game ready to begin: its scripts, what its names mean, and the Horde's own pilot."""

    game: Game
    names: Names
    scripts: Scripts
    directives: DirectivePilot | None = None
    table: Table | None = None


def lay_out(scenario: s.Scenario, library: Library, pilots: tuple[Pilot, Pilot]) -> Layout:
    """The game as the scenario's set-up says. Raises `ScenarioFailure` when it cannot be so."""
    layout = _against_horde(scenario, library, pilots) if scenario.horde else _plain(scenario, library, pilots)
    for number in scenario.numbers:
        player = layout.names.side(number.side, number.place)
        if number.what == "life":
            player.life = number.number
        else:
            player.poison = number.number
    sick: list[GameObject] = []
    attached: list[tuple[GameObject, s.Put]] = []
    libraries: set[str] = set()
    for part in scenario.setup:
        player = layout.names.side(part.side, part.place)
        if part.zone == "library":
            libraries.add(part.side)
            _library(layout, player, part)
        elif part.zone == "battlefield":
            for put in part.items:
                _battlefield(layout, player, put, sick, attached)
        else:
            for put in reversed(part.items) if part.zone == "command" else part.items:
                _cards(layout, player, part, put)
    for player in layout.game.players:
        if player.name not in libraries:
            _blanks(layout.game, player, s.DEFAULT_LIBRARY)
    for o, put in attached:
        _attach(layout, o, put)
    _begin(scenario, layout, sick)
    return layout


# ---------------------------------------------------------------- the two kinds of game


def _inline(scenario: s.Scenario) -> dict[str, CardDefinition]:
    return {card.name: card for card in scenario.cards}


def _tokens(scenario: s.Scenario, library: Library) -> dict[str, CardDefinition]:
    return {**library.tokens, **{card.name: card for card in scenario.cards if card.token}}


def _emblems(scenario: s.Scenario, library: Library) -> dict[str, EmblemDefinition]:
    return {**library.emblems, **{emblem.name: emblem for emblem in scenario.emblems}}


def _plain(scenario: s.Scenario, library: Library, pilots: tuple[Pilot, Pilot]) -> Layout:
    life = 20
    if scenario.ruleset and scenario.ruleset != "plain":
        raise ScenarioFailure(f"the ruleset {scenario.ruleset} needs a Horde", scenario.place)
    if scenario.stage is not None or scenario.preparation:
        raise ScenarioFailure("stages and preparation turns are a Horde's", scenario.place)
    game = Game(scenario.seed or 0, _tokens(scenario, library), _emblems(scenario, library))
    for name, pilot in zip(s.SIDES["plain"], pilots, strict=True):
        game.add_player(name, pilot, life)
    cards = {**library.tokens, **library.cards, **_inline(scenario)}
    return Layout(game, Names(game, {*cards, BLANK.name}), Scripts((cards, cards)))


def _against_horde(scenario: s.Scenario, library: Library, pilots: tuple[Pilot, Pilot]) -> Layout:
    """The Survivor against a Horde by its manifest and ruleset (H1)."""
    spec = GameSpec(
        scenario.horde,
        ruleset=scenario.ruleset,
        list_name=scenario.deck_list,
        difficulty=scenario.difficulty or "",
        preparation=None if scenario.difficulty else scenario.preparation,
    )
    try:
        table = lay_table(library, spec)
    except ScriptError as error:
        raise ScenarioFailure(str(error), scenario.place) from error
    game = HordeGame(
        scenario.seed or 0, table.ruleset, table.preparation, _tokens(scenario, library), _emblems(scenario, library)
    )
    own = DirectivePilot(table.directives)
    game.seat(*pilots)
    game.victory = Proofs(own)
    _emblems_and_stage(scenario, game)
    inline = _inline(scenario)
    survivors = {**library.tokens, **library.cards, **inline}
    hordes = {**library.tokens, **table.cards, **inline, **{x.card: x.result for x in scenario.errata}}
    _token_kinds(game, table)
    names = Names(game, {*survivors, *hordes, BLANK.name})
    return Layout(game, names, Scripts((survivors, hordes)), own, table)


def _token_kinds(game: HordeGame, table: Table) -> None:
    """The kinds of token cards in the Horde's starting deck (H4.2), whatever its library is laid out to be."""
    kinds = game.token_kinds.setdefault(game.horde.index, set())
    for _, name in table.main.cards:
        definition = table.cards[name]
        if definition.token:
            kinds.add(compiled(definition).kind)


def _emblems_and_stage(scenario: s.Scenario, game: HordeGame) -> None:
    for name in game.ruleset.horde_emblems:
        game.give_emblem(game.horde, name)
    game._emblems_of("preparation")
    stage = scenario.stage or ("preparation" if game.preparation else "assault")
    if stage != "preparation":
        game._enter(stage, "H1.2")


# ---------------------------------------------------------------- what lies where


def _bind(layout: Layout, put: s.Put, objects: list[GameObject]) -> None:
    if put.alias:
        layout.names.bind(put.alias, objects, put.place)


def _add_card(layout: Layout, player: Player, put: s.Put, zone: str) -> GameObject:
    owner = layout.names.side(put.owner, put.place) if put.owner else player
    definition = layout.scripts.definition(owner.index, put.name, put.place)
    if definition.token and layout.directives is None:
        raise ScenarioFailure(f"{put.name} is a token: tokens are only on the battlefield (CR 111.7)", put.place)
    return layout.game.add_card(owner, definition, zone)


def _cards(layout: Layout, player: Player, part: s.SideSetup, put: s.Put) -> None:
    _bind(layout, put, [_add_card(layout, player, put, part.zone) for _ in range(put.count)])


def _library(layout: Layout, player: Player, part: s.SideSetup) -> None:
    """The library from its bottom up: blanks or the rest of the deck, then what is named, the top last."""
    if part.deck:
        _rest_of_deck(layout, player, part)
    _blanks(layout.game, player, part.blank)
    for put in reversed(part.items):
        made = [_add_card(layout, player, put, "library") for _ in range(put.count)]
        _bind(layout, put, list(reversed(made)))


def _rest_of_deck(layout: Layout, player: Player, part: s.SideSetup) -> None:
    if layout.table is None or player is not layout.game.players[1]:
        raise ScenarioFailure(f"{player.name} has no deck: name cards, or so many blank", part.place)
    taken = Counter[str]()
    for put in part.items:
        taken[put.name] += put.count
    cards: list[CardDefinition] = []
    for count, name in layout.table.main.cards:
        cards += [layout.scripts.definition(player.index, name, part.place)] * max(0, count - taken[name])
    layout.game.chance.shuffle(cards)
    for definition in cards:
        layout.game.add_card(player, definition)


def _blanks(game: Game, player: Player, count: int) -> None:
    for _ in range(count):
        game.add_card(player, BLANK)


def _battlefield(
    layout: Layout, player: Player, put: s.Put, sick: list[GameObject], attached: list[tuple[GameObject, s.Put]]
) -> None:
    game = layout.game
    owner = layout.names.side(put.owner, put.place) if put.owner else player
    definition = layout.scripts.definition(owner.index, put.name, put.place)
    as_card = layout.directives is not None and owner is game.players[1]
    made: list[GameObject] = []
    for _ in range(put.count):
        o = game.put_permanent(owner, definition, as_card)
        if player is not owner:
            o.controller = o.base_controller = player
            for effect in game.effects:
                if effect.source is o:
                    effect.frame.controller = player
        o.tapped, o.damage = put.tapped, put.damage
        for kind, number in put.counters:
            o.counters[kind] = number
        made.append(o)
        if put.summoning_sick:
            sick.append(o)
        if put.attached_to:
            attached.append((o, put))
    _bind(layout, put, made)


def _attach(layout: Layout, o: GameObject, put: s.Put) -> None:
    alias = put.attached_to in layout.names.aliases
    host = layout.names.one(s.Thing(put.attached_to, alias), layout.game.battlefield, put.place)
    if not isinstance(host, GameObject) or not layout.game.attach(o, host):
        raise ScenarioFailure(f"{o.label} cannot be attached to {put.attached_to} (CR 301.5, 303.4)", put.place)


# ---------------------------------------------------------------- when it begins


def _begin(scenario: s.Scenario, layout: Layout, sick: list[GameObject]) -> None:
    """Begin the turn and step at which the scenario starts, with nothing of it done yet."""
    game, start = layout.game, scenario.start
    first = layout.names.side(start.side, start.place) if start.side else game.players[0]
    turn = start.turn or 1
    if turn > 1:
        game.turn = turn - 1
        game.opponent(first).latest_turn = turn - 1
    game.begin_turn(first)
    game.go_to_step(game.steps.index(STEP_OF[start.step or "first main"]))
    game.priority = first
    for o in sick:
        o.sick_turn = game.turn
    game.version += 1
    game.sba_dirty = True
