"""H7: Hunting, damage to the Horde, and life that it would gain."""

from __future__ import annotations

from horde_table import Table

SCRIPTS = """
card "Hunter"
  cost {2}
  type creature Human
  stats 3/3

card "Wall"
  cost {2}
  type creature Golem
  stats 3/3
  defender

card "Shock"
  cost {B}
  type instant
  this deals 2 damage to any target

card "Spark"
  cost {B}
  type instant
  this deals 1 damage to any target

card "Lava"
  cost {B}
  type sorcery
  this deals 7 damage to each opponent

card "Drain Horde"
  cost {B}
  type sorcery
  each opponent loses 3 life

card "Blight"
  cost {2}
  type creature Snake
  stats 3/3
  infect

card "Vampire"
  cost {2}
  type creature Vampire
  stats 3/3
  lifelink

card "Six"
  cost {2}
  type creature Human
  stats 4/4

card "Deuce"
  cost {2}
  type creature Human
  stats 2/2

card "Feast"
  cost {B}
  type sorcery
  you gain 3 life

card "Sip"
  cost {B}
  type sorcery
  you gain 2 life

card "Gulp"
  cost {B}
  type sorcery
  you gain 7 life

card "Thirst"
  cost {B}
  type enchantment
  your opponents can't gain life

card "Aegis"
  cost {B}
  type enchantment
  your opponents can't lose life

card "Leech"
  cost {2}
  type creature Leech
  stats 3/3
  lifelink

card "Notice"
  cost {B}
  type enchantment
  whenever an opponent loses life: you gain 1 life
"""

MANY = ["Zombie"] * 20


def hunting(survivor_board: list[str], **words) -> Table:
    words.setdefault("stage", "epilogue")
    return Table(SCRIPTS, board=["Zombie"], survivor_board=survivor_board, turn="survivor", **words)


def can_hunt(t: Table, name: str) -> bool:
    return any(a.kind == "activate" and a.object and a.object.name == name for a in t.game.actions(t.survivor))


# ------------------------------------------------------------ H7.1


def test_h7_1_it_taps_and_fights_a_creature_of_an_opponent():
    t = hunting(["Hunter"]).to("first main")
    t.seat.plans = []
    action = next(a for a in t.game.actions(t.survivor) if a.kind == "activate")

    t.game.take(t.survivor, action)
    t.resolve()

    assert t.names("graveyard") == ["Zombie"]
    hunter = next(o for o in t.game.battlefield if o.name == "Hunter")
    assert (hunter.tapped, hunter.damage) == (True, 2)


def test_h7_1_the_target_is_an_opponents():
    t = hunting(["Hunter", "Deuce"]).to("first main")
    action = next(a for a in t.game.actions(t.survivor) if a.kind == "activate")
    t.game.take(t.survivor, action)

    assert [[o.name for o in group] for group in t.game.stack[0].frame.targets] == [["Zombie"]]


def test_h7_1_only_as_a_sorcery():
    t = hunting(["Hunter"])

    assert can_hunt(t.to("first main"), "Hunter")
    assert not can_hunt(t.to("beginning of combat"), "Hunter")
    assert can_hunt(t.to("second main"), "Hunter")
    assert not can_hunt(t.to("upkeep").to("draw"), "Hunter")


def test_h7_1_summoning_sickness_applies():
    t = hunting([]).to("first main")
    o = t.put("Hunter", t.survivor)
    o.sick_turn = t.game.turn

    assert not can_hunt(t, "Hunter")


# ------------------------------------------------------------ H7.2


def test_h7_2_not_before_the_epilogue():
    for stage in ("preparation", "assault", "surge"):
        assert not can_hunt(hunting(["Hunter"], stage=stage, library_top=MANY).to("first main"), "Hunter")


def test_h7_2_from_the_moment_the_epilogue_begins():
    t = hunting(["Hunter"], stage="assault", library_top=["Zombie"]).to("first main")
    assert not can_hunt(t, "Hunter")

    t.game.mill(t.horde, 1, None)
    t.game.settle()

    assert can_hunt(t, "Hunter")


def test_h7_2_defenders_do_not_have_it():
    t = hunting(["Wall", "Hunter"]).to("first main")

    assert can_hunt(t, "Hunter")
    assert not can_hunt(t, "Wall")


def test_h7_2_horde_creatures_do_not_have_it():
    t = hunting(["Hunter"]).to("first main")
    zombie = next(o for o in t.game.battlefield if o.name == "Zombie")

    assert [r for r in t.game.characteristics(zombie).abilities if r.kind == "activated" and not r.is_mana] == []


# ------------------------------------------------------------ H7.3


def test_h7_3_survivors_attack_the_horde_as_any_player():
    t = Table(SCRIPTS, survivor_board=["Hunter"], library_top=MANY, turn="survivor")
    t.answer("attackers", [0])

    t.to("declare attackers")

    assert [o.attacking for o in t.game.attackers()] == [t.horde]


# ------------------------------------------------------------ H7.4


def survivors_turn(**words) -> Table:
    return Table(SCRIPTS, library_top=MANY, turn="survivor", **words).skip_to("first main")


def hit(t: Table, name: str) -> None:
    t.answer("targets", "Horde")
    t.cast(name)


def test_h7_4_three_damage_mill_a_card():
    t = survivors_turn()

    hit(t, "Shock")
    assert t.names("graveyard") == []
    hit(t, "Spark")

    assert t.names("graveyard") == ["Zombie"]


def test_h7_4_seven_damage_mill_two_and_one_stays_marked():
    t = survivors_turn()

    t.cast("Lava")
    assert len(t.horde.graveyard) == 2
    hit(t, "Shock")

    assert len(t.horde.graveyard) == 3


def test_h7_4_combat_damage_of_several_creatures_together():
    t = Table(SCRIPTS, survivor_board=["Deuce", "Deuce", "Deuce"], library_top=MANY, turn="survivor")
    t.answer("attackers", [0, 1, 2])

    t.to("end")

    assert len(t.horde.graveyard) == 2


def test_h7_4_loss_of_life_counts():
    t = survivors_turn()

    t.cast("Drain Horde")

    assert len(t.horde.graveyard) == 1


def test_h7_4_damage_and_loss_of_life_add_up():
    t = survivors_turn()

    hit(t, "Shock")
    t.game.lose_life(t.horde, 1, None)

    assert len(t.horde.graveyard) == 1


def test_h7_4_damage_counts_once_and_not_as_loss_of_life_as_well():
    t = survivors_turn()

    hit(t, "Shock")
    hit(t, "Shock")

    assert len(t.horde.graveyard) == 1


def test_h7_4_infect_damage_counts():
    t = Table(SCRIPTS, survivor_board=["Blight"], library_top=MANY, turn="survivor")
    t.answer("attackers", [0])

    t.to("end")

    assert len(t.horde.graveyard) == 1
    assert t.horde.poison == 3


def test_h7_4_lifelink_works():
    t = Table(SCRIPTS, survivor_board=["Vampire"], library_top=MANY, turn="survivor")
    t.answer("attackers", [0])

    t.to("end")

    assert t.survivor.life == 23
    assert len(t.horde.graveyard) == 1


def test_h7_4_what_is_left_over_stays_marked_through_the_turn():
    t = Table(SCRIPTS, survivor_board=["Deuce"], library_top=MANY, turn="survivor")
    t.answer("attackers", [0])
    t.to("second main")
    assert t.horde.graveyard == []

    hit(t, "Spark")

    assert len(t.horde.graveyard) == 1


def test_h7_4_what_is_left_over_is_removed_in_the_cleanup_step():
    t = survivors_turn()
    hit(t, "Shock")

    t.turns(1).to("upkeep")
    hit(t, "Spark")

    assert t.horde.graveyard == []


def test_h7_4_in_the_turn_of_the_horde_as_well():
    t = Table(SCRIPTS, library_top=MANY).to("upkeep")

    hit(t, "Shock")
    hit(t, "Spark")

    assert len(t.horde.graveyard) == 1


def test_h7_4_damage_that_survivors_are_dealt_mills_nothing():
    t = Table(SCRIPTS, library_top=MANY, board=["Zombie Giant"])

    t.turns()

    assert t.survivor.life < 20
    assert t.events("mill") == [] and [e for e in t.events("move") if e.verb == "mill"] == []


def test_h7_4_the_mill_names_the_rule():
    t = survivors_turn()

    t.cast("Drain Horde")

    assert "H7.4" in [e.rule for e, _ in t.record.events]


# ------------------------------------------------------------ H7.5


def horde_turn(**words) -> Table:
    words.setdefault("library_top", ["Zombie Giant"] * 20)
    return Table(SCRIPTS, **words).skip_to("second main")


def test_h7_5_three_life_draw_a_card_which_is_cast():
    t = horde_turn()

    t.cast("Feast", t.horde)

    assert t.horde_cast == ["Feast", "Zombie Giant"]
    assert t.horde.life == 20


def test_h7_5_seven_life_draw_two():
    t = horde_turn()

    t.cast("Gulp", t.horde)

    assert t.horde_cast == ["Gulp", "Zombie Giant", "Zombie Giant"]


def test_h7_5_it_adds_up_within_a_step():
    t = horde_turn()

    t.cast("Sip", t.horde)
    assert t.horde_cast == ["Sip"]
    t.cast("Sip", t.horde)

    assert t.horde_cast == ["Sip", "Sip", "Zombie Giant"]


def test_h7_5_what_is_left_over_is_lost_as_the_step_ends():
    t = horde_turn()
    t.cast("Sip", t.horde)

    t.to("end")
    t.cast("Sip", t.horde)

    assert t.horde_cast == ["Sip", "Sip"]


def test_h7_5_lifelink_of_its_creatures_counts():
    t = Table(SCRIPTS, board=["Leech"], library_top=["Graf Harvest", "Zombie Giant", "Zombie Giant"])

    t.to("second main")

    assert t.horde_cast == ["Graf Harvest", "Zombie Giant"]
    assert t.cast_by(t.horde, "combat damage") == ["Zombie Giant"]


def test_h7_5_if_it_cannot_gain_life_it_draws_nothing():
    t = horde_turn(survivor_board=["Thirst"])

    t.cast("Feast", t.horde)

    assert t.horde_cast == ["Feast"]


def test_h7_5_survivors_gain_life_as_usual():
    t = survivors_turn()

    t.cast("Feast")

    assert t.survivor.life == 23
