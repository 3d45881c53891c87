"""Mana, mana abilities and paying with them (CR 106, 107.4, 118, 605)."""

import pytest
from table import ONE, THIS, YOU, Table, card, creature, land, spell

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.values import ManaCost
from hordemtg.rules.choices import IllegalChoice

LOSE_1 = e.LoseLife(t.Opponents(), ONE)


def adds(symbols: str, *cost: e.CostPart, **more: object) -> a.ActivatedAbility:
    """A mana ability that adds these symbols."""
    return a.ActivatedAbility(cost or (e.TapThis(),), a.Body((e.AddMana(YOU, (tuple(symbols),)),)), **more)  # type: ignore[arg-type]


def test_a_phyrexian_symbol_is_paid_with_mana_or_two_life_as_its_player_announces() -> None:
    """CR 107.4f, 601.2b."""
    table = Table()
    probe = spell("Probe", "{U/P}", LOSE_1)
    table.mana(table.a, "U")
    table.cast(table.a, table.hold(table.a, probe), cost=1)
    assert (table.a.life, table.a.pool) == (18, {"U": 1})
    table.cast(table.a, table.hold(table.a, probe), cost=0)
    assert (table.a.life, table.a.pool) == (18, {})


def test_a_phyrexian_symbol_without_the_mana_costs_life_and_nobody_is_asked() -> None:
    """CR 107.4f, 119.4."""
    table = Table(life=2)
    held = table.hold(table.a, spell("Probe", "{U/P}", LOSE_1))
    table.cast(table.a, held)
    assert not table.asked(table.a, "cost")
    assert table.a.life == 0
    table = Table(life=1)
    assert not table.can(table.a, "cast", table.hold(table.a, spell("Probe", "{U/P}", LOSE_1)))


def test_all_the_life_of_a_cost_is_paid_together() -> None:
    """CR 119.4: two Phyrexian symbols and an additional 3 life ask for 7."""
    three = a.AdditionalCost(((e.PayLife(t.Number(3)),),))
    for life, castable in ((7, True), (6, False)):
        table = Table(life=life)
        held = table.hold(table.a, spell("Dismember", "{B/P}{B/P}", LOSE_1, also=(three,)))
        assert table.can(table.a, "cast", held) is castable


def test_a_hybrid_symbol_takes_either_colour() -> None:
    """CR 107.4e."""
    table = Table()
    held = table.hold(table.a, spell("Charm", "{W/U}{W/U}", LOSE_1))
    table.mana(table.a, "WB")
    assert not table.can(table.a, "cast", held)
    table.mana(table.a, "U")
    table.cast(table.a, held)
    assert table.a.pool == {"B": 1}


def test_a_symbol_of_two_generic_or_one_colour_can_be_paid_either_way() -> None:
    """CR 107.4e: {2/R}{2/R} with one red and two others."""
    table = Table()
    held = table.hold(table.a, spell("Flame", "{2/R}{2/R}", LOSE_1))
    table.mana(table.a, "RB")
    assert not table.can(table.a, "cast", held)
    table.mana(table.a, "B")
    table.cast(table.a, held)
    assert table.a.pool == {}
    assert ManaCost.parse("{2/R}{2/R}").mana_value == 4


def test_a_reduction_applies_to_the_generic_mana_of_a_hybrid_symbol() -> None:
    """CR 118.7, 601.2b, 601.2f: announced as {2}, it is generic mana and {1} less."""
    table = Table()
    less = a.CostChange(t.IsType("instant"), YOU, ManaCost.parse("{1}"), False)
    table.put(table.a, card("Helm", "artifact", "{2}", less))
    held = table.hold(table.a, spell("Flame", "{2/R}", LOSE_1))
    table.mana(table.a, "B")
    table.cast(table.a, held)
    assert table.a.pool == {}


def test_colourless_mana_is_asked_for_by_its_symbol() -> None:
    """CR 107.4c: {C} is not generic."""
    table = Table()
    held = table.hold(table.a, spell("Reality", "{C}{1}", LOSE_1))
    table.mana(table.a, "RR")
    assert not table.can(table.a, "cast", held)
    table.mana(table.a, "C")
    table.cast(table.a, held)
    assert table.a.pool == {"R": 1}


def test_unspent_mana_is_gone_with_the_step() -> None:
    """CR 106.4, 500.5."""
    table = Table()
    table.mana(table.a, "RR")
    table.advance_to("beginning of combat")
    assert table.a.pool == {}


def test_a_land_with_two_types_makes_one_mana() -> None:
    """CR 106.1, 305.6: a Swamp Forest pays {B} or {G}, not both."""
    table = Table()
    held = table.hold(table.a, spell("Putrefy", "{B}{G}", LOSE_1))
    both = card("Bayou", "land", None, subtypes=("Swamp", "Forest"))
    table.put(table.a, both)
    assert not table.can(table.a, "cast", held)
    table.put(table.a, land("Swamp"))
    table.cast(table.a, held)


def test_the_flexible_source_is_left_for_the_symbol_that_needs_it() -> None:
    """CR 601.2g: a payment that exists is found whatever the order of the sources."""
    table = Table()
    held = table.hold(table.a, spell("Bolt", "{1}{R}{W}", LOSE_1))
    any_color = a.ActivatedAbility((e.TapThis(),), a.Body((e.AddMana(YOU, any_color=True),)))
    table.put(table.a, card("Prism", "artifact", "{2}", any_color))
    table.put(table.a, land("Mountain"))
    table.put(table.a, land("Mountain"))
    table.cast(table.a, held)
    assert all(o.tapped for o in table.game.battlefield)


def test_of_two_abilities_with_one_tap_the_one_that_makes_enough_is_found() -> None:
    """CR 605.3, 118.3: the payment uses the ability that makes two."""
    table = Table()
    table.put(table.a, card("Temple", "land", None, adds("C"), adds("CC")))
    table.cast(table.a, table.hold(table.a, spell("Zap", "{2}", LOSE_1)))


def test_a_mana_ability_that_costs_life_or_mana_can_be_activated_with_priority() -> None:
    """CR 605.3a: it does not use the stack, and its mana pays for what comes next."""
    table = Table()
    signet = table.put(
        table.a, card("Signet", "artifact", "{2}", adds("UB", e.PayMana(ManaCost.parse("{1}")), e.TapThis()))
    )
    table.put(table.a, land("Swamp"))
    table.activate(table.a, signet)
    assert not table.game.stack
    assert table.a.pool == {"U": 1, "B": 1}
    pool = table.put(table.a, card("Pool", "land", None, adds("R", e.PayLife(ONE), e.TapThis())))
    table.activate(table.a, pool)
    assert table.a.life == 19
    assert table.a.pool == {"U": 1, "B": 1, "R": 1}


def test_a_creature_sacrificed_for_mana_gives_it_at_once() -> None:
    """CR 605.3b: nobody can respond, and the mana is there."""
    table = Table()
    altar = table.put(table.a, card("Altar", "artifact", "{2}", adds("CC", e.SacrificeSome(t.IsType("creature")))))
    table.put(table.a, creature())
    table.activate(table.a, altar)
    assert table.a.pool == {"C": 2}
    assert not table.game.stack


def test_an_ability_with_a_target_is_no_mana_ability() -> None:
    """CR 605.1a: it uses the stack."""
    table = Table()
    mana_for = a.ActivatedAbility(
        (e.TapThis(),), a.Body((e.AddMana(t.PlayerTarget(0), (("R",),)),), (a.TargetSpec(None, t.EachPlayer()),))
    )
    box = table.put(table.a, card("Box", "artifact", "{2}", mana_for))
    table.activate(table.a, box, targets=table.b)
    assert table.game.stack and not table.b.pool
    table.resolve()
    assert table.b.pool == {"R": 1}


def test_a_pain_land_hurts_when_it_is_used() -> None:
    """CR 605.1a: a mana ability may do something else besides."""
    table = Table()
    hurt = e.DealDamage(THIS, ONE, to_players=YOU)
    pain = a.ActivatedAbility((e.TapThis(),), a.Body((e.AddMana(YOU, (("R",),)), hurt)))
    brush = table.put(table.a, card("Brush", "land", None, pain))
    table.activate(table.a, brush)
    assert (table.a.life, table.a.pool, table.game.stack) == (19, {"R": 1}, [])


def test_a_summoning_sick_creature_makes_no_mana_for_a_payment() -> None:
    """CR 302.6, 605.3."""
    table = Table()
    table.mana(table.a, "G")
    table.cast(table.a, table.hold(table.a, creature("Elf", 1, 1, adds("G"), cost="{G}")))
    table.resolve()
    assert not table.can(table.a, "cast", table.hold(table.a, spell("Zap", "{G}", LOSE_1)))


def test_a_payment_that_does_not_cover_the_price_is_refused() -> None:
    """CR 118.3: partial payments are not allowed."""
    table = Table()
    table.put(table.a, land("Swamp"), 2)
    held = table.hold(table.a, spell("Zap", "{2}", LOSE_1))
    with pytest.raises(IllegalChoice, match=r"118\.3"):
        table.cast(table.a, held, mana=[0])


def test_a_mana_ability_once_each_turn_pays_once() -> None:
    """CR 602.5b, 605.3."""
    table = Table()
    sac = adds("B", e.SacrificeThis(), per_turn=1)
    table.put(table.a, card("Petal", "artifact", "{0}", sac))
    cradle = a.ActivatedAbility((), a.Body((e.AddMana(YOU, (("G",),)),)), per_turn=1)
    table.put(table.a, card("Cradle", "land", None, cradle))
    zap = spell("Zap", "{G}", LOSE_1)
    table.cast(table.a, table.hold(table.a, zap))
    assert not table.can(table.a, "cast", table.hold(table.a, zap))
    table.game.begin_turn(table.b)
    table.go_to("upkeep")
    assert table.can(table.a, "cast", table.a.hand[-1])


def test_mana_from_a_tapped_creature_whose_tap_is_a_cost_cannot_be_made_twice() -> None:
    """CR 107.5, 118.3: "tap an untapped creature you control" and its own {T} for mana are one tap."""
    table = Table()
    tap_one = a.AdditionalCost(((e.TapSome(t.IsType("creature")),),))
    held = table.hold(table.a, spell("Zap", "{G}", LOSE_1, also=(tap_one,)))
    table.put(table.a, creature("Elf", 1, 1, adds("G"), cost="{G}"))
    assert not table.can(table.a, "cast", held)
    table.put(table.a, creature())
    table.cast(table.a, held)
    assert all(o.tapped for o in table.game.battlefield)
