"""What tests use inside LibreOffice: `import office_probe as probe` in a remote function.

Owns nothing: it gathers the functions. Never shipped. (windows, keys and gaps need LibreOffice.)
"""

from .documents import (
    close,
    close_all,
    current_document_url,
    current_frame,
    desktop,
    dispatch,
    dispatch_now,
    document_ids,
    documents,
    file_url,
    new_document,
    open_document,
    properties,
    save_as,
    terminate,
)
from .settings import names, node, read, write

__all__ = [
    "close",
    "close_all",
    "current_document_url",
    "current_frame",
    "desktop",
    "dispatch",
    "dispatch_now",
    "document_ids",
    "documents",
    "file_url",
    "names",
    "new_document",
    "node",
    "open_document",
    "properties",
    "read",
    "save_as",
    "terminate",
    "write",
]
