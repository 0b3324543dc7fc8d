"""Reading Excel workbooks."""
