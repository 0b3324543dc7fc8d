"""The options pages and Set Up without their windows."""
