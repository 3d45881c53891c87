"""Tokens: "create 2 Goblin tokens" says what the token's own script says (CR 111.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hordemtg.script.tree import Node
from hordemtg.wording.pieces import Passage, Piece, made

# tokens that the rules define: the name is enough (CR 111.10)
PREDEFINED = frozenset({
    "Treasure", "Food", "Gold", "Walker", "Shard", "Clue", "Blood", "Powerstone", "Incubator", "Map", "Junk",
    "Lander", "Mutagen",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class TokenForm:
    """What a card that creates a token says of it."""

    name: str
    stats: str = ""
    colors: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()  # as sentences

    @property
    def is_named(self) -> bool:
        """Whether its name is another than its subtypes, which it is named after otherwise (CR 111.4)."""
        return self.name != " ".join(self.subtypes)

    @property
    def is_legendary(self) -> bool:
        return "legendary" in self.supertypes


Tokens = Mapping[str, TokenForm]


def write_created(passage: Passage, tokens: Tokens) -> None:
    """Describe each token that is created by name; abilities of it follow in a sentence."""
    told: set[str] = set()
    for node in passage.tree.walk():
        if node.kind == "act" and passage.word(passage.begin(node)) == "create":
            _write(node.nodes[0], passage, tokens, told)


def _write(np: Node, passage: Passage, tokens: Tokens, told: set[str]) -> None:
    begin, end = passage.begin(np), passage.end(np)
    first = next((i for i in range(begin, end) if passage.kind(i) == "NAME"), end)
    last = first
    while last < end and passage.kind(last) == "NAME":
        last += 1
    form = tokens.get(" ".join(passage.word(i) for i in range(first, last)))
    if form is None or form.name in PREDEFINED or passage.word(last) != "token":
        return
    if any(passage.kind(i) == "PT" or passage.kind(i) == "NOUN" for i in range(begin, last)):
        return  # the script describes the token itself
    _with_keywords(form, passage, last)
    if form.abilities and form.name not in told:
        told.add(form.name)
        _tell_abilities(form, passage, last, _is_one(passage, begin, first))
    beside = passage.pieces[first]
    passage.pieces[first:last] = [made(word, beside) for word in description(form)]
    _settle_article(passage, begin)
    if form.is_legendary and form.is_named:
        passage.pieces[begin].text = f"{form.name}, {passage.pieces[begin].text}"


def description(form: TokenForm) -> list[str]:
    """Power and toughness, colors, subtypes and types, in this order."""
    colors = " and ".join(form.colors) or "colorless"
    return [word for word in (*form.supertypes, form.stats, colors, *form.subtypes, *form.types) if word]


def _with_keywords(form: TokenForm, passage: Passage, token: int) -> None:
    """The token's own keywords stand before those that its creator adds."""
    words = [f"named {form.name}"] if form.is_named and not form.is_legendary else []
    beside = passage.pieces[token]
    more = passage.word(token + 1) == "with"
    if form.keywords:
        text = (
            f"{', '.join(form.keywords)}{',' if len(form.keywords) > 1 else ''} and" if more else listed(form.keywords)
        )
        if more:
            passage.pieces.insert(token + 2, made(text, beside))
        else:
            words.append(f"with {text}")
    passage.pieces[token + 1 : token + 1] = [made(word, beside) for word in words]


def listed(words: Sequence[str]) -> str:
    """Words joined as a sentence joins them."""
    if len(words) < 3:
        return " and ".join(words)
    return f"{', '.join(words[:-1])}, and {words[-1]}"


def _is_one(passage: Passage, begin: int, first: int) -> bool:
    return begin < first and passage.word(begin) in ("a", "one", "1")


def _tell_abilities(form: TokenForm, passage: Passage, token: int, one: bool) -> None:
    """ "It has ..." behind the sentence that creates the token."""
    end = passage.sentence_end(token)
    beside = passage.pieces[token]
    sentence: list[Piece] = []
    if passage.kind(end) != ".":
        sentence.append(made(".", beside, "."))
    else:
        end += 1
    pronoun = made("it has" if one else "they have", beside)
    pronoun.capital = True
    sentence.append(pronoun)
    for n, ability in enumerate(form.abilities):
        if n:
            sentence.append(made("and", beside))
        final = n == len(form.abilities) - 1
        sentence.append(made('"', beside, "_QUOTE"))
        sentence.append(made(ability.removesuffix("."), beside))
        if final:
            sentence.append(made(".", beside, "."))
        sentence.append(made('"', beside, "_UNQUOTE"))
    passage.pieces[end:end] = sentence


def _settle_article(passage: Passage, index: int) -> None:
    """ "a" or "an" by the sound of what follows: an 8/8, an 11/11."""
    article = passage.pieces[index]
    if article.token.word == "a":
        following = passage.pieces[index + 1].text
        article.text = "an" if following[:1] in "aeiou8" or following.startswith(("11/", "18/")) else "a"
