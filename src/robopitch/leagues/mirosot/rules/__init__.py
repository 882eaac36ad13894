"""The rule book of MiroSot and VSS."""
