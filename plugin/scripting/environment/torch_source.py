"""Where the advised build of torch comes from, and the options that pip or uv get for it.

Owns: the ways to a build. Does not own: which build (torch_advice), running (setup).

No address is written here. uv knows PyTorch's own indexes by their tags (--torch-backend). pip
gets an address only from the user: WRITERAGENT_TORCH_INDEX, or what is passed as own_index. A pip
that is told of an index of the user's gets everything from there: that is what the machine is
allowed to reach.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, Tuple

from ...contracts.errors import BadRequest

if TYPE_CHECKING:
    from .torch_advice import TorchAdvice

TORCH_INDEX_VARIABLE: Final = "WRITERAGENT_TORCH_INDEX"
BUILD_PLACE: Final = "{build}"
"""In the user's address it stands for the build's tag, so that one address serves every machine."""


class TorchWay(str, Enum):
    """How torch is got; the value is the end of its sentence's key.

    STANDARD: the plain installation brings the right build. BACKEND: uv takes it from PyTorch's
    index. FETCHED_UV: the same with a uv that pip installs first. OWN_INDEX: from the address the
    user gave. INDEX: whatever the user's own index has.
    """

    STANDARD = "standard"
    BACKEND = "backend"
    FETCHED_UV = "fetched_uv"
    OWN_INDEX = "own_index"
    INDEX = "index"


@dataclass(frozen=True)
class TorchTools:
    """What could fetch torch: whether uv or pip installs, and what the user said of indexes."""

    uses_uv: bool
    pip_has_own_index: bool
    own_index: str = ""


def checked_index(address: str) -> str:
    """Return the user's address of an index. Raises BadRequest where pip could not use it."""
    is_address = address.lower().startswith(("https://", "http://", "file://"))
    has_other_place = bool(set("{} ") & set(address.replace(BUILD_PLACE, "")))
    if address and (not is_address or has_other_place):
        raise BadRequest(
            "The index for PyTorch must be an address that begins with https://, http:// or"
            f" file://, where only {BUILD_PLACE} may stand in braces.",
            hint=f"Look at --torch-index and {TORCH_INDEX_VARIABLE}.",
        )
    return address


def torch_way(advice: TorchAdvice, tools: TorchTools, *, is_standard: bool) -> TorchWay:
    """Return how the advised build is got with these tools."""
    if is_standard:
        return TorchWay.STANDARD
    if not advice.build.tag:
        return TorchWay.INDEX
    if tools.own_index:
        return TorchWay.OWN_INDEX
    if tools.uses_uv:
        return TorchWay.BACKEND
    return TorchWay.INDEX if tools.pip_has_own_index else TorchWay.FETCHED_UV


def torch_options(
    way: TorchWay, advice: TorchAdvice, *, torch_version: str, tools: TorchTools
) -> Tuple[str, ...]:
    """Return what is added to the installing command so that it takes the build."""
    tag = advice.build.tag
    if way in (TorchWay.BACKEND, TorchWay.FETCHED_UV):
        return ("--torch-backend", tag)
    if way is TorchWay.OWN_INDEX:
        index = tools.own_index.replace(BUILD_PLACE, tag)
        option = "--index" if tools.uses_uv else "--extra-index-url"
        return (option, index, f"torch=={torch_version}+{tag}")
    return ()
