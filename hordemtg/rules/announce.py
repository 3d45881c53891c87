"""Announcing spells and abilities: modes, targets, division; are targets still legal (CR 115, 601.2b-d, 608.2b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordemtg.rules.choices import Choice
from hordemtg.rules.events import Event
from hordemtg.rules.objects import Frame, GameObject, Player, StackEntry, Targetable

if TYPE_CHECKING:
    from hordemtg.rules.compiled import RunBody, RunTarget
    from hordemtg.rules.game import Game


def targetable(game: Game, x: Targetable, frame: Frame) -> bool:
    """Whether the spell or ability may target it (CR 115.2, 702.11, 702.16b, 702.18)."""
    if isinstance(x, Player):
        return x is frame.controller or not game.player_rule(x, "can't be the target")
    c = x.characteristics if x.version == game.version and not game.effects_dirty else game.characteristics(x)
    keywords = c.keywords
    if not keywords and not c.restrictions:
        return True
    if x.zone == "battlefield":
        if "shroud" in keywords and game.has(x, "shroud"):
            return False
        if "hexproof" in keywords and x.controller is not frame.controller:
            for k in keywords["hexproof"] or (None,):
                if k is None or k.filter is None or k.filter(game, frame.source, Frame(x, x.controller)):
                    game.has(x, "hexproof")
                    return False
        if "protection" in keywords and game.protected(x, frame.source):
            return False
    for restriction, _ in c.restrictions:
        if restriction.word == "can't be the target" and x.controller is not frame.controller:
            return False
    return True


def legal_targets(game: Game, target: RunTarget, frame: Frame) -> list[Targetable]:
    """Everything that could be chosen for the target."""
    found: list[Targetable] = []
    if target.players is not None:
        found += [p for p in target.players(game, frame) if targetable(game, p, frame)]
    if target.objects is not None:
        version = game.version
        for o in target.objects(game, frame):
            # A spell or ability on the stack is an illegal target for itself (CR 115.5).
            if o is frame.source and o.zone == "stack":
                continue
            c = o.characteristics
            if o.version == version and not game.effects_dirty and not c.keywords and not c.restrictions:
                found.append(o)  # nothing on it could keep anything off
            elif targetable(game, o, frame):
                found.append(o)
    return found


def _has_targets(game: Game, target: RunTarget, frame: Frame, least: int) -> bool:
    """Whether so much could be chosen for the target; looks no further than it must."""
    if least and target.players is not None:
        least -= sum(1 for p in target.players(game, frame) if targetable(game, p, frame))
    if least <= 0 or target.objects is None:
        return least <= 0
    if target.zone == "battlefield":
        fits = target.fits
        assert fits is not None
        for o in game.battlefield:
            if fits(game, o, frame) and targetable(game, o, frame):
                least -= 1
                if not least:
                    return True
        return False
    for o in target.objects(game, frame):
        if (o is not frame.source or o.zone != "stack") and targetable(game, o, frame):
            least -= 1
            if not least:
                return True
    return False


def wanted_targets(game: Game, targets: list[RunTarget], frame: Frame) -> list[tuple[RunTarget, int, int]]:
    """The targets that are chosen as things stand (CR 601.2c), with their least and greatest number."""
    found: list[tuple[RunTarget, int, int]] = []
    for target in targets:
        if target.condition is not None and not target.condition(game, frame):
            found.append((target, 0, 0))
        else:
            maximum = target.maximum(game, frame)
            least = maximum if target.node.exactly else min(target.minimum, maximum)
            found.append((target, least, maximum))
    return found


def enough_targets(game: Game, targets: list[RunTarget], frame: Frame) -> bool:
    """Whether a legal choice of all the targets exists."""
    if not targets:
        return True
    wanted = wanted_targets(game, targets, frame)
    for target, _, _ in wanted:
        if target.different_from:
            break
    else:
        for target, least, _ in wanted:
            if not _has_targets(game, target, frame, least):
                return False
        return True
    options = [legal_targets(game, target, frame) if least else [] for target, least, _ in wanted]
    if any(len(options[i]) < least for i, (_, least, _) in enumerate(wanted)):
        return False
    return _assign(wanted, options, 0, [])


def _assign(
    wanted: list[tuple[RunTarget, int, int]], options: list[list[Targetable]], i: int, chosen: list[list[Targetable]]
) -> bool:
    if i == len(wanted):
        return True
    target, least, _ = wanted[i]
    taken = [x for j in target.different_from for x in chosen[j]]
    free = [x for x in options[i] if not any(x is y for y in taken)]
    if len(free) < least:
        return False
    if not any(i in later.different_from for later, _, _ in wanted):
        return _assign(wanted, options, i + 1, [*chosen, free[:least]])
    return any(_assign(wanted, options, i + 1, [*chosen, free[k : k + least]]) for k in range(len(free) - least + 1))


def possible_modes(game: Game, body: RunBody, frame: Frame) -> list[int]:
    """The modes whose targets could all be chosen (CR 700.2a)."""
    return [i for i, mode in enumerate(body.modes) if enough_targets(game, mode.targets, frame)]


def possible(game: Game, body: RunBody, frame: Frame) -> bool:
    """Whether modes and targets of the body could be chosen now."""
    if body.modes:
        return len(possible_modes(game, body, frame)) >= body.choose_minimum
    if body.divides is not None and body.targets and body.targets[0].minimum > body.divides(game, frame):
        return False  # each target must get at least one (CR 601.2d)
    return enough_targets(game, body.targets, frame)


def announce(game: Game, entry: StackEntry) -> bool:
    """Choose modes, targets and division for what is on the stack; False when that cannot be done (CR 603.3c-d)."""
    body = body_of(entry)
    if body is None:
        return True
    frame = entry.frame
    if body.modes:
        options = possible_modes(game, body, frame)
        if len(options) < body.choose_minimum:
            return False
        _choose_modes(game, frame, body, options)
    targets, purposes = targets_of(body, frame)
    total = body.divides(game, frame) if body.divides is not None else None
    if not choose_targets(game, frame, targets, purposes, first_of_mode(body, frame), total):
        return False
    if total is not None:
        divide(game, frame, total)
    return True


def body_of(entry: StackEntry) -> RunBody | None:
    """What the entry will do."""
    if entry.ability is not None:
        return entry.ability.body
    assert entry.object is not None
    spell = entry.object.card.spell
    return spell[0].body if spell else None


def targets_of(body: RunBody, frame: Frame) -> tuple[list[RunTarget], list[str]]:
    """The targets of the body, or of its chosen modes in order, and what each is for."""
    if not body.modes:
        return body.targets, body.purposes
    targets: list[RunTarget] = []
    purposes: list[str] = []
    for i in frame.modes:
        targets += body.modes[i].targets
        purposes += body.modes[i].purposes
    return targets, purposes


def first_of_mode(body: RunBody, frame: Frame) -> list[int]:
    """For each target of the chosen modes, the number of its mode's first: within a mode they count from 0."""
    found: list[int] = []
    for i in frame.modes:
        found += [len(found)] * len(body.modes[i].targets)
    return found or [0] * len(body.targets)


def _choose_modes(game: Game, frame: Frame, body: RunBody, options: list[int]) -> None:
    if len(options) == body.choose_minimum == body.choose_maximum:
        frame.modes = tuple(options)
        return
    labels = [body.modes[i].label or f"mode {i + 1}" for i in options]
    choice = Choice(
        "modes",
        frame.controller,
        labels,
        body.choose_minimum,
        min(body.choose_maximum, len(options)),
        "mode",
        frame.source,
        frame,
    )
    choice.context = [body.modes[i] for i in options]
    frame.modes = tuple(sorted(options[i] for i in game.ask(choice)))


def choose_targets(
    game: Game,
    frame: Frame,
    targets: list[RunTarget],
    purposes: list[str],
    firsts: list[int],
    total: int | None = None,
) -> bool:
    """The player chooses each target in order (CR 601.2c); False when there are not enough.

    `total` is what will be divided among the first, which are no more than that (CR 601.2d).
    """
    frame.targets = []
    wanted = wanted_targets(game, targets, frame)
    for i, (target, least, most) in enumerate(wanted):
        if most == 0:
            frame.targets.append([])
            continue
        taken = [x for j in target.different_from for x in frame.targets[firsts[i] + j]]
        options = [x for x in legal_targets(game, target, frame) if not any(x is y for y in taken)]
        later = [j for j in range(i + 1, len(wanted)) if wanted[j][1] and i - firsts[j] in wanted[j][0].different_from]
        if later:
            options = [x for x in options if _leaves_enough(game, wanted, later, frame, x)]
        if total is not None and i == 0:
            most = min(most, total)
        if len(options) < least or most < least:
            return False
        most = min(most, len(options))
        if least == most == len(options):
            frame.targets.append(list(options))
            continue
        choice = Choice("targets", frame.controller, options, least, most, purposes[i], frame.source, frame)
        choice.context = target
        frame.targets.append([options[k] for k in game.ask(choice)])
    return True


def _leaves_enough(
    game: Game, wanted: list[tuple[RunTarget, int, int]], later: list[int], frame: Frame, x: Targetable
) -> bool:
    """Whether targets chosen later, which must be others, can still be chosen."""
    for j in later:
        target, least, _ = wanted[j]
        if sum(1 for y in legal_targets(game, target, frame) if y is not x) < least:
            return False
    return True


def divide(game: Game, frame: Frame, total: int) -> None:
    """Divide an effect among the targets, at least one each (CR 601.2d)."""
    targets = frame.targets[0] if frame.targets else []
    if len(targets) <= 1:
        frame.division = (total,) * len(targets)
        return
    choice = Choice("division", frame.controller, targets, 0, 0, "damage", frame.source, frame)
    choice.total = total
    choice.check = lambda answer: "" if min(answer) >= 1 else "each target gets at least one (CR 601.2d)"
    frame.division = tuple(game.ask(choice))


def became_targets(game: Game, entry: StackEntry) -> None:
    """Tell that the chosen objects and players have become targets (CR 601.2c)."""
    if not entry.frame.targets:
        return
    if game.recorder is None and "target" not in game.listeners and not game.granted_triggers:
        if not any(isinstance(x, GameObject) and x.card.triggered for group in entry.frame.targets for x in group):
            return
    for group in entry.frame.targets:
        for x in group:
            event = Event("target", "601.2c", player=entry.controller, source=entry.frame.source)
            event.entry = entry
            if isinstance(x, Player):
                event.text = x.name
            else:
                event.object = x
                event.from_zone = x.zone
            game.announce_event(event)


def still_legal(game: Game, entry: StackEntry) -> bool:
    """Drop targets that have become illegal; False when there were targets and all are (CR 608.2b)."""
    frame = entry.frame
    if not any(frame.targets):
        return True
    body = body_of(entry)
    if body is None:  # an Aura spell: its target is in the enchant ability (CR 303.4a)
        target = frame.targets[0][0]
        assert isinstance(target, GameObject)
        return (
            target.zone == "battlefield" and game.fits_enchant(frame.source, target) and targetable(game, target, frame)
        )
    targets, _ = targets_of(body, frame)
    left = 0
    shares: list[int] = []
    for i, group in enumerate(frame.targets):
        kept: list[Targetable] = []
        for k, x in enumerate(group):
            if _legal(game, targets[i], frame, x):
                kept.append(x)
                if i == 0 and frame.division:
                    shares.append(frame.division[k])
            else:
                game.note("608.2b", f"{x.label} is an illegal target now", frame.source)
        frame.targets[i] = kept
        left += len(kept)
    frame.division = tuple(shares)  # as announced: what illegal targets would have got is lost
    return left > 0


def _legal(game: Game, target: RunTarget, frame: Frame, x: Targetable) -> bool:
    if isinstance(x, Player):
        return (
            not x.lost
            and target.players is not None
            and x in target.players(game, frame)
            and targetable(game, x, frame)
        )
    if x.zone != target.zone or target.objects is None:
        return False
    return any(x is o for o in target.objects(game, frame)) and targetable(game, x, frame)
