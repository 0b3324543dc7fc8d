"""A model on disk: where it is, what its own files say of it, and whether they are whole.

Loads nothing; what the files hold becomes vectors in torch_model and onnx_lane.
"""
