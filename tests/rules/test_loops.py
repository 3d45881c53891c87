"""Loops: mandatory ones end the game, optional ones are broken, nothing hangs (CR 104.4b, 729)."""

from collections.abc import Sequence

from table import CREATURE, IS_THIS, YOU, Table, card, creature, load, trigger, word

from hordemtg.cards import abilities as a
from hordemtg.cards import copies as k
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.rules.casting import Action
from hordemtg.rules.copying import copy_game
from hordemtg.rules.effects import compile_steps
from hordemtg.rules.game import Game
from hordemtg.rules.loops import fingerprint
from hordemtg.rules.objects import Frame, Player

ONE = t.Number(1)
GAIN = e.EventPattern("gain life", who=t.EachPlayer())
GOBLIN = "token Goblin\n  type creature Goblin\n  color red\n  stats 1/1\n"


def run(table: Table, steps: int = 200000) -> None:
    """Let the game go on for the rest of the step; fails if it does not come to an end."""
    step, turn = table.game.step, table.game.turn
    for _ in range(steps):
        if table.game.over or (table.game.step, table.game.turn) != (step, turn):
            return
        table.game.advance()
    raise AssertionError("it hangs")


def always(action: str):  # type: ignore[no-untyped-def]
    """A play that is made over and over."""

    def play(game: Game, player: Player, options: Sequence[Action]) -> Action | None:
        return next((x for x in options if x.kind == action), None)

    return play


class Endless(list):  # type: ignore[type-arg]
    """Plays of which there is always one more."""

    def pop(self, index: int = -1) -> object:
        return self[0]


def test_two_triggers_that_feed_each_other_without_end_are_a_draw() -> None:
    """104.4b, 729.4."""
    table = Table()
    table.put(
        table.a,
        card("Angel", "enchantment", "{W}", trigger(e.EventPattern("gain life", who=YOU), e.LoseLife(YOU, ONE))),
    )
    table.put(
        table.a,
        card("Devil", "enchantment", "{B}", trigger(e.EventPattern("lose life", who=YOU), e.GainLife(YOU, ONE))),
    )
    table.do(table.a, e.GainLife(YOU, ONE))
    run(table)
    assert table.game.over and table.game.winner is None


def test_triggers_that_drain_until_somebody_loses_are_no_draw() -> None:
    """104.4b: the sequence ends by itself."""
    table = Table(life=200)
    table.put(
        table.a,
        card(
            "Vampire",
            "enchantment",
            "{B}",
            trigger(e.EventPattern("lose life", who=t.Opponents()), e.GainLife(YOU, ONE)),
        ),
    )
    table.put(
        table.a,
        card(
            "Priest",
            "enchantment",
            "{B}",
            trigger(e.EventPattern("gain life", who=YOU), e.LoseLife(t.Opponents(), ONE)),
        ),
    )
    table.do(table.a, e.GainLife(YOU, ONE))
    run(table)
    assert table.game.winner is table.a


def test_an_infinite_maker_of_tokens_is_a_draw_and_does_not_hang() -> None:
    """104.4b: whenever a token enters, another; no state comes back."""
    table = Table(library=load(GOBLIN))
    table.put(
        table.a,
        card(
            "Hive",
            "enchantment",
            "{R}",
            trigger(e.EventPattern("enters", t.IsToken()), e.CreateTokens(YOU, ONE, "Goblin")),
        ),
    )
    table.do(table.a, e.CreateTokens(YOU, ONE, "Goblin"))
    run(table)
    assert table.game.over and table.game.winner is None


def test_a_maker_that_doubles_is_a_draw_and_does_not_hang() -> None:
    """104.4b: two for each."""
    table = Table(library=load(GOBLIN))
    table.put(
        table.a,
        card(
            "Hive",
            "enchantment",
            "{R}",
            trigger(e.EventPattern("enters", t.IsToken()), e.CreateTokens(YOU, t.Number(2), "Goblin")),
        ),
    )
    table.do(table.a, e.CreateTokens(YOU, ONE, "Goblin"))
    run(table)
    assert table.game.over and table.game.winner is None


def test_state_based_actions_and_triggers_that_go_round_are_a_draw() -> None:
    """104.4b, 704.3: a 0/0 that returns whenever it dies."""
    table = Table()
    back = e.MoveObjects(t.Slot("event.object"), "battlefield", verb="return")
    table.put(table.a, creature("Husk", 0, 0, trigger(e.EventPattern("dies", IS_THIS), back)))
    run(table)
    assert table.game.over and table.game.winner is None


def test_a_trigger_that_somebody_may_decline_is_no_draw() -> None:
    """104.4b, 729.3: whoever has the choice must at last choose otherwise."""
    table = Table()
    may = e.May(YOU, (e.LoseLife(YOU, ONE),))
    table.put(table.a, card("Angel", "enchantment", "{W}", trigger(e.EventPattern("gain life", who=YOU), may)))
    table.put(
        table.a,
        card("Devil", "enchantment", "{B}", trigger(e.EventPattern("lose life", who=YOU), e.GainLife(YOU, ONE))),
    )
    table.answer(table.a, "yes or no", *[[1]] * 10000)
    table.do(table.a, e.GainLife(YOU, ONE))
    run(table)
    assert not table.game.over


def test_a_free_ability_used_without_end_is_broken_not_a_draw() -> None:
    """104.4b, 729.3: {0}: nothing much."""
    table = Table()
    idle = a.ActivatedAbility((), a.Body((e.UntapObjects(t.This()),)))
    table.put(table.a, creature("Idler", 1, 1, idle))
    table.pilots[0].plays = Endless([always("activate")])
    run(table)
    assert not table.game.over


def test_a_free_ability_that_gains_life_is_broken_and_no_draw() -> None:
    """104.4b, 729.1b: the state never comes back, but the loop is optional."""
    table = Table()
    pray = a.ActivatedAbility((), a.Body((e.GainLife(YOU, ONE),)))
    table.put(table.a, creature("Monk", 1, 1, pray))
    table.pilots[0].plays = Endless([always("activate")])
    run(table)
    assert not table.game.over and table.a.life > 20


def test_a_free_ability_that_answers_itself_is_broken() -> None:
    """729.3: activated again and again in response, so that nothing ever resolves."""
    table = Table()
    idle = a.ActivatedAbility((), a.Body((e.GainLife(YOU, ONE),)))
    table.put(table.a, creature("Idler", 1, 1, idle))
    table.pilots[0].plays = Endless([always("activate")])
    table.pilots[1].plays = Endless([always("nothing")])
    run(table)
    assert not table.game.over and not table.game.stack


def test_a_free_sacrifice_with_undying_and_a_counter_remover_is_optional() -> None:
    """729.3: persist and a free way to put +1/+1 counters on it."""
    table = Table()
    altar = a.ActivatedAbility((e.SacrificeSome(CREATURE),), a.Body((e.GainLife(YOU, ONE),)))
    table.put(table.a, card("Altar", "artifact", "{1}", altar))
    table.put(
        table.a,
        card(
            "Grove",
            "enchantment",
            "{G}",
            trigger(e.EventPattern("enters", CREATURE), e.PutCounters(t.Slot("event.object"), "+1/+1", ONE)),
        ),
    )
    table.put(table.a, creature("Seraph", 1, 1, word("persist")))
    table.pilots[0].plays = Endless([always("activate")])
    run(table)
    assert not table.game.over and table.a.life > 20


def test_a_long_step_without_a_loop_is_played_out() -> None:
    """104.4b: a hundred triggers are no loop."""
    table = Table(library=load(GOBLIN))
    table.put(
        table.a, card("Shrine", "enchantment", "{B}", trigger(e.EventPattern("dies", CREATURE), e.GainLife(YOU, ONE)))
    )
    table.do(table.a, e.CreateTokens(YOU, t.Number(150), "Goblin"))
    table.do(table.b, e.Destroy(t.Each(t.Group(CREATURE))))
    table.game.settle()
    while table.game.stack:
        table.game.advance()
    assert table.a.life == 170 and not table.game.over


def test_a_loop_of_both_players_choices_ends_too() -> None:
    """729.3: one taps, the other untaps."""
    table = Table()
    switch = a.ActivatedAbility((), a.Body((e.TapObjects(t.Each(t.Group(t.IsNamed("Lamp")))),)))
    back = a.ActivatedAbility((), a.Body((e.UntapObjects(t.Each(t.Group(t.IsNamed("Lamp")))),)))
    table.put(table.a, card("Lamp", "artifact", "{1}", switch))
    table.put(table.b, card("Wick", "artifact", "{1}", back))
    table.pilots[0].plays = Endless([always("activate")])
    table.pilots[1].plays = Endless([always("activate")])
    run(table)
    assert not table.game.over


def test_a_repeat_is_bounded() -> None:
    """The language has no unbounded loop."""
    table = Table()
    table.do(table.a, e.Repeat(t.Number(10**9), (e.GainLife(YOU, ONE),)))
    assert table.a.life == 1020


def test_making_a_million_tokens_makes_as_many_as_the_game_can_hold() -> None:
    """111.1: the limit is said by name."""
    table = Table(library=load(GOBLIN), record=True)
    table.do(table.a, e.CreateTokens(YOU, t.Number(10**6), "Goblin"))
    assert 1000 <= len(table.game.battlefield) <= 10000
    assert any("token" in event.text and "limit" in event.text for event in table.events.all if event.kind == "note")


def test_two_copies_of_one_name_with_other_abilities_are_other_states() -> None:
    """707.9a: what only looks the same does not come back."""
    table = Table()
    table.put(table.a, creature())
    table.put(table.a, creature("Golem", 3, 3))
    mourns = trigger(e.EventPattern("dies", IS_THIS), e.GainLife(YOU, ONE))

    def state(*abilities: a.Ability) -> tuple[object, ...]:
        game = copy_game(table.game, table.pilots)
        bear, golem = game.battlefield
        frame = Frame(golem, golem.controller)
        frame.targets = [[golem], [bear]]
        become = k.BecomeCopy(t.Target(0), t.Target(1), k.Exceptions(abilities=abilities), "for good")
        compile_steps((become,))(game, frame)
        assert game.characteristics(golem).power == 2
        return fingerprint(game)

    assert state() == state()
    assert state(mourns) == state(mourns)
    assert state() != state(mourns)
