"""From the text of a script to its syntax tree, with every error of the text in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

import lark
from lark.exceptions import UnexpectedInput

from hordemtg.script import joints, layout, limits, scenes, tables, version, words
from hordemtg.script.diagnostics import Diagnostic, nearest
from hordemtg.script.resources import folder
from hordemtg.script.tokens import Line, Token
from hordemtg.script.tree import Leaf, Node

SIGNS = ".:,=—"
LABELS = {"=": "LABEL", "—": "FLAVOR"}  # the script's own name for a clause; one that is printed
BEFORE_ABILITY = frozenset({"have", "gain", "lose", "with", "and", ","})

READABLE = {
    "STRING": "a name in quotes",
    "NAME": "a name",
    "NUMBER": "a number",
    "MANA": "mana such as {2}{B}",
    "PT": "power/toughness such as 2/2",
    "SIGNED": "+1/+1",
    "_NL": "the end of the line",
    "DOT": "`.`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "COMMA_N": "`,`",
    "COMMA_A": "`,`",
    "AND": "`and`",
    "AND_A": "`and`",
    "AND_N": "`and`",
    "OR": "`or`",
    "OR_A": "`or`",
    "OR_N": "`or`",
    "OR_MAY": "`or`",
    "THEN": "`then`",
    "_INDENT": "an indented line",
    "_DEDENT": "",
    "LABEL": "a label such as `Throw =`",
    "FLAVOR": "a printed label such as `Tail Spikes —`",
    "DASH": "",
    "POSS": "`'s`",
    "NON_NAME": "",
    "WORD": "",
    "RULE": "a rule's number",
    "AUTHORITY": "an authority such as [H1.2 stated]",
    "_QUOTE": "an ability in quotes",
    "_UNQUOTE": "the closing quote",
    "BULLET": "a bullet",
    "$END": "the end of the file",
    "NOUN": "a noun such as `creature`",
    "ADJECTIVE": "an adjective such as `black`",
    "KEYWORD": "a keyword such as `flying`",
    "VERB": "a verb such as `destroy`",
    "RELATED": "`you control`",
    "DURATION": "`until end of turn`",
    "RESTRICTION": "`can't block`",
    "PLAYER_RULE": "",
    "RELATION": "",
    "HISTORY": "",
    "HAPPENED": "",
    "UNDER": "",
}


@dataclass(frozen=True, slots=True)
class ParseResult:
    """What a script declares, and what is wrong with it. A line with an error is left out of the declarations."""

    declarations: tuple[Node, ...]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class _Grammar:
    lark: lark.Lark
    vocabulary: words.Vocabulary
    patterns: tuple[tuple[str, re.Pattern[str]], ...]


@lru_cache(maxsize=1)
def _grammar() -> _Grammar:
    """The grammar, its words, and the patterns of its other terminals."""
    engine = tables.load(folder("grammar"))
    entries: list[tuple[str, str]] = []
    patterns: list[tuple[int, str, str]] = []
    for terminal in engine.terminals:
        value = terminal.pattern.value
        if terminal.pattern.type == "str":
            if words.WORD_LIKE.fullmatch(value):
                entries.append((value, terminal.name))
            else:
                patterns.append((1, terminal.name, re.escape(value)))
        elif terminal.priority < 0:
            entries.extend((word, terminal.name) for word in value.split("|"))
        else:
            patterns.append((terminal.priority, terminal.name, value))
    patterns.sort(key=lambda row: -row[0])
    return _Grammar(
        engine, words.Vocabulary.of(entries), tuple((name, re.compile(pattern)) for _, name, pattern in patterns)
    )


def vocabulary() -> words.Vocabulary:
    """The words of the language, by the terminal they are."""
    return _grammar().vocabulary


def parse(text: str, file: str = "") -> ParseResult:
    """The declarations of a script and all its errors; never raises for a faulty text."""
    reading = Reading(file)
    if len(text.encode("utf-8", "surrogatepass")) > limits.MAX_BYTES:
        message = f"a script may have at most {limits.MAX_BYTES // 1024} KiB"
        return ParseResult((), (Diagnostic("error", message, file),))
    lines = layout.logical_lines(reading.lines(text))
    refused = version.refusal(lines[0].tokens, file) if lines else None
    if refused is not None:
        return ParseResult((), (refused,))
    declarations = Builder(reading, lines).build()
    reading.diagnostics.extend(version.misplaced(declarations, file))
    found = sorted(set(reading.diagnostics), key=lambda d: (d.line, d.column, d.message))
    told = version.explained(found[: limits.MAX_DIAGNOSTICS], lines)
    return ParseResult(tuple(node for node in declarations if node.kind != version.WORD), tuple(told))


def surface(text: str) -> tuple[Token, ...]:
    """The tokens of a script of cards in order, each with its terminal, joints and commas as they are written."""
    reading = Reading("")
    lines = layout.logical_lines(reading.lines(text))
    return tuple(token for line in lines for token in reading.prepare(line.tokens, settled=False))


def words_of_text(text: str) -> set[str]:
    """The words and phrases of the language that a script uses, in their form of the grammar."""
    reading = Reading("")
    builder = Builder(reading, layout.logical_lines(reading.lines(text)))
    return {token.word for index, (_, line) in enumerate(builder.lines) for token in builder.tokens(index, line) or ()}


class Reading:
    """Reads the characters of one text; keeps what is wrong with them."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.diagnostics: list[Diagnostic] = []
        self.bad_lines: set[int] = set()
        self.rows: list[str] = []

    def report(self, message: str, line: int, column: int, length: int = 1, help_: str = "", **more: Any) -> None:
        self.diagnostics.append(Diagnostic("error", message, self.file, line, column, max(1, length), help_, **more))

    def lines(self, text: str) -> list[Line]:
        """The lines that say something, each with its indentation and raw tokens."""
        rows = text.split("\n")
        if len(rows) > limits.MAX_LINES:
            self.report(f"a script may have at most {limits.MAX_LINES} lines", limits.MAX_LINES + 1, 1)
            rows = rows[: limits.MAX_LINES]
        self.rows = rows
        result = []
        total = 0
        for number, row in enumerate(rows, start=1):
            row = row.removesuffix("\r")
            if number == 1:
                row = row.removeprefix("\ufeff")
            if len(row) > limits.MAX_LINE_LENGTH:
                self.report(
                    f"a line may have at most {limits.MAX_LINE_LENGTH} characters", number, limits.MAX_LINE_LENGTH
                )
                row = ""
            tokens = tuple(self._scan(row, number))
            total += len(tokens)
            if total > limits.MAX_TOKENS:
                self.report(f"a script may have at most {limits.MAX_TOKENS} words", number, 1)
                break
            if tokens:
                result.append(Line(tokens[0].column - 1, tokens))
        return result

    def _scan(self, row: str, number: int, start: int = 0, stop: int | None = None) -> Iterator[Token]:
        position, stop = start, len(row) if stop is None else stop
        patterns = _grammar().patterns
        while position < stop:
            character = row[position]
            if character == " ":
                position += 1
                continue
            if character == "#":
                return
            if character == "\t":
                self.report("a tab: indent and separate with spaces", number, position + 1)
                self.bad_lines.add(number)
                position += 1
                continue
            if character in SIGNS:
                yield Token(character, character, number, position + 1, character)
                position += 1
                continue
            best = _best_match(patterns, row, position, stop)
            if best is None:
                what = "this quotation mark is not closed" if character == '"' else f"unknown sign `{character}`"
                self.report(what, number, position + 1, help_=LOOKALIKES.get(character, ""))
                self.bad_lines.add(number)
                if character == '"':
                    return
                position += 1
                continue
            kind, end = best
            if kind == "NUMBER" and int(row[position:end]) > limits.MAX_NUMBER:
                self.report(f"a number may be at most {limits.MAX_NUMBER}", number, position + 1, end - position)
                self.bad_lines.add(number)
            yield Token(kind, row[position:end], number, position + 1)
            position = end

    def prepare(self, tokens: tuple[Token, ...], depth: int = 0, settled: bool = True) -> list[Token]:
        """The tokens of a logical line as the grammar wants them; not settled, with every joint as it is written."""
        tokens = tuple(_labels(tokens))
        tagged = words.tag(tokens, _grammar().vocabulary)
        if settled:
            tagged = joints.settle(tagged)
        result: list[Token] = []
        for index, token in enumerate(tagged):
            if token.type == "STRING" and index and tagged[index - 1].word in BEFORE_ABILITY and _is_ability(token):
                if depth >= limits.MAX_QUOTES:
                    self.report("quotes are nested too deep", token.line, token.column, len(token.text))
                result.append(Token("_QUOTE", '"', token.line, token.column, "_QUOTE"))
                inside = " " * token.column + token.text[1:-1]
                result.extend(self.prepare(tuple(self._scan(inside, token.line)), depth + 1, settled))
                result.append(Token("_UNQUOTE", '"', token.line, token.end - 1, "_UNQUOTE"))
            else:
                result.append(token)
        return result


# Signs of printed cards and word processors, and how they are written here.
LOOKALIKES = {
    "\u2013": "a dash between types is left out; elsewhere it is `-`",
    "\u2212": "minus is `-`",
    **dict.fromkeys("\u201c\u201d", "quotation marks are written `\"`"),
}


def _best_match(
    patterns: tuple[tuple[str, re.Pattern[str]], ...], row: str, position: int, stop: int
) -> tuple[str, int] | None:
    best: tuple[str, int] | None = None
    for kind, pattern in patterns:
        found = pattern.match(row, position, stop)
        if found is not None and found.end() > position and (best is None or found.end() > best[1]):
            best = (kind, found.end())
    return best


def _is_ability(token: Token) -> bool:
    """Names begin with a capital letter or a digit; an ability in quotes with a small letter or mana."""
    return len(token.text) > 2 and (token.text[1].islower() or token.text[1] == "{")


def _labels(tokens: tuple[Token, ...]) -> Iterator[Token]:
    """The tokens with each run of capitalised words before `=`, or before a dash, joined to one label."""
    index = 0
    while index < len(tokens):
        end = index
        while end < len(tokens) and tokens[end].type == "NAME":
            end += 1
        if end == index and tokens[index].type == "STRING":
            end = index + 1
        if end > index and end < len(tokens) and tokens[end].type in LABELS:
            first, last = tokens[index], tokens[end - 1]
            name = " ".join(token.text for token in tokens[index:end]).strip('"')
            text = name if first.line != last.line else name + " " * max(0, last.end - first.column - len(name))
            yield Token(LABELS[tokens[end].type], text, first.line, first.column, name)
            index = end + 1
        else:
            yield tokens[index]
            index += 1


class Builder:
    """Parses declaration by declaration. A line that does not fit is reported, replaced by `unsupported`, and the
    declaration parsed again: each round has one faulty line fewer."""

    def __init__(self, reading: Reading, lines: list[Line]) -> None:
        self.reading = reading
        self.lines = list(layout.with_indentation(lines, reading.diagnostics.append, reading.file))
        self.prepared: dict[int, list[Token] | None] = {}
        self.aliases = scenes.aliases_of_lines(self.lines)

    def build(self) -> tuple[Node, ...]:
        """All declarations."""
        result: list[Node] = []
        start = 0
        while start < len(self.lines):
            stop = start + 1
            while stop < len(self.lines) and self.lines[stop][0] > 0:
                stop += 1
            result.extend(self._declaration(start, stop))
            start = stop
        return tuple(result)

    def _declaration(self, start: int, stop: int) -> tuple[Node, ...]:
        left_out: set[int] = set()
        silent: set[int] = set()
        while len(left_out) <= limits.MAX_DIAGNOSTICS:
            bad = self._attempt(start, stop, left_out, silent)
            if isinstance(bad, tuple):
                return () if start in left_out else bad
            if bad in left_out or (bad == start and self.lines[start][1].tokens[0].text not in NAMED):
                return ()
            left_out.add(bad)
            if bad == start:
                continue  # what stands below a name that is written wrong is looked at all the same
            level = self.lines[bad][0]
            for index in range(bad + 1, stop):
                if self.lines[index][0] <= level:
                    break
                silent.add(index)
        return ()

    def _attempt(self, start: int, stop: int, left_out: set[int], silent: set[int]) -> tuple[Node, ...] | int:
        """The declaration of these lines, or the line at which it fails, which is then reported."""
        parser = _grammar().lark.parse_interactive("")
        depth = 0
        for index in range(start, stop):
            if index in silent:
                continue
            level, line = self.lines[index]
            if index in left_out:
                tokens: list[Token] | None = self._heading(line) if index == start else _stand_in(line)
            else:
                tokens = self.tokens(index, line)
            if tokens is None:
                return index
            whole = [*_indents(line, depth, level), *tokens]
            for position, token in enumerate(whole):
                try:
                    parser.feed_token(_to_lark(token))
                except UnexpectedInput:
                    if index not in left_out:
                        self._report(_accepts(parser), whole, position)
                    return index
            depth = level
        last = self.lines[stop - 1][1].tokens[-1]
        try:
            for _ in range(depth):
                parser.feed_token(_to_lark(Token("_DEDENT", "", last.line, last.end, "_DEDENT")))
            tree: Any = parser.feed_eof()  # type: ignore[no-untyped-call]
        except UnexpectedInput:
            first = self.lines[start][1].tokens[0]
            message = f"this {first.text} says nothing: its lines stand below it, indented"
            self.reading.report(message, first.line, first.column, len(first.text))
            return start
        deep = _too_deep(tree)
        if deep is not None:
            self.reading.report("this is nested too deep", deep, 1)
            return start
        return tuple(_node(child, self.reading.rows) for child in tree.children)

    def _heading(self, line: Line) -> list[Token]:
        """A heading with some name, in the place of one that was left out."""
        first = line.tokens[0]
        name = Token("STRING", '"X"', first.line, first.column)
        return [*self.reading.prepare((first, name)), Token("_NL", "", first.line, first.end, "_NL")]

    def accepted_before(self, start: int, index: int, candidates: Sequence[Sequence[Token]]) -> list[set[str]]:
        """What may come after each of these beginnings of a line, in the declaration that begins at line `start`.

        Lines of the declaration that have errors are left out; a beginning that does not fit itself accepts nothing.
        """
        parser = _grammar().lark.parse_interactive("")
        parser.parser_state.parse_conf = copy(parser.parser_state.parse_conf)
        parser.parser_state.parse_conf.callbacks = {}  # what is read is not looked at: no trees are made
        depth = 0
        for before in range(start, index):
            level, line = self.lines[before]
            tokens = self.tokens(before, line)
            attempt = _fed(parser, [*_indents(line, depth, level), *tokens]) if tokens is not None else None
            if attempt is not None:
                parser, depth = attempt, level
        level, line = self.lines[index]
        found = []
        for candidate in candidates:
            after = _fed(parser, [*_indents(line, depth, level), *candidate])
            found.append(_accepts(after) if after is not None else set())
        return found

    def tokens(self, index: int, line: Line) -> list[Token] | None:
        """The tokens of a line for the grammar; None when what is wrong with them is already reported."""
        if index not in self.prepared:
            self.prepared[index] = self._prepare(line, self.aliases.get(index))
        return self.prepared[index]

    def _prepare(self, line: Line, aliases: frozenset[str] | None) -> list[Token] | None:
        if any(token.line in self.reading.bad_lines for token in line.tokens):
            return None
        if len(line.tokens) > limits.MAX_TOKENS_IN_LINE:
            first = line.tokens[0]
            self.reading.report("this line is too long", first.line, first.column, len(first.text))
            return None
        last = line.tokens[-1]
        if aliases is not None:
            tokens = scenes.prepare(line.tokens, aliases, _grammar().vocabulary)
        else:
            tokens = self.reading.prepare(line.tokens)
        return [*tokens, Token("_NL", "", last.line, last.end, "_NL")]

    def _report(self, accepted: set[str], tokens: list[Token], index: int) -> None:
        """Say what is wrong at this token."""
        vocabulary_ = _grammar().vocabulary
        token = tokens[index]
        if index == 1 and tokens[0].word in NAMED and token.type == "NAME" and "STRING" in accepted:
            name = _written(self.reading.rows, token).partition("{")[0].strip()
            help_ = "" if '"' in name else f'`{tokens[0].text} "{name}"`'
            self.reading.report("a name stands in quotes", token.line, token.column, len(token.text), help_)
            return
        unknown = _unknown_word(tokens, vocabulary_.all_words)
        if unknown is not None:
            legal = {word for name in accepted for word in vocabulary_.words_of.get(name, ())}
            scene = next(
                (aliases for i, aliases in self.aliases.items() if self.lines[i][1].number == tokens[-1].line), None
            )
            found = nearest(
                unknown.text, {word for phrase in legal for word in phrase.split()} | (scene or frozenset())
            )
            known = unknown.text in vocabulary_.all_words
            near = _near_phrases(tokens, index, legal) if known else ""
            found = found or ("" if near else nearest(unknown.text, vocabulary_.all_words))
            help_ = "lower-case words belong to the language; names begin with a capital letter"
            if scene is not None:
                help_ = f"an alias is given where something is put: `as {unknown.text}`"
            message = f"`{unknown.text}` does not fit here" if known else f"unknown word `{unknown.text}`"
            self.reading.report(
                message, unknown.line, unknown.column, len(unknown.text), suggestion=found,
                help_=near or ("" if found or known else help_),
            )  # fmt: skip
            return
        capital = next((each for each in _beginnings(tokens, index) if in_small_letters(each.text)), None)
        if capital is not None:
            message, small = f"`{capital.text}` is no name here", in_small_letters(capital.text)
            self.reading.report(
                message, capital.line, capital.column, len(capital.text), suggestion=small,
                help_="the words of the language have small letters, also at the beginning of a line or sentence",
            )  # fmt: skip
            return
        expected = _readable(accepted, vocabulary_)
        hint = _hint(tokens, index, accepted, self.reading.rows)
        if hint is not None:
            at, message, help_ = hint
            self.reading.report(message, at.line, at.column, len(at.text), help_)
            return
        if token.type == "_NL":
            message = "the line ends too early"
            if "COLON" in accepted and tokens[0].word in ("when", "whenever", "at the beginning of"):
                message = "a `:` is missing after what triggers the ability"
            at = tokens[index - 1]
            self.reading.report(message, at.line, at.column, len(at.text), expected=expected)
            return
        if token.type in ("_INDENT", "_DEDENT"):
            at = next((t for t in tokens[index:] if t.text), token)
            message = (
                "this line is indented, but nothing above it opens a block"
                if token.type == "_INDENT"
                else "an indented line is missing before this one"
            )
            self.reading.report(message, at.line, at.column, len(at.text), expected=())
            return
        self.reading.report(
            f"`{token.text}` does not fit here", token.line, token.column, len(token.text), expected=expected
        )


def in_small_letters(text: str) -> str:
    """A word of the language that is written with a capital letter as it should be; nothing when it is none."""
    small = text[:1].lower() + text[1:]
    return small if small != text and vocabulary().base(small) in vocabulary().all_words else ""


def _beginnings(tokens: list[Token], index: int) -> list[Token]:
    """The names at the place of an error, and at the beginning of the sentence that it ends."""
    start = next((i + 1 for i in range(index - 1, -1, -1) if tokens[i].type in (".", ":", "_INDENT", "_DEDENT")), 0)
    return [tokens[at] for at in dict.fromkeys((start, index)) if tokens[at].type == "NAME"]


def _near_phrases(tokens: list[Token], index: int, legal: set[str]) -> str:
    """The help that names the phrases that may stand here and are like what does."""
    written = " ".join(token.text for token in tokens[index : index + 6] if token.type not in SIGNS)
    near = get_close_matches(written, sorted(phrase for phrase in legal if " " in phrase), n=4, cutoff=0.5)
    return f"what can stand here: {', '.join(f'`{phrase}`' for phrase in near)}" if near else ""


DASHES = ("-", "\u2014")
STATS = re.compile(r"[\d*+]+/[\d*+]+")
MANA = re.compile(r"(\{[0-9WUBRGCXP/]+\} *)+")
NAMED = frozenset({"card", "token"})
TRIGGER_WORDS = frozenset({"when", "whenever", "at the beginning of"})


def _written(rows: list[str], token: Token) -> str:
    """What stands in the line from that token on, without a comment."""
    return rows[token.line - 1][token.column - 1 :].partition("#")[0].strip() if token.line <= len(rows) else ""


def _hint(tokens: list[Token], index: int, accepted: set[str], rows: list[str]) -> tuple[Token, str, str] | None:
    """What experience shows to be meant: the token to mark, the message, the help."""
    token = tokens[index]
    before = tokens[index - 1] if index else token
    first = next(each for each in tokens if each.type not in ("_INDENT", "_DEDENT"))
    if first.word == "type" and token.text in DASHES:
        return token, "no dash stands between types and subtypes", "`type creature Bat`"
    written = _written(rows, token)
    if index == 2 and first.word == "card" and MANA.fullmatch(written):
        return token, "the cost stands in a line of its own below the name", f"`cost {written.replace(' ', '')}`"
    if first.word == "power" or (STATS.fullmatch(first.text) and token.type == "_NL"):
        return first, "power and toughness stand behind `stats`", "`stats 1/1`"
    triggered = any(each.word in TRIGGER_WORDS for each in tokens[:3])
    if triggered and before.word == "," and "IF" in accepted:
        return before, "a `:` stands behind what triggers the ability", "write `:` for this comma"
    if before.word == "get" and token.type in ("KEYWORD", "_QUOTE"):
        return before, "abilities are had or gained", "`has flying`, `gains flying until end of turn`"
    if token.type == "_QUOTE" and "STRING" in accepted:
        return token, "a name in quotes begins with a capital letter or a digit", ""
    return None


def _unknown_word(tokens: list[Token], known: frozenset[str]) -> Token | None:
    """The first word that the language does not know; kinds of counters may be any word."""
    found = [
        token
        for token, after in zip(tokens, [*tokens[1:], None], strict=True)
        if token.type == "WORD" and (after is None or after.word != "counter")
    ]
    # a word that only stands in phrases is less likely to be the mistake
    return next((token for token in found if token.text not in known), found[0] if found else None)


def _fed(parser: Any, tokens: Sequence[Token]) -> Any:
    """A copy of the parser that has read the tokens; None when one does not fit."""
    fed = parser.copy(deepcopy_values=False)  # the values are no trees here: `accepted_before`
    try:
        for token in tokens:
            fed.feed_token(_to_lark(token))
    except UnexpectedInput:
        return None
    return fed


def _accepts(parser: Any) -> set[str]:
    """The terminals that may come next."""
    return set(parser.accepts())


# of many possible words only what kind of thing may stand here is told
KINDS = (
    ("SIGNED", "+1/+1"),
    ("NOUN", "an object or player such as `target creature`, `you`"),
    ("VERB", "a verb such as `destroy`, `draw`"),
    ("KEYWORD", "a keyword such as `flying`"),
    ("DURATION", "`until end of turn`"),
    ("COLON", "`:`"),
    ("DOT", "`.`"),
    ("COMMA", "`,`"),
    ("NUMBER", "a number"),
    ("_NL", "the end of the line"),
)
MOST_SHOWN = 12


def _readable(accepted: set[str], vocabulary_: words.Vocabulary) -> tuple[str, ...]:
    """What may stand here, for a reader."""
    result = set()
    for name in accepted:
        if name in READABLE:
            result.add(READABLE[name])
        else:
            phrases = vocabulary_.words_of.get(name, ())
            result.update(f"`{phrase}`" for phrase in phrases[:2])
    result.discard("")
    if len(result) > MOST_SHOWN:
        return tuple(text for name, text in KINDS if name in accepted)
    return tuple(sorted(result))


def _stand_in(line: Line) -> list[Token]:
    """A clause in the place of a line that was left out."""
    first = line.tokens[0]
    return [
        Token("UNSUPPORTED", "unsupported", first.line, first.column, "unsupported"),
        Token("STRING", '""', first.line, first.column, '""'),
        Token("_NL", "", first.line, first.end, "_NL"),
    ]


def _indents(line: Line, depth: int, level: int) -> list[Token]:
    first = line.tokens[0]
    if level > depth:
        return [Token("_INDENT", "", first.line, first.column, "_INDENT")] * (level - depth)
    return [Token("_DEDENT", "", first.line, first.column, "_DEDENT")] * (depth - level)


def _to_lark(token: Token) -> lark.Token:
    kind = {".": "DOT", ":": "COLON", "—": "DASH"}.get(token.type, token.type)
    made = lark.Token(kind, token.text, 0, token.line, token.column, token.line, token.end, 0)
    made.value = token.word or token.text
    return made


def _too_deep(tree: Any) -> int | None:
    """The line where the tree is deeper than scripts may be nested."""
    waiting = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > limits.MAX_TREE_DEPTH:
            return int(getattr(node.meta, "line", 1))
        waiting.extend((child, depth + 1) for child in node.children if isinstance(child, lark.Tree))
    return None


FIRST_WORD = re.compile(r"[\w'’-]+|.")


def _node(tree: Any, rows: list[str]) -> Node:
    """The tree as our own values; its depth is bounded by the limits of a script."""
    children: list[Node | Leaf] = []
    for child in tree.children:
        if isinstance(child, lark.Tree):
            children.append(_node(child, rows))
        elif isinstance(child, lark.Token):
            children.append(Leaf(child.type, str(child), str(child.value), child.line or 0, child.column or 0))
    meta = tree.meta
    if getattr(meta, "empty", True):
        return Node(str(tree.data), tuple(children), 0, 0, 0, 0)
    word = FIRST_WORD.match(rows[meta.line - 1], meta.column - 1)
    return Node(
        str(tree.data), tuple(children), meta.line, meta.column, meta.end_line, meta.end_column, word[0] if word else ""
    )  # fmt: skip
