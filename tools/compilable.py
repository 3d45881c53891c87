"""Whether mypyc can compile the engine, and whether compiled it would play the same games: asked of the source alone.

No C is written and no C compiler is needed. What compiles and is the same in Python may still differ compiled: a
number or a tuple of fixed length is no object then, but a value that is boxed anew each time somebody wants one, so
that two that are one and the same are not identical. Nothing may depend on that.
"""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

from mypy.errors import CompileError
from mypy.fscache import FileSystemCache
from mypyc.build import get_mypy_config
from mypyc.codegen import emitmodule
from mypyc.errors import Errors
from mypyc.ir.module_ir import ModuleIR
from mypyc.ir.ops import Box, CallC, ComparisonOp, Value
from mypyc.ir.rtypes import RPrimitive, RType
from mypyc.irbuild.mapper import Mapper
from mypyc.options import CompilerOptions


def problems(root: Path, files: list[str]) -> list[str]:
    """What keeps these files of the folder from being compiled, or from playing the same games then, and where."""
    said = io.StringIO()
    before = os.getcwd()
    os.chdir(root)
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            return _problems(files)
    except CompileError as error:
        return list(error.messages)
    except SystemExit:  # mypyc has given up on a file
        return said.getvalue().splitlines()
    finally:
        os.chdir(before)


def _problems(files: list[str]) -> list[str]:
    compiler = CompilerOptions()
    cache = FileSystemCache()
    flags = ["--strict", f"--cache-dir={os.devnull}", *files]
    sources, _, options = get_mypy_config(flags, None, compiler, cache)
    result = emitmodule.parse_and_typecheck(sources, options, compiler, [(sources, "hordemtg")], cache)
    errors = Errors(options)
    mapper = Mapper({source.module: "hordemtg" for source in sources})
    modules = emitmodule.compile_modules_to_ir(result, mapper, compiler, errors)
    found = [line for line in errors.new_messages() if ": error: " in line]
    for source in sources if not found else ():
        found += identities(result.graph[source.module].xpath, modules[source.module])
    return found


def identities(path: str, module: ModuleIR) -> list[str]:
    """Where a file asks whether two values are the same object, or which object a value is."""
    found: list[str] = []
    for function in module.functions:
        for block in function.blocks:
            for op in block.ops:
                asked: list[Value] = []
                if isinstance(op, ComparisonOp):
                    asked = [op.lhs, op.rhs]
                elif isinstance(op, CallC) and op.function_name == "CPyTagged_Id":
                    asked = op.args
                for x in asked:
                    if isinstance(x, Box) and _is_value(x.src.type):
                        kind = x.src.type
                        found.append(f"{path}:{op.line}: compiled, a value of type {kind} is not the same object twice")
    return list(dict.fromkeys(found))


def _is_value(kind: RType) -> bool:
    """Whether compiled it is no object. There is one `True`, one `False` and one `None` there too."""
    return not isinstance(kind, RPrimitive) or (kind.is_unboxed and kind.name not in ("builtins.bool", "builtins.None"))
