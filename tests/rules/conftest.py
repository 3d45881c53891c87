"""Lets the scenarios of this folder import `table`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
