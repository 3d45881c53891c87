"""H9: the Goblins, with their kluges, errata and directives."""

from __future__ import annotations

import pytest
from horde_table import Table, library, outcomes

from hordemtg.cards.abilities import KeywordAbility
from hordemtg.horde import foresight
from hordemtg.play.autopilot import Autopilot
from hordemtg.rules.compiled import compiled
from hordemtg.rules.objects import GameObject

SCRIPTS = """
card "Slay"
  cost {B}
  type instant
  destroy target creature

card "Rain of Doom"
  cost {B}
  type sorcery
  destroy all creatures

card "Doubt"
  cost {B}
  type sorcery
  destroy a creature an opponent controls

card "Toss"
  cost {B}
  type sorcery
  flip a coin. if you win the flip, destroy all creatures your opponents control

card "Omen"
  cost {B}
  type sorcery
  mill a card. if there is a land card in your graveyard, destroy all creatures your opponents control

card "Spite"
  cost {B}
  type sorcery
  each opponent sacrifices a creature

card "Bind"
  cost {W}
  type instant
  exile target creature

card "Scales"
  cost {3}
  type artifact

card "Ogre"
  cost {2}{R}
  type creature Ogre
  stats 3/3

card "Bear"
  cost {1}{G}
  type creature Bear
  stats 2/2

card "Lancer"
  cost {1}{W}
  type creature Human Knight
  stats 2/2
  first strike

card "Adder"
  cost {1}{G}
  type creature Snake
  stats 1/1
  deathtouch

card "Serpent"
  cost {3}{G}
  type creature Snake
  stats 1/5
  deathtouch

card "Hydra"
  cost {6}{G}
  type creature Hydra
  stats 7/7
"""

IB = "Ib Halfheart, Goblin Tactician"
SIEGE = "Siege-Gang Commander"
KLUGES = ("Goblin Caves", "Goblin Shrine", "Goblin Oriflamme", "Goblin War Drums", "Raid Bombardment")
GOBLINS = ["Goblin"] * 3


def table(board: list[str], **words) -> Table:
    """Goblins on the battlefield; the Horde's library is land that nobody can play, so that it reveals nothing."""
    words.setdefault("library_top", ["Goblin"] * 30)
    return Table(SCRIPTS, board=board, manifest="goblins", **words)


def find(t: Table, name: str) -> GameObject:
    return next(o for o in t.game.battlefield if o.name == name)


# ------------------------------------------------------------ the deck


def test_h9_the_deck_has_fifty_cards():
    (main,) = library().horde("goblins").lists

    assert sum(count for count, _ in main.cards) == 50
    assert {name: count for count, name in main.cards}["Goblin"] == 25


# ------------------------------------------------------------ H9.1: Kluge


@pytest.mark.parametrize("name", KLUGES)
def test_h9_1_the_buffing_enchantments_have_kluge_2(name):
    card = library().playing(library().horde("goblins"))[name]

    assert [a.number for a in card.abilities if isinstance(a, KeywordAbility) and a.name == "Kluge"] == [2]


def test_h9_1_kluge_is_a_keyword_of_the_scripts():
    kluge = library().keywords["Kluge"]

    assert kluge.place.file.endswith("rules.horde")
    assert (kluge.authority.rule, kluge.authority.provenance) == ("H9.1", "reconstructed")


@pytest.mark.parametrize("name", KLUGES)
@pytest.mark.parametrize("way", ["Tools", "Coins", "Scraps"])
def test_h9_1_each_can_be_torn_down_in_each_way(name, way):
    t = table(
        [name],
        graveyard=GOBLINS,
        survivor_board=["Bear", "Bear", *["Swamp"] * 4],
        survivor_hand=["Forest"],
        turn="survivor",
    )
    t.plan(f"activate {name} {way}", when="first main")

    t.to("second main")

    assert t.names("battlefield") == ["Goblin", "Goblin"]
    assert name in t.names("graveyard")


@pytest.mark.parametrize("name", ["Goblin Caves", "Goblin Shrine"])
def test_h9_1_caves_and_shrine_are_no_auras(name):
    card = library().playing(library().horde("goblins"))[name]

    assert (card.types, card.subtypes) == (("enchantment",), ())
    assert library().card(name).subtypes == ("Aura",)


def test_h9_1_caves_and_shrine_buff_every_horde_goblin_without_condition():
    t = table(["Goblin Caves", "Goblin Shrine", "Goblin", "Goblin Chainwhirler"], survivor_board=["Goblin"])

    ours = {o.name: t.game.characteristics(o) for o in t.game.battlefield if o.controller is t.horde}
    theirs = next(t.game.characteristics(o) for o in t.game.battlefield if o.controller is t.survivor)
    assert (ours["Goblin"].power, ours["Goblin"].toughness) == (2, 3)
    assert (ours["Goblin Chainwhirler"].power, ours["Goblin Chainwhirler"].toughness) == (4, 5)
    assert (theirs.power, theirs.toughness) == (1, 1)


def test_h9_1_the_shrine_hurts_before_its_goblins_come():
    def torn(seed: int) -> tuple[str, ...]:
        t = table(
            ["Goblin Shrine", "Goblin"],
            graveyard=["Goblin"],
            survivor_board=["Swamp"] * 4,
            turn="survivor",
            seed=seed,
        )
        t.plan("activate Goblin Shrine Coins", when="first main")
        t.to("second main")
        return tuple(t.names("battlefield"))

    assert outcomes(torn, 12) == {("Goblin", "Goblin")}


def test_h9_1_the_order_is_a_directives():
    t = table(["Goblin Shrine"], survivor_board=["Swamp"] * 4, turn="survivor")
    t.plan("activate Goblin Shrine Coins", when="first main")
    t.to("second main")

    assert [reason for _, reason in t.chosen("order")] == [
        "H9.1 Damage before Goblins: damage before new creatures; chance"
    ]


def test_h9_1_without_the_directive_either_order_comes_about():
    def torn(seed: int) -> int:
        t = table(
            ["Goblin Shrine"],
            graveyard=["Goblin"],
            survivor_board=["Swamp"] * 4,
            turn="survivor",
            seed=seed,
            directives=(),
        )
        t.plan("activate Goblin Shrine Coins", when="first main")
        return len(t.to("second main").names("battlefield"))

    assert outcomes(torn, 20) == {0, 1}


# ------------------------------------------------------------ H9.2, H9.3: errata


def test_h9_2_the_marshal_has_no_echo():
    marshal = library().playing(library().horde("goblins"))["Goblin Marshal"]

    assert "echo" not in {getattr(a, "name", "") for a in marshal.abilities}
    assert "echo" in {getattr(a, "name", "") for a in library().card("Goblin Marshal").abilities}


@pytest.mark.parametrize(
    ("name", "label"), [(SIEGE, "Throw"), ("Pashalik Mons", "Muster"), ("Goblin Trashmaster", "Scrap")]
)
def test_h9_3_the_sacrifice_abilities_cost_no_mana(name, label):
    card = compiled(library().playing(library().horde("goblins"))[name])
    (ability,) = (r for r in card.activated if r.label == label)

    assert ability.cost is not None
    assert not ability.cost.mana.symbols
    assert len(ability.cost.parts) == 1


# ------------------------------------------------------------ H9.4 (a): the top of the stack


def respond(board: list[str], spell: str, *targets: str, seed: int = 1, **words) -> Table:
    """The Survivor casts the spell in their first main phase; the turn goes on to the second."""
    words.setdefault("survivor_board", ["Swamp", "Plains"])
    t = table(board, survivor_hand=[spell], turn="survivor", seed=seed, **words)
    t.plan(f"cast {spell}", when="first main")
    for name in targets:
        t.answer("targets", lambda c, name=name: [next(i for i, o in enumerate(c.options) if o.name == name)])
    return t.to("second main")


def thrown(t: Table) -> list[str]:
    """What was sacrificed to an ability, in order."""
    return [e.object.name for e in t.events("move") if e.verb == "sacrifice" and e.rule == "118.1"]


def test_h9_4_a_doomed_goblin_is_thrown_at_the_survivor():
    t = respond([SIEGE, "Goblin Marshal"], "Slay", "Goblin Marshal")

    assert thrown(t) == ["Goblin Marshal"]
    assert t.survivor.life == 18


def test_h9_4_the_directive_is_the_reason():
    t = respond([SIEGE], "Slay", SIEGE)

    assert [reason.split(":")[0] for _, reason in t.chosen("priority")] == ["H9.4 Doomed Goblins are of use"]


def test_h9_4_tokens_are_not_thrown():
    t = respond([SIEGE, "Goblin"], "Slay", "Goblin")

    assert thrown(t) == []


def test_h9_4_exile_is_no_death():
    t = respond([SIEGE], "Bind", SIEGE)

    assert thrown(t) == []


def test_h9_4_one_at_a_time_until_the_commander_itself_goes():
    def rain(seed: int) -> tuple[str, ...]:
        return tuple(thrown(respond([SIEGE, "Volley Veteran"], "Rain of Doom", seed=seed)))

    assert outcomes(rain, 20) == {(SIEGE,), ("Volley Veteran", SIEGE)}


def test_h9_4_between_several_abilities_chance_decides():
    def slain(seed: int) -> tuple[str, ...]:
        t = respond([SIEGE, "Pashalik Mons", "Goblin Marshal"], "Slay", "Goblin Marshal", seed=seed)
        return tuple(e.object.name for e in t.events("activate") if e.player is t.horde)

    assert outcomes(slain, 20) == {(SIEGE,), ("Pashalik Mons",)}


def test_h9_4_trashmaster_only_with_an_artifact_to_destroy():
    without = respond(["Goblin Trashmaster", "Goblin Marshal"], "Slay", "Goblin Marshal")
    with_one = respond(
        ["Goblin Trashmaster", "Goblin Marshal"], "Slay", "Goblin Marshal", survivor_board=["Swamp", "Scales"]
    )

    assert thrown(without) == []
    assert thrown(with_one) == ["Goblin Marshal"]
    assert "Scales" not in with_one.names("battlefield", with_one.survivor)


def test_h9_4_no_ability_no_throw():
    t = respond(["Goblin Marshal", IB], "Slay", "Goblin Marshal")

    assert thrown(t) == []


@pytest.mark.parametrize("spell", ["Doubt", "Toss", "Omen"])
def test_h9_4_what_depends_on_a_choice_or_chance_dooms_nobody(spell):
    t = respond([SIEGE, "Goblin Marshal"], spell)

    assert thrown(t) == []


def test_h9_4_what_the_horde_itself_would_give_up_is_doomed_when_it_is_sure():
    # H6.3: of a token and a Commander it gives up the token; of a Commander alone the Commander
    sure, not_doomed = respond([SIEGE], "Spite"), respond([SIEGE, "Goblin"], "Spite")

    assert thrown(sure) == [SIEGE]
    assert thrown(not_doomed) == []


def test_h9_4_the_pyromancers_own_trigger_dooms():
    t = table(["Goblin Pyromancer", SIEGE], library_top=["Goblin"])
    t.skip_to("second main")
    t.through("end")

    assert SIEGE in thrown(t)
    assert t.survivor.life in (16, 18)


def test_h9_4_without_the_directive_nothing_is_thrown():
    t = respond([SIEGE], "Slay", SIEGE, directives=())

    assert thrown(t) == []


# ------------------------------------------------------------ H9.4 (b): combat damage


def fight(board: list[str], blockers: list[str], attacker: str, seed: int = 1) -> Table:
    """The Survivor's creatures all block the attacker of that name; the combat is over."""
    t = table(board, survivor_board=blockers, seed=seed, library_top=())
    t.game.stage = "assault"
    t.answer("blockers", lambda c: [i for i, b in enumerate(c.options) if b.attacker.name == attacker])
    return t.to("end of combat")


def test_h9_4_a_blocked_goblin_that_would_die_for_nothing_is_thrown():
    t = fight([SIEGE], ["Ogre"], SIEGE)

    assert thrown(t) == [SIEGE]
    assert t.survivor.life == 18


def test_h9_4_one_that_kills_its_blocker_is_not():
    t = fight([SIEGE], ["Bear"], SIEGE)

    assert thrown(t) == []
    assert "Bear" not in t.names("battlefield", t.survivor)


def test_h9_4_one_that_survives_is_not():
    t = fight([SIEGE, "Goblin Chainwhirler"], ["Bear"], "Goblin Chainwhirler")

    assert thrown(t) == []


def test_h9_4_first_strike_is_the_next_combat_damage():
    t = fight([SIEGE], ["Lancer"], SIEGE)

    assert thrown(t) == [SIEGE]
    assert [step for e, step in t.record.events if e.kind == "activate"] == ["declare blockers"]


def test_h9_4_in_the_first_strike_damage_step_the_regular_damage_is():
    t = fight([SIEGE, "Goblin Chainwhirler"], ["Ogre", "Ogre", "Ogre"], "Goblin Chainwhirler")

    assert thrown(t) == ["Goblin Chainwhirler"]
    assert [step for e, step in t.record.events if e.kind == "activate"] == ["first strike damage"]


def test_h9_4_the_hordes_own_division_is_foreseen():
    # 2 damage kills one of two Bears (H6.2), so the Commander kills something; of two Ogres it kills none
    kills, does_not = fight([SIEGE], ["Bear", "Bear"], SIEGE), fight([SIEGE], ["Ogre", "Ogre"], SIEGE)

    assert thrown(kills) == []
    assert thrown(does_not) == [SIEGE]


def test_h9_4_deathtouch_dooms():
    t = fight([SIEGE, "Volley Veteran"], ["Serpent"], "Volley Veteran")

    assert thrown(t) == ["Volley Veteran"]


def test_h9_4_ibs_damage_counts_as_killing():
    kills = fight([IB, SIEGE, "Goblin Chainwhirler"], ["Ogre"], "Goblin Chainwhirler")
    does_not = fight([IB, SIEGE, "Goblin Chainwhirler"], ["Hydra"], "Goblin Chainwhirler")

    assert thrown(kills) == []
    assert "Ogre" not in kills.names("battlefield", kills.survivor)
    assert thrown(does_not) == ["Goblin Chainwhirler"]
    assert does_not.names("battlefield", does_not.survivor) == ["Hydra"]


def test_h9_4_nothing_is_tried_out_when_nothing_could_be_thrown(monkeypatch):
    def refuse(*_: object) -> None:
        raise AssertionError("a copy was made")

    monkeypatch.setattr(foresight, "copy_game", refuse)

    fight(["Goblin", "Goblin Marshal", IB], ["Ogre"], "Goblin Marshal")
    respond([SIEGE, "Goblin"], "Bind", "Goblin", directives=())
    fight([SIEGE], [], SIEGE)


def test_h9_4_looking_ahead_uses_up_no_chance():
    def seen(directives: tuple[str, ...]) -> int:
        t = respond(["Goblin Chainwhirler", SIEGE], "Bind", "Goblin Chainwhirler", directives=directives)
        return t.game.chance.below(10**6)

    assert seen(()) == seen(("Doomed Goblins are of use",))


# ------------------------------------------------------------ H9.5, H9.6


def test_h9_5_the_mode_is_random():
    def seen(seed: int) -> int:
        t = table(["Goblin"], library_top=["You See a Pair of Goblins", *GOBLINS * 9], graveyard=GOBLINS, seed=seed)
        return len(t.to("beginning of combat").names("battlefield"))

    assert outcomes(seen, 20) == {1, 3}


def test_h9_5_the_pump_reaches_what_is_on_the_battlefield():
    def powers(seed: int) -> tuple[int, ...]:
        # in Surge two more cards come after it: they are too late for the pump
        cards = ["You See a Pair of Goblins", "Goblin", "Goblin", "Forest"]
        t = table(["Goblin"], library_top=cards, stage="surge", seed=seed)
        t.to("beginning of combat")
        return tuple(sorted(t.game.characteristics(o).power for o in t.game.battlefield))

    assert outcomes(powers, 20) == {(1, 1, 1), (1, 1, 3)}


def test_h9_6_ibs_mountains_can_never_be_paid():
    t = table([IB], library_top=["Goblin"])
    t.to("first main")

    ability = find(t, IB).card.activated[0]
    assert not t.game.can_activate(t.horde, find(t, IB), ability)


def test_h9_6_ib_is_unchanged():
    assert library().playing(library().horde("goblins"))[IB] == library().card(IB)


# ------------------------------------------------------------ how the autopilot plays against it


def test_h9_1_the_autopilot_tears_a_kluge_down_with_its_least_creatures():
    t = table(
        ["Goblin Oriflamme", *GOBLINS],
        survivor_board=["Adder", "Hydra", "Adder"],
        turn="survivor",
    )
    t.survivor.pilot = Autopilot()

    t.to("beginning of combat")

    assert "Goblin Oriflamme" in t.names("graveyard")
    assert sorted(o.name for o in t.game.battlefield if o.tapped) == ["Adder", "Adder"]
