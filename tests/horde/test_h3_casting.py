"""H3: the Horde casts what it draws; its hand, and what happens in its place."""

from __future__ import annotations

from horde_table import Table, outcomes

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
  draw 2 cards. each opponent loses 2 life

card "Feast"
  cost {1}{B}
  type sorcery
  you gain 3 life. each opponent loses 2 life

card "Fireball"
  cost {X}{B}
  type sorcery
  this deals X damage to each opponent

card "Inquirer"
  cost {2}{B}
  type creature Human
  stats 2/2
  when you cast this spell: draw a card

card "Ritualist"
  cost {1}{B}
  type sorcery
  as an additional cost to cast this spell, sacrifice a creature
  each opponent loses 3 life

card "Offering"
  cost {1}{B}
  type sorcery
  as an additional cost to cast this spell, discard a card
  each opponent loses 3 life

card "Mourner"
  cost {B}
  type creature Human
  stats 1/1
  when this dies: draw a card

card "Levy"
  cost {B}
  type enchantment
  spells cost {2} more to cast

card "Jolt"
  cost {B}
  type instant
  each opponent loses 1 life

card "Gift"
  cost {B}
  type instant
  each opponent draws a card

card "Big Gift"
  cost {B}
  type sorcery
  each opponent draws 2 cards. you gain 1 life

card "Unsummon"
  cost {B}
  type instant
  return target creature to its owner's hand

card "Grave Robber"
  cost {1}{B}
  type sorcery
  cast target creature card from your graveyard

card "Flasher"
  cost {1}{B}
  type sorcery
  flashback {B}
  each opponent loses 1 life

card "Pry"
  cost {B}
  type sorcery
  target opponent reveals their hand. choose a nontoken card in their hand. discard it

card "Leave Be"
  cost {B}
  type sorcery
  target opponent reveals their hand

card "Mind Rot"
  cost {B}
  type sorcery
  target opponent discards 2 cards

card "Amnesia"
  cost {B}
  type sorcery
  target opponent discards their hand

card "Emptying"
  cost {B}
  type sorcery
  each player discards their hand

card "Barren"
  type land
  {T}: add {B}

card "Counting House"
  cost {B}
  type enchantment
  whenever an opponent discards a card: you gain 1 life
"""


# ------------------------------------------------------------ H3.1


def test_h3_1_a_drawn_card_is_cast_at_once_whatever_the_time():
    t = Table(SCRIPTS, library_top=["Zombie Giant", "Drain"], turn="survivor")
    t.to("end")

    t.game.draw(t.horde, 1)

    assert t.on_stack() == ["Zombie Giant"]
    assert t.horde.hand == []


def test_h3_1_for_no_mana():
    t = Table(SCRIPTS, library_top=["Zombie", "Noosegraf Mob", "Zombie"])

    t.to("beginning of combat")

    assert t.horde_cast == ["Zombie", "Noosegraf Mob"]
    assert t.events("mana") == []


def test_h3_1_x_is_0():
    t = Table(SCRIPTS, library_top=["Fireball", "Zombie"], board=["Zombie Giant"])

    t.to("beginning of combat")

    assert t.horde_cast == ["Fireball"]
    assert t.survivor.life == 20


def test_h3_1_additional_costs_apply():
    t = Table(SCRIPTS, library_top=["Ritualist", "Zombie"], board=["Zombie"])

    t.to("beginning of combat")

    assert t.survivor.life == 17
    assert t.names("graveyard") == ["Zombie", "Ritualist"]


def test_h3_1_an_additional_cost_that_cannot_be_paid_forbids_it():
    t = Table(SCRIPTS, library_top=["Ritualist", "Zombie"])

    t.to("beginning of combat")

    assert t.horde_cast == []
    assert t.names("library") == ["Ritualist", "Zombie"]


def test_h3_1_taxes_apply_and_creatures_pay_them():
    t = Table(SCRIPTS, library_top=["Drain", "Zombie"], board=["Zombie"], survivor_board=["Levy"])

    t.to("beginning of combat")

    assert t.horde_cast == ["Drain"]
    assert [o.tapped for o in t.game.battlefield if o.name == "Zombie"] == [True]


def test_h3_1_a_tax_that_cannot_be_paid_forbids_it():
    t = Table(SCRIPTS, library_top=["Drain", "Zombie"], survivor_board=["Levy"])

    t.to("beginning of combat")

    assert t.horde_cast == []
    assert t.names("library") == ["Drain", "Zombie"]


def test_h3_1_survivors_can_respond():
    t = Table(SCRIPTS, library_top=["Drain"] * 3, survivor_hand=["Jolt"], survivor_board=["Swamp"])
    t.plan("cast Jolt", when="first main")

    t.to("first main").until(lambda game: len(game.stack) == 2)

    assert t.on_stack() == ["Drain", "Jolt"]


def test_h3_1_during_a_resolution_the_spell_waits_on_the_stack():
    t = Table(SCRIPTS, library_top=["Study", "Zombie", "Zombie Giant", "Drain"])

    t.to("first main").until(lambda game: t.horde_cast == ["Study"])
    t.until(lambda game: len(t.horde_cast) > 1)

    assert t.survivor.life == 18  # the rest of the resolution came before anything else
    assert t.on_stack() == ["Zombie", "Zombie Giant"]


def test_h3_1_during_a_resolution_nobody_gets_priority():
    t = Table(SCRIPTS, library_top=["Study", "Zombie", "Zombie Giant", "Drain"])

    t.to("beginning of combat")

    stacks = [stack for step, stack in t.seat.moments if step == "first main"]
    assert stacks[0] == ("Study",)
    assert stacks[1] == ("Zombie", "Zombie Giant")


def test_h3_1_life_gained_inside_a_resolving_spell_draws_and_the_spell_waits():
    t = Table(SCRIPTS, library_top=["Feast", "Zombie Giant", "Drain"])

    t.to("first main").until(lambda game: len(t.horde_cast) > 1)

    assert t.on_stack() == ["Zombie Giant"]
    assert t.survivor.life == 18


def test_h3_1_several_draws_are_drawn_and_cast_one_by_one():
    t = Table(SCRIPTS, library_top=["Drain", "Zombie", "Zombie Giant"], turn="survivor")
    t.to("end")

    t.game.draw(t.horde, 2)

    moves = [(e.verb, e.object.name) for e in t.events("move") if e.object is not None and e.object.owner is t.horde]
    assert moves == [("draw", "Drain"), ("cast", "Drain"), ("draw", "Zombie"), ("cast", "Zombie")]


def test_h3_1_of_several_the_one_cast_last_resolves_first():
    t = Table(SCRIPTS, library_top=["Zombie", "Zombie Giant", "Drain"], turn="survivor", survivor_hand=["Big Gift"])
    t.skip_to("first main").cast("Big Gift")

    entered = [e.new.name for e in t.events("move") if e.to_zone == "battlefield" and e.new is not None]
    assert entered == ["Zombie Giant", "Zombie"]


def test_h3_1_a_draw_while_a_spell_is_being_cast_waits():
    t = Table(SCRIPTS, library_top=["Zombie Giant", "Drain"], turn="survivor").skip_to("first main")
    card = t.game.add_card(t.survivor, t.library.card("Jolt"), "hand")
    t.game.draws_waiting.append((t.horde, 1))  # what a cost of the spell makes it draw

    t.game.casting += 1
    t.game.draw(t.horde, 1)
    assert t.names("library") == ["Zombie Giant", "Drain"]
    t.game.casting -= 1
    t.game.cast(t.survivor, card, None, True)

    assert [e.object.name for e in t.events("cast") if e.object is not None] == ["Jolt", "Zombie Giant", "Drain"]


def test_h3_1_a_cast_trigger_that_draws_resolves_first():
    t = Table(SCRIPTS, library_top=["Inquirer", "Zombie Giant", "Drain"])

    t.to("beginning of combat")

    entered = [e.new.name for e in t.events("move") if e.to_zone == "battlefield" and e.new is not None]
    assert entered == ["Zombie Giant", "Inquirer"]


def test_h3_1_a_land_is_played():
    t = Table(SCRIPTS, library_top=["Barren", "Zombie"])

    t.to("beginning of combat")

    assert "Barren" in t.names("battlefield")
    assert t.horde_cast == []


def test_h3_1_a_land_is_played_whatever_the_turn_and_the_lands_already_played():
    t = Table(SCRIPTS, library_top=["Barren", "Barren", "Barren", "Zombie"], turn="survivor")
    t.to("end")

    t.game.draw(t.horde, 3)

    assert t.names("battlefield") == ["Barren"] * 3


# ------------------------------------------------------------ H3.2


def test_h3_2_what_cannot_be_cast_goes_back_on_top():
    t = Table(SCRIPTS, library_top=["Smash", "Drain"], turn="survivor")

    t.game.draw(t.horde, 1)

    assert t.names("library") == ["Smash", "Drain"]
    assert t.horde.hand == []
    assert t.notes("H3.2") != []


def test_h3_2_each_draw_tries_it_again():
    t = Table(SCRIPTS, library_top=["Smash", "Drain"], turn="survivor")

    t.game.draw(t.horde, 2)

    assert t.names("library") == ["Smash", "Drain"]
    assert len(t.notes("H3.2")) == 2


# ------------------------------------------------------------ H3.3


def test_h3_3_what_is_cast_from_elsewhere_is_paid_for():
    t = Table(SCRIPTS, library_top=["Grave Robber", "Zombie"], graveyard=["Cursed Minotaur"], board=["Zombie Giant"])

    t.to("beginning of combat")

    assert t.horde_cast == ["Grave Robber", "Cursed Minotaur"]
    assert [o.tapped for o in t.game.battlefield if o.name == "Zombie Giant"] == [True]


def test_h3_3_what_it_cannot_pay_for_it_does_not_cast():
    t = Table(SCRIPTS, library_top=["Grave Robber", "Zombie"], graveyard=["Cursed Minotaur"], board=["Zombie"])

    t.to("beginning of combat")

    assert t.horde_cast == ["Grave Robber"]


def test_h3_3_flashback_is_no_hand():
    t = Table(SCRIPTS, library_top=["Zombie"] * 9, graveyard=["Flasher"], board=["Zombie"])

    t.turns()

    assert "Flasher" not in t.horde_cast


# ------------------------------------------------------------ H3.4

TOP = ["Zombie", "Drain", "Zombie Giant", "Smash", "Study"]


def test_h3_4_the_top_three_cards_are_the_hand():
    t = Table(SCRIPTS, library_top=TOP, turn="survivor").skip_to("first main")

    t.cast("Pry")

    shown = [e.object.name for e in t.events("reveal") if e.object is not None]
    assert set(shown) == {"Zombie", "Drain", "Zombie Giant"}
    assert t.names("graveyard") == ["Drain"]  # the only nontoken card among the three


def test_h3_4_they_are_the_hand_until_the_effect_has_resolved():
    t = Table(SCRIPTS, library_top=["Drain", "Smash", "Study", "Zombie"], turn="survivor").skip_to("first main")
    t.answer("objects", "Study")

    t.cast("Pry")

    choice = next(c for c in t.seat.asked if c.kind == "objects")
    assert [o.name for o in choice.options] == ["Drain", "Smash", "Study"]
    assert t.names("graveyard") == ["Study"]


def test_h3_4_a_card_that_the_effect_makes_it_discard_is_itself_discarded():
    t = Table(SCRIPTS, library_top=TOP, turn="survivor", survivor_board=["Counting House"]).skip_to("first main")

    t.cast("Pry")

    assert t.survivor.life == 21  # it was discarded, not milled
    assert t.events("mill") == []


def test_h3_4_what_remains_goes_back_on_top_in_random_order():
    def order(seed: int) -> tuple[str, ...]:
        t = Table(SCRIPTS, library_top=TOP, turn="survivor", seed=seed).skip_to("first main")
        t.cast("Pry")
        return tuple(t.names("library"))

    assert outcomes(order) == {
        ("Zombie", "Zombie Giant", "Smash", "Study"),
        ("Zombie Giant", "Zombie", "Smash", "Study"),
    }


def test_h3_4_all_three_go_back_when_they_are_only_looked_at():
    def order(seed: int) -> tuple[str, ...]:
        t = Table(SCRIPTS, library_top=TOP, turn="survivor", seed=seed).skip_to("first main")
        t.cast("Leave Be")
        assert t.names("library")[3:] == ["Smash", "Study"]
        return tuple(t.names("library")[:3])

    assert len(outcomes(order, 80)) == 6


def test_h3_4_they_do_not_change_zones():
    t = Table(SCRIPTS, library_top=TOP, turn="survivor").skip_to("first main")

    t.cast("Leave Be")

    assert [e for e in t.events("move") if e.object is not None and e.object.owner is t.horde] == []


def test_h3_4_with_fewer_cards_these_are_the_hand():
    t = Table(SCRIPTS, library_top=["Drain"], turn="survivor").skip_to("first main")

    t.cast("Pry")

    assert t.names("graveyard") == ["Drain"]
    assert t.names("library") == []


def test_h3_4_discarding_as_a_cost_cannot_be_paid():
    t = Table(SCRIPTS, library_top=["Offering", "Zombie", "Zombie"])

    t.to("beginning of combat")

    assert t.horde_cast == []


# ------------------------------------------------------------ H3.5


def test_h3_5_a_card_put_into_the_hand_goes_on_top_of_the_library_instead():
    t = Table(SCRIPTS, library_top=["Zombie"], board=["Diregraf Captain"], turn="survivor").skip_to("first main")

    t.cast("Unsummon")

    assert t.names("library") == ["Diregraf Captain", "Zombie"]
    assert t.horde.hand == []


def test_h3_5_a_token_card_too():
    t = Table(SCRIPTS, library_top=["Drain"], board=["Zombie"], turn="survivor").skip_to("first main")

    t.cast("Unsummon")

    assert t.names("library") == ["Zombie", "Drain"]


def test_h3_5_drawing_is_no_such_thing():
    t = Table(SCRIPTS, library_top=["Zombie", "Drain"], turn="survivor").skip_to("first main")

    t.cast("Gift")

    assert t.horde_cast == ["Zombie"]


# ------------------------------------------------------------ H3.6


def test_h3_6_instead_of_discarding_it_mills_as_many():
    t = Table(SCRIPTS, library_top=TOP, turn="survivor").skip_to("first main")

    t.cast("Mind Rot")

    assert t.names("graveyard") == ["Zombie", "Drain"]
    assert t.events("discard") == []


def test_h3_6_by_its_own_effect_as_well():
    t = Table(SCRIPTS, library_top=["Smallpox", "Drain", "Zombie"])

    t.to("beginning of combat")

    assert t.names("graveyard") == ["Drain", "Smallpox"]


def test_h3_6_its_whole_hand_is_three_cards_for_an_opponents_effect():
    t = Table(SCRIPTS, library_top=TOP, turn="survivor").skip_to("first main")

    t.cast("Amnesia")

    assert sorted(t.names("graveyard")) == ["Drain", "Zombie", "Zombie Giant"]


def test_h3_6_its_whole_hand_is_no_card_for_its_own():
    t = Table(SCRIPTS, library_top=["Emptying", "Drain", "Zombie"])

    t.to("beginning of combat")

    assert t.names("graveyard") == ["Emptying"]
