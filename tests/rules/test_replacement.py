"""Replacement and prevention effects (CR 614-616)."""

from table import IS_THIS, ONE, THIS, YOU, Table, card, creature, land, spell, target, trigger

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t

CREATURE = t.IsType("creature")
MINE = t.AllOf((CREATURE, t.ControlledBy(YOU)))
OTHER = t.Not(IS_THIS)
GAIN_1 = e.GainLife(YOU, ONE)
WRATH = spell("Wrath", "{W}", e.Destroy(t.Each(t.Group(CREATURE))))
TWO = t.Number(2)


def shrine(*abilities: a.Ability, name: str = "Shrine"):  # type: ignore[no-untyped-def]
    return card(name, "enchantment", "{1}", *abilities)


def bolt(amount: int = 3):  # type: ignore[no-untyped-def]
    hit = e.DealDamage(THIS, t.Number(amount), t.Target(0))
    return spell("Bolt", "{R}", hit, targets=(a.TargetSpec(t.Group(CREATURE), t.EachPlayer()),))


def test_drawing_two_instead_of_one_does_not_replace_itself_again() -> None:
    """CR 614.5."""
    table = Table()
    double = a.Replacement(e.EventPattern("draw", who=YOU), (e.DrawCards(YOU, TWO),))
    table.put(table.a, shrine(double))
    table.mana(table.a, "U")
    table.cast(table.a, table.hold(table.a, spell("Draw", "{U}", e.DrawCards(YOU, ONE))))
    table.resolve()
    assert len(table.a.hand) == 2


def test_two_such_effects_double_twice() -> None:
    """CR 614.5, 616.1: each applies once to an event and to what replaces it: four cards."""
    table = Table()
    double = a.Replacement(e.EventPattern("draw", who=YOU), (e.DrawCards(YOU, TWO),))
    table.put(table.a, shrine(double, name="One"))
    table.put(table.a, shrine(double, name="Two"))
    table.mana(table.a, "U")
    table.cast(table.a, table.hold(table.a, spell("Draw", "{U}", e.DrawCards(YOU, ONE))))
    table.resolve()
    assert len(table.a.hand) == 4


def test_a_replaced_draw_from_an_empty_library_loses_nothing() -> None:
    """CR 121.6a, 614.11."""
    table = Table()
    table.put(table.a, shrine(a.Replacement(e.EventPattern("draw", who=YOU), (GAIN_1,))))
    table.a.library.clear()
    table.mana(table.a, "U")
    table.cast(table.a, table.hold(table.a, spell("Draw", "{U}", e.DrawCards(YOU, TWO))))
    table.resolve_all()
    assert not table.game.over
    assert table.a.life == 22


def test_the_affected_player_chooses_between_doubling_and_preventing() -> None:
    """CR 616.1: prevent 3 of 3 first, or double first and take 3."""
    double = a.Replacement(e.EventPattern("damage", who=t.EachPlayer()), amount_factor=2)
    shield = e.PreventDamage(None, YOU, t.Number(3))
    for wanted, life in (("Furnace", 17), ("Shield", 20)):
        table = Table()
        table.put(table.a, shrine(double, name="Furnace"))
        table.mana(table.b, "W")
        table.mana(table.a, "R")
        table.cast(table.a, table.hold(table.a, bolt()), targets=table.b)
        table.cast(table.b, table.hold(table.b, spell("Shield", "{W}", shield)))
        table.resolve()
        table.answer(table.b, "replacement", lambda c, w=wanted: [next(i for i, x in enumerate(c.options) if w in x)])
        table.resolve()
        assert len(table.asked(table.b, "replacement")) == 1
        assert table.b.life == life


def test_doubling_and_plus_one_in_the_order_the_affected_player_chooses() -> None:
    """CR 616.1e-f."""
    for first, life in (("Double", 13), ("Plus", 12)):
        table = Table()
        event = e.EventPattern("damage", who=t.EachPlayer())
        table.put(table.a, shrine(a.Replacement(event, amount_factor=2), name="Double"))
        table.put(table.a, shrine(a.Replacement(event, amount_added=1), name="Plus"))
        table.mana(table.a, "R")
        table.answer(table.b, "replacement", lambda c, w=first: [next(i for i, x in enumerate(c.options) if w in x)])
        table.cast(table.a, table.hold(table.a, bolt()), targets=table.b)
        table.resolve()
        assert table.b.life == life


def test_a_shield_prevents_so_much_and_no_more() -> None:
    """CR 615.7."""
    table = Table()
    table.mana(table.a, "RR")
    table.mana(table.b, "W")
    table.cast(table.b, table.hold(table.b, spell("Shield", "{W}", e.PreventDamage(None, YOU, t.Number(4)))))
    table.resolve()
    for life in (20, 18):
        table.cast(table.a, table.hold(table.a, bolt()), targets=table.b)
        table.resolve()
        assert table.b.life == life


def test_prevented_damage_triggers_nothing_and_links_no_life() -> None:
    """CR 615.6: it never happens."""
    table = Table()
    hits = trigger(e.EventPattern("damage", who=t.EachPlayer()), GAIN_1)
    table.put(table.a, shrine(hits))
    linker = creature(
        "Linker",
        1,
        1,
        a.KeywordAbility("lifelink"),
        a.ActivatedAbility((e.TapThis(),), a.Body((e.DealDamage(THIS, t.Number(3), to_players=t.Opponents()),))),
    )
    source = table.put(table.a, linker)
    table.mana(table.b, "W")
    table.cast(table.b, table.hold(table.b, spell("Fog", "{W}", e.PreventDamage(None, None, None))))
    table.resolve()
    table.activate(table.a, source)
    table.resolve_all()
    assert (table.a.life, table.b.life) == (20, 20)


def test_exile_instead_of_dying_means_nothing_died() -> None:
    """CR 614.6, 700.4: a dies trigger does not trigger."""
    table = Table()
    rest = a.Replacement(e.EventPattern("zone change", to_zone="graveyard"), to_zone="exile")
    table.put(table.a, shrine(rest))
    table.put(table.a, creature("Martyr", 1, 1, trigger(e.EventPattern("dies", IS_THIS), GAIN_1)))
    table.mana(table.a, "W")
    table.cast(table.a, table.hold(table.a, WRATH))
    table.resolve_all()
    assert table.a.life == 20
    assert table.names(table.a.exile) == ["Martyr", "Wrath"]


def test_what_leaves_with_the_others_still_replaces_their_move() -> None:
    """CR 614.1: the effect is there when the event would happen."""
    table = Table()
    rest = a.Replacement(e.EventPattern("dies", CREATURE), to_zone="exile")
    table.put(table.a, creature("Anafenza", 1, 1, rest))
    table.put(table.a, creature())
    table.mana(table.a, "W")
    table.cast(table.a, table.hold(table.a, WRATH))
    table.resolve_all()
    assert table.names(table.a.exile) == ["Anafenza", "Bear"]


def test_enters_tapped_by_another_permanent_looks_at_what_enters() -> None:
    """CR 614.12: creatures enter tapped, lands do not."""
    table = Table()
    table.put(table.b, shrine(a.Replacement(e.EventPattern("enters", CREATURE), enters_tapped=True)))
    table.mana(table.a, "GG")
    table.cast(table.a, table.hold(table.a, creature()))
    table.resolve()
    table.act(table.a, "land", table.hold(table.a, land("Swamp")))
    assert table.on_battlefield("Bear")[0].tapped
    assert not table.on_battlefield("Swamp")[0].tapped


def test_enters_tapped_concerns_tokens_too() -> None:
    """CR 614.12, 111.1."""
    from hordemtg.cards.definition import CardDefinition

    table = Table()
    token = CardDefinition("Zombie", None, frozenset(), types=("creature",), power=TWO, toughness=TWO, token=True)
    table.game.tokens["Zombie"] = token
    table.put(table.b, shrine(a.Replacement(e.EventPattern("enters", CREATURE), enters_tapped=True)))
    table.mana(table.a, "B")
    table.cast(table.a, table.hold(table.a, spell("Dig", "{B}", e.CreateTokens(YOU, TWO, "Zombie"))))
    table.resolve()
    assert [o.tapped for o in table.on_battlefield("Zombie")] == [True, True]


def test_if_a_creature_would_enter_exile_it_instead() -> None:
    """CR 614.1a, 614.12: it never enters, so nothing triggers."""
    table = Table()
    table.put(table.b, shrine(a.Replacement(e.EventPattern("enters", CREATURE), to_zone="exile")))
    table.put(table.a, shrine(trigger(e.EventPattern("enters", CREATURE), GAIN_1), name="Watcher"))
    table.mana(table.a, "GG")
    table.cast(table.a, table.hold(table.a, creature()))
    table.resolve_all()
    assert table.names(table.a.exile) == ["Bear"]
    assert table.a.life == 20
    table.act(table.a, "land", table.hold(table.a, land("Swamp")))
    assert table.on_battlefield("Swamp")


def test_what_enters_is_seen_with_the_effects_that_will_apply_to_it() -> None:
    """CR 614.12: a Bear that will be an artifact enters tapped where artifacts do."""
    table = Table()
    table.put(table.b, shrine(a.Replacement(e.EventPattern("enters", t.IsType("artifact")), enters_tapped=True)))
    table.put(table.b, shrine(a.StaticAbility(t.Each(t.Group(CREATURE)), (e.AddTypes(("artifact",)),)), name="March"))
    table.mana(table.a, "GG")
    table.cast(table.a, table.hold(table.a, creature()))
    table.resolve()
    assert table.on_battlefield("Bear")[0].tapped


def test_a_creature_without_abilities_enters_without_its_counters() -> None:
    """CR 614.12: an effect that takes all abilities takes "enters with" as well."""
    table = Table()
    table.put(table.b, shrine(a.StaticAbility(t.Each(t.Group(CREATURE)), (e.LoseAbilities(),))))
    mob = creature("Mob", 1, 1, a.EntersWith(counters="+1/+1", amount=TWO), cost="{G}")
    table.mana(table.a, "G")
    table.cast(table.a, table.hold(table.a, mob))
    table.resolve()
    assert table.stats(table.on_battlefield("Mob")[0]) == (1, 1)


def test_counters_on_arrival_are_doubled_too() -> None:
    """CR 122.6a, 614.1."""
    table = Table()
    table.put(table.a, shrine(a.Replacement(e.EventPattern("counters put", MINE), amount_factor=2)))
    mob = creature("Mob", 0, 0, a.EntersWith(counters="+1/+1", amount=TWO), cost="{G}")
    table.mana(table.a, "GG")
    table.cast(table.a, table.hold(table.a, mob))
    table.resolve()
    assert table.stats(table.on_battlefield("Mob")[0]) == (4, 4)
    grow = spell("Grow", "{G}", e.PutCounters(t.Target(0), "+1/+1", ONE), targets=(target(),))
    table.cast(table.a, table.hold(table.a, grow))
    table.resolve()
    assert table.stats(table.on_battlefield("Mob")[0]) == (6, 6)


def test_tokens_are_doubled_and_life_gained_too() -> None:
    """CR 614.1a, 614.16."""
    from hordemtg.cards.definition import CardDefinition

    table = Table()
    table.game.tokens["Elf"] = CardDefinition(
        "Elf", None, frozenset(), types=("creature",), power=ONE, toughness=ONE, token=True
    )
    table.put(table.a, shrine(a.Replacement(e.EventPattern("create", who=YOU), amount_factor=2)))
    table.put(table.a, shrine(a.Replacement(e.EventPattern("gain life", who=YOU), amount_added=1)))
    table.mana(table.a, "G")
    table.cast(table.a, table.hold(table.a, spell("Feast", "{G}", e.CreateTokens(YOU, TWO, "Elf"), GAIN_1)))
    table.resolve()
    assert len(table.on_battlefield("Elf")) == 4
    assert table.a.life == 22


def test_gaining_life_turned_into_losing_it_does_not_go_round() -> None:
    """CR 614.5: "if you would gain life, you lose that much life instead", with its mirror image."""
    table = Table()
    table.put(table.a, shrine(a.Replacement(e.EventPattern("gain life", who=YOU), (e.LoseLife(YOU, t.EventAmount()),))))
    table.put(table.a, shrine(a.Replacement(e.EventPattern("lose life", who=YOU), (e.GainLife(YOU, t.EventAmount()),))))
    table.mana(table.a, "G")
    table.cast(table.a, table.hold(table.a, spell("Heal", "{G}", GAIN_1)))
    table.resolve()
    assert table.a.life == 21, "replaced by a loss, which is replaced by a gain, and there it ends"


def test_a_loss_of_life_by_damage_can_be_replaced() -> None:
    """CR 120.4c: the results of damage are modified by replacement effects."""
    table = Table()
    table.put(table.a, shrine(a.Replacement(e.EventPattern("lose life", who=t.Opponents()), amount_factor=2)))
    table.mana(table.a, "R")
    table.cast(table.a, table.hold(table.a, bolt()), targets=table.b)
    table.resolve()
    assert table.b.life == 14


def test_redirected_damage_is_not_redirected_again() -> None:
    """CR 614.5, 614.9."""
    table = Table()
    bear = table.put(table.b, creature())
    to_bear = e.DealDamage(t.Slot("event.other"), t.EventAmount(), t.Each(t.Group(MINE)))
    table.put(table.b, shrine(a.Replacement(e.EventPattern("damage", who=YOU), (to_bear,))))
    table.mana(table.a, "R")
    table.cast(table.a, table.hold(table.a, bolt()), targets=table.b)
    table.resolve_all()
    assert bear.zone is None
    assert table.b.life == 20


def test_a_replacement_of_a_source_that_lost_its_abilities_does_nothing() -> None:
    """CR 613.1f, 604.2."""
    table = Table()
    rest = creature(
        "Anafenza", 1, 1, a.Replacement(e.EventPattern("dies", t.AllOf((CREATURE, OTHER))), to_zone="exile")
    )
    table.put(table.a, rest)
    bear = table.put(table.a, creature())
    table.mana(table.a, "UB")
    hush = e.Alter(t.Target(0), (e.LoseAbilities(),), "until end of turn")
    table.cast(
        table.a,
        table.hold(table.a, spell("Hush", "{U}", hush, targets=(target(),))),
        targets=table.on_battlefield("Anafenza")[0],
    )
    table.resolve()
    table.cast(
        table.a, table.hold(table.a, spell("Kill", "{B}", e.Destroy(t.Target(0)), targets=(target(),))), targets=bear
    )
    table.resolve_all()
    assert "Bear" in table.names(table.a.graveyard)
