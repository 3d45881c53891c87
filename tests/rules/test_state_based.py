"""State-based actions, tokens that cease to exist, exile until, regeneration, fights (CR 111, 610.3, 701, 704)."""

from table import CREATURE, IS_THIS, YOU, Table, card, creature, has, load, plus, static, subtype, trigger, word

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import EmblemDefinition

ONE = t.Number(1)
ENCHANT = word("enchant", filter=CREATURE)


def gains(event: str, subject: t.Filter) -> a.Ability:
    return trigger(e.EventPattern(event, subject), e.GainLife(YOU, ONE))


def test_all_state_based_actions_happen_at_the_same_time() -> None:
    """704.3, 603.10a: two that die together see each other die."""
    table = Table()
    watcher = creature("Watcher", 1, 1, gains("dies", CREATURE))
    first, second = table.put(table.a, watcher), table.put(table.a, watcher)
    first.damage = 1
    second.damage = 1
    table.resolve_all()
    assert table.a.life == 24 and not table.on_battlefield("Watcher")


def test_a_pump_that_dies_with_its_source_kills_the_next_check_not_this_one() -> None:
    """704.3: the check is repeated."""
    table = Table()
    mine = t.AllOf((CREATURE, t.Not(IS_THIS)))
    lord = table.put(table.a, creature("Lord", 1, 1, static(t.Each(t.Group(mine)), plus(1, 1))))
    bear = table.put(table.a, creature("Cub", 1, 1))
    lord.damage = bear.damage = 1
    table.settle()
    assert lord.zone is None and bear.zone is None


def test_lethal_damage_destroys_but_zero_toughness_does_not() -> None:
    """704.5f-g, 702.12b: indestructible helps against one, not the other."""
    table = Table()
    golem = table.put(table.a, creature("Golem", 2, 2, word("indestructible")))
    golem.damage = 5
    table.settle()
    assert golem.zone == "battlefield"
    table.do(table.b, e.PutCounters(t.Target(0), "-1/-1", t.Number(2)), targets=[golem])
    table.settle()
    assert golem.zone is None


def test_an_indestructible_creature_survives_deathtouch_without_end() -> None:
    """704.5h, 702.12b."""
    table = Table()
    golem = table.put(table.a, creature("Golem", 2, 5, word("indestructible")))
    snake = table.put(table.b, creature("Snake", 1, 1, word("deathtouch"), word("wither")))
    table.game.deal_damage([(snake, golem, 1)], "120.3")
    table.settle()
    assert golem.zone == "battlefield" and table.stats(golem) == (1, 4)


def test_regeneration_taps_heals_and_takes_out_of_combat() -> None:
    """701.15a, 506.4."""
    table = Table()
    troll = table.put(table.a, creature("Troll", 3, 3, word("vigilance")))
    table.attack(troll)
    table.do(table.a, e.Regenerate(t.Target(0)), targets=[troll])
    table.do(table.b, e.Destroy(t.Target(0)), targets=[troll])
    table.settle()
    assert troll.zone == "battlefield" and troll.tapped and troll.attacking is None and troll.regeneration == 0
    table.do(table.b, e.Destroy(t.Target(0)), targets=[troll])
    assert troll.zone is None


def test_regeneration_does_not_save_from_sacrifice_or_zero_toughness() -> None:
    """701.15a, 701.17a."""
    table = Table()
    troll = table.put(table.a, creature("Troll", 3, 3))
    table.do(table.a, e.Regenerate(t.Target(0)), targets=[troll])
    table.do(table.b, e.Alter(t.Target(0), (plus(-3, -3),), "until end of turn"), targets=[troll])
    table.settle()
    assert troll.zone is None


def test_damage_that_regeneration_met_is_gone_but_a_second_hit_kills() -> None:
    """701.15a: each shield is used once."""
    table = Table()
    troll = table.put(table.a, creature("Troll", 3, 3))
    table.do(table.a, e.Regenerate(t.Target(0)), targets=[troll])
    table.game.deal_damage([(troll, troll, 4)], "120.3")
    table.settle()
    assert troll.damage == 0 and troll.zone == "battlefield"
    table.game.deal_damage([(troll, troll, 3)], "120.3")
    table.settle()
    assert troll.zone is None


def test_the_legend_rule_keeps_one_for_each_player_and_name() -> None:
    """704.5j."""
    table = Table()
    king = creature("King", 1, 1, supertypes=("legendary",))
    table.put(table.b, king)
    old, new = table.put(table.a, king), table.put(table.a, king)
    table.answer(table.a, "objects", [new])
    table.settle()
    assert old.zone is None and new.zone == "battlefield" and len(table.on_battlefield("King")) == 2


def test_the_world_rule_keeps_the_newest() -> None:
    """704.5k."""
    table = Table()
    first = table.put(table.a, card("Hell", "enchantment", "{R}", supertypes=("world",)))
    second = table.put(table.b, card("Heaven", "enchantment", "{W}", supertypes=("world",)))
    table.settle()
    assert first.zone is None and second.zone == "battlefield"


def test_counters_annihilate() -> None:
    """704.5q."""
    table = Table()
    bear = table.put(table.a, creature())
    bear.counters = {"+1/+1": 3, "-1/-1": 1}
    table.settle()
    assert bear.counters == {"+1/+1": 2}


def test_a_creature_that_dies_keeps_both_kinds_of_counters_in_memory() -> None:
    """704.3, 704.5f, 704.5q, 702.93a: it had a +1/+1 counter as it died, so undying does not return it."""
    table = Table()
    wolf = table.put(table.a, creature("Wolf", 1, 1, word("undying")))
    wolf.counters = {"+1/+1": 1, "-1/-1": 2}
    table.resolve_all()
    assert wolf.zone is None and not table.on_battlefield("Wolf")


def test_undying_returns_once() -> None:
    """702.93a."""
    table = Table()
    wolf = table.put(table.a, creature("Wolf", 1, 1, word("undying")))
    table.do(table.b, e.Destroy(t.Target(0)), targets=[wolf])
    table.resolve_all()
    (back,) = table.on_battlefield("Wolf")
    assert table.stats(back) == (2, 2)
    table.do(table.b, e.Destroy(t.Target(0)), targets=[back])
    table.resolve_all()
    assert not table.on_battlefield("Wolf")


def test_persist_returns_a_stolen_creature_to_its_owner() -> None:
    """702.79a."""
    table = Table()
    imp = table.put(table.b, creature("Imp", 2, 2, word("persist")))
    table.do(table.a, e.Alter(t.Target(0), (e.GainControl(YOU),), "for good"), targets=[imp])
    table.do(table.b, e.Destroy(t.Target(0)), targets=[imp])
    table.resolve_all()
    (back,) = table.on_battlefield("Imp")
    assert back.controller is table.b and table.stats(back) == (1, 1)


def test_an_aura_falls_off_when_its_creature_is_no_creature_any_more() -> None:
    """704.5m, 303.4c."""
    table = Table()
    bear = table.put(table.a, creature())
    aura = table.put(table.a, card("Might", "enchantment", "{G}", ENCHANT, subtypes=("Aura",)))
    table.game.attach(aura, bear)
    table.settle()
    assert aura.zone == "battlefield"
    table.do(table.b, e.Alter(t.Target(0), (e.SetTypes(("artifact",)),), "until end of turn"), targets=[bear])
    table.settle()
    assert aura.zone is None and table.names(table.a.graveyard) == ["Might"]


def test_equipment_stays_when_its_creature_leaves_or_gains_protection() -> None:
    """704.5n, 702.16d."""
    table = Table()
    bear = table.put(table.a, creature())
    sword = table.put(table.a, card("Sword", "artifact", "{1}", static(t.Host(), plus(2, 0)), subtypes=("Equipment",)))
    table.game.attach(sword, bear)
    table.settle()
    assert table.stats(bear) == (4, 2)
    shield = has("protection", filter=t.IsType("artifact"))
    table.do(table.a, e.Alter(t.Target(0), (shield,), "until end of turn"), targets=[bear])
    table.settle()
    assert sword.zone == "battlefield" and sword.attached_to is None and table.stats(bear) == (2, 2)


def test_equipment_that_becomes_a_creature_falls_off() -> None:
    """704.5p, 301.5c."""
    table = Table()
    bear = table.put(table.a, creature())
    sword = table.put(table.a, card("Sword", "artifact", "{1}", subtypes=("Equipment",)))
    table.game.attach(sword, bear)
    table.do(
        table.a,
        e.Alter(t.Target(0), (e.AddTypes(("creature",)), e.SetPT(ONE, ONE)), "until end of turn"),
        targets=[sword],
    )
    table.settle()
    assert sword.zone == "battlefield" and sword.attached_to is None and not bear.attachments


def test_what_is_no_equipment_any_more_falls_off() -> None:
    """704.5p."""
    table = Table()
    bear = table.put(table.a, creature())
    sword = table.put(table.a, card("Sword", "artifact", "{1}", subtypes=("Equipment",)))
    table.game.attach(sword, bear)
    table.do(table.a, e.Alter(t.Target(0), (e.SetTypes((), ("Food",)),), "for good"), targets=[sword])
    table.settle()
    assert sword.attached_to is None


def test_both_players_losing_at_once_is_a_draw() -> None:
    """104.4a, 704.5a."""
    table = Table()
    table.do(table.a, e.LoseLife(t.EachPlayer(), t.Number(20)))
    table.settle()
    assert table.game.over and table.game.winner is None


def test_poison_and_life_are_checked_together() -> None:
    """104.4a, 704.5a, 704.5c."""
    table = Table()
    table.a.life, table.b.poison = 0, 10
    table.game.sba_dirty = True
    table.settle()
    assert table.game.over and table.game.winner is None


def test_a_player_who_cannot_lose_stays_at_zero() -> None:
    """101.2, 704.5a: and the other's loss is no draw."""
    table = Table()
    platinum = a.StaticAbility(players=YOU, rules=("can't lose the game",))
    table.put(table.a, card("Angel", "artifact", "{7}", platinum))
    table.do(table.a, e.LoseLife(t.EachPlayer(), t.Number(20)))
    table.settle()
    assert table.game.over and table.game.winner is table.a


GOBLIN = "token Goblin\n  type creature Goblin\n  color red\n  stats 1/1\n"


def test_a_token_that_leaves_triggers_and_then_ceases_to_exist() -> None:
    """111.7, 704.5d."""
    table = Table(library=load(GOBLIN))
    table.put(table.a, card("Shrine", "enchantment", "{B}", gains("dies", CREATURE)))
    table.do(table.a, e.CreateTokens(YOU, ONE, "Goblin"))
    (goblin,) = table.on_battlefield("Goblin")
    table.do(table.b, e.Destroy(t.Target(0)), targets=[goblin])
    assert table.names(table.a.graveyard) == ["Goblin"]
    table.resolve_all()
    assert table.a.life == 21 and not table.a.graveyard


def test_a_token_cannot_come_back_within_one_effect() -> None:
    """111.8: exile it, then return it."""
    table = Table(library=load(GOBLIN))
    table.do(table.a, e.CreateTokens(YOU, ONE, "Goblin"))
    (goblin,) = table.on_battlefield("Goblin")
    table.do(
        table.a,
        e.MoveObjects(t.Target(0), "exile", verb="exile", slot="r"),
        e.MoveObjects(t.Slot("r"), "battlefield", verb="return"),
        targets=[goblin],
    )
    assert table.names(table.a.exile) == ["Goblin"]
    table.settle()
    assert not table.on_battlefield("Goblin") and not table.a.exile


def test_undying_does_not_bring_a_token_back() -> None:
    """111.7, 702.93a."""
    table = Table(library=load("token Wolf\n  type creature Wolf\n  color green\n  stats 1/1\n  undying\n"))
    table.do(table.a, e.CreateTokens(YOU, ONE, "Wolf"))
    (wolf,) = table.on_battlefield("Wolf")
    table.do(table.b, e.Destroy(t.Target(0)), targets=[wolf])
    table.resolve_all()
    assert not table.on_battlefield("Wolf")


def test_tokens_created_together_see_each_other_enter() -> None:
    """111.1, 603.6a."""
    table = Table(library=load(GOBLIN))
    table.put(table.a, card("Drum", "enchantment", "{R}", gains("enters", subtype("Goblin"))))
    table.do(table.a, e.CreateTokens(YOU, t.Number(3), "Goblin"))
    table.resolve_all()
    assert table.a.life == 23


def test_an_emblem_works_from_the_command_zone_and_nothing_destroys_it() -> None:
    """114.1, 114.4."""
    table = Table()
    might = a.StaticAbility(t.Each(t.Group(t.AllOf((CREATURE, t.ControlledBy(YOU))))), (plus(1, 1),), zone="command")
    wail = trigger(e.EventPattern("dies", CREATURE), e.GainLife(YOU, ONE), zone="command")
    table.game.emblems["Might"] = EmblemDefinition("Might", (might, wail))
    bear, theirs = table.put(table.a, creature()), table.put(table.b, creature())
    table.do(table.a, e.GetEmblem(YOU, "Might"))
    assert table.stats(bear) == (3, 3) and table.stats(theirs) == (2, 2)
    table.do(table.b, e.Destroy(t.Each(t.Group(t.Anything()))))
    table.resolve_all()
    assert table.a.life == 22 and len(table.game.command) == 1


RING = trigger(
    e.EventPattern("enters", IS_THIS),
    e.MoveObjects(t.Target(0), "exile", verb="exile", until_leaves=True),
    targets=(a.TargetSpec(t.Group(t.AllOf((CREATURE, t.ControlledBy(t.Opponents()))))),),
)


def test_exiled_until_this_leaves_comes_back_under_its_owner() -> None:
    """610.3."""
    table = Table()
    bear = table.put(table.b, creature())
    ring = table.hold(table.a, card("Ring", "enchantment", "{0}", RING))
    table.do(table.a, e.MoveObjects(t.Target(0), "battlefield", verb="put"), targets=[ring])
    table.resolve_all()
    assert bear.zone is None and table.names(table.b.exile) == ["Bear"]
    (ring,) = table.on_battlefield("Ring")
    table.do(table.b, e.Destroy(t.Target(0)), targets=[ring])
    (back,) = table.on_battlefield("Bear")
    assert back.controller is table.b and not table.b.exile


def test_nothing_is_exiled_if_this_has_left_already() -> None:
    """610.3a."""
    table = Table()
    bear = table.put(table.b, creature())
    ring = table.hold(table.a, card("Ring", "enchantment", "{0}", RING))
    table.do(table.a, e.MoveObjects(t.Target(0), "battlefield", verb="put"), targets=[ring])
    table.settle()
    (ring,) = table.on_battlefield("Ring")
    table.do(table.b, e.Destroy(t.Target(0)), targets=[ring])
    table.resolve_all()
    assert bear.zone == "battlefield"


def test_a_card_exiled_from_a_hand_until_this_leaves_goes_back_to_the_hand() -> None:
    """610.3: to its previous zone."""
    table = Table()
    held = table.hold(table.b, creature("Secret", 3, 3))
    thief = table.put(table.a, creature("Thief", 1, 1))
    table.do(
        table.a, e.MoveObjects(t.Target(0), "exile", verb="exile", until_leaves=True), source=thief, targets=[held]
    )
    assert table.names(table.b.exile) == ["Secret"]
    table.do(table.b, e.Destroy(t.Target(0)), targets=[thief])
    assert table.names(table.b.hand) == ["Secret"] and not table.on_battlefield("Secret")


def test_creatures_fight_with_the_power_they_have() -> None:
    """701.12a."""
    table = Table()
    big, small = table.put(table.a, creature("Big", 3, 3)), table.put(table.b, creature("Small", 1, 1))
    table.do(table.a, e.Fight(t.Target(0), t.Target(1)), targets=[big, small])
    table.settle()
    assert small.zone is None and big.damage == 1


def test_no_fight_when_one_is_gone() -> None:
    """701.12b."""
    table = Table()
    big, small = table.put(table.a, creature("Big", 3, 3)), table.put(table.b, creature("Small", 1, 1))
    table.do(table.b, e.Destroy(t.Target(0)), targets=[small])
    table.do(table.a, e.Fight(t.Target(0), t.Target(1)), targets=[big, small])
    assert big.damage == 0


def test_a_creature_that_fights_itself_deals_itself_twice_its_power() -> None:
    """701.12c."""
    table = Table()
    big = table.put(table.a, creature("Big", 3, 9))
    table.do(table.a, e.Fight(t.Target(0), t.Target(0)), targets=[big])
    assert big.damage == 6


def test_both_fighters_have_fought() -> None:
    """701.12a, 603.2: whenever this fights, whoever began it."""
    table = Table()
    ability = gains("fight", IS_THIS)
    one, two = table.put(table.a, creature("One", 0, 3, ability)), table.put(table.a, creature("Two", 0, 3, ability))
    table.do(table.a, e.Fight(t.Target(0), t.Target(1)), targets=[one, two])
    table.resolve_all()
    assert table.a.life == 22


def test_nobody_sacrifices_what_another_controls() -> None:
    """701.17a."""
    table = Table()
    bear = table.put(table.b, creature())
    table.do(table.a, e.SacrificeEffect(YOU, t.Target(0)), targets=[bear])
    assert bear.zone == "battlefield"


def test_destroying_many_is_one_event() -> None:
    """701.7, 603.10a: the watcher that dies too sees them all."""
    table = Table()
    table.put(table.a, creature("Watcher", 1, 1, gains("dies", CREATURE)))
    table.put(table.b, creature(), 3)
    table.do(table.b, e.Destroy(t.Each(t.Group(CREATURE))))
    table.resolve_all()
    assert table.a.life == 24
