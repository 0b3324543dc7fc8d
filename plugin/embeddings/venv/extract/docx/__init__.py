"""Reading Word documents."""
