"""The panel in the sidebar: a second window of the same search."""
