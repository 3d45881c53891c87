"""H11: the variants in the rulebook, as rulesets that say only what is different."""

from __future__ import annotations

import pytest
from horde_table import Table, library

from hordemtg.cards.abilities import PerAmount
from hordemtg.play.autopilot import Autopilot
from hordemtg.play.setup import GameSpec, lay_table

SCRIPTS = """
card "Hunter"
  cost {2}
  type creature Human
  stats 3/3

card "Wall"
  cost {2}
  type creature Golem
  stats 1/4
  defender

card "Spark"
  cost {B}
  type sorcery
  this deals 1 damage to each opponent

card "Drain"
  cost {B}
  type sorcery
  each opponent loses 2 life
"""

LEAST, GIANT = "Zombie", "Zombie Giant"


def table(ruleset: str, **words) -> Table:
    words.setdefault("library_top", [LEAST] * 20)
    return Table(SCRIPTS, ruleset=ruleset, **words)


def abilities_of(t: Table, name: str) -> list[str]:
    """What the Survivor's creature of that name can be activated for now."""
    found = [a for a in t.game.actions(t.survivor) if a.kind == "activate" and a.object and a.object.name == name]
    return [a.label for a in found]


# ------------------------------------------------------------ H11.1 Aggro


@pytest.mark.parametrize(("ruleset", "left"), [("Limited Horde 2.1", 20), ("aggro", 19), ("pin-down", 19)])
def test_h11_1_one_damage_mills_one_card(ruleset: str, left: int):
    t = table(ruleset, turn="survivor").to("first main")

    t.cast("Spark")

    assert len(t.horde.library) == left


def test_h11_1_lost_life_counts_as_damage_does():
    t = table("aggro", turn="survivor").to("first main")

    t.cast("Drain")

    assert len(t.horde.library) == 18


def test_h11_1_the_milling_cites_the_variant():
    t = table("aggro", turn="survivor").to("first main")

    t.cast("Spark")

    assert "H11.1" in [e.rule for e, _ in t.record.events]


def test_h11_1_there_is_no_surge():
    for ruleset, stage in (("Limited Horde 2.1", "surge"), ("aggro", "assault"), ("pin-down", "assault")):
        t = table(ruleset, library_top=[LEAST] * 5, graveyard=[LEAST] * 9)

        t.to("first main")

        assert t.game.stage == stage, ruleset


def test_h11_1_at_most_three_cards_a_turn_however_many_are_gone():
    t = table("aggro", library_top=[LEAST] * 8, graveyard=[LEAST] * 30)

    t.turns()

    assert len(t.horde_cast) == 3


@pytest.mark.parametrize("stage", ["preparation", "assault", "epilogue"])
@pytest.mark.parametrize("name", ["Hunter", "Wall"])
def test_h11_1_all_survivor_creatures_hunt_all_game(name: str, stage: str):
    t = table("aggro", stage=stage, survivor_board=[name], board=[GIANT], turn="survivor").to("first main")

    assert len(abilities_of(t, name)) == 1


def test_h11_1_a_hunt_is_a_fight():
    t = table("aggro", survivor_board=["Hunter"], board=[LEAST], turn="survivor").to("first main")
    action = next(a for a in t.game.actions(t.survivor) if a.kind == "activate")

    t.game.take(t.survivor, action)
    t.resolve()

    assert t.names("battlefield") == []
    assert t.names("graveyard") == [LEAST]


def test_h11_1_everything_else_is_as_ever():
    base, aggro = library().rulesets["Limited Horde 2.1"], library().rulesets["aggro"]

    assert aggro.difficulties == base.difficulties
    assert aggro.set_modifiers == base.set_modifiers
    assert aggro.directives == base.directives
    assert aggro.harmless_horde_loses


def test_h11_1_the_emblem_differs_in_one_line():
    emblems = library().emblems
    usual, thin = emblems["Limited Horde"], emblems["Thin Skin"]

    different = [(x, y) for x, y in zip(usual.abilities, thin.abilities, strict=True) if x != y]

    assert [type(x) for pair in different for x in pair] == [PerAmount, PerAmount]
    assert [x.per for pair in different for x in pair] == [3, 1]
    assert thin.variant_of == "Limited Horde"
    assert [said.rule for said in thin.authorities].count("H11.1") == 1


# ------------------------------------------------------------ H11.2 Pin Down


def test_h11_2_it_taps_a_creature_of_less_power():
    t = table("pin-down", survivor_board=["Hunter"], board=[LEAST, GIANT], turn="survivor").to("first main")
    t.answer("targets", LEAST)
    action = next(a for a in t.game.actions(t.survivor) if a.kind == "activate")

    t.game.take(t.survivor, action)
    t.resolve()

    assert {o.name: o.tapped for o in t.game.battlefield} == {"Hunter": True, LEAST: True, GIANT: False}


def test_h11_2_not_one_of_as_much_power():
    t = table("pin-down", survivor_board=["Wall"], board=[LEAST], turn="survivor").to("first main")

    assert abilities_of(t, "Wall") == []


def test_h11_2_it_is_instead_of_hunting_all_game():
    t = table("pin-down", survivor_board=["Hunter"], board=[LEAST], turn="survivor").to("first main")

    assert len(abilities_of(t, "Hunter")) == 1


def test_h11_2_in_the_epilogue_they_hunt_as_well():
    t = table("pin-down", survivor_board=["Hunter"], board=[LEAST], stage="epilogue", turn="survivor").to("first main")

    assert len(abilities_of(t, "Hunter")) == 2


def test_h11_2_a_pinned_creature_does_not_attack():
    t = table("pin-down", survivor_board=["Hunter"], board=[LEAST, GIANT], library_top=[])
    t.plan("activate Hunter ability", when="upkeep")
    t.answer("targets", LEAST)

    t.to("declare attackers")

    assert t.attackers() == [GIANT]


# ------------------------------------------------------------ both


@pytest.mark.parametrize("ruleset", ["aggro", "pin-down"])
def test_h11_whole_games_come_to_an_end(ruleset: str):
    found = lay_table(library(), GameSpec("zombies", ruleset=ruleset, preparation=3))
    for seed in range(1, 6):
        game = found.deal(seed, Autopilot())
        game.begin()
        game.run()
        assert game.over
        assert game.stage != "surge"
