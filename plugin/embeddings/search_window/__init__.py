"""A search window without the window: what it shows, what its buttons do."""
