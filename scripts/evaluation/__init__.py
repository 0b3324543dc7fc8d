"""Measuring how well a folder's search finds what is right, on labelled questions.

data -> documents -> runs -> measures -> summary -> table, report; each module says what it owns.
"""
