"""The options pages and the Set Up window inside LibreOffice."""
