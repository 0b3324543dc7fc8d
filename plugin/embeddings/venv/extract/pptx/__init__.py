"""Reading PowerPoint presentations."""
