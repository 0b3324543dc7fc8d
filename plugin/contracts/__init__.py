"""Shared by host and worker: requests, replies, errors, models and their wire form; no I/O."""
