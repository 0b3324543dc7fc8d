"""The UNO services that the extension registers.

The names are those of extension/writeragent.components; a test compares the two.

LibreOffice loads this at its start: what only a window, a page or a panel needs is imported when
that is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Tuple

from . import implementations, protocol_handler, startup_job
from .application import current

if TYPE_CHECKING:
    from .options.python_page import PythonPage
    from .options.search_page import SearchPage
    from .sidebar.element import PanelFactory


@dataclass(frozen=True)
class Service:
    """One implementation: its class, its name and the services it stands for."""

    factory: Any
    name: str
    service_names: Tuple[str, ...]


def _python_page(ctx: Any, *_args: object) -> PythonPage:
    from .options.python_page import PythonPage

    return PythonPage(current(ctx).options)


def _search_page(ctx: Any, *_args: object) -> SearchPage:
    from .options.search_page import SearchPage

    return SearchPage(current(ctx).options)


def _panel_factory(ctx: Any, *_args: object) -> PanelFactory:
    from .sidebar.element import PanelFactory

    return PanelFactory(ctx)


SERVICES: Final = (
    Service(
        protocol_handler.ProtocolHandler,
        protocol_handler.IMPLEMENTATION,
        (protocol_handler.SERVICE,),
    ),
    Service(_python_page, implementations.PYTHON_OPTIONS, (implementations.PYTHON_OPTIONS,)),
    Service(_search_page, implementations.SEARCH_OPTIONS, (implementations.SEARCH_OPTIONS,)),
    Service(_panel_factory, implementations.PANEL_FACTORY, (implementations.PANEL_FACTORY,)),
    Service(startup_job.StartupJob, startup_job.IMPLEMENTATION, (startup_job.IMPLEMENTATION,)),
)
