"""The autopilot's smaller choices: targets, sacrifices, discards, modes, kickers, divisions (CR 601.2, 608.2d)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.play import autopilot_attack, legal_answers
from hordemtg.play import autopilot_worth as worth
from hordemtg.play.autopilot_hunt import best_hunt
from hordemtg.play.autopilot_value import lands_of, spell_worth
from hordemtg.play.autopilot_view import View
from hordemtg.rules.choices import Choice
from hordemtg.rules.compiled import RunAbility, RunTarget
from hordemtg.rules.costs import RunCost
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Frame, GameObject, Player, Targetable

ENOUGH_LANDS: Final = 6


def best(choice: Choice, ratings: Sequence[float], only_good: bool = True) -> list[int]:
    """The options rated highest: as many as must be, and up to the maximum those that are good."""
    order = sorted(range(len(ratings)), key=lambda i: (-ratings[i], i))
    return sorted(
        i for rank, i in enumerate(order[: choice.maximum]) if rank < choice.minimum or (only_good and ratings[i] > 0)
    )


# ---------------------------------------------------------------- targets


def targets(view: View, choice: Choice) -> list[int]:
    """The targets for which the effect is worth most."""
    found = _steps_of(view.game, choice)
    if found is None:
        return best(choice, [_by_purpose(view, choice.purpose, x) for x in choice.options])
    steps, index = found
    frame = copy_frame(choice.frame)
    if any(isinstance(step, e.Fight) and step.one == t.This() for step in steps):
        hunt = best_hunt(view)
        if hunt is not None and hunt.hunter is frame.source:
            choice.reason = "the fight that leaves the opponent weakest"
            return [i for i, x in enumerate(choice.options) if x is hunt.prey]
    ratings = worth.ratings(view, steps, index, choice.options, frame)
    choice.reason = "the target for which the effect is worth most"
    if view.game.step == "declare attackers" and view.game.active is view.foe and choice.purpose in ("harm", "damage"):
        threat = autopilot_attack.Threat(view)
        ratings = [r + relief_of(view, threat, x, r) for x, r in zip(choice.options, ratings, strict=True)]
        choice.reason = "the target without which the attack is weakest"
    return best(choice, ratings)


def relief_of(view: View, threat: autopilot_attack.Threat, x: Targetable, rating: float) -> float:
    """How much better the attack looks when the effect takes that attacker out."""
    if isinstance(x, Player) or rating < 0.9 * view.worth(x):
        return 0.0
    return threat.relief(x)


def copy_frame(frame: Frame | None) -> Frame:
    """The frame as it is while targets are chosen, for trying others; the game's own is left alone."""
    assert frame is not None
    copy = Frame(frame.source, frame.controller)
    copy.targets, copy.kicked, copy.x, copy.slots = list(frame.targets), frame.kicked, frame.x, frame.slots
    copy.modes, copy.amounts, copy.done = frame.modes, frame.amounts, frame.done
    return copy


def _steps_of(game: Game, choice: Choice) -> tuple[e.Steps, int] | None:
    """The steps that use the target being chosen and its number in them; None for an ability that is not found."""
    frame, target = choice.frame, choice.context
    if frame is None or not isinstance(target, RunTarget):
        return None
    abilities: list[RunAbility] = [entry.ability for entry in game.stack if entry.ability is not None]
    abilities += frame.source.card.abilities
    for ability in reversed(abilities):
        body = ability.body
        if body is None:
            continue
        for steps, own in ((body.node.steps, body.targets), *((m.node.steps, m.targets) for m in body.modes)):
            for i, candidate in enumerate(own):
                if candidate is target:
                    return steps, i
    return None


def _by_purpose(view: View, purpose: str, x: Targetable) -> float:
    """A rating from the purpose's word alone."""
    good = purpose in ("help", "fighter")
    if isinstance(x, Player):
        return 1.0 if (x is view.me) == good else -1.0
    own = x.controller is view.me
    value = view.worth(x) if x.zone == "battlefield" else spell_worth(x.card)
    return value if own == good else -value


# ---------------------------------------------------------------- objects


def objects(view: View, choice: Choice) -> list[int]:
    """Objects for an instruction or a cost, by what they are wanted for."""
    purpose = choice.purpose
    game = view.game
    if purpose in ("give up", "tap"):
        choice.reason = "what is worth least to its controller"
        if purpose == "tap":
            return best(choice, [-_untapped_use(view, o) for o in choice.options])
        return best(choice, [_loss(view, o) for o in choice.options])
    if purpose in ("discard", "mulligan"):
        choice.reason = "the card that will be missed least"
        return _worst_cards(view, choice)
    if purpose in ("scry", "surveil"):
        choice.reason = "away with lands when there are enough, and with spells when there are too few"
        return best(choice, [-keep_worth(view, o, view.me.hand) + 1.0 for o in choice.options])
    source = choice.source
    if source is not None and source.zone == "stack" and "Aura" in source.card.base.subtypes:
        choice.reason = "the host on which the Aura is worth most"
        frame = Frame(source, view.me)
        return best(choice, [worth.host_worth(view, source, o, frame) for o in choice.options])
    if purpose == "help":
        choice.reason = "what helps most"
        return best(choice, [keep_worth(view, o, view.me.hand) for o in choice.options])
    choice.reason = "what hurts the opponent most"
    return best(choice, [_harm(view, game, o) for o in choice.options])


def _loss(view: View, o: GameObject) -> float:
    if o.zone != "battlefield":
        return -keep_worth(view, o, view.me.hand)
    value = view.worth(o)
    if "land" in view.game.characteristics(o).types:
        value += 0.6 * max(0, 5 - lands_of(view.game, view.me)) - (0.2 if o.tapped else 0.0)
    return -value if o.controller is view.me else value


def _untapped_use(view: View, o: GameObject) -> float:
    """What being untapped is worth: less for what could not attack anyway."""
    value = view.worth(o)
    return value * 0.5 if view.game.summoning_sick(o) else value


def _harm(view: View, game: Game, o: GameObject) -> float:
    value = view.worth(o) if o.zone == "battlefield" else spell_worth(o.card)
    mine = o.controller is view.me if o.zone in ("battlefield", "stack") else o.owner is view.me
    return -value if mine else value


def keep_worth(view: View, o: GameObject, hand: Sequence[GameObject]) -> float:
    """What it is worth to have the card in hand: lands until there are enough, spells that can be cast soon."""
    lands = lands_of(view.game, view.me)
    if o.card.is_land:
        held = sum(1 for x in hand if x.card.is_land)
        if lands + held <= 4:
            return 4.0
        return 2.0 if lands + held <= ENOUGH_LANDS else 0.4
    value = spell_worth(o.card)
    missing = o.card.base.mana_value - lands - sum(1 for x in hand if x.card.is_land)
    return value - 0.6 * max(0, missing)


def _worst_cards(view: View, choice: Choice) -> list[int]:
    """So many cards to part with, one after the other, as what is left changes."""
    left = list(range(len(choice.options)))
    gone: list[int] = []
    for _ in range(choice.minimum):
        hand = [choice.options[i] for i in left]
        worst = min(left, key=lambda i: (keep_worth(view, choice.options[i], hand), i))
        left.remove(worst)
        gone.append(worst)
    return sorted(gone)


# ---------------------------------------------------------------- modes, kickers, costs, numbers


def modes(view: View, choice: Choice) -> list[int]:
    """The modes that are worth most now."""
    choice.reason = "the mode that is worth most now"
    frame = copy_frame(choice.frame)
    return best(choice, [worth.aimed(view, m.node.steps, m.targets, frame).worth for m in choice.context])


def kickers(view: View, choice: Choice) -> list[int]:
    """The way of kicking that is worth most: what is affordable is paid when it does more."""
    assert choice.source is not None
    spell = choice.source
    ratings = [worth.cast_worth(view, spell, way) for way in choice.context]
    picked = max(range(len(ratings)), key=lambda i: ratings[i])
    choice.reason = "kicked: it is affordable and does more" if choice.context[picked] else "worth more unkicked"
    return [picked]


def cost(view: View, choice: Choice) -> list[int]:
    """The way to pay that takes least."""
    choice.reason = "the way to pay that takes least"
    ways: list[RunCost] = choice.context

    def price(way: RunCost) -> float:
        total = 0.4 * way.mana.mana_value
        for part in way.parts:
            assert choice.source is not None and choice.frame is not None
            found = part.candidates(view.game, view.me, choice.source, choice.frame)
            total += min((-_loss(view, o) for o in found), default=0.0)
        return total + 0.5 * len(way.simple)

    return [min(range(len(ways)), key=lambda i: price(ways[i]))]


def number(choice: Choice) -> list[int]:
    """As much as can be paid for X; as many as allowed of anything else."""
    choice.reason = "the most"
    return [choice.maximum]


def yes_or_no(view: View, choice: Choice) -> list[int]:
    """Yes to what is worth it; a tax is paid when what it prevents is worse."""
    node: Any = choice.context
    steps: e.Steps = getattr(node, "steps", ())
    if choice.frame is None or not steps:
        choice.reason = "nothing speaks against it"
        return [1]
    gain = worth.steps_worth(view, steps, copy_frame(choice.frame))
    if choice.purpose == "tax":
        choice.reason = "paid: what would happen otherwise is worse" if gain <= 0 else "not paid: it helps"
        return [1 if gain <= 0 else 0]
    choice.reason = "it is worth it" if gain >= 0 else "it would do more harm than good"
    return [1 if gain >= 0 else 0]


def division(view: View, choice: Choice) -> list[int]:
    """Kill what is worth most for the damage it takes, then the next; what is left goes where it is not wasted."""
    if not isinstance(choice.context, list):
        return _divided_effect(view, choice)
    needs: list[int] = choice.context
    options = choice.options
    shares = [0] * len(options)
    left = choice.total
    player_last = isinstance(options[-1], Player)
    must_kill_all = player_last and choice.check is not None
    order = sorted(
        (i for i, x in enumerate(options) if isinstance(x, GameObject)),
        key=lambda i: -view.worth(options[i]) / max(1, needs[i]),
    )
    for i in order:
        if needs[i] <= left:
            shares[i] = needs[i]
            left -= needs[i]
    all_killed = all(shares[i] >= needs[i] for i in order)
    if left and player_last and (all_killed or not must_kill_all):
        shares[-1] += left
    elif left:
        weakest = [i for i in order if shares[i] < needs[i]] or order
        shares[weakest[0]] += left
    choice.reason = "lethal damage to what is worth most, the rest where it counts"
    return shares if legal_answers.is_legal(choice, shares) else legal_answers.division(choice)


def _divided_effect(view: View, choice: Choice) -> list[int]:
    """Divided among targets, at least one each (CR 601.2d)."""
    game = view.game
    shares = [1] * len(choice.options)
    left = choice.total - len(shares)
    needs = [
        max(1, game.characteristics(x).toughness - x.damage) if isinstance(x, GameObject) else 99
        for x in choice.options
    ]
    for i in sorted(range(len(shares)), key=lambda i: needs[i]):
        if 0 < needs[i] - 1 <= left:
            shares[i] += needs[i] - 1
            left -= needs[i] - 1
    if left > 0:
        shares[max(range(len(shares)), key=lambda i: needs[i])] += left
    choice.reason = "as many deaths as the damage allows"
    return shares if legal_answers.is_legal(choice, shares) else legal_answers.division(choice)


def mulligan(view: View, choice: Choice) -> list[int]:
    """A hand of seven with one land or none, or one spell or none, goes back; never below five cards."""
    hand = view.me.hand
    lands = sum(1 for o in hand if o.card.is_land)
    if choice.context < 2 and (lands <= 1 or lands >= len(hand) - 1):
        choice.reason = f"{lands} lands among {len(hand)} cards do not make a game"
        return [1]
    choice.reason = f"{lands} lands among {len(hand)} cards"
    return [0]


def color(view: View, choice: Choice) -> list[int]:
    """The colour that the hand wants most."""
    wanted = [0] * len(choice.options)
    for o in view.me.hand:
        for symbol in o.card.base.mana_cost.symbols:
            for i, label in enumerate(choice.options):
                if isinstance(label, str) and symbol in label:
                    wanted[i] += 1
    choice.reason = "the colour that the hand wants most"
    return [max(range(len(wanted)), key=lambda i: wanted[i])]


PICKS: Final[dict[str, Callable[[View, Choice], list[int]]]] = {
    "targets": targets,
    "objects": objects,
    "modes": modes,
    "kickers": kickers,
    "cost": cost,
    "number": lambda view, choice: number(choice),
    "division": division,
    "yes or no": yes_or_no,
    "color": color,
    "mulligan": mulligan,
}
