"""Worker plumbing: frames on a pipe, the serve loop, processes, pools; knows nothing of search."""
