"""Sweeps: many settings of parameters, what is measured with each, and the best one."""
