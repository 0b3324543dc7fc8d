"""The import-linter contract type of this project.

Source modules may import only the standard library less what LibreOffice may lack, the project
itself and a named allow-list.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, cast

from importlinter import Contract, ContractCheck, fields, output

if TYPE_CHECKING:
    from grimp import ImportGraph


class StdlibOnlyContract(Contract):
    """Holds while no source module imports a package that LibreOffice does not ship."""

    source_modules = fields.SetField(subfield=fields.StringField())
    excluded_modules = fields.SetField(subfield=fields.StringField(), required=False, default=set())
    allowed_external = fields.SetField(subfield=fields.StringField(), required=False, default=set())
    unshipped = fields.SetField(subfield=fields.StringField(), required=False, default=set())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: FBT001, ARG002 - import-linter's signature
        """Return the imports that break the contract, as (importer, imported) pairs."""
        allowed = (sys.stdlib_module_names - _names(self.unshipped)) | _names(self.allowed_external)
        own = {module.split(".")[0] for module in _names(self.source_modules)}
        strays = [
            (module, imported)
            for module in sorted(self._checked_modules(graph))
            for imported in sorted(graph.find_modules_directly_imported_by(module))
            if imported.split(".")[0] not in allowed | own
        ]
        return ContractCheck(kept=not strays, metadata={"strays": strays})

    def _checked_modules(self, graph: ImportGraph) -> set[str]:
        modules: set[str] = set()
        for root in _names(self.source_modules):
            modules |= {root} | graph.find_descendants(root)
        return {module for module in modules if not self._is_excluded(module)}

    def _is_excluded(self, module: str) -> bool:
        excluded = _names(self.excluded_modules)
        return any(module == root or module.startswith(root + ".") for root in excluded)

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print each stray import on a line of its own."""
        for module, imported in check.metadata["strays"]:
            output.print_error(f"{module} imports {imported}, which LibreOffice may not ship")


def _names(field: object) -> set[str]:
    # import-linter puts the parsed value where the class declares the field.
    return cast("set[str]", field)
