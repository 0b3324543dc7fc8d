"""ONNX Runtime as it is used here: imported late, silent, and one thread a call.

Source: https://onnxruntime.ai/docs/api/python/api_summary.html.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..quiet import quiet_environment

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .tensor_file import Floats

_ERRORS_ONLY = 3


class RuntimeFailed(Exception):
    """What ONNX Runtime said went wrong, whichever of its errors it was."""


class MappedSession:
    """A session over a graph whose tensors are given to it."""

    def __init__(self, graph: bytes, tensors: Mapping[str, Floats]) -> None:
        """Load the graph. Raises RuntimeFailed."""
        quiet_environment()  # before the library is imported
        import onnxruntime

        self._errors = _runtime_errors()
        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        # Widths differ from batch to batch: patterns and an arena for each would only pile up.
        options.enable_mem_pattern = options.enable_cpu_mem_arena = False
        options.log_severity_level = _ERRORS_ONLY
        # The runtime copies them, packed for its kernels, and drops what it packed.
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in tensors.values()]
        options.add_external_initializers(list(tensors), values)
        providers = ["CPUExecutionProvider"]
        try:
            self._session = onnxruntime.InferenceSession(graph, options, providers=providers)
        except self._errors as error:
            raise RuntimeFailed(str(error)) from error

    def run(self, output: str, inputs: Mapping[str, Floats]) -> Floats:
        """Return one output. Raises RuntimeFailed."""
        try:
            found: Floats = self._session.run([output], dict(inputs))[0]
        except self._errors as error:
            raise RuntimeFailed(str(error)) from error
        return found


def _runtime_errors() -> tuple[type[Exception], ...]:
    # They have no common base but Exception.
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    names = ("Fail", "InvalidArgument", "InvalidGraph", "InvalidProtobuf", "NotImplemented")
    more = ("EPFail", "EngineError", "NoSuchFile", "RuntimeException")
    return tuple(getattr(state, name) for name in (*names, *more))
