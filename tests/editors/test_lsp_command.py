"""`hordemtg lsp` where it cannot serve, and what completion says of single words."""

from __future__ import annotations

import sys
import time

import pytest

from hordemtg import cli
from hordemtg.script.expecting import expected

HEAD = 'card "Ox"\n  cost {G}\n  type creature Ox\n  stats 1/1\n'


def test_without_pygls_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "hordemtg.editors.server", raising=False)
    for name in [each for each in sys.modules if each.split(".")[0] in ("pygls", "lsprotocol")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    monkeypatch.setitem(sys.modules, "pygls", None)
    assert cli.main(["lsp"]) == 1
    assert capsys.readouterr().err == "error: the language server needs pygls: pip install 'hordemtg[editors]'\n"


def phrases(text: str) -> set[str]:
    rows = text.split("\n")
    return {choice.phrase for choice in expected(text, len(rows), len(rows[-1]) + 1).choices}


def test_what_may_stand_comes_from_the_grammar() -> None:
    assert {"card", "errata", "scenario"} <= phrases("")
    assert "creature" not in phrases("")
    assert {"enter", "die"} <= phrases(HEAD + "  when this ")
    assert "cost" not in phrases(HEAD + "  when this ")
    assert "until end of turn" in phrases(HEAD + "  Grow = {G}: this gets +1/+1 until end of ")
    assert phrases(HEAD + "  Grow = {G}: this gets +1/+1 until end of ") <= {"until end of turn", "until end of combat"}


def test_a_line_with_an_error_above_does_not_matter() -> None:
    assert {"enter", "die"} <= phrases(HEAD + "  nonsense here\n  when this ")


def test_a_joint_may_join_whatever_it_can() -> None:
    after = phrases(HEAD + "  when this enters: draw a card and ")
    assert {"you", "lose", "gain"} <= after or {"you", "discard"} <= after


def test_places_that_are_none() -> None:
    for line, column in ((0, 0), (99, 1), (1, 999)):
        assert expected(HEAD, line, column) is not None
    assert expected(HEAD, 99, 1).choices == ()
    assert phrases(HEAD + "  # when this ") == set()


def test_a_long_script_is_quick_to_ask() -> None:
    text = HEAD + "  flying\n" * 300 + "  when this "
    started = time.process_time()
    assert "enter" in phrases(text)
    assert time.process_time() - started < 30
