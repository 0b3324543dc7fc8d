"""What Word, Excel and PowerPoint packages share: parts, drawings, charts, equations."""
