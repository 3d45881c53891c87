"""H10: the Eldrazi, with their two decks, their Spawn, emerge and the Dreadnoughts."""

from __future__ import annotations

from typing import Any

import pytest
from horde_table import Record, Table, library, outcomes

from hordemtg.play.autopilot import Autopilot
from hordemtg.play.setup import GameSpec, lay_table
from hordemtg.rules import mana
from hordemtg.rules.objects import GameObject

SCRIPTS = """
card "Ember"
  cost {R}
  type instant
  destroy target creature

card "Second Ogre"
  cost {4}{R}
  type creature Ogre
  stats 4/3

card "Ogre"
  cost {4}{G}
  type creature Ogre
  stats 4/4

card "Bear"
  cost {1}{G}
  type creature Bear
  stats 2/2

card "Vial"
  cost {2}
  type artifact

card "Grand Vial"
  cost {6}
  type artifact

card "Levy"
  cost {W}
  type enchantment
  creatures can't attack you unless their controller pays {1} for each creature attacking you

card "Old Hulk"
  cost {9}
  type creature Giant
  stats 2/2
"""

SPAWN = "Eldrazi Spawn"
COAX = "Coax from the Blind Eternities"
COLOURS_PAID = {  # H10.5: the rulebook's consequence
    "Abundant Maw": {"Dread Drone": 2},
    "Wretched Gryff": {"Exultant Cultist": 3},
    "Drownyard Behemoth": {"Exultant Cultist": 5},
    "It of the Horrid Swarm": {"Kozilek's Predator": 3},
    "Mockery of Nature": {"Kozilek's Predator": 4},
    "Elder Deep-Fiend": {},
    "Distended Mindbender": {},
    "Lashweed Lurker": {},
}
VANGUARD = ["Dread Drone", "Emrakul's Hatcher", "Exultant Cultist", "Kozilek's Predator", "Eldrazi Horror", SPAWN]


def table(spawn: int = 0, **words: Any) -> Table:
    words["board"] = [*words.get("board", ()), *[SPAWN] * spawn]
    words.setdefault("library_top", ["Eldrazi Horror"] * 30)
    return Table(SCRIPTS, manifest="eldrazi", **words)


def spawn_left(t: Table) -> int:
    return t.names("battlefield").count(SPAWN)


def command(t: Table) -> list[str]:
    return [o.name for o in reversed(t.game.command) if o.owner is t.horde and o.card.base.types]


def dealt(seed: int = 1, **words: Any) -> Any:
    game = lay_table(library(), GameSpec("eldrazi", **words)).deal(seed, Autopilot())
    game.begin()
    return game


# ------------------------------------------------------------ H10: the two decks


def test_h10_the_vanguard_has_fifty_cards_and_the_dreadnoughts_are_twelve():
    game = dealt()

    names = [o.name for o in game.horde.library]
    assert len(names) == 50 and names.count(SPAWN) == 20 and names.count("Eldrazi Horror") == 5
    assert len({o.name for o in game.horde.library if not o.token_card}) == 10
    assert sum(1 for o in game.command if o.owner is game.horde and o.card.base.types) == 12


# ------------------------------------------------------------ H10.1: the command zone


def test_h10_1_coax_begins_on_top_and_the_others_are_shuffled():
    orders = {
        tuple(o.name for o in game.command if o.card.base.types) for game in (dealt(seed) for seed in range(1, 6))
    }

    assert {order[-1] for order in orders} == {COAX}
    assert len(orders) == 5


def test_h10_1_the_top_card_is_revealed_and_the_next_one_when_it_is_cast():
    t = table(3, command=[COAX, "Hand of Emrakul", "Wretched Gryff"])

    t.to("upkeep").until(lambda game: game.step == "draw")
    assert [e.object.name for e in t.events("reveal", "H10.1")] == [COAX]
    t.to("beginning of combat")
    assert [e.object.name for e in t.events("reveal", "H10.1")] == [COAX, "Hand of Emrakul"]


def test_h10_1_cast_it_moves_between_zones_as_usual():
    t = table(3, command=[COAX])

    t.to("beginning of combat")
    assert COAX in t.names("graveyard") and command(t) == []


def test_h10_1_the_command_zone_does_not_count_for_surge():
    t = table(command=["Hand of Emrakul"] * 9, library_top=["Exultant Cultist"] * 8)

    t.to("draw")
    assert t.game.stage == "assault"


def test_h10_1_it_does_not_keep_the_horde_from_its_defeat():
    t = table(1, command=["Wretched Gryff"], library_top=[], stage="epilogue", turn="survivor")
    t.to("first main")
    t.cast("Ember")

    assert t.game.over and t.game.winner is t.survivor and "proof A" in t.game.reason


def test_h10_1_spawn_that_are_too_few_are_proved_harmless():
    t = table(2, command=["Wretched Gryff"], library_top=[], stage="epilogue")

    t.until(lambda game: game.turn > 10)
    assert t.game.over and "proof B" in t.game.reason


def test_h10_1_spawn_that_suffice_are_not_harmless():
    t = table(7, command=["Wretched Gryff"], library_top=[], stage="epilogue")

    t.until(lambda game: game.step == "end")
    assert not t.game.over and "Wretched Gryff" in t.names("battlefield")


# ------------------------------------------------------------ H10.2: Spawn


def test_h10_2_spawn_cannot_attack():
    t = table(3, board=["Eldrazi Horror"], library_top=[])

    t.to("declare attackers")
    assert t.attackers() == ["Eldrazi Horror"]


def test_h10_2_spawn_never_block():
    t = table(2, survivor_board=["Bear"], turn="survivor")
    t.answer("attackers", lambda choice: range(len(choice.options)))

    t.to("end")
    assert spawn_left(t) == 2 and not t.events("block")


def test_h10_2_their_sacrifice_is_mana_for_the_revealed_card_only():
    t = table(2, command=["Hand of Emrakul"])
    t.to("first main")
    top = t.game.top_of_command(t.horde)

    made = {(s.object.name, s.ability.label) for s in mana.sources(t.game, t.horde)}
    assert made == {(SPAWN, "")}  # by H5.1
    made = {(s.object.name, s.ability.label) for s in mana.sources(t.game, t.horde, (), mana.paid_for(t.game, top))}
    assert made == {(SPAWN, "Feed")}


def test_h10_2_mana_that_floats_pays_for_no_dreadnought():
    t = table(8, command=["Hand of Emrakul"])
    t.to("first main")
    t.horde.pool = {"B": 5}

    assert not t.game.can_cast(t.horde, t.game.top_of_command(t.horde), None)


def test_h10_2_a_tax_is_not_paid_by_sacrificing():
    t = table(2, board=["Exultant Cultist"], survivor_board=["Levy"], library_top=[])

    t.to("combat damage")
    assert spawn_left(t) == 2 and t.survivor.life == 18


def test_h10_2_a_created_spawn_is_one_returned():
    t = table(graveyard=[SPAWN] * 2, library_top=["Skittering Invasion"])

    t.to("beginning of combat")
    assert spawn_left(t) == 2 and not t.events("create")


# ------------------------------------------------------------ H10.3: Coax


def test_h10_3_coax_costs_three_spawn_and_its_text_is_ignored():
    t = table(5, command=[COAX, "Hand of Emrakul"], exile=["Ulamog's Crusher"])

    t.to("beginning of combat")
    assert spawn_left(t) == 2 and t.names("exile") == ["Ulamog's Crusher"]
    assert command(t) == ["Hand of Emrakul"]


# ------------------------------------------------------------ H10.4: when and how


@pytest.mark.parametrize(
    ("name", "cost"),
    [
        ("Abundant Maw", 8), ("Artisan of Kozilek", 9), ("Distended Mindbender", 8), ("Drownyard Behemoth", 9),
        ("Elder Deep-Fiend", 8), ("Hand of Emrakul", 9), ("It of the Horrid Swarm", 8), ("Lashweed Lurker", 8),
        ("Mockery of Nature", 9), ("Ulamog's Crusher", 8), ("Wretched Gryff", 7),
    ],
)  # fmt: skip
def test_h10_4_exactly_as_many_spawn_as_it_costs(name: str, cost: int):
    short = table(cost - 1, command=[name], library_top=[])
    short.to("end")
    assert command(short) == [name] and spawn_left(short) == cost - 1

    t = table(cost + 2, command=[name], library_top=[])
    t.to("first main").until(lambda game: bool(t.horde_cast))
    assert t.horde_cast == [name] and spawn_left(t) == 2


def test_h10_4_again_with_the_next_card():
    t = table(3 + 8 + 7, command=[COAX, "Ulamog's Crusher", "Wretched Gryff", "Hand of Emrakul"], library_top=[])

    t.to("beginning of combat")
    assert t.horde_cast == [COAX, "Ulamog's Crusher", "Wretched Gryff"] and spawn_left(t) == 0


def test_h10_4_before_each_reveal():
    t = table(2, command=[COAX, "Hand of Emrakul"], library_top=[SPAWN, SPAWN, "Eldrazi Horror", SPAWN])

    t.to("beginning of combat")
    assert t.horde_cast == [SPAWN, COAX, SPAWN, "Eldrazi Horror"]


def test_h10_4_in_the_second_main_phase_too():
    t = table(3, board=["Exultant Cultist"], command=[COAX], survivor_board=["Bear"], library_top=[])
    t.skip_to("beginning of combat")

    t.to("end")
    assert t.cast_by(t.horde, "second main") == [COAX]


def test_h10_4_not_in_the_upkeep_or_the_survivors_turn_without_flash():
    t = table(8, command=["Ulamog's Crusher"], turn="survivor")

    t.until(lambda game: game.active is t.horde and game.step == "draw")
    assert t.horde_cast == []


@pytest.mark.parametrize(("name", "cost"), [("Elder Deep-Fiend", 8), ("Drownyard Behemoth", 9)])
def test_h10_4_flash_whenever_the_horde_has_priority(name: str, cost: int):
    t = table(cost, command=[name], turn="survivor")

    t.to("draw")
    assert t.cast_by(t.horde, "upkeep") == [name]


def test_h10_4_a_cultist_that_dies_in_combat_makes_one_castable():
    t = table(7, board=["Exultant Cultist"], command=["Elder Deep-Fiend"], survivor_board=["Bear"], library_top=[SPAWN])
    t.skip_to("beginning of combat")
    t.answer("blockers", [0])

    t.to("second main")
    assert t.cast_by(t.horde, "combat damage") == [SPAWN, "Elder Deep-Fiend"]
    assert spawn_left(t) == 0


def test_h10_4_the_mana_cost_comes_before_emerge():
    t = table(7, board=["Exultant Cultist"], command=["Wretched Gryff"], library_top=[])

    t.to("beginning of combat")
    assert spawn_left(t) == 0 and "Exultant Cultist" in t.names("battlefield")


def test_h10_4_emerge_takes_the_creature_that_needs_the_fewest_spawn():
    t = table(
        6, board=["Dread Drone", "Exultant Cultist", "Emrakul's Hatcher"], command=["Abundant Maw"], library_top=[]
    )

    t.to("beginning of combat")
    assert spawn_left(t) == 4 and "Dread Drone" in t.names("graveyard")


def test_h10_4_then_the_least_by_the_golden_rule():
    def sacrificed(seed: int) -> int:
        t = table(3, command=["Abundant Maw"], library_top=[], seed=seed)
        weak, strong = t.put("Dread Drone"), t.put("Dread Drone")
        strong.counters["+1/+1"] = 1
        t.game.version += 1
        t.to("beginning of combat")
        return 1 if weak.became is not None and strong.zone == "battlefield" else 2

    assert outcomes(sacrificed, 10) == {1}


def test_h10_4_equal_creatures_are_taken_at_random():
    def sacrificed(seed: int) -> int:
        t = table(2, command=["Abundant Maw"], library_top=[], seed=seed)
        drones = [t.put("Dread Drone"), t.put("Dread Drone")]
        t.to("beginning of combat")
        return next(i for i, o in enumerate(drones) if o.became is not None)

    assert outcomes(sacrificed, 20) == {0, 1}


def test_h10_4_every_cast_names_the_directive():
    t = table(3, command=[COAX], library_top=[])

    t.to("beginning of combat")
    assert [reason for _, reason in t.chosen("priority")] == ["H10.4 Dreadnoughts rise"]


def test_h10_4_without_the_directive_nothing_is_cast_and_the_reveals_go_on():
    t = table(9, command=[COAX], directives=())

    t.to("beginning of combat")
    assert t.horde_cast == ["Eldrazi Horror"] * 3 and command(t) == [COAX]


# ------------------------------------------------------------ H10.5: emerge


@pytest.mark.parametrize("name", COLOURS_PAID)
def test_h10_5_through_which_creatures_of_the_vanguard(name: str):
    found: dict[str, int] = {}
    for creature in VANGUARD:
        for spawn in range(7):
            t = table(spawn, board=[creature], command=[name], library_top=[])
            t.to("first main").until(lambda game, t=t: bool(t.horde_cast) or game.step != "first main")
            if t.horde_cast:
                found[creature] = spawn
                break
    if found.get(SPAWN) is not None:
        del found[SPAWN]  # seven Spawn in all pay for the Gryff
    assert found == COLOURS_PAID[name]


def test_h10_5_token_cards_have_no_mana_cost_and_save_nothing():
    t = table(6, board=["Eldrazi Horror"], command=["Wretched Gryff"], library_top=[])

    t.to("end")
    assert command(t) == ["Wretched Gryff"]


def test_h10_5_a_survivor_s_emerge_is_as_printed():
    t = table(turn="survivor", survivor_board=["Dread Drone", "Swamp", "Swamp"], survivor_hand=["Abundant Maw"])
    t.plan("cast Abundant Maw emerge")

    t.to("end")
    assert "Abundant Maw" in t.names("battlefield", t.survivor)  # {6}{B} less 5: {1}{B}
    assert [o.tapped for o in t.game.battlefield if o.name == "Swamp"] == [True, True]


# ------------------------------------------------------------ H10.6: It of the Horrid Swarm


@pytest.mark.parametrize("horrors", [0, 1, 2, 3])
def test_h10_6_horrors_as_far_as_there_are_spawn_for_the_rest(horrors: int):
    t = table(8, command=["It of the Horrid Swarm"], graveyard=["Eldrazi Horror"] * horrors, library_top=[])

    t.to("beginning of combat")
    assert t.names("battlefield").count("Eldrazi Horror") == min(2, horrors)
    assert spawn_left(t) == 2 - min(2, horrors)


# ------------------------------------------------------------ H10.7: errata, targets, cast triggers


def test_h10_7_corpsehatch_destroys_black_creatures_too():
    t = table(survivor_board=["Dread Drone"], library_top=["Corpsehatch"])

    t.to("beginning of combat")
    assert t.names("graveyard", t.survivor) == ["Dread Drone"]


def test_h10_7_hand_of_emrakul_has_no_alternative_cost():
    t = table(8, command=["Hand of Emrakul"], library_top=[])

    t.to("end")
    assert command(t) == ["Hand of Emrakul"]


TARGETS = {
    "Scour from Existence": "Grand Vial", "Mockery of Nature": "Grand Vial", "Lashweed Lurker": "Grand Vial",
}  # fmt: skip


@pytest.mark.parametrize("name", TARGETS)
def test_h10_7_targets_have_the_highest_mana_value(name: str):
    board = ["Ogre", "Bear", "Vial", "Grand Vial", "Swamp"]
    if name == "Scour from Existence":
        t = table(survivor_board=board, library_top=[name])
    else:
        t = table(9, command=[name], survivor_board=board, library_top=[])

    t.to("beginning of combat")
    left = t.names("battlefield", t.survivor)
    assert set(board) - set(left) == {TARGETS[name]}


def test_h10_7_elder_deep_fiend_taps_what_is_untapped():
    t = table(8, command=["Elder Deep-Fiend"], library_top=[])
    for name in ("Ogre", "Second Ogre", "Vial", "Swamp", "Grand Vial"):
        t.put(name, t.survivor, tapped=name == "Grand Vial")

    t.to("beginning of combat")
    assert all(o.tapped for o in t.game.battlefield if o.controller is t.survivor)
    assert not any(o.tapped for o in t.game.battlefield if o.controller is t.horde)


def test_h10_7_cast_triggers_resolve_before_the_creature():
    t = table(8, command=["Abundant Maw"], library_top=[])

    t.until(lambda game: t.survivor.life == 17)
    assert t.on_stack()[0].startswith("Abundant") and "Abundant Maw" not in t.names("battlefield")


# ------------------------------------------------------------ H10.8: Distended Mindbender


def test_h10_8_the_highest_mana_value_within_each_range():
    t = table(8, command=["Distended Mindbender"], survivor_hand=["Bear", "Vial", "Levy", "Ogre", "Old Hulk", "Swamp"],
              library_top=[])  # fmt: skip

    t.to("beginning of combat")
    graveyard = set(t.names("graveyard", t.survivor))
    assert "Old Hulk" in graveyard and len(graveyard) == 2 and graveyard & {"Bear", "Vial"}


def test_h10_8_ties_are_random():
    def taken(seed: int) -> str:
        t = table(8, command=["Distended Mindbender"], survivor_hand=["Ogre", "Second Ogre"], library_top=[], seed=seed)
        t.to("beginning of combat")
        return t.names("graveyard", t.survivor)[0]

    assert outcomes(taken, 20) == {"Ogre", "Second Ogre"}


# ------------------------------------------------------------ H10.9: draws


def test_h10_9_the_cultist_draws_and_casts_at_once():
    t = table(board=["Exultant Cultist"], library_top=["Eldrazi Horror"], turn="survivor")
    t.to("first main")
    t.cast("Ember")

    assert t.horde_cast == ["Eldrazi Horror"]


def test_h10_9_life_gained_draws_and_casts_at_once():
    t = table(library_top=["Essence Feed", "Eldrazi Horror"])

    t.to("beginning of combat")
    assert t.horde_cast == ["Essence Feed", "Eldrazi Horror"] and t.survivor.life == 17


# ------------------------------------------------------------ H7.2: Hunting of Spawn


def hunts(t: Table) -> list[GameObject]:
    own = [o for o in t.game.battlefield if o.controller is t.survivor]
    return [o for o in own if "Spawn-Hunting" in t.game.characteristics(o).keywords]


@pytest.mark.parametrize("stage", ["assault", "surge", "epilogue"])
def test_h7_2_against_eldrazi_all_survivor_creatures_hunt_spawn_all_game_long(stage: str):
    t = table(1, board=["Eldrazi Horror"], survivor_board=["Bear", "Snarespinner"], stage=stage, turn="survivor")
    assert len(hunts(t)) == 2


def test_h7_2_only_spawn_can_be_targeted():
    t = table(1, board=["Eldrazi Horror"], survivor_board=["Bear"], turn="survivor")
    t.plan("activate Bear ability")

    t.to("end")
    assert spawn_left(t) == 0 and "Eldrazi Horror" in t.names("battlefield")


def test_h7_2_no_such_hunting_against_others():
    t = Table(SCRIPTS, survivor_board=["Bear"], turn="survivor")
    assert hunts(t) == []


def test_h7_2_the_autopilot_hunts_spawn_that_cannot_hurt_it():
    game = dealt(2)
    game.recorder = record = Record()
    game.run()

    hunted = [e.object.name for e, _ in record.events if e.kind == "target" and e.object and e.player is game.survivor]
    assert hunted.count(SPAWN) > 5
