"""Where models run: the table of devices, the probes, the choice, its trial, cores and priority."""
