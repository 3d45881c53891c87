"""Fixed ways for the Survivor to hold out, for proof B (H1.7): the same blocks and activations each turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hordemtg.cards import effects as e
from hordemtg.rules import mana
from hordemtg.rules.casting import Action
from hordemtg.rules.choices import Choice
from hordemtg.rules.combat import Block
from hordemtg.rules.game import Game
from hordemtg.rules.objects import GameObject, Player
from hordemtg.rules.terms import walk


class PolicyPilot:
    """A Survivor who casts nothing, plays no land and attacks with nothing; blocks and activations by the policy.

    It looks at nothing but the state, so the same state brings the same answers.
    """

    def __init__(self, name: str, blocks: Callable[[Game, Choice], list[int]], taps: bool) -> None:
        self.name = name
        self.blocks = blocks
        self.taps = taps

    def wants_priority(self, game: Game, player: Player) -> bool:
        """Only to tap attackers at the beginning of the Horde's combat."""
        return self.taps and game.active is not player and game.step == "beginning of combat" and not game.stack

    def choose(self, game: Game, choice: Choice) -> list[int]:
        """The policy's answer; whatever it does not care for is the first legal one."""
        if choice.kind == "priority":
            return self._tap(game, choice)
        if choice.kind == "blockers":
            answer = self.blocks(game, choice)
            assert choice.check is not None
            return answer if not choice.check(answer) else _least_legal(choice)
        if choice.kind == "attackers":
            return _least_legal(choice)
        if choice.kind == "mana":
            return mana.plan(game, choice.context, choice.player.pool, choice.options) or []
        if choice.kind == "targets" and choice.purpose == "harm":
            return _by_power(game, choice)
        if choice.kind == "number":
            return [choice.minimum]
        if choice.kind == "order":
            return list(range(len(choice.options)))
        if choice.kind == "division":
            return [choice.total - 0 if i == 0 else 0 for i in range(len(choice.options))]
        return list(range(choice.minimum))

    def _tap(self, game: Game, choice: Choice) -> list[int]:
        """An ability that taps a creature, on the untapped attacker-to-be of greatest power."""
        for i, action in enumerate(choice.options):
            if isinstance(action, Action) and action.kind == "activate" and _taps_something(action):
                if any(o.controller is not choice.player and not o.tapped for o in game.battlefield):
                    return [i]
        return [0]


def _taps_something(action: Action) -> bool:
    assert action.ability is not None
    return any(isinstance(x, e.TapObjects) for x in walk(action.ability.definition))


def _by_power(game: Game, choice: Choice) -> list[int]:
    def worth(i: int) -> tuple[bool, bool, int, int]:
        x = choice.options[i]
        if not isinstance(x, GameObject):
            return (False, False, 0, -i)
        return (x.controller is not choice.player, not x.tapped, game.characteristics(x).power, -i)

    ranked = sorted(range(len(choice.options)), key=worth, reverse=True)
    return ranked[: max(choice.minimum, min(1, choice.maximum))]


def _least_legal(choice: Choice) -> list[int]:
    """The empty answer if it is legal; else the required creatures."""
    if choice.check is None or not choice.check([]):
        return []
    required = [i for i, x in enumerate(choice.options) if getattr(x, "creature", None) in (choice.context or ())]
    return required if not choice.check(required) else list(range(len(choice.options)))


def stand_by(game: Game, choice: Choice) -> list[int]:
    """No blocks."""
    return []


def hold_the_line(game: Game, choice: Choice) -> list[int]:
    """Every attacker is blocked by creatures that survive it, if there are such; as many attackers as possible."""
    options: Sequence[Block] = choice.options
    attackers = list({b.attacker.id: b.attacker for b in options}.values())
    used: set[int] = set()
    answer: list[int] = []
    # The attackers that fewest creatures can hold come first.
    ways = {o.id: [i for i, b in enumerate(options) if b.attacker is o and survives(game, b)] for o in attackers}
    for attacker in sorted(attackers, key=lambda o: (len(ways[o.id]), o.id)):
        need = game.least_blockers(attacker)
        free = [i for i in ways[attacker.id] if options[i].blocker.id not in used]
        if len(free) >= need:
            free.sort(
                key=lambda i: (
                    len([j for o in attackers for j in ways[o.id] if options[j].blocker is options[i].blocker]),
                    i,
                )
            )
            for i in free[:need]:
                used.add(options[i].blocker.id)
                answer.append(i)
    return answer


def survives(game: Game, block: Block) -> bool:
    """Whether the blocker outlives a block of that attacker, all of whose damage it may get."""
    attacker, blocker = game.characteristics(block.attacker), game.characteristics(block.blocker)
    if "indestructible" in blocker.keywords:
        return True
    if attacker.power <= 0 or game.protected(block.blocker, block.attacker):
        return True
    if "deathtouch" in attacker.keywords or "wither" in attacker.keywords or "infect" in attacker.keywords:
        return False
    power = attacker.power * (2 if "double strike" in attacker.keywords else 1)
    return power < blocker.toughness - block.blocker.damage


POLICIES: Final = (
    PolicyPilot("stand by: no blocks, no activations", stand_by, False),
    PolicyPilot("hold the line: the same surviving blocks each turn", hold_the_line, False),
    PolicyPilot("tap and hold: tap attackers before combat, block the rest", hold_the_line, True),
)
