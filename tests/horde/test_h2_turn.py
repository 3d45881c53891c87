"""H2: what the Horde does in its turn."""

from __future__ import annotations

from horde_table import Table, outcomes

ALWAYS_THREE = "Limited Horde 2.1, always three"

SCRIPTS = """
card "Drain"
  cost {1}{B}
  type sorcery
  each opponent loses 1 life

card "Smash"
  cost {1}{B}
  type sorcery
  destroy target artifact

card "Study"
  cost {1}{B}
  type sorcery
  draw a card

card "Refuse"
  cost {B}
  type instant
  counter target spell

card "Jolt"
  cost {B}
  type instant
  each opponent loses 1 life

card "Ward Bearer"
  cost {1}{B}
  type creature Soldier
  stats 3/3

card "Lure Beast"
  cost {2}{B}
  type creature Beast
  stats 4/4
  this must be blocked by all creatures able to block it

card "Wanderer"
  cost {4}
  type planeswalker
  this enters with 4 loyalty counters on it

ruleset "Planeswalkers too"
  variant of "Limited Horde 2.1"
  the horde attacks planeswalkers [H2.9 reconstructed]

ruleset "Bare"
  survivors take 4 turns first
  reveal until a nontoken card is cast or 3 cards are cast
"""


# ------------------------------------------------------------ H2.1


def test_h2_1_the_structure_of_the_turn_is_the_usual_one():
    t = Table(library_top=["Zombie"] * 9, board=["Zombie"])

    t.turns()

    steps = [e.text for e in t.events("step begins")]
    assert steps == [
        "upkeep", "draw", "first main", "beginning of combat", "declare attackers", "declare blockers",
        "combat damage", "end of combat", "second main", "end", "cleanup",
    ]  # fmt: skip


def test_h2_1_its_permanents_untap():
    t = Table(library_top=["Smallpox"] * 9)
    zombie = t.put("Zombie", tapped=True)

    t.to("upkeep")

    assert not zombie.tapped


# ------------------------------------------------------------ H2.2


def test_h2_2_there_is_no_draw_in_the_draw_step():
    t = Table(SCRIPTS, library_top=["Drain"] * 9)

    t.through("draw")

    assert t.events("draw") == []
    assert t.horde_cast == []


def test_h2_2_reveals_stop_at_a_nontoken_card():
    t = Table(SCRIPTS, library_top=["Zombie", "Drain", "Zombie", "Zombie"])

    t.turns()

    assert t.horde_cast == ["Zombie", "Drain"]
    assert t.names("library") == ["Zombie", "Zombie"]


def test_h2_2_reveals_stop_at_three_cards():
    t = Table(SCRIPTS, library_top=["Zombie"] * 5)

    t.turns()

    assert t.horde_cast == ["Zombie"] * 3


def test_h2_2_a_nontoken_card_first_is_the_only_one():
    t = Table(SCRIPTS, library_top=["Drain", "Zombie"])

    t.turns()

    assert t.horde_cast == ["Drain"]


def test_h2_2_the_third_card_may_be_a_nontoken_card():
    t = Table(SCRIPTS, library_top=["Zombie", "Zombie", "Drain", "Zombie"])

    t.turns()

    assert t.horde_cast == ["Zombie", "Zombie", "Drain"]


def test_h2_2_they_happen_in_the_first_main_phase():
    t = Table(SCRIPTS, library_top=["Zombie"] * 9)

    t.turns()

    assert t.cast_by(t.horde, "first main") == ["Zombie"] * 3


def test_h2_2_creatures_of_the_turn_attack_in_the_turn():
    t = Table(SCRIPTS, library_top=["Zombie", "Zombie", "Zombie Giant", "Zombie"])

    t.to("declare attackers")

    assert t.attackers() == ["Zombie", "Zombie", "Zombie Giant"]


def test_h2_2_the_next_reveal_waits_for_an_empty_stack():
    t = Table(SCRIPTS, library_top=["Zombie"] * 3)

    t.to("second main")

    stacks = [stack for step, stack in t.seat.moments if step == "first main"]
    assert stacks == [("Zombie",), ("Zombie",), ("Zombie",), ()]


def test_h2_2_it_waits_for_what_a_survivor_casts_in_response():
    t = Table(SCRIPTS, library_top=["Zombie"] * 4, survivor_hand=["Jolt"], survivor_board=["Swamp"])
    t.plan("cast Jolt", when="first main")

    t.to("beginning of combat")

    casts = [e.object.name for e in t.events("cast") if e.object is not None]
    assert casts == ["Zombie", "Jolt", "Zombie", "Zombie"]
    stacks = [stack for step, stack in t.seat.moments if step == "first main"]
    assert stacks[0] == ("Zombie",)
    assert ("Zombie", "Zombie") not in stacks


def test_h2_2_a_countered_nontoken_card_counts():
    t = Table(SCRIPTS, library_top=["Drain", "Drain"], survivor_hand=["Refuse"], survivor_board=["Swamp"])
    t.plan("cast Refuse")

    t.turns()

    assert t.horde_cast == ["Drain"]
    assert t.survivor.life == 20


def test_h2_2_a_countered_token_card_counts():
    t = Table(SCRIPTS, library_top=["Zombie"] * 5, survivor_hand=["Refuse"], survivor_board=["Swamp"])
    t.plan("cast Refuse")

    t.to("beginning of combat")

    assert t.horde_cast == ["Zombie"] * 3
    assert t.names("battlefield") == ["Zombie", "Zombie"]


def test_h2_2_cards_drawn_by_effects_never_count_as_cards():
    t = Table(SCRIPTS, library_top=["Zombie"] * 9)
    t.to("first main").until(lambda game: len(t.horde_cast) == 1)

    t.game.draw(t.horde, 2)
    t.turns()

    assert len(t.horde_cast) == 5


def test_h2_2_a_nontoken_card_drawn_by_an_effect_does_not_end_the_reveals():
    t = Table(SCRIPTS, library_top=["Zombie", "Drain", "Zombie", "Zombie", "Zombie"])
    t.to("first main").until(lambda game: len(t.horde_cast) == 1)

    t.game.draw(t.horde, 1)
    t.turns()

    assert t.horde_cast == ["Zombie", "Drain", "Zombie", "Zombie"]


def test_h2_2_a_token_card_drawn_by_a_nontoken_card_does_not_reopen_the_reveals():
    t = Table(SCRIPTS, library_top=["Study", "Zombie", "Zombie"])

    t.turns()

    assert t.horde_cast == ["Study", "Zombie"]


def test_h2_2_cards_drawn_in_another_players_turn_do_not_count():
    t = Table(SCRIPTS, library_top=["Drain", "Zombie", "Zombie", "Zombie", "Zombie"], turn="survivor")
    t.to("end")
    t.game.draw(t.horde, 1)

    t.turns(2)

    assert t.horde_cast == ["Drain", "Zombie", "Zombie", "Zombie"]


def test_h2_2_in_surge_two_more_after_a_nontoken_card():
    t = Table(SCRIPTS, library_top=["Drain", "Zombie", "Zombie", "Zombie"], stage="surge")

    t.turns()

    assert t.horde_cast == ["Drain", "Zombie", "Zombie"]


def test_h2_2_in_surge_two_more_whatever_they_are():
    t = Table(SCRIPTS, library_top=["Zombie", "Drain", "Drain", "Drain", "Drain"], stage="surge")

    t.turns()

    assert t.horde_cast == ["Zombie", "Drain", "Drain", "Drain"]


def test_h2_2_in_surge_two_more_after_three_token_cards():
    t = Table(SCRIPTS, library_top=["Zombie"] * 9, stage="surge")

    t.turns()

    assert t.horde_cast == ["Zombie"] * 5


def test_h2_2_in_surge_too_only_the_first_main_phase_has_reveals():
    t = Table(SCRIPTS, library_top=["Zombie"] * 9, stage="surge")

    t.turns()

    assert t.cast_by(t.horde, "first main") == t.horde_cast


def test_h2_2_the_surge_that_begins_in_this_upkeep_counts_this_turn():
    t = Table(SCRIPTS, library_top=["Zombie"] * 6, graveyard=["Drain"] * 7)

    t.turns()

    assert t.horde_cast == ["Zombie"] * 5


def test_h2_2_a_card_that_goes_back_ends_the_reveals():
    t = Table(SCRIPTS, library_top=["Zombie", "Smash", "Zombie"])

    t.turns()

    assert t.horde_cast == ["Zombie"]
    assert t.names("library") == ["Smash", "Zombie"]


def test_h2_2_a_card_that_goes_back_ends_the_two_more_of_surge_as_well():
    t = Table(SCRIPTS, library_top=["Smash", "Zombie", "Zombie"], stage="surge")

    t.turns()

    assert t.horde_cast == []
    assert t.names("library") == ["Smash", "Zombie", "Zombie"]


def test_h2_2_it_is_tried_once_a_turn():
    t = Table(SCRIPTS, library_top=["Smash", "Zombie"])

    t.turns()

    assert len(t.events("draw", "H2.2") or [e for e in t.events("move") if e.verb == "draw"]) == 1


def test_h2_2_smallpox_without_permanents_can_be_cast():
    t = Table(SCRIPTS, library_top=["Smallpox", "Zombie"])

    t.turns()

    assert t.horde_cast == ["Smallpox"]
    assert t.survivor.life == 19


def test_h2_2_an_empty_library_ends_the_reveals():
    t = Table(SCRIPTS, library_top=["Zombie", "Zombie"])

    t.turns()

    assert t.horde_cast == ["Zombie", "Zombie"]
    assert not t.game.over


# ------------------------------------------------------------ H2.3


def test_h2_3_always_three_one_of_them_in_the_draw_step():
    t = Table(SCRIPTS, library_top=["Drain"] * 9, ruleset=ALWAYS_THREE)

    t.turns()

    assert t.cast_by(t.horde, "draw") == ["Drain"]
    assert t.cast_by(t.horde, "first main") == ["Drain", "Drain"]
    assert len(t.horde_cast) == 3


def test_h2_3_in_surge_five():
    t = Table(SCRIPTS, library_top=["Drain"] * 9, ruleset=ALWAYS_THREE, stage="surge")

    t.turns()

    assert t.cast_by(t.horde, "draw") == ["Drain"]
    assert len(t.horde_cast) == 5


def test_h2_3_a_card_that_goes_back_in_the_draw_step_ends_the_reveals_of_the_turn():
    t = Table(SCRIPTS, library_top=["Smash", "Drain"], ruleset=ALWAYS_THREE)

    t.turns()

    assert len([e for e in t.events("move") if e.verb == "draw" and e.player is t.horde]) == 1


def test_h2_3_the_next_turn_tries_again():
    t = Table(SCRIPTS, library_top=["Smash", "Drain"], ruleset=ALWAYS_THREE)

    t.turns(3)

    assert len([e for e in t.events("move") if e.verb == "draw" and e.object and e.object.owner is t.horde]) == 2


# ------------------------------------------------------------ H2.4, H2.5


def test_h2_4_creatures_have_haste():
    t = Table(library_top=["Diregraf Captain"])

    t.to("declare attackers")

    assert t.attackers() == ["Diregraf Captain"]


def test_h2_4_survivor_creatures_do_not():
    t = Table(SCRIPTS, survivor_board=["Ward Bearer"], library_top=["Zombie"])

    assert not t.game.has(t.game.battlefield[0], "haste")


def test_h2_5_every_creature_attacks():
    t = Table(SCRIPTS, board=["Zombie", "Zombie", "Rancid Rats"], survivor_board=["Ward Bearer"])

    t.to("declare attackers")

    assert t.attackers() == ["Rancid Rats", "Zombie", "Zombie"]
    assert t.chosen("attackers")[0][1] == "H2.5 every creature attacks"


def test_h2_5_if_able():
    t = Table(SCRIPTS, board=["Zombie"], library_top=["Graf Harvest", "Zombie"])
    t.to("beginning of combat")
    t.put("Zombie", tapped=True)

    t.to("declare attackers")

    assert t.attackers() == ["Zombie"]


def test_h2_5_they_never_block():
    t = Table(
        SCRIPTS, board=["Zombie Giant"], survivor_board=["Ward Bearer"], turn="survivor", library_top=["Zombie"] * 5
    )
    t.answer("attackers", [0])

    t.to("combat damage")

    assert t.names("graveyard") == ["Zombie"]
    assert t.chosen("blockers")[0] == ([], "H2.5 it never blocks unless forced")


def test_h2_5_unless_an_ability_forces_them():
    t = Table(
        SCRIPTS, board=["Zombie Giant"], survivor_board=["Lure Beast"], turn="survivor", library_top=["Zombie"] * 5
    )
    t.answer("attackers", [0])

    t.to("declare blockers")

    assert [o.name for o in t.game.battlefield if o.blocking] == ["Zombie Giant"]


# ------------------------------------------------------------ H2.6, H2.7


def test_h2_6_deck_directives_add_what_happens_in_which_step():
    t = Table(
        board=["Graf Harvest", "Cursed Minotaur", "Diregraf Captain"],
        graveyard=["Zombie", "Rancid Rats"],
        library_top=["Zombie"] * 5,
    )

    t.to("beginning of combat")
    assert [e.text for e in t.events("activate")] != []

    with_none = Table(
        board=["Graf Harvest", "Cursed Minotaur", "Diregraf Captain"],
        graveyard=["Zombie", "Rancid Rats"],
        library_top=["Zombie"] * 5,
        directives=(),
    )
    with_none.to("beginning of combat")
    assert with_none.events("activate") == []


def test_h2_7_otherwise_it_passes_priority():
    t = Table(
        board=["Blighted Bat", "Zombie Giant"], graveyard=["Stitchwing Skaab"], library_top=["Smallpox"], directives=()
    )

    t.turns(2)

    assert t.events("activate") == []
    assert [c for c, _ in t.record.choices if c.kind == "priority" and c.player is t.horde] == []


# ------------------------------------------------------------ H2.8


def test_h2_8_the_permissions_are_abilities_of_an_emblem_in_the_command_zone():
    t = Table(library_top=["Zombie"])

    emblems = [o for o in t.game.command if o.owner is t.horde]

    assert [o.name for o in emblems] == ["Limited Horde"]
    assert emblems[0].zone == "command"


def test_h2_8_without_the_emblem_it_has_none_of_them():
    t = Table(SCRIPTS, library_top=["Zombie", "Drain"], board=["Zombie"], ruleset="Bare")

    t.turns()

    assert t.horde_cast == []
    assert not t.game.has(t.game.battlefield[0], "haste")


# ------------------------------------------------------------ H2.9


def test_h2_9_planeswalkers_are_never_attacked():
    for seed in range(10):
        t = Table(SCRIPTS, board=["Zombie", "Zombie"], survivor_board=["Wanderer"], seed=seed)

        t.to("declare attackers")

        assert all(o.attacking is t.survivor for o in t.game.attackers())
        assert len(t.game.attackers()) == 2


def test_h2_9_one_word_changes_it():
    def attacked(seed: int) -> tuple[str, ...]:
        t = Table(
            SCRIPTS, board=["Zombie", "Zombie"], survivor_board=["Wanderer"], ruleset="Planeswalkers too", seed=seed
        )
        t.to("declare attackers")
        return tuple(getattr(o.attacking, "name", "") for o in t.game.attackers())

    assert outcomes(attacked) == {
        ("Survivor", "Survivor"), ("Survivor", "Wanderer"), ("Wanderer", "Survivor"), ("Wanderer", "Wanderer"),
    }  # fmt: skip
