"""H1: set-up, stages and the end of the game, but for the two proofs of victory (see test_h1_victory)."""

from __future__ import annotations

import pytest
from horde_table import Seat, Table, library

from hordemtg.play.setup import GameSpec, lay_table
from hordemtg.script.diagnostics import ScriptError

SCRIPTS = """
card "Minded"
  cost {1}{B}
  type creature Human
  stats 1/1

card "Uncertain"
  cost {1}{B}
  type sorcery
  you lose the game

card "Triumph"
  cost {1}{B}
  type sorcery
  you win the game

card "Bargain"
  cost {1}{B}
  type sorcery
  as an additional cost to cast this spell, pay 2 life
  each opponent loses 1 life

card "Venomous"
  cost {1}{B}
  type creature Snake
  stats 10/10
  infect

card "Reveler"
  cost {1}{B}
  type sorcery
  each player draws 3 cards

card "Recall"
  cost {1}{B}
  type instant
  put target card from an opponent's graveyard on top of its owner's library

card "Unmake"
  cost {1}{B}
  type instant
  exile target creature

card "Ogre"
  cost {3}{B}
  type creature Ogre
  stats 5/5
  defender
"""


def dealt(**spec: object):
    table = lay_table(library(), GameSpec("zombies", **spec))  # type: ignore[arg-type]
    game = table.deal(1, Seat())
    game.begin()
    return game


# ------------------------------------------------------------ H1.1


def test_h1_1_a_survivor_with_forty_cards_and_twenty_life_against_one_horde():
    game = dealt()

    assert [p.name for p in game.players] == ["Survivor", "Horde"]
    assert game.survivor.life == 20
    assert len(game.survivor.library) + len(game.survivor.hand) == 40
    assert len(game.horde.library) == 50


# ------------------------------------------------------------ H1.2


def test_h1_2_the_four_stages_in_their_order():
    game = dealt()
    game.recorder = None
    seen = [game.stage]

    while not game.over and game.turn < 60:
        game.survivor.life = 20
        game.advance()
        if seen[-1] != game.stage:
            seen.append(game.stage)

    assert seen == ["preparation", "assault", "surge", "epilogue"]


def test_h1_2_an_empty_library_before_the_surge_goes_straight_to_the_epilogue():
    t = Table(board=["Zombie"], stage="assault")

    t.to("draw")

    assert t.game.stage == "epilogue"
    assert [e.text for e in t.events("stage")] == ["epilogue"]


def test_h1_2_an_empty_library_during_preparation_goes_straight_to_the_epilogue_too():
    t = Table(board=["Zombie"], stage="preparation", turn="survivor")

    t.to("upkeep").to("draw")

    assert t.game.stage == "epilogue"


def test_h1_2_stages_never_go_back():
    t = Table(SCRIPTS, board=["Zombie"], graveyard=["Zombie"], stage="epilogue", turn="survivor")
    t.skip_to("first main")

    t.cast("Recall")
    assert t.names("library") == ["Zombie"]
    t.turns(1).to("end")

    assert t.game.stage == "epilogue"


# ------------------------------------------------------------ H1.3


@pytest.mark.parametrize(
    ("difficulty", "turns"), [("nightmare", 2), ("hard", 3), ("normal", 4), ("easy", 5), ("story", 6)]
)
def test_h1_3_the_difficulty_gives_the_turns_before_the_first_of_the_horde(difficulty: str, turns: int):
    game = dealt(difficulty=difficulty)
    players: list[str] = []
    turn = 0

    while len(players) < turns + 3:
        if game.turn != turn:
            turn = game.turn
            players.append(game.active.name)
        game.survivor.life = 20
        game.advance()

    assert players == ["Survivor"] * turns + ["Horde", "Survivor", "Horde"]


def test_h1_3_normal_is_the_difficulty_unless_another_is_named():
    assert dealt().preparation == dealt(difficulty="normal").preparation == 4


@pytest.mark.parametrize(
    ("name", "turns"),
    [
        ("Double Masters", 2),
        ("Kamigawa: Neon Dynasty", 3),
        ("Sealed from Set Boosters", 3),
        ("Dominaria United", 4),
        ("Streets of New Capenna", 5),
        ("Khans of Tarkir", 6),
    ],
)
def test_h1_3_the_set_changes_the_number_of_turns(name: str, turns: int):
    assert dealt(difficulty="normal", set_name=name).preparation == turns


def test_h1_3_the_set_changes_the_number_of_turns_but_never_below_none():
    assert dealt(preparation=1, set_name="Double Masters").preparation == 0


def test_h1_3_an_unknown_set_is_refused_with_the_nearest_name():
    with pytest.raises(ScriptError) as caught:
        dealt(set_name="Dominaria Unite")

    assert caught.value.diagnostics[0].suggestion == "Dominaria United"


def test_h1_3_an_unknown_difficulty_is_refused_with_the_nearest_name():
    with pytest.raises(ScriptError) as caught:
        dealt(difficulty="nightmar")

    assert caught.value.diagnostics[0].suggestion == "nightmare"


def test_h1_3_with_no_preparation_turn_the_horde_begins():
    game = dealt(preparation=0)

    assert game.active is game.horde
    assert game.stage == "assault"


def test_h1_3_fewer_than_none_counts_as_none():
    assert dealt(preparation=-2).preparation == 0


def test_h1_3_a_lone_survivor_skips_the_first_draw():
    game = dealt()
    while game.turn == 1:
        game.advance()
        if game.step == "first main":
            assert len(game.survivor.hand) == 7

    while game.step != "first main":
        game.advance()

    assert game.turn == 2
    assert len(game.survivor.hand) in (7, 8)  # 7 kept; or 8 where no card was played
    assert len(game.survivor.library) == 32


# ------------------------------------------------------------ H1.4


def test_h1_4_the_assault_begins_with_the_first_turn_of_the_horde():
    game = dealt(preparation=2)
    while game.active is game.survivor:
        assert game.stage == "preparation"
        game.advance()

    assert game.stage == "assault"
    assert game.survivor_turns == 2


# ------------------------------------------------------------ H1.5


def surge(library_top: int, graveyard: int, exile: int) -> str:
    t = Table(library_top=["Smallpox"] * library_top, graveyard=["Zombie"] * graveyard, exile=["Zombie"] * exile)
    return t.to("upkeep").game.stage


def test_h1_5_surge_when_graveyard_and_exile_together_exceed_the_library():
    assert surge(4, 3, 2) == "surge"


def test_h1_5_as_many_are_not_enough():
    assert surge(5, 3, 2) == "assault"


def test_h1_5_only_the_graveyard_or_only_the_exile_will_do():
    assert surge(4, 5, 0) == "surge"
    assert surge(4, 0, 5) == "surge"


def test_h1_5_cards_that_survivors_own_in_exile_do_not_count():
    t = Table(SCRIPTS, library_top=["Smallpox"] * 3, graveyard=["Zombie"] * 2, survivor_board=["Minded"] * 4)
    for o in [o for o in t.game.battlefield if o.controller is t.survivor]:
        t.game.move_all([o], "exile", "exile", "701.11")

    assert t.to("upkeep").game.stage == "assault"


def test_h1_5_it_begins_in_the_upkeep_of_the_horde_and_not_before():
    t = Table(library_top=["Smallpox"] * 2, graveyard=["Zombie"] * 9, turn="survivor")

    t.to("end")
    assert t.game.stage == "assault"

    t.to("upkeep")
    assert t.game.active is t.horde
    assert t.game.stage == "surge"


def test_h1_5_it_is_a_turn_based_action_before_any_trigger():
    t = Table(library_top=["Smallpox"] * 2, graveyard=["Zombie"] * 3, board=["Graf Harvest"])

    t.until(lambda game: bool(game.waiting) or bool(game.stack))

    assert t.game.step == "upkeep"
    assert t.game.stage == "surge"


def test_h1_5_once_true_it_stays():
    t = Table(library_top=["Zombie"] * 9, graveyard=["Zombie"] * 2, stage="surge")

    assert t.to("upkeep").game.stage == "surge"


# ------------------------------------------------------------ H1.6


def test_h1_6_the_horde_does_not_lose_for_an_empty_library():
    t = Table(SCRIPTS, board=["Zombie"], stage="epilogue")

    t.skip_to("first main").cast("Reveler")

    assert not t.game.over
    assert t.notes("121.4") == []


def test_h1_6_its_turns_go_on_without_reveals():
    t = Table(board=["Zombie"], stage="epilogue")

    t.to("declare attackers")

    assert t.events("draw") == []
    assert t.attackers() == ["Zombie"]
    t.turns(3)
    assert t.survivor.life == 16


def test_h1_6_a_card_back_in_the_library_is_revealed_as_usual_and_the_stage_stays():
    t = Table(SCRIPTS, board=["Zombie"], graveyard=["Smallpox"], stage="epilogue", turn="survivor", seed=3)
    t.skip_to("first main").cast("Recall")

    t.turns(1).to("beginning of combat")

    assert t.horde_cast == ["Smallpox"]
    assert t.game.stage == "epilogue"


def test_h1_6_victory_needs_the_library_empty_again():
    t = Table(SCRIPTS, board=["Zombie"], graveyard=["Diregraf Captain"], stage="epilogue", turn="survivor")
    t.skip_to("first main").cast("Recall")

    t.cast("Unmake")
    assert t.names("battlefield") == []
    t.game.settle()

    assert not t.game.over


# ------------------------------------------------------------ H1.8


def test_h1_8_a_survivor_without_life_loses():
    t = Table(board=["Zombie"], library_top=["Zombie"] * 9)
    t.survivor.life = 2

    t.turns()

    assert t.game.over
    assert t.game.winner is t.horde


def test_h1_8_a_survivor_who_draws_from_an_empty_library_loses():
    t = Table(library_top=["Smallpox"] * 30, turn="survivor", survivor_library=0)

    t.turns()

    assert t.game.winner is t.horde
    assert "empty library" in t.game.reason


def test_h1_8_a_survivor_with_ten_poison_counters_loses():
    t = Table(SCRIPTS, library_top=["Venomous"])

    t.turns()

    assert t.game.winner is t.horde


def test_h1_8_a_survivor_loses_by_an_effect():
    t = Table(SCRIPTS, library_top=["Zombie"], turn="survivor").skip_to("first main")

    t.cast("Uncertain")

    assert t.game.winner is t.horde


# ------------------------------------------------------------ H1.9


def test_h1_9_the_horde_has_no_life_total():
    t = Table(library_top=["Zombie"] * 30, board=["Zombie"])

    t.game.lose_life(t.horde, 25, None)
    t.game.settle()

    assert not t.game.over
    assert t.horde.life == 20


def test_h1_9_it_cannot_pay_life():
    t = Table(SCRIPTS, library_top=["Bargain", "Zombie"])

    t.to("beginning of combat")

    assert t.names("library") == ["Bargain", "Zombie"]
    assert t.survivor.life == 20


def test_h1_9_poison_counters_on_it_do_nothing():
    t = Table(SCRIPTS, library_top=["Zombie"], turn="survivor").skip_to("first main")

    t.game.give_poison(t.horde, 10, None)
    t.game.settle()

    assert t.horde.poison == 10
    assert not t.game.over


def test_h1_9_an_effect_by_which_a_survivor_wins_does_not_defeat_it():
    t = Table(SCRIPTS, library_top=["Zombie"], turn="survivor").skip_to("first main")

    t.cast("Triumph")

    assert not t.game.over


def test_h1_9_an_effect_by_which_it_loses_does_not_defeat_it():
    t = Table(SCRIPTS, library_top=["Uncertain", "Zombie"])

    t.to("beginning of combat")

    assert t.horde_cast == ["Uncertain"]
    assert not t.game.over


# ------------------------------------------------------------ H1.10


def test_h1_10_the_horde_draws_no_opening_hand():
    game = dealt()

    assert game.horde.hand == []
    assert len(game.survivor.hand) == 7
