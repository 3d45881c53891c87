"""Completion: the words that fit at a place, inflected as they are said there, and the names that may stand there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hordemtg.cards.subtypes import SUBTYPES
from hordemtg.editors import manifests
from hordemtg.editors.analysis import Analysis
from hordemtg.editors.things import CARDS, labels_of
from hordemtg.script.expecting import Choice, Expected, expected
from hordemtg.script.meanings import meaning_of
from hordemtg.script.scenes import SIDES
from hordemtg.script.tokens import Token
from hordemtg.script.words import IRREGULAR

MOST = 400
CHANGES = ("replace", "remove")  # the lines of errata that name a clause
PREDICATES = frozenset("VERB NUMBER_VERB".split())
# words of their own that are verbs
VERBS = frozenset(
    "enter die leave attack block become deal gain lose put return remove pay get have add shuffle search exile "
    "counter cost control".split()
)
SUBJECTS = frozenset("NOUN PERSON ROLE NAME CARD TOKEN STRING SIDE ATTACKED".split())
PLURAL_BEFORE = frozenset({"all", "those", "any number of", "that many", "up to", "two", "three", "X"})
PLURAL_SUBJECTS = frozenset({"you", "they"})
IRREGULAR_FORMS = {"have": "has", "do": "does", "don't": "doesn't"}
NEW = frozenset("card emblem directive ruleset scenario source reason unsupported".split())  # what is written freely
ORDER = {"alias": 0, "label": 1, "word": 2, "verb": 2, "keyword": 3, "name": 4, "subtype": 5}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A text that may be put in place of what stands between the column and the cursor; what it is; what it means."""

    text: str
    kind: str  # word, keyword, verb, name, subtype, alias, label
    column: int
    detail: str = ""
    documentation: str = ""


def proposals(analysis: Analysis, line: int, column: int) -> list[Proposal]:
    """What may stand at that place, the likeliest first."""
    if analysis.is_list:
        return _of_entry(analysis, line, column)
    if not analysis.is_script:
        return []
    found = expected(analysis.text, line, column)
    if found.quoted:
        return _quoted(analysis, found)
    made = {each.text: each for each in reversed([*_words(found), *_names(analysis, found, line)])}
    typed = found.typed.lower()
    ordered = sorted(
        made.values(),
        key=lambda each: (
            not each.text.lower().startswith(typed), ORDER[each.kind], each.text[0] == '"', each.text.lower()
        ),
    )  # fmt: skip
    return [each for each in ordered if _fits(each, found)][:MOST]


def _fits(proposal: Proposal, found: Expected) -> bool:
    """Whether what is typed so far can become this."""
    begun = found.column > proposal.column
    return begun or not found.typed or proposal.text.lower().strip('"').startswith(found.typed.lower().strip('"'))


# ---------------------------------------------------------------- words


def _words(found: Expected) -> Iterator[Proposal]:
    for choice in found.choices:
        meaning = meaning_of(choice.phrase)
        rule = f"CR {meaning.rule}" if meaning and meaning.rule and meaning.rule[0] != "H" else ""
        rule = meaning.rule if meaning and meaning.rule[:1] == "H" else rule
        kind = "keyword" if choice.terminal == "KEYWORD" else "verb" if _is_verb(choice) else "word"
        for text in _forms(choice, found.before):
            yield Proposal(text, kind, choice.column, rule, meaning.text if meaning else "")


def _is_verb(choice: Choice) -> bool:
    return choice.terminal in PREDICATES or choice.phrase.split()[0] in VERBS


def _forms(choice: Choice, before: Sequence[Token]) -> list[str]:
    """The phrase as it is said here: `dies` behind `this`, `creatures` behind `all`."""
    last = before[-1] if before else None
    if last is None:
        return [choice.phrase]
    if _is_verb(choice) and _is_subject(last) and not _many(last):
        return [inflected(choice.phrase)]
    if choice.terminal == "NOUN" and _counts_many(last, before):
        return [inflected(choice.phrase)]
    return [choice.phrase]


def _is_subject(token: Token) -> bool:
    """Whether a verb behind it is said of it."""
    return token.type in SUBJECTS or token.word in ("this", "it", "that", "itself")


def _many(token: Token) -> bool:
    """Whether it is more than one: its form is not the one of the grammar, or a name ends in s."""
    if token.word in PLURAL_SUBJECTS or token.type == "SIDE":
        return token.word in PLURAL_SUBJECTS
    if token.type == "NAME":
        return token.text.endswith("s") and not token.text.endswith("ss")
    return token.text != token.word and token.text == inflected(token.word)


def _counts_many(last: Token, before: Sequence[Token]) -> bool:
    if last.type == "NUMBER":
        return last.word != "1"
    if last.word in PLURAL_BEFORE:
        return True
    return last.word == "other" and (len(before) < 2 or before[-2].type in ("_QUOTE", "COLON", ":", "LABEL", "."))


def inflected(word: str) -> str:
    """The third person of a verb, the plural of a noun.

    >>> inflected("destroy"), inflected("search"), inflected("have"), inflected("sorcery")
    ('destroys', 'searches', 'has', 'sorceries')
    """
    head, _, rest = word.partition(" ")
    tail = f" {rest}" if rest else ""
    if head in IRREGULAR_FORMS:
        return IRREGULAR_FORMS[head] + tail
    made = f"{head}es" if head.endswith(("s", "x", "ch", "sh")) else f"{head}s"
    if head.endswith("y") and head[-2:-1] not in "aeiou":
        made = f"{head[:-1]}ies"
    return (made if IRREGULAR.get(made, head) == head else head) + tail


# ---------------------------------------------------------------- names


def _names(analysis: Analysis, found: Expected, line: int) -> Iterator[Proposal]:
    """Names that may stand without quotes, or with them, sides and aliases."""
    if "SIDE" in found.terminals:
        yield from (Proposal(side, "name", found.column, "a player") for side in sorted(SIDES))
    if "ALIAS" in found.terminals:
        yield from (Proposal(alias, "alias", found.column, "an alias") for alias in sorted(found.aliases))
    if "NAME" in found.terminals:
        yield from _capitalised(analysis, found, line)
    if "STRING" in found.terminals and found.before and found.before[0].word not in CHANGES:
        for kind, name in analysis.declared(_kinds_behind(found)):
            if kind != "token" or "NAME" not in found.terminals:
                yield Proposal(f'"{name}"', "name", found.column, kind)


def _capitalised(analysis: Analysis, found: Expected, line: int) -> Iterator[Proposal]:
    first = found.before[0].word if found.before else ""
    if first in CHANGES or (found.before and found.before[-1].word == "activate"):
        yield from _labels(analysis, found, line)
        return
    for kind, name in analysis.declared(("token", "keyword")):
        yield Proposal(name, "name", found.column, kind)
    if found.typed[:1].isupper() or first == "type":
        yield from (Proposal(name, "subtype", found.column, "a subtype (CR 205.3)") for name in sorted(SUBTYPES))


def _labels(analysis: Analysis, found: Expected, line: int) -> Iterator[Proposal]:
    """The labels of the erratum's card, or of every card whose ability can be activated."""
    head = found.declaration.tokens if found.declaration is not None else ()
    cards: Iterable[str] = [head[3].text.strip('"')] if len(head) > 3 and head[0].text == "errata" else ()
    if not cards:
        cards = [name for _, name in analysis.declared(CARDS)]
    for card in cards:
        source = analysis.declaration("card", card) or analysis.declaration("token", card)
        for leaf in labels_of(source.node) if source is not None else ():
            yield Proposal(leaf.word, "label", found.column, f"a label of {card}")


def _quoted(analysis: Analysis, found: Expected) -> list[Proposal]:
    """The names that may stand in these quotation marks."""
    if not found.before or "STRING" not in found.terminals:
        return []
    names = analysis.declared(_kinds_behind(found))
    begun = found.typed.lower()
    return [
        Proposal(name, "name", found.column, kind)
        for kind, name in sorted(names, key=lambda row: (not row[1].lower().startswith(begun), row[1]))
        if begun in name.lower()
    ][:MOST]


def _kinds_behind(found: Expected) -> tuple[str, ...]:
    """What a name in quotes may be here the name of, by the words before it."""
    first, last = found.before[0].word, found.before[-1].word
    inside = found.declaration is not None
    if first in ("errata", "directive", "ruleset") and inside and last != "of":
        return (first,)
    if first == "errata":
        return CARDS if last == "of" else ()
    if len(found.before) == 1 and first in NEW:
        return ()
    if last in ("the horde has emblem", "survivors have emblem", "in place of", "emblem"):
        return ("emblem",)
    if last == "variant of":
        return ("ruleset", "emblem")
    return CARDS


# ---------------------------------------------------------------- manifests


def _of_entry(analysis: Analysis, line: int, column: int) -> list[Proposal]:
    entry = manifests.entry_of(analysis.text, line, deck=analysis.is_deck)
    if entry is None or column < entry.column:
        return []
    begun = entry.name[: column - entry.column].lower()
    found = [(kind, name) for kind, name in analysis.declared(entry.kinds) if begun in name.lower()]
    return [Proposal(name, "name", entry.column, kind) for kind, name in found][:MOST]
