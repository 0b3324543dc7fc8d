"""The names of the services whose modules are loaded when they are first asked for.

They are those of extension/writeragent.components; a test compares the two.
"""

from __future__ import annotations

from typing import Final

PYTHON_OPTIONS: Final = "org.writeragent.search.PythonOptions"
SEARCH_OPTIONS: Final = "org.writeragent.search.SearchOptions"
PANEL_FACTORY: Final = "org.writeragent.search.PanelFactory"
