"""Which GPUs this machine has, found out without torch and without rights.

Owns: where each system tells of its GPUs, and reading that. Does not own: running and reading
itself (Sight, behind which tests put other machines), what follows (torch_advice).
Sources: nvidia-smi's and rocminfo's output, the kernel's sysfs-bus-pci and amdkfd's topology.
"""

from __future__ import annotations

import re
from typing import Dict, Final, Iterable, Iterator, List, Optional, Protocol, Sequence, Tuple

from .machine import Gpu, GpuMaker, Machine, capability_of
from .torch_builds import XE_DEVICE_IDS

_VENDORS: Final = {"10de": GpuMaker.NVIDIA, "1002": GpuMaker.AMD, "8086": GpuMaker.INTEL}
_DISPLAY_CLASS: Final = "0x03"
_PCI: Final = "/sys/bus/pci/devices/*"
_KFD: Final = "/sys/class/kfd/kfd/topology/nodes/*/properties"
_NVIDIA_SMI: Final = ("nvidia-smi", "/usr/lib/wsl/lib/nvidia-smi")
_NVIDIA_VERSION: Final = re.compile(r"\b(\d{3}\.\d+(?:\.\d+)?)\b")
_WINDOWS_ID: Final = re.compile(r"ven_([0-9a-f]{4})&dev_([0-9a-f]{4})", re.IGNORECASE)
_ARM: Final = ("arm64", "aarch64")


class Sight(Protocol):
    """What can be seen of a machine; every answer is empty where there is none."""

    def system(self) -> Tuple[str, str]:
        """Return the system (linux, windows, darwin) and the processor as the system calls it."""

    def output(self, argv: Sequence[str]) -> str:
        """Return what a program prints; "" where there is none or it fails."""

    def text(self, path: str) -> str:
        """Return a file's text."""

    def target(self, path: str) -> str:
        """Return the last part of where a link leads."""

    def paths(self, pattern: str) -> List[str]:
        """Return the paths that match a pattern."""

    def adapters(self) -> List[Tuple[str, str, str]]:
        """Return Windows' display adapters: name, PCI id as "ven_...&dev_...", driver version."""


def detect_machine(sight: Sight) -> Machine:
    """Return the machine with its GPUs; takes up to a second, while a card wakes."""
    system, processor = sight.system()
    architecture = "arm64" if processor.lower() in _ARM else "x86_64"
    if system == "darwin":
        return _mac(sight, architecture)
    found = _on_windows(sight) if system == "windows" else _on_linux(sight)
    return Machine(system, architecture, tuple(found))


def _mac(sight: Sight, architecture: str) -> Machine:
    # An Intel Python on an Apple processor says x86_64; what is installed must fit the Python.
    name = sight.output(["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]).strip()
    is_apple = architecture == "arm64"
    gpus = (Gpu(GpuMaker.APPLE, name or "Apple GPU", driver="Metal"),) if is_apple else ()
    return Machine("darwin", architecture, gpus)


def _on_linux(sight: Sight) -> Iterator[Gpu]:
    present: Dict[GpuMaker, List[Tuple[str, str]]] = {}
    for path in sight.paths(_PCI):
        if sight.text(f"{path}/class").startswith(_DISPLAY_CLASS):
            vendor, device = (sight.text(f"{path}/{key}").strip()[2:] for key in _PCI_KEYS)
            if vendor in _VENDORS:
                present.setdefault(_VENDORS[vendor], []).append((path, device))
    nvidia = list(_nvidia(sight))
    if nvidia:
        yield from nvidia
    elif GpuMaker.NVIDIA in present:
        driver = _NVIDIA_VERSION.search(sight.text("/proc/driver/nvidia/version"))
        yield Gpu(GpuMaker.NVIDIA, "NVIDIA GPU", driver=driver[1] if driver else "")
    if GpuMaker.AMD in present:
        yield from _amd(sight)
    intel = present.get(GpuMaker.INTEL, [])
    yield from _intel((device, "", sight.target(f"{path}/driver")) for path, device in intel)


_PCI_KEYS: Final = ("vendor", "device")


def _on_windows(sight: Sight) -> Iterator[Gpu]:
    nvidia = list(_nvidia(sight))
    yield from nvidia
    intel = []
    for name, pci_id, driver in sight.adapters():
        match = _WINDOWS_ID.search(pci_id)
        maker = _VENDORS.get(match[1].lower()) if match else None
        if maker is GpuMaker.NVIDIA and not nvidia:
            yield Gpu(maker, name, driver=_windows_nvidia_driver(driver))
        elif maker is GpuMaker.AMD:
            yield Gpu(maker, name, driver=driver)
        elif maker is GpuMaker.INTEL and match:
            intel.append((match[2].lower(), name, driver))
    yield from _intel(intel)


def _nvidia(sight: Sight) -> Iterator[Gpu]:
    for program in _NVIDIA_SMI:
        # Drivers before 2020 do not know compute_cap and print nothing then.
        for fields in ("name,driver_version,compute_cap", "name,driver_version"):
            told = sight.output([program, f"--query-gpu={fields}", "--format=csv,noheader"])
            rows = [line.split(", ") for line in told.splitlines() if ", " in line]
            if rows:
                yield from _nvidia_gpus(rows)
                return


def _nvidia_gpus(rows: Iterable[List[str]]) -> Iterator[Gpu]:
    for name, driver, *rest in rows:
        capability = capability_of(rest[0]) if rest else None
        yield Gpu(GpuMaker.NVIDIA, name.strip(), driver=driver.strip(), capability=capability)


def _windows_nvidia_driver(version: str) -> str:
    """Return NVIDIA's number for a driver from Windows' own: 32.0.15.6094 is 560.94."""
    digits = version.replace(".", "")[-5:]
    return f"{digits[:3]}.{digits[3:]}" if len(digits) == 5 else version  # noqa: PLR2004


def _amd(sight: Sight) -> Iterator[Gpu]:
    name = _rocm_name(sight.output(["rocminfo"]))
    architectures = []
    for path in sight.paths(_KFD):
        facts = dict(line.split(" ", 1) for line in sight.text(path).splitlines() if " " in line)
        architecture = _gfx(facts.get("gfx_target_version", "0"))
        if architecture:
            architectures.append(architecture)
    for architecture in architectures:
        yield Gpu(GpuMaker.AMD, name or "AMD GPU", driver="amdgpu", architecture=architecture)
    if not architectures:  # the card is there, and the part of its driver that computes is not
        yield Gpu(GpuMaker.AMD, name or "AMD GPU")


def _rocm_name(told: str) -> str:
    """Return the card's name from rocminfo, whose first agent is the processor."""
    for agent in told.split("*******")[1:]:
        if re.search(r"Device Type:\s+GPU", agent):
            match = re.search(r"Marketing Name:\s+(.+)", agent)
            return match[1].strip() if match else ""
    return ""


def _gfx(version: str) -> str:
    """Return AMD's name of an architecture from the kernel's number: 110000 is gfx1100."""
    number = int(version) if version.strip().isdigit() else 0
    if not number:
        return ""
    return f"gfx{number // 10000}{number // 100 % 100:x}{number % 100:x}"


def _intel(found: Iterable[Tuple[str, str, str]]) -> Iterator[Gpu]:
    for device, name, driver in found:
        architecture = xe_architecture(device)
        if architecture:
            told = name or f"Intel {architecture} GPU"
            yield Gpu(GpuMaker.INTEL, told, driver=driver, architecture=architecture)


def xe_architecture(device_id: str) -> Optional[str]:
    """Return Intel's name for a GPU that torch computes on, by its PCI device id; else None."""
    names = (name for begin, name in XE_DEVICE_IDS.items() if device_id.lower().startswith(begin))
    return next(names, None)
