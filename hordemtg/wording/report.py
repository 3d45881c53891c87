"""The report page: print, script, errata and result of each card side by side, in one file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from hordemtg.oracle.card import PrintedCard
from hordemtg.wording.checked import Checked
from hordemtg.wording.difference import Run, runs
from hordemtg.wording.write import WrittenCard

WARNING = (
    "This page holds Oracle text, which is property of Wizards of the Coast. It is for the author who made it: "
    "do not publish it, nor put it under version control."
)
STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem; color: #1b1b1b; background: #fdfdfb }
h1 { font-size: 1.5rem } .warning { border: 2px solid #a33; padding: .6rem 1rem; max-width: 60rem }
article { border-top: 1px solid #bbb; padding: 1rem 0 }
h2 { font-size: 1.1rem; margin: 0 0 .5rem } .equal { color: #26703a } .different, .faulty, .fault { color: #a02020 }
.missing { color: #8a6100 }
.columns { display: grid; gap: 1.2rem; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)) }
h3 { font-size: .8rem; text-transform: uppercase; letter-spacing: .05em; color: #555; margin: 0 0 .3rem }
p { margin: 0 0 .4rem; white-space: pre-wrap } .type { font-style: italic }
del { background: #ffd9d6 } ins { background: #d3f3d6; text-decoration: none; border-bottom: 2px solid #26703a }
"""


def page(title: str, checked: Sequence[Checked]) -> str:
    """The page as HTML, complete in itself: it loads nothing."""
    counts = {
        state: sum(1 for each in checked if each.state == state)
        for state in ("equal", "different", "missing", "faulty")
    }
    summary = ", ".join(f"{count} {state}" for state, count in counts.items())
    body = "\n".join(_card(each) for each in checked)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{escape(title)}</h1>\n<p class="warning">{escape(WARNING)}</p>\n<p>{escape(summary)}</p>\n{body}\n'
        "</body>\n</html>\n"
    )


def _card(checked: Checked) -> str:
    comparison = checked.comparison
    written, printed = comparison.written, comparison.printed
    state = checked.state
    note = f" (as {comparison.told_by} tells it)" if comparison.told_by else ""
    columns = [_column("Printed", _printed(printed)), _column("Script", _written(written))]
    if comparison.differences:
        rows = "".join(f"<p>{escape(each.what)}: {_marked(each.marked)}</p>" for each in comparison.differences)
        columns.append(_column("Differences", rows))
    if checked.result is not None:
        names = "".join(f"<p>{escape(name)}</p>" for name in checked.errata)
        columns.append(_column("Errata", names))
        columns.append(_column("Result", _result(written, checked.result)))
    faults = "".join(f'<p class="fault">{escape(fault)}</p>' for fault in (*map(str, checked.errors), *checked.faults))
    return (
        f'<article>\n<h2>{escape(written.name)} <span class="{state}">{escape(state + note)}</span></h2>\n'
        f'<div class="columns">{"".join(columns)}</div>{faults}\n</article>'
    )


def _column(head: str, body: str) -> str:
    return f"<section><h3>{escape(head)}</h3>{body}</section>"


def _printed(card: PrintedCard | None) -> str:
    if card is None:
        return "<p>not in the store</p>"
    stats = f"{card.power}/{card.toughness}" if card.power is not None else ""
    return _rows(f"{card.name} {card.mana_cost}", card.type_line, card.text, stats)


def _written(card: WrittenCard) -> str:
    return _rows(f"{card.name} {card.mana_cost}", card.type_line, card.text, card.stats)


def _rows(head: str, types: str, text: str, stats: str) -> str:
    lines = "".join(f"<p>{escape(row)}</p>" for row in text.split("\n") if row)
    return f'<p>{escape(head.strip())}</p><p class="type">{escape(types)}</p>{lines}<p>{escape(stats)}</p>'


def _result(before: WrittenCard, after: WrittenCard) -> str:
    """The card with errata, what changed marked."""
    pairs = (
        (f"{before.name} {before.mana_cost}".strip(), f"{after.name} {after.mana_cost}".strip()),
        (before.type_line, after.type_line),
        (before.text, after.text),
        (before.stats, after.stats),
    )
    return "".join(f"<p>{_marked(runs(one, other))}</p>" for one, other in pairs if one or other)


def _marked(found: Sequence[Run]) -> str:
    shown = {"both": "{}", "printed": "<del>{}</del>", "script": "<ins>{}</ins>"}
    return " ".join(shown[run.side].format(escape(run.text)) for run in found)
