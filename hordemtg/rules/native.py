"""What the compiler mypyc (`tools/compile.py`) is told of a class; to Python it says nothing.

`serializable`: an instance may be made field by field, without the class's own `__init__`, as `copying` does. Python
code can call that `__init__` then only if the class has `allow_interpreted_subclasses` too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordemtg.rules import limits

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**said):
        """A decorator that leaves the class as it is."""
        return lambda kind: kind


def is_compiled() -> bool:
    """Whether this is the compiled engine."""
    return not (limits.__file__ or "").endswith(".py")
