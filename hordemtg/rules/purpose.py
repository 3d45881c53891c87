"""What a choice is for, read from the effect that uses it: harm, damage, help, fighter (H6)."""

from __future__ import annotations

from typing import Any

from hordemtg.cards import copies as k
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.rules.terms import walk

HARM, DAMAGE, HELP, FIGHTER, STEAL = "harm", "damage", "help", "fighter", "steal"


def of_target(steps: e.Steps, index: int) -> str:
    """What happens to the target number `index` in these steps; "harm" when they do not say."""
    for node in walk(steps):
        found = _use(node, index)
        if found:
            return found
    return HARM


def _use(node: Any, index: int) -> str:
    target, player = t.Target(index), t.PlayerTarget(index)
    match node:
        case e.DealDamage():
            if node.source == target:
                return FIGHTER
            return DAMAGE if node.to == target or node.to_players == player else ""
        case e.Fight():
            return FIGHTER if node.one == target else DAMAGE if node.other == target else ""
        case e.MoveObjects():
            if node.what != target:
                return ""
            return HELP if node.to == "battlefield" or (node.verb == "return" and node.to == "hand") else HARM
        case e.Destroy() | e.TapObjects() | e.CounterSpell() | e.DiscardObjects() | e.SacrificeEffect():
            return HARM if getattr(node, "what", None) == target else ""
        case e.UntapObjects() | e.Regenerate():
            return HELP if node.what == target else ""
        case e.PutCounters(kind=kind):
            return "" if node.what != target else HARM if kind.startswith("-") else HELP
        case e.Alter():
            return of_changes(node.changes) if node.what == target else ""
        case k.CreateCopies() | k.BecomeCopy() if node.of == target:
            return HELP
        case k.CopyOnStack() | k.BecomeCopy():
            return HELP if node.what == target else ""
        case e.AttachTo():
            return HELP if node.to == target else ""
        case e.LoseLife() | e.DiscardCards() | e.MillCards() | e.GivePoison():
            return HARM if node.who == player else ""
        case e.GainLife() | e.DrawCards():
            return HELP if node.who == player else ""
        case e.PreventDamage():
            return HELP if node.to == target else HARM if node.by == target else ""
        case _:
            return ""


def of_changes(changes: tuple[e.Change, ...]) -> str:
    """Whether the changes of a continuous effect harm or help what they are on."""
    for change in changes:
        match change:
            case e.ModifyPT(t.Number(power), t.Number(toughness)):
                return HARM if power + toughness < 0 or toughness < 0 else HELP
            case e.GainControl():
                return STEAL
            case e.LoseAbilities() | e.LoseKeyword() | e.SetPT():
                return HARM
            case e.Restrict(word):
                return HELP if word.startswith("can't be blocked") or word == "can block additional" else HARM
            case _:
                pass
    return HELP
