"""H4: tokens of the Horde deck are cards."""

from __future__ import annotations

import pytest
from horde_table import Table

SCRIPTS = """
token Wolf
  colors green
  type creature Wolf
  stats 2/2

token Husk
  colors black
  type creature Horror
  stats 3/2

card "Raise Two"
  cost {2}{B}
  type sorcery
  create 2 Zombie tokens

card "Raise Giant"
  cost {2}{B}
  type sorcery
  create a Zombie Giant token

card "Tapped Dead"
  cost {2}{B}
  type sorcery
  create a tapped Zombie token

card "Winged Dead"
  cost {2}{B}
  type sorcery
  create a Zombie token with flying

card "Hasty Dead"
  cost {2}{B}
  type sorcery
  create a Zombie token. it gains first strike until end of turn

card "Charger"
  cost {2}{B}
  type creature Zombie
  stats 3/3
  whenever this attacks: create a tapped attacking Zombie token

card "Call Wolves"
  cost {2}{B}
  type sorcery
  create 2 Wolf tokens

card "Foreign Gift"
  cost {B}
  type sorcery
  target opponent creates a Zombie token

card "Own Dead"
  cost {B}
  type sorcery
  create a Zombie token

card "Refuse"
  cost {B}
  type instant
  counter target spell

card "Refuse Black"
  cost {B}
  type instant
  counter target black spell

card "Doom"
  cost {B}
  type instant
  destroy target creature

card "Doom Card"
  cost {B}
  type instant
  destroy target nontoken creature

card "Banish Small"
  cost {B}
  type instant
  destroy target creature with mana value 2 or less

card "Exhume"
  cost {B}
  type sorcery
  return target creature card from your graveyard to the battlefield

card "Watcher"
  cost {B}
  type enchantment
  whenever a creature enters: you gain 1 life
"""


def to_combat(*args, **words) -> Table:
    return Table(SCRIPTS, *args, **words).to("beginning of combat")


# ------------------------------------------------------------ H4.1


def test_h4_1_they_are_cards_in_all_zones():
    t = Table(SCRIPTS, board=["Zombie"], library_top=["Zombie"], exile=["Zombie"], turn="survivor").skip_to(
        "first main"
    )

    t.cast("Doom")

    assert t.names("graveyard") == ["Zombie"]
    assert t.names("exile") == ["Zombie"]
    assert t.names("library") == ["Zombie"]


def test_h4_1_they_never_cease_to_exist():
    t = Table(SCRIPTS, board=["Zombie"], library_top=["Zombie"] * 20, turn="survivor").skip_to("first main")
    t.cast("Doom")

    t.turns(2)

    assert "Zombie" in t.names("graveyard")
    assert t.notes("704.5d") == []


def test_h4_1_drawn_one_is_cast_as_a_creature_spell():
    t = Table(SCRIPTS, library_top=["Zombie"] * 4)

    t.to("first main").until(lambda game: bool(game.stack))

    spell = t.game.stack[0].object
    assert spell is not None
    assert "creature" in t.game.characteristics(spell).types
    assert spell.card.base.mana_cost.symbols == ()


def test_h4_1_in_its_printed_colour():
    t = Table(SCRIPTS, library_top=["Zombie"] * 4, survivor_hand=["Refuse Black"], survivor_board=["Swamp"])
    t.plan("cast Refuse Black")

    t.to("beginning of combat")

    assert t.names("battlefield") == ["Zombie", "Zombie"]
    assert t.names("graveyard") == ["Zombie"]


def test_h4_1_it_can_be_countered_and_goes_to_the_graveyard():
    t = Table(SCRIPTS, library_top=["Zombie Giant"] * 4, survivor_hand=["Refuse"], survivor_board=["Swamp"])
    t.plan("cast Refuse")

    t.to("beginning of combat")

    assert t.names("graveyard") == ["Zombie Giant"]


def test_h4_1_it_counts_as_a_card():
    t = Table(SCRIPTS, library_top=["Exhume", "Zombie"], graveyard=["Zombie Giant"]).to("beginning of combat")

    assert t.names("battlefield") == ["Zombie Giant"]


def test_h4_1_it_counts_as_a_token():
    t = Table(SCRIPTS, board=["Zombie", "Diregraf Captain"], library_top=["Zombie"], turn="survivor")
    t.skip_to("first main").cast("Doom Card")

    assert t.names("battlefield") == ["Zombie"]


# ------------------------------------------------------------ H4.2


def test_h4_2_creating_returns_that_many_from_the_graveyard():
    t = to_combat(library_top=["Raise Two"] + ["Zombie"] * 9, graveyard=["Zombie", "Zombie", "Zombie"])

    assert t.names("battlefield") == ["Zombie", "Zombie"]
    assert t.names("graveyard") == ["Zombie", "Raise Two"]


def test_h4_2_fewer_there_return_those():
    t = to_combat(library_top=["Raise Two", "Zombie"], graveyard=["Zombie"])

    assert t.names("battlefield") == ["Zombie"]


def test_h4_2_none_there_nothing():
    t = to_combat(library_top=["Raise Two", "Zombie"])

    assert t.names("battlefield") == []


def test_h4_2_only_token_cards_of_that_kind():
    t = to_combat(library_top=["Raise Two", "Zombie"], graveyard=["Zombie Giant", "Diregraf Captain"])

    assert t.names("battlefield") == []


def test_h4_2_the_other_kind_by_its_own_name():
    t = to_combat(library_top=["Raise Giant", "Zombie Giant"], graveyard=["Zombie Giant", "Zombie"])

    assert t.names("battlefield") == ["Zombie Giant"]


def test_h4_2_tapped_applies_to_the_returned_card():
    t = to_combat(library_top=["Tapped Dead", "Zombie"], graveyard=["Zombie"])

    assert [o.tapped for o in t.game.battlefield] == [True]


def test_h4_2_attacking_applies_to_the_returned_card():
    t = Table(SCRIPTS, board=["Charger"], graveyard=["Zombie"], library_top=["Graf Harvest", "Zombie"])

    t.to("declare blockers")

    assert t.attackers() == ["Charger", "Zombie"]


def test_h4_2_abilities_apply_to_the_returned_card():
    t = to_combat(library_top=["Winged Dead", "Zombie"], graveyard=["Zombie"])

    assert t.game.has(t.game.battlefield[0], "flying")


def test_h4_2_what_is_said_of_it_later_applies_too():
    t = to_combat(library_top=["Hasty Dead", "Zombie"], graveyard=["Zombie"])

    assert t.game.has(t.game.battlefield[0], "first strike")


def test_h4_2_nothing_counts_as_created():
    t = to_combat(library_top=["Raise Two", "Zombie"], graveyard=["Zombie"])

    assert t.events("create") == []


def test_h4_2_a_return_does():
    t = Table(SCRIPTS, library_top=["Raise Two", "Zombie"], graveyard=["Zombie"], survivor_board=["Watcher"])

    t.to("beginning of combat")

    assert [e.from_zone for e in t.events("move", "H4.2")] == ["graveyard"]
    assert t.survivor.life == 21


def test_h4_2_only_for_what_the_horde_controls():
    t = Table(SCRIPTS, graveyard=["Zombie"], library_top=["Zombie"], turn="survivor").skip_to("first main")

    t.cast("Foreign Gift")

    assert t.names("graveyard") == ["Zombie"]
    assert [o.token for o in t.game.battlefield] == [True]


def test_h4_2_a_kind_that_the_starting_deck_does_not_hold_is_created():
    t = to_combat(library_top=["Call Wolves", "Zombie"])

    assert t.names("battlefield") == ["Wolf", "Wolf"]
    assert len(t.events("create")) == 1


# ------------------------------------------------------------ H4.3


@pytest.mark.parametrize(("name", "value"), [("Zombie", 2), ("Zombie Giant", 5), ("Husk", 3), ("Goblin", 1)])
def test_h4_3_mana_value_is_the_average_of_power_and_toughness_rounded_up(name: str, value: int):
    t = Table(SCRIPTS, library_top=[name], graveyard=[name], exile=[name], board=[name])
    zones = [t.horde.library[0], t.horde.graveyard[0], t.horde.exile[0], t.game.battlefield[0]]

    assert [t.game.characteristics(o).mana_value for o in zones] == [value] * 4


def test_h4_3_on_the_stack_too():
    t = Table(SCRIPTS, library_top=["Zombie Giant"] * 2)

    t.to("first main").until(lambda game: bool(game.stack))

    assert t.game.stack[0].object is not None
    assert t.game.characteristics(t.game.stack[0].object).mana_value == 5


def test_h4_3_of_the_printed_values():
    t = Table(SCRIPTS, board=["Zombie", "Diregraf Captain"], library_top=["Zombie"])
    zombie = t.game.battlefield[0]

    assert t.game.characteristics(zombie).power == 3
    assert t.game.characteristics(zombie).mana_value == 2


def test_h4_3_effects_see_it():
    t = Table(SCRIPTS, board=["Zombie Giant"], library_top=["Zombie"], turn="survivor").skip_to("first main")
    spell = t.library.card("Banish Small")

    assert not t.game.can_cast(t.survivor, t.game.add_card(t.survivor, spell, "hand"), None, True)


def test_h4_3_it_has_no_mana_cost():
    t = Table(SCRIPTS, library_top=["Zombie"])

    assert not t.game.can_cast(t.horde, t.horde.library[0], None)


# ------------------------------------------------------------ H4.4


def test_h4_4_other_tokens_cease_to_exist():
    t = Table(SCRIPTS, library_top=["Call Wolves", "Zombie"], survivor_hand=["Doom"], survivor_board=["Swamp"])
    t.plan("cast Doom", when="beginning of combat")

    t.to("end")

    assert t.names("battlefield") == ["Wolf"]
    assert "Wolf" not in t.names("graveyard")


def test_h4_4_their_mana_value_is_0():
    t = to_combat(library_top=["Call Wolves", "Zombie"])

    assert [t.game.characteristics(o).mana_value for o in t.game.battlefield] == [0, 0]


def test_h4_4_survivor_tokens_are_ordinary():
    t = Table(SCRIPTS, library_top=["Zombie"], turn="survivor").skip_to("first main")

    t.cast("Own Dead")

    token = t.game.battlefield[0]
    assert (token.token, token.token_card) == (True, False)
    assert t.game.characteristics(token).mana_value == 0
