"""Takes the pictures of the extension that the README shows: `make screenshots`."""
