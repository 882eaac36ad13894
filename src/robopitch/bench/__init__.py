"""How fast it is, on the machine at hand."""
