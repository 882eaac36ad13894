"""FIRASim's ports: commands, replacements, and the state of the field."""
