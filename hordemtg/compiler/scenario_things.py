"""The words of scenarios that name things, moments, actions and answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hordemtg.cards import scenario as s
from hordemtg.cards.values import COLORS, Zone
from hordemtg.compiler.scope import Scope
from hordemtg.script.tree import Leaf, Node

STEP_NAMES = {"first main phase": "first main", "second main phase": "second main", "draw step": "draw"}


def text(leaf: Leaf) -> str:
    return leaf.text.strip('"')


def side_of(node: Node) -> str:
    """The first side that a line names."""
    leaf = node.leaf("SIDE")
    return leaf.text if leaf is not None else ""


# ---------------------------------------------------------------- things


def thing(node: Node, scope: Scope) -> s.Thing:
    """An object or player as the script names it."""
    place = scope.sink.place(node)
    if node.kind == "thing":
        if node.nodes:
            return thing(node.nodes[0], scope)
        return s.Thing(node.leaves[0].text, place=place)
    count = node.leaf("NUMBER")
    alias = node.leaf("ALIAS")
    named = node.node("object_name")
    name = (
        alias.text if alias is not None else " ".join(text(leaf) for leaf in named.leaves) if named is not None else ""
    )
    side = side_of(node)
    zone: Zone | None = None
    where = node.node("location", "in_command")
    if where is not None:
        side = side_of(where) or side
        zone = _zone(where)
    return s.Thing(name, alias is not None, side, zone, int(count.word) if count is not None else 1, place)


def _zone(where: Node) -> Zone:
    if where.kind == "in_command":
        return "command"
    leaf = where.leaf("ZONE")
    return leaf.word if leaf is not None else "exile"  # type: ignore[return-value]


def things(nodes: Sequence[Node], scope: Scope) -> tuple[s.Thing, ...]:
    return tuple(thing(node, scope) for node in nodes if node.kind in ("thing", "object"))


def shares(node: Node, scope: Scope) -> tuple[tuple[int, s.Thing], ...]:
    return tuple((int(row.leaves[0].word), thing(row.nodes[0], scope)) for row in node.all("share"))


def modes(node: Node) -> tuple[int | str, ...]:
    found: list[int | str] = []
    for row in node.all("mode_name"):
        first = row.leaves[0]
        found.append(int(first.word) if first.type == "NUMBER" else " ".join(text(leaf) for leaf in row.leaves))
    return tuple(found)


# ---------------------------------------------------------------- moments


def step_name(node: Node, scope: Scope) -> str:
    """The step that a line names, as a row of STEPS."""
    word = node.leaves[0].word
    word = STEP_NAMES.get(word, word)
    if word not in s.STEPS:
        scope.fail(node, f"`{node.leaves[0].text}` is no step", f"it can be: {', '.join(s.STEPS)}")
    return word


def moment(node: Node, scope: Scope) -> s.Moment:
    """The time that a line names: "A's next turn, upkeep", "turn 3", "at second main"."""
    made = s.Moment(place=scope.sink.place(node))
    for child in node.nodes:
        match child.kind:
            case "side_turn":
                turn = child.leaf("NUMBER")
                made = replace(made, side=side_of(child), turn=int(turn.word) if turn is not None else 0)
            case "side_next_turn":
                made = replace(made, side=side_of(child), next=True)
            case "turn_number":
                number = child.leaf("NUMBER")
                assert number is not None
                made = replace(made, turn=int(number.word))
            case "moment_step":
                made = replace(made, step=step_name(child, scope))
            case _:
                scope.fail(child, "this is no moment of a game")
    return made


# ---------------------------------------------------------------- actions


def act(node: Node, scope: Scope) -> s.Act:
    """What a side does."""
    match node.kind:
        case "act_verb":
            return _verb(node, scope)
        case "act_activate":
            return _activate(node, scope)
        case "act_attack" | "active_attacks":
            return s.Attack(tuple(_attack(row, scope) for row in node.all("attack_item")))
        case "act_block":
            return s.Block(tuple(_block(row, scope) for row in node.all("block_item")))
        case _:
            scope.fail(node, "this is nothing that a side does")


def _verb(node: Node, scope: Scope) -> s.Act:
    verb = node.leaves[0]
    object_node = node.nodes[0]
    if verb.word not in ("cast", "play"):
        scope.fail(verb, f"a side does not {verb.text} by itself", "it can: cast, play, activate, attack, block, pass")
    if object_node.kind != "things" or len(object_node.nodes) != 1:
        scope.fail(object_node, f"one card is {'cast' if verb.word == 'cast' else 'played'} at a time")
    card = thing(object_node.nodes[0], scope)
    if verb.word == "play":
        if len(node.nodes) > 1:
            scope.fail(node.nodes[1], "nothing more is said when a land is played")
        return s.PlayLand(card)
    return s.Cast(card, details(node.nodes[1:], scope))


def _activate(node: Node, scope: Scope) -> s.Activate:
    what = node.nodes[0]
    made = details(node.nodes[1:], scope)
    match what.kind:
        case "only_ability":
            return s.Activate(thing(what.nodes[0], scope), details=made)
        case "labelled_ability":
            leaf = what.leaf("KEYWORD")
            label = leaf.word if leaf is not None else thing(what.nodes[0], scope).name
            return s.Activate(thing(what.nodes[-1], scope), label, details=made)
        case _:
            number = what.leaf("NUMBER")
            assert number is not None
            if what.leaves[0].word != "ability":
                scope.fail(what, "by its number: `ability 2 of bears`")
            return s.Activate(thing(what.nodes[0], scope), number=int(number.word), details=made)


def _attack(row: Node, scope: Scope) -> tuple[s.Thing, s.Thing | None]:
    return thing(row.nodes[0], scope), thing(row.nodes[1], scope) if len(row.nodes) > 1 else None


def _block(row: Node, scope: Scope) -> tuple[s.Thing, tuple[s.Thing, ...]]:
    return thing(row.nodes[0], scope), things(row.nodes[1:], scope)


def details(nodes: Sequence[Node], scope: Scope) -> s.Details:
    """How a spell is cast or an ability activated."""
    made = s.Details()
    for node in nodes:
        match node.kind:
            case "targeting":
                made = replace(made, targets=(*made.targets, things(node.nodes, scope)))
            case "detail_x":
                number = node.leaf("NUMBER")
                assert number is not None
                made = replace(made, x=int(number.word))
            case "dividing":
                made = replace(made, division=shares(node, scope))
            case "detail_modes":
                made = replace(made, modes=modes(node))
            case "detail_kicked":
                made = replace(made, kicked=_kicked(node, scope))
            case "detail_cost":
                made = replace(made, cost=" ".join(_cost_word(leaf) for leaf in node.leaves) or "free")
            case "detail_spend":
                made = replace(made, spend=(*made.spend, *things(node.nodes, scope)))
            case _:
                made = replace(made, pay=(*made.pay, *things(node.nodes, scope)))
    return made


def _cost_word(leaf: Leaf) -> str:
    return leaf.word if leaf.type == "KEYWORD" else text(leaf)


def _kicked(node: Node, scope: Scope) -> tuple[int, ...]:
    if node.leaves[0].word != "kicked":
        scope.fail(node, f"`{node.leaves[0].text}` does not say how a spell is cast", "`kicked`")
    return tuple(int(leaf.word) for leaf in node.leaves if leaf.type == "NUMBER") or (1,)


# ---------------------------------------------------------------- answers


def chosen(node: Node, scope: Scope) -> s.Chosen:
    """What a side chooses."""
    match node.kind:
        case "things":
            return s.ChooseThings(things(node.nodes, scope))
        case "nothing":
            return s.ChooseThings(())
        case "yes":
            return s.ChooseYesNo(True)
        case "no":
            return s.ChooseYesNo(False)
        case "chosen_number":
            return s.ChooseNumber(int(node.leaves[0].word))
        case "chosen_color":
            return _color(node.leaves[0], scope)
        case _:
            return s.ChooseModes(modes(node))


def _color(leaf: Leaf, scope: Scope) -> s.ChooseColor:
    color = next((each for each in COLORS if each == leaf.word), None)
    if color is None:
        scope.fail(leaf, f"`{leaf.text}` cannot be chosen", f"colors: {', '.join(COLORS)}")
    return s.ChooseColor(color)


def reply(node: Node, scope: Scope) -> s.Reply:
    """An answer, or what chance does, or what is asked."""
    place = scope.sink.place(node)
    match node.kind:
        case "reply_chooses":
            if node.leaves[1].word != "choose":
                scope.fail(node, "an answer reads `A chooses ...`; what a side does is not indented")
            return s.Answer(side_of(node), chosen(node.nodes[0], scope), place)
        case "reply_divides":
            return s.Answer(side_of(node), s.Divide(shares(node, scope)), place)
        case "reply_orders":
            return s.Answer(side_of(node), s.Order(things(node.nodes, scope)), place)
        case "reply_pays":
            return s.Answer(side_of(node), s.PayWith(things(node.nodes, scope)), place)
        case "reply_calls":
            return s.Answer(side_of(node), s.CallCoin(node.leaves[-1].word == "heads"), place)
        case "coin":
            return s.Coin(node.leaves[-1].word == "heads", place)
        case "chance_picks":
            return s.ChancePicks(things(node.nodes, scope), place)
        case "chance_orders":
            return s.ChanceOrders(things(node.nodes, scope), place)
        case "asks":
            kind = node.leaf("TO_CHOOSE")
            assert kind is not None
            found = things(node.nodes, scope)
            return s.Asks(side_of(node), kind.word.removeprefix("to choose "), found or None, place)
        case "nobody_is_asked":
            return s.NobodyIsAsked(place)
        case _:
            scope.fail(node, "this is no answer")
