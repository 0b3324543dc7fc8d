"""Reading text without markup: encodings, paragraphs, Markdown, delimited rows."""
