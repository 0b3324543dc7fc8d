"""The worker is told which LibreOffice it works for: the one that converts old formats for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from office_installation import Installation

    from tests.office.harness.office import Office


def told(ctx: Any) -> dict[str, str]:
    from writeragent_plugin.office.application import current

    return dict(current(ctx).service.variables)


def test_the_worker_learns_the_program_folder(own: Office, installation: Installation) -> None:
    variables = own.run(told)
    assert list(variables) == ["WRITERAGENT_SOFFICE_PROGRAM"]
    assert installation.program.samefile(variables["WRITERAGENT_SOFFICE_PROGRAM"])
