"""The autopilot's principles, each in a position laid out by hand with the decision that a player would expect."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition, EmblemDefinition
from hordemtg.cards.values import ManaCost
from hordemtg.compiler.library import Library
from hordemtg.play.autopilot import Autopilot
from hordemtg.play.random_pilot import RandomPilot
from hordemtg.rules.casting import Action
from hordemtg.rules.choices import Choice, Pilot
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject, Player
from hordemtg.rules.turns import STEPS

N = t.Number
YOU = t.You()
THIS = t.This()
CREATURE = t.IsType("creature")
YOURS = t.AllOf((CREATURE, t.ControlledBy(YOU)))
THEIRS = t.AllOf((CREATURE, t.ControlledBy(t.Opponents())))


def creature(stats: str, *abilities: a.Ability | str, cost: str = "{1}{G}", name: str = "") -> CardDefinition:
    power, toughness = (int(x) for x in stats.split("/"))
    mana = ManaCost.parse(cost)
    words = tuple(a.KeywordAbility(x) if isinstance(x, str) else x for x in abilities)
    return CardDefinition(
        name or f"{stats} {cost}", mana, mana.colors, types=("creature",), power=N(power), toughness=N(toughness),
        abilities=words,
    )  # fmt: skip


def spell(kind: str, cost: str, body: a.Body, *abilities: a.Ability, name: str = "Spell") -> CardDefinition:
    mana = ManaCost.parse(cost)
    return CardDefinition(name, mana, mana.colors, types=(kind,), abilities=(*abilities, a.SpellAbility(body)))


FOREST = CardDefinition("Forest", None, frozenset(), ("basic",), ("land",), ("Forest",))
DESTROY = a.Body((e.Destroy(t.Target(0)),), (a.TargetSpec(t.Group(CREATURE)),))
LORD = a.StaticAbility(
    t.Each(t.Group(t.AllOf((YOURS, t.Not(t.IsOneOf(THIS)))))), (e.ModifyPT(N(1), N(1)),)
)  # fmt: skip
HUNTING = a.ActivatedAbility(
    (e.TapThis(),), a.Body((e.Fight(THIS, t.Target(0)),), (a.TargetSpec(t.Group(THEIRS)),)), sorcery_speed=True
)
FIREBREATHING = a.ActivatedAbility(
    (e.PayMana(ManaCost.parse("{G}")),), a.Body((e.Alter(THIS, (e.ModifyPT(N(1), N(1)),), "until end of turn"),))
)
HORDE = EmblemDefinition("Horde", (a.StaticAbility(players=YOU, rules=("no life total",)),))


class Bystander:
    """An opponent who does nothing."""

    def wants_priority(self, game: Game, player: Player) -> bool:
        return False

    def choose(self, game: Game, choice: Choice) -> list[int]:
        return list(range(choice.minimum))


class SealedLibrary(list[GameObject]):
    """A library of which nobody may know more than how many cards it has."""

    def __getitem__(self, index: object) -> GameObject:  # type: ignore[override]
        raise AssertionError("looked into a library")

    def __iter__(self) -> object:  # type: ignore[override]
        raise AssertionError("looked into a library")


class Position:
    """A game in the middle, against a Horde (or not), with the autopilot for the first player."""

    def __init__(self, life: int = 20, horde: bool = True, horde_library: int = 30, prepared: bool = False) -> None:
        self.game = _Prepared(1, {}, {"Horde": HORDE}) if prepared else Game(1, {}, {"Horde": HORDE})
        pilot: Pilot = Autopilot()
        self.me = self.game.add_player("Survivor", pilot, life)
        self.foe = self.game.add_player("Horde", Bystander())
        if horde:
            self.game.give_emblem(self.foe, "Horde")
        for player, count in ((self.me, 20), (self.foe, horde_library)):
            for _ in range(count):
                self.game.add_card(player, creature("2/2"))
            player.library = SealedLibrary(player.library)
        self.game.turn = 9
        self.game.steps = STEPS
        self.game.begun = True

    def have(self, *definitions: CardDefinition) -> list[GameObject]:
        return [self.game.put_permanent(self.me, d) for d in definitions]

    def face(self, *definitions: CardDefinition) -> list[GameObject]:
        return [self.game.put_permanent(self.foe, d) for d in definitions]

    def hold(self, *definitions: CardDefinition) -> list[GameObject]:
        return [self.game.add_card(self.me, d, "hand") for d in definitions]

    def at(self, step: str, active: Player) -> None:
        self.game.active = self.game.priority = active
        active.latest_turn = self.game.turn
        self.game.go_to_step(STEPS.index(step))

    def attackers(self) -> list[GameObject]:
        self.at("declare attackers", self.me)
        self.game.declare_attackers()
        return self.game.attackers()

    def attacked_by(self, attackers: Sequence[GameObject]) -> None:
        self.at("declare attackers", self.foe)
        for o in attackers:
            o.tapped, o.attacking = True, self.me

    def blocks(self, attackers: Sequence[GameObject]) -> list[list[GameObject]]:
        self.attacked_by(attackers)
        self.at("declare blockers", self.foe)
        self.game.declare_blockers()
        return [list(o.blocked_by) for o in attackers]

    def action(self, step: str = "first main", active: Player | None = None) -> Action:
        self.at(step, active or self.me)
        return self.game.action_of(self.me)

    def do(self, action: Action) -> None:
        self.game.take(self.me, action)


class _Prepared(Game):
    """A game in which the first player's turns come in a row, as in Preparation."""

    def next_player(self) -> Player:
        return self.players[0]


# ---------------------------------------------------------------- attacks


def test_does_not_attack_into_a_lethal_swing_back() -> None:
    p = Position(life=5)
    p.have(creature("3/3"), creature("3/3"))
    p.face(creature("3/3"), creature("3/3"))
    assert p.attackers() == []


def test_attacks_with_everything_while_the_next_turn_is_its_own() -> None:
    p = Position(prepared=True)
    mine = p.have(creature("3/3"), creature("2/2"))
    assert p.attackers() == mine


def test_attacks_do_nothing_once_the_library_is_empty() -> None:
    p = Position(horde_library=0)
    p.have(creature("3/3"))
    assert p.attackers() == []


def test_a_vigilant_creature_attacks_the_horde_and_still_guards() -> None:
    p = Position(life=5)
    [guard, _] = p.have(creature("3/3", "vigilance"), creature("3/3"))
    p.face(creature("3/3"), creature("3/3"))
    assert p.attackers() == [guard]


def test_does_not_tap_a_creature_for_damage_that_mills_nothing() -> None:
    p = Position(horde_library=9)
    p.have(creature("2/2"))
    assert p.attackers() == []


def test_attacks_when_the_last_cards_can_be_milled() -> None:
    p = Position(horde_library=1)
    mine = p.have(creature("3/3"))
    assert p.attackers() == mine


def test_against_blockers_it_attacks_only_where_no_block_punishes() -> None:
    p = Position(horde=False)
    [_, flyer] = p.have(creature("2/2"), creature("2/1", "flying"))
    p.face(creature("3/3"))
    assert p.attackers() == [flyer]


def test_against_blockers_lethal_damage_goes_all_in() -> None:
    p = Position(horde=False)
    p.foe.life = 2
    mine = p.have(creature("2/2"), creature("2/2"))
    p.face(creature("3/3"))
    assert p.attackers() == mine


# ---------------------------------------------------------------- blocks


def test_blocks_to_kill_without_loss() -> None:
    p = Position()
    [big] = p.have(creature("3/3"))
    assert p.blocks(p.face(creature("2/2"))) == [[big]]


def test_trades_up() -> None:
    p = Position()
    [small] = p.have(creature("2/2", "deathtouch", cost="{G}"))
    assert p.blocks(p.face(creature("5/5"), creature("1/1"))) == [[small], []]


def test_does_not_throw_a_creature_away_while_life_is_high() -> None:
    p = Position(life=20)
    p.have(creature("1/1"))
    assert p.blocks(p.face(creature("4/4"))) == [[]]


def test_chumps_when_the_attack_is_lethal() -> None:
    p = Position(life=4)
    [small] = p.have(creature("1/1"))
    assert p.blocks(p.face(creature("4/4"))) == [[small]]


def test_chumps_with_the_cheapest_creature_before_the_greatest_attacker() -> None:
    p = Position(life=6)
    [_, cheap] = p.have(creature("2/2", "flying"), creature("1/1"))
    small, great = p.face(creature("3/4"), creature("5/5"))
    assert p.blocks([small, great]) == [[], [cheap]]


def test_two_creatures_block_one_with_menace() -> None:
    p = Position()
    mine = p.have(creature("2/2"), creature("2/2"))
    [group] = p.blocks(p.face(creature("3/3", "menace")))
    assert sorted(o.id for o in group) == [o.id for o in mine]


def test_a_lone_creature_leaves_one_with_menace_alone() -> None:
    p = Position(life=2)
    p.have(creature("4/4"))
    assert p.blocks(p.face(creature("2/2", "menace"))) == [[]]


def test_blocks_as_the_rules_require() -> None:
    p = Position()
    must = a.StaticAbility(THIS, (e.Restrict("must block"),))
    [forced] = p.have(creature("1/1", must))
    assert p.blocks(p.face(creature("4/4"))) == [[forced]]


def test_counts_on_its_mana_for_a_pump_when_it_blocks() -> None:
    p = Position()
    [breather, *_] = p.have(creature("1/1", FIREBREATHING), FOREST, FOREST, FOREST)
    attackers = p.face(creature("3/3"))
    assert p.blocks(attackers) == [[breather]]
    action = p.action("declare blockers", p.foe)
    assert (action.kind, action.object) == ("activate", breather)


def test_counts_on_mana_for_abilities_only_when_it_blocks() -> None:
    forge = """
card "Forge"
  type artifact
  {T}: add {G}. spend this mana only to activate abilities
"""
    library = Library.load([], texts={"forge": forge})
    p = Position()
    [breather, *_] = p.have(creature("1/1", FIREBREATHING), *[library.card("Forge")] * 3)
    attackers = p.face(creature("3/3"))
    assert p.blocks(attackers) == [[breather]]
    action = p.action("declare blockers", p.foe)
    assert (action.kind, action.object) == ("activate", breather)


# ---------------------------------------------------------------- the main phase


def test_plays_a_land_first() -> None:
    p = Position()
    p.have(FOREST, FOREST)
    [land, _] = p.hold(FOREST, creature("2/2"))
    assert p.action() == Action("land", land)


def test_curves_out_two_spells_over_one_when_that_uses_the_mana() -> None:
    p = Position()
    p.have(*[FOREST] * 4)
    *pair, _ = p.hold(creature("2/2"), creature("2/2"), creature("3/3", cost="{2}{G}"))
    assert p.action().object in pair


def test_casts_the_dearest_creature_it_can() -> None:
    p = Position()
    p.have(*[FOREST] * 3)
    [_, great] = p.hold(creature("2/2"), creature("3/3", cost="{2}{G}"))
    assert p.action().object is great


@pytest.mark.parametrize(("lands", "kicked"), [(2, ()), (4, (0,))])
def test_kicks_when_it_can_afford_it(lands: int, kicked: tuple[int, ...]) -> None:
    p = Position()
    p.have(*[FOREST] * lands)
    kicker = a.KeywordAbility("kicker", cost=(e.PayMana(ManaCost.parse("{2}")),))
    draw = a.TriggeredAbility(
        (e.EventPattern("enters", t.IsOneOf(THIS)),), a.Body((e.DrawCards(YOU, N(1)),)), condition=t.WasKicked()
    )
    p.hold(creature("2/2", kicker, draw))
    p.do(p.action())
    spell_object = p.game.stack[-1].object
    assert spell_object is not None and spell_object.cast_details is not None
    assert spell_object.cast_details.kicked == kicked


# ---------------------------------------------------------------- removal


def test_sorcery_removal_takes_the_lord() -> None:
    p = Position()
    p.have(*[FOREST] * 2)
    [lord, *_] = p.face(creature("2/2", LORD), creature("3/3"), creature("2/2"))
    p.hold(spell("sorcery", "{1}{G}", DESTROY))
    p.do(p.action())
    assert p.game.stack[-1].frame.targets == [[lord]]


def test_instant_removal_waits_for_the_attack() -> None:
    p = Position()
    p.have(*[FOREST] * 2)
    attackers = p.face(creature("5/5"), creature("1/1"))
    p.hold(spell("instant", "{1}{G}", DESTROY))
    assert p.action().kind == "pass"
    p.attacked_by(attackers)
    p.do(p.action("declare attackers", p.foe))
    assert p.game.stack[-1].frame.targets == [[attackers[0]]]


def test_never_aims_removal_at_its_own_creature() -> None:
    p = Position()
    p.have(*[FOREST] * 2, creature("5/5"))
    p.hold(spell("sorcery", "{1}{G}", DESTROY))
    assert p.action().kind == "pass"


def test_a_bite_comes_from_the_creature_that_kills_the_best_target() -> None:
    p = Position()
    bite = a.Body(
        (e.DealDamage(t.Target(0), t.MeasureOf("power", t.Target(0)), to=t.Target(1)),),
        (a.TargetSpec(t.Group(YOURS)), a.TargetSpec(t.Group(THEIRS))),
    )
    [_, great, *_] = p.have(creature("1/1"), creature("4/4"), *[FOREST] * 2)
    [_, best, _] = p.face(creature("2/2"), creature("4/4"), creature("6/6"))
    p.hold(spell("sorcery", "{1}{G}", bite))
    p.do(p.action())
    assert p.game.stack[-1].frame.targets == [[great], [best]]


# ---------------------------------------------------------------- Hunting (H7.1)


def test_hunts_what_it_beats() -> None:
    p = Position(horde_library=0)
    [hunter] = p.have(creature("3/3", HUNTING))
    [_, prey] = p.face(creature("5/5"), creature("2/2"))
    p.do(p.action())
    assert p.game.stack[-1].frame.source is hunter
    assert p.game.stack[-1].frame.targets == [[prey]]


def test_does_not_hunt_what_beats_it() -> None:
    p = Position(horde_library=0)
    p.have(creature("2/2", HUNTING))
    p.face(creature("3/3"))
    assert p.action().kind == "pass"


def test_pumps_the_hunter_first_when_that_wins_the_fight() -> None:
    p = Position(horde_library=0)
    deathtouch = e.Alter(THIS, (e.GrantAbility(a.KeywordAbility("deathtouch")),), "until end of turn")
    sting = a.ActivatedAbility((e.PayMana(ManaCost.parse("{G}")),), a.Body((deathtouch,)))
    [hunter, _] = p.have(creature("1/1", HUNTING, sting), FOREST)
    p.face(creature("6/6"))
    action = p.action()
    assert (action.object, action.ability) == (hunter, hunter.card.activated[1])


def test_hunts_in_a_pack_what_no_one_could_beat_alone() -> None:
    p = Position(horde_library=0)
    p.have(*[creature("3/4", HUNTING)] * 3)
    [prey] = p.face(creature("3/7"))
    p.do(p.action())
    assert p.game.stack[-1].frame.targets == [[prey]]


def test_does_not_hunt_when_the_hunter_is_needed_to_survive() -> None:
    p = Position(life=3, horde_library=0)
    p.have(creature("2/3", HUNTING))
    p.face(creature("2/2", "skulk"), creature("3/3"))
    assert p.action().kind == "pass"


# ---------------------------------------------------------------- hands


@pytest.mark.parametrize(("lands", "answer"), [(0, 1), (1, 1), (2, 0), (5, 0), (6, 1), (7, 1)])
def test_mulligans_hands_that_do_not_play(lands: int, answer: int) -> None:
    p = Position()
    p.hold(*[FOREST] * lands, *[creature("2/2")] * (7 - lands))
    choice = Choice("mulligan", p.me, ("keep", "mulligan"), 1, 1, "mulligan")
    choice.context = 0
    assert p.game.ask(choice) == [answer]


def test_discards_a_land_it_does_not_need() -> None:
    p = Position()
    p.have(*[FOREST] * 6)
    hand = p.hold(creature("3/3"), FOREST, creature("2/2"))
    assert p.game.choose_objects(p.me, hand, 1, 1, "discard") == [hand[1]]


def test_gives_up_what_is_worth_least() -> None:
    p = Position()
    mine = p.have(creature("3/3"), creature("1/1"), creature("2/2", LORD))
    assert p.game.choose_objects(p.me, mine, 1, 1, "give up") == [mine[1]]


def test_says_why() -> None:
    p = Position(life=4)
    p.have(creature("1/1"))
    seen: list[str] = []

    class Listener:
        def event(self, game: Game, event: object) -> None:
            pass

        def choice(self, game: Game, choice: Choice, answer: list[int]) -> None:
            seen.append(choice.reason)

    p.game.recorder = Listener()
    p.blocks(p.face(creature("4/4")))
    assert seen == ["a chump block: the attack would be lethal"]


# ---------------------------------------------------------------- whole games


def deck() -> list[CardDefinition]:
    instant = spell("instant", "{1}{G}", DESTROY)
    sizes = ("1/1", "2/2", "2/2", "3/3", "4/4")
    costs = ("{G}", "{1}{G}", "{1}{G}", "{2}{G}", "{3}{G}")
    creatures = [creature(s, cost=c) for s, c in zip(sizes, costs, strict=True)]
    more = [creature("2/1", "flying"), creature("1/1", FIREBREATHING), creature("2/2", LORD, cost="{2}{G}")]
    return [FOREST] * 17 + creatures * 3 + more * 2 + [instant] * 2


def played(seed: int, *pilots: Pilot) -> Game:
    game = Game(seed)
    for name, pilot in zip("AB", pilots, strict=True):
        player = game.add_player(name, pilot)
        for card in deck():
            game.add_card(player, card)
    game.start([7, 7])
    game.run()
    return game


def test_beats_random_play() -> None:
    wins = sum(played(seed, Autopilot(), RandomPilot(seed)).winner.index == 0 for seed in range(8))  # type: ignore[union-attr]
    assert wins >= 7


def test_random_games_end_and_repeat() -> None:
    for seed in range(5):
        one, other = (played(seed, RandomPilot(seed), RandomPilot(seed + 100)) for _ in range(2))
        assert one.over
        assert (one.event_count, one.reason) == (other.event_count, other.reason)


def test_the_autopilot_leaves_nothing_to_chance() -> None:
    one, other = (played(3, Autopilot(), Autopilot()) for _ in range(2))
    assert (one.event_count, one.reason, one.turn) == (other.event_count, other.reason, other.turn)
