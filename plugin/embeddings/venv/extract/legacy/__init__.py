"""Formats that LibreOffice converts to ODF first: old binary ones, XLSB, OpenOffice.org 1."""
