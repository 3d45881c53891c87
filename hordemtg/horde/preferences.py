"""Preferences of directives: each keeps those options that a word prefers (H6). Rows of `PREFERENCES` in the data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hordemtg.cards import copies as k
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.horde import worth
from hordemtg.rules import purpose, terms
from hordemtg.rules.choices import Choice
from hordemtg.rules.compiled import RunBody
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Frame, GameObject, Player

Options = list[Any]
Prefer = Callable[[Game, Choice, Options], Options]


def _objects(options: Options) -> list[GameObject]:
    return [x for x in options if isinstance(x, GameObject)]


def _extreme(measure: str, greatest: bool) -> Prefer:
    def keep(game: Game, choice: Choice, options: Options) -> Options:
        objects = _objects(options)
        if not objects:
            return options
        values = [terms.measure_of(game, o, measure) for o in objects]
        wanted = max(values) if greatest else min(values)
        return [o for o, value in zip(objects, values, strict=True) if value == wanted]

    return keep


def _opponents(game: Game, choice: Choice, options: Options) -> Options:
    return [x for x in options if not is_own(choice, x)]


def _own(game: Game, choice: Choice, options: Options) -> Options:
    return [x for x in options if is_own(choice, x)]


def is_own(choice: Choice, x: Any) -> bool:
    """Whether the object or player is the chooser's own."""
    if isinstance(x, GameObject):
        return (x.controller if x.zone in ("battlefield", "stack") else x.owner) is choice.player
    return x is choice.player


def _players(game: Game, choice: Choice, options: Options) -> Options:
    return [x for x in options if isinstance(x, Player)]


def _opposing_players(game: Game, choice: Choice, options: Options) -> Options:
    return [x for x in options if not isinstance(x, Player) or x is not choice.player]


def body_of(choice: Choice) -> RunBody | None:
    """What the spell or ability that the choice is made for will do."""
    frame = choice.frame
    if frame is None:
        return None
    if frame.ability is not None:
        return frame.ability.body
    return frame.source.card.spell[0].body if frame.source.card.spell else None


def damage_of(game: Game, choice: Choice) -> int:
    """How much damage the choice is about: what the effect would deal, or what is to be divided."""
    if choice.total:
        return choice.total
    frame, body = choice.frame, body_of(choice)
    if frame is None or body is None:
        return 0
    index = len(frame.targets)
    for node in terms.walk(body.node):
        if isinstance(node, e.DealDamage) and purpose.of_target((node,), index) == purpose.DAMAGE:
            return terms.amount(node.amount)(game, frame)
        if isinstance(node, e.Fight) and node.other == t.Target(index):
            return sum(game.characteristics(o).power for o in terms.objects(node.one)(game, frame))
    return 0


def missing(game: Game, choice: Choice, o: GameObject) -> int:
    """How much damage from the choice's source would still be needed to destroy it (CR 702.2c, 702.12b, 702.16e)."""
    if "indestructible" in game.characteristics(o).keywords:
        return 10**6
    if choice.source is not None and game.protected(o, choice.source):
        return 10**6
    if choice.source is not None:
        return game.lethal(o, choice.source)
    return game.characteristics(o).toughness - o.damage


def _dies(game: Game, choice: Choice, options: Options) -> Options:
    damage = damage_of(game, choice)
    return [o for o in _objects(options) if missing(game, choice, o) <= damage]


def _tough_and_dying(game: Game, choice: Choice, options: Options) -> Options:
    dying = _dies(game, choice, options)
    return _extreme("toughness", True)(game, choice, dying) if dying else []


def _nearest(game: Game, choice: Choice, options: Options) -> Options:
    objects = _objects(options)
    if not objects:
        return options
    damage = damage_of(game, choice)
    left = [missing(game, choice, o) - damage for o in objects]
    return [o for o, n in zip(objects, left, strict=True) if n == min(left)]


def _untapped(game: Game, choice: Choice, options: Options) -> Options:
    return [o for o in _objects(options) if not o.tapped]


def _outranks_none(game: Game, choice: Choice, options: Options) -> Options:
    objects = _objects(options)
    ranks = [worth.benefits_others(game, o) for o in objects]
    return [o for o, high in zip(objects, ranks, strict=True) if not high]


def _dominates_none(game: Game, choice: Choice, options: Options) -> Options:
    objects = _objects(options)
    return [o for o in objects if not any(x is not o and worth.dominates(game, o, x) for x in objects)]


def _dominated_by_none(game: Game, choice: Choice, options: Options) -> Options:
    return worth.best(game, _objects(options)) if _objects(options) else options


def _yes(game: Game, choice: Choice, options: Options) -> Options:
    return [x for x in options if x == "yes"]


def _no(game: Game, choice: Choice, options: Options) -> Options:
    return [x for x in options if x == "no"]


def _yes_unless_own_side_suffers(game: Game, choice: Choice, options: Options) -> Options:
    return ["no"] if only_own_side_suffers(game, choice) else ["yes"]


def only_own_side_suffers(game: Game, choice: Choice) -> bool:
    """Whether the optional steps can only cost or harm their own player (H6.5)."""
    steps = getattr(choice.context, "steps", ())
    good = bad = False
    for node in terms.walk(tuple(steps)):
        side = _side(game, choice, node)
        good, bad = good or side > 0, bad or side < 0
    return bad and not good


def _side(game: Game, choice: Choice, node: Any) -> int:
    """1 when the effect is good for its player or bad for the other side, -1 when it is bad for its player."""
    match node:
        case e.GainLife(who=who) | e.DrawCards(who=who):
            return 1 if isinstance(who, t.You) else -1
        case e.LoseLife(who=who) | e.DiscardCards(who=who) | e.MillCards(who=who) | e.GivePoison(who=who):
            return -1 if isinstance(who, t.You) else 1
        case e.SacrificeEffect(who=who):
            return -1 if isinstance(who, t.You) else 1
        case k.CreateCopies() | k.CopyOnStack():
            return 1
        case (
            e.CreateTokens() | e.AddMana() | e.SearchLibrary() | e.Scry() | e.Surveil() | e.CastCards() | e.AllowPlay()
        ):
            return 1
        case e.Destroy() | e.TapObjects() | e.CounterSpell() | e.MoveObjects() | e.DealDamage():
            return _on_objects(game, choice, node)
        case e.Alter():
            harms = purpose.of_changes(node.changes) == purpose.HARM
            return -_on_objects(game, choice, node) if not harms else _on_objects(game, choice, node)
        case e.PutCounters() | e.UntapObjects() | e.Regenerate():
            return -_on_objects(game, choice, node)
        case _:
            return 0


def _on_objects(game: Game, choice: Choice, node: Any) -> int:
    """1 when what is harmed belongs to the other side, -1 when all of it is one's own."""
    what = node.to if isinstance(node, e.DealDamage) else node.what
    frame: Frame | None = choice.frame
    if what is None or frame is None or isinstance(what, t.Chosen):
        return 1
    found = terms.objects(what)(game, frame)
    if isinstance(node, e.MoveObjects) and (node.to == "battlefield" or node.verb == "return"):
        return 1 if not found or any(is_own(choice, o) for o in found) else -1
    return -1 if found and all(is_own(choice, o) for o in found) else 1


def damage_on_top(choice: Choice, order: list[int]) -> list[int]:
    """The order with triggers that deal damage above those that create creatures; all others stay (CR 603.3b)."""
    rank = {i: _rank(ability) for i, ability in enumerate(choice.abilities)}
    ranked = [i for i in order if rank.get(i)]
    placed = iter(sorted(ranked, key=lambda i: rank[i]))
    return [next(placed) if rank.get(i) else i for i in order]


def _rank(ability: Any) -> int:
    """1 if the ability creates creatures, 2 if it deals damage, 0 if neither or both."""
    nodes = list(terms.walk(ability.definition))
    creates = any(isinstance(x, e.CreateTokens | k.CreateCopies) for x in nodes)
    deals = any(isinstance(x, e.DealDamage) for x in nodes)
    return 0 if creates == deals else 1 if creates else 2


def _saves_most(game: Game, choice: Choice, options: Options) -> Options:
    """Of creatures to sacrifice for an emerge cost, those with which the least mana is left to pay (CR 702.119a)."""
    left: dict[int, int] = choice.context if isinstance(choice.context, dict) else {}
    known = [o for o in _objects(options) if o.id in left]
    return [o for o in known if left[o.id] == min(left[x.id] for x in known)]


TABLE: Final[dict[str, Prefer]] = {
    "what opponents control": _opponents,
    "what you control": _own,
    "players": _players,
    "opponents": _opposing_players,
    "what dies of it": _dies,
    "the greatest toughness that dies of it": _tough_and_dying,
    "the greatest mana value": _extreme("mana value", True),
    "the least mana value": _extreme("mana value", False),
    "the greatest toughness": _extreme("toughness", True),
    "the greatest power": _extreme("power", True),
    "the nearest to death": _nearest,
    "untapped ones": _untapped,
    "the least mana left to pay": _saves_most,
    "what outranks no other": _outranks_none,
    "what dominates no other": _dominates_none,
    "what no other dominates": _dominated_by_none,
    "yes unless only your side suffers": _yes_unless_own_side_suffers,
    "yes": _yes,
    "no": _no,
}
