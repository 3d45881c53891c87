"""H5: mana of the Horde's creatures, and taxes."""

from __future__ import annotations

from horde_table import Table, outcomes

from hordemtg.rules import mana

SCRIPTS = """
card "Moor"
  cost {1}{G}
  type creature Elf
  stats 2/2

card "Three"
  cost {3}
  type creature Golem
  stats 3/3

card "Four"
  cost {4}
  type creature Golem
  stats 3/3

card "Drain"
  cost {1}{B}
  type sorcery
  each opponent loses 1 life

card "Leak"
  cost {B}
  type instant
  counter target spell unless its controller pays {3}

card "Leak Two"
  cost {B}
  type instant
  counter target spell unless its controller pays {2}

card "Leak Blue"
  cost {B}
  type instant
  counter target spell unless its controller pays {U}{U}

card "Leak Both"
  cost {B}
  type instant
  counter target spell unless its controller pays {U}{R}

card "Toll"
  cost {B}
  type enchantment
  creatures can't attack you unless their controller pays {2} for each creature attacking you

card "Small Toll"
  cost {B}
  type enchantment
  creatures can't attack you unless their controller pays {1} for each creature attacking you

card "Rent"
  cost {B}
  type creature Spirit
  stats 6/6
  at the beginning of your upkeep: sacrifice this unless you pay {2}

card "Option"
  cost {B}
  type creature Spirit
  stats 1/1
  when this enters: you may pay {1}. if you do, each opponent loses 5 life

card "Pinger"
  cost {B}
  type creature Spirit
  stats 1/1
  {1}: each opponent loses 1 life

card "Vigilant"
  cost {2}
  type creature Golem
  stats 2/2
  vigilance
"""


def tapped(t: Table) -> list[str]:
    return sorted(o.name for o in t.game.battlefield if o.tapped and o.controller is t.horde)


def taxed(leak: str, board: list[str], seed: int = 1) -> Table:
    """A spell of the Horde that a Survivor taxes."""
    t = Table(
        SCRIPTS, library_top=["Drain", "Zombie"], board=board, survivor_hand=[leak], survivor_board=["Swamp"], seed=seed
    )
    t.plan(f"cast {leak}")
    return t.to("beginning of combat")


# ------------------------------------------------------------ H5.1


def test_h5_1_every_creature_makes_as_much_mana_as_its_mana_value():
    t = Table(SCRIPTS, board=["Noosegraf Mob", "Zombie Giant", "Zombie"], library_top=["Zombie"]).to("upkeep")

    made = {s.object.name: len(s.symbols) for s in mana.sources(t.game, t.horde)}

    assert made == {"Noosegraf Mob": 6, "Zombie Giant": 5, "Zombie": 2}


def test_h5_1_all_of_one_colour_of_its_choice():
    t = Table(SCRIPTS, board=["Zombie"], library_top=["Zombie"]).to("upkeep")

    assert {s.symbols for s in mana.sources(t.game, t.horde)} == {(c, c) for c in "WUBRG"}


def test_h5_1_survivor_creatures_do_not():
    t = Table(SCRIPTS, survivor_board=["Moor"], library_top=["Zombie"]).to("upkeep")

    assert mana.sources(t.game, t.survivor) == []


def test_h5_1_a_creature_that_has_just_come_can_as_well():
    t = Table(SCRIPTS, library_top=["Zombie", "Drain", "Zombie"], survivor_hand=["Leak Two"], survivor_board=["Swamp"])
    t.plan("cast Leak Two", when=lambda game: t.horde_cast == ["Zombie", "Drain"])

    t.to("beginning of combat")

    assert t.survivor.life == 19
    assert tapped(t) == ["Zombie"]


# ------------------------------------------------------------ H5.2


def test_h5_2_it_pays_a_tax_if_it_can():
    t = taxed("Leak", ["Three"])

    assert t.survivor.life == 19
    assert t.chosen("yes or no") == [(["yes"], "H5.2 it pays a tax if it can")]


def test_h5_2_it_does_not_pay_what_it_cannot():
    t = taxed("Leak", ["Zombie"])

    assert t.survivor.life == 20
    assert tapped(t) == []


def test_h5_2_it_keeps_what_it_would_lose():
    t = Table(SCRIPTS, board=["Rent", "Zombie"], library_top=["Zombie"] * 9)

    t.to("draw")

    assert t.names("battlefield") == ["Rent", "Zombie"]
    assert tapped(t) == ["Zombie"]


def test_h5_2_nothing_is_paid_for_what_is_only_offered():
    t = Table(SCRIPTS, board=["Zombie"], library_top=["Option", "Zombie"])

    t.to("beginning of combat")

    assert t.survivor.life == 20
    assert tapped(t) == []


def test_h5_2_no_ability_is_activated_without_a_directive():
    t = Table(SCRIPTS, board=["Zombie", "Pinger"], library_top=["Zombie"] * 9)

    t.turns(2)

    assert t.events("activate") == []


def test_h5_2_nothing_is_kept_back_for_later():
    t = Table(
        SCRIPTS,
        board=["Zombie"],
        library_top=["Drain", "Zombie"],
        survivor_board=["Small Toll", "Swamp"],
        survivor_hand=["Leak Two"],
    )
    t.plan("cast Leak Two")

    t.to("declare attackers")

    assert t.survivor.life == 19
    assert t.attackers() == []


# ------------------------------------------------------------ H5.3


def test_h5_3_the_creatures_with_the_least_excess():
    t = taxed("Leak", ["Zombie Giant", "Four", "Three", "Zombie"])

    assert tapped(t) == ["Three"]
    assert t.chosen("mana")[0][1] == "H5.3 Mana: the least excess mana"


def test_h5_3_two_that_fit_exactly_before_one_that_makes_more():
    t = taxed("Leak", ["Zombie Giant", "Zombie", "Moor"])  # 5, 2 and 2 against 3

    assert tapped(t) == ["Moor", "Zombie"]


def test_h5_3_what_is_least_may_be_more_than_enough():
    t = taxed("Leak", ["Zombie Giant", "Four"])

    assert tapped(t) == ["Four"]


def test_h5_3_ties_at_random():
    assert outcomes(lambda seed: tuple(tapped(taxed("Leak", ["Three", "Cursed Minotaur"], seed)))) == {
        ("Three",), ("Cursed Minotaur",),
    }  # fmt: skip


def test_h5_3_ties_between_sets_at_random_too():
    found = outcomes(lambda seed: tuple(tapped(taxed("Leak", ["Three", "Rancid Rats", "Pinger"], seed))))

    assert found == {("Three",), ("Pinger", "Rancid Rats")}


def test_h5_3_the_colours_of_the_cost_are_among_what_they_make():
    t = taxed("Leak Blue", ["Zombie"])

    assert t.survivor.life == 19
    assert [e.text for e in t.events("mana") if e.player is t.horde] == ["{U}{U}"]


def test_h5_3_one_creature_makes_one_colour():
    assert taxed("Leak Both", ["Zombie Giant"]).survivor.life == 20
    both = taxed("Leak Both", ["Zombie Giant", "Pinger", "Pinger"])
    assert both.survivor.life == 19
    assert tapped(both) == ["Pinger", "Pinger"]


# ------------------------------------------------------------ H5.4


def attack(board: list[str], toll: str = "Toll", seed: int = 1) -> Table:
    t = Table(SCRIPTS, board=board, library_top=["Graf Harvest", "Zombie"], survivor_board=[toll], seed=seed)
    return t.to("declare attackers")


def test_h5_4_those_who_stay_home_pay():
    t = attack(["Zombie", "Zombie"])

    assert t.attackers() == ["Zombie"]
    assert tapped(t) == ["Zombie", "Zombie"]


def test_h5_4_the_declaration_with_the_most_attackers():
    t = attack(["Zombie Giant", "Zombie", "Zombie"])  # the Giant's five pay for two

    assert t.attackers() == ["Zombie", "Zombie"]
    assert t.chosen("attackers")[0][1] == "H5.4 Attackers: the most"


def test_h5_4_one_creature_alone_cannot_pay_for_itself():
    assert attack(["Zombie"]).attackers() == []


def test_h5_4_ties_at_random():
    found = outcomes(lambda seed: tuple(attack(["Zombie", "Moor"], seed=seed).attackers()))

    assert found == {("Moor",), ("Zombie",)}


def test_h5_4_vigilant_attackers_pay_for_themselves():
    assert attack(["Vigilant"]).attackers() == ["Vigilant"]


def test_h5_4_a_large_board_attacks_with_half():
    t = attack(["Zombie"] * 20)

    assert len(t.attackers()) == 10


def test_h5_4_a_large_board_with_giants():
    t = attack(["Zombie"] * 16 + ["Zombie Giant"] * 4, "Toll")

    # The giants and three Zombies stay home: 26 mana for thirteen attackers.
    assert len(t.attackers()) == 13
    assert "Zombie Giant" not in t.attackers()


def test_h5_4_without_a_tax_everything_attacks():
    t = Table(SCRIPTS, board=["Zombie"] * 3, library_top=["Graf Harvest", "Zombie"]).to("declare attackers")

    assert t.attackers() == ["Zombie"] * 3
