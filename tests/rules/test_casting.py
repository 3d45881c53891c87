"""Casting and activating step by step (CR 107.3, 118, 601, 602)."""

from table import IS_THIS, ONE, THIS, YOU, Table, card, creature, land, spell, target, trigger

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.values import ManaCost

CREATURE = t.IsType("creature")
LOSE_1 = e.LoseLife(t.Opponents(), ONE)


def test_x_of_an_enters_trigger_is_the_x_of_the_spell() -> None:
    """CR 107.3m."""
    table = Table()
    gain = trigger(e.EventPattern("enters", IS_THIS), e.GainLife(YOU, t.X()))
    elf = table.hold(table.a, creature("Elf", 1, 1, gain, cost="{X}{G}"))
    table.mana(table.a, "G4")
    table.cast(table.a, elf, number=3)
    table.resolve_all()
    assert table.a.life == 23
    assert table.a.pool == {"C": 1}


def test_x_of_a_cast_trigger_is_the_x_of_the_spell() -> None:
    """CR 107.3k, 107.3m: abilities of the object that refer to X use the value chosen."""
    table = Table()
    gain = trigger(e.EventPattern("cast", IS_THIS), e.GainLife(YOU, t.X()), zone="stack")
    elf = table.hold(table.a, creature("Elf", 1, 1, gain, cost="{X}{G}"))
    table.mana(table.a, "G2")
    table.cast(table.a, elf, number=2)
    table.resolve()
    assert table.a.life == 22


def test_x_is_0_in_a_graveyard_and_for_a_permanent_put_onto_the_battlefield() -> None:
    """CR 107.3g, 107.3m."""
    table = Table()
    enters = a.EntersWith(counters="+1/+1", amount=t.X())
    hydra = table.hold(table.a, creature("Hydra", 1, 1, enters, cost="{X}{G}"), "graveyard")
    raise_it = spell(
        "Raise",
        "{B}",
        e.MoveObjects(t.Target(0), "battlefield"),
        targets=(a.TargetSpec(t.Group(CREATURE, "graveyard", YOU)),),
    )
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, raise_it))
    table.resolve()
    assert table.stats(table.on_battlefield("Hydra")[0]) == (1, 1)
    assert hydra.zone is None


def test_a_tax_bounds_the_x_that_can_be_chosen() -> None:
    """CR 601.2b, 601.2f: the total cost includes increases, and a cost that cannot be paid makes the cast illegal."""
    table = Table()
    table.put(table.b, card("Thorn", "artifact", "{2}", a.CostChange(t.IsType("instant"), None, _cost("{2}"), True)))
    blaze = spell("Blaze", "{X}{R}", e.LoseLife(t.Opponents(), t.X()))
    table.mana(table.a, "R4")
    table.cast(table.a, table.hold(table.a, blaze), number=lambda c: [c.maximum])
    table.resolve()
    assert table.b.life == 18
    assert table.a.pool == {}


def test_a_reduction_allows_a_greater_x() -> None:
    """CR 601.2f, 107.3b: reducing the total cost reduces what X asks for too."""
    table = Table()
    table.put(table.a, card("Helm", "artifact", "{2}", a.CostChange(t.IsType("instant"), YOU, _cost("{2}"), False)))
    blaze = spell("Blaze", "{X}{R}", e.LoseLife(t.Opponents(), t.X()))
    table.mana(table.a, "R1")
    table.cast(table.a, table.hold(table.a, blaze), number=lambda c: [c.maximum])
    table.resolve()
    assert table.b.life == 17


def test_x_is_announced_before_targets_that_depend_on_it() -> None:
    """CR 601.2b-c: a spell with a target of power X can be cast although nothing has power 0."""
    table = Table()
    bear = table.put(table.b, creature())
    small = t.AllOf((CREATURE, t.Measures("power", "<=", t.X())))
    kill = spell("Kill", "{X}{B}", e.Destroy(t.Target(0)), targets=(target(small),))
    held = table.hold(table.a, kill)
    table.mana(table.a, "B")
    assert not table.can(table.a, "cast", held)
    table.mana(table.a, "2")
    table.cast(table.a, held, number=2)
    table.resolve()
    assert bear.zone is None


def test_x_in_a_cost_that_is_no_mana_is_chosen_too() -> None:
    """CR 107.3a, 601.2b: "as an additional cost, pay X life"."""
    table = Table()
    pay = a.AdditionalCost(((e.PayLife(t.X()),),))
    hate = spell("Hate", "{B}", e.LoseLife(t.Opponents(), t.X()), also=(pay,))
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, hate), number=5)
    table.resolve()
    assert (table.a.life, table.b.life) == (15, 15)


def test_x_sacrifices_are_bounded_by_what_there_is() -> None:
    """CR 107.3a, 118.3: X of an activated ability that sacrifices X creatures."""
    table = Table()
    ability = a.ActivatedAbility((e.SacrificeSome(CREATURE, t.X()),), a.Body((e.LoseLife(t.Opponents(), t.X()),)))
    altar = table.put(table.a, card("Altar", "artifact", "{2}", ability))
    table.put(table.a, creature(), 3)
    table.activate(table.a, altar, number=lambda c: [c.maximum])
    table.resolve()
    assert table.b.life == 17
    assert not table.on_battlefield("Bear")


def test_two_costs_cannot_be_paid_with_one_creature() -> None:
    """CR 118.3, 601.2h: the additional cost and the kicker each sacrifice a creature."""
    table = Table()
    one = (e.SacrificeSome(CREATURE),)
    rite = spell("Rite", "{B}", LOSE_1, also=(a.AdditionalCost((one,)), a.KeywordAbility("kicker", cost=one)))
    held = table.hold(table.a, rite)
    table.put(table.a, creature())
    table.mana(table.a, "B")
    table.cast(table.a, held, kickers=lambda c: [len(c.options) - 1])
    assert not table.asked(table.a, "kickers"), "kicking is impossible with one creature"
    assert not table.on_battlefield("Bear")


def test_a_treasure_that_makes_the_mana_cannot_be_sacrificed_for_the_cost_as_well() -> None:
    """CR 118.3: an object that is gone cannot be sacrificed."""
    table = Table()
    one = (e.SacrificeSome(t.IsType("artifact")),)
    rite = spell("Rite", "{B}", LOSE_1, also=(a.AdditionalCost((one,)),))
    held = table.hold(table.a, rite)
    treasure = card(
        "Treasure",
        "artifact",
        None,
        a.ActivatedAbility((e.TapThis(), e.SacrificeThis()), a.Body((e.AddMana(YOU, any_color=True),))),
    )
    table.put(table.a, treasure)
    assert not table.can(table.a, "cast", held)
    table.put(table.a, treasure)
    table.cast(table.a, held)
    assert not table.on_battlefield("Treasure")
    assert table.a.pool == {}


def test_a_creature_may_make_mana_and_be_sacrificed_for_the_same_spell() -> None:
    """CR 601.2g-h: mana abilities come before the payment."""
    table = Table()
    rite = spell("Rite", "{G}", LOSE_1, also=(a.AdditionalCost(((e.SacrificeSome(CREATURE),),)),))
    held = table.hold(table.a, rite)
    elf = creature("Elf", 1, 1, a.ActivatedAbility((e.TapThis(),), a.Body((e.AddMana(YOU, (("G",),)),))))
    table.put(table.a, elf)
    table.cast(table.a, held)
    table.resolve()
    assert table.b.life == 19
    assert not table.on_battlefield("Elf")


def test_an_additional_cost_in_mana_is_added_to_the_mana_cost() -> None:
    """CR 601.2f: "discard a card or pay {2}": with two lands and an empty hand a {1} spell cannot be cast."""
    table = Table()
    ways = a.AdditionalCost(((e.DiscardSome(t.Anything()),), (e.PayMana(_cost("{2}")),)))
    held = table.hold(table.a, spell("Thrill", "{1}", LOSE_1, also=(ways,)))
    table.put(table.a, land("Swamp"), 2)
    assert not table.can(table.a, "cast", held)
    table.put(table.a, land("Swamp"))
    table.cast(table.a, held)
    assert len([o for o in table.game.battlefield if o.tapped]) == 3


def test_an_alternative_cost_needs_its_condition() -> None:
    """CR 118.9: "if you control a Swamp, you may ... rather than pay this spell's mana cost"."""
    table = Table()
    control = t.Compare(t.Count(t.Each(t.Group(t.IsSubtype("Swamp")))), ">=", ONE)
    free = a.AlternativeCost((e.PayLife(t.Number(4)),), condition=control)
    held = table.hold(table.a, spell("Snuff", "{3}{B}", LOSE_1, also=(free,)))
    assert not table.can(table.a, "cast", held, "alternative")
    table.put(table.a, land("Swamp"))
    table.cast(table.a, held, "alternative")
    assert table.a.life == 16


def test_life_cannot_be_paid_beyond_what_one_has() -> None:
    """CR 119.4: life 3 cannot pay 4, life 4 can."""
    table = Table(life=4)
    free = a.AlternativeCost((e.PayLife(t.Number(4)),))
    held = table.hold(table.a, spell("Snuff", "{3}{B}", LOSE_1, also=(free,)))
    assert table.can(table.a, "cast", held, "alternative")
    table.a.life = 3
    assert not table.can(table.a, "cast", held, "alternative")


def test_emerge_reckons_with_the_creature_that_would_be_sacrificed() -> None:
    """CR 702.119a: emerge {7}{G} with a creature of mana value 6 costs {1}{G}."""
    table = Table()
    emerge = a.KeywordAbility("emerge", cost=(e.PayMana(_cost("{7}{G}")),))
    gryff = table.hold(table.a, creature("Gryff", 4, 4, emerge, cost="{9}"))
    table.put(table.a, creature("Wurm", 6, 6, cost="{4}{G}{G}"))
    table.mana(table.a, "G")
    assert not table.can(table.a, "cast", gryff, "emerge")
    table.mana(table.a, "G")
    table.cast(table.a, gryff, "emerge")
    table.resolve()
    assert table.on_battlefield("Gryff") and not table.on_battlefield("Wurm")
    assert table.a.pool == {}


def test_emerge_needs_the_right_creature_among_several() -> None:
    """CR 702.119a, 601.2h: only sacrifices with which the rest can be paid are offered."""
    table = Table()
    emerge = a.KeywordAbility("emerge", cost=(e.PayMana(_cost("{7}{G}")),))
    gryff = table.hold(table.a, creature("Gryff", 4, 4, emerge, cost="{9}"))
    bear = table.put(table.a, creature())
    table.put(table.a, creature("Wurm", 6, 6, cost="{4}{G}{G}"))
    table.mana(table.a, "GG")
    table.cast(table.a, gryff, "emerge")
    table.resolve()
    assert table.on_battlefield("Gryff")
    assert bear.zone == "battlefield"


def test_a_spell_without_a_mana_cost_cannot_be_cast_for_it_but_for_an_alternative() -> None:
    """CR 118.6, 118.9."""
    table = Table()
    held = table.hold(table.a, spell("Vision", None, LOSE_1, also=(a.AlternativeCost((e.PayLife(ONE),)),)))
    assert not table.can(table.a, "cast", held)
    assert table.can(table.a, "cast", held, "alternative")


def test_a_tax_is_paid_for_a_free_spell_too() -> None:
    """CR 118.9d, 601.2f: cost increases apply to alternative costs."""
    table = Table()
    table.put(table.b, card("Thorn", "artifact", "{2}", a.CostChange(t.IsType("instant"), None, _cost("{1}"), True)))
    held = table.hold(table.a, spell("Snuff", "{3}{B}", LOSE_1, also=(a.AlternativeCost((e.PayLife(ONE),)),)))
    assert not table.can(table.a, "cast", held, "alternative")
    table.mana(table.a, "1")
    assert table.can(table.a, "cast", held, "alternative")


def test_a_reduction_touches_generic_mana_alone() -> None:
    """CR 118.7c: {1}{R} less {3} costs {R}."""
    table = Table()
    table.put(table.a, card("Helm", "artifact", "{2}", a.CostChange(t.IsType("instant"), YOU, _cost("{3}"), False)))
    held = table.hold(table.a, spell("Shock", "{1}{R}", LOSE_1))
    table.mana(table.a, "C")
    assert not table.can(table.a, "cast", held)
    table.mana(table.a, "R")
    table.cast(table.a, held)
    assert table.a.pool == {"C": 1}


def test_a_kicker_target_is_chosen_only_when_kicked() -> None:
    """CR 601.2c, 702.33e: an unkicked spell can be cast although the kicker's target is missing."""
    table = Table()
    kicked = target(t.IsType("artifact"), condition=t.WasKicked())
    steps = (e.Destroy(t.Target(0)), e.If(t.WasKicked(), (e.Destroy(t.Target(1)),)))
    kicker = a.KeywordAbility("kicker", cost=(e.PayMana(_cost("{1}")),))
    smash = spell("Smash", "{R}", *steps, targets=(target(), kicked), also=(kicker,))
    bear = table.put(table.b, creature())
    table.mana(table.a, "R1")
    table.cast(table.a, table.hold(table.a, smash))
    assert not table.asked(table.a, "kickers")
    table.resolve()
    assert bear.zone is None


def test_a_permanent_remembers_that_its_spell_was_kicked() -> None:
    """CR 400.7d, 702.33d: its enters trigger asks."""
    table = Table()
    kicker = a.KeywordAbility("kicker", cost=(e.PayMana(_cost("{1}")),))
    gain = trigger(e.EventPattern("enters", IS_THIS), e.GainLife(YOU, ONE), condition=t.WasKicked())
    table.mana(table.a, "G2")
    table.cast(table.a, table.hold(table.a, creature("Elf", 1, 1, kicker, gain, cost="{G}")), kickers=1)
    table.resolve_all()
    assert table.a.life == 21


def test_a_source_sacrificed_as_a_cost_still_deals_damage() -> None:
    """CR 608.2h, 113.7a: last-known information of the source."""
    table = Table()
    fling = a.ActivatedAbility(
        (e.SacrificeThis(),),
        a.Body(
            (e.DealDamage(THIS, t.MeasureOf("power", THIS), t.Target(0)),),
            (a.TargetSpec(t.Group(CREATURE), t.EachPlayer()),),
        ),
    )
    goblin = table.put(table.a, creature("Goblin", 3, 1, fling, a.KeywordAbility("lifelink")))
    goblin.counters["+1/+1"] = 1
    table.game.version += 1
    table.activate(table.a, goblin, targets=table.b)
    assert goblin.zone is None
    table.resolve()
    assert (table.a.life, table.b.life) == (24, 16)


def test_an_ability_that_taps_needs_a_creature_without_summoning_sickness() -> None:
    """CR 302.6, 602.5a; other costs do not mind it."""
    table = Table()
    ping = a.ActivatedAbility((e.TapThis(),), a.Body((LOSE_1,)))
    free = a.ActivatedAbility((e.PayLife(ONE),), a.Body((LOSE_1,)))
    table.mana(table.a, "GG")
    table.cast(table.a, table.hold(table.a, creature("Pinger", 1, 1, ping)))
    table.resolve()
    assert not table.can(table.a, "activate", table.on_battlefield("Pinger")[0])
    table.mana(table.a, "GG")
    table.cast(table.a, table.hold(table.a, creature("Payer", 1, 1, free)))
    table.resolve()
    assert table.can(table.a, "activate", table.on_battlefield("Payer")[0])


def test_activate_only_once_each_turn() -> None:
    """CR 602.5b; the next turn it can be activated again."""
    table = Table()
    once = a.ActivatedAbility((e.PayLife(ONE),), a.Body((LOSE_1,)), per_turn=1)
    box = table.put(table.a, card("Box", "artifact", "{1}", once))
    table.activate(table.a, box)
    assert not table.can(table.a, "activate", box)
    table.resolve()
    table.game.begin_turn(table.b)
    table.go_to("upkeep")
    assert table.can(table.a, "activate", box)


def test_once_each_turn_binds_the_object_whoever_controls_it() -> None:
    """CR 602.5b: "Only once each turn" counts for the object, even under a new controller."""
    table = Table()
    once = a.ActivatedAbility((e.PayLife(ONE),), a.Body((LOSE_1,)), per_turn=1)
    box = table.put(table.a, card("Box", "artifact", "{1}", once))
    table.activate(table.a, box)
    table.resolve()
    table.game.change_control(box, table.b)
    assert not table.can(table.b, "activate", box)


def test_a_spell_resolves_without_its_kicker_paid_by_another_spell() -> None:
    """CR 702.33d: being kicked belongs to the spell."""
    table = Table()
    kicker = a.KeywordAbility("kicker", cost=(e.PayMana(_cost("{1}")),))
    drain = spell(
        "Drain", "{B}", e.If(t.WasKicked(), (e.LoseLife(t.Opponents(), t.Number(5)),), (LOSE_1,)), also=(kicker,)
    )
    one, two = table.hold(table.a, drain), table.hold(table.a, drain)
    table.mana(table.a, "BB1")
    table.cast(table.a, one, kickers=1)
    table.cast(table.a, two)
    table.resolve()
    assert table.b.life == 19
    table.resolve()
    assert table.b.life == 14


def _cost(text: str) -> ManaCost:
    return ManaCost.parse(text)


def test_once_each_turn_in_a_graveyard_is_once_each_turn() -> None:
    """CR 602.5b."""
    table = Table()
    once = a.ActivatedAbility((e.PayLife(ONE),), a.Body((LOSE_1,)), zone="graveyard", per_turn=1)
    ghost = table.hold(table.a, creature("Ghost", 1, 1, once), "graveyard")
    table.activate(table.a, ghost)
    assert not table.can(table.a, "activate", ghost)
    table.game.begin_turn(table.b)
    table.go_to("upkeep")
    assert table.can(table.a, "activate", ghost)


def test_what_cannot_be_sacrificed_makes_no_mana_by_it() -> None:
    """CR 101.2, 118.3."""
    table = Table()
    tap_and_go = (e.TapThis(), e.SacrificeThis())
    treasure = a.ActivatedAbility(tap_and_go, a.Body((e.AddMana(YOU, any_color=True),)))
    kept = a.StaticAbility(THIS, (e.Restrict("can't be sacrificed"),))
    table.put(table.a, card("Relic", "artifact", "{1}", treasure, kept))
    assert not table.can(table.a, "cast", table.hold(table.a, spell("Zap", "{R}", LOSE_1)))
