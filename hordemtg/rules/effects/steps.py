"""Steps: one function for each effect, found by its class, and what a step leaves for later ones (CR 608.2c)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from hordemtg.cards import effects as e
from hordemtg.rules.objects import Frame, GameObject

if TYPE_CHECKING:
    from hordemtg.rules.game import Game

StepFn = Callable[["Game", Frame], None]

TABLE: Final[dict[type[e.Effect], Callable[[Any], StepFn]]] = {}  # filled from the modules of each subject


def compile_steps(steps: e.Steps) -> StepFn:
    """One function that does the steps in order (CR 608.2c)."""
    functions = [compile_step(step) for step in steps]
    if len(functions) == 1:
        return functions[0]

    def run(game: Game, frame: Frame) -> None:
        for f in functions:
            game.batch += 1
            f(game, frame)

    return run


def compile_step(step: e.Effect) -> StepFn:
    """The function of one step, from the table by its class. Raises KeyError for an effect without a row."""
    return TABLE[type(step)](step)


def store(
    frame: Frame, slot: str, objects: list[Any] | None = None, amount: int | None = None, done: bool = True
) -> None:
    """Keep what a step did: objects, how much, and whether it did what it says."""
    if not slot:
        return
    if objects is not None:
        frame.slots[slot] = objects
    frame.amounts[slot] = amount if amount is not None else len(objects or ())
    frame.done[slot] = done


def present(objects: list[GameObject]) -> list[GameObject]:
    """Those that are still there: an effect cannot do anything to what has left (CR 400.7, 608.2b)."""
    return [o for o in objects if o.zone is not None]


def current(objects: list[GameObject], frame: Frame) -> list[GameObject]:
    """The objects, or what they became where the spell or ability can find it (CR 400.7e, 400.7j).

    That is where the event that triggered it, its cost, or it itself has put them; not where anything else
    has while it waited on the stack.
    """
    found: list[GameObject] = []
    for o in objects:
        if o.zone is None and o.became is not None and _finds(frame, o.became):
            o = o.became
        if o.zone is not None:
            found.append(o)
    return found


def _finds(frame: Frame, new: GameObject) -> bool:
    if new.zone not in ("graveyard", "exile", "battlefield", "stack"):
        return False
    if new.id < frame.ready or new.id >= frame.began:
        return True
    return frame.event is not None and frame.event.new is new
