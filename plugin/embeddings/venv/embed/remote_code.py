"""Models that come with program code of their own: it runs only where the user named the model.

Owns: telling such a model by its files, and the refusal. Does not own: the list of names (the
settings, --trust-remote-code), loading (torch_model). Runs and imports nothing.
"""

from __future__ import annotations

import importlib.util
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ....contracts.errors import ModelNotFound
from .locate import is_named
from .model_folder.cards import code_references
from .model_folder.files import CONFIG, read_json, read_modules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .locate import LocatedModel

_CLASS = re.compile(r"^class (\w+)\(", re.MULTILINE)


def with_consent(located: LocatedModel, trusted_models: Sequence[str]) -> LocatedModel:
    """Return located, marked to run its own code where it needs to and trusted_models names it.

    Raises ModelNotFound where it needs to and is not named.
    """
    if not needs_own_code(located.folder):
        return located
    if any(_names(name, located) for name in trusted_models):
        return replace(located, runs_own_code=True)
    model_id = located.card.model_id
    raise ModelNotFound(
        f"{model_id} comes with program code of its own, which runs only where you allow it by"
        " name (--trust-remote-code, or the setting embeddings.trusted_models).",
        hint="If you do not trust its publisher, choose another model.",
    )


def needs_own_code(folder: Path) -> bool:
    """Return True when the model in folder cannot be loaded right without code that it names.

    The type alone does not tell: jina-embeddings-v2 calls itself "bert", and would be read as one,
    with random weights. So transformers must have, for that type, every class that is named.
    """
    if not code_references(folder):
        return False
    modules = [module.get("type", "") for module in read_modules(folder)]
    if any(kind and not kind.startswith("sentence_transformers.") for kind in modules):
        return True
    config = read_json(folder / CONFIG)
    known = _classes_of_transformers(str(config.get("model_type", "")))
    return not _classes_named(config) <= known


def _classes_named(config: dict[str, object]) -> set[str]:
    """Return the classes of the weights, and those of auto_map for model and configuration."""
    auto_map, told = config.get("auto_map"), config.get("architectures")
    mapped = auto_map if isinstance(auto_map, dict) else {}
    references = (str(mapped[name]) for name in ("AutoConfig", "AutoModel") if name in mapped)
    classes = told if isinstance(told, list) and told else ["?"]
    return {*map(str, classes), *(reference.rsplit(".", 1)[-1] for reference in references)}


def _classes_of_transformers(model_type: str) -> set[str]:
    # Its sources are read because importing it takes seconds, and a status question asks, too.
    kind = model_type.replace("-", "_")
    spec = importlib.util.find_spec("transformers")
    if not kind.isidentifier() or spec is None or not spec.submodule_search_locations:
        return set()
    folder = Path(next(iter(spec.submodule_search_locations))) / "models" / kind
    found: set[str] = set()
    for name in (f"modeling_{kind}.py", f"configuration_{kind}.py"):
        with suppress(OSError):
            found.update(_CLASS.findall((folder / name).read_text(encoding="utf-8")))
    return found


def _names(name: str, located: LocatedModel) -> bool:
    if not name.strip():  # it would name the working folder
        return False
    if is_named(name, located.card):
        return True
    return Path(name).expanduser().resolve() == located.folder.resolve()
