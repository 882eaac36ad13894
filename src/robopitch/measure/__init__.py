"""Measuring: signals, statistics, plots and comparisons of runs; parameters fitted to them."""
