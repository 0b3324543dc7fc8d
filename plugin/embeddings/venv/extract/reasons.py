"""Sentences that readers of several formats give for a file that they cannot read.

Owns: the words that are the same whatever the format. Does not own: what only one reader says.
"""

PASSWORD_REASON = "The file is protected by a password."  # noqa: S105 - a sentence
DAMAGED_REASON = "The file is damaged and cannot be read."
