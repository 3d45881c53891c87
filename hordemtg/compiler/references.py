"""What "that creature", "those cards" and "the token" mean: which of what the text has spoken of (CR 608.2c)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from hordemtg.cards import terms as t
from hordemtg.cards.subtypes import SUBTYPES_OF, subtype_of
from hordemtg.cards.values import CARD_TYPES, PERMANENT_TYPES
from hordemtg.compiler.scope import Mention, Scope
from hordemtg.script.tree import Leaf, Node, Part

KINDS = frozenset({*CARD_TYPES, "permanent", "card", "token", "spell", "ability", "source", "equipment"})
ON_THE_BATTLEFIELD = PERMANENT_TYPES | {"permanent", "token", "equipment"}


def nouns_of(leaves: Iterable[Leaf]) -> frozenset[str]:
    """The words of a phrase that say what it is about: its nouns and names, without adjectives."""
    return frozenset(
        (subtype_of(leaf.word) or leaf.word) if leaf.type == "NAME" else leaf.word
        for leaf in leaves
        if leaf.type == "NAME" or leaf.word in KINDS
    )


def words_of(phrases: Iterable[Node]) -> frozenset[str]:
    """The nouns of noun phrases; what stands behind these ("with flying", "you control") says nothing of it."""
    found: list[Leaf] = []
    waiting = list(phrases)
    while waiting:
        node = waiting.pop()
        if node.kind == "nominal":
            found.extend(leaf for part in node.nodes[0].walk() for leaf in part.leaves)
        else:
            waiting.extend(node.nodes)
    return nouns_of(found)


def is_many(what: t.Objects, scope: Scope) -> bool:
    """Whether it can be more than one object, so that "they" may mean these and not a player."""
    match what:
        case t.This() | t.Host():
            return False
        case t.Target(index) if index < len(scope.targets):
            return scope.targets[index].maximum != t.Number(1)
        case t.Chosen(maximum=maximum):
            return maximum != t.Number(1)
        case t.TopOfLibrary(amount=amount):
            return amount != t.Number(1)
        case t.Slot():
            known = _known(what, scope)
            return known.many if known is not None else True
        case _:
            return True


def speak_of(scope: Scope, what: t.Objects, *, many: bool | None = None, own: bool = False) -> None:
    """Note that the phrase compiled last has spoken of these: "it" means them from now on, "that ..." may.

    With `own` they are this object itself, which a text calls "this" or "it", never "that creature".
    """
    known = _known(what, scope)
    words = scope.heard or (known.words if known is not None else frozenset())
    scope.it = what
    scope.said.append(Mention(what, words, is_many(what, scope) if many is None else many, own))


def hear(scope: Scope, what: t.Objects | None) -> None:
    """Note that a pronoun has stood for these: they keep the nouns that they were spoken of with."""
    known = _known(what, scope)
    scope.heard = known.words if known is not None else frozenset()


def _known(what: t.Objects | None, scope: Scope) -> Mention | None:
    return next((mention for mention in reversed(scope.said) if mention.what == what), None)


def that(node: Node, words: Iterable[Leaf], scope: Scope) -> t.Objects:
    """What "that creature" or "those creatures" means: what was spoken of last under such a name.

    "It" is what was spoken of last under any name, so it is taken only when nothing speaks against it. Fails when
    nothing was spoken of that could be meant.
    """
    asked = nouns_of(words)
    plural = _is_plural(node)
    candidates = [mention for mention in reversed(scope.said) if not mention.own]
    sure = [mention for mention in candidates if _called(mention, asked) is True]
    if plural and sure and not any(mention.many for mention in sure):
        return _together(sure, scope)
    fit = [mention for mention in sure if mention.many] if plural else [m for m in sure if not m.many] or sure
    fit = fit or [mention for mention in candidates if _called(mention, asked) is None]
    if fit:
        scope.heard = fit[0].words | asked
        return fit[0].what
    if scope.it is None or candidates:
        scope.fail(node, f"nothing before says what `{said(node)}` is", "name it: `target creature`, or `this`")
    scope.heard = asked
    return scope.it


def _is_plural(node: Node) -> bool:
    if node.kind == "those":
        return True
    found = node.node("nominal")
    if node.kind == "that" or found is None:
        return False
    last = list(found.nodes[0].walk())[-1].leaves[-1]
    return (subtype_of(last.word) if last.type == "NAME" else last.word) != last.text.lower().capitalize() and (
        last.text.lower() != last.word.lower()
    )


def _together(sure: list[Mention], scope: Scope) -> t.Objects:
    """ "Those creatures" behind several that were each named on their own: all of them."""
    found = tuple(dict.fromkeys(mention.what for mention in reversed(sure)))
    return found[0] if len(found) == 1 else t.Several(found)


def _called(mention: Mention, asked: frozenset[str]) -> bool | None:
    """Whether what was spoken of so is called so; None where its words leave that open."""
    answers = [_is(word, mention.words) for word in asked] or [None]
    if True in answers:
        return True
    return False if all(answer is False for answer in answers) else None


def _is(word: str, words: frozenset[str]) -> bool | None:
    """Whether something called by these words is what the word says."""
    types = frozenset(kind for each in words for kind in _types(each))
    if word in words or word in types:
        return True
    if word == "permanent":
        return True if words & ON_THE_BATTLEFIELD or types else None if not words else False
    if word in ("spell", "ability", "token"):
        return None if not words else False
    if word == "card":
        return None
    kinds = _types(word) or frozenset({word})
    if words & {"permanent", "card", "source", "spell", "token"} and not types:
        return None
    return None if not words or kinds & types else False


def _types(word: str) -> frozenset[str]:
    """The card types that something called by this word has."""
    if word in CARD_TYPES:
        return frozenset({word})
    if word == "equipment":
        return frozenset({"artifact"})
    return frozenset(name for name, subtypes in SUBTYPES_OF.items() if word in subtypes)


def said(part: Part) -> str:
    """The words of a short phrase, for a message."""
    if isinstance(part, Leaf):
        return part.text
    return " ".join([leaf.text for each in part.walk() for leaf in each.leaves][:4]) or part.kind


def apart(rest: Sequence[Node], scope: Scope) -> Scope:
    """The conversation of a triggered ability that steps create, which has targets of its own (CR 603.7, 603.12).

    Where it chooses any, the targets of the ability that creates it are known by the slots that keep them.
    """
    own = replace(scope, targets=[], said=list(scope.said))
    if any("target" in leaf.word.split() for item in rest for node in item.walk() for leaf in node.leaves):
        own.it, own.they, own.that_much = _kept(own.it), _kept(own.they), _kept(own.that_much)
        own.said = [replace(mention, what=_kept(mention.what)) for mention in own.said]
    return own


def _kept(node: Any) -> Any:
    """The node with the slots that keep targets in place of the targets."""
    match node:
        case t.Target(index):
            return t.Slot(f"target.{index}")
        case t.PlayerTarget(index):
            return t.PlayerSlot(f"target.{index}")
        case tuple():
            return tuple(_kept(part) for part in node)
        case _ if is_dataclass(node) and not isinstance(node, type):
            return replace(node, **{each.name: _kept(getattr(node, each.name)) for each in fields(node)})
        case _:
            return node


def topic(node: Node, scope: Scope) -> None:
    """ "If this spell was kicked, it deals 4 damage": what a condition is about is what "it" means behind it."""
    first = node.nodes[0] if node.nodes else None
    while first is not None and first.kind in ("np", "measure_of", "of") and len(first.nodes) == 1:
        first = first.nodes[0]
    if first is None:
        return
    if first.kind == "this":
        scope.it, scope.heard = t.This(), frozenset()
    elif first.kind == "that" and (found := first.node("nominal")) is not None and scope.said:
        scope.it = that(first, [leaf for part in found.nodes[0].walk() for leaf in part.leaves], scope)
