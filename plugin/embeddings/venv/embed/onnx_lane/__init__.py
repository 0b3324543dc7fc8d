"""The fast lane on the CPU: ONNX Runtime and the tokenizers library in place of torch.

Owns a graph of the BERT family's encoders that reads the weights from the user's own model folder
(nothing of them is copied), pooling, what is kept of it in the user's cache, and the check that
its vectors are sentence-transformers' own. Other models, and GPUs, are torch_model's.
"""
