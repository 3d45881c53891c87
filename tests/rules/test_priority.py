"""Priority, timing and the stack (CR 117, 405, 514.3, 603.3)."""

from collections.abc import Callable, Sequence

from table import IS_THIS, ONE, YOU, Table, card, creature, land, spell, trigger

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.rules.casting import Action
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject, Player

LOSE_1 = e.LoseLife(t.Opponents(), ONE)
Play = Callable[[Game, Player, Sequence[Action]], Action | None]


def plays(kind: str, o: GameObject) -> Play:
    """Do that as soon as it may be done."""
    return lambda game, player, options: next((x for x in options if x.kind == kind and x.object is o), None)


def test_who_casts_keeps_priority() -> None:
    """CR 117.3c: also the nonactive player."""
    table = Table()
    held = table.hold(table.b, spell("Zap", "{R}", LOSE_1))
    table.mana(table.b, "R")
    table.pilots[1].plays.append(plays("cast", held))
    table.game.priority = table.b
    table.game.advance()
    assert table.game.stack
    assert table.game.priority is table.b


def test_who_casts_keeps_priority_though_the_spell_triggers_something() -> None:
    """CR 117.5, 117.3c: the triggered ability goes on the stack, then the caster gets priority."""
    table = Table()
    table.put(
        table.a, creature("Watcher", 1, 1, trigger(e.EventPattern("cast", who=t.EachPlayer()), e.GainLife(YOU, ONE)))
    )
    held = table.hold(table.b, spell("Zap", "{R}", LOSE_1))
    table.mana(table.b, "R")
    table.game.priority = table.b
    table.game.take(table.b, next(x for x in table.game.actions(table.b) if x.object is held))
    table.settle()
    assert table.stack_names() == ["Zap", "Watcher"]
    assert table.game.priority is table.b


def test_after_a_resolution_the_active_player_gets_priority() -> None:
    """CR 117.3b."""
    table = Table()
    held = table.hold(table.b, spell("Zap", "{R}", LOSE_1))
    table.mana(table.b, "R")
    table.pilots[1].plays.append(plays("cast", held))
    table.game.priority = table.b
    while table.a.life == 20:
        table.game.advance()
    assert table.game.priority is table.a


def test_a_response_resolves_first() -> None:
    """CR 405.5, 608.1: last in, first out."""
    table = Table()
    first, second = (
        table.hold(table.a, spell("First", "{R}", LOSE_1)),
        table.hold(table.b, spell("Second", "{R}", LOSE_1)),
    )
    table.mana(table.a, "R")
    table.mana(table.b, "R")
    table.cast(table.a, first)
    table.cast(table.b, second)
    table.resolve()
    assert (table.a.life, table.b.life) == (19, 20)


def test_a_sorcery_or_creature_needs_an_empty_stack_in_ones_own_main_phase() -> None:
    """CR 307.1, 302.1, 117.1a."""
    table = Table()
    bear, bolt = table.hold(table.a, creature()), table.hold(table.a, spell("Bolt", "{R}", LOSE_1))
    flash = table.hold(table.a, creature("Flasher", 1, 1, a.KeywordAbility("flash"), cost="{G}"))
    other = table.hold(table.b, creature())
    table.mana(table.a, "RGGGG")
    table.mana(table.b, "GG")
    assert table.can(table.a, "cast", bear)
    assert not table.can(table.b, "cast", other)
    table.cast(table.a, bolt)
    assert not table.can(table.a, "cast", bear)
    assert table.can(table.a, "cast", flash)
    table.resolve()
    table.go_to("upkeep")
    assert not table.can(table.a, "cast", bear)


def test_a_land_is_played_once_a_turn_and_uses_no_stack() -> None:
    """CR 305.2, 116.2a: and the player keeps priority."""
    table = Table()
    one, two = table.hold(table.a, land("Swamp")), table.hold(table.a, land("Swamp"))
    table.act(table.a, "land", one)
    assert not table.game.stack
    assert not table.can(table.a, "land", two)
    assert not table.can(table.b, "land", table.hold(table.b, land("Swamp")))


def test_the_active_players_triggers_are_put_on_the_stack_first() -> None:
    """CR 603.3b: so those of the other player resolve first."""
    table = Table()
    at_upkeep = e.EventPattern("step begins", step="upkeep")
    table.put(table.b, creature("Theirs", 1, 1, trigger(at_upkeep, e.GainLife(YOU, ONE))))
    table.put(table.a, creature("Mine", 1, 1, trigger(at_upkeep, e.GainLife(YOU, ONE))))
    table.game.begin_turn(table.a)
    table.advance_to("upkeep")
    assert table.stack_names() == ["Mine", "Theirs"]


def test_a_player_orders_their_own_triggers() -> None:
    """CR 603.3b."""
    table = Table()
    at_upkeep = e.EventPattern("step begins", step="upkeep")
    table.put(table.a, creature("One", 1, 1, trigger(at_upkeep, e.GainLife(YOU, ONE))))
    table.put(table.a, creature("Two", 1, 1, trigger(at_upkeep, e.LoseLife(YOU, ONE))))
    table.answer(table.a, "order", [1, 0])
    table.game.begin_turn(table.a)
    table.advance_to("upkeep")
    assert table.stack_names() == ["Two", "One"]


def test_a_trigger_in_the_cleanup_step_gives_priority_and_another_cleanup() -> None:
    """CR 514.3a."""
    table = Table(record=True)
    ends = e.Alter(t.Each(t.Group(t.IsType("creature"))), (e.ModifyPT(t.Number(0), t.Number(2)),), "until end of turn")
    table.put(table.a, creature("Frail", 1, 0, trigger(e.EventPattern("dies", IS_THIS), e.GainLife(YOU, ONE))))
    table.mana(table.a, "G")
    table.game.sba_dirty = False
    table.game.sba_version = table.game.version
    boost = table.hold(table.a, spell("Boost", "{G}", ends))
    action = next(x for x in table.game.actions(table.a) if x.object is boost)
    table.game.take(table.a, action)
    table.game.resolve_top()
    table.advance_to("upkeep", turn=2)
    assert table.a.life == 21
    cleanups = [x for x in table.events.all if x.kind == "step begins" and x.text == "cleanup"]
    assert len(cleanups) == 2


def test_a_trigger_whose_condition_is_false_gives_no_priority_in_the_cleanup_step() -> None:
    """CR 514.3a, 603.4: with a recorder or without one the game is the same."""
    for record in (True, False):
        table = Table(record=record)
        never = t.Compare(t.LifeOf(YOU), "<", ONE)
        table.put(table.a, creature("Idle", 1, 1, trigger(e.EventPattern("discard", who=YOU), LOSE_1, condition=never)))
        for _ in range(8):
            table.hold(table.a, land("Swamp"))
        asked: list[str] = []
        table.pilots[1].plays.append(lambda game, player, options, asked=asked: asked.append(game.step))  # type: ignore[misc]
        table.hold(table.b, spell("Free", "{0}", LOSE_1))
        table.go_to("end")
        table.advance_to("upkeep", turn=2)
        assert "cleanup" not in asked


def test_state_based_actions_come_before_triggers_are_put_on_the_stack() -> None:
    """CR 117.5, 704.3."""
    table = Table()
    dying = trigger(e.EventPattern("dies", IS_THIS), e.GainLife(YOU, ONE))
    enters = trigger(e.EventPattern("enters", IS_THIS), e.LoseLife(YOU, ONE))
    table.mana(table.a, "G")
    table.cast(table.a, table.hold(table.a, creature("Frail", 1, 0, enters, dying, cost="{G}")))
    table.game.resolve_top()
    table.settle()
    assert not table.on_battlefield("Frail")
    assert len(table.game.stack) == 2


def test_mana_abilities_can_be_used_while_a_spell_resolves_and_asks_for_a_payment() -> None:
    """CR 605.3a, 118.12a."""
    table = Table()
    from hordemtg.cards.values import ManaCost

    tax = e.UnlessPaid(t.Opponents(), (e.PayMana(ManaCost.parse("{1}")),), (LOSE_1,))
    table.put(
        table.b,
        card("Rock", "artifact", "{1}", a.ActivatedAbility((e.TapThis(),), a.Body((e.AddMana(YOU, (("C",),)),)))),
    )
    table.mana(table.a, "B")
    table.answer(table.b, "yes or no", 1)
    table.cast(table.a, table.hold(table.a, spell("Tax", "{B}", tax)))
    table.resolve()
    assert table.b.life == 20
    assert table.on_battlefield("Rock")[0].tapped
