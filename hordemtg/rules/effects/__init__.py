"""What resolving spells and abilities do: effect trees compiled to closures (CR 608.2, 701)."""

from hordemtg.rules.effects import cards, copies, life, permanents, structure
from hordemtg.rules.effects.steps import TABLE, StepFn, compile_steps

for rows in (life.ROWS, cards.ROWS, permanents.ROWS, copies.ROWS, structure.ROWS):
    TABLE.update(rows)

__all__ = ["StepFn", "compile_steps"]
