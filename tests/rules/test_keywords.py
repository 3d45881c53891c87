"""Keyword abilities that stand for others (CR 702)."""

from table import (
    CREATURE,
    CREATURES,
    IS_THIS,
    THIS,
    YOU,
    Table,
    card,
    creature,
    has,
    land,
    load,
    plus,
    spell,
    target,
    trigger,
    word,
)

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.values import ManaCost

ONE = t.Number(1)


def mana(text: str) -> e.Cost:
    return (e.PayMana(ManaCost.parse(text)),)


def test_annihilator_takes_permanents_of_the_defending_players_choice() -> None:
    """702.86a."""
    table = Table()
    titan = table.put(table.a, creature("Titan", 5, 5, word("annihilator", 2)))
    forests, bear = table.put(table.b, land("Forest"), 2), table.put(table.b, creature())
    table.attack(titan)
    table.answer(table.b, "objects", list(forests))
    table.resolve_all()
    assert table.names(table.b.graveyard) == ["Forest", "Forest"] and bear.zone == "battlefield"


def test_each_instance_of_annihilator_triggers_and_takes_what_there_is() -> None:
    """702.86b."""
    table = Table()
    titan = table.put(table.a, creature("Titan", 5, 5, word("annihilator", 2), word("annihilator", 1)))
    table.put(table.b, land("Forest"), 2)
    table.attack(titan)
    assert len(table.game.stack) == 2
    table.resolve_all()
    assert len(table.b.graveyard) == 2


def test_annihilator_still_asks_the_defending_player_when_the_attacker_is_gone() -> None:
    """508.5, 702.86a."""
    table = Table()
    titan = table.put(table.a, creature("Titan", 5, 5, word("annihilator", 1)))
    forest = table.put(table.b, land("Forest"))
    table.attack(titan)
    table.do(table.b, e.Alter(t.Target(0), (e.GainControl(YOU),), "for good"), targets=[titan])
    table.answer(table.b, "objects", forest)
    table.resolve_all()
    assert len(table.b.graveyard) == 1 and not table.a.graveyard


def test_prowess_sees_own_noncreature_spells() -> None:
    """702.108a."""
    table = Table()
    monk = table.put(table.a, creature("Monk", 1, 1, word("prowess")))
    table.mana(table.a, "GG1")
    table.cast(table.a, table.hold(table.a, spell("Word", "{G}", e.GainLife(YOU, ONE))))
    assert table.stack_names() == ["Word"]
    table.settle()
    assert table.stack_names() == ["Word", "Monk"]
    table.resolve_all()
    assert table.stats(monk) == (2, 2)
    table.cast(table.a, table.hold(table.a, creature()))
    table.resolve_all()
    assert table.stats(monk) == (2, 2)


WARDED = creature("Warded", 2, 2, word("ward", cost=mana("{2}")))
KILL = spell("Kill", "{B}", e.Destroy(t.Target(0)), targets=(target(),))


def test_ward_counters_the_spell_of_an_opponent_who_does_not_pay() -> None:
    """702.21a."""
    table = Table()
    warded = table.put(table.b, WARDED)
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, KILL), targets=warded)
    table.resolve_all()
    assert warded.zone == "battlefield" and table.names(table.a.graveyard) == ["Kill"]


def test_ward_lets_through_what_is_paid_for() -> None:
    """702.21a."""
    table = Table()
    warded = table.put(table.b, WARDED)
    table.mana(table.a, "B2")
    table.cast(table.a, table.hold(table.a, KILL), targets=warded)
    table.answer(table.a, "yes or no", [1])
    table.resolve_all()
    assert warded.zone is None and not any(table.a.pool.values())


def test_ward_does_not_ask_its_own_controller_and_counters_abilities_too() -> None:
    """702.21a."""
    table = Table()
    warded = table.put(table.b, WARDED)
    table.mana(table.b, "B")
    table.cast(table.b, table.hold(table.b, KILL), targets=warded)
    table.settle()
    assert table.stack_names() == ["Kill"]
    table.game.stack.clear()
    shoot = a.ActivatedAbility((e.TapThis(),), a.Body((e.Destroy(t.Target(0)),), (target(),)))
    archer = table.put(table.a, card("Ballista", "artifact", "{1}", shoot))
    table.activate(table.a, archer, targets=warded)
    table.resolve_all()
    assert warded.zone == "battlefield" and archer.tapped


def test_ward_given_later_does_not_stop_what_has_been_targeted() -> None:
    """702.21a, 601.2c."""
    table = Table()
    bear = table.put(table.b, creature())
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, KILL), targets=bear)
    table.do(table.b, e.Alter(t.Target(0), (has("ward", cost=mana("{2}")),), "until end of turn"), targets=[bear])
    table.resolve_all()
    assert bear.zone is None


def test_ward_given_before_works() -> None:
    """702.21a: granted by an effect."""
    table = Table()
    bear = table.put(table.b, creature())
    table.do(table.b, e.Alter(t.Target(0), (has("ward", cost=mana("{2}")),), "until end of turn"), targets=[bear])
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, KILL), targets=bear)
    table.resolve_all()
    assert bear.zone == "battlefield"


def test_cycling_discards_and_draws() -> None:
    """702.29a."""
    table = Table()
    held = table.hold(table.a, creature("Worm", 5, 5, word("cycling", cost=mana("{2}"))))
    assert not table.can(table.a, "activate", held)
    table.mana(table.a, "2")
    table.activate(table.a, held)
    assert table.names(table.a.graveyard) == ["Worm"]
    table.resolve_all()
    assert len(table.a.hand) == 1


SWORD = card(
    "Sword",
    "artifact",
    "{1}",
    a.StaticAbility(t.Host(), (plus(2, 0),)),
    word("equip", cost=mana("{1}")),
    subtypes=("Equipment",),
)


def test_equip_only_at_sorcery_time_and_only_own_creatures() -> None:
    """702.6a."""
    table = Table()
    sword, mine = table.put(table.a, SWORD), table.put(table.a, creature())
    table.put(table.b, creature("Theirs"))
    table.mana(table.a, "2")
    table.activate(table.a, sword)
    table.resolve_all()
    assert sword.attached_to is mine and table.stats(mine) == (4, 2)
    table.go_to("end")
    assert not table.can(table.a, "activate", sword)


def test_a_stolen_equipment_stays_on_but_the_thief_equips_own_creatures() -> None:
    """301.5d, 702.6a."""
    table = Table()
    sword, mine = table.put(table.b, SWORD), table.put(table.a, creature("Mine"))
    theirs = table.put(table.b, creature("Theirs"))
    table.game.attach(sword, theirs)
    table.do(table.a, e.Alter(t.Target(0), (e.GainControl(YOU),), "for good"), targets=[sword])
    table.settle()
    assert sword.attached_to is theirs and table.stats(theirs) == (4, 2)
    table.mana(table.a, "1")
    table.activate(table.a, sword)
    table.resolve_all()
    assert sword.attached_to is mine and table.stats(theirs) == (2, 2)


def test_flashback_exiles_whatever_becomes_of_the_spell() -> None:
    """702.34a."""
    for countered in (False, True):
        table = Table()
        flash = spell("Flash", "{5}{R}", e.GainLife(YOU, ONE), also=(word("flashback", cost=mana("{R}")),))
        held = table.hold(table.a, flash, "graveyard")
        table.mana(table.a, "R")
        table.cast(table.a, held, "flashback")
        if countered:
            entry = table.game.stack[-1]
            table.game.counter_spell(entry.object, None)
        else:
            table.resolve_all()
        assert table.names(table.a.exile) == ["Flash"] and not table.a.graveyard


def test_persist_and_undying_together() -> None:
    """702.79a, 702.93a, 603.3b: both trigger; only one finds the card."""
    table = Table()
    imp = table.put(table.a, creature("Imp", 2, 2, word("persist"), word("undying")))
    table.do(table.b, e.Destroy(t.Target(0)), targets=[imp])
    table.resolve_all()
    assert len(table.on_battlefield("Imp")) == 1


def test_undying_does_not_find_a_card_that_has_left_the_graveyard() -> None:
    """400.7, 702.93a."""
    table = Table()
    imp = table.put(table.a, creature("Imp", 2, 2, word("undying")))
    table.do(table.b, e.Destroy(t.Target(0)), targets=[imp])
    table.settle()
    (card_,) = table.a.graveyard
    table.do(table.b, e.MoveObjects(t.Target(0), "exile", verb="exile"), targets=[card_])
    table.resolve_all()
    assert not table.on_battlefield("Imp") and table.names(table.a.exile) == ["Imp"]


def test_a_creature_that_is_exiled_instead_of_dying_does_not_come_back() -> None:
    """614.6, 700.4: it never died."""
    table = Table()
    rest = a.Replacement(e.EventPattern("zone change", CREATURE, to_zone="graveyard"), to_zone="exile")
    table.put(table.b, card("Rest", "enchantment", "{W}", rest))
    imp = table.put(table.a, creature("Imp", 2, 2, word("undying")))
    table.do(table.b, e.Destroy(t.Target(0)), targets=[imp])
    table.resolve_all()
    assert table.names(table.a.exile) == ["Imp"]


def test_protection_from_a_quality_keeps_off_targets_and_attachments() -> None:
    """702.16b-d."""
    table = Table()
    saint = table.put(table.b, creature("Saint", 2, 2, word("protection", filter=t.IsColor("black"))))
    table.mana(table.a, "B")
    assert not table.can(table.a, "cast", table.hold(table.a, KILL))
    curse = card("Curse", "enchantment", "{B}", word("enchant", filter=CREATURE), subtypes=("Aura",))
    aura = table.put(table.a, curse)
    assert not table.game.attach(aura, saint)


def test_damage_from_an_infecting_source_that_has_left_is_still_infect() -> None:
    """608.2h, 702.90: last-known information."""
    table = Table()
    shot = e.DealDamage(THIS, t.Number(2), to_players=t.Opponents())
    rot = table.put(table.a, creature("Rot", 2, 2, word("infect"), trigger(e.EventPattern("dies", IS_THIS), shot)))
    table.do(table.b, e.Destroy(t.Target(0)), targets=[rot])
    table.resolve_all()
    assert table.b.poison == 2 and table.b.life == 20


def test_toxic_counts_only_combat_damage_to_players() -> None:
    """702.164c."""
    table = Table()
    snail = table.put(table.a, creature("Snail", 1, 1, word("toxic", 2)))
    table.game.deal_damage([(snail, table.b, 1)], "120.3")
    assert table.b.poison == 0 and table.b.life == 19


def test_lifelink_of_noncombat_damage_counts() -> None:
    """702.15b."""
    table = Table()
    cleric, bear = table.put(table.a, creature("Cleric", 2, 2, word("lifelink"))), table.put(table.b, creature())
    table.do(table.a, e.Fight(t.Target(0), t.Target(1)), targets=[cleric, bear])
    assert table.a.life == 22


def test_indestructible_until_end_of_turn_saves_all_at_once() -> None:
    """702.12b."""
    table = Table()
    table.put(table.a, creature(), 3)
    table.do(table.a, e.Alter(CREATURES, (has("indestructible"),), "until end of turn"))
    table.do(table.b, e.Destroy(CREATURES))
    assert len(table.on_battlefield("Bear")) == 3


def test_emerge_saves_the_mana_value_of_the_sacrificed_creature() -> None:
    """702.119a: generic mana only."""
    library = load('card "Maw"\n  cost {8}\n  type creature Eldrazi\n  stats 5/5\n  emerge {5}{B}\n')
    table = Table(library=library)
    held = table.hold(table.a, "Maw")
    worm = table.put(table.a, creature("Worm", 1, 1, cost="{3}{G}"))
    table.mana(table.a, "B")
    assert not table.can(table.a, "cast", held, "emerge")
    table.mana(table.a, "1")
    table.cast(table.a, held, "emerge")
    assert worm.zone is None and not any(table.a.pool.values())
    table.resolve_all()
    assert len(table.on_battlefield("Maw")) == 1
