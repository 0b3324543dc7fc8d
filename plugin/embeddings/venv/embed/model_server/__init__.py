"""An encoder whose vectors come from a server with OpenAI's embeddings interface.

Only where the user set one and said yes; a search waits for it a few seconds at most.
"""
