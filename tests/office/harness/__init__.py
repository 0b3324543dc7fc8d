"""Runs a private LibreOffice for tests and sends Python functions into it. Needs no UNO here."""
