"""Words: which terminal of the grammar a word or phrase of a script is, whatever its inflection.

The grammar holds one form of each word. The passes here find it: "creatures",
"dies", "has" and "its controller's" become the terminals of "creature", "die",
"have" and of "its" "controller" with a possessive.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from hordemtg.script.tokens import Token

WORD_LIKE = re.compile(r"[a-z{][Xa-z'’, -]*[a-z]|[a-z]")
"""What is looked for word by word, so that it may be broken between lines: words, and "X" behind the first of them."""

IRREGULAR = {
    "has": "have", "had": "have", "are": "is", "were": "was", "aren't": "isn't", "weren't": "wasn't", "an": "a",
    "does": "do", "don't": "don't", "doesn't": "don't", "dies": "die", "mana": "mana", "sorceries": "sorcery",
    "libraries": "library", "plus": "plus", "lives": "life", "does not": "don't", "hasn't": "haven't",
}  # fmt: skip

CONTRACTED = {"it's": "'s", "they're": "'re", "you're": "'re"}  # "it is": where no longer phrase begins with it

UNINFLECTED = frozenset({"its", "as", "is", "this", "us"})

NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty".split(),
        start=2,
    )
}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of the grammar: for each phrase of one or more words, its terminal."""

    phrases: dict[tuple[str, ...], str]
    by_first: dict[str, tuple[tuple[str, ...], ...]]
    all_words: frozenset[str]
    words_of: dict[str, tuple[str, ...]] = field(hash=False)

    @classmethod
    def of(cls, entries: Iterable[tuple[str, str]]) -> Vocabulary:
        """The vocabulary of pairs (phrase, terminal)."""
        phrases: dict[tuple[str, ...], str] = {}
        words_of: dict[str, list[str]] = {}
        for phrase, terminal in entries:
            if phrases.get(tuple(phrase.replace(",", " ,").split()), terminal) != terminal:
                raise ValueError(f"the grammar gives the words `{phrase}` two terminals")
            phrases[tuple(phrase.replace(",", " ,").split())] = terminal
            words_of.setdefault(terminal, []).append(phrase)
        every = frozenset(word for phrase_words in phrases for word in phrase_words)
        by_first: dict[str, list[tuple[str, ...]]] = {}
        bases: dict[tuple[str, ...], tuple[str, ...]] = {}
        for phrase_words in phrases:
            other = bases.setdefault(tuple(_base(word, every) for word in phrase_words), phrase_words)
            if other != phrase_words:
                raise ValueError(
                    f"the grammar has {' '.join(other)!r} and {' '.join(phrase_words)!r}, which differ in inflection"
                )
            by_first.setdefault(_base(phrase_words[0], every), []).append(phrase_words)
        return cls(
            phrases,
            {first: tuple(sorted(found, key=len, reverse=True)) for first, found in by_first.items()},
            every,
            {terminal: tuple(sorted(words)) for terminal, words in words_of.items()},
        )

    def base(self, word: str) -> str:
        """The grammar's form of an inflected word, or the word itself."""
        return _base(word, self.all_words)

    def single(self, word: str) -> str | None:
        """The terminal of a word that stands alone."""
        return self.phrases.get((word,))


def _base(word: str, known: frozenset[str]) -> str:
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word not in UNINFLECTED:
        for stem in _stems(word):
            if stem in known:
                return stem
    return word


def _stems(word: str) -> list[str]:
    stems = []
    if word.endswith("ies"):
        stems.append(word[:-3] + "y")
    if word.endswith("es"):
        stems.append(word[:-2])
    if word.endswith("s"):
        stems.append(word[:-1])
    return stems


def tag(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """Give every lower-case word its terminal; other words stay WORD. Runs that are a phrase become one token."""
    result: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.type not in ("WORD", "NAME"):
            result.append(_number(token))
            index += 1
            continue
        length, terminal, phrase = _longest(tokens, index, vocabulary)
        if length:
            result.append(_joined(tokens[index : index + length], terminal, phrase))
            index += length
        else:
            result.extend(_alone(token, vocabulary))
            index += 1
    return result


def _number(token: Token) -> Token:
    return token.become(token.type)


def _longest(tokens: Sequence[Token], index: int, vocabulary: Vocabulary) -> tuple[int, str, str]:
    """The longest phrase of the grammar that begins here: how many tokens, its terminal, its form."""
    best: tuple[int, str, str] = (0, "", "")
    for phrase in vocabulary.by_first.get(vocabulary.base(tokens[index].text), ()):
        if len(phrase) > best[0] and _fits(tokens, index, phrase, vocabulary):
            best = (len(phrase), vocabulary.phrases[phrase], " ".join(phrase).replace(" ,", ","))
    return best


def _fits(tokens: Sequence[Token], index: int, phrase: tuple[str, ...], vocabulary: Vocabulary) -> bool:
    if index + len(phrase) > len(tokens):
        return False
    return all(
        token.text == word or (token.type == "WORD" and vocabulary.base(token.text) == vocabulary.base(word))
        for token, word in zip(tokens[index:], phrase, strict=False)
    )


def _joined(tokens: Sequence[Token], terminal: str, phrase: str) -> Token:
    first, last = tokens[0], tokens[-1]
    if first.line == last.line:
        text = first.text
        for before, token in pairwise(tokens):
            text += " " * (token.column - before.end) + token.text
    else:
        text = " ".join(token.text for token in tokens)
    return Token(terminal, text, first.line, first.column, phrase)


def _alone(token: Token, vocabulary: Vocabulary) -> list[Token]:
    """A word that begins no phrase: a number, a possessive, or unknown."""
    text = token.text
    if token.type == "NAME":
        if text.endswith(("'s", "’s")) and len(text) > 2:
            return [
                Token("NAME", text[:-2], token.line, token.column, text[:-2]),
                Token("POSS", text[-2:], token.line, token.column + len(text) - 2, "'s"),
            ]
        return [token.become("NAME", text)]
    if text in CONTRACTED:
        subject, ending = text[: -len(CONTRACTED[text])], CONTRACTED[text]
        terminals = vocabulary.single(subject), vocabulary.single("is")
        if terminals[0] is not None and terminals[1] is not None:
            return [
                Token(terminals[0], subject, token.line, token.column, subject),
                Token(terminals[1], ending, token.line, token.column + len(subject), "is"),
            ]
    if text in NUMBER_WORDS:
        return [token.become("NUMBER", NUMBER_WORDS[text])]
    for ending in ("'s", "’s", "'", "’"):
        stem = text[: -len(ending)]
        if text.endswith(ending) and stem:
            terminal = vocabulary.single(stem) or vocabulary.single(vocabulary.base(stem))
            if terminal is not None:
                return [
                    Token(terminal, stem, token.line, token.column, vocabulary.base(stem)),
                    Token("POSS", ending, token.line, token.column + len(stem), "'s"),
                ]
    return [token.become("WORD", text)]
