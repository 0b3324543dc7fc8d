"""Reading PDF files (ISO 32000-2): tagged structure first, then bookmarks, then geometry."""
