"""Finding a hit's passage in a document that may have changed, without the document."""
