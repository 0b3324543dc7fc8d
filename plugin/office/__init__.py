"""The extension inside LibreOffice: the only code that knows uno."""
