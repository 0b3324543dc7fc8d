"""The maintain pass: from the files of a folder to the rows of its corpus."""
