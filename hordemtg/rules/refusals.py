"""Why a player may not do something now, in words and with the rule (CR 117.1, 305, 508.1, 509.1, 601.3, 602.5).

The engine itself only lists what is possible; these functions say of what is not listed what stands in its way.
Each returns "" when nothing does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hordemtg.rules import announce
from hordemtg.rules.casting import Action
from hordemtg.rules.combat import Attack, Block
from hordemtg.rules.objects import Frame, GameObject, Player, Targetable

if TYPE_CHECKING:
    from hordemtg.rules.compiled import RunAbility, RunBody, RunTarget
    from hordemtg.rules.game import Game

SORCERY_TIMING: Final = {
    "creature": "302.1",
    "artifact": "301.1",
    "enchantment": "303.1",
    "planeswalker": "306.1",
    "battle": "310.1",
    "sorcery": "307.1",
}


def why_not(game: Game, player: Player, action: Action) -> str:
    """Why the player may not do this with priority."""
    o = action.object
    if o is None:
        return ""
    if action.kind == "land":
        return why_not_land(game, player, o)
    if action.kind == "cast":
        return why_not_cast(game, player, o, action.ability)
    assert action.ability is not None
    return why_not_activate(game, player, o, action.ability)


# ---------------------------------------------------------------- lands and spells


def why_not_land(game: Game, player: Player, o: GameObject) -> str:
    """Why the player may not play the land (CR 305.1-3)."""
    if not o.card.is_land:
        return f"{o.label} is no land (CR 305.1)"
    if (o.zone != "hand" or o.owner is not player) and not game.may_play(player, o, land=True):
        return f"{o.label} is not in {player.name}'s hand (CR 305.1)"
    if game.active is not player:
        return f"timing: it is not {player.name}'s turn (CR 305.3)"
    if not game.sorcery_time(player):
        return "timing: lands are played in a main phase while the stack is empty (CR 305.1)"
    if game.player_rule(player, "can't play lands"):
        return f"{player.name} can't play lands (CR 101.2)"
    if not game.may_play_land(player):
        return f"{player.name} has played a land already (CR 305.2b)"
    return ""


def why_not_cast(game: Game, player: Player, o: GameObject, method: RunAbility | None) -> str:
    """Why the player may not cast the card, for its mana cost or the alternative cost (CR 601.2-3)."""
    why = _not_castable_here(game, player, o, method)
    if why:
        return why
    if game.player_rule(player, "can't cast spells"):
        return f"{player.name} can't cast spells (CR 101.2)"
    if not o.card.instant_speed and not _flash_for_more(method) and not game.sorcery_time(player):
        rule = next((r for word, r in SORCERY_TIMING.items() if word in o.card.base.types), "117.1a")
        return f"timing: {o.label} is cast in its player's main phase while the stack is empty (CR {rule})"
    if method is None and o.card.definition_has_no_cost():
        return f"{o.label} has no mana cost (CR 118.6)"
    why = _no_choice(game, player, o)
    if why:
        return why
    if not game.can_cast(player, o, method):
        return _cost_of_spell(game, player, o, method)
    return ""


def _flash_for_more(method: RunAbility | None) -> bool:
    return method is not None and method.alternative is not None and method.alternative.flash


def _not_castable_here(game: Game, player: Player, o: GameObject, method: RunAbility | None) -> str:
    zone = method.zone if method is not None else "hand"
    if method is not None and zone == "graveyard" == o.zone and method not in game.characteristics(o).abilities:
        return f"{o.label} does not have the ability now (CR 601.3)"
    if zone == "hand" and o is game.revealed_card(player):
        zone = "command"
    if o.card.is_land:
        return f"{o.label} is a land, and lands are not cast (CR 305.9)"
    if not o.card.base.types:
        return f"{o.label} has no card type, and no rule allows to cast it (CR 601.3)"
    if zone == "hand" and game.may_play(player, o):
        return ""
    if o.zone != zone or o.owner is not player:
        return f"{o.label} is not in {player.name}'s {zone} (CR 601.3)"
    return ""


def _no_choice(game: Game, player: Player, o: GameObject) -> str:
    """Why no legal choice of modes and targets exists, however it is kicked (CR 601.2c)."""
    frame = Frame(o, player)
    kickers = len(o.card.kickers)
    for kicked in [(), *((i,) for i in range(kickers)), tuple(range(kickers))]:
        frame.kicked = kicked
        if game._can_choose(o, frame):
            return ""
    frame.kicked = ()
    if o.card.spell and o.card.spell[0].body is not None:
        return _no_targets(game, o.card.spell[0].body, frame)
    return f"no legal target for {o.label} (CR 303.4a, 601.2c)"


def _no_targets(game: Game, body: RunBody, frame: Frame) -> str:
    """Why modes and targets cannot be chosen; names what keeps off the targets there are."""
    if body.modes:
        return f"no legal mode of {frame.source.label} (CR 700.2a)"
    for target, least, _ in announce.wanted_targets(game, body.targets, frame):
        if len(announce.legal_targets(game, target, frame)) >= max(1, least):
            continue
        if least:
            found = [why_not_target(game, target, frame, x) for x in _would_fit(game, target, frame)]
            kept_off = next((why for why in found if why), "")
            return f"no legal target for {frame.source.label} (CR 601.2c)" + (f": {kept_off}" if kept_off else "")
    return f"no legal targets for {frame.source.label} (CR 601.2c)"


def _would_fit(game: Game, target: RunTarget, frame: Frame) -> list[Targetable]:
    found: list[Targetable] = []
    if target.players is not None:
        found += target.players(game, frame)
    if target.objects is not None:
        found += target.objects(game, frame)
    return found


def _cost_of_spell(game: Game, player: Player, o: GameObject, method: RunAbility | None) -> str:
    frame = Frame(o, player)
    if method is not None and method.condition is not None and not method.condition(game, frame):
        return f"the condition of that cost of {o.label} does not hold (CR 118.9)"
    if method is not None and method.cost is not None:
        if not method.cost.payable_without_mana(game, player, o, frame):
            return f"the cost of {o.label} cannot be paid (CR 118.3)"
    for additional in o.card.additional:
        if not any(c.payable_without_mana(game, player, o, frame) for c in additional.additional):
            return f"the additional cost of {o.label} cannot be paid (CR 118.3, 118.8)"
    return f"the mana cost of {o.label} cannot be paid (CR 118.3)"


# ---------------------------------------------------------------- targets


def why_not_target(game: Game, target: RunTarget, frame: Frame, x: Targetable) -> str:
    """Why the object or player is no legal target (CR 115, 601.2c)."""
    if isinstance(x, Player):
        if target.players is None or x not in target.players(game, frame):
            return f"{x.label} does not fit the target (CR 601.2c)"
        return "" if announce.targetable(game, x, frame) else f"{x.label} has hexproof (hexproof, CR 702.11c)"
    if x is frame.source and x.zone == "stack":
        return f"{x.label} cannot target itself (CR 115.5)"
    if x.zone == "battlefield":
        why = kept_off(game, frame, x)
        if why:
            return why
    if target.objects is None or not any(x is o for o in target.objects(game, frame)):
        return f"{x.label} does not fit the target (CR 601.2c)"
    return ""


def kept_off(game: Game, frame: Frame, x: GameObject) -> str:
    """What keeps the spell or ability from targeting the permanent (CR 702.11, 702.16, 702.18)."""
    if announce.targetable(game, x, frame):
        return ""
    keywords = game.characteristics(x).keywords
    if "shroud" in keywords:
        return f"{x.label} has shroud (shroud, CR 702.18a)"
    if "protection" in keywords and game.protected(x, frame.source):
        return f"{x.label} has protection from {frame.source.label} (protection, CR 702.16b)"
    if "hexproof" in keywords and x.controller is not frame.controller:
        return f"{x.label} has hexproof (hexproof, CR 702.11b)"
    return f"{x.label} can't be the target (CR 101.2)"


# ---------------------------------------------------------------- activated abilities


def why_not_activate(game: Game, player: Player, o: GameObject, ability: RunAbility) -> str:
    """Why the player may not activate the ability (CR 602.2, 602.5)."""
    if ability.zone != o.zone:
        return f"{o.label} is not {_where(ability.zone)}, where the ability works (CR 113.6)"
    if ability not in game.characteristics(o).abilities and o.zone in ("battlefield", "graveyard"):
        return f"{o.label} does not have the ability now (CR 602.2)"
    holder = o.controller if o.zone == "battlefield" else o.owner
    if ability.any_opponent and holder is player:
        return f"only opponents of {player.name} may activate it (CR 602.1b)"
    if not ability.any_opponent and holder is not player:
        return f"{player.name} does not control {o.label} (CR 602.2)"
    if ability.sorcery_speed and not game.sorcery_time(player):
        return "timing: it is activated only as a sorcery (CR 602.5d)"
    if ability.per_turn and game.used_up(o, ability):
        return f"it was activated this turn already, {ability.per_turn} time(s) (CR 602.5b)"
    if o.zone == "battlefield" and game.barred(o, ability):
        return f"{o.label}'s abilities can't be activated (CR 602.5)"
    frame = Frame(o, player)
    if ability.condition is not None and not ability.condition(game, frame):
        return "the condition for activating it does not hold (CR 602.5b)"
    assert ability.cost is not None and ability.body is not None
    if not announce.possible(game, ability.body, frame):
        return _no_targets(game, ability.body, frame)
    if (ability.cost.taps or ability.cost.untaps) and game.summoning_sick(o):
        return f"{o.label} is summoning sick (CR 302.6, 602.5a)"
    if ability.cost.taps and o.tapped:
        return f"{o.label} is tapped: the cost cannot be paid (CR 118.3)"
    if not ability.cost.payable(game, player, o, frame, -ability.reduction(game, frame)):
        return f"the cost of the ability of {o.label} cannot be paid (CR 118.3)"
    return ""


def _where(zone: str) -> str:
    return "on the battlefield" if zone == "battlefield" else f"in the {zone}"


# ---------------------------------------------------------------- combat


def why_not_attack(game: Game, player: Player, attacks: Sequence[Attack]) -> str:
    """Why this declaration of attackers would be illegal now (CR 508.1)."""
    if game.active is not player:
        return f"timing: it is not {player.name}'s turn (CR 508.1)"
    options = game.attack_options()
    for attack in attacks:
        if not any(a == attack for a in options):
            return why_not_attack_with(game, player, attack)
    return game.attack_illegal(list(attacks), options, game._required_attackers(options))


def why_not_attack_with(game: Game, player: Player, attack: Attack) -> str:
    """Why the creature may not be declared as that attacker (CR 508.1a-c)."""
    o = attack.creature
    c = game.characteristics(o)
    if o.zone != "battlefield" or "creature" not in c.types:
        return f"{o.label} is no creature on the battlefield (CR 508.1a)"
    if o.controller is not player:
        return f"{player.name} does not control {o.label} (CR 508.1a)"
    if o.tapped:
        return f"{o.label} is tapped (CR 508.1a)"
    if game.summoning_sick(o):
        return f"{o.label} is summoning sick (CR 302.6, 508.1a)"
    if game.has(o, "defender"):
        return f"{o.label} has defender (defender, CR 702.3b)"
    if game.restricted(o, "can't attack"):
        return f"{o.label} can't attack (CR 508.1c)"
    return f"{o.label} can't attack {attack.defender.label} (CR 508.1b-c)"


def why_not_block(game: Game, player: Player, blocks: Sequence[Block]) -> str:
    """Why this declaration of blockers would be illegal now (CR 509.1)."""
    if game.active is player:
        return f"timing: it is {player.name}'s own turn (CR 509.1)"
    options = game.block_options(player)
    for block in blocks:
        if not any(b == block for b in options):
            return why_not_block_with(game, player, block)
    return game.block_illegal(list(blocks), player, options, game._most_requirements(options, player))


def why_not_block_with(game: Game, player: Player, block: Block) -> str:
    """Why the creature may not block that attacker (CR 509.1a-b)."""
    o, attacker = block.blocker, block.attacker
    c = game.characteristics(o)
    if o.zone != "battlefield" or "creature" not in c.types:
        return f"{o.label} is no creature on the battlefield (CR 509.1a)"
    if o.controller is not player:
        return f"{player.name} does not control {o.label} (CR 509.1a)"
    if o.tapped:
        return f"{o.label} is tapped (CR 509.1a)"
    if attacker.attacking is None:
        return f"{attacker.label} is not attacking (CR 509.1a)"
    if game.defending_player(attacker) is not player:
        return f"{attacker.label} is not attacking {player.name} (CR 509.1a)"
    if game.restricted(o, "can't block"):
        return f"{o.label} can't block (CR 509.1b)"
    why = game.can_block_attacker(o, attacker)
    return f"{o.label} can't block {attacker.label}: {why}" if why else ""
