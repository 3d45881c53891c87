"""What objects and players may, must and cannot do, each with its rule (CR 101.2, 508.1, 509.1)."""

from __future__ import annotations

from typing import Final

RESTRICTIONS: Final[dict[str, str]] = {
    "can't attack": "508.1c; with `filter`: restricted players are given by `you` below",
    "can't attack you": "508.1c, the ability's controller",
    "can't attack you or planeswalkers you control": "508.1c, neither of them",
    "can't attack alone": "506.5, 508.1c",
    "can't block": "509.1b",
    "can't block alone": "509.1b",
    "can't block except": "509.1b: may only block attackers that fit `filter`",
    "can't be blocked": "509.1b",
    "can't be blocked by": "509.1b: by blockers that fit `filter`",
    "can't be blocked except by": "509.1b: only by blockers that fit `filter`; `amount` or more of them",
    "attacks despite defender": "702.3b: as though it didn't have defender",
    "must attack": "508.1d: attacks each combat if able",
    "must attack the player": "508.1d: if it attacks, the player and no planeswalker, if able",
    "must block": "509.1c: blocks each combat if able",
    "must be blocked": "509.1c: must be blocked if able",
    "all must block it": "509.1c: all creatures able to block it do so",
    "can block additional": "509.1a: `amount` more attackers; -1 any number",
    "doesn't untap": "502.3",
    "can't be countered": "101.2, 701.5",
    "can't be sacrificed": "101.2",
    "can't be regenerated": "701.15c",
    "can't be the target": "115.2: of spells or abilities whose source fits `filter`, controlled by opponents",
    "attack tax": "508.1d, 508.1h: `cost` for each to attack the ability's controller",
    "block tax": "509.1d: `cost` for each to block",
    "can't activate": "602.5: its activated abilities, mana abilities too (605.3)",
    "can't activate but mana": "602.5: its activated abilities that are no mana abilities",
    "assigns damage equal to toughness": "510.1a",
    "assigns no combat damage": "510.1a",
}

PLAYER_RULES: Final[dict[str, str]] = {
    "can't gain life": "119.7",
    "can't lose life": "119.8",
    "can't draw cards": "121.3",
    "can't cast spells": "101.2",
    "can't play lands": "101.2",
    "can't lose the game": "101.2, 104.3",
    "can't win the game": "101.2",
    "can't be the target": "702.11c: of spells or abilities opponents control",
    "no maximum hand size": "402.2",
    "additional land": "305.2: one more land this turn",
    # what the emblem of a Horde says (H1.9, H2.8, H3, H7)
    "no life total": "H1.9: 704.5a never applies; life cannot be paid, set or exchanged",
    "doesn't lose for an empty library": "H1.6: 104.3c, 704.5b never apply",
    "doesn't lose for poison": "H1.9: 704.5c never applies",
    "casts from command": "H10.1: the top card of its command zone is revealed; mana made only for it casts it",
    "emerge by mana cost": "H10.5: the sacrificed creature's mana cost with its colours reduces an emerge cost",
}
