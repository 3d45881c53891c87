"""The pilots of a scenario's sides: they do and answer what the script says, and nothing else (CR 117, 608.2d)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hordemtg.cards import scenario as s
from hordemtg.cards.values import Place
from hordemtg.play import scenario_answers as answers
from hordemtg.play.scenario_details import Announcing
from hordemtg.play.scenario_names import Names, ScenarioFailure
from hordemtg.rules.casting import Action
from hordemtg.rules.choices import Choice, Pilot
from hordemtg.rules.combat import Attack, Block
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Player
from hordemtg.rules.refusals import why_not_attack_with, why_not_block_with

UNASKED = ("priority", "mana", "attackers", "blockers")


class Script:
    """What the step of the scenario that is being done gives to the pilots: an action, a declaration, replies."""

    def __init__(self) -> None:
        self.names: Names | None = None
        self.place = Place()
        self.replies: list[s.Reply] = []
        self.player: Player | None = None  # whose action or declaration it is
        self.action: Action | None = None
        self.announcing: Announcing | None = None
        self.attacks: list[Attack] | None = None
        self.blocks: list[Block] | None = None
        self.declared = False
        self.waiting = False  # whether a pass matters, so that each one is made singly

    def begin(self, place: Place, replies: Sequence[s.Reply]) -> None:
        """A new step of the scenario."""
        self.place = place
        self.replies = list(replies)
        self.player = self.action = self.announcing = self.attacks = self.blocks = None
        self.declared = self.waiting = False

    def end(self) -> None:
        """Raise `ScenarioFailure` when a reply was not used."""
        left = [r for r in self.replies if not isinstance(r, s.NobodyIsAsked)]
        if left:
            raise ScenarioFailure(f"nobody asked for this: {_words(left[0])}", left[0].place)

    def pin(self, kind: type[Any]) -> Any:
        """The next pinned result of chance of that kind, used up; None when there is none."""
        for reply in self.replies:
            if isinstance(reply, kind):
                self.replies.remove(reply)
                return reply
        return None

    def next_for(self, side: str) -> s.Answer | s.Asks | None:
        """The next reply that concerns the side."""
        for reply in self.replies:
            if isinstance(reply, s.Answer | s.Asks) and reply.side == side:
                return reply
        return None

    def nobody(self) -> s.NobodyIsAsked | None:
        """The claim that nobody is asked anything, if the step makes it."""
        return next((r for r in self.replies if isinstance(r, s.NobodyIsAsked)), None)


class ScriptedPilot:
    """Answers for one side by the script; `inner` answers what the script leaves open (the Horde's directives)."""

    def __init__(self, script: Script, inner: Pilot | None = None) -> None:
        self.script = script
        self.inner = inner

    def wants_priority(self, game: Game, player: Player) -> bool:
        """Only for the scripted action, or when the inner pilot wants to act."""
        if self.script.waiting:
            return True
        if self.script.action is not None:
            return player is self.script.player
        return self.inner is not None and self.inner.wants_priority(game, player)

    def choose(self, game: Game, choice: Choice) -> list[int]:
        """The scripted answer. Raises `ScenarioFailure` for a question that the script does not answer."""
        script = self.script
        assert script.names is not None
        if choice.kind == "priority":
            return self._priority(game, choice)
        if choice.kind == "attackers" and script.attacks is not None and choice.player is script.player:
            return self._attackers(game, choice, script.attacks)
        if choice.kind == "blockers" and script.blocks is not None and choice.player is script.player:
            return self._blockers(game, choice, script.blocks)
        itself = answers.by_itself(game, script.names, choice) if self.inner is None else None
        self._check_nobody(choice, itself)
        if script.announcing is not None and script.announcing.concerns(choice):
            found = script.announcing.answer(choice)
            if found is not None:
                return found
        reply = self._reply(game, choice)
        if reply is not None:
            return reply
        if self.inner is not None:
            if choice.kind == "order":
                itself = answers.by_itself(game, script.names, choice)
                if itself is not None:
                    return itself
            return self.inner.choose(game, choice)
        if itself is None:
            raise ScenarioFailure(f"the script does not answer: {answers.describe(script.names, choice)}", script.place)
        return itself

    def _priority(self, game: Game, choice: Choice) -> list[int]:
        action = self.script.action
        if action is None or choice.player is not self.script.player:
            return self.inner.choose(game, choice) if self.inner is not None else [0]
        for i, option in enumerate(choice.options):
            if option.kind == action.kind and option.object is action.object and option.ability is action.ability:
                return [i]
        raise ScenarioFailure(f"{action.label} is not possible now", self.script.place)

    def _check_nobody(self, choice: Choice, itself: list[int] | None) -> None:
        claim = self.script.nobody()
        if claim is None or choice.kind in UNASKED:
            return
        if itself is not None and choice.kind in ("targets", "objects", "order"):
            return  # all options are alike
        assert self.script.names is not None
        raise ScenarioFailure(answers.describe(self.script.names, choice), claim.place)

    def _reply(self, game: Game, choice: Choice) -> list[int] | None:
        script = self.script
        assert script.names is not None
        reply = script.next_for(choice.player.name)
        if isinstance(reply, s.Asks) and choice.kind != "mana":
            self._check_asks(choice, reply)
            script.replies.remove(reply)
            reply = script.next_for(choice.player.name)
        if not isinstance(reply, s.Answer) or not _may_answer(choice, reply):
            return None
        script.replies.remove(reply)
        return answers.answer(game, script.names, choice, reply)

    def _check_asks(self, choice: Choice, asks: s.Asks) -> None:
        names = self.script.names
        assert names is not None
        told = answers.describe(names, choice)
        if asks.kind != choice.kind:
            raise ScenarioFailure(f"not asked for {asks.kind}: {told}", asks.place)
        if asks.options is None:
            return
        left = list(answers.options_of(choice))
        for thing in asks.options:
            found = names.meant(thing, left, asks.place)
            wanted = max(thing.count, len(names.aliases.get(thing.name, ())) if thing.alias else 1)
            if len(found) < wanted:
                raise ScenarioFailure(f"{thing.name} is not among the options: {told}", asks.place)
            left = [x for x in left if not any(x is y for y in found[:wanted])]
        if left:
            more = ", ".join(names.label(x) for x in left)
            raise ScenarioFailure(f"{more} can be chosen too: {told}", asks.place)

    # ------------------------------------------------------------ combat

    def _attackers(self, game: Game, choice: Choice, attacks: list[Attack]) -> list[int]:
        numbers: list[int] = []
        for attack in attacks:
            at = [i for i, option in enumerate(choice.options) if option == attack]
            if not at:
                why = why_not_attack_with(game, choice.player, attack)
                raise ScenarioFailure(f"that attack is illegal: {why}", self.script.place)
            numbers += at
        self.script.declared = True
        return numbers

    def _blockers(self, game: Game, choice: Choice, blocks: list[Block]) -> list[int]:
        numbers: list[int] = []
        for block in blocks:
            at = [i for i, option in enumerate(choice.options) if option == block]
            if not at:
                why = why_not_block_with(game, choice.player, block)
                raise ScenarioFailure(f"that block is illegal: {why}", self.script.place)
            numbers += at
        self.script.declared = True
        return numbers


def _may_answer(choice: Choice, reply: s.Answer) -> bool:
    """Some questions are answered by themselves unless the next answer is meant for them."""
    match choice.kind:
        case "mana":
            return isinstance(reply.chosen, s.PayWith)
        case "coin":
            return isinstance(reply.chosen, s.CallCoin)
        case "kickers":
            return isinstance(reply.chosen, s.ChooseYesNo)
        case "attackers" | "blockers":
            return False
        case _:
            return True


def _words(reply: s.Reply) -> str:
    """The reply as the script writes it, roughly."""
    match reply:
        case s.Answer(side=side, chosen=chosen):
            kind = type(chosen).__name__
            words = {"Divide": "divides", "Order": "orders", "PayWith": "pays with", "CallCoin": "calls"}
            return f"{side} {words.get(kind, 'chooses')} ..."
        case s.Asks(side=side, kind=kind):
            return f"asks {side} to choose {kind}"
        case s.Coin():
            return "coin ..."
        case s.ChancePicks():
            return "chance picks ..."
        case s.ChanceOrders():
            return "chance orders ..."
        case s.NobodyIsAsked():
            return "nobody is asked"
