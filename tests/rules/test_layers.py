"""Continuous effects: layers, timestamps, dependency, counters, lost abilities (CR 604.3, 611, 613)."""

from typing import Any

import pytest
from table import (
    CREATURE,
    CREATURES,
    IS_THIS,
    MINE,
    THIS,
    YOU,
    Table,
    base,
    card,
    creature,
    has,
    land,
    plus,
    static,
    subtype,
    trigger,
    word,
)

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.values import ManaCost

ONE = t.Number(1)
EOT: e.Duration = "until end of turn"
HUMILITY = static(CREATURES, e.LoseAbilities(), base(1, 1))


def with_keyword(name: str) -> t.Objects:
    return t.Each(t.Group(t.AllOf((CREATURE, t.HasKeyword(name)))))


def each(name: str) -> t.Objects:
    return t.Each(t.Group(subtype(name)))


def aura(table: Table, player: Any, host: Any, *abilities: a.Ability, name: str = "Aura") -> Any:
    """An Aura on the creature."""
    enchant = word("enchant", filter=CREATURE)
    it = table.put(player, card(name, "enchantment", "{G}", enchant, *abilities, subtypes=("Aura",)))
    assert table.game.attach(it, host)
    return it


def enchantment(table: Table, *abilities: a.Ability, name: str = "Rule", player: Any = None) -> Any:
    return table.put(player or table.a, card(name, "enchantment", "{1}", *abilities))


def test_setting_comes_before_modifying_whatever_the_order() -> None:
    """613.4b-c."""
    table = Table()
    bear = table.put(table.a, creature())
    table.do(table.a, e.Alter(t.Target(0), (plus(3, 3),), EOT), targets=[bear])
    table.do(table.a, e.Alter(t.Target(0), (base(0, 1),), EOT), targets=[bear])
    table.game.put_counters(bear, "+1/+1", 1, None)
    assert table.stats(bear) == (4, 5)


def test_the_later_of_two_that_set_wins() -> None:
    """613.7."""
    table = Table()
    bear = table.put(table.a, creature())
    enchantment(table, static(CREATURES, base(5, 5)))
    table.do(table.a, e.Alter(t.Target(0), (base(0, 1),), EOT), targets=[bear])
    assert table.stats(bear) == (0, 1)
    enchantment(table, static(CREATURES, base(7, 7)))
    assert table.stats(bear) == (7, 7)


def test_switching_comes_last_and_twice_is_none() -> None:
    """613.4d."""
    table = Table()
    bear = table.put(table.a, creature("Long", 1, 4))
    table.do(table.a, e.Alter(t.Target(0), (e.SwitchPT(),), EOT), targets=[bear])
    table.do(table.a, e.Alter(t.Target(0), (plus(2, 0),), EOT), targets=[bear])
    table.game.put_counters(bear, "+1/+1", 1, None)
    assert table.stats(bear) == (5, 4)
    table.do(table.a, e.Alter(t.Target(0), (e.SwitchPT(),), EOT), targets=[bear])
    assert table.stats(bear) == (4, 5)


def test_counters_of_other_sizes_count() -> None:
    """122.1a."""
    table = Table()
    bear = table.put(table.a, creature())
    table.game.put_counters(bear, "+2/+0", 1, None)
    table.game.put_counters(bear, "-0/-1", 1, None)
    table.game.put_counters(bear, "+1/+1", 2, None)
    assert table.stats(bear) == (6, 3)


def test_a_keyword_counter_gives_the_keyword() -> None:
    """122.1b, 613.1f."""
    table = Table()
    bear = table.put(table.a, creature())
    table.game.put_counters(bear, "flying", 1, None)
    assert table.has(bear, "flying")
    table.game.remove_counters(bear, "flying", 1, "122.1")
    assert not table.has(bear, "flying")


def test_a_keyword_counter_has_the_timestamp_at_which_it_was_put() -> None:
    """613.7c: lost if the effect is later, kept if the counter is later."""
    table = Table()
    early, late = table.put(table.a, creature(), 2)
    table.game.put_counters(early, "flying", 1, None)
    enchantment(table, static(CREATURES, e.LoseAbilities()))
    table.game.put_counters(late, "flying", 1, None)
    assert not table.has(early, "flying") and table.has(late, "flying")


def test_a_resolved_effect_locks_its_set_a_static_ability_does_not() -> None:
    """611.2c, 611.3a."""
    table = Table()
    old = table.put(table.a, creature())
    table.do(table.a, e.Alter(MINE, (plus(1, 1),), EOT))
    enchantment(table, static(MINE, plus(2, 2)))
    new = table.put(table.a, creature())
    assert table.stats(old) == (5, 5) and table.stats(new) == (4, 4)


def test_a_resolved_rule_that_changes_no_characteristic_is_not_locked() -> None:
    """611.2c: creatures can't block this turn, whenever they came."""
    table = Table()
    bear = table.put(table.a, creature())
    table.do(table.a, e.Alter(CREATURES, (e.Restrict("can't block"),), EOT))
    late = table.put(table.b, creature())
    table.attack(bear)
    assert table.blocks_legal((late, bear))


def test_a_locked_effect_goes_on_when_the_object_changes_its_nature_but_not_its_identity() -> None:
    """611.2c, 400.7."""
    table = Table()
    bear = table.put(table.a, creature("Bear", 2, 2, subtypes=("Bear",)))
    table.do(table.a, e.Alter(each("Bear"), (plus(3, 3),), EOT))
    table.do(table.a, e.Alter(t.Target(0), (e.SetTypes((), ("Elf",)),), EOT), targets=[bear])
    assert table.stats(bear) == (5, 5)
    table.do(
        table.a,
        e.MoveObjects(t.Target(0), "exile", slot="r"),
        e.MoveObjects(t.Slot("r"), "battlefield"),
        targets=[bear],
    )
    assert table.stats(table.on_battlefield("Bear")[0]) == (2, 2)


def test_an_amount_of_a_resolved_effect_is_worked_out_once() -> None:
    """608.2h, 611.2."""
    table = Table()
    bear = table.put(table.a, creature())
    count = t.Count(CREATURES)
    table.do(table.a, e.Alter(t.Target(0), (e.ModifyPT(count, count),), EOT), targets=[bear])
    enchantment(table, static(t.Each(t.Group(t.IsNamed("Bear"))), e.ModifyPT(count, t.Number(0))))
    table.put(table.b, creature("Other", 1, 1), 2)
    assert table.stats(bear) == (2 + 1 + 3, 3)


def test_effects_until_end_of_turn_and_damage_end_together() -> None:
    """514.2: the wounded creature that was pumped lives."""
    table = Table()
    bear = table.put(table.a, creature())
    table.do(table.a, e.Alter(t.Target(0), (plus(2, 2),), EOT), targets=[bear])
    bear.damage = 3
    table.advance_to("upkeep", turn=2)
    assert bear.zone == "battlefield" and table.stats(bear) == (2, 2)


def test_humility_and_a_later_and_an_earlier_lord() -> None:
    """613.1f, 613.4b-c: a lord loses its ability, so it pumps nobody, whenever it came."""
    table = Table()
    lord = creature("Lord", 2, 2, static(MINE, plus(1, 1)))
    one = table.put(table.a, lord)
    enchantment(table, HUMILITY)
    two = table.put(table.a, lord)
    assert table.stats(one) == table.stats(two) == (1, 1)


def test_a_lord_of_keywords_that_loses_its_abilities_gives_nothing() -> None:
    """613.8a: the grant depends on what takes the granting ability away; it exists no more."""
    table = Table()
    lord = creature("Captain", 2, 2, static(MINE, has("flying")))
    one = table.put(table.a, lord)
    bear = table.put(table.a, creature())
    enchantment(table, HUMILITY)
    two = table.put(table.a, lord)
    assert not table.has(bear, "flying") and not table.has(one, "flying") and not table.has(two, "flying")


def test_an_enchantment_that_grants_is_no_creature_and_depends_on_nothing() -> None:
    """613.7-8: flying from an enchantment is lost to a later loss of abilities, and survives an earlier one."""
    table = Table()
    bear = table.put(table.a, creature())
    enchantment(table, static(CREATURES, has("flying")))
    enchantment(table, static(CREATURES, e.LoseAbilities()))
    enchantment(table, static(CREATURES, has("trample")))
    assert not table.has(bear, "flying") and table.has(bear, "trample")


def test_an_effect_that_has_started_goes_on_when_its_source_loses_the_ability() -> None:
    """613.6: animated in layer 4, so still given power and toughness in 7b."""
    table = Table()
    forest = table.put(table.a, land("Forest"))
    lands = t.Each(t.Group(subtype("Forest")))
    elf = table.put(table.a, creature("Elf", 1, 1, static(lands, e.AddTypes(("creature",)), base(3, 3))))
    assert table.stats(forest) == (3, 3)
    table.do(table.b, e.Alter(t.Target(0), (e.LoseAbilities(),), EOT), targets=[elf])
    assert "creature" in table.game.characteristics(forest).types and table.stats(forest) == (3, 3)


def test_lost_abilities_come_back_when_the_effect_ends() -> None:
    """613.5."""
    table = Table()
    bird = table.put(table.a, creature("Bird", 1, 1, word("flying"), static(MINE, plus(1, 1))))
    table.do(table.b, e.Alter(t.Target(0), (e.LoseAbilities(),), EOT), targets=[bird])
    assert not table.has(bird, "flying") and table.stats(bird) == (1, 1)
    table.advance_to("upkeep", turn=2)
    assert table.has(bird, "flying") and table.stats(bird) == (2, 2)


def test_silencing_a_lord_is_seen_at_once_by_those_it_pumped() -> None:
    """613.5: whatever was asked before."""
    table = Table()
    lord = table.put(table.a, creature("Lord", 2, 2, static(MINE, plus(1, 1))))
    bear = table.put(table.a, creature())
    assert table.stats(bear) == (3, 3)
    table.do(table.b, e.Alter(t.Target(0), (e.LoseAbilities(),), EOT), targets=[lord])
    assert table.stats(bear) == (2, 2)


def test_a_creature_made_a_zombie_is_pumped_by_a_lord_of_zombies() -> None:
    """613.1d, 613.4c."""
    table = Table()
    enchantment(table, static(each("Zombie"), plus(1, 1)))
    bear = table.put(table.a, creature())
    assert table.stats(bear) == (2, 2)
    table.do(table.a, e.Alter(t.Target(0), (e.AddTypes((), ("Zombie",)),), EOT), targets=[bear])
    assert table.stats(bear) == (3, 3)


def test_types_depend_on_types() -> None:
    """613.8a: creatures are Goblins (older) after Forests are creatures (newer)."""
    table = Table()
    enchantment(table, static(CREATURES, e.AddTypes((), ("Goblin",))))
    forest = table.put(table.a, land("Forest"))
    enchantment(table, static(each("Forest"), e.AddTypes(("creature",)), base(1, 1)))
    assert "Goblin" in table.game.characteristics(forest).subtypes


def test_a_dependency_that_is_none_leaves_timestamps_alone() -> None:
    """613.8a: only what changes what the other does. Menace (newer) makes nothing fly."""
    table = Table()
    bird = table.put(table.a, creature("Bird", 1, 1, word("flying"), subtypes=("Zombie",)))
    enchantment(table, static(with_keyword("flying"), e.LoseAbilities()))
    enchantment(table, static(each("Zombie"), has("menace")))
    assert table.has(bird, "menace") and not table.has(bird, "flying")


def test_a_keyword_effect_waits_for_the_one_that_gives_the_keyword() -> None:
    """613.8a: "creatures with flying have trample" (older), "creatures have flying" (newer)."""
    table = Table()
    bear = table.put(table.a, creature())
    enchantment(table, static(with_keyword("flying"), has("trample")))
    enchantment(table, static(CREATURES, has("flying")))
    assert table.has(bear, "trample")


def test_a_dependency_loop_falls_back_to_timestamps() -> None:
    """613.8b: flyers get trample, tramplers get flying; and each takes the other from nobody."""
    table = Table()
    bird = table.put(table.a, creature("Bird", 1, 1, word("flying")))
    boar = table.put(table.a, creature("Boar", 1, 1, word("trample")))
    enchantment(table, static(with_keyword("flying"), has("trample")))
    enchantment(table, static(with_keyword("trample"), has("flying")))
    assert table.has(bird, "trample") and table.has(boar, "flying")


def test_nonbasic_lands_are_mountains_and_all_lands_are_swamps_too() -> None:
    """305.7, 613.8: the land that gives Swamp loses that ability, whichever came first."""
    table = Table()
    nonbasic = t.Each(t.Group(t.AllOf((t.IsType("land"), t.Not(t.IsSupertype("basic"))))))
    tomb = table.put(
        table.a, card("Tomb", "land", None, static(t.Each(t.Group(t.IsType("land"))), e.AddTypes((), ("Swamp",))))
    )
    forest = table.put(table.a, land("Forest"))
    assert table.game.characteristics(forest).subtypes == {"Forest", "Swamp"}
    enchantment(table, static(nonbasic, e.SetTypes((), ("Mountain",))))
    assert table.game.characteristics(forest).subtypes == {"Forest"}
    assert table.game.characteristics(tomb).subtypes == {"Mountain"}


def test_an_additional_basic_land_type_brings_its_mana() -> None:
    """305.7, 305.6."""
    table = Table()
    forest = table.put(table.a, land("Forest"))
    enchantment(table, static(t.Each(t.Group(t.IsType("land"))), e.AddTypes((), ("Swamp",))))
    bat = table.hold(table.a, creature("Bat", 1, 1, cost="{B}"))
    assert table.can(table.a, "cast", bat)
    table.cast(table.a, bat)
    assert forest.tapped


def test_a_land_creature_that_becomes_a_mountain_keeps_its_creature_type() -> None:
    """205.1a, 305.7: only land types are replaced."""
    table = Table()
    arbor = table.put(table.a, card("Arbor", "land", None, subtypes=("Forest", "Dryad")))
    enchantment(table, static(t.Each(t.Group(t.IsNamed("Arbor"))), e.SetTypes((), ("Mountain",))))
    assert table.game.characteristics(arbor).subtypes == {"Mountain", "Dryad"}


def test_a_creature_that_becomes_a_frog_keeps_its_equipment_type() -> None:
    """205.1a: the subtypes of the appropriate set are replaced."""
    table = Table()
    relic = table.put(table.a, card("Relic", "artifact", "{2}", subtypes=("Food",)))
    table.do(
        table.a,
        e.Alter(t.Target(0), (e.AddTypes(("creature",), ("Golem",)), base(2, 2)), "for good"),
        targets=[relic],
    )
    table.do(table.a, e.Alter(t.Target(0), (e.SetTypes((), ("Frog",)),), EOT), targets=[relic])
    assert table.game.characteristics(relic).subtypes == {"Food", "Frog"}


def test_what_stops_being_a_creature_loses_its_creature_types() -> None:
    """205.1a."""
    table = Table()
    bear = table.put(table.a, creature("Bear", 2, 2, subtypes=("Bear",)))
    table.do(table.a, e.Alter(t.Target(0), (e.SetTypes(("artifact",)),), EOT), targets=[bear])
    assert not table.game.characteristics(bear).subtypes


def test_losing_a_keyword_takes_what_it_stands_for() -> None:
    """702.1, 613.1f: without exalted nothing triggers."""
    table = Table()
    knight = table.put(table.a, creature("Knight", 2, 2, word("exalted")))
    table.do(table.b, e.Alter(t.Target(0), (e.LoseKeyword("exalted"),), EOT), targets=[knight])
    table.attack(knight)
    assert not table.game.stack


def test_what_cannot_have_a_keyword_does_not_get_it_later() -> None:
    """613.1f, 101.2."""
    table = Table()
    bear = table.put(table.a, creature())
    ban = e.LoseKeyword("ward", cannot_have=True)
    enchantment(table, static(CREATURES, ban))
    ward = has("ward", cost=(e.PayLife(ONE),))
    table.do(table.a, e.Alter(t.Target(0), (ward,), EOT), targets=[bear])
    assert not table.has(bear, "ward")
    assert not [x for x in table.game.characteristics(bear).abilities if x.kind == "triggered"]


def test_a_granted_trigger_works_for_those_who_come_later() -> None:
    """611.3a, 603.2."""
    table = Table()
    gift = e.GrantAbility(trigger(e.EventPattern("dies", IS_THIS), e.GainLife(YOU, ONE)))
    enchantment(table, static(MINE, gift))
    first = table.put(table.a, creature())
    table.settle()
    late = table.hold(table.a, creature("Late", 1, 1))
    table.do(table.a, e.MoveObjects(t.Target(0), "battlefield"), targets=[late])
    (late,) = table.on_battlefield("Late")
    table.do(table.b, e.Destroy(CREATURES))
    table.resolve_all()
    assert table.a.life == 22 and first.zone is None and late.zone is None


def test_a_granted_trigger_on_attacking_works_and_ends_with_its_giver() -> None:
    """611.3b."""
    table = Table()
    gift = e.GrantAbility(trigger(e.EventPattern("attacks", IS_THIS), e.GainLife(YOU, ONE)))
    giver = enchantment(table, static(MINE, gift))
    one = table.put(table.a, creature())
    table.attack(one)
    table.resolve_all()
    assert table.a.life == 21
    table.do(table.b, e.Destroy(t.Target(0)), targets=[giver])
    table.game.begin_turn(table.a)
    one.tapped = False
    table.attack(one)
    table.resolve_all()
    assert table.a.life == 21


def test_a_characteristic_defining_ability_works_everywhere_and_now() -> None:
    """604.3, 208.2a."""
    table = Table()
    count = t.Count(t.Each(t.Group(CREATURE, "graveyard")))
    goyf = creature("Goyf", 0, 0, static(THIS, e.SetPT(count, t.Plus((count, ONE))), defines_characteristics=True))
    here, held = table.put(table.a, goyf), table.hold(table.a, goyf)
    assert table.stats(here) == table.stats(held) == (0, 1)
    table.hold(table.b, creature(), "graveyard")
    table.game.touch("zones")
    assert table.stats(here) == (1, 2) and table.stats(held) == (1, 2)
    buried = table.hold(table.a, goyf, "graveyard")
    assert table.stats(buried)[0] == 2
    table.hold(table.b, creature(), "graveyard")
    assert table.stats(buried)[0] == 3 and table.stats(held)[0] == 3


def test_a_characteristic_defining_ability_comes_before_what_sets() -> None:
    """613.4a-b, whatever the timestamps."""
    table = Table()
    enchantment(table, static(CREATURES, base(1, 1)))
    count = t.Count(CREATURES)
    swarm = table.put(
        table.a, creature("Swarm", 0, 0, static(THIS, e.SetPT(count, count), defines_characteristics=True))
    )
    assert table.stats(swarm) == (1, 1)


def test_changeling_is_every_creature_type_everywhere() -> None:
    """702.73a."""
    table = Table()
    shifter = creature("Shifter", 1, 1, word("changeling"))
    here, held = table.put(table.a, shifter), table.hold(table.a, shifter)
    assert {"Goblin", "Zombie", "Elf"} <= table.game.characteristics(here).subtypes
    assert "Zombie" in table.game.characteristics(held).subtypes


def test_equipment_moves_with_a_new_timestamp() -> None:
    """613.7e, 701.3c."""
    table = Table()
    bear = table.put(table.a, creature())
    crown = table.put(table.a, card("Crown", "artifact", "{1}", static(t.Host(), base(5, 5)), subtypes=("Equipment",)))
    enchantment(table, static(CREATURES, base(1, 1)))
    assert table.stats(bear) == (1, 1)
    table.game.attach(crown, bear)
    assert table.stats(bear) == (5, 5)


def test_an_aura_goes_on_affecting_only_what_it_is_attached_to() -> None:
    """303.4, 611.3a."""
    table = Table()
    one, two = table.put(table.a, creature(), 2)
    might = aura(table, table.a, one, static(t.Host(), plus(2, 2), has("trample")))
    assert table.stats(one) == (4, 4) and table.stats(two) == (2, 2)
    table.game.attach(might, two)
    assert table.stats(one) == (2, 2) and table.stats(two) == (4, 4) and table.has(two, "trample")


def test_you_control_enchanted_creature() -> None:
    """613.1b, 303.4: as long as the Aura is there."""
    table = Table()
    bear = table.put(table.b, creature())
    charm = aura(table, table.a, bear, static(t.Host(), e.GainControl(YOU)))
    assert bear.controller is table.a
    table.do(table.b, e.Destroy(t.Target(0)), targets=[charm])
    table.settle()
    assert bear.controller is table.b


def test_of_two_that_take_control_the_later_wins_and_the_first_comes_back() -> None:
    """613.7, 613.1b."""
    table = Table()
    bear = table.put(table.b, creature())
    aura(table, table.a, bear, static(t.Host(), e.GainControl(YOU)))
    second = aura(table, table.b, bear, static(t.Host(), e.GainControl(YOU)))
    assert bear.controller is table.b
    table.do(table.a, e.Destroy(t.Target(0)), targets=[second])
    table.settle()
    assert bear.controller is table.a


def test_whoever_controls_the_aura_controls_the_creature() -> None:
    """109.5, 613.1b: "you" is the Aura's controller."""
    table = Table()
    bear = table.put(table.b, creature())
    charm = aura(table, table.a, bear, static(t.Host(), e.GainControl(YOU)))
    table.do(table.b, e.Alter(t.Target(0), (e.GainControl(YOU),), EOT), targets=[charm])
    table.settle()
    assert bear.controller is table.b
    table.advance_to("upkeep", turn=2)
    assert bear.controller is table.a


def test_control_of_a_kind_takes_those_who_come_later() -> None:
    """611.3a, 613.1b."""
    table = Table()
    enchantment(table, static(t.Each(t.Group(t.IsNamed("Rat"))), e.GainControl(YOU)))
    rat = table.hold(table.b, creature("Rat", 1, 1))
    table.do(table.b, e.MoveObjects(t.Target(0), "battlefield"), targets=[rat])
    table.settle()
    assert table.on_battlefield("Rat")[0].controller is table.a


def test_control_until_end_of_turn_ends() -> None:
    """611.2a, 514.2."""
    table = Table()
    bear = table.put(table.b, creature())
    table.do(table.a, e.Alter(t.Target(0), (e.GainControl(YOU), has("haste")), EOT), targets=[bear])
    assert bear.controller is table.a
    table.advance_to("upkeep", turn=2)
    assert bear.controller is table.b and not table.has(bear, "haste")


def test_a_stolen_lord_pumps_its_new_side() -> None:
    """109.5, 613.1b."""
    table = Table()
    lord = table.put(table.b, creature("Lord", 2, 2, static(MINE, plus(1, 1))))
    mine, theirs = table.put(table.a, creature()), table.put(table.b, creature())
    assert table.stats(theirs) == (3, 3) and table.stats(mine) == (2, 2)
    table.do(table.a, e.Alter(t.Target(0), (e.GainControl(YOU),), EOT), targets=[lord])
    assert table.stats(theirs) == (2, 2) and table.stats(mine) == (3, 3) and table.stats(lord) == (3, 3)


def test_for_as_long_as_this_is_here_never_begins_when_this_is_gone() -> None:
    """611.2b."""
    table = Table()
    thief, bear = table.put(table.a, creature("Thief", 1, 1)), table.put(table.b, creature())
    take = e.Alter(t.Target(0), (e.GainControl(YOU),), "while this is here")
    table.do(table.b, e.Destroy(t.Target(0)), targets=[thief])
    table.do(table.a, take, source=thief, targets=[bear])
    assert bear.controller is table.b


def test_for_as_long_as_this_is_here_ends_when_this_leaves() -> None:
    """611.2a."""
    table = Table()
    thief, bear = table.put(table.a, creature("Thief", 1, 1)), table.put(table.b, creature())
    table.do(
        table.a,
        e.Alter(t.Target(0), (e.GainControl(YOU),), "while this is here"),
        source=thief,
        targets=[bear],
    )
    assert bear.controller is table.a
    table.do(table.b, e.Destroy(t.Target(0)), targets=[thief])
    table.settle()
    assert bear.controller is table.b


def test_a_condition_turns_an_effect_on_and_off() -> None:
    """611.3, 613.5: while you have 10 or less life."""
    table = Table()
    low = t.Compare(t.LifeOf(YOU), "<=", t.Number(10))
    bear = table.put(table.a, creature("Bear", 2, 2, static(THIS, plus(5, 0), condition=low)))
    assert table.stats(bear) == (2, 2)
    table.do(table.b, e.LoseLife(t.Opponents(), t.Number(10)))
    assert table.stats(bear) == (7, 2)
    table.do(table.a, e.GainLife(YOU, ONE))
    assert table.stats(bear) == (2, 2)


def test_damage_this_turn_turns_an_effect_on() -> None:
    """613.5."""
    table = Table()
    hurt = t.Matches(THIS, t.HasHistory("was dealt damage this turn"))
    bear = table.put(table.a, creature("Bear", 2, 5, static(THIS, plus(5, 0), condition=hurt)))
    assert table.stats(bear) == (2, 5)
    table.game.deal_damage([(bear, bear, 1)], "120.3")
    assert table.stats(bear) == (7, 5)


def test_one_that_counts_what_another_effect_makes() -> None:
    """613.1d, 613.4c: +1/+1 for each artifact, and creatures are artifacts."""
    table = Table()
    count = t.Count(t.Each(t.Group(t.IsType("artifact"))))
    smith = table.put(table.a, creature("Smith", 1, 1, static(THIS, e.ModifyPT(count, count))))
    table.put(table.b, creature(), 2)
    enchantment(table, static(CREATURES, e.AddTypes(("artifact",))))
    assert table.stats(smith) == (4, 4)


@pytest.mark.parametrize("ask_first", [0, 1])
def test_who_is_asked_first_does_not_matter(ask_first: int) -> None:
    """613.5, 613.7: "+1/+0 for each creature with power 2 or greater" on two of them."""
    table = Table()
    strong = t.Count(t.Each(t.Group(t.AllOf((CREATURE, t.Measures("power", ">=", t.Number(2)))))))
    one = table.put(table.a, creature("One", 1, 1, static(THIS, e.ModifyPT(strong, t.Number(0)))))
    two = table.put(table.a, creature("Two", 1, 1, static(THIS, e.ModifyPT(strong, t.Number(0)))))
    table.put(table.a, creature())
    pair = (one, two) if ask_first == 0 else (two, one)
    for o in pair:
        table.stats(o)
    assert (table.stats(one)[0], table.stats(two)[0]) == (2, 3)


def test_losing_all_abilities_stops_cost_changes_and_rules_for_players() -> None:
    """613.1f, 604.2: each works only while its object has it."""
    table = Table()
    taxer = creature("Taxer", 2, 2, a.CostChange(t.Anything(), t.EachPlayer(), ManaCost.parse("{2}"), True))
    gag = creature("Gag", 2, 2, a.StaticAbility(players=t.EachPlayer(), rules=("can't gain life",)))
    table.put(table.b, taxer)
    table.put(table.b, gag)
    held = table.hold(table.a, creature("Rat", 1, 1, cost="{B}"))
    table.mana(table.a, "B")
    assert not table.can(table.a, "cast", held)
    table.do(table.a, e.GainLife(YOU, ONE))
    assert table.a.life == 20
    enchantment(table, static(CREATURES, e.LoseAbilities()))
    table.do(table.a, e.GainLife(YOU, ONE))
    assert table.a.life == 21
    assert table.can(table.a, "cast", held)


def test_devoid_and_setting_colours() -> None:
    """613.1e, 702.114a."""
    table = Table()
    drone = table.put(table.a, creature("Drone", 1, 1, word("devoid")))
    assert not table.game.characteristics(drone).colors
    table.do(table.a, e.Alter(t.Target(0), (e.SetColors(("red",)),), EOT), targets=[drone])
    assert table.game.characteristics(drone).colors == {"red"}
