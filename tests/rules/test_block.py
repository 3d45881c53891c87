"""Declaring blockers and combat damage (CR 509, 510, 702)."""

import pytest
from table import CREATURE, IS_THIS, THIS, YOU, Table, creature, has, plus, static, subtype, trigger, word

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t

ONE = t.Number(1)
LURE = static(THIS, e.Restrict("all must block it"))
PROVOKED = static(THIS, e.Restrict("must be blocked"))
MUST_BLOCK = static(THIS, e.Restrict("must block"))
TWO_AT_ONCE = static(THIS, e.Restrict("can block additional", amount=1))


def test_a_creature_with_menace_needs_two_blockers() -> None:
    """702.111b."""
    table = Table()
    brute = table.put(table.a, creature("Brute", 3, 3, word("menace")))
    one, two = table.put(table.b, creature(), 2)
    table.attack(brute)
    assert "menace" in table.blocks_legal((one, brute))
    assert table.blocks_legal((one, brute), (two, brute)) == ""


def test_menace_and_skulk_together() -> None:
    """702.111b, 702.118b: every blocker must be small, and there must be two."""
    table = Table()
    sneak = table.put(table.a, creature("Sneak", 1, 1, word("menace"), word("skulk")))
    big, one, two = table.put(table.b, creature()), *table.put(table.b, creature("Rat", 1, 1), 2)
    table.attack(sneak)
    assert "skulk" in table.blocks_legal((big, sneak), (one, sneak))
    assert table.blocks_legal((one, sneak), (two, sneak)) == ""


def test_skulk_looks_at_power_as_it_is_now() -> None:
    """702.118b."""
    table = Table()
    sneak = table.put(table.a, creature("Sneak", 1, 1, word("skulk")))
    bear = table.put(table.b, creature())
    table.attack(sneak)
    assert table.blocks_legal((bear, sneak))
    table.do(table.b, e.Alter(t.Target(0), (plus(-1, 0),), "until end of turn"), targets=[bear])
    assert table.blocks_legal((bear, sneak)) == ""


@pytest.mark.parametrize(
    ("evasion", "blocker", "legal"),
    [
        ("flying", word("reach"), True),
        ("flying", word("flying"), True),
        ("flying", word("shadow"), False),
        ("shadow", word("shadow"), True),
        ("shadow", word("flying"), False),
        ("horsemanship", word("flying"), False),
        ("fear", word("flying"), False),
        ("intimidate", word("flying"), True),
    ],
)
def test_evasion(evasion: str, blocker: a.Ability, legal: bool) -> None:
    """702.9b, 702.17b, 702.28b, 702.31b, 702.36b, 702.13b: the attacker and blocker are both green."""
    table = Table()
    attacker, other = (
        table.put(table.a, creature("A", 2, 2, word(evasion))),
        table.put(table.b, creature("B", 2, 2, blocker)),
    )
    table.attack(attacker)
    assert (table.blocks_legal((other, attacker)) == "") is legal


def test_a_creature_with_shadow_blocks_nothing_without_it() -> None:
    """702.28b."""
    table = Table()
    bear, shade = table.put(table.a, creature()), table.put(table.b, creature("Shade", 1, 1, word("shadow")))
    table.attack(bear)
    assert "shadow" in table.blocks_legal((shade, bear))


def test_fear_lets_artifacts_and_black_creatures_block() -> None:
    """702.36b."""
    table = Table()
    spook = table.put(table.a, creature("Spook", 2, 2, word("fear")))
    golem = table.put(table.b, creature("Golem", 2, 2, cost="{3}"))
    rat = table.put(table.b, creature("Rat", 1, 1, cost="{B}"))
    table.attack(spook)
    assert table.blocks_legal((rat, spook)) == "" and "fear" in table.blocks_legal((golem, spook))
    table.do(table.b, e.Alter(t.Target(0), (e.AddTypes(("artifact",)),), "for good"), targets=[golem])
    assert table.blocks_legal((golem, spook)) == ""


def test_all_able_creatures_block_a_lure() -> None:
    """509.1c."""
    table = Table()
    lure, other = table.put(table.a, creature("Lure", 1, 1, LURE)), table.put(table.a, creature())
    one, two = table.put(table.b, creature(), 2)
    table.attack(lure, other)
    assert "509.1c" in table.blocks_legal((one, lure))
    assert "509.1c" in table.blocks_legal((one, lure), (two, other))
    assert table.blocks_legal((one, lure), (two, lure)) == ""


def test_a_creature_that_can_block_two_obeys_two_lures() -> None:
    """509.1c: as many requirements as possible."""
    table = Table()
    one, two = table.put(table.a, creature("Lure", 1, 1, LURE), 2)
    wide = table.put(table.b, creature("Wide", 1, 4, TWO_AT_ONCE))
    table.attack(one, two)
    assert "509.1c" in table.blocks_legal((wide, one))
    assert table.blocks_legal((wide, one), (wide, two)) == ""


def test_a_lure_with_menace_asks_nothing_of_a_single_creature() -> None:
    """509.1c: requirements never make a restriction be broken."""
    table = Table()
    lure = table.put(table.a, creature("Lure", 1, 1, LURE, word("menace")))
    table.put(table.b, creature())
    table.attack(lure)
    assert table.blocks_legal() == ""


def test_one_of_two_that_must_be_blocked_is_blocked_by_the_only_creature() -> None:
    """509.1c."""
    table = Table()
    one, two = table.put(table.a, creature("Taunt", 1, 1, PROVOKED), 2)
    bear = table.put(table.b, creature())
    table.attack(one, two)
    assert "509.1c" in table.blocks_legal()
    assert table.blocks_legal((bear, one)) == "" and table.blocks_legal((bear, two)) == ""


def test_two_creatures_block_two_that_must_be_blocked() -> None:
    """509.1c."""
    table = Table()
    one, two = table.put(table.a, creature("Taunt", 1, 1, PROVOKED), 2)
    first, second = table.put(table.b, creature(), 2)
    table.attack(one, two)
    assert "509.1c" in table.blocks_legal((first, one), (second, one))
    assert table.blocks_legal((first, two), (second, one)) == ""


def test_what_must_block_blocks_what_it_can() -> None:
    """509.1c: a flyer it cannot block does not count."""
    table = Table()
    bird = table.put(table.a, creature("Bird", 1, 1, word("flying")))
    table.put(table.b, creature("Eager", 1, 1, MUST_BLOCK))
    table.attack(bird)
    assert table.blocks_legal() == ""
    table.put(table.b, creature("Spider", 1, 1, MUST_BLOCK, word("reach")))
    assert "509.1c" in table.blocks_legal()


def test_many_blockers_and_requirements_are_settled_at_once() -> None:
    """509.1c: nothing hangs, nothing is guessed."""
    table = Table()
    taunts = table.put(table.a, creature("Taunt", 1, 1, PROVOKED, word("menace")), 6)
    crowd = table.put(table.b, creature("Rat", 1, 1, MUST_BLOCK), 30)
    table.attack(*taunts)
    blocks = [(rat, taunts[i % 6]) for i, rat in enumerate(crowd)]
    assert table.blocks_legal(*blocks) == ""
    assert "509.1c" in table.blocks_legal(*blocks[:-1])


def test_more_menacing_taunts_than_the_blockers_can_block() -> None:
    """509.1c, 702.111b: seven blockers can block three of six that need two each."""
    table = Table()
    taunts = table.put(table.a, creature("Taunt", 1, 1, PROVOKED, word("menace")), 6)
    rats = table.put(table.b, creature("Rat", 1, 1), 7)
    table.attack(*taunts)
    pairs = [(rats[i], taunts[i // 2]) for i in range(6)]
    assert table.blocks_legal(*pairs) == ""
    assert "509.1c" in table.blocks_legal(*pairs[:4])


def test_a_creature_that_cannot_block_alone_needs_company() -> None:
    """509.1b."""
    table = Table()
    bear = table.put(table.a, creature())
    timid = table.put(table.b, creature("Timid", 1, 1, static(THIS, e.Restrict("can't block alone"))))
    friend = table.put(table.b, creature())
    table.attack(bear)
    assert table.blocks_legal((timid, bear)) and table.blocks_legal((timid, bear), (friend, bear)) == ""


def test_only_by_two_or_more_of_a_kind() -> None:
    """509.1b: "except by two or more Rats"."""
    table = Table()
    ban = static(THIS, e.Restrict("can't be blocked except by", t.IsNamed("Rat"), amount=2))
    boss = table.put(table.a, creature("Boss", 1, 1, ban))
    bear, (one, two) = table.put(table.b, creature()), table.put(table.b, creature("Rat", 1, 1), 2)
    table.attack(boss)
    assert table.blocks_legal((one, boss)) and table.blocks_legal((one, boss), (bear, boss))
    assert table.blocks_legal((one, boss), (two, boss)) == ""


def test_a_tapped_creature_cannot_block_but_tapping_a_blocker_changes_nothing() -> None:
    """509.1a, 506.4b, 510.1d."""
    table = Table()
    bear, first = table.put(table.a, creature()), table.put(table.b, creature("Guard", 2, 3))
    table.attack(bear)
    table.do(table.a, e.TapObjects(t.Target(0)), targets=[first])
    assert table.blocks_legal((first, bear))
    table.do(table.a, e.UntapObjects(t.Target(0)), targets=[first])
    table.block((first, bear))
    table.do(table.a, e.TapObjects(t.Target(0)), targets=[first])
    table.damage()
    assert bear.zone is None and first.damage == 2


def test_evasion_gained_after_blocks_does_not_undo_them() -> None:
    """509.1h, 506.4a."""
    table = Table()
    bear, guard = table.put(table.a, creature()), table.put(table.b, creature("Guard", 2, 3))
    table.attack(bear)
    table.block((guard, bear))
    table.do(table.a, e.Alter(t.Target(0), (has("flying"),), "until end of turn"), targets=[bear])
    table.damage()
    assert table.b.life == 20 and bear.zone is None


def test_a_blocked_creature_stays_blocked_when_its_blocker_leaves() -> None:
    """509.1h, 510.1c."""
    table = Table()
    bear, guard = table.put(table.a, creature()), table.put(table.b, creature())
    table.attack(bear)
    table.block((guard, bear))
    table.do(table.a, e.Destroy(t.Target(0)), targets=[guard])
    table.damage()
    assert table.b.life == 20


def test_a_trampler_whose_blocker_left_hits_the_player_with_all() -> None:
    """702.19d."""
    table = Table()
    beast, guard = table.put(table.a, creature("Beast", 5, 5, word("trample"))), table.put(table.b, creature())
    table.attack(beast)
    table.block((guard, beast))
    table.do(table.a, e.Destroy(t.Target(0)), targets=[guard])
    table.damage()
    assert table.b.life == 15


def test_damage_among_blockers_is_divided_freely() -> None:
    """510.1c: no order of blockers, nothing lethal required."""
    table = Table()
    beast = table.put(table.a, creature("Beast", 4, 4))
    one, two = table.put(table.b, creature("Wall", 0, 3), 2)
    table.attack(beast)
    table.block((one, beast), (two, beast))
    table.answer(table.a, "division", [2, 2])
    table.damage()
    assert one.damage == two.damage == 2


def test_trample_needs_lethal_damage_for_each_blocker() -> None:
    """702.19b: damage already there counts."""
    table = Table()
    beast = table.put(table.a, creature("Beast", 6, 6, word("trample")))
    one, two = table.put(table.b, creature("Wall", 0, 3), 2)
    one.damage = 1
    table.attack(beast)
    table.block((one, beast), (two, beast))
    table.answer(table.a, "division", [2, 3, 1])
    table.damage()
    assert table.b.life == 19 and one.zone is None and two.zone is None
    assert "702.19b" in table.division(table.a, [1, 3, 2])
    assert table.division(table.a, [0, 6, 0]) == ""


def test_trample_with_deathtouch_needs_one_damage_each() -> None:
    """702.2c, 702.19b."""
    table = Table()
    beast = table.put(table.a, creature("Beast", 6, 6, word("trample"), word("deathtouch")))
    one, two = table.put(table.b, creature("Wall", 0, 5), 2)
    table.attack(beast)
    table.block((one, beast), (two, beast))
    table.answer(table.a, "division", [1, 1, 4])
    table.damage()
    assert table.b.life == 16 and one.zone is None and two.zone is None


def test_an_indestructible_blocker_still_takes_its_toughness_from_trample() -> None:
    """702.19b: abilities that change what the damage does are not taken into account."""
    table = Table()
    beast = table.put(table.a, creature("Beast", 5, 5, word("trample")))
    wall = table.put(table.b, creature("Wall", 0, 3, word("indestructible")))
    table.attack(beast)
    table.block((wall, beast))
    table.answer(table.a, "division", [3, 2])
    table.damage()
    assert table.b.life == 18 and "702.19b" in table.division(table.a, [2, 3])


def test_two_tramplers_on_one_blocker_share_what_is_lethal() -> None:
    """702.19b: damage from other creatures in the same step counts."""
    table = Table()
    wide = table.put(table.b, creature("Wide", 0, 4, TWO_AT_ONCE))
    one, two = table.put(table.a, creature("Beast", 3, 3, word("trample")), 2)
    table.attack(one, two)
    table.block((wide, one), (wide, two))
    table.answer(table.a, "division", [3, 0], [1, 2])
    table.damage()
    assert table.b.life == 18 and wide.zone is None


def test_a_trampler_may_leave_the_blocker_to_another_attacker() -> None:
    """702.19b, 510.1e: the whole assignment is checked, in whatever order the creatures came."""
    table = Table()
    beast = table.put(table.a, creature("Beast", 3, 3, word("trample")))
    bear = table.put(table.a, creature("Bear", 4, 4))
    wide = table.put(table.b, creature("Wide", 0, 4, TWO_AT_ONCE))
    table.attack(beast, bear)
    table.block((wide, beast), (wide, bear))
    table.answer(table.a, "division", [0, 3])
    table.damage()
    assert table.b.life == 17 and wide.zone is None


def test_a_deathtoucher_makes_lethal_what_others_need_to_trample() -> None:
    """702.2c: any nonzero damage from deathtouch is lethal for the check."""
    table = Table()
    beast = table.put(table.a, creature("Beast", 3, 3, word("trample")))
    snake = table.put(table.a, creature("Snake", 1, 1, word("deathtouch")))
    wide = table.put(table.b, creature("Wide", 0, 9, TWO_AT_ONCE))
    table.attack(beast, snake)
    table.block((wide, beast), (wide, snake))
    table.answer(table.a, "division", [0, 3])
    table.damage()
    assert table.b.life == 17 and wide.zone is None


def test_first_strike_kills_before_it_is_hit() -> None:
    """510.4, 702.7b."""
    table = Table()
    knight, bear = table.put(table.a, creature("Knight", 2, 1, word("first strike"))), table.put(table.b, creature())
    table.attack(knight)
    table.block((bear, knight))
    table.damage()
    assert bear.zone is None and knight.zone == "battlefield"


def test_double_strike_with_trample_hits_the_player_second() -> None:
    """702.4b, 702.19d."""
    table = Table()
    hero = table.put(table.a, creature("Hero", 3, 3, word("double strike"), word("trample")))
    bear = table.put(table.b, creature())
    table.attack(hero)
    table.block((bear, hero))
    table.answer(table.a, "division", [3, 0])
    table.damage()
    assert table.b.life == 17 and bear.zone is None


def test_losing_double_strike_between_the_steps_means_no_second_damage() -> None:
    """702.4c."""
    table = Table()
    hero = table.put(table.a, creature("Hero", 3, 3, word("double strike")))
    table.attack(hero)
    table.advance_to("first strike damage")
    assert table.b.life == 17
    table.do(table.b, e.Alter(t.Target(0), (e.LoseKeyword("double strike"),), "until end of turn"), targets=[hero])
    table.damage()
    assert table.b.life == 17


def test_giving_first_strike_after_the_first_step_does_not_take_damage_away() -> None:
    """702.7c."""
    table = Table()
    hero, bear = table.put(table.a, creature("Hero", 1, 1, word("first strike"))), table.put(table.a, creature())
    table.attack(hero, bear)
    table.advance_to("first strike damage")
    table.do(table.a, e.Alter(t.Target(0), (has("first strike"),), "until end of turn"), targets=[bear])
    table.damage()
    assert table.b.life == 17


def test_losing_first_strike_after_the_first_step_does_not_give_a_second_hit() -> None:
    """702.7c."""
    table = Table()
    hero = table.put(table.a, creature("Hero", 2, 2, word("first strike")))
    table.attack(hero)
    table.advance_to("first strike damage")
    table.do(table.a, e.Alter(t.Target(0), (e.LoseKeyword("first strike"),), "until end of turn"), targets=[hero])
    table.damage()
    assert table.b.life == 18


def test_gaining_double_strike_after_first_strike_damage_hits_again() -> None:
    """702.4d."""
    table = Table()
    hero = table.put(table.a, creature("Hero", 2, 2, word("first strike")))
    table.attack(hero)
    table.advance_to("first strike damage")
    table.do(table.a, e.Alter(t.Target(0), (has("double strike"),), "until end of turn"), targets=[hero])
    table.damage()
    assert table.b.life == 16


def test_a_lone_first_striker_left_among_the_blockers_makes_the_step() -> None:
    """510.4: attacking or blocking, even if what it blocked has left."""
    table = Table(record=True)
    bear, guard = table.put(table.a, creature()), table.put(table.b, creature("Guard", 2, 2, word("first strike")))
    table.attack(bear)
    table.block((guard, bear))
    table.do(table.b, e.Destroy(t.Target(0)), targets=[bear])
    table.advance_to("end of combat")
    assert "first strike damage" in [event.text for event in table.events.all if event.kind == "step begins"]


def test_lifelink_gains_as_the_damage_is_dealt_and_saves_its_player() -> None:
    """702.15b, 120.3f: before state-based actions."""
    table = Table()
    table.b.life = 2
    bear = table.put(table.a, creature())
    cleric = table.put(table.b, creature("Cleric", 3, 3, word("lifelink")))
    other = table.put(table.a, creature())
    table.attack(bear, other)
    table.block((cleric, bear))
    table.damage()
    assert table.b.life == 3 and not table.game.over


def test_combat_damage_is_simultaneous() -> None:
    """510.2: lifelink that depends on a life total is decided before any damage is dealt."""
    table = Table()
    table.a.life = 5
    healthy = t.Compare(t.LifeOf(YOU), ">=", t.Number(20))
    link = static(THIS, has("lifelink"), condition=healthy)
    table.b.life = 20
    bear = table.put(table.a, creature())
    rat = table.put(table.a, creature("Rat", 1, 1))
    cleric = table.put(table.b, creature("Cleric", 3, 3, link))
    table.attack(rat, bear)
    table.block((cleric, bear))
    table.damage()
    assert table.b.life == 22


def test_a_creature_blocking_two_divides_its_damage() -> None:
    """510.1d."""
    table = Table()
    one, two = table.put(table.a, creature(), 2)
    wide = table.put(table.b, creature("Wide", 4, 5, TWO_AT_ONCE))
    table.attack(one, two)
    table.block((wide, one), (wide, two))
    table.answer(table.b, "division", [3, 1])
    table.damage()
    assert one.zone is None and two.damage == 1 and wide.damage == 4


def test_becomes_blocked_triggers_once_and_by_each_twice() -> None:
    """509.3c-d."""
    table = Table()
    once = trigger(e.EventPattern("becomes blocked", IS_THIS), e.GainLife(YOU, ONE))
    each = trigger(e.EventPattern("becomes blocked by", IS_THIS, CREATURE), e.GainLife(YOU, t.Number(10)))
    bear = table.put(table.a, creature("Bear", 2, 2, once, each))
    one, two = table.put(table.b, creature(), 2)
    table.attack(bear)
    table.block((one, bear), (two, bear))
    table.resolve_all()
    assert table.a.life == 41


def test_blocking_two_triggers_blocks_once_and_blocks_a_creature_twice() -> None:
    """509.3a-b."""
    table = Table()
    once = trigger(e.EventPattern("blocks", IS_THIS), e.GainLife(YOU, ONE))
    each = trigger(e.EventPattern("blocks", IS_THIS, CREATURE), e.GainLife(YOU, t.Number(10)))
    one, two = table.put(table.a, creature(), 2)
    wide = table.put(table.b, creature("Wide", 0, 5, TWO_AT_ONCE, once, each))
    table.attack(one, two)
    table.block((wide, one), (wide, two))
    table.resolve_all()
    assert table.b.life == 41


def test_protection_stops_blocks_and_damage() -> None:
    """702.16e-f."""
    table = Table()
    green = t.IsColor("green")
    saint = creature("Saint", 2, 2, word("protection", filter=green), cost="{W}")
    attacker, bear = table.put(table.a, saint), table.put(table.b, creature())
    table.attack(attacker)
    assert "protection" in table.blocks_legal((bear, attacker))
    guard, other = table.put(table.b, saint), table.put(table.a, creature())
    other.attacking = other.defender = table.b
    table.block((guard, other))
    table.damage()
    assert guard.damage == 0 and other.zone is None


def test_assigning_damage_equal_to_toughness() -> None:
    """510.1a."""
    table = Table()
    thick = static(THIS, e.Restrict("assigns damage equal to toughness"))
    wall = table.put(table.a, creature("Wall", 0, 4, thick))
    table.attack(wall)
    table.damage()
    assert table.b.life == 16


def test_negative_power_deals_nothing() -> None:
    """510.1a, 107.1b."""
    table = Table()
    bear = table.put(table.a, creature())
    table.attack(bear)
    table.do(table.b, e.Alter(t.Target(0), (plus(-4, 0),), "until end of turn"), targets=[bear])
    table.damage()
    assert table.b.life == 20


def test_a_blocker_that_stops_being_a_creature_deals_and_takes_nothing() -> None:
    """506.4."""
    table = Table()
    bear, guard = table.put(table.a, creature()), table.put(table.b, creature())
    table.attack(bear)
    table.block((guard, bear))
    table.do(table.b, e.Alter(t.Target(0), (e.SetTypes(("artifact",)),), "until end of turn"), targets=[guard])
    table.settle()
    table.damage()
    assert bear.damage == 0 and guard.damage == 0 and table.b.life == 20


@pytest.mark.parametrize("keyword", ["infect", "wither"])
def test_minus_counters_instead_of_damage(keyword: str) -> None:
    """702.90c, 702.80a."""
    table = Table()
    rot = table.put(table.a, creature("Rot", 2, 2, word(keyword)))
    guard = table.put(table.b, creature("Guard", 0, 3))
    table.attack(rot)
    table.block((guard, rot))
    table.damage()
    assert guard.counters == {"-1/-1": 2} and guard.damage == 0 and table.stats(guard) == (-2, 1)


def test_infect_poisons_and_toxic_adds() -> None:
    """702.90b, 702.164c: toxic counts add up; toxic damage still costs life."""
    table = Table()
    rot = table.put(table.a, creature("Rot", 2, 2, word("infect")))
    snail = table.put(table.a, creature("Snail", 1, 1, word("toxic", 1), word("toxic", 2)))
    table.attack(rot, snail)
    table.damage()
    assert table.b.poison == 5 and table.b.life == 19


def test_subtype_protected_blocks_still_see_the_current_type() -> None:
    """509.1b: restrictions are checked against characteristics as they are."""
    table = Table()
    ban = static(THIS, e.Restrict("can't be blocked by", subtype("Zombie")))
    bear, guard = table.put(table.a, creature("Bear", 2, 2, ban)), table.put(table.b, creature())
    table.attack(bear)
    assert table.blocks_legal((guard, bear)) == ""
    table.do(table.a, e.Alter(t.Target(0), (e.AddTypes((), ("Zombie",)),), "until end of turn"), targets=[guard])
    assert table.blocks_legal((guard, bear))


def test_a_declaration_that_obeys_the_most_is_found_for_whoever_asks() -> None:
    """509.1c: a pilot that has no idea of its own is never at a loss."""
    table = Table()
    taunts = table.put(table.a, creature("Taunt", 1, 1, PROVOKED, word("menace")), 6)
    rats = table.put(table.b, creature("Rat", 1, 1, MUST_BLOCK), 30)
    table.attack(*taunts)
    table.advance_to("declare blockers")
    assert all(o.blocked for o in taunts) and all(o.blocking for o in rats)
