"""The UNO services that the extension registers.

The names are those of extension/writeragent.components; a test compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Tuple

from . import protocol_handler, startup_job


@dataclass(frozen=True)
class Service:
    """One implementation: its class, its name and the services it stands for."""

    factory: Any
    name: str
    service_names: Tuple[str, ...]


SERVICES: Final = (
    Service(
        protocol_handler.ProtocolHandler,
        protocol_handler.IMPLEMENTATION,
        (protocol_handler.SERVICE,),
    ),
    Service(startup_job.StartupJob, startup_job.IMPLEMENTATION, (startup_job.IMPLEMENTATION,)),
)
