"""The UNO services of this extension, for LibreOffice's Python loader.

Owns: loading the plugin package under a name of its own. All extensions share one interpreter,
and `plugin` is a name that others use as well; so the package is never imported by it.
"""

import importlib.util
import sys
from pathlib import Path

import unohelper

ALIAS = "writeragent_plugin"
ROOT = Path(__file__).resolve().parent.parent


def _load_package():  # type: ignore[no-untyped-def]  # noqa: ANN202
    folder = ROOT / "plugin"
    loaded = sys.modules.get(ALIAS)
    if loaded is not None:
        return loaded
    spec = importlib.util.spec_from_file_location(
        ALIAS, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[ALIAS] = module
    spec.loader.exec_module(module)
    return module


_load_package()

from writeragent_plugin.office import services  # noqa: E402 - needs the alias

g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816 - the loader's name
for service in services.SERVICES:
    g_ImplementationHelper.addImplementation(service.factory, service.name, service.service_names)
