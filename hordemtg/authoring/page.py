"""The page beside the table as lines for a terminal, and as HTML for a browser or a printer."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from html import escape

from hordemtg.authoring.sheet import CardRow, Line, Sheet

WIDTH = 100


def sections(found: Sheet) -> Iterator[tuple[str, Sequence[Line]]]:
    """The parts of the page that are lines, in the order in which a game needs them."""
    yield "Before the game", found.setup
    yield "Stages", found.stages
    yield "The Horde's turn", found.turn
    yield "What is always so of the Horde", found.always
    yield "The Survivors' creatures", found.hunting
    yield "What the Horde does, in this order", found.acting
    yield "How the Horde chooses, in this order", found.choosing


def turns(count: int) -> str:
    return f"{count} turn{'' if count == 1 else 's'}"


# ---------------------------------------------------------------- terminals


def lines(found: Sheet) -> Iterator[str]:
    """The page as plain lines."""
    yield found.title
    yield f"by the ruleset {found.ruleset}; {found.size} cards in the library"
    if found.source:
        yield from _wrapped(f"source: {found.source}", "", "  ")
    if found.difficulties:
        yield from _heading("Difficulty: turns for the Survivors first")
        for name, count, usual in found.difficulties:
            yield f"  {name:<10} {turns(count)}{' (usual)' if usual else ''}"
        for name, change in found.sets:
            yield f"  {change:+d} for {name}"
    for heading, rows in sections(found):
        if rows:
            yield from _heading(heading)
            for row in rows:
                yield from _wrapped(_told(row), "  - ", "    ")
    for name, cards in found.decks:
        yield from _heading(f"Cards: {name}")
        for card in cards:
            yield from _wrapped(f"{card.count} {card.name}: {card.line}", "  ", "      ")
            for row in card.errata:
                yield from _wrapped(_told(row), "      * ", "        ")


def _heading(text: str) -> tuple[str, str, str]:
    return "", text, "-" * len(text)


def _told(row: Line) -> str:
    remark = f" ({row.remark})" if row.remark else ""
    return f"{row.name}: {row.words}{remark}" if row.name else f"{row.words}{remark}"


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


# ---------------------------------------------------------------- HTML

STYLE = """
body { font: 10pt/1.35 Georgia, serif; margin: 1.5cm auto; max-width: 19cm; color: #000; background: #fff; }
h1 { font-size: 18pt; margin: 0; } h2 { font-size: 12pt; border-bottom: 1px solid #000; margin: 1.2em 0 .3em; }
p { margin: .2em 0; } ol, ul { margin: .2em 0; padding-left: 1.4em; } li { margin: .15em 0; break-inside: avoid; }
table { border-collapse: collapse; width: 100%; } td, th { border: 1px solid #999; padding: .15em .4em;
text-align: left; vertical-align: top; } tr { break-inside: avoid; } td.n { text-align: right; width: 1.5em; }
.remark { color: #555; }
section { break-inside: avoid-page; } @media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } }
"""


def html(found: Sheet) -> str:
    """The page as one HTML file that needs nothing else and runs nothing."""
    body = [
        f"<h1>{escape(found.title)}</h1>",
        f"<p>By the ruleset {escape(found.ruleset)}; {found.size} cards in the library.</p>",
    ]
    if found.source:
        body.append(f"<p class='remark'>{escape(found.source)}</p>")
    if found.difficulties:
        body.append(_difficulties(found))
    for heading, rows in sections(found):
        if rows:
            kind = "ol" if "in this order" in heading else "ul"
            items = "".join(f"<li>{_item(row)}</li>" for row in rows)
            body.append(f"<section><h2>{escape(heading)}</h2><{kind}>{items}</{kind}></section>")
    for name, cards in found.decks:
        rows_ = "".join(_row(card) for card in cards)
        body.append(f"<h2>Cards: {escape(name)}</h2><table>{rows_}</table>")
    return (
        f"<!DOCTYPE html>\n<html lang='en'>\n<head><meta charset='utf-8'><title>{escape(found.title)}</title>\n"
        f"<style>{STYLE}</style></head>\n<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def _difficulties(found: Sheet) -> str:
    heads = "".join(f"<th>{escape(name)}{' (usual)' if usual else ''}</th>" for name, _, usual in found.difficulties)
    cells = "".join(f"<td>{turns(count)}</td>" for _, count, _ in found.difficulties)
    sets = "; ".join(f"{change:+d} for {escape(name)}" for name, change in found.sets)
    more = f"<p>{sets}</p>" if sets else ""
    table = f"<table><tr>{heads}</tr><tr>{cells}</tr></table>"
    return f"<section><h2>Turns for the Survivors first</h2>{table}{more}</section>"


def _item(row: Line) -> str:
    name = f"<b>{escape(row.name)}:</b> " if row.name else ""
    remark = f" <span class='remark'>({escape(row.remark)})</span>" if row.remark else ""
    return f"{name}{escape(row.words)}{remark}"


def _row(card: CardRow) -> str:
    errata = "".join(f"<p>{_item(row)}</p>" for row in card.errata)
    name = f"<b>{escape(card.name)}</b><br>{escape(card.line)}"
    return f"<tr><td class='n'>{card.count}</td><td>{name}</td><td>{errata}</td></tr>"
