"""What the compiler mypyc (`tools/compile.py`) is told of a class; to Python it says nothing.

`serializable`: a new instance may be made field by field, without the class's own `__init__`, as `copying` does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**said):
        """A decorator that leaves the class as it is."""
        return lambda kind: kind
