"""What a payment is for, mana that pays for some things only, and what pays instead of mana (CR 106.6, 702.51)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.rules import terms
from hordemtg.rules.objects import Frame, GameObject, Player
from hordemtg.rules.pool import INSTEAD as INSTEAD

if TYPE_CHECKING:
    from hordemtg.rules.game import Game

Pool = dict[str, int]
Helper = tuple[GameObject, str, str]  # what pays, as which symbol, by which keyword

GENERIC: Final = "*"
SYMBOLS: Final = {"white": "w", "blue": "u", "black": "b", "red": "r", "green": "g"}
KEYWORDS: Final = ("convoke", "delve", "improvise")


class Use:
    """What is paid for: a spell being cast, an ability being activated, or anything else; and what may help to pay."""

    __slots__ = ("helps", "kind")

    def __init__(self, kind: Literal["cast", "activate", ""] = "", helps: tuple[str, ...] = ()) -> None:
        self.kind = kind
        self.helps = helps


OTHER: Final = Use()
CASTING: Final = Use("cast")
ACTIVATING: Final = Use("activate")


class Only:
    """What mana may be spent on (CR 106.6): spells that fit, and abilities of what fits.

    An artifact is a permanent (CR 109.2): mana for abilities of artifacts does not pay to cycle an artifact card.
    """

    __slots__ = ("abilities", "anywhere", "node", "spells")

    def __init__(self, node: e.SpendOn) -> None:
        self.node = node
        self.spells = terms.test(node.spells) if node.spells is not None else None
        self.abilities = terms.test(node.abilities) if node.abilities is not None else None
        self.anywhere = isinstance(node.abilities, t.Anything)  # "to activate abilities", of whatever that is

    def allows(self, game: Game, player: Player, source: GameObject | None, use: Use) -> bool:
        """Whether the mana may be spent on the spell, or on an ability of the object."""
        fits = self.spells if use.kind == "cast" else self.abilities if use.kind == "activate" else None
        if use.kind == "activate" and not self.anywhere:
            if source is not None and source.zone not in ("battlefield", None):
                return False
        return fits is not None and source is not None and fits(game, source, Frame(source, player))


def helpers(game: Game, player: Player, source: GameObject | None, use: Use) -> list[Helper]:
    """What could pay instead of mana now (CR 702.51a, 702.66a, 702.126a); a creature of two colors comes twice."""
    found: list[Helper] = []
    if "delve" in use.helps:
        found += [(o, GENERIC, "delve") for o in player.graveyard if o is not source]
    if "convoke" not in use.helps and "improvise" not in use.helps:
        return found
    for o in game.battlefield:
        if o.controller is not player or o.tapped:
            continue
        c = game.characteristics(o)
        if "convoke" in use.helps and "creature" in c.types:
            found += [(o, SYMBOLS[color], "convoke") for color in sorted(c.colors)] or [(o, GENERIC, "convoke")]
        elif "improvise" in use.helps and "artifact" in c.types:
            found.append((o, GENERIC, "improvise"))
    return found


def helped(coloured: tuple[str, ...]) -> tuple[str, ...]:
    """The symbols of a price with what a convoking creature pays for: colored mana, not colorless (CR 702.51a)."""
    return tuple("".join(s.lower() for s in entry if s != "C") + entry for entry in coloured)


def help_pay(game: Game, spell: GameObject | None, o: GameObject, how: str) -> None:
    """Tap the creature or artifact, or exile the card, rather than pay a mana for the spell."""
    if spell is not None:
        game.exercise_keyword(spell, how)
    if how == "delve":
        game.move_all([o], "exile", "exile", "702.66a", None)
    else:
        game.tap(o, "702.51a" if how == "convoke" else "702.126a")


def floating(game: Game, player: Player, source: GameObject | None, use: Use) -> Pool:
    """The unspent mana that may pay: the pool, and of the mana for some things only what is for this."""
    if not player.bound:
        return player.pool
    pool = dict(player.pool)
    for only, mana in player.bound:
        if only.allows(game, player, source, use):
            for symbol, count in mana.items():
                pool[symbol] = pool.get(symbol, 0) + count
    return pool


def set_apart(left: Pool, spent: Pool, made: list[tuple[Only, Pool]]) -> list[tuple[Only, Pool]]:
    """What is left of the mana for some things only, taken out of what is left; that mana is spent first."""
    kept: list[tuple[Only, Pool]] = []
    gone = dict(spent)
    for only, mana in made:
        rest: Pool = {}
        for symbol, count in mana.items():
            used = min(count, gone.get(symbol, 0))
            gone[symbol] = gone.get(symbol, 0) - used
            if count > used:
                rest[symbol] = count - used
                left[symbol] -= count - used
        if rest:
            kept.append((only, rest))
    return kept
