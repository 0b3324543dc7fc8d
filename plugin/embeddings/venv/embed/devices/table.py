"""The devices that models can run on, one row each, the preferred first.

Owns: how torch is asked for a device, what it is called, in which precision it computes, how much
at once, what it must be able to do. Does not own: asking (torch_probe), choosing (device), or
seeing whether a precision keeps a model's vectors (trial).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Precision:
    """A torch dtype, and the least compute capability with which it is faster than float32."""

    dtype: str
    min_capability: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class DeviceRow:
    """One kind of device.

    kind is our name for it, device torch's. probe is the torch module that knows it, by its path
    below torch. is_hip tells AMD's devices from NVIDIA's, as both answer as cuda. precisions are
    tried in order; the first that keeps a model's vectors is used. budget_tokens is a batch's
    size, padding included. variables are what its users set in the environment when it is hidden
    or does not work, with what each is for.
    """

    kind: str
    device: str
    name: str
    probe: str
    precisions: tuple[Precision, ...]
    budget_tokens: int
    is_hip: bool = False
    min_capability: tuple[int, int] = (0, 0)
    variables: tuple[tuple[str, str], ...] = ()


FLOAT32: Final = Precision("float32")

# Measured on two cores: 600 is a third faster than 2,000, whose activations leave the cache,
# and a query that comes in the middle waits a quarter as long for its cores.
CPU_ROW: Final = DeviceRow("cpu", "cpu", "CPU", "", (FLOAT32,), budget_tokens=600)

ACCELERATORS: Final[tuple[DeviceRow, ...]] = (
    DeviceRow(
        kind="cuda",
        device="cuda",
        name="CUDA",
        probe="cuda",
        # float16 before bfloat16: it has three bits more, and a model that leaves its range
        # shows that in the trial. Below 7.0 (Pascal) it is a 64th of the speed of float32.
        precisions=(Precision("float16", (7, 0)), Precision("bfloat16", (8, 0)), FLOAT32),
        budget_tokens=16_000,
        min_capability=(5, 0),  # what the oldest build that is still made has code for
        variables=(("CUDA_VISIBLE_DEVICES", "an empty value or -1 hides all cards"),),
    ),
    DeviceRow(
        kind="rocm",
        device="cuda",
        name="ROCm",
        probe="cuda",
        precisions=(Precision("float16"), Precision("bfloat16"), FLOAT32),
        budget_tokens=16_000,
        is_hip=True,
        variables=(
            ("HIP_VISIBLE_DEVICES", "an empty value or -1 hides all cards"),
            ("HSA_OVERRIDE_GFX_VERSION", "10.3.0 or 11.0.0 lets cards of a like kind pass"),
        ),
    ),
    DeviceRow(
        kind="xpu",
        device="xpu",
        name="XPU",
        probe="xpu",
        precisions=(Precision("float16"), Precision("bfloat16"), FLOAT32),
        budget_tokens=8_000,
        variables=(("ONEAPI_DEVICE_SELECTOR", "it may leave out the GPU"),),
    ),
    DeviceRow(
        kind="mps",
        device="mps",
        name="MPS",
        probe="backends.mps",
        precisions=(Precision("float16"), FLOAT32),
        budget_tokens=8_000,  # the memory is shared with everything else on the machine
        variables=(("PYTORCH_ENABLE_MPS_FALLBACK", "1 lets what MPS cannot do run on the CPU"),),
    ),
)
