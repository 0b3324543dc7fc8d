"""Take the pictures: python -m tests.office.screenshots [--to FOLDER] [--look NAME ...]."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from office_installation import find_installation

from tests.office.harness import extensions
from tests.office.screenshots import tools
from tests.office.screenshots.scenes import take_all, take_look
from tests.office.screenshots.studio import Look

LOOKS = {
    "light": Look(),
    "dark": Look(theme="Adwaita:dark"),
    "contrast": Look(theme="HighContrastInverse", is_high_contrast=True),
    "de": Look(language="de"),
    "gen": Look(plugin="gen"),
    "gen-de": Look(plugin="gen", language="de"),
    "gen-contrast": Look(plugin="gen", is_high_contrast=True),
}


def main() -> int:
    """Return 0: taken, or skipped with the reason."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=extensions.ROOT / "docs" / "screenshots")
    parser.add_argument("--look", choices=sorted(LOOKS), action="append", default=[])
    options = parser.parse_args()
    missing = tools.what_is_missing()
    installation = find_installation()
    if missing or installation is None:
        print(  # noqa: T201
            f"No pictures were taken: {missing} is missing; {tools.HOW_TO_GET_THEM}.",
            file=sys.stderr,
        )
        return 0
    options.to.mkdir(parents=True, exist_ok=True)
    for name in options.look:
        take_look(installation, options.to, LOOKS[name], name)
    if not options.look:
        take_all(installation, options.to)
    return 0


if __name__ == "__main__":
    sys.exit(main())
