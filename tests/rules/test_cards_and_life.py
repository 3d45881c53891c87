"""Zones, cards, life, poison, coins (CR 119, 121, 122, 400, 701, 705)."""

from table import IS_THIS, ONE, THIS, YOU, Table, card, creature, land, spell, target, trigger

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition

CREATURE = t.IsType("creature")
GAIN_1 = e.GainLife(YOU, ONE)
TWO = t.Number(2)
ALL = t.EachPlayer()


def cast(table: Table, *steps: e.Effect, **body: object) -> None:
    """Cast and resolve an instant of A's that does these steps."""
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, spell("Spell", "{B}", *steps, **body)))
    table.resolve_all()


def test_both_players_losing_at_once_is_a_draw() -> None:
    """CR 104.4a: by an effect as by state-based actions."""
    table = Table()
    cast(table, e.LoseGame(ALL))
    assert table.game.over and table.game.winner is None
    table = Table(life=2)
    cast(table, e.LoseLife(ALL, TWO))
    assert table.game.over and table.game.winner is None


def test_drawing_from_an_empty_library_loses_when_priority_would_be_given() -> None:
    """CR 104.3c, 121.4, 704.5b: the rest of the spell still happens."""
    table = Table()
    table.a.library.clear()
    cast(table, e.DrawCards(YOU, ONE), e.LoseLife(t.Opponents(), ONE))
    assert table.b.life == 19
    assert table.game.winner is table.b


def test_milling_more_than_there_is_mills_all_and_loses_nothing() -> None:
    """CR 701.13b."""
    table = Table()
    cast(table, e.MillCards(YOU, t.Number(30)))
    assert not table.a.library
    assert len(table.a.graveyard) == 11
    assert not table.game.over


def test_discarding_more_than_one_has_discards_the_hand() -> None:
    """CR 609.3: as much as possible."""
    table = Table()
    table.hold(table.b, creature())
    cast(table, e.DiscardCards(t.Opponents(), t.Number(3)))
    assert table.names(table.b.graveyard) == ["Bear"]


def test_each_player_discards_in_turn_order_but_at_once() -> None:
    """CR 101.4: the active player chooses first."""
    table = Table()
    for player in (table.a, table.b):
        table.hold(player, creature())
        table.hold(player, land("Swamp"))
    cast(table, e.DiscardCards(ALL, ONE))
    assert len(table.asked(table.a, "objects")) == len(table.asked(table.b, "objects")) == 1
    assert len(table.a.hand) == len(table.b.hand) == 1


def test_an_instant_card_stays_where_it_is_when_told_onto_the_battlefield() -> None:
    """CR 400.4a, 304.4."""
    table = Table()
    bolt = table.hold(table.a, spell("Bolt", "{R}", GAIN_1), "graveyard")
    table.hold(table.a, creature(), "graveyard")
    cast(table, e.MoveObjects(t.Each(t.Group(t.Anything(), "graveyard", YOU)), "battlefield", verb="put"))
    assert bolt.zone == "graveyard"
    assert table.on_battlefield("Bear")


def test_a_token_that_is_exiled_and_told_to_return_does_not() -> None:
    """CR 111.8, 704.5d."""
    table = Table()
    token = CardDefinition("Elf", None, frozenset(), types=("creature",), power=ONE, toughness=ONE, token=True)
    table.put(table.a, token)
    steps = (e.MoveObjects(t.Target(0), "exile", slot="r1"), e.MoveObjects(t.Slot("r1"), "battlefield"))
    cast(table, *steps, targets=(target(),))
    assert not table.on_battlefield("Elf")
    assert not table.a.exile


def test_a_token_that_dies_is_in_the_graveyard_for_a_moment_and_triggers() -> None:
    """CR 111.7, 700.4."""
    table = Table()
    dies = trigger(e.EventPattern("dies", IS_THIS), GAIN_1)
    token = CardDefinition(
        "Elf", None, frozenset(), types=("creature",), power=ONE, toughness=ONE, abilities=(dies,), token=True
    )
    table.put(table.a, token)
    cast(table, e.Destroy(t.Each(t.Group(CREATURE))))
    assert table.a.life == 21
    assert table.names(table.a.graveyard) == ["Spell"]


def test_a_card_goes_to_its_owners_zone_whoever_controlled_it() -> None:
    """CR 400.3."""
    table = Table()
    table.put(table.b, creature())
    steal = e.Alter(t.Target(0), (e.GainControl(YOU),), "for good")
    cast(table, steal, targets=(target(),))
    assert table.on_battlefield("Bear")[0].controller is table.a
    cast(table, e.MoveObjects(t.Each(t.Group(CREATURE)), "hand", verb="return"))
    assert table.names(table.b.hand) == ["Bear"]


def test_a_permanent_that_leaves_and_returns_has_no_counters_damage_or_effects() -> None:
    """CR 400.7, 122.2."""
    table = Table()
    bear = table.put(table.a, creature())
    bear.counters["+1/+1"], bear.damage = 2, 1
    table.game.version += 1
    pump = e.Alter(t.Target(0), (e.ModifyPT(TWO, TWO),), "until end of turn")
    blink = (e.MoveObjects(t.Target(0), "exile", slot="r1"), e.MoveObjects(t.Slot("r1"), "battlefield"))
    cast(table, pump, *blink, targets=(target(),))
    new = table.on_battlefield("Bear")[0]
    assert new is not bear
    assert (table.stats(new), new.damage, new.counters) == ((2, 2), 0, {})


def test_a_permanent_that_returns_is_under_its_owners_control_and_has_summoning_sickness() -> None:
    """CR 110.2a, 302.6."""
    table = Table()
    table.put(table.b, creature())
    blink = (e.MoveObjects(t.Target(0), "exile", slot="r1"), e.MoveObjects(t.Slot("r1"), "battlefield"))
    cast(table, e.Alter(t.Target(0), (e.GainControl(YOU),), "for good"), *blink, targets=(target(),))
    new = table.on_battlefield("Bear")[0]
    assert new.controller is table.b
    assert table.game.summoning_sick(new)


def test_scry_puts_away_and_orders_and_draws_nothing() -> None:
    """CR 701.18: those on the bottom and those on top, each in any order."""
    table = Table()
    for name in ("Three", "Two", "One"):
        table.hold(table.a, creature(name), "library")
    table.answer(table.a, "objects", "Two")
    table.answer(table.a, "order", [1, 0])
    cast(table, e.Scry(YOU, t.Number(3)))
    assert [o.name for o in table.a.library[-2:]] == ["One", "Three"]
    assert table.a.library[0].name == "Two"


def test_surveil_puts_into_the_graveyard_and_triggers_there() -> None:
    """CR 701.42."""
    table = Table()
    into = e.EventPattern("zone change", CREATURE, who=YOU, to_zone="graveyard")
    table.put(table.a, card("Shrine", "enchantment", "{1}", trigger(into, GAIN_1)))
    table.hold(table.a, creature("Two"), "library")
    table.hold(table.a, creature("One"), "library")
    table.answer(table.a, "objects", "One")
    cast(table, e.Surveil(YOU, TWO))
    assert table.a.library[-1].name == "Two"
    assert table.a.life == 21


def test_a_search_may_fail_to_find_and_shuffles_all_the_same() -> None:
    """CR 701.19b."""
    table = Table(record=True)
    table.hold(table.a, land("Swamp"), "library")
    table.answer(table.a, "objects", [])
    cast(table, e.SearchLibrary(YOU, t.IsSubtype("Swamp"), ONE, "battlefield", tapped=True))
    assert not table.on_battlefield("Swamp")
    assert "shuffle" in table.events.kinds()


def test_a_searched_land_enters_tapped_and_triggers_enters() -> None:
    """CR 701.19, 603.6a."""
    table = Table()
    table.put(table.a, creature("Scout", 1, 1, trigger(e.EventPattern("enters", t.IsType("land")), GAIN_1)))
    table.hold(table.a, land("Swamp"), "library")
    table.answer(table.a, "objects", "Swamp")
    cast(table, e.SearchLibrary(YOU, t.IsSubtype("Swamp"), ONE, "battlefield", tapped=True))
    assert table.on_battlefield("Swamp")[0].tapped
    assert table.a.life == 21


def test_ten_poison_counters_lose_the_game() -> None:
    """CR 704.5c, 122.1f."""
    table = Table()
    cast(table, e.GivePoison(t.Opponents(), t.Number(10)))
    assert table.game.winner is table.a


def test_setting_a_life_total_gains_or_loses_the_difference() -> None:
    """CR 119.5."""
    table = Table()
    table.put(
        table.a, creature("Priest", 1, 1, trigger(e.EventPattern("gain life", who=YOU), e.LoseLife(t.Opponents(), ONE)))
    )
    table.a.life = 5
    cast(table, e.SetLife(YOU, t.Number(10)))
    assert (table.a.life, table.b.life) == (10, 19)


def test_who_cannot_gain_life_gains_none_and_nothing_triggers() -> None:
    """CR 119.7."""
    table = Table()
    table.put(
        table.a, creature("Priest", 1, 1, trigger(e.EventPattern("gain life", who=YOU), e.LoseLife(t.Opponents(), ONE)))
    )
    table.put(table.b, card("Curse", "enchantment", "{1}", a.StaticAbility(players=ALL, rules=("can't gain life",))))
    cast(table, GAIN_1)
    assert (table.a.life, table.b.life) == (20, 20)


def test_gaining_no_life_is_no_event() -> None:
    """CR 119.9."""
    table = Table()
    table.put(
        table.a, creature("Priest", 1, 1, trigger(e.EventPattern("gain life", who=YOU), e.LoseLife(t.Opponents(), ONE)))
    )
    cast(table, e.GainLife(YOU, t.Number(0)))
    assert table.b.life == 20


def test_zero_life_can_always_be_paid() -> None:
    """CR 119.4b."""
    table = Table()
    table.put(table.b, card("Seal", "enchantment", "{1}", a.StaticAbility(players=ALL, rules=("can't lose life",))))
    free = a.AlternativeCost((e.PayLife(t.Number(0)),))
    assert table.can(table.a, "cast", table.hold(table.a, spell("Zap", "{9}", GAIN_1, also=(free,))), "alternative")


def test_a_coin_is_called_and_the_call_decides() -> None:
    """CR 705.2: with the same seed, the other call loses."""
    results = set()
    for called in (0, 1):
        table = Table(seed=3)
        table.answer(table.a, "coin", called)
        cast(table, e.FlipCoin(YOU, (GAIN_1,), (e.LoseLife(YOU, ONE),)))
        results.add(table.a.life)
    assert results == {19, 21}


def test_a_payment_that_cannot_be_made_is_not_offered() -> None:
    """CR 118.3, 118.12a."""
    table = Table()
    cast(table, e.UnlessPaid(t.Opponents(), (e.SacrificeSome(CREATURE),), (e.LoseLife(t.Opponents(), ONE),)))
    assert table.b.life == 19
    assert not table.asked(table.b, "yes or no")


def test_each_player_sacrifices_and_all_leave_together() -> None:
    """CR 101.4, 701.17, 603.10a: the creatures sacrificed see each other die."""
    table = Table()
    sees = trigger(e.EventPattern("dies", t.AllOf((CREATURE, t.Not(IS_THIS)))), GAIN_1)
    table.put(table.a, creature("Captain", 1, 1, sees))
    table.put(table.b, creature())
    cast(table, e.SacrificeEffect(ALL, t.Chosen(t.Group(CREATURE), ONE, ONE, ALL)))
    assert table.a.life == 21
    assert not [o for o in table.game.battlefield if o.card.name in ("Captain", "Bear")]


def test_one_cannot_sacrifice_what_one_does_not_control() -> None:
    """CR 701.17a."""
    table = Table()
    bear = table.put(table.b, creature())
    cast(table, e.SacrificeEffect(YOU, t.Target(0)), targets=(target(),))
    assert bear.zone == "battlefield"


def test_regenerating_replaces_destruction_but_not_sacrifice() -> None:
    """CR 701.15a, 614.8."""
    table = Table()
    bear = table.put(table.a, creature())
    cast(table, e.Regenerate(t.Target(0)), e.Destroy(t.Target(0)), targets=(target(),))
    assert bear.zone == "battlefield" and bear.tapped
    cast(table, e.Regenerate(t.Target(0)), e.SacrificeEffect(YOU, t.Target(0)), targets=(target(),))
    assert bear.zone is None


def test_what_was_destroyed_only_if_you_do() -> None:
    """CR 608.2c: "if you do" asks whether it happened."""
    table = Table()
    table.put(table.b, creature("Stone", 1, 1, a.KeywordAbility("indestructible")))
    cast(table, e.Destroy(t.Target(0), slot="r1"), e.If(t.Done("r1"), (GAIN_1,)), targets=(target(),))
    assert table.a.life == 20


def test_a_draw_while_a_spell_is_cast_waits_until_it_is_cast() -> None:
    """CR 121.8: a mana ability that draws."""
    table = Table(record=True)
    star = a.ActivatedAbility(
        (e.TapThis(), e.SacrificeThis()), a.Body((e.AddMana(YOU, (("R",),)), e.DrawCards(YOU, ONE)))
    )
    box = table.put(table.a, card("Star", "artifact", "{1}", star))
    table.activate(table.a, box)
    assert table.a.pool == {"R": 1}
    assert len(table.a.hand) == 1


def test_damage_from_a_source_that_has_left_uses_its_last_known_information() -> None:
    """CR 608.2h, 113.7a, 120.7: lifelink of a creature that died in response counts."""
    table = Table()
    shot = a.ActivatedAbility((e.TapThis(),), a.Body((e.DealDamage(THIS, TWO, to_players=t.Opponents()),)))
    archer = table.put(table.a, creature("Archer", 1, 1, shot, a.KeywordAbility("lifelink")))
    table.activate(table.a, archer)
    table.mana(table.b, "B")
    table.cast(table.b, table.hold(table.b, spell("Kill", "{B}", e.Destroy(t.Target(0)), targets=(target(),))))
    table.resolve_all()
    assert (table.a.life, table.b.life) == (22, 18)
