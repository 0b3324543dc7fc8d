"""Reading OpenDocument files: text, sheets, slides, drawings; zipped and flat."""
