"""What makes a game a Horde game, as data: rulesets, directives, manifests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from hordemtg.cards.definition import Authority
from hordemtg.cards.terms import Condition, Filter
from hordemtg.cards.values import Place

Stage = Literal["preparation", "assault", "surge", "epilogue"]
STAGES: Final[tuple[Stage, ...]] = ("preparation", "assault", "surge", "epilogue")

Difficulty = Literal["nightmare", "hard", "normal", "easy", "story"]


@dataclass(frozen=True, slots=True)
class Reveals:
    """How the Horde reveals cards in its turn (H2.2; H2.3 with `always`).

    `until_nontoken`: reveals stop once one of this phase has cast a nontoken
    card, or `limit` cards have been cast. `always`: `limit` reveals whatever
    they are, `in_draw_step` of them in the draw step. `surge_more` more in Surge.
    `drawn`: revealing a card is drawing it; otherwise it is cast from the library.
    A `limit` of 0 is none. `then_hand`, `then_graveyard`: what is cast after the reveals.
    """

    limit: int
    until_nontoken: bool
    surge_more: int = 0
    in_draw_step: int = 0
    drawn: bool = True
    then_hand: bool = False
    then_graveyard: bool = False


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one way to play; `plain` has no Horde (`horde` False)."""

    name: str
    horde: bool
    life: int = 20
    opening_hand: int = 7
    preparation: int = 0
    difficulties: tuple[tuple[Difficulty, int], ...] = ()
    set_modifiers: tuple[tuple[str, int], ...] = ()
    reveals: Reveals | None = None
    surge: bool = False
    horde_emblems: tuple[str, ...] = ()
    survivor_emblems: tuple[tuple[Stage, str], ...] = ()  # from this stage on
    directives: tuple[str, ...] = ()
    errata: tuple[str, ...] = ()
    harmless_horde_loses: bool = False  # H1.7: library empty and no way to damage
    bare_horde_loses: bool = False  # library and hand empty, no creatures: the older condition
    attacks_planeswalkers: bool = False  # H2.9
    deck_size: int = 0  # so many random cards of the Horde's list for its library; 0: all
    authorities: tuple[tuple[str, Authority], ...] = ()  # for each statement, in order: its words, who says so
    places: tuple[Place, ...] = ()  # for each statement, in order: where it stands
    authority: Authority = Authority()  # of the whole: the source of what its statements say
    place: Place = Place()


Situation = Literal[
    "a target to harm", "a target of yours to harm", "a target to tap", "a target to damage", "a target to help",
    "what to give up", "a card to discard",
    "combat damage", "a mode", "whether to", "how many", "a player to harm", "an order", "a color", "a coin",
    "a replacement", "attackers", "blockers", "mana sources",
]  # fmt: skip

PREFERENCES: Final[dict[str, str]] = {
    "what opponents control": "options an opponent controls, when there are any",
    "what you control": "options you control, when there are any",
    "players": "players before objects",
    "opponents": "opponents before other players",
    "what dies of it": "creatures that the damage would destroy",
    "the greatest mana value": "the highest mana value among the options",
    "the least mana value": "the lowest mana value",
    "the greatest toughness": "the highest toughness",
    "the greatest power": "the highest power",
    "the greatest toughness that dies of it": "of the creatures that the damage would destroy, the highest toughness",
    "the nearest to death": "the least damage still missing to destroy it",
    "untapped ones": "untapped permanents before tapped ones",
    "the most": "as many as allowed",
    "the fewest": "as few as allowed",
    "what outranks no other": "H6.3 (1): not a permanent whose abilities now benefit another, while others do not",
    "what dominates no other": "H6.3 (2): not one at least as good as another option in everything and better in one",
    "what no other dominates": "the best by H6.3",
    "yes unless only your side suffers": "H6.5 for 'may'",
    "the least excess mana": "H5.3",
    "the least mana left to pay": "of creatures to sacrifice for an emerge cost, what saves most (H10.4)",
    "damage before new creatures": "triggers that deal damage resolve before those that create creatures (H9.1)",
    "yes": "the affirmative", "no": "the negative",
}  # fmt: skip


# Situations whose answer is no pick among options: only these words say something there, and nowhere else.
WORDS_OF: Final[dict[Situation, frozenset[str]]] = {
    "how many": frozenset({"the most", "the fewest"}),
    "attackers": frozenset({"the most", "the fewest"}),
    "mana sources": frozenset({"the least excess mana"}),
    "combat damage": frozenset({"the greatest toughness that dies of it", "the nearest to death"}),
    "an order": frozenset({"damage before new creatures"}),
    "blockers": frozenset(),
}
NOWHERE_ELSE: Final = frozenset(
    {"the most", "the fewest", "the least excess mana", "damage before new creatures", "the least mana left to pay"}
)


def says_something(word: str, situation: Situation) -> bool:
    """Whether the preference means anything in the situation."""
    return word in WORDS_OF[situation] if situation in WORDS_OF else word not in NOWHERE_ELSE


@dataclass(frozen=True, slots=True)
class Preference:
    """Keep of the options those that the word (a row of `PREFERENCES`) prefers, if any do."""

    word: str
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class ChoiceDirective:
    """How the Horde chooses in a situation: preferences one after the other, then chance (H6)."""

    name: str
    situation: Situation
    preferences: tuple[Preference, ...]
    authority: Authority = Authority()
    place: Place = Place()


Window = Literal[
    "priority",  # whenever you have priority
    "upkeep",  # in your upkeep
    "main before reveals", "main after reveals", "second main", "any main",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ActivateDirective:
    """Activate an ability as long as it can be done so (H8.1).

    `ability` is the label of the clause of `card`. `pay_with` are the
    permanents whose mana may pay; `spend` restricts what the cost's choices
    (exile, sacrifice, discard) may take, narrowed by `preferences`.
    """

    name: str
    window: Window
    card: str
    ability: str
    pay_with: Filter | None
    spend: Filter | None
    preferences: tuple[Preference, ...] = ()
    condition: Condition | None = None
    authority: Authority = Authority()
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class OfferDirective:
    """Sacrifice to an ability whatever is doomed: what would go to the graveyard all the same (H9.4).

    `what` are the creatures; of several, and of several abilities, chance picks. `unless_lethal`: not one that
    would deal lethal damage to an opponent's creature by the same event.
    """

    name: str
    window: Window
    what: Filter
    unless_lethal: bool = False
    authority: Authority = Authority()
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class CastDirective:
    """Cast the revealed top card of your command zone, whenever its own timing allows, as long as it can be (H10.4).

    If its mana cost cannot be paid and `emerge` is set, cast it for its emerge cost;
    `preferences` say which creature is sacrificed.
    """

    name: str
    window: Window
    emerge: bool = False
    preferences: tuple[Preference, ...] = ()
    authority: Authority = Authority()
    place: Place = Place()


Directive = ChoiceDirective | ActivateDirective | OfferDirective | CastDirective


@dataclass(frozen=True, slots=True)
class DeckList:
    """Counts of names in order. A list for the command zone is part of every game (H10.1), `top` its first card."""

    name: str
    cards: tuple[tuple[int, str], ...]
    zone: str = "library"  # or command
    top: str = ""  # a card that begins the game on top; the others are shuffled


@dataclass(frozen=True, slots=True)
class Manifest:
    """A Horde as its manifest gives it; names are bound to scripts by the library."""

    name: str
    title: str
    ruleset: str
    lists: tuple[DeckList, ...]  # the first for the library is the default; others are alternatives (H8.5)
    errata: tuple[str, ...] = ()
    directives: tuple[str, ...] = ()
    authority: Authority = Authority()
    folder: str = ""
    survivors: str = ""  # the deck to play against when none is named
    horde_emblems: tuple[str, ...] = ()  # besides those of the ruleset
    survivor_emblems: tuple[str, ...] = ()  # all game long
    stand_ins: tuple[tuple[str, str], ...] = ()  # tokens, and the cards that stand for them where lists hold no tokens
