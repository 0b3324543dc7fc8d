"""Run by test_bare_python on an old Python without packages: a host, from import to call.

Arguments: the project's root, the worker's Python, a folder to search. Prints what it did.
"""

import importlib
import importlib.abc
import importlib.machinery
import sys
from pathlib import Path

REFUSED = {"sqlite3", "_sqlite3", "uno", "unohelper", "com", "pyuno", "numpy", "torch"}
WORKER_FOLDER = ("plugin", "embeddings", "venv")
OFFICE_FOLDER = ("plugin", "office")  # imports uno, which LibreOffice alone has


class Refusal(importlib.abc.MetaPathFinder):
    """Refuses what LibreOffice's Python may lack, and anything from a site-packages folder."""

    def find_spec(self, fullname, path=None, target=None):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
        if fullname.partition(".")[0] in REFUSED:
            raise ImportError(f"host code imports {fullname}")
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and "site-packages" in (spec.origin or ""):
            raise ImportError(f"host code imports {fullname} from {spec.origin}")


def import_host_code(root: Path) -> int:
    names = []
    for path in sorted((root / "plugin").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        if parts[:3] != WORKER_FOLDER and parts[:2] != OFFICE_FOLDER:
            names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    for name in names:
        importlib.import_module(name)
    return len(names)


def call_a_worker(root: Path, python: str) -> str:
    from plugin.scripting.worker_process import WorkerProcess, WorkerSpec
    from tests.contract.echo_methods import ECHO_METHODS, Ask

    script = str(root / "tests" / "contract" / "echo_worker.py")
    worker = WorkerProcess(WorkerSpec(argv=(python, script)), ECHO_METHODS)
    worker.start()
    try:
        worker.ping()
        said = worker.call("echo", Ask("gr\u00fc\u00dfe", 3))
    finally:
        worker.stop()
    return f"echoed {said.text}, numbers {len(said.numbers)}"  # type: ignore[attr-defined]


def search_a_folder(python: str, folder: str) -> str:
    from plugin.contracts.maintain import MaintainRequest
    from plugin.contracts.models import NO_MODEL_ID
    from plugin.contracts.search import SearchRequest
    from plugin.embeddings.client import start_client

    client = start_client(venv=python)
    try:
        client.maintain(MaintainRequest(folder, model_id=NO_MODEL_ID))
        hit = client.search(SearchRequest(folder, "alarm code", model_id=NO_MODEL_ID)).hits[0]
    finally:
        client.close()
    return f"found {hit.path}: {hit.snippet}"


def main(root: str, python: str, folder: str) -> None:
    sys.path.insert(0, root)
    sys.meta_path.insert(0, Refusal())
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print(f"imported {import_host_code(Path(root))}")  # noqa: T201
    print(call_a_worker(Path(root), python))  # noqa: T201
    print(search_a_folder(python, folder))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
