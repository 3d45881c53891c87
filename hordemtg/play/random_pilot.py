"""A pilot that answers at random: for fuzzing, and as the measure that other pilots must beat."""

from __future__ import annotations

from hordemtg.play import legal_answers
from hordemtg.rules.chance import Chance
from hordemtg.rules.choices import Choice
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Player

TRIES = 12


class RandomPilot:
    """Every legal answer may come; the generator is its own, so the game's chance stays as it was."""

    __slots__ = ("chance",)

    def __init__(self, seed: int) -> None:
        self.chance = Chance(seed)

    def wants_priority(self, game: Game, player: Player) -> bool:
        """Always: it may do anything whenever it may."""
        return True

    def choose(self, game: Game, choice: Choice) -> list[int]:
        """A legal answer by chance. Raises `IllegalChoice` when there is none."""
        choice.reason = "at random"
        if choice.kind == "mana":
            return self._mana(game, choice)
        for _ in range(TRIES):
            answer = self._guess(choice)
            if legal_answers.is_legal(choice, answer):
                return answer
        choice.reason = "the first legal answer, after random ones that were illegal"
        return legal_answers.any_answer(game, choice)

    def _guess(self, choice: Choice) -> list[int]:
        chance, count = self.chance, len(choice.options)
        match choice.kind:
            case "number":
                return [choice.minimum + chance.below(choice.maximum - choice.minimum + 1)]
            case "division":
                return self._division(choice)
            case "order":
                return chance.some_of(range(count), count)
            case "attackers":
                return self._declaration([a.creature.id for a in choice.options])
            case "blockers":
                return self._declaration([b.blocker.id for b in choice.options])
            case _:
                most = min(choice.maximum, count)
                return chance.some_of(range(count), choice.minimum + chance.below(most - choice.minimum + 1))

    def _declaration(self, creatures: list[int]) -> list[int]:
        """For each creature one of its options or none, each as likely."""
        groups: dict[int, list[int]] = {}
        for i, creature in enumerate(creatures):
            groups.setdefault(creature, []).append(i)
        answer: list[int] = []
        for group in groups.values():
            picked = self.chance.below(len(group) + 1)
            if picked < len(group):
                answer.append(group[picked])
        return answer

    def _division(self, choice: Choice) -> list[int]:
        """One each when combat does not rule the division, and every point beyond to anyone."""
        count = len(choice.options)
        least = 0 if isinstance(choice.context, list) else 1
        shares = [least] * count
        for _ in range(choice.total - least * count):
            shares[self.chance.below(count)] += 1
        return shares

    def _mana(self, game: Game, choice: Choice) -> list[int]:
        """Sources in random order until the price is paid; a plan when the order did not lead to one."""
        used: set[int] = set()
        answer: list[int] = []
        for i in self.chance.some_of(range(len(choice.options)), len(choice.options)):
            source = choice.options[i].object.id
            if source in used:
                continue
            used.add(source)
            answer.append(i)
            if len(answer) >= choice.context.total - sum(choice.player.pool.values()):
                if legal_answers.is_legal(choice, answer):
                    return answer
        return legal_answers.payment(game, choice)
