"""Shared by host and worker: requests, replies, errors, model data and their wire form; stdlib only, no I/O."""
