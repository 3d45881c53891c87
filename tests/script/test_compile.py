"""From clauses to meaning: what the words of a card compile to."""

from __future__ import annotations

from typing import Any

import pytest

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.compiler.library import Library

TOKENS = """
token Goblin
  colors red
  type creature Goblin
  stats 1/1
token Zombie
  colors black
  type creature Zombie
  stats 2/2
keyword Hunting
  rule H7.1
  {T}: this fights target creature an opponent controls. activate only as a sorcery
keyword Kluge X
  rule H9.1
  when this dies: create X Goblin tokens
"""

YOU, THIS = t.You(), t.This()
CREATURE, MINE = t.IsType("creature"), t.ControlledBy(t.You())
CREATURES_OF_MINE = t.Each(t.Group(t.AllOf((CREATURE, MINE))))
IT = t.Slot("event.object")


def library(*lines: str, head: str) -> Library:
    text = f'{TOKENS}\ncard "Test"\n{head}' + "".join(f"  {line}\n" for line in lines)
    return Library.load([], texts={"test": text})


PERMANENT = "  cost {1}{B}\n  type creature Zombie\n  stats 1/1\n"
SPELL = "  cost {B}\n  type instant\n"


def card(*lines: str, head: str = PERMANENT) -> CardDefinition:
    found = library(*lines, head=head)
    assert [str(each) for each in found.diagnostics] == []
    return found.cards["Test"]


def ability(*lines: str) -> Any:
    (made,) = card(*lines).abilities
    return made


def spell(*lines: str) -> a.Body:
    (made,) = card(*lines, head=SPELL).abilities
    assert isinstance(made, a.SpellAbility)
    return made.body


def steps(made: Any) -> list[Any]:
    """The steps without places, to compare."""
    body = made if isinstance(made, a.Body) else made.body
    return [bare(step) for step in body.steps]


def bare(node: Any) -> Any:
    import dataclasses

    if isinstance(node, tuple):
        return tuple(bare(part) for part in node)
    if not dataclasses.is_dataclass(node) or isinstance(node, type):
        return node
    changed = {
        field.name: type(field.default)() if field.name == "place" else bare(getattr(node, field.name))
        for field in dataclasses.fields(node)
    }
    return dataclasses.replace(node, **changed)


def wrong(*lines: str, head: str = PERMANENT) -> list[str]:
    return [each.message for each in library(*lines, head=head).diagnostics]


# ---------------------------------------------------------------- characteristics


def test_characteristics() -> None:
    made = card("flying", head="  cost {2}{U}{B}\n  type legendary creature Zombie Time Lord\n  stats 3/4\n")
    assert made.mana_cost.mana_value == 4
    assert made.colors == {"blue", "black"}
    assert (made.supertypes, made.types, made.subtypes) == (("legendary",), ("creature",), ("Zombie", "Time Lord"))
    assert (made.power, made.toughness) == (t.Number(3), t.Number(4))


def test_a_land_has_no_mana_cost() -> None:
    assert card(head="  type basic land Forest\n").cost is None


def test_a_token_says_its_colors() -> None:
    assert library(head=PERMANENT).tokens["Goblin"].colors == {"red"}


# ---------------------------------------------------------------- triggers and references


def test_it_is_what_the_event_happened_to() -> None:
    made = ability(
        "whenever another Goblin you control becomes blocked: sacrifice it.",
        "  if you do, it deals 4 damage to each creature blocking it",
    )
    assert made.events[0].kind == "becomes blocked"
    sacrifice, asked = steps(made)
    assert sacrifice == e.SacrificeEffect(YOU, IT, slot="r1")
    assert asked == e.If(
        t.Done("r1"),
        (e.DealDamage(IT, t.Number(4), t.Each(t.Group(t.AllOf((CREATURE, t.Relates("blocking", IT)))))),),
    )


def test_enters_or_dies_is_one_ability_with_two_events() -> None:
    assert [event.kind for event in ability("when this enters or dies: mill 2 cards").events] == ["enters", "dies"]


def test_an_intervening_if_is_the_abilitys_condition() -> None:
    made = ability("when this enters, if it was kicked: draw a card")
    assert made.condition == t.WasKicked()


def test_a_spells_own_casting_triggers_on_the_stack() -> None:
    made = ability("when you cast this spell: target opponent loses 3 life and you gain 3 life")
    assert made.zone == "stack"
    assert steps(made) == [
        e.LoseLife(t.PlayerTarget(0), t.Number(3)), e.GainLife(YOU, t.Number(3), joint=","),
    ]  # fmt: skip


def test_a_state_trigger() -> None:
    (event,) = ability("when you control no Islands: sacrifice this").events
    islands = t.Count(t.Each(t.Group(t.AllOf((t.IsSubtype("Island"), MINE)))))
    assert event == e.EventPattern("state", state=t.Compare(islands, "=", t.Number(0)))


def test_the_end_step_is_everyones() -> None:
    (event,) = ability("at the beginning of the end step: destroy all Goblins").events
    assert (event.step, event.who) == ("end", None)


def test_there_is_asks_for_all_that_it_names() -> None:
    made = ability(
        "at the beginning of your upkeep, if there isn't a token creature card and a nontoken creature card",
        "  in your graveyard: sacrifice this",
    )
    assert isinstance(made.condition, t.Negation)
    assert isinstance(made.condition.part, t.Every)
    zones = {part.left.what.group.zone for part in made.condition.part.parts}
    assert zones == {"graveyard"}


def test_when_you_do_has_its_own_targets() -> None:
    made = ability("when this enters: sacrifice a creature. when you do, exile target creature")
    assert made.body.targets == ()
    later = made.body.steps[1].then[0]
    assert isinstance(later, e.Later) and later.at_once
    assert len(later.ability.body.targets) == 1  # type: ignore[union-attr]


def test_a_delayed_trigger_remembers_what_it_is_about() -> None:
    made = ability("{T}: create a Goblin token. sacrifice it at the beginning of the next end step")
    create, later = steps(made)
    assert create.slot == "r1"
    assert later.ability.events[0].step == "end"
    assert later.ability.body.steps == (e.SacrificeEffect(YOU, t.Slot("r1")),)


# ---------------------------------------------------------------- spells


def test_kicked_targets_are_chosen_instead() -> None:
    body = spell(
        "exile target artifact or enchantment. if this spell was kicked, exile target nonland permanent instead"
    )
    assert [spec.condition for spec in body.targets] == [t.Negation(t.WasKicked()), t.WasKicked()]
    (only,) = body.steps
    assert isinstance(only, e.If)
    assert bare(only.otherwise) == (e.MoveObjects(t.Target(0), "exile", verb="exile"),)


def test_another_target_is_another_object() -> None:
    body = spell(
        "return target creature card from your graveyard to your hand. you gain 2 life.",
        "  if this spell was kicked, return another target permanent card from your graveyard to your hand",
    )
    assert body.targets[1].different_from == (0,)
    assert body.targets[0].group == t.Group(CREATURE, "graveyard", YOU)


def test_each_subject_goes_on_while_the_verbs_agree() -> None:
    made = spell("each player loses 1 life, discards a card, sacrifices a creature, then sacrifices a land").steps
    assert [type(step).__name__ for step in made] == ["LoseLife", "DiscardCards", "SacrificeEffect", "SacrificeEffect"]
    assert {step.who for step in made} == {t.EachPlayer()}  # type: ignore[attr-defined]
    assert [step.joint for step in made] == [".", ",", ",", "then"]


def test_its_power_is_the_subjects() -> None:
    (damage,) = steps(
        spell("target creature you control deals damage equal to its power to target creature you don't control")
    )
    assert damage == e.DealDamage(t.Target(0), t.MeasureOf("power", t.Target(0)), t.Target(1))


def test_one_duration_ends_both_changes() -> None:
    (alter,) = steps(spell("creatures you control get +1/+0 and gain trample until end of turn"))
    assert alter == e.Alter(
        CREATURES_OF_MINE,
        (e.ModifyPT(t.Number(1), t.Number(0)), e.GrantAbility(a.KeywordAbility("trample"))),
        "until end of turn",
    )


def test_untargeted_lines_of_a_spell_are_one_ability() -> None:
    body = spell("destroy target creature", "you lose 2 life")
    assert [type(step).__name__ for step in body.steps] == ["Destroy", "LoseLife"]


def test_they_cant_be_regenerated() -> None:
    (destroy,) = steps(spell("destroy each creature with mana value 3 or less. they can't be regenerated"))
    assert destroy == e.Destroy(
        t.Each(t.Group(t.AllOf((CREATURE, t.Measures("mana value", "<=", t.Number(3)))))), regenerate=False
    )


def test_unless_a_player_pays() -> None:
    (unless,) = steps(spell("counter target spell unless its controller pays {3}"))
    assert isinstance(unless, e.UnlessPaid)
    assert unless.who == t.ControllerOf(t.Target(0))


def test_modes_have_labels() -> None:
    body = spell(
        "choose one",
        "  - Charge Them = creatures you control get +2/+0 until end of turn",
        "  - create 2 Goblin tokens",
    )
    assert [mode.label for mode in body.modes] == ["Charge Them", ""]
    assert (body.choose_minimum, body.choose_maximum) == (1, 1)


def test_a_coin() -> None:
    (flip,) = steps(spell("flip a coin. if you win the flip, draw a card. if you lose the flip, you lose 1 life"))
    assert (len(flip.won), len(flip.lost)) == (1, 1)


def test_otherwise() -> None:
    (asked,) = steps(spell("if you control a Goblin, create 3 Goblin tokens. otherwise, create a Goblin token"))
    assert (asked.then[0].amount, asked.otherwise[0].amount) == (t.Number(3), t.Number(1))


def test_x_is_what_where_says() -> None:
    (life,) = steps(spell("you gain X life, where X is the number of creatures you control"))
    assert life == e.GainLife(YOU, t.Count(CREATURES_OF_MINE))


def test_for_each_multiplies() -> None:
    (draw,) = steps(spell("draw 2 cards for each creature you control"))
    assert draw.amount == t.Times(2, t.Count(CREATURES_OF_MINE))


def test_any_target_is_object_or_player() -> None:
    body = spell("this deals 2 damage to any target")
    assert body.targets[0].players == t.EachPlayer()
    assert steps(body) == [e.DealDamage(THIS, t.Number(2), t.Target(0), t.PlayerTarget(0))]


def test_opponents_and_what_they_control() -> None:
    made = ability(
        "when this enters: it deals 1 damage to each opponent and each creature and planeswalker they control"
    )
    (damage,) = steps(made)
    assert damage.to_players == t.Opponents()
    assert t.ControlledBy(t.Opponents()) in damage.to.group.filter.parts


# ---------------------------------------------------------------- static abilities, replacement, costs


def test_a_static_ability_with_its_condition() -> None:
    made = ability(
        "Delirium = this gets +1/+1 and has menace as long as there are 4 or more card types",
        "  among cards in your graveyard",
    )
    assert made.label == "Delirium"
    kinds = t.KindsAmong("card types", t.Each(t.Group(t.Anything(), "graveyard", YOU)))
    assert made.condition == t.Compare(kinds, ">=", t.Number(4))
    assert bare(made.changes) == (
        e.ModifyPT(t.Number(1), t.Number(1)), e.GrantAbility(a.KeywordAbility("menace")),
    )  # fmt: skip


def test_the_condition_may_stand_first() -> None:
    after = ability("this gets +2/+0 as long as it's your turn")
    before = ability("as long as it's your turn, this gets +2/+0")
    assert bare(after) == bare(before)


def test_enchanted_creature_is_the_host() -> None:
    made = card(
        "enchant creature", "enchanted creature can't attack or block", head="  cost {W}\n  type enchantment Aura\n"
    )
    static = made.abilities[1]
    assert isinstance(static, a.StaticAbility)
    assert static.affects == t.Host()
    assert [change.word for change in static.changes] == ["can't attack", "can't block"]  # type: ignore[union-attr]


def test_an_ability_in_quotes_is_granted() -> None:
    made = ability('creatures you control have "{T}: add X mana of any one color, where X is its mana value"')
    (grant,) = made.changes
    (mana,) = grant.ability.body.steps
    assert mana.amount == t.MeasureOf("mana value", THIS)


def test_die_exile_instead() -> None:
    made = ability("if a creature would die, exile it instead")
    assert bare(made) == a.Replacement(e.EventPattern("dies", CREATURE), to_zone="exile")


def test_enters_with_counters() -> None:
    made = ability("enters with X +1/+1 counters")
    assert (made.counters, made.amount) == ("+1/+1", t.X())


def test_a_card_that_returns_itself_works_in_the_graveyard() -> None:
    made = ability("Return = {2}{U}, discard 2 cards: return this card from your graveyard to the battlefield tapped")
    assert made.zone == "graveyard"
    assert made.cost == (
        e.PayMana(made.cost[0].mana), e.DiscardSome(t.Anything(), t.Number(2)),
    )  # fmt: skip


def test_an_attack_tax() -> None:
    made = ability("creatures can't attack you unless their controller pays {2} for each creature attacking you")
    (tax,) = made.changes
    assert tax.word == "attack tax"


def test_ways_to_pay() -> None:
    made = card(
        "you may sacrifice 4 Goblins rather than pay this spell's mana cost",
        "as an additional cost to cast this spell, sacrifice a creature or pay {3}{B}",
        head=SPELL,
    )
    alternative, additional = made.abilities
    assert isinstance(alternative, a.AlternativeCost) and isinstance(additional, a.AdditionalCost)
    assert len(additional.options) == 2


def test_use_is_limited() -> None:
    made = ability("{T}: draw a card. activate only as a sorcery. activate only once each turn")
    assert (made.sorcery_speed, made.per_turn) == (True, 1)


def test_scripted_keywords_stand_for_their_abilities() -> None:
    made = ability("Kluge 2")
    (granted,) = made.stands_for
    assert steps(granted)[0].amount == t.Number(2)


def test_an_inline_token_agrees_with_its_script() -> None:
    assert steps(ability("when this enters: create two 1/1 red Goblin creature tokens"))[0].token == "Goblin"
    (described,) = steps(ability("when this enters: create two 2/2 red Goblin creature tokens"))
    assert described.form.power == t.Number(2), "the card describes another token, which is then its own"
    assert wrong("when this enters: create two 2/2 Goblin tokens") == [
        "the script of the token Goblin does not say `2/2`"
    ]


# ---------------------------------------------------------------- what is refused


TWO_ZONES = "spells and what is on the battlefield are not meant by one phrase so far"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "draw a card",
            "`draw` is something that happens; a permanent's line without `when` or a cost only says what is so",
        ),
        ("this gets +1/+1 until end of turn", "a static ability lasts as long as its object is there"),
        ("when this enters: create a Gobin token", "unknown token `Gobin`"),
        ("Zombis you control have menace", "unknown subtype `Zombis`"),
        ("morph {2}", "the keyword `morph` (CR 702.37) is not supported yet"),
        ("flying 2", "`flying` takes nothing behind it (CR 702.9)"),
        ("kicker 2", "`kicker` takes a cost (CR 702.33)"),
        ("when this enters: if you do, draw a card", "nothing stands before this that could have been done"),
        ("when this enters: choose one", "the modes are missing: a bullet each, below and indented"),
        ("other Zombies get +1/+1 until end of turn", "a static ability lasts as long as its object is there"),
        (
            "target creature gets +1/+1",
            "nothing is targeted here: only spells and activated or triggered abilities have targets",
        ),
        ("when this enters: otherwise, draw a card", "nothing stands before this that could turn out otherwise"),
        ("Hunting 2", "`Hunting` takes no number"),
        ("Kluge", "`Kluge` takes a number"),
        ("{T}, target creature: draw a card", ""),
        ("when this enters: return target spell or creature to its owner's hand", TWO_ZONES),
        ("when this enters: return target permanent or spell to its owner's hand", TWO_ZONES),
        ('unsupported "something else"', "not supported: something else"),
    ],
)
def test_what_has_no_meaning_is_refused(line: str, message: str) -> None:
    found = wrong(line)
    assert found if not message else message in found


def test_a_bare_it_needs_something_before() -> None:
    assert wrong("destroy it", head=SPELL) == ["nothing before says what `it` is"]


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("  cost {B}\n", "the line `type` is missing in Test"),
        ("  type creature Zombie\n", "the line `stats` is missing: Test is a creature (CR 208.1)"),
        ("  type sorcery\n  stats 1/1\n", "only creatures and Vehicles have power and toughness (CR 208.1, 208.3)"),
        ("  type land Zombie\n", "`Zombie` is no subtype of land (CR 205.3d)"),
        ("  type creature Zombi\n  stats 1/1\n", "unknown subtype `Zombi`"),
        ("  cost {B}{Y}\n  type sorcery\n", "not a mana symbol: {Y}"),
        ("  cost {B}\n  cost {B}\n  type sorcery\n", "a second line `cost`"),
    ],
)
def test_characteristics_are_checked(head: str, message: str) -> None:
    assert message in wrong(head=head)


def test_two_clauses_of_one_label() -> None:
    assert wrong("Throw = {1}: draw a card", "Throw = {2}: draw a card") == ["two clauses are called `Throw`"]
