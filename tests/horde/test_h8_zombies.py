"""H8: the Zombies, with their errata and directives."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from horde_table import Table, library, outcomes

from hordemtg.cli import main
from hordemtg.play.setup import GameSpec, lay_table
from hordemtg.rules.objects import GameObject

SCRIPTS = """
card "Jolt"
  cost {B}
  type instant
  each opponent loses 1 life

card "Leak"
  cost {B}
  type instant
  counter target spell unless its controller pays {2}

card "Toll"
  cost {B}
  type enchantment
  creatures can't attack you unless their controller pays {2} for each creature attacking you
"""

PLAIN = ["Zombie"] * 9


def tapped(t: Table) -> list[str]:
    return sorted(o.name for o in t.game.battlefield if o.tapped and o.controller is t.horde)


def exiled(t: Table) -> list[str]:
    return sorted(t.names("exile"))


# ------------------------------------------------------------ H8.1: the errata


def faded(graveyard: list[str], **words) -> bool:
    t = Table(board=["Graf Harvest"], graveyard=graveyard, library_top=["Zombie"] * 30, directives=(), **words)
    t.to("draw")
    return "Graf Harvest" in t.names("graveyard")


def test_h8_1_graf_harvest_is_sacrificed_with_an_empty_graveyard():
    assert faded([])


def test_h8_1_it_is_sacrificed_without_a_token_creature_card():
    assert faded(["Diregraf Captain"])


def test_h8_1_it_is_sacrificed_without_a_nontoken_creature_card():
    assert faded(["Zombie", "Smallpox"])


def test_h8_1_it_stays_with_both():
    assert not faded(["Zombie", "Diregraf Captain"])


def test_h8_1_any_token_creature_will_do():
    assert not faded(["Zombie Giant", "Diregraf Captain"])


def test_h8_1_in_the_upkeep_of_the_horde_only():
    t = Table(board=["Graf Harvest"], library_top=["Zombie"] * 30, turn="survivor")

    t.to("end")
    assert t.names("battlefield") == ["Graf Harvest"]

    t.to("upkeep").to("draw")
    assert t.names("battlefield") == []
    assert [e.verb for e in t.events("move") if e.object and e.object.name == "Graf Harvest"] == ["sacrifice"]


def test_h8_1_the_switch_asks_for_a_zombie_that_it_could_return():
    switch = {"errata": ["Graf Harvest fades without Zombies"]}

    assert faded(["Zombie Giant", "Diregraf Captain"], **switch)
    assert not faded(["Zombie", "Diregraf Captain"], **switch)
    assert faded(["Zombie"], **switch)


def test_h8_1_a_survivors_copy_has_no_errata():
    t = Table(survivor_board=["Graf Harvest"], library_top=["Zombie"] * 30, turn="survivor")

    t.turns()

    assert t.names("battlefield", t.survivor) == ["Graf Harvest"]


# ------------------------------------------------------------ H8.1: the directive


def harvest(board: list[str], graveyard: list[str], seed: int = 1, top: str = "Rancid Rats", **words) -> Table:
    """A turn of the Horde with Graf Harvest on the battlefield, up to combat."""
    words.setdefault("library_top", [top, *["Zombie"] * 30])
    t = Table(SCRIPTS, board=["Graf Harvest", *board], graveyard=graveyard, seed=seed, **words)
    return t.to("beginning of combat")


def raised(t: Table) -> int:
    return len(t.events("move", "H4.2"))


def test_h8_1_it_is_activated_when_nontoken_creatures_can_pay():
    t = harvest(["Diregraf Captain", "Cursed Minotaur"], ["Zombie", "Blighted Bat"])

    assert raised(t) == 1
    assert exiled(t) == ["Blighted Bat"]
    assert "Zombie" in t.names("battlefield")


def test_h8_1_the_directive_is_the_reason():
    t = harvest(["Diregraf Captain", "Cursed Minotaur"], ["Zombie", "Blighted Bat"])

    assert t.chosen("priority") == [(["activate Graf Harvest Raise"], "H8.1 Graf Harvest works")]


def test_h8_1_never_with_mana_of_token_creatures():
    t = harvest(["Zombie", "Zombie", "Zombie Giant"], ["Zombie", "Blighted Bat"])

    assert raised(t) == 0
    assert tapped(t) == []


def test_h8_1_token_creatures_stay_untapped_when_others_pay():
    t = harvest(["Zombie Giant", "Zombie", "Gavony Unhallowed"], ["Zombie", "Blighted Bat"])

    assert tapped(t) == ["Gavony Unhallowed"]


def test_h8_1_it_taps_what_makes_the_least_excess():
    t = harvest(["Noosegraf Mob", "Gavony Unhallowed"], ["Zombie", "Blighted Bat"], top="Zombie")

    assert tapped(t) == ["Gavony Unhallowed"]


def test_h8_1_it_goes_on_as_long_as_it_can_be_paid():
    t = harvest(["Gavony Unhallowed", "Rottenheart Ghoul", "Cursed Minotaur"], ["Zombie"] * 4 + ["Blighted Bat"] * 4)

    # Four and four; the Minotaur with the Rats of this turn makes five for a third.
    assert raised(t) == 3
    assert exiled(t) == ["Blighted Bat"] * 3


def test_h8_1_it_stops_when_no_zombie_is_left():
    t = harvest(["Gavony Unhallowed", "Rottenheart Ghoul"], ["Zombie"] + ["Blighted Bat"] * 4)

    assert raised(t) == 1


def test_h8_1_it_stops_when_no_nontoken_creature_card_is_left():
    t = harvest(["Gavony Unhallowed", "Rottenheart Ghoul"], ["Zombie"] * 4 + ["Blighted Bat"])

    assert raised(t) == 1
    assert exiled(t) == ["Blighted Bat"]


def test_h8_1_a_zombie_giant_is_no_zombie_to_return():
    t = harvest(["Gavony Unhallowed"], ["Zombie Giant", "Blighted Bat"])

    assert t.events("activate") == []
    assert exiled(t) == []


def test_h8_1_it_exiles_nontokens_only():
    t = harvest(["Gavony Unhallowed", "Rottenheart Ghoul"], ["Zombie"] * 3 + ["Zombie Giant", "Noosegraf Mob"])

    assert exiled(t) == ["Noosegraf Mob"]


def test_h8_1_it_exiles_the_least_mana_value_first():
    t = harvest(
        ["Gavony Unhallowed", "Rottenheart Ghoul"], ["Zombie"] * 3 + ["Noosegraf Mob", "Blighted Bat", "Miasmic Mummy"]
    )

    assert [name for names, _ in t.chosen("objects") for name in names] == ["Miasmic Mummy", "Blighted Bat"]
    assert t.chosen("objects")[0][1] == "H8.1 Graf Harvest works; the least mana value: 1 of 3"


def test_h8_1_ties_at_random():
    found = outcomes(
        lambda seed: tuple(
            exiled(harvest(["Gavony Unhallowed"], ["Zombie", "Blighted Bat", "Crow of Dark Tidings"], seed))
        )
    )

    assert found == {("Blighted Bat",), ("Crow of Dark Tidings",)}


def test_h8_1_in_the_first_main_phase_after_the_reveals_before_combat():
    t = harvest(
        ["Gavony Unhallowed"], ["Zombie", "Blighted Bat"], library_top=["Zombie", "Zombie", "Rancid Rats", "Zombie"]
    )

    kinds = [(e.kind, s) for e, s in t.record.events if e.kind in ("cast", "activate")]
    assert kinds == [("cast", "first main")] * 3 + [("activate", "first main")]


def test_h8_1_creatures_of_this_turn_help_to_pay():
    t = harvest(["Cursed Minotaur"], ["Zombie", "Blighted Bat"])

    assert tapped(t) == ["Cursed Minotaur", "Rancid Rats"]


def test_h8_1_who_has_paid_does_not_attack():
    t = harvest(["Gavony Unhallowed"], ["Zombie", "Blighted Bat"]).to("declare attackers")

    assert t.attackers() == ["Rancid Rats", "Zombie"]


def test_h8_1_a_graf_harvest_of_this_turn_works_at_once():
    t = Table(board=["Gavony Unhallowed"], graveyard=["Zombie", "Blighted Bat"], library_top=["Graf Harvest", *PLAIN])

    t.to("beginning of combat")

    assert raised(t) == 1


def test_h8_1_not_in_the_second_main_phase():
    t = Table(board=["Graf Harvest"], graveyard=["Zombie", "Blighted Bat"], library_top=["Smallpox", *PLAIN])
    t.to("beginning of combat")
    t.put("Gavony Unhallowed", tapped=True)
    t.to("second main")
    for o in t.game.battlefield:
        o.tapped = False

    t.to("end")

    assert t.events("activate") == []


def test_h8_1_the_other_time_is_the_upkeep():
    t = harvest(["Gavony Unhallowed"], ["Zombie", "Blighted Bat"], directives=["Graf Harvest works in the upkeep"])

    assert [s for e, s in t.record.events if e.kind == "activate"] == ["upkeep"]


def test_h8_1_a_tax_after_it_is_paid_by_any_creature():
    t = harvest(["Gavony Unhallowed", "Zombie", "Zombie"], ["Zombie", "Blighted Bat"], survivor_board=["Toll"])

    t.to("declare attackers")

    assert len(t.attackers()) >= 2


def test_h8_1_zombies_have_menace():
    t = Table(board=["Graf Harvest", "Zombie"], library_top=PLAIN)

    assert t.game.has(t.game.battlefield[1], "menace")


# ------------------------------------------------------------ H8.2


def counters(t: Table) -> int:
    return next(o for o in t.game.battlefield if o.name == "Noosegraf Mob").counters.get("+1/+1", 0)


def mob(**words) -> Table:
    words.setdefault("library_top", PLAIN)
    return Table(SCRIPTS, board=["Noosegraf Mob"], **words)


def test_h8_2_noosegraf_mob_enters_with_five_counters():
    t = Table(library_top=["Noosegraf Mob", *PLAIN]).to("beginning of combat")

    assert counters(t) == 5


def test_h8_2_a_nontoken_spell_of_a_survivor_takes_a_counter_and_returns_a_zombie():
    t = mob(graveyard=["Zombie"], turn="survivor").skip_to("first main")

    t.cast("Jolt")

    assert counters(t) == 4
    assert t.names("battlefield") == ["Noosegraf Mob", "Zombie"]


def test_h8_2_a_nontoken_spell_of_the_horde_does_as_well():
    t = mob(graveyard=["Zombie"], library_top=["Graf Harvest", *PLAIN]).to("beginning of combat")

    assert counters(t) == 4


def test_h8_2_a_token_spell_does_not():
    t = mob(graveyard=["Diregraf Captain"]).to("beginning of combat")

    assert t.horde_cast == ["Zombie"] * 3
    assert counters(t) == 5


def test_h8_2_with_no_zombie_in_the_graveyard_the_counter_is_still_removed():
    t = mob(turn="survivor").skip_to("first main")

    t.cast("Jolt")

    assert counters(t) == 4
    assert t.names("battlefield") == ["Noosegraf Mob"]


def test_h8_2_without_counters_it_is_put_into_the_graveyard():
    t = mob(turn="survivor").skip_to("first main")

    for _ in range(5):
        t.cast("Jolt")

    assert "Noosegraf Mob" in t.names("graveyard")


# ------------------------------------------------------------ H8.3


def with_graveyard(name: str, count: int) -> tuple[Table, GameObject]:
    t = Table(board=[name], graveyard=["Zombie"] * count, library_top=["Zombie"] * 30)
    return t, t.game.battlefield[0]


def test_h8_3_thraben_foulbloods_have_threshold_with_seven_cards():
    t, o = with_graveyard("Thraben Foulbloods", 7)
    c = t.game.characteristics(o)

    assert (c.power, c.toughness, "menace" in c.keywords) == (4, 3, True)


def test_h8_3_thraben_foulbloods_do_not_with_six():
    t, o = with_graveyard("Thraben Foulbloods", 6)
    c = t.game.characteristics(o)

    assert (c.power, c.toughness, "menace" in c.keywords) == (3, 2, False)


def test_h8_3_hound_of_the_farbogs_has_menace_with_seven_cards_and_not_with_six():
    t, o = with_graveyard("Hound of the Farbogs", 7)
    assert (t.game.characteristics(o).power, t.game.has(o, "menace")) == (5, True)

    t, o = with_graveyard("Hound of the Farbogs", 6)
    assert not t.game.has(o, "menace")


def test_h8_3_four_card_types_do_not_matter():
    for name in ("Thraben Foulbloods", "Hound of the Farbogs"):
        t = Table(board=[name], graveyard=["Smallpox", "Graf Harvest", "Zombie"], library_top=PLAIN)
        t.game.add_card(t.horde, t.library.card("Bite Down"), "graveyard")

        assert not t.game.has(t.game.battlefield[0], "menace")


# ------------------------------------------------------------ H8.4


def test_h8_4_miasmic_mummy_makes_the_survivor_discard():
    t = Table(library_top=["Miasmic Mummy", *PLAIN], survivor_hand=["Bite Down"]).to("beginning of combat")

    assert t.names("graveyard", t.survivor) == ["Bite Down"]


def test_h8_4_and_spares_the_horde():
    t = Table(library_top=["Miasmic Mummy", *PLAIN], survivor_hand=["Bite Down"]).to("beginning of combat")

    assert t.names("graveyard") == []


# ------------------------------------------------------------ H8.5


def counts(list_name: str) -> dict[str, int]:
    table = lay_table(library(), GameSpec("zombies", list_name=list_name))
    return {name: count for count, name in table.main.cards}


def test_h8_5_the_default_has_23_zombies_and_2_giants():
    found = counts("")

    assert (found["Zombie"], found["Zombie Giant"], sum(found.values())) == (23, 2, 50)


def test_h8_5_the_other_list_has_21_and_4():
    found = counts("as coded")

    assert (found["Zombie"], found["Zombie Giant"], sum(found.values())) == (21, 4, 50)


def test_h8_5_they_agree_in_all_other_cards():
    one, other = counts("default"), counts("as coded")

    assert {n: c for n, c in one.items() if "Zombie" not in n} == {n: c for n, c in other.items() if "Zombie" not in n}


def test_h8_the_list_of_the_rulebook():
    assert counts("") == {
        "Advanced Stitchwing": 1, "Blighted Bat": 2, "Crow of Dark Tidings": 2, "Cursed Minotaur": 1,
        "Diregraf Captain": 2, "Gavony Unhallowed": 2, "Graf Harvest": 2, "Hound of the Farbogs": 2,
        "Miasmic Mummy": 2, "Noosegraf Mob": 1, "Rancid Rats": 2, "Rottenheart Ghoul": 2, "Smallpox": 2,
        "Stitchwing Skaab": 1, "Thraben Foulbloods": 1, "Zombie Giant": 2, "Zombie": 23,
    }  # fmt: skip


# ------------------------------------------------------------ H8.6


def test_h8_6_the_stitchwings_stay_in_the_graveyard():
    t = Table(
        board=["Noosegraf Mob", "Gavony Unhallowed", "Zombie Giant"],
        graveyard=["Stitchwing Skaab", "Advanced Stitchwing"],
        library_top=["Zombie"] * 30,
    )

    t.turns(4)

    assert t.names("graveyard").count("Stitchwing Skaab") == 1
    assert t.events("activate") == []


def test_h8_6_the_bats_haste_is_not_used():
    t = Table(board=["Blighted Bat", "Zombie Giant"], library_top=["Zombie"] * 30)

    t.turns(2)

    assert t.events("activate") == []


# ---------------------------------------------------------------- H8.1: directives about abilities that keywords bring


ABILITIES = """
card "Riser"
  cost {B}
  type creature Zombie
  stats 1/1
  Rise = {B}: return this card from your graveyard to the battlefield

card "Digger"
  cost {B}
  type creature Zombie
  stats 1/1
  Dig = unearth {B}

card "Blade"
  cost {1}
  type artifact Equipment
  equipped creature gets +1/+1
  Arm = equip {1}

directive "Rises"
  provenance stated
  in each of your main phases: activate Rise of "Riser"

directive "Digs"
  provenance stated
  in each of your main phases: activate Dig of "Digger"

directive "Arms"
  provenance stated
  in each of your main phases: activate Arm of "Blade"
"""


def test_h8_1_a_directive_finds_the_ability_where_it_functions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the graveyard as on the battlefield, and also where it is a keyword that the label stands before."""
    (tmp_path / "own.horde").write_text(ABILITIES, encoding="utf-8")
    (tmp_path / "deck.yaml").write_text(
        "name: risers\nruleset: Limited Horde 2.1\ndirectives: [Rises, Digs, Arms]\n"
        "lists:\n  default:\n    Riser: 15\n    Digger: 15\n    Blade: 10\n    Zombie: 20\n",
        encoding="utf-8",
    )
    assert main(["run", str(tmp_path), "--seed", "1", "--detail", "rules"]) == 0
    told = capsys.readouterr().out
    for name, card, label in (("Rises", "Riser", "Rise"), ("Digs", "Digger", "Dig"), ("Arms", "Blade", "Arm")):
        assert re.search(rf"priority: activate {card}#\d+ {label}.* {name}", told), name
