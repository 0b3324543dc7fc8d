"""Web pages: HTML, XHTML, pages saved by office programs or as one file (MHTML), and EPUB books."""
