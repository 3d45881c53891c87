"""Declaring attackers: requirements, restrictions, costs, and creatures that enter attacking (CR 506, 508)."""

from table import CREATURE, IS_THIS, THIS, YOU, Table, card, creature, has, land, load, plus, static, trigger, word

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.values import ManaCost

MUST = static(THIS, e.Restrict("must attack"))
ALONE = static(THIS, e.Restrict("can't attack alone"))
TAX = card(
    "Toll",
    "enchantment",
    "{W}",
    static(t.Each(t.Group(CREATURE)), e.Restrict("attack tax", cost=(e.PayMana(ManaCost.parse("{2}")),))),
)


def test_a_creature_that_must_attack_attacks() -> None:
    """508.1d."""
    table = Table()
    eager = table.put(table.a, creature("Eager", 2, 2, MUST))
    assert "508.1d" in table.attacks_legal()
    assert table.attacks_legal(eager) == ""


def test_a_creature_that_came_this_turn_need_not_and_cannot_attack() -> None:
    """302.6, 508.1a."""
    table = Table()
    eager = table.put(table.a, creature("Eager", 2, 2, MUST))
    eager.sick_turn = table.game.turn
    assert table.attacks_legal() == ""
    assert "302.6" in table.attacks_legal(eager)


def test_a_creature_stolen_this_turn_is_summoning_sick_even_if_it_was_there_before() -> None:
    """302.6: continuously since the turn began."""
    table = Table()
    bear = table.put(table.b, creature())
    table.do(table.a, e.Alter(t.Target(0), (e.GainControl(YOU),), "until end of turn"), targets=[bear])
    assert bear.controller is table.a
    assert "302.6" in table.attacks_legal(bear)
    table.do(table.a, e.Alter(t.Target(0), (has("haste"),), "until end of turn"), targets=[bear])
    assert table.attacks_legal(bear) == ""


def test_one_that_must_attack_but_not_alone_drags_another_along() -> None:
    """508.1c-d: the most requirements that the restrictions allow."""
    table = Table()
    eager = table.put(table.a, creature("Eager", 2, 2, MUST, ALONE))
    assert table.attacks_legal() == ""
    other = table.put(table.a, creature())
    assert "508.1d" in table.attacks_legal()
    assert table.attacks_legal(eager, other) == ""


def test_nobody_has_to_pay_for_a_companion_of_one_that_must_attack() -> None:
    """508.1d: a player is never required to pay a cost to attack, even if that obeyed more requirements."""
    table = Table()
    eager = table.put(table.a, creature("Eager", 2, 2, MUST, ALONE))
    other = table.put(table.a, creature())
    tax = e.Restrict("attack tax", cost=(e.PayMana(ManaCost.parse("{1}")),))
    table.put(table.b, card("Toll", "enchantment", "{W}", static(t.Each(t.Group(t.IsNamed("Bear"))), tax)))
    table.mana(table.a, "GG")
    assert table.attacks_legal() == ""
    assert table.attacks_legal(eager, other) == ""


def test_costs_to_attack_add_up_and_are_never_compulsory() -> None:
    """508.1d, 508.1h-j."""
    table = Table()
    eager = table.put(table.a, creature("Eager", 2, 2, MUST))
    other = table.put(table.a, creature())
    table.put(table.b, TAX)
    lands = table.put(table.a, land("Forest"), 3)
    assert table.attacks_legal() == ""
    assert table.attacks_legal(eager) == ""
    assert "508.1j" in table.attacks_legal(eager, other)
    table.attack(eager)
    assert sum(o.tapped for o in lands) == 2


def test_a_cost_to_attack_a_player_is_not_asked_for_attacking_their_planeswalker() -> None:
    """508.1h: "can't attack you unless"."""
    table = Table()
    bear = table.put(table.a, creature())
    table.put(table.b, TAX)
    walker = table.put(table.b, card("Walker", "planeswalker", "{2}"))
    walker.counters["loyalty"] = 3
    table.attack(bear, on=walker)
    assert bear.attacking is walker


def test_an_attacker_taps_but_not_with_vigilance() -> None:
    """508.1f, 702.20b."""
    table = Table()
    bear, sentry = table.put(table.a, creature()), table.put(table.a, creature("Sentry", 2, 2, word("vigilance")))
    table.attack(bear, sentry)
    assert bear.tapped and not sentry.tapped


def test_a_defender_cannot_attack() -> None:
    """702.3b."""
    table = Table()
    wall = table.put(table.a, creature("Wall", 0, 4, word("defender"), MUST))
    assert "defender" in table.attacks_legal(wall)
    assert table.attacks_legal() == ""


def test_a_token_that_enters_attacking_never_attacked() -> None:
    """508.4: no attack trigger, not tapped unless it says so, and it deals damage as an unblocked creature."""
    library = load("token Goblin\n  type creature Goblin\n  color red\n  stats 1/1\n")
    table = Table(library=library)
    leader = table.put(
        table.a,
        creature(
            "Leader",
            1,
            1,
            trigger(
                e.EventPattern("attacks", IS_THIS),
                e.CreateTokens(YOU, t.Number(2), "Goblin", tapped=True, attacking=True),
            ),
        ),
    )
    drummer = card(
        "Drummer",
        "enchantment",
        "{R}",
        trigger(e.EventPattern("attacks", CREATURE), e.GainLife(YOU, t.Number(1))),
    )
    table.put(table.a, drummer)
    table.attack(leader)
    table.resolve_all()
    assert table.a.life == 21
    assert all(o.attacking is table.b for o in table.on_battlefield("Goblin"))
    table.damage()
    assert table.b.life == 17


def test_the_controller_of_a_creature_that_enters_attacking_chooses_what_it_attacks() -> None:
    """508.4: a defending player or a planeswalker."""
    library = load("token Goblin\n  type creature Goblin\n  color red\n  stats 1/1\n")
    table = Table(library=library)
    walker = table.put(table.b, card("Walker", "planeswalker", "{2}"))
    walker.counters["loyalty"] = 3
    bear = table.put(table.a, creature())
    table.attack(bear)
    table.answer(table.a, "attackers", [1])
    table.do(table.a, e.CreateTokens(YOU, t.Number(1), "Goblin", attacking=True))
    assert table.on_battlefield("Goblin")[0].attacking is walker


def test_effects_see_a_creature_that_enters_attacking_at_once() -> None:
    """508.4, 611.3: attacking creatures get +1/+0."""
    library = load("token Goblin\n  type creature Goblin\n  color red\n  stats 1/1\n")
    table = Table(library=library)
    table.put(
        table.a, card("Drums", "enchantment", "{R}", static(t.Each(t.Group(t.HasStatus("attacking"))), plus(1, 0)))
    )
    bear = table.put(table.a, creature())
    table.attack(bear)
    table.do(table.a, e.CreateTokens(YOU, t.Number(1), "Goblin", attacking=True))
    assert table.stats(table.on_battlefield("Goblin")[0]) == (2, 1)
    assert table.stats(bear) == (3, 2)


def test_exalted_pumps_the_only_attacker_even_if_another_joins_it_later() -> None:
    """506.5, 702.83a-b: alone means declared alone; no intervening if."""
    library = load("token Goblin\n  type creature Goblin\n  color red\n  stats 1/1\n")
    table = Table(library=library)
    knight = table.put(table.a, creature("Knight", 2, 2, word("exalted"), word("exalted")))
    table.attack(knight)
    assert len(table.game.stack) == 2
    table.do(table.a, e.CreateTokens(YOU, t.Number(1), "Goblin", attacking=True))
    table.resolve_all()
    assert table.stats(knight) == (4, 4)


def test_exalted_does_nothing_when_two_attack() -> None:
    """702.83b."""
    table = Table()
    knight, bear = table.put(table.a, creature("Knight", 2, 2, word("exalted"))), table.put(table.a, creature())
    table.attack(knight, bear)
    assert not table.game.stack


def test_an_attacker_whose_controller_changes_leaves_combat() -> None:
    """506.4."""
    table = Table()
    bear = table.put(table.a, creature())
    table.attack(bear)
    table.do(table.b, e.Alter(t.Target(0), (e.GainControl(YOU),), "for good"), targets=[bear])
    assert bear.attacking is None
    table.damage_or_end()
    assert table.b.life == 20


def test_an_attacker_that_stops_being_a_creature_leaves_combat() -> None:
    """506.4."""
    table = Table()
    bear = table.put(table.a, creature())
    table.attack(bear)
    table.do(table.b, e.Alter(t.Target(0), (e.SetTypes(("artifact",)),), "until end of turn"), targets=[bear])
    table.settle()
    assert bear.attacking is None
    table.damage_or_end()
    assert table.b.life == 20


def test_tapping_an_attacker_does_not_stop_its_damage() -> None:
    """506.4b."""
    table = Table()
    sentry = table.put(table.a, creature("Sentry", 2, 2, word("vigilance")))
    table.attack(sentry)
    table.do(table.b, e.TapObjects(t.Target(0)), targets=[sentry])
    table.damage()
    assert table.b.life == 18


def test_the_declare_blockers_step_comes_even_when_all_attackers_are_gone() -> None:
    """508.8: only if none were declared or put onto the battlefield attacking are the steps skipped."""
    table = Table(record=True)
    bear = table.put(table.a, creature())
    table.attack(bear)
    table.do(table.b, e.Destroy(t.Target(0)), targets=[bear])
    table.advance_to("end of combat")
    begun = [event.text for event in table.events.all if event.kind == "step begins"]
    assert begun[-3:] == ["declare blockers", "combat damage", "end of combat"]


def test_without_attackers_combat_goes_straight_to_its_end() -> None:
    """508.8."""
    table = Table(record=True)
    table.put(table.a, creature())
    table.go_to("beginning of combat")
    table.advance_to("end of combat")
    begun = [event.text for event in table.events.all if event.kind == "step begins"]
    assert begun[-2:] == ["declare attackers", "end of combat"]


def test_a_planeswalker_that_leaves_takes_the_damage_with_it() -> None:
    """506.4c, 510.1b."""
    table = Table()
    walker = table.put(table.b, card("Walker", "planeswalker", "{2}"))
    walker.counters["loyalty"] = 3
    bear = table.put(table.a, creature())
    table.attack(bear, on=walker)
    table.do(table.b, e.Destroy(t.Target(0)), targets=[walker])
    table.damage()
    assert table.b.life == 20 and bear.attacking is not None


def test_a_planeswalker_whose_controller_changes_is_attacked_no_more() -> None:
    """506.4, 506.4c."""
    table = Table()
    walker = table.put(table.b, card("Walker", "planeswalker", "{2}"))
    walker.counters["loyalty"] = 3
    bear = table.put(table.a, creature())
    table.attack(bear, on=walker)
    table.do(table.a, e.Alter(t.Target(0), (e.GainControl(YOU),), "for good"), targets=[walker])
    assert table.game.defending_player(bear) is table.b
    table.damage()
    assert walker.counters["loyalty"] == 3 and bear.attacking is not None and table.a.life == table.b.life == 20


def test_a_dead_attacker_is_remembered_as_attacking() -> None:
    """608.2h, 603.10a: last-known information."""
    table = Table()
    attackers = t.AllOf((CREATURE, t.HasStatus("attacking")))
    table.put(
        table.a,
        card("Shrine", "enchantment", "{B}", trigger(e.EventPattern("dies", attackers), e.GainLife(YOU, t.Number(1)))),
    )
    bear, idle = table.put(table.a, creature()), table.put(table.a, creature())
    table.attack(bear)
    table.do(table.b, e.Destroy(t.Target(0)), targets=[bear])
    table.do(table.b, e.Destroy(t.Target(0)), targets=[idle])
    table.resolve_all()
    assert table.a.life == 21


def test_the_defending_player_stays_known_after_the_attacker_left_combat() -> None:
    """508.5."""
    table = Table()
    bear = table.put(table.a, creature())
    table.attack(bear)
    table.do(table.b, e.Alter(t.Target(0), (e.GainControl(YOU),), "for good"), targets=[bear])
    assert table.game.defending_player(bear) is table.b


def test_a_spell_that_untaps_an_attacker_lets_it_go_on_attacking() -> None:
    """506.4b."""
    table = Table()
    bear = table.put(table.a, creature())
    table.attack(bear)
    table.do(table.a, e.UntapObjects(t.Target(0)), targets=[bear])
    table.damage()
    assert table.b.life == 18
