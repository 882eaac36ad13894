"""Wire protocols of MiroSot and VSS."""
