"""What all tests share: hypothesis tries the same examples in every run, so that only a change can change the result.

To look for more: `pytest --hypothesis-profile random`.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("same", derandomize=True)
settings.register_profile("random", derandomize=False, print_blob=True)
settings.load_profile("same")
