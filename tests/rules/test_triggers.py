"""Triggered abilities (CR 603) and what they know (CR 400.7, 608.2h)."""

from table import IS_THIS, ONE, THIS, YOU, Table, card, creature, load, spell, target, trigger

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t

CREATURE = t.IsType("creature")
MINE = t.AllOf((CREATURE, t.ControlledBy(YOU)))
OTHER = t.Not(IS_THIS)
GAIN_1 = e.GainLife(YOU, ONE)
DIES = e.EventPattern("dies", IS_THIS)
WRATH = spell("Wrath", "{W}", e.Destroy(t.Each(t.Group(CREATURE))))
KILL = spell("Kill", "{B}", e.Destroy(t.Target(0)), targets=(target(),))
IT = t.Slot("event.object")


def test_what_dies_together_sees_each_other_die() -> None:
    """CR 603.10a."""
    table = Table()
    table.put(table.a, creature("Captain", 1, 1, trigger(e.EventPattern("dies", t.AllOf((CREATURE, OTHER))), GAIN_1)))
    table.put(table.a, creature(), 3)
    table.mana(table.a, "W")
    table.cast(table.a, table.hold(table.a, WRATH))
    table.resolve_all()
    assert table.a.life == 23


def test_what_enters_together_sees_each_other_enter() -> None:
    """CR 603.6a: the enters triggers look at the battlefield after the event."""
    table = Table()
    sees = trigger(e.EventPattern("enters", t.AllOf((CREATURE, OTHER))), GAIN_1)
    for _ in range(2):
        table.hold(table.a, creature("Twin", 1, 1, sees), "graveyard")
    back = e.MoveObjects(t.Each(t.Group(CREATURE, "graveyard", YOU)), "battlefield")
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, spell("Raise", "{B}", back)))
    table.resolve_all()
    assert table.a.life == 22


def test_a_dies_trigger_belongs_to_whoever_controlled_it_last() -> None:
    """CR 603.3a, 603.10a."""
    table = Table()
    table.put(table.a, creature("Martyr", 1, 1, trigger(DIES, GAIN_1)))
    table.mana(table.b, "UB")
    steal = spell("Steal", "{U}", e.Alter(t.Target(0), (e.GainControl(YOU),), "for good"), targets=(target(),))
    table.cast(table.b, table.hold(table.b, steal))
    table.resolve()
    table.cast(table.b, table.hold(table.b, KILL))
    table.resolve_all()
    assert (table.a.life, table.b.life) == (20, 21)
    assert table.names(table.a.graveyard) == ["Martyr"]


def test_the_intervening_if_is_asked_when_it_triggers_and_when_it_resolves() -> None:
    """CR 603.4."""
    rich = t.Compare(t.LifeOf(YOU), ">=", t.Number(20))
    for life, on_stack, then, end in ((19, 0, 19, 19), (20, 1, 20, 21), (20, 1, 10, 10)):
        table = Table(life=life)
        table.put(table.a, creature("Martyr", 1, 1, trigger(DIES, GAIN_1, condition=rich)))
        table.mana(table.a, "B")
        table.cast(table.a, table.hold(table.a, KILL))
        table.resolve()
        assert len(table.game.stack) == on_stack
        table.a.life = then
        table.resolve_all()
        assert table.a.life == end


def test_last_known_power_counts_what_it_had_on_the_battlefield() -> None:
    """CR 608.2h, 603.10a: counters and other effects included."""
    table = Table()
    table.put(
        table.a,
        creature("Lord", 1, 1, a.StaticAbility(t.Each(t.Group(t.AllOf((MINE, OTHER)))), (e.ModifyPT(ONE, ONE),))),
    )
    gain = e.GainLife(YOU, t.MeasureOf("power", IT))
    big = table.put(table.a, creature("Big", 2, 2, trigger(DIES, gain)))
    big.counters["+1/+1"] = 2
    table.game.version += 1
    table.mana(table.a, "W")
    table.cast(table.a, table.hold(table.a, WRATH))
    table.resolve_all()
    assert table.a.life == 25


def test_an_attacking_creature_that_dies_was_attacking() -> None:
    """CR 608.2h, 603.10a: last-known information tells that it was attacking, and whom."""
    table = Table()
    attacking = t.AllOf((CREATURE, t.HasStatus("attacking")))
    table.put(table.a, card("Shrine", "enchantment", "{1}", trigger(e.EventPattern("dies", attacking), GAIN_1)))
    drain = e.LoseLife(t.DefendingPlayer(IT), ONE)
    one = table.put(table.a, creature("Raider", 2, 2, trigger(DIES, drain)))
    table.go_to("declare attackers")
    one.attacking = table.b
    table.mana(table.b, "B")
    table.cast(table.b, table.hold(table.b, KILL), targets=one)
    table.resolve_all()
    assert (table.a.life, table.b.life) == (21, 19)


def test_an_ability_of_a_permanent_does_not_find_the_card_it_became() -> None:
    """CR 400.7: killed in response, "return this to its owner's hand" does nothing."""
    table = Table()
    escape = a.ActivatedAbility((e.PayLife(ONE),), a.Body((e.MoveObjects(THIS, "hand", verb="return"),)))
    eel = table.put(table.a, creature("Eel", 1, 1, escape))
    table.activate(table.a, eel)
    table.mana(table.b, "B")
    table.cast(table.b, table.hold(table.b, KILL))
    table.resolve_all()
    assert table.names(table.a.graveyard) == ["Eel"]


def test_an_enters_trigger_does_not_find_the_card_its_permanent_became() -> None:
    """CR 400.7: "when this enters, exile it" with the creature killed in response."""
    table = Table()
    exile = trigger(e.EventPattern("enters", IS_THIS), e.MoveObjects(IT, "exile", verb="exile"))
    table.mana(table.a, "G")
    table.cast(table.a, table.hold(table.a, creature("Ghost", 1, 1, exile, cost="{G}")))
    table.resolve()
    table.mana(table.b, "B")
    table.cast(table.b, table.hold(table.b, KILL))
    table.resolve_all()
    assert table.names(table.a.graveyard) == ["Ghost"]


def test_a_dies_trigger_finds_the_card_in_the_graveyard() -> None:
    """CR 400.7e."""
    table = Table()
    back = e.MoveObjects(THIS, "hand", verb="return")
    table.put(table.a, creature("Phoenix", 1, 1, trigger(DIES, back)))
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, KILL))
    table.resolve_all()
    assert table.names(table.a.hand) == ["Phoenix"]


def test_a_dies_trigger_does_not_find_a_card_that_has_moved_on() -> None:
    """CR 400.7e: exiled from the graveyard in response, it stays in exile."""
    table = Table()
    table.put(table.a, creature("Phoenix", 1, 1, trigger(DIES, e.MoveObjects(IT, "battlefield", verb="return"))))
    table.mana(table.a, "BB")
    table.cast(table.a, table.hold(table.a, KILL))
    table.resolve()
    away = spell("Away", "{B}", e.MoveObjects(t.Each(t.Group(CREATURE, "graveyard")), "exile", verb="exile"))
    table.cast(table.a, table.hold(table.a, away))
    table.resolve_all()
    assert table.names(table.a.exile) == ["Phoenix"]


def test_a_card_returning_itself_from_the_graveyard_is_not_found_in_exile() -> None:
    """CR 400.7: an ability activated in the graveyard, the card exiled in response."""
    table = Table()
    rise = a.ActivatedAbility(
        (e.PayLife(ONE),), a.Body((e.MoveObjects(THIS, "battlefield", verb="return"),)), zone="graveyard"
    )
    skaab = table.hold(table.a, creature("Skaab", 1, 1, rise), "graveyard")
    table.activate(table.a, skaab)
    table.mana(table.b, "B")
    away = spell("Away", "{B}", e.MoveObjects(t.Each(t.Group(CREATURE, "graveyard")), "exile", verb="exile"))
    table.cast(table.b, table.hold(table.b, away))
    table.resolve_all()
    assert table.names(table.a.exile) == ["Skaab"]


def test_what_a_cost_moved_is_found_by_the_ability() -> None:
    """CR 400.7h: "sacrifice this: return it to the battlefield"."""
    table = Table()
    loop = a.ActivatedAbility((e.SacrificeThis(),), a.Body((e.MoveObjects(THIS, "hand", verb="return"),)))
    egg = table.put(table.a, creature("Egg", 0, 1, loop))
    table.activate(table.a, egg)
    table.resolve()
    assert table.names(table.a.hand) == ["Egg"]


def test_what_one_effect_moved_its_next_step_finds() -> None:
    """CR 400.7j: destroy it, then exile it."""
    table = Table()
    table.put(table.b, creature())
    steps = (e.Destroy(t.Target(0)), e.MoveObjects(t.Target(0), "exile", verb="exile"))
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, spell("Erase", "{B}", *steps, targets=(target(),))))
    table.resolve()
    assert table.names(table.b.exile) == ["Bear"]


def test_a_delayed_trigger_returns_what_was_exiled() -> None:
    """CR 603.7, 400.7i-j: exile it, return it at the beginning of the next end step."""
    table = Table()
    bear = table.put(table.a, creature())
    later = a.TriggeredAbility(
        (e.EventPattern("step begins", step="end"),),
        a.Body((e.MoveObjects(t.Slot("r1"), "battlefield", verb="return"),)),
        word="at",
    )
    steps = (e.MoveObjects(t.Target(0), "exile", verb="exile", slot="r1"), e.Later(later))
    table.mana(table.a, "W")
    table.cast(table.a, table.hold(table.a, spell("Blink", "{W}", *steps, targets=(target(),))))
    table.resolve()
    assert bear.zone is None and not table.on_battlefield("Bear")
    table.advance_to("end")
    table.resolve_all()
    assert table.on_battlefield("Bear")
    table.advance_to("end", turn=2)
    assert not table.game.stack, "it triggers once"


def test_a_delayed_trigger_leaves_alone_what_has_become_something_new() -> None:
    """CR 603.7c: "sacrifice it at end step" when it has died before: the card in the graveyard is not touched."""
    table = Table()
    table.put(table.a, creature())
    later = a.TriggeredAbility(
        (e.EventPattern("step begins", step="end"),),
        a.Body((e.MoveObjects(t.Slot("target.0"), "exile", verb="exile"),)),
        word="at",
    )
    table.mana(table.a, "RB")
    table.cast(
        table.a,
        table.hold(table.a, spell("Doom", "{R}", e.TapObjects(t.Target(0)), e.Later(later), targets=(target(),))),
    )
    table.resolve()
    table.cast(table.a, table.hold(table.a, KILL))
    table.resolve()
    table.advance_to("end")
    table.resolve_all()
    assert "Bear" in table.names(table.a.graveyard)
    assert not table.a.exile


def test_whenever_this_turn_triggers_each_time_and_ends_with_the_turn() -> None:
    """CR 603.7b."""
    table = Table()
    later = a.TriggeredAbility((e.EventPattern("dies", CREATURE),), a.Body((GAIN_1,)), word="whenever")
    table.put(table.a, creature(), 3)
    table.mana(table.a, "GWB")
    table.cast(table.a, table.hold(table.a, spell("Rites", "{G}", e.Later(later))))
    table.resolve()
    table.cast(table.a, table.hold(table.a, KILL))
    table.resolve_all()
    assert table.a.life == 21
    table.cast(table.a, table.hold(table.a, WRATH))
    table.resolve_all()
    assert table.a.life == 23
    table.advance_to("upkeep", turn=2)
    table.put(table.a, creature())
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, KILL))
    table.resolve_all()
    assert table.a.life == 23


def test_a_reflexive_trigger_goes_on_the_stack_with_a_target_of_its_own() -> None:
    """CR 603.12."""
    table = Table()
    bear = table.put(table.b, creature())
    when_you_do = a.TriggeredAbility(
        (e.EventPattern("sacrifice"),), a.Body((e.Destroy(t.Target(0)),), (target(),)), word="when"
    )
    steps = (
        e.May(
            YOU, (e.SacrificeEffect(YOU, t.Chosen(t.Group(MINE), ONE, ONE, YOU)), e.Later(when_you_do, at_once=True))
        ),
    )
    table.put(table.a, creature("Fodder", 1, 1))
    table.mana(table.a, "B")
    table.answer(table.a, "yes or no", 1)
    table.cast(table.a, table.hold(table.a, spell("Rite", "{B}", *steps)))
    assert not table.asked(table.a, "targets")
    table.resolve()
    assert len(table.game.stack) == 1
    assert bear.zone == "battlefield"
    table.resolve()
    assert bear.zone is None


def test_triggers_only_once_each_turn() -> None:
    """CR 603.2h-i: and again the next turn."""
    table = Table()
    once = trigger(e.EventPattern("dies", t.AllOf((CREATURE, OTHER))), GAIN_1, per_turn=1)
    table.put(table.a, card("Altar", "artifact", "{1}", once))
    table.put(table.b, creature(), 3)
    table.mana(table.a, "BB")
    for _ in range(2):
        table.cast(table.a, table.hold(table.a, KILL))
        table.resolve_all()
    assert table.a.life == 21
    table.game.begin_turn(table.b)
    table.go_to("upkeep")
    table.mana(table.b, "B")
    table.cast(table.b, table.hold(table.b, KILL))
    table.resolve_all()
    assert table.a.life == 22


def test_a_state_trigger_does_not_trigger_again_while_it_is_on_the_stack() -> None:
    """CR 603.8: and it does once it has left the stack and the state is still there."""
    table = Table()
    alone = t.Compare(t.Count(t.Each(t.Group(MINE))), "=", ONE)
    lonely = a.TriggeredAbility((e.EventPattern("state", state=alone),), a.Body((e.LoseLife(YOU, ONE),)), word="when")
    table.put(table.a, creature("Lonely", 3, 3, lonely))
    table.settle()
    assert len(table.game.stack) == 1
    table.settle()
    assert len(table.game.stack) == 1
    table.resolve()
    assert table.a.life == 19
    assert len(table.game.stack) == 1


def test_a_cast_trigger_resolves_though_its_spell_is_countered() -> None:
    """CR 603.6, 603.3: and before the spell."""
    table = Table()
    ulamog = creature("Ulamog", 5, 5, trigger(e.EventPattern("cast", IS_THIS), GAIN_1, zone="stack"), cost="{G}")
    counter = spell("Counter", "{U}", e.CounterSpell(t.Target(0)), targets=(a.TargetSpec(t.Group(CREATURE, "stack")),))
    table.mana(table.a, "G")
    table.cast(table.a, table.hold(table.a, ulamog))
    table.settle()
    assert table.stack_names() == ["Ulamog", "Ulamog"]
    table.mana(table.b, "U")
    table.cast(table.b, table.hold(table.b, counter))
    table.resolve_all()
    assert table.a.life == 21
    assert table.names(table.a.graveyard) == ["Ulamog"]


def test_losing_life_by_damage_is_losing_life() -> None:
    """CR 119.2, 120.3a: damage causes a player to lose that much life."""
    table = Table()
    vampire = trigger(e.EventPattern("lose life", who=t.Opponents()), e.GainLife(YOU, t.EventAmount()))
    table.put(table.a, creature("Vampire", 1, 1, vampire))
    bolt = spell("Bolt", "{R}", e.DealDamage(THIS, t.Number(3), to_players=t.Opponents()))
    table.mana(table.a, "R")
    table.cast(table.a, table.hold(table.a, bolt))
    table.resolve_all()
    assert (table.a.life, table.b.life) == (23, 17)


def test_life_lost_by_damage_counts_for_this_turn() -> None:
    """CR 119.2: "if an opponent lost life this turn"."""
    table = Table()
    bolt = spell("Bolt", "{R}", e.DealDamage(THIS, t.Number(3), to_players=t.Opponents()))
    check = spell("Check", "{R}", e.If(t.Happened("lose life", t.Opponents()), (GAIN_1,)))
    table.mana(table.a, "RRR")
    table.cast(table.a, table.hold(table.a, check))
    table.resolve()
    assert table.a.life == 20
    table.cast(table.a, table.hold(table.a, bolt))
    table.resolve()
    table.cast(table.a, table.hold(table.a, check))
    table.resolve()
    assert table.a.life == 21


def test_damage_by_infect_loses_no_life() -> None:
    """CR 120.3b, 702.90."""
    table = Table()
    vampire = trigger(e.EventPattern("lose life", who=t.Opponents()), GAIN_1)
    table.put(table.a, creature("Vampire", 1, 1, vampire))
    stinger = creature(
        "Stinger",
        2,
        1,
        a.KeywordAbility("infect"),
        a.ActivatedAbility((e.TapThis(),), a.Body((e.DealDamage(THIS, t.Number(2), to_players=t.Opponents()),))),
    )
    table.activate(table.a, table.put(table.a, stinger))
    table.resolve_all()
    assert (table.a.life, table.b.life, table.b.poison) == (20, 20, 2)


def test_a_trigger_with_no_legal_target_is_removed() -> None:
    """CR 603.3d."""
    table = Table()
    kill = trigger(e.EventPattern("enters", IS_THIS), e.Destroy(t.Target(0)), targets=(target(t.IsType("artifact")),))
    table.mana(table.a, "G")
    table.cast(table.a, table.hold(table.a, creature("Shaman", 1, 1, kill, cost="{G}")))
    table.resolve()
    assert not table.game.stack


def test_a_granted_dies_trigger_works_for_what_dies() -> None:
    """CR 603.10a, 613.1f: the ability existed just before it died."""
    table = Table()
    grant = a.StaticAbility(t.Each(t.Group(t.AllOf((MINE, OTHER)))), (e.GrantAbility(trigger(DIES, GAIN_1)),))
    table.put(table.a, creature("Priest", 1, 1, grant))
    table.put(table.a, creature(), 2)
    table.mana(table.a, "BW")
    table.cast(table.a, table.hold(table.a, KILL), targets=table.on_battlefield("Bear")[0])
    table.resolve_all()
    assert table.a.life == 21
    table.cast(table.a, table.hold(table.a, WRATH))
    table.resolve_all()
    assert table.a.life == 22, "it dies together with what granted it"


def test_a_creature_that_came_after_the_grant_has_the_trigger_too() -> None:
    """CR 611.3a: the set of a static ability is live."""
    table = Table()
    grant = a.StaticAbility(t.Each(t.Group(t.AllOf((MINE, OTHER)))), (e.GrantAbility(trigger(DIES, GAIN_1)),))
    table.put(table.a, creature("Priest", 1, 1, grant))
    table.mana(table.a, "GGGB")
    table.cast(table.a, table.hold(table.a, creature()))
    table.resolve()
    table.cast(table.a, table.hold(table.a, KILL), targets=table.on_battlefield("Bear")[0])
    table.resolve_all()
    assert table.a.life == 21


def test_a_granted_trigger_ends_with_its_effect() -> None:
    """CR 611.2a, 603.2: until end of turn."""
    table = Table()
    pump = e.Alter(t.Target(0), (e.GrantAbility(trigger(DIES, GAIN_1)),), "until end of turn")
    table.put(table.a, creature())
    table.mana(table.a, "G")
    table.cast(table.a, table.hold(table.a, spell("Undie", "{G}", pump, targets=(target(),))))
    table.resolve()
    table.advance_to("upkeep", turn=2)
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, KILL))
    table.resolve_all()
    assert table.a.life == 20


def test_a_granted_trigger_of_what_has_left_does_not_go_on_triggering() -> None:
    """CR 113.6: abilities of permanents work on the battlefield."""
    table = Table()
    each_upkeep = trigger(e.EventPattern("step begins", step="upkeep"), GAIN_1)
    table.put(table.a, creature())
    table.mana(table.a, "GB")
    grant = e.Alter(t.Target(0), (e.GrantAbility(each_upkeep),), "for good")
    table.cast(table.a, table.hold(table.a, spell("Bless", "{G}", grant, targets=(target(),))))
    table.resolve()
    table.cast(table.a, table.hold(table.a, KILL))
    table.resolve_all()
    table.advance_to("upkeep", turn=2)
    table.resolve_all()
    assert table.a.life == 20


def test_each_of_a_draws_cards_triggers_by_itself() -> None:
    """CR 121.2, 603.2c."""
    table = Table()
    table.put(table.a, creature("Scholar", 1, 1, trigger(e.EventPattern("draw", who=YOU), GAIN_1)))
    table.mana(table.a, "U")
    table.cast(table.a, table.hold(table.a, spell("Draw", "{U}", e.DrawCards(YOU, t.Number(3)))))
    table.resolve_all()
    assert table.a.life == 23


def test_a_graveyard_trigger_from_anywhere_sees_a_discard_and_a_mill() -> None:
    """CR 603.6c, 603.6e: "whenever a creature card is put into your graveyard from anywhere"."""
    table = Table()
    into = e.EventPattern("zone change", CREATURE, who=YOU, to_zone="graveyard")
    table.put(table.a, card("Shrine", "enchantment", "{1}", trigger(into, GAIN_1)))
    table.hold(table.a, creature(), "library")
    table.mana(table.a, "BBB")
    table.cast(table.a, table.hold(table.a, spell("Mill", "{B}", e.MillCards(YOU, ONE))))
    table.resolve_all()
    assert table.a.life == 21
    table.cast(table.a, table.hold(table.a, spell("Ditch", "{B}", e.DiscardCards(YOU, None))))
    table.hold(table.a, creature())
    table.resolve_all()
    assert table.a.life == 22
    table.put(table.a, creature())
    table.cast(table.a, table.hold(table.a, KILL))
    table.resolve_all()
    assert table.a.life == 23


def test_this_put_into_a_graveyard_from_anywhere_triggers_in_the_graveyard() -> None:
    """CR 603.6e, 113.6k: the card itself, milled or killed."""
    table = Table()
    into = e.EventPattern("zone change", IS_THIS, to_zone="graveyard")
    sage = creature("Sage", 1, 1, trigger(into, GAIN_1, zone="graveyard"))
    table.hold(table.a, sage, "library")
    table.mana(table.a, "BB")
    table.cast(table.a, table.hold(table.a, spell("Mill", "{B}", e.MillCards(YOU, ONE))))
    table.resolve_all()
    assert table.a.life == 21
    table.put(table.a, sage)
    table.cast(table.a, table.hold(table.a, KILL))
    table.resolve_all()
    assert table.a.life == 22


def test_counters_a_permanent_enters_with_are_counters_put_on_it() -> None:
    """CR 122.6a."""
    table = Table()
    table.put(table.a, card("Shrine", "enchantment", "{1}", trigger(e.EventPattern("counters put", MINE), GAIN_1)))
    table.mana(table.a, "G")
    mob = creature("Mob", 0, 0, a.EntersWith(counters="+1/+1", amount=t.Number(2)), cost="{G}")
    table.cast(table.a, table.hold(table.a, mob))
    table.resolve_all()
    assert table.a.life == 21


def test_what_a_script_exiles_until_the_next_end_step_comes_back() -> None:
    """CR 603.7: the delayed trigger knows the target of the spell that created it."""
    library = load(BLINK)
    table = Table(library=library)
    table.put(table.a, creature())
    table.mana(table.a, "WW")
    table.cast(table.a, table.hold(table.a, "Blink Away"))
    table.resolve()
    assert not table.on_battlefield("Bear")
    table.advance_to("end")
    table.resolve_all()
    assert table.on_battlefield("Bear")


def test_a_script_that_triggers_on_coming_to_a_graveyard_from_anywhere() -> None:
    """CR 603.6c, 113.6k."""
    table = Table(library=load(BLINK))
    table.hold(table.a, "Sage", "library")
    table.mana(table.a, "BB")
    table.cast(table.a, table.hold(table.a, spell("Mill", "{B}", e.MillCards(YOU, ONE))))
    table.resolve_all()
    assert table.a.life == 21


BLINK = """
card "Blink Away"
  cost {1}{W}
  type instant
  exile target creature. return it to the battlefield at the beginning of the next end step

card "Sage"
  cost {1}{W}
  type creature Elf
  stats 1/1
  when this is put into a graveyard: you gain 1 life
"""
