"""Scenarios under pytest: `*.scenario` files are collected, one test a scenario, and `play` plays a text.

Use it by `-p hordemtg.play.pytest_plugin` on the command line or in `addopts`. The engine is only imported once there
is a scenario to be played, so that loading the plugin costs the other tests nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from hordemtg.cards.scenario import Scenario
    from hordemtg.compiler.library import Library
    from hordemtg.play.scenarios import Result
    from hordemtg.script.diagnostics import Diagnostic

    Play = Callable[[str], Result]

SUFFIX = ".scenario"
TEXT = "<text>"
LIBRARY = pytest.StashKey["Library"]()


class ScenarioFailed(Exception):
    """A scenario did not come out; the message is for a reader."""


class ScenarioItem(pytest.Item):
    """One scenario as a test."""

    def __init__(self, *, scenario: Scenario, library: Library, **more: object) -> None:
        super().__init__(**more)  # type: ignore[arg-type]
        self.scenario = scenario
        self.library = library

    def runtest(self) -> None:
        """Play it."""
        from hordemtg.play.scenarios import play

        result = play(self.scenario, self.library)
        if not result.passed:
            raise ScenarioFailed(result.text())

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """The runner's own text; for an error of the engine the traceback."""
        if isinstance(excinfo.value, ScenarioFailed):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the scenario stands."""
        return self.path, max(0, self.scenario.place.line - 1), self.scenario.name


class ScriptItem(pytest.Item):
    """The scripts of a scenario file, which must compile."""

    def __init__(self, *, message: str, **more: object) -> None:
        super().__init__(**more)  # type: ignore[arg-type]
        self.message = message

    def runtest(self) -> None:
        """Fail with what is wrong."""
        raise ScenarioFailed(self.message)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """What is wrong with the script."""
        return str(excinfo.value)


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterator[pytest.Item]:
        """One test for each scenario, and one that fails if something in the file does not compile."""
        from hordemtg.play.testing import broken, errors_of, library_for, scenarios_of
        from hordemtg.script.diagnostics import render

        library = _library(self.config)
        if str(self.path) not in library.texts:
            library = library_for([self.path])
        errors = errors_of(library, [self.path])
        if errors:
            text = "\n\n".join(render(error, library.texts.get(error.file)) for error in errors)
            yield ScriptItem.from_parent(self, name="compiles", message=text)
        for scenario in scenarios_of(library, [self.path]):
            if broken(scenario, library):
                continue  # the item before fails for it
            yield ScenarioItem.from_parent(self, name=scenario.name, scenario=scenario, library=library)


def _library(config: pytest.Config) -> Library:
    """One library for the whole run: the built-in scripts and all below the folders of tests."""
    from hordemtg.play.testing import library_for

    if LIBRARY not in config.stash:
        folders = [Path(config.rootpath, name) for name in config.getini("testpaths")]
        config.stash[LIBRARY] = library_for([folder for folder in folders if folder.is_dir()])
    return config.stash[LIBRARY]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Collect `*.scenario` files."""
    if file_path.suffix == SUFFIX:
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


@pytest.fixture(name="play")
def play_fixture() -> Play:
    """Play the one scenario of a text; scripts that do not compile fail the test."""
    from hordemtg.compiler.library import Library, standard_folders
    from hordemtg.play.scenarios import play
    from hordemtg.script.diagnostics import render

    def run(text: str) -> Result:
        texts = {TEXT: dedent(text)}
        library = Library.load([], texts=texts)
        if errors_in(library) or any(x.horde for x in library.scenarios.values()):
            # It needs more than it declares itself.
            library = Library.load(standard_folders(), texts=texts, scenarios=())
        wrong = errors_in(library)
        if wrong:
            pytest.fail("\n\n".join(render(d, library.texts[TEXT]) for d in wrong), pytrace=False)
        (scenario,) = library.scenarios.values()
        return play(scenario, library)

    def errors_in(library: Library) -> list[Diagnostic]:
        return [d for d in library.diagnostics if d.severity == "error" and d.file == TEXT]

    return run
