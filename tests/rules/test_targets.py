"""Targets, modes, division and countering (CR 115, 601.2b-d, 608.2b, 700.2, 701.5)."""

from table import IS_THIS, ONE, THIS, YOU, Table, card, creature, land, spell, target, trigger

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t

CREATURE = t.IsType("creature")
ARTIFACT = t.IsType("artifact")
GAIN_1 = e.GainLife(YOU, ONE)
ANY = a.TargetSpec(t.Group(CREATURE), t.EachPlayer())
KILL = spell("Kill", "{B}", e.Destroy(t.Target(0)), targets=(target(),))
ROCK = card("Rock", "artifact", "{1}")


def test_a_spell_whose_only_target_has_become_illegal_does_nothing_at_all() -> None:
    """CR 608.2b: not even the parts without a target."""
    table = Table()
    bear = table.put(table.b, creature())
    drain = spell("Drain", "{B}", e.Destroy(t.Target(0)), GAIN_1, targets=(target(),))
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, drain))
    table.mana(table.b, "B")
    table.cast(table.b, table.hold(table.b, KILL))
    table.resolve_all()
    assert bear.zone is None
    assert table.a.life == 20
    assert table.names(table.a.graveyard) == ["Drain"]


def test_with_one_target_left_the_rest_happens() -> None:
    """CR 608.2b."""
    table = Table()
    bear, rock = table.put(table.b, creature()), table.put(table.b, ROCK)
    steps = (e.Destroy(t.Target(0)), e.Destroy(t.Target(1)), GAIN_1)
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, spell("Decay", "{B}", *steps, targets=(target(), target(ARTIFACT)))))
    table.mana(table.b, "B")
    table.cast(table.b, table.hold(table.b, KILL))
    table.resolve_all()
    assert (bear.zone, rock.zone, table.a.life) == (None, None, 21)


def test_a_target_that_has_left_and_come_back_is_another_object() -> None:
    """CR 400.7, 608.2b."""
    table = Table()
    table.put(table.b, creature())
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, KILL))
    blink = (e.MoveObjects(t.Target(0), "exile", slot="r1"), e.MoveObjects(t.Slot("r1"), "battlefield"))
    table.mana(table.b, "W")
    table.cast(table.b, table.hold(table.b, spell("Blink", "{W}", *blink, targets=(target(),))))
    table.resolve_all()
    assert table.on_battlefield("Bear")


def test_a_target_that_gains_hexproof_is_illegal_and_one_that_grows_too_big_too() -> None:
    """CR 608.2b: other changes may make a target illegal."""
    for change in (e.GrantAbility(a.KeywordAbility("hexproof")), e.ModifyPT(t.Number(3), t.Number(3))):
        table = Table()
        bear = table.put(table.b, creature())
        small = spell(
            "Cut",
            "{B}",
            e.Destroy(t.Target(0)),
            targets=(target(t.AllOf((CREATURE, t.Measures("power", "<=", t.Number(2))))),),
        )
        table.mana(table.a, "B")
        table.cast(table.a, table.hold(table.a, small))
        pump = e.Alter(t.Target(0), (change,), "until end of turn")
        table.mana(table.b, "G")
        table.cast(table.b, table.hold(table.b, spell("Pump", "{G}", pump, targets=(target(),))))
        table.resolve_all()
        assert bear.zone == "battlefield"


def test_damage_divided_stays_as_announced_when_a_target_is_gone() -> None:
    """CR 601.2d, 608.2b: the part of the illegal target is lost, the other part is not changed."""
    table = Table()
    first, second = table.put(table.b, creature("First", 2, 2)), table.put(table.b, creature("Second", 5, 5))
    fire = spell(
        "Fire",
        "{R}",
        e.DealDamage(THIS, t.Number(4), t.Target(0), divided=True),
        targets=(target(maximum=t.Number(2)),),
        divides=t.Number(4),
    )
    table.mana(table.a, "R")
    table.answer(table.a, "division", [1, 3])
    table.cast(table.a, table.hold(table.a, fire), targets=[first, second])
    table.mana(table.b, "B")
    table.cast(table.b, table.hold(table.b, KILL), targets=first)
    table.resolve_all()
    assert second.damage == 3


def test_one_instance_of_target_takes_an_object_once_two_instances_may_take_it_twice() -> None:
    """CR 115.3."""
    table = Table()
    bear = table.put(table.b, creature())
    up_to_two = spell("Two", "{B}", e.TapObjects(t.Target(0)), targets=(target(minimum=2, maximum=t.Number(2)),))
    twice = spell("Twice", "{B}", e.TapObjects(t.Target(0)), e.Destroy(t.Target(1)), targets=(target(), target()))
    table.mana(table.a, "BB")
    assert not table.can(table.a, "cast", table.hold(table.a, up_to_two))
    table.cast(table.a, table.hold(table.a, twice))
    table.resolve()
    assert bear.zone is None


def test_another_target_must_be_another_object() -> None:
    """CR 115.3, 601.2c: and the first choice must leave one for the second."""
    table = Table()
    one = table.put(table.a, creature("One"))
    other = t.AllOf((CREATURE, t.ControlledBy(YOU)))
    pair = spell(
        "Pair", "{R}", e.Fight(t.Target(0), t.Target(1)), targets=(target(), target(other, different_from=(0,)))
    )
    held = table.hold(table.a, pair)
    table.mana(table.a, "R")
    assert not table.can(table.a, "cast", held)
    theirs = table.put(table.b, creature("Theirs"))
    table.cast(table.a, held)
    assert table.game.stack[-1].frame.targets == [[theirs], [one]]


def test_modes_with_another_target_count_within_their_mode() -> None:
    """CR 700.2, 115.3: of two chosen modes, the second one's "another target" means its own first target."""
    table = Table()
    bear, ox = table.put(table.b, creature()), table.put(table.b, creature("Ox", 1, 4))
    tap = a.Mode((e.TapObjects(t.Target(0)),), (target(),))
    swap = a.Mode((e.Destroy(t.Target(1)),), (target(), target(different_from=(0,))))
    both = spell("Both", "{B}", modes=(tap, swap), choose_minimum=2, choose_maximum=2)
    table.mana(table.a, "B")
    table.answer(table.a, "targets", bear, ox, bear)
    table.cast(table.a, table.hold(table.a, both))
    assert table.game.stack[-1].frame.targets == [[bear], [ox], [bear]]
    table.resolve()
    assert (bear.zone, ox.zone) == (None, "battlefield")


def test_a_mode_without_a_legal_target_cannot_be_chosen() -> None:
    """CR 700.2a."""
    table = Table()
    charm = spell("Charm", "{B}", modes=(a.Mode((e.Destroy(t.Target(0)),), (target(),)), a.Mode((GAIN_1,))))
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, charm))
    assert not table.asked(table.a, "modes")
    table.resolve()
    assert table.a.life == 21


def test_chosen_modes_happen_in_printed_order_whatever_order_they_were_chosen_in() -> None:
    """CR 608.2c, 700.2."""
    table = Table()
    first = a.Mode((e.If(t.Compare(t.LifeOf(YOU), "=", t.Number(20)), (GAIN_1,)),))
    second = a.Mode((e.LoseLife(YOU, t.Number(5)),))
    both = spell("Both", "{B}", modes=(first, second), choose_minimum=1, choose_maximum=2)
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, both), modes=[1, 0])
    table.resolve()
    assert table.a.life == 16


def test_one_mode_fizzles_the_other_still_happens() -> None:
    """CR 608.2b with two modes: some target is still legal."""
    table = Table()
    bear, rock = table.put(table.b, creature()), table.put(table.b, ROCK)
    modes = (a.Mode((e.Destroy(t.Target(0)),), (target(),)), a.Mode((e.Destroy(t.Target(0)),), (target(ARTIFACT),)))
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, spell("Both", "{B}", modes=modes, choose_minimum=2, choose_maximum=2)))
    table.mana(table.b, "B")
    table.cast(table.b, table.hold(table.b, KILL))
    table.resolve_all()
    assert (bear.zone, rock.zone) == (None, None)


def test_up_to_one_target_may_be_none_and_the_spell_resolves() -> None:
    """CR 115.6, 608.2b."""
    table = Table()
    table.mana(table.a, "B")
    maybe = spell("Maybe", "{B}", e.Destroy(t.Target(0)), GAIN_1, targets=(target(minimum=0),))
    table.cast(table.a, table.hold(table.a, maybe))
    table.resolve()
    assert table.a.life == 21


def test_a_spell_cannot_target_itself() -> None:
    """CR 115.5."""
    table = Table()
    counter = spell(
        "Counter", "{U}", e.CounterSpell(t.Target(0)), targets=(a.TargetSpec(t.Group(t.Anything(), "stack")),)
    )
    table.mana(table.a, "U")
    assert not table.can(table.a, "cast", table.hold(table.a, counter))


def test_a_countered_spell_goes_to_its_owners_graveyard_and_one_that_cannot_be_countered_resolves() -> None:
    """CR 701.5a, 101.2."""
    counter = spell(
        "Counter", "{U}", e.CounterSpell(t.Target(0)), targets=(a.TargetSpec(t.Group(t.Anything(), "stack")),)
    )
    sure = a.StaticAbility(THIS, (e.Restrict("can't be countered"),), zone="stack")
    for abilities, life in (((), 20), ((sure,), 21)):
        table = Table()
        table.mana(table.a, "G")
        table.cast(table.a, table.hold(table.a, spell("Gain", "{G}", GAIN_1, also=abilities)))
        table.mana(table.b, "U")
        table.cast(table.b, table.hold(table.b, counter))
        table.resolve_all()
        assert table.a.life == life
        assert table.names(table.a.graveyard) == ["Gain"]


def test_a_flashback_spell_that_is_countered_is_exiled() -> None:
    """CR 702.34a."""
    table = Table()
    flashback = a.KeywordAbility("flashback", cost=(e.PayLife(ONE),))
    held = table.hold(table.a, spell("Again", "{9}", GAIN_1, also=(flashback,)), "graveyard")
    counter = spell(
        "Counter", "{U}", e.CounterSpell(t.Target(0)), targets=(a.TargetSpec(t.Group(t.Anything(), "stack")),)
    )
    table.cast(table.a, held, "flashback")
    table.mana(table.b, "U")
    table.cast(table.b, table.hold(table.b, counter))
    table.resolve_all()
    assert table.names(table.a.exile) == ["Again"]
    assert table.a.life == 19


def test_ward_counters_unless_its_cost_is_paid() -> None:
    """CR 702.21a: also when an ability is the one that targets."""
    for paid, zone in ((0, "battlefield"), (1, None)):
        table = Table()
        bear = table.put(table.b, creature("Warded", 2, 2, a.KeywordAbility("ward", cost=(e.PayLife(t.Number(2)),))))
        ping = a.ActivatedAbility((e.TapThis(),), a.Body((e.Destroy(t.Target(0)),), (target(),)))
        assassin = table.put(table.a, creature("Assassin", 1, 1, ping))
        table.answer(table.a, "yes or no", paid)
        table.activate(table.a, assassin, targets=bear)
        table.resolve_all()
        assert bear.zone == zone
        assert table.a.life == 20 - 2 * paid


def test_ward_given_by_an_effect_works() -> None:
    """CR 613.1f, 702.21a."""
    table = Table()
    ward = a.StaticAbility(
        t.Each(t.Group(CREATURE)), (e.GrantAbility(a.KeywordAbility("ward", cost=(e.PayLife(t.Number(30)),))),)
    )
    table.put(table.b, card("Flag", "enchantment", "{1}", ward))
    bear = table.put(table.b, creature())
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, KILL))
    table.resolve_all()
    assert bear.zone == "battlefield"


def test_becoming_a_target_triggers_for_each_object_targeted() -> None:
    """CR 603.2, 601.2c."""
    table = Table()
    illusion = creature("Illusion", 2, 2, trigger(e.EventPattern("target", IS_THIS), e.SacrificeEffect(YOU, THIS)))
    table.put(table.b, illusion)
    tap = spell("Tap", "{U}", e.TapObjects(t.Target(0)), targets=(target(),))
    table.mana(table.a, "U")
    table.cast(table.a, table.hold(table.a, tap))
    table.settle()
    assert table.stack_names() == ["Tap", "Illusion"]
    table.resolve()
    assert not table.on_battlefield("Illusion")


def test_protection_and_shroud_keep_targets_off_the_controller_of_hexproof_may() -> None:
    """CR 702.11b, 702.16b, 702.18a."""
    table = Table()
    red = creature("Red", 1, 1, a.KeywordAbility("protection", filter=t.IsColor("black")))
    veil = creature("Veil", 1, 1, a.KeywordAbility("shroud"))
    hex_ = creature("Hex", 1, 1, a.KeywordAbility("hexproof"))
    table.put(table.a, red)
    table.put(table.a, veil)
    table.mana(table.a, "BB")
    table.mana(table.b, "B")
    assert not table.can(table.a, "cast", table.hold(table.a, KILL))
    table.put(table.a, hex_)
    assert not table.can(table.b, "cast", table.hold(table.b, KILL))
    assert table.can(table.a, "cast", table.hold(table.a, KILL))


def test_an_aura_whose_target_is_gone_goes_to_the_graveyard() -> None:
    """CR 303.4a, 608.3b."""
    table = Table()
    table.put(table.a, creature())
    aura = card("Armor", "enchantment", "{W}", a.KeywordAbility("enchant", filter=CREATURE), subtypes=("Aura",))
    table.mana(table.a, "W")
    table.cast(table.a, table.hold(table.a, aura))
    table.mana(table.b, "B")
    table.cast(table.b, table.hold(table.b, KILL))
    table.resolve_all()
    assert table.names(table.a.graveyard) == ["Armor", "Bear"]


def test_a_player_can_be_any_target_and_a_land_cannot() -> None:
    """CR 115.4."""
    table = Table()
    table.put(table.b, land("Swamp"))
    bolt = spell("Bolt", "{R}", e.DealDamage(THIS, t.Number(3), t.Target(0)), targets=(ANY,))
    table.mana(table.a, "R")
    table.cast(table.a, table.hold(table.a, bolt), targets=table.b)
    assert [type(x).__name__ for x in table.asked(table.a, "targets")[0].options] == ["Player", "Player"]
    table.resolve()
    assert table.b.life == 17


def test_a_target_in_a_graveyard_that_is_exiled_is_illegal() -> None:
    """CR 608.2b, 115.2."""
    table = Table()
    table.hold(table.a, creature(), "graveyard")
    dead = a.TargetSpec(t.Group(CREATURE, "graveyard", YOU))
    table.mana(table.a, "B")
    table.cast(
        table.a, table.hold(table.a, spell("Raise", "{B}", e.MoveObjects(t.Target(0), "hand"), GAIN_1, targets=(dead,)))
    )
    table.mana(table.b, "W")
    away = e.MoveObjects(t.Each(t.Group(CREATURE, "graveyard")), "exile", verb="exile")
    table.cast(table.b, table.hold(table.b, spell("Away", "{W}", away)))
    table.resolve_all()
    assert table.a.life == 20
    assert table.names(table.a.exile) == ["Bear"]


def test_no_more_targets_than_there_is_to_divide() -> None:
    """CR 601.2d: each target gets at least one, so X = 1 takes one target."""
    table = Table()
    table.put(table.b, creature(), 3)
    fire = spell(
        "Fire",
        "{X}{R}",
        e.DealDamage(THIS, t.X(), t.Target(0), divided=True),
        targets=(target(maximum=t.Number(3)),),
        divides=t.X(),
    )
    table.mana(table.a, "R1")
    held = table.hold(table.a, fire)
    table.cast(table.a, held, number=1)
    assert table.asked(table.a, "targets")[0].maximum == 1
    assert len(table.game.stack[-1].frame.targets[0]) == 1


def test_what_is_divided_needs_one_for_each_target_that_must_be_chosen() -> None:
    """CR 601.2d: with X = 0 the spell with a target cannot be cast."""
    table = Table()
    table.put(table.b, creature())
    fire = spell(
        "Fire", "{X}{R}", e.DealDamage(THIS, t.X(), t.Target(0), divided=True), targets=(target(),), divides=t.X()
    )
    table.mana(table.a, "R")
    assert not table.can(table.a, "cast", table.hold(table.a, fire))


def test_a_spell_cast_while_another_resolves_waits_on_the_stack() -> None:
    """CR 608.2g: and nobody gets priority until the first has resolved."""
    table = Table()
    table.hold(table.a, spell("Hidden", "{5}", GAIN_1), "graveyard")
    again = e.CastCards(YOU, t.Each(t.Group(t.IsNamed("Hidden"), "graveyard", YOU)))
    table.mana(table.a, "R")
    table.answer(table.a, "yes or no", 1)
    table.cast(table.a, table.hold(table.a, spell("Open", "{R}", again, e.LoseLife(YOU, t.Number(5)))))
    table.resolve()
    assert table.stack_names() == ["Hidden"]
    assert table.a.life == 15
    table.resolve()
    assert table.a.life == 16
