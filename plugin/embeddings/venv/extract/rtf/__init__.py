"""Reading Rich Text Format."""
