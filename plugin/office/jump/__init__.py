"""From a search hit to its passage in the open document; main thread only.

Owns: opening the document, finding and selecting the passage, offering the nearest place where
it is gone, quoting it in another document. Does not own: asking the user (search_dialog).
"""

from .jumping import jump_to, show_nearest
from .outcome import JumpOutcome, Offer, Place
from .quotation import insert_quotation

__all__ = ["JumpOutcome", "Offer", "Place", "insert_quotation", "jump_to", "show_nearest"]
