"""What a user may say about where models compute; host and worker share the words.

Owns: the names and the variable that carries one to the worker. Does not own: what each device is
(embed.device_table) and which one works (embed.device).
"""

from typing import Final, Tuple

DEVICE_VARIABLE: Final = "WRITERAGENT_DEVICE"
"""Where the worker finds the wish: one of DEVICES; it is read when the worker starts."""

AUTO: Final = "auto"
CPU: Final = "cpu"
DEVICES: Final[Tuple[str, ...]] = (AUTO, CPU, "cuda", "mps", "xpu")
"""auto takes the best that works; cuda is NVIDIA's CUDA or AMD's ROCm, whichever torch has."""
