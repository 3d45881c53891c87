"""Nouns with what stands before and behind them, as filters: "other Zombie creatures you control with flying"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from hordemtg.cards import terms as t
from hordemtg.cards.subtypes import SUBTYPES, subtype_of
from hordemtg.cards.values import CARD_TYPES, Zone
from hordemtg.compiler.references import nouns_of
from hordemtg.compiler.scope import Scope
from hordemtg.script.diagnostics import nearest
from hordemtg.script.parser import in_small_letters
from hordemtg.script.tree import Leaf, Node

NEGATIVE = "non"
STATUS_WORDS = frozenset(
    {"tapped", "untapped", "attacking", "blocking", "blocked", "unblocked", "enchanted", "equipped"}
)
COLOR_WORDS = frozenset({"white", "blue", "black", "red", "green", "colorless", "multicolored", "monocolored"})
PAID = {"sacrificed": "sacrifice", "discarded": "discard", "exiled": "exile"}  # "the sacrificed creature"
SUPERTYPE_WORDS = frozenset({"basic", "legendary", "snow", "world"})


@dataclass(slots=True)
class Nominal:
    """What a noun phrase without its determiner says."""

    filter: t.Filter
    zone: Zone = "battlefield"
    owner: t.Players | None = None
    zone_given: bool = False
    persons: tuple[str, ...] = ()  # player, opponent among its nouns
    objects: bool = True  # whether it has nouns for objects
    card: bool = False
    spell: bool = False
    token: bool = False
    names: tuple[Leaf, ...] = ()
    words: tuple[str, ...] = ()
    other: bool = False
    host: bool = False  # "enchanted creature", "equipped creature"
    qualities: tuple[Node, ...] = ()
    parts: list[t.Filter] = field(default_factory=list)

    @property
    def group(self) -> t.Group:
        return t.Group(self.filter, self.zone, self.owner)


def all_of(parts: list[t.Filter]) -> t.Filter:
    """The conjunction, as small as it can be."""
    flat: list[t.Filter] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, t.AllOf) else () if isinstance(part, t.Anything) else (part,))
    unique = list(dict.fromkeys(flat))
    if not unique:
        return t.Anything()
    return unique[0] if len(unique) == 1 else t.AllOf(tuple(unique))


def any_of(parts: list[t.Filter]) -> t.Filter:
    """The disjunction, as small as it can be."""
    unique = list(dict.fromkeys(parts))
    return unique[0] if len(unique) == 1 else t.AnyOf(tuple(unique))


def nominal(node: Node, scope: Scope, *, naming: bool = False, describing: bool = False) -> Nominal:
    """The meaning of a `nominal` node. With `naming`, capitalised words name a token and are no subtypes.

    With `describing` it says what something becomes, so that there may be power and toughness in it.
    """
    head = node.nodes[0]
    groups = [head] if head.kind == "words" else list(head.nodes)
    result = Nominal(t.Anything())
    words = [leaf for group in groups for word in group.nodes for leaf in word.leaves]
    sized = next((leaf for leaf in words if leaf.type == "PT"), None)
    joints = {leaf.word for leaf in head.leaves} if head.kind == "either" else set()
    if sized is not None and not (naming or describing):
        scope.fail(
            sized, f"`{sized.word}` does not say which objects", f"`with base power and toughness {sized.word}` does"
        )
    _note_words(result, words, scope)
    if result.spell and len(groups) > 1:
        _refuse_two_zones(groups, scope)
    last: list[t.Filter] = []
    for postmod in node.nodes[1:]:
        before = len(result.parts)
        _postmod(result, postmod, scope, naming or describing)
        if _of_the_last(postmod, groups):
            last.extend(result.parts[before:])
            del result.parts[before:]
    result.parts.insert(0, _either(groups, joints, scope, naming, last))
    result.host = _is_host(node, words)
    result.filter = all_of(result.parts)
    scope.heard = nouns_of(words)
    return result


def _refuse_two_zones(groups: Sequence[Node], scope: Scope) -> None:
    """ "Spell or creature" is what is on the stack or on the battlefield; "creature or artifact spell" is one place."""
    rows = [[leaf for word in group.nodes for leaf in word.leaves] for group in groups]
    on_stack = [any(leaf.word in ("spell", "ability") for leaf in row) for row in rows]
    bare = len(rows[-1]) == 1 and on_stack[-1]
    for row, stack in zip(rows[:-1] if bare else rows, on_stack, strict=False):
        if not stack and _has_noun(row) and (bare or any(on_stack[:-1])):
            scope.fail(row[0], "spells and what is on the battlefield are not meant by one phrase so far")


NO_CREATURES = frozenset({"artifact", "enchantment", "land", "planeswalker", "battle"})
OF_CREATURES = frozenset({"power", "toughness"})


def _of_the_last(postmod: Node, groups: Sequence[Node]) -> bool:
    """ "artifact, enchantment, or creature with flying": what only creatures have is said of the creatures alone."""
    quality = postmod.nodes[0] if postmod.kind == "with_quality" else None
    measured = quality is not None and quality.kind == "quality_measure" and quality.leaves[0].word in OF_CREATURES
    if postmod.kind != "without" and not measured:
        if quality is None or quality.kind not in ("quality_abilities", "quality_either"):
            return False
    rows = [[leaf.word for word in group.nodes for leaf in word.leaves] for group in groups]
    return len(rows) > 1 and "creature" in rows[-1] and all(row[-1] in NO_CREATURES for row in rows[:-1])


def _is_host(node: Node, words: Sequence[Leaf]) -> bool:
    """ "Enchanted creature" is the one that this enchants; "enchanted creatures you control" are any that are."""
    if len(words) < 2 or words[0].word not in ("enchanted", "equipped") or len(node.nodes) > 1:
        return False
    last = words[-1]
    return last.word in SUBTYPES if last.type == "NAME" else last.text.lower() == last.word


def _note_words(result: Nominal, words: list[Leaf], scope: Scope) -> None:
    forms = [leaf.word for leaf in words]
    result.words = tuple(forms)
    result.persons = tuple(form for form in forms if form in ("player", "opponent"))
    result.card = "card" in forms or "card from it" in forms
    result.spell = "spell" in forms or "ability" in forms
    result.token = "token" in forms
    result.names = tuple(leaf for leaf in words if leaf.type == "NAME")
    result.other = "other" in forms
    result.objects = any(form not in ("player", "opponent", "other") for form in forms)
    if "card from it" in forms:  # from the hand that was revealed
        from hordemtg.compiler import nouns

        result.zone, result.owner, result.zone_given = "hand", nouns.they(words[-1], scope), True
    if result.spell:
        result.zone, result.zone_given = "stack", True


def _either(groups: list[Node], joints: set[str], scope: Scope, naming: bool, last: list[t.Filter]) -> t.Filter:
    """The filter of the alternatives: "creature or planeswalker", "attacking or blocking creature".

    With commas alone each word holds: "nonartifact, nonblack creature". `last` is said of the last alternative only.
    """
    lists = [[leaf for word in group.nodes for leaf in word.leaves] for group in groups]
    if joints == {","}:
        if any(_has_noun(row) for row in lists[:-1]) or not _has_noun(lists[-1]):
            scope.fail(groups[0], "say `or` or `and` before the last of these")
        found = [f for row in lists for leaf in row if leaf.word != "other" and (f := _word(leaf, scope, naming))]
        return all_of([*found, *last])
    lists = [[leaf for leaf in row if leaf.word != "other"] for row in lists]
    shared: list[Leaf] = []
    if len(lists) > 1 and all(not _has_noun(row) for row in lists[:-1]):
        # "attacking or blocking creature": the noun of the last belongs to all
        shared = [leaf for leaf in lists[-1] if _is_noun(leaf)]
        lists[-1] = [leaf for leaf in lists[-1] if not _is_noun(leaf)]
    elif len(lists) > 2 and any(not _has_noun(row) for row in lists[:-1]):
        scope.fail(lists[0][0] if lists[0] else groups[0], "it is not clear of which of these nouns this is said",
                   "put the other noun first: `planeswalker or attacking creature`")  # fmt: skip
    alternatives = []
    for row in lists:
        filters = [f for leaf in row if (f := _word(leaf, scope, naming)) is not None]
        if row is lists[-1]:
            filters.extend(last)
        if filters or not any(leaf.word in ("player", "opponent") for leaf in row):
            alternatives.append(all_of(filters))
    common = [f for leaf in shared if (f := _word(leaf, scope, naming)) is not None]
    return all_of([*([any_of(alternatives)] if alternatives else []), *common])


def _is_noun(leaf: Leaf) -> bool:
    return leaf.type in ("NOUN", "NAME", "PERSON", "CARD", "TOKEN") or leaf.word in ("card", "card from it", "token")


def _has_noun(row: list[Leaf]) -> bool:
    return any(_is_noun(leaf) for leaf in row)


def _word(leaf: Leaf, scope: Scope, naming: bool) -> t.Filter | None:
    word = leaf.word
    if leaf.type == "NAME":
        return None if naming else t.IsSubtype(subtype(leaf, scope))
    if leaf.type == "NON_NAME":
        name = word.removeprefix("non-")
        found = subtype_of(name)
        if found is None:
            scope.fail(leaf, f"unknown subtype `{name}`", suggestion=nearest(name, SUBTYPES))
        return t.Not(t.IsSubtype(found))
    if leaf.type == "PT" or word in (
        *PAID,
        "card",
        "card from it",
        "player",
        "opponent",
        "spell",
        "ability",
        "source",
        "other",
        "controller",
        "owner",
    ):
        return None
    return simple_filter(leaf, scope)


def simple_filter(leaf: Leaf, scope: Scope) -> t.Filter:
    """The filter of one adjective or noun."""
    word = leaf.word
    if word == "token":
        return t.IsToken()
    if word == "equipment":
        return t.IsSubtype("Equipment")
    if word == "permanent" or word in CARD_TYPES:
        return t.IsType(word)
    if word in COLOR_WORDS:
        return t.IsColor(word)
    if word == "commander":
        return t.AnyOf(())  # nobody has a commander here (CR 903.3): no object is one
    if word == "historic":  # CR 700.6
        return t.AnyOf((t.IsSupertype("legendary"), t.IsType("artifact"), t.IsSubtype("Saga")))
    if word == "modified":  # CR 700.9
        return t.HasStatus("modified")
    if word == "face-up":
        return t.Anything()  # nothing in the language turns an object face down (CR 110.5b, 406.3)
    if word in SUPERTYPE_WORDS:
        return t.IsSupertype(word)
    if word in STATUS_WORDS:
        return t.HasStatus(word)  # type: ignore[arg-type]
    if word.startswith(NEGATIVE):
        positive = word.removeprefix(NEGATIVE)
        return t.Not(simple_filter(Leaf(leaf.type, leaf.text, positive, leaf.line, leaf.column), scope))
    scope.fail(leaf, f"`{leaf.text}` is not a property of cards that scripts can ask for")


def subtype(leaf: Leaf, scope: Scope) -> str:
    """The subtype that a capitalised word names, in the singular. Fails when it names none."""
    found = subtype_of(leaf.word)
    if found is None:
        scope.fail(
            leaf,
            f"unknown subtype `{leaf.text}`",
            suggestion=in_small_letters(leaf.text) or nearest(leaf.text, SUBTYPES),
        )
    return found


def joined_names(leaves: Sequence[Leaf]) -> list[Leaf]:
    """The one creature type of two words is one name (CR 205.3m)."""
    result: list[Leaf] = []
    for leaf in leaves:
        if result and f"{result[-1].word} {leaf.word}" in SUBTYPES:
            last = result.pop()
            both = f"{last.word} {leaf.word}"
            result.append(Leaf("NAME", both, both, last.line, last.column))
        else:
            result.append(leaf)
    return result


# ---------------------------------------------------------------- what stands behind a noun


def _postmod(result: Nominal, node: Node, scope: Scope, describing: bool) -> None:
    from hordemtg.compiler import nouns

    match node.kind:
        case "related":
            _related(result, node.leaves[0], scope)
        case "with_quality":
            quality = node.nodes[0]
            result.qualities += (quality,)
            if not describing:
                result.parts.append(_quality(quality, scope))
        case "without":
            result.parts.append(t.Not(t.HasKeyword(node.leaves[0].word)))
        case "in_zone":
            result.zone, result.owner = nouns.zone(node.nodes[0], scope)
            result.zone_given = True
        case "on_battlefield":
            result.zone, result.zone_given = "battlefield", True
        case "from_among":
            from hordemtg.compiler import looking

            result.parts.append(looking.among(node, scope))
            result.zone, result.zone_given = "library", True
        case "still_land":
            result.words += ("still a land",)
        case "named":
            result.parts.append(t.IsNamed(node.leaves[0].text.strip('"')))
        case "same_name":
            named = nouns.objects(node.nodes[0], scope)
            if not isinstance(named, t.This | t.Slot | t.Target | t.Host):
                scope.fail(node, "say which object has that name: `that creature`, `this`")
            result.parts.append(t.SharesName(named))
        case "relation" if node.leaves[0].word.endswith("tapped and attacking"):
            if not (result.token and describing):
                scope.fail(node, "only tokens are created tapped and attacking")
            result.words += ("tapped", "attacking")
        case "targeting":
            result.parts.append(_targeting(result, node, scope))
        case "relation" if node.leaves[0].word == "that targets this":
            result.parts.append(t.Targets(t.IsOneOf(t.This())))
        case "relation":
            result.parts.append(_relation(node.leaves[0], scope))
        case "history":
            result.parts.append(t.HasHistory(node.leaves[-1].word))  # type: ignore[arg-type]
        case _:
            scope.fail(node, "these words do not fit behind a noun")


def _targeting(result: Nominal, node: Node, scope: Scope) -> t.Filter:
    """ "spell that targets a creature": one of its targets fits (CR 115.9b)."""
    from hordemtg.compiler import nouns

    det, what = nouns.determiner(node.nodes[0], scope), nominal(node.nodes[1], scope)
    if not result.spell or what.persons or what.host:
        scope.fail(node, "a spell targets objects here: `a spell that targets a creature`")
    one = det.minimum == t.Number(1) and (det.or_more or det.maximum == det.minimum)
    if not one or det.target or det.other or what.other:
        scope.fail(node, "this reads: `that targets a creature`, `that targets one or more permanents you control`")
    return t.Targets(what.filter, what.zone)


def _related(result: Nominal, leaf: Leaf, scope: Scope) -> None:
    from hordemtg.compiler import nouns

    result.parts.append(nouns.controlled(leaf.word, leaf, scope))


def _quality(node: Node, scope: Scope) -> t.Filter:
    from hordemtg.compiler import amounts

    if node.kind == "quality_abilities":
        filters: list[t.Filter] = []
        for ability in node.nodes:
            leaf = ability.leaf("KEYWORD", "NAME")
            if leaf is None or ability.leaf("NUMBER") is not None:
                scope.fail(ability, "an object is asked for keywords only")
            filters.append(t.HasKeyword(leaf.word))
        return all_of(filters)
    if node.kind == "quality_base":
        scope.fail(node, "what an object's base power and toughness are cannot be asked")
    if node.kind == "quality_measure":
        comparison, amount = amounts.comparison(node.nodes[0], scope)
        return t.Measures(node.leaves[0].word, comparison, amount)  # type: ignore[arg-type]
    if node.kind == "quality_either":
        comparison, amount = amounts.comparison(node.nodes[0], scope)
        return t.AnyOf((t.Measures("power", comparison, amount), t.Measures("toughness", comparison, amount)))
    return with_counters(*amounts.counters_compared(node.nodes[0], scope), node, scope)


def with_counters(kind: str, comparison: t.Comparison, number: t.Amount, node: Node, scope: Scope) -> t.Filter:
    """The filter of objects with so many counters."""
    if not isinstance(number, t.Number):
        scope.fail(node, "a fixed number of counters is meant here")
    if comparison == ">=":
        return t.HasCounter(kind, number.value)
    return t.Not(t.HasCounter(kind, number.value + 1))


RELATIONS: tuple[Literal["blocking", "blocked by", "attached to"], ...] = ("blocking", "blocked by", "attached to")


def _relation(leaf: Leaf, scope: Scope) -> t.Filter:
    from hordemtg.compiler import nouns

    words = leaf.word
    to = t.This() if words.endswith("this") else nouns.it(leaf, scope)
    if words.startswith("other than"):
        return t.Not(t.IsOneOf(to))
    if words.startswith("blocking or blocked by"):
        return t.AnyOf((t.Relates("blocking", to), t.Relates("blocked by", to)))
    for relation in RELATIONS:
        if words.startswith(relation):
            return t.Relates(relation, to)
    scope.fail(leaf, f"`{leaf.text}` is not supported yet")
