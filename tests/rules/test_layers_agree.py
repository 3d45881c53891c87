"""The quick way to work out characteristics and the plain one of the rules come to the same (CR 613)."""

import random

import pytest
from table import CREATURE, CREATURES, MINE, THIS, Table, base, card, creature, has, plus, static

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.rules import dependency, layers
from hordemtg.rules.characteristics import Characteristics
from hordemtg.rules.objects import GameObject

ZERO = t.Number(0)
WORDS = ("flying", "trample", "menace")
TYPES = ("Zombie", "Goblin")


def filters(chance: random.Random) -> t.Filter:
    """Some creatures."""
    part: t.Filter = chance.choice(
        [
            CREATURE,
            t.IsSubtype(chance.choice(TYPES)),
            t.HasKeyword(chance.choice(WORDS)),
            t.IsColor("red"),
            t.Measures("power", ">=", t.Number(2)),
            t.ControlledBy(t.You()),
            t.HasCounter("+1/+1"),
        ]
    )
    return t.AllOf((CREATURE, t.Not(part) if chance.random() < 0.2 else part))


def change(chance: random.Random) -> e.Change:
    count = t.Count(t.Each(t.Group(filters(chance))))
    return chance.choice(
        [
            plus(1, 1),
            base(1, 3),
            e.SwitchPT(),
            has(chance.choice(WORDS)),
            e.LoseKeyword(chance.choice(WORDS)),
            e.LoseAbilities(),
            e.AddTypes((), (chance.choice(TYPES),)),
            e.SetTypes((), (chance.choice(TYPES),)),
            e.SetColors(("red",)),
            e.ModifyPT(count, ZERO),
            e.SetPT(count, count),
            e.Restrict("can't block"),
        ]
    )


def board(seed: int) -> Table:
    """Creatures and enchantments with static abilities and effects of resolutions, all by chance."""
    chance = random.Random(seed)
    table = Table()
    for n in range(chance.randint(3, 7)):
        player = chance.choice([table.a, table.b])
        affects = chance.choice([THIS, CREATURES, MINE, t.Each(t.Group(filters(chance)))])
        condition = None
        if chance.random() < 0.2:
            condition = t.Compare(t.Count(t.Each(t.Group(filters(chance)))), ">=", t.Number(2))
        ability = static(affects, *(change(chance) for _ in range(chance.choice([1, 1, 2]))), condition=condition)
        kind = chance.random()
        if kind < 0.3:
            table.put(player, card(f"Rule {n}", "enchantment", "{1}", ability))
        elif kind < 0.6:
            table.put(player, creature(f"Lord {n}", 2, 2, ability, subtypes=(chance.choice(TYPES),)))
        else:
            for o in table.put(player, creature("Zombie", 2, 2, subtypes=("Zombie",)), 2):
                if chance.random() < 0.3:
                    table.game.put_counters(o, chance.choice(["+1/+1", "flying"]), 1, None)
        if chance.random() < 0.3:
            what = t.Each(t.Group(filters(chance)))
            table.do(player, e.Alter(what, (change(chance),), "until end of turn"))
    return table


def seen(c: Characteristics) -> tuple[object, ...]:
    words = [r.word for r, _ in c.restrictions]
    return (c.power, c.toughness, sorted(c.types), sorted(c.subtypes), sorted(c.colors), sorted(c.keywords), words)


@pytest.mark.parametrize("block", range(20))
def test_one_object_at_a_time_comes_to_the_same_as_all_effects_one_after_the_other(block: int) -> None:
    """613.1-613.8: whoever is asked for first."""
    for seed in range(block * 25, block * 25 + 25):
        table = board(seed)
        game = table.game
        order: list[GameObject] = list(game.battlefield)
        random.Random(seed).shuffle(order)
        quick = {o.id: seen(game.characteristics(o)) for o in order}
        layers.reorder(game)
        game.version += 1
        dependency.apply_all(game)
        plain = {o.id: seen(o.characteristics) for o in order}
        assert quick == plain, f"board {seed}, entangled: {game.entangled}"
