"""Turn structure, the cleanup step, summoning sickness (CR 302.6, 500-514)."""

from typing import Any

from table import CREATURE, CREATURES, IS_THIS, YOU, Table, card, creature, has, land, load, plus, static, trigger, word

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t

ONE = t.Number(1)
EOT: e.Duration = "until end of turn"


def steps_of(table: Table) -> list[str]:
    return [event.text for event in table.events.all if event.kind == "step begins"]


def test_the_first_player_skips_the_first_draw_only() -> None:
    """103.8a."""
    table = Table()
    table.game.begin_turn(table.a)
    table.game.turn = 1
    table.advance_to("draw")
    assert not table.a.hand
    table.advance_to("draw", turn=2)
    assert len(table.b.hand) == 1


def test_all_permanents_untap_together() -> None:
    """502.3: which ones untap is determined before any does."""
    table = Table()
    guard = table.put(table.b, creature("Guard", 1, 1))
    spell_bound = static(
        t.Each(t.Group(t.IsNamed("Prisoner"))),
        e.Restrict("doesn't untap"),
        condition=t.Matches(t.Each(t.Group(t.IsNamed("Guard"))), t.HasStatus("tapped")),
    )
    table.put(table.a, card("Jail", "enchantment", "{W}", spell_bound))
    prisoner = table.put(table.b, creature("Prisoner", 2, 2))
    guard.tapped = prisoner.tapped = True
    table.game.touch("status")
    table.advance_to("upkeep", turn=2)
    assert not guard.tapped and prisoner.tapped


def test_what_triggers_during_the_untap_step_waits_for_the_upkeep() -> None:
    """502.4, 503.1a."""
    table = Table()
    bear = table.put(table.b, creature("Bear", 2, 2, trigger(e.EventPattern("untap", IS_THIS), e.GainLife(YOU, ONE))))
    bear.tapped = True
    table.advance_to("upkeep", turn=2)
    assert len(table.game.stack) == 1


def test_mana_empties_between_steps() -> None:
    """500.5, 106.4."""
    table = Table()
    table.mana(table.a, "G")
    table.advance_to("beginning of combat")
    assert not any(table.a.pool.values())


def test_damage_and_pumps_end_at_the_same_time() -> None:
    """514.2."""
    table = Table()
    bear = table.put(table.a, creature())
    table.do(table.a, e.Alter(t.Target(0), (plus(0, 3),), EOT), targets=[bear])
    table.game.deal_damage([(bear, bear, 4)], "120.3")
    table.advance_to("upkeep", turn=2)
    assert bear.zone == "battlefield" and bear.damage == 0


def test_discard_to_hand_size_comes_first_and_only_for_the_active_player() -> None:
    """514.1."""
    table = Table()
    for player in (table.a, table.b):
        for _ in range(9):
            table.hold(player, land("Forest"))
    table.advance_to("upkeep", turn=2)
    assert len(table.a.hand) == 7 and len(table.b.hand) == 9


def test_a_trigger_in_the_cleanup_step_gives_priority_and_another_cleanup() -> None:
    """514.3a."""
    table = Table(record=True)
    table.put(
        table.a, card("Waste", "enchantment", "{B}", trigger(e.EventPattern("discard", who=YOU), e.LoseLife(YOU, ONE)))
    )
    for _ in range(8):
        table.hold(table.a, land("Forest"))
    table.advance_to("upkeep", turn=2)
    assert table.a.life == 19
    assert steps_of(table)[-3:] == ["cleanup", "cleanup", "upkeep"]


def test_a_creature_that_dies_as_effects_end_makes_another_cleanup_step() -> None:
    """514.3a: state-based actions in the cleanup step."""
    table = Table(record=True)
    bear = table.put(table.a, creature())
    table.do(table.b, e.PutCounters(t.Target(0), "-1/-1", t.Number(2)), targets=[bear])
    table.do(table.a, e.Alter(t.Target(0), (plus(0, 2),), EOT), targets=[bear])
    table.advance_to("upkeep", turn=2)
    assert bear.zone is None and steps_of(table)[-3:] == ["cleanup", "cleanup", "upkeep"]


def test_whether_somebody_records_makes_no_difference_to_the_cleanup() -> None:
    """514.3a."""

    def cleanups(record: bool) -> list[int]:
        table = Table(record=record)
        count = [0]
        bear = table.put(table.a, creature("Golem", 0, 4, word("indestructible")))
        table.do(table.a, e.Alter(t.Target(0), (plus(0, 2),), EOT), targets=[bear])
        while table.game.turn == 1:
            if table.game.step == "cleanup" and not table.game.begun:
                count[0] += 1
            table.game.advance()
        return count

    assert cleanups(True) == cleanups(False) == [1]


def test_until_your_next_turn_ends_as_that_turn_begins() -> None:
    """500.7, 611.2a: before the untap step."""
    table = Table()
    bear = table.put(table.b, creature())
    bear.tapped = True
    table.do(table.b, e.Alter(t.Target(0), (e.Restrict("doesn't untap"),), "until your next turn"), targets=[bear])
    table.advance_to("upkeep", turn=2)
    assert not bear.tapped


def test_until_end_of_combat_ends_with_the_combat_phase() -> None:
    """511.3, 500.5a."""
    table = Table()
    bear = table.put(table.a, creature())
    table.attack(bear)
    table.do(table.a, e.Alter(t.Target(0), (plus(2, 0),), "until end of combat"), targets=[bear])
    table.advance_to("end of combat")
    assert table.stats(bear) == (4, 2) and bear.attacking is not None
    table.advance_to("second main")
    assert table.stats(bear) == (2, 2) and bear.attacking is None


def test_at_the_end_step_made_in_the_end_step_waits_for_the_next() -> None:
    """513.2."""
    table = Table()
    later = e.Later(
        a.TriggeredAbility((e.EventPattern("step begins", step="end"),), a.Body((e.GainLife(YOU, ONE),)), word="at")
    )
    table.advance_to("end")
    table.do(table.a, later)
    table.advance_to("upkeep", turn=2)
    assert table.a.life == 20
    table.advance_to("upkeep", turn=3)
    assert table.a.life == 21


def test_a_tap_ability_of_a_new_creature_cannot_be_used_but_that_of_an_artifact_can() -> None:
    """302.6, 602.5a."""
    table = Table()
    ping = a.ActivatedAbility((e.TapThis(),), a.Body((e.GainLife(YOU, ONE),)))
    mage, stone = (
        table.put(table.a, creature("Mage", 1, 1, ping)),
        table.put(table.a, card("Stone", "artifact", "{1}", ping)),
    )
    for o in (mage, stone):
        o.sick_turn = table.game.turn
    assert not table.can(table.a, "activate", mage) and table.can(table.a, "activate", stone)
    table.do(table.a, e.Alter(t.Target(0), (e.AddTypes(("creature",)), e.SetPT(ONE, ONE)), EOT), targets=[stone])
    assert not table.can(table.a, "activate", stone)
    table.do(table.a, e.Alter(CREATURES, (has("haste"),), EOT))
    assert table.can(table.a, "activate", mage) and table.can(table.a, "activate", stone)


def test_a_creature_that_came_in_the_opponents_turn_may_attack_in_the_next_own_turn() -> None:
    """302.6."""
    table = Table()
    bear = table.hold(table.b, creature())
    table.do(table.b, e.MoveObjects(t.Target(0), "battlefield"), targets=[bear])
    (bear,) = table.on_battlefield("Bear")
    table.advance_to("first main", turn=2)
    assert table.attacks_legal(bear) == ""


def test_a_convoked_style_tapping_cost_ignores_summoning_sickness() -> None:
    """302.6: only {T} and {Q} in the creature's own abilities."""
    table = Table()
    ring = a.ActivatedAbility((e.TapSome(CREATURE),), a.Body((e.GainLife(YOU, ONE),)))
    bell = table.put(table.a, card("Bell", "artifact", "{1}", ring))
    bear = table.put(table.a, creature())
    bear.sick_turn = table.game.turn
    table.activate(table.a, bell)
    assert bear.tapped


def test_echo_is_paid_once_and_only_for_the_new() -> None:
    """702.30a."""
    library = load('card "Ogre"\n  cost {R}\n  type creature Ogre\n  stats 3/3\n  echo {R}\n')
    table = Table(library=library)
    ogre = table.put(table.b, "Ogre")
    newer = table.hold(table.b, "Ogre")
    table.advance_to("upkeep", turn=2)
    assert not table.game.stack and ogre.zone == "battlefield"
    table.do(table.b, e.MoveObjects(t.Target(0), "battlefield"), targets=[newer])
    table.advance_to("upkeep", turn=4)
    assert len(table.game.stack) == 1
    table.resolve_all()
    assert len(table.on_battlefield("Ogre")) == 1


def test_beginning_of_upkeep_triggers_of_both_players_go_on_in_turn_order() -> None:
    """503.1a, 603.3b."""
    table = Table()

    def clock(name: str) -> Any:
        event = e.EventPattern("step begins", step="upkeep", who=t.EachPlayer())
        return card(name, "enchantment", "{1}", trigger(event, e.GainLife(YOU, ONE)))

    table.put(table.a, clock("A's"))
    table.put(table.b, clock("B's"))
    table.advance_to("upkeep", turn=2)
    assert table.stack_names() == ["B's", "A's"]
