"""What the tests of the installed package do inside LibreOffice, and a second extension."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

OTHER = "org.example.other"
OTHER_FILES = {
    "META-INF/manifest.xml": """<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest">
  <manifest:file-entry manifest:full-path="Jobs.xcu"
    manifest:media-type="application/vnd.sun.star.configuration-data"/>
  <manifest:file-entry manifest:full-path="python/other.components"
    manifest:media-type="application/vnd.sun.star.uno-components"/>
</manifest:manifest>
""",
    "description.xml": f"""<?xml version="1.0" encoding="UTF-8"?>
<description xmlns="http://openoffice.org/extensions/description/2006">
  <identifier value="{OTHER}"/><version value="1.0"/>
</description>
""",
    "Jobs.xcu": """<?xml version="1.0" encoding="UTF-8"?>
<oor:component-data xmlns:oor="http://openoffice.org/2001/registry"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" oor:name="Jobs" oor:package="org.openoffice.Office"/>
""",
    "python/other.components": f"""<?xml version="1.0" encoding="UTF-8"?>
<components xmlns="http://openoffice.org/2010/uno-components">
  <component loader="com.sun.star.loader.Python" uri="other.py">
    <implementation name="{OTHER}.Job"><service name="{OTHER}.Job"/></implementation>
  </component>
</components>
""",
    "python/other.py": f"""import unohelper
from com.sun.star.task import XJob
from plugin.words import GREETING


class Job(unohelper.Base, XJob):
    def __init__(self, ctx):
        pass

    def execute(self, arguments):
        return GREETING


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(Job, "{OTHER}.Job", ("{OTHER}.Job",))
""",
    "python/pythonpath/plugin/__init__.py": "",
    "python/pythonpath/plugin/words.py": 'GREETING = "from the other one"\n',
}


def build_other_extension(target: Path) -> Path:
    """Write an extension whose package is called plugin, as ours is."""
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in OTHER_FILES.items():
            archive.writestr(name, text)
    return target


def ask_other_extension(ctx: Any) -> Any:
    import sys

    job = ctx.ServiceManager.createInstanceWithContext(f"{OTHER}.Job", ctx)
    return {"says": job.execute(()), "plugin": sys.modules["plugin"].__file__}


def our_root(ctx: Any) -> Any:
    """Return where our package was loaded from; empty before it was."""
    import sys

    package = sys.modules.get("writeragent_plugin")
    return package.__file__ if package else ""


def start_ours(ctx: Any) -> Any:
    """Return whether our services are made."""
    names = ("ProtocolHandler", "StartupJob", "PythonOptions", "SearchOptions", "PanelFactory")
    made = [
        ctx.ServiceManager.createInstanceWithContext(f"org.writeragent.search.{name}", ctx)
        for name in names
    ]
    return None not in made


def new_document(ctx: Any, kind: str) -> None:
    import office_probe as probe

    probe.new_document(ctx, kind)


def menu_bar(ctx: Any) -> Any:
    import office_probe as probe

    front = next(w for w in probe.top_windows(ctx) if probe.role_of(w) == "ROOT_PANE")
    return probe.find(front, "", "MENU_BAR")


def mnemonics(ctx: Any) -> Any:
    """Return the key of each top-level menu: {"File": 517, ...}."""
    import office_probe as probe

    keys = {}
    for menu in probe.children(menu_bar(ctx)):
        binding = menu.getAccessibleActionKeyBinding(0)
        strokes = (
            binding.getAccessibleKeyBinding(0) if binding.getAccessibleKeyBindingCount() else ()
        )
        keys[menu.getAccessibleName()] = [stroke.KeyCode for stroke in strokes]
    return keys


def menu_items(ctx: Any, menu: str) -> Any:
    """Return the items of a top-level menu, as far as they are shown."""
    import office_probe as probe

    found = next(m for m in probe.children(menu_bar(ctx)) if m.getAccessibleName() == menu)
    return [item.getAccessibleName() for item in probe.children(found)]


def press_key(ctx: Any, key: str) -> None:
    import office_probe as probe

    probe.press_key(ctx, key)


def dialogs(ctx: Any) -> Any:
    import office_probe as probe

    return [window["name"] for window in probe.windows(ctx) if window["role"] == "DIALOG"]


def command_of_key(ctx: Any, key: str) -> Any:
    import office_probe as probe

    node = "/org.openoffice.Office.Accelerators/PrimaryKeys/Global"
    return probe.read(ctx, f"{node}/{key}", "Command")
