"""H1.7: the Horde is defeated with proof, and only with proof."""

from __future__ import annotations

import pytest
from horde_table import Table

SCRIPTS = """
token Palisade
  colors black
  type creature Wall
  stats 0/1
  defender

card "Bear"
  cost {2}
  type creature Bear
  stats 2/2

card "Ox"
  cost {2}
  type creature Ox
  stats 3/5

card "Giant Spider"
  cost {2}
  type creature Spider
  stats 2/4
  reach

card "Pacify"
  cost {B}
  type enchantment Aura
  enchant creature
  enchanted creature can't attack or block

card "Freeze"
  cost {B}
  type enchantment Aura
  enchant creature
  enchanted creature doesn't untap during its controller's untap step

card "Trapper"
  cost {2}
  type creature Human
  stats 1/1
  {B}, {T}: tap target creature

card "Murder"
  cost {B}
  type instant
  destroy target creature

card "Threaten"
  cost {B}
  type sorcery
  gain control of target creature until end of turn

card "Seize"
  cost {B}
  type sorcery
  gain control of target creature

card "Drip"
  cost {B}
  type enchantment
  at the beginning of your upkeep: each opponent loses 1 life

card "Crypt"
  cost {B}
  type enchantment
  at the beginning of your upkeep: return a creature card from your graveyard to the battlefield

card "Revenant"
  cost {B}
  type creature Spirit
  stats 2/2
  at the beginning of your upkeep: return this card from your graveyard to the battlefield

card "Spiteful"
  cost {B}
  type creature Zombie
  stats 2/2
  when this dies: each opponent loses 1 life

card "Grower"
  cost {B}
  type creature Ooze
  stats 1/9
  at the beginning of your upkeep: put a +1/+1 counter on this

card "Gambler"
  cost {B}
  type creature Rogue
  stats 1/1
  at the beginning of your upkeep: flip a coin. if you win the flip, each opponent loses 1 life

card "Idle Gambler"
  cost {B}
  type creature Rogue
  stats 1/1
  at the beginning of your upkeep: flip a coin. if you win the flip, tap this

card "Withering"
  cost {B}
  type creature Elemental
  stats 2/2
  wither

card "Builder"
  cost {B}
  type creature Rogue
  stats 1/1
  defender
  at the beginning of your upkeep: create a Palisade token

card "Verdict"
  cost {B}
  type sorcery
  you win the game
"""


def epilogue(turn: str = "survivor", **words) -> Table:
    return Table(SCRIPTS, stage="epilogue", turn=turn, **words)


def proved(t: Table) -> str:
    """Which proof ended the game, as it stands, or as the Horde's turn begins."""
    t.game.advance()
    t.game.settle()
    if not t.game.over:
        return ""
    assert t.game.winner is t.survivor
    return t.game.reason.split(":")[0]


# ------------------------------------------------------------ when


def test_h1_7_a_library_with_a_card_is_no_defeat():
    t = Table(SCRIPTS, library_top=["Zombie"], turn="survivor", stage="surge")

    assert proved(t) == ""


def test_h1_7_creatures_with_an_empty_library_are_no_defeat():
    assert proved(epilogue(board=["Zombie"])) == ""


def test_h1_7_the_last_creature_dies():
    t = epilogue(board=["Zombie"]).skip_to("first main")

    t.cast("Murder")

    assert t.game.over
    assert t.game.winner is t.survivor
    assert [e.rule for e in t.events("win game")] == ["H1.7"]


def test_h1_7_without_proof_the_game_goes_on():
    t = epilogue(board=["Zombie"], survivor_board=["Bear"]).skip_to("first main")

    t.cast("Verdict")

    assert not t.game.over


# ------------------------------------------------------------ proof A


def test_h1_7_proof_a_with_nothing_left():
    t = epilogue(graveyard=["Zombie", "Diregraf Captain", "Smallpox"])

    assert proved(t) == "proof A"
    assert "library is empty" in t.game.reason


def test_h1_7_proof_a_a_stitchwing_in_the_graveyard_does_not_matter():
    assert proved(epilogue(graveyard=["Stitchwing Skaab", "Advanced Stitchwing"])) == "proof A"


def test_h1_7_proof_a_a_graf_harvest_without_creatures_does_not_matter():
    t = epilogue(board=["Graf Harvest"], graveyard=["Zombie", "Diregraf Captain"])

    assert proved(t) == "proof A"


def test_h1_7_proof_a_a_creature_matters():
    assert proved(epilogue(board=["Blighted Bat"])) == ""


def test_h1_7_proof_a_an_ability_that_returns_creatures_matters():
    assert proved(epilogue(board=["Crypt"], graveyard=["Zombie"])) == ""


def test_h1_7_proof_a_a_card_that_returns_itself_matters():
    assert proved(epilogue(graveyard=["Revenant"])) == ""


def test_h1_7_proof_a_loss_of_life_counts_as_damage():
    assert proved(epilogue(board=["Drip"])) == ""


def test_h1_7_proof_a_what_is_on_the_stack_resolves_first():
    t = epilogue(board=["Spiteful"]).skip_to("first main")
    t.survivor.life = 1

    t.cast("Murder")

    assert t.game.winner is t.horde


def test_h1_7_proof_a_then_it_holds():
    t = epilogue(board=["Spiteful"]).skip_to("first main")

    t.cast("Murder")

    assert t.survivor.life == 19
    assert t.game.winner is t.survivor


def test_h1_7_proof_a_a_creature_that_comes_back_from_a_survivor_matters():
    t = epilogue(board=["Zombie"]).skip_to("first main")

    t.cast("Threaten")

    assert t.names("battlefield", t.survivor) == ["Zombie"]
    assert not t.game.over


def test_h1_7_proof_a_a_creature_that_a_survivor_has_taken_for_good_does_not():
    t = epilogue(board=["Zombie"]).skip_to("first main")

    t.cast("Seize")

    assert t.game.winner is t.survivor


def test_h1_7_proof_a_cards_in_exile_and_other_zones_do_not_matter():
    assert proved(epilogue(exile=["Noosegraf Mob", "Zombie"])) == "proof A"


# ------------------------------------------------------------ proof B


def horde_turn(**words) -> Table:
    return epilogue(turn="horde", **words)


def attach(t: Table, aura: str, to: str) -> Table:
    o = t.put(aura, t.survivor)
    t.game.attach(o, next(x for x in t.game.battlefield if x.name == to))
    return t


def test_h1_7_proof_b_a_creature_that_cannot_attack():
    assert proved(attach(horde_turn(board=["Zombie Giant"]), "Pacify", "Zombie Giant")) == "proof B"


def test_h1_7_proof_b_a_creature_that_does_not_untap():
    t = attach(horde_turn(board=["Zombie Giant"]), "Freeze", "Zombie Giant")
    next(o for o in t.game.battlefield if o.name == "Zombie Giant").tapped = True

    assert proved(t) == "proof B"


def test_h1_7_proof_b_one_that_does_not_untap_but_is_untapped_attacks_once_more():
    t = attach(horde_turn(board=["Zombie Giant"]), "Freeze", "Zombie Giant")

    assert proved(t) == ""
    t.turns(2)
    assert t.survivor.life == 15
    t.game.advance()
    assert t.game.reason.startswith("proof B")


def test_h1_7_proof_b_blockers_that_hold_for_ever():
    t = horde_turn(board=["Zombie", "Zombie"], survivor_board=["Ox", "Ox"])

    assert proved(t) == "proof B"
    assert "hold the line" in t.game.reason


def test_h1_7_proof_b_a_flyer_and_a_blocker_with_reach():
    assert proved(horde_turn(board=["Blighted Bat"], survivor_board=["Giant Spider"])) == "proof B"


def test_h1_7_proof_b_a_repeatable_tapper():
    t = horde_turn(board=["Zombie Giant"], survivor_board=["Trapper", "Swamp"])

    assert proved(t) == "proof B"
    assert "tap" in t.game.reason


def test_h1_7_proof_b_a_random_branch_without_damage():
    assert proved(horde_turn(board=["Idle Gambler"], survivor_board=["Ox"])) == "proof B"


def test_h1_7_proof_b_names_the_policy_and_the_number_of_states():
    t = horde_turn(board=["Zombie"], survivor_board=["Ox"])
    proved(t)

    words = "proof B: hold the line: the same surviving blocks each turn; 2 states, every branch returns without damage"
    assert t.game.reason == words


@pytest.mark.parametrize(
    ("what", "board", "survivor_board"),
    [
        ("more attackers than blockers", ["Zombie", "Zombie"], ["Ox"]),
        ("a blocker that dies of it", ["Zombie Giant"], ["Ox"]),
        ("menace and one blocker", ["Cursed Minotaur"], ["Ox"]),
        ("a flyer and no reach", ["Blighted Bat"], ["Ox"]),
        ("skulk", ["Rancid Rats"], ["Ox"]),
        ("an attacker that grows", ["Grower"], ["Ox"]),
        ("a random branch with damage", ["Gambler"], ["Ox"]),
        ("damage that accumulates", ["Withering"], ["Ox"]),
        ("a tapper without mana", ["Zombie Giant"], ["Trapper"]),
        ("a tapper and two attackers", ["Zombie Giant", "Zombie Giant"], ["Trapper", "Swamp"]),
        ("loss of life each turn", ["Drip", "Zombie"], ["Ox"]),
    ],
)
def test_h1_7_proof_b_is_no_proof_of(what: str, board: list[str], survivor_board: list[str]):
    t = horde_turn(board=board, survivor_board=survivor_board)

    assert proved(t) == "", what
    assert t.game.active is t.horde


def test_h1_7_proof_b_gives_up_beyond_its_budget_of_states():
    t = horde_turn(board=["Builder"], survivor_board=["Ox"])

    assert proved(t) == ""


def test_h1_7_proof_b_does_not_touch_the_game():
    t = horde_turn(board=["Gambler"], survivor_board=["Ox", "Trapper", "Swamp"], survivor_hand=["Murder"])
    before = (t.game.next_id, t.survivor.life, len(t.survivor.library), t.game.chance.clone().below(10**6))

    proved(t)

    after = (t.game.next_id, t.survivor.life, len(t.survivor.library), t.game.chance.clone().below(10**6))
    assert before[1:] == after[1:]


def test_h1_7_proof_b_assumes_that_nobody_loses_for_an_empty_library():
    t = horde_turn(board=["Zombie"], survivor_board=["Ox"], survivor_library=1)

    assert proved(t) == "proof B"


def test_h1_7_proof_b_only_in_the_epilogue():
    t = Table(SCRIPTS, board=["Zombie"], survivor_board=["Ox"], library_top=["Zombie"], stage="surge")

    assert proved(t) == ""


def test_h1_7_proof_b_only_with_an_empty_library():
    t = horde_turn(board=["Zombie"], survivor_board=["Ox"], library_top=["Zombie"])

    assert proved(t) == ""


def test_h1_7_proof_b_does_not_count_on_what_survivors_might_cast():
    t = horde_turn(board=["Zombie"], survivor_board=["Swamp"], survivor_hand=["Murder"])

    assert proved(t) == ""
