"""A search by llama_index in a process that writes down what it asks of the system outside.

Run as a program with a folder to work in; prints one JSON object.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
OUTSIDE = (
    "subprocess.",
    "os.system",
    "os.exec",
    "os.fork",
    "urllib.",
    *(f"socket.{name}" for name in ("connect", "getaddrinfo", "gethostby", "sendto", "sendmsg")),
)
seen: list[str] = []


def note(event: str, arguments: tuple[object, ...]) -> None:
    if event.startswith(OUTSIDE):
        seen.append(event)
    writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT
    if event == "open" and isinstance(arguments[2], int) and arguments[2] & writes:
        name = os.fsdecode(arguments[0]) if isinstance(arguments[0], (str, bytes)) else ""
        if name and "__pycache__" not in name and not name.startswith(sys.argv[1]):
            seen.append(f"write {name}")


def main() -> None:
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    from plugin.embeddings.venv.backends import backend_named
    from plugin.embeddings.venv.search.pipeline import SearchTools
    from tests.fixtures_search import CorpusFolder

    corpus = CorpusFolder(Path(sys.argv[1]))
    corpus.write("rent.txt", "The rent is due on the first of March.")
    corpus.embed()
    sys.addaudithook(note)
    corpus.tools = SearchTools(backend_named("llama_index"))
    result = corpus.search("rent due")
    from llama_index.core.utils import globals_helper

    told = {
        "paths": [hit.path for hit in result.hits],
        "legs": [leg.value for leg in result.legs],
        "seen": seen,
        "nltk": globals_helper._nltk_data_dir,
        "threads": [thread.name for thread in threading.enumerate()],
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
