"""Scenarios: games set up by hand, as data (hordemtg/cards/scenario.py says what every line means)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hordemtg.cards import scenario as s
from hordemtg.cards.values import Zone
from hordemtg.compiler import declarations
from hordemtg.compiler.scenario_claims import claims
from hordemtg.compiler.scenario_things import act, chosen, moment, reply, side_of, thing
from hordemtg.compiler.scope import CompileError, Names, Scope, Sink
from hordemtg.script.tree import Leaf, Node

Declared = Callable[[Node], Any]
NESTED = frozenset({"card", "token", "keyword", "emblem", "errata"})


def scenario(node: Node, names: Names, sink: Sink) -> s.Scenario:
    """The scenario that a declaration gives; the cards inside it are not in it yet."""
    cites = node.node("cites")
    rules = tuple(leaf.text for leaf in cites.leaves if leaf.type == "RULE") if cites is not None else ()
    made = s.Scenario(declarations.name_of(node), rules, place=sink.place(node))
    scope = Scope(sink, names, "scenario")
    steps: list[s.Step] = []
    for line in node.nodes:
        if line.kind in NESTED or line.kind in ("cites", "placeholder"):
            continue
        try:
            if line.kind in SETTINGS:
                made = SETTINGS[line.kind](line, made, scope)
            else:
                _step(line, steps, scope)
        except CompileError as error:
            sink.found.append(error.diagnostic)
    return replace(made, steps=tuple(steps))


# ---------------------------------------------------------------- set-up


def _text(leaf: Leaf) -> str:
    return leaf.text.strip('"')


def _horde(node: Node, made: s.Scenario, scope: Scope) -> s.Scenario:
    deck_list, difficulty = made.deck_list, made.difficulty
    for option in node.nodes:
        if option.kind == "option_list":
            deck_list = _text(option.leaves[-1])
        else:
            difficulty = option.leaves[-1].word  # type: ignore[assignment]
    return replace(made, horde=_text(node.leaves[0]), deck_list=deck_list, difficulty=difficulty)


def _stage(node: Node, made: s.Scenario, scope: Scope) -> s.Scenario:
    return replace(made, stage=node.leaves[0].word.removeprefix("stage "))  # type: ignore[arg-type]


def _number(what: Any) -> Callable[[Node, s.Scenario, Scope], s.Scenario]:
    def build(node: Node, made: s.Scenario, scope: Scope) -> s.Scenario:
        row = s.SideNumber(node.leaves[0].text, what, int(node.leaves[1].word), scope.sink.place(node))
        return replace(made, numbers=(*made.numbers, row))

    return build


def _zone_word(node: Node) -> Zone:
    word = node.leaves[0].word
    return "command" if word == "command zone" else word  # type: ignore[return-value]


def _side_zone(node: Node, made: s.Scenario, scope: Scope) -> s.Scenario:
    place_word = node.node("place_word")
    assert place_word is not None
    items = tuple(_put(each, scope) for each in node.all("put"))
    zone = _zone_word(place_word)
    if zone == "library":
        scope.fail(place_word, "a library is set from the top", "`library of A: Shock, Forest`")
    row = s.SideSetup(node.leaves[0].text, zone, items, place=scope.sink.place(node))
    return replace(made, setup=(*made.setup, row))


def _side_library(node: Node, made: s.Scenario, scope: Scope) -> s.Scenario:
    items = tuple(_put(each, scope) for each in node.all("put"))
    blank, deck = node.node("blank"), node.node("deck_below")
    number = blank.leaf("NUMBER") if blank is not None else None
    side = next(leaf for leaf in node.leaves if leaf.type == "SIDE")
    row = s.SideSetup(
        side.text,
        "library",
        items,
        int(number.word) if number is not None else 0,
        deck is not None,
        scope.sink.place(node),
    )
    return replace(made, setup=(*made.setup, row))


def _put(node: Node, scope: Scope) -> s.Put:
    count = node.leaf("NUMBER")
    named = node.node("object_name")
    assert named is not None
    made = s.Put(
        " ".join(_text(leaf) for leaf in named.leaves),
        int(count.word) if count is not None else 1,
        place=scope.sink.place(node),
    )
    for detail in node.nodes:
        made = _detail(detail, made, scope)
    return made


def _detail(detail: Node, made: s.Put, scope: Scope) -> s.Put:
    match detail.kind:
        case "put_as":
            return replace(made, alias=detail.leaves[0].text)
        case "put_status":
            return _status(detail.leaves[0], made, scope)
        case "put_counters_on":
            number = detail.leaf("NUMBER")
            kind = detail.leaf("SIGNED", "WORD", "KEYWORD")
            assert kind is not None
            row = (kind.word, int(number.word) if number is not None else 1)
            return replace(made, counters=(*made.counters, row))
        case "put_attached":
            leaves = detail.nodes[0].leaves if detail.nodes else detail.leaves
            return replace(made, attached_to=" ".join(_text(leaf) for leaf in leaves))
        case "put_damaged":
            return replace(made, damage=int(detail.leaves[0].word))
        case "put_owned":
            return replace(made, owner=detail.leaves[0].text)
        case _:
            return made


def _status(leaf: Leaf, made: s.Put, scope: Scope) -> s.Put:
    if leaf.word == "tapped":
        return replace(made, tapped=True)
    if leaf.word == "summoning sick":
        return replace(made, summoning_sick=True)
    scope.fail(leaf, f"nothing can begin `{leaf.text}`", "it can be: tapped, summoning sick")


SETTINGS: dict[str, Callable[[Node, s.Scenario, Scope], s.Scenario]] = {
    "plain": lambda node, made, scope: replace(made, horde=""),
    "uses_horde": _horde,
    "uses_ruleset": lambda node, made, scope: replace(made, ruleset=_text(node.leaves[0])),
    "seed": lambda node, made, scope: replace(made, seed=int(node.leaves[0].word)),
    "preparation_turns": lambda node, made, scope: replace(made, preparation=int(node.leaves[0].word)),
    "in_stage": _stage,
    "starts": lambda node, made, scope: replace(made, start=moment(node, scope)),
    "side_life": _number("life"),
    "side_poison": _number("poison"),
    "side_zone": _side_zone,
    "side_library": _side_library,
}


# ---------------------------------------------------------------- what happens


def _step(node: Node, steps: list[s.Step], scope: Scope) -> None:
    place = scope.sink.place(node)
    match node.kind:
        case "doing_step" if _is_choice(node.nodes[0]):
            _attach(steps, _choice(node.nodes[0], scope), node, scope)
        case "doing_step":
            steps.append(_doing(node, scope))
        case "moment_step_block":
            _moment_block(node, steps, scope)
        case "expecting":
            steps.append(s.Expect(claims(node, scope), place))
        case "lone_reply":
            _attach(steps, reply(node.nodes[0], scope), node, scope)
        case _:
            scope.fail(node, "this line does not fit into a scenario")


def _attach(steps: list[s.Step], made: s.Reply, node: Node, scope: Scope) -> None:
    """An answer at the depth of the moment that it belongs to."""
    if not steps or not isinstance(steps[-1], (s.At, s.Do, s.Resolve)):
        scope.fail(node, "an answer stands indented under the action or moment that leads to the question")
    steps[-1] = replace(steps[-1], replies=(*steps[-1].replies, made))


def _moment_block(node: Node, steps: list[s.Step], scope: Scope) -> None:
    line = node.nodes[0]
    at = s.At(moment(line, scope), (), scope.sink.place(node))
    steps.append(at)
    for child in node.nodes[1:]:
        if child.kind == "placeholder":
            continue
        try:
            _step(child, steps, scope)
        except CompileError as error:
            scope.sink.found.append(error.diagnostic)


def _is_choice(line: Node) -> bool:
    """`A chooses giant` reads like an action; it is an answer."""
    return line.kind == "side_acts" and line.nodes[0].kind == "act_verb" and line.nodes[0].leaves[0].word == "choose"


def _choice(line: Node, scope: Scope) -> s.Answer:
    verb = line.nodes[0]
    if len(verb.nodes) > 1:
        scope.fail(verb.nodes[1], "this does not fit into an answer")
    return s.Answer(side_of(line), chosen(verb.nodes[0], scope), scope.sink.place(line))


def _replies(node: Node, scope: Scope) -> tuple[s.Reply, ...]:
    block = node.node("scenario_replies")
    if block is None:
        return ()
    return tuple(reply(child, scope) for child in block.nodes if child.kind != "placeholder")


def _doing(node: Node, scope: Scope) -> s.Step:
    line = node.nodes[0]
    replies = _replies(node, scope)
    place = scope.sink.place(line)
    match line.kind:
        case "side_acts":
            return s.Do(side_of(line), act(line.nodes[0], scope), replies, place)
        case "attacks_nothing":
            return s.Do(side_of(line), s.Attack(()), replies, place)
        case "blocks_nothing":
            return s.Do(side_of(line), s.Block(()), replies, place)
        case "passes":
            return s.Do(side_of(line), s.PassPriority(), replies, place)
        case "reveals":
            if line.leaves[-1].word != "reveal":
                scope.fail(line, f"say what it is that {side_of(line)} does this to")
            return s.Do(side_of(line), s.Reveal(), replies, place)
        case "active_attacks":
            return s.Do("", act(line, scope), replies, place)
        case "resolve":
            number = line.leaf("NUMBER")
            return s.Resolve(int(number.word) if number is not None else 1, replies, place)
        case "resolve_all":
            return s.Resolve(0, replies, place)
        case _:
            return _without_replies(line, node, replies, scope)


def _without_replies(line: Node, node: Node, replies: tuple[s.Reply, ...], scope: Scope) -> s.Step:
    if replies:
        scope.fail(node, "nothing is asked here: answers stand under what is done")
    place = scope.sink.place(line)
    match line.kind:
        case "cannot":
            return s.Cannot(side_of(line), act(line.nodes[0], scope), _text(line.leaves[-1]), place)
        case "can_act":
            return s.Can(side_of(line), act(line.nodes[0], scope), place)
        case "call_alias":
            return s.Call(thing(line.nodes[0], scope), line.leaves[-1].text, place)
        case _:
            scope.fail(line, "this line does not fit into a scenario")
