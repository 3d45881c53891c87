"""Scripts are about as long as the text they stand for."""

from __future__ import annotations

import length


def test_no_script_has_more_than_a_third_more_words_than_the_printed_text() -> None:
    rows = length.lengths()
    assert len(rows) > 30
    assert {name: row for name, row in rows.items() if row[0] > row[1] * length.LIMIT} == {}
