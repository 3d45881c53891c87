"""H6: how the Horde chooses, and that it says why."""

from __future__ import annotations

import pytest
from horde_table import Table, outcomes

from hordemtg.rules.choices import Choice

SCRIPTS = """
card "One"
  cost {1}
  type creature Golem
  stats 1/1

card "Two"
  cost {2}
  type creature Golem
  stats 2/2

card "Twin"
  cost {2}
  type creature Golem
  stats 2/2

card "Three"
  cost {3}
  type creature Golem
  stats 3/3

card "Four"
  cost {4}
  type creature Golem
  stats 4/4

card "Seven"
  cost {7}
  type creature Golem
  stats 2/2

card "Widow"
  cost {1}{B}
  type creature Human
  stats 2/2
  when this dies: each opponent loses 1 life

card "Bold"
  cost {4}
  type creature Golem
  stats 4/4
  hexproof

card "Rock"
  cost {4}
  type creature Golem
  stats 3/3
  indestructible

card "Murder"
  cost {1}{B}
  type instant
  destroy target creature

card "Scorch"
  cost {1}{R}
  type sorcery
  this deals 3 damage to target creature

card "Bolt"
  cost {R}
  type sorcery
  this deals 3 damage to any target

card "Forked"
  cost {R}
  type sorcery
  this deals 5 damage divided as you choose among any number of target creatures

card "Split"
  cost {R}
  type sorcery
  this deals 5 damage divided as you choose among any number of target creatures and players

card "Edict"
  cost {B}
  type sorcery
  target opponent sacrifices a creature

card "Elf Elder"
  cost {B}
  type creature Elf
  stats 1/1
  other creatures you control get +1/+1

card "Crossroads"
  cost {B}
  type sorcery
  choose one
    - each opponent loses 1 life
    - each opponent loses 2 life

card "Fork in the Road"
  cost {B}
  type sorcery
  choose one
    - destroy target artifact
    - each opponent loses 2 life

card "Gamble"
  cost {B}
  type sorcery
  flip a coin. if you win the flip, each opponent loses 1 life

card "Blaze"
  cost {B}
  type sorcery
  you may sacrifice a creature

card "Offer"
  cost {B}
  type sorcery
  each opponent loses 1 life. you may draw a card

card "Deal"
  cost {B}
  type sorcery
  you may sacrifice a creature and each opponent loses 2 life

card "Fire Sale"
  cost {B}
  type sorcery
  destroy up to 2 target creatures

card "Lull"
  cost {B}
  type sorcery
  tap up to 2 target creatures

card "Grow"
  cost {B}
  type sorcery
  target creature gets +2/+2 until end of turn

card "Pick"
  cost {B}
  type sorcery
  target player loses 1 life

card "Cull"
  cost {B}
  type sorcery
  destroy a creature an opponent controls

card "Bell"
  cost {B}
  type enchantment
  at the beginning of your upkeep: each opponent loses 1 life

card "Gong"
  cost {B}
  type enchantment
  at the beginning of your upkeep: each opponent loses 2 life

card "Ram"
  cost {3}
  type creature Golem
  stats 6/6
  trample

card "Big"
  cost {3}
  type creature Golem
  stats 5/5
"""


def cast(name: str, seed: int = 1, **words) -> Table:
    """The Horde has cast that spell in its main phase, and it has resolved."""
    t = Table(SCRIPTS, library_top=["Zombie"] * 9, seed=seed, **words)
    t.skip_to("first main").cast(name, t.horde)
    return t


def targets(t: Table) -> list[str]:
    return [name for names, _ in t.chosen("targets") for name in names]


# ------------------------------------------------------------ H6.1


def test_h6_1_harm_goes_to_the_highest_mana_value():
    t = cast("Murder", survivor_board=["Three", "Seven", "Four"])

    assert t.chosen("targets") == [(["Seven"], "H6.1 Harm; the greatest mana value: 1 of 3")]


def test_h6_1_of_the_survivors_not_its_own():
    t = cast("Murder", survivor_board=["One", "Two"], board=["Noosegraf Mob"])

    assert targets(t) == ["Two"]


def test_h6_1_of_the_legal_ones():
    t = cast("Murder", survivor_board=["Bold", "Two", "One"])

    assert targets(t) == ["Two"]


def test_h6_1_ties_at_random():
    found = outcomes(lambda seed: tuple(targets(cast("Murder", seed, survivor_board=["Two", "Twin", "One"]))))

    assert found == {("Two",), ("Twin",)}


def test_h6_1_the_reason_tells_of_chance():
    t = cast("Murder", survivor_board=["Two", "Twin", "One"])

    assert t.chosen("targets")[0][1] == "H6.1 Harm; the greatest mana value: 2 of 3; chance among 2"


def test_h6_1_what_is_not_targeted_goes_by_the_same():
    t = cast("Cull", survivor_board=["Three", "Seven", "Four"])

    assert t.names("graveyard", t.survivor) == ["Seven"]


# ------------------------------------------------------------ H6.2


def test_h6_2_damage_goes_to_the_survivor_if_legal():
    t = cast("Bolt", survivor_board=["Three"], board=["Zombie"])

    assert t.survivor.life == 17


def test_h6_2_otherwise_the_highest_toughness_that_it_can_kill():
    t = cast("Scorch", survivor_board=["One", "Three", "Four", "Two"])

    assert targets(t) == ["Three"]
    assert t.chosen("targets")[0][1].startswith("H6.2 Damage; the greatest toughness that dies of it: 1 of 4")


def test_h6_2_damage_already_there_counts():
    t = Table(SCRIPTS, library_top=["Zombie"] * 9, survivor_board=["Three", "Four"]).skip_to("first main")
    t.game.battlefield[1].damage = 1

    t.cast("Scorch", t.horde)

    assert targets(t) == ["Four"]


def test_h6_2_what_is_indestructible_cannot_be_killed():
    assert targets(cast("Scorch", survivor_board=["Rock", "Two"])) == ["Two"]


def test_h6_2_ties_at_random():
    found = outcomes(lambda seed: tuple(targets(cast("Scorch", seed, survivor_board=["Two", "Twin", "One"]))))

    assert found == {("Two",), ("Twin",)}


def test_h6_2_if_none_can_be_killed_the_one_brought_nearest_to_death():
    t = cast("Scorch", survivor_board=["Big", "Four"])

    assert targets(t) == ["Four"]
    assert t.chosen("targets")[0][1] == "H6.2 Damage; the nearest to death: 1 of 2"


def test_h6_2_a_survivor_who_is_no_legal_target_is_spared_and_not_the_horde_hit_instead():
    t = Table(SCRIPTS, library_top=["Zombie"] * 9, survivor_board=["Three", "Four"], board=["Zombie"])
    options = [t.horde, *t.game.battlefield]
    choice = Choice("targets", t.horde, options, 1, 1, "damage")
    choice.total = 3

    answer = t.pilot.choose(t.game, choice)

    assert [options[i].name for i in answer] == ["Three"]


def died(t: Table) -> list[str]:
    return sorted(t.names("graveyard", t.survivor))


def test_h6_2_divided_damage_kills_the_highest_toughness_first():
    t = cast("Forked", survivor_board=["Four", "Three", "Two"])

    assert died(t) == ["Four"]


def test_h6_2_with_what_remains_as_many_more_as_possible():
    t = cast("Forked", survivor_board=["Three", "Two", "One", "One"])

    assert died(t) == ["One", "One", "Three"]


def test_h6_2_divided_damage_spares_its_own():
    t = cast("Forked", survivor_board=["Two"], board=["Zombie", "Zombie"])

    assert died(t) == ["Two"]
    assert t.names("graveyard") == ["Forked"]


def test_h6_2_divided_damage_that_kills_none_goes_to_the_one_nearest_to_death():
    t = Table(SCRIPTS, library_top=["Zombie"] * 9, survivor_board=["Rock", "Ram"]).skip_to("first main")

    t.cast("Forked", t.horde)

    assert [(o.name, o.damage) for o in t.game.battlefield] == [("Rock", 0), ("Ram", 5)]


def test_h6_2_divided_damage_goes_to_the_survivor_if_legal():
    t = cast("Split", survivor_board=["Two", "One"])

    assert t.survivor.life == 15
    assert died(t) == []


def block(attacker: str, blockers: list[str], seed: int = 1) -> Table:
    t = Table(
        SCRIPTS,
        board=[attacker],
        survivor_board=blockers,
        library_top=["Graf Harvest", "Zombie"],
        seed=seed,
        directives=(),
    )
    t.answer("blockers", list(range(len(blockers))))
    return t.to("second main")


def test_h6_2_combat_damage_among_blockers_kills_the_highest_toughness_first():
    t = block("Zombie Giant", ["Two", "Four", "Three"])

    assert died(t) == ["Four"]
    assert t.chosen("division")[0][1] .startswith("H6.2 Combat damage: the greatest toughness that dies of it")


def test_h6_2_combat_damage_then_as_many_more_as_possible():
    t = block("Zombie Giant", ["Three", "Two", "One", "One"])

    assert died(t) == ["One", "One", "Three"]


def test_h6_2_combat_damage_that_kills_none_goes_to_the_nearest_to_death():
    t = block("Zombie", ["Four", "Three"])

    assert [(o.name, o.damage) for o in t.game.battlefield if o.damage] == [("Three", 2)]


def test_h6_2_combat_damage_ties_at_random():
    found = outcomes(lambda seed: tuple(died(block("Zombie", ["Two", "Twin"], seed))))

    assert found == {("Twin",), ("Two",)}


def test_h6_2_a_trampler_deals_lethal_damage_to_blockers_and_the_rest_to_the_survivor():
    t = block("Ram", ["Two", "One"])

    assert died(t) == ["One", "Two"]
    assert t.survivor.life == 17


# ------------------------------------------------------------ H6.3, the rulebook's examples


def sacrificed(board: list[str]) -> set[str]:
    def play(seed: int) -> str:
        t = Table(SCRIPTS, board=board, library_top=["Zombie"] * 9, turn="survivor", seed=seed).skip_to("first main")
        t.cast("Edict")
        return next(name for name in t.names("graveyard"))

    return outcomes(play, 60)


def test_h6_3_of_a_two_two_and_a_five_five_token_the_two_two():
    assert sacrificed(["Zombie", "Zombie Giant"]) == {"Zombie"}


def test_h6_3_of_a_three_one_flyer_and_a_five_five_either():
    assert sacrificed(["Stitchwing Skaab", "Zombie Giant"]) == {"Stitchwing Skaab", "Zombie Giant"}


def test_h6_3_of_menace_flyer_and_lord_never_the_lord():
    assert sacrificed(["Cursed Minotaur", "Blighted Bat", "Diregraf Captain"]) == {"Cursed Minotaur", "Blighted Bat"}


def test_h6_3_the_reason_is_told():
    t = Table(SCRIPTS, board=["Cursed Minotaur", "Blighted Bat", "Diregraf Captain"], library_top=["Zombie"] * 9)
    t.skip_to("first main").cast("Edict")

    assert t.chosen("objects")[0][1] == "H6.3 Gives up; what outranks no other: 2 of 3; chance among 2"


def test_h6_3_what_benefits_nobody_now_does_not_outrank():
    assert sacrificed(["Elf Elder", "Zombie"]) == {"Zombie"}
    assert sacrificed(["Elf Elder"]) == {"Elf Elder"}


def test_h6_3_an_ability_that_the_other_lacks_makes_it_no_obvious_choice():
    assert sacrificed(["Widow", "Four"]) == {"Widow", "Four"}


def test_h6_3_a_keyword_more_dominates_at_equal_power_and_toughness():
    assert sacrificed(["Three", "Rock"]) == {"Three"}


def test_h6_3_equals_are_chosen_at_random():
    assert sacrificed(["Two", "Twin"]) == {"Two", "Twin"}


# ------------------------------------------------------------ H6.4


def test_h6_4_modes_at_random():
    assert outcomes(lambda seed: cast("Crossroads", seed).survivor.life) == {19, 18}


def test_h6_4_among_those_that_are_possible():
    assert outcomes(lambda seed: cast("Fork in the Road", seed).survivor.life) == {18}


def test_h6_4_coins_at_random():
    found = outcomes(lambda seed: (cast("Gamble", seed).chosen("coin")[0][0][0], cast("Gamble", seed).survivor.life))

    assert found == {("heads", 19), ("heads", 20), ("tails", 19), ("tails", 20)}


# ------------------------------------------------------------ H6.5


def test_h6_5_a_required_harmful_target_of_its_own_is_its_least():
    t = cast("Murder", board=["Zombie Giant", "Zombie"])

    assert targets(t) == ["Zombie"]
    assert t.chosen("targets")[0][1].startswith("H6.5 Harm to its own")


def test_h6_5_damage_as_well():
    t = cast("Scorch", board=["Zombie Giant", "Zombie"])

    assert targets(t) == ["Zombie"]


def test_h6_5_may_is_no_if_only_its_own_side_would_suffer():
    t = cast("Blaze", board=["Zombie", "Zombie"])

    assert t.chosen("yes or no")[0][0] == ["no"]
    assert t.chosen("yes or no")[0][1].startswith("H6.5 Permissions")


def test_h6_5_may_is_yes_for_what_helps():
    assert cast("Offer").chosen("yes or no")[0][0] == ["yes"]


def test_h6_5_may_is_yes_if_the_other_side_suffers_too():
    assert cast("Deal", board=["Zombie", "Zombie"]).survivor.life == 18


def test_h6_5_up_to_as_many_as_help():
    t = cast("Fire Sale", survivor_board=["Two"], board=["Zombie Giant", "Zombie"])

    assert targets(t) == ["Two"]


def test_h6_5_up_to_all_of_them_when_all_help():
    t = cast("Fire Sale", survivor_board=["Two", "Three", "Four"])

    assert targets(t) == ["Four", "Three"]


def test_h6_5_up_to_none_when_none_helps():
    t = cast("Fire Sale", board=["Zombie Giant", "Zombie"])

    assert targets(t) == []
    assert t.names("battlefield") == ["Zombie", "Zombie Giant"]


def test_h6_5_untapped_ones_for_tapping():
    t = Table(SCRIPTS, library_top=["Zombie"] * 9, survivor_board=["Two", "Seven", "Three"]).skip_to("first main")
    t.game.battlefield[1].tapped = True

    t.cast("Lull", t.horde)

    assert targets(t) == ["Three", "Two"]


def test_h6_5_tapped_ones_are_not_worth_a_target():
    t = Table(SCRIPTS, library_top=["Zombie"] * 9, survivor_board=["Two", "Seven"]).skip_to("first main")
    t.game.battlefield[1].tapped = True

    t.cast("Lull", t.horde)

    assert targets(t) == ["Two"]


def test_h6_5_a_beneficial_target_is_the_best():
    t = cast("Grow", board=["Zombie", "Zombie Giant"], survivor_board=["Seven"])

    assert targets(t) == ["Zombie Giant"]
    assert t.chosen("targets")[0][1].startswith("H6.5 Help")


def test_h6_5_a_beneficial_target_else_at_random():
    found = outcomes(lambda seed: tuple(targets(cast("Grow", seed, board=["Stitchwing Skaab", "Zombie Giant"]))))

    assert found == {("Stitchwing Skaab",), ("Zombie Giant",)}


def test_h6_5_a_player_to_be_harmed_is_a_survivor():
    for seed in range(8):
        assert cast("Pick", seed).survivor.life == 19


@pytest.mark.parametrize("board", [["Bell", "Gong"]])
def test_h6_5_its_own_triggers_in_random_order(board: list[str]):
    def order(seed: int) -> tuple[str, ...]:
        t = Table(SCRIPTS, board=board, library_top=["Zombie"] * 9, seed=seed)
        t.to("upkeep").until(lambda game: bool(game.stack))
        return tuple(t.on_stack())

    assert outcomes(order) == {("ability of Bell", "ability of Gong"), ("ability of Gong", "ability of Bell")}
