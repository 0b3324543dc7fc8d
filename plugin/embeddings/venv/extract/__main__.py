"""Starts the extraction child; see child for what it expects."""

from __future__ import annotations

import sys

from .child import main

sys.exit(main(sys.argv[1:]))
