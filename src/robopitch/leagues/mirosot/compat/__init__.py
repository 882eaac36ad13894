"""Programs that were written for other simulators of MiroSot and VSS."""
