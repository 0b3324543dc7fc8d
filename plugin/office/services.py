"""The UNO services that the extension registers.

The names are those of extension/writeragent.components; a test compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Tuple

from . import protocol_handler, startup_job
from .application import current
from .options import python_page, search_page
from .sidebar import element


@dataclass(frozen=True)
class Service:
    """One implementation: its class, its name and the services it stands for."""

    factory: Any
    name: str
    service_names: Tuple[str, ...]


def _python_page(ctx: Any, *_args: object) -> python_page.PythonPage:
    return python_page.PythonPage(current(ctx).options)


def _search_page(ctx: Any, *_args: object) -> search_page.SearchPage:
    return search_page.SearchPage(current(ctx).options)


SERVICES: Final = (
    Service(
        protocol_handler.ProtocolHandler,
        protocol_handler.IMPLEMENTATION,
        (protocol_handler.SERVICE,),
    ),
    Service(_python_page, python_page.IMPLEMENTATION, (python_page.IMPLEMENTATION,)),
    Service(_search_page, search_page.IMPLEMENTATION, (search_page.IMPLEMENTATION,)),
    Service(element.PanelFactory, element.IMPLEMENTATION, (element.IMPLEMENTATION,)),
    Service(startup_job.StartupJob, startup_job.IMPLEMENTATION, (startup_job.IMPLEMENTATION,)),
)
